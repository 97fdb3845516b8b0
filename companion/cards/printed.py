"""Texts and costs, which stand on cards and within abilities alike."""

from collections.abc import Iterator, Mapping

from companion.cards.shape import Mistake, like
from companion.cards.world import World
from companion.documents import Path
from companion.games.signum.cards import BuildingType, Cost, Kind
from companion.texts import Language
from companion.texts.letters import odd_letter, told

LANGUAGES = tuple(each.value for each in Language)
LONG = ("text", "flavour", "reminder")
"""Texts that may have several lines."""


def text_mistakes(texts: Mapping[str, str], path: Path, *, needed: bool = False) -> Iterator[Mistake]:
    """Languages that lack, are unknown or empty, and characters that nobody sees.

    A text that nobody gave is no mistake unless it is needed.
    """
    for language, text in texts.items():
        if language not in LANGUAGES:
            yield (*path, language), f"unknown language {language!r}; {like(language, LANGUAGES)}"
        if odd := odd_letter(text, lines=path[-1] in LONG):
            yield (*path, language), f"{told(odd)} cannot be seen or turns what stands around it; write without it"
    if texts or needed:
        for language in LANGUAGES:
            if not texts.get(language, "").strip():
                yield path, f"{path[-1]!r} lacks the text in {language!r}; every text stands in {', '.join(LANGUAGES)}"


def cost_mistakes(cost: Cost, path: Path, world: World) -> Iterator[Mistake]:
    """A cost that cannot be: buildings that exist nowhere, numbers below 0."""
    for index, name in enumerate(cost.buildings):
        yield from building_mistakes(name, (*path, "buildings", index), world)
    for field, number in (("any", cost.any), ("prosperity", cost.prosperity)):
        if number < 0:
            yield (*path, field), f"{field!r} must be 0 or more, not {number}"
    if not cost.known and (cost.buildings or cost.any or cost.prosperity):
        yield (*path, "known"), "a cost that is not known names nothing"


def building_mistakes(name: str, path: Path, world: World) -> Iterator[Mistake]:
    """A building that stands in no pack and is no type of building."""
    if not world.has_building(name):
        known = (*(each.value for each in BuildingType), *world.of_kind(Kind.BUILDING))
        yield path, f"no building is called {name!r}; {like(name, known)}"
