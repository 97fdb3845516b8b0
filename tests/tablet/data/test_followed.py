"""Models follow their pieces on a board of cells, but for those that a player's own hand has put there."""

from dataclasses import replace
from types import SimpleNamespace

from companion.geometry import MatPoint
from companion.geometry.grid import Cell, GridKind, centred_board, hexagon
from companion.referee.api.placement import Placement, PlacementState
from companion.tablet.data.followed import Carried, Follower

GRID = centred_board(GridKind.HEX, 50.0, hexagon(3), (600.0, 600.0))
HERE, THERE = GRID.centre(Cell(0, 0)), GRID.centre(Cell(2, 0))
STANDS = Placement("A:1", "A", "A1", PlacementState.IN_PLACE, 16.0, at=HERE, seen=HERE)
TRAP = Placement("trap@0/1", "", "", PlacementState.NO_MODEL, 12.0, at=THERE)


def play(*standing, grid=GRID):
    return SimpleNamespace(board=SimpleNamespace(grid=grid), standing=SimpleNamespace(all=standing))


def test_a_piece_that_the_rules_moved_takes_its_model_along_once():
    follower = Follower()
    assert follower.follow(play(STANDS, TRAP)) == ()
    pushed = replace(STANDS, at=THERE)
    assert follower.follow(play(pushed, TRAP)) == (Carried("A:1", "A1", "A", 16.0, THERE),)
    assert follower.follow(play(pushed, TRAP)) == (), "it is on its way"


def test_what_a_hand_put_there_stays_and_what_a_hand_took_elsewhere_is_no_affair_of_the_record():
    follower = Follower()
    follower.follow(play(STANDS))
    by_hand = replace(STANDS, at=THERE, seen=MatPoint(THERE.x_mm + 9, THERE.y_mm))
    assert follower.follow(play(by_hand)) == ()
    assert follower.follow(play(replace(by_hand, seen=HERE))) == ()


def test_a_knocked_out_champion_leaves_the_mat_and_one_without_a_model_comes():
    follower = Follower()
    waits = Placement("A:2", "A", "", PlacementState.TO_PLACE, 16.0)
    follower.follow(play(STANDS, waits))
    out, enters = replace(STANDS, at=None), replace(waits, at=HERE)
    assert follower.follow(play(out, enters)) == (
        Carried("A:1", "A1", "A", 16.0, None),
        Carried("A:2", "", "A", 16.0, HERE),
    )


def test_the_model_of_a_piece_that_has_left_the_game_goes_off_the_mat_once():
    follower = Follower()
    follower.follow(play(STANDS, replace(TRAP, controller="A")))
    assert follower.follow(play()) == (Carried("A:1", "A1", "A", 16.0, None),)
    assert follower.follow(play()) == ()


def test_in_a_game_that_measures_nothing_follows():
    follower = Follower()
    follower.follow(play(STANDS, grid=None))
    assert follower.follow(play(replace(STANDS, at=THERE), grid=None)) == ()
