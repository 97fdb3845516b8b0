"""What the quick way of the search for sight lines decides itself, and the rim points that it asks about."""

import math

import pytest

from companion.geometry.shapes import Base, MatPoint
from companion.geometry.sight.blockers import BlockingDisc, BlockingTemplate, SightFrame
from companion.geometry.sight.quick import _rim_points, quick_answer

FRAME = SightFrame.between(Base("a", MatPoint(0.0, 0.0), 12.0), Base("b", MatPoint(100.0, 0.0), 18.0))


@pytest.mark.parametrize("scale", [0.02, 1.0, 40.0])
def test_quick_rim_points_are_all_that_two_rims_share(scale: float):
    # Two rims meet in two points, in one (told twice), or nowhere, whatever the unit.
    for apart, radius, count in (
        (11.0, 4.0, 2), (8.1, 3.0, 2), (4.0, 6.5, 2), (14.0, 4.0, 2), (14.01, 4.0, 0), (30.0, 4.0, 0), (17.0, 5.0, 0),
    ):  # fmt: skip
        for turn in (0.0, 1.0, 2.5, math.pi, 4.0):
            centre = (20.0 + scale * apart * math.cos(turn), scale * apart * math.sin(turn))
            points = _rim_points(20.0, scale * 10.0, [(*centre, scale * radius)], [])
            assert len(points) == count
            for x, y, _ in points:
                assert math.dist((x, y), (20.0, 0.0)) == pytest.approx(scale * 10.0)
                assert math.dist((x, y), centre) == pytest.approx(scale * radius)
            sides = sorted((x - 20.0) * centre[1] - y * (centre[0] - 20.0) for x, y, _ in points)
            assert sides == pytest.approx([-each for each in sides[::-1]], abs=1e-6)
            assert len({round(each, 6) for each in sides}) == (1 if apart == 14.0 else count)


def test_a_disc_about_a_base_s_own_centre_shares_no_point_of_its_rim_and_hides_the_other():
    about = BlockingDisc("c", 0.0, 0.0, 15.0, 0.0)
    assert _rim_points(0.0, 12.0, [(0.0, 0.0, 15.0)], []) == []
    assert quick_answer([about], FRAME) is False


def test_the_quick_way_decides_all_but_what_overlaps_touches_on_terrain_or_hangs_on_a_template():
    disc, far = BlockingDisc("d", 50.0, 0.0, 4.0, 0.0), BlockingDisc("f", 50.0, 80.0, 4.0, 0.0)
    wall = BlockingTemplate("w", [(45.0, -30.0), (50.0, -30.0), (50.0, 30.0), (45.0, 30.0)], 0.0)
    slab = BlockingTemplate("s", [(45.0, -30.0), (50.0, -30.0), (50.0, 1.0), (45.0, 1.0)], 0.0)
    touching, over = (SightFrame(MatPoint(0, 0), 1.0, 0.0, d, 12.0, 18.0) for d in (30.0, 29.9))
    for blockers, frame, room_mm, told in (
        ([disc], FRAME, 0.0, True), ([disc], FRAME, 1.0, True), ([far], FRAME, 0.0, True), ([], FRAME, 1.0, True),
        ([wall], FRAME, 0.0, False), ([slab], FRAME, 0.0, True), ([slab, disc], FRAME, 0.0, True),
        ([wall], FRAME, 1.0, False), ([slab], FRAME, 1.0, None), ([far, far], touching, 0.0, True),
        ([far], touching, 1.0, True), ([slab], touching, 0.0, None), ([far], over, 0.0, None), ([], over, 0.0, True),
    ):  # fmt: skip
        assert quick_answer(blockers, frame, (), room_mm) is told, (blockers, room_mm)
