"""Sentences about a game in the reader's language: what happened, what things are called, why a rule refuses."""

from typing import Any

from companion.games.command import SPECTATOR
from companion.games.defaults.completed import completed
from companion.games.defaults.speech import ending_of, plainly, readable
from companion.games.display.board_view import BoardView
from companion.games.display.cards import CardText
from companion.games.display.speech import Phrase, Reference, TranslatedText, Value, ValueList, Word
from companion.games.protocol import Game
from companion.games.verdicts.measured import RuleViolation
from companion.texts import COMMON, Language, TextError, Texts, listed, translated

PERSONS = ("", "hand", "manual")
"""Sources of faces that a person told."""


class Teller:
    """Tells one moment of a game to one reader.

    Attributes:
        game: The rules.
        state: The game at that moment, which knows the names.
        language: The reader's.
        viewer: The reader's seat, or `SPECTATOR`.
    """

    def __init__(
        self,
        game: Game[Any],
        state: Any,  # noqa: ANN401 (the game's own)
        language: Language,
        viewer: str = SPECTATOR,
    ) -> None:
        self.game = completed(game)
        self.state, self.language, self.viewer = state, language, viewer

    def at(self, state: Any) -> "Teller":  # noqa: ANN401 (the game's own)
        """Tells the same reader of another moment of the game."""
        return Teller(self.game, state, self.language, self.viewer)

    def to(self, viewer: str) -> "Teller":
        """Tells another reader of the same moment."""
        return Teller(self.game, self.state, self.language, viewer)

    @property
    def board(self) -> BoardView:
        """The mat as the reader may see it."""
        return self.game.board.shown(self.state, self.viewer, self.language)

    def name(self, thing: str) -> str:
        """What a player, piece or card is called, by its id on the table or its key."""
        return self.game.speech.name(self.state, thing, self.language)

    def names(self, things: "tuple[str, ...] | list[str]") -> str:
        """What several things are called, in a row."""
        return listed(self.name(each) for each in things)

    def called(self, piece: str) -> str:
        """A piece's name with its mark, which is what stands on it in a picture."""
        name, mark = self.name(piece), self.mark(piece)
        return name if not mark or name.endswith(f"({mark})") else f"{name} ({mark})"

    def mark(self, thing: str) -> str:
        """What is written on a piece in a picture."""
        return self.game.speech.mark(thing)

    def say(self, key: str, **values: object) -> str:
        """A text of the game, else of the program.

        Raises:
            TextError: If neither has it, or a placeholder has no value.
        """
        return self.game.texts.say(self.language, key, **values)

    def sentence(self, phrase: Phrase, shorter: str = "") -> str:
        """A phrase as one sentence.

        Args:
            phrase: What is said.
            shorter: Topic of texts that say some things in fewer words, such as `phones.said`; empty for none.
        """
        values = {name: self._shown(value) for name, value in phrase.values.items()}
        if shorter:
            try:
                return self.say(f"{shorter}.{phrase.key}", **values).strip()
            except TextError:
                pass
        try:
            return self.say(f"log.{phrase.key}", **values).strip()
        except TextError:  # a game that brings no text for it
            return plainly(phrase.key, values)

    def card(self, thing: str) -> CardText | None:
        """What a card says, by its id on the table or its key; None for what is no card that somebody told."""
        return self.game.sheets.card(self.state, thing, self.language)

    def refusal(self, violation: RuleViolation) -> str:
        """Why a rule refuses a command, in one sentence that names only what the reader may know."""
        return self.game.speech.refusal(self.state, violation, self.viewer, self.language)

    def ending(self) -> str:
        """How the game ended, in a sentence; empty while it goes on."""
        phrase = self.game.speech.ending(self.state)
        if phrase is not None:
            return self.sentence(phrase)
        outcome = self.game.tally.outcome(self.state)
        return "" if outcome is None else self.sentence(ending_of(outcome))

    def learned(self, player: str, what: str) -> str:
        """That a player has learned something that cannot be taken back."""
        try:
            return self.say(f"report.learned.{what}", player=self.name(player))
        except TextError:
            return plainly(what, {"": self.name(player)})

    def curve(self, curve: str) -> str:
        """What a figure is called that is drawn along the turns."""
        try:
            return self.say(f"report.{curve}")
        except TextError:
            return readable(curve).capitalize()

    def face(self, face: str) -> str:
        """What a die's face is called."""
        return self.game.speech.face(self.state, face, self.language)

    def kind_of_die(self, kind: str) -> str:
        """What one of several kinds of dice is called: the text `log.die.KIND` of the game, else the kind itself."""
        return _word(f"die.{kind}", readable(kind), self.language, self.game.texts)

    def die(self, source: str, die: str) -> str:
        """What a die is called whose face comes from a source; see `die_of`."""
        return die_of(source, die, self.language)

    def value(self, value: Value) -> str:
        """What stands in a phrase, as people read it."""
        return str(self._shown(value))

    def _shown(self, value: Value) -> str | int | float:
        match value:
            case Reference(id=thing):
                return self.name(thing)
            case Word(key=key, plain=plain):
                return _word(key, plain, self.language, self.game.texts)
            case TranslatedText(texts=texts):
                return translated(texts, self.language)
            case ValueList(values=values):
                shown = (str(self._shown(each)) for each in values)
                return (" ".join(shown) if _paired(values) else listed(shown)) or "–"
            case _:
                return value


def face_of(face: str, language: Language, texts: Texts = COMMON) -> str:
    """What a die's face is called.

    Args:
        face: What it shows, such as `axe`.
        language: The reader's.
        texts: Of the game that is played with it.
    """
    return _word(f"face.{face}", face, language, texts)


def die_of(source: str, die: str, language: Language) -> str:
    """What a die is called whose face comes from a source: after the source, unless a person told the face.

    Args:
        source: How it calls itself, such as `own-serial`; empty for a person.
        die: Its name, such as `own-serial:amber`; empty where nobody knows.
        language: The reader's.
    """
    try:
        named = COMMON.say(language, f"phones.source.{source or 'hand'}")
    except TextError:
        named = source
    number = "" if source in PERSONS else die.partition(":")[2].removeprefix("code-")
    return f"{named} {number}".strip()


def _paired(values: tuple[Value, ...]) -> bool:
    """Whether it is a thing with a word to it, such as a player with what was rolled."""
    return len(values) == 2 and isinstance(values[0], Reference) and isinstance(values[1], Word)


def _word(key: str, plain: str, language: Language, texts: Texts) -> str:
    try:
        return texts.say(language, f"log.{key}")
    except TextError:
        if not plain:
            raise
        return plain
