"""What changes from view to view is in the log, once, and nothing of what stands on the mat."""

import logging
from dataclasses import replace

import pytest

from companion.referee import Guest, GuestStatus, Level, SeatStatus, Subsystem
from companion.referee.core.view_log import HELD_UP_S, PACE_EVERY_S, ViewLog
from tests.clock import Clock
from tests.tablet.views import healthy, view_of
from vision.trouble import Trouble, TroubleKind


@pytest.fixture
def clock():
    return Clock(50.0)


@pytest.fixture
def takes(clock, caplog):
    """Takes a view after a while; what was written of it."""
    caplog.set_level(logging.DEBUG)
    log = ViewLog(clock)

    def take(health=None, guests=None, after_s=0.25):
        clock.now_s += after_s
        caplog.clear()
        log.take(replace(view_of(health=health), guests=guests))
        return [f"{record.levelname} {record.getMessage()}" for record in caplog.records]

    return take


def trouble(kind):
    return Trouble(kind, "greer", "greer is hidden.")


def guests(here=0, away=0):
    phones = tuple(Guest(number, number < here, None) for number in range(here + away))
    seat = SeatStatus("A", "Ann", "http://192.168.0.7/j/secret", "ABCDEF", second_allowed=False, guests=phones)
    return GuestStatus("192.168.0.7", ("192.168.0.7",), (), (seat,))


def test_the_first_picture_is_told_with_how_long_it_took(takes):
    assert takes(healthy(age_s=None, levels={Subsystem.CAMERA: Level.BLIND})) == [
        "INFO health organ=camera level=blind"
    ]
    assert takes() == ["INFO first_picture after_s=0.5", "INFO health organ=camera level=good"]
    assert takes() == []


def test_a_trouble_is_told_when_it_comes_and_when_it_goes(takes):
    takes()
    dark = healthy(troubles=(trouble(TroubleKind.TOO_DARK),), levels={Subsystem.LIGHT: Level.WORSE})
    assert takes(dark) == ["INFO health organ=light level=worse", "INFO trouble_came kind=too_dark"]
    assert takes(dark) == []
    assert takes(after_s=0.5) == ["INFO health organ=light level=good", "INFO trouble_went kind=too_dark after_s=0.8"]


def test_hands_over_the_table_are_told_to_the_curious_alone_and_without_names(takes):
    takes()
    twice = (trouble(TroubleKind.PARTLY_HIDDEN), trouble(TroubleKind.PARTLY_HIDDEN))
    hidden = healthy(troubles=twice, levels={Subsystem.PIECES: Level.WORSE})
    assert takes(hidden) == ["DEBUG health organ=pieces level=worse", "DEBUG trouble_came kind=partly_hidden"]


def test_phones_are_counted_without_what_lets_one_sit_down(takes):
    takes()
    assert takes(guests=guests()) == []
    assert takes(guests=guests(here=1)) == ["INFO phones seat=A here=1 away=0"]
    assert takes(guests=guests(here=1)) == []
    assert takes(guests=guests(here=1, away=1)) == ["INFO phones seat=A here=1 away=1"]
    assert takes(guests=guests()) == ["INFO phones seat=A here=0 away=0"]


def test_how_fast_it_goes_is_told_now_and_then_and_what_holds_it_up_at_once(takes):
    takes()
    held_up_s = HELD_UP_S + 0.5
    assert takes(after_s=held_up_s) == ["INFO core_held_up for_s=1.5"]
    for _ in range(int(4 * (PACE_EVERY_S - held_up_s)) - 2):
        assert takes() == []
    assert takes() == ["INFO pace pictures_hz=21.6 views_hz=3.9"]
    assert takes() == []
