"""The renderer that measures the eyes is itself held against formulas and detectors that it does not use."""

import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.benchmarks.frames.__main__ import write
from tests.benchmarks.frames.calibration import calibrated_lens
from tests.benchmarks.frames.exposure import Exposure
from tests.benchmarks.frames.frame import FrameOptions, RenderedFrame, render, wish_of
from tests.benchmarks.frames.layouts import TableOptions
from tests.benchmarks.frames.optics import LENSES, TrueCamera, random_camera
from tests.benchmarks.frames.score import FrameScore
from vision import read_lens, read_table

SIZE = (1280, 720)
CORNERS_MM = np.array([[-36.0, -36.0], [636.0, -36.0], [636.0, 636.0], [-36.0, 636.0]])
CROWD = FrameOptions("crowd", size=SIZE, table=TableOptions(tag_mm=20.0, crowd=True, bases=10, absent=1), hands=1)


@pytest.fixture(scope="module")
def plain() -> RenderedFrame:
    """Large tags, sharp, and nothing in front of them but their own miniatures."""
    return render(FrameOptions("plain", size=SIZE, table=TableOptions(tag_mm=20.0), exposure=Exposure(blur_px=0.7)), 4)


@pytest.fixture(scope="module")
def crowded() -> RenderedFrame:
    return render(CROWD, 5)


def camera_of(lens: str, seed: int) -> TrueCamera:
    return random_camera(np.random.default_rng(seed), (1920, 1080), lens, 18.0, CORNERS_MM)


@pytest.mark.parametrize("lens", LENSES)
def test_the_camera_projects_as_opencv_says_and_looks_back_where_it_came_from(lens):
    camera = camera_of(lens, 1)
    points = np.random.default_rng(2).uniform([-40, -40, 0], [640, 640, 60], (300, 3))
    turn, shift = cv2.Rodrigues(camera.rotation)[0], -camera.rotation @ camera.centre_mm
    theirs = cv2.projectPoints(points, turn, shift, camera.matrix, camera.distortion)[0][:, 0]
    assert np.abs(camera.project(points) - theirs).max() < 1e-8
    flat = points * [1, 1, 0] + [0, 0, 1.5]
    assert np.abs(camera.on_plane(camera.project(flat), 1.5) - points[:, :2]).max() < 1e-8


def test_true_corners_give_back_the_places_of_the_bases(plain):
    for layout, base in zip(plain.layout.bases, plain.truth.bases, strict=True):
        for tag, seen in zip(layout.tags, base.tags, strict=False):
            centre = plain.camera.on_plane(np.array(seen.corners_px), tag.height_mm).mean(axis=0)
            cos, sin = math.cos(base.angle_rad), math.sin(base.angle_rad)
            told = centre - np.array([[cos, -sin], [sin, cos]]) @ [tag.x_mm, tag.y_mm]
            assert np.hypot(*(told - [base.x_mm, base.y_mm])) < 0.002


def test_a_plain_detector_finds_the_tags_where_the_truth_has_them(plain):
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    parameters.minMarkerPerimeterRate = 0.01
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100)
    corners, ids, _ = cv2.aruco.ArucoDetector(book, parameters).detectMarkers(plain.image)
    found = {int(tag_id): quad.reshape(4, 2) for tag_id, quad in zip(ids.ravel(), corners, strict=True)}
    pieces = (*plain.truth.bases, *plain.truth.terrain)
    true = {t.id: np.array(t.corners_px) for t in (*plain.truth.mat_tags, *(t for p in pieces for t in p.tags))}
    common = found.keys() & true.keys()
    assert len(common) > 20
    off = np.array([(found[tag_id] - true[tag_id]).mean(axis=0) for tag_id in common])
    # Ink and paper bleed into each other, so that single corners are off; the middle of the four is not.
    assert np.abs(off.mean(axis=0)).max() < 0.05
    assert np.median(np.abs(off)) < 0.08


def test_what_is_said_to_be_seen_is_dark_and_bright_where_the_pattern_is(plain, crowded):
    """The middle of every visible tag's outer frame is darker than the margin beside it."""
    for frame in (plain, crowded):
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        for piece in frame.truth.bases:
            for tag in piece.tags:
                if tag.visible > 0.999 and tag.with_margin > 0.999:
                    quad = np.array(tag.corners_px)
                    middle = quad.mean(axis=0)
                    ink = [middle + (side - middle) * 0.86 for side in (quad + np.roll(quad, 1, axis=0)) / 2]
                    paper = [middle + (side - middle) * 1.16 for side in (quad + np.roll(quad, 1, axis=0)) / 2]
                    dark, bright = (np.mean([grey[round(y), round(x)] for x, y in spots]) for spots in (ink, paper))
                    assert bright > dark + 40, (frame.name, tag.id)


