"""Why a command is none of those that are offered, by the rule that forbids it."""

from companion.games.brawl.model.commands import Act, Attack, Move, Play, React
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import CardStep, LayStep, MoveStep, Step, TurnStep
from companion.games.brawl.rules.actions import refusal_of_basic, refusal_of_card
from companion.games.command import Command
from companion.games.kit.handlers import is_asking
from companion.games.prompt import CommandSpec
from companion.games.verdicts.measured import RuleViolation


def refusal(state: State, command: Command, offered: tuple[CommandSpec, ...]) -> RuleViolation:
    """Why a command is none of those that are offered."""
    if not is_asking(state):
        return RuleViolation("B-SETUP-01", "shuffle_first")
    step = state.steps[-1]
    if isinstance(command, React) and not (isinstance(step, CardStep) and step.stage == "react"):
        return _no_attack(state, command)
    if command.by not in {spec.by for spec in offered}:
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
