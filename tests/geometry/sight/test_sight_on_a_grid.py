"""Sight where everything lies on whole centimetres, so that rims graze, edges meet and corners touch all the time."""

import math
import random

import numpy as np
import pytest

from companion.geometry import (
    EXACT,
    Answer,
    Base,
    Deviation,
    MatPoint,
    Scene,
    SightRule,
    Terrain,
    can_see,
    cover_on_line,
    find_sight,
)
from companion.geometry.sight.blockers import BlockingDisc, BlockingTemplate
from companion.geometry.sight.joins import find_joins
from companion.geometry.sight.line_of_sight import _ask, _judge
from companion.geometry.sight.quick import quick_answer
from companion.geometry.sight.segment_test import segment_between
from companion.geometry.verdict import CLOSE_AT_SIGMAS

pytestmark = pytest.mark.slow

RULES = {
    "a touch lets through": SightRule(),
    "a touch blocks": SightRule(touching_blocks=True),
    "contact blocks": SightRule(touching_blocks=True, contact_mm=2.0),
    "from the centre": SightRule(from_centre=True, touching_blocks=True, contact_mm=2.0),
}
A, B = Base("a", MatPoint(0, 0), 10.0), Base("b", MatPoint(100, 0), 10.0)


def wood(name: str, *corners: tuple[float, float], **more: bool) -> Terrain:
    return Terrain(name, tuple(MatPoint(x, y) for x, y in corners), **({"blocks_sight": True} | more))


def box(name: str, left: float, low: float, right: float, high: float, **more: bool) -> Terrain:
    return wood(name, (left, low), (right, low), (right, high), (left, high), **more)


def on_a_grid(seed: int, rule: SightRule) -> Scene:
    """Up to three bases and up to two boxes or triangles between two bases that look at each other."""
    dice = random.Random(seed)  # noqa: S311 - scenes, no secrets

    def place() -> tuple[int, int]:
        return dice.randrange(-2, 12) * 10, dice.randrange(-3, 4) * 10

    bases = [Base(f"c{n}", MatPoint(*place()), dice.choice((10.0, 20.0))) for n in range(dice.randrange(4))]
    terrain = []
    for number in range(dice.randrange(3)):
        (x, y), wide, high = place(), dice.choice((10, 20, 40)), dice.choice((10, 20))
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        terrain.append(wood(f"t{number}", *corners[: dice.choice((3, 4))]))
    return Scene(bases=(A, B, *bases), terrain=tuple(terrain), sight=rule)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_one_line_at_a_time_answers_as_all_at_once(rule: SightRule) -> None:
    room_mm = 1e-5 if rule.touching_blocks else 0.0
    told = set()
    for seed in range(250):
        question = _ask(on_a_grid(seed, rule), "a", "b", upto_mm=1e-5)
        quick = quick_answer(question.blockers, question.frame, question.joins, room_mm)
        if quick is not None and question.blockers:
            assert quick == (len(question.free(np.array([room_mm]))) > 0), seed
            told.add(quick)
    assert told == {True, False}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_answer_is_the_sign_of_the_margin(rule: SightRule) -> None:
    for seed in range(60):
        table = on_a_grid(seed, rule)
        sight = find_sight(table, "a", "b")
        if sight.margin_mm is not None:
            assert can_see(table, "a", "b") == (sight.verdict.answer is Answer.YES), seed
        assert len(set(sight.blockers)) == len(sight.blockers)


def test_a_line_between_two_edges_that_only_touch_it_is_free_where_a_touch_lets_through() -> None:
    edges = (box("low", 40, -40, 60, 0), box("high", 40, 0, 60, 40))
    seen = {rule.touching_blocks: can_see(Scene(bases=(A, B), terrain=edges, sight=rule), "a", "b") for rule in TOUCHES}
    assert seen == {False: True, True: False}


def test_a_touch_of_one_edge_blocks_only_the_line_that_touches() -> None:
    edge = (box("low", 40, -40, 60, 9.9), box("high", 40, 10, 60, 40))
    seen = {rule.touching_blocks: can_see(Scene(bases=(A, B), terrain=edge, sight=rule), "a", "b") for rule in TOUCHES}
    assert seen == {False: True, True: True}


TOUCHES = (SightRule(), SightRule(touching_blocks=True))


@pytest.mark.parametrize("sigma_mm", [0.25, 0.1, 1 / 3])
def test_exactly_two_standard_deviations_from_the_limit_is_close(sigma_mm: float) -> None:
    limit_mm = CLOSE_AT_SIGMAS * sigma_mm
    beyond_mm = np.nextafter(limit_mm, np.inf)

    def answer(margin_mm: float) -> Answer:
        return _judge(margin_mm, Deviation(sigma_mm), touching_blocks=False).answer

    assert CLOSE_AT_SIGMAS == 2
    assert [answer(each) for each in (limit_mm, -limit_mm)] == [Answer.CLOSE, Answer.CLOSE]
    assert [answer(each) for each in (beyond_mm, -beyond_mm)] == [Answer.YES, Answer.NO]


