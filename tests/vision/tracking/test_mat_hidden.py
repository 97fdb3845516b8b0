"""The mat's pose while few or none of its own tags are seen, and while no calibration tells the lens."""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from vision.arrays import Image
from vision.images.frame import Frame
from vision.observation import Place, TableObservation, TrackState
from vision.reader import TableReader
from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.simulation.scene.plain_scenes import overhead
from vision.simulation.scene.script import PiecePose
from vision.tracking.tracker import Tracker
from vision.trouble import TroubleKind

SIZE = (1280, 720)
CLOTH = (130, 160, 215)
HIDDEN_S, BUMP_S, BARE_S, END_S = 1.6, 3.0, 4.0, 5.0
Told = list[tuple[TableObservation, Truth]]


def covered(picture: Image, truth: Truth, left: frozenset[int] = frozenset()) -> Image:
    """The picture with cloth on the mat's tags, but for the `left` ones."""
    picture = picture.copy()
    for tag in truth.tags:
        if not tag.carrier and tag.id not in left:
            corners = np.array(tag.corners_px)
            low, high = np.maximum(corners.min(axis=0) - 10, 0).astype(int), corners.max(axis=0).astype(int) + 10
            picture[low[1] : high[1], low[0] : high[0]] = CLOTH
    return picture


def bumped(by_deg: float, pieces: int | None = None) -> SimulatedTable:
    """Nothing stirs but the camera."""
    scene = simulated_table("still", size=SIZE).scene
    after = overhead(SIZE, math.radians(7.0 + by_deg), 0.03 + math.radians(0.7 * by_deg))
    start = scene.start if pieces is None else scene.start[-pieces:]
    return SimulatedTable(replace(scene, camera=(*scene.camera, (BUMP_S, after)), start=start))


def followed(at: Callable[[float], SimulatedTable], until_s: float, left: frozenset[int] = frozenset()) -> Told:
    """What a tracker says of tables whose mat's tags are hidden from `HIDDEN_S` to `BARE_S`."""
    tracker, told = Tracker(at(0.0).layout, at(0.0).lens), []
    for number in range(round(until_s * 5)):
        t_s = number / 5
        picture, truth = at(t_s).render(t_s), at(t_s).truth(t_s)
        picture = covered(picture, truth, left) if HIDDEN_S <= t_s < BARE_S else picture
        told.append((tracker.update(Frame(picture, t_s, number)), truth))
    return told


def places_of(observation: TableObservation) -> tuple[Place, ...]:
    return (*observation.bases, *observation.terrain)


def kinds(observation: TableObservation) -> set[TroubleKind]:
    return {trouble.kind for trouble in observation.troubles}


def steps_mm(told: Told) -> Iterator[tuple[np.ndarray, float]]:
    for observation, truth in told:
        for place in places_of(observation):
            true = truth.place(place.id)
            yield np.array([place.x_mm - true.x_mm, place.y_mm - true.y_mm]), place.sigma_mm


def p95_mm(told: Told) -> float:
    return float(np.percentile([np.hypot(*step) for step, _ in steps_mm(told)], 95))


def within_two(told: Told) -> float:
    return float(np.mean([np.abs(step) < 2 * sigma for step, sigma in steps_mm(told)]))


def test_pieces_at_rest_keep_the_pose_while_all_of_the_mats_tags_are_hidden():
    table = simulated_table("still", size=SIZE)
    told = followed(lambda _: table, BARE_S)
    for observation, _ in told[round(HIDDEN_S * 5) :]:
        assert observation.mat.found
        assert kinds(observation) == {TroubleKind.FEW_MAT_TAGS}
        assert all(place.state is TrackState.SEEN for place in places_of(observation))
        assert observation.missing == ()
    assert p95_mm(told[1:]) < 0.06
    before, after = told[round(HIDDEN_S * 5) - 1][0], told[-1][0]
    grown = [b.sigma_mm - a.sigma_mm for a, b in zip(before.bases, after.bases, strict=True)]
    # Each reading sharpens a mean by a hair; nobody gets surer than that without the mat.
    assert -1e-3 < np.median(grown) < 0.1


@pytest.mark.parametrize("by_deg", [0.05, 3.0])
def test_a_bump_while_the_mats_tags_are_hidden_is_told_at_once_and_put_right_from_pieces_at_rest(by_deg: float):
    table = bumped(by_deg)
    told = followed(lambda _: table, END_S)
    assert all(TroubleKind.CAMERA_MOVED not in kinds(each) for each, truth in told if truth.t_s < BUMP_S)
    assert all(TroubleKind.CAMERA_MOVED in kinds(each) for each, truth in told if BUMP_S <= truth.t_s < BARE_S)
    assert all(place.state is TrackState.SEEN for each, _ in told for place in places_of(each))
    assert TroubleKind.FEW_MAT_TAGS not in kinds(told[-1][0])
    assert p95_mm([each for each in told if each[1].t_s >= BUMP_S]) < 0.06
    assert within_two([each for each in told if each[1].t_s >= BUMP_S]) > 0.93
    before, after = told[round(HIDDEN_S * 5) - 1][0].bases, told[round(BUMP_S * 5)][0].bases
    assert np.median([b.sigma_mm - a.sigma_mm for a, b in zip(before, after, strict=True)]) > 0


