"""Decks that players hand in: read from pasted codes or photographs of them, checked, and shown as codes again."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.cards import CardsError
from companion.cards.deck_code import CarriedDeck, DeckParts, codes_of, deck_in
from companion.games.options import chosen_of
from companion.games.registry import game_called, games
from companion.texts import Language, translated


class DeckRefusedError(ValueError):
    """A deck that is not taken.

    Attributes:
        key: Of the sentence that says why.
        values: What stands in it.
    """

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(key)


@dataclass(frozen=True, slots=True)
class DeckShown:
    """A deck that was handed in.

    Attributes:
        name: In the reader's language; empty for a deck without one.
        codes: By which another table reads it.
        leader: Who leads it, in a few words; empty where nobody does.
        faults: What the check of the rules says, in English, as the league's machine knows the cards.
    """

    name: str
    codes: tuple[str, ...]
    leader: str = ""
    faults: tuple[str, ...] = ()


class DeckIntake:
    """Takes decks part by part, as they are photographed."""

    def __init__(self) -> None:
        self._parts: dict[str, DeckParts] = {}

    def take(self, player: str, game: str, words: Iterable[str]) -> str:
        """The whole code of a deck, once all its parts have come.

        Args:
            player: Whose it is.
            game: Which is played.
            words: What was pasted, or stands in the codes of a photograph.

        Raises:
            DeckRefusedError: If it is no deck for this game, or parts are missing.
        """
        parts = self._parts.setdefault(player, DeckParts())
        if not parts.take(words) and not parts.of:
            raise DeckRefusedError("no_code")
        try:
            deck = parts.deck
            if deck is None:
                raise DeckRefusedError("more_codes", found=parts.found, of=parts.of)
            del self._parts[player]
            if deck.game != game:
                raise DeckRefusedError("other_game")
            library = game_called(game).shelf.library
            if library is not None:
                library.form.deck(deck.read)
            return "\n".join(codes_of(deck.game, deck.data))
        except CardsError as error:
            self._parts.pop(player, None)
            raise DeckRefusedError("bad_code") from error


def deck_shown(code: str, language: Language) -> DeckShown | None:
    """A deck as it is shown; None for a text that holds none, as older leagues may have kept."""
    try:
        carried = deck_in(code)
        if carried.game not in games():
            return None
        return _shown(carried, language)
    except CardsError:
        return None


def _shown(carried: CarriedDeck, language: Language) -> DeckShown:
    codes, shelf = codes_of(carried.game, carried.data), game_called(carried.game).shelf
    library = shelf.library
    if library is None:
        return DeckShown("", codes)
    deck = library.form.deck(carried.read)
    faults = shelf.deck_faults(deck, library.cards, chosen_of(shelf.options(Language.ENGLISH)))
    sentences = tuple(each.sentence for each in faults if not each.warning)
    return DeckShown(translated(deck.names, language), codes, shelf.leader(deck, language), sentences)
