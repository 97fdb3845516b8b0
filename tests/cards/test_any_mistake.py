"""Whatever stands in a pack or deck, it is read or refused with its faults; nothing else happens."""

import copy
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import PackError
from companion.games.signum.model.editions import Rules
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.rulings import deck_faults
from companion.games.signum.shelf.shelf import SignumShelf
from tests.cards.card_texts import in_toml

GOOD = tomllib.loads(LIBRARY.template())
DECK = {"schema": 1, "pack": "skirmish", "hero": "maud_averill", "buildings": ["tavern"], "cards": {"nettle": 1}}
JUNK = st.one_of(
    st.booleans(),
    st.integers(-3, 3),
    st.floats(),
    st.sampled_from(["", "own", "strength", "shot", "aura", "tavern", "S", "mayor", "target", "relic", "\x00é\n"]),
    st.sampled_from([[], {}, [[]], [{}], {"type": "harm"}, [1, "a"], {"en": 1}, [[0.0, 0.0]] * 3]),
)


def places(data, path=()):
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def changed(good, path, junk):
    data = copy.deepcopy(good)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return "\n".join(f"{key} = {in_toml(value)}" for key, value in data.items())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("mistakes")


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from([path for path in places(GOOD) if path]), JUNK)
def test_a_pack_is_loaded_or_refused_with_places_in_the_file(folder, path, junk):
    file = folder / "any.toml"
    text = changed(GOOD, path, junk)
    file.write_text(text, encoding="utf-8")
    try:
        pack, faults = LIBRARY.load_pack(file), ()
    except PackError as refusal:
        pack, faults = None, refusal.faults
    assert (pack is None) is bool(faults)
    for fault in faults:
        assert fault.file == str(file)
        assert 0 <= fault.line <= text.count("\n") + 1
        assert fault.sentence
    assert pack is None or all(key.startswith(f"{pack.id}/") for key in pack.cards)


@settings(max_examples=100)
@given(st.sampled_from([path for path in places(DECK) if path]), JUNK)
def test_a_deck_is_checked_whatever_stands_in_it(folder, path, junk):
    file = folder / "any.deck.toml"
    file.write_text(changed(DECK, path, junk), encoding="utf-8")
    (checked,) = LIBRARY.check([file], lambda deck, cards: deck_faults(deck, cards, Rules()))
    assert not checked.ok  # one card is no deck, or the change is a mistake
    assert all(fault.sentence and fault.file == str(file) for fault in checked.faults)


def test_shipped_decks_are_unlike_each_other():
    one, other = (set(deck.cards) for deck in map(LIBRARY.deck, SignumShelf.usual_decks))
    assert not one & other
