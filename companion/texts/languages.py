"""The table of languages. A new language is one entry here and a folder of texts.

What Unicode's Common Locale Data Repository (CLDR) knows of a language comes from Babel: its own name, its plural forms
and its decimal sign.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Self

from babel import Locale, negotiate_locale
from babel.numbers import get_decimal_symbol


@dataclass(frozen=True, slots=True)
class Entry:
    """What the table says of a language.

    Attributes:
        code: ISO 639-1 code, also the name of the folder of its texts.
        keyboard: Rows of the keyboard on the screen, in small letters.
        keyboard_key: Label of the key that shows this keyboard.
        alphabet: All letters in the order of a dictionary; empty for the order from a to z.
        complete: Whether every text stands in this language, also those of games and cards. If so, tests and the check
            of card packs insist on it; if not, English stands in for what is missing.
    """

    code: str
    keyboard: tuple[str, ...]
    keyboard_key: str
    alphabet: str = ""
    complete: bool = False


class Language(StrEnum):
    """A language of the screens and sheets; people choose among them in this order."""

    entry: Entry

    ENGLISH = Entry("en", ("1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm-_."), "ABC", complete=True)
    RUSSIAN = Entry(
        "ru",
        ("1234567890-", "йцукенгшщзх", "фывапролджэ", "ячсмитьбюъё"),
        "АБВ",
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        complete=True,
    )
    UKRAINIAN = Entry(
        "uk",
        ("1234567890-", "йцукенгшщзхї", "фівапролджєґ", "ячсмитьбю’-"),
        "АБҐ",
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        complete=True,
    )

    def __new__(cls, entry: Any) -> Self:  # noqa: ANN401 (made of an entry here, looked up by its code elsewhere)
        """Makes the member of an entry; its value is the code."""
        member = str.__new__(cls, entry.code)
        member._value_ = entry.code
        member.entry = entry
        return member

    @property
    def own_name(self) -> str:
        """Its name in the language itself, such as `Українська`."""
        name = _locale(self.value).get_display_name(self.value) or self.value
        return name[:1].upper() + name[1:]

    @property
    def decimal_sign(self) -> str:
        """What stands between a whole number and its decimals."""
        return _decimal_sign(self.value)

    def plural_form(self, count: float) -> str:
        """The CLDR category of a number: `zero`, `one`, `two`, `few`, `many` or `other`.

        Args:
            count: The number that stands before the word.
        """
        return _locale(self.value).plural_form(int(count) if count == int(count) else count)

    def sort_key(self, name: str) -> tuple[tuple[int, str], ...]:
        """Sorts names as a dictionary of the language does; letters of other alphabets come first."""
        order = self.entry.alphabet
        return tuple((order.find(letter), "" if letter in order else _bare(letter)) for letter in name.casefold())

    @classmethod
    def wanted(cls, tags: Sequence[str]) -> Self | None:
        """The first of some languages that is in the table; None if none is.

        Args:
            tags: Such as `uk`, `uk-UA` or `uk_UA.UTF-8`, the most wanted first.
        """
        plain = [tag.partition(".")[0].strip().replace("_", "-") for tag in tags]
        found = negotiate_locale(plain, [each.value for each in cls], sep="-")
        return None if found is None else cls(found)

    @classmethod
    def of_system(cls, name: str) -> Self | None:
        """The language that a system names, such as `uk_UA`, or `Ukrainian_Ukraine` on Windows; None if not ours."""
        called = name.partition("_")[0]
        by_name = (each for each in cls if _locale(each.value).english_name == called)
        return cls.wanted([name]) or next(by_name, None)


COMPLETE = tuple(language for language in Language if language.entry.complete)
"""The languages in which every text stands."""


@cache
def _locale(code: str) -> Locale:
    return Locale.parse(code)


@cache
def _decimal_sign(code: str) -> str:
    """Kept, for every text with a number asks for it."""
    return get_decimal_symbol(_locale(code))


def _bare(letter: str) -> str:
    """A letter without its marks, so that `ä` stands beside `a`."""
    return unicodedata.normalize("NFKD", letter)[0]
