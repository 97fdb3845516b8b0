"""What one picture tells, in numbers that other programs read."""

import math

import pytest

from companion.referee.measurement import describe, measure
from companion.referee.table import Measures
from vision import BaseLayout, MatLayout, MatSighting, Place, TableLayout, TableObservation, Tag, TagSighting

RANGES = Measures({"S": 80.0, "M": 100.0}, 2.0)
SIGMA_MM = 0.05


def table(placement_sigma_mm):
    mat_tags = tuple(Tag(n, 30.0, 100.0 * n, -22.0) for n in range(3))
    bases = tuple(BaseLayout(name, 16.0, (Tag(10 + n, 12.0, 26.0, 0.0),)) for n, name in enumerate("ab"))
    return TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", mat_tags, placement_sigma_mm), bases)


def pair(gap_mm, placement_sigma_mm=0.0):
    """The answer for two bases a gap apart, each coordinate known to 0.05 mm."""
    places = tuple(
        Place(name, x_mm, 300.0, 0.5, SIGMA_MM, 0.001, (10 + n,))
        for n, (name, x_mm) in enumerate((("a", 100.0), ("b", 132.0 + gap_mm)))
    )
    seen = TableObservation(0, 0.0, (), MatSighting(found=True, reprojection_px=0.1, calibrated=True), bases=places)
    (answer,) = measure("picture.png", table(placement_sigma_mm), seen, RANGES).answers["pairs"]
    return answer


def test_a_gap_has_the_deviation_of_both_places():
    answer = pair(50.0)

    assert answer["gap_mm"] == 50.0
    assert answer["sigma_mm"] == pytest.approx(SIGMA_MM * math.sqrt(2), abs=1e-3)


LIMITS = (
    (79.8, 0.0, "yes"),
    (79.9, 0.0, "close"),
    (80.1, 0.0, "close"),
    (80.2, 0.0, "no"),
    # The making of both bases counts: 2 · √(2 · 0.2² + 2 · 0.05²) = 0.583 mm.
    (80.56, 0.2, "close"),
    (79.44, 0.2, "close"),
    (80.61, 0.2, "no"),
    (79.39, 0.2, "yes"),
)


@pytest.mark.parametrize(("gap_mm", "placement_sigma_mm", "verdict"), LIMITS)
def test_a_limit_within_two_deviations_is_too_close_to_call(gap_mm, placement_sigma_mm, verdict):
    answer = pair(gap_mm, placement_sigma_mm)

    assert answer["ranges"] == {"S": verdict, "M": "yes"}
    assert answer["sigma_mm"] == pytest.approx(SIGMA_MM * math.sqrt(2), abs=1e-3), "the picture's alone"


def test_where_other_dictionaries_are_looked_for_every_tag_names_its_own():
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    own, other = TagSighting(3, corners, "DICT_4X4_100"), TagSighting(7, corners, "DICT_6X6_250")
    seen = TableObservation(0, 0.0, (own,), MatSighting(found=False), missing=("a", "b"))

    alone = measure("p.png", table(0.0), seen, RANGES).answers
    both = measure("p.png", table(0.0), seen, RANGES, (other,), name_dictionaries=True).answers
    none_found = measure("p.png", table(0.0), seen, RANGES, (), name_dictionaries=True).answers

    assert [set(tag) for tag in alone["tags"]] == [{"id", "corners_px"}]
    assert [(tag["id"], tag["dictionary"]) for tag in both["tags"]] == [(3, "DICT_4X4_100"), (7, "DICT_6X6_250")]
    assert [(tag["id"], tag["dictionary"]) for tag in none_found["tags"]] == [(3, "DICT_4X4_100")]
    assert "not seen: a, b" in describe(alone)
