"""Why a command is none of those that are offered, by the rule that forbids it."""

from companion.games.command import Command
from companion.games.kit.handlers import is_asking
from companion.games.prompt import CommandSpec
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.model import commands as c
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import ActivationStep, TurnStep

RULES: dict[type, tuple[str, str]] = {
    c.Lay: ("W-TER-03", "no_site"),
    c.Landmark: ("W-SC4-03", "no_landmark"),
    c.Deploy: ("W-SETUP-16", "outside_zone"),
    c.Back: ("W-SETUP-17", "return_so_many"),
    c.Activate: ("W-ACT-11", "activated_once"),
    c.Move: ("W-MOVE-01", "out_of_reach"),
    c.RunTo: ("W-RUN-02", "out_of_reach"),
    c.Attack: ("W-ATK-05", "no_target"),
    c.Use: ("W-ABIL-12", "no_use"),
    c.Remove: ("W-MIN-08", "no_minion"),
    c.Summon: ("W-SUM-01", "no_summon"),
    c.Play: ("W-ECON-02", "not_playable"),
    c.Discard: ("W-ECON-08", "discard_once"),
    c.Score: ("W-FEAT-16", "feat_not_met"),
    c.Spend: ("W-FEAT-10", "spend_once"),
    c.React: ("W-TAC-02", "no_situation"),
    c.EndTurn: ("W-TURN-21", "creatures_left"),
}
"""Of a command that came in its time."""


def refusal(state: State, command: Command, offered: tuple[CommandSpec, ...]) -> RuleViolation:
    """Why a command is refused."""
    if not is_asking(state):
        return RuleViolation("W-SETUP-13", "shuffle_first")
    step = state.steps[-1]
    asked = {spec.by for spec in offered}
    if command.by not in asked:
        return RuleViolation("W-TURN-03", "not_your_turn", {"player": next(iter(sorted(asked)), state.active)})
    if isinstance(step, ActivationStep) and isinstance(command, c.Play | c.Score | c.Spend | c.Summon | c.Activate):
        return RuleViolation("W-ACT-09", "while_activated", {"piece": step.piece})
    if type(command) in RULES and (isinstance(step, TurnStep | ActivationStep) or isinstance(command, c.Move)):
        return RuleViolation(*RULES[type(command)])
    return RuleViolation("W-ACT-08", "not_asked", {"step": str(step.__struct_config__.tag)})
