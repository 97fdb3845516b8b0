"""The visible part of a base, and cover: S-LOS-04, S-TERRAIN-27."""

import math

import numpy as np
import pytest
import shapely

from companion.geometry import (
    Base,
    MatPoint,
    Scene,
    SceneError,
    SightRule,
    Terrain,
    can_see,
    cover_on_line,
    visible_part,
)

pytestmark = pytest.mark.slow


def base(name, x, y, radius=10.0, **more):
    return Base(name, MatPoint(x, y), radius, **more)


def box(name, left, low, right, high, **more):
    corners = [(left, low), (right, low), (right, high), (left, high)]
    return Terrain(name, tuple(MatPoint(x, y) for x, y in corners), **more)


A, B = base("a", 0, 0), base("b", 200, 0)
DISC_MM2 = math.pi * 100


def part_of(scene):
    patches = visible_part(scene, "a", "b")

    def ring(points):
        return [(p.x_mm, p.y_mm) for p in points]

    return shapely.union_all([shapely.Polygon(ring(p.outline), [ring(h) for h in p.holes]) for p in patches])


def test_with_nothing_in_the_way_the_whole_disc_is_seen():
    assert part_of(Scene(bases=(A, B))).area == pytest.approx(DISC_MM2, rel=1e-3)


def test_behind_a_wall_nothing_is_seen():
    assert visible_part(Scene(bases=(A, B), terrain=(box("w", 95, -90, 105, 90, blocks_sight=True),)), "a", "b") == ()


def test_a_wall_hides_what_lies_below_the_lowest_line_over_its_corner():
    # from the top of A, 10 mm up at x = 0, over the corner, 5 mm up at x = 100, the line comes down to 0 at x = 200
    part = part_of(Scene(bases=(A, B), terrain=(box("w", 99, -90, 100, 5, blocks_sight=True),)))
    assert part.contains(shapely.Point(200, 0.1))
    assert not part.contains(shapely.Point(200, -0.1))


def test_a_blocker_before_a_small_target_leaves_two_separate_parts():
    scene = Scene(bases=(base("a", 0, 0, 4), base("b", 60, 0, 20), base("c", 30, 0, 6)))
    patches = visible_part(scene, "a", "b")
    assert len(patches) == 2
    assert part_of(scene).area < 0.9 * math.pi * 400


def test_ground_in_a_wood_is_not_seen():
    wood = box("w", 203, -90, 260, 90, blocks_sight=True)
    part = part_of(Scene(bases=(A, B), terrain=(wood,)))
    assert part.contains(shapely.Point(202.9, 0))
    assert not part.contains(shapely.Point(203.1, 0))


def test_the_part_moves_with_the_asked_direction_only():
    scene = Scene(bases=(A, B, base("c", 150, 9, 9)))
    assert part_of(scene).area < DISC_MM2
    assert visible_part(scene, "b", "a")


def test_a_corner_within_the_target_casts_its_whole_shadow_from_the_centre():
    """The lines past a corner from all sides of a centre nearly coincide; the parts between them are parted even so."""
    light, target = (46.872317281917816, 134.00434147062285), (142.86289360050114, 82.3389087725563)
    corners = [
        (139.43572789961337, 79.85458917501022),
        (142.96678020631427, 40.010748125139756),
        (172.84966099371712, 42.659037355165424),
    ]
    wood = Terrain("w", tuple(MatPoint(*corner) for corner in corners), blocks_sight=True)
    rule = SightRule(from_centre=True, touching_blocks=False)
    part = part_of(Scene(bases=(base("a", *light), base("b", *target)), terrain=(wood,), sight=rule))
    far = [tuple(of + 9 * (to - of) for of, to in zip(light, corner, strict=True)) for corner in corners]
    shadow = shapely.MultiPoint([*corners, *far]).convex_hull
    seen = shapely.Point(target).buffer(10.0, quad_segs=256).difference(shadow)
    assert part.symmetric_difference(seen).area < 0.2


def test_points_of_the_part_are_seen_and_others_are_not():
    rng = np.random.default_rng(5)
    partial = 0
    for _ in range(12):
        bases = [base("a", 100, 100, 16), base("b", 230, 110, 20)]
        bases += [base(f"c{k}", *map(float, rng.uniform((120, 70), (215, 140))), 8) for k in range(3)]
        x, y = map(float, rng.uniform((130, 60), (240, 150)))
        wood = box("w", x, y, x + 25, y + 12, blocks_sight=True)
        scene = Scene(bases=tuple(bases), terrain=(wood,))
        part = part_of(scene)
        partial += 0 < part.area < math.pi * 400 * 0.99
        for radius, angle in zip(rng.uniform(0, 19, 12), rng.uniform(0, 6.28, 12), strict=True):
            at = MatPoint(230 + float(radius * np.cos(angle)), 110 + float(radius * np.sin(angle)))
            point = shapely.Point(at.x_mm, at.y_mm)
            if part.boundary.distance(point) > 0.05:
                spot = Scene(bases=(bases[0], Base("b", at, 1e-6), *bases[2:]), terrain=(wood,))
                assert part.contains(point) == can_see(spot, "a", "b")
    assert partial > 3