def test_no_margin_without_doubt_is_a_yes_unless_a_touch_blocks() -> None:
    assert _judge(0.0, EXACT, touching_blocks=False).answer is Answer.YES
    assert _judge(0.0, EXACT, touching_blocks=True).answer is Answer.NO


def test_a_wall_and_a_wood_side_by_side_leave_the_wood_as_cover() -> None:
    # no line leads past both, and through the thick wall none may lead: what is shot at is shot at through the wood
    wall, trees = box("wall", 30, -1, 70, 90), box("wood", 48, -90, 52, 0, blocks_sight=False, cover=True)
    assert cover_on_line(Scene(bases=(A, B), terrain=(wall, trees)), "a", "b") == ("wood",)
    assert cover_on_line(Scene(bases=(A, B), terrain=(wall,)), "a", "b") == ()


@pytest.mark.parametrize(
    "ends", [(1.0, 2.0, 4.0, 6.0), (5.0, 1.0, 5.0, -3.0), (2.0, 2.0, -7.0, 2.0), (3.0, 4.0, 3.0, 4.0)]
)
def test_a_segment_begins_and_ends_at_its_points(ends: tuple[float, ...]) -> None:
    assert segment_between(*ends).ends_mm(0) == pytest.approx(ends)


def test_a_corner_worn_down_lies_as_deep_below_both_edges() -> None:
    # an equilateral triangle's corner moves by twice the erosion along its bisector, a square's by √2 of it
    height = 10 * math.sqrt(3)
    triangle = BlockingTemplate("t", [(0.0, 0.0), (20.0, 0.0), (10.0, height)], 0.1)
    square = BlockingTemplate("s", [(30.0, height - 1), (50.0, height - 1), (50.0, 40.0), (30.0, 40.0)], 0.1)
    near = BlockingTemplate("n", [(10.0, height + 1), (10.0, height + 21), (-10.0, height + 21)], 0.1)
    join = find_joins([triangle, near], 4.0, upto_mm=0.0, scale_sigma=0.0)[0]
    assert join.closed_from_mm == pytest.approx((1.0 - 4.0) / 2)
    worn_mm = -join.closed_from_mm
    inner, corner = join.chain[0], join.chain[1]
    assert corner == pytest.approx((10.0, height))
    assert inner == pytest.approx((10.0, height - 2 * worn_mm))
    assert find_joins([triangle, square], 4.0, upto_mm=0.0, scale_sigma=0.0) == []


def test_a_base_is_joined_at_its_centre_and_a_straight_edge_moves_straight_in() -> None:
    disc, edge = (
        BlockingDisc("d", 0.0, 0.0, 10.0, 0.3),
        BlockingTemplate("e", [(-50.0, 11.0), (50.0, 11.0), (50.0, 60.0), (-50.0, 60.0)], 0.4),
    )
    (join,) = find_joins([disc, edge], 2.0, upto_mm=0.0, scale_sigma=0.0)
    assert join.closed_from_mm == pytest.approx((1.0 - 2.0) / 2)
    assert join.deviation.sigma_mm == pytest.approx(math.hypot(0.3, 0.4) / 2)
    assert join.chain[0] == (0.0, 0.0)
    assert join.chain[-1] == pytest.approx((0.0, 11.5))


@pytest.mark.parametrize("upto_mm", [0.0, 3.0])
def test_a_gap_of_just_what_counts_as_contact_is_joined_and_no_wider_one(upto_mm: float) -> None:
    """At a level above 0 each side has grown by it."""

    def square(name: str, left: float) -> BlockingTemplate:
        return BlockingTemplate(name, [(left, -4.0), (left + 8.0, -4.0), (left + 8.0, 4.0), (left, 4.0)], 0.0)

    gap_mm = 2.0 + 2 * upto_mm
    for wider_mm, closed in ((0.0, True), (0.25, False)):
        left = 8.0 + gap_mm + wider_mm
        discs = BlockingDisc("a", 4.0, 0.0, 4.0, 0.0), BlockingDisc("b", left + 4.0, 0.0, 4.0, 0.0)
        squares = square("c", 0.0), square("d", left)
        for pair in (discs, squares, (discs[0], squares[1]), (squares[0], discs[1])):
            joins = find_joins(pair, 2.0, upto_mm=upto_mm, scale_sigma=0.0)
            assert {join.closed_from_mm for join in joins} == ({upto_mm} if closed else set())


def test_what_stands_apart_is_joined_from_rim_to_rim() -> None:
    one, other = (
        BlockingTemplate(name, [(x, 0.0), (x + 20.0, 0.0), (x + 20.0, 30.0), (x, 30.0)], 0.0)
        for name, x in (("a", 0.0), ("b", 28.0))
    )
    joins = find_joins([one, other], 2.0, upto_mm=5.0, scale_sigma=0.0)
    assert joins
    for join in joins:
        assert join.closed_from_mm == pytest.approx((8.0 - 2.0) / 2)
        (left, right) = join.chain
        assert (left[0], right[0]) == pytest.approx((20.0, 28.0))
