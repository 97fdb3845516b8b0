"""Rendered dice that are plain to see and were not looked at once: each is proposed as what it is."""

import cv2
import numpy as np
import pytest

from tests.benchmarks.dice.render import render
from vision.dice.pips.decoder import PLAIN_FROM
from vision.dice.pips.reader import faces_tried
from vision.dice.pips.spots import find_spots

NEAR = 0.15
"""Distance of a proposed face's middle from the true one's, in edges."""


@pytest.mark.parametrize(
    ("seed", "at_px", "value"),
    [
        pytest.param(86616, (403, 454), 4, id="on a weave of thousands of threads"),
        pytest.param(80097, (424, 274), 1, id="a single pip among clearer edges than its own"),
        pytest.param(91305, (926, 329), 4, id="of its pips and a neighbour's is made up a six"),
        pytest.param(91270, (463, 358), 6, id="a lamp is mirrored in its pips"),
    ],
)
def test_what_is_plain_to_see_is_looked_at(seed, at_px, value):
    assert is_proposed(seed, at_px, value)


def test_a_made_up_face_hides_none_of_those_it_is_made_of_however_plain_it_is(monkeypatch):
    monkeypatch.setitem(PLAIN_FROM, 3, 3.5)
    assert is_proposed(91305, (926, 329), 4)


def is_proposed(seed, at_px, value):
    picture = render("pips", seed)
    (die,) = [die for die in picture.dice if np.hypot(*(die.corners_px.mean(axis=0) - at_px)) < 5]
    assert (die.asked, die.value) == ("must", value)
    side = cv2.contourArea(die.corners_px.astype(np.float32)) ** 0.5 / 0.8
    tried = faces_tried(picture.image, find_spots(picture.image))
    return any(
        face.value == value and np.hypot(*(face.centre_px - at_px)) < NEAR * side and 0.85 < face.side_px / side < 1.2
        for face in tried
    )
