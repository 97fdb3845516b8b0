"""Frames with exact truth, measured by the command as a user runs it and held to the bars of their README."""

import io
import json
import math
from collections import defaultdict
from contextlib import redirect_stdout
from dataclasses import dataclass, field

import numpy as np
import pytest

from companion.cli import main
from vision import read_table

RANGES_MM = {"S": 80.0, "M": 100.0, "L": 150.0, "XL": 250.0}
CONTACT_MM = 2.0
P95_MM = {"1080p": 0.20, "4K": 0.10, "degraded": 0.35, "self-calibrated": 0.45}


@dataclass
class Tally:
    """What all frames together show."""

    must: dict = field(default_factory=lambda: defaultdict(int))
    found: dict = field(default_factory=lambda: defaultdict(int))
    errors_mm: dict = field(default_factory=lambda: defaultdict(list))
    angle_errors_deg: list = field(default_factory=list)
    in_sigmas: list = field(default_factory=list)
    misplaced: list = field(default_factory=list)
    wrong: list = field(default_factory=list)
    far_verdicts: int = 0
    far_close: int = 0
    answers: dict = field(default_factory=dict)
    truths: dict = field(default_factory=dict)
    touching: int = 0
    touching_yes: int = 0


def measured(folder, name):
    """The answer of `companion measure` for one frame."""
    arguments = ["measure", str(folder / f"{name}.jpg"), "--table", str(folder / f"{name}.table.toml"), "--json"]
    camera = folder / f"{name}.camera.toml"
    if camera.exists():
        arguments += ["--calibration", str(camera)]
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(arguments) == 0
    (answer,) = json.loads(out.getvalue())
    return answer


def compare(answer, truth, tally):
    """Adds one frame to the tally."""
    for kind in ("bases", "terrain"):
        real = {piece["id"]: piece for piece in truth[kind]}
        given = [piece["id"] for piece in answer[kind]]
        assert len(given) == len(set(given)), f"given twice: {given}"
        for piece in answer[kind]:
            compare_place(piece, real.get(piece["id"]), kind, truth["group"], tally)
        must = {name for name, piece in real.items() if piece["expected"] == "must"}
        tally.must[truth["group"]] += len(must)
        tally.found[truth["group"]] += len(must & set(given))
    reported = {piece["id"] for piece in (*answer["bases"], *answer["terrain"])}
    listed = {piece["id"] for piece in (*truth["bases"], *truth["terrain"])}
    assert set(answer["missing"]) == listed - reported
    compare_pairs(answer, truth, tally)


def compare_place(piece, real, kind, group, tally):
    if real is None or real["expected"] == "absent":
        tally.misplaced.append((piece["id"], "invented"))
        return
    dx, dy = piece["x_mm"] - real["x_mm"], piece["y_mm"] - real["y_mm"]
    turn_deg = abs((piece["angle_deg"] - real["angle_deg"] + 180) % 360 - 180)
    if math.hypot(dx, dy) > 5 or turn_deg > 20:
        tally.misplaced.append((piece["id"], "misplaced"))
    if real.get("moving_mm"):
        return
    tally.in_sigmas += [abs(dx) / piece["sigma_mm"], abs(dy) / piece["sigma_mm"]]
    if kind == "bases" and real["expected"] == "must":
        tally.errors_mm[group].append(math.hypot(dx, dy))
        tally.angle_errors_deg.append(turn_deg)


def compare_pairs(answer, truth, tally):
    must = {base["id"] for base in truth["bases"] if base["expected"] == "must"}
    real_pairs = {frozenset((pair["from"], pair["to"])): pair for pair in truth["pairs"]}
    for pair in answer["pairs"]:
        real = real_pairs.get(frozenset((pair["from"], pair["to"])))
        if real is None:
            tally.wrong.append((pair["from"], pair["to"], "not in the truth"))
            continue
        if (pair["contact"] == "yes" and real["gap_mm"] > CONTACT_MM) or (pair["contact"] == "no" and real["touching"]):
            tally.wrong.append((pair["from"], pair["to"], "contact", pair["contact"], real["gap_mm"]))
        if real["touching"] and {pair["from"], pair["to"]} <= must:
            tally.touching += 1
            tally.touching_yes += pair["contact"] == "yes"
        verdicts = [("contact", CONTACT_MM, pair["contact"], None)]
        verdicts += [(name, RANGES_MM[name], pair["ranges"][name], real["ranges"][name]) for name in RANGES_MM]
        for name, limit_mm, verdict, really in verdicts:
            if really is not None and verdict == ("no" if really else "yes"):
                tally.wrong.append((pair["from"], pair["to"], name, verdict, real["gap_mm"]))
            if abs(real["gap_mm"] - limit_mm) >= 5:
                tally.far_verdicts += 1
                tally.far_close += verdict == "close"


