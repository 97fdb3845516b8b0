"""Each part of the set-up is told with a sign, a sentence and what to do, in every language."""

import numpy as np
import pytest

from companion.referee import Count, Level, Subsystem, Trouble, TroubleKind
from companion.referee.capture.preview import PreviewFrame
from companion.referee.dice.discovery import radio_cause
from companion.referee.dice.sources import FoundDie
from companion.tablet.data.check_words import dice_line, line_of, phones_line
from companion.texts import COMPLETE, Language
from hardware.radio.trouble import SENTENCES, RadioCause
from tests.tablet.views import healthy


def glimpse(health, *, tags=(8, 8), calibrated=True, error_mm=None):
    return PreviewFrame(np.zeros((4, 4, 3), np.uint8), health, tags, calibrated, error_mm)


@pytest.mark.parametrize("language", Language)
def test_a_good_table_is_good_in_every_part(language):
    seen = glimpse(healthy(count=Count(5)), error_mm=0.12)
    for organ in Subsystem:
        level, text, note, _ = line_of(language, organ, seen)
        assert level is Level.GOOD, organ
        assert text
        assert note == ""
    error = line_of(language, Subsystem.LENS, seen)[1]
    assert ("0.12" if language is Language.ENGLISH else "0,12") in error


def test_before_the_first_picture_nothing_is_said_to_be_well_or_ill():
    waiting = glimpse(healthy(age_s=None), tags=(0, 8))
    assert [line_of(Language.ENGLISH, organ, waiting)[0] for organ in Subsystem] == [None] * len(Subsystem)


@pytest.mark.parametrize("language", Language)
def test_a_lost_camera_makes_every_part_unknown_and_says_what_to_do(language):
    lost = healthy(
        troubles=(Trouble(TroubleKind.CAMERA_BUSY, "usb:0", ""),), levels={Subsystem.CAMERA: Level.BLIND}, age_s=None
    )
    for organ in Subsystem:
        level, text, note, _ = line_of(language, organ, glimpse(lost, tags=(0, 8)))
        assert level is Level.BLIND
        assert text
        assert note
    assert "usb:0" in line_of(language, Subsystem.CAMERA, glimpse(lost))[2]


@pytest.mark.parametrize(
    ("changes", "organ"),
    [
        ({"calibrated": False}, Subsystem.LENS),
        ({"error_mm": 0.8}, Subsystem.LENS),
    ],
)
def test_a_poor_lens_is_told_with_the_way_to_calibrate_it(changes, organ):
    level, _, note, act = line_of(Language.ENGLISH, organ, glimpse(healthy(count=Count(1)), **changes))
    assert level is Level.WORSE
    assert note
    assert act == "Calibrate"


def test_a_slow_camera_is_told_as_such():
    level, text, note, _ = line_of(Language.ENGLISH, Subsystem.CAMERA, glimpse(healthy(frame_rate_hz=3.0)))
    assert level is Level.WORSE
    assert "3" in text
    assert note


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("cause", RadioCause)
def test_every_trouble_of_the_radio_is_told_in_the_readers_language(language, cause):
    assert radio_cause(SENTENCES[cause]) == cause.value
    level, _, note, _ = dice_line(language, (), (SENTENCES[cause],), patient=True)
    assert level is Level.WORSE
    if language is not Language.ENGLISH:
        assert SENTENCES[cause] not in note


def test_dice_in_range_are_named_and_those_that_may_come_are_waited_for():
    level, text, note, _ = dice_line(
        Language.ENGLISH, (FoundDie("pixels:1", "Ruby"), FoundDie("own:2")), (), patient=True
    )
    assert (level, text, note) == (Level.GOOD, "Dice: 2 in range", "Ruby, own:2")
    assert dice_line(Language.ENGLISH, (), (), patient=True)[0] is None
    assert dice_line(Language.ENGLISH, (), (), patient=False)[0] is Level.WORSE


def test_phones_are_told_the_address_or_that_there_is_no_network():
    level, text, *_ = phones_line(Language.RUSSIAN, ("192.168.1.7",), 8642)
    assert level is None, "nothing answers there before a game is open"
    assert "http://192.168.1.7:8642" in text
    assert phones_line(Language.RUSSIAN, (), 8642)[0] is Level.WORSE
