"""What of a game's offers and prompts concerns the mat."""

from companion.games.command import Command
from companion.games.prompt import CommandSpec
from companion.games.protocol import Game
from companion.games.signum.model.state import State
from companion.games.signum.words.names import HERO
from companion.games.verdicts.measured import RuleViolation


def is_free(state: State) -> bool:
    """Whether nothing is being resolved or asked, so that creatures may be moved."""
    return not state.steps and state.question is None


def piece_of(spec: CommandSpec) -> str:
    """Whose place a command tells; empty where the offer does not say."""
    if spec.kind == "placehero":
        return f"{spec.by}{HERO}"
    return str(spec.fixed.get("creature") or spec.fixed.get("card") or "")


def placed(spec: CommandSpec) -> str:
    """Who is placed by a command that a prompt waits for; empty for any other command."""
    return piece_of(spec) if spec.kind in ("place", "placehero") else ""


def after(rules: Game[State], state: State, command: Command) -> State | None:
    """The game after a command; None if a rule forbids it."""
    try:
        events = rules.decide(state, command)
    except RuleViolation:
        return None
    for event in events:
        state = rules.evolve(state, event)
    return state
