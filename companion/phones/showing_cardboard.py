"""Cards of a cardboard deck as their owner's phone shows them: telling which one is, or playing it without."""

from typing import Any

from companion.cards.finding import searched
from companion.games.signum.playing import is_retold, tellable
from companion.games.signum.state import State
from companion.referee.tasks import Offer
from companion.texts import Language, say


class CardboardShowing:
    """Shows one player's deck of cardboard to its owner."""

    def __init__(self, state: State, player: str, language: Language) -> None:
        """Prepares.

        Args:
            state: The game.
            player: Whose deck; a player of this game.
            language: The owner's.
        """
        self._state, self._player, self._language = state, player, language
        self._applies = not state.seat(player).digital

    def untold(self, cards: tuple[str, ...]) -> dict[str, Any] | None:
        """The cards of the hand that nobody told, as one: they are as good as each other; None if there are none."""
        if not (self._applies and cards):
            return None
        count, first = len(cards), cards[0]
        return {
            "name": self._say("untold", count=count),
            "kind": self._say("why"),
            "count": count,
            "tell": self.telling(first),
            "besides": [self._moved(first, "to_graveyard", "graveyard"), self._moved(first, "face_down", "tactics")],
        }

    def telling(self, card: str) -> dict[str, Any] | None:
        """What a card may be: the owner's own cards, with all names as they are searched; None without any."""
        if not self._applies or self._state.keys.get(card):
            return None
        cards, brought = self._state.setup.cards, self._state.seat(self._player).deck
        names = []
        for key in tellable(self._state, self._player):
            name = cards[key].names.get(self._language.value) or cards[key].names["en"]
            count = brought.count(key)
            shown = self._say("copies", name=name, count=count) if count > 1 else name
            names.append({"key": key, "name": shown, "find": searched(cards[key])})
        names.sort(key=lambda each: each["name"])
        return {"card": card, "names": names} if names else None

    def besides(self, card: str) -> list[Offer]:
        """What may be done with a card of the hand that was told: to say that it is another."""
        if not (self._state.keys.get(card) and is_retold(self._state, self._player, card)):
            return []
        return [Offer("tell", self._say("another"), {"card": card, "key": ""})]

    def _moved(self, card: str, label: str, zone: str) -> Offer:
        return Offer("movecard", self._say(label), {"card": card, "player": self._player, "zone": zone})

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, f"cardboard.{key}", **values)
