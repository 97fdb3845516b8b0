"""Pictures of a tray with rendered dice, from straight above, each with noise of its own."""

from functools import lru_cache

import numpy as np

from tests.vision.dice.rendered_dice import COLOURS, RenderedDie, RenderedTable, render, rotation_up

SIZE_PX = (480, 360)
SIDE_MM, DISTANCE_MM = 16.0, 400.0
SIDE_PX = 46.0
TURN_RAD = 0.2
NOISE_GREY = 2.0
NOISES = 23
"""So many pictures in a row have each their own noise."""


def tray(number, *dice):
    """The picture of this number.

    Args:
        number: Gives the noise.
        dice: Of each where it lies, in pixels from the left and from above, and what it shows.
    """
    noise = _noise(number % NOISES)
    return np.clip(still(dice) + noise, 0, 255).astype(np.uint8)


@lru_cache(maxsize=NOISES)
def _noise(number):
    return np.random.default_rng(number).normal(0, NOISE_GREY, (*SIZE_PX[::-1], 3)).astype(np.float32)


@lru_cache(maxsize=64)
def still(dice):
    """The picture without noise, made once: `tray` takes no time for dice that are known."""
    width, height = SIZE_PX
    focal = SIDE_PX * DISTANCE_MM / SIDE_MM
    ground = np.full((64, 64, 3), (0.05, 0.12, 0.04), np.float32)
    table = RenderedTable(
        width=width,
        height=height,
        focal=focal,
        distance=DISTANCE_MM,
        ground=ground,
        lamp_soft=0.3,
        ambient=0.45,
        noise=0.0,
        quality=95,
    )
    px_per_mm = focal / DISTANCE_MM
    for x, y, face in dice:
        # What lies right in the picture lies right on the table; what is further down lies nearer.
        at = np.array(((x - width / 2) / px_per_mm, (height / 2 - y) / px_per_mm, SIDE_MM / 2))
        turn = rotation_up(face, TURN_RAD)
        table.dice.append(RenderedDie(SIDE_MM, at, turn, COLOURS["white"], COLOURS["black"], gloss=0.3, top=face))
    return render(table)
