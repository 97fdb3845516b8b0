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


@pytest.fixture(scope="session")
def shared_examples() -> Path:
    """The folder `shared/examples` beside the checkout."""
    folder = Path(__file__).resolve().parents[1].parent / "shared" / "examples"
    if not folder.is_dir():
        pytest.skip(f"the solved examples are not here: {folder} does not exist")
    return folder
