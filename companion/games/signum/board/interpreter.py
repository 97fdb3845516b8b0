"""What a model found elsewhere may mean in Signum.

A model found elsewhere is read as a move of its creature, with the activation that must come before; where a prompt
waits for its place, as the answer to that. A Run is read only where it was declared before, or where a move does not
reach. What no reading fits is read as what its player would have to do first, which a rule then forbids.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from companion.games.board import Confirmation, FoundModel, Interpretation, Piece, Refusal, Role, TemplatePlace
from companion.games.command import Command
from companion.games.common import Place
from companion.games.prompt import CommandSpec, Pick
from companion.games.protocol import Game
from companion.games.signum.board.asked import after, is_free, placed
from companion.games.signum.creature.contacts import enemies_certainly_touched
from companion.games.signum.measures import MOVE, RUN
from companion.games.signum.model.commands import Activate, Finish, LayTerrain, Move, PlaceHero
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.movement import BackstabStep
from companion.games.signum.movement import backstab
from companion.games.signum.play.summons import CLEAR_MM
from companion.games.values import Stand

CANNOT_MOVE = Refusal("S-MOVE-07", "cannot_move")
"""It may act, but has no way to move."""
ENDS_OTHER = "ends_other"
BACKSTABS = {
    backstab.LEAVING: "backstab_before",
    backstab.SLIDING: "backstab_before",
    backstab.RUNNING_IN: "backstab_there",
}
"""What a move brings with it, by what sets it off: before it, or where it ends (S-BACK-15, S-BACK-16)."""
FIGHTS = ("fight",)
"""What may follow a move into contact (S-MELEE-01)."""


class ModelInterpreter:
    """Reads models in one moment of a game."""

    def __init__(self, rules: Game[State], state: State, offers: Sequence[CommandSpec]) -> None:
        """Prepares.

        Args:
            rules: The rules.
            state: The game.
            offers: All that the players may do now.
        """
        self._rules, self._state, self._offers = rules, state, offers

    def interpretations(self, found: FoundModel) -> tuple[Interpretation, ...]:
        """What a model may mean."""
        if isinstance(found.at, TemplatePlace):
            return tuple(self._terrain(found.at)) if found.piece is None else ()
        if found.piece is None or not isinstance(found.at, Stand):
            return ()
        placings = tuple(self._placings(found.piece, found.at))
        if placings or found.piece.at is None or not is_free(self._state):
            return placings
        interpretations = self._moves(found, found.piece, found.at)
        if not interpretations and found.by_hand and not found.nudged:
            return (self._forbidden(found.piece, found.at),)
        return interpretations

    def _placings(self, piece: Piece, at: Stand) -> Iterator[Interpretation]:
        """The answers to prompts that wait for the place of a creature."""
        for spec in self._offers:
            if placed(spec) != piece.id:
                continue
            hero = spec.kind == "placehero"
            command = PlaceHero(by=spec.by, at=at) if hero else Place(by=spec.by, creature=piece.id, at=at)
            # Who is summoned keeps clear of enemies (S-SUMMON-03).
            clear_mm = 0.0 if hero else CLEAR_MM
            yield Interpretation(spec.kind, spec.by, piece.id, (command,), Role.PLACE, clear_of_enemies_mm=clear_mm)

    def _terrain(self, lies: TemplatePlace) -> Iterator[Interpretation]:
        """The terrain cards whose template it may be; templates keep clear of templates (S-TERRAIN-07)."""
        outline = tuple((each.x_mm, each.y_mm) for each in lies.outline)
        for spec in self._offers:
            needs = [field for field in spec.fields.values() if isinstance(field, Pick) and field.least > 0]
            if spec.kind != "layterrain" or needs:
                continue
            card = str(spec.fixed["card"])
            command = LayTerrain(by=spec.by, card=card, outline=outline, sigma_mm=lies.sigma_mm, made_mm=lies.made_mm)
            yield Interpretation(
                spec.kind, spec.by, card, (command,), Role.PLACE, secret=True, clear_of_templates_mm=CLEAR_MM
            )

    def _moves(self, found: FoundModel, piece: Piece, to: Stand) -> tuple[Interpretation, ...]:
        seat, creature = piece.controller, piece.id
        steps, state = self._until_acting(seat, creature, begins=not found.nudged)
        if state is None:
            return ()
        ends = bool(steps) and isinstance(steps[0], Finish)
        notes = (ENDS_OTHER,) if ends else ()
        if not is_free(state):
            return (self._begin(seat, creature, steps, notes),) if steps else ()
        runs = {
            bool(spec.fixed.get("run"))
            for spec in self._rules.commands(state, seat)
            if spec.kind == "move" and spec.fixed.get("creature") == creature
        }
        declared = True in runs and found.declared == RUN
        read: list[Interpretation] = []
        for run in (True,) if declared else sorted(runs):
            command = Move(by=seat, creature=creature, to=to, run=run)
            # A Run that nobody declared here may have been declared aloud, or not at all.
            struck = self._struck(state, command)
            undeclared, changes = run and not declared, run or ends or bool(struck)
            asks = Confirmation.ALWAYS if undeclared else Confirmation.CHANGES if changes else Confirmation.SELDOM
            action = RUN if run else MOVE
            read.append(
                Interpretation(
                    action,
                    seat,
                    creature,
                    (*steps, command),
                    asks=asks,
                    fallback=bool(read),
                    notes=(*notes, *struck),
                    then=FIGHTS,
                )
            )
        return tuple(read)

    def _struck(self, state: State, move: Move) -> tuple[str, ...]:
        """Which Backstabs a move brings, as if nobody turned up a hidden card."""
        creature = state.creatures[move.creature]
        if not any(enemies_certainly_touched(state, replace(creature, stand=at)) for at in (creature.stand, move.to)):
            return ()  # that is told at once, which a decision is not
        moved = after(self._rules, state, move)
        while moved is not None and (passing := self._rules.passing(moved)) is not None:
            moved = after(self._rules, moved, passing)
        steps = () if moved is None else moved.steps
        found = (each for each in steps if isinstance(each, BackstabStep) and each.strikers)
        return tuple(BACKSTABS[each.why] for each in found if each.victim == move.creature)

    def _until_acting(self, seat: str, creature: str, *, begins: bool) -> tuple[tuple[Command, ...], State | None]:
        """The commands after which a creature acts, and the game then; None where it cannot come to that."""
        steps: list[Command] = []
        state: State | None = self._state
        if self._state.acting == creature:
            return (), self._state
        if not begins:
            return (), None
        if self._state.acting and any(spec.kind == "finish" and spec.by == seat for spec in self._offers):
            steps.append(Finish(by=seat))
            state = after(self._rules, self._state, steps[-1])
        if state is None or not _offers_activation(self._rules.commands(state, seat), creature):
            return (), None
        steps.append(Activate(by=seat, creature=creature))
        return tuple(steps), after(self._rules, state, steps[-1])

    def _forbidden(self, piece: Piece, at: Stand) -> Interpretation:
        """What forbids it that this creature moves now."""
        seat, creature = piece.controller, piece.id
        if self._state.acting == creature:
            command = Move(by=seat, creature=creature, to=at)
            return Interpretation(MOVE, seat, creature, (command,), asks=Confirmation.SELDOM)
        begun = Activate(by=seat, creature=creature)
        stands = after(self._rules, self._state, begun)
        refused = CANNOT_MOVE if stands is not None and is_free(stands) else None
        return self._begin(seat, creature, (begun,), (), refused)

    def _begin(
        self,
        seat: str,
        creature: str,
        steps: tuple[Command, ...],
        notes: tuple[str, ...],
        refused: Refusal | None = None,
    ) -> Interpretation:
        return Interpretation(
            "activate", seat, creature, steps, Role.BEGIN, Confirmation.ALWAYS, refused=refused, notes=notes
        )


def _offers_activation(specs: Iterable[CommandSpec], creature: str) -> bool:
    picks = (spec.fields.get("creature") for spec in specs if spec.kind == "activate")
    return any(isinstance(pick, Pick) and creature in pick.options for pick in picks)
