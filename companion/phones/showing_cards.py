"""Cards as a phone shows them: what they cost, what they do, and why one cannot be played now."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.prompt import CommandSpec
from companion.games.signum.abilities import CATALOGUE
from companion.games.signum.cards import Card, Kind
from companion.games.signum.shelf.wording import ability_name, ability_rule
from companion.games.signum.shelf.wording_cards import CardWords
from companion.games.signum.state import State
from companion.games.signum.views import CardView, PlayerView, SignumView
from companion.phones.showing_cardboard import CardboardShowing
from companion.presentation.teller import Teller
from companion.referee.card_text import stats_of
from companion.referee.tasks import offers

OffersOfCards = Mapping[str, Sequence[CommandSpec]]


EMPTY: dict[str, Any] = {
    "id": "",
    "stats": "",
    "cost": "",
    "text": [],
    "offers": [],
    "why_not": "",
    "count": 1,
    "tell": None,
    "besides": [],
}
"""What a card has not."""


class CardShowing:
    """Shows cards to one reader.

    Attributes:
        of_cards: What may be done with each card of the hand.
    """

    def __init__(self, view: SignumView, teller: Teller, specs: Sequence[CommandSpec], own: PlayerView | None) -> None:
        """Prepares.

        Args:
            view: All that the reader may know.
            teller: Tells the reader of the game.
            specs: What the reader may do.
            own: The reader as a player; None for who watches.
        """
        state: State = teller.state
        language = teller.language
        self._view, self._state, self._language, self._own = view, state, language, own
        self._teller = teller
        self._cardboard = CardboardShowing(state, own.id, language) if own else None
        self._words = CardWords.of_game(state.setup, language)
        hand = {card.id for card in own.hand} if own else set()
        self.of_cards: dict[str, list[CommandSpec]] = {}
        for spec in specs:
            card = str(spec.fixed.get("card", ""))
            if spec.kind == "play" and card in hand:
                self.of_cards.setdefault(card, []).append(spec)

    def hand(self) -> list[dict[str, Any]]:
        """The cards of the own hand, those that can be played first; those that nobody told as one, at the top."""
        hand = self._own.hand if self._own else ()
        known = [self._in_hand(card) for card in hand if card.key or self._cardboard is None]
        untold = tuple(card.id for card in hand if not card.key)
        as_one = self._cardboard.untold(untold) if self._cardboard else None
        return [*([EMPTY | as_one] if as_one else []), *sorted(known, key=lambda each: not each["offers"])]

    def tactics(self) -> list[dict[str, Any]]:
        """The own face-down tactics, with what was paid for each."""
        told = self._cardboard.telling if self._cardboard else lambda _: None
        tactics = self._own.tactics if self._own else ()
        return [self.card(each.key, each.id) | {"tell": told(each.id)} for each in tactics]

    def card(self, key: str, card_id: str) -> dict[str, Any]:
        """One card with what it says."""
        card = self._state.setup.cards.get(key)
        found = offers(self.of_cards.get(card_id, ()), self._teller)
        shown = EMPTY | {
            "id": card_id,
            "name": self._name(card_id),
            "kind": self._say("phones.untold"),
            "offers": found,
        }
        if card is None:
            return shown
        return shown | {
            "kind": self._words.kind(card),
            "stats": stats_of(card, self._language),
            "cost": self._words.cost(card.cost) if card.kind is not Kind.HERO else "",
            "text": self.text(card),
        }

    def text(self, card: Card) -> list[str]:
        """What a card says, line by line."""
        return list(self._words.lines(card))

    def abilities(self) -> list[dict[str, str]]:
        """The rules that matter now: of abilities on the table and in the own hand."""
        on_table = [ability.name for each in self._view.creatures for ability in each.abilities]
        own = self._own
        cards = [self._state.setup.cards[card.key] for card in (own.hand if own else ()) if card.key]
        names = dict.fromkeys((*on_table, *(ability.name for card in cards for ability in card.abilities)))
        edition = self._state.rules.edition
        found = [
            {"name": ability_name(name, self._language), "text": ability_rule(name, edition, self._language)}
            for name in names
            if name in CATALOGUE
        ]
        return sorted(found, key=lambda each: each["name"])

    def _in_hand(self, card: CardView) -> dict[str, Any]:
        shown = self.card(card.key, card.id)
        if not shown["offers"] and card.key:
            shown["why_not"] = self._why_not(card)
        if self._cardboard:
            shown["besides"] = self._cardboard.besides(card.id)
        return shown

    def _why_not(self, card: CardView) -> str:
        if card.lacks:
            return " ".join(self._lacking(card.lacks))
        if self._view.active != self._view.viewer:
            return self._say("phones.not_your_turn")
        if self._view.acting:
            return self._say("phones.not_in_activation")
        return self._say("phones.not_now")

    def _lacking(self, lacks: Sequence[str]) -> list[str]:
        """What keeps a card from being paid: buildings not built, buildings that are tapped, Prosperity."""
        city = self._own.city if self._own else ()
        cards = self._state.setup.cards
        tapped = {name for each in city if each.tapped for name in (each.key, cards[each.key].building_type)}
        named = [each for each in lacks if each not in ("any", "prosperity")]
        said = []
        for key, names in (
            ("lacks_built", [each for each in named if each not in tapped]),
            ("lacks_untapped", [each for each in named if each in tapped]),
        ):
            if names:
                said.append(self._say(f"phones.{key}", buildings=", ".join(map(self._words.name, names))))
        if spare := lacks.count("any"):
            said.append(self._say("phones.lacks_any", count=spare))
        if "prosperity" in lacks:
            said.append(self._say("phones.lacks_prosperity"))
        return said

    def _name(self, thing: str) -> str:
        return self._teller.name(thing)

    def _say(self, key: str, **values: object) -> str:
        return self._teller.say(key, **values)
