"""The free parts of rims, against points all round them, among discs, walls, corners and sides that touch."""

import math

import numpy as np
import pytest

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.path.arcs import free_rim
from companion.geometry.path.obstacles import Obstacles, obstacles_for

RADIUS_MM = 15.0
TURNS = np.linspace(0.0, math.tau, 721)[:-1] + 0.00123
NEAR_RAD = 1e-5


def among(turn: float) -> Obstacles:
    """Bases in contact and apart, a wall along a side, a wedge: all about one point, turned."""

    def at(x: float, y: float) -> MatPoint:
        c, s = math.cos(turn), math.sin(turn)
        return MatPoint(150 + x * c - y * s, 150 + x * s + y * c)

    bases = [Base(f"b{n}", at(*place), r) for n, (place, r) in enumerate((
        ((0, 0), 20.0), ((45, 0), 25.0), ((-30, 40), 12.0), ((-30, -74), 30.0), ((60, 90), 16.0), ((62, 92), 10.0),
    ))]  # fmt: skip
    corners = ((20, 40), (100, 38), (98, 55), (60, 50), (22, 60)), ((-90, -20), (-40, 0), (-85, 10))
    pieces = tuple(
        Terrain(f"t{n}", tuple(at(*each) for each in outline), impassable=True) for n, outline in enumerate(corners)
    )
    return obstacles_for(Scene(Mat(300, 260), tuple(bases), pieces), RADIUS_MM, pieces, ())


@pytest.mark.parametrize("turn", [0.0, 0.6, 2.2, 4.0])
def test_a_rim_is_free_where_a_base_at_its_points_would_overlap_nothing(turn: float) -> None:
    them = among(turn)
    shares = []
    for disc, (centre, radius) in enumerate(zip(them.centres, them.radii, strict=True)):
        rim = free_rim(them, disc)
        clear = [them.points_clear(centre + radius * np.exp(1j * (TURNS + off))) for off in (0.0, NEAR_RAD, -NEAR_RAD)]
        sure = (clear[0] == clear[1]) & (clear[0] == clear[2])
        assert sure.mean() > 0.95
        for held, free, plain in zip([rim.arc_at(each) for each in TURNS], clear[0], sure, strict=True):
            assert not plain or (held is not None) == free
        if rim.starts:
            assert (rim.holds(TURNS) == clear[0])[sure].all()
            # As searches ask, from -π to π.
            assert (rim.holds(np.angle(np.exp(1j * TURNS))) == clear[0])[sure].all()
        assert list(rim.starts) == sorted(rim.starts)
        assert sum(rim.spans) == pytest.approx(clear[0].mean() * math.tau, abs=0.04)
        shares.append(len(rim.starts))
    assert len(set(shares)) > 1


@pytest.mark.parametrize("turn", [0.0, 0.6, 2.2, 4.0])
@pytest.mark.parametrize("sense", [1, -1])
def test_one_slides_on_until_something_is_in_the_way(turn: float, sense: int) -> None:
    them = among(turn)
    slid = 0
    for disc, (centre, radius) in enumerate(zip(them.centres, them.radii, strict=True)):
        rim = free_rim(them, disc)
        for angle in TURNS[::90]:
            ahead = rim.free_ahead(angle, sense)
            if rim.arc_at(angle) is None:
                assert ahead == 0.0
                continue
            way = angle + sense * np.linspace(0.0, max(ahead - NEAR_RAD, 0.0), 60)
            assert them.points_clear(centre + radius * np.exp(1j * way)).all()
            if ahead < math.tau:
                beyond = angle + sense * (ahead + NEAR_RAD)
                assert not them.points_clear(centre + radius * np.exp(1j * np.array([beyond]))).any()
                slid += 1
    assert slid > 10
