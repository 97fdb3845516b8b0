"""What tests of proposals share: a game in its first turn."""

import pytest

from companion.games.signum.model.commands import Skip
from tests.referee.mat.mat_game import Mats


@pytest.fixture
def mat(tmp_path):
    """A game after the first player's construction, seen by the camera."""
    mat = Mats(tmp_path)
    mat.begun().give(Skip(by="A")).look()
    return mat
