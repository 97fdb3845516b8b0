"""Stickers for cards: as big as said, each code read from the printed page, each name beside it."""

import pytest
import zxingcpp

from companion.cards.card_tag import tag_of
from companion.cli import main
from companion.games.signum.model.kinds import BATTLE_KINDS
from companion.games.signum.shelf.library import LIBRARY
from companion.printing.sheets.card_stickers import CODE_MM

CARDS = {key: card for pack in LIBRARY.packs.values() for key, card in pack.cards.items()}


def codes(page):
    found = zxingcpp.read_barcodes(page.pixels)
    return {code.text: code.position for code in found}, len(found)


@pytest.mark.parametrize("language", ["en", "ru", "uk"])
def test_a_deck_has_a_sticker_for_each_of_its_cards(language, tmp_path, scan, words):
    assert main(["print", "cards", "--deck", "lanternmarch", "--language", language, "--out", str(tmp_path)]) == 0
    deck = LIBRARY.decks["lanternmarch"].battle_deck
    (page,) = scan(tmp_path / "cards.pdf", 200)
    found, count = codes(page)

    assert count == len(deck)
    assert set(found) == {tag_of(key) for key in deck}
    printed = {word[0].strip(",") for word in words(tmp_path / "cards.pdf")[0]}
    for key in deck:
        assert set(CARDS[key].names[language].replace(",", "").split()) <= printed
    place = next(iter(found.values()))
    corners = [(place.top_left.x, place.top_left.y), (place.top_right.x, place.top_right.y)]
    (left, _), (right, _) = page.to_mm(corners)
    assert right - left == pytest.approx(CODE_MM, abs=0.6)


def test_a_pack_has_one_of_each_card_that_is_drawn(tmp_path, scan):
    assert main(["print", "cards", "--pack", "skirmish", "--out", str(tmp_path)]) == 0
    found = set().union(*(codes(page)[0] for page in scan(tmp_path / "cards.pdf", 200)))
    assert found == {tag_of(key) for key, card in LIBRARY.packs["skirmish"].cards.items() if card.kind in BATTLE_KINDS}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "name a deck or a pack"),
        (("--deck", "nobodys"), "there is no deck 'nobodys'"),
        (("--pack", "none.toml"), "none.toml"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(words, said, tmp_path, capsys):
    assert main(["print", "cards", *words, "--out", str(tmp_path / "sheets")]) == 2
    line = capsys.readouterr().err
    assert said in line
    assert line.count("\n") == 1
    assert not (tmp_path / "sheets").exists()
