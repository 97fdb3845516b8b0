"""Dice with stickers: what is printed is what is read, and what lies wrong is not read."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice import DiceSet, DieKind, Marks, UnreadReason, dice_set, read_dice
from vision.dice.stickers.faces import (
    CODE_DICTIONARY,
    FIRST_CODE,
    MAX_DICE,
    TRAY_CODES,
    Symbol,
    code_of,
    die_and_pips,
    drawn,
    sticker_shapes,
    symbol_of,
)
from vision.dice.stickers.plane import find_level
from vision.dice.tray.sheet import find_tray
from vision.fiducials.dictionary import dictionary

SIZE = (960, 720)
FOCAL_PX = 960.0
FAR_MM = 300.0
STICKER_MM = 12.0
FACES = {Symbol.BULLSEYE: (1, 2), Symbol.AXE: (3, 4), Symbol.SHIELD: (5, 6)}


def turned(axis, angle_rad):
    return cv2.Rodrigues(np.asarray(axis, float) * angle_rad)[0]


def project(points_mm, lean_rad):
    """Places on a table that leans away from the camera by an angle, as pixels."""
    seen = np.asarray(points_mm, float) @ turned((1, 0, 0), lean_rad).T + (0, 0, FAR_MM)
    return (seen[:, :2] / seen[:, 2:] * FOCAL_PX + (np.array(SIZE) - 1) / 2).astype(np.float32)


def laid(image, face, place_mm, angle_rad, lean_rad=0.0, tilt=None):
    """Lays a sticker of pips (and perhaps a die's number) on a picture."""
    side = 240
    paper = np.rint(drawn(sticker_shapes(*face), side) * 190 + 30).astype(np.uint8)
    half = STICKER_MM / 2
    own = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    corners = own @ turned((0, 0, 1), angle_rad).T
    if tilt is not None:
        corners = corners @ turned(*tilt).T
    home = cv2.getPerspectiveTransform(
        np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5,
        project(corners + np.array((*place_mm, 0)), lean_rad),
    )
    big = cv2.warpPerspective(paper, home, SIZE, flags=cv2.INTER_AREA)
    there = cv2.warpPerspective(np.full_like(paper, 255), home, SIZE)
    np.copyto(image, big, where=there > 127)


def seen(image):
    noise = np.random.default_rng(5).normal(0, 2.0, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.9) + noise, 0, 255).astype(np.uint8)


def table():
    return np.full(SIZE[::-1], 90, np.uint8)


