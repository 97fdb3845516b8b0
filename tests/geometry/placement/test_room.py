"""The positions at which a base may be put down, against their definition at points strewn over the mat."""

import math
import random
from collections.abc import Callable, Iterator

import pytest

from companion.geometry import (
    Base,
    Line,
    Mat,
    MatPoint,
    Patch,
    Room,
    Scene,
    Side,
    Terrain,
    find_reach,
    free_spots_along_side,
    room_along_side,
    room_around,
    room_of_cells,
    room_within_reach,
)
from companion.geometry.grid import Cell
from tests.geometry.grid.boards import board

RADIUS_MM = 16.0
NEAR_MM = 0.2
"""Nearer than this to a border the room may say either: its borders are drawn."""

WALL = Terrain("w", tuple(MatPoint(*at) for at in ((300, 40), (340, 60), (330, 190), (290, 170))), impassable=True)
POND = Terrain("p", tuple(MatPoint(*at) for at in ((60, 250), (160, 250), (160, 350), (60, 350))))
TABLE = Scene(
    Mat(400, 400),
    (
        Base("m", MatPoint(200.0, 200.0), RADIUS_MM),
        Base("b", MatPoint(120.0, 150.0), 24.0),
        Base("c", MatPoint(250.0, 290.0), 30.0),
    ),
    (WALL, POND),
)
SQUARE = Patch((MatPoint(100, 100), MatPoint(300, 100), MatPoint(300, 200), MatPoint(100, 200)))


def strewn(low: float = 0.0, high: float = 400.0, step_mm: float = 13.0) -> Iterator[tuple[float, float]]:
    chance = random.Random(4)  # noqa: S311 (no secret)
    steps = int((high - low) / step_mm)
    for row in range(steps):
        for column in range(steps):
            yield low + (column + chance.random()) * step_mm, low + (row + chance.random()) * step_mm


def to_outline_mm(piece: Terrain, x: float, y: float) -> float:
    """Distance to a convex template whose corners go round counter-clockwise; 0 inside."""
    corners = [(p.x_mm, p.y_mm) for p in piece.polygon]
    away, inside = math.inf, True
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        t = min(max(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0.0), 1.0)
        away = min(away, math.dist((x, y), (x0 + t * dx, y0 + t * dy)))
        inside &= dx * (y - y0) - dy * (x - x0) >= 0
    return 0.0 if inside else away


def free_by_mm(x: float, y: float, standing: str) -> float:
    """How far a base's rim is from all that it may not overlap; negative in an overlap."""
    bases = [b for b in TABLE.bases if b.id != standing]
    return min(
        min(x, y, 400 - x, 400 - y) - RADIUS_MM,
        *(math.dist((x, y), (b.centre.x_mm, b.centre.y_mm)) - b.radius_mm - RADIUS_MM for b in bases),
        to_outline_mm(WALL, x, y) - RADIUS_MM,
    )


def same_as(room: Room, by_mm: Callable[[float, float], float]) -> None:
    """Asserts that a room holds a point where it is allowed, by a distance from the nearest limit."""
    told = set()
    for x, y in strewn():
        allowed_by_mm = by_mm(x, y)
        if abs(allowed_by_mm) > NEAR_MM:
            assert room.contains(MatPoint(x, y)) == (allowed_by_mm > 0), (x, y)
            told.add(allowed_by_mm > 0)
    assert told == {True, False}


@pytest.mark.parametrize(("standing", "within_mm"), [("m", None), ("m", 90.0), ("new", None), ("new", 90.0)])
def test_a_base_may_be_put_wherever_it_overlaps_nothing(standing: str, within_mm: float | None) -> None:
    def by_mm(x: float, y: float) -> float:
        free_mm = free_by_mm(x, y, standing)
        return min(free_mm, within_mm - math.dist((x, y), (200, 200))) if standing == "m" and within_mm else free_mm

    same_as(room_around(TABLE, standing, RADIUS_MM, within_mm), by_mm)


def test_a_move_s_room_is_its_reach_and_knows_what_stands_around() -> None:
    reach = find_reach(TABLE, "m", 60.0)
    room = room_within_reach(TABLE, "m", reach)
    assert (room.radius_mm, room.patches, room.lines) == (RADIUS_MM, reach.patches, ())
    nearest = room.nearest(MatPoint(200.0, 380.0))
    assert nearest is not None
    assert reach.contains(nearest)
    # 10 mm from the end of the reach, but up to what stands in the way.
    less = room.shrunk(10.0)
    end_mm, rim_mm = 50.0, 24.0 + RADIUS_MM
    towards_b = math.atan2(-50, -80)
    assert not less.contains(MatPoint(200.0, 200.0 + end_mm + 1))
    assert less.contains(MatPoint(200.0, 200.0 + end_mm - 1))
    at_b = math.dist((200, 200), (120, 150)) - rim_mm - 0.3
    assert at_b > end_mm
    assert less.contains(MatPoint(200 + at_b * math.cos(towards_b), 200 + at_b * math.sin(towards_b)))


