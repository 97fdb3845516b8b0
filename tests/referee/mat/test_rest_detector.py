"""When all is quiet, so that something may be wanted of the players: nothing moves, and no hand hides a model."""

import pytest

from companion.geometry import Base, Mat, MatPoint
from companion.referee import Choices, Measures, Piece, TrackState, View
from companion.referee.mat.rest_detector import QUIET_S, RestDetector, followed
from tests.referee.mat.mat_game import HEALTHY

EACH_S = 0.1
"""Time between two views."""
EXACT_MM, HALF_HIDDEN_MM = 0.1, 1.0
HERE, THERE, ASIDE = MatPoint(100.0, 100.0), MatPoint(300.0, 200.0), MatPoint(500.0, 500.0)


def view_of(at, sigma_mm, state=TrackState.SEEN, others=(ASIDE,)):
    """One model as it is seen, and others that nobody touches."""
    resting = [Base(f"other {number}", place, 16.0, sigma_mm=EXACT_MM) for number, place in enumerate(others)]
    pieces = (Piece(Base("model", at, 16.0, sigma_mm=sigma_mm), state, 0.0), *_seen(resting))
    return View(0, Mat(), Measures(), Choices(), HEALTHY, pieces=pieces)


def _seen(bases):
    return tuple(Piece(base, TrackState.SEEN, 0.0) for base in bases)


class Onlooker:
    """Follows views, one each tenth of a second."""

    def __init__(self):
        self.resting, self.now_s = RestDetector(), 0.0

    def sees(self, view, for_s):
        for _ in range(round(for_s / EACH_S)):
            self.now_s += EACH_S
            self.resting = followed(self.resting, view, self.now_s)
        return self.resting.is_quiet(self.now_s)


@pytest.fixture
def carried():
    """Somebody who saw how a model was carried and put down just now."""
    onlooker = Onlooker()
    assert onlooker.sees(view_of(HERE, EXACT_MM), 5.0)
    assert not onlooker.sees(view_of(THERE, EXACT_MM, TrackState.MOVED), 1.0)
    return onlooker


def test_what_was_put_down_and_is_measured_well_is_quiet_soon(carried):
    assert not carried.sees(view_of(THERE, EXACT_MM), QUIET_S)
    assert carried.sees(view_of(THERE, EXACT_MM), 2 * EACH_S)


def test_while_the_hand_still_half_hides_a_model_nothing_is_wanted_of_anybody(carried):
    assert not carried.sees(view_of(THERE, HALF_HIDDEN_MM), 1.5)
    assert carried.sees(view_of(THERE, EXACT_MM), QUIET_S + 2 * EACH_S), "the hand is gone"


def test_what_stays_half_hidden_is_not_hidden_by_a_hand(carried):
    assert carried.sees(view_of(THERE, HALF_HIDDEN_MM), 3.0)


def test_what_was_not_put_down_just_now_may_be_measured_badly():
    onlooker = Onlooker()
    onlooker.sees(view_of(HERE, EXACT_MM), 5.0)

    assert onlooker.sees(view_of(HERE, HALF_HIDDEN_MM), EACH_S), "somebody leans over it"


def test_where_all_are_measured_badly_nobody_waits(carried):
    """An uncalibrated camera, or poor light, tells of no hand."""
    pieces = _seen([Base("model", THERE, 16.0, sigma_mm=4.0), Base("other 0", ASIDE, 16.0, sigma_mm=3.5)])
    view = View(0, Mat(), Measures(), Choices(), HEALTHY, pieces=pieces)

    assert carried.sees(view, QUIET_S + 2 * EACH_S)
