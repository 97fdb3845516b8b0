"""A die is of the kind whose colour it has; between two colours, and in bad light, it is of none."""

import cv2
import numpy as np
import pytest

from tests.vision.dice.rendered_dice import COLOURS, RenderedDie, RenderedTable, render, rotation_up
from vision.dice import DiceSet, DieKind, Marks, read_dice
from vision.dice.colours import colour_of

POOL = ("red", "yellow", "green", "blue", "white", "black")
DICE = DiceSet("pool", Marks.PIPS, kinds={f"{colour} one": DieKind(colour) for colour in POOL})
SQUARE = ((20.0, 20.0), (80.0, 20.0), (80.0, 80.0), (20.0, 80.0))


def thrown(seed, **light):
    """Six dice, one of each colour, in a row of chance."""
    rng = np.random.default_rng(seed)
    order = [POOL[number] for number in rng.permutation(len(POOL))]
    dice = []
    for number, colour in enumerate(order):
        value = int(rng.integers(1, 7))
        at = np.array((60.0 * (number % 3) - 60.0, 60.0 * (number // 3) - 30.0, 8.0))
        pip = COLOURS["black" if colour in ("white", "yellow") else "white"]
        turn = rotation_up(value, float(rng.uniform(0, 6.28)))
        dice.append(RenderedDie(16.0, at, turn, COLOURS[colour], pip, top=value, note=colour, seed=seed + number))
    table = RenderedTable(dice=dice, seed=seed, ground=np.full((400, 400, 3), 0.12), **light)
    return order, render(table)


@pytest.mark.parametrize("seed", range(70, 76))
@pytest.mark.parametrize("light", [{}, {"lamp_power": 0.5}, {"ambient": 0.6}])
def test_rendered_dice_are_of_their_kind_or_of_none(seed, light):
    order, picture = thrown(seed, **light)
    told = [die.kind for die in read_dice(picture, DICE).dice]
    assert len(told) >= 4
    assert set(told) - {None} <= {f"{colour} one" for colour in order}
    assert len(set(told) - {None}) == len([kind for kind in told if kind]), "each colour lies there once"
    assert told.count(None) <= 1


def square(*bgr, pip=None):
    image = np.full((100, 100, 3), bgr, np.uint8)
    if pip is not None:
        for x, y in ((35, 35), (65, 65), (35, 65), (65, 35), (35, 50), (65, 50)):
            cv2.circle(image, (x, y), 7, pip, -1)
    return image


def test_pips_do_not_change_the_colour():
    assert colour_of(square(40, 40, 190, pip=(250, 250, 250)), SQUARE, POOL) == "red"
    assert colour_of(square(235, 235, 235, pip=(200, 40, 30)), SQUARE, POOL) == "white"


def test_between_two_colours_it_is_neither_and_what_is_not_known_is_none():
    assert colour_of(square(30, 110, 220), SQUARE, ("red", "yellow")) is None, "orange"
    assert colour_of(square(30, 110, 220), SQUARE, ("orange", "yellow")) == "orange"
    assert colour_of(square(30, 75, 205), SQUARE, ("red", "orange")) is None, "between red and orange"
    assert colour_of(square(30, 75, 205), SQUARE, ("red", "yellow")) == "red"
    assert colour_of(square(40, 160, 60), SQUARE, ("red", "blue")) is None
    assert colour_of(square(135, 135, 135), SQUARE, ("white", "black")) is None
    assert colour_of(square(200, 60, 30), SQUARE, ("white", "black")) is None


def test_a_grey_picture_tells_black_from_white_alone():
    assert colour_of(square(20, 20, 20)[..., 0], SQUARE, POOL) == "black"
    assert colour_of(square(120, 120, 120)[..., 0], SQUARE, POOL) is None
