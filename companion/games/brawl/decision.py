"""What is asked, and what follows from a command."""

from collections.abc import Callable
from typing import Any

from companion.games.brawl.engine.offers import answers
from companion.games.brawl.engine.resolution import Run, is_asking, settle
from companion.games.brawl.model.commands import Act, Attack, Move, Play, React
from companion.games.brawl.model.events import BrawlEvent, Corrected, ValueSet, Won
from companion.games.brawl.model.state import CHALLENGES, FIRST, TRAPS, State
from companion.games.brawl.model.steps import CardStep, LayStep, MoveStep, Step, TurnStep
from companion.games.brawl.rules.actions import refusal_of_basic, refusal_of_card
from companion.games.brawl.rules.arena import is_free
from companion.games.brawl.rules.handlers import HANDLERS
from companion.games.command import TABLE, Command
from companion.games.common import Concede, Correct, PileShuffled, SetValue, Shuffled
from companion.games.measured import RuleViolation
from companion.games.prompt import CommandSpec, Number, Pick, Prompt

BY_HAND = {"damage": 20, "powered": 1, "immobilised": 1, "points": 20}
"""What may be set by hand, of champions and, `points`, of sides; and how high."""


def prompts(state: State) -> tuple[Prompt, ...]:
    """What is asked now: a prompt of its own for each player, since the answers of one may be secret from another."""
    if not is_asking(state):
        return ()
    step = state.steps[-1]
    handler = HANDLERS[type(step)]
    asked: dict[str, tuple[CommandSpec, ...]] = {}
    for spec in handler.specs(state, step):
        asked[spec.by] = (*asked.get(spec.by, ()), spec)
    return tuple(handler.prompt(state, step, player, mine) for player, mine in asked.items())


def specs(state: State) -> tuple[CommandSpec, ...]:
    """All commands that answer what is asked now."""
    return HANDLERS[type(state.steps[-1])].specs(state, state.steps[-1]) if is_asking(state) else ()


def decide(state: State, command: Command) -> tuple[BrawlEvent, ...]:
    """What follows from a command.

    Raises:
        RuleViolation: If a rule forbids it.
    """
    if state.outcome is not None:
        raise RuleViolation("B-WIN-01", "game_is_over")
    run = Run(state)
    if isinstance(command, Shuffled):
        _shuffle(run, command)
    elif type(command) in _ANY_TIME:
        _ANY_TIME[type(command)](run, command)
    else:
        _answer(run, command)
    settle(run, HANDLERS)
    return tuple(run.events)


def _answer(run: Run, command: Command) -> None:
    state = run.state
    if not any(answers(spec, command) for spec in specs(state)):
        raise _refusal(state, command)
    step = state.steps[-1]
    HANDLERS[type(step)].answer(run, step, command)


def cards_of_pile(state: State, pile: str) -> tuple[str, ...]:
    """What lies in a pile, the top first."""
    if pile in (FIRST, CHALLENGES, TRAPS):
        return {FIRST: state.first, CHALLENGES: state.challenges, TRAPS: state.supply}[pile]
    return state.decks[pile]


def _shuffle(run: Run, command: Shuffled) -> None:
    state = run.state
    if command.by != TABLE or state.waiting[:1] != (command.player,):
        raise RuleViolation("B-DRAW-01", "nothing_to_shuffle")
    if sorted(command.order) != sorted(cards_of_pile(state, command.player)):
        raise RuleViolation("B-DRAW-01", "other_cards")
    run.emit(PileShuffled(pile=command.player, order=command.order))


def _conceded(run: Run, command: Concede) -> None:
    state = run.state
    if command.by not in {seat.id for seat in state.setup.seats}:
        raise RuleViolation("B-WIN-01", "no_such_player")
    run.emit(Won(side=state.other_side(state.side(command.by)), why="conceded"))


