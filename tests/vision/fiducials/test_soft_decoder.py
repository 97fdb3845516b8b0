"""Tags told from grey values: what is read, what is not, and what shows of tags that are partly covered."""

import math

import cv2
import numpy as np
import pytest

from tests.vision.clutter_image import clutter_picture
from tests.vision.tracking.test_tracker_parts import MODEL, corners_px, noisy, table, with_tag
from vision.alignment.placement import TagPose, place_tags, place_tags_covered
from vision.arrays import Image
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.dictionary import dictionary
from vision.fiducials.region_search import EdgeRange, TagCandidate, propose
from vision.images.frame_view import GreyView
from vision.occlusion.identity import distinction, is_poor, shows_through
from vision.table import Tag
from vision.tracking.acceptance import doubt_of

NAME = "DICT_4X4_100"
IN_PLAY = tuple(tag_id for tag_id in range(8, 58) if tag_id not in (38, 45))
CLUTTER_MODEL = CameraModel(
    Lens((1280, 720), ((1000.0, 0.0, 639.5), (0.0, 1000.0, 359.5), (0.0, 0.0, 1.0)), (0.0,) * 5),
    np.diag([1.0, -1.0, -1.0]),
    np.array([-320.0, 180.0, 500.0]),
)
"""Two pixels to a millimetre."""


def start_of(model: CameraModel, candidate: TagCandidate) -> np.ndarray:
    corners = model.on_plane(candidate.corners_px, 0.0)
    across = corners[1] - corners[0] + corners[2] - corners[3]
    return np.array([*corners.mean(axis=0), math.atan2(across[1], across[0])])


def confirmed(
    view: GreyView, model: CameraModel, found: list[TagCandidate], size_mm: float
) -> list[tuple[int, TagPose]]:
    """The proposals that are beyond doubt, with their places."""
    if not found:
        return []
    tags = [Tag(each.tag_id, size_mm, 0.0, 0.0) for each in found]
    starts = np.stack([start_of(model, each) for each in found])
    places = place_tags(view, model, [(NAME, tag) for tag in tags], starts, 1.0, 6)
    return [
        (tag.id, place)
        for tag, place in zip(tags, places, strict=True)
        if place is not None and doubt_of(NAME, tag.id, place) <= 1.0
    ]


def test_nothing_is_read_into_clutter():
    looked_into = 0
    for seed in range(6):
        edge_px = (20.0, 24.0, 30.0)[seed % 3]
        view = GreyView(clutter_picture(seed, IN_PLAY, edge_px))
        edges = EdgeRange(edge_px, edge_px, (60.0, 20.0, 10.0)[seed % 3])
        found, unread = propose(view.grey(view.whole), NAME, edges, ids=IN_PLAY)
        looked_into += len(found) + len(unread)
        in_play = [each for each in found if each.tag_id in IN_PLAY]
        assert confirmed(view, CLUTTER_MODEL, in_play, edge_px / 2) == []
    assert looked_into > 600


@pytest.mark.parametrize("light", [0.05, 0.3, 1.0])
def test_a_white_dot_in_a_black_square_is_no_tag_however_dark(light: float):
    rng = np.random.default_rng(3)
    tag = Tag(17, 14.0, 200.0, 150.0, 0.4)
    middle = corners_px(tag).mean(axis=0)
    dots = 0
    for offset_px in np.linspace(0.0, 6.0, 7):
        picture = with_tag(table(rng), Tag(1, 14.0, 200.0, 150.0, 0.4))
        inside = corners_px(Tag(1, 9.6, 200.0, 150.0, 0.4))
        cv2.fillPoly(picture, [np.round(inside).astype(np.int32)], 25)
        at = middle + offset_px * np.array([math.cos(0.9), math.sin(0.9)])
        cv2.circle(picture, (round(16 * at[0]), round(16 * at[1])), round(16 * 4.0), 215, -1, cv2.LINE_AA, 4)
        dim = noisy((cv2.GaussianBlur(picture, (0, 0), 0.9) * light).astype(np.uint8), rng, 2.0)
        view = GreyView(dim)
        found, _ = propose(view.grey(view.whole), NAME, EdgeRange(22.5, 22.5, 20.0), ids=(17, 22))
        dots += len(found)
        assert confirmed(view, MODEL, [each for each in found if each.tag_id in (17, 22)], 14.0) == []
    assert is_poor(NAME, 17)
    # The dots are indeed like that tag; the test would be void if none were ever proposed.
    assert dots or light < 0.1


