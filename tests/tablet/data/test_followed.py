"""Models follow their pieces on a board of cells, but for those that a player's own hand has put there."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

from companion.geometry import MatPoint
from companion.geometry.grid import Cell, GridKind, centred_board, hexagon
from companion.referee.api.placement import MatState, Placement, PlacementState
from companion.tablet.data.followed import CARRIED_S, Carried, Follower, ModelsOnTheWay

GRID = centred_board(GridKind.HEX, 50.0, hexagon(3), (600.0, 600.0))
HERE, THERE = GRID.centre(Cell(0, 0)), GRID.centre(Cell(2, 0))
STANDS = Placement("A:1", "A", "A1", PlacementState.IN_PLACE, 16.0, at=HERE, seen=HERE)
TRAP = Placement("trap@0/1", "", "", PlacementState.NO_MODEL, 12.0, at=THERE)
BACK = replace(STANDS, how=PlacementState.MISPLACED, at=THERE, away_mm=100.0, ghost=True, acceptable=True)


@dataclass(frozen=True)
class Screen:
    """As much of a game's screen as tells where models stand."""

    standing: MatState


def screen(*standing):
    return Screen(MatState(standing))


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


def test_what_a_hand_carries_to_its_place_is_asked_of_nobody_until_it_should_have_come():
    carried = ModelsOnTheWay()
    carried.carries("A1", THERE, 10.0)
    moving = replace(BACK, how=PlacementState.MOVING, acceptable=False)
    assert carried.seen_in(screen(BACK, TRAP), 10.0 + CARRIED_S).standing.all == (moving, TRAP)
    late = screen(BACK, TRAP)
    assert carried.seen_in(late, 10.1 + CARRIED_S) is late, "it will not come"


def test_what_a_hand_carries_elsewhere_than_the_record_has_it_is_to_go_back():
    carried = ModelsOnTheWay()
    carried.carries("A1", HERE, 10.0)
    astray = screen(BACK)
    assert carried.seen_in(astray, 10.0) is astray
    lifted = replace(BACK, how=PlacementState.MOVING, acceptable=False)
    seen = carried.seen_in(screen(lifted), 10.5).standing.all
    assert seen == (replace(lifted, ghost=False),), "where it goes is told once it stands there"


def test_once_a_carried_model_stands_in_its_place_whoever_moves_it_away_is_asked():
    carried = ModelsOnTheWay()
    carried.carries("A1", THERE, 10.0)
    there = screen(replace(BACK, how=PlacementState.IN_PLACE, fits=True, seen=THERE, away_mm=0.0))
    assert carried.seen_in(there, 10.5) is there
    away = screen(BACK)
    assert carried.seen_in(away, 11.0) is away
