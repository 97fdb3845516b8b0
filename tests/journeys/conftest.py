"""What journeys share: one screen with one window."""

import shutil

import pytest

from tests.journeys.stage import Stage


@pytest.fixture(scope="session")
def stage():
    """Where journeys are made in a real window, one after the other."""
    if shutil.which("Xvfb") is None:
        pytest.skip("not installed: Xvfb")
    stage = Stage()
    yield stage
    stage.close()
