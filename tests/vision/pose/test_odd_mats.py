"""Mats that are not as their file says, under cameras at many tilts, with and without a calibrated lens."""

import pytest

from tests.vision.pose.mats_without_images import Bend, affine, by_hand, row_moved, score, trapezoid, wavy

ODD = {
    "595 high": affine(along=595 / 600),
    "610 wide": affine(across=610 / 600),
    "askew by 0.8 %": affine(shear=0.008),
    "askew and longer": affine(across=1.003, shear=0.004, along=0.998),
    "trapezoid": trapezoid,
    "wavy": wavy,
    "by hand": by_hand(3),
    "by hand, otherwise": by_hand(4),
    "one row of tags moved": row_moved,
}


@pytest.mark.parametrize("with_lens", [True, False], ids=["calibrated", "uncalibrated"])
@pytest.mark.parametrize("bend", ODD.values(), ids=ODD)
def test_no_verdict_on_a_mat_that_is_not_as_told_is_sure_and_wrong(bend: Bend, with_lens: bool):  # noqa: FBT001
    found = score(bend, with_lens=with_lens)

    assert found.wrong == 0
    assert found.worst < 2.5


@pytest.mark.parametrize(("with_lens", "p95_mm"), [(True, 0.03), (False, 0.12)], ids=["calibrated", "uncalibrated"])
def test_a_mat_as_told_stays_exact(with_lens: bool, p95_mm: float):  # noqa: FBT001
    found = score(affine(), with_lens=with_lens)

    assert found.p95_mm < p95_mm
    assert found.worst < 3.0
