"""The pose of a piece from its tags, without any picture."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from vision.table import Tag
from vision.tracking.fusion import DISAGREE_MM, FusedPose, fuse
from vision.tracking.tag_track import TagMean, TagTrack

PRINTED = (Tag(1, 12.0, 20.0, -7.0, 0.4), Tag(2, 12.0, -9.0, 15.0, -1.1), Tag(3, 12.0, 3.0, 11.0, 2.9))


def tracks_of(
    place: tuple[float, float, float],
    tags: Sequence[Tag] = PRINTED,
    *,
    off_mm: Sequence[float] = (0.0, 0.0, 0.0),
    sigmas_mm: Sequence[float] = (0.1, 0.1, 0.1),
    readings: float = 1.0,
) -> list[TagTrack]:
    """The tags of a piece that lies there, some of them off by so much along the mat's x axis."""
    x_mm, y_mm, turn = place
    cos, sin = math.cos(turn), math.sin(turn)
    found = []
    for tag, off, sigma in zip(tags, off_mm, sigmas_mm, strict=False):
        there = np.array(
            [
                x_mm + cos * tag.x_mm - sin * tag.y_mm + off,
                y_mm + sin * tag.x_mm + cos * tag.y_mm,
                math.remainder(turn + tag.angle_rad, math.tau),
            ]
        )
        covariance = np.diag([sigma**2, sigma**2, (sigma / tag.size_mm) ** 2])
        found.append(TagTrack(tag.id, tag, "base", TagMean(there, covariance, readings), 0.0))
    return found


def lies(found: FusedPose, place: tuple[float, float, float]) -> bool:
    off = found.place - np.array(place)
    return bool(np.hypot(*off[:2]) < 1e-6 and abs(math.remainder(float(off[2]), math.tau)) < 1e-9)


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.0, math.pi - 1e-3, -math.pi + 1e-3, -1.9])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_tags_that_lie_as_printed_give_the_piece_exactly(turn: float, count: int):
    place = (210.0, 340.0, turn)

    found = fuse(tracks_of(place, PRINTED[:count]), 0.01)

    assert lies(found, place)
    assert found.consistent
    assert found.misfit_mm < 1e-6
    assert -math.pi <= found.place[2] <= math.pi


def test_one_tag_gives_its_deviation_to_the_piece_with_the_floor():
    tag = Tag(1, 12.0, 0.0, 0.0)

    found = fuse(tracks_of((0.0, 0.0, 0.0), (tag,), sigmas_mm=(0.3,), readings=9.0), 0.4)

    assert np.sqrt(np.diag(found.covariance)) == pytest.approx(
        [math.hypot(0.1, 0.4), math.hypot(0.1, 0.4), math.hypot(0.1, 0.4) / 12.0]
    )


def test_a_tag_beside_the_middle_carries_its_angle_into_the_place():
    """A piece turns about its tag: what lies 20 mm from it moves by 20 mm times the angle."""
    tag = Tag(1, 10.0, 20.0, 0.0)

    found = fuse(tracks_of((0.0, 0.0, 0.0), (tag,), sigmas_mm=(0.1,)), 0.0)

    assert np.sqrt(np.diag(found.covariance)) == pytest.approx([0.1, math.hypot(0.1, 20.0 * 0.01), 0.01])


def test_the_surer_tag_counts_by_its_variance():
    tags = (Tag(1, 1e6, 0.0, 0.0), Tag(2, 1e6, 0.0, 0.0))

    found = fuse(tracks_of((0.0, 0.0, 0.0), tags, off_mm=(0.3, 0.0), sigmas_mm=(0.1, 0.2)), 0.0)

    # Weights of 4 to 1: the mean is at 0.24, and its deviation is that of both together.
    assert found.place[0] == pytest.approx(0.24)
    assert math.sqrt(found.covariance[0, 0]) == pytest.approx(0.1 * 0.2 / math.hypot(0.1, 0.2))
    assert found.misfit_mm == pytest.approx(0.24)


