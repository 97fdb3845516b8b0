"""The screen of the seats in a real window: codes that can be scanned, keys that fit fingers, words that fit."""

import asyncio
import sys
from dataclasses import replace

import numpy as np
import pytest
import zxingcpp

from companion.referee import AllowSecond, Choices, FreeSeat, RemoveGuest
from companion.texts import Language
from tests.clock import Clock
from tests.tablet.seats import AWAY, BEHIND, BEST, HERE, MANY, OTHER, TICKET, phones
from tests.tablet.still_referee import StillReferee, pixels
from tests.tablet.text_fit import words_that_do_not_fit
from tests.tablet.views import view_of

TABLETS_PX = {(1280, 800): 149.5, (800, 1280): 149.5, (1920, 1200): 224.2}
"""Pixels of ten-inch tablets, with their pixels an inch."""
FINGER_MM = 12.0
CODE_MM = 5.0
"""Height of a letter that is read from 70 cm: twice what good eyes need."""


async def shown(player, screen, guests, language=Language.ENGLISH, frames=4):
    """Opens the screen of the seats, and waits until it is laid out."""
    view = replace(view_of(Choices(language=language)), guests=guests)
    screen.show(view)
    await player.sees(lambda newest: newest is view)
    sheet = player.app.root.sheet
    if not sheet.shown:
        player.finger.press(player.ids.phones)
        await player.drawn(lambda: sheet.shown)
    for _ in range(frames):  # Kivy lays out nested boxes over some frames
        await asyncio.sleep(0.04)
    return sheet


def read_codes(widget):
    return sorted(code.text for code in zxingcpp.read_barcodes(np.ascontiguousarray(pixels(widget)[:, :, :3])))


@pytest.mark.parametrize("size", TABLETS_PX, ids=str)
def test_everything_fits_in_every_language_and_keys_fit_fingers(at_window, size, monkeypatch):
    from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

    screen, clock, an_inch_px = StillReferee(), Clock(), TABLETS_PX[size]
    cases = [
        phones(others=(OTHER,)),
        phones((HERE,), (AWAY,), MANY, works=(BEST,), others=(OTHER,)),
        phones((HERE,), (BEHIND,), second=True),
        phones(best=""),
    ]

    async def act(player):
        Window.size = size
        await player.drawn(lambda: tuple(player.app.root.size) == size)
        player.app.root._waiting._clock = clock
        for language in Language:
            for platform, guests in zip(("win32", "darwin", "linux", "linux"), cases, strict=True):
                monkeypatch.setattr(sys, "platform", platform)
                await shown(player, screen, guests, language, frames=1)
                clock.now_s += 60.0
                sheet = await shown(player, screen, guests, language)
                assert words_that_do_not_fit(sheet) == []
                boxes = sheet.ids.seats.children
                keys = [sheet.ids.close, *sheet.ids.addresses.children, player.ids.phones]
                keys += [box.ids[name] for box in boxes for name in ("hand_on", "second")]
                keys += [line.ids.send_away for box in boxes for line in box.ids.guests.children]
                for key in (key for key in keys if not key.disabled):
                    assert min(key.size) / an_inch_px * 25.4 >= FINGER_MM, key.text
                for box in boxes:
                    letter_mm = box.ids.code.font_size * 0.71 / an_inch_px * 25.4
                    assert letter_mm >= CODE_MM
                    assert box.ids.code.texture_size[0] <= box.width

    at_window(screen, act)


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=str)
def test_the_codes_on_the_screen_can_be_scanned(at_window, size):
    from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

    screen = StillReferee()

    async def act(player):
        Window.size = size
        await player.drawn(lambda: tuple(player.app.root.size) == size)
        sheet = await shown(player, screen, phones(others=(OTHER,)))
        assert read_codes(sheet) == [f"{BEST}/j/{TICKET}"] * 3
        player.finger.press(sheet.ids.addresses.children[0])
        await shown(player, screen, phones(others=(OTHER,)))
        assert read_codes(await shown(player, screen, phones(others=(OTHER,)))) == [f"{OTHER}/j/{TICKET}"] * 3
        assert read_codes(await shown(player, screen, phones((HERE,), (BEHIND,)))) == [f"{BEST}/j/{TICKET}"]

    at_window(screen, act)


def test_an_address_without_another_to_choose_is_no_key(at_window):
    screen = StillReferee()

    async def act(player):
        from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (after Kivy was prepared)

        def keys(sheet):
            return [isinstance(each, ButtonBehavior) for each in sheet.ids.addresses.children]

        sheet = await shown(player, screen, phones(works=(BEST,)))
        assert keys(sheet) == [False]
        assert BEST.removeprefix("http://") in sheet.ids.addresses.children[0].text
        assert words_that_do_not_fit(sheet) == []
        assert keys(await shown(player, screen, phones(others=(OTHER,)))) == [True, True]
        assert keys(await shown(player, screen, phones())) == [False]
        assert keys(await shown(player, screen, phones(best=""))) == []

    at_window(screen, act)


def test_the_keys_say_what_is_asked_for_and_the_way_back_leads_back(at_window):
    screen = StillReferee()

    async def act(player):
        sheet = await shown(player, screen, phones((HERE,), (BEHIND,), second=True))
        player.finger.press(sheet.box("A").ids.hand_on)
        await player.drawn(lambda: FreeSeat("A") in screen.submitted)
        player.finger.press(sheet.box("A").ids.second)
        await player.drawn(lambda: AllowSecond("A", allowed=False) in screen.submitted)
        player.finger.press(sheet.box("B").ids.second)
        await player.drawn(lambda: AllowSecond("B", allowed=True) in screen.submitted)
        player.finger.press(sheet.box("B").ids.guests.children[0].ids.send_away)
        await player.drawn(lambda: RemoveGuest(BEHIND.id) in screen.submitted)
        player.finger.press(sheet.ids.close)
        await player.drawn(lambda: not sheet.shown)
        assert len(screen.submitted) == 4

    at_window(screen, act)


def test_without_a_game_there_is_no_key_to_the_seats(at_window):
    screen = StillReferee()

    async def act(player):
        view = view_of()
        screen.show(view)
        await player.sees(lambda newest: newest is view)
        assert player.ids.phones.disabled
        assert player.ids.phones.width == 0

    at_window(screen, act)


def test_a_lost_phone_is_red_on_its_seat_and_on_the_key(at_window):
    screen, clock = StillReferee(), Clock()
    guests = phones((HERE,), (AWAY,), works=(BEST,))

    async def act(player):
        Window = player.ids.phones.get_root_window()  # noqa: N806 (Kivy's own name)
        Window.size = (1280, 800)
        player.app.root._waiting._clock = clock
        await shown(player, screen, guests)
        clock.now_s += 10.0
        sheet = await shown(player, screen, guests)
        assert [sheet.box(seat).lost for seat in ("A", "B")] == [False, True]
        red = np.abs(pixels(sheet.box("B"))[:, :, :3].astype(int) - (178, 60, 23)).max(axis=2) < 4
        assert red.mean() > 0.5
        assert player.ids.phones.urgent

    at_window(screen, act)