@pytest.mark.parametrize("coded", [False, True])
def test_every_face_is_read_whichever_way_it_lies(coded):
    image = table()
    for pips in range(1, 7):
        place = (-70 + 45 * ((pips - 1) % 3) + 10, -30 + 50 * ((pips - 1) // 3))
        laid(image, (pips, 3 * pips if coded else None), place, 0.7 * pips, lean_rad=0.25)
    reading = read_dice(seen(image), dice_set("symbols-coded" if coded else "symbols"))
    assert not reading.unread
    told = sorted((die.face, die.pips, die.die) for die in reading.dice)
    wanted = [
        (str(symbol_of(pips)), pips if coded else None, f"die-{3 * pips:02d}" if coded else None)
        for pips in range(1, 7)
    ]
    assert told == sorted(wanted)
    assert all(die.confidence > 0.98 for die in reading.dice)


def test_coded_stickers_of_a_set_of_kinds_tell_the_kind_and_what_it_means_by_the_face():
    """Dice 1, 3, 5 … are of the first kind and 2, 4, 6 … of the second, each with drawings of its own."""
    star, sword, arrow, empty = Symbol.STAR, Symbol.SWORD, Symbol.ARROW, Symbol.EMPTY
    hot = DieKind("red", tuple("aabbcd"), (star, star, sword, sword, arrow, empty))
    cold = DieKind("blue", tuple("eefffg"), (empty, empty, arrow, arrow, arrow, sword))
    kinds = DiceSet("two", Marks.CODED, kinds={"hot": hot, "cold": cold})
    image = table()
    for pips in range(1, 7):
        die = 3 + pips
        kind = (cold, hot)[die % 2]
        place = (-60 + 45 * ((pips - 1) % 3), -30 + 50 * ((pips - 1) // 3))
        laid(image, (pips, die, kind.drawn[pips - 1]), place, 0.7 * pips, lean_rad=0.25)
    reading = read_dice(seen(image), kinds)
    assert not reading.unread
    told = {die.die: (die.kind, die.pips, die.face) for die in reading.dice}
    assert told == {
        f"die-{3 + pips:02d}": (
            ("cold", pips, cold.faces[pips - 1]) if pips % 2 else ("hot", pips, hot.faces[pips - 1])
        )
        for pips in range(1, 7)
    }


def test_corners_are_told_from_the_prints_upper_left_clockwise():
    image = table()
    laid(image, (3, None), (0.0, 0.0), 0.5)
    (die,) = read_dice(seen(image), dice_set("symbols")).dice
    half = STICKER_MM / 2
    own = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
    wanted = project(own @ turned((0, 0, 1), 0.5).T, 0.0)
    assert np.abs(np.array(die.outline_px) - wanted).max() < 0.7
    assert die.side_px == pytest.approx(STICKER_MM / FAR_MM * FOCAL_PX, abs=0.6)


def test_a_die_that_leans_among_level_ones_is_told_as_cocked():
    image = table()
    for place in ((-60, -30), (-10, 35), (60, -20)):
        laid(image, (2, None), place, 0.3 * place[0])
    laid(image, (5, None), (50, 40), 0.4, tilt=((1, 0, 0), np.deg2rad(20)))
    reading = read_dice(seen(image), dice_set("symbols"))
    assert [die.face for die in reading.dice] == ["bullseye"] * 3
    assert [die.why for die in reading.unread] == [UnreadReason.COCKED]


def test_a_sticker_that_is_partly_covered_is_not_read():
    image = table()
    laid(image, (6, None), (0.0, 0.0), 0.2)
    image[:, 485:] = 90
    assert not read_dice(seen(image), dice_set("symbols")).dice


def test_only_dice_within_the_polygon_count():
    image = table()
    laid(image, (1, None), (-60.0, 0.0), 0.2)
    laid(image, (3, None), (60.0, 0.0), 0.2)
    left = ((0.0, 0.0), (480.0, 0.0), (480.0, 720.0), (0.0, 720.0))
    assert [die.face for die in read_dice(seen(image), dice_set("symbols"), left).dice] == ["bullseye"]


@pytest.mark.parametrize("name", ["symbols", "symbols-coded"])
def test_nothing_is_found_where_no_die_is(name):
    image = np.random.default_rng(3).integers(0, 255, (45, 60), dtype=np.uint8)
    reading = read_dice(cv2.resize(image, SIZE, interpolation=cv2.INTER_NEAREST), dice_set(name))
    assert (reading.dice, reading.unread) == ((), ())


@given(st.integers(1, MAX_DICE), st.integers(1, 6))
def test_codes_name_one_die_and_one_face(die, pips):
    assert die_and_pips(code_of(die, pips)) == (die, pips)


def test_no_die_code_is_a_code_of_the_tray_or_of_the_calibration_board():
    codes = {code_of(die, pips) for die in range(1, MAX_DICE + 1) for pips in range(1, 7)}
    assert len(codes) == 6 * MAX_DICE
    assert min(codes) == FIRST_CODE >= dictionary("DICT_5X5_100").count
    assert not codes & set(TRAY_CODES)
    assert max(codes | set(TRAY_CODES)) < dictionary(CODE_DICTIONARY).count
    assert all(die_and_pips(code) is None for code in (*TRAY_CODES, 0, FIRST_CODE - 1))


def test_a_standard_detector_reads_the_code_on_a_sticker():
    image = np.rint(drawn(sticker_shapes(4, 11), 400) * 255).astype(np.uint8)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, CODE_DICTIONARY)))
    assert [int(k) for k in np.ravel(detector.detectMarkers(image)[1])] == [code_of(11, 4)]


def test_symbols_stand_for_pairs_of_faces():
    assert {symbol: tuple(p for p in range(1, 7) if symbol_of(p) is symbol) for symbol in FACES} == FACES


def test_the_tray_is_found_by_its_four_tags():
    image = np.full(SIZE[::-1], 235, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, CODE_DICTIONARY))
    corners = ((100, 100), (800, 100), (800, 560), (100, 560))
    for code, (x, y) in zip(TRAY_CODES, corners, strict=True):
        image[y : y + 70, x : x + 70] = cv2.aruco.generateImageMarker(book, code, 70)
    found = find_tray(image)
    assert found is not None
    assert np.abs(np.array(found) - (np.array(corners) + 34.5)).max() < 1.0
    image[100:170, 100:170] = 235
    assert find_tray(image) is None


@settings(max_examples=25, deadline=None)
@given(st.floats(0.0, 0.5), st.floats(0.0, 6.28), st.integers(3, 8), st.integers(0, 10_000))
def test_the_level_of_squares_on_a_plane_is_found(lean_rad, side_rad, count, seed):
    rng = np.random.default_rng(seed)
    turn = turned((np.cos(side_rad), np.sin(side_rad), 0), lean_rad)
    squares = []
    for _ in range(count):
        angle, place = rng.uniform(0, 6.28), rng.uniform(-80, 80, 2)
        own = np.array([[-5, -5, 0], [5, -5, 0], [5, 5, 0], [-5, 5, 0]]) @ turned((0, 0, 1), angle).T
        points = (own + np.array((*place, 0))) @ turn.T + (0, 0, FAR_MM)
        squares.append(points[:, :2] / points[:, 2:] * FOCAL_PX + (np.array(SIZE) - 1) / 2)
    level = find_level(np.array(squares), np.ones(count), SIZE)
    assert level is not None
    assert (level.off < 0.5).all()
