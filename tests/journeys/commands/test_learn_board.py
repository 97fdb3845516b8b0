"""A board that somebody bought, laid askew on the mat, is learned from a picture by the command itself."""

import json
import math
import re
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision import GridLayout, find_tags, format_table, read_table
from vision.simulation import SimulatedTable, simulated_table
from vision.simulation.scene.script import PiecePose

SIZE = (1280, 720)
PLACES_MM = 0.5
"""What the eyes may be off with bases under a simulated camera whose lens is estimated, with room to spare."""
HAND_MM = 0.6
OFF_MM = {
    "greer": (0.4, -0.3),
    "wren": (-0.5, 0.2),
    "severus": (0.3, 0.3),
    "cordelia": (-0.1, -0.5),
    "vesper": (0.0, 0.2),
}
"""How a hand puts bases into the middle of a cell, each less than HAND_MM off."""
HEX_CELLS = {"greer": (-3, 1), "wren": (3, -2), "severus": (-1, 4), "cordelia": (1, 1), "vesper": (-3, 4)}
SQUARE_CELLS = {"greer": (0, 0), "wren": (5, 1), "severus": (1, 5), "cordelia": (4, 4), "vesper": (2, 3)}


def photographed(folder, grid, cells, name="picture.png"):
    """A picture of bases in cells of a board, which is printed on the mat."""
    table = simulated_table("board", size=SIZE)
    start = []
    for base in table.layout.bases:
        x_mm, y_mm = grid.centre_mm(cells[base.id])
        dx_mm, dy_mm = OFF_MM[base.id]
        start.append((base.id, PiecePose(x_mm + dx_mm, y_mm + dy_mm, 0.7)))
    shown = SimulatedTable(replace(table.scene, layout=replace(table.layout, grid=grid), start=tuple(start)))
    cv2.imwrite(str(folder / name), shown.render(0.0))
    return table.layout


@pytest.fixture(scope="module")
def hexes(tmp_path_factory):
    """A board of hexes that lies otherwise than its file says."""
    folder = tmp_path_factory.mktemp("hexes")
    known = simulated_table("board", size=SIZE).layout.grid
    truth = GridLayout("hex", 47.3, (281.0, 322.5), -19.3, known.cells)
    layout = photographed(folder, truth, HEX_CELLS)
    (folder / "table.toml").write_text(format_table(layout), encoding="utf-8")
    (folder / "bare.toml").write_text(format_table(replace(layout, grid=None)), encoding="utf-8")
    return folder, truth


@pytest.fixture(scope="module")
def squares(tmp_path_factory):
    folder = tmp_path_factory.mktemp("squares")
    truth = GridLayout("square", 70.0, (130.0, 65.0), 14.0, ((0, 0),))
    layout = photographed(folder, truth, SQUARE_CELLS)
    (folder / "bare.toml").write_text(format_table(replace(layout, grid=None)), encoding="utf-8")
    return folder, truth


def words(folder, cells, bases=("greer", "wren", "severus"), file="table.toml", kind="hex"):
    named = [word for base in bases for word in ("--cell", f"{base}={cells[base][0]},{cells[base][1]}")]
    return ["learn-board", str(folder / "picture.png"), "--table", str(folder / file), "--kind", kind, *named]


def assert_lies_as(grid, truth, bases):
    """Every cell lies where it is, within what hand and eyes may be off, carried from the bases to that cell.

    A straight line through n points that are each off by e lies off by at most e (√n · distance / √Σ distance² + 1).
    """
    stood = np.array([truth.centre_mm(cell) for cell in bases])
    middle = stood.mean(axis=0)
    spread = math.sqrt(((stood - middle) ** 2).sum())
    for cell in grid.cells:
        far = math.dist(truth.centre_mm(cell), middle)
        budget_mm = (HAND_MM + PLACES_MM) * (1 + math.sqrt(len(stood)) * far / spread)
        assert math.dist(grid.centre_mm(cell), truth.centre_mm(cell)) < budget_mm, cell
    for cell in bases:
        assert math.dist(grid.centre_mm(cell), truth.centre_mm(cell)) < HAND_MM + PLACES_MM


