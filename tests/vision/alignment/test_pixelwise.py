"""Bare tags placed by all of their pixels: nearer the truth than the quick way, and as sure as they say."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.table_image import LENS, Shot
from vision.alignment.pixelwise import place_by_pixels
from vision.alignment.placement import TagPose, place_tags_closely
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import GreyView
from vision.table import Tag

NAME = "DICT_4X4_100"
NOISE, BLUR_PX, LIGHT = 8.0, 1.2, 0.45
TILT = math.radians(12.0)
ROTATION = np.array([[1, 0, 0], [0, math.cos(TILT), -math.sin(TILT)], [0, math.sin(TILT), math.cos(TILT)]]) @ np.diag(
    [1.0, -1.0, -1.0]
)
MODEL = CameraModel(LENS, ROTATION, np.array([0.0, 0.0, 1000.0]) - ROTATION @ np.array([300.0, 300.0, 0.0]))
TAGS = [
    Tag(8 + 6 * row + column, 20.0, 60.0 + 90 * column, 60.0 + 95 * row, 0.7 * (6 * row + column))
    for row in range(6)
    for column in range(6)
]


def placed(picture: np.ndarray, tags: list[Tag], blur_px: float = BLUR_PX) -> tuple[list[TagPose], list[TagPose]]:
    """The quick way, and by pixels."""
    named = [(NAME, tag) for tag in tags]
    starts = np.array([[tag.x_mm + 0.3, tag.y_mm - 0.2, tag.angle_rad + 0.02] for tag in tags])
    quick = place_tags_closely(GreyView(picture), MODEL, named, starts, blur_px, 5)
    assert None not in quick
    known = [place for place in quick if place is not None]
    exact = place_by_pixels(GreyView(picture), MODEL, named, quick, blur_px)
    assert None not in exact
    return known, [place for place in exact if place is not None]


def errors(tags: list[Tag], places: list[TagPose]) -> np.ndarray:
    """(n, 3) in mm, mm and rad."""
    return np.array(
        [
            [
                place.x_mm - tag.x_mm,
                place.y_mm - tag.y_mm,
                math.remainder(place.angle_rad - tag.angle_rad, math.tau),
            ]
            for tag, place in zip(tags, places, strict=True)
        ]
    )


@pytest.fixture(scope="module")
def noisy_shots() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Errors of the quick way and by pixels, and the deviations that were told, of tags in poor pictures."""
    told = []
    for seed in range(4):
        picture = Shot(loose=TAGS, blur_px=BLUR_PX, noise=NOISE, light=LIGHT, seed=seed).take()
        quick, exact = placed(picture, TAGS)
        sigmas = np.array([np.sqrt(np.diag(place.covariance)) for place in exact])
        told.append((errors(TAGS, quick), errors(TAGS, exact), sigmas))
    quick, exact, sigmas = (np.concatenate(each) for each in zip(*told, strict=True))
    return quick, exact, sigmas


def test_pixels_tell_place_and_turn_of_a_noisy_tag_better_than_points_between_them(noisy_shots):
    quick, exact, _ = noisy_shots
    assert np.sqrt((exact[:, 2] ** 2).mean()) < 0.95 * np.sqrt((quick[:, 2] ** 2).mean())
    assert np.sqrt((exact[:, :2] ** 2).mean()) < 0.95 * np.sqrt((quick[:, :2] ** 2).mean())


def test_deviations_are_what_they_say(noisy_shots):
    _, exact, sigmas = noisy_shots
    assert 0.9 < (np.abs(exact) < 2 * sigmas).mean() < 0.99


def test_a_blur_that_was_guessed_wrong_does_no_harm():
    picture = Shot(loose=TAGS, blur_px=0.8, noise=2.0).take()
    _, told_rightly = placed(picture, TAGS, 0.8)
    _, told_wrongly = placed(picture, TAGS, 1.1)
    assert np.abs(errors(TAGS, told_rightly) - errors(TAGS, told_wrongly)).max() < 0.003
    assert np.sqrt((errors(TAGS, told_rightly)[:, :2] ** 2).mean()) < 0.012


def test_what_lies_right_beside_the_white_rim_does_not_pull_the_tag():
    picture = Shot(loose=TAGS, noise=0.5).take()
    dark = picture.copy()
    for tag in TAGS:
        ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * tag.size_mm / 2 * 8 / 6
        cos, sin = math.cos(tag.angle_rad), math.sin(tag.angle_rad)
        corners = ring @ np.array([[cos, sin], [-sin, cos]]) + [tag.x_mm, tag.y_mm]
        right = np.array([corners[1], corners[2], corners[2] * 2 - corners[3], corners[1] * 2 - corners[0]])
        outline = MODEL.pixels(np.column_stack([right, np.zeros(4)]))
        cv2.fillPoly(dark, [np.round(outline * 16).astype(np.int32)], (0, 0, 0), lineType=cv2.LINE_AA, shift=4)
    moved = errors(TAGS, placed(dark, TAGS, 0.7)[1]) - errors(TAGS, placed(picture, TAGS, 0.7)[1])
    assert np.abs(moved[:, :2]).max() < 0.05


