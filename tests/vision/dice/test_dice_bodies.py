"""No die is passed over: what cannot be read is found as a body, and reported as unread."""

from dataclasses import replace
from importlib.resources import files

import cv2
import numpy as np
import pytest

from tests.vision.dice.dice_scenes import render, table_of, top_centres
from vision.dice import dice_set, read_dice
from vision.dice.pips.bodies import Body, are_near, find_bodies
from vision.dice.pips.overlooked import with_bodies
from vision.dice.pips.spots import find_spots
from vision.dice.pips.values import NONE, values_of

PIPS = dice_set("pips")


def accounted_for(reading, centre, reach_px):
    places = [die.centre_px for die in (*reading.dice, *reading.unread)]
    return any(np.hypot(*(np.array(place) - centre)) < reach_px for place in places)


def side_of(table):
    return table.dice[0].side * table.focal / table.distance


def faded(die):
    """The die with pips that hardly differ from its body."""
    pip = tuple(0.8 * np.array(die.body) + 0.2 * np.array(die.pip))
    return replace(die, pip=pip, marble=0.0)


@pytest.mark.parametrize("number", [1000, 1007, 1008])
def test_dice_with_faded_pips_are_read_or_reported(number):
    table = table_of("plain", number, count=5)
    pale = replace(table, dice=[faded(die) for die in table.dice])
    reading = read_dice(render(pale), PIPS)
    centres = top_centres(pale)
    assert all(accounted_for(reading, centre, 0.7 * side_of(pale)) for centre in centres)
    for die in reading.dice:
        nearest = min(range(len(centres)), key=lambda number: np.hypot(*(np.array(die.centre_px) - centres[number])))
        assert die.pips == pale.dice[nearest].top


@pytest.mark.parametrize(("kind", "number"), [("dim", 1003), ("touching", 1004), ("tilted", 1005), ("marble", 1006)])
def test_every_rendered_die_is_read_or_reported(kind, number):
    table = table_of(kind, number, count=6)
    reading = read_dice(render(table), PIPS)
    assert all(accounted_for(reading, centre, 0.7 * side_of(table)) for centre in top_centres(table))


def test_bodies_are_found_at_every_size_with_centre_and_size():
    table = table_of("plain", 1000, count=5)
    picture = render(table)
    for scale in (0.6, 1.0, 2.5):
        scaled = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        bodies = [body for body in find_bodies(scaled) if body.is_sure]
        assert len(bodies) == len(table.dice)
        for centre in top_centres(table):
            body = min(bodies, key=lambda body: np.hypot(*(body.centre_px - centre * scale)))
            assert np.hypot(*(body.centre_px - centre * scale)) < 0.5 * side_of(table) * scale
            assert 0.8 < body.size_px / (side_of(table) * scale) < 2.1


def test_a_grey_picture_has_the_same_bodies():
    picture = render(table_of("plain", 1000, count=5))
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    assert sum(body.is_sure for body in find_bodies(grey)) == 5


def test_an_empty_table_has_no_bodies():
    rng = np.random.default_rng(5)
    paper = np.clip(rng.normal(205, 2, (480, 640, 3)), 0, 255).astype(np.uint8)
    assert not [body for body in find_bodies(paper) if body.is_sure]


def test_a_tiny_picture_has_no_bodies():
    assert find_bodies(np.zeros((8, 8, 3), np.uint8)) == []


def test_spots_are_searched_for_on_the_bodies_only():
    picture = render(table_of("plain", 1000, count=5))
    whole = find_spots(picture)
    body = Body(np.array(whole.centre_px[0], float), 50.0, 5.0)
    part = find_spots(picture, [body])
    assert 0 < len(part) < len(whole)
    assert np.abs(part.centre_px - body.centre_px).max() < 0.8 * body.size_px
    assert len(find_spots(picture, [])) == 0


def test_points_are_near_the_bodies_around_them():
    bodies = [Body(np.array((100.0, 50.0)), 20.0, 1.0), Body(np.array((110.0, 50.0)), 20.0, 1.0)]
    points = np.array(((100.0, 50.0), (105.0, 60.0), (122.0, 50.0), (100.0, 80.0)))
    assert are_near(points, bodies).tolist() == [[True, True], [True, True], [False, False], [False, False]]
    assert are_near(points, []).shape == (4, 0)


@pytest.mark.parametrize(
    ("name", "most"), [("bodies.onnx", 1_000_000), ("upper_faces.onnx", 1_000_000), ("values.onnx", 3_000_000)]
)
def test_the_networks_stay_small(name, most):
    assert len((files("vision.dice") / name).read_bytes()) < most


def test_a_part_of_a_die_is_no_second_die():
    table = table_of("plain", 1000, count=5)
    picture = render(table)
    sure = [body for body in find_bodies(picture) if body.is_sure]
    _, alone = with_bodies([], sure, values_of(picture, sure))
    assert len(alone) == 5
    parts = [replace(body, centre_px=body.centre_px + 0.3 * body.size_px, odds=-1.0) for body in sure]
    every = [*sure, *parts]
    _, with_parts = with_bodies([], every, values_of(picture, every))
    assert [die.centre_px.tolist() for die in with_parts] == [die.centre_px.tolist() for die in alone]


def test_what_is_surely_no_die_is_not_searched_for_pips():
    """A white disc and plain cloth are told from dice at first sight."""
    picture = np.full((240, 320, 3), 90, np.uint8)
    cv2.circle(picture, (160, 120), 26, (225, 225, 225), -1, cv2.LINE_AA)
    body = Body(np.array((160.0, 120.0)), 52.0, 3.0)
    plain = Body(np.array((60.0, 60.0)), 40.0, 3.0)
    values = values_of(picture, [body, plain])
    assert [value.shares.sum() for value in values] == pytest.approx([1.0, 1.0])
    assert all(value.shares[NONE] > 0.9 for value in values)
