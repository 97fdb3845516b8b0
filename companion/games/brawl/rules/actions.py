"""A turn's activation: cards and basic actions, paid with cores (B-ACT, B-BA), and the end of an action (B-PWR)."""

from msgspec.structs import replace

from companion.games.brawl.model.commands import Act, Play
from companion.games.brawl.model.events import ActionClosed, ActionDone, CardPlayed, CoreSpent, Won
from companion.games.brawl.model.kinds import CORES, Basic, Core, Deed
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import ActionEndStep, BasicStep, CardStep, MoveStep, PlanStep
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.arena import arena_of, spawn_cells
from companion.games.brawl.rules.cards import push_abilities
from companion.games.brawl.rules.damage import deal, power_up
from companion.games.brawl.rules.hands import choice_of
from companion.games.brawl.rules.values import move_points
from companion.games.common import Choose
from companion.games.defaults.hands import known
from companion.games.kit.events import Healed
from companion.games.kit.handlers import BaseHandler
from companion.games.prompt import CommandSpec, Pick
from companion.games.verdicts.measured import RuleViolation

BASICS = {
    Basic.PLAN: (Core.MANIPULATION, 1),
    Basic.HEAL: (Core.CREATION, 1),
    Basic.STRIKE: (Core.DESTRUCTION, 1),
    Basic.RUN: (None, 2),
}
"""The core that each basic action takes, None for any, and its move points (B-BA-03 to -06).

Each has some, so that each may bring a champion back that is at its gate (B-KO-13).
"""


def refusal_of_card(state: State, player: str, card: str) -> RuleViolation | None:
    """Why a card of the hand cannot be played now; None if it can (B-ACT-01, B-ACT-03)."""
    if card not in state.hands[player]:
        return RuleViolation("B-ACT-01", "not_in_hand")
    printed = state.card(card)
    if printed.deed is Deed.REACTION:
        return RuleViolation("B-REACT-01", "reaction_in_own_turn")
    if printed.core not in state.cores[player]:
        return RuleViolation("B-ACT-03", "no_core", {"core": printed.core.value})
    return _refusal_at_gate(state, state.piece_of(card), printed.move)


def _refusal_at_gate(state: State, piece: str, move: int | None) -> RuleViolation | None:
    """Whether a champion at its gate cannot enter: it needs a move point and a free cell (B-KO-09 to -12)."""
    champion = state.champions[piece]
    if champion.cell is not None:
        return None
    # B-KO-10; a movement bonus may serve (reading of B-OPEN-32).
    if not move and (not state.setup.readings.bonus_for_entry or not move_points(state, piece, move)):
        return RuleViolation("B-KO-10", "at_gate_without_move", {"piece": piece})
    if not spawn_cells(state, champion.player):
        return RuleViolation("B-KO-12", "spawn_full", {"piece": piece})
    return None


def refusal_of_basic(state: State, player: str, action: Basic, piece: str, core: Core) -> RuleViolation | None:
    """Why a basic action cannot be done now; None if it can."""
    wanted, move = BASICS[action]
    if action in state.done:  # B-BA-02
        return RuleViolation("B-BA-02", "basic_once", {"action": action.value})
    if wanted not in (None, core):
        return RuleViolation("B-BA-03", "other_core", {"core": str(wanted)})
    if core not in state.cores[player]:
        return RuleViolation("B-ACT-03", "no_core", {"core": core.value})
    # The own alone, also with a teammate (B-BA-07, B-TEAM-04).
    if piece not in state.champions or state.champions[piece].player != player:
        return RuleViolation("B-BA-07", "own_champion")
    return _refusal_at_gate(state, piece, move)


def action_specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """All that the active player may do: cards and basic actions in any order, and the end of the turn.

    That goes on as long as cores last, also with one champion again and again (B-ACT-05, B-ACT-07).
    """
    specs = []
    hand = known(state.hands[player])
    if cards := tuple(card for card in hand if refusal_of_card(state, player, card) is None):
        specs.append(CommandSpec(kind="play", by=player, fields={"card": Pick(options=cards)}))
    for action, (wanted, _) in BASICS.items():
        for core in CORES if wanted is None else (wanted,):
            pieces = tuple(
                each.id for each in state.mine(player) if refusal_of_basic(state, player, action, each.id, core) is None
            )
            if pieces:
                fixed: dict[str, str | int | bool] = {"action": action.value, "core": core.value}
                specs.append(CommandSpec(kind="act", by=player, fixed=fixed, fields={"piece": Pick(options=pieces)}))
    return (*specs, CommandSpec(kind="endturn", by=player))


