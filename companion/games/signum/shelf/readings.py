"""How a table reads what the texts of the rules leave open, chosen before a game (S-OPEN)."""

import contextlib
from typing import Any

from companion.games.display.sheets import OpenPointReading
from companion.games.options import USUAL, Chosen, Option, OptionValue
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Rules, Variant, rules_for
from companion.games.signum.model.open_points import CHOICES, OPEN, PointReading, value_at, with_readings, word_of
from companion.games.signum.own_texts import say
from companion.texts import Language, TextError


def reading_options(language: Language) -> tuple[Option, ...]:
    """One option for each point that tables read differently; where nobody chose, it is read as the edition does."""
    page = say(language, "setup.rules.readings")
    return tuple(_option(path, language, page) for path in CHOICES)


def readings_chosen(chosen: Chosen) -> dict[str, Any]:
    """What was chosen otherwise than `USUAL`, by the path in the rules."""
    found: dict[str, Any] = {}
    for path, values in CHOICES.items():
        (key,) = chosen.get(_key(path), (USUAL,))
        found.update((path, value) for value in values if _choice(value) == key)
    return found


def rules_chosen(chosen: Chosen, **more: object) -> Rules:
    """The rules that a game is played by, as they were chosen.

    Args:
        chosen: For every option.
        more: Other fields of `Rules`, such as `time_limit`.
    """
    rules = rules_for(
        Edition(chosen["edition"][0]),
        variant=Variant(chosen["variant"][0]),
        on_cardboard=chosen["on_cardboard"],
        **more,
    )
    return with_readings(rules, readings_chosen(chosen))


def reading_in_words(reading: PointReading, language: Language) -> OpenPointReading:
    """An open point with what it is read as."""
    text = say(language, f"readings.{_key(reading.path)}")
    return OpenPointReading(text, _named(reading.value, language), reading.changed)


def reading_word(language: Language, word: str) -> str:
    """What a value of a reading is called; what has no name of its own, as it is."""
    for key in (f"phones.reading.{word}", f"log.face.{word}"):
        with contextlib.suppress(TextError):
            return say(language, key)
    return word


def _option(path: str, language: Language, page: str) -> Option:
    values = CHOICES[path]
    usual = {each.value: _choice(value_at(rules_for(each), path)) for each in Edition}
    choices = (OptionValue(_choice(each), _named(word_of(each), language)) for each in values)
    return Option(
        _key(path),
        say(language, f"readings.{_key(path)}"),
        (OptionValue(USUAL, say(language, "setup.rules.usual")), *choices),
        (USUAL,),
        about=OPEN[path][0],
        page=page,
        means=("edition", usual),
    )


def _key(path: str) -> str:
    return path.partition(".")[2]


def _choice(value: object) -> str:
    return word_of(value).replace(", ", "+")


def _named(words: str, language: Language) -> str:
    return ", ".join(reading_word(language, each) for each in words.split(", "))
