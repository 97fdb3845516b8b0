"""Effects on cards that are hidden: looking at them, searching a deck, summoning without paying (S-ZONE-16 to -29).

What a player sees is told to that player alone; a deck of cardboard the players look through themselves.
"""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.signum.creature.term_values import lies_within, players
from companion.games.signum.engine.card_draw import take
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.effects import on_players
from companion.games.signum.model.events import CardMoved
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ChoiceStep, EffectStep, ShuffleStep
from companion.games.signum.play.numbers import whole
from companion.games.signum.play.player_effects import see

SummonFree = Callable[[Draft, str, str], None]
"""Begins a summoning that is not paid for: of a card, by a player."""


def look(draft: Draft, step: EffectStep, effect: on_players.LookEffect) -> None:
    """Shows a hand, tactics or the top of a deck to the player, or to all."""
    for player in players(draft.state, step, effect.who):
        mine = draft.state.players[player]
        cards = {"hand": mine.hand, "tactics": tuple(each.id for each in mine.tactics)}.get(
            effect.at, mine.deck[: max(0, whole(effect.count))]
        )
        see(draft, step, player, cards, to_all=effect.reveal)


def search(draft: Draft, step: EffectStep, effect: on_players.SearchEffect) -> None:
    """Looks through the own deck, or at its top, and asks what is taken."""
    deck = draft.state.players[step.by].deck
    cards = deck if effect.top is None else deck[: max(0, whole(effect.top))]
    if not see(draft, step, step.by, cards):
        return
    fitting = tuple(each for each in cards if not effect.kinds or draft.state.card(each).kind in effect.kinds)
    most = min(whole(effect.count), len(fitting))
    draft.push(replace(step, effects=(replace(effect, count=most, top=None if effect.top is None else len(cards)),)))
    options = tuple(sorted(fitting)) or ("nothing",)
    draft.push(ChoiceStep(purpose="search", by=step.by, options=options, least=0, most=max(1, most), about=step.source))


def found(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """What was found goes where it is meant to; the rest is shuffled, or put back in an order."""
    effect = step.effects[0]
    assert isinstance(effect, on_players.SearchEffect)  # noqa: S101 (only a Search asks for it)
    draft.turn_to(replace(step, effects=step.effects[1:]))
    cards = tuple(each for each in options if each in draft.state.players[step.by].deck)
    looked_at = () if effect.top is None else draft.state.players[step.by].deck[: whole(effect.top)]
    left = tuple(each for each in looked_at if each not in cards)
    if effect.top is None:
        draft.push(ShuffleStep(player=step.by))
    elif len(left) > 1:
        draft.push(
            ChoiceStep(
                purpose="reorder", by=step.by, options=tuple(sorted(left)), least=len(left), most=len(left),
                about=step.source,
            )
        )  # fmt: skip
    if effect.reveal:
        see(draft, step, step.by, cards, to_all=True)
    if effect.to == "hand":
        take(draft, step.by, cards, step.source)
        return
    for card in cards:
        zone = "graveyard" if effect.to == "graveyard" else "deck"
        draft.emit(CardMoved(card=card, player=step.by, zone=zone, why=step.source))


def reordered(draft: Draft, step: EffectStep, _asking: ChoiceStep, options: tuple[str, ...]) -> None:
    """The cards lie on top of the deck in the order chosen, the first uppermost."""
    for position, card in enumerate(options):
        draft.emit(CardMoved(card=card, player=step.by, zone="deck", position=position, why=step.source))


def summon(draft: Draft, step: EffectStep, effect: on_players.SummonEffect) -> None:
    """Asks which character comes without being paid for."""
    mine = draft.state.players[step.by]
    cards = {"hand": mine.hand, "deck": mine.deck, "graveyard": mine.graveyard}[effect.source]
    if effect.source == "deck":
        see(draft, step, step.by, cards)
    fitting = tuple(sorted(each for each in cards if _may_come(draft.state, each, effect)))
    most = draft.state.rules.numbers.character_limit
    own = sum(each.owner == step.by and not each.id.endswith(":hero") for each in draft.state.creatures.values())
    if not fitting or own >= most:
        draft.tell("effect_reaches_nobody", {"card": step.source})
        return
    if effect.source == "deck":
        draft.push(ShuffleStep(player=step.by))
        draft.push(replace(step, effects=()))
    draft.push(
        ChoiceStep(purpose="summon", by=step.by, options=fitting, least=0 if effect.up_to else 1, about=step.source)
    )


def _may_come(state: State, card_id: str, effect: on_players.SummonEffect) -> bool:
    card = state.card(card_id) if state.keys[card_id] else None
    if card is None or card.kind is not Kind.CHARACTER or effect.race not in ("", card.race):
        return False
    return effect.strength is None or lies_within(card.strength, effect.strength)
