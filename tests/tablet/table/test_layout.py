"""The window with views made by hand: sizes, fitting texts, and what stands where in pixels."""

import asyncio
import itertools

import numpy as np
import pytest

from companion.referee import Choices, Count, Level, Subsystem, Trouble, TroubleKind
from companion.tablet.look import palette
from companion.texts import Language, say
from tests.tablet.game.test_layout import AN_INCH_PX, rested
from tests.tablet.still_referee import StillReferee, pixels
from tests.tablet.text_fit import words_that_do_not_fit
from tests.tablet.views import BASES, healthy, view_of

SIZES_PX = [(800, 1280), (1280, 800), (1920, 1200)]


async def shown(player, screen, view):
    """Shows a view and waits until it has been laid out."""
    screen.show(view)
    await player.sees(lambda newest: newest is view)
    for _ in range(3):  # Kivy lays out nested boxes over some frames
        await asyncio.sleep(0.04)


def inside(widget, outer):
    x, y = widget.to_window(widget.x, widget.y)
    left, bottom = outer.to_window(outer.x, outer.y)
    return (
        x >= left - 1
        and y >= bottom - 1
        and x + widget.width <= left + outer.width + 1
        and y + widget.height <= bottom + outer.height + 1
    )


@pytest.mark.parametrize("size", SIZES_PX, ids=str)
def test_everything_has_its_place_in_every_language(at_window, size):
    from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

    screen = StillReferee()
    troubles = (Trouble(TroubleKind.TOO_DARK, "", ""), Trouble(TroubleKind.FEW_MAT_TAGS, "", ""))

    async def act(player):
        Window.size = size
        await player.drawn(lambda: tuple(player.app.root.size) == size)
        for language in Language:
            health = healthy(troubles=troubles, levels={Subsystem.LIGHT: Level.WORSE})
            await shown(player, screen, view_of(Choices(("greer",), "M", language=language), health))
            ids, panel = player.ids, player.panel
            keys = [panel.ids.turn, panel.ids.let_go, *panel.ids.languages.children]
            keys += panel.ids.ruler_keys.children
            for key in keys:
                assert key.height >= 44, f"{key.text} is too low for a finger"
                assert key.texture_size[0] <= key.width, f"{key.text} does not fit its key"
                assert inside(key, player.app.root)
            assert ids.mat.right <= panel.x + 1 or panel.top <= ids.mat.y + 1
            assert min(ids.mat.size) >= 0.5 * min(size)
            assert panel.ids.scroll.height >= 150
            for cell in ids.strip.children:
                assert all(label.texture_size[1] <= label.height + 1 for label in cell.children), cell.text

    at_window(screen, act)


WRONG = {
    "nothing": {},
    "light": {TroubleKind.TOO_DARK: Subsystem.LIGHT},
    "print": {TroubleKind.PRINT_UNMEASURED: Subsystem.MAT},
    "mat and lens": {TroubleKind.MAT_DRIFTED: Subsystem.MAT, TroubleKind.NOT_CALIBRATED: Subsystem.LENS},
    "all but the camera": {
        TroubleKind.BLURRED: Subsystem.LIGHT,
        TroubleKind.FEW_MAT_TAGS: Subsystem.MAT,
        TroubleKind.FOCUS_DRIFTED: Subsystem.LENS,
        TroubleKind.DUPLICATE_TAG: Subsystem.PIECES,
    },
}
LARGE_MM = 3.0
"""Letters that are read from 70 cm, with what stands above and below their line."""


def test_what_is_wrong_is_read_from_across_the_table_and_nothing_of_the_strip_is_cut_off(at_window):
    screen, size = StillReferee(), (1280, 800)

    async def act(player):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.size = size
        await player.drawn(lambda: tuple(player.app.root.size) == size)
        table_view, strip = player.app.root, player.ids.strip
        for language, wrong in itertools.product(Language, WRONG.values()):
            health = healthy(
                troubles=tuple(Trouble(kind, "", "") for kind in wrong),
                levels=dict.fromkeys(wrong.values(), Level.WORSE),
                count=Count(7, 1, 1, 4),
            )
            screen.show(view := view_of(Choices(language=language), health))
            await player.sees(lambda newest, view=view: newest is view)
            table_view.home_text, table_view.settings_sign = say(language, "shell.home"), "⚙"
            table_view.phones_text, table_view.keep_text = (
                say(language, "seats.lost_button"),
                say(language, "tablet.keep.button"),
            )
            await rested(strip)
            assert words_that_do_not_fit(strip) == []
            table_view.home_text = table_view.settings_sign = table_view.phones_text = table_view.keep_text = (
                ""  # as where there is no game
            )
            await rested(strip)
            assert words_that_do_not_fit(strip) == []
            loud = [cell for cell in strip.children if cell.loud]
            assert len(loud) == len(wrong)
            for cell in loud:
                assert all(label.font_size / AN_INCH_PX * 25.4 >= LARGE_MM for label in cell.children), cell.text

    at_window(screen, act)


