"""The guide's bubble hides no part of the board that it speaks of."""

import importlib

import pytest

from companion.games.registry import game_called
from companion.record.record import Record
from companion.referee.virtual_mat.mat_file import MatFile, mat_beside
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.phones.played_table import NOON, SEED, setup
from tests.tablet.visitor import until

pytestmark = pytest.mark.slow

RESTED_LOOKS = 30
"""The bubble lies still once it lay there in so many looks: it is laid out over some frames."""


async def laid(visitor, path, key):
    """The page of the table, once the guide's bubble of that step lies still."""
    visitor.shell.go_on(path)
    page = await visitor.page("TablePage")
    await until(lambda: page.guide and page.guide.step and page.guide.step.key == key)
    places = []

    def is_still():
        places.append((*page.guide.bubble.pos, *page.guide.bubble.size))
        return len(places) > RESTED_LOOKS and len(set(places[-RESTED_LOOKS:])) == 1

    await until(is_still)
    return page


def box_of(widget):
    labels = importlib.import_module("companion.tablet.look.labels")
    return labels.Box(widget.x, widget.y, widget.right, widget.top)


def cell_boxes(page, cells):
    """Where cells lie in the window, each by what is surely in it."""
    labels, mat = importlib.import_module("companion.tablet.look.labels"), page.table_view.ids.mat
    grid = page.sitting.view.play.board.grid
    wide = grid.pitch_mm * mat.plan.scale_px / 2
    for cell in cells:
        middle = grid.centre(cell)
        yield labels.Box.around(mat.plan.to_screen(middle.x_mm, middle.y_mm), (wide, wide))


@pytest.mark.parametrize("language", list(Language))
def test_both_ends_of_the_arena_are_seen_while_one_is_chosen(at_start, tmp_path, language):
    path = tmp_path / "game.brawl"
    Record.create(path, game_called("brawl"), setup("brawl"), lambda: NOON, seed=SEED).close()
    MatFile(mat_beside(path), "sim:match").write({})

    async def act(visitor):
        page = await laid(visitor, path, "end")
        zones = [each for each in page.sitting.view.play.board.zones if each.id.startswith("spawn_")]
        assert len(zones) == 2
        cells = [box for zone in zones for box in cell_boxes(page, zone.cells)]
        await until(lambda: all(box_of(page.guide.bubble).shared_px2(each) == 0 for each in cells))

    at_start(act, Settings(language=language, sounds=False, animations=False))
