"""Tangents between two discs, by their definition: a line that touches both rims on the side of their senses."""

import cmath
import math

import numpy as np
import pytest

from companion.geometry import Base, Mat, MatPoint, Mode, Scene, judge_move, judge_reachable
from companion.geometry.path.tangents import tangents
from companion.geometry.path.trail import Arc
from companion.geometry.verdict import Answer

FIRST_MM = 10.0
PLACES = {
    # where the other disc is, its radius: whether there is an outer tangent, and an inner one
    "far": (100 + 0j, 30.0, True, True),
    "touching": (40j, 30.0, True, True),
    "crossing": (30 + 0j, 30.0, True, False),
    "touching from within": (-20 + 0j, 30.0, True, False),
    "within": (19.9 + 0j, 30.0, False, False),
    "round the same centre": (0j, 30.0, False, False),
    "the same disc": (0j, 10.0, False, False),
    "a point outside": (0.5 - 11j, 0.0, True, True),
    "a point on the rim": (6 + 8j, 0.0, True, True),
    "a point within": (9.9j, 0.0, False, False),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("sense", [1, -1])
def test_a_tangent_touches_both_rims_and_exists_where_neither_holds_the_other(place: str, sense: int) -> None:
    apart, radius_mm, outer, inner = PLACES[place]
    centre = 7 - 3j
    found = tangents(
        centre, FIRST_MM * sense, np.array([centre + apart] * 2), np.array([radius_mm * sense, -radius_mm * sense])
    )
    assert found[2].tolist() == [outer, inner]
    for direction, length_mm, exists, other in zip(*found, (1, -1), strict=True):
        if not exists:
            continue
        assert abs(direction) == pytest.approx(1.0)
        leaves = -1j * sense * FIRST_MM * direction
        arrives = apart - 1j * sense * other * radius_mm * direction
        assert arrives - leaves == pytest.approx(length_mm * direction, abs=1e-5)
        assert length_mm == pytest.approx(math.sqrt(abs(apart) ** 2 - (FIRST_MM - other * radius_mm) ** 2), abs=1e-5)


def standing(*others: tuple[float, float]) -> Scene:
    bases = (Base(f"b{number}", MatPoint(*at), 15.0) for number, at in enumerate(others))
    return Scene(Mat(), (Base("m", MatPoint(100.0, 300.0), 15.0), *bases))


def test_an_end_in_contact_is_free_for_certain_only_where_a_base_was_seen() -> None:
    """Were the other a hair larger, nobody could stand there; who was seen there stands there."""
    scene, goal = standing((300.0, 300.0)), MatPoint(270.0, 300.0)
    answers = [judge_reachable(scene, "m", goal, tolerance_mm=1.0, slack_mm=slack).answer for slack in (0.0, 0.5)]
    assert answers == [Answer.CLOSE, Answer.YES]
    assert judge_reachable(scene, "m", goal).answer is Answer.YES


@pytest.mark.parametrize("mode", list(Mode))
def test_a_move_of_just_the_allowance_is_within_it_with_and_without_a_tolerance(mode: Mode) -> None:
    scene, goal = standing((300.0, 500.0)), MatPoint(400.0, 300.0)
    for tolerance_mm in (0.0, 1.0):
        judged = [judge_move(scene, "m", goal, limit, mode, tolerance_mm=tolerance_mm) for limit in (300.0, 299.9)]
        assert [each.answer for each in judged] == [Answer.YES, Answer.NO]


def test_a_way_round_a_thing_smaller_than_the_accuracy_is_drawn_by_its_half_turns() -> None:
    points = Arc(MatPoint(5.0, 5.0), 0.1, 0.0, math.tau, "b").points(0.3)
    assert [complex(each.x_mm, each.y_mm) - (5 + 5j) for each in points] == pytest.approx(
        [cmath.rect(0.1, angle) for angle in (0.0, math.pi, math.tau)], abs=1e-12
    )
