"""The page about cards names everything that a pack may say, and nothing that it may not."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.cards.pack import head_type
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import Effect
from companion.games.signum.model.kinds import Kind
from companion.games.signum.shelf.deck import _File
from companion.games.signum.shelf.form import SignumForm
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.parameters import ONLY_ON
from companion.games.signum.shelf.sense import FIELDS
from tests.cards import card_reference

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
HEAD = head_type(SignumForm.name_tables)


def rows(first_heading):
    """The rows of the table that begins so, by their first cell."""
    table = PAGE.split(f"| {first_heading} |")[1].split("\n\n")[0].splitlines()[2:]
    return {row.split("|")[1].strip(): row for row in table}


def fields(struct):
    return [each.name for each in msgspec.structs.fields(struct)]


@pytest.mark.parametrize("struct", [Card, HEAD, _File])
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


def test_the_reference_is_the_schema_s():
    assert card_reference.page(PAGE) == PAGE, "run python -m tests.cards.card_reference"


def test_every_word_of_the_language_has_an_example():
    shown = card_reference.examples()
    assert [word for word in card_reference.all_words() if word not in shown] == []
    assert [hook for hook in HOOKS if not card_reference.waiting(hook)] == []


def test_every_field_is_explained():
    for struct in (*get_args(Effect), *card_reference.TERMS.values()):
        _, said = card_reference.said(struct)
        assert [each for each in fields(struct) if not said.get(each)] == [], struct


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_example_of_an_ability_is_right(name, tmp_path):
    kind = ONLY_ON.get(name, Kind.CHARACTER).value
    card = card_reference.a_card(kind, card_reference.ability_example(name))
    file = tmp_path / "one.toml"
    file.write_text(card, encoding="utf-8")
    assert LIBRARY.load_pack(file).cards
