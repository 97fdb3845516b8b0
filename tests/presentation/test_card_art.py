"""The drawings of cards fill their box, and words can be read on every colour."""

import pytest

from companion.games.display.card_look import TONES
from companion.presentation.card_art import ART, COLOURS, art_of
from companion.presentation.contours import BOX, svg_path

LETTERS = "#fbf8f0"
READABLE = 4.5
"""The contrast that WCAG 2.2 asks of small letters (1.4.3)."""


def light(colour):
    """The relative luminance of WCAG 2.2."""
    levels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in levels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_each_tone_has_a_colour_on_which_letters_can_be_read():
    assert set(COLOURS) == TONES
    for name, colour in COLOURS.items():
        assert (light(LETTERS) + 0.05) / (light(colour) + 0.05) >= READABLE, name


@pytest.mark.parametrize("name", sorted(ART))
def test_a_drawing_fills_its_box_and_no_more(name):
    points = [point for contour in ART[name] for point in contour]
    assert all(0 <= number <= BOX for point in points for number in point)
    for axis in (0, 1):
        spread = [point[axis] for point in points]
        assert max(spread) - min(spread) > BOX / 2
    assert svg_path(ART[name]).count("M") == len(ART[name])


def test_an_unknown_drawing_is_a_plain_card():
    assert art_of("nothing of ours") == ART["card"]
