from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision import Lens, format_lens, parse_lens, read_lens
from vision.errors import TableFileError

TEXT = """schema = 1
image_size = [1920, 1080]
matrix = [[1446.5, 0.0, 958.0], [0.0, 1447.9, 532.3], [0.0, 0.0, 1.0]]
distortion = [0.04, -0.12, -0.0009, 0.0006, 0.06]
"""


def test_a_lens_says_what_stands_in_the_file():
    lens = parse_lens(TEXT + "rms_px = 0.21\n", "camera.toml")

    assert lens.image_size == (1920, 1080)
    assert lens.matrix[1] == (0.0, 1447.9, 532.3)
    assert lens.distortion[1] == -0.12
    assert lens.rms_px == 0.21
    assert lens.made_at is None
    assert lens.calibrated


FAULTS = {
    "no schema": (TEXT.replace("schema = 1\n", ""), "schema"),
    "half a pixel": (TEXT.replace("1920", "1920.5"), "image_size"),
    "no size": (TEXT.replace("1920", "0"), "image_size"),
    "two rows": (TEXT.replace(", [0.0, 0.0, 1.0]", ""), "matrix"),
    "skewed pixels": (TEXT.replace("[1446.5, 0.0,", "[1446.5, 1.0,"), "matrix"),
    "a mirrored lens": (TEXT.replace("1446.5", "-1446.5"), "matrix"),
    "four coefficients": (TEXT.replace(", 0.06]", "]"), "distortion"),
    "an endless number": (TEXT.replace("0.06]", "inf]"), "distortion"),
    "a lens as long as the world": (TEXT.replace("1446.5", "1e300"), "matrix"),
    "a bend beyond all numbers": (TEXT.replace("0.06]", "1e300]"), "distortion"),
    "a negative error": (TEXT + "rms_px = -1\n", "rms_px"),
    "an unknown key": (TEXT + "zoom = 2\n", "zoom"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_one_sentence_that_names_file_and_key(fault):
    text, key = FAULTS[fault]

    with pytest.raises(TableFileError) as raised:
        parse_lens(text, "our.toml")

    assert str(raised.value).startswith("our.toml: ")
    assert key in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(TableFileError, match="no such file"):
        read_lens(tmp_path / "none.toml")


numbers = st.floats(-1e4, 1e4, allow_nan=False)


@given(
    st.tuples(st.integers(1, 9999), st.integers(1, 9999)),
    st.tuples(st.floats(1.0, 1e4), st.floats(1.0, 1e4), numbers, numbers),
    st.tuples(*[numbers] * 5),
    st.none() | st.floats(0.0, 10.0),
    st.none() | st.just("2026-11-20T10:00:00Z"),
)
def test_a_lens_that_is_written_is_read_back(size, matrix, distortion, rms_px, made_at):
    fx, fy, cx, cy = matrix
    lens = Lens(size, ((fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0)), distortion, rms_px, made_at)

    assert parse_lens(format_lens(lens), "camera.toml") == lens
