"""Hands that do as they are told: what was seen stays as it was, what was told happens."""

import math

import numpy as np
import pytest

from tests.clock import Clock
from vision.simulation import SimulatedTable, simulated_table
from vision.simulation.director import LEAD_S, SLIDE_S, Director
from vision.simulation.optics import PlaneShift
from vision.simulation.scene.plain_scenes import overhead
from vision.simulation.scene.script import PiecePose

SIZE = (640, 360)


@pytest.fixture
def table() -> SimulatedTable:
    return simulated_table("match", size=SIZE)


def test_a_model_stands_where_a_hand_was_told_to_put_it(table):
    clock = Clock()
    there = PiecePose(300.0, 100.0, 0.4)
    end_s = Director(table, clock).carry("a1", there)
    truth = table.truth(end_s)
    place = truth.place("a1")
    assert (place.x_mm, place.y_mm, place.angle_rad, place.lift_mm) == (300.0, 100.0, 0.4, 0.0)
    assert place.best_visible > 0.9
    assert not truth.place("b1").moving


def test_hands_in_a_hurry_do_the_same_in_less_time(table):
    at_ease_s = Director(table, Clock()).carry("a1", PiecePose(300.0, 100.0))
    hurried_s = Director(table, Clock(), pace=2.0).carry("b1", PiecePose(300.0, 500.0))
    assert hurried_s - LEAD_S == pytest.approx((at_ease_s - LEAD_S) / 2)
    assert table.truth(hurried_s).place("b1").y_mm == 500.0


def test_what_was_looked_at_stays_as_it_was(table):
    clock = Clock()
    clock.now_s = 1.0
    before = table.render(clock.now_s)
    Director(table, clock).carry("a1", PiecePose(300.0, 100.0))
    assert np.array_equal(table.render(clock.now_s), before)
    assert np.array_equal(
        table.render(clock.now_s + LEAD_S), simulated_table("match", size=SIZE).render(clock.now_s + LEAD_S)
    )


def test_one_hand_comes_after_the_other(table):
    director = Director(table, Clock())
    first_s = director.carry("a1", PiecePose(300.0, 100.0))
    second_s = director.carry("b1", PiecePose(300.0, 500.0))
    assert second_s > first_s
    assert len(table.truth((first_s + second_s) / 2).hands) == 1
    resting = director.resting()
    assert (resting["a1"].y_mm, resting["b1"].y_mm) == (100.0, 500.0)


def test_the_lamp_goes_off_and_on_again(table):
    clock = Clock()
    director = Director(table, clock)
    bright = table.render(0.0).mean()
    clock.now_s = director.light(0.1)
    assert table.render(clock.now_s).mean() < 0.5 * bright
    clock.now_s = director.light(1.0)
    assert table.render(clock.now_s).mean() == pytest.approx(bright, rel=0.01)


@pytest.mark.parametrize(("x_mm", "y_mm"), [(60.0, 40.0), (300.0, 200.0), (500.0, 540.0)])
def test_an_arm_hides_what_it_stays_over_and_moves_nothing(table, x_mm, y_mm):
    clock = Clock()
    director = Director(table, clock)
    clock.now_s = director.carry("a5", PiecePose(x_mm, y_mm))
    stood = table.truth(clock.now_s).place("a5")
    end_s = director.cover(x_mm, y_mm, 2.0)
    hidden, after = table.truth(end_s - 1.5), table.truth(end_s)
    assert hidden.place("a5").best_visible < 0.1
    assert len(hidden.hands) == 1
    assert not hidden.place("a5").moving
    assert after.place("a5") == stood
    assert after.hands == ()


def test_an_arm_leaves_when_it_is_told_to(table):
    clock = Clock()
    director = Director(table, clock)
    with pytest.raises(ValueError, match="no arm"):
        director.withdraw()
    long_s = director.cover(300.0, 200.0, 1000.0)
    clock.now_s = 5.0
    before = table.truth(clock.now_s).hands
    end_s = director.withdraw()
    assert end_s < clock.now_s + 2.0 < long_s
    assert table.truth(clock.now_s).hands == before
    assert table.truth(end_s).hands == ()


def test_models_that_are_knocked_slide_all_at_once_without_a_hand(table):
    clock = Clock()
    director = Director(table, clock)
    director.carry("a1", PiecePose(300.0, 200.0))
    clock.now_s = director.carry("b1", PiecePose(300.0, 400.0))
    end_s = director.knock({"a1": PiecePose(325.0, 200.0), "b1": PiecePose(300.0, 420.0, 0.5)})
    sliding, after = table.truth(end_s - SLIDE_S / 2), table.truth(end_s)
    assert [place.moving for place in (sliding.place("a1"), sliding.place("b1"))] == [True, True]
    assert sliding.place("a1").lift_mm == 0.0
    assert sliding.hands == ()
    clock.now_s = end_s
    covered_s = director.cover(325.0, 200.0, 3.0)
    assert director.knock({"a1": PiecePose(325.0, 210.0)}) < covered_s - 1.0
    assert [(each.x_mm, each.y_mm) for each in map(after.place, ("a1", "b1"))] == [(325.0, 200.0), (300.0, 420.0)]
    with pytest.raises(KeyError):
        director.knock({"nobody": PiecePose(0.0, 0.0)})


def test_camera_and_mat_that_are_pushed_stand_elsewhere_from_then_on(table):
    clock = Clock()
    director = Director(table, clock)
    first = table.truth(0.0).camera
    pose = overhead(SIZE, math.radians(9.0))
    clock.now_s = director.push_camera(pose)
    assert table.truth(LEAD_S / 2).camera == first
    assert table.truth(clock.now_s).camera == pose
    clock.now_s = director.shove_mat(PlaneShift(5.0, 0.0))
    assert table.truth(clock.now_s).camera.centre_mm[0] == pytest.approx(pose.centre_mm[0] - 5.0)


def test_a_piece_that_is_not_there_is_not_carried(table):
    with pytest.raises(KeyError):
        Director(table, Clock()).carry("nobody", PiecePose(0.0, 0.0))


def test_a_scene_that_begins_anew_has_no_director():
    with pytest.raises(ValueError, match="begins anew"):
        Director(simulated_table("demo", size=SIZE), Clock())
