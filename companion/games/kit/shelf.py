"""What a game with decks from packs is set up with: options, the written set-up, and what players have to supply."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.cards.library import LocalLibrary
from companion.games.options import ANYWHERE, Chosen, Option, OptionValue, Where, chosen_of
from companion.games.shelf import Datum, GamePlan, ParsedSetup, SeatedPlayer, SetupMistakeError, Shelf
from companion.texts import Language

Say = Callable[..., str]
"""The game's text of a key in a language."""


def option(
    say: Say,
    language: Language,
    key: str,
    choices: Iterable[str],
    about: str,
    *bears_on: str,
    where: Where = ANYWHERE,
) -> Option:
    """An option whose texts stand at `setup.<key>`; the first choice is the usual one.

    Args:
        say: The game's texts.
        language: The reader's.
        key: Of the option.
        choices: Keys of its choices.
        about: What it is, for the help of the command line.
        bears_on: What else than the game hangs on it.
        where: Where anything hangs on it.
    """
    values = tuple(OptionValue(each, say(language, f"setup.{key}.{each}")) for each in choices)
    return Option(
        key,
        say(language, f"setup.{key}.title"),
        values,
        (values[0].key,),
        about=about,
        bears_on=frozenset(bears_on),
        where=where,
    )


def reading_option(say: Say, language: Language, key: str, values: Iterable[OptionValue], usual: str) -> Option:
    """An option by which players say how they read an open point; its text stands at `setup.readings.<key>`."""
    return Option(
        key,
        say(language, f"setup.readings.{key}"),
        tuple(values),
        (usual,),
        about=say(Language.ENGLISH, f"setup.readings.{key}"),
        page=say(language, "setup.readings.page"),
    )


def yes_no_reading(say: Say, language: Language, key: str, *, usual: bool) -> Option:
    """A reading of an open point that either holds or does not."""
    values = (OptionValue(each, say(language, f"setup.readings.{each}")) for each in ("yes", "no"))
    return reading_option(say, language, key, values, "yes" if usual else "no")


def data_needed(say: Say, language: Language, missing: tuple[str, ...]) -> tuple[Datum, ...]:
    """What no source gives and the players have to supply; below the last of it stands how.

    Args:
        say: The game's texts.
        language: The reader's.
        missing: Ids of the data, such as `B-DATA-01`.
    """
    how = say(language, "setup.needs.how")
    texts = (say(language, f"setup.needs.{each.lower().replace('-', '_')}") for each in missing)
    return tuple(
        Datum(each, text, how if each is missing[-1] else "") for each, text in zip(missing, texts, strict=True)
    )


def written_setup(
    shelf: Shelf, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None, word: str
) -> ParsedSetup:
    """A set-up in TOML: `seats` with a deck each, `packs`, and the options by their keys.

    Args:
        shelf: The game's.
        data: What is written.
        beside: The library that reads packs and decks beside the file.
        word: What the game calls a deck, such as `team`: the field of a seat that names it.

    Raises:
        ValueError: If there is no library.
        SetupMistakeError: If the seats are not those of the variant, or one has no deck.
    """
    if beside is None:
        raise ValueError("a setup of this game names cards, which only a library has")
    options = shelf.options(Language.ENGLISH)
    chosen = chosen_of(options, {each.key: (str(data[each.key]),) for each in options if each.key in data})
    seated = tuple(_seated(shelf, chosen, data.get("seats", ()), beside, word))
    packs = beside.packs(tuple(data.get("packs", ())))
    return ParsedSetup(shelf.set_up(GamePlan(chosen, seated, packs)), bool(data.get("as_listed", False)))


def _seated(
    shelf: Shelf,
    chosen: Chosen,
    listed: Sequence[object],
    beside: LocalLibrary[Any, Any],
    word: str,
) -> Iterable[SeatedPlayer]:
    plans = shelf.seats(chosen)
    if len(listed) != len(plans):
        raise SetupMistakeError(("seats",), f"{len(plans)} seats are needed, not {len(listed)}")
    for number, (plan, each) in enumerate(zip(plans, listed, strict=True)):
        if not isinstance(each, Mapping) or word not in each:
            raise SetupMistakeError(("seats", number), f"each seat needs a '{word}': the name of a {word}, or its file")
        yield SeatedPlayer(plan, str(each.get("name", plan.id)), beside.deck(str(each[word])))
