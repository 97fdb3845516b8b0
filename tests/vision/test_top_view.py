from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import TopImage, TopView, Tracker
from vision.camera.intrinsics import Lens
from vision.images.frame import Frame
from vision.observation import MatObservation
from vision.simulation import simulated_table
from vision.table import MatLayout

MAT = MatLayout(600.0, 400.0, "DICT_4X4_100", ())
LENS = Lens((1280, 720), ((900.0, 0.0, 630.0), (0.0, 905.0, 365.0), (0.0, 0.0, 1.0)), (-0.12, 0.03, 1e-3, -5e-4, 0.0))
DOT_MM = ((60.0, 50.0), (540.0, 60.0), (310.0, 350.0), (70.0, 330.0))


def photographed(dots_mm):
    """A picture with dots at places of the mat, and how the mat lies in it; drawn with OpenCV's own camera model."""
    turn = np.array([3.05, 0.1, -0.08])
    rotation, _ = cv2.Rodrigues(turn)
    shift = -rotation @ np.array([290.0, 210.0, 720.0])
    matrix = np.array(LENS.matrix)
    points = np.array([(x, y, 0.0) for x, y in dots_mm])
    pixels, _ = cv2.projectPoints(points, turn, shift, matrix, np.array(LENS.distortion))
    image = np.zeros((720, 1280, 3), np.uint8)
    for x, y in pixels.reshape(-1, 2):
        cv2.circle(image, (round(x * 16), round(y * 16)), 6 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    plane = matrix @ np.column_stack([rotation[:, :2], shift])
    return image, MatObservation(found=True, mat_to_image=tuple(tuple(map(float, row)) for row in plane), lens=LENS)


@pytest.mark.parametrize("dot_mm", DOT_MM)
def test_a_place_of_the_mat_lies_where_the_view_from_above_says(dot_mm):
    image, mat = photographed([dot_mm])
    view = TopView(MAT)(image, mat).pixels

    height, width = view.shape[:2]
    light = view[:, :, 0].astype(float)
    y_px, x_px = (np.sum(grid * light) / light.sum() for grid in np.mgrid[0:height, 0:width])
    x_mm, y_mm = (x_px + 0.5) / width * 600.0, 400.0 - (y_px + 0.5) / height * 400.0
    assert (x_mm, y_mm) == pytest.approx(dot_mm, abs=0.7)


def test_grey_pictures_become_colour_ones():
    image, mat = photographed(DOT_MM)

    assert TopView(MAT)(image[:, :, 0], mat).pixels.shape[2] == 3


def test_a_camera_that_moved_is_followed():
    image, mat = photographed(DOT_MM[:1])
    view = TopView(MAT)
    before = view(image, mat).pixels
    plane = np.array(mat.mat_to_image)
    moved = plane @ np.array([[1.0, 0.0, 20.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    after = view(
        image, MatObservation(found=True, mat_to_image=tuple(tuple(map(float, row)) for row in moved), lens=LENS)
    ).pixels

    assert np.abs(before.astype(int) - after).max() > 100


def test_nothing_is_made_of_an_image_that_nobody_looks_at():
    made = []
    image = TopImage((2, 1), lambda: made.append(1) or np.zeros((1, 2, 3), np.uint8))
    assert made == []

    with ThreadPoolExecutor(4) as pool:
        looked = list(pool.map(lambda _: image.pixels, range(40)))

    assert made == [1]
    assert all(each is looked[0] for each in looked)


def test_the_size_is_known_before_anybody_looks():
    image, mat = photographed(DOT_MM)

    seen = TopView(MAT)(image, mat)

    assert seen.pixels.shape[:2] == seen.size_px[::-1]


def test_without_the_mat_there_is_no_view():
    image, _ = photographed(DOT_MM)

    assert TopView(MAT)(image, MatObservation(found=False)) is None


def test_a_sighting_with_an_estimated_lens_needs_no_calibration():
    table = simulated_table("still")
    image = table.render(0.0)
    observation = Tracker(table.layout).update(Frame(image, 0.0, 0))

    assert not observation.mat.calibrated
    estimated = TopView(table.layout.mat)(image, observation.mat).pixels
    seen = Tracker(table.layout, table.lens).update(Frame(image, 0.0, 0)).mat
    calibrated = TopView(table.layout.mat)(image, seen).pixels
    assert np.abs(estimated.astype(float) - calibrated).mean() < 6.0


def test_without_any_lens_there_is_no_view():
    image, mat = photographed(DOT_MM)

    assert TopView(MAT)(image, replace(mat, lens=None)) is None
