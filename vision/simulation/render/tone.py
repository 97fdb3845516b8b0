"""Converts between light and grey levels: scenes are composed, blurred and lit as light, and stored as grey levels."""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.simulation.render.sprite import Pixels

FULL_LIGHT = 65535
Light = NDArray[np.uint16]


def _decoded(level: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)


def _encoded(light: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


_LIGHT_OF_LEVEL = np.round(_decoded(np.arange(256) / 255.0) * FULL_LIGHT).astype(np.uint16)
_LEVEL_OF_LIGHT = np.round(_encoded(np.arange(FULL_LIGHT + 1) / FULL_LIGHT) * 255.0).astype(np.uint8)


def light_of(picture: Image) -> Light:
    """Returns the light for these grey levels."""
    return np.take(_LIGHT_OF_LEVEL, picture)


def light_of_colour(colour: tuple[float, float, float]) -> tuple[float, float, float]:
    """Returns the light of a colour given in grey levels."""
    blue, green, red = _decoded(np.array(colour) / 255.0) * FULL_LIGHT
    return float(blue), float(green), float(red)


def whole(light: Pixels) -> Light:
    """Rounds light to whole counts, at most full."""
    return np.asarray(np.clip(light + 0.5, 0.0, FULL_LIGHT), dtype=np.uint16)


def stored(light: Pixels) -> Image:
    """Returns the grey levels in which a camera stores light."""
    return np.take(_LEVEL_OF_LIGHT, whole(light))


def dimmed_levels(share: float) -> Image:
    """Returns, for each grey level (256,), the level at that share of the light."""
    levels = _encoded(np.minimum(1.0, _decoded(np.arange(256) / 255.0) * share)) * 255.0
    return np.round(levels).astype(np.uint8)
