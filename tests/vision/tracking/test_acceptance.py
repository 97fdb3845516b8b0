"""What is taken for a tag that is followed, sought beside its sibling, or come upon."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tracking.test_tracker_parts import MODEL, corners_px, noisy, table, with_tag
from vision.alignment.placement import TagPlace, place_tags, place_tags_covered
from vision.fiducials.region_search import Proposal
from vision.images.frame_view import View
from vision.table import Tag
from vision.tracking.acceptance import STAYS_MISSES, is_beside, is_followed, is_there
from vision.tracking.confirmation import REMEMBERED_S, SecondLooks
from vision.tracking.tag_track import TagMean, TagTrack

NAME = "DICT_4X4_100"
IDS = (12, 21, 33, 49, 51)


def seen_once(tag: Tag, rng: np.random.Generator) -> TagTrack:
    """A tag that was read where it lies, half a second ago."""
    view = View(noisy(with_tag(table(rng), tag, 0.3), rng, 3.0))
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
        view = View(under_clutter(tag, rng))
        (place,) = place_tags_covered(view, MODEL, [(NAME, tag)], track.expected(0.5)[None], 0.9, 5)
        assert place is not None
        if math.hypot(place.x_mm - tag.x_mm, place.y_mm - tag.y_mm) > 0.5:
            looks_so += is_there(place)
            assert not is_followed(NAME, track, place, 0.5)
            assert not is_beside(NAME, tag.id, place, 0.0, 0.0, 14.0)
    # In the second lot what little shows of the place looks as the tag would somewhere near.
    assert looks_so >= 2 or 0 in seeds


def half_covered(tag: Tag, rng: np.random.Generator) -> TagPlace:
    """The tag with a sheet of paper over a good part of it."""
    picture = with_tag(table(rng), tag, 0.3)
    edge = corners_px(Tag(1, tag.size_mm * 2, tag.x_mm - 1.05 * tag.size_mm, tag.y_mm, 0.0))
    cv2.fillPoly(picture, [np.round(edge).astype(np.int32)], 190)
    view = View(noisy(cv2.GaussianBlur(picture, (0, 0), 0.9), rng, 3.0))
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
        View(with_tag(table(rng), tag, 0.3)), MODEL, [(NAME, tag)], np.array([[200, 150, 0.1]]), 0.9, 4
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


def test_a_second_look_has_to_be_later_and_at_the_same_place():
    rng = np.random.default_rng(4)
    tag = Tag(21, 14.0, 200.0, 150.0, 0.3)
    view = View(noisy(with_tag(table(rng), tag), rng, 3.0))
    (place,) = place_tags(view, MODEL, [(NAME, tag)], np.array([[200.0, 150.0, 0.3]]), 0.9, 4)
    assert place is not None
    proposal = Proposal(tag.id, corners_px(tag))
    looks = SecondLooks()
    assert not looks.confirms(tag, place, proposal, 1.0)
    assert not looks.confirms(tag, place, proposal, 1.0)
    assert not looks.confirms(tag, replace(place, x_mm=place.x_mm + 20.0), proposal, 1.1)
    assert not looks.confirms(replace(tag, id=22), place, proposal, 1.1)
    assert len(looks.again(1.1)) == 3
    assert looks.confirms(tag, place, proposal, 1.1)
    assert len(looks.again(1.1)) == 2
    assert looks.again(1.3 + REMEMBERED_S) == []
    assert not looks
