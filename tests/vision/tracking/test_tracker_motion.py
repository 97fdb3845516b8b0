"""How one piece lies, moves, is hidden and is lost, without any picture."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.observation import Place, TrackState
from vision.pose.corner_average import CornerMean
from vision.tracking.motion import MotionLimits, PieceMeasurement, Track, found, seen, unseen

LIMITS = MotionLimits()
STEP_S = 1 / 30


def fix(x_mm: float, y_mm: float = 0.0, *, sigma_mm: float = 0.05, lying: bool = True) -> PieceMeasurement:
    return PieceMeasurement(Place("greer", x_mm, y_mm, 0.0, sigma_mm, 0.002, seen_tags=(1,)), lying)


def turned(
    angle_rad: float, *, x_mm: float = 0.0, sigma_mm: float = 0.05, sigma_rad: float = 0.002
) -> PieceMeasurement:
    """A measurement at an angle that says held and 9 s old: a track that kept any of it would show that."""
    return PieceMeasurement(
        Place("greer", x_mm, 0.0, angle_rad, sigma_mm, sigma_rad, seen_tags=(1,), state=TrackState.HELD, age_s=9.0)
    )


def after(track: Track, fixes: list[PieceMeasurement], start_s: float) -> tuple[Track, float]:
    for number, each in enumerate(fixes, start=1):
        track = seen(track, each, start_s + number * STEP_S, LIMITS)
    return track, start_s + len(fixes) * STEP_S


def test_a_piece_that_stays_is_seen_whatever_the_noise():
    rng = np.random.default_rng(3)
    track = found(fix(0.0), 0.0)
    for number in range(300):
        track = seen(track, fix(*rng.normal(0.0, 0.05, 2)), number * STEP_S, LIMITS)
        assert track.place.state is TrackState.SEEN


@given(st.floats(3.0, 600.0), st.floats(0.0, math.tau))
def test_a_piece_put_elsewhere_is_moved_at_once_and_seen_after_a_rest(far_mm: float, way_rad: float):
    track = found(fix(0.0), 0.0)
    there = fix(far_mm * math.cos(way_rad), far_mm * math.sin(way_rad))
    track, now_s = after(track, [there], 0.0)
    assert track.place.state is TrackState.MOVED
    assert (track.place.x_mm, track.place.y_mm) == (there.place.x_mm, there.place.y_mm)
    track, _ = after(track, [there] * math.ceil(LIMITS.rest_s / STEP_S + 1), now_s)
    assert track.place.state is TrackState.SEEN


@given(st.floats(4.0, 400.0))
def test_a_steady_push_is_a_move_however_small_each_step(speed_mm_s: float):
    track = found(fix(0.0), 0.0)
    steps = math.ceil(5.0 / (speed_mm_s * STEP_S))
    track, _ = after(track, [fix(n * speed_mm_s * STEP_S) for n in range(1, steps + 1)], 0.0)
    assert track.place.state is TrackState.MOVED


def test_a_piece_that_returns_to_its_rest_is_seen_without_waiting():
    track, _ = after(found(fix(0.0), 0.0), [fix(20.0), fix(0.1)], 0.0)
    assert track.place.state is TrackState.SEEN


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
        assert place.state is (TrackState.HELD if now_s < LIMITS.lost_after_s else TrackState.LOST)
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
    assert glimpse.place.state is TrackState.HELD
    for number in range(1, 15):
        assert track is not None
        track = unseen(track, number * STEP_S, LIMITS, empty=True)
    assert track is not None
    assert track.place.state is TrackState.LOST
    assert track.place.sigma_mm == LIMITS.anywhere_mm


def test_a_lost_piece_is_found_again_where_it_is_seen():
    track = unseen(found(fix(0.0), 0.0), 25.0, LIMITS)
    assert track is not None
    track = seen(track, fix(100.0), 25.1, LIMITS)
    assert track.place.state is TrackState.MOVED
    assert track.place.x_mm == 100.0


def test_a_lifted_piece_says_so_and_is_moved_until_it_rests():
    track, now_s = after(found(fix(0.0), 0.0), [fix(3.0, lying=False)], 0.0)
    assert track.place.state is TrackState.LIFTED
    track, now_s = after(track, [fix(40.0)], now_s)
    assert track.place.state is TrackState.MOVED
    track, _ = after(track, [fix(40.0)] * 12, now_s)
    assert track.place.state is TrackState.SEEN


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
    rested = found(PieceMeasurement(exact), 0.0)
    for step in range(1, 6):
        rested = seen(rested, PieceMeasurement(replace(exact)), step * 0.1, MotionLimits())
    vague = Place("greer", 98.0, 203.5, 0.2, 1.9, 0.06, (10,))

    track = seen(rested, PieceMeasurement(vague), 0.7, MotionLimits())

    assert (track.place.x_mm, track.place.y_mm) == (100.0, 200.0)
    assert track.place.sigma_mm == 1.9
    assert track.place.state is TrackState.SEEN
    far = replace(vague, x_mm=130.0)
    assert seen(track, PieceMeasurement(far), 0.8, MotionLimits()).place.state is TrackState.MOVED


@pytest.mark.parametrize(
    ("before_rad", "now_rad", "state"),
    [
        (math.pi - 0.01, -math.pi + 0.01, TrackState.SEEN),
        (-math.pi + 0.01, math.pi - 0.01, TrackState.SEEN),
        (math.pi - 0.1, -math.pi + 0.1, TrackState.MOVED),
        (-math.pi + 0.1, math.pi - 0.1, TrackState.MOVED),
        (0.0, math.tau, TrackState.SEEN),
        (0.1, -0.1, TrackState.MOVED),
    ],
)
def test_a_turn_counts_by_the_shorter_way_round(before_rad: float, now_rad: float, state: TrackState):
    assert seen(found(turned(before_rad), 0.0), turned(now_rad), STEP_S, LIMITS).place.state is state


@pytest.mark.parametrize(
    ("sigma_mm", "sigma_rad", "within_mm", "beyond_mm", "within_rad", "beyond_rad"),
    [
        (0.05, 0.002, 0.5, 0.6, 0.05, 0.06),  # half a millimetre, a twentieth of a radian: both still at rest
        (0.3, 0.03, 1.69, 1.71, 0.169, 0.171),  # four standard deviations of the difference
    ],
)
def test_a_piece_is_at_rest_up_to_half_a_millimetre_or_four_standard_deviations(
    sigma_mm: float, sigma_rad: float, within_mm: float, beyond_mm: float, within_rad: float, beyond_rad: float
):
    for x_mm, angle_rad, state in (
        (within_mm, 0.0, TrackState.SEEN),
        (beyond_mm, 0.0, TrackState.MOVED),
        (0.0, within_rad, TrackState.SEEN),
        (0.0, beyond_rad, TrackState.MOVED),
    ):
        sigmas = {"sigma_mm": sigma_mm, "sigma_rad": sigma_rad}
        track = found(turned(0.0, **sigmas), 0.0)
        assert seen(track, turned(angle_rad, x_mm=x_mm, **sigmas), STEP_S, LIMITS).place.state is state


def test_a_stay_of_exactly_the_time_is_a_rest():
    limits = MotionLimits(rest_s=0.25)
    track = seen(found(fix(0.0), 8.0), fix(20.0), 8.5, limits)
    assert seen(track, fix(20.0), 8.625, limits).place.state is TrackState.MOVED
    assert seen(track, fix(20.0), 8.75, limits).place.state is TrackState.SEEN


def test_a_stay_without_a_new_reading_is_a_rest_too():
    limits = MotionLimits(rest_s=0.25)
    track = seen(found(fix(0.0), 8.0), fix(20.0), 8.5, limits)
    back = fix(0.25)
    for at_s, rest_mm in ((9.0, 0.0), (9.125, 0.0), (9.25, 0.25), (9.5, 0.25)):
        track = seen(track, back, at_s, limits)
        assert (track.place.state, track.place.x_mm, track.seen_s) == (TrackState.SEEN, 0.25, at_s)
        assert track.rest is not None
        assert track.rest.x_mm == rest_mm
    raised = replace(back, lying=False)
    assert seen(track, raised, 9.625, limits).place.state is TrackState.LIFTED
    hidden = unseen(track, 10.0, limits)
    assert hidden is not None
    assert seen(hidden, back, 10.5, limits).place == track.place


def test_what_is_seen_now_has_no_age_and_no_older_state():
    first = found(turned(0.0), 0.0)
    assert (first.place.state, first.place.age_s) == (TrackState.SEEN, 0.0)
    again = seen(first, turned(0.01), STEP_S, LIMITS)
    assert (again.place.state, again.place.age_s) == (TrackState.SEEN, 0.0)
    raised = found(PieceMeasurement(fix(0.0).place, lying=False), 0.0)
    assert (raised.place.state, raised.rest) == (TrackState.LIFTED, None)


@pytest.mark.parametrize(
    ("rest_mm", "sigma_mm", "vague"),
    [(0.03, 0.25, False), (0.03, 0.3, False), (0.03, 0.4, True), (0.125, 0.5, False), (0.125, 0.6, True)],
)
def test_a_reading_is_vague_beyond_four_times_the_deviation_at_rest_and_a_third_of_a_millimetre(
    rest_mm: float, sigma_mm: float, *, vague: bool
):
    track, now_s = after(found(turned(0.0, sigma_mm=rest_mm), 0.0), [turned(0.0, sigma_mm=rest_mm)] * 12, 0.0)
    reading = PieceMeasurement(Place("greer", 0.25, 0.0, 0.0, sigma_mm, 0.04, (7,), TrackState.HELD, 9.0))
    place = seen(track, reading, now_s + STEP_S, LIMITS).place
    assert place.x_mm == (0.0 if vague else 0.25)
    assert (place.sigma_mm, place.sigma_rad, place.seen_tags) == (sigma_mm, 0.04, (7,))
    assert (place.state, place.age_s) == (TrackState.SEEN, 0.0)


def test_a_hidden_piece_drifts_at_five_millimetres_a_second_and_a_carried_one_at_sixty():
    rested = unseen(found(fix(0.0), 100.0), 102.0, LIMITS)
    carried, now_s = after(found(fix(0.0), 100.0), [fix(50.0, lying=False)], 100.0)
    carried_on = unseen(carried, now_s + 2.0, LIMITS)
    assert rested is not None
    assert carried_on is not None
    assert rested.place.sigma_mm == pytest.approx(math.hypot(0.05, 10.0))
    assert rested.place.sigma_rad == pytest.approx(math.hypot(0.002, 0.5))  # ten millimetres along a rim of 20
    assert carried_on.place.sigma_mm == pytest.approx(math.hypot(0.05, 120.0))
    assert carried_on.place.sigma_rad == math.pi


def test_a_hidden_piece_is_lost_after_twenty_seconds_and_its_place_dropped_after_thirty():
    track = found(fix(7.0), 64.0)
    held, lost = (unseen(track, at_s, LIMITS) for at_s in (83.0, 84.0))
    assert held is not None
    assert lost is not None
    assert (held.place.state, held.place.age_s, held.place.seen_tags) == (TrackState.HELD, 19.0, ())
    assert lost.place == Place("greer", 7.0, 0.0, 0.0, 200.0, math.pi, (), TrackState.LOST, 20.0)
    assert unseen(track, 93.0, LIMITS) is not None
    assert unseen(track, 94.0, LIMITS) is None


def test_a_place_is_empty_after_exactly_the_time_it_was_seen_empty():
    limits = MotionLimits(empty_s=0.25)
    track = unseen(found(fix(0.0), 64.0), 65.0, limits, empty=True)
    assert track is not None
    still, gone = (unseen(track, at_s, limits, empty=True) for at_s in (65.125, 65.25))
    assert still is not None
    assert gone is not None
    assert (still.place.state, gone.place.state) == (TrackState.HELD, TrackState.LOST)


def test_a_lifted_piece_neither_rests_nor_is_vague_however_still_it_is_held():
    rested, now_s = after(found(turned(0.0), 0.0), [turned(0.0)] * 12, 0.0)
    held = replace(turned(0.0, sigma_mm=0.9), lying=False)
    track, _ = after(rested, [held] * 20, now_s)
    assert track.place.state is TrackState.LIFTED
    assert track.place.sigma_mm == 0.9
    assert track.rest == rested.rest
    assert track.still_since_s > now_s  # it stays nowhere


def test_a_piece_first_seen_in_a_hand_has_no_rest_to_compare_with():
    track = found(fix(0.0, lying=False), 0.0)
    assert track.rest is None
    hidden = unseen(track, 1.0, LIMITS)
    assert hidden is not None
    assert hidden.place.sigma_mm > 50.0  # it was carried
    track = seen(track, fix(0.0, sigma_mm=0.9), STEP_S, LIMITS)
    assert track.place.state is TrackState.MOVED


def test_a_lost_piece_is_lost_until_it_is_seen():
    lost = unseen(found(fix(0.0), 0.0), 20.0, LIMITS)
    assert lost is not None
    still = unseen(replace(lost, seen_s=15.0), 20.5, LIMITS)
    assert still is not None
    assert still.place.state is TrackState.LOST


def test_no_hidden_piece_is_less_certain_than_one_that_may_be_anywhere():
    carried = unseen(found(fix(0.0, lying=False), 0.0), 19.0, LIMITS)
    assert carried is not None
    assert (carried.place.state, carried.place.sigma_mm) == (TrackState.HELD, LIMITS.anywhere_mm)
