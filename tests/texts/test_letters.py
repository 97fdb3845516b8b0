"""Names and sentences have letters that a reader sees as what they are, wherever they come in."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import CardsError
from companion.games.signum.shelf.library import LIBRARY
from companion.referee.errors import SetupError
from companion.referee.lobby.new_game import NewGame, setup_of
from companion.texts.letters import odd_letter, straightened

ODD = {
    "a control": "\x07", "a break": "\n", "a tab": "\t", "an override": "\u202e", "an isolate": "\u2066",
    "a mark of direction": "\u200f", "a hidden space": "\u200b", "a joiner without pictures": "\u200d",
    "a soft hyphen": "\u00ad", "a byte order mark": "\ufeff", "a tag": "\U000e0041", "half a character": "\ud83d",
    "a private character": "\ue000", "no character": "\uffff", "a filler": "\u3164", "a line separator": "\u2028",
    "a pile of accents": "\u0301" * 5,
}  # fmt: skip
NAMES = (
    "Ann",
    "Зоя",
    "Їжак Ґудзь",
    "O’Neill-Smith 2",
    "Zo\u0308e",
    "李雷",
    "محمد",
    "שרה",
    "👩‍🚀 Ann",
    "✌️",
    "☕ & cake",
    "José #1!",
)


@pytest.mark.parametrize("name", NAMES)
def test_names_of_people_of_any_script_are_taken(name):
    assert odd_letter(name) == ""


@pytest.mark.parametrize("what", ODD)
def test_what_nobody_sees_is_found_wherever_it_stands(what):
    for text in (ODD[what], f"A{ODD[what]}nn", f"Ann{ODD[what]}", f"{ODD[what]}Ann"):
        assert odd_letter(text) in ODD[what]
        assert odd_letter(text)


def test_only_texts_have_lines():
    assert odd_letter("one\ntwo") == "\n"
    assert odd_letter("one\ntwo", lines=True) == ""
    assert odd_letter("one\r\ntwo", lines=True) == "\r"


@given(st.text())
def test_a_text_that_is_taken_stays_as_it_is_and_turns_nothing(text):
    if odd_letter(text) == "":
        assert straightened(text) == text
        assert all(unicodedata.bidirectional(each) not in {"LRO", "RLO", "LRE", "RLE", "PDF"} for each in text)
    assert unicodedata.bidirectional("\u202e") == "RLO"
    assert "\u202e" not in straightened(text + "\u202e")


def test_players_do_not_call_themselves_so():
    with pytest.raises(SetupError, match=r"A player's name has U\+202E RIGHT-TO-LEFT OVERRIDE, which"):
        setup_of(NewGame(players=("Ann", "nnA\u202e")), (600.0, 600.0), "")


@pytest.mark.parametrize("names", [("Ann", "Ann "), ("Zo\u00eb", "Zoe\u0308")])
def test_players_do_not_call_themselves_alike(names):
    with pytest.raises(SetupError, match="a name of their own"):
        setup_of(NewGame(players=names), (600.0, 600.0), "")


def test_cards_and_decks_are_not_called_so(tmp_path):
    """In a pack, and in a deck, of the shipped form, an override is put into the first English name."""
    pack, deck = tmp_path / "own.toml", tmp_path / "own.deck.toml"
    pack.write_text(LIBRARY.template().replace('en = "', 'en = "\u202e', 1), encoding="utf-8")
    deck.write_text(
        'schema = 1\nname = { en = "Own\u2066", ru = "Своя", uk = "Своя" }\nhero = "skirmish/x"\n[cards]\n',
        encoding="utf-8",
    )
    for load, path, number in ((LIBRARY.load_pack, pack, "U+202E"), (LIBRARY.load_deck, deck, "U+2066")):
        with pytest.raises(CardsError) as refused:
            load(path)
        assert number in str(refused.value)
        assert "write without it" in str(refused.value)
