"""The card workshops of games with a card language: each field has a row in words, and each effect can be added."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.games.brawl.shelf.library import LIBRARY as BRAWL
from companion.games.brawl.workshop import fresh as of_brawl
from companion.games.registry import game_called
from companion.games.warseer.shelf.library import LIBRARY as WARSEER
from companion.games.warseer.workshop import fresh as of_warseer
from companion.games.workshop import Add, Bench, Paint, Select, workshop_of
from companion.texts import Language
from tests.games.kit.benches import benches, parts, shipped, value

pytestmark = pytest.mark.slow

NAMES = {"en": "One", "ru": "Раз", "uk": "Раз"}
HIDDEN = {"key", "kind", "type", "code"}
"""Fields that players do not fill in."""


@dataclass(frozen=True)
class Made:
    """What a game has: its cards, and cards with the place where an effect can be added.

    Attributes:
        name: Of the game.
        cards: Every card that can be made, of the pack that comes with the game and of the template.
        left: What is still to be chosen of a new card of a sort; a sort that is not named needs nothing.
        taking: Cards that take an effect, each with the place.
        effects: The words of all effects.
        unnamed: Fields whose choices need no name.
    """

    name: str
    cards: tuple[Bench, ...]
    left: dict[str, set[str]]
    taking: Callable[[str], Iterator[tuple[Any, tuple[str | int, ...]]]]
    effects: tuple[str, ...]
    unnamed: frozenset[str] = field(default_factory=frozenset)

    @property
    def workshop(self):
        return workshop_of(game_called(self.name))


def taking_in_brawl(word):
    attack = {"target": {"aim": "melee"}, "strength": 1, "deed": "attack"}
    for base in (attack, {"deed": "reaction", "defence": 1}):
        where = "bonuses" if word in of_brawl.STANDING and base is attack else "after"
        card = {"kind": "action", "core": "creation", "champion": "low_tide/odo", "names": NAMES, **base}
        yield {**card, where: []}, (where,)


def taking_in_warseer(word):
    yield {"kind": "tactic", "cost": 1, "on": "attacked", "effects": [], "names": NAMES}, ("effects",)
    if word in of_warseer.STANDING:
        relic = {"kind": "relic", "cost": 1, "names": NAMES, "abilities": [{"holds": []}]}
        yield relic, ("abilities", 0, "holds")


def all_of(library, name):
    return (*benches(shipped(library, name)), *benches(tomllib.loads(library.template())))


GAMES = (
    Made(
        "brawl",
        all_of(BRAWL, "low_tide"),
        {
            "action": {"champion"},
            "challenge": {"text"},
            "arena": {"cells", "statues", "traps", "spawns", "gates", "areas"},
        },
        taking_in_brawl,
        of_brawl.EFFECTS,
    ),
    Made(
        "warseer",
        all_of(WARSEER, "emberfall"),
        {**{key: {"faction"} for key in ("hero", "character", "minion")}, "spell": {"effects"}, "dice": {"faces"}},
        taking_in_warseer,
        of_warseer.EFFECTS,
        frozenset({"affinities"}),
    ),
)
of_each_game = pytest.mark.parametrize("made", GAMES, ids=lambda made: made.name)


def shown_in(rows, at):
    """The fields that rows show: of cells all that can be painted, of a side of a champion its own."""
    for row in rows:
        yield from ([brush.at[len(at)] for brush in row.entry.brushes] if isinstance(row.entry, Paint) else ())
        yield from row.at[len(at) : len(at) + 1]


@pytest.mark.parametrize("language", Language)
@of_each_game
def test_every_field_of_every_card_has_a_row_in_words(made, language):
    assert len(made.cards) > 95
    for bench in made.cards:
        for at, rows in parts(made.workshop, bench, language):
            data = value(bench.card, at)
            shown = set(shown_in(rows, at))
            assert not (set(data) - HIDDEN - shown if isinstance(data, dict) else ()), (bench.card["key"], at)
            for row in rows:
                assert row.name, row
                assert not re.search(r"[_{}]|None", row.name + row.value + row.heading), row
                if isinstance(row.entry, Select) and row.at[-1] not in made.unnamed:
                    assert all(each.name for each in row.entry.options), row


@of_each_game
def test_no_card_that_comes_with_the_game_is_wrong_and_each_is_shown(made):
    for bench in made.cards:
        assert made.workshop.mistakes(bench) == (), bench.card["key"]
        assert made.workshop.shown(bench, Language.ENGLISH).name == bench.card["names"]["en"]


@of_each_game
def test_every_kind_of_card_begins_with_little_left_to_do(made):
    left = {}
    for option in made.workshop.kinds(Language.ENGLISH):
        bench = Bench({**option.value, "names": NAMES}, {"id": "mine"})
        left[option.value["kind"]] = {at[0] for at, _ in made.workshop.mistakes(bench)}
    assert {kind: places for kind, places in left.items() if places} == made.left


@pytest.mark.parametrize(
    ("made", "word"),
    [(made, word) for made in GAMES for word in made.effects],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_every_effect_that_is_added_can_be_read_and_put_right(made, word):
    for card, at in made.taking(word):
        rows = made.workshop.rows(Bench(card, {"id": "mine"}), at[:-1], Language.ENGLISH)
        added = next(row for row in rows if isinstance(row.entry, Add) and row.at == at)
        new = next(each for each in added.entry.options if each.value["type"] == word)
        value(card, at).append(new.value)
        bench = Bench(card, {"id": "mine"})
        assert not [each for each in made.workshop.mistakes(bench) if "text" not in each[0]]
        for language in Language:
            assert all(row.name for row in made.workshop.rows(bench, (*at, 0), language))
            assert made.workshop.title(bench, (*at, 0), language)