def _corrected(run: Run, command: Correct) -> None:
    state = run.state
    if command.by not in {seat.id for seat in state.setup.seats} or command.of not in state.champions:
        raise RuleViolation("B-ARENA-15", "no_such_champion")
    if command.at is not None or command.outline:
        raise RuleViolation("B-ARENA-01", "only_cells")
    is_moved = command.cell is not None and command.cell != state.champions[command.of].cell
    if is_moved and command.cell is not None and not is_free(state, command.cell):
        raise RuleViolation("B-ARENA-15", "cell_taken")
    run.emit(Corrected(piece=command.of, cell=command.cell))


def _value_set(run: Run, command: SetValue) -> None:
    state, value = run.state, int(command.value)
    if command.by not in state.order or command.of not in _holders(state, command.what):
        raise RuleViolation("B-BASE-01", "no_such_value")
    if command.value != value or not 0 <= value <= BY_HAND[command.what]:
        raise RuleViolation("B-BASE-01", "sound_number", {"most": BY_HAND[command.what]})
    run.emit(ValueSet(what=command.what, of=command.of, value=value))


def _holders(state: State, what: str) -> tuple[str, ...]:
    """Whose number may be set by hand."""
    if what not in BY_HAND:
        return ()
    return tuple(state.points) if what == "points" else tuple(state.champions)


def specs_by_hand(state: State, player: str) -> tuple[CommandSpec, ...]:
    """What a player may do at any time: set a number where a card says what the program cannot, and give up."""
    if state.outcome is not None or player not in {seat.id for seat in state.setup.seats}:
        return ()
    numbers = (
        CommandSpec(
            kind="setvalue",
            by=player,
            fixed={"what": what},
            fields={"of": Pick(options=holders), "value": Number(least=0, most=most)},
        )
        for what, most in BY_HAND.items()
        if player in state.order and (holders := _holders(state, what))
    )
    return (*numbers, CommandSpec(kind="concede", by=player))


_ANY_TIME: dict[type, Callable[[Run, Any], None]] = {
    Concede: _conceded,
    Correct: _corrected,
    SetValue: _value_set,
}


def _refusal(state: State, command: Command) -> RuleViolation:
    """Why a command is none of those that are offered."""
    if not is_asking(state):
        return RuleViolation("B-SETUP-01", "shuffle_first")
    step = state.steps[-1]
    asked = specs(state)
    if isinstance(command, React) and not (isinstance(step, CardStep) and step.stage == "react"):
        return _no_attack(state, command)
    if command.by not in {spec.by for spec in asked}:
        return RuleViolation("B-ROUND-02", "not_your_turn", {"player": state.active})
    if type(command) is Play and isinstance(step, TurnStep):
        found = refusal_of_card(state, command.by, command.card)
    elif type(command) is Act and isinstance(step, TurnStep):
        found = refusal_of_basic(state, command.by, command.action, command.piece, command.core)
    else:
        found = _refusal_of_answer(step, command)
    return found or RuleViolation("B-ACT-08", "not_asked", {"step": str(step.__struct_config__.tag)})


def _no_attack(state: State, command: React) -> RuleViolation:
    """A reaction where nobody is attacked: in the own turn, or in an opponent's (B-REACT-01, B-REACT-02)."""
    is_own = state.active and state.side(state.active) == state.side(command.by)
    return RuleViolation("B-REACT-01" if is_own else "B-REACT-02", "not_attacked")


def _refusal_of_answer(step: Step, command: Command) -> RuleViolation | None:
    match step, command:
        case MoveStep(left=left), Move():
            return RuleViolation("B-MOVE-03", "out_of_reach", {"left": left})
        case LayStep(), _:
            return RuleViolation("B-TRAP-07", "no_trap_cell")
        case CardStep(stage="aim"), Attack():
            return RuleViolation("B-TGT-01", "no_target")
        case CardStep(stage="react"), React():
            return RuleViolation("B-REACT-09", "no_reaction")
        case _:
            return None
