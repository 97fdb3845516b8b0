"""Strangers who go by the screen alone play *Practise* from the first start to the end, and go astray on the way.

The dice are not seeded and a game takes minutes, so they play only where COMPANION_STRANGER is set.
"""

import importlib
import os
from dataclasses import dataclass

import pytest

from companion.tablet.data.settings import Settings
from companion.texts import Language

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("COMPANION_STRANGER" not in os.environ, reason="whole games of minutes, with dice of chance"),
]

HASTE = 12.0
"""The hands at the simulated table hurry, so that the test does."""
MAX_TOUCHES = 250
"""A game between two heroes takes about half as many."""


@dataclass(frozen=True)
class Tongue:
    """What somebody reads who wants to practise, or goes astray on purpose.

    Attributes:
        practise: The key that begins.
        over: What is read once a game is over.
    """

    practise: str
    over: str


TONGUES = {
    Language.ENGLISH: Tongue("Practise", "at the end of each turn"),
    Language.RUSSIAN: Tongue("Тренировка", "в конце каждого хода"),
    Language.UKRAINIAN: Tongue("Тренування", "наприкінці кожного ходу"),
}


@pytest.fixture
def stranger(monkeypatch):
    """Imports Kivy, which reads what `prepare` wrote."""
    monkeypatch.setattr(importlib.import_module("companion.tablet.table.practice_hand"), "PACE", HASTE)
    return importlib.import_module("tests.tablet.stranger").Stranger


def says(text):
    """What ends a stretch of play: a text that can be read."""
    return lambda words: any(text in each.text for each in words)


async def plays_to_the_end(one, tongue):
    await one.plays_until(says(tongue.over))
    assert one.touched < MAX_TOUCHES, one.did


async def tries_a_wrong_camera(one):
    """Types a camera that is not there: no picture, no way on but another choice, and the way back to the start."""
    await one.touches("New game")
    await one.touches("Another address")
    for key in ("usb:", "9", "Done"):
        await one.touches(key)
    await one.sees("not found. Plug it in")
    assert one.key("Next") is None, "only with a picture"
    await one.touches("Back")
    await one.sees("Practise")
    assert one.key("Practise").lit


async def moves_too_far(one):
    """Puts the hero far beyond its reach; the screen says so, and leads back with one touch."""
    await one.touches("Move a model")
    await one.touches("Maud Averill, Causeway Warden, 48 mm")
    left, top, right, bottom = one.mat()
    await one.rests()
    one.tap((left + (right - left) / 4, (top + bottom) / 2), "a place beyond its reach")
    await one.sees("Let it stand")
    await one.touches("Put it back")
    await one.gone("Let it stand")


def test_a_stranger_in_english_tries_a_wrong_camera_and_a_move_too_long(at_start, stranger):
    async def act(_visitor):
        one, tongue = stranger(), TONGUES[Language.ENGLISH]
        await tries_a_wrong_camera(one)
        await one.touches(tongue.practise)
        await one.plays_until(says("Move your hero"))
        await moves_too_far(one)
        await plays_to_the_end(one, tongue)

    at_start(act, Settings(language=Language.ENGLISH, sounds=False))


def test_a_stranger_in_russian_touches_move_before_anything_was_moved(at_start, stranger):
    async def act(_visitor):
        one, tongue = stranger(), TONGUES[Language.RUSSIAN]
        await one.touches(tongue.practise)
        await one.plays_until(says("Активировать"))
        await one.touches("Активировать")
        await one.touches("Движение")
        await one.sees("до этого ничего не записывается")
        assert one.key("Бег") is not None, "nothing was used up"
        await plays_to_the_end(one, tongue)

    at_start(act, Settings(language=Language.RUSSIAN, sounds=False))


def test_a_stranger_in_ukrainian_closes_the_program_in_the_middle_and_goes_on(at_start, stranger):
    tongue, stood = TONGUES[Language.UKRAINIAN], []

    async def begins(_visitor):
        one = stranger()
        await one.touches(tongue.practise)
        await one.plays_until(says("Хід 2"))
        stood.extend(one.models())

    async def goes_on(_visitor):
        one = stranger()
        await one.sees("Продовжити")
        await one.until(lambda: (key := one.key("Продовжити")) and key.lit, "the lit key to go on")
        await one.touches("Продовжити")
        await one.sees("Хід 2")
        await one.until(lambda: near(one.models(), stood), "every model where it stood")
        await plays_to_the_end(one, tongue)

    at_start(begins, Settings(language=Language.UKRAINIAN, sounds=False))
    at_start(goes_on)


def near(found, stood):
    """Whether models are drawn where they were, to a few pixels."""
    return all(
        one is not None and max(abs(a - b) for a, b in zip(one, other, strict=True)) < 6
        for one, other in zip(found, stood, strict=True)
    )
