"""Applies the effects of lamp, sensor and cable to an image: light, noise, compression."""

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.simulation.render.sprite import Pixels
from vision.simulation.render.tone import dimmed_levels, light_of, stored
from vision.simulation.scene.scene import Scene

SPARE_PX = 97
"""The noise is one tile, larger than the image by this much, at a different offset each time."""


def lamp(scene: Scene, t_s: float) -> float:
    """Returns the brightness of the light at a time, 1 as usual."""
    faults = scene.faults
    steady = faults.light.at(scene.phase_s(t_s))
    return steady * (1.0 + faults.flicker * math.sin(math.tau * faults.flicker_hz * t_s))


def light_over_picture(scene: Scene, t_s: float) -> tuple[Pixels, Pixels] | None:
    """Returns factors of the light by row (h, 1, 1) and by column (1, w, 1); None if the light is uniform."""
    faults, (width, height) = scene.faults, scene.lens.image_size
    off = 1.0 - faults.side_lamp.at(scene.phase_s(t_s))
    if faults.bands == 0.0 and faults.side_share * off == 0.0:
        return None
    row_s = t_s + faults.readout_s * (np.arange(height) / height - 0.5)
    rows = 1.0 + faults.bands * np.sin(math.tau * faults.bands_hz * row_s)
    columns = 1.0 - faults.side_share * off * np.linspace(0.0, 1.0, width)
    return rows[:, None, None].astype(np.float32), columns[None, :, None].astype(np.float32)


@lru_cache(maxsize=2)
def noise_tile(image_size: tuple[int, int], seed: int, levels: float) -> NDArray[np.int8]:
    """Returns noise of a standard deviation in grey levels, (h + spare, w + spare, 3), read-only; empty without any."""
    width, height = image_size
    size = (height + SPARE_PX, width + SPARE_PX, 3) if levels > 0.0 else (0, 0, 3)
    noise = np.random.default_rng([seed, 6]).standard_normal(size, dtype=np.float32) * levels
    tile = np.clip(np.round(noise), -127, 127).astype(np.int8)
    tile.setflags(write=False)
    return tile


class Sensor:
    """Exposes images of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._noise = noise_tile(scene.lens.image_size, scene.seed, scene.faults.noise)

    def exposed(self, picture: Image, t_s: float) -> Image:
        """Returns the image with the light, noise and compression of that moment."""
        faults = self.scene.faults
        light = lamp(self.scene, t_s)
        over = light_over_picture(self.scene, t_s)
        if over is not None:
            picture = stored(light_of(picture).astype(np.float32) * (np.float32(light) * over[0]) * over[1])
        elif abs(light - 1.0) > 1e-3:
            picture = np.asarray(cv2.LUT(picture, dimmed_levels(light)), dtype=np.uint8)
        if faults.noise > 0.0:
            width, height = self.scene.lens.image_size
            rng = np.random.default_rng([self.scene.seed, 7, round(abs(t_s) * 1e6)])
            top, left = (int(v) for v in rng.integers(SPARE_PX, size=2))
            noise = self._noise[top : top + height, left : left + width]
            picture = np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)
        if faults.jpeg_quality is None:
            return picture
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, faults.jpeg_quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
