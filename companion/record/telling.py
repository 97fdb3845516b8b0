"""Sentences about what happened, in the reader's language."""

from companion.games.command import TABLE
from companion.games.measured import RuleViolation
from companion.games.signum.abilities import CATALOGUE
from companion.games.signum.redacting import may_have, may_name
from companion.games.signum.state import State
from companion.games.speech import Phrase, Several, Spoken, Thing, Value, Word
from companion.texts import Language, TextError, say

PERSONS = ("", "hand", "manual")
"""Sources of faces that a person told."""
HERO = ":hero"
"""Ends the ids of heroes, who are open to all."""
ANY_BUILDING = "any"
TOPICS = {
    "missing": "effects.building",
    "phase": "log.phase",
    "side": "log.side",
    "type": "effects.relic",
    "wanted": "log.phase",
    "what": "log.value",
    "zones": "ask.zone",
}
"""Where the texts have what stands in a refusal under these names."""


def sentence(phrase: Phrase, state: State, language: Language, *, shorter: str = "") -> str:
    """A phrase as one sentence.

    Args:
        phrase: What is said.
        state: The game, for the names of players and cards.
        language: The reader's.
        shorter: Topic of texts that say some things in fewer words, such as `phones.said`; empty for none.
    """
    values = {name: _shown(value, state, language) for name, value in phrase.values.items()}
    if shorter:
        try:
            return say(language, f"{shorter}.{phrase.key}", **values).strip()
        except TextError:
            pass
    return say(language, f"log.{phrase.key}", **values).strip()


def mark_of(thing: str) -> str:
    """What tells a card or creature from others of its name, for people: `A17` for `A:17`, a hero's seat."""
    return thing.removesuffix(":hero").replace(":", "")


def short_mark(piece: str) -> str:
    """What tells a piece on the mat: the seat's letter with a star for a hero, else letter and number."""
    return f"{mark_of(piece)}★" if piece.endswith(":hero") else mark_of(piece)


def name_of(thing: str, state: State, language: Language) -> str:
    """What a player, creature or card is called; a card that nobody told is called by its mark.

    Creatures of one name that are in play are told apart by their marks; other cards of one name are as good as each
    other, and a mark would tell how many there are.

    Args:
        thing: Its id on the table, or the key of a card.
        state: The game.
        language: The reader's.
    """
    seat = next((seat for seat in state.setup.seats if seat.id == thing), None)
    if seat is not None:
        return seat.name
    if thing == TABLE:
        return say(language, "log.table")
    key = state.keys.get(thing, thing)
    card = state.setup.cards.get(key)
    if card is None and thing in state.keys:
        return say(language, "log.card_untold", mark=mark_of(thing))
    if card is None:
        return thing or say(language, "log.nobody")
    named = _in(card.names, language) or card.key
    twins = sum(state.keys[each] == key for each in state.creatures)
    return f"{named} ({mark_of(thing)})" if thing in state.creatures and twins > 1 else named


def refusal_sentence(violation: RuleViolation, state: State, viewer: str, language: Language) -> str:
    """Why a rule refuses a command, in one sentence that names only what its reader may know.

    Args:
        violation: The rule, and what would be legal.
        state: The game, which knows the names.
        viewer: The reader's seat.
        language: The reader's language.
    """
    values = {
        name: _named_all(name, value, state, viewer, language) if isinstance(value, str) else value
        for name, value in violation.values.items()
    }
    return say(language, f"rules.{violation.key}", **values)


def _named_all(name: str, words: str, state: State, viewer: str, language: Language) -> str:
    """Words that are parted by commas, as people call them; of a card that is hidden from the reader only its mark."""

    def called(word: str) -> str:
        public = word in state.players or word == TABLE or (word in state.keys and word.endswith(HERO))
        # Of a card by its key, even whether anybody brought it is hidden.
        if public or (viewer in state.players and may_have(state, word, viewer)) or may_name(state, word, viewer):
            return name_of(word, state, language)
        if word in state.keys:
            return say(language, "log.card_untold", mark=mark_of(word))
        return _word_of(name, word, state, language)

    return ", ".join(called(word) for word in words.split(", "))


def _word_of(name: str, word: str, state: State, language: Language) -> str:
    """A word of the program that stands in a refusal, by what it is there."""
    if word in CATALOGUE:
        return _in(CATALOGUE[word].names, language)
    if name == "missing" and word == ANY_BUILDING:
        return say(language, "effects.cost.any", count=1)
    if name == "missing" and word in state.setup.cards:
        return name_of(word, state, language)
    topic = TOPICS.get(name)
    try:
        return say(language, f"{topic}.{word}").rstrip(".") if topic is not None else word.replace("_", " ")
    except TextError:
        return word.replace("_", " ")


def face_of(face: str, language: Language) -> str:
    """What a die's face is called."""
    return _word(f"face.{face}", face, language)


def die_of(source: str, die: str, language: Language) -> str:
    """What a die is called whose face comes from a source: after the source, unless a person told the face.

    Args:
        source: How it calls itself, such as `own-serial`; empty for a person.
        die: Its name, such as `own-serial:amber`; empty where nobody knows.
        language: The reader's.
    """
    try:
        named = say(language, f"phones.source.{source or 'hand'}")
    except TextError:
        named = source
    number = "" if source in PERSONS else die.partition(":")[2].removeprefix("code-")
    return f"{named} {number}".strip()


def _shown(value: Value, state: State, language: Language) -> str | int | float:
    match value:
        case Thing(id=thing):
            return name_of(thing, state, language)
        case Word(key=key, plain=plain):
            return _word(key, plain, language)
        case Spoken(texts=texts):
            return _in(texts, language)
        case Several(values=values):
            shown = (str(_shown(each, state, language)) for each in values)
            return (" " if _paired(values) else ", ").join(shown) or "–"
        case _:
            return value


def _paired(values: tuple[Value, ...]) -> bool:
    """Whether it is a thing with a word to it, such as a player with what was rolled."""
    return len(values) == 2 and isinstance(values[0], Thing) and isinstance(values[1], Word)


def _word(key: str, plain: str, language: Language) -> str:
    try:
        return say(language, f"log.{key}")
    except TextError:
        if not plain:
            raise
        return plain


def _in(texts: dict[str, str], language: Language) -> str:
    """The text in a language, else in English, else in any."""
    return texts.get(language.value) or texts.get("en") or next(iter(texts.values()), "")
