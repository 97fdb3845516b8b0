"""The texts of all languages, read once from the files beside this one."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from companion.texts.languages import Language


class TextError(LookupError):
    """A key that no text has, or a value that a text needs and did not get."""


Catalogue = Mapping[str, str | Mapping[str, str]]
"""Texts by key; one that hangs on a number is a table of its plural forms."""
OWN = "companion.texts"
"""The package that has the program's own texts, without a folder `texts` between."""
PLURALS = frozenset({"zero", "one", "two", "few", "many", "other"})
NO_BREAK = "\u00a0"
"""A space at which no line ends."""

_BEFORE_UNIT = r"(?<=[\d}]) (?=(?:mm|cm|min|MB|%|мм|см|мин|хв|МБ)(?!\w))"
_BEFORE_SECONDS = r"(?<=[\d}]) (?=[sс](?! ?\w))"
"""The Russian and Ukrainian sign of the second is also the word for "with", after which another word follows."""
_ROUND_SIGNS = r"(?<=[\d}]) (?=[±×])|(?<=[±×]) (?=[\d{])|(?<=\S) (?=– )"
_UNBROKEN = re.compile("|".join((_BEFORE_UNIT, _BEFORE_SECONDS, _ROUND_SIGNS)))


class Texts:
    """The texts of one game, with those of the program for all that it has no text for; those of the program alone."""

    def __init__(self, package: str = "") -> None:
        """Names where they lie.

        Args:
            package: The package whose folder `texts` has a folder for each language; empty for the program's own.
        """
        self._package = package

    def say(self, language: Language, key: str, **values: object) -> str:
        """The text of a key in a language, its placeholders filled in; in English where the language lacks it.

        Args:
            language: Language of the reader.
            key: Topic and name, such as `printing.title`.
            **values: What the placeholders stand for; `count` also chooses the plural form.

        Raises:
            TextError: If there is no such key, or a placeholder has no value.
        """
        for known, spoken in _in_order(self._package, language):
            if key in known:
                return _filled(known[key], spoken, key, values)
        raise TextError(f"there is no text {key!r} in {language.value}")

    def own(self, language: Language) -> Catalogue:
        """The game's own texts by key; of the program's alone, those."""
        return catalogue(language, self._package or OWN)

    def all(self, language: Language) -> Catalogue:
        """All texts by key, with English ones where the language lacks them."""
        return {key: text for known, _ in reversed(_in_order(self._package, language)) for key, text in known.items()}


COMMON = Texts()
"""The program's own texts."""


def say(language: Language, key: str, **values: object) -> str:
    """A text of the program's own; see `Texts.say`.

    Raises:
        TextError: If there is no such key, or a placeholder has no value.
    """
    return COMMON.say(language, key, **values)


@cache
def _in_order(package: str, language: Language) -> tuple[tuple[Catalogue, Language], ...]:
    """Where a text is looked for, with the language that is spoken there."""
    return tuple(
        (catalogue(spoken, each), spoken)
        for spoken in dict.fromkeys((language, Language.ENGLISH))
        for each in dict.fromkeys((package or OWN, OWN))
    )


def _filled(text: str | Mapping[str, str], language: Language, key: str, values: Mapping[str, object]) -> str:
    if not isinstance(text, str):
        count = values.get("count")
        if not isinstance(count, int | float):
            raise TextError(f"the text {key!r} needs a number `count`, got {count!r}")
        text = text[language.plural_form(count)]
    try:
        return text.format(**_with_decimals(values, language))
    except KeyError as missing:
        raise TextError(f"the text {key!r} needs a value for {missing}") from missing


def figure(language: Language, number: float, form: str) -> str:
    """A number as that language writes it.

    Args:
        language: Language of the reader.
        number: The number.
        form: How it is formatted, such as `.1f`.
    """
    return format(number, form).replace(".", language.decimal_sign)


def unbroken(text: str) -> str:
    """The text with spaces that end no line between a number and its unit, around ± and ×, and before a dash.

    Args:
        text: As it is written in a file; a placeholder counts as a number. Where a word follows the sign of
            the second, the file itself has to have a space that does not break.
    """
    return _UNBROKEN.sub(NO_BREAK, text)


def translated(texts: Mapping[str, str], language: Language) -> str:
    """The text in a language, else in English, else in any; empty where there is none."""
    return texts.get(language.value) or texts.get("en") or next(iter(texts.values()), "")


@dataclass(frozen=True, slots=True)
class _Number:
    """A number that is written with a decimal sign of its own."""

    value: float
    sign: str

    def __format__(self, form: str) -> str:
        return format(self.value, form).replace(".", self.sign)


def _with_decimals(values: Mapping[str, object], language: Language) -> Mapping[str, object]:
    if not any(isinstance(value, float) for value in values.values()):
        return values
    sign = language.decimal_sign
    return {name: _Number(value, sign) if isinstance(value, float) else value for name, value in values.items()}


@cache
def catalogue(language: Language, package: str = OWN) -> Catalogue:
    """All texts of a language by key.

    Args:
        language: Which.
        package: Whose; a package without texts in that language has none.
    """
    texts: dict[str, str | Mapping[str, str]] = {}
    folder = resources.files(package)
    folder = folder.joinpath(language.value) if package == OWN else folder.joinpath("texts").joinpath(language.value)
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.name.endswith(".toml"):
            topic = file.name.removesuffix(".toml")
            texts.update(_flat(topic, tomllib.loads(file.read_text(encoding="utf-8"))))
    return texts


def _flat(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str | Mapping[str, str]]]:
    for name, value in table.items():
        key = f"{prefix}.{name}"
        if isinstance(value, str):
            yield key, unbroken(value)
        elif isinstance(value, Mapping):
            if set(value) <= PLURALS:
                yield key, {form: unbroken(str(text)) for form, text in value.items()}
            else:
                yield from _flat(key, value)
        else:
            raise TextError(f"the text {key!r} is {value!r}; it must be a string or a table of strings")
