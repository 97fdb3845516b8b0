"""Movement, Run, Push, and creatures that are put somewhere (W-MOVE, W-RUN, W-PUSH)."""

from msgspec.structs import replace

from companion.games.kit.events import Placed
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import Cells, CommandSpec
from companion.games.warseer.model import events as e
from companion.games.warseer.model.card_kinds import AttackKind, CreatureKind, Keyword, Moment
from companion.games.warseer.model.commands import Move, Stop
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import (
    AttackStep,
    Context,
    EquipStep,
    HarmStep,
    MinionStep,
    PushStep,
    ShiftStep,
)
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.equipment import equips
from companion.games.warseer.rules.creature.harm import armour_at_start
from companion.games.warseer.rules.creature.reactions import occur
from companion.games.warseer.rules.creature.values import (
    beside,
    has,
    health,
    is_allied,
    is_enemy,
    is_forbidden,
    is_full,
)
from companion.games.warseer.rules.creature.word_abilities import first_word
from companion.games.warseer.rules.field import field_of, is_free
from companion.geometry.grid import Cell

OWN_MOVES = frozenset({"nimble", "advance"})
"""Moves after an attack that a creature makes itself (W-CR-03, W-CR-07)."""

Ways = dict[Cell, tuple[Cell, ...]]
"""Hexes that can be reached, each with the hexes passed, from the one after the first on."""


def ways(state: State, piece: str, most: int, *, stops: bool = True) -> Ways:
    """Where a creature can go (W-MOVE-01 to -03).

    Each hex costs 1 (reading of W-OPEN-26). It passes no creature but as Agile its allies (W-KW-01), and with Flight
    everything, which then lets it pass over Difficult terrain too (W-KW-20, reading of W-OPEN-55).

    Args:
        state: The game.
        piece: The creature.
        most: Hexes that it may go.
        stops: Whether Difficult terrain ends the way, as it does in moves of its own.
    """
    start, field = state.creatures[piece].cell, field_of(state)
    if start is None or most < 1:
        return {}
    flies, agile = has(state, piece, Keyword.FLIGHT), has(state, piece, Keyword.AGILE)
    there = {each.cell: each.id for each in state.standing}
    found: Ways = {}
    edge: Ways = {start: ()}
    met = {start}
    for _ in range(most):
        after: Ways = {}
        for cell, way in sorted(edge.items()):
            for beside_it in field.neighbours(cell):
                if beside_it in met:
                    continue
                creature = there.get(beside_it)
                passes = flies or (
                    beside_it not in field.impassable
                    and (creature is None or (agile and is_allied(state, creature, piece)))
                )
                if not passes:
                    continue
                met.add(beside_it)
                if creature is None and beside_it not in field.impassable:
                    found[beside_it] = (*way, beside_it)
                if flies or not stops or beside_it not in field.difficult:
                    after[beside_it] = (*way, beside_it)
        edge = after
    return found


def is_held(state: State, piece: str) -> bool:
    """Whether a creature cannot move of its own: by an effect, or an opponent's Clinch (W-KW-11, W-OPEN-67)."""
    if is_forbidden(state, piece, "move"):
        return True
    player = state.creatures[piece].player
    return any(
        is_enemy(state, each.id, player) and has(state, each.id, Keyword.CLINCH) for each in beside(state, piece)
    )


def move_spec(by: str, piece: str, cells: tuple[Cell, ...], kind: str = "move") -> CommandSpec:
    """A command that puts a creature on one of some hexes."""
    return CommandSpec(kind=kind, by=by, fixed={"piece": piece}, fields={"to": Cells(options=cells)})


def push_cells(state: State, piece: str) -> tuple[Cell, ...]:
    """Hexes to which a creature may be pushed: adjacent ones that are free and passable (W-PUSH-03, W-PUSH-08)."""
    cell = state.creatures[piece].cell
    if cell is None or is_forbidden(state, piece, "push"):
        return ()
    return tuple(sorted(each for each in field_of(state).neighbours(cell) if is_free(state, each)))


