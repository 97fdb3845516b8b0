"""The solved cases of sight and gap."""

import json

import pytest

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain, can_see, find_sight, measure_gap


def read_scene(data):
    return Scene(
        Mat(data["mat"]["width_mm"], data["mat"]["height_mm"]),
        tuple(Base(b["id"], MatPoint(b["x"], b["y"]), b["radius_mm"], b["owner"], b["stealth"]) for b in data["bases"]),
        tuple(
            Terrain(t["id"], tuple(MatPoint(x, y) for x, y in t["polygon"]), blocks_sight=t["blocks_sight"])
            for t in data["terrain"]
        ),
    )


@pytest.fixture(scope="session")
def solved(golden):
    scenes = json.loads((golden / "geometry.json").read_text(encoding="utf-8"))["scenes"]
    return [
        (read_scene(entry["scene"]), query, expected)
        for entry in scenes
        for query, expected in zip(entry["scene"]["queries"], entry["expected"], strict=True)
    ]


def test_every_solved_sight_has_its_verdict_and_margin(solved):
    cases = [case for case in solved if case[1]["kind"] == "sight"]
    assert cases
    for scene, query, expected in cases:
        sight = find_sight(scene, query["from"], query["to"])
        assert sight.verdict.answer == expected["verdict"], query
        low, high = expected["margin_mm"]
        assert low - 0.001 <= sight.margin_mm <= high + 0.001, query
        assert can_see(scene, query["from"], query["to"]) == (expected["verdict"] == "yes"), query


def test_every_solved_gap_has_its_value(solved):
    cases = [case for case in solved if case[1]["kind"] == "gap"]
    assert cases
    for scene, query, expected in cases:
        gap = measure_gap(scene.base(query["from"]), scene.base(query["to"]))
        low, high = expected["value_mm"]
        assert low - 0.005 <= gap.gap_mm <= high + 0.005, query
