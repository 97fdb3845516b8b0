from dataclasses import replace

import pytest

from companion.referee import Measures
from companion.referee.errors import SetupError
from companion.referee.rehearsal.score import RehearsalResult, VerdictScore, score
from vision.observation import MatObservation, Place, TableObservation, TrackState
from vision.simulation import simulated_table

MEASURES = Measures({"S": 80.0, "M": 100.0, "L": 150.0, "XL": 250.0}, 2.0)
TABLE = simulated_table("still")
TRUTH = TABLE.truth(0.0)


def perfect(sequence=0, sigma_mm=0.05):
    """An observation that is exactly the truth."""
    bases, terrain = (
        tuple(Place(place.id, place.x_mm, place.y_mm, place.angle_rad, sigma_mm, 0.0, (1,)) for place in places)
        for places in (TRUTH.bases, TRUTH.terrain)
    )
    return TableObservation(sequence, sequence / 20, (), MatObservation(found=True), bases, terrain)


def scored(*observations):
    return score(TABLE.layout, MEASURES, observations, lambda _: TRUTH)


def test_the_truth_itself_has_no_error_and_no_wrong_verdict():
    result = scored(perfect(0), perfect(1))

    assert (result.pictures, result.compared, result.frame_rate_hz) == (2, 2, pytest.approx(20.0))
    assert (result.recall, result.error_mm(0.95), result.within_two_sigma) == (1.0, 0.0, 1.0)
    assert result.verdicts[VerdictScore.RIGHT] > 300
    assert result.verdicts[VerdictScore.WRONG] == 0


def test_a_place_that_is_off_is_an_error_and_its_verdicts_are_wrong():
    truly = perfect()
    off = replace(truly.bases[0], x_mm=truly.bases[0].x_mm + 40.0)
    result = scored(replace(truly, bases=(off, *truly.bases[1:])))

    assert result.error_mm(1.0) == pytest.approx(40.0)
    assert result.within_two_sigma < 1.0
    assert result.verdicts[VerdictScore.WRONG] > 0
    assert off.id in result.wrong[0]


def test_a_doubtful_place_is_too_close_to_call_rather_than_wrong():
    truly = perfect()
    off = replace(truly.bases[0], x_mm=truly.bases[0].x_mm + 40.0, sigma_mm=40.0)
    result = scored(replace(truly, bases=(off, *truly.bases[1:])))

    assert result.verdicts[VerdictScore.WRONG] == 0
    assert result.verdicts[VerdictScore.CLOSE] > 0


def test_a_base_in_plain_view_that_is_not_placed_lowers_the_recall():
    truly = perfect()
    held = replace(truly.bases[0], state=TrackState.HELD)
    bases = len(TRUTH.bases)

    assert scored(replace(truly, bases=truly.bases[1:])).recall == pytest.approx((bases - 1) / bases)
    assert scored(replace(truly, bases=(held, *truly.bases[1:]))).recall == pytest.approx((bases - 1) / bases)


def test_with_nothing_seen_there_is_nothing_to_score():
    result = scored()

    assert (result.pictures, result.recall, result.error_mm(0.5)) == (0, None, None)


def test_only_a_simulated_table_has_a_truth():
    with pytest.raises(SetupError, match="no simulated table"):
        RehearsalResult("usb:0", MEASURES)
