"""What a game may call a free line: where it starts, whether a touch blocks, blockers in contact (S-LOS-05, -09)."""

import itertools
import math

import numpy as np
import pytest
import shapely

from companion.geometry import (
    Answer,
    Base,
    MatPoint,
    Scene,
    SightRule,
    Terrain,
    can_see,
    find_sight,
    judge_cover,
    visible_part,
)
from companion.geometry.sight.line_of_sight import MARGIN_WITHIN_MM

PASSAGE = SightRule(touching_blocks=True, contact_mm=2.0)
FROM_CENTRE = SightRule(from_centre=True, touching_blocks=True, contact_mm=2.0)
WITHIN = MARGIN_WITHIN_MM + 1e-6


def base(name, x, y, radius=16.0, **values):
    return Base(name, MatPoint(100.0 + x, 300.0 + y), radius, **values)


def wood(name, *corners):
    return Terrain(name, tuple(MatPoint(100.0 + x, 300.0 + y) for x, y in corners), blocks_sight=True)


def scene(*others, rule=PASSAGE, apart=200.0):
    bases = (base("a", 0, 0), base("b", apart, 0), *(each for each in others if isinstance(each, Base)))
    return Scene(bases=bases, terrain=tuple(each for each in others if isinstance(each, Terrain)), sight=rule)


def test_a_model_of_equal_base_exactly_between_blocks_where_touching_does():
    grazing = find_sight(scene(base("c", 100, 0), rule=SightRule()), "a", "b")
    assert (grazing.margin_mm, grazing.verdict.answer) == (0.0, Answer.YES)
    touched = find_sight(scene(base("c", 100, 0)), "a", "b")
    assert (touched.margin_mm, touched.verdict.answer, touched.blockers) == (0.0, Answer.NO, ("c",))
    assert not can_see(scene(base("c", 100, 0)), "a", "b")
    # Half a millimetre aside there is a passage of a quarter on one side.
    aside = find_sight(scene(base("c", 100, 0.5)), "a", "b")
    assert aside.verdict.answer is Answer.YES
    assert aside.margin_mm == pytest.approx(0.5, abs=WITHIN)


def test_a_measured_model_between_is_too_close_to_call():
    assert find_sight(scene(base("c", 100, 0, sigma_mm=0.3)), "a", "b").verdict.answer is Answer.CLOSE


def test_from_the_centre_a_model_hides_what_is_straight_behind_it():
    blocked = find_sight(scene(base("c", 100, 3), rule=FROM_CENTRE), "a", "b")
    # The line from the centre that touches the target's far rim passes c's centre at this distance.
    sine = 16 / 200
    reach = math.cos(math.asin(sine)) * 3 + sine * 100
    assert blocked.margin_mm == pytest.approx(reach - 16, abs=0.01)
    assert blocked.verdict.answer is Answer.NO
    assert can_see(scene(base("c", 100, 3)), "a", "b")
    start = blocked.witness.start
    assert math.dist((start.x_mm, start.y_mm), (100.0, 300.0)) < 1e-3


def test_from_the_centre_the_two_directions_may_differ():
    near = scene(base("c", 40, 8, 16.0), rule=FROM_CENTRE)
    margins = [find_sight(near, *ends).margin_mm for ends in (("a", "b"), ("b", "a"))]
    assert margins[0] < margins[1] - 1


@pytest.mark.parametrize(("gap_mm", "seen"), [(2.0, False), (2.01, True), (0.0, False), (-0.4, False), (9.0, True)])
def test_nothing_is_seen_between_models_that_count_as_in_contact(gap_mm, seen):
    off = 16 + gap_mm / 2
    pair = base("c", 100, off, 16.0), base("d", 100, -off, 16.0)
    others = (base("e", 100, off + 32, 16.0), base("f", 100, -off - 32, 16.0))
    row = scene(*pair, *others)
    sight = find_sight(row, "a", "b")
    assert can_see(row, "a", "b") is seen
    assert sight.verdict.answer is (Answer.YES if seen else Answer.NO)
    assert sight.margin_mm == pytest.approx((gap_mm - 2) / 2, abs=WITHIN)
    assert {"c", "d"} >= set(sight.blockers)
    assert find_sight(row, "b", "a").margin_mm == sight.margin_mm