def test_two_pieces_do_not_tell_where_a_bump_went_and_nothing_is_guessed():
    table = bumped(0.4, pieces=2)
    told = followed(lambda _: table, BARE_S + 0.4)
    before = {place.id: place for place in told[round(BUMP_S * 5) - 1][0].bases}
    assert {place.state for place in before.values()} == {TrackState.SEEN}
    for observation, truth in told[round(BUMP_S * 5) : round(BARE_S * 5)]:
        for place in observation.bases:
            assert place.state is TrackState.HELD
            assert (place.x_mm, place.y_mm) == (before[place.id].x_mm, before[place.id].y_mm)
        assert kinds(observation) & {TroubleKind.CAMERA_MOVED, TroubleKind.NO_MAT, TroubleKind.FEW_MAT_TAGS}
        assert truth.t_s < BUMP_S + 0.95 or TroubleKind.NO_MAT in kinds(observation)
    assert {place.state for place in told[-1][0].bases} == {TrackState.SEEN}
    assert p95_mm(told[-1:]) < 0.1


def test_a_piece_that_is_moved_while_the_mats_tags_are_hidden_is_no_bump():
    table = simulated_table("still", size=SIZE)
    start = dict(table.scene.start) | {"gaunt": PiecePose(480.0, 410.0, 1.2)}
    moved = SimulatedTable(replace(table.scene, start=tuple(start.items())))
    told = followed(lambda t_s: table if t_s < BUMP_S else moved, BARE_S)
    for observation, _ in told[round(HIDDEN_S * 5) :]:
        assert kinds(observation) == {TroubleKind.FEW_MAT_TAGS}
    assert p95_mm([each for each in told if each[1].t_s > BUMP_S + 0.5]) < 0.06
    assert all(place.state is TrackState.SEEN for place in places_of(told[-1][0]))


@pytest.mark.parametrize("name", ["still", "tilt"])
def test_two_tags_of_the_mat_tell_a_pose_with_its_larger_deviation(name: str):
    table = simulated_table(name, size=SIZE)
    truth, tags = table.truth(0.0), [tag.id for tag in table.layout.mat.tags]
    told, alike = [], []
    for left in ((1, 5), (0, 1), (2, 3)):
        picture = covered(table.render(0.0), truth, frozenset(tags[n] for n in left))
        told.append((Tracker(table.layout, table.lens).update(Frame(picture, 0.0, 0)), truth))
        if left == (1, 5):
            alike.append((TableReader(table.layout, table.lens).read(Frame(picture, 0.0, 0)), truth))
    for observation, _ in [*told, *alike]:
        assert observation.mat.found
        assert kinds(observation) == {TroubleKind.FEW_MAT_TAGS}
        assert observation.missing == ()
    assert p95_mm(told) < 1.5
    assert within_two([*told, *alike]) > 0.93
    assert np.median([sigma for _, sigma in steps_mm(told)]) > 0.1


def test_one_tag_of_the_mat_tells_no_pose():
    table = simulated_table("still", size=SIZE)
    truth = table.truth(0.0)
    picture = covered(table.render(0.0), truth, frozenset({table.layout.mat.tags[0].id}))
    observation = Tracker(table.layout, table.lens).update(Frame(picture, 0.0, 0))
    assert not observation.mat.found
    assert TroubleKind.NO_MAT in kinds(observation)


@pytest.mark.parametrize("name", ["still", "tilt"])
def test_a_lens_that_the_mat_tells_is_told_anew_for_a_while_and_then_stands(name: str):
    table = simulated_table(name, size=SIZE)
    tracker, truth, picture = Tracker(table.layout, None), table.truth(0.0), table.render(0.0)
    told = [(tracker.update(Frame(picture, number / 4, number)), truth) for number in range(32)]
    lenses = [observation.mat.lens.matrix for observation, _ in told]
    assert len(set(lenses[-8:])) < 3 < len(set(lenses))
    assert p95_mm(told[-1:]) < max(0.08, 1.3 * p95_mm(told[:1]))
    for each in (told[:1], told[-1:]):
        assert within_two(each) > 0.93
    turns = [
        abs(math.remainder(place.angle_rad - truth.place(place.id).angle_rad, math.tau)) / place.sigma_rad
        for place in places_of(told[-1][0])
    ]
    assert np.mean(np.array(turns) < 2) > 0.93
