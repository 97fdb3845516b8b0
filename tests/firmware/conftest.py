"""The firmware, under CPython and under the real MicroPython."""

import sys

import pytest

from tests.firmware.interpreter import FIRMWARE, launcher

# The firmware is no package: on the die its folders are at the top. They come last, so that they shadow nothing.
sys.path.append(str(FIRMWARE))


@pytest.fixture(scope="session")
def micropython():
    return launcher()
