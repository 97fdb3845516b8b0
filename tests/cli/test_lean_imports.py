"""A command imports only what it needs: half of what it takes to measure a picture was the rest of the program."""

import subprocess
import sys

import pytest

from companion.games.first import FIRST, first_measures
from companion.games.registry import game_called

MEASURES = """
from companion.games.first import first_measures
from companion.referee.measure.images import MeasureJob
assert first_measures().ranges_mm
"""
HELPS = """
from companion.cli.commands import command_parser
command_parser()
"""


@pytest.mark.parametrize(
    ("code", "strangers"),
    [
        (MEASURES, ("companion.games.signum.game", "companion.referee.core", "vision.calibration", "asyncio", "kivy")),
        (HELPS, ("vision", "companion.referee.core", "companion.games.registry", "numpy", "asyncio")),
    ],
)
def test_what_is_not_needed_is_not_imported(code, strangers):
    told = f"{code}\nimport sys\nprint([name for name in {strangers!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, encoding="utf-8", check=True)

    assert run.stdout.strip() == "[]"


def test_the_lengths_known_beforehand_are_those_of_the_first_game():
    assert first_measures() is game_called(FIRST).board.measures
