import cv2
import numpy as np
import pytest

from tests.vision.dice.dice_scenes import random_die, render, table_of
from vision.dice.pips.face_candidates import of_pairs, of_quads, of_singles, of_texture
from vision.dice.pips.quick_reject import MAX_GUESSES, promising
from vision.dice.pips.spots import find_spots


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


def test_a_glossy_pip_in_which_a_lamp_is_mirrored_is_a_spot_and_no_die():
    picture = np.full((120, 120, 3), 180, np.uint8)
    cv2.circle(picture, (60, 60), 10, (40, 40, 40), -1, cv2.LINE_AA)
    cv2.circle(picture, (62, 58), 2, (120, 120, 120), -1, cv2.LINE_AA)
    spots = find_spots(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7)))
    assert any(radius == pytest.approx(10.3, abs=0.6) for radius in spots.radius_px)


@pytest.mark.parametrize("apart_px", [12.5, 13.0, 14.0, 16.0])
@pytest.mark.parametrize("turn_rad", [0.0, 0.3, 0.785])
def test_corner_pips_of_a_six_are_found_in_their_places_where_those_of_a_row_nearly_touch(apart_px, turn_rad):
    picture = np.full((160, 160, 3), 45, np.uint8)
    along, across = np.array((np.cos(turn_rad), np.sin(turn_rad))), np.array((-np.sin(turn_rad), np.cos(turn_rad)))
    for x, y in [80 + along * apart_px * step + across * side for step in (-1, 0, 1) for side in (-15, 15)]:
        cv2.circle(picture, (round(8 * x), round(8 * y)), 8 * 6, (235, 235, 235), -1, cv2.LINE_AA, shift=3)
    spots = find_spots(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0)))
    for corner in [80 + along * apart_px * step + across * side for step in (-1, 1) for side in (-15, 15)]:
        at = np.hypot(*(spots.centre_px - corner).T)
        assert at.min() < 1.5
        assert spots.radius_px[at.argmin()] == pytest.approx(6.1, abs=0.5)


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
        candidates = promising(picture, spots, kind(spots))
        assert len(candidates) <= MAX_GUESSES
        assert min(np.hypot(*(candidate.centre_px - centre)) for candidate in candidates) < 3.0


def test_four_pips_need_nothing_around_them():
    """A black die on a cloth as black: nothing else shows than its pips."""
    picture = np.full((160, 160, 3), 40, np.uint8)
    for place in ((62, 62), (98, 62), (62, 98), (98, 98)):
        cv2.circle(picture, place, 7, (235, 235, 235), -1, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))
    spots = find_spots(picture)
    (candidate,) = promising(picture, spots, of_quads(spots))
    assert candidate.centre_px == pytest.approx((80, 80), abs=1)


def test_a_weave_is_no_pips_however_far_its_threads_lie_apart():
    rng = np.random.default_rng(3)
    picture = np.full((720, 1280, 3), (60, 40, 90), np.uint8)
    for x in range(12, 1280, 17):
        for y in range(12, 720, 17):
            cv2.circle(picture, (x, y), 3, tuple(int(grey) for grey in rng.normal((100, 70, 150), 4)), -1, cv2.LINE_AA)
    cv2.rectangle(picture, (600, 300), (660, 360), (225, 230, 230), -1)
    pips = [(630 + across * 15, 330 + down * 15) for across in (-1, 1) for down in (-1, 1)]
    for pip in pips:
        cv2.circle(picture, pip, 5, (20, 20, 20), -1, cv2.LINE_AA)
    spots = find_spots(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0)))
    is_pip = np.array([np.hypot(*(np.array(pips) - at).T).min() < 2 for at in spots.centre_px])
    assert is_pip.sum() == len(pips)
    texture = of_texture(spots)
    assert not texture[is_pip].any()
    assert texture[~is_pip].mean() > 0.98


@pytest.mark.parametrize(("others", "is_crowded"), [((235, 235, 235), False), ((40, 40, 220), True)])
def test_pips_of_another_colour_crowd_no_single_pip(others, is_crowded):
    """The pip of a one is red on a grey die, and those of the face beside it are white."""
    picture = np.full((200, 260, 3), (90, 140, 90), np.uint8)
    cv2.rectangle(picture, (60, 60), (160, 140), (60, 60, 60), -1)
    cv2.circle(picture, (100, 100), 9, (40, 40, 220), -1, cv2.LINE_AA)
    for y in (80, 100, 120):
        cv2.circle(picture, (130, y), 7, others, -1, cv2.LINE_AA)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))
    spots = find_spots(picture)
    candidates = promising(picture, spots, of_singles(spots))
    assert any(np.hypot(*(candidate.centre_px - 100)) < 2 for candidate in candidates) is not is_crowded
