"""Fingers on the mat of a real window: measuring, zooming and pushing, and touches on an enlarged mat."""

import asyncio
import importlib
from dataclasses import replace

import numpy as np
import pytest

from companion.games.registry import game_called
from companion.referee import ClearSelection, MeasureTape, SelectBase, SubmitCommand, TakeTablet, TopImage
from companion.session.tablet_controller import TabletController
from companion.tablet.mat.cell_touch import answers_at, lit_cells, second_cells
from companion.texts import Language
from tests.phones.played_table import setup, table
from tests.tablet.game.test_layout import rested
from tests.tablet.still_referee import StillReferee, pixels
from tests.tablet.views import mat_picture, view_of


@pytest.fixture
def at_mat(at_window):
    """Opens the window over a mat with models that stand still."""

    def open_window(act):
        screen = StillReferee()

        async def acting(player):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            Window.size = (1280, 800)
            await player.drawn(lambda: tuple(player.app.root.size) == (1280, 800))
            view = view_of()
            screen.show(view)
            await player.sees(lambda newest: newest is view)
            await rested(player.app.root)
            await act(player, screen)

        at_window(screen, acting)

    return open_window


def test_the_measure_key_and_two_touches_lay_a_tape_from_a_base_to_a_point(at_mat):
    async def act(player, screen):
        player.presses("measure")
        await player.drawn(lambda: player.panel.measuring)
        await player.touches("greer")
        player.touches_mat(400.0, 150.0)
        await player.drawn(lambda: screen.submitted)
        (wish,) = screen.submitted
        assert isinstance(wish, MeasureTape)
        start, end = wish.ends
        assert start == "greer"
        assert (end.x_mm, end.y_mm) == (pytest.approx(400.0, abs=1.0), pytest.approx(150.0, abs=1.0))
        await player.drawn(lambda: not player.panel.measuring)

    at_mat(act)


def test_two_fingers_measure_between_what_they_touch(at_mat):
    async def act(player, screen):
        mat = player.ids.mat
        first = player.finger.hold(*mat.to_window(*mat.plan.to_screen(150.0, 150.0)))
        second = player.finger.hold(*mat.to_window(*mat.plan.to_screen(450.0, 450.0)))
        await player.drawn(lambda: screen.submitted)
        assert screen.submitted == [MeasureTape(("greer", "wren"))]
        player.finger.release(second)
        player.finger.release(first)
        await asyncio.sleep(0.1)
        assert screen.submitted == [MeasureTape(("greer", "wren"))]

    at_mat(act)


def test_an_enlarged_mat_is_touched_where_it_is_seen_and_comes_back_whole(at_mat):
    async def act(player, screen):
        mat, whole = player.ids.mat, player.ids.mat.plan
        for _ in range(2):
            player.presses("larger")
        await player.drawn(lambda: mat.zoomed)
        assert mat.plan.scale_px == pytest.approx(2.25 * whole.scale_px)
        player.touches_mat(300.0, 200.0)
        before, (x_px, y_px) = mat.plan, mat.to_window(*mat.center)
        finger = player.finger.hold(x_px, y_px)
        player.finger.move(finger, x_px + 200.0, y_px + 150.0)
        player.finger.release(finger)
        await player.drawn(lambda: mat.plan != before)
        assert mat.plan.left_px - before.left_px == pytest.approx(200.0, abs=1.0)
        assert mat.plan.bottom_px - before.bottom_px == pytest.approx(150.0, abs=1.0)
        await player.touches("greer")
        await player.drawn(lambda: SelectBase("greer") in screen.submitted)
        assert ClearSelection() in screen.submitted
        player.presses("whole")
        await player.drawn(lambda: not mat.zoomed)
        assert mat.plan == whole

    at_mat(act)


def test_what_is_under_a_finger_is_ringed_at_once_and_no_longer_when_it_is_gone(at_mat):
    from companion.tablet.look import palette  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    async def act(player, screen):
        mat = player.ids.mat
        base = view_of().piece("greer").base
        at = mat.to_window(*mat.plan.to_screen(base.centre.x_mm, base.centre.y_mm))

        def ringed():
            rows, columns = np.mgrid[0 : player.app.root.height, 0 : player.app.root.width]
            picture = pixels(player.app.root)[::-1, :, :3].astype(float)
            off_px = np.hypot(columns - at[0], rows - at[1]) - base.radius_mm * mat.plan.scale_px
            near = picture[(off_px > 0) & (off_px < 6)]
            return (np.abs(near - np.array(palette.CHOSEN[:3]) * 255).max(axis=1) < 20).mean()

        assert ringed() < 0.3
        touch = player.finger.hold(*at)
        assert ringed() > 0.6
        assert not screen.submitted
        player.finger.release(touch)
        await player.drawn(lambda: ringed() < 0.3)

    at_mat(act)