class PushHandler(BaseHandler):
    """A creature is pushed one hex, which the pushing player chooses; that is forced movement.

    W-PUSH-01 to -10.
    """

    key = "push"

    def specs(self, state: State, step: PushStep) -> tuple[CommandSpec, ...]:
        cells = push_cells(state, step.piece)
        return (move_spec(step.by, step.piece, cells),) if cells else ()

    def about(self, state: State, step: PushStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def answer(self, run: Run, step: PushStep, command: Move) -> None:
        hole = run.state.creatures[step.piece].cell
        run.pop()
        run.emit(e.Moved(piece=step.piece, way=(command.to,), how="push"))
        # Onto Difficult terrain it takes one damage besides (W-PUSH-05, W-TER-07).
        harm = int(command.to in field_of(run.state).difficult)
        self._tell(run, step, harm, hole)

    def go_on(self, run: Run, step: PushStep) -> None:
        """It cannot be moved: one additional damage instead (W-PUSH-04)."""
        run.pop()
        if run.state.is_standing(step.piece) and not is_forbidden(run.state, step.piece, "push"):
            self._tell(run, step, 1, None)

    def _tell(self, run: Run, step: PushStep, harm: int, hole: Cell | None) -> None:
        """The damage of a push is added to that of its attack, and has its type (W-PUSH-06, W-PUSH-07)."""
        below = run.state.top
        if step.attack and isinstance(below, AttackStep):
            run.turn_to(replace(below, harm=below.harm + harm, pushed=True, hole=hole))
        elif harm:
            run.push(
                HarmStep(
                    piece=step.piece,
                    amount=harm,
                    player=step.by,
                    cause=step.cause,
                    magic=step.kind is AttackKind.MAGIC,
                    why="push",
                )
            )


class ShiftHandler(BaseHandler):
    """A creature is moved by an effect, or put on one of some hexes (W-MOVE-04, W-MOVE-05, W-MOVE-07)."""

    key = "shift"

    def specs(self, state: State, step: ShiftStep) -> tuple[CommandSpec, ...]:
        cells = shift_cells(state, step)
        if not cells:
            return ()
        staying = (CommandSpec(kind="stop", by=step.by),) if step.may else ()
        return (move_spec(step.by, step.piece, cells), *staying)

    def about(self, state: State, step: ShiftStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece, "left": step.left}

    def key_of(self, state: State, step: ShiftStep) -> str:
        return "shift" if step.left else "place"

    def answer(self, run: Run, step: ShiftStep, command: Move | Stop) -> None:
        run.pop()
        if isinstance(command, Stop):
            return
        if step.left:
            way = ways(run.state, step.piece, step.left, stops=False)[command.to]
            _after_attack(run, step, way[-1])
            run.emit(e.Moved(piece=step.piece, way=way, how=step.how))
        elif step.how == "advance":
            _after_attack(run, step, command.to)
            run.emit(e.Moved(piece=step.piece, way=(command.to,), how="advance"))
        else:
            run.emit(Placed(piece=step.piece, to=command.to))


def _after_attack(run: Run, step: ShiftStep, to: Cell) -> None:
    """Nimble and Advance are moves of the creature's own: it has moved, and Difficult terrain stops it.

    W-KW-15, W-MOVE-06, reading of W-OPEN-54.
    """
    below = run.state.top
    if step.how in OWN_MOVES and isinstance(below, AttackStep) and below.piece == step.piece:
        began = below.began if below.moved else run.state.creatures[step.piece].cell
        still = below.still or to in field_of(run.state).difficult
        run.turn_to(replace(below, moved=True, began=began, still=still))


def shift_cells(state: State, step: ShiftStep) -> tuple[Cell, ...]:
    """Hexes where a creature may be moved or put."""
    if not state.is_standing(step.piece):
        return ()
    if step.left:
        # A Clinch stops moves of one's own alone, such as Nimble (W-KW-11, W-PUSH-09).
        held = step.how in OWN_MOVES and is_held(state, step.piece)
        return () if held else tuple(sorted(ways(state, step.piece, step.left, stops=False)))
    return tuple(sorted(each for each in step.cells if is_free(state, each)))


class MinionHandler(BaseHandler):
    """Minions are summoned beside a creature or onto a hex, up to the limit (W-MIN-01, W-MIN-02, W-MIN-11)."""

    key = "minion"

    def specs(self, state: State, step: MinionStep) -> tuple[CommandSpec, ...]:
        cells = minion_cells(state, step)
        piece = next_minion(state, step.player)
        if not step.left or not cells:
            return ()
        return (move_spec(step.player, piece, cells), CommandSpec(kind="stop", by=step.player))

    def answer(self, run: Run, step: MinionStep, command: Move | Stop) -> None:
        run.pop()
        if isinstance(command, Stop):
            return
        if step.left > 1:
            run.push(replace(step, left=step.left - 1))
        seat = run.state.setup.seat(step.player)
        run.emit(e.Mustered(piece=command.piece, player=step.player, card=seat.minion, sort=CreatureKind.MINION))
        enter(run, command.piece, command.to)


def minion_cells(state: State, step: MinionStep) -> tuple[Cell, ...]:
    """Free hexes for a Minion, if its player has a Minion card and may have one more creature."""
    if not state.setup.seat(step.player).minion or is_full(state, step.player):
        return ()
    if step.cell is not None:
        return (step.cell,) if is_free(state, step.cell) else ()
    cell = state.creatures[step.beside].cell if step.beside in state.creatures else None
    if cell is None:
        return ()
    return tuple(sorted(each for each in field_of(state).neighbours(cell) if is_free(state, each)))


def next_minion(state: State, player: str) -> str:
    """Id of the next Minion of a player."""
    return f"{player}:{1 + sum(each.owner == player for each in state.creatures.values())}"


def _wounds_from_before(state: State, piece: str) -> int:
    """Wounds of a Character who was injured in the match before: until 1 Health is left (W-INJ-09)."""
    creature = state.creatures[piece]
    hurt = any(creature.card in seat.injured for seat in state.setup.seats if seat.id == creature.owner)
    return health(state, piece) - 1 - creature.wounds if hurt else 0


def enter(run: Run, piece: str, to: Cell, under: str = "") -> None:
    """A creature enters the Battlefield: First Word, its Armour, and Rush (W-SUM-03, W-SUM-04, W-KW-03, W-KW-39)."""
    player, was = run.state.creatures[piece].player, run.state.creatures[piece].where
    run.emit(e.Summoned(piece=piece, to=to, under=under))
    if (wounds := _wounds_from_before(run.state, piece)) > 0:
        run.emit(e.Damaged(piece=piece, wounds=wounds, why="injured"))
    if armour := armour_at_start(run.state, piece):
        run.emit(e.Armoured(piece=piece, amount=armour))
    if has(run.state, piece, Keyword.RUSH):
        run.emit(e.Refreshed(piece=piece))
    about = Context(piece=piece, player=player)
    if run.state.creatures[piece].kind is CreatureKind.CHARACTER:
        occur(run, Moment.ENEMY_SUMMONED, about)
    occur(run, Moment.SUMMONED, about)
    first_word(run, run.state.abilities(piece), about)
    is_character = run.state.creatures[piece].kind is CreatureKind.CHARACTER
    if is_character and was is Where.CAMP and equips(run.state, piece):
        run.push(EquipStep(player=player, piece=piece))
