"""The cells of a board on the mat are drawn where they lie."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from companion.games.registry import game_called
from companion.games.signum.game import Signum
from companion.geometry import Mat
from companion.printing.prints import starter_table
from companion.referee.core.session import TableWatch, set_up
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import fit
from companion.texts import Language
from tests.phones.played_table import setup
from vision.table import GridLayout
from vision.table_file import format_table

SIGNUM = Signum().board.measures

BOARDS = {
    "hexes": GridLayout("hex", 120.0, (290.0, 310.0), 17.0, ((0, 0), (1, 0), (0, 1), (-1, 0))),
    "squares": GridLayout("square", 100.0, (200.0, 150.0), -5.0, ((0, 0), (1, 0), (1, 1), (2, 1))),
}
LETTER_SHARE = 0.7
"""Letters fill so much of the height of their line."""
SHARES = np.linspace(0.1, 0.9, 9)


def light(picture, plan, at_mm):
    """The lightest pixel within one of a point of the mat."""
    x_px, y_px = plan.to_screen(*at_mm)
    column, row = round(x_px), round(picture.shape[0] - y_px)
    return int(picture[row - 1 : row + 2, column - 1 : column + 2].max())


def between(one, other, share):
    return tuple(a + share * (b - a) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", BOARDS)
def test_every_side_of_every_cell_is_a_light_line_and_its_inside_stays_as_it_is(at_window, tmp_path, kind):
    from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    grid = BOARDS[kind]
    (tmp_path / "table.toml").write_text(format_table(replace(starter_table(), grid=grid)), encoding="utf-8")

    async def act(player):
        mat = player.ids.mat
        for turned in (False, True):
            if turned:
                player.presses("turn")
            await player.sees(lambda view, turned=turned: view.grid and view.choices.turned == turned)
            await player.drawn(lambda turned=turned: mat.plan.turned == turned and mat.width > 200)
            picture = np.asarray(picture_of(mat).convert("L")).astype(int)
            plan = replace(mat.plan, left_px=mat.plan.left_px - mat.x, bottom_px=mat.plan.bottom_px - mat.y)
            for cell in grid.cells:
                corners, middle = grid.corners_mm(cell), grid.centre_mm(cell)
                ground = light(picture, plan, middle)
                for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
                    on_side = [between(start, end, share) for share in SHARES]
                    assert min(light(picture, plan, at) for at in on_side) > ground + 40
                    assert max(light(picture, plan, between(middle, at, 0.8)) for at in on_side) <= ground + 5

    at_window(TableWatch(set_up("none", tmp_path / "table.toml"), SIGNUM), act)


def test_a_terrain_s_name_and_a_cell_s_name_share_a_hex_and_both_are_read(at_window, tmp_path):
    from companion.tablet.mat.cells import draw_board, draw_cell_name  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    (tmp_path / "table.toml").write_text(format_table(starter_table()), encoding="utf-8")
    game = game_called("warseer")
    board = game.board.shown(game.new(setup("warseer")), "A", Language.ENGLISH)
    zone = next(each for each in board.zones if each.named)
    cell, plan = min(zone.cells), fit(Mat(600.0, 600.0), (0.0, 0.0, 704.0, 704.0), turned=False)
    centre = board.grid.centre(cell)
    at = plan.to_screen(centre.x_mm, centre.y_mm)

    async def act(player):
        await player.sees(lambda view: view)
        unlit, lit = written_by(), written_by()
        draw_board(unlit, plan, board.grid, board)
        draw_board(lit, plan, board.grid, board, frozenset({cell}))
        cell_name = board.grid.name(cell)
        draw_cell_name(lit, cell_name, [plan.to_screen(each.x_mm, each.y_mm) for each in board.grid.corners(cell)])
        (name,), (called,) = lit.within(at, zone.name), lit.within(at, cell_name)
        assert name.shared_px2(called) == 0
        assert len(lit.boxes[zone.sign]) == len(unlit.boxes[zone.sign]) - 1

    at_window(TableWatch(set_up("none", tmp_path / "table.toml"), SIGNUM), act)


def written_by():
    """A pen that keeps where its words stand."""
    from companion.tablet.look.pen import Pen  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    class Writer(Pen):
        def __init__(self):
            super().__init__()
            self.boxes = defaultdict(list)

        def text(self, words, centre, colour, size_sp):
            super().text(words, centre, colour, size_sp)
            width, height = self.text_size(words, size_sp)
            self.boxes[words].append(Box.around(centre, (width, LETTER_SHARE * height)))

        def within(self, centre, words):
            around = Box.around(centre, (58.0, 66.0))
            return [each for each in self.boxes[words] if each.shared_px2(around) == pytest.approx(each.area_px2)]

    return Writer()
