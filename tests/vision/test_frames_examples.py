"""Frames of an independent renderer, by the bars that their README names."""

from pathlib import Path

import cv2
import pytest

from tests.vision.frame_score import FrameScore, p95, score_frame, share_within_two_sigma
from vision import TableReader, TroubleKind, read_table
from vision.frame import Frame

ERROR_BARS_MM = {"1080p": 0.20, "4K": 0.10, "degraded": 0.35, "self-calibrated": 0.45}
RECALL_BARS = {"1080p": 1.0, "4K": 1.0, "degraded": 0.97, "self-calibrated": 1.0}


@pytest.fixture(scope="module")
def scores(shared_examples: Path) -> list[FrameScore]:
    files = sorted((shared_examples / "frames").glob("*.truth.json"))
    assert len(files) == 10
    return [score_frame(file) for file in files]


@pytest.fixture(scope="module")
def by_name(scores: list[FrameScore]) -> dict[str, FrameScore]:
    return {score.name: score for score in scores}


@pytest.mark.parametrize("group", RECALL_BARS)
def test_pieces_that_can_be_seen_are_found(scores, group):
    of_group = [score for score in scores if score.group == group]
    must = sum(score.must for score in of_group)
    overlooked = [(score.name, piece) for score in of_group for piece in score.overlooked]

    assert 1 - len(overlooked) / must >= RECALL_BARS[group], overlooked


@pytest.mark.parametrize("group", ERROR_BARS_MM)
def test_bases_are_where_they_are_said_to_be(scores, group):
    errors_mm = [error for score in scores if score.group == group for error in score.errors_mm]

    assert p95(errors_mm) <= ERROR_BARS_MM[group]


def test_nothing_is_invented_or_misplaced(scores):
    assert [(score.name, score.wrong) for score in scores if score.wrong] == []


def test_angles_are_right(scores):
    assert p95([angle for score in scores for angle in score.angles_deg]) <= 0.5


def test_standard_deviations_are_honest(scores):
    assert 0.92 <= share_within_two_sigma(scores) <= 1.0


def test_standard_deviations_are_not_padded(scores):
    sigmas = [sigma for score in scores for sigma in score.sigmas]

    assert (sum(sigma**2 for sigma in sigmas) / len(sigmas)) ** 0.5 >= 0.6


def test_mat_and_calibration_are_told(scores):
    for score in scores:
        mat = score.observation.mat
        assert (mat.found, mat.calibrated) == (score.truth["mat_found"], score.truth["calibrated"]), score.name
        assert mat.reprojection_px < 0.3, score.name


def test_missing_are_all_that_are_not_placed(scores, shared_examples):
    for score in scores:
        table = read_table(shared_examples / "frames" / f"{score.name}.table.toml")
        placed = {place.id for place in (*score.observation.bases, *score.observation.terrain)}
        assert set(score.observation.missing) == {piece.id for piece in table.pieces} - placed


def test_a_tag_that_lies_twice_is_told_and_its_base_placed_by_the_other(by_name):
    observation = by_name["e10-selfcal"].observation

    told = [trouble.about for trouble in observation.troubles if trouble.kind is TroubleKind.DUPLICATE_TAG]
    zinnia = [place for place in observation.bases if place.id == "zinnia"]

    assert told == ["69"]
    assert [tag.id for tag in observation.tags].count(69) == 2
    assert [place.seen_tags for place in zinnia] in ([], [(26,)])


def test_glare_and_a_missing_calibration_are_told(by_name):
    def kinds(name: str) -> set[TroubleKind]:
        return {trouble.kind for trouble in by_name[name].observation.troubles}

    assert TroubleKind.TOO_BRIGHT in kinds("e07-glare")
    assert TroubleKind.NOT_CALIBRATED in kinds("e10-selfcal")
    assert kinds("e01-clean") == set()


def test_unknown_tags_are_only_tags(by_name, shared_examples):
    table = read_table(shared_examples / "frames" / "e01-clean.table.toml")
    known = {tag.id for piece in (table.mat, *table.pieces) for tag in piece.tags}

    assert {tag.id for tag in by_name["e01-clean"].observation.tags} - known == {82}


def test_corners_lie_on_the_tags(scores):
    for score in scores:
        true = {tag["id"]: tag["corners_px"] for tag in score.truth["mat_tags"] if tag["visible"] == 1.0}
        for tag in score.observation.tags:
            if tag.id in true:
                off_px = [
                    abs(a - b)
                    for corner, truth in zip(tag.corners_px, true[tag.id], strict=True)
                    for a, b in zip(corner, truth, strict=True)
                ]
                assert max(off_px) < 0.6, (score.name, tag.id)


def test_a_picture_of_something_else_has_no_mat_and_all_is_missing(shared_examples):
    table = read_table(shared_examples / "frames" / "e01-clean.table.toml")
    picture = cv2.imread(str(shared_examples / "photos" / "singlemarkersoriginal.jpg"))

    observation = TableReader(table, None).read(Frame(picture, 0.0, 0))

    assert not observation.mat.found
    assert observation.bases == observation.terrain == ()
    assert set(observation.missing) == {piece.id for piece in table.pieces}
    assert TroubleKind.NO_MAT in {trouble.kind for trouble in observation.troubles}
