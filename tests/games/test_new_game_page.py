"""What docs/new-game.md shows is a game: its listings are Gatecrash, and its commands do what it says they do."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
OURS = ROOT / "tests" / "games" / "gatecrash"
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ADDED = {"imports": "import Drew, Hands, Played, dealt\n", "in the class": '    name = "gatecrash"\n'}
"""Behind what the page has something added to a file."""
LIMIT_S = 120
FILES = (
    "rules.py",
    "game.py",
    "shelf.py",
    "table.py",
    "taste.py",
    "texts/en/ask.toml",
    "texts/en/log.toml",
)


def listings():
    """The files of the page, whole; and what is added to each afterwards, with where."""
    files, added = defaultdict(str), []
    for kind, text in FENCED.findall(PAGE):
        first, _, body = text.partition("\n")
        if kind != "console" and first.startswith("# "):
            name, _, where = first.removeprefix("# ").partition(", ")
            if where:
                added.append((name, where, body))
            else:
                files[name] += f"{body}\n\n"
    return files, added


def with_parts(files, added):
    whole = dict(files)
    for name, where, body in added:
        assert ADDED[where] in whole[name]
        whole[name] = whole[name].replace(ADDED[where], ADDED[where] + body, 1)
    return whole


def consoles():
    """The commands of each console of the page, each with the lines that it is to print."""
    for kind, text in FENCED.findall(PAGE):
        if kind == "console":
            yield [(each[0], each[1:]) for each in (part.strip().split("\n") for part in text.split("$ ")[1:])]


def test_the_page_shows_the_tests_of_that_game():
    shown, own = listings()[0]["tests/test_gatecrash.py"], OURS / "test_contract.py"
    assert lines(shown) == lines(own.read_text(encoding="utf-8"))


def lines(text):
    return sorted(
        line.strip() for line in text.replace("tests.games.gatecrash", "gatecrash").split("\n") if line.strip()
    )


@pytest.mark.parametrize("name", FILES)
def test_the_page_shows_the_game_that_is_tested(name):
    shown = with_parts(*listings())[f"gatecrash/{name}"]
    assert lines(shown) == lines((OURS / name).read_text(encoding="utf-8"))


def installed(folder, files):
    """Leaves the package as `pip install` does: its files, and what its entry point says."""
    for name, text in files.items():
        if name.startswith(("gatecrash/", "tests/")):
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    (found,) = re.findall(r'^gatecrash = "(gatecrash\.game:GAME)"$', files["pyproject.toml"], re.MULTILINE)
    about = folder / "gatecrash-1.0.dist-info"
    about.mkdir(exist_ok=True)
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: gatecrash\nVersion: 1.0\n", encoding="utf-8")
    about.joinpath("entry_points.txt").write_text(f"[companion.games]\ngatecrash = {found}\n", encoding="utf-8")


def run(folder, words):
    """What a command of the page prints, run where the package is installed."""
    path = os.pathsep.join((str(folder), str(ROOT)))
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "XDG_DATA_HOME": str(folder / "data")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("step", [0, 1, 2], ids=["the rules alone", "with all parts", "its tests"])
def test_its_commands_do_what_it_says(tmp_path, step):
    files, added = listings()
    installed(tmp_path, with_parts(files, added) if step else files)
    for command, expected in list(consoles())[step]:
        words = command.split()
        if words[0] != "pip":
            printed = run(tmp_path, words[2:] if words[0] == "python" else words)
            assert [line for line in expected if line not in printed] == [], (command, printed)
