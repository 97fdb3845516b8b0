"""A mat that is printed for a game has its cells and its zones where the game has them."""

from dataclasses import replace

import numpy as np
import pytest

from companion.cli import main
from companion.games.registry import games
from companion.geometry import MatPoint
from companion.printing import MatForm, MatOptions, print_mat
from companion.printing.prints import _sheet
from companion.printing.sheets.mat_tiles import tiles
from companion.referee.mat.cells import grid_of
from companion.texts import Language, say
from tests.games.gatecrash import rules
from tests.games.gatecrash.installed import install
from tests.games.gatecrash.table import Hexes
from vision.table_file import read_table


@pytest.fixture(autouse=True)
def _gatecrash(tmp_path, monkeypatch):
    install(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    games.cache_clear()
    yield
    games.cache_clear()


def full(out, *more):
    return main(["print", "mat", "--form", "full", "--game", "gatecrash", "--out", str(out), *more])


@pytest.mark.parametrize("command", [["mat", "--form", "full"], ["board"]], ids=["mat", "board"])
def test_the_table_file_has_the_board_of_the_game(tmp_path, command):
    assert main(["print", *command, "--game", "gatecrash", "--out", str(tmp_path)]) == 0
    assert grid_of(read_table(tmp_path / "table.toml")) == rules.GRID


def test_zones_are_shaded_true_to_scale_and_nothing_else_is(tmp_path, scan):
    assert full(tmp_path) == 0
    table = read_table(tmp_path / "table.toml")
    known = {tag.id: np.array(tag.corners_mm()) for tag in table.mat.tags}
    content = _sheet(MatOptions(out=tmp_path, form=MatForm.FULL), "board").content
    parts = [tile.part for row in tiles(table.mat, content) for tile in row]
    shaded, white = [], []
    for part, page in zip(parts, scan(tmp_path / "mat-full.pdf", 100)[1:], strict=True):
        if not (tags := page.tags()):
            continue
        apart = np.concatenate([corners - known[tag] for tag, corners in tags.items()])
        assert np.abs(apart - apart.mean(axis=0)).max() < 0.2
        low, high = np.array([part.left_mm, part.bottom_mm]) + 1, np.array([part.right_mm, part.top_mm]) - 1
        for cell in rules.CELLS:
            middle = rules.GRID.centre(cell)
            for corner in rules.GRID.corners(cell):
                # Just inside the border, where there is no letter.
                spot = 0.12 * np.array([middle.x_mm, middle.y_mm]) + 0.88 * np.array([corner.x_mm, corner.y_mm])
                if (low < spot).all() and (spot < high).all():
                    column, row = np.round(page.to_px(spot + apart.mean(axis=0))).astype(int)
                    grey = int(page.pixels[row, column])
                    shaded += [cell] * (210 < grey < 235)
                    white += [cell] * (grey > 250)
    assert len(shaded) >= 6
    assert len(white) > 20
    assert set(shaded) <= set(rules.GATES.values())
    assert not set(white) & set(rules.GATES.values())


@pytest.mark.parametrize("language", list(Language))
def test_zones_have_their_names_in_the_readers_language(tmp_path, words, language):
    assert full(tmp_path, "--language", language.value) == 0
    told = {word[0] for page in words(tmp_path / "mat-full.pdf")[1:] for word in page}
    game = games()["gatecrash"]
    for side in ("one", "two"):
        name = game.texts.say(language, "log.named.gate", player=say(language, f"printing.mat.side_{side}"))
        assert set(name.split()) <= told


def test_cells_of_the_table_file_are_on_a_full_mat_of_a_game_without_any(tmp_path, words):
    command = ["print", "board", "--kind", "square", "--pitch-mm", "50", "--columns", "4", "--rows", "3"]
    assert main([*command, "--out", str(tmp_path)]) == 0
    path, _ = print_mat(MatOptions(out=tmp_path, form=MatForm.FULL))
    told = " ".join(word[0] for page in words(path)[1:] for word in page)
    assert all(f"{q}, {r}" in told for q in range(4) for r in range(3))


def test_tags_for_ones_own_mat_say_nothing_of_cells_that_are_not_printed(tmp_path):
    assert main(["print", "mat", "--game", "gatecrash", "--out", str(tmp_path)]) == 0
    assert read_table(tmp_path / "table.toml").grid is None


def test_bases_have_the_sizes_that_the_game_puts_on_the_mat(tmp_path):
    assert main(["print", "bases", "--game", "gatecrash", "--base", "ann:small:A", "--out", str(tmp_path)]) == 0
    assert read_table(tmp_path / "table.toml").bases[0].radius_mm == 16.0
    assert main(["print", "bases", "--game", "gatecrash", "--base", "bob:large", "--out", str(tmp_path)]) == 2


def test_a_board_that_reaches_beyond_the_mat_is_refused_in_one_sentence(tmp_path, capsys, monkeypatch):
    far = replace(rules.GRID, origin=MatPoint(300.0, 450.0))
    monkeypatch.setattr(Hexes, "layout", lambda self, state: replace(OWN(self, state), grid=far))
    assert full(tmp_path / "no") == 2
    told = capsys.readouterr().err
    # 3 rings reach 3 * 60 * sqrt(3) / 2 + 60 / sqrt(3) = 190.5 mm upwards of the middle, 150 mm are there.
    assert told == (
        "companion print: the board of gatecrash reaches 40.5 mm beyond the mat of 600 × 600 mm that is printed\n"
    )
    assert not (tmp_path / "no").exists()


OWN = Hexes.layout
