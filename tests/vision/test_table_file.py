import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import (
    BaseLayout,
    GridLayout,
    MatLayout,
    TableLayout,
    Tag,
    TerrainLayout,
    format_table,
    parse_table,
    read_table,
)
from vision.errors import TableFileError
from vision.table_file import cell_off_mat

MAT = """schema = 1
[mat]
width_mm = 600.0
height_mm = 500
dictionary = "DICT_4X4_50"
[[mat.tag]]
id = 0
size_mm = 30.0
centre_mm = [-22.0, -22.0]
[[mat.tag]]
id = 1
size_mm = 30.0
centre_mm = [622.0, -22.0]
angle_deg = 90.0
[[mat.tag]]
id = 2
size_mm = 30.0
centre_mm = [622.0, 622.0]
"""
BASE = """[[base]]
id = "greer"
radius_mm = 16.0
owner = "A"
[[base.tag]]
id = 10
size_mm = 12.0
offset_mm = [26.0, 0.0]
height_mm = 0.5
"""
WOOD = """[[terrain]]
id = "wood"
polygon_mm = [[-40, -30], [40, -30], [40, 30]]
blocks_sight = true
[[terrain.tag]]
id = 11
size_mm = 20.0
offset_mm = [0.0, 0.0]
"""
TRAP = """[[token]]
id = "trap-1"
radius_mm = 12.5
[[token.tag]]
id = 12
size_mm = 14.0
offset_mm = [0.0, 0.0]
height_mm = 1.0
"""
GRID = """[grid]
kind = "hex"
pitch_mm = 40
origin_mm = [300.0, 250]
turned_deg = 12.5
cells = [[0, 0], [1, 0], [-1, 2]]
"""


def test_a_table_says_what_stands_in_the_file():
    table = parse_table(MAT + BASE + WOOD, "table.toml")

    assert table.mat.width_mm == 600.0
    assert table.mat.height_mm == 500.0
    assert table.mat.placement_sigma_mm == 0.0
    assert table.mat.tags[1] == Tag(1, 30.0, 622.0, -22.0, math.pi / 2, 0.0)
    assert table.bases == (BaseLayout("greer", 16.0, (Tag(10, 12.0, 26.0, 0.0, 0.0, 0.5),), owner="A"),)
    assert table.terrain[0].blocks_sight
    assert not table.terrain[0].impassable
    assert table.terrain[0].polygon_mm[2] == (40.0, 30.0)


def test_a_table_says_which_tokens_it_has():
    table = parse_table(MAT + TRAP + BASE, "table.toml")

    greer, trap = table.bases
    assert trap == BaseLayout("trap-1", 12.5, (Tag(12, 14.0, 0.0, 0.0, 0.0, 1.0),), is_token=True)
    assert not greer.is_token
    assert format_table(table).count("[[token]]") == 1
    assert "token" not in format_table(parse_table(MAT + BASE, "table.toml"))
    for wrong, named in ((TRAP.replace("12.5", "0"), "token 'trap-1'"), (TRAP + "stealth = true\n", "stealth")):
        with pytest.raises(TableFileError, match=named):
            parse_table(MAT + wrong, "table.toml")
    with pytest.raises(TableFileError, match="greer"):
        parse_table(MAT + BASE + TRAP.replace("trap-1", "greer"), "table.toml")


def test_a_table_says_which_board_lies_on_the_mat():
    grid = parse_table(MAT + GRID + BASE, "table.toml").grid

    assert grid == GridLayout("hex", 40.0, (300.0, 250.0), 12.5, ((0, 0), (1, 0), (-1, 2)))
    assert parse_table(MAT + GRID.replace("turned_deg = 12.5\n", ""), "table.toml").grid.turned_deg == 0.0
    assert parse_table(MAT + BASE, "table.toml").grid is None


def test_a_file_without_a_board_is_written_as_before():
    layout = parse_table(MAT + BASE + WOOD, "table.toml")

    assert "grid" not in format_table(layout)
    assert format_table(replace(layout, grid=parse_table(MAT + GRID, "t").grid)).count("[grid]") == 1


def test_a_centre_on_the_edge_of_the_mat_is_on_the_mat():
    turned = GRID.replace("hex", "square").replace("12.5", "90").replace("40", "50")
    edge = turned[: turned.index("cells")] + "cells = [[5, 0], [-5, 0], [0, 6], [0, -6]]"  # of a mat of 600 × 500
    assert len(parse_table(MAT + edge, "t").grid.cells) == 4
    with pytest.raises(TableFileError, match=r"grid\.cells: .*\[0, 7\]"):
        parse_table(MAT + edge.replace("[0, 6]", "[0, 7]"), "t")


def with_cells(cells: str) -> str:
    return MAT + GRID[: GRID.index("cells")] + f"cells = {cells}\n"


