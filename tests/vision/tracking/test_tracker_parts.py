"""What the tracker is made of, on pictures made here: changes, search plan, patches, placement of single tags."""

import math

import cv2
import numpy as np
import pytest

from vision.alignment.placement import place_tags
from vision.arrays import Image
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.dictionary import dictionary
from vision.fiducials.region_search import EdgeRange, propose
from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.table import Tag
from vision.tracking.change_detection import ChangeMap
from vision.tracking.patches import PatchStore
from vision.tracking.regions import PERIOD_S, QUIET_ROUNDS, QUIET_S, Extent, SearchPlan

WIDTH_PX, HEIGHT_PX = 960, 720
LENS = Lens((WIDTH_PX, HEIGHT_PX), ((900.0, 0.0, 480.0), (0.0, 900.0, 360.0), (0.0, 0.0, 1.0)), (-0.08, 0.02, 0.0, 0.0))
MODEL = CameraModel(LENS, np.diag([1.0, -1.0, -1.0]), np.array([-200.0, 150.0, 560.0]))
SUPER = 4


def table(rng: np.random.Generator, noise: float = 0.0) -> Image:
    """A mat with coarse print on it, without tags."""
    coarse = rng.integers(60, 130, (24, 32)).astype(np.uint8)
    mat = cv2.resize(coarse, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_CUBIC)
    return noisy(mat, rng, noise)


def noisy(image: Image, rng: np.random.Generator, noise: float) -> Image:
    return np.clip(image + rng.normal(0.0, noise, image.shape), 0, 255).astype(np.uint8) if noise else image


