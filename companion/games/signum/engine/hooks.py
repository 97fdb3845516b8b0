"""Moments at which cards may react: tactics face down, abilities and riders that wait (S-CARD-45 to -52, S-ABIL-06).

Rules announce a moment where the catalogue's glossary names a hook; what reacts is resolved before they go on.
"""

import functools
from collections.abc import Iterable, Iterator

import msgspec

from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.all_cards import AllCards
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import GainEffect, Rider
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import Moment, ReactionStep

CANCELLABLE = frozenset({"melee.declare", "ranged.declare", "target.choose", "card.play", "summon"})
"""Moments whose deed a card may cancel."""

DOER, VICTIM, CARD = "doer", "victim", "card"

ROLES: dict[str, frozenset[str]] = {
    "turn.begin": frozenset(),
    "turn.end": frozenset(),
    "activation.start": frozenset({DOER}),
    "move.declare": frozenset({DOER}),
    "move.end": frozenset({DOER}),
    "contact.enter": frozenset({DOER, VICTIM}),
    "contact.leave": frozenset({DOER}),
    "melee.declare": frozenset({DOER, VICTIM}),
    "melee.after": frozenset({DOER, VICTIM}),
    "ranged.declare": frozenset({DOER, VICTIM}),
    "ranged.after": frozenset({DOER, VICTIM}),
    "target.choose": frozenset({DOER, VICTIM}),
    "card.play": frozenset({CARD}),
    "summon": frozenset({DOER, CARD}),
    "summoned": frozenset({DOER, CARD}),
    "card.to-graveyard": frozenset({VICTIM, CARD}),
    "damage.dealt": frozenset({DOER, VICTIM}),
    "eliminated": frozenset({DOER, VICTIM}),
    "healed": frozenset({DOER, VICTIM}),
    "activation.end": frozenset({DOER}),
    "damage.apply": frozenset({DOER, VICTIM}),
    "terrain.enter": frozenset({DOER, CARD}),
    "terrain.leave": frozenset({DOER, CARD}),
}
"""The moments that are announced, each with what it may concern."""

HOOKS = tuple(ROLES)
"""Their names."""


def announce(  # noqa: PLR0913 (a moment has that many sides)
    draft: Draft,
    hook: str,
    by: str,
    *,
    creature: str = "",
    target: str = "",
    card: str = "",
    cancellable: bool = False,
    fallen: tuple[Creature, ...] = (),
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
        fallen: Those concerned that have left the mat, as they last were.
    """
    if not is_awaited(draft.state, hook):
        return
    moment = Moment(
        hook=hook, by=by, creature=creature, target=target, card=card, cancellable=cancellable, fallen=fallen
    )
    draft.push(ReactionStep(moment=moment))


def is_awaited(state: State, hook: str) -> bool:
    """Whether any card may react to such a moment; most moments concern none."""
    return _anybody_listens(state, hook) or may_be_met(state, hook)


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


def is_awaited_elsewhere(state: State, hook: str) -> bool:
    """Whether a card that is no terrain, or an ability given by hand, may react to a moment of terrain."""
    return hook in awaited(AllCards(state.setup.cards), but=Kind.TERRAIN) or _is_given(state, hook)


def _anybody_listens(state: State, hook: str) -> bool:
    """Whether any card that was brought, or an ability given by hand, waits for such a moment."""
    return hook in awaited(AllCards(state.setup.cards)) or _is_given(state, hook)


def _is_given(state: State, hook: str) -> bool:
    """Whether an ability that was given waits for such a moment."""
    return any(
        rider.trigger is not None and rider.trigger.on == hook
        for creature in state.creatures.values()
        for lasting in creature.lasting
        if isinstance(lasting.effect, GainEffect)
        for rider in lasting.effect.ability.riders
    )


@functools.lru_cache(maxsize=16)
def awaited(known: AllCards, but: Kind | None = None) -> frozenset[str]:
    """The moments that any card waits for, by itself or in an ability that it has or gives.

    Args:
        known: The cards.
        but: Cards of this kind are left out.
    """
    return frozenset(
        rider.trigger.on
        for card in known.cards.values()
        if card.kind is not but
        for rider in _riders(card)
        if rider.trigger is not None
    )


def _riders(part: object) -> Iterator[Rider]:
    """Every rider in a part of a card, however deep."""
    if isinstance(part, Rider):
        yield part
    if isinstance(part, dict):
        parts: Iterable[object] = part.values()
    elif isinstance(part, tuple):
        parts = part
    elif isinstance(part, msgspec.Struct):
        parts = (getattr(part, name) for name in part.__struct_fields__)
    else:
        return
    for each in parts:
        yield from _riders(each)
