"""Stickers for dice and the tray sheet, measured on pictures of the pages."""

import cv2
import numpy as np
import pytest

from companion.printing import DiceOptions, Paper, PrintingError, print_dice
from companion.referee.dice.kinds import dice_of
from companion.texts import Language
from vision.dice import read_dice
from vision.dice.stickers.faces import (
    CODE_DICTIONARY,
    CODE_EDGE,
    FRAME_OUTER,
    TRAY_CODES,
    code_of,
    drawn,
    sticker_shapes,
)
from vision.dice.tray.sheet import find_tray

DPI = 600


def frames_mm(page):
    """Edges of the black frames on a page, mm, from their outlines."""
    _, dark = cv2.threshold(page.pixels, 128, 255, cv2.THRESH_BINARY_INV)
    outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    boxes = [cv2.boundingRect(outline) for outline in outlines]
    return sorted(
        (max(w, h) * 25.4 / page.dpi, x, y, w) for x, y, w, h in boxes if abs(w - h) <= 2 and w * 25.4 / page.dpi > 8
    )


@pytest.mark.parametrize("size_mm", [12.0, 16.0])
@pytest.mark.parametrize("coded", [False, True])
def test_stickers_have_their_true_size_and_are_what_the_reader_looks_for(tmp_path, scan, size_mm, coded):
    path, _ = print_dice(DiceOptions(out=tmp_path, size_mm=size_mm, dice=3, coded=coded, first=5))
    (page,) = scan(path, DPI)
    frames = frames_mm(page)
    assert len(frames) == 18
    assert [edge for edge, *_ in frames] == pytest.approx([2 * FRAME_OUTER * size_mm] * 18, abs=0.06)
    side = round(2 * FRAME_OUTER * size_mm * DPI / 25.4)
    margin = round((0.5 - FRAME_OUTER) * size_mm * DPI / 25.4) - 4
    wanted = {
        (die, pips): drawn(sticker_shapes(pips, die if coded else None), round(size_mm * DPI / 25.4))
        for die in ((5, 6, 7) if coded else (5,))
        for pips in range(1, 7)
    }
    found = set()
    for _, x, y, _ in frames:
        seen = page.pixels[y - margin : y + side + margin, x - margin : x + side + margin] / 255.0
        off = {
            key: np.abs(cv2.resize(seen, (200, 200)) - cv2.resize(face[4:-4, 4:-4], (200, 200))).mean()
            for key, face in wanted.items()
        }
        best = min(off, key=off.get)
        assert off[best] < 0.05
        found.add(best)
    assert found == set(wanted)


def test_codes_name_the_dice_that_were_asked_for(tmp_path, scan):
    path, _ = print_dice(DiceOptions(out=tmp_path, size_mm=16.0, dice=4, coded=True, first=21))
    (page,) = scan(path, DPI)
    tags = page.tags(CODE_DICTIONARY)
    assert set(tags) == {code_of(die, pips) for die in range(21, 25) for pips in range(1, 7)}
    for corners in tags.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides == pytest.approx([16.0 * CODE_EDGE] * 4, abs=0.1)
    assert not page.tags()


@pytest.mark.parametrize("paper", Paper)
def test_the_tray_sheet_has_its_tags_in_the_corners(tmp_path, scan, paper):
    _, path = print_dice(DiceOptions(out=tmp_path, paper=paper))
    (page,) = scan(path, 200)
    tags = page.tags(CODE_DICTIONARY)
    assert set(tags) == set(TRAY_CODES)
    for corners in tags.values():
        sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert sides == pytest.approx([15.0] * 4, abs=0.1)
    (x_0, y_0), (x_1, y_1), (x_2, y_2), (x_3, y_3) = (tags[code].mean(axis=0) for code in TRAY_CODES)
    assert [x_0, x_1, y_0, y_2] == pytest.approx([x_3, x_2, y_1, y_3], abs=0.1)
    assert x_0 < x_1
    assert y_3 < y_0
    assert find_tray(page.pixels) is not None


def test_stickers_of_a_game_with_several_kinds_carry_codes_and_what_the_game_means(tmp_path, scan):
    """The reader reads every sticker of the printed page as the face that its kind of die has there."""
    kinds = dice_of("warseer")
    path, _ = print_dice(DiceOptions(out=tmp_path, game="warseer", dice=6))
    (page,) = scan(path, 200)
    found = {(die.kind, die.pips): die.face for die in read_dice(page.pixels, kinds).dice}
    assert found == {(name, pips): kind.faces[pips - 1] for name, kind in kinds.kinds.items() for pips in range(1, 7)}


def test_many_dice_go_on_several_pages(tmp_path, scan):
    path, _ = print_dice(DiceOptions(out=tmp_path, size_mm=16.0, dice=24, coded=True, language=Language.UKRAINIAN))
    assert sum(len(frames_mm(page)) for page in scan(path, DPI)) == 24 * 6


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size_mm": 13.0}, "12 or 16 mm"),
        ({"dice": 0}, "dice can be printed"),
        ({"first": 0}, "numbered from 1"),
        ({"coded": True, "dice": 2, "first": 24}, "codes for dice 1 to 24"),
    ],
)
def test_what_cannot_be_printed_is_refused(tmp_path, options, words):
    with pytest.raises(PrintingError, match=words):
        DiceOptions(out=tmp_path, **options)
