"""Terrain is laid with a finger where no hand can: at the simulated table, and on a drawn mat."""

import importlib
import math

import pytest

from companion.referee.mat import rest_detector
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.practice import PRACTICE
from companion.tablet.data.settings import Settings
from companion.tablet.look.palette import side_with
from companion.texts import Language
from tests.tablet.prepared_games import first_turn
from vision.simulation import request

LAYS = "Put Alder Wood on the mat"
MARKED = "The tablet marks where"
HASTE, FPS = 12.0, 4.0


@pytest.fixture(autouse=True)
def _hurried(monkeypatch):
    """Somebody touches the mat sooner than people do: what comes then does not count as lying there all along."""
    monkeypatch.setattr(rest_detector, "ARRIVAL_S", 0.0)
    monkeypatch.setattr(request, "FPS", FPS)


def opened(at, tmp_path, camera, act):
    """Opens a game of the usual decks on a mat, builds what pays for terrain, and touches the key for some."""
    path = first_turn(tmp_path / "game.signum")

    async def begins(one):
        from companion.tablet.window.shell import TableRequest  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

        shell = one.shell
        await one.until(lambda: type(shell.page).__name__ == "StartPage", "opened")
        shell.open_table(TableRequest(camera, game=path, alone=camera == PRACTICE))
        if camera == NO_CAMERA:  # who practises has the tablet by itself whenever asked
            await one.touches("Pass to Ann")
            await one.touches("I am Ann: show it")
        else:
            await one.until(lambda: shell.view is not None and shell.view.pieces, "a picture")
        await one.touches("Build Arena")
        await one.reads("Activation Phase")
        await one.touches(LAYS)
        await one.reads(MARKED)
        await act(one)

    at(begins, Settings(language=Language.ENGLISH, sounds=False, animations=False, guided=True))


def laid(one):
    """The middles of the templates of the game, as players see them on the mat."""
    return [middle(each.outline) for each in one.shell.view.play.board.templates]


def middle(corners):
    return sum(each.x_mm for each in corners) / len(corners), sum(each.y_mm for each in corners) / len(corners)


@pytest.mark.slow
def test_in_practise_terrain_is_turned_dragged_snapped_and_taken_away_again(newly, tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.import_module("companion.tablet.table.practice_hand"), "PACE", HASTE)

    async def act(one):
        for _ in range(6):
            await one.touches("Turn Alder Wood")
        await one.drags((300.0, 300.0), (30.0, 250.0))  # farther out than it may lie
        await one.until(lambda: laid(one), "laid")
        _, y_mm = middle_of(one)
        (outline,) = (each.outline for each in one.shell.view.play.board.templates)
        assert y_mm == pytest.approx(250.0, abs=8.0)
        assert 0.0 <= min(each.x_mm for each in outline) < 4.0, "it snaps to the edge of the mat"
        tall, wide = (max(each) - min(each) for each in ([p.y_mm for p in outline], [p.x_mm for p in outline]))
        assert tall > wide, "it was turned by a quarter"
        await one.until(lambda: LAYS not in one.words(), "that it has been played")
        await one.touches("Undo")
        await one.touches("Yes, take it back")
        await one.until(lambda: not one.shell.view.terrain, "that the template is taken off the mat")
        await one.reads(LAYS)

    opened(newly, tmp_path, PRACTICE, act)


def test_without_a_camera_terrain_is_refused_with_its_reason_and_then_laid_elsewhere(newly, tmp_path):
    async def act(one):
        one.touches_mat(300.0, 95.0)
        await one.reads("too close to this side")
        assert laid(one) == []
        await one.drags((300.0, 95.0), (300.0, 122.0))  # still too close, and so near to where it may lie that it snaps
        await one.until(lambda: laid(one), "laid")
        (outline,) = (each.outline for each in one.shell.view.play.board.templates)
        assert min(each.y_mm for each in outline) == pytest.approx(80.6, abs=0.4), "S from the side, and no question"
        is_drawn_as_a_field(one)
        await goes_back(one)

    opened(newly, tmp_path, NO_CAMERA, act)


def is_drawn_as_a_field(one):
    """A mat without a picture has the players' sides in their colours, and a line each 100 mm."""
    from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    picture = picture_of(one.shell.root).convert("RGB")

    def colour(x_mm, y_mm):
        x, y = one.on_mat(x_mm, y_mm)
        return picture.getpixel((round(x), min(picture.height - 1, round(picture.height - y))))

    for y_mm, shape in ((0.0, "disc"), (600.0, "diamond")):
        side = [round(255 * each) for each in side_with(shape).colour[:3]]
        assert max(abs(one - other) for one, other in zip(colour(550.0, y_mm), side, strict=True)) < 12
    bare = colour(450.0, 450.0)
    assert max(colour(x_mm, 450.0) != bare for x_mm in (499.0, 500.0, 501.0))


async def goes_back(one):
    """A hero who went too far is put by its key to the mark, where it may stand beyond doubt."""
    start, limit_mm = (300.0, 24.0), 150.0
    await one.drags(start, (460.0, 150.0))
    await one.reads("but only 150 were left", "The mark is")
    await one.touches("Put it back")
    await one.until(lambda: away_mm(one, start) <= limit_mm, "put back")
    assert away_mm(one, start) > limit_mm - 12.0
    await one.until(lambda: not one.keys("Put it back"), "that it may stand there")
    assert not one.shell.view.play.asked


def away_mm(one, start):
    hero = min(one.shell.view.pieces, key=lambda each: each.base.centre.y_mm)
    return math.dist((hero.base.centre.x_mm, hero.base.centre.y_mm), start)


def middle_of(one):
    (found,) = laid(one)
    return found
