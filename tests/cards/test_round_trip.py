"""Any card can be written and read again, and everything in a text is found on its line."""

import tomllib

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cards.shape import mistakes_in
from companion.documents import find_lines, line_of
from companion.games.signum.model.cards import Card
from tests.cards.card_texts import anything, as_table, in_toml

CARDS = anything(Card)


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(CARDS)
def test_any_card_is_the_same_after_toml_and_json(card):
    text = "\n".join(f"{key} = {in_toml(value)}" for key, value in as_table(card).items())
    read = tomllib.loads(text)
    assert list(mistakes_in(read, Card)) == []
    assert msgspec.convert(read, Card) == card
    assert msgspec.json.decode(msgspec.json.encode(card), type=Card) == card


@pytest.mark.slow
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(CARDS, min_size=1, max_size=3))
def test_the_line_of_every_value_is_found(cards):
    written, expected = ["schema = 1"], {("schema",): 1}
    for index, card in enumerate(cards):
        written += ['# a comment with [[brackets]] and "quotes"', "[[card]]"]
        expected[("card", index)] = len(written)
        for key, value in as_table(card).items():
            written += ["", f"{key} = {in_toml(value)}  # done"]
            for path in _paths(value):
                expected[("card", index, key, *path)] = len(written)
    lines = find_lines("\n".join(written))
    assert {path: lines.get(path) for path in expected} == expected


def _paths(value):
    yield ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list | tuple):
        pairs = enumerate(value)
    else:
        return
    for key, each in pairs:
        for rest in _paths(each):
            yield (key, *rest)


WHOLE = '''# top
title = "a # no comment"
long = """one
two \\" three
four""" # x
raw = \'\'\'
[not.a.table]\'\'\'
a.b."c d" = 1979-05-27 07:32:00
list = [
    1, # one
    [2, 3],
    { deep = [
        4] },
]
[table]
x = -1.5e3
[[many]]
y = 'it"s'
[many.sub]
z = true
[[many.under]]
u = 1
[[many.under]]
u = 2
[[many]]
y = 2
[[many.under]]
u = 3
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2), (("long",), 3), (("raw",), 6), (("a", "b", "c d"), 8), (("list",), 9), (("list", 0), 10),
        (("list", 1, 1), 11), (("list", 2, "deep"), 12), (("list", 2, "deep", 0), 13), (("table",), 15),
        (("table", "x"), 16), (("many", 0), 17), (("many", 0, "y"), 18), (("many", 0, "sub", "z"), 20),
        (("many", 0, "under", 0, "u"), 22), (("many", 0, "under", 1, "u"), 24), (("many", 1, "y"), 26),
        (("many", 1, "under", 0, "u"), 28), (("many", 1, "nothing", "here"), 25), (("nowhere",), 0),
    ],
)  # fmt: skip
def test_lines_are_found_in_every_kind_of_toml(path, line):
    tomllib.loads(WHOLE)
    assert line_of(find_lines(WHOLE), path) == line