def test_touching_bases_touch_and_hidden_tags_are_told(crowded):
    pairs = crowded.truth.pairs()
    touching = [pair for pair in pairs if pair["touching"]]
    assert touching
    assert all(abs(pair["gap_mm"]) < 1e-6 for pair in touching)
    assert all(pair["gap_mm"] > -1e-6 for pair in pairs)
    assert any(tag.visible < 0.9 for base in crowded.truth.bases for tag in base.tags)


def test_the_same_seed_gives_the_same_picture(crowded):
    again = render(CROWD, 5)
    assert again.jpeg.tobytes() == crowded.jpeg.tobytes()
    assert again.truth == crowded.truth


def test_a_calibration_is_off_by_hundredths_of_a_millimetre():
    camera = camera_of("phone", 3)
    grid = np.stack(np.meshgrid(np.linspace(0, 600, 9), np.linspace(0, 600, 9)), -1).reshape(-1, 2)
    flat = np.column_stack([grid, np.zeros(len(grid))])
    worst = []
    for seed in range(8):
        lens = calibrated_lens(camera, np.random.default_rng(seed))
        matrix, distortion = np.array(lens.matrix), np.array(lens.distortion)
        _, turn, shift = cv2.solvePnP(flat, camera.project(flat), matrix, distortion)
        rotation = cv2.Rodrigues(turn)[0]
        off = replace(
            camera, matrix=matrix, distortion=distortion, rotation=rotation, centre_mm=-rotation.T @ shift[:, 0]
        )
        worst.append(np.percentile(np.hypot(*(off.on_plane(camera.project(flat)) - grid).T), 95))
    assert 0.005 < np.median(worst) < 0.12


def test_files_are_written_as_the_program_reads_them(crowded, tmp_path):
    image = write(crowded, tmp_path)
    assert read_table(image.with_suffix(".table.toml")) == crowded.layout
    assert read_lens(image.with_suffix(".camera.toml")) == crowded.lens
    truth = json.loads(image.with_suffix(".truth.json").read_text(encoding="utf-8"))
    assert truth["image"] == image.name
    assert {base["id"] for base in truth["bases"]} == {base.id for base in crowded.layout.bases}
    assert (cv2.imread(str(image)) == crowded.image).all()


def test_a_perfect_answer_holds_every_bar_and_a_wrong_one_is_told(plain):
    truth = plain.truth.json("plain.jpg")
    answers = perfect_answers(truth)
    score = FrameScore()
    score.add(truth, plain.layout, answers, sights=False)
    assert score.recall == 1.0
    assert score.p95_mm == 0.0
    assert [*score.invented, *score.misplaced, *score.faults, *score.wrong()] == []

    moved = json.loads(json.dumps(answers))
    moved["bases"][0]["x_mm"] += 6.0
    moved["bases"].append(dict(moved["bases"][1]))
    moved["pairs"][0]["ranges"] = {
        name: "no" if told == "yes" else "yes" for name, told in moved["pairs"][0]["ranges"].items()
    }
    score = FrameScore()
    score.add(truth, plain.layout, moved, sights=False)
    assert len(score.misplaced) == 1
    assert len(score.invented) == 2
    assert len(score.wrong()) == 4


def perfect_answers(truth: dict) -> dict:
    """What a program that knows the truth would tell of that frame."""
    here = [base for base in truth["bases"] if base["on_table"]]
    return {
        "mat": {"found": True, "calibrated": True},
        "bases": [
            {**{key: base[key] for key in ("id", "x_mm", "y_mm", "angle_deg")}, "sigma_mm": 0.1} for base in here
        ],
        "terrain": [
            {**{key: piece[key] for key in ("id", "x_mm", "y_mm", "angle_deg")}, "sigma_mm": 0.1}
            for piece in truth["terrain"]
        ],
        "missing": [base["id"] for base in truth["bases"] if not base["on_table"]],
        "pairs": [
            {
                "from": pair["from"],
                "to": pair["to"],
                "contact": "yes" if pair["gap_mm"] <= 2 else "no",
                "ranges": {name: "yes" if within else "no" for name, within in pair["ranges"].items()},
            }
            for pair in truth["pairs"]
        ],
    }


def test_kinds_are_what_their_names_say():
    assert wish_of("nomat", 1).mat_tags is False
    assert wish_of("selfcal", 1).calibrated is False
    assert wish_of("contact", 1).table.crowd
    assert wish_of("lowlight", 1).exposure.light < 0.25
