"""Tolerances for rounding make no difference: nothing lies so near to one that half as much again would tell."""

import math
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import companion.geometry
from companion.geometry import (
    Base,
    Mat,
    MatPoint,
    Mode,
    Patch,
    Scene,
    Side,
    SightRule,
    TemplateRules,
    Terrain,
    can_see,
    cover_on_line,
    find_reach,
    find_sight,
    free_spots_along_side,
    is_free,
    judge_move,
    places_of_template,
    shortest_path,
    sweep,
    visible_part,
)
from companion.geometry.patches import area_of
from tests.mutation.equivalents import tolerances

TABLES = 12
"""How many tables of each sort are asked about; no answer differed on 2,000."""

WITHIN_MM = 1e-3
"""How near to one another lengths count as the same: twice the accuracy of the margin of a sight line."""


def table(number: int) -> Scene:
    """Bases and templates anywhere, or for an even number on whole centimetres, where rims and edges coincide."""
    dice = random.Random(number)  # noqa: S311 (tables, no secrets)
    on_lattice = number % 2 == 0

    def place() -> MatPoint:
        x, y = (dice.randrange(4, 22) * 10, dice.randrange(4, 16) * 10) if on_lattice else (0, 0)
        return MatPoint(x, y) if on_lattice else MatPoint(dice.uniform(30, 220), dice.uniform(30, 160))

    bases = [Base(f"b{n}", place(), dice.choice((10.0, 15.0, 20.0))) for n in range(dice.randrange(2, 6))]
    terrain = []
    for name in ("t0", "t1")[: dice.randrange(3)]:
        at, wide, high = place(), dice.choice((10.0, 20.0, 40.0)), dice.choice((10.0, 30.0))
        turn = 0.0 if on_lattice else dice.uniform(0, math.tau)
        corners = [
            MatPoint(
                at.x_mm + x * wide * math.cos(turn) - y * high * math.sin(turn),
                at.y_mm + x * wide * math.sin(turn) + y * high * math.cos(turn),
            )
            for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))[: dice.choice((3, 4))]
        ]
        kinds = {kind: dice.random() < 0.6 for kind in ("impassable", "difficult", "blocks_sight", "cover")}
        terrain.append(Terrain(name, tuple(corners), **kinds))
    rule = SightRule(
        from_centre=dice.random() < 0.2,
        touching_blocks=dice.random() < 0.5,
        contact_mm=dice.choice((None, 0.0, 2.0)),
    )
    return Scene(Mat(260.0, 200.0), tuple(bases), tuple(terrain), rule)


def answers(scene: Scene, number: int) -> Iterator[object]:
    """What a table says: truths, names, and lengths in mm."""
    dice = random.Random(number)  # noqa: S311 (questions, no secrets)
    sight = find_sight(scene, "b0", "b1")
    yield from (sight.margin_mm, sight.verdict.answer, can_see(scene, "b0", "b1"))
    yield cover_on_line(scene, "b0", "b1")
    yield drawn_mm2(visible_part(scene, "b0", "b1")) / 1e4
    for mode in Mode:
        goal = MatPoint(dice.randrange(2, 25) * 10, dice.randrange(2, 19) * 10)
        path = shortest_path(scene, "b0", goal, mode)
        yield from (path.length_mm, path.blocked_by, is_free(scene, 10.0, goal))
        limit_mm, tolerance_mm = 10.0 * dice.randrange(1, 20), dice.choice((0.0, 1.0))
        yield judge_move(scene, "b0", goal, limit_mm, mode, tolerance_mm=tolerance_mm).answer
    pushed = sweep(scene, "b0", dice.randrange(8) * math.pi / 4, 10.0 * dice.randrange(1, 12))
    yield from (pushed.length_mm, pushed.stopped_by, pushed.whole)
    spots = free_spots_along_side(scene, 10.0, Side.PLAYER_ONE)
    yield from (end for span in spots.spans for end in span)
    corners = [MatPoint(x, y) for x, y in ((-15, -10), (15, -10), (15, 10), (-15, 10))]
    (laid,) = places_of_template(scene, corners, TemplateRules(base_mm=dice.choice((0.0, 10.0))), [0.0])
    yield from (drawn_mm2(laid.patches) / 1e4, sum(line.length_mm for line in laid.lines))
    if number % 4 < 2:
        yield drawn_mm2(find_reach(scene, "b0", 60.0).patches) / 1e4


def drawn_mm2(patches: tuple[Patch, ...]) -> float:
    return float(area_of(patches).area)


def told(numbers: range) -> list[list[object]]:
    return [list(answers(table(number), number)) for number in numbers]


def same(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=0, abs_tol=WITHIN_MM)
    return one == other


@pytest.mark.slow
def test_a_tolerance_of_two_thirds_or_one_and_a_half_times_gives_the_same_answers(monkeypatch: pytest.MonkeyPatch):
    for module in walk_packages(companion.geometry.__path__, "companion.geometry."):
        import_module(module.name)
    expected = told(range(TABLES))
    for factor in (2 / 3, 3 / 2):
        with monkeypatch.context() as changed:
            for name, under in tolerances():
                homes = [each for each in list(sys.modules) if each.startswith(under.replace("/", "."))]
                found = [sys.modules[each] for each in homes if name in vars(sys.modules[each])]
                assert found, name
                for module in found:
                    changed.setattr(module, name, vars(module)[name] * factor)
            for number, (before, now) in enumerate(zip(expected, told(range(TABLES)), strict=True)):
                assert len(before) == len(now), number
                assert all(map(same, before, now)), (number, factor)
