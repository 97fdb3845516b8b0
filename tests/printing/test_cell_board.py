"""The mat with a board of cells: true to scale where the table file says it is, and refused where it does not fit."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from companion.cli import main
from companion.printing import CellBoardOptions, MatOptions, Paper, PrintingError, print_cell_board, print_mat
from companion.printing.prints import _sheet
from companion.printing.sheets.mat_tiles import tiles
from companion.texts import Language, say
from vision.table_file import format_table, parse_table, read_table

HEX = ["--kind", "hex", "--pitch-mm", "60", "--rings", "4"]


def command(out, *more):
    return main(["print", "board", "--out", str(out), *more])


def refused(capsys, out, *more):
    try:
        code = command(out, *more)
    except SystemExit as ended:
        code = ended.code
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def darkest(page, at_mm):
    column, row = np.round(page.to_px(at_mm)).astype(int)
    return int(page.pixels[row - 1 : row + 2, column - 1 : column + 2].min())


@pytest.mark.parametrize(
    ("more", "count"),
    [(HEX, 61), (["--kind", "square", "--pitch-mm", "50", "--columns", "12", "--rows", "12", "--paper", "a3"], 144)],
)
def test_on_each_sheet_the_cells_lie_from_its_tags_as_the_table_file_says(tmp_path, scan, more, count):
    assert command(tmp_path, *more) == 0
    table = read_table(tmp_path / "table.toml")
    assert len(table.grid.cells) == count
    known = {tag.id: np.array(tag.corners_mm()) for tag in table.mat.tags}
    paper = Paper.A3 if "a3" in more else Paper.A4
    parts = [
        tile.part for row in tiles(table.mat, _sheet(options(tmp_path, paper=paper), "board").content) for tile in row
    ]
    tagged = sides = 0
    for part, page in zip(parts, scan(tmp_path / "board.pdf", 150)[1:], strict=True):
        tags = page.tags()
        if not tags:
            continue
        tagged += 1
        apart = np.concatenate([corners - known[tag] for tag, corners in tags.items()])
        shift = apart.mean(axis=0)
        assert np.abs(apart - shift).max() < 0.2, "true to scale, upright"
        for cell in table.grid.cells:
            corners, middle = np.array(table.grid.corners_mm(cell)), np.array(table.grid.centre_mm(cell)) + shift
            low, high = corners.min(axis=0) - 0.5, corners.max(axis=0) + 0.5
            if (low < (part.left_mm, part.bottom_mm)).any() or (high > (part.right_mm, part.top_mm)).any():
                continue
            corners += shift
            for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
                sides += 1
                assert max(darkest(page, start + share * (end - start)) for share in np.linspace(0.0, 1.0, 9)) < 200
                # Half a millimetre aside there is paper, but where a seam or a cross passes.
                way = 0.75 * (middle - (start + end) / 2) / np.linalg.norm(middle - (start + end) / 2)
                white = [darkest(page, start + share * (end - start) + way) > 230 for share in np.linspace(0.2, 0.8, 9)]
                assert np.mean(white) > 0.5
    assert tagged >= 4
    assert sides > 40


def test_every_cell_has_its_coordinates_on_some_sheet(tmp_path, words):
    assert (
        command(tmp_path, "--kind", "hex", "--pitch-mm", "45", "--columns", "11", "--rows", "12", "--language", "uk")
        == 0
    )
    grid = read_table(tmp_path / "table.toml").grid
    first, *sheets = words(tmp_path / "board.pdf")
    text = " ".join(" ".join(word[0] for word in page) for page in sheets)
    found = {(int(q), int(r)) for q, r in re.findall(r"(-?\d+), (-?\d+)", text)}
    assert found == set(grid.cells)
    assert len(grid.cells) == 132
    told = {word[0] for word in first}
    for key in ("board.title", "board.advice", "board.cells", "mat.full.step_1"):
        assert set(say(Language.UKRAINIAN, f"printing.{key}").split()) <= told


def test_pages_have_the_line_of_100_mm_and_keep_their_margins(tmp_path, scan):
    for language in ("ru", "uk"):
        assert command(tmp_path / language, *HEX, "--paper", "letter", "--language", language) == 0
    for page in scan(tmp_path / "ru" / "board.pdf", 50):
        edge = int(7.7 * 50 / 25.4)
        assert (page.pixels < 255).sum() == (page.pixels[edge:-edge, edge:-edge] < 255).sum()
    px = 600 / 25.4
    for page in scan(
        tmp_path / "uk" / "board.pdf", 600, (round(7 * px), round((279.4 - 12) * px), round(102 * px), round(4 * px))
    ):
        ink = 1.0 - page.pixels / 255.0
        assert ink.sum(axis=1)[(ink > 0.9).sum(axis=1).argmax()] / px == pytest.approx(100.0, abs=0.05)


@pytest.mark.parametrize(
    ("form", "width", "height"),
    [
        (["--kind", "hex", "--rings", "6"], 13.0, 6 * math.sqrt(3) + 2 / math.sqrt(3)),
        (["--kind", "hex", "--rings", "0"], 1.0, 2 / math.sqrt(3)),
        (["--kind", "square", "--columns", "9", "--rows", "16"], 9.0, 16.0),
        (["--kind", "hex", "--columns", "3", "--rows", "8"], 3.5, 7 * math.sqrt(3) / 2 + 2 / math.sqrt(3)),
    ],
)
def test_a_board_that_does_not_fit_is_refused_with_the_largest_pitch_that_would(tmp_path, capsys, form, width, height):
    most_mm = 600.0 / max(width, height)
    told = re.search(
        r"largest pitch that would is ([\d.]+) mm", refused(capsys, tmp_path, *form, "--pitch-mm", f"{most_mm + 0.01}")
    )
    assert not list(tmp_path.iterdir())
    assert most_mm - 0.1 < float(told[1]) <= most_mm

    assert command(tmp_path, *form, "--pitch-mm", told[1]) == 0

    grid = read_table(tmp_path / "table.toml").grid
    corners = np.array([corner for cell in grid.cells for corner in grid.corners_mm(cell)])
    assert corners.min() >= -1e-6
    assert corners.max() <= 600.0 + 1e-6
    assert (corners.min(axis=0) + corners.max(axis=0)) / 2 == pytest.approx([300.0, 300.0]), "in the middle of the mat"


@pytest.mark.parametrize(
    ("more", "part"),
    [
        (["--kind", "square", "--pitch-mm", "40", "--rings", "3"], "rings are of hexes"),
        (["--kind", "hex", "--pitch-mm", "40"], "--rings N, or --columns C with --rows R"),
        (["--kind", "hex", "--pitch-mm", "40", "--rows", "3"], "--rings N, or --columns C with --rows R"),
        (["--kind", "hex", "--pitch-mm", "40", "--rings", "2", "--columns", "3", "--rows", "3"], "--rings N, or"),
        (["--kind", "hex", "--pitch-mm", "40", "--rings", "-1"], "0 rings"),
        (["--kind", "square", "--pitch-mm", "40", "--columns", "0", "--rows", "3"], "1 columns"),
        (["--kind", "square", "--pitch-mm", "40", "--columns", "4", "--rows", "-3"], "1 rows"),
        (["--kind", "square", "--pitch-mm", "40", "--columns", "90000000", "--rows", "90000000"], "5000 cells"),
        (["--kind", "hex", "--pitch-mm", "40", "--rings", "1000000000"], "5000 cells"),
        (["--kind", "hex", "--pitch-mm", "0", "--rings", "2"], "above 1"),
        (["--kind", "hex", "--pitch-mm", "nan", "--rings", "2"], "above 1"),
        (["--kind", "hex", "--pitch-mm", "inf", "--rings", "2"], "above 1"),
        (["--kind", "hex", "--pitch-mm", "wide", "--rings", "2"], "--pitch-mm"),
        (["--kind", "square", "--pitch-mm", "2", "--columns", "1000", "--rows", "5"], "take fewer cells"),
        (["--pitch-mm", "40", "--rings", "2"], "--kind"),
    ],
)
def test_what_is_no_board_is_refused_in_one_sentence_and_nothing_is_written(tmp_path, capsys, more, part):
    assert part in refused(capsys, tmp_path, *more)
    assert not list(tmp_path.iterdir())


def options(out, **more):
    return CellBoardOptions(out=out, **({"kind": "hex", "pitch_mm": 60.0, "rings": 2} | more))


def test_another_board_in_the_file_is_kept_unless_asked_for(tmp_path):
    _, file = print_mat(MatOptions(out=tmp_path))
    assert read_table(file).grid is None
    print_cell_board(options(tmp_path))
    written = file.read_bytes()
    print_cell_board(options(tmp_path))
    assert file.read_bytes() == written, "the same once more changes nothing"
    with pytest.raises(PrintingError, match=r"another board of cells.*--replace"):
        print_cell_board(options(tmp_path, pitch_mm=50.0))
    assert file.read_bytes() == written
    print_cell_board(options(tmp_path, pitch_mm=50.0, replace=True))
    assert read_table(file).grid.pitch_mm == 50.0
    print_mat(MatOptions(out=tmp_path))
    assert read_table(file).grid.pitch_mm == 50.0, "whoever prints something else keeps the board"


def test_a_mat_that_is_too_small_for_the_board_in_the_file_is_refused(tmp_path):
    _, file = print_cell_board(options(tmp_path))
    table = read_table(file)
    large = replace(table, mat=replace(table.mat, width_mm=900.0), grid=replace(table.grid, origin_mm=(780.0, 300.0)))
    file.write_text(format_table(large), encoding="utf-8")
    assert parse_table(file.read_text(encoding="utf-8"), "t") == large
    with pytest.raises(PrintingError, match=r"take \[grid\] out"):
        print_mat(MatOptions(out=tmp_path, replace=True))
    print_cell_board(options(tmp_path, replace=True))
    assert read_table(file) == table