def test_a_tag_at_the_edge_of_the_picture_is_left_to_the_quick_way():
    tag = Tag(17, 20.0, *MODEL.on_plane(np.array([[11.0, 300.0]]), 0.0)[0])
    view = GreyView(Shot(loose=[tag]).take())
    starts = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad]])
    quick = place_tags_closely(view, MODEL, [(NAME, tag)], starts, 0.7, 5)
    assert quick[0] is not None
    assert place_by_pixels(view, MODEL, [(NAME, tag)], quick, 0.7) == [None]


def in_light(grey: np.ndarray) -> np.ndarray:
    return (grey / 255.0) ** 2.2


def stored(light: np.ndarray) -> np.ndarray:
    return np.clip(np.round(255 * np.clip(light, 0, 1) ** (1 / 2.2)), 0, 255).astype(np.uint8)


def under_edges(picture: np.ndarray, tags: list[Tag], left: float, soft_px: float) -> np.ndarray:
    """The picture with a shadow that ends across each of the tags, somewhere near its middle."""
    height, width = picture.shape[:2]
    x_px, y_px = np.meshgrid(np.arange(width), np.arange(height))
    shade = np.ones((height, width))
    for number, tag in enumerate(tags):
        middle = MODEL.pixels(np.array([[tag.x_mm, tag.y_mm, 0.0]]))[0]
        way = 2.4 * number
        along = (x_px - middle[0]) * math.cos(way) + (y_px - middle[1]) * math.sin(way)
        near = np.maximum(np.abs(x_px - middle[0]), np.abs(y_px - middle[1])) < 30
        shade = np.where(near, np.where(along > 4 * math.sin(number), left, 1.0), shade)
    shade = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), soft_px)
    return stored(in_light(picture) * shade[:, :, None])


def rms_mm(off: np.ndarray) -> float:
    return float(np.sqrt((off[:, :2] ** 2).mean()))


def test_a_shadow_that_ends_across_a_tag_hardly_moves_it():
    picture = Shot(loose=TAGS, blur_px=0.9, noise=3.0, light=0.8).take()
    view = GreyView(under_edges(picture, TAGS, 0.45, 1.2))
    starts = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad] for tag in TAGS])
    named = [(NAME, tag) for tag in TAGS]
    quick = place_tags_closely(view, MODEL, named, starts, 0.9, 5)
    told = [
        (tag, place, before)
        for tag, place, before in zip(TAGS, place_by_pixels(view, MODEL, named, quick, 0.9), quick, strict=True)
        if place is not None and before is not None
    ]
    tags, exact, before = (list(each) for each in zip(*told, strict=True))
    assert len(tags) >= 0.8 * len(TAGS)
    assert rms_mm(errors(tags, exact)) < 0.4 * rms_mm(errors(tags, before))
    assert rms_mm(errors(tags, exact)) < 2.0 * rms_mm(errors(TAGS, placed(picture, TAGS, 0.9)[1]))


def test_a_corner_of_a_tag_under_something_is_left_to_others():
    corners = [(tag.x_mm + 0.5 * tag.size_mm, tag.y_mm, 0.4 * tag.size_mm) for tag in TAGS]
    view = GreyView(Shot(loose=TAGS, covered=corners, noise=3.0).take())
    starts = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad] for tag in TAGS])
    named = [(NAME, tag) for tag in TAGS]
    quick = place_tags_closely(view, MODEL, named, starts, 0.7, 5)
    assert place_by_pixels(view, MODEL, named, quick, 0.7) == [None] * len(TAGS)


def test_a_tag_that_is_lifted_is_not_taken_for_one_that_lies_in_a_shadow():
    lifted = [replace(tag, height_mm=25.0) for tag in TAGS]
    view = GreyView(Shot(loose=lifted, blur_px=0.9, noise=3.0).take())
    seem = MODEL.on_plane(MODEL.pixels(np.array([[tag.x_mm, tag.y_mm, tag.height_mm] for tag in lifted])), 0.0)
    starts = np.column_stack([seem, [tag.angle_rad for tag in TAGS]])
    named = [(NAME, tag) for tag in TAGS]
    quick = place_tags_closely(view, MODEL, named, starts, 0.9, 5)
    assert None not in quick
    assert place_by_pixels(view, MODEL, named, quick, 0.9) == [None] * len(TAGS)


def test_noise_that_is_each_channels_own_is_lessened_by_what_the_colours_tell():
    picture = Shot(loose=TAGS, blur_px=BLUR_PX, noise=0.0, light=LIGHT).take()
    free = errors(TAGS, placed(picture, TAGS)[1])
    tinted, plain = [], []
    for seed in range(2):
        own = np.random.default_rng(seed).normal(0, 12.0, picture.shape)
        coloured = np.clip(np.round(picture + own), 0, 255).astype(np.uint8)
        grey = cv2.cvtColor(coloured, cv2.COLOR_BGR2GRAY)
        tinted.append(errors(TAGS, placed(coloured, TAGS)[1]) - free)
        plain.append(errors(TAGS, placed(grey, TAGS)[1]) - free)
    assert rms_mm(np.concatenate(tinted)) < 0.95 * rms_mm(np.concatenate(plain))
