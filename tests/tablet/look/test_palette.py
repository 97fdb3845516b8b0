"""The colours of the players lie apart, also for people who are colour-blind, if they ask for that."""

import importlib
from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.tablet.contrast import SIGNS, WORDS, contrast, on

# Machado, Oliveira and Fernandes 2009, severity 1.0: what people see who lack one kind of cones, in linear RGB.
SIGHTS = {
    "all": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
FAR = 35.0
"""Of CIE 1976; a difference of 2.3 is just noticed, and what is small and far away needs much more."""
SHAPES = ("disc", "diamond", "square", "triangle")


@pytest.fixture
def palette():
    """Imports Kivy, which reads what `prepare` wrote; as it was afterwards."""
    palette = importlib.import_module("companion.tablet.look.palette")
    yield palette
    palette.use(light=False)


def seen(colour, sight):
    """Lab of a colour as somebody with such a sight sees it."""
    levels = np.array(colour[:3])
    light = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    found = np.clip(np.array(sight) @ light, 0.0, 1.0)
    shown = np.where(found <= 0.0031308, found * 12.92, 1.055 * found ** (1 / 2.4) - 0.055)
    return cv2.cvtColor(np.float32(shown[None, None]), cv2.COLOR_RGB2LAB)[0, 0]


def least_difference(palette, sight):
    lab = [seen(palette.seat_colour(shape), sight) for shape in SHAPES]
    return min(float(np.linalg.norm(one - other)) for one, other in combinations(lab, 2))


@pytest.mark.parametrize("light", [False, True])
def test_colours_for_colour_blind_players_lie_far_apart_for_everybody(palette, light):
    palette.use(light=light, apart=True)
    near = {name: far for name, sight in SIGHTS.items() if (far := least_difference(palette, sight)) < FAR}
    assert near == {}


def test_the_usual_colours_come_back_and_rings_follow(palette):
    before = [side.colour for side in palette.SIDES]
    palette.use(light=False, apart=True)
    assert all(palette.side_with(shape).colour == palette.seat_colour(shape) for shape in SHAPES)
    assert [side.colour for side in palette.SIDES] != before
    assert [side.dashed for side in palette.SIDES] == [False, True, False, True], "shapes and dashes tell them, too"
    palette.use(light=False)
    assert [side.colour for side in palette.SIDES] == before


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("light", [False, True])
def test_words_and_signs_stand_out_from_every_ground(palette, light, apart):
    palette.use(light=light, apart=apart)
    grounds = {name: getattr(palette, name) for name in ("GROUND", "CARD", "RAISED")}
    pressed = on(palette.RAISED, palette.PRESSED)
    pairs = {("pressed", "ON_PRESSED"): (palette.ON_PRESSED, pressed, WORDS)}
    pairs["touched", "TEXT"] = palette.TEXT, palette.TOUCHED, WORDS
    pairs["text", "GROUND"] = palette.GROUND, palette.TEXT, WORDS
    pairs["alarm", "ON_ALARM"] = palette.ON_ALARM, palette.ALARM, WORDS
    for name, ground in grounds.items():
        pairs |= {(name, word): (getattr(palette, word), ground, WORDS) for word in ("TEXT", "QUIET")}
        pairs |= {(name, str(answer)): (ink, ground, SIGNS) for answer, ink in palette.INKS.items()}
        pairs |= {(name, shape): (palette.seat_colour(shape), ground, SIGNS) for shape in SHAPES}
        pairs |= {(name, sign): (getattr(palette, sign), ground, SIGNS) for sign in ("FAULT", "MEASURED")}
    low = {name: contrast(one, other) for name, (one, other, least) in pairs.items() if contrast(one, other) < least}
    assert low == {}
