"""Hands that do as they are told: what was seen stays as it was, what was told happens."""

import numpy as np
import pytest

from vision.simulated import SimulatedTable, simulated_table
from vision.simulated.director import LEAD_S, Director
from vision.simulated.script import PiecePose

SIZE = (640, 360)


@pytest.fixture
def table() -> SimulatedTable:
    return simulated_table("match", size=SIZE)


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_a_model_stands_where_a_hand_was_told_to_put_it(table):
    clock = Clock()
    there = PiecePose(300.0, 100.0, 0.4)
    end_s = Director(table, clock).carry("a1", there)
    truth = table.truth(end_s)
    place = truth.place("a1")
    assert (place.x_mm, place.y_mm, place.angle_rad, place.lift_mm) == (300.0, 100.0, 0.4, 0.0)
    assert place.best_visible > 0.9
    assert not truth.place("b1").moving


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


def test_a_piece_that_is_not_there_is_not_carried(table):
    with pytest.raises(KeyError):
        Director(table, Clock()).carry("nobody", PiecePose(0.0, 0.0))


def test_a_scene_that_begins_anew_has_no_director():
    with pytest.raises(ValueError, match="begins anew"):
        Director(simulated_table("demo", size=SIZE), Clock())
