"""Deck files: what is written wrong is told with its line."""

import pytest

from companion.cards import DeckError, FileError
from companion.cards.shape import MAX_MISTAKES
from companion.games.signum.shelf.library import LIBRARY

GOOD = """schema = 1
pack = "skirmish"
hero = "maud_averill"
buildings = ["tavern", "seed/mint"]
[cards]
old_pell = 1
breakwater = 2
"seed/fireball" = 1
"""


def read(tmp_path, text):
    file = tmp_path / "my.deck.toml"
    file.write_text(text, encoding="utf-8")
    return LIBRARY.load_deck(file)


def test_keys_are_of_the_decks_pack_unless_they_name_another(tmp_path):
    deck = read(tmp_path, GOOD)
    assert deck.hero == "skirmish/maud_averill"
    assert deck.buildings == ("skirmish/tavern", "seed/mint")
    assert deck.battle_deck == ("skirmish/old_pell", "skirmish/breakwater", "skirmish/breakwater", "seed/fireball")
    assert (deck.line("cards", "skirmish/breakwater"), deck.line("cards", "seed/fireball")) == (7, 8)
    assert deck.line("buildings", 1) == 4


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (GOOD.replace("hero", "heros"), 3, "unknown key 'heros'; did you mean 'hero'?"),
        (GOOD.replace('hero = "maud_averill"\n', ""), 0, "'hero' is missing"),
        (GOOD.replace("old_pell = 1", "old_pell = true"), 6, "'old_pell' must be a whole number, not True"),
        (GOOD.replace("old_pell = 1", "old_pell = 0"), 6, "a deck has 1 or more of a card, not 0"),
        (GOOD.replace("old_pell = 1", "old_pell = 9999999999"), 6, "'old_pell' must be a number up to 999"),
        (GOOD.replace("= 1\nb", "= 600\nb").replace("= 2", "= 600"), 5, "a deck has 1000 cards at most, not 1201"),
        (GOOD.replace("schema = 1", "schema = 9"), 1, "reads decks of schema 1, not 9"),
        (GOOD + '"skirmish/old_pell" = 1\n', 9, "this card stands twice, once with its pack's name"),
        ('name = { en = "x" }\n' + GOOD, 1, "'name' lacks the text in 'ru'"),
    ],
)
def test_mistakes_are_told_with_their_line(tmp_path, text, line, sentence):
    with pytest.raises(DeckError) as refusal:
        read(tmp_path, text)
    assert line in [each.line for each in refusal.value.faults if sentence in each.sentence]


def test_what_is_no_toml_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"my\.deck\.toml:1: is not TOML"):
        read(tmp_path, "schema =")


def test_of_countless_mistakes_some_are_told(tmp_path):
    with pytest.raises(DeckError) as refusal:
        read(tmp_path, "".join(f"wrong_{number} = 1\n" for number in range(9000)) + GOOD)
    assert len(refusal.value.faults) == MAX_MISTAKES
