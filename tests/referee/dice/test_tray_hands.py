"""Whether a die was thrown or put down, told from pictures of hands in the tray."""

import math
from dataclasses import replace

import pytest

from companion.referee.dice.tray_tracker import TrayTracker
from hardware.events import Settled
from hardware.rolls import CollectorPolicy
from tests.vision.dice.tray_hands import ReachingHand, TrayFilm
from vision.dice import TrayWatcher, dice_set

FROM_RIGHT = ReachingHand((0, 0), heading=0.25)
FROM_BELOW = ReachingHand((0, 0), heading=1.75, palm_px=48.0, skin=(60, 85, 120), shadow_px=(12.0, -10.0))
PALE_AND_SHADY = ReachingHand((0, 0), heading=-0.5, skin=(170, 195, 225), shadow=0.4, shadow_px=(-25.0, 28.0))
HANDS = pytest.mark.parametrize("hand", [FROM_RIGHT, FROM_BELOW, PALE_AND_SHADY], ids=["right", "below", "pale"])
LIES = (80, 80, 2)
"""A die that nobody touches."""
IN_S = (1.0, 0.75, 0.5, 0.25, 0.0)
"""How far out a hand is in each picture of its way in, of the way to the edge."""


def told(film):
    """The faces that the tray tells, and whether each counts without a question."""
    events = []
    watcher, tracker = TrayWatcher(dice_set("pips")), TrayTracker(dice_set("pips"), events.append)
    for number, picture in enumerate(film.pictures):
        at_s = 10.0 + 0.1 * number
        tracker.look(watcher.look(picture, at_s), picture, at_s)
    sure_at = CollectorPolicy().sure_at
    return [(event.face, event.confidence >= sure_at) for event in events if isinstance(event, Settled)]


def film_of(*dice):
    """A tray at rest."""
    return TrayFilm([]).rests(*dice)


def hand_at(hand, x, y, out):
    """The hand with its fingertips so far out along the arm from a place."""
    way = 360 * out
    return replace(hand, tips=(x + way * math.cos(hand.heading), y + way * math.sin(hand.heading)))


def puts_down(film, hand, die, *others):
    """A hand carries a die to its place, waits a moment, and goes."""
    x, y, face = die
    for out in IN_S:
        held = hand_at(hand, x, y, out)
        film.shows(*others, (held.tips[0], held.tips[1], face), hand=held)
    film.shows(*others, die, hand=hand_at(hand, x, y, 0.0))
    for out in reversed(IN_S):
        film.shows(*others, die, hand=hand_at(hand, x, y, out))
    return film


def throws(film, hand, die, *others):
    """A hand opens near the edge; the die rolls on to its place, other faces up on the way, while the hand goes."""
    x, y, face = die
    start = (x + 150 * math.cos(hand.heading), y + 150 * math.sin(hand.heading))
    for out in IN_S[:-1]:
        film.shows(*others, hand=hand_at(hand, *start, out))
    for step in range(1, 7):
        done = step / 6
        at = (start[0] + done * (x - start[0]), start[1] + done * (y - start[1]))
        rolling = (at[0], at[1], face if step == 6 else 1 + (face + step) % 6)
        film.shows(*others, rolling, hand=hand_at(hand, *start, 0.12 * step))
    return film


@HANDS
def test_a_die_put_down_is_asked_about(hand):
    film = puts_down(film_of(LIES), hand, (230, 190, 5), LIES).rests(LIES, (230, 190, 5))
    assert told(film) == [(5, False)]


@HANDS
def test_a_thrown_die_counts(hand):
    film = throws(film_of(LIES), hand, (200, 170, 5), LIES).rests(LIES, (200, 170, 5))
    assert told(film) == [(5, True)]


def test_of_one_thrown_and_one_put_down_in_one_stir_only_the_thrown_one_counts():
    thrown, placed = (170, 130, 4), (300, 270, 6)
    film = throws(film_of(LIES), FROM_RIGHT, thrown, LIES)
    film = puts_down(film, FROM_BELOW, placed, LIES, thrown).rests(LIES, thrown, placed)
    assert sorted(told(film)) == [(4, True), (6, False)]


def test_a_die_turned_where_it_lies_is_asked_about():
    before, after = (230, 190, 3), (230, 190, 6)
    film = film_of(before)
    for out in IN_S:
        film.shows(before, hand=hand_at(FROM_RIGHT, 230, 190, out))
    for out in reversed(IN_S):
        film.shows(after, hand=hand_at(FROM_RIGHT, 230, 190, out))
    assert told(film.rests(after)) == [(6, False)]


def test_a_thrown_die_that_a_finger_turns_is_asked_about():
    film = throws(film_of(LIES), FROM_RIGHT, (200, 170, 5), LIES)
    for out in (*IN_S, *reversed(IN_S)):
        film.shows(LIES, (200, 170, 6), hand=hand_at(FROM_BELOW, 200, 170, out))
    assert told(film.rests(LIES, (200, 170, 6))) == [(6, False)]


def test_fingers_that_come_and_go_throw_nothing():
    film = film_of(LIES, (260, 200, 3))
    for _ in range(3):
        for out in (0.6, 0.45, 0.35, 0.35, 0.45, 0.6):
            film.shows(LIES, (260, 200, 3), hand=hand_at(FROM_RIGHT, 260, 200, out))
        film.rests(LIES, (260, 200, 3), count=2)
    assert told(film.rests(LIES, (260, 200, 3))) == []
