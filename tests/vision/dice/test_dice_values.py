"""What the network that reads bodies adds to the rules: it confirms and doubts what they find, and reads itself."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.benchmarks.dice.render import render as render_throw
from tests.vision.dice.dice_scenes import render, table_of, top_centres
from vision.dice import UnreadReason, dice_set, read_dice
from vision.dice.pips.bodies import find_bodies
from vision.dice.pips.overlooked import is_obvious, with_bodies
from vision.dice.pips.reader import find_faces
from vision.dice.pips.spots import find_spots
from vision.dice.pips.upper_faces import sort_faces
from vision.dice.pips.values import LEANING, BodyValue, values_of

PIPS = dice_set("pips")
CERTAIN = 9.0


def certain_of(kind: int, corners_px: np.ndarray, odds: float = CERTAIN) -> BodyValue:
    """What the network says of a body where it is certain of one class."""
    share = 1 / (1 + math.exp(-odds))
    shares = np.full(9, (1 - share) / 8)
    shares[kind] = share
    return BodyValue(shares, share, corners_px)


@pytest.fixture(scope="module")
def table():
    return table_of("plain", 1000, count=5)


@pytest.fixture(scope="module")
def picture(table):
    return render(table)


@pytest.fixture(scope="module")
def found(picture):
    """The dice as the rules find them, all of them read."""
    spots = find_spots(picture)
    dice = sort_faces(picture, find_faces(picture, spots), spots)
    assert [die.why for die in dice] == [None] * 5
    return dice


@pytest.fixture(scope="module")
def bodies(picture):
    """Each die's body, in the order of `found`."""
    return [body for body in find_bodies(picture) if body.is_sure]


def body_of(die, bodies):
    return min(bodies, key=lambda body: float(np.hypot(*(body.centre_px - die.face.centre_px))))


def test_bodies_that_are_plain_to_see_are_read_without_the_rules(table, picture, bodies):
    _, alone = with_bodies([], bodies, values_of(picture, bodies))
    centres = top_centres(table)
    for die in alone:
        nearest = min(range(len(centres)), key=lambda number: np.hypot(*(die.centre_px - centres[number])))
        assert die.value in (None, table.dice[nearest].top)
    assert sum(die.value is not None for die in alone) >= 4


def test_a_die_is_doubted_where_rules_and_network_see_different_values(found, bodies):
    die = found[0]
    other = die.face.value % 6 + 1
    body = body_of(die, bodies)
    agreed, _ = with_bodies([die], [body], [certain_of(die.face.value, die.face.corners_px)])
    assert [one.why for one in agreed] == [None]
    doubted, more = with_bodies([die], [body], [certain_of(other, die.face.corners_px)])
    assert [one.why for one in doubted] == [UnreadReason.UNCLEAR]
    assert more == []
    for odds, why in ((1.0, UnreadReason.UNCLEAR), (0.0, None)):  # leaves 3 or 6 of 100 for the value of the rules
        likely, _ = with_bodies([die], [body], [certain_of(LEANING, die.face.corners_px, odds=odds)])
        assert [one.why for one in likely] == [why]


@pytest.mark.parametrize("why", [UnreadReason.UNCLEAR, UnreadReason.COCKED])
def test_a_value_that_is_plain_to_see_overrules_what_the_rules_doubt(found, bodies, why):
    die = replace(found[0], why=why)
    value = certain_of(die.face.value, die.face.corners_px)
    body = body_of(die, bodies)
    assert [one.why for one in with_bodies([die], [body], [value])[0]] == [None]
    blurred = certain_of(die.face.value, die.face.corners_px, odds=1.0)
    assert [one.why for one in with_bodies([die], [body], [blurred])[0]] == [why]


def test_a_die_cut_off_by_the_edge_stays_unread(found, bodies):
    die = replace(found[0], why=UnreadReason.HALF_SEEN)
    value = certain_of(die.face.value, die.face.corners_px)
    dice, more = with_bodies([die], [body_of(die, bodies)], [value])
    assert [one.why for one in dice] == [UnreadReason.HALF_SEEN]
    assert more == []