FAULTS = {
    "a board of triangles": (MAT + GRID.replace("hex", "triangle"), "grid.kind"),
    "a board as a number": (MAT.replace("[mat]", "grid = 3\n[mat]"), "[grid]"),
    "a board without a kind": (MAT + GRID.replace('kind = "hex"\n', ""), "grid.kind"),
    "a pitch of nothing": (MAT + GRID.replace("40", "0"), "grid.pitch_mm"),
    "a negative pitch": (MAT + GRID.replace("40", "-40"), "grid.pitch_mm"),
    "a pitch that is none": (MAT + GRID.replace("40", "nan"), "grid.pitch_mm"),
    "a pitch too small for arithmetic": (MAT + GRID.replace("40", "5e-324"), "grid.pitch_mm"),
    "an origin with one number": (MAT + GRID.replace("[300.0, 250]", "[300.0]"), "grid.origin_mm"),
    "an origin beyond every table": (MAT + GRID.replace("[300.0, 250]", "[1e9, 0]"), "grid.origin_mm"),
    "a negative deviation": (MAT + GRID.replace("turned_deg", "sigma_mm = -0.1\nturned_deg"), "grid.sigma_mm"),
    "a turn as a text": (MAT + GRID.replace("12.5", '"12.5"'), "grid.turned_deg"),
    "a turn without end": (MAT + GRID.replace("12.5", "1e300"), "grid.turned_deg"),
    "an unknown key in the board": (MAT + GRID + "colour = 1\n", "grid.colour"),
    "no cells": (MAT + GRID[: GRID.index("cells")], "grid.cells"),
    "an empty board": (with_cells("[]"), "grid.cells"),
    "cells as a number": (with_cells("3"), "grid.cells"),
    "a cell as a number": (with_cells("[3]"), "grid.cells"),
    "a cell with three coordinates": (with_cells("[[0, 0, 0]]"), "grid.cells"),
    "half a cell": (with_cells("[[0.5, 0]]"), "grid.cells"),
    "a cell that is true": (with_cells("[[true, 0]]"), "grid.cells"),
    "a cell far away": (with_cells(f"[[1{'0' * 30}, 0]]"), "grid.cells"),
    "a cell of four hundred digits": (with_cells(f"[[1{'0' * 400}, 0]]"), "grid.cells"),
    "a cell twice": (with_cells("[[0, 0], [1, 0], [0, 0]]"), "grid.cells"),
    "a cell beside the mat": (with_cells("[[0, 0], [0, 9]]"), "grid.cells"),
    "more cells than any board has": (with_cells(f"[{', '.join(f'[{n}, 0]' for n in range(5001))}]"), "grid.cells"),
    "not TOML": ("schema = ", "not TOML"),
    "no schema": (MAT.replace("schema = 1\n", ""), "no table file, as `companion print mat` makes one"),
    "a schema of the future": (MAT.replace("schema = 1", "schema = 2"), "schema"),
    "no mat": ("schema = 1\n", "mat"),
    "an unknown key": (MAT + "colour = 1\n", "colour"),
    "an unknown key at the top": ("colour = 1\n" + MAT, "colour"),
    "an unknown key in a base": (MAT + BASE.replace('owner = "A"', "size = 3"), "base 'greer'.size"),
    "a text for a number": (MAT.replace("width_mm = 600.0", 'width_mm = "600"'), "mat.width_mm"),
    "a number that is none": (MAT.replace("width_mm = 600.0", "width_mm = nan"), "mat.width_mm"),
    "a size of nothing": (MAT.replace("height_mm = 500", "height_mm = 0"), "mat.height_mm"),
    "a negative tag": (MAT.replace("size_mm = 30.0", "size_mm = -1.0", 1), "mat.tag 1.size_mm"),
    "a missing key": (MAT.replace("centre_mm = [-22.0, -22.0]\n", ""), "mat.tag 1.centre_mm"),
    "a point with three coordinates": (MAT.replace("[-22.0, -22.0]", "[1, 2, 3]"), "mat.tag 1.centre_mm"),
    "an unknown dictionary": (MAT.replace("4X4_50", "9X9"), "mat.dictionary"),
    "a tag the dictionary lacks": (MAT + BASE.replace("id = 10", "id = 50"), "base 'greer'.tag 1.id"),
    "a tag twice": (MAT + BASE.replace("id = 10", "id = 2"), "base 'greer'.tag 1.id"),
    "a name twice": (MAT + BASE + WOOD.replace('"wood"', '"greer"'), "terrain 1.id"),
    "too few mat tags": (MAT[: MAT.rindex("[[mat.tag]]")], "mat.tag"),
    "a base without a tag": (MAT + BASE[: BASE.index("[[base.tag]]")], "base 'greer'.tag"),
    "a flag that is no flag": (MAT + BASE.replace('owner = "A"', "stealth = 1"), "base 'greer'.stealth"),
    "terrain with two corners": (MAT + WOOD.replace(", [40, 30]]", "]"), "terrain 'wood'.polygon_mm"),
    "a height below the mat": (MAT + BASE.replace("0.5", "-0.5"), "base 'greer'.tag 1.height_mm"),
    "a number of four hundred digits": (MAT.replace("width_mm = 600.0", f"width_mm = 1{'0' * 400}"), "mat.width_mm"),
    "a number of five thousand digits": (MAT.replace("= 600.0", f"= 1{'0' * 5000}"), "not TOML"),
    "a mat as large as the sky": (MAT.replace("width_mm = 600.0", "width_mm = 1e300"), "mat.width_mm"),
    "a tag beyond every table": (MAT.replace("[-22.0, -22.0]", "[1e9, 0]"), "mat.tag 1.centre_mm"),
    "a tag too small for any camera": (MAT.replace("size_mm = 30.0", "size_mm = 1e-6", 1), "mat.tag 1.size_mm"),
    "a base as large as a town": (MAT + BASE.replace("16.0", "1e7"), "base 'greer'.radius_mm"),
    "lists too deep in one another": (f"schema = 1\nmat = {'[' * 9999}", "deep"),
    "a base as a number": (MAT.replace("[mat]", "base = 3\n[mat]"), "base"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_sentence_that_names_file_and_key(fault):
    text, key = FAULTS[fault]

    with pytest.raises(TableFileError) as raised:
        parse_table(text, "our.toml")

    assert str(raised.value).startswith("our.toml: ")
    assert key in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_text_may_begin_with_a_mark_and_end_its_lines_as_on_windows(tmp_path: Path):
    (tmp_path / "table.toml").write_bytes(("\ufeff" + (MAT + BASE).replace("\n", "\r\n")).encode())

    assert read_table(tmp_path / "table.toml") == parse_table(MAT + BASE, "table.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(TableFileError, match="no such file"):
        read_table(tmp_path / "none.toml")


def test_a_file_that_is_no_text_is_named(tmp_path: Path):
    picture = tmp_path / "picture.toml"
    picture.write_bytes(b"\xff\xd8\xff\xe0")

    with pytest.raises(TableFileError, match="not a text file"):
        read_table(picture)


lengths = st.floats(0.125, 5000.0, allow_nan=False)
offsets = st.floats(-5000.0, 5000.0, allow_nan=False)
names = st.text(min_size=1, max_size=12).filter(lambda name: bool(name.strip()))


@st.composite
def grids(draw, mat):
    """A board of one of its cells about the middle of the mat, and others if they lie on it."""
    grid = GridLayout(
        draw(st.sampled_from(("hex", "square"))),
        draw(st.floats(1.125, 5000.0)),
        (mat.width_mm / 2, mat.height_mm / 2),
        draw(st.floats(-360.0, 360.0)),
        ((0, 0),),
        draw(st.floats(0.0, 10.0)),
    )
    others = draw(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), unique=True, max_size=30))
    cells = [cell for cell in others if cell != (0, 0) and cell_off_mat(replace(grid, cells=(cell,)), mat) is None]
    return replace(grid, cells=((0, 0), *cells))


@st.composite
def tables(draw):
    ids = iter(draw(st.permutations(range(100))))

    def tags(least: int) -> tuple[Tag, ...]:
        return tuple(
            Tag(
                next(ids),
                draw(lengths),
                draw(offsets),
                draw(offsets),
                math.radians(draw(st.integers(-3600, 3600)) / 10),
                draw(st.floats(0.0, 50.0)),
            )
            for _ in range(draw(st.integers(least, least + 2)))
        )

    labels = iter(draw(st.lists(names, min_size=7, max_size=7, unique=True)))
    bases = [
        BaseLayout(next(labels), draw(lengths), tags(1), draw(st.none() | names), draw(st.booleans()))
        for _ in range(draw(st.integers(0, 3)))
    ]
    bases += [
        BaseLayout(next(labels), draw(lengths), tags(1), draw(st.none() | names), is_token=True)
        for _ in range(draw(st.integers(0, 2)))
    ]
    terrain = [
        TerrainLayout(
            next(labels),
            tuple(draw(st.lists(st.tuples(offsets, offsets), min_size=3, max_size=6))),
            tags(1),
            *(draw(st.booleans()) for _ in range(4)),
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    mat = MatLayout(draw(lengths), draw(lengths), "DICT_4X4_100", tags(3), draw(st.floats(0.0, 1.0)))
    return TableLayout(mat, tuple(bases), tuple(terrain), draw(st.none() | grids(mat)))


@given(tables())
def test_a_table_that_is_written_is_read_back(table: TableLayout):
    assert parse_table(format_table(table), "table.toml") == table