@pytest.mark.parametrize(("apart_mm", "consistent"), [(0.98 * DISAGREE_MM, True), (1.02 * DISAGREE_MM, False)])
def test_tags_contradict_each_other_from_a_distance_that_gluing_does_not_explain(apart_mm: float, *, consistent: bool):
    tags = (Tag(1, 1e6, 0.0, 0.0), Tag(2, 1e6, 0.0, 0.0))

    found = fuse(tracks_of((5.0, 5.0, 0.0), tags, off_mm=(apart_mm, 0.0), sigmas_mm=(0.01, 0.01)), 0.0)

    assert found.consistent is consistent
    assert found.misfit_mm == pytest.approx(apart_mm / 2)


def test_one_tag_that_lies_elsewhere_contradicts_others_that_agree():
    found = fuse(tracks_of((0.0, 0.0, 0.3), off_mm=(0.0, 0.0, 4.0), sigmas_mm=(0.01, 0.01, 0.1)), 0.001)

    assert not found.consistent
    assert found.misfit_mm == pytest.approx(4.0, abs=0.1)


@pytest.mark.parametrize(("apart_mm", "consistent"), [(9.9, True), (10.1, False)])
def test_unsure_tags_contradict_each_other_from_five_deviations(apart_mm: float, *, consistent: bool):
    tags = (Tag(1, 1e6, 0.0, 0.0), Tag(2, 1e6, 0.0, 0.0))

    found = fuse(tracks_of((5.0, 5.0, 0.0), tags, off_mm=(apart_mm, 0.0), sigmas_mm=(1.0, 1.0)), 0.0)

    assert found.consistent is consistent


def test_tags_that_are_unsure_in_one_direction_may_differ_by_five_deviations_of_it():
    tags = (Tag(1, 1e6, 0.0, 0.0), Tag(2, 1e6, 0.0, 0.0))
    for across_mm, along_mm in ((0.01, 1.0), (1.0, 0.01)):
        tracks = tracks_of((5.0, 5.0, 0.0), tags, off_mm=(4.0, 0.0))
        for track in tracks:
            track.mean = TagMean(track.mean.place, np.diag([across_mm**2, along_mm**2, 1e-12]))
        assert fuse(tracks, 0.0).consistent


def test_tags_count_by_their_whole_covariances():
    """Least squares with the inverse covariances as weights; what a tag's place does to it is a lever's arm."""
    chance, place = np.random.default_rng(5), np.array([5.0, 7.0, 0.3])
    cos, sin = math.cos(0.3), math.sin(0.3)
    tracks = tracks_of(tuple(place), PRINTED, off_mm=(0.02, -0.03, 0.01))
    weights, slopes, off = [], [], []
    for track in tracks:
        some = chance.normal(size=(3, 3)) * [[0.1], [0.2], [0.01]]
        covariance = some @ some.T + np.diag([1e-3, 1e-3, 1e-5])
        track.mean = TagMean(track.mean.place, covariance)
        u, v = cos * track.tag.x_mm - sin * track.tag.y_mm, sin * track.tag.x_mm + cos * track.tag.y_mm
        weights.append(np.linalg.inv(covariance))
        slopes.append(np.array([[1.0, 0.0, -v], [0.0, 1.0, u], [0.0, 0.0, 1.0]]))
        x, y, turned = track.mean.place - place - [u, v, track.tag.angle_rad]
        off.append(np.array([x, y, math.remainder(turned, math.tau)]))
    normal = sum(slope.T @ weight @ slope for slope, weight in zip(slopes, weights, strict=True))
    pull = sum(slope.T @ weight @ each for slope, weight, each in zip(slopes, weights, off, strict=True))

    found = fuse(tracks, 0.0)

    assert found.place == pytest.approx(place + np.linalg.solve(normal, pull), abs=1e-4)
    assert found.covariance == pytest.approx(np.linalg.inv(normal), rel=0.02, abs=1e-6)
