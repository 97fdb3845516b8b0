"""One viewer of one moment of the game, in a language: what all parts of a sheet are made from."""

from dataclasses import dataclass

from companion.games.signum.model.state import State
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.wording.cards import CardWords
from companion.games.signum.views import PlayerView, SignumView
from companion.games.signum.words.names import name_of
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one moment of a game.

    Attributes:
        view: All that the viewer may know.
        state: The game, for names; what stands in the view only is named.
        language: The reader's.
        words: Words about the cards of this game.
    """

    view: SignumView
    state: State
    language: Language
    words: CardWords

    @property
    def own(self) -> PlayerView | None:
        """The viewer as a player; None for who watches."""
        return next((player for player in self.view.players if player.id == self.view.viewer), None)

    def name(self, thing: str) -> str:
        """What a player, creature or card is called."""
        return name_of(thing, self.state, self.language)

    def say(self, key: str, **values: object) -> str:
        """A text in the reader's language."""
        return say(self.language, key, **values)
