"""What is taken for a tag that is followed, sought beside its sibling, or come upon."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tracking.test_tracker_parts import MODEL, corners_px, noisy, table, with_tag
from vision.alignment.placement import TagPose, place_tags, place_tags_covered
from vision.fiducials.region_search import TagCandidate
from vision.images.frame_view import GreyView
from vision.table import Tag
from vision.tracking.acceptance import STAYS_MISSES, _stays, is_beside, is_followed, is_there
from vision.tracking.confirmation import REMEMBERED_S, PendingDetections
from vision.tracking.fusion import fuse
from vision.tracking.tag_track import TagMean, TagTrack

NAME = "DICT_4X4_100"
IDS = (12, 21, 33, 49, 51)


def seen_once(tag: Tag, rng: np.random.Generator) -> TagTrack:
    """A tag that was read where it lies, half a second ago."""
    view = GreyView(noisy(with_tag(table(rng), tag, 0.3), rng, 3.0))
    start = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad]])
    (place,) = place_tags(view, MODEL, [(NAME, tag)], start, 0.9, 4)
    assert place is not None
    return TagTrack(1, tag, "base", TagMean.of(place), 0.0)


def under_clutter(tag: Tag, rng: np.random.Generator) -> np.ndarray:
    """The tag with a card on it that shows a black square with some bits, nearly where the tag is."""
    picture = table(rng)
    picture = with_tag(picture, tag, 0.3)
    away_mm, turned = rng.uniform(-5.0, 5.0, 2), rng.uniform(-0.6, 0.6)
    like = Tag(1, tag.size_mm, tag.x_mm + away_mm[0], tag.y_mm + away_mm[1], tag.angle_rad + turned)
    card = corners_px(Tag(1, tag.size_mm * rng.uniform(1.5, 2.5), like.x_mm, like.y_mm, like.angle_rad))
    cv2.fillPoly(picture, [np.round(card).astype(np.int32)], rng.uniform(120, 220))
    bits = np.pad((rng.random((4, 4)) < 0.4).astype(np.uint8) * 190 + 25, 1, constant_values=25)
    bits = np.pad(bits, 1, constant_values=215).repeat(16, axis=0).repeat(16, axis=1)
    target = corners_px(Tag(1, tag.size_mm * 8 / 6, like.x_mm, like.y_mm, like.angle_rad)).astype(np.float32)
    source = np.array([[0, 0], [128, 0], [128, 128], [0, 128]], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(source, target)
    size = picture.shape[::-1]
    shown = cv2.warpPerspective(bits, turn, size, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.full_like(bits, 255), turn, size) > 127
    return noisy(cv2.GaussianBlur(np.where(there, shown, picture).astype(np.float32), (0, 0), 0.9), rng, 3.0)


@pytest.mark.parametrize("seeds", [range(8), (29, 32, 42, 90, 126, 287)])
def test_what_covers_a_tag_is_never_taken_for_the_tag_put_elsewhere(seeds: Sequence[int]):
    looks_so = 0
    for seed in seeds:
        rng = np.random.default_rng([seed, 5])
        tag = Tag(IDS[seed % 5], 14.0, 200.0, 150.0, rng.uniform(-3, 3))
        track = seen_once(tag, rng)
        track.present, track.misses = False, int(rng.integers(30)) * (seed % 2)
        view = GreyView(under_clutter(tag, rng))
        (place,) = place_tags_covered(view, MODEL, [(NAME, tag)], track.expected(0.5)[None], 0.9, 5)
        assert place is not None
        if math.hypot(place.x_mm - tag.x_mm, place.y_mm - tag.y_mm) > 0.5:
            looks_so += is_there(place)
            assert not is_followed(NAME, track, place, 0.5)
            assert not is_beside(NAME, tag.id, place, 0.0, 0.0, 14.0)
    # In the second lot what little shows of the place looks as the tag would somewhere near.
    assert looks_so >= 2 or 0 in seeds


def half_covered(tag: Tag, rng: np.random.Generator) -> TagPose:
    """The tag with a sheet of paper over a good part of it."""
    picture = with_tag(table(rng), tag, 0.3)
    edge = corners_px(Tag(1, tag.size_mm * 2, tag.x_mm - 1.05 * tag.size_mm, tag.y_mm, 0.0))
    cv2.fillPoly(picture, [np.round(edge).astype(np.int32)], 190)
    view = GreyView(noisy(cv2.GaussianBlur(picture, (0, 0), 0.9), rng, 3.0))
    start = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad]])
    (place,) = place_tags_covered(view, MODEL, [(NAME, tag)], start, 0.9, 5)
    assert place is not None
    return place


def test_a_covered_tag_stays_where_it_lay_but_only_for_a_few_pictures():
    rng = np.random.default_rng(3)
    tag = Tag(33, 14.0, 200.0, 150.0, 0.1)
    track, place = seen_once(tag, rng), half_covered(tag, rng)
    assert not place.is_bare
    assert is_there(place)
    assert is_followed(NAME, track, place, 0.1)
    # What proves a tag by what shows of it needs no memory; where that is not enough, memory does not reach far.
    elsewhere = replace(place, x_mm=place.x_mm + 1.0)
    unproven = replace(elsewhere, misfit=place.misfit + 0.45 * (rng.random(place.misfit.shape) < 0.5))
    assert not is_followed(NAME, track, unproven, 0.1)
    still = replace(unproven, x_mm=place.x_mm)
    assert is_followed(NAME, track, still, 0.1)
    track.misses = STAYS_MISSES
    assert not is_followed(NAME, track, still, 0.1)


def test_the_first_reading_at_rest_outweighs_those_on_the_way():
    rng = np.random.default_rng(3)
    tag = Tag(33, 14.0, 200.0, 150.0, 0.1)
    (place,) = place_tags(
        GreyView(with_tag(table(rng), tag, 0.3)), MODEL, [(NAME, tag)], np.array([[200, 150, 0.1]]), 0.9, 4
    )
    assert place is not None
    track = TagTrack(1, tag, "base", TagMean.of(place), 0.0)
    for number, x_mm in enumerate((8.0, 4.0, 0.1)):
        assert track.take(replace(place, x_mm=place.x_mm + x_mm), 0.03 * (number + 1), 0.05)
    assert not track.take(place, 0.12, 0.15)
    assert abs(track.mean.place[0] - place.x_mm) < 0.02
    pushed = TagTrack(1, tag, "base", TagMean.of(place), 0.0)
    assert pushed.take(replace(place, x_mm=place.x_mm + 0.8), 0.1, 0.05)
    assert not pushed.take(replace(place, x_mm=place.x_mm + 0.7), 0.2, 0.15)
    assert abs(pushed.mean.place[0] - place.x_mm - 0.75) < 0.01


def test_a_reading_in_good_light_outweighs_all_that_was_read_in_the_dark():
    rng, tag = np.random.default_rng(3), Tag(33, 14.0, 200.0, 150.0, 0.1)
    view = GreyView(with_tag(table(rng), tag, 0.3))
    (place,) = place_tags(view, MODEL, [(NAME, tag)], np.array([[200, 150, 0.1]]), 0.9, 4)
    assert place is not None
    bright = TagMean.of(place)
    dim = TagMean(bright.place + np.array([0.4, 0.0, 0.0]), bright.covariance * 400.0, readings=8.0)
    mean = dim.with_reading(place)
    least = np.linalg.inv(np.linalg.inv(bright.covariance) + 8.0 * np.linalg.inv(dim.covariance))
    assert mean.covariance / mean.readings == pytest.approx(least, rel=0.02)
    assert np.hypot(*(mean.place - bright.place)[:2]) == pytest.approx(0.4 * (8 / 400) / (1 + 8 / 400), rel=0.02)


def test_a_tag_that_lies_at_the_half_turn_is_followed_across_it():
    rng = np.random.default_rng(3)
    tag = Tag(33, 14.0, 200.0, 150.0, math.pi - 0.002)
    view = GreyView(noisy(with_tag(table(rng), tag, 0.3), rng, 3.0))
    (place,) = place_tags(view, MODEL, [(NAME, tag)], np.array([[200.0, 150.0, tag.angle_rad]]), 0.9, 4)
    assert place is not None
    before, beyond = (replace(place, angle_rad=angle) for angle in (math.pi - 0.002, -math.pi + 0.002))
    track = TagTrack(1, tag, "base", TagMean.of(before), 0.0)
    assert track.mean.agrees(beyond, 0.05)
    assert not track.mean.agrees(replace(beyond, angle_rad=-math.pi + 0.2), 0.05)
    assert not track.mean.agrees(replace(beyond, angle_rad=math.pi - 0.2), 0.05)
    assert not track.take(beyond, 0.1, 0.05)
    # the mean of both lies between them, and not at zero on the other side
    assert abs(math.remainder(track.mean.place[2] - math.pi, math.tau)) < 0.002
    assert _stays(track, replace(beyond, angle_rad=-math.pi + 0.03), 0.1)
    assert not _stays(track, replace(beyond, angle_rad=-math.pi + 0.3), 0.1)
    assert not _stays(track, replace(beyond, angle_rad=math.pi - 0.3), 0.1)

    moving = TagTrack(1, tag, "base", TagMean.of(replace(before, angle_rad=math.pi - 0.1)), 0.0)
    assert moving.take(replace(beyond, angle_rad=-math.pi + 0.1), 0.1, 0.05)
    assert moving.velocity[2] == pytest.approx(2.0)


@pytest.mark.parametrize("angle_rad", [math.pi - 0.004, -math.pi + 0.004, 3.5, -3.5])
def test_two_tags_at_the_half_turn_give_their_piece_an_angle_within_a_half_turn(angle_rad: float):
    printed = [Tag(1, 14.0, -20.0, 0.0, 0.0), Tag(2, 14.0, 20.0, 0.0, 0.0)]
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    tracks = []
    for number, tag in enumerate(printed):
        off_rad = 0.006 * (-1) ** number  # one tag is read on each side of the half turn
        seen = np.array([300.0 + cos * tag.x_mm, 200.0 + sin * tag.x_mm, math.remainder(angle_rad + off_rad, math.tau)])
        tracks.append(TagTrack(tag.id, tag, "base", TagMean(seen, np.diag([1e-3, 1e-3, 1e-5])), 0.0))
    pose = fuse(tracks, 0.02)
    assert pose.consistent
    assert abs(math.remainder(pose.place[2] - angle_rad, math.tau)) < 1e-3
    assert abs(pose.place[2]) <= math.pi
    assert pose.place[:2] == pytest.approx((300.0, 200.0), abs=1e-6)


def carried(piece: tuple[float, float, float], tags: Sequence[Tag], off_mm: float = 0.0) -> list[TagTrack]:
    """The tags of a piece, read where it lies; the last one `off_mm` beside its place."""
    x_mm, y_mm, angle_rad = piece
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    tracks = []
    for tag in tags:
        beside_mm = off_mm if tag is tags[-1] else 0.0
        place = np.array(
            [
                x_mm + cos * tag.x_mm - sin * tag.y_mm + beside_mm,
                y_mm + sin * tag.x_mm + cos * tag.y_mm,
                angle_rad + tag.angle_rad,
            ]
        )
        spread = np.diag([4e-4, 4e-4, 1e-4])
        tracks.append(TagTrack(tag.id, tag, "base", TagMean(place, spread, readings=4.0), 0.0))
    return tracks


PRINTED = (Tag(1, 12.0, 15.0, 4.0, 0.4), Tag(2, 12.0, -11.0, 9.0, -1.1), Tag(3, 12.0, 2.0, -14.0, 2.0))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_piece_lies_where_its_tags_say_with_the_deviation_of_their_weighted_mean(count: int):
    pose = fuse(carried((310.0, 190.0, 0.7), PRINTED[:count]), 0.03)
    assert pose.consistent
    assert pose.place == pytest.approx((310.0, 190.0, 0.7), abs=1e-6)
    # By the textbook: the inverse of the summed information. A tag has the mean of its four readings and the floor.
    variance, turn = 4e-4 / 4 + 0.03**2, 1e-4 / 4 + (0.03 / 12.0) ** 2
    information = np.zeros((3, 3))
    for tag in PRINTED[:count]:
        cos, sin = math.cos(0.7), math.sin(0.7)
        slopes = np.eye(3)
        slopes[0, 2] = -(sin * tag.x_mm + cos * tag.y_mm)
        slopes[1, 2] = cos * tag.x_mm - sin * tag.y_mm
        information += slopes.T @ np.diag([1 / variance, 1 / variance, 1 / turn]) @ slopes
    np.testing.assert_allclose(pose.covariance, np.linalg.inv(information), rtol=1e-3)


@pytest.mark.parametrize(
    ("floor_mm", "off_mm", "consistent"), [(0.03, 0.7, True), (0.03, 0.9, False), (0.3, 2.9, True), (0.3, 3.2, False)]
)
def test_two_tags_contradict_each_other_beyond_a_distance_and_five_deviations(
    floor_mm: float, off_mm: float, *, consistent: bool
):
    # The misfit of two equal tags is shared: half of it at each. The second pair of cases is 5 times 0.3 mm at each.
    long_apart = (Tag(1, 12.0, -300.0, 0.0, 0.0), Tag(2, 12.0, 300.0, 0.0, 0.0))
    assert fuse(carried((310.0, 190.0, 0.0), long_apart, off_mm), floor_mm).consistent is consistent


def test_a_second_look_has_to_be_later_and_at_the_same_place():
    rng = np.random.default_rng(4)
    tag = Tag(21, 14.0, 200.0, 150.0, 0.3)
    view = GreyView(noisy(with_tag(table(rng), tag), rng, 3.0))
    (place,) = place_tags(view, MODEL, [(NAME, tag)], np.array([[200.0, 150.0, 0.3]]), 0.9, 4)
    assert place is not None
    candidate = TagCandidate(tag.id, corners_px(tag))
    pending = PendingDetections()
    assert not pending.confirms(tag, place, candidate, 1.0)
    assert not pending.confirms(tag, place, candidate, 1.0)
    assert not pending.confirms(tag, replace(place, x_mm=place.x_mm + 20.0), candidate, 1.1)
    assert not pending.confirms(replace(tag, id=22), place, candidate, 1.1)
    assert len(pending.again(1.1)) == 3
    assert pending.confirms(tag, place, candidate, 1.1)
    assert len(pending.again(1.1)) == 2
    assert pending.again(1.3 + REMEMBERED_S) == []
    assert not pending
