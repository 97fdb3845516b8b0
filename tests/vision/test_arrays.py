"""Quick statistics are those of NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from vision.arrays import first_of_each, medians, percentiles

NUMBERS = arrays(np.float64, array_shapes(min_dims=1, max_dims=3, max_side=9), elements=st.floats(-1e3, 1e3))


@given(NUMBERS)
def test_medians_are_those_of_numpy(numbers):
    assert medians(numbers) == pytest.approx(np.median(numbers, axis=-1), abs=1e-9)


@given(NUMBERS, st.floats(0.0, 100.0))
def test_percentiles_are_those_of_numpy(numbers, percent):
    assert percentiles(numbers, percent) == pytest.approx(np.percentile(numbers, percent, axis=-1), abs=1e-9)


@given(arrays(np.uint8, array_shapes(min_dims=2, max_dims=2, max_side=9)))
def test_percentiles_of_grey_values_do_not_overflow(grey):
    assert percentiles(grey, 50.0) == pytest.approx(np.percentile(grey, 50.0, axis=-1), abs=1e-9)


@given(arrays(np.int64, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(-2, 2)))
def test_the_first_of_each_row_is_numpys(rows):
    assert first_of_each(rows).tolist() == np.unique(rows, axis=0, return_index=True)[1].tolist()
