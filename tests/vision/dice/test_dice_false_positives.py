import cv2
import numpy as np
import pytest

from vision.dice import dice_set, read_dice

PIPS = dice_set("pips")


def paper():
    rng = np.random.default_rng(5)
    return np.clip(rng.normal(205, 2, (480, 640, 3)), 0, 255).astype(np.uint8)


def soft(picture):
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def dots(spacing, radius):
    picture = paper()
    for x in range(40, 620, spacing):
        for y in range(40, 460, spacing):
            cv2.circle(picture, (x, y), radius, (40, 40, 40), -1, cv2.LINE_AA)
    return soft(picture)


def coins():
    picture = paper()
    for number, (x, y) in enumerate([(100, 100), (250, 120), (400, 300), (520, 200), (180, 350)]):
        cv2.circle(picture, (x, y), 32 + 3 * number, (70, 120, 170), -1, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 26 + 3 * number, (90, 150, 200), 2, cv2.LINE_AA)
        cv2.circle(picture, (x, y), 5, (40, 60, 90), -1, cv2.LINE_AA)
    return soft(picture)


def tags():
    picture = paper()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number in range(24):
        tag = cv2.aruco.generateImageMarker(dictionary, number, 60)
        x, y = 20 + 100 * (number % 6), 20 + 110 * (number // 6)
        picture[y : y + 60, x : x + 60] = tag[..., None]
    return soft(picture)


def cards_with_dots():
    picture = paper()
    for x, y in ((60, 60), (260, 60), (460, 60), (60, 260), (260, 260)):
        cv2.rectangle(picture, (x, y), (x + 130, y + 180), (235, 240, 240), -1)
        for dx, dy in ((50, 75), (80, 75), (65, 90), (50, 105), (80, 105)):
            cv2.circle(picture, (x + dx, y + dy), 5, (30, 30, 30), -1, cv2.LINE_AA)
    return soft(picture)


def words_and_pens():
    picture = paper()
    for row in range(8):
        cv2.putText(
            picture, "Roll 3 dice: oo 8 68 .:. %", (20, 50 + 50 * row), row % 4, 1.1, (30, 30, 60), 2, cv2.LINE_AA
        )
    cv2.line(picture, (30, 400), (600, 120), (160, 60, 20), 14, cv2.LINE_AA)
    return soft(picture)


def scattered():
    rng = np.random.default_rng(8)
    picture = paper()
    for _ in range(160):
        at = rng.integers(10, (630, 470)).tolist()
        colour = [int(value) for value in rng.integers(0, 255, 3)]
        cv2.circle(picture, at, int(rng.integers(3, 9)), colour, -1, cv2.LINE_AA)
    return soft(picture)


def noise():
    return soft(np.random.default_rng(3).integers(0, 256, (480, 640, 3)).astype(np.uint8))


EMPTY = {
    "paper": paper,
    "wide dots": lambda: dots(40, 6),
    "narrow dots": lambda: dots(18, 4),
    "coins": coins,
    "tags": tags,
    "cards": cards_with_dots,
    "words": words_and_pens,
    "scattered dots": scattered,
    "noise": noise,
}


@pytest.mark.parametrize("name", EMPTY)
def test_nothing_is_read_where_no_dice_lie(name):
    assert read_dice(EMPTY[name](), PIPS).dice == ()


def test_a_tiny_picture_has_no_dice():
    assert read_dice(np.zeros((8, 8, 3), np.uint8), PIPS).dice == ()
