"""Cards of a cardboard deck as their owner sees them: telling which one is, or playing it without."""

from companion.cards.search import searched
from companion.games.display.actions import Action
from companion.games.display.cards import CardLine
from companion.games.display.unknown_card import CardName, UnknownCard
from companion.games.prompt import CommandSpec
from companion.games.signum.model.state import State
from companion.games.signum.own_texts import say
from companion.games.signum.play.card_play import is_retold, tellable
from companion.texts import Language


class Cardboard:
    """One player's deck of cardboard."""

    def __init__(self, state: State, player: str, language: Language) -> None:
        """Prepares.

        Args:
            state: The game.
            player: Whose deck; a player of this game.
            language: The owner's.
        """
        self._state, self._player, self._language = state, player, language
        self._applies = not state.seat(player).digital

    def untold(self, cards: tuple[str, ...]) -> CardLine | None:
        """The cards of the hand that nobody told, as one: they are as good as each other; None if there are none."""
        if not (self._applies and cards):
            return None
        count, first = len(cards), cards[0]
        return CardLine(
            "",
            self._say("untold", count=count),
            self._say("why"),
            count=count,
            unknown_card=self.unknown_card(first),
            besides=(self._moved(first, "to_graveyard", "graveyard"), self._moved(first, "face_down", "tactics")),
        )

    def unknown_card(self, card: str) -> UnknownCard | None:
        """What a card may be: the owner's own cards, with all names as they are searched; None without any."""
        if not self._applies or self._state.keys.get(card):
            return None
        cards, brought = self._state.setup.cards, self._state.seat(self._player).deck
        names = []
        for key in tellable(self._state, self._player):
            name = cards[key].names.get(self._language.value) or cards[key].names["en"]
            count = brought.count(key)
            shown = self._say("copies", name=name, count=count) if count > 1 else name
            names.append(CardName(key, shown, searched(cards[key])))
        names.sort(key=lambda each: each.name)
        return UnknownCard(card, tuple(names)) if names else None

    def besides(self, card: str) -> tuple[Action, ...]:
        """What may be done with a card of the hand that was told: to say that it is another."""
        if not (self._state.keys.get(card) and is_retold(self._state, self._player, card)):
            return ()
        spec = CommandSpec(kind="tell", by=self._player, fixed={"card": card, "key": ""})
        return (Action(spec, self._say("another")),)

    def _moved(self, card: str, label: str, zone: str) -> Action:
        fixed: dict[str, str | int | bool] = {"card": card, "player": self._player, "zone": zone}
        return Action(CommandSpec(kind="movecard", by=self._player, fixed=fixed), self._say(label))

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, f"cardboard.{key}", **values)
