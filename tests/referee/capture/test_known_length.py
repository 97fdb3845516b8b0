"""A thing of known size between two touches of the camera's image."""

import math

import cv2
import numpy as np
import pytest

from companion.referee.capture.known_length import EDGE_PX, TOUCH_PX, Ends, measured_between
from vision.camera.intrinsics import Lens
from vision.observation import MatObservation

LENS = Lens(
    (800, 600), ((700.0, 0.0, 399.5), (0.0, 700.0, 299.5), (0.0, 0.0, 1.0)), (0.05, 0.0, 0.0, 0.0, 0.0), calibrated=True
)
MAT = MatObservation(found=True, mat_to_image=((1.25, 0.0, 20.0), (0.0, -1.25, 580.0), (0.0, 0.0, 1.0)), lens=LENS)
PLAIN = MatObservation(
    found=True,
    mat_to_image=MAT.mat_to_image,
    lens=Lens(LENS.image_size, LENS.matrix, (0.0, 0.0, 0.0, 0.0, 0.0), calibrated=True),
)


def with_card(length_px: float = 107.0, turn_deg: float = 0.0):
    """A white card on a grey mat, drawn with subpixel accuracy, blurred as by a lens."""
    big = np.full((2400, 3200), 90, np.uint8)
    box = cv2.boxPoints(((400.0 * 4 + 1.5, 300.0 * 4 + 1.5), (length_px * 4, 67.0 * 4), turn_deg))
    cv2.fillPoly(big, [np.round(box * 16).astype(np.int32)], 230, shift=4)
    small = cv2.resize(big, (800, 600), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.9)


@pytest.mark.parametrize("off_px", [(-4.0, 3.0), (0.0, 0.0), (5.0, -5.0)])
def test_the_edges_of_a_card_refine_both_touches(off_px):
    ends = Ends((400.0 - 53.5 + off_px[0], 300.0), (400.0 + 53.5 + off_px[1], 300.0))

    found = measured_between(with_card(), PLAIN, ends)

    assert found.edges == 2
    assert found.length_mm == pytest.approx(107.0 / 1.25, abs=2 * found.sigma_mm)
    assert found.sigma_mm == pytest.approx(math.hypot(EDGE_PX * math.sqrt(2) / 1.25, 1e-3 * 85.6), rel=0.02)


def test_a_card_that_lies_askew_is_measured_across_its_edges():
    turn = math.radians(30.0)
    half = 53.5 * np.array([math.cos(turn), math.sin(turn)])

    ends = Ends((400 - half[0], 300 - half[1]), (400 + half[0], 300 + half[1]))

    found = measured_between(with_card(turn_deg=30.0), PLAIN, ends)

    assert found.edges == 2
    assert found.length_mm == pytest.approx(85.6, abs=2 * found.sigma_mm)


def test_where_no_edge_is_seen_the_finger_alone_counts():
    found = measured_between(np.full((600, 800, 3), 120, np.uint8), PLAIN, Ends((300.0, 300.0), (425.0, 300.0)))

    assert found.edges == 0
    assert found.length_mm == pytest.approx(100.0)
    assert found.sigma_mm == pytest.approx(math.hypot(TOUCH_PX * math.sqrt(2) / 1.25, 0.1))


def test_the_lens_is_taken_out_of_the_length():
    far = Ends((100.0, 300.0), (700.0, 300.0))

    bent = measured_between(np.full((600, 800), 120, np.uint8), MAT, far)
    plain = measured_between(np.full((600, 800), 120, np.uint8), PLAIN, far)

    assert bent.length_mm < plain.length_mm - 2.0


@pytest.mark.parametrize("mat", [None, MatObservation(found=False)])
def test_nothing_is_measured_while_the_mat_is_not_seen(mat):
    assert measured_between(with_card(), mat, Ends((300.0, 300.0), (425.0, 300.0))) is None


def test_nothing_is_measured_between_one_place_and_itself():
    assert measured_between(with_card(), PLAIN, Ends((300.0, 300.0), (304.0, 300.0))) is None
