"""Effects of cards on players: their hands, decks, Cities and stocks."""

from typing import Literal

import msgspec

from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Amount, Bounds, Selector, Until, Whose


class PriceEffect(msgspec.Struct, frozen=True, tag="price", omit_defaults=True):
    """Makes the cards of a hero's player cheaper or dearer.

    Attributes:
        prosperity: Prosperity more, or less below 0.
        any: Buildings of any kind more, or less below 0.
        kinds: Only cards of these kinds; empty for all.
        to: Whose hero, or whose heroes.
        until: How long it lasts.
    """

    prosperity: int | Amount = 0
    any: int | Amount = 0
    kinds: tuple[Kind, ...] = ()
    to: Selector = Selector(who="own", what="hero")
    until: Until = Until.END_OF_GAME


class DrawEffect(msgspec.Struct, frozen=True, tag="draw", omit_defaults=True):
    """Players draw.

    Attributes:
        count: How many cards.
        who: The card's player, the opponents, or each player.
    """

    count: int | Amount
    who: Whose = "own"


class DiscardEffect(msgspec.Struct, frozen=True, tag="discard", omit_defaults=True):
    """Cards go to the Graveyard.

    Attributes:
        count: How many.
        who: Whose.
        at_random: Blind, instead of chosen by the hand's player.
        source: From the hand, or from the top of the deck.
        seen: Whether the card's player looks at the hand and chooses, instead of the hand's player.
    """

    count: int | Amount
    who: Whose = "enemy"
    at_random: bool = False
    source: Literal["hand", "deck"] = "hand"
    seen: bool = False


class ReturnEffect(msgspec.Struct, frozen=True, tag="return", omit_defaults=True):
    """Cards come back from the own Graveyard to the hand or into the deck; or what set the effect off does.

    Attributes:
        count: How many.
        kinds: Only cards of these kinds; empty for all.
        source: From the Graveyard; `target` is what set the effect off.
        to: Where to.
    """

    count: int | Amount = 1
    kinds: tuple[Kind, ...] = ()
    source: Literal["graveyard", "target"] = "graveyard"
    to: Literal["hand", "deck"] = "hand"


class SearchEffect(msgspec.Struct, frozen=True, tag="search", omit_defaults=True):
    """The player looks through the own deck, takes cards out of it and shuffles it; or looks at its top cards only.

    Attributes:
        count: So many cards may be taken.
        kinds: Only cards of these kinds; empty for all.
        top: Looks only at so many cards on top, and puts the others back in an order of choice; None for all.
        to: Where what is taken goes.
        reveal: Whether the opponents see what is taken.
    """

    count: int | Amount = 1
    kinds: tuple[Kind, ...] = ()
    top: int | Amount | None = None
    to: Literal["hand", "graveyard", "bottom"] = "hand"
    reveal: bool = False


class LookEffect(msgspec.Struct, frozen=True, tag="look", omit_defaults=True):
    """Shows cards that are hidden.

    Attributes:
        at: The hand, the face-down tactics, or the top of the deck.
        count: So many cards from the top of the deck; of a hand or of tactics all are seen.
        who: Whose.
        reveal: Whether all players see them; otherwise only the card's player.
    """

    at: Literal["hand", "tactics", "deck"]
    count: int | Amount = 1
    who: Literal["own", "enemy"] = "enemy"
    reveal: bool = False


class SummonEffect(msgspec.Struct, frozen=True, tag="summon", omit_defaults=True):
    """The player summons a character without paying for it.

    Attributes:
        source: Where it comes from; after a search of the deck that is shuffled.
        strength: Only of such printed strength.
        race: Only of this race.
        up_to: Whether the player may summon nobody.
    """

    source: Literal["hand", "deck", "graveyard"] = "hand"
    strength: Bounds | None = None
    race: str = ""
    up_to: bool = True


class DestroyEffect(msgspec.Struct, frozen=True, tag="destroy", omit_defaults=True):
    """Destroys buildings, templates or relics.

    Attributes:
        what: Which kind of thing.
        count: How many.
        who: Whose.
        choice: Who chooses: the card's player, or the opponent.
        kind: Only buildings of this type or key, or relics of this type.
    """

    what: Literal["building", "terrain", "relic"]
    count: int | Amount = 1
    who: Literal["own", "enemy", "any"] = "enemy"
    choice: Literal["own", "enemy"] = "own"
    kind: str = ""


class ProsperEffect(msgspec.Struct, frozen=True, tag="prosper", omit_defaults=True):
    """Players gain Prosperity, or lose it.

    Attributes:
        amount: How much; below 0 it is lost.
        who: The card's player, the opponents, or each player.
        steal: Whether so much goes from the opponent's stock to the own, however the amount is signed.
    """

    amount: int | Amount
    who: Whose = "own"
    steal: bool = False


class TapEffect(msgspec.Struct, frozen=True, tag="tap", omit_defaults=True):
    """Taps buildings that stand ready.

    Attributes:
        count: How many.
        who: Whose.
        choice: Who chooses: the card's player, or the opponent.
    """

    count: int | Amount = 1
    who: Literal["own", "enemy"] = "enemy"
    choice: Literal["own", "enemy"] = "own"


class EndEffect(msgspec.Struct, frozen=True, tag="end", omit_defaults=True):
    """The game is over.

    Attributes:
        winner: Who has won: the card's player, or the opponent.
    """

    winner: Literal["own", "enemy"] = "own"


EffectOnPlayers = (
    PriceEffect
    | DrawEffect
    | DiscardEffect
    | ReturnEffect
    | SearchEffect
    | LookEffect
    | SummonEffect
    | DestroyEffect
    | ProsperEffect
    | TapEffect
    | EndEffect
)
"""Every effect that reaches players, their cards and their stocks."""
