"""Moments at which cards may react: tactics face down, abilities and riders that wait (S-CARD-45 to -52, S-ABIL-06).

Rules announce a moment where the catalogue's glossary names a hook; what reacts is resolved before they go on.
"""

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.state import State
from companion.games.signum.model.steps import Moment, ReactionStep

HOOKS = (
    "turn.begin",
    "turn.end",
    "activation.start",
    "move.declare",
    "move.end",
    "contact.enter",
    "contact.leave",
    "melee.declare",
    "melee.after",
    "ranged.declare",
    "ranged.after",
    "target.choose",
    "card.play",
    "summon",
    "summoned",
    "card.to-graveyard",
    "damage.dealt",
    "eliminated",
    "healed",
)
"""The moments that are announced."""


def announce(  # noqa: PLR0913 (a moment has that many sides)
    draft: Draft, hook: str, by: str, *, creature: str = "", target: str = "", card: str = "", cancellable: bool = False
) -> None:
    """Lets cards react to a moment; the step that announces it goes on when they have.

    Args:
        draft: The command being decided.
        hook: One of `HOOKS`.
        by: The player whose deed it is.
        creature: The creature that does it.
        target: The one it is done to.
        card: The card concerned, of `card.play`, `summon` and `card.to-graveyard`.
        cancellable: Whether a reaction may cancel it; the announcing step's handler is then told by `cancelled`.
    """
    if not (_anybody_listens(draft.state, hook) or may_be_met(draft.state, hook)):
        return
    moment = Moment(hook=hook, by=by, creature=creature, target=target, card=card, cancellable=cancellable)
    draft.push(ReactionStep(moment=moment))


def may_be_met(state: State, hook: str) -> bool:
    """Whether a face-down tactic might wait for such a moment, as far as the public can tell (S-ZONE-24)."""
    if hook not in state.setup.tactic_hooks:
        return False
    return any(player.tactics and may_take_effect(state, player.id) for player in state.players.values())


def may_take_effect(state: State, owner: str) -> bool:
    """Whether a player's tactics may take effect in the turn that runs (S-CARD-47).

    That is an opponent's turn, in some editions the own one too; the turn of an ally is neither (S-DIFF-08).
    """
    if not state.active or not state.allied(owner, state.active):
        return True
    return owner == state.active and state.rules.switches.tactic_turns == "both"


def _anybody_listens(state: State, hook: str) -> bool:
    """Whether any card that was brought waits for such a moment; most moments concern none."""
    return any(
        rider.trigger is not None and rider.trigger.on == hook
        for card in state.setup.cards.values()
        for rider in card.riders
    )
