"""What comes out of the printer, measured on pictures of the pages."""

import cv2
import numpy as np
import pytest

from companion.games.signum import RANGES_MM, Edition
from companion.printing import (
    BaseOptions,
    BoardOptions,
    DiceOptions,
    MatForm,
    MatOptions,
    Paper,
    RulerOptions,
    print_bases,
    print_calibration,
    print_dice,
    print_mat,
    print_rulers,
)
from companion.texts import Language, say
from vision.calibration.board import load_board

MARGIN_MM = 8.0
LYING = {"calibration", "dice-tray", "rulers"}
STEMS = ["bases", "calibration", "dice-12-coded", "dice-tray", "mat-full", "mat-tags", "rulers", "terrain"]
TERRAIN = ("wood", "rocks", "ruins", "pond")


def every_sheet(out, paper=Paper.A4, language=Language.ENGLISH, edition=Edition.EN):
    same = {"out": out, "paper": paper, "language": language}
    files = (
        *print_mat(MatOptions(**same)),
        *print_mat(MatOptions(form=MatForm.FULL, **same)),
        *print_bases(BaseOptions(chosen={"edition": (edition,)}, **same)),
        *print_bases(BaseOptions(terrain=TERRAIN, **same)),
        *print_calibration(BoardOptions(**same)),
        *print_rulers(RulerOptions(chosen={"edition": (edition,)}, **same)),
        *print_dice(DiceOptions(coded=True, **same)),
    )
    return sorted({file for file in files if file.suffix == ".pdf"})


def line_mm(page):
    """Length of the longest dark line in a strip, with grey pixels counted by their share of ink."""
    ink = 1.0 - page.pixels / 255.0
    return ink.sum(axis=1)[(ink > 0.9).sum(axis=1).argmax()] * 25.4 / page.dpi


@pytest.mark.parametrize("paper", Paper)
def test_the_line_on_every_page_is_100_mm_long(tmp_path, scan, paper):
    sheets = every_sheet(tmp_path, paper)
    assert [sheet.stem for sheet in sheets] == STEMS
    for sheet in sheets:
        pages = scan(sheet, 600, _lower_left_px(sheet, paper))
        assert pages
        for page in pages:
            assert line_mm(page) == pytest.approx(100.0, abs=0.05), sheet


def _lower_left_px(sheet, paper):
    height_mm = paper.page(landscape=sheet.stem in LYING).height_mm
    px = 600 / 25.4
    return round((MARGIN_MM - 1) * px), round((height_mm - MARGIN_MM - 4) * px), round(102 * px), round(4 * px)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("language", Language)
def test_nothing_is_printed_in_the_margins(tmp_path, scan, paper, edition, language):
    for sheet in every_sheet(tmp_path, paper, language, edition):
        # The other sheets are the same in all editions.
        if edition is not Edition.EN and sheet.stem not in {"bases", "rulers"}:
            continue
        for page in scan(sheet, 50):
            edge = int((MARGIN_MM - 0.3) * 50 / 25.4)
            inside = page.pixels[edge:-edge, edge:-edge]
            assert inside.min() < 128
            assert (page.pixels < 255).sum() == (inside < 255).sum(), (sheet, paper)


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", Language)
def test_no_word_covers_another_nor_leaves_the_page(tmp_path, words, paper, language):
    for sheet in every_sheet(tmp_path, paper, language):
        # What a tile of the mat cuts off is still text to poppler, so there only the frame of the page is looked at.
        for page in words(sheet):
            seen = [word for word in page if sheet.stem != "mat-full" or word[4] < MARGIN_MM + 6.0]
            landscape = sheet.stem in LYING
            size = paper.page(landscape=landscape)
            for number, (text, left, bottom, right, top) in enumerate(seen):
                assert min(left, bottom) > MARGIN_MM - 1.0, (sheet, text)
                assert right < size.width_mm - MARGIN_MM + 1.0, (sheet, text)
                assert top < size.height_mm - MARGIN_MM + 1.0, (sheet, text)
                for other, left_2, bottom_2, right_2, top_2 in seen[:number]:
                    # Boxes take in the room above and below letters, so neighbouring lines may touch a little.
                    wide = min(right, right_2) - max(left, left_2)
                    high = min(top, top_2) - max(bottom, bottom_2)
                    assert wide < 0.2 or high < 1.0, (sheet, text, other)


