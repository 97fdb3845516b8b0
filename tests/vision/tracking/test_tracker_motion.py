"""How one piece lies, moves, is hidden and is lost, without any picture."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.observation import Place, Seen
from vision.pose.corner_average import CornerMean
from vision.tracking.motion import Fix, MotionLimits, Track, found, seen, unseen

LIMITS = MotionLimits()
STEP_S = 1 / 30


def fix(x_mm: float, y_mm: float = 0.0, *, sigma_mm: float = 0.05, lying: bool = True) -> Fix:
    return Fix(Place("greer", x_mm, y_mm, 0.0, sigma_mm, 0.002, seen_tags=(1,)), lying)


def after(track: Track, fixes: list[Fix], start_s: float) -> tuple[Track, float]:
    for number, each in enumerate(fixes, start=1):
        track = seen(track, each, start_s + number * STEP_S, LIMITS)
    return track, start_s + len(fixes) * STEP_S


def test_a_piece_that_stays_is_seen_whatever_the_noise():
    rng = np.random.default_rng(3)
    track = found(fix(0.0), 0.0)
    for number in range(300):
        track = seen(track, fix(*rng.normal(0.0, 0.05, 2)), number * STEP_S, LIMITS)
        assert track.place.state is Seen.SEEN


@given(st.floats(3.0, 600.0), st.floats(0.0, math.tau))
def test_a_piece_put_elsewhere_is_moved_at_once_and_seen_after_a_rest(far_mm: float, way_rad: float):
    track = found(fix(0.0), 0.0)
    there = fix(far_mm * math.cos(way_rad), far_mm * math.sin(way_rad))
    track, now_s = after(track, [there], 0.0)
    assert track.place.state is Seen.MOVED
    assert (track.place.x_mm, track.place.y_mm) == (there.place.x_mm, there.place.y_mm)
    track, _ = after(track, [there] * math.ceil(LIMITS.rest_s / STEP_S + 1), now_s)
    assert track.place.state is Seen.SEEN


@given(st.floats(4.0, 400.0))
def test_a_steady_push_is_a_move_however_small_each_step(speed_mm_s: float):
    track = found(fix(0.0), 0.0)
    steps = math.ceil(5.0 / (speed_mm_s * STEP_S))
    track, _ = after(track, [fix(n * speed_mm_s * STEP_S) for n in range(1, steps + 1)], 0.0)
    assert track.place.state is Seen.MOVED


def test_a_piece_that_returns_to_its_rest_is_seen_without_waiting():
    track, _ = after(found(fix(0.0), 0.0), [fix(20.0), fix(0.1)], 0.0)
    assert track.place.state is Seen.SEEN


@given(st.lists(st.floats(0.01, 5.0), min_size=1, max_size=40))
def test_a_hidden_piece_keeps_its_place_and_is_less_certain_with_time(waits_s: list[float]):
    track: Track | None = found(fix(12.0, 34.0), 0.0)
    now_s, before_mm = 0.0, 0.05
    for wait_s in waits_s:
        now_s += wait_s
        assert track is not None
        track = unseen(track, now_s, LIMITS)
        if now_s >= LIMITS.forgotten_after_s:
            assert track is None
            return
        assert track is not None
        place = track.place
        assert (place.x_mm, place.y_mm, place.age_s, place.seen_tags) == (12.0, 34.0, now_s, ())
        assert place.state is (Seen.HELD if now_s < LIMITS.lost_after_s else Seen.LOST)
        assert place.sigma_mm > before_mm or place.sigma_mm == LIMITS.anywhere_mm
        before_mm = place.sigma_mm


def test_the_deviation_of_a_hidden_piece_depends_on_time_alone_not_on_the_number_of_pictures():
    often: Track | None = found(fix(0.0), 0.0)
    for number in range(1, 31):
        assert often is not None
        often = unseen(often, number / 30, LIMITS)
    once = unseen(found(fix(0.0), 0.0), 1.0, LIMITS)
    assert often is not None
    assert once is not None
    assert often.place == once.place


def test_a_place_seen_empty_long_enough_is_lost_and_a_glimpse_of_it_is_not():
    track: Track | None = found(fix(0.0), 0.0)
    glimpse = unseen(found(fix(0.0), 0.0), 0.1, LIMITS, empty=True)
    assert glimpse is not None
    glimpse = unseen(glimpse, 0.2, LIMITS)
    assert glimpse is not None
    assert glimpse.place.state is Seen.HELD
    for number in range(1, 15):
        assert track is not None
        track = unseen(track, number * STEP_S, LIMITS, empty=True)
    assert track is not None
    assert track.place.state is Seen.LOST
    assert track.place.sigma_mm == LIMITS.anywhere_mm


def test_a_lost_piece_is_found_again_where_it_is_seen():
    track = unseen(found(fix(0.0), 0.0), 25.0, LIMITS)
    assert track is not None
    track = seen(track, fix(100.0), 25.1, LIMITS)
    assert track.place.state is Seen.MOVED
    assert track.place.x_mm == 100.0


def test_a_lifted_piece_says_so_and_is_moved_until_it_rests():
    track, now_s = after(found(fix(0.0), 0.0), [fix(3.0, lying=False)], 0.0)
    assert track.place.state is Seen.LIFTED
    track, now_s = after(track, [fix(40.0)], now_s)
    assert track.place.state is Seen.MOVED
    track, _ = after(track, [fix(40.0)] * 12, now_s)
    assert track.place.state is Seen.SEEN


def test_one_that_vanished_while_carried_is_less_certain_than_one_that_rested():
    rested = unseen(found(fix(0.0), 0.0), 0.5, LIMITS)
    carried, now_s = after(found(fix(0.0), 0.0), [fix(50.0, lying=False)], 0.0)
    carried_after = unseen(carried, now_s + 0.5, LIMITS)
    assert rested is not None
    assert carried_after is not None
    assert carried_after.place.sigma_mm > 5 * rested.place.sigma_mm


SQUARE = np.array([[100.0, 100.0], [120.0, 100.0], [120.0, 120.0], [100.0, 120.0]])


def test_the_mean_of_readings_is_as_exact_as_it_says():
    rng = np.random.default_rng(8)
    off, told = [], []
    for _ in range(300):
        mean = CornerMean(SQUARE + rng.normal(0, 0.1, (4, 2)), 1.0, 0.1)
        for _ in range(15):
            mean = mean.with_reading(SQUARE + rng.normal(0, 0.1, (4, 2)), 0.1)
        off.append(np.abs(mean.corners_px - SQUARE).ravel())
        told.append(mean.mean_sigma_px)
    inside = np.mean(np.array(off) <= 2 * np.array(told)[:, None])
    assert 0.94 < inside < 0.965
    assert np.median(told) < 0.03


@given(st.floats(1.5, 40.0), st.integers(1, 40))
def test_a_reading_elsewhere_starts_anew(far_px: float, readings: int):
    mean = replace(CornerMean(SQUARE, 1.0, 0.1), readings=float(readings))
    there = SQUARE + np.array([far_px, 0.0])
    moved = mean.with_reading(there, 0.1)
    assert moved.readings == 1.0
    np.testing.assert_allclose(moved.corners_px, there)


def test_a_vague_sighting_of_a_resting_piece_leaves_its_place_and_tells_how_unsure_it_is():
    exact = Place("greer", 100.0, 200.0, 0.3, 0.03, 0.001, (10, 11))
    rested = found(Fix(exact), 0.0)
    for step in range(1, 6):
        rested = seen(rested, Fix(replace(exact)), step * 0.1, MotionLimits())
    vague = Place("greer", 98.0, 203.5, 0.2, 1.9, 0.06, (10,))

    track = seen(rested, Fix(vague), 0.7, MotionLimits())

    assert (track.place.x_mm, track.place.y_mm) == (100.0, 200.0)
    assert track.place.sigma_mm == 1.9
    assert track.place.state is Seen.SEEN
    far = replace(vague, x_mm=130.0)
    assert seen(track, Fix(far), 0.8, MotionLimits()).place.state is Seen.MOVED