def test_what_hardly_looks_like_a_die_is_not_read(found, bodies):
    body = body_of(found[0], bodies)
    value = certain_of(4, found[0].face.corners_px, odds=6.2)
    _, sure = with_bodies([], [replace(body, odds=1.0)], [value])
    assert [die.value for die in sure] == [4]
    _, unsure = with_bodies([], [replace(body, odds=-1.0)], [value])
    assert [die.value for die in unsure] == [None]
    _, small = with_bodies([], [replace(body, odds=1.0, size_px=20.0)], [value])
    assert [die.value for die in small] == [None]


def test_the_rules_need_not_look_at_what_is_obvious_and_whole(found, bodies):
    body, corners = replace(body_of(found[0], bodies), odds=1.5, size_px=40.0), found[0].face.corners_px
    size_px = (int(body.centre_px[0]) + 60, int(body.centre_px[1]) + 60)
    assert is_obvious(body, certain_of(4, corners), size_px)
    assert not is_obvious(body, certain_of(4, corners, odds=7.0), size_px)
    assert not is_obvious(body, certain_of(1, corners), size_px)
    assert not is_obvious(body, certain_of(7, corners), size_px)
    assert not is_obvious(replace(body, odds=0.0), certain_of(4, corners), size_px)
    for cut_off in ((size_px[0] - 40, size_px[1]), (size_px[0], size_px[1] - 40)):
        assert not is_obvious(body, certain_of(4, corners), cut_off)
    at_the_edge = replace(body, centre_px=np.array((20.0, body.centre_px[1])))
    assert not is_obvious(at_the_edge, certain_of(4, corners), size_px)


def test_the_front_of_a_die_is_no_second_die(found, bodies):
    """Seen obliquely, a die's front lies straight below its upper face in an upright picture."""
    upper = replace(body_of(found[0], bodies), odds=1.5)
    corners = found[0].face.corners_px
    for way, read in (((0.0, 0.7), None), ((0.7, 0.0), 2), ((0.0, -0.7), 2), ((0.0, 0.95), 2)):
        front = replace(upper, centre_px=upper.centre_px + upper.size_px * np.array(way), odds=1.0)
        values = [certain_of(5, corners), certain_of(2, corners + front.centre_px - upper.centre_px)]
        _, dice = with_bodies([], [upper, front], values)
        assert [die.value for die in dice] == [5, read], way


def test_the_sides_of_a_plain_die_are_dropped_but_no_die_beside_it(found, bodies):
    die, body = found[0], body_of(found[0], bodies)
    value = certain_of(die.face.value, die.face.corners_px)
    unread = replace(die, why=UnreadReason.COCKED)
    for far, kept in ((0.3, 1), (0.5, 2)):
        shift = np.array((far * body.size_px, 0.0)) + body.centre_px - die.face.centre_px
        moved = replace(die.face, value=die.face.value % 6 + 1, centre_px=die.face.centre_px + shift)
        side = replace(unread, face=moved)
        dice, _ = with_bodies([unread, side], [body], [value])
        assert len(dice) == kept, far
        assert dice[0].why is None


def test_dice_seen_obliquely_by_an_upright_camera_are_read():
    """The upper face is read and not the front; what cannot be read is told."""
    asked = read = 0
    for seed in range(95_000, 95_012):
        throw = render_throw("oblique", seed)
        reading = read_dice(throw.image, PIPS)
        for die in throw.dice:
            if die.seen < 0.985 or die.why not in {"", "seen from the side"}:
                continue
            middle = die.corners_px.mean(axis=0)
            reach = float(np.linalg.norm(die.corners_px[0] - die.corners_px[2])) / 3
            told = [one.pips for one in reading.dice if np.hypot(*(one.centre_px - middle)) < reach]
            assert told in ([], [die.value]), (seed, die)
            asked, read = asked + 1, read + len(told)
    assert asked >= 30
    assert read >= 0.75 * asked