def test_how_well_a_gap_is_known_decides_whether_contact_is_too_close_to_call():
    def answer(gap_mm, sigma_mm):
        off = 16 + gap_mm / 2
        walls = base("e", 100, off + 32), base("f", 100, -off - 32)
        pair = base("c", 100, off, sigma_mm=sigma_mm), base("d", 100, -off, sigma_mm=sigma_mm)
        return find_sight(scene(*pair, *walls), "a", "b").verdict

    # The margin is half of what the gap lacks, so its deviation is half of the gap's.
    assert answer(2.5, 0.3).sigma_mm == pytest.approx(math.hypot(0.3, 0.3) / 2)
    assert [answer(gap, 0.3).answer for gap in (0.9, 2.0, 2.5, 4.0)] == [
        *(Answer.NO, Answer.CLOSE, Answer.CLOSE, Answer.YES),
    ]


def test_a_model_that_touches_a_wood_closes_the_way_between():
    def row(gap_mm, rule=PASSAGE):
        trees = wood("w", (80, 10), (120, 10), (120, 140), (80, 140))
        return scene(trees, base("c", 100, -6 - gap_mm), base("d", 100, -38 - gap_mm), rule=rule)

    assert not can_see(row(1.5), "a", "b")
    assert can_see(row(1.5, SightRule(touching_blocks=True)), "a", "b")
    assert can_see(row(2.5), "a", "b")
    assert find_sight(row(2.5), "a", "b").margin_mm == pytest.approx(0.25, abs=WITHIN)
    assert find_sight(row(1.5), "a", "b").margin_mm == pytest.approx(-0.25, abs=WITHIN)


def test_hidden_models_join_nothing_and_those_who_look_and_are_seen_neither():
    hidden = base("c", 100, 17), base("d", 100, -16, stealth=True)
    assert can_see(scene(*hidden), "a", "b")
    # One in contact with the shooter leaves the rest of the shooter's base free.
    assert can_see(scene(base("c", 32, 5)), "a", "b")


def test_what_is_seen_of_a_base_follows_the_rule():
    row = scene(base("c", 100, 0, 10.0), rule=FROM_CENTRE)
    area = sum(shapely.Polygon([(p.x_mm, p.y_mm) for p in each.outline]).area for each in visible_part(row, "a", "b"))
    whole = math.pi * 16**2
    assert area == pytest.approx(0.0, abs=whole / 100)


def crowd(rng):
    """Two bases that look at each other past a row of others, with gaps of up to 5 mm in it."""
    bases = [base("a", 0, 0), base("b", 240, 0)]
    x, y, r = 120.0, -75.0, 16.0
    while y < 75:
        bases.append(base(f"c{len(bases)}", x, y, r))
        further, wider = float(rng.uniform(-12, 12)), float(rng.choice([12.5, 16.0, 25.0]))
        off = r + wider + float(rng.uniform(0, 5))
        x, y, r = x + further, y + math.sqrt(off**2 - further**2), wider
    return tuple(bases)


def sampled(bases, *, from_centre, count=240):
    """The best margin of many segments: of all discs, and of the gaps between the discs that a segment parts."""
    a, b, *others = bases
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)

    def rim(each):
        points = [
            (each.centre.x_mm + r * np.cos(angles), each.centre.y_mm + r * np.sin(angles))
            for r in (each.radius_mm, each.radius_mm / 2)
        ]
        return np.concatenate([np.column_stack(each) for each in points])

    first = np.array([[a.centre.x_mm, a.centre.y_mm]]) if from_centre else rim(a)
    p, q = np.repeat(first, len(last := rim(b)), 0), np.tile(last, (len(first), 1))
    margin = np.full(len(p), np.inf)
    for each in others:
        c = np.array([each.centre.x_mm, each.centre.y_mm])
        t = np.clip(((c - p) * (q - p)).sum(1) / ((q - p) ** 2).sum(1), 0, 1)
        margin = np.minimum(margin, np.hypot(*(p + t[:, None] * (q - p) - c).T) - each.radius_mm)

    def side(o, e, x):
        return (e[..., 0] - o[..., 0]) * (x[..., 1] - o[..., 1]) - (e[..., 1] - o[..., 1]) * (x[..., 0] - o[..., 0])

    for one, other in itertools.combinations(others, 2):
        c, d = (np.array([each.centre.x_mm, each.centre.y_mm]) for each in (one, other))
        gap = math.dist(c, d) - one.radius_mm - other.radius_mm
        parts = (side(p, q, c) * side(p, q, d) < 0) & (side(c, d, p) * side(c, d, q) < 0)
        margin[parts] = np.minimum(margin[parts], (gap - 2.0) / 2)
    return float(margin.max())


