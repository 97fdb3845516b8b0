"""What Signum puts on the mat, as the rest of the program asks for it."""

from collections.abc import Mapping, Sequence

from companion.games.board import (
    Declared,
    Destination,
    DropZone,
    FoundModel,
    Interpretation,
    InvolvedPieces,
    Layout,
    Piece,
    Stock,
    Trace,
    Words,
)
from companion.games.command import Command
from companion.games.display.board_view import BoardView
from companion.games.prompt import CommandSpec
from companion.games.protocol import Game
from companion.games.signum.board.asked import is_free, piece_of
from companion.games.signum.board.drop_zones import LAY, drop_zone, drop_zones
from companion.games.signum.board.interpreter import ModelInterpreter
from companion.games.signum.board.pictures import shown
from companion.games.signum.board.pieces import pieces
from companion.games.signum.board.reaches import reaches
from companion.games.signum.board.traces import trace
from companion.games.signum.measures import MEASURES, MOVE, RUN
from companion.games.signum.model.commands import Move
from companion.games.signum.model.constants import BASE_DIAMETERS_MM
from companion.games.signum.model.redaction import is_open, zone_of
from companion.games.signum.model.sight import sight_rule
from companion.games.signum.model.state import State
from companion.games.signum.words.names import HERO
from companion.texts import Language

MEASURED = frozenset({"fight", "detect", "use", "shoot"})
"""Deeds that are measured by the places of who does them and of whom they are aimed at."""
SPARE = (12, 6, 4)
"""Small, medium and large bases that each player may want."""


class SignumBoard:
    """The mat of Legends of Signum."""

    measures = MEASURES
    between = frozenset({"reveal"})

    def __init__(self, rules: Game[State]) -> None:
        """Takes the rules, which say what would come of a command."""
        self._rules = rules

    def layout(self, state: State) -> Layout:
        """A mat without cells."""
        diameters_mm = BASE_DIAMETERS_MM[state.rules.edition]
        stock = (Stock(mm, count) for mm, count in zip(diameters_mm, SPARE, strict=True))
        return Layout(state.setup.mat_mm, bases=tuple(stock), sight=sight_rule(state.rules))

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Creatures, heroes that are to be placed, then templates."""
        return pieces(state)

    def is_public(self, state: State, thing: str) -> bool:
        """Whether it is on the Battlefield, or a hero, or lies open elsewhere, as in a Graveyard."""
        return thing.endswith(HERO) or is_open(state, zone_of(state, thing)[1])

    def is_free(self, state: State) -> bool:
        """Whether nothing is being resolved or asked."""
        return is_free(state)

    def piece_of(self, spec: CommandSpec) -> str:
        """Whose place a command tells."""
        return piece_of(spec)

    def declared(self, kind: str, values: Words) -> tuple[str, str] | None:
        """Who wishes to move, to run or to lay terrain says so, even before anything was touched."""
        if kind == LAY:
            return next(iter(values.get("card", ())), ""), LAY
        if kind != "move":
            return None
        creature, run = (next(iter(values.get(name, ())), "") for name in ("creature", "run"))
        return creature, RUN if run == "true" else MOVE

    def involved(self, kind: str, values: Words) -> InvolvedPieces | None:
        """Who does an action and whom it is aimed at; of a shot a hair matters, and in melee nothing stands between."""
        if kind not in MEASURED:
            return None
        creature, target = (next(iter(values.get(name, ())), "") for name in ("creature", "target"))
        return InvolvedPieces((creature, target), nudges=kind == "shoot", line=kind != "fight")

    def destination(self, command: Command) -> Destination | None:
        """Where a move goes."""
        return Destination(command.creature, command.to) if isinstance(command, Move) else None

    def interpretations(
        self, state: State, found: FoundModel, offers: Sequence[CommandSpec]
    ) -> tuple[Interpretation, ...]:
        """What a model found elsewhere may mean."""
        return ModelInterpreter(self._rules, state, offers).interpretations(found)

    def trace(self, state: State, command: Command) -> Trace | None:
        """The way of a move, and whom it touches and leaves."""
        return trace(state, command)

    def drop_zones(self, state: State, offers: Sequence[CommandSpec], declared: Declared) -> tuple[DropZone, ...]:
        """Zones of what prompts wait for, and of the creature that acts."""
        return drop_zones(self._rules, state, offers, declared)

    def drop_zone(self, state: State, piece: str, declared: Declared) -> DropZone | None:
        """The zone of a creature, with the activation that comes before.

        Raises:
            RuleViolation: If it may not be activated now.
        """
        return drop_zone(self._rules, state, piece, declared)

    def reaches(self, state: State) -> Mapping[str, Mapping[str, float]]:
        """How far creatures may move and run."""
        return reaches(self._rules, state)

    def shown(self, state: State, viewer: str, language: Language) -> BoardView:
        """The Battlefield, all of which is public (S-ZONE-26)."""
        return shown(state, viewer, language)
