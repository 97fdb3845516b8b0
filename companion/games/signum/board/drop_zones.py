"""Where models of Signum may be put down now: the true zones of what is asked and offered."""

from collections.abc import Iterator, Sequence

from companion.games.board import Declared, DropZone
from companion.games.prompt import CommandSpec
from companion.games.protocol import Game
from companion.games.signum.board.asked import after, is_free, placed
from companion.games.signum.board.rooms import room_for, template_rooms
from companion.games.signum.measures import MOVE, RUN
from companion.games.signum.model.commands import Activate, Finish
from companion.games.signum.model.mat import own_side, radius_mm
from companion.games.signum.model.state import State
from companion.geometry import Side

LAY = "layterrain"

AT_SIDE = frozenset({"place_hero", "place_summoned", "place_if_possible"})
"""Prompts that want a model at its player's side of the mat."""


def drop_zones(
    rules: Game[State], state: State, offers: Sequence[CommandSpec], declared: Declared
) -> tuple[DropZone, ...]:
    """Zones of what prompts wait for, of terrain that is to be laid, and of the creature that acts.

    A creature of which nothing was said moves where it can.
    """
    return (*_asked(rules, state), *_laid(state, offers, declared), *_moves(state, offers, declared))


def drop_zone(rules: Game[State], state: State, piece: str, declared: Declared) -> DropZone | None:
    """The zone of a creature that is about to be moved, with the activation that comes before; None without one.

    Raises:
        RuleViolation: If there is none, and it may not be activated now.
    """
    known = state.creatures.get(piece)
    if known is None:
        return None
    found = None
    if known.stand is not None and is_free(state):
        found = _begun(rules, state, piece, declared)
    if found is None:
        rules.decide(state, Activate(by=known.controller, creature=piece))
    return found


def _begun(rules: Game[State], state: State, creature: str, declared: Declared) -> DropZone | None:
    seat = state.creatures[creature].controller
    begun: State | None = state
    if state.acting and state.acting != creature:
        begun = after(rules, state, Finish(by=seat))
    if begun is not None and begun.acting != creature:
        begun = after(rules, begun, Activate(by=seat, creature=creature))
    if begun is None:
        return None
    return next((each for each in _moves(begun, rules.commands(begun, seat), declared) if each.of == creature), None)


def _asked(rules: Game[State], state: State) -> Iterator[DropZone]:
    for prompt in rules.prompts(state):
        for spec in prompt.specs:
            if of := placed(spec):
                side = own_side(state, spec.by) if prompt.key in AT_SIDE else None
                yield from _zones(state, spec, of, spec.kind, side, asked=True)


def _laid(state: State, offers: Sequence[CommandSpec], declared: Declared) -> Iterator[DropZone]:
    """Where the terrain may lie of which it was said last that it is to be laid."""
    offered = {str(spec.fixed["card"]): spec for spec in offers if spec.kind == LAY}
    said = [card for card, word in declared.items() if word == LAY and card in offered]
    for card in said[-1:]:
        rooms = template_rooms(state, offered[card].by, card)
        if rooms:
            seat = offered[card].by
            yield DropZone(card, seat, seat, LAY, 0.0, rooms[0].room, asked=True, templates=rooms)


def _moves(state: State, offers: Sequence[CommandSpec], declared: Declared) -> Iterator[DropZone]:
    """One zone for each creature that may move: that of the Run where it was said, or where there is nothing else."""
    by_creature: dict[str, dict[bool, CommandSpec]] = {}
    for spec in offers:
        if spec.kind == "move":
            by_creature.setdefault(str(spec.fixed["creature"]), {})[bool(spec.fixed.get("run"))] = spec
    for creature, offered in by_creature.items():
        run = declared.get(creature) == RUN
        run = run if run in offered else not run
        yield from _zones(state, offered[run], creature, RUN if run else MOVE, None)


def _zones(
    state: State, spec: CommandSpec, of: str, kind: str, side: Side | None, *, asked: bool = False
) -> Iterator[DropZone]:
    """The zone of a command, as far as it is known what its creature is."""
    room = room_for(state, spec) if state.keys.get(of) else None
    if room is not None:
        owner = of.partition(":")[0]
        yield DropZone(of, spec.by, owner, kind, radius_mm(state, state.card(of)), room, side, asked=asked)