def test_small_blurred_dim_tags_are_read_and_no_other_id_is_near():
    rng = np.random.default_rng(5)
    ids = (12, 21, 33, 49, 51, 52)
    tags = [
        Tag(tag_id, 12.0, 60.0 + 56.0 * (n % 3) * 2, 80.0 + 140.0 * (n // 3), rng.uniform(-3, 3))
        for n, tag_id in enumerate(ids)
    ]
    picture = table(rng)
    for tag in tags:
        picture = with_tag(picture, tag, 1.3)
    view = GreyView(noisy((picture * 0.5).astype(np.uint8), rng, 6.0))
    found, _ = propose(view.grey(view.whole), NAME, EdgeRange(19.3, 19.3, 60.0), ids=IN_PLAY)
    read = dict(confirmed(view, MODEL, found, 12.0))
    assert set(read) == set(ids)
    count = dictionary(NAME).count
    assert count > max(ids)
    for place in read.values():
        # Nothing changes to be told from: as far from a picture that is the same as can be.
        assert distinction(place, np.zeros((1, place.grid**2), dtype=np.float32)).margin == pytest.approx(1.0)
        assert place.worst_module < 0.15


def covered_tag(rng: np.random.Generator, tag: Tag, share: float, look: str) -> tuple[Image, float]:
    """A picture of a tag of which something, coming in from one side, hides about a share; and what is visible."""
    picture = with_tag(table(rng), tag, 0.3)
    y, x = np.indices(picture.shape)
    corners = corners_px(tag)
    middle, edge_px = corners.mean(axis=0), float(np.linalg.norm(corners[1] - corners[0]))
    turn, radius_px = rng.uniform(0, math.tau), rng.uniform(0.6, 3.0) * edge_px
    square = cv2.fillConvexPoly(np.zeros(picture.shape, np.uint8), np.round(corners).astype(np.int32), 1).astype(bool)

    inward = np.array([math.cos(turn), math.sin(turn)])

    def hidden(x_px: np.ndarray, y_px: np.ndarray, depth_px: float) -> np.ndarray:
        centre = middle + (radius_px + edge_px * 0.75 - depth_px) * inward
        return np.hypot(x_px - centre[0], y_px - centre[1]) < radius_px

    depths = np.linspace(0, 1.5 * edge_px, 120)
    own = (x[square], y[square])
    mask = hidden(x, y, next(depth for depth in depths if hidden(*own, depth).mean() >= share))
    fills = {"white": 225.0, "dark": 30.0, "skin": rng.uniform(110, 160)}
    texture = cv2.resize(rng.uniform(20, 220, (90, 120)).astype(np.float32), picture.shape[::-1])
    lying = np.where(mask, fills.get(look, texture), picture).astype(np.float32)
    return noisy(cv2.GaussianBlur(lying, (0, 0), 0.9), rng, 3.0), 1.0 - float(mask[square].mean())


def test_tags_of_which_up_to_two_fifths_are_covered_are_placed_by_what_shows():
    off_mm, in_sigmas, told = [], [], 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        tag = Tag(int(rng.choice([12, 21, 33, 49, 51])), 14.0, 200.0, 150.0, rng.uniform(-3, 3))
        picture, visible = covered_tag(rng, tag, rng.uniform(0.1, 0.4), ("white", "dark", "skin", "texture")[seed % 4])
        assert 0.55 < visible <= 0.9
        module_mm = tag.size_mm / 6
        away = rng.uniform(0, 0.5) * module_mm * np.array([math.cos(seed), math.sin(seed)])
        start = np.array([[tag.x_mm + away[0], tag.y_mm + away[1], tag.angle_rad + rng.uniform(-0.05, 0.05)]])
        (place,) = place_tags_covered(GreyView(picture), MODEL, [(NAME, tag)], start, 0.9, 5)
        assert place is not None
        step_mm = np.array([place.x_mm - tag.x_mm, place.y_mm - tag.y_mm])
        off_mm.append(float(np.hypot(*step_mm)))
        in_sigmas += list(np.abs(step_mm) / np.sqrt(np.diag(place.covariance)[:2]))
        told += shows_through(NAME, tag.id, place)
        (wrong,) = place_tags_covered(GreyView(picture), MODEL, [(NAME, Tag(13, 14.0, 0, 0))], start, 0.9, 5)
        assert wrong is not None
        assert not shows_through(NAME, 13, wrong)
    assert np.mean(np.array(off_mm) < 0.3) >= 0.95
    assert told >= 0.75 * 40
    assert np.mean(np.array(in_sigmas) < 2.0) >= 0.88
