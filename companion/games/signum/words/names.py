"""What players, creatures and cards of Signum are called, and why its rules refuse, in the reader's language."""

from companion.games.command import TABLE
from companion.games.signum.creature.abilities import CATALOGUE, names_of
from companion.games.signum.model.constants import SEGMENT
from companion.games.signum.model.redaction import may_have, may_name
from companion.games.signum.model.state import State
from companion.games.signum.own_texts import say
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language, TextError, listed, translated

HERO = ":hero"
"""Ends the ids of heroes, who are open to all."""
ANY_BUILDING = "any"
TOPICS = {
    "missing": "effects.building",
    "phase": "log.phase",
    "type": "effects.relic",
    "wanted": "log.phase",
    "what": "log.value",
    "zones": "ask.zone",
}
"""Where the texts have what stands in a refusal under these names."""


def mark_of(thing: str) -> str:
    """What tells a card or creature from others of its name, for people: `A17` for `A:17`, a hero's seat."""
    return thing.removesuffix(":hero").replace(":", "")


def short_mark(piece: str) -> str:
    """What tells a piece on the mat: the seat's letter with a star for a hero, else letter and number.

    A claimed part of a side has none.
    """
    if piece.startswith(SEGMENT):
        return ""
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
    named = translated(card.names, language) or card.key
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

    return listed(called(word) for word in words.split(", "))


def _word_of(name: str, word: str, state: State, language: Language) -> str:
    """A word of the program that stands in a refusal, by what it is there."""
    if word in CATALOGUE:
        return translated(names_of(word, state.rules.edition), language)
    if name == "missing" and word == ANY_BUILDING:
        return say(language, "effects.cost.any", count=1)
    if name == "missing" and word in state.setup.cards:
        return name_of(word, state, language)
    if name == "side":
        return listed(name_of(seat.id, state, language) for seat in state.setup.seats if seat.side == word)
    topic = TOPICS.get(name)
    try:
        return say(language, f"{topic}.{word}").rstrip(".") if topic is not None else word.replace("_", " ")
    except TextError:
        return word.replace("_", " ")
