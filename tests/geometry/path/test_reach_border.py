"""The drawn border of a reach, held point by point against the length of the shortest move.

A hair inside the border the shortest move is legal and no longer than the distance; a hair outside it is longer, or
there is none. The scenes have what borders are made of: notches between rims, between a rim and a wall and between two
walls, rims walked round from both sides, chinks, and the end of the distance.
"""

import math

import pytest
import shapely

from companion.geometry import Base, Mat, MatPoint, Mode, Scene, Terrain, find_reach, shortest_path

pytestmark = pytest.mark.slow

HAIR_MM = 0.12  # borders are drawn to a tenth of a millimetre
EACH_MM = 9.0


def base(name: str, x: float, y: float, radius: float = 20.0) -> Base:
    return Base(name, MatPoint(x, y), radius)


def wall(name: str, *corners: tuple[float, float]) -> Terrain:
    return Terrain(name, tuple(MatPoint(x, y) for x, y in corners), impassable=True)


ME = base("m", 300, 300)
SCENES = {
    "a notch between two bases": (base("low", 390, 275), base("high", 390, 325)),
    "a notch between bases of two sizes": (base("low", 380, 262, 15), base("high", 395, 322, 30)),
    "a notch between a base and a wall": (
        base("b", 385, 280),
        wall("t", (350, 330), (460, 330), (460, 345), (350, 345)),
    ),
    "a notch between two walls": (
        wall("low", (340, 250), (420, 300), (415, 308), (335, 258)),
        wall("high", (340, 360), (425, 295), (431, 303), (346, 368)),
    ),
    "a pocket whose corner points inwards": (
        wall("u", (260, 340), (340, 340), (340, 420), (330, 420), (330, 350), (270, 350), (270, 420), (260, 420)),
    ),
    "a base walked round from both sides": (base("b", 350, 300, 24),),
    "a base beside the edge": (base("b", 300, 560, 15), base("c", 345, 340, 16)),
    "a chink between two bases": (base("low", 370, 259.9), base("high", 370, 340.1)),
    "a ring with one way out": tuple(
        base(f"b{n}", 300 + 75 * math.cos(n * math.pi / 4), 300 + 75 * math.sin(n * math.pi / 4)) for n in range(7)
    ),
    "a wall walked round at its end": (wall("t", (330, 200), (338, 200), (338, 330), (330, 330)),),
}


def scene(*things: Base | Terrain) -> Scene:
    bases = tuple(thing for thing in things if isinstance(thing, Base))
    return Scene(Mat(), (ME, *bases), tuple(thing for thing in things if isinstance(thing, Terrain)))


def area(things: Scene, distance_mm: float, mode: Mode) -> shapely.Geometry:
    patches = find_reach(things, "m", distance_mm, mode).patches

    def pairs(points: tuple[MatPoint, ...]) -> list[tuple[float, float]]:
        return [(point.x_mm, point.y_mm) for point in points]

    return shapely.MultiPolygon([(pairs(patch.outline), [pairs(hole) for hole in patch.holes]) for patch in patches])


@pytest.mark.parametrize("distance_mm", [62.0, 145.0])
@pytest.mark.parametrize("things", SCENES.values(), ids=SCENES)
def test_inside_the_border_the_shortest_move_suffices_and_outside_it_does_not(
    things: tuple[Base | Terrain, ...], distance_mm: float
) -> None:
    table = scene(*things)
    drawn = area(table, distance_mm, Mode.WALK)
    inner, outer = drawn.buffer(-HAIR_MM, quad_segs=2), drawn.buffer(HAIR_MM, quad_segs=2)
    for line, legal in ((inner.boundary, True), (outer.boundary, False)):
        count = math.ceil(line.length / EACH_MM)
        corners = shapely.get_coordinates(shapely.simplify(line, 0.5))
        even = shapely.get_coordinates(shapely.line_interpolate_point(line, [n * EACH_MM for n in range(count)]))
        for x, y in [*corners.tolist(), *even.tolist()]:
            length_mm = shortest_path(table, "m", MatPoint(x, y)).length_mm
            assert (length_mm is not None and length_mm <= distance_mm) == legal, (x, y, length_mm)


def test_a_notch_between_two_rims_is_reached_to_its_point() -> None:
    # grown by the walker, both bases have a radius of 40 mm; their outlines meet where 40² = depth² + 25²
    drawn = area(scene(*SCENES["a notch between two bases"]), 145, Mode.WALK)
    corner = shapely.Point(390 - math.sqrt(40**2 - 25**2), 300)
    assert drawn.distance(corner) < HAIR_MM
    assert not drawn.contains(shapely.Point(corner.x + HAIR_MM, 300))


def test_a_notch_between_a_rim_and_a_wall_is_reached_to_its_point() -> None:
    # the wall's lower side, a radius off, is y = 310; the rim's circle round (385, 280) meets it 30 mm higher
    drawn = area(scene(*SCENES["a notch between a base and a wall"]), 145, Mode.WALK)
    corner = shapely.Point(385 - math.sqrt(40**2 - 30**2), 310)
    assert drawn.distance(corner) < HAIR_MM
    assert not drawn.contains(shapely.Point(corner.x + HAIR_MM, 310 - HAIR_MM / 4))


def test_a_notch_between_two_walls_is_reached_to_its_point() -> None:
    slope = math.radians(30)
    low = wall("low", (340, 200), (500, 200 + 160 * math.tan(slope)), (500, 150))
    high = wall("high", (340, 400), (500, 400 - 160 * math.tan(slope)), (500, 450))
    # each side is moved towards the walker by its radius; they would meet on the line of symmetry
    drawn = area(scene(low, high), 250, Mode.WALK)
    tip = shapely.Point(340 + (100 - 20 / math.cos(slope)) / math.tan(slope), 300)
    assert drawn.distance(tip) < HAIR_MM
    assert not drawn.contains(shapely.Point(tip.x + 2 * HAIR_MM, 300))


def test_a_jump_sees_to_the_point_of_a_notch() -> None:
    slope = math.radians(30)
    low = wall("low", (340, 200), (500, 200 + 160 * math.tan(slope)), (500, 150))
    high = wall("high", (340, 400), (500, 400 - 160 * math.tan(slope)), (500, 450))
    tip = shapely.Point(340 + (100 - 20 / math.cos(slope)) / math.tan(slope), 300)
    assert area(scene(low, high), 180, Mode.JUMP).distance(tip) < HAIR_MM


def test_a_jump_reaches_nothing_in_a_shadow_and_all_beside_it() -> None:
    drawn = area(scene(wall("post", (298, 360), (302, 360), (302, 364), (298, 364))), 180, Mode.JUMP)
    # the shadow begins at the tangent from the walker to the post's nearer corner, which is a radius thick
    edge = math.asin(20 / math.hypot(2, 60)) + math.atan2(2, 60)
    for turn, seen in ((0.0, False), (edge - 0.002, False), (edge + 0.002, True)):
        assert drawn.contains(shapely.Point(300 + 170 * math.sin(turn), 300 + 170 * math.cos(turn))) == seen