@pytest.mark.slow
@pytest.mark.parametrize("rule", [PASSAGE, FROM_CENTRE], ids=["base", "centre"])
def test_the_margin_is_the_best_of_all_lines_that_a_search_finds(rule):
    rng = np.random.default_rng(7)
    joined = 0
    for _ in range(12):
        bases = crowd(rng)
        sight = find_sight(Scene(bases=bases, sight=rule), "a", "b")
        found = sampled(bases, from_centre=rule.from_centre)
        assert found <= sight.margin_mm + WITHIN
        if sight.margin_mm >= 0:  # a blocked line's margin is that of eroded blockers, one by one
            assert found >= sight.margin_mm - 0.6
        assert can_see(Scene(bases=bases, sight=rule), "a", "b") is (sight.margin_mm > 0)
        free = find_sight(Scene(bases=bases, sight=SightRule(from_centre=rule.from_centre)), "a", "b")
        joined += free.margin_mm > sight.margin_mm + 0.01
    assert joined >= 2


def test_from_a_centre_on_the_edge_of_a_template_the_one_at_fault_is_found():
    """The edge crosses what stands for the centre within rounding; what else hides the target is still measured."""
    edge = ((60, 110), (70, 110), (70, 80), (80, 80), (80, 50), (60, 50))
    table = Scene(
        bases=(
            Base("target", MatPoint(0.0, 20.0), 10.0),
            Base("viewer", MatPoint(60.0, 60.0), 5.0),
            Base("between", MatPoint(50.0, 60.0), 15.0),
        ),
        terrain=(Terrain("w", tuple(MatPoint(x, y) for x, y in edge), blocks_sight=True),),
        sight=SightRule(from_centre=True, contact_mm=0.5),
    )
    sight = find_sight(table, "viewer", "target")
    # The best line touches the rim of the target that is farther from the direction of what stands between.
    slant = math.atan2(40, 60) + math.asin(10 / math.hypot(60, 40))
    assert sight.margin_mm == pytest.approx(10 * math.sin(slant) - 15, abs=0.01)
    assert (sight.verdict.answer, sight.blockers) == (Answer.NO, ("between",))
    assert not can_see(table, "viewer", "target")


@pytest.mark.parametrize("flat", [((60, 20), (140, 20), (140, 20)), ((60, 20), (140, 20), (60, 20)), ((100, 20),) * 3])
def test_a_template_without_area_hides_nothing_beside_another_template(flat):
    low = ((60, -40), (140, -40), (140, 5), (60, 5))
    table = scene(wood("flat", *flat), wood("low", *low))
    assert can_see(table, "a", "b")
    # Grown by this much they are in contact: between the two templates are 15 mm.
    assert find_sight(table, "a", "b").margin_mm == pytest.approx((15 - 2) / 2, abs=WITHIN)
    parts = visible_part(scene(wood("flat", *((x, y - 15) for x, y in flat))), "a", "b")
    areas = [shapely.Polygon([(place.x_mm, place.y_mm) for place in part.outline]).area for part in parts]
    assert sum(areas) == pytest.approx(math.pi * 16**2, rel=1e-3)
    tall = scene(Terrain("flat", wood("flat", *flat).polygon, cover=True), wood("low", *low))
    assert judge_cover(tall, "a", "b").answer is Answer.NO
