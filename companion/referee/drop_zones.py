"""Where models may be put down now: the true zones of what is asked and offered, for screens to draw and to snap to."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.measured import RuleViolation
from companion.games.prompt import CommandSpec
from companion.games.protocol import Game
from companion.games.signum.commands import Activate, Finish
from companion.games.signum.mat import own_side, radius_mm
from companion.games.signum.rooms import room_for
from companion.games.signum.state import State
from companion.geometry import Room, Side

ASKED = frozenset({"placehero", "place"})
"""Commands that bring a model to a place that a prompt waits for."""
AT_SIDE = frozenset({"place_hero", "place_summoned", "place_if_possible"})
"""Prompts that want a model at its player's side of the mat."""


@dataclass(frozen=True, slots=True)
class DropZone:
    """Where the model of one creature may be put down.

    Attributes:
        of: Id of the creature in the game; a hero's before it was placed.
        seat: Who puts it there.
        owner: Who brought it.
        kind: `placehero`, `place`, `move` or `run`.
        radius_mm: Of its base, as its card says.
        room: All legal places of the centre.
        side: The side that it is to touch; None where that is no question.
        name: What the creature is called, in the language of the screen.
    """

    of: str
    seat: str
    owner: str
    kind: str
    radius_mm: float
    room: Room
    side: Side | None = None
    name: str = ""

    @property
    def asked(self) -> bool:
        """Whether a prompt waits for it; else it is a way that the creature may go."""
        return self.kind in ASKED


@dataclass(frozen=True, slots=True)
class Grabbed:
    """A model that is held, by a finger or a hand.

    Attributes:
        of: Id of its creature.
        zone: Where it may be put down; None where it may not be moved now.
        why: Why not, in the language of the screen; empty where nothing is to be said.
    """

    of: str
    zone: DropZone | None = None
    why: str = ""


class DropZones:
    """The zones of one game; each is worked out once for each moment of it."""

    def __init__(self, game: Game[State], players: Sequence[str]) -> None:
        """Prepares.

        Args:
            game: The rules.
            players: Ids of those who play.
        """
        self._game, self._players = game, players

    def open(self, state: State, running: Mapping[str, bool]) -> tuple[DropZone, ...]:
        """Zones of what prompts wait for, and of the creature that acts.

        Args:
            state: The game.
            running: Who said to run, or to move, before its model was touched; others move where they can.
        """
        found = list(self._asked(state))
        specs = [spec for seat in self._players for spec in self._game.commands(state, seat)]
        found += _moves(state, specs, running)
        return tuple(found)

    def of_model(self, state: State, creature: str, running: Mapping[str, bool]) -> DropZone | None:
        """The zone of a creature that is about to be moved, with the activation that comes before; None without one."""
        known = state.creatures.get(creature)
        if known is None or known.stand is None or state.steps or state.question is not None:
            return None
        begun: State | None = state
        if state.acting and state.acting != creature:
            begun = self._after(state, Finish(by=known.controller))
        if begun is not None and begun.acting != creature:
            begun = self._after(begun, Activate(by=known.controller, creature=creature))
        if begun is None:
            return None
        specs = self._game.commands(begun, known.controller)
        return next((each for each in _moves(begun, specs, running) if each.of == creature), None)

    def _asked(self, state: State) -> Iterator[DropZone]:
        for prompt in self._game.prompts(state):
            for spec in prompt.specs:
                if spec.kind not in ASKED:
                    continue
                of = f"{spec.by}:hero" if spec.kind == "placehero" else str(spec.fixed["creature"])
                side = own_side(state, spec.by) if prompt.key in AT_SIDE else None
                yield from _zones(state, spec, of, spec.kind, side)

    def _after(self, state: State, command: Activate | Finish) -> State | None:
        try:
            events = self._game.decide(state, command)
        except RuleViolation:
            return None
        for event in events:
            state = self._game.evolve(state, event)
        return state


def _moves(state: State, specs: Sequence[CommandSpec], running: Mapping[str, bool]) -> Iterator[DropZone]:
    """One zone for each creature that may move: that of the Run where it was said, or where there is nothing else."""
    by_creature: dict[str, dict[bool, CommandSpec]] = {}
    for spec in specs:
        if spec.kind == "move":
            by_creature.setdefault(str(spec.fixed["creature"]), {})[bool(spec.fixed.get("run"))] = spec
    for creature, offered in by_creature.items():
        run = running.get(creature, False)
        run = run if run in offered else not run
        yield from _zones(state, offered[run], creature, "run" if run else "move", None)


def _zones(state: State, spec: CommandSpec, of: str, kind: str, side: Side | None) -> Iterator[DropZone]:
    """The zone of a command, as far as it is known what its creature is."""
    room = room_for(state, spec) if state.keys.get(of) else None
    if room is not None:
        owner = of.partition(":")[0]
        yield DropZone(of, spec.by, owner, kind, radius_mm(state, state.card(of)), room, side)