def test_the_alarm_lies_over_the_mat_and_goes_away(at_window):
    screen = StillReferee()
    lost = healthy(
        troubles=(Trouble(TroubleKind.CAMERA_MISSING, "usb:0", ""),), levels={Subsystem.CAMERA: Level.BLIND}, age_s=8.0
    )

    async def act(player):
        await shown(player, screen, view_of(grey=90))
        before = pixels(player.app.root)
        await shown(player, screen, view_of(health=lost, grey=90))
        assert inside(player.ids.alarm, player.ids.mat)
        during = pixels(player.app.root)
        alarm = np.array(palette.ALARM[:3]) * 255
        assert (np.abs(during[:, :, :3] - alarm).max(axis=2) < 3).sum() > 20_000
        await shown(player, screen, view_of(grey=90))
        assert np.array_equal(pixels(player.app.root), before)

    at_window(screen, act)


@pytest.mark.parametrize("turned", [False, True])
def test_rings_are_drawn_round_the_bases_in_their_owners_colour(at_window, turned):
    screen = StillReferee()

    async def act(player):
        await shown(player, screen, view_of(Choices(turned=turned)))
        mat = player.ids.mat
        picture = pixels(player.app.root)
        for base, side in zip(BASES, (0, 1, 1, 0), strict=True):
            x_px, y_px = mat.to_window(*mat.plan.to_screen(base.centre.x_mm, base.centre.y_mm))
            radius_px = base.radius_mm * mat.plan.scale_px
            rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
            off_px = np.hypot(columns - x_px, (picture.shape[0] - rows) - y_px) - radius_px
            ring = picture[np.abs(off_px) < 2.5][:, :3].astype(float)
            colour = np.array(palette.SIDES[side].colour[:3]) * 255
            assert (np.abs(ring - colour).max(axis=1) < 40).mean() > 0.2, base.id

    at_window(screen, act)


def test_the_picture_of_the_mat_stands_upright_and_turns_with_it(at_window):
    screen = StillReferee()

    async def act(player):
        view = view_of()
        view.picture.pixels[:] = 0
        view.picture.pixels[:150, :150] = (0, 0, 255)  # far left corner, red in BGR
        for turned in (False, True):
            corner = view_of(Choices(turned=turned))
            corner.picture.pixels[:] = view.picture.pixels
            await shown(player, screen, corner)
            plan, picture = player.ids.mat.plan, pixels(player.app.root)
            x_px, y_px = player.ids.mat.to_window(*plan.to_screen(60.0, 540.0))
            assert picture[round(picture.shape[0] - y_px), round(x_px)][0] > 150
            x_px, y_px = player.ids.mat.to_window(*plan.to_screen(540.0, 540.0))
            assert picture[round(picture.shape[0] - y_px), round(x_px)][0] < 60

    at_window(screen, act)


def test_rulers_end_at_the_edge_of_the_mat(at_window):
    screen = StillReferee()

    async def act(player):
        await shown(player, screen, view_of(Choices(chosen=("greer",)), grey=90))
        mat, picture = player.ids.mat, pixels(player.app.root)[::-1, :, :3].astype(float)
        plan, ruler = mat.plan, np.array(palette.RULER[:3]) * 255
        left, bottom = (round(value) for value in mat.to_window(plan.left_px, plan.bottom_px))
        right, top = left + round(plan.size_px[0]), bottom + round(plan.size_px[1])
        drawn = np.abs(picture - ruler).max(axis=2) < 60
        assert drawn[bottom:top, left:right].sum() > 500
        assert not drawn[bottom:top, left - 6 : left - 1].any()
        assert not drawn[bottom - 6 : bottom - 1, left:right].any()

    at_window(screen, act)
