"""The page about cards names everything that a pack may say, and nothing that it may not."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.cards.pack import head_type
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.cards import Ability, Card, Condition, Cost, Effect, Rider, Selector, Trigger, Until
from companion.games.signum.shelf.deck import _File
from companion.games.signum.shelf.form import SignumForm
from companion.games.signum.shelf.parameters import ACTIONS, NUMBER, ONLY_ON, RULER, TEXT
from companion.games.signum.shelf.sense import FIELDS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
HEAD = head_type(SignumForm.name_tables)
EFFECTS = {each.__struct_config__.tag: each for each in get_args(Effect)}


def rows(first_heading):
    """The rows of the table that begins so, by their first cell."""
    table = PAGE.split(f"| {first_heading} |")[1].split("\n\n")[0].splitlines()[2:]
    return {row.split("|")[1].strip(): row for row in table}


def fields(struct):
    return [each.name for each in msgspec.structs.fields(struct)]


@pytest.mark.parametrize("struct", [Ability, Card, Condition, Cost, Rider, Selector, Trigger, HEAD, _File])
def test_every_field_is_named(struct):
    assert [each for each in fields(struct) if not re.search(rf"\b{each}\b", PAGE)] == []


def test_the_table_of_fields_says_on_which_cards_they_stand():
    for names, row in rows("field | on").items():
        on = row.split("|")[2].strip()
        for name in re.findall(r"`(\w+)`", names):
            kinds = {kind.value for kind in FIELDS if name in FIELDS[kind]}
            wanted = {
                "all": {each.value for each in FIELDS},
                "all but heroes": {each.value for each in FIELDS} - {"hero"},
                "cards of the Battle Deck": {"character", "spell", "relic", "tactic"},
            }.get(on, set(on.split(", ")))
            assert kinds == wanted, name


def test_every_effect_has_a_row_with_its_fields():
    table = rows("type | fields")
    assert set(table) == {f"`{tag}`" for tag in EFFECTS}
    for tag, struct in EFFECTS.items():
        assert [each for each in fields(struct) if each not in table[f"`{tag}`"]] == []


def test_every_ability_has_a_row_with_what_it_needs():
    table = rows("name | printed as")
    assert set(table) == {f"`{name}`" for name in CATALOGUE}
    for name, entry in CATALOGUE.items():
        _, _, printed, needs, on, _ = table[f"`{name}`"].split("|")
        assert printed.strip() == entry.names["en"]
        assert ("`x`" in needs) is (name in NUMBER or name == "predator")
        assert ("`ruler`" in needs) is (name in RULER)
        assert ("`text`" in needs) is (name in TEXT)
        assert on.strip() == (ONLY_ON[name].value if name in ONLY_ON else "")


def test_every_moment_and_duration_is_named():
    for word in (*HOOKS, *(each.value for each in Until), *ACTIONS):
        assert f"`{word}`" in PAGE
