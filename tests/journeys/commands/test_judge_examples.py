"""The worked geometry cases, judged by the command as a user runs it."""

import json

import pytest

from companion.cli import main


def within(value, interval, slack):
    low, high = interval
    return value is not None and low - slack <= value <= high + slack


def problems_of(answer, expected):
    """What is wrong with one answer, in words; empty if nothing is."""
    problems = []
    if "margin_mm" in expected:
        interval = expected["margin_mm"]
        if interval is None:
            problems += [] if answer["margin_mm"] is None else ["margin where there is no blocker"]
        elif not within(answer["margin_mm"], interval, 0.05):
            problems.append(f"margin {answer['margin_mm']} not in {interval}")
        near = interval is not None and min(abs(bound) for bound in interval) <= 0.3
    else:
        near = expected.get("near_limit", False)
        slack_mm = 0.05 if "near_limit" in expected else 0.005
        if expected["value_mm"] is None:
            problems += [] if answer["value_mm"] is None else [f"length {answer['value_mm']} where there is no way"]
        elif not within(answer["value_mm"], expected["value_mm"], slack_mm):
            problems.append(f"value {answer['value_mm']} not in {expected['value_mm']}")
    allowed = {expected.get("verdict"), "close"} if near else {expected.get("verdict")}
    if "verdict" in expected and answer["verdict"] not in allowed:
        problems.append(f"verdict {answer['verdict']}, not {expected['verdict']}")
    return problems


def test_every_worked_case_is_answered_right(golden, capsys):
    path = golden / "geometry.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["scenes"]

    assert main(["judge", str(path), "--json"]) == 0

    results = json.loads(capsys.readouterr().out)["results"]
    assert len(results) == len(cases)
    problems = []
    for case, result in zip(cases, results, strict=True):
        answers = {answer["id"]: answer for answer in result["answers"]}
        for expected in case["expected"]:
            problems += [
                f"{case['name']} {expected['id']}: {text}" for text in problems_of(answers[expected["id"]], expected)
            ]
    assert problems == []


SCENE = {
    "mat": {"width_mm": 600, "height_mm": 600},
    "bases": [{"id": "a", "x": 100, "y": 100, "radius_mm": 16}, {"id": "b", "x": 200, "y": 100, "radius_mm": 16}],
    "terrain": [],
    "queries": [{"id": "q", "kind": "gap", "from": "a", "to": "b"}],
}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"bases": [{"id": "a", "x": 1, "y": 2}]}, "radius_mm must be a number"),
        ({"bases": SCENE["bases"] + SCENE["bases"][:1]}, "given twice"),
        ({"queries": [{"id": "q", "kind": "gap", "from": "a", "to": "nobody"}]}, "no base 'nobody'"),
        ({"queries": [{"id": "q", "kind": "smell", "from": "a", "to": "b"}]}, "kind is gap, sight or path"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"terrain": [{"id": "t", "polygon": [[0, 0], [1, "x"], [2, 2]]}]}, "is a point"),
        ({"terrain": [{"id": "t", "polygon": [[0, 0], [9, 9], [9, 0], [0, 9]]}]}, "crosses itself"),
        ({"bases": 7}, "must be a list"),
        ({"mat": {"width_mm": int("9" * 401), "height_mm": 600}}, "mat.width_mm: this number is too large"),
        ({"mat": {"width_mm": 1e9, "height_mm": 600}}, "width_mm must be 10000 mm at most"),
        ({"bases": [SCENE["bases"][0] | {"x": 1e300}]}, "x must be 10000 mm at most"),
        ({"bases": SCENE["bases"] * 200}, "bases has 400 entries; 200 are the most"),
        ({"queries": SCENE["queries"] * 2000}, "queries has 2000 entries; 1000 are the most"),
        ({"terrain": [{"id": "t", "polygon": [[0, 0]] * 5000}]}, "4000 corners at most"),
        ({"terrain": [{"id": "t", "polygon": [[0, 0], [1e6, 0], [0, 1]]}]}, "lies off every table"),
        ({"terrain": [{"id": "t" * 9000, "polygon": [[0, 0], [9, 0], [0, 9]]}]}, "200 letters at most"),
        ({"x" * 9000: 1}, "unknown key 'xxx"),
    ],
)
def test_a_wrong_scene_is_refused_in_one_line_that_names_the_place(tmp_path, capsys, change, complaint):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(SCENE | change), encoding="utf-8")

    assert main(["judge", str(path), "--json"]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert complaint in said.err
    assert str(path) in said.err
    assert said.err.count("\n") == 1
    assert len(said.err) < 400


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[1, 2]", '"a"', '{"scenes": {}}', "nonsense", '{"bases": [NaN]}', "[" * 100_000, "9" * 5000,
        '"\\ud800"', '{"\\u001b[2J": 1}',
    ],
)  # fmt: skip
def test_a_file_that_is_no_scene_is_refused_in_one_line(tmp_path, capsys, text):
    path = tmp_path / "scene.json"
    path.write_text(text, encoding="utf-8")

    assert main(["judge", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_missing_scene_is_refused_in_one_line(tmp_path, capsys):
    assert main(["judge", str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_repeated_and_collinear_corners_are_no_crossing(tmp_path, capsys):
    outline = [[0, 0], [5, 0], [9, 0], [9, 0], [9, 9], [0, 9], [0, 0], [0, 0]]
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(SCENE | {"terrain": [{"id": "t", "polygon": outline}]}), encoding="utf-8")

    assert main(["judge", str(path), "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_a_single_scene_is_answered_by_itself(tmp_path, capsys):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(SCENE), encoding="utf-8")

    assert main(["judge", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"answers": [{"id": "q", "value_mm": 68.0}]}

    assert main(["judge", str(path)]) == 0
    assert "68.00" in capsys.readouterr().out


@pytest.mark.parametrize("scene", [{}, {"scenes": []}, {"scenes": [{"queries": []}]}])
def test_a_scene_that_asks_nothing_is_refused(scene, tmp_path, capsys):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    assert main(["judge", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "nothing is asked; put what is to be judged into the list `queries`" in told.err
