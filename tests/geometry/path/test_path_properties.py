"""What holds for every shortest move."""

import itertools
import math
from dataclasses import replace

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.geometry import (
    Answer,
    Base,
    MatPoint,
    Mode,
    Path,
    Scene,
    judge_reachable,
    shortest_path,
)
from tests.geometry.random_scenes import places, scenes

pytestmark = pytest.mark.slow


SAME_MM = 1e-6


def from_place(scene: Scene, place: MatPoint) -> Scene:
    return scene.with_bases({"m": place})


def length_mm(scene: Scene, start: MatPoint, goal: MatPoint, mode: Mode = Mode.WALK) -> float:
    length = shortest_path(from_place(scene, start), "m", goal, mode).length_mm
    return math.inf if length is None else length


@given(scenes(), places())
def test_a_way_is_as_long_there_as_back(scene: Scene, goal: MatPoint) -> None:
    start = scene.base("m").centre
    assert length_mm(scene, start, goal) == pytest.approx(length_mm(scene, goal, start), abs=SAME_MM)


@given(scenes(), places(), st.integers(0, 3), st.sampled_from([1, -1]))
def test_turning_and_mirroring_the_mat_changes_nothing(scene: Scene, goal: MatPoint, turns: int, hand: int) -> None:
    def there(point: MatPoint) -> MatPoint:
        place = complex(point.x_mm - 300, point.y_mm - 300) * 1j**turns
        return MatPoint(place.real + 300, hand * place.imag + 300)

    bases = tuple(replace(base, centre=there(base.centre)) for base in scene.bases)
    terrain = tuple(replace(piece, polygon=tuple(there(p) for p in piece.polygon)) for piece in scene.terrain)
    turned = Scene(scene.mat, bases, terrain)
    for mode in Mode:
        before = length_mm(scene, scene.base("m").centre, goal, mode)
        assert length_mm(turned, turned.base("m").centre, there(goal), mode) == pytest.approx(before, abs=SAME_MM)


@given(scenes(), places(), places())
def test_no_detour_is_shorter_than_the_shortest_way(scene: Scene, between: MatPoint, goal: MatPoint) -> None:
    start = scene.base("m").centre
    direct = length_mm(scene, start, goal)
    assert direct <= length_mm(scene, start, between) + length_mm(scene, between, goal) + SAME_MM


@given(scenes(), places(), places(), st.sampled_from([15.0, 30.0]))
def test_a_further_base_shortens_no_way(scene: Scene, goal: MatPoint, place: MatPoint, radius: float) -> None:
    fuller = replace(scene, bases=(*scene.bases, Base("new", place, radius)))
    start = scene.base("m").centre
    assert length_mm(fuller, start, goal) >= length_mm(scene, start, goal) - SAME_MM


def overlap_mm(scene: Scene, path: Path) -> float:
    """How deep the disc dips into anything along the way, by shapely, at points close together."""
    radius = scene.base("m").radius_mm
    points = shapely.points([(p.x_mm, p.y_mm) for p in along(path)])
    worst = 0.0
    for base in scene.bases:
        if base.id != "m":
            centre = shapely.Point(base.centre.x_mm, base.centre.y_mm)
            worst = max(worst, radius + base.radius_mm - shapely.distance(points, centre).min())
    for piece in scene.terrain:
        polygon = shapely.Polygon([(p.x_mm, p.y_mm) for p in piece.polygon])
        worst = max(worst, radius - shapely.distance(points, polygon).min())
    coordinates = shapely.get_coordinates(points)
    return max(worst, radius - coordinates.min(), coordinates.max() - (600 - radius))


def along(path: Path) -> list[MatPoint]:
    assert path.length_mm is not None
    count = max(2, math.ceil(path.length_mm / 0.5))
    return [path.point_at(path.length_mm * number / count) for number in range(count + 1)]


@given(scenes(), places())
def test_the_disc_overlaps_nothing_anywhere_on_its_way(scene: Scene, goal: MatPoint) -> None:
    path = shortest_path(scene, "m", goal)
    assume(path.length_mm is not None)
    assert overlap_mm(scene, path) <= 1e-8


@given(scenes(), places())
def test_the_pieces_join_without_a_kink_and_sum_to_the_length(scene: Scene, goal: MatPoint) -> None:
    path = shortest_path(scene, "m", goal)
    assume(path.length_mm is not None)
    assert sum(piece.length_mm for piece in path.pieces) == pytest.approx(path.length_mm, abs=SAME_MM)
    ends = [(piece.point_at(0.0), piece.point_at(piece.length_mm)) for piece in path.pieces]
    joints = [path.start, *(end for pair in ends for end in pair), goal]
    for one, other in zip(joints[::2], joints[1::2], strict=True):
        assert math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SAME_MM
    polyline = path.polyline(0.01)
    chords = sum(math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm) for a, b in itertools.pairwise(polyline))
    assert chords <= path.length_mm + SAME_MM
    assert chords == pytest.approx(path.length_mm, rel=2e-3, abs=SAME_MM)


@given(scenes(), places(), st.sampled_from(list(Mode)))
def test_close_lies_between_more_and_less_of_obstacle(scene: Scene, goal: MatPoint, mode: Mode) -> None:
    exact = judge_reachable(scene, "m", goal, mode).answer
    assert exact is (Answer.NO if shortest_path(scene, "m", goal, mode).length_mm is None else Answer.YES)
    little, much = (judge_reachable(scene, "m", goal, mode, tolerance_mm=t).answer for t in (0.1, 3.0))
    assert {little, much} <= {exact, Answer.CLOSE}
    assert not (little is Answer.CLOSE and much is exact)
