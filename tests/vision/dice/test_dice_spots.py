import cv2
import numpy as np
import pytest

from tests.vision.dice.dice_scenes import random_die, render, table_of
from vision.dice.glance import MOST_GUESSES, promising
from vision.dice.lattice import of_pairs, of_quads
from vision.dice.spots import find_spots


def square_with_pips(pip_px, away_px):
    """A pale die on a dark ground, each of its pips so far from two of its edges."""
    picture = np.full((160, 160, 3), (110, 30, 20), np.uint8)
    cv2.rectangle(picture, (50, 50), (110, 110), (125, 125, 120), -1)
    places = [(50 + away_px, 50 + away_px), (110 - away_px, 110 - away_px)]
    for place in places:
        cv2.circle(picture, place, pip_px, (245, 245, 245), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8)), places


@pytest.mark.parametrize("away_px", [10, 12, 15])
def test_a_pip_near_the_edge_of_its_die_is_as_large_as_it_is_drawn(away_px):
    picture, places = square_with_pips(6, away_px)
    spots = find_spots(picture)
    for place in places:
        at = np.hypot(*(spots.centre_px - place).T)
        assert at.min() < 0.7
        assert spots.radius_px[at.argmin()] == pytest.approx(6.2, abs=0.6)


def test_a_spot_that_is_drawn_once_is_found_once():
    picture = np.full((200, 200, 3), 60, np.uint8)
    for row, radius in enumerate((3, 5, 8, 13)):
        cv2.circle(picture, (30 + 45 * row, 100), radius, (200, 210, 220), -1, cv2.LINE_AA)
    assert len(find_spots(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7)))) == 4


@pytest.fixture(scope="module")
def crowded():
    """Two dice of little contrast on a mat full of bright and dark discs."""
    table = table_of("plain", 1003, count=2)
    rng = np.random.default_rng(4)
    mat = np.full((1400, 1400, 3), 120, np.uint8)
    for at in rng.integers(0, 1400, (9000, 2)):
        grey = int(rng.choice([10, 245]))
        axes = tuple(int(half) for half in rng.integers(4, 13, 2))
        cv2.ellipse(mat, at.tolist(), axes, float(rng.uniform(0, 180)), 0, 360, (grey, grey, grey), -1, cv2.LINE_AA)
    table.ground = ((mat / 255) ** 2.2).astype(np.float32)
    table.dice = [
        random_die(rng, die.at[:2], die.side, value=value) for die, value in zip(table.dice, (2, 5), strict=True)
    ]
    for die in table.dice:
        die.body, die.pip, die.marble, die.gloss = (0.2, 0.2, 0.2), (0.06, 0.06, 0.06), 0.0, 0.0
    return render(table), [table.project(die.at + np.array((0, 0, die.side / 2))) for die in table.dice]


def test_of_thousands_of_guesses_those_that_look_like_faces_are_looked_at(crowded):
    picture, centres = crowded
    spots = find_spots(picture)
    for kind, centre in zip((of_pairs, of_quads), centres, strict=True):
        guesses = promising(picture, spots, kind(spots))
        assert len(guesses) <= MOST_GUESSES
        assert min(np.hypot(*(guess.centre_px - centre)) for guess in guesses) < 3.0


def test_four_pips_need_nothing_around_them():
    """A black die on a cloth as black: nothing else shows than its pips."""
    picture = np.full((160, 160, 3), 40, np.uint8)
    for place in ((62, 62), (98, 62), (62, 98), (98, 98)):
        cv2.circle(picture, place, 7, (235, 235, 235), -1, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))
    spots = find_spots(picture)
    (guess,) = promising(picture, spots, of_quads(spots))
    assert guess.centre_px == pytest.approx((80, 80), abs=1)