@pytest.fixture
def overlay_drawn(monkeypatch):
    """The pieces over the picture, each time they are drawn anew."""
    mat_view, drawn = importlib.import_module("companion.tablet.mat.mat_view"), []
    draw = mat_view.draw_overlay

    def noted(pen, view, *settings, **named):
        drawn.append(view.pieces)
        return draw(pen, view, *settings, **named)

    monkeypatch.setattr(mat_view, "draw_overlay", noted)
    return drawn


def test_no_frame_is_drawn_for_a_view_that_shows_nothing_new(at_mat, overlay_drawn):
    async def act(player, _screen):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        mat, first = player.ids.mat, replace(view_of(), picture=mat_picture(90))

        def asks_for_a_frame(view):
            Window.on_draw()  # at once, however seldom the window of tests is drawn
            mat.show(view)
            return Window.canvas.needs_redraw

        assert asks_for_a_frame(first)
        assert not asks_for_a_frame(replace(first, sequence=first.sequence + 1)), "the same again"
        piece, *others = first.pieces
        there = replace(piece.base.centre, x_mm=piece.base.centre.x_mm + 5.0)
        moved = replace(first, pieces=(replace(piece, base=replace(piece.base, centre=there)), *others))
        assert not asks_for_a_frame(moved), "the picture that shows it there is on its way"
        pictured = replace(moved, picture=mat_picture(90))
        assert asks_for_a_frame(pictured)
        assert overlay_drawn[-1] == moved.pieces
        assert not asks_for_a_frame(replace(pictured, pieces=first.pieces)), "another one is awaited"
        await player.drawn(lambda: overlay_drawn[-1] == first.pieces)

    at_mat(act)


def test_a_picture_of_the_mat_is_made_when_it_is_drawn_and_only_then(at_mat):
    made = []

    def picture(grey):
        return TopImage((600, 600), lambda: made.append(grey) or mat_picture(grey).pixels)

    async def act(player, _screen):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.on_draw()
        for grey in (60, 120, 180):
            player.ids.mat.show(replace(view_of(), picture=picture(grey)))
        assert made == []
        shown = pixels(player.app.root)
        assert made == [180], "nobody saw the others"
        mat = player.ids.mat
        x_px, y_px = mat.to_window(*mat.plan.to_screen(540.0, 60.0))
        assert shown[round(shown.shape[0] - y_px), round(x_px)][:3] == pytest.approx((180, 180, 180), abs=2)
        pixels(player.app.root)
        assert made == [180]

    at_mat(act)


def to_move_or_run(path):
    """A moment of a game on hexes in which a player may move somebody, or run farther; as that player sees it."""
    game = game_called("warseer")

    def runner(state):
        specs = {seat.id: {spec.kind for spec in game.commands(state, seat.id)} for seat in state.setup.seats}
        return next((seat for seat, kinds in specs.items() if {"move", "run"} <= kinds), "")

    gateway = table(path, "warseer", setup("warseer"), runner)
    state, tablet = gateway.match.record.state, TabletController(gateway, lambda: None, path)
    tablet.apply(TakeTablet(runner(state)), "t1", Language.ENGLISH)
    play = tablet.play(Language.ENGLISH)
    return replace(play, board=game.board.shown(state, play.holder, Language.ENGLISH))


def test_nobody_runs_to_a_cell_by_a_touch_alone(at_mat, tmp_path):
    play = to_move_or_run(tmp_path / "game.warseer")
    centre = play.board.grid.centre
    far, near = min(second_cells(play)), min(lit_cells(play) - second_cells(play))
    assert {each.offer.kind for each in answers_at(play, centre(far))} == {"run"}

    async def act(player, screen):
        view = replace(view_of(), play=play)
        screen.show(view)
        await player.sees(lambda newest: newest is view)
        sheet = player.app.root.pieces

        async def asked(cell):
            screen.submitted.clear()
            player.touches_mat(centre(cell).x_mm, centre(cell).y_mm)
            await player.drawn(lambda: screen.submitted or sheet.get_root_window())
            return [key.text for key in sheet.ids.choices.children] if sheet.get_root_window() else []

        (run,) = await asked(far)
        assert "Run" in run
        assert screen.submitted == [], "a run ends the activation: nobody comes to it by a touch alone"
        await rested(sheet)
        player.finger.press(sheet.ids.choices.children[0])
        await player.drawn(lambda: screen.submitted)
        (done,) = screen.submitted
        assert isinstance(done, SubmitCommand)
        assert done.kind == "run"
        assert await asked(near) == []
        assert [each.kind for each in screen.submitted] == ["move"], "where a move comes nobody is asked about a run"

    at_mat(act)
