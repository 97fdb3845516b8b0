"""One code path: what a single picture tells and what the tracker makes of the same picture."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_image import LAYOUT, LENS, PiecePose, Shot
from vision import Place, TableObservation, TableReader, Tag, Tracker, TrackState, TroubleKind
from vision.fiducials.quad_search import Preprocessing
from vision.images.frame import Frame
from vision.simulation import simulated_table
from vision.tracking.motion import MotionLimits

ALL = {
    "greer": PiecePose(200.0, 250.0, 0.7),
    "cordelia": PiecePose(420.0, 380.0, -2.0),
    "wood": PiecePose(150.0, 450.0, 1.0),
}
QUICK = (Preprocessing.SMOOTH,)
SOON = MotionLimits(raised_s=0.5)
EVERY_S = 0.25

# Greer has a radius of 16 mm and cordelia one of 25.
TOUCHING = {"greer": PiecePose(200.0, 250.0, 2.4), "cordelia": PiecePose(240.8, 250.0, -0.7)}
OVERLAPPING = {"greer": PiecePose(200.0, 250.0, 2.4), "cordelia": PiecePose(228.0, 250.0, -0.7)}


def single(picture: np.ndarray, layout=LAYOUT, lens=LENS) -> TableObservation:
    return TableReader(layout, lens, QUICK).read(Frame(picture, 0.0, 0))


def live(picture: np.ndarray, layout=LAYOUT, lens=LENS) -> TableObservation:
    tracker = Tracker(layout, lens, SOON)
    return [tracker.update(Frame(picture, number * EVERY_S, number)) for number in range(8)][-1]


def lying(observation: TableObservation) -> dict[str, Place]:
    return {
        place.id: place
        for place in (*observation.bases, *observation.terrain)
        if place.state in (TrackState.SEEN, TrackState.MOVED)
    }


def told(observation: TableObservation) -> set[tuple[TroubleKind, str]]:
    return {(trouble.kind, trouble.about) for trouble in observation.troubles}


def assert_same_places(one: TableObservation, other: TableObservation) -> None:
    here, there = lying(one), lying(other)
    assert here.keys() == there.keys()
    for name, place in here.items():
        apart_mm = math.hypot(place.x_mm - there[name].x_mm, place.y_mm - there[name].y_mm)
        assert apart_mm < max(0.02, 2 * place.sigma_mm)
        turned = abs(math.remainder(place.angle_rad - there[name].angle_rad, math.tau))
        assert turned < max(1e-3, 3 * place.sigma_rad)
        assert place.seen_tags == there[name].seen_tags


@pytest.mark.parametrize("seed", [3, 4])
def test_a_simulated_table_is_the_same_in_one_picture_and_in_many(seed: int):
    table = simulated_table("still", size=(1280, 720), seed=seed, noise=3.0)
    picture = table.render(0.0)

    one, many = single(picture, table.layout, table.lens), live(picture, table.layout, table.lens)

    assert_same_places(one, many)
    assert one.missing == many.missing == ()
    assert told(one) == told(many) == set()


@pytest.mark.parametrize(
    "shot",
    [
        Shot(ALL),
        Shot(ALL, tilt_deg=25.0, noise=4.0),
        Shot(ALL, loose=[Tag(20, 20.0, 480.0, 120.0, 1.0)]),
        Shot(ALL, loose=[Tag(2, 36.0, 300.0, 120.0, 0.4)]),
        Shot(ALL, hidden={21}, loose=[Tag(21, 20.0, 480.0, 120.0, 1.0, 0.4)]),
        Shot({**ALL, "greer": replace(ALL["greer"], lifted_mm=180.0)}),
        Shot({"greer": PiecePose(740.0, 150.0)}),
        Shot(OVERLAPPING),
    ],
    ids=["clean", "tilted", "tag twice", "mat tag twice", "contradiction", "lifted", "beside the mat", "overlap"],
)
def test_what_is_odd_is_told_alike_in_one_picture_and_in_many(shot: Shot):
    picture = shot.take()

    one, many = single(picture), live(picture)

    assert_same_places(one, many)
    assert told(one) == told(many)


def test_bases_that_stand_in_one_another_are_both_told_and_keep_their_places():
    observation = single(Shot(OVERLAPPING).take())

    troubles = {trouble.about: trouble for trouble in observation.troubles}
    assert troubles.keys() == {"greer", "cordelia"}
    for trouble in troubles.values():
        assert trouble.kind is TroubleKind.IMPOSSIBLE_PLACE
        assert "greer" in trouble.sentence
        assert "cordelia" in trouble.sentence
        assert "13 mm" in trouble.sentence
    assert {place.id for place in observation.bases} == {"greer", "cordelia"}


def test_a_base_may_stand_on_a_token():
    tokens = (replace(each, is_token=each.id == "cordelia") for each in LAYOUT.bases)
    observation = single(Shot(OVERLAPPING).take(), replace(LAYOUT, bases=tuple(tokens)))

    assert told(observation) == set()
    assert {place.id for place in observation.bases} == {"greer", "cordelia"}


def test_bases_that_touch_are_no_trouble():
    assert told(single(Shot(TOUCHING).take())) == set()


def test_hand_made_bases_may_seem_to_overlap_a_little():
    made = replace(LAYOUT, mat=replace(LAYOUT.mat, placement_sigma_mm=0.5))
    a_little = {"greer": PiecePose(200.0, 250.0, 2.4), "cordelia": PiecePose(237.0, 250.0, -0.7)}
    picture = Shot(a_little).take()

    assert told(single(picture)) == {
        (TroubleKind.IMPOSSIBLE_PLACE, "greer"),
        (TroubleKind.IMPOSSIBLE_PLACE, "cordelia"),
    }
    assert told(single(picture, made)) == set()
