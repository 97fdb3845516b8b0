"""What all tests share: the folder of solved examples, and Hypothesis profiles."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Tests share the processors among themselves: more threads in each only wait for one another. Set before numpy and
# the software that draws windows begin, and handed on to programs that tests start.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"
os.environ["LP_NUM_THREADS"] = "0"
# Programs that tests start find our modules and all others compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


LONGEST_FIRST = ("journeys", "tablet", "phones", "firmware", "vision")
"""Rooms whose files take long: begun first, so that no worker is left alone with one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts files with slow tests and rooms of windows before the others; the order within a file stays."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def rank(item: pytest.Item) -> int:
        if item.path in slow:
            return 0
        return next((at for at, room in enumerate(LONGEST_FIRST, 1) if room in item.path.parts), len(LONGEST_FIRST) + 1)

    items.sort(key=rank)


def pytest_collection_finish() -> None:
    """Leaves what was collected out of every later search for rubbish: thousands of tests, which stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _programs_do_not_warn_of_encodings() -> None:
    """What Python is told to complain of in tests, programs that tests start need not say of their libraries."""
    os.environ.pop("PYTHONWARNDEFAULTENCODING", None)


@pytest.fixture(scope="session", autouse=True)
def _nobody_s_own_data(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Programs that tests start write their logs into a folder of the tests'."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of solved examples, `tests/golden`."""
    return Path(__file__).parent / "golden"
