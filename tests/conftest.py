"""What all tests share: the folder of solved examples, and Hypothesis profiles."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "local")


WINDOWED = frozenset({"journeys", "tablet", "phones"})
"""Rooms whose tests open real windows, browsers and sockets, and start whole programs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives tests with windows a second try, which the summary counts: a starved machine may let one wait in vain."""
    for item in items:
        if WINDOWED.intersection(item.path.parts) and item.get_closest_marker("flaky") is None:
            item.add_marker(pytest.mark.flaky(reruns=1))


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