def test_a_board_that_lies_otherwise_than_its_file_says_is_found(hexes, tmp_path, capsys):
    folder, truth = hexes
    out = tmp_path / "found.toml"

    assert main([*words(folder, HEX_CELLS), "--out", str(out), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    before, after = read_table(folder / "table.toml"), read_table(out)
    assert_lies_as(after.grid, truth, [HEX_CELLS[base] for base in ("greer", "wren", "severus")])
    assert after.grid.pitch_mm == pytest.approx(47.3, abs=0.3)
    assert after.grid.turned_deg == pytest.approx(-19.3, abs=0.3)
    assert after.grid.cells == before.grid.cells, "the cells are those of the file"
    assert replace(after, grid=None) == replace(before, grid=None)
    assert [(each["id"], each["cell"]) for each in told["bases"]] == [
        ("greer", [-3, 1]), ("wren", [3, -2]), ("severus", [-1, 4]),
    ]  # fmt: skip
    assert all(0.0 < each["off_mm"] < HAND_MM + PLACES_MM for each in told["bases"])
    assert 0.0 < told["rms_mm"] < 2 * (HAND_MM + PLACES_MM)
    assert after.grid.sigma_mm == pytest.approx(told["worst_sigma_mm"], abs=1e-3)
    assert 0.0 < after.grid.sigma_mm < 2 * (HAND_MM + PLACES_MM), "how well it is known stands in the file"
    assert told["table"] == str(out)

    # With the board as the file has it now, measuring finds all five bases in their cells.
    assert main(["measure", str(folder / "picture.png"), "--table", str(out), "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert {base["id"]: tuple(base["cell"]["cell"]) for base in answer["bases"]} == HEX_CELLS
    assert {base["cell"]["verdict"] for base in answer["bases"]} == {"yes"}


def test_without_a_board_in_the_file_all_cells_that_lie_whole_on_the_mat_are_its_cells(hexes, squares, capsys):
    for (folder, truth), cells, kind in ((hexes, HEX_CELLS, "hex"), (squares, SQUARE_CELLS, "square")):
        out = folder / f"found-{kind}.toml"
        line = words(folder, cells, tuple(cells), "bare.toml", kind)
        assert main([*line, "--out", str(out), "--pitch-mm", str(truth.pitch_mm)]) == 0
        grid = read_table(out).grid
        assert (grid.kind, grid.pitch_mm) == (kind, truth.pitch_mm)
        assert_lies_as(grid, truth, list(cells.values()))
        said = capsys.readouterr().out
        assert said.startswith(f"{len(grid.cells)} ")
        assert all(f"{base}: " in said for base in cells)
        # Corners of cells that lie near the edge may be taken for off or on: by what the board was found off.
        span = range(-20, 21)
        rim_mm = {
            (q, r): min(min(x, y, 600 - x, 600 - y) for x, y in truth.corners_mm((q, r))) for q in span for r in span
        }
        assert {cell for cell, mm in rim_mm.items() if mm > 2.0} <= set(grid.cells)
        assert set(grid.cells) <= {cell for cell, mm in rim_mm.items() if mm > -2.0}
        assert len(grid.cells) > 40


@pytest.mark.parametrize("pitch_mm", [30.0, 45.5, 49.0, 60.0])
def test_a_board_of_another_cell_size_than_told_is_refused_with_its_own(hexes, tmp_path, capsys, pitch_mm):
    folder, _ = hexes
    out = tmp_path / "found.toml"
    assert main([*words(folder, HEX_CELLS), "--out", str(out), "--pitch-mm", str(pitch_mm)]) == 2
    told = assert_one_sentence(capsys, f"not {pitch_mm:g} mm")
    found = re.search(r"are (\d+\.\d) mm apart", told)
    assert float(found[1]) == pytest.approx(47.3, abs=0.3)
    assert not out.exists()


def test_several_pictures_together_show_what_one_does_not(hexes, tmp_path, capsys):
    folder, truth = hexes
    whole, tags = cv2.imread(str(folder / "picture.png")), {}
    for base in read_table(folder / "table.toml").bases:
        tags |= {tag.id: base.id for tag in base.tags}
    for hidden in ("greer", "severus"):
        taken = whole.copy()
        for tag in find_tags(whole, ("DICT_4X4_100",)):
            if tags.get(tag.id) == hidden:
                cv2.fillConvexPoly(taken, np.round(np.array(tag.corners_px)).astype(np.int32), (90, 90, 90))
        cv2.imwrite(str(tmp_path / f"no-{hidden}.png"), taken)
    out = tmp_path / "found.toml"
    command, _, *more = words(folder, HEX_CELLS)

    assert main([command, str(tmp_path / "no-greer.png"), *more, "--out", str(out)]) == 2
    assert_one_sentence(capsys, "greer is not seen")
    assert (
        main([command, str(tmp_path / "no-greer.png"), str(tmp_path / "no-severus.png"), *more, "--out", str(out)]) == 0
    )

    assert_lies_as(read_table(out).grid, truth, [HEX_CELLS[base] for base in ("greer", "wren", "severus")])


def assert_one_sentence(capsys, *parts):
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("companion learn-board: ")
    for part in parts:
        assert part in said.err
    return said.err


def test_a_base_in_another_cell_than_named_is_refused_and_nothing_is_written(hexes, tmp_path, capsys):
    folder, _ = hexes
    before = (folder / "table.toml").read_bytes()
    wrong = HEX_CELLS | {"severus": (0, 4)}

    assert main(words(folder, wrong)) == 2

    assert_one_sentence(capsys, "severus seems to stand in (-1, 4)", "greer", "wren", " mm from the middle of (0, 4)")
    assert (folder / "table.toml").read_bytes() == before
    assert {path.name for path in folder.glob("*.toml")} >= {"table.toml", "bare.toml"}
    assert not list(folder.glob("*before*"))


GOOD = ["--cell", "greer=0,0", "--cell", "wren=3,0", "--cell", "severus=0,3"]


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ([], "3 bases or more"),
        (GOOD[:4], "3 bases or more"),
        ([*GOOD[:4], "--cell", "severus"], "BASE=q,r"),
        ([*GOOD[:4], "--cell", "severus=1"], "BASE=q,r"),
        ([*GOOD[:4], "--cell", "severus=1,x"], "BASE=q,r"),
        ([*GOOD[:4], "--cell", "severus=0.5,1"], "BASE=q,r"),
        ([*GOOD[:4], "--cell", "=0,1"], "BASE=q,r"),
        ([*GOOD[:4], "--cell", f"severus=1{'0' * 5000},1"], "BASE=q,r"),
        ([*GOOD[:4], "--cell", "severus=1001,1"], "BASE=q,r"),
        ([*GOOD, "--cell", "wren=1,1"], "wren cannot stand in two cells"),
        ([*GOOD[:4], "--cell", "severus=3,0"], "(3, 0)"),
        ([*GOOD[:4], "--cell", "severus=-4,0"], "one line"),
        ([*GOOD[:4], "--cell", "nobody=0,3"], "lists no base 'nobody'; it lists greer"),
        ([*GOOD, "--pitch-mm", "0.5"], "above 1"),
        ([*GOOD, "--pitch-mm", "0"], "above 0"),
        ([*GOOD, "--pitch-mm", "nan"], "above 0"),
        ([*GOOD, "--kind", "triangle"], "--kind"),
        ([*GOOD, "--calibration", "nowhere.toml"], "nowhere.toml"),
        ([*GOOD, "--table", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_what_cannot_be_learned_from_is_told_before_a_picture_is_looked_at(hexes, more, part, capsys):
    folder, _ = hexes
    line = ["learn-board", "nowhere.png", "--table", str(folder / "table.toml"), "--kind", "hex", *more]
    try:
        code = main(line)
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert_one_sentence(capsys, part)


def test_bases_that_were_moved_between_two_pictures_are_refused(hexes, squares, capsys):
    command, picture, *more = words(hexes[0], HEX_CELLS)
    assert main([command, picture, str(squares[0] / "picture.png"), *more]) == 2
    assert_one_sentence(capsys, "greer was moved between", picture)


def test_pictures_that_show_no_mat_are_named(hexes, tmp_path, capsys):
    folder, _ = hexes
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((360, 640, 3), 128, np.uint8))
    (tmp_path / "broken.png").write_bytes(b"no picture")
    command, _, *more = words(folder, HEX_CELLS)
    for name, why in (("grey.png", "mat was not found"), ("broken.png", "JPEG or PNG"), ("none.png", "JPEG or PNG")):
        assert main([command, str(tmp_path / name), *more]) == 2
        assert_one_sentence(capsys, name, why)
