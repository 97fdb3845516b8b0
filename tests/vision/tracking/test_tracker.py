"""The tracker on rendered sequences with exact truth."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.images.frame import Frame
from vision.observation import Place, TableObservation, TrackState
from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.simulation.scene.script import PiecePose
from vision.table import TableLayout
from vision.tracking.motion import MotionLimits
from vision.tracking.tracker import Tracker
from vision.trouble import TroubleKind

SIZE = (1280, 720)
FPS = 15.0
SKIN = (130, 160, 215)


@pytest.fixture(scope="module")
def still() -> SimulatedTable:
    return simulated_table("still", size=SIZE)


@dataclass
class Film:
    """Hands pictures to a tracker at an even pace."""

    tracker: Tracker
    shown: int = 0

    @property
    def now_s(self) -> float:
        return self.shown / FPS

    def show(self, image: Image) -> TableObservation:
        observation = self.tracker.update(Frame(image, self.now_s, self.shown))
        self.shown += 1
        return observation

    def roll(self, table: SimulatedTable, pictures: int) -> Iterator[TableObservation]:
        for _ in range(pictures):
            yield self.show(table.render(self.now_s))


def last(observations: Iterator[TableObservation]) -> TableObservation:
    *_, observation = observations
    return observation


def place(observation: TableObservation, piece: str) -> Place:
    found = [each for each in (*observation.bases, *observation.terrain) if each.id == piece]
    assert len(found) == 1
    return found[0]


def off_mm(observation: TableObservation, truth: Truth, piece: str) -> float:
    seen, true = place(observation, piece), truth.place(piece)
    return math.hypot(seen.x_mm - true.x_mm, seen.y_mm - true.y_mm)


def pieces(table: SimulatedTable) -> list[str]:
    return [piece.id for piece in (*table.layout.bases, *table.layout.terrain)]


def kinds(observation: TableObservation) -> set[TroubleKind]:
    return {trouble.kind for trouble in observation.troubles}


def with_piece_at(table: SimulatedTable, piece: str, pose: PiecePose | None) -> SimulatedTable:
    """The table with one piece elsewhere, or away."""
    start = {name: at for name, at in table.scene.start if name != piece}
    if pose is not None:
        start[piece] = pose
    return SimulatedTable(replace(table.scene, start=tuple(start.items())))


def hand_over(image: Image, table: SimulatedTable, piece: str, radius_px: int = 75) -> Image:
    """The picture with a forearm and a fist that hide a piece."""
    corners = [np.array(tag.corners_px).mean(axis=0) for tag in table.truth(0.0).tags if tag.carrier == piece]
    x_px, y_px = (round(float(value)) for value in np.mean(corners, axis=0))
    covered = image.copy()
    cv2.line(covered, (x_px, y_px), (x_px, y_px + 900), SKIN, radius_px)
    cv2.circle(covered, (x_px, y_px), radius_px, SKIN, -1)
    return covered


def test_at_rest_every_piece_is_seen_and_its_deviation_is_honest_and_shrinks():
    off, off_in_sigmas, turned_in_sigmas, first_mm, later_mm = [], [], [], [], []
    for seed, size, noise, blur_px in (
        (1, SIZE, 2.0, 0.8),
        (2, SIZE, 5.0, 0.8),
        (3, (1920, 1080), 5.0, 1.0),
        (4, SIZE, 3.0, 0.8),
    ):
        table = simulated_table("still", size=size, seed=seed, noise=noise, blur_px=blur_px)
        film = Film(Tracker(table.layout, table.lens))
        first = film.show(table.render(0.0))
        later = last(film.roll(table, 15))
        truth = table.truth(1.0)
        for piece in pieces(table):
            seen, true = place(later, piece), truth.place(piece)
            assert seen.state is TrackState.SEEN
            assert seen.age_s == 0.0
            assert seen.seen_tags
            step_mm = np.array([seen.x_mm - true.x_mm, seen.y_mm - true.y_mm])
            off_in_sigmas += list(np.abs(step_mm) / seen.sigma_mm)
            turned_in_sigmas.append(abs(math.remainder(seen.angle_rad - true.angle_rad, math.tau)) / seen.sigma_rad)
            off.append(math.hypot(*step_mm))
            first_mm.append(place(first, piece).sigma_mm)
            later_mm.append(seen.sigma_mm)
        assert later.missing == ()
        assert later.troubles == ()
    assert np.percentile(off, 95) < 0.1
    assert np.median(later_mm) < np.median(first_mm)
    for sigmas in (np.array(off_in_sigmas), np.array(turned_in_sigmas)):
        assert np.mean(sigmas < 2.0) > 0.93
        # A standard deviation that is far too large would pass the check above; it is not honest either.
        assert np.sqrt(np.mean(np.square(sigmas))) > 0.5


def test_a_piece_put_elsewhere_is_followed_in_two_pictures_and_rests_again(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 10))
    moved = with_piece_at(still, "nerys", PiecePose(260.0, 200.0, 0.8))
    *_, soon = film.roll(moved, 2)
    assert place(soon, "nerys").state is TrackState.MOVED
    assert off_mm(soon, moved.truth(0.0), "nerys") < 0.3
    later = last(film.roll(moved, 7))
    assert place(later, "nerys").state is TrackState.SEEN
    others = [each for each in later.bases if each.id != "nerys"]
    assert all(each.state is TrackState.SEEN for each in others)


def test_a_nudge_of_a_millimetre_is_followed_at_once(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 10))
    at = dict(still.scene.start)["greer"]
    nudged = with_piece_at(still, "greer", PiecePose(at.x_mm + 0.8, at.y_mm - 0.6, at.angle_rad + 0.01))
    soon = last(film.roll(nudged, 1))
    assert off_mm(soon, nudged.truth(0.0), "greer") < 0.2


def test_hands_that_carry_pieces_lose_none_that_can_be_seen():
    table = simulated_table("hands", size=SIZE, tag_mm=15.0)
    film = Film(Tracker(table.layout, table.lens))
    visible = found = 0
    states: set[TrackState] = set()
    for _ in range(70):
        t_s = film.now_s
        observation = film.show(table.render(t_s))
        by_id = {each.id: each for each in (*observation.bases, *observation.terrain)}
        truth = table.truth(t_s)
        for true in (*truth.bases, *truth.terrain):
            seen = by_id.get(true.id)
            if true.best_visible > 0.98:
                visible += 1
                found += seen is not None and seen.state in (TrackState.SEEN, TrackState.MOVED, TrackState.LIFTED)
            if seen is not None and seen.state is TrackState.SEEN and not true.moving:
                assert math.hypot(seen.x_mm - true.x_mm, seen.y_mm - true.y_mm) < max(0.5, 4 * seen.sigma_mm)
            if seen is not None and true.moving:
                states.add(seen.state)
    assert found / visible > 0.99
    assert TrackState.LIFTED in states


def test_under_a_hand_the_place_is_held_with_a_growing_deviation_and_seen_again_after(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    before = place(last(film.roll(still, 10)), "isolde")
    sigmas_mm = []
    hidden_s = film.now_s
    for _ in range(20):
        held = place(film.show(hand_over(still.render(film.now_s), still, "isolde")), "isolde")
        assert held.state is TrackState.HELD
        assert (held.x_mm, held.y_mm) == (before.x_mm, before.y_mm)
        assert held.seen_tags == ()
        sigmas_mm.append(held.sigma_mm)
    assert held.age_s == pytest.approx(film.now_s - hidden_s)
    assert all(late > early for early, late in pairwise(sigmas_mm))
    after = place(last(film.roll(still, 2)), "isolde")
    assert after.state is TrackState.SEEN
    assert math.hypot(after.x_mm - before.x_mm, after.y_mm - before.y_mm) < 0.1


def test_a_piece_hidden_for_too_long_is_lost_and_missing(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens, MotionLimits(lost_after_s=0.8, forgotten_after_s=1.6)))
    last(film.roll(still, 5))
    for _ in range(14):
        observation = film.show(hand_over(still.render(film.now_s), still, "isolde"))
    assert place(observation, "isolde").state is TrackState.LOST
    assert observation.missing == ("isolde",)
    for _ in range(14):
        observation = film.show(hand_over(still.render(film.now_s), still, "isolde"))
    assert "isolde" not in {each.id for each in observation.bases}
    assert observation.missing == ("isolde",)


def test_a_piece_taken_away_is_lost_as_soon_as_its_place_is_seen_empty(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 12))
    gone = with_piece_at(still, "isolde", None)
    for _ in range(5):
        held = film.show(hand_over(still.render(film.now_s), still, "isolde"))
    assert place(held, "isolde").state is TrackState.HELD
    after = last(film.roll(gone, 8))
    assert "isolde" in after.missing
    assert place(after, "isolde").state is TrackState.LOST


def test_a_new_piece_is_found_within_half_a_second(still: SimulatedTable):
    without = with_piece_at(still, "greer", None)
    film = Film(Tracker(still.layout, still.lens))
    before = last(film.roll(without, 10))
    assert before.missing == ("greer",)
    put_s = film.now_s
    for observation in film.roll(still, round(0.5 * FPS)):
        if "greer" not in observation.missing:
            break
    assert observation.captured_s - put_s <= 0.5
    assert off_mm(observation, still.truth(0.0), "greer") < 0.3


def test_what_took_the_place_of_another_between_two_pictures_is_told_apart(still: SimulatedTable):
    """The tags of a base stand exactly where those of another stood: only their codes differ."""
    start, shape = dict(still.scene.start), {}
    for base in still.layout.bases:
        if base.id in start:
            shape.setdefault((base.radius_mm, len(base.tags)), []).append(base.id)
    one, other, *_ = next(alike for alike in shape.values() if len(alike) > 1)
    swapped = with_piece_at(with_piece_at(still, one, start[other]), other, start[one])
    gone = with_piece_at(with_piece_at(still, one, None), other, start[one])
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 12))
    after = last(film.roll(swapped, 10))
    for piece in (one, other):
        assert off_mm(after, swapped.truth(0.0), piece) < 1.0
        assert place(after, piece).state is TrackState.SEEN
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 12))
    after = last(film.roll(gone, 15))
    assert off_mm(after, gone.truth(0.0), other) < 1.0
    assert not [each for each in after.bases if each.id == one and each.state is TrackState.SEEN]


def test_light_that_fails_flickers_and_returns_moves_nothing():
    table = simulated_table("dark", size=SIZE)
    tracker = Tracker(table.layout, table.lens)
    told = set()
    for number in range(45):
        t_s = 5.5 + number / FPS
        observation = tracker.update(Frame(table.render(t_s), t_s, number))
        told |= kinds(observation)
        truth = table.truth(t_s)
        for seen in (*observation.bases, *observation.terrain):
            true = truth.place(seen.id)
            assert seen.state in (TrackState.SEEN, TrackState.HELD)
            assert math.hypot(seen.x_mm - true.x_mm, seen.y_mm - true.y_mm) < max(0.3, 3 * seen.sigma_mm)
        assert observation.missing == ()
    assert told <= {TroubleKind.TOO_DARK}
    assert TroubleKind.TOO_DARK in told


@pytest.mark.parametrize(("event_s", "kind"), [(5.0, TroubleKind.CAMERA_MOVED), (12.0, TroubleKind.MAT_DRIFTED)])
def test_a_bump_is_noticed_within_a_second_told_for_a_while_and_put_right(event_s: float, kind: TroubleKind):
    table = simulated_table("bump", size=SIZE)
    tracker = Tracker(table.layout, table.lens)
    noticed_s = None
    for number in range(65):
        t_s = event_s - 0.6 + number / FPS
        observation = tracker.update(Frame(table.render(t_s), t_s, number))
        if kind in kinds(observation) and noticed_s is None:
            noticed_s = t_s
            (trouble,) = [each for each in observation.troubles if each.kind is kind]
            assert trouble.since_s == t_s
        assert t_s >= event_s or not observation.troubles
        if t_s > event_s + 0.5:
            assert observation.missing == ()
            truth = table.truth(t_s)
            assert max(off_mm(observation, truth, piece) for piece in pieces(table)) < 0.3
    assert noticed_s is not None
    assert noticed_s - event_s < 1.0
    assert not observation.troubles


def test_a_table_without_a_mat_says_so_and_places_nothing():
    table = simulated_table("empty", size=SIZE)
    observation = last(Film(Tracker(table.layout, table.lens)).roll(table, 5))
    assert not observation.mat.found
    assert observation.bases == observation.terrain == ()
    assert set(observation.missing) == set(pieces(table))
    assert kinds(observation) == {TroubleKind.NO_MAT}


def test_a_blank_picture_is_no_picture_and_the_places_are_held(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 5))
    for _ in range(10):
        observation = film.show(np.full((SIZE[1], SIZE[0], 3), 3, np.uint8))
    assert TroubleKind.NO_PICTURE in kinds(observation)
    assert {each.state for each in observation.bases} == {TrackState.HELD}
    assert TroubleKind.NO_PICTURE not in kinds(last(film.roll(still, 5)))


def test_an_id_that_lies_on_the_table_twice_is_told_and_never_placed_in_between(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 6))
    at = dict(still.scene.start)["wren"]
    # A stray print of one of wren's tags, cut from the same picture and laid elsewhere on the mat.
    picture = still.render(0.0)
    tag = next(tag for tag in still.truth(0.0).tags if tag.carrier == "wren" and tag.visible > 0.99)
    x_px, y_px = (round(float(value)) for value in np.mean(tag.corners_px, axis=0))
    target_px = np.array(next(t for t in still.truth(0.0).tags if t.carrier == "wood").corners_px).mean(axis=0)
    u_px, v_px = round(float(target_px[0])) + 75, round(float(target_px[1])) + 40
    piece = picture[y_px - 14 : y_px + 15, x_px - 14 : x_px + 15]
    for number in range(14):
        twice = still.render(film.now_s)
        twice[v_px - 14 : v_px + 15, u_px - 14 : u_px + 15] = piece
        observation = film.show(twice)
        seen = place(observation, "wren")
        assert math.hypot(seen.x_mm - at.x_mm, seen.y_mm - at.y_mm) < 0.3
        if number >= 8:
            assert {(trouble.kind, trouble.about) for trouble in observation.troubles} == {
                (TroubleKind.DUPLICATE_TAG, str(tag.id))
            }
            assert seen.seen_tags
            assert tag.id not in seen.seen_tags
    observation = last(film.roll(still, 14))
    assert not observation.troubles
    assert tag.id in place(observation, "wren").seen_tags


def test_grey_pictures_do_as_well_as_coloured_ones(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    grey = cv2.cvtColor(still.render(0.0), cv2.COLOR_BGR2GRAY)
    observation = film.show(np.asarray(grey, dtype=np.uint8))
    assert observation.missing == ()
    truth = still.truth(0.0)
    assert max(off_mm(observation, truth, piece) for piece in pieces(still)) < 0.2


def test_a_picture_that_is_not_newer_changes_nothing(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    newest = last(film.roll(still, 3))
    assert film.tracker.update(Frame(still.render(0.0), newest.captured_s, 99)) is newest


def test_without_a_calibration_the_lens_is_estimated_and_the_deviation_says_so(still: SimulatedTable):
    film = Film(Tracker(still.layout))
    observation = last(film.roll(still, 10))
    calibrated = last(Film(Tracker(still.layout, still.lens)).roll(still, 10))
    assert kinds(observation) == {TroubleKind.NOT_CALIBRATED}
    assert not observation.mat.calibrated
    assert calibrated.mat.calibrated
    truth = still.truth(0.0)
    for piece in pieces(still):
        seen = place(observation, piece)
        assert seen.sigma_mm > place(calibrated, piece).sigma_mm
        assert off_mm(observation, truth, piece) < min(0.1, 3 * seen.sigma_mm)


def test_the_same_pictures_give_the_same_answers(still: SimulatedTable):
    pictures = [still.render(number / FPS) for number in range(4)]
    runs = []
    for _ in range(2):
        film = Film(Tracker(still.layout, still.lens))
        runs.append([film.show(picture) for picture in pictures])
    assert runs[0] == runs[1]


def test_pictures_of_another_size_are_taken_in_stride(still: SimulatedTable):
    film = Film(Tracker(still.layout, still.lens))
    last(film.roll(still, 4))
    half = cv2.resize(still.render(0.0), (960, 540), interpolation=cv2.INTER_AREA)
    smaller = [film.show(half) for _ in range(4)][-1]
    assert smaller.mat.calibrated
    assert len(smaller.missing) < len(pieces(still)) / 2
    truth = still.truth(0.0)
    for seen in smaller.bases:
        if seen.state is TrackState.SEEN:
            assert off_mm(smaller, truth, seen.id) < 0.5
    assert not last(film.roll(still, 4)).missing


@pytest.mark.parametrize("size", [(64, 48), (8, 8), (1, 300)])
def test_a_picture_too_small_for_anything_is_no_error(still: SimulatedTable, size: tuple[int, int]):
    film = Film(Tracker(still.layout, still.lens))
    for level in (90, 140):
        observation = film.show(np.full((size[1], size[0]), level, np.uint8))
    assert not observation.mat.found


def test_a_table_without_pieces_still_has_its_mat(still: SimulatedTable):
    bare = TableLayout(still.layout.mat)
    observation = last(Film(Tracker(bare, still.lens)).roll(still, 3))
    assert observation.mat.found
    assert observation.bases == observation.missing == ()


def test_a_base_beside_the_mat_is_told_and_not_placed(still: SimulatedTable):
    outside = with_piece_at(still, "aldous", PiecePose(655.0, 150.0, 1.5))
    observation = last(Film(Tracker(still.layout, still.lens)).roll(outside, 4))
    assert observation.missing == ("aldous",)
    assert {(each.kind, each.about) for each in observation.troubles} == {(TroubleKind.IMPOSSIBLE_PLACE, "aldous")}


@pytest.mark.parametrize("fps", [2.0, 3.5, 5.0])
def test_at_a_few_uneven_pictures_a_second_what_rests_stays_seen(fps: float):
    table = simulated_table("still", size=SIZE, seed=6)
    tracker, rng, now_s = Tracker(table.layout, table.lens), np.random.default_rng(7), 0.0
    for number in range(12):
        observation = tracker.update(Frame(table.render(now_s), now_s, number))
        for piece in pieces(table):
            assert place(observation, piece).state is TrackState.SEEN
        now_s += rng.uniform(0.4, 2.2) / fps
    assert observation.missing == ()


def test_at_two_pictures_a_second_hands_lift_and_lose_nothing_that_lies_in_the_open():
    table = simulated_table("hands", size=SIZE, tag_mm=15.0, seed=3)
    tracker, rng, now_s = Tracker(table.layout, table.lens), np.random.default_rng(8), 0.0
    at: dict[str, tuple[float, float]] = {}
    checked = 0
    for number in range(24):
        observation, truth = tracker.update(Frame(table.render(now_s), now_s, number)), table.truth(now_s)
        for true in truth.bases:
            here = (true.x_mm, true.y_mm)
            if at.get(true.id) == here and true.best_visible > 0.98 and not true.moving:
                checked += 1
                assert place(observation, true.id).state in (TrackState.SEEN, TrackState.MOVED)
            at[true.id] = here
        now_s += rng.uniform(0.3, 0.7)
    assert checked > 150
