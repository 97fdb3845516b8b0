"""The printed codes of a deck: read from its pages, they are the deck."""

from companion.cards.deck_code import deck_in
from companion.cli import main
from companion.games.signum.shelf.library import LIBRARY
from companion.referee.capture.qr_codes import words_seen


def test_a_deck_is_read_from_its_printed_pages(tmp_path, scan, words):
    assert main(["print", "deck", "--deck", "lanternmarch", "--language", "uk", "--out", str(tmp_path)]) == 0
    pages = scan(tmp_path / "deck.pdf", 75)
    codes = [words_seen(page.pixels) for page in pages]

    assert len(pages) == 2
    deck = deck_in(" ".join(code for (code,) in codes))
    assert (deck.game, deck.data["hero"]) == ("signum", "maud_averill")
    printed = {word[0] for word in words(tmp_path / "deck.pdf")[0]}
    assert set(LIBRARY.decks["lanternmarch"].names["uk"].split()) <= printed


def test_a_deck_that_is_not_there_is_refused(tmp_path, capsys):
    assert main(["print", "deck", "--deck", "nobodys", "--out", str(tmp_path / "sheets")]) == 2
    assert "there is no deck 'nobodys'" in capsys.readouterr().err
    assert not (tmp_path / "sheets").exists()
