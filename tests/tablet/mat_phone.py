"""A phone with a camera app that looks at the mat which is printed when none is named, in good light or bad."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np

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
    """

    def __init__(self, port=0):
        self.light = "good"
        super().__init__(port)

    def _picture(self, number):
        self.stopping.wait(EVERY_S)
        return picture_of_mat(self.light)