def test_a_question_about_one_base_is_refused():
    with pytest.raises(SceneError, match="two different bases"):
        visible_part(Scene(bases=(A, B)), "a", "a")


def test_a_wood_across_every_line_gives_cover_and_one_beside_it_does_not():
    across, beside = box("across", 95, -90, 105, 90, cover=True), box("beside", 95, 40, 105, 90, cover=True)
    assert cover_on_line(Scene(bases=(A, B), terrain=(across, beside)), "a", "b") == ("across",)
    assert cover_on_line(Scene(bases=(A, B), terrain=(beside,)), "a", "b") == ()


def test_a_shooter_who_can_shoot_past_the_cover_does():
    half = box("half", 95, -90, 105, 5, cover=True)
    assert cover_on_line(Scene(bases=(A, B), terrain=(half,)), "a", "b") == ()


def test_a_target_in_contact_with_a_template_has_its_cover():
    behind = box("behind", 210, -90, 260, 90, cover=True)
    scene = Scene(bases=(A, B), terrain=(behind,))
    assert cover_on_line(scene, "a", "b") == ("behind",)
    assert cover_on_line(scene, "b", "a") == ()
    apart = Scene(bases=(A, B), terrain=(box("apart", 211, -90, 260, 90, cover=True),))
    assert cover_on_line(apart, "a", "b") == ()
    assert cover_on_line(apart, "a", "b", tolerance_mm=2.0) == ("apart",)


def test_a_template_without_cover_gives_none():
    assert cover_on_line(Scene(bases=(A, B), terrain=(box("w", 95, -90, 105, 90),)), "a", "b") == ()


@pytest.mark.parametrize("wall", [(200, -10, 203, 10), (190, 4, 215, 7), (195, -40, 198, -8), (206, -3, 212, 16)])
def test_behind_a_wall_that_stands_on_the_base_itself_nothing_is_seen(wall):
    ends = (base("a", 60, 0, 12), base("b", 200, 0, 40))
    screen = box("w", *wall, blocks_sight=True)
    part = part_of(Scene(bases=ends, terrain=(screen,)))
    told = set()
    for x in range(163, 240, 6):
        for y in range(-36, 40, 6):
            spot = shapely.Point(x, y)
            if math.hypot(x - 200, y) > 39 or part.boundary.distance(spot) < 0.3:
                continue
            # nothing stands in the way but the wall: a point is seen if some line from the other base misses it
            lines = [shapely.LineString([(60 + 12 * math.cos(n / 8), 12 * math.sin(n / 8)), (x, y)]) for n in range(51)]
            shape = shapely.Polygon([(p.x_mm, p.y_mm) for p in screen.polygon])
            seen = not shape.contains(spot) and any(not shape.buffer(-1e-6).intersects(line) for line in lines)
            assert part.contains(spot) == seen, (x, y)
            told.add(seen)
    assert told == {True, False}


def test_of_a_base_that_overlaps_the_one_that_looks_each_point_is_seen_or_not():
    rng = np.random.default_rng(12)
    told = {True: 0, False: 0}
    for _ in range(8):
        away_mm, turn = float(rng.uniform(6, 34)), float(rng.uniform(0, math.tau))
        looks = base("a", 100, 100, 16)
        target = base("b", 100 + away_mm * math.cos(turn), 100 + away_mm * math.sin(turn), 20)
        middle = target.centre.x_mm, target.centre.y_mm
        others = [base(f"c{k}", *map(float, middle + rng.uniform(-18, 18, 2)), 5) for k in range(2)]
        x, y = map(float, middle + rng.uniform(-18, 18, 2))
        wood = box("w", x, y, x + 14, y + 5, blocks_sight=True)
        part = part_of(Scene(bases=(looks, target, *others), terrain=(wood,)))
        solid = shapely.union_all(
            [shapely.Point(b.centre.x_mm, b.centre.y_mm).buffer(5, quad_segs=64) for b in others]
            + [shapely.box(x, y, x + 14, y + 5)]
        )
        inside, own = solid.buffer(-1e-3), shapely.Point(100, 100).buffer(16, quad_segs=64)
        shapely.prepare(inside)
        rim = shapely.get_coordinates(own.exterior)[:-1]
        for radius, angle in zip(19.5 * np.sqrt(rng.uniform(0, 1, 40)), rng.uniform(0, math.tau, 40), strict=True):
            spot = middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)
            if shapely.union(part.boundary, solid.boundary).distance(shapely.Point(spot)) < 0.4:
                continue
            # Its own ground is seen where it stands; other points along some line from its rim.
            lines = shapely.linestrings(np.stack([rim, np.broadcast_to(spot, rim.shape)], axis=1))
            is_seen = not solid.contains(shapely.Point(spot)) and (
                own.contains(shapely.Point(spot)) or not bool(shapely.intersects(inside, lines).all())
            )
            assert part.contains(shapely.Point(spot)) == is_seen, spot
            told[is_seen] += 1
    assert min(told.values()) > 25