def test_a_room_shrinks_from_its_limits_and_not_from_its_walls() -> None:
    beside = Patch((MatPoint(50, 50), MatPoint(100, 50), MatPoint(100, 250), MatPoint(50, 250)))
    line = Line(MatPoint(20, 20), MatPoint(220, 20))
    room = Room(RADIUS_MM, (SQUARE,), (line,), (beside,))
    less = room.shrunk(10.0)
    for x, y, held in (
        (101, 150, True), (289, 150, True), (291, 150, False), (112, 111, True), (150, 109, False),
        (150, 111, True), (150, 189, True), (150, 191, False), (99, 150, False),
    ):  # fmt: skip
        assert less.contains(MatPoint(x, y)) == held, (x, y)
    assert less.lines == (Line(MatPoint(30, 20), MatPoint(210, 20)),)
    assert (less.radius_mm, less.walls) == (RADIUS_MM, (beside,))
    assert room.shrunk(60.0).patches == room.patches
    assert Room(RADIUS_MM, lines=(line,)).shrunk(30.0) == Room(
        RADIUS_MM, lines=(Line(MatPoint(50, 20), MatPoint(190, 20)),)
    )
    (point,) = Room(RADIUS_MM, lines=(line,)).shrunk(150.0).lines
    assert (point.start, point.end) == (MatPoint(120, 20), MatPoint(120, 20))


def test_the_nearest_position_is_that_of_areas_and_lines() -> None:
    slanted, spot = Line(MatPoint(320, 120), MatPoint(380, 200)), Line(MatPoint(50, 350), MatPoint(50, 350))
    room = Room(RADIUS_MM, (SQUARE,), (slanted, spot))
    for x, y in strewn(step_mm=23.0):
        t = min(max(((x - 320) * 60 + (y - 120) * 80) / 10_000, 0.0), 1.0)
        ways = [
            (min(max(x, 100.0), 300.0), min(max(y, 100.0), 200.0)),
            (320 + 60 * t, 120 + 80 * t),
            (50.0, 350.0),
        ]
        at = room.nearest(MatPoint(x, y))
        assert at is not None
        assert (at.x_mm, at.y_mm) == pytest.approx(min(ways, key=lambda way: math.dist(way, (x, y))), abs=1e-6)
    assert room.nearest(MatPoint(150, 150)) == MatPoint(150, 150)
    assert room.contains(MatPoint(350, 160))
    assert room.contains(MatPoint(300.09, 150))
    assert not room.contains(MatPoint(300.12, 150))


def test_a_room_without_a_position_is_empty() -> None:
    empty = Room(RADIUS_MM)
    assert empty.is_empty
    assert empty.nearest(MatPoint(1, 1)) is None
    assert not empty.contains(MatPoint(1, 1))
    assert not Room(RADIUS_MM, (SQUARE,)).is_empty
    assert not Room(RADIUS_MM, lines=(Line(MatPoint(0, 0), MatPoint(0, 0)),)).is_empty


def test_what_a_base_covers_reaches_a_radius_around_its_room() -> None:
    spot, line = Line(MatPoint(50, 350), MatPoint(50, 350)), Line(MatPoint(320, 250), MatPoint(380, 250))
    covered = Room(0.0, Room(RADIUS_MM, (SQUARE,), (spot, line)).covered)

    def by_mm(x: float, y: float) -> float:
        square = math.hypot(max(100 - x, x - 300, 0.0), max(100 - y, y - 200, 0.0))
        level = math.hypot(max(320 - x, x - 380, 0.0), y - 250)
        return RADIUS_MM - min(square, level, math.dist((x, y), (50, 350)))

    same_as(covered, by_mm)


def test_rooms_are_reduced_to_what_is_near_and_what_is_far() -> None:
    whole = room_around(TABLE, "m", RADIUS_MM, None)
    whole = Room(whole.radius_mm, whole.patches, (Line(MatPoint(16, 16), MatPoint(90, 16)),), whole.walls)
    other = TABLE.base("b")

    def to_pieces_mm(x: float, y: float) -> float:
        to_base_mm = math.dist((x, y), (other.centre.x_mm, other.centre.y_mm)) - other.radius_mm
        return min(to_base_mm, to_outline_mm(POND, x, y)) - RADIUS_MM

    near, far = whole.beside((other, POND), 30.0), whole.clear_of((other, POND), 30.0)
    same_as(near, lambda x, y: min(free_by_mm(x, y, "m"), 30.0 - to_pieces_mm(x, y)))
    same_as(far, lambda x, y: min(free_by_mm(x, y, "m"), to_pieces_mm(x, y) - 30.0))
    assert (near.lines, far.lines) == ((), ())
    assert (near.walls, far.walls) == (whole.walls, whole.walls)
    both = near.joined(Room(RADIUS_MM, far.patches, whole.lines, (SQUARE,)))
    same_as(Room(RADIUS_MM, both.patches), lambda x, y: free_by_mm(x, y, "m"))
    assert (both.radius_mm, both.lines, both.walls) == (RADIUS_MM, whole.lines, (*whole.walls, SQUARE))


def test_a_side_and_cells_are_rooms_too() -> None:
    spots = free_spots_along_side(TABLE, RADIUS_MM, Side.LEFT)
    assert room_along_side(spots) == Room(RADIUS_MM, lines=spots.lines())
    grid = board()
    cells = [Cell(1, 0), Cell(-1, 2)]
    room = room_of_cells(grid, cells, RADIUS_MM)
    assert room.radius_mm == RADIUS_MM
    assert [room.contains(grid.centre(Cell(q, r))) for q, r in ((1, 0), (-1, 2), (0, 0))] == [True, True, False]
    assert room == room_of_cells(grid, cells[::-1], RADIUS_MM)
