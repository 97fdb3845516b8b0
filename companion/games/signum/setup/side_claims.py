"""Claiming sides of the mat, with more than two players (S-VAR-15, S-VAR-16, S-VAR-29, S-VAR-30)."""

from companion.games.prompt import CommandSpec, Prompt
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model import variants
from companion.games.signum.model.commands import Claim
from companion.games.signum.model.editions import Variant
from companion.games.signum.model.events import SideClaimed
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import SetupStep


def first_stage(state: State) -> SetupStep:
    """What comes once the order is known: claiming sides, or placing heroes where nobody has to claim."""
    waiting = _waiting(state)
    return SetupStep(stage="sides", player=waiting[0]) if waiting else SetupStep(stage="heroes", player=state.order[0])


def prompts(state: State, player: str) -> tuple[Prompt, ...]:
    """Asks a player for a side."""
    specs = tuple(
        CommandSpec(kind="claim", by=player, fixed={"side": side, "far": min(segment) > 0})
        for side, segment in variants.claims(state.setup, player)
    )
    return (Prompt(key="claim_side", to=(player,), specs=specs),)


def claim(draft: Draft, command: Claim) -> None:
    """A side becomes a player's."""
    fitting = [
        segment
        for side, segment in variants.claims(draft.state.setup, command.by)
        if side == command.side and (min(segment) > 0) == command.far
    ]
    draft.require(bool(fitting), "S-VAR-37", "claimed_side", player=command.by)
    if fitting:
        draft.emit(SideClaimed(player=command.by, side=command.side, segment=fitting[0]))
        draft.turn_to(first_stage(draft.state))


def _waiting(state: State) -> tuple[str, ...]:
    """Who has not claimed a side, in turn order (S-VAR-16)."""
    if state.rules.variant is Variant.DUEL:
        return ()
    return tuple(player for player in state.order if state.seat(player).segment is None)
