"""The solved examples of shortest moves."""

import json
from pathlib import Path as Folder

import pytest

from companion.geometry import Answer, Base, Mat, MatPoint, Mode, Scene, Terrain, judge_reachable, shortest_path

CLOSE_MM = 0.3
ROUNDED_MM = 1e-4  # the solved bounds are given to so many digits


def scene_of(given: dict) -> Scene:
    bases = tuple(Base(b["id"], MatPoint(b["x"], b["y"]), b["radius_mm"]) for b in given["bases"])
    terrain = tuple(
        Terrain(t["id"], tuple(MatPoint(*corner) for corner in t["polygon"]), impassable=t["impassable"])
        for t in given["terrain"]
    )
    return Scene(Mat(given["mat"]["width_mm"], given["mat"]["height_mm"]), bases, terrain)


def path_cases(examples: Folder) -> list[tuple[str, Scene, dict, dict]]:
    cases = []
    for entry in json.loads((examples / "geometry.json").read_text(encoding="utf-8"))["scenes"]:
        queries = {query["id"]: query for query in entry["scene"]["queries"]}
        for expected in entry["expected"]:
            if expected["kind"] == "path":
                case = f"{entry['name']} {expected['id']} {expected['tag']}"
                cases.append((case, scene_of(entry["scene"]), queries[expected["id"]], expected))
    return cases


def test_every_solved_path_has_its_length(golden: Folder) -> None:
    cases = path_cases(golden)
    assert len(cases) >= 12
    for name, scene, query, expected in cases:
        path = shortest_path(scene, query["from"], MatPoint(*query["to_point"]), Mode(query["mode"]))
        if expected["value_mm"] is None:
            assert path.length_mm is None, name
            assert path.blocked_by, name
        else:
            lower, upper = expected["value_mm"]
            assert path.length_mm == pytest.approx((lower + upper) / 2, abs=(upper - lower) / 2 + ROUNDED_MM), name


def test_every_solved_path_has_its_verdict_and_is_close_only_near_a_limit(golden: Folder) -> None:
    for name, scene, query, expected in path_cases(golden):
        goal, mode = MatPoint(*query["to_point"]), Mode(query["mode"])
        exact = judge_reachable(scene, query["from"], goal, mode)
        assert exact.answer.value == expected["verdict"], name
        judged = judge_reachable(scene, query["from"], goal, mode, tolerance_mm=CLOSE_MM)
        allowed = {expected["verdict"]} | ({Answer.CLOSE.value} if expected["near_limit"] else set())
        assert judged.answer.value in allowed, name
