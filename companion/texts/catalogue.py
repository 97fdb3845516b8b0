"""The texts of all languages, read once from the files beside this one."""

import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib import resources

from companion.texts.plural import plural_form


class TextError(LookupError):
    """A key that no text has, or a value that a text needs and did not get."""


class Language(StrEnum):
    """The languages of every screen and sheet."""

    ENGLISH = "en"
    RUSSIAN = "ru"
    UKRAINIAN = "uk"


OWN = "companion.texts"
"""The package that has the program's own texts, without a folder `texts` between."""
PLURALS = frozenset({"one", "few", "many", "other"})


class Texts:
    """The texts of one game, with those of the program for all that it has no text for; those of the program alone."""

    def __init__(self, package: str = "") -> None:
        """Names where they lie.

        Args:
            package: The package whose folder `texts` has a folder for each language; empty for the program's own.
        """
        self._package = package

    def say(self, language: Language, key: str, **values: object) -> str:
        """The text of a key in a language, its placeholders filled in.

        Args:
            language: Language of the reader.
            key: Topic and name, such as `printing.title`.
            **values: What the placeholders stand for; `count` also chooses the plural form.

        Raises:
            TextError: If there is no such key, or a placeholder has no value.
        """
        text = self.own(language).get(key)
        text = text if text is not None else catalogue(language).get(key)
        if text is None:
            raise TextError(f"there is no text {key!r} in {language.value}")
        return _filled(text, language, key, values)

    def own(self, language: Language) -> Mapping[str, str | Mapping[str, str]]:
        """The game's own texts by key; of the program's alone, those."""
        return catalogue(language, self._package or OWN)

    def all(self, language: Language) -> Mapping[str, str | Mapping[str, str]]:
        """All texts by key."""
        return {**catalogue(language), **self.own(language)}


COMMON = Texts()
"""The program's own texts."""


def say(language: Language, key: str, **values: object) -> str:
    """A text of the program's own; see `Texts.say`.

    Raises:
        TextError: If there is no such key, or a placeholder has no value.
    """
    return COMMON.say(language, key, **values)


def _filled(text: str | Mapping[str, str], language: Language, key: str, values: Mapping[str, object]) -> str:
    if not isinstance(text, str):
        count = values.get("count")
        if not isinstance(count, int | float):
            raise TextError(f"the text {key!r} needs a number `count`, got {count!r}")
        text = text[plural_form(language, count)]
    try:
        return text.format(**(values if language is Language.ENGLISH else _with_commas(values)))
    except KeyError as missing:
        raise TextError(f"the text {key!r} needs a value for {missing}") from missing


def figure(language: Language, number: float, form: str) -> str:
    """A number as that language writes it.

    Args:
        language: Language of the reader.
        number: The number.
        form: How it is formatted, such as `.1f`.
    """
    text = format(number, form)
    return text if language is Language.ENGLISH else text.replace(".", ",")


def translated(texts: Mapping[str, str], language: Language) -> str:
    """The text in a language, else in English, else in any; empty where there is none."""
    return texts.get(language.value) or texts.get("en") or next(iter(texts.values()), "")


class _Number(float):
    """A number that is written with a comma before its decimals."""

    def __format__(self, form: str) -> str:
        return super().__format__(form).replace(".", ",")


def _with_commas(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _Number(value) if isinstance(value, float) else value for name, value in values.items()}


@cache
def catalogue(language: Language, package: str = OWN) -> Mapping[str, str | Mapping[str, str]]:
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
            yield key, value
        elif isinstance(value, Mapping):
            if set(value) <= PLURALS:
                yield key, {form: str(text) for form, text in value.items()}
            else:
                yield from _flat(key, value)
        else:
            raise TextError(f"the text {key!r} is {value!r}; it must be a string or a table of strings")
