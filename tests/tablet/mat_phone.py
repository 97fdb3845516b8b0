"""A phone with a camera app that looks at the mat which is printed when none is named, in good light or bad."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import segno

from companion.printing.prints import starter_table
from tests.vision.pictures import jpeg_of
from tests.vision.sources.fake_phone import FakePhone
from vision.simulation import SimulatedTable
from vision.simulation.scene.plain_scenes import SceneOptions
from vision.simulation.scene.trial_scenes import match

EVERY_S = 0.1
NIGHT = 0.12
"""So much of the light is left in the evening."""
LAMP = (0.5, 0.45, 0.12)
"""Middle and radius of a lamp's reflection, as shares of the picture's width and height."""


@cache
def picture_of_mat(light="good"):
    """The JPEG of the bare mat: in good light, in the `dark`, with a `glare` on it, or with a `cap` on the lens."""
    table = SimulatedTable(replace(match(SceneOptions()), layout=starter_table(), start=()))
    picture = table.render(0.0)
    height, width = picture.shape[:2]
    if light == "dark":
        picture = (picture * NIGHT).astype(np.uint8)
    elif light == "glare":
        at = round(LAMP[0] * width), round(LAMP[1] * height)
        picture = cv2.circle(picture.copy(), at, round(LAMP[2] * height), (255, 255, 255), -1)
    elif light == "cap":
        picture = np.zeros_like(picture)
    return jpeg_of(picture)


class MatPhone(FakePhone):
    """A phone that looks at a mat.

    Attributes:
        light: How the mat is lit, as for `picture_of_mat`.
        held: Words of a QR code that somebody holds under it; empty for nothing.
    """

    def __init__(self, port=0):
        self.light, self.held = "good", ""
        super().__init__(port)

    def _picture(self, number):
        self.stopping.wait(EVERY_S)
        return picture_with_code(self.held) if self.held else picture_of_mat(self.light)


@cache
def picture_with_code(words, module_px=2.6, degrees=17.0):
    """The JPEG of the mat with a QR code above it, turned, blurred and noisy, so many pixels to a module."""
    picture = cv2.imdecode(np.frombuffer(picture_of_mat(), np.uint8), cv2.IMREAD_COLOR)
    dark = np.array([list(row) for row in segno.make_qr(words, error="l").matrix_iter(border=4)], bool)
    code, fine = np.where(dark, 35, 225).astype(np.float32), 4
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((len(code) / 2, len(code) / 2), degrees, module_px * fine)
    turn[:, 2] += np.array([width, height]) * fine / 2 - len(code) / 2
    large = cv2.warpAffine(code, turn, (width * fine, height * fine), flags=cv2.INTER_NEAREST, borderValue=-1)
    there = cv2.resize((large >= 0).astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
    shown = cv2.resize(np.maximum(large, 0), (width, height), interpolation=cv2.INTER_AREA)
    mixed = picture * (1 - there[..., None]) + shown[..., None]
    noise = np.random.default_rng(3).normal(0, 4, mixed.shape)
    return jpeg_of(np.clip(cv2.GaussianBlur(mixed, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8))