@pytest.mark.parametrize("language", Language)
def test_every_page_says_what_it_is_and_how_to_check_it_in_the_readers_language(tmp_path, words, language):
    names = {"bases": "bases", "calibration": "calibration", "mat-full": "mat.full", "mat-tags": "mat.tags"}
    names |= {"dice-12-coded": "dice", "dice-tray": "dice.tray"}
    for sheet in every_sheet(tmp_path, language=language):
        name = names.get(sheet.stem, sheet.stem)
        wanted = say(language, f"printing.{name}.title"), say(language, f"printing.{name}.advice")
        pages = words(sheet)
        for number, page in enumerate(pages, start=1):
            written = [word[0] for word in page]
            for text in (*wanted, say(language, "printing.check_line"), f"{number} / {len(pages)}"):
                assert set(text.split()) <= set(written), (sheet, number, text)
    shown = {word[0] for sheet in tmp_path.glob("*.pdf") for page in words(sheet) for word in page}
    printed = ("terrain.impassable", "place.middle_left", "mat.side_two", "ruler.medium")
    for key in ("mat.terrain.wood", *(f"printing.{each}" for each in printed)):
        assert set(say(language, key).split()) <= shown


def test_rulers_are_as_long_as_their_ranges(tmp_path, scan):
    (sheet,) = print_rulers(RulerOptions(out=tmp_path))
    pages = scan(sheet, 300)
    lengths = dict.fromkeys(RANGES_MM, 0.0)
    for page in pages:
        for left, bottom, right, top in _pieces_mm(page):
            for name, length in RANGES_MM.items():
                if abs(top - bottom - 22.0) < 0.5 and abs(right - left - length) < 0.5:
                    lengths[name] = right - left
    assert lengths == pytest.approx(RANGES_MM, abs=0.1)


def test_gauges_reach_their_range_from_the_rim_of_every_base(tmp_path, scan):
    """Along the middle of a gauge, from the hollow end to the round one."""
    (sheet,) = print_rulers(RulerOptions(out=tmp_path, chosen={"edition": (Edition.RU_WEB,)}))
    found = []
    for page in scan(sheet, 600):
        for left, bottom, right, top in _pieces_mm(page):
            if top - bottom < 30.0:
                continue
            row = round(page.to_px((0.0, (bottom + top) / 2))[1])
            outside = _outside(page)[
                row, round(page.to_px((left, 0.0))[0]) - 3 : round(page.to_px((right, 0.0))[0]) + 4
            ]
            found.append((~outside).sum() * 25.4 / page.dpi)
    # The cut lines, 0.15 mm wide, stand half outside at either end.
    assert sorted(found) == pytest.approx([80.15] * 3 + [100.15] * 3, abs=0.1)


@pytest.mark.parametrize("paper", Paper)
def test_the_board_is_the_one_that_calibration_looks_for(tmp_path, scan, paper):
    (sheet,) = print_calibration(BoardOptions(out=tmp_path, paper=paper))
    (page,) = scan(sheet, 300)
    board = load_board()
    corners, ids, markers, marker_ids = cv2.aruco.CharucoDetector(board.to_opencv()).detectBoard(page.pixels)
    assert sorted(ids.ravel()) == list(range(board.corner_count))
    assert sorted(marker_ids.ravel()) == list(range(35))
    found = page.to_mm(corners.reshape(-1, 2))
    wanted = board.corners_mm()[ids.ravel()] * (1.0, -1.0)
    apart = found - wanted
    assert np.abs(apart - apart.mean(axis=0)).max() < 0.1
    left, top = apart.mean(axis=0)
    assert left > MARGIN_MM
    assert top < page.height_mm - MARGIN_MM - 9.0
    assert top - board.size_mm[1] > MARGIN_MM + 6.0
    for marker in markers:
        sides = page.to_mm(marker.reshape(4, 2))
        assert np.linalg.norm(sides[0] - sides[1]) == pytest.approx(board.marker_mm, abs=0.2)


def _outside(page):
    """The paper around the pieces: white that is joined to the page's corner."""
    free = (page.pixels > 200).astype(np.uint8)
    _, labels = cv2.connectedComponents(free, connectivity=4)
    return labels == labels[0, 0]


def _pieces_mm(page):
    """Boxes (left, bottom, right, top) of everything larger than writing, from the middle of its outline."""
    inside = (~_outside(page)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
    boxes = []
    for left, top, width, height, _ in stats[1:count]:
        if min(width, height) > 15.0 * page.dpi / 25.4:
            corner, opposite = page.to_mm([(left - 0.5, top + height - 0.5), (left + width - 0.5, top - 0.5)])
            half = 0.15 / 2
            boxes.append((corner[0] + half, corner[1] + half, opposite[0] - half, opposite[1] - half))
    return boxes
