"""Packs of cards: every word of their language is read, and what makes no sense is refused with its line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.games.brawl.model.cards import ActionCard, ArenaCard, Card, ChampionCard
from companion.games.brawl.model.effects import PushEffect
from companion.games.brawl.model.kinds import AimKind, Core, Deed, Statue
from companion.games.brawl.model.terms import Selector
from companion.games.brawl.shelf.library import LIBRARY
from companion.geometry.grid import Cell
from tests.games.wrong_packs import is_refused_with_its_line

EXAMPLE = Path(__file__).with_name("example.toml")


def structs_of(wanted: object) -> Iterator[tuple[str, str]]:
    """Names of all structs, with the names of their fields, that a type may have anywhere in it."""
    seen: set[type] = set()
    waiting: list[Any] = [msgspec.inspect.type_info(wanted)]
    while waiting:
        known = waiting.pop()
        if isinstance(known, msgspec.inspect.StructType) and known.cls not in seen:
            seen.add(known.cls)
            for each in known.fields:
                yield known.cls.__name__, each.name
                waiting.append(each.type)
        for name in ("types", "item_types"):
            waiting += getattr(known, name, ())
        waiting += [getattr(known, name) for name in ("item_type", "value_type") if hasattr(known, name)]


def used_in(value: object) -> Iterator[tuple[str, str]]:
    """What of that differs from its default anywhere in a value."""
    if isinstance(value, msgspec.Struct):
        for each in msgspec.structs.fields(value):
            mine = getattr(value, each.name)
            if each.required or mine != (each.default_factory() if each.default is msgspec.NODEFAULT else each.default):
                yield type(value).__name__, each.name
            yield from used_in(mine)
    elif isinstance(value, dict):
        for mine in value.values():
            yield from used_in(mine)
    elif isinstance(value, tuple):
        for mine in value:
            yield from used_in(mine)


@pytest.fixture(scope="module")
def cards() -> dict[str, Card]:
    return LIBRARY.load_packs((EXAMPLE,))[0].cards


def test_the_example_uses_every_word_of_the_language(cards):
    only_hexes = {("ArenaCard", "grid")}
    assert set(structs_of(Card)) - only_hexes <= set(used_in(tuple(cards.values())))


def test_a_card_reads_as_it_is_written(cards):
    """B-CARD-02: champion, type, name, core, move points, range, strength, effect, defence modifier, number."""
    chain = cards["example/ada_2"]
    assert isinstance(chain, ActionCard)
    assert (chain.champion, chain.deed, chain.core, chain.move) == ("example/ada", Deed.ATTACK, Core.MANIPULATION, 1)
    assert chain.target is not None
    assert (chain.target.aim, chain.target.least, chain.target.most) == (AimKind.DIRECT, 2, 3)
    assert (chain.strength, chain.number, chain.names["en"]) == (2, 2, "Long Chain")
    fall = cards["example/ada_1"]
    assert isinstance(fall, ActionCard)
    assert fall.after[0] == PushEffect(2, Selector(who="enemy", count=1), "target")
    stand = cards["example/ada_4"]
    assert isinstance(stand, ActionCard)
    assert (stand.defence, stand.move, stand.strength) == (2, None, None)


def test_champions_have_two_sides(cards):
    """B-COMP-04, B-CHMP-02: only the powered side has an ability here."""
    ada = cards["example/ada"]
    assert isinstance(ada, ChampionCard)
    assert (ada.front.defence, ada.front.health, ada.front.abilities) == (1, 6, ())
    assert (ada.back.defence, ada.back.health, len(ada.back.abilities)) == (2, 7, 1)


def test_an_arena_has_its_marks(cards):
    """B-ARENA-10, B-ARENA-12, B-CHAL-06."""
    ring = cards["example/ring"]
    assert isinstance(ring, ArenaCard)
    assert set(ring.statues) == set(Statue)
    assert len(ring.traps) == 6
    assert ring.track == (0, 1, 2, 2)
    assert ring.board((600.0, 600.0)).distance(Cell(0, 0), Cell(-1, 3)) == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("strength = 3\n", "", "'strength' is missing: an attack needs it"),
        ("defence = 2\nbefore", "move = 2\nbefore", "a reaction has no 'move'"),
        ('champion = "bo"\nnumber = 2', 'champion = "cid"\nnumber = 2', "there is no champion 'cid'"),
        ("[1, 0], [-1, 0], [0, 1], [0, -1]", "[1, 0], [9, 0], [0, 1], [0, -1]", "the arena has no cell [9, 0]"),
        ('type = "push"', 'type = "shove"', "unknown effect 'shove'"),
        ('kind = "challenge"', 'kind = "chalenge"', "unknown card 'chalenge'; did you mean 'challenge'?"),
        ("health = 5", "health = 0", "'health' is a number from 1 to 20, not 0"),
        ("track = [0, 1, 2, 2]", "track = [1, 1, 2, 2]", "the track begins with 1 without points"),
        ("least = 2 }\nstrength", "least = 4 }\nstrength", "a range goes from 'least'"),
        ('champion = "cy"\nnumber', 'champion = "ada"\nnumber', "no champion 'example/ada' is stated in these packs"),
        ('assumed = ["after"]', 'assumed = ["effects"]', "only what stands here can be assumed"),
        (
            'deed = "skill"\neffects = [{ type = "draw"',
            'deed = "skill"\nafter = [{ type = "draw"',
            "a skill has no 'after'",
        ),
        ("ezma = [0, 0]", "ezma = [1, 0]", "a statue stands on no trap cell"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_line(tmp_path, old, new, said):
    text = EXAMPLE.read_text(encoding="utf-8")
    is_refused_with_its_line(LIBRARY, tmp_path, text, old, new, said)


def test_a_team_is_read(tmp_path):
    (tmp_path / "a.deck.toml").write_text('schema = 1\npack = "example"\nchampions = ["ada", "bo"]\n', encoding="utf-8")
    assert LIBRARY.load_deck(tmp_path / "a.deck.toml").champions == ("example/ada", "example/bo")


@pytest.mark.parametrize(
    ("champions", "told"),
    [('["ada", "bo", "ada"]', "team of 0 champions, 1 mistake"), ('["ada"]', "team of 1 champion, 2 mistakes")],
)
def test_a_team_is_checked_as_a_team_of_champions(tmp_path, capsys, champions, told):
    """B-DRAFT-02: three are needed; the example pack lies beside it."""
    team = tmp_path / "a.deck.toml"
    team.write_text(f'schema = 1\npack = "example"\nchampions = {champions}\n', encoding="utf-8")
    assert main(["cards", "check", "--game", "brawl", str(EXAMPLE), str(team)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{team}: {told}"
