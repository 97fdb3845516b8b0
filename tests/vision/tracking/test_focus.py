"""The focus is found, or lost, while nothing on the table moves."""

import cv2
import numpy as np
import pytest

from vision import Tracker, TroubleKind
from vision.images.frame import Frame
from vision.simulation import simulated_table

STEP_S = 0.2
LEARNS_S = 12.0
"""So long it may take until tags of a calm mat were read again."""


@pytest.fixture
def troubles():
    """Shows a calm table with some blur for some time; answers the kinds of trouble that are told then."""
    table = simulated_table("match", size=(1280, 720))
    tracker, count = Tracker(table.layout, table.lens), 0
    picture = np.asarray(table.render(0.0))

    def shown(blur_px, lasts_s):
        nonlocal count
        image = cv2.GaussianBlur(picture, (0, 0), blur_px) if blur_px else picture
        for _ in range(round(lasts_s / STEP_S)):
            count += 1
            seen = tracker.update(Frame(image, count * STEP_S, count))
        return {each.kind for each in seen.troubles}

    return shown


@pytest.mark.parametrize("blur_px", [1.5, 3.0])
def test_a_camera_that_finds_its_focus_is_blurred_no_longer_though_nothing_moves(troubles, blur_px):
    assert TroubleKind.BLURRED in troubles(blur_px, 3.0)
    assert troubles(0.0, LEARNS_S) == set()


def test_a_camera_that_loses_its_focus_over_a_calm_table_is_told(troubles):
    assert troubles(0.0, 3.0) == set()
    assert TroubleKind.BLURRED in troubles(2.5, LEARNS_S)
