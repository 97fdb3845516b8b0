"""A deck in codes: the same deck comes out, in any order of its parts; anything else is named in one sentence."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.cards.deck_code import MAX_LETTERS, MAX_PARTS, DeckCodeError, DeckParts, codes_of, deck_in
from companion.cards.errors import CardsError
from companion.games.registry import game_called, games
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.games.signum.shelf.library import LIBRARY
from companion.texts import Language
from tests.league.told_table import set_up

SHIPPED = [(game, deck) for game in sorted(games()) if game_called(game).shelf.library for deck in
           game_called(game).shelf.library.decks.values()]  # fmt: skip


def data_of(deck):
    return tomllib.loads(Path(deck.file).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("game", "deck"), SHIPPED, ids=lambda each: getattr(each, "names", {}).get("en", each))
def test_every_deck_comes_out_as_it_went_in(game, deck):
    codes = codes_of(game, data_of(deck))
    assert all(re.fullmatch(r"[0-9A-Z $%*+./:-]+", code) for code in codes)  # what QR codes hold best
    assert len(codes) == (2 if game == "signum" else 1)
    carried = deck_in(" ".join(reversed(codes)).lower())
    assert (carried.game, carried.data) == (game, data_of(deck))
    again = game_called(game).shelf.library.form.deck(carried.read)
    assert (again.names, set(again.lines) >= {("name",)}) == (deck.names, True)


@pytest.mark.parametrize("name", sorted(games()))
def test_a_deck_is_taken_along_from_a_game_that_is_played(name):
    game = game_called(name)
    shelf, setup = game.shelf, set_up(game)
    chosen = {option.key: option.usual for option in shelf.options(Language.ENGLISH)}
    seated = []
    for plan, seat in zip(shelf.seats(chosen), setup.seats, strict=True):
        carried = deck_in(" ".join(codes_of(name, shelf.carried(setup, seat.id))))
        deck = shelf.library.form.deck(carried.read)
        assert set(deck.names.values()) == {seat.name}
        seated.append(SeatedPlayer(plan, seat.name, deck))
    again = shelf.set_up(GamePlan(chosen, tuple(seated), shelf.library.packs))
    assert again.seats == setup.seats
    assert [*again.cards] == [*setup.cards]


def test_parts_are_told_and_those_of_two_decks_are_not_mixed():
    one, other = (codes_of("signum", data_of(LIBRARY.decks[name])) for name in ("lanternmarch", "kettle_clans"))
    parts = DeckParts()
    assert (parts.of, parts.deck) == (0, None)
    assert not parts.take({"CARD-ABCDEFGH", "https://example.org"})
    assert parts.take({one[1]})
    assert (parts.found, parts.of, parts.deck) == (1, 2, None)
    assert not parts.take({one[1]})
    assert parts.take({other[0]})
    assert (parts.found, parts.of) == (1, 2)
    assert parts.take({other[1]})
    assert parts.deck.data["hero"] == data_of(LIBRARY.decks["kettle_clans"])["hero"]


def test_what_is_no_deck_is_named():
    code = codes_of("brawl", {"schema": 1, "champions": ["a", "b"]})[0]
    with pytest.raises(DeckCodeError, match="this is no code of a deck"):
        deck_in("my deck")
    with pytest.raises(DeckCodeError, match="1 of 2 codes"):
        deck_in(codes_of("signum", data_of(LIBRARY.decks["lanternmarch"]))[0])
    with pytest.raises(DeckCodeError, match="damaged"):
        deck_in(code[:-3] + "AAA")
    with pytest.raises(DeckCodeError, match="damaged"):
        deck_in(code.replace("1/1", "1/2") + " " + code.replace("1/1", "2/2"))
    with pytest.raises(DeckCodeError, match="too large"):
        codes_of("brawl", {"champions": [f"{n * 7919:x}{n:o}" for n in range(MAX_LETTERS * MAX_PARTS // 4)]})
    with pytest.raises(DeckCodeError, match="cannot be put into a code"):
        codes_of("brawl", {"champions": [{"deep": [[1]]}]})
    with pytest.raises(CardsError):  # a deck of another shape is refused by its game
        game_called("signum").shelf.library.form.deck(deck_in(code).read)
