"""How difficult terrain slows a move (S-TERRAIN-19 to S-TERRAIN-25)."""

import pytest

from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from tests.games.signum.refusals import refused
from tests.games.signum.walks import MIRE, box, field, left, move, runner, where


@pytest.mark.parametrize(("mire", "back"), [((), 250.0), ((180.0,), 180.0), ((240.0,), 224.0)])
def test_s_move_23_who_went_too_far_is_put_back_to_the_nearest_legal_point_of_the_way(mire, back):
    """Of 150 mm; difficult ground touched after 64 leaves S in all, touched after 124 nothing (S-TERRAIN-21, -22)."""
    terrain = [(MIRE, box(left_mm, 0.0, left_mm + 20.0, 600.0)) for left_mm in mire]
    made = field({"A:1": (runner("L"), 100.0, 100.0)}, terrain=terrain)
    refusal = refused(made, "S-TERRAIN-21" if mire else "S-MOVE-06", move(270.0, 100.0))
    assert refusal.values["x_mm"] == pytest.approx(back, abs=0.6)
    assert refusal.values["y_mm"] == 100.0
    made.give(move(refusal.values["x_mm"] - 0.6, 100.0))


@pytest.mark.parametrize(("touch", "total"), [(60.0, 80.0), (80.0, 80.0), (110.0, 110.0)])
def test_s_ex_39_difficult_terrain_leaves_s_in_all(touch, total):
    # S-TERRAIN-19, S-TERRAIN-21, S-TERRAIN-22, S-OPEN-15, S-AB-19: touched after 60 / 80 / 110 mm
    edge = 100.0 + touch + 16.0
    made = field({"A:1": (runner("L"), 100.0, 300.0)}, terrain=[(MIRE, box(edge, 100.0, edge + 80.0, 500.0))])
    refusal = refused(made, "S-TERRAIN-21", move(100.0 + total + 3.0, 300.0))
    assert refusal.values["x_mm"] == pytest.approx(100.0 + total, abs=0.6)
    made.give(move(100.0 + total, 300.0))
    assert left(made) == pytest.approx(max(0.0, 80.0 - total))


def test_s_terrain_22_who_stops_at_the_edge_goes_on_with_what_is_left_of_s():
    made = field({"A:1": (runner("L"), 100.0, 300.0)}, terrain=[(MIRE, box(176.0, 100.0, 300.0, 500.0))])
    made.give(move(160.0, 300.0))
    assert left(made) == pytest.approx(20.0)
    refused(made, "S-TERRAIN-23", move(181.0, 300.0))
    made.give(move(180.0, 300.0))


def test_s_terrain_19_one_may_go_round_difficult_terrain():
    made = field({"A:1": (runner("L"), 100.0, 300.0)}, terrain=[(MIRE, box(150.0, 280.0, 170.0, 305.0))])
    made.give(move(220.0, 300.0))
    assert not made.state.creatures["A:1"].deeds.slowed
    assert made.state.creatures["A:1"].deeds.moved_mm > 120.0


def test_s_terrain_20_a_movement_of_s_is_not_slowed():
    mire = [(MIRE, box(120.0, 0.0, 300.0, 600.0))]
    made = field({"A:1": (runner("S"), 100.0, 300.0)}, terrain=mire)
    refused(made, "S-MOVE-06", move(181.0, 300.0))  # by its own movement, not by the ground's
    made.give(move(180.0, 300.0))
    assert where(made) == (180.0, 300.0)
    refused(field({"A:1": (runner("M"), 100.0, 300.0)}, terrain=mire), "S-TERRAIN-21", move(181.0, 300.0))


def test_s_terrain_23_starting_in_difficult_terrain_leaves_s_for_the_whole_turn():
    made = field({"A:1": (runner("L"), 100.0, 300.0)}, terrain=[(MIRE, box(60.0, 200.0, 110.0, 400.0))])
    assert made.state.creatures["A:1"].deeds.slowed
    refused(made, "S-TERRAIN-23", move(181.0, 300.0))
    made.give(move(180.0, 300.0))


def test_s_terrain_24_a_run_through_difficult_terrain_obeys_the_same():
    mire = [(MIRE, box(140.0, 0.0, 200.0, 600.0))]
    made = field({"A:1": (runner("M"), 100.0, 300.0)}, terrain=mire)
    refused(made, "S-TERRAIN-21", move(190.0, 300.0, run=True))
    made.give(move(180.0, 300.0, run=True))
    assert made.state.acting == ""


def test_s_terrain_25_in_ru_web_difficult_terrain_that_was_entered_is_not_left():
    # S-DIFF-46
    mire = [(MIRE, box(140.0, 0.0, 150.0, 600.0))]
    made = field({"A:1": (runner("L"), 100.0, 300.0)}, terrain=mire, rules=rules_for(Edition.RU_WEB))
    refused(made, "S-TERRAIN-25", move(179.0, 300.0))
    made.give(move(145.0, 300.0))
    refused(made, "S-TERRAIN-25", move(170.0, 300.0))
    made.give(move(155.0, 300.0))
    other = field({"A:1": (runner("L"), 100.0, 300.0)}, terrain=mire).give(move(179.0, 300.0))
    assert where(other) == (179.0, 300.0)


def test_s_ab_46_a_pathfinder_minds_no_difficult_terrain():
    # S-DIFF-84
    card = runner("L", Ability("pathfinder"))
    made = field({"A:1": (card, 100.0, 300.0)}, terrain=[(MIRE, box(120.0, 100.0, 300.0, 500.0))])
    made.give(move(250.0, 300.0))
    assert left(made) == 0.0