def with_tag(image: Image, tag: Tag, blur_px: float = 0.8) -> Image:
    """The picture with a tag at its true place, by supersampling; independent of the placement's own model."""
    pattern = np.kron(dictionary("DICT_4X4_100").pattern(tag.id), np.ones((32, 32)))
    side = len(pattern)
    half_mm = tag.size_mm * 8 / 6 / 2
    lying = Tag(tag.id, 2 * half_mm, tag.x_mm, tag.y_mm, tag.angle_rad)
    corners = MODEL.pixels(np.column_stack([np.array(lying.corners_mm()), np.full(4, tag.height_mm)]))
    rect = Rect.around(corners).grown(8)
    # The centre of a small pixel n of a large one lies at (n + 0.5) / SUPER - 0.5.
    there = ((corners - [rect.left, rect.top] + 0.5) * SUPER - 0.5).astype(np.float32)
    here = np.array([[-0.5, -0.5], [side - 0.5, -0.5], [side - 0.5, side - 0.5], [-0.5, side - 0.5]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(here, there)
    size = (SUPER * (rect.right - rect.left), SUPER * (rect.bottom - rect.top))
    fine = cv2.warpPerspective(pattern * 190 + 25, warp, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.ones((side, side)), warp, size, flags=cv2.INTER_AREA)
    small = tuple(edge // SUPER for edge in size)
    fine, mask = (cv2.resize(each, small, interpolation=cv2.INTER_AREA) for each in (fine, mask))
    under = image[rect.top : rect.bottom, rect.left : rect.right].astype(np.float64)
    part = cv2.GaussianBlur(fine + under * (1 - mask), (0, 0), blur_px)
    result = image.copy()
    result[rect.top : rect.bottom, rect.left : rect.right] = np.clip(part + 0.5, 0, 255).astype(np.uint8)
    return result


def corners_px(tag: Tag) -> np.ndarray:
    return MODEL.pixels(np.column_stack([np.array(tag.corners_mm()), np.full(4, tag.height_mm)]))


def test_pixels_and_plane_are_inverse():
    rng = np.random.default_rng(1)
    points = np.column_stack([rng.uniform(0, 400, (50, 2)), np.full(50, 7.0)])
    np.testing.assert_allclose(MODEL.on_plane(MODEL.pixels(points), 7.0), points[:, :2], atol=1e-6)


@pytest.mark.parametrize("blur_px", [0.6, 1.5])
def test_tags_are_placed_to_a_twentieth_of_a_millimetre_from_a_millimetre_away(blur_px: float):
    rng = np.random.default_rng(2)
    for tag_id in (3, 17, 60, 85):
        tag = Tag(tag_id, 14.0, *rng.uniform(120, 280, 2), rng.uniform(-3, 3), 0.5)
        view = GreyView(noisy(with_tag(table(rng), tag, blur_px), rng, 3.0))
        start = np.array([[tag.x_mm + 0.8, tag.y_mm - 0.6, tag.angle_rad + 0.04]])
        (place,) = place_tags(view, MODEL, [("DICT_4X4_100", tag)], start, 1.0, 5)
        assert place is not None
        assert math.hypot(place.x_mm - tag.x_mm, place.y_mm - tag.y_mm) < 0.05
        assert abs(math.remainder(place.angle_rad - tag.angle_rad, math.tau)) < 0.006
        assert abs(place.scale - 1.0) < 0.006
        assert place.explained > 0.9
        assert place.wrong_modules == 0


def test_another_tag_in_the_same_place_is_no_match():
    rng = np.random.default_rng(3)
    lying = Tag(10, 14.0, 200.0, 150.0, 0.3)
    view = GreyView(with_tag(table(rng), lying))
    others = [Tag(tag_id, 14.0, 200.0, 150.0, 0.3) for tag_id in range(100) if tag_id != 10]
    starts = np.tile([200.0, 150.0, 0.3], (len(others), 1))
    for place in place_tags(view, MODEL, [("DICT_4X4_100", tag) for tag in others], starts, 0.8, 3):
        assert place is not None
        assert place.wrong_modules > 1


def test_a_lifted_tag_looks_larger_by_what_its_height_says():
    rng = np.random.default_rng(4)
    lying = Tag(10, 14.0, 200.0, 150.0, 0.3)
    lifted = Tag(10, 14.0, 200.0, 150.0, 0.3, height_mm=25.0)
    view = GreyView(with_tag(table(rng), lifted))
    start = np.array([[200.0, 150.0, 0.3]])
    (place,) = place_tags(view, MODEL, [("DICT_4X4_100", lying)], start, 0.8, 6)
    assert place is not None
    assert place.scale == pytest.approx(560.0 / (560.0 - 25.0), abs=0.004)


def test_a_patch_tells_light_from_movement_and_both_from_a_cover():
    rng = np.random.default_rng(5)
    mat, tag = table(rng), Tag(21, 14.0, 150.0, 180.0, 0.7)
    patches = PatchStore()
    assert patches.remember("tag", GreyView(noisy(with_tag(mat, tag), rng, 2.0)), corners_px(tag))

    dim = np.clip(with_tag(mat, tag) * 0.35 + 12, 0, 255).astype(np.uint8)
    like = patches.compare(GreyView(noisy(dim, rng, 2.0)))["tag"]
    assert like.gain == pytest.approx(0.35, abs=0.03)
    assert like.moved_px < 0.06
    assert like.explained > 0.95

    shifted = Tag(21, 14.0, 150.0 + 0.3, 180.0, 0.7)
    expected_px = corners_px(shifted).mean(axis=0) - corners_px(tag).mean(axis=0)
    like = patches.compare(GreyView(noisy(with_tag(mat, shifted), rng, 2.0)))["tag"]
    np.testing.assert_allclose(like.shift_px, expected_px, atol=0.08)

    covered = with_tag(mat, tag)
    x_px, y_px = corners_px(tag).mean(axis=0)
    cv2.circle(covered, (round(x_px), round(y_px)), 30, 140, -1)
    assert patches.compare(GreyView(noisy(covered, rng, 2.0)))["tag"].explained < 0.5

    partly = with_tag(mat, tag)
    partly[:, : round(x_px) - 5] = 140
    like = patches.compare(GreyView(noisy(partly, rng, 2.0)))["tag"]
    assert 0.5 < like.explained < 0.95
    assert like.moved_px < 0.1


def test_a_cover_that_stays_opens_one_picture_and_what_shows_of_the_patch_is_still_followed() -> None:
    rng = np.random.default_rng(2)
    tag = Tag(21, 24.0, 200.0, 150.0, 0.2)
    bare, patches, square = with_tag(table(rng), tag), PatchStore(), corners_px(tag)
    patches.remember("tag", GreyView(noisy(bare, rng, 2.0)), square)
    (left, top), (right, low) = square.min(axis=0).astype(int), square.max(axis=0).astype(int)

    def half(image: Image) -> Image:
        covered = image.copy()
        covered[top - 3 : int(top + 0.42 * (low - top)), left - 3 : right + 3] = 200
        return noisy(covered, rng, 2.0)

    first, second = (GreyView(half(bare), due=False) for _ in range(2))
    told = patches.compare(first)["tag"]
    again = patches.compare(second)["tag"]
    assert first.opened
    assert not second.opened
    assert 0.5 < told.explained < 0.85
    assert again.explained == pytest.approx(told.explained, abs=0.1)
    assert again.moved_px < 0.2
    nudged = GreyView(half(with_tag(table(np.random.default_rng(2)), Tag(21, 24.0, 200.6, 150.0, 0.2))), due=False)
    assert patches.compare(nudged)["tag"].moved_px > 0.5
    assert nudged.opened


def test_noise_light_and_flicker_change_nothing_and_a_coin_changes_its_place():
    rng = np.random.default_rng(6)
    mat = table(rng)
    changes = ChangeMap()
    first = changes.update(GreyView(noisy(mat, rng, 4.0)))
    assert first.dirty.all()
    changes.mark_searched(GreyView(mat).whole)
    for light in (1.0, 0.8, 0.5, 0.9):
        banded = mat * light * (1 + 0.05 * np.sin(np.arange(HEIGHT_PX) / 60.0))[:, None]
        seen = changes.update(GreyView(noisy(np.clip(banded, 0, 255).astype(np.uint8), rng, 4.0)))
        assert not seen.dirty.any()
    coin = mat.copy()
    cv2.circle(coin, (400, 300), 14, 230, -1)
    seen = changes.update(GreyView(noisy(coin, rng, 4.0)))
    rows, columns = np.nonzero(seen.dirty)
    assert len(rows) > 0
    middle_px = (np.array([columns.mean(), rows.mean()]) + 0.5) * seen.block_px
    np.testing.assert_allclose(middle_px, (400, 300), atol=seen.block_px)
    assert seen.moving.any()
    assert not changes.update(GreyView(noisy(coin, rng, 4.0))).moving.any()


@pytest.mark.parametrize("fps", [5.0, 30.0, 60.0])
def test_the_search_round_covers_everything_within_its_period_whatever_the_frame_rate(fps: float):
    changes = ChangeMap()
    view = GreyView(table(np.random.default_rng(7)))
    first = changes.update(view)
    plan = SearchPlan(Extent(WIDTH_PX, HEIGHT_PX), first.block_px, 20)
    plan.due(0.0, first)
    changes.mark_searched(view.whole)
    covered = np.zeros((HEIGHT_PX, WIDTH_PX), dtype=bool)
    areas = []
    for number in range(1, math.ceil((PERIOD_S + 0.05) * fps) + 1):
        seen = changes.update(view)
        # As the first search did it nothing has to be searched again; in the other way everything has.
        rects = plan.due(number / fps, seen, coarse=True)
        areas.append(sum(rect.area_px for rect in rects))
        for rect in rects:
            bare = plan.bare(rect)
            covered[bare.top : bare.bottom, bare.left : bare.right] = True
    assert covered.all()
    if fps >= 30:
        assert max(areas) < 0.4 * covered.size


def test_what_was_searched_in_one_way_since_it_changed_is_searched_once_more_in_the_other_alone():
    changes, fps = ChangeMap(), 30.0
    view = GreyView(table(np.random.default_rng(7)))
    first = changes.update(view)
    searched_px = {}
    for coarse in (False, True):
        plan = SearchPlan(Extent(WIDTH_PX, HEIGHT_PX), first.block_px, 20)
        plan.due(0.0, first)
        changes.mark_searched(view.whole)
        numbers = range(1, round(PERIOD_S * fps))
        rects = [rect for n in numbers for rect in plan.due(n / fps, changes.update(view), coarse=coarse)]
        searched_px[coarse] = sum(plan.bare(rect).area_px for rect in rects)
    assert searched_px[False] < 0.1 * HEIGHT_PX * WIDTH_PX < 0.8 * HEIGHT_PX * WIDTH_PX < searched_px[True]


def test_where_nothing_changes_the_round_takes_its_time_and_leaves_nothing_out():
    changes, fps = ChangeMap(), 30.0
    view = GreyView(table(np.random.default_rng(7)))
    first = changes.update(view)
    plan = SearchPlan(Extent(WIDTH_PX, HEIGHT_PX), first.block_px, 20)
    plan.due(0.0, first)
    changes.mark_searched(view.whole)
    later = round(QUIET_S * fps) + 1
    for number in range(1, later):
        plan.due(number / fps, changes.update(view))
    covered = np.zeros((HEIGHT_PX, WIDTH_PX), dtype=bool)
    area_px = 0
    for number in range(later, later + math.ceil((QUIET_ROUNDS * PERIOD_S + 0.05) * fps)):
        for rect in plan.due(number / fps, changes.update(view)):
            bare = plan.bare(rect)
            area_px += bare.area_px
            covered[bare.top : bare.bottom, bare.left : bare.right] = True
    assert covered.all()
    assert area_px < 1.5 * covered.size


def test_tags_are_proposed_with_their_ids_and_known_ones_are_passed_over():
    rng = np.random.default_rng(9)
    tags = [Tag(12, 14.0, 120.0, 100.0, 0.5), Tag(33, 14.0, 280.0, 220.0, 2.5)]
    picture = table(rng)
    for tag in tags:
        picture = with_tag(picture, tag)
    view = GreyView(noisy(picture, rng, 3.0))
    found, _ = propose(view.grey(view.whole), "DICT_4X4_100", EdgeRange(20, 26))
    by_id = {each.tag_id: each.corners_px for each in found}
    assert set(by_id) == {12, 33}
    for tag in tags:
        np.testing.assert_allclose(by_id[tag.id], corners_px(tag), atol=2.5)


@pytest.mark.filterwarnings("error")
def test_a_point_that_is_beyond_the_picture_is_looked_for_at_its_edge_however_far_it_is() -> None:
    changes = ChangeMap()
    changes.update(GreyView(np.zeros((360, 640), np.uint8)))
    edge = changes.spots(np.array([[639.0, 100.0]]))
    for far in (640.0, 1e6, 1e300, np.inf):
        assert changes.spots(np.array([[far, 100.0]])) == edge
    count = changes.picture.size
    assert (changes.spots(np.array([[np.nan, np.nan], [-np.inf, np.nan]])) >= 0).all()
    assert (changes.spots(np.array([[np.inf, np.inf]])) == count - 1).all()
