from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.dice_scenes import render, table_of
from vision.dice.dice_reading import UnreadReason
from vision.dice.pips.reader import find_faces
from vision.dice.pips.spots import find_spots
from vision.dice.pips.upper_faces import sort_faces


@pytest.fixture(scope="module")
def five():
    """Five dice that lie flat: the picture, its spots, and their faces, the one with most pips first."""
    picture = render(table_of("plain", 1000, count=5))
    spots = find_spots(picture)
    faces = [die.face for die in sort_faces(picture, find_faces(picture, spots), spots) if die.why is None]
    assert len(faces) == 5
    return picture, spots, sorted(faces, key=lambda face: -face.value)


def whys(five, faces):
    picture, spots, _ = five
    found = sort_faces(picture, faces, spots)
    return [next(die.why for die in found if die.face.pips == face.pips) for face in faces]


def test_a_die_is_told_to_lean_by_the_network_alone(five):
    _, _, faces = five
    for leaning, why in ((0.5, UnreadReason.COCKED), (-3.0, None)):
        assert whys(five, [replace(faces[0], leaning=leaning)]) == [why]


def test_a_die_level_with_the_others_does_not_lean_whatever_the_network_says(five):
    _, _, faces = five
    assert whys(five, [replace(faces[0], leaning=0.5), *faces[1:]]) == [None] * 5


def test_an_oblique_face_of_many_pips_has_to_be_surer(five):
    _, _, faces = five
    doubtful = replace(faces[0], odds=5.2, leaning=-1.3, aspect=0.8)
    assert doubtful.value > 2
    assert whys(five, [doubtful]) == [UnreadReason.COCKED]
    assert whys(five, [replace(doubtful, odds=6.0)]) == [None]


def test_a_face_a_little_outside_of_the_picture_must_be_surer(five):
    picture, spots, faces = five
    for odds, why in ((4.0, UnreadReason.HALF_SEEN), (8.0, None)):
        face = replace(faces[0], odds=odds)
        right = face.corners_px[:, 0].max()
        cut = picture[:, : int(right - 0.1 * face.side_px)]
        assert [die.why for die in sort_faces(cut, [face], spots)] == [why]


def test_how_sure_a_face_must_be_hangs_on_what_it_shows(five):
    _, _, faces = five
    for odds, told in ((1.8, ()), (2.5, (2,)), (3.5, (1, 2)), (4.5, (1, 2, 5))):
        for value in (1, 2, 5):
            first = replace(faces[0], value=value, odds=odds)
            assert whys(five, [first, *faces[1:]])[0] == (None if value in told else UnreadReason.UNCLEAR)


def test_a_face_that_is_not_known_to_be_level_with_others_has_to_be_surer(five):
    _, _, faces = five
    doubtful = replace(faces[0], odds=5.2)
    assert whys(five, [doubtful]) == [UnreadReason.UNCLEAR]
    assert whys(five, [doubtful, *faces[1:]]) == [None] * 5
    assert whys(five, [replace(doubtful, odds=5.6)]) == [None]


def test_two_oblique_faces_side_by_side_may_be_of_one_die_and_none_of_them_is_told(five):
    _, _, faces = five
    one = replace(faces[0], aspect=0.82)
    shift = 0.93 * one.side_px * np.array((0.8, 0.6))
    two = replace(
        one, centre_px=one.centre_px + shift, corners_px=one.corners_px + shift, aspect=0.76, odds=one.odds - 1
    )
    picture, spots, _ = five
    assert [die.why for die in sort_faces(picture, [one, two], spots)] == [UnreadReason.COCKED]


def test_where_the_smaller_of_two_faces_of_a_die_is_the_surer_none_is_told(five):
    picture, spots, faces = five
    none = spots.taken(np.zeros(len(spots), bool))
    top = replace(faces[0], odds=8.0)
    middle = top.corners_px.mean(axis=0)
    for odds, why in ((7.0, None), (9.0, UnreadReason.COCKED)):
        small = replace(
            top,
            odds=odds,
            pips=(top.pips[0],),
            centre_px=top.centre_px + 0.7 * top.side_px * np.array((0.8, 0.6)),
            corners_px=middle + 0.7 * top.side_px * np.array((0.8, 0.6)) + 0.7 * (top.corners_px - middle),
        )
        assert [die.why for die in sort_faces(picture, [top, small], none)] == [why]
