"""All who may come to the mat are asked for by name, and what was shown once is known the next time."""

import pytest

from companion.games.options import chosen_of
from companion.games.signum.game import GAME
from companion.games.signum.model.constants import BASE_DIAMETERS_MM, Edition
from companion.referee.mat.models import Miniature, Models
from companion.tablet.data.miniatures import (
    BoundMiniature,
    for_game,
    read_known,
    recalled,
    shown_now,
    warband,
    write_known,
)
from companion.texts import Language

CHOSEN = chosen_of(GAME.shelf.options(Language.ENGLISH))
DECK = """schema = 1
pack = "skirmish"
hero = "maud_averill"
buildings = ["city_hall"]
terrain = []
[cards]
wren_fitch = 2
nettle = 1
poultice = 3
"""


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "mine.deck.toml"
    path.write_text(DECK, encoding="utf-8")
    return str(path)


def test_a_warband_is_the_hero_and_every_character_of_the_deck_with_its_base(deck):
    members = warband("A", deck, GAME.shelf, CHOSEN)
    assert [each.name(Language.ENGLISH) for each in members][1:3] == [
        f"Wren Fitch, Reed Runner ({copy})" for copy in (1, 2)
    ]
    assert [each.thing.card for each in members] == [
        "skirmish/maud_averill",
        "skirmish/wren_fitch",
        "skirmish/wren_fitch",
        "skirmish/nettle",
    ]
    assert {each.thing.owner for each in members} == {"A"}
    assert len({each.thing.id for each in members}) == len(members)
    assert {each.thing.radius_mm * 2 for each in members} <= set(BASE_DIAMETERS_MM[Edition.EN])
    assert all(each.name(language) for each in members for language in Language)


def test_a_deck_that_cannot_be_read_has_no_warband(tmp_path):
    assert warband("A", str(tmp_path / "gone.deck.toml"), GAME.shelf, CHOSEN) == ()
    assert warband("A", "no_such_deck", GAME.shelf, CHOSEN) == ()


def test_what_was_shown_is_known_to_the_game_and_the_next_time(deck, tmp_path):
    things = [each.thing for each in warband("A", deck, GAME.shelf, CHOSEN)]
    hero, wren, other, _ = things
    models = Models({hero.id: "red", wren.id: "blue", other.id: "green"})
    shelf = shown_now({"white": BoundMiniature("A", "skirmish/rook_hallow")}, things, models, {"red": "A"})
    shown = for_game(things, models).shown
    wrens = Miniature("A", "skirmish/wren_fitch")
    assert dict(shown) == {"red": Miniature("A", "skirmish/maud_averill"), "blue": wrens, "green": wrens}
    write_known(tmp_path / "data" / "miniatures.json", "table.toml", shelf)
    kept = read_known(tmp_path / "data" / "miniatures.json", "table.toml")
    assert kept == shelf
    assert kept["white"] == BoundMiniature("A", "skirmish/rook_hallow")
    assert recalled(kept, things).of == models.of
    assert read_known(tmp_path / "data" / "miniatures.json", "other.toml") == {}


def test_what_is_taken_back_is_forgotten_and_what_was_not_asked_for_is_kept(deck):
    things = [each.thing for each in warband("A", deck, GAME.shelf, CHOSEN)]
    shelf = {"red": BoundMiniature("A", "skirmish/maud_averill"), "white": BoundMiniature("A", "skirmish/rook_hallow")}
    assert dict(shown_now(shelf, things, Models(), {})) == {"white": BoundMiniature("A", "skirmish/rook_hallow")}


def test_a_deck_that_changes_hands_keeps_its_miniatures_unless_their_bases_are_another_players(deck):
    things = [each.thing for each in warband("B", deck, GAME.shelf, CHOSEN)]
    shelf = {
        "red": BoundMiniature("A", "skirmish/maud_averill"),
        "blue": BoundMiniature("A", "skirmish/nettle", owner="A"),
    }
    assert dict(recalled(shelf, things).of) == {things[0].id: "red"}


def test_two_players_of_one_deck_keep_their_own(deck):
    things = [each.thing for seat in "AB" for each in warband(seat, deck, GAME.shelf, CHOSEN)]
    shelf = {"blue": BoundMiniature("B", "skirmish/maud_averill"), "red": BoundMiniature("A", "skirmish/maud_averill")}
    assert dict(recalled(shelf, things).of) == {things[0].id: "red", things[4].id: "blue"}


@pytest.mark.parametrize("content", ["", "{", '{"schema": 9}', '{"schema": 1, "tables": 3}'])
def test_a_file_that_cannot_be_read_means_that_nothing_is_known(tmp_path, content):
    path = tmp_path / "miniatures.json"
    path.write_text(content, encoding="utf-8")
    assert read_known(path, "") == {}
    write_known(path, "", {"red": BoundMiniature("A", "skirmish/nettle")})
    assert read_known(path, "") == {"red": BoundMiniature("A", "skirmish/nettle")}


def test_a_folder_that_cannot_be_written_costs_nothing_but_the_memory(tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    write_known(tmp_path / "file" / "miniatures.json", "", {"red": BoundMiniature("A", "skirmish/nettle")})
    assert read_known(tmp_path / "file" / "miniatures.json", "") == {}
