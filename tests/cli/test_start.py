"""The command line says what there is before it opens any room: each command opens only those that it needs."""

import subprocess
import sys
from importlib.metadata import version

import pytest

from companion.cli.entry_point import main

HEAVY = {"numpy", "cv2", "kivy", "aiohttp", "shapely", "bleak", "companion.referee", "vision", "hardware"}


def test_help_needs_no_library_of_images_windows_or_dice():
    program = f"import sys, companion.cli; print(*sorted({HEAVY} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert told.stdout.split() == []


def test_it_says_its_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.split() == ["companion", version("companion")]


def test_the_games_are_listed_as_the_screen_has_them_in_whole_sentences(capsys):
    """What can be played at once is called so, and what players do stands in a sentence of its own."""
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert listed.count("Can be played at once") == 2
    assert listed.count(". Enter them once") == 2