@pytest.fixture(scope="module")
def tally(golden):
    folder = golden / "frames"
    result = Tally()
    for path in sorted(folder.glob("*.truth.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        name = path.name.removesuffix(".truth.json")
        answer = measured(folder, name)
        result.answers[name], result.truths[name] = answer, truth
        assert answer["mat"]["found"] == truth["mat_found"]
        assert answer["mat"]["calibrated"] == truth["calibrated"]
        compare(answer, truth, result)
    p95 = {group: round(float(np.percentile(errors, 95)), 3) for group, errors in result.errors_mm.items()}
    print("found", dict(result.found), "of", dict(result.must), "p95 mm", p95)
    print(
        "angle p95", np.percentile(result.angle_errors_deg, 95), "within 2σ", np.mean(np.array(result.in_sigmas) <= 2)
    )
    print("touching", result.touching_yes, result.touching, "far and close", result.far_close, result.far_verdicts)
    return result


def test_every_piece_that_must_be_found_is_found(tally):
    for group, count in tally.must.items():
        assert tally.found[group] >= (0.97 if group == "degraded" else 1.0) * count, group


def test_nothing_is_invented_or_misplaced(tally):
    assert tally.misplaced == []


@pytest.mark.parametrize("group", P95_MM)
def test_base_centres_are_as_near_as_promised(tally, group):
    assert np.percentile(tally.errors_mm[group], 95) <= P95_MM[group]


def test_angles_are_as_near_as_promised(tally):
    assert np.percentile(tally.angle_errors_deg, 95) <= 0.5


def test_the_truth_lies_within_two_sigma_as_often_as_it_should(tally):
    assert 0.93 <= np.mean(np.array(tally.in_sigmas) <= 2) <= 1.0


def test_standard_deviations_are_neither_padded_nor_too_small(tally):
    assert 0.6 <= np.sqrt(np.mean(np.array(tally.in_sigmas) ** 2)) <= 1.1


def test_no_verdict_is_wrong(tally):
    assert tally.wrong == []


def test_close_is_said_only_near_the_limit(tally):
    assert tally.far_close <= 0.01 * tally.far_verdicts


def test_touching_bases_are_in_contact(tally):
    assert tally.touching > 0
    assert tally.touching_yes >= 0.9 * tally.touching


def test_corners_lie_on_the_tags(tally):
    for name, answer in tally.answers.items():
        true = {tag["id"]: tag["corners_px"] for tag in tally.truths[name]["mat_tags"] if tag["visible"] == 1.0}
        seen = [tag for tag in answer["tags"] if tag["id"] in true]
        assert seen
        for tag in seen:
            assert np.abs(np.array(tag["corners_px"]) - np.array(true[tag["id"]])).max() < 0.6, (name, tag["id"])


def test_a_tag_that_lies_twice_is_told_and_its_base_placed_by_the_other(tally):
    answer = tally.answers["e10-selfcal"]

    assert [trouble["about"] for trouble in answer["troubles"] if trouble["kind"] == "duplicate_tag"] == ["69"]
    assert [tag["id"] for tag in answer["tags"]].count(69) == 2
    assert [base["seen_tags"] for base in answer["bases"] if base["id"] == "zinnia"] in ([], [[26]])


def test_glare_and_a_missing_calibration_are_told(tally):
    def kinds(name):
        return {trouble["kind"] for trouble in tally.answers[name]["troubles"]}

    assert "too_bright" in kinds("e07-glare")
    assert "not_calibrated" in kinds("e10-selfcal")
    assert kinds("e01-clean") == set()


def test_an_unknown_tag_is_only_a_tag(tally, golden):
    table = read_table(golden / "frames" / "e01-clean.table.toml")
    known = {tag.id for piece in (table.mat, *table.pieces) for tag in piece.tags}

    assert {tag["id"] for tag in tally.answers["e01-clean"]["tags"]} - known == {82}


def test_a_faster_way_measures_the_same(tally, golden):
    """`measured.json` holds what a search in every way, eighteen thresholds an image, measured."""
    before = json.loads((golden / "frames" / "measured.json").read_text(encoding="utf-8"))
    assert before.keys() == tally.answers.keys()
    for name, then in before.items():
        answer = tally.answers[name]
        places = {piece["id"]: piece for piece in (*answer["bases"], *answer["terrain"])}
        assert places.keys() == then["places"].keys(), name
        for piece, (x_mm, y_mm, angle_deg, sigma_mm) in then["places"].items():
            now = places[piece]
            assert math.hypot(now["x_mm"] - x_mm, now["y_mm"] - y_mm) <= 0.05 * sigma_mm + 0.0002, (name, piece)
            assert abs((now["angle_deg"] - angle_deg + 180) % 360 - 180) <= 0.003, (name, piece)
            # The scale of an uncalibrated lens is no matter of how an image is read.
            parts = now["sigma_parts_mm"]
            read_mm = math.hypot(parts["seen"], parts["made"])
            assert read_mm == pytest.approx(sigma_mm, rel=0.05, abs=0.0001), (name, piece)
        verdicts = " ".join(verdict_letters(pair) for pair in answer["pairs"])
        assert len(verdicts) == len(then["verdicts"]), name
        # Without a calibration an answer may be too close to call by the scale, but never another one.
        unsure = "" if answer["mat"]["calibrated"] else "c"
        changed = {now for now, was in zip(verdicts, then["verdicts"], strict=True) if now != was}
        assert changed <= set(unsure), name


def verdict_letters(pair):
    """The first letters of the verdicts on contact, on each range and on sight."""
    return "".join(told[0] for told in (pair["contact"], *pair["ranges"].values(), pair["sight"]["verdict"]))
