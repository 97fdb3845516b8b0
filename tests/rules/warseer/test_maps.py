"""The maps that come with the game: whole, fair, and played on (W-MAP, W-ZONE, W-SCEN)."""

import random
from collections import Counter
from itertools import islice

import pytest

from companion.games.warseer.model.battlefield import Battlefield
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.rules.field import Field, field_of
from companion.games.warseer.rules.turn.set_up import new_state
from companion.games.warseer.shelf.maps import MapFile, maps, maps_for
from companion.games.warseer.shelf.shelf import WarseerShelf
from companion.geometry.grid import Cell
from tests.games.warseer.self_play import SquadTally, play, setup_of

VARIANTS = {2: "duel", 3: "everyone_three", 4: "everyone_four"}
COMMANDS = 60
"""Of a game that is only begun: enough for Heroes to be placed, and for creatures to move and be summoned."""


def field(key: str) -> Field:
    count = len(maps()[key].zones)
    return field_of(new_state(setup_of(*WarseerShelf().usual_decks[:count], variant=VARIANTS[count], map=key)))


def walked(field: Field, start: frozenset[Cell]) -> dict[Cell, int]:
    """Steps on foot from a zone to every hex that is open."""
    found = dict.fromkeys(start, 0)
    edge = set(start)
    while edge:
        edge = {each for cell in edge for each in field.neighbours(cell)} - set(found) - field.impassable
        found |= dict.fromkeys(edge, max(found.values()) + 1)
    return found


def test_there_are_maps_of_our_own_for_two_three_and_four():
    """W-MAP-01, W-DATA-45, W-MODE-01, W-FFA-03, W-ALLY-03: the printed ones are pictures, so these are ours."""
    assert len(maps()) >= 6
    assert all(len(maps_for(players)) >= 2 for players in (2, 3, 4))
    assert all(len(maps()[key].zones) == players for players in (2, 3, 4) for key in maps_for(players))


@pytest.mark.parametrize("key", maps())
def test_every_hex_that_is_open_can_be_walked_to_and_no_player_has_it_nearer(key):
    """W-MAP-01, W-GRID-01, W-ZONE-03: each sees as many hexes of each sort, as far off."""
    here = field(key)
    open_cells = set(here.grid.cells) - here.impassable
    seen = []
    for zone in here.zones:
        steps = walked(here, zone)
        assert set(steps) == open_cells
        terrain = (here.terrain[cell].key if cell in here.terrain else "" for cell in steps)
        seen.append(Counter(zip(terrain, steps.values(), strict=True)))
    assert all(each == seen[0] for each in seen)


@pytest.mark.parametrize("key", maps())
def test_a_game_begins_on_every_map(key):
    """W-SETUP-06, W-SETUP-07, W-SETUP-16, W-ZONE-03, W-TER-02: Heroes stand in their zones, and turns go round."""
    count = len(maps()[key].zones)
    setup = setup_of(*WarseerShelf().usual_decks[:count], variant=VARIANTS[count], map=key)
    states = list(islice(play(setup, random.Random(1), SquadTally()), COMMANDS))  # noqa: S311 (no secret)
    here, last = field_of(states[-1]), states[-1]
    assert last.turn >= 1
    placed = next(each for each in states if each.order and all(each.hero(it).cell for it in each.order))
    assert all(placed.hero(player).cell in here.zones[n] for n, player in enumerate(placed.order))
    standing = [each.cell for each in last.creatures.values() if each.where is Where.FIELD]
    assert len(set(standing)) == len(standing)
    assert not here.impassable & set(standing)


def test_a_map_without_zones_gives_each_the_first_line_of_their_side():
    """W-ZONE-04."""
    rows = ((0, 0, 2), (1, 0, 0), (1, 2, 2), (2, -1, 1))
    made: Battlefield = MapFile(schema=1, key="x", names={}, rows=rows).battlefield()
    assert made.zones == (((0, 0), (1, 0), (2, 0)), ((-1, 2), (0, 2), (1, 2)))


@pytest.mark.parametrize("key", maps_for(2))
def test_the_first_zone_of_a_duel_lies_at_player_as_edge_as_the_set_up_says(key):
    (first, second), board = maps()[key].zones, maps()[key].board((600.0, 600.0))
    near, far = ([board.centre(Cell(*each)).y_mm for each in zone] for zone in (first, second))
    assert max(near) < 300.0 < min(far)