def play(run: Run, command: Play) -> None:
    """Plays an action card (B-ACT-02)."""
    card, piece = run.state.card(command.card), run.state.piece_of(command.card)
    run.emit(CoreSpent(player=command.by, core=card.core))  # B-BASE-05
    run.emit(CardPlayed(player=command.by, card=command.card, piece=piece))
    run.push(CardStep(player=command.by, card=command.card, piece=piece), ActionEndStep(piece=piece))


def act(run: Run, command: Act) -> None:
    """Does a basic action (B-BA-01)."""
    run.emit(CoreSpent(player=command.by, core=command.core))
    run.emit(ActionDone(player=command.by, action=command.action, piece=command.piece))
    step = BasicStep(player=command.by, action=command.action, piece=command.piece)
    run.push(step, ActionEndStep(piece=command.piece))


class BasicHandler(BaseHandler):
    """A basic action: its move, then what it does (B-BA-03 to -06); it is no attack, so nobody answers it (B-BA-08)."""

    key = "strike"

    def specs(self, state: State, step: BasicStep) -> tuple[CommandSpec, ...]:
        if step.stage == "move":
            return ()
        # No "up to" stands there: where there is an enemy, one is struck (B-BA-05).
        if step.action is Basic.STRIKE and (enemies := _adjacent_enemies(state, step.piece)):
            return (choice_of(step.player, enemies, 1, 1),)
        # B-BA-04
        if step.action is Basic.HEAL and state.champions[step.piece].damage:
            return (choice_of(step.player, (step.piece,), 0, 1),)
        return ()

    def key_of(self, state: State, step: BasicStep) -> str:
        return step.action.value

    def about(self, state: State, step: BasicStep) -> dict[str, str | int | float | bool]:
        return {"piece": step.piece}

    def go_on(self, run: Run, step: BasicStep) -> None:
        if step.stage == "effect":
            run.pop()
            if step.action is Basic.PLAN and run.state.is_standing(step.piece):
                run.push(PlanStep(player=step.player, most=1))
            return
        run.turn_to(replace(step, stage="effect"))
        points = move_points(run.state, step.piece, BASICS[step.action][1])
        # It may come out of its gate (B-KO-13).
        if points:
            run.push(MoveStep(piece=step.piece, by=step.player, left=points, cause=step.piece, enters=True))

    def answer(self, run: Run, step: BasicStep, command: Choose) -> None:
        run.pop()
        for piece in command.chosen:
            if step.action is Basic.HEAL:
                run.emit(Healed(piece=piece, amount=1))
            else:
                deal(run, [(piece, 1)], step.piece)  # B-BA-09


def _adjacent_enemies(state: State, piece: str) -> tuple[str, ...]:
    cell, mine, grid = state.champions[piece].cell, state.side_of(piece), arena_of(state).grid
    beside = grid.neighbours(cell) if cell is not None else ()
    return tuple(each.id for each in state.standing if each.cell in beside and state.side(each.player) != mine)


class ActionEndHandler(BaseHandler):
    """Power-ups, then whether somebody has won (B-PWR-02, B-WIN-04)."""

    def go_on(self, run: Run, step: ActionEndStep) -> None:
        if step.abilities:
            run.turn_to(replace(step, abilities=False))
            for piece in run.state.rising:
                push_abilities(run, piece, "knock_out")
            return
        power_up(run)
        run.pop()
        if run.state.rising or run.state.fallen:
            run.emit(ActionClosed())
        win(run)


def win(run: Run) -> None:
    """Ends the game if a side has reached the goal (B-WIN-01, B-WIN-03, B-ROUND-01, B-TEAM-08)."""
    state = run.state
    there = [side for side in state.sides if state.points[side] >= state.setup.goal]
    if there:
        mine = state.side(state.active)
        # If both have, that of the active player loses, whose card it was (B-KO-17, B-KO-20, B-TEAM-16).
        run.emit(Won(side=there[0] if len(there) == 1 else state.other_side(mine)))
