"""Subjects of commits are short and say what changed, by a hook as they are made and by the check of the history."""

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
GOOD = "vision: " + "x" * 64


@pytest.fixture
def repository(tmp_path):
    """An empty one with our hook, and what commits a message into it."""
    (tmp_path / "scripts").mkdir()
    shutil.copytree(ROOT / "scripts" / "hooks", tmp_path / "scripts" / "hooks")
    shutil.copy(ROOT / "scripts" / "commit_subjects.py", tmp_path / "scripts")
    shutil.copy(ROOT / "Makefile", tmp_path)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


def commit(folder, message, when, *, hook=True):
    who = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    dates = {"GIT_AUTHOR_DATE": when.isoformat(), "GIT_COMMITTER_DATE": datetime.now(UTC).isoformat()}
    return subprocess.run(
        ["git", "commit", "--quiet", "--allow-empty", "-F", "-", *([] if hook else ["--no-verify"])],
        cwd=folder,
        input=message,
        env={**os.environ, **who, **dates},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def checked(folder):
    return subprocess.run(
        [sys.executable, "scripts/commit_subjects.py"], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )


@pytest.mark.parametrize(
    "message",
    [
        GOOD,
        f"{GOOD}\n\nA reason, as long as it needs to be: " + "y" * 100,
        "docs, tests: both",
        'Revert "a"',
        "cli: ї" * 9,
    ],
)
def test_the_hook_lets_good_subjects_pass(repository, message):
    subprocess.run(["make", "--quiet", "hooks"], cwd=repository, check=True)
    done = commit(repository, message, datetime.now(UTC))
    assert (done.returncode, done.stderr) == (0, "")
    assert checked(repository).returncode == 0


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (GOOD + "x", "73 characters, at most 72 were expected"),
        ("Mend the tracker", "must begin with what changed"),
        (f"{GOOD}\nA reason at once", "the line after the subject must be empty"),
    ],
)
def test_the_hook_refuses_others_in_one_sentence(repository, message, told):
    subprocess.run(["make", "--quiet", "hooks"], cwd=repository, check=True)
    done = commit(repository, message, datetime.now(UTC))
    assert done.returncode != 0
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_check_finds_what_came_in_without_the_hook_but_not_what_is_older_than_the_rule(repository):
    long_ago = datetime.fromisoformat("2026-11-22T00:00:00+00:00")
    commit(repository, "x" * 100, long_ago, hook=False)
    assert checked(repository).returncode == 0
    commit(repository, GOOD + "x", long_ago + timedelta(days=2), hook=False)
    done = checked(repository)
    assert done.returncode == 1
    assert "73 characters" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_changes_that_git_shows_below_a_message_are_no_part_of_it(repository):
    message = repository / "message"
    cut = "# ------------------------ >8 ------------------------"
    message.write_text(f"# Please enter\n{GOOD}\n# On branch main\n{cut}\ndiff --git a/x b/x\n", encoding="utf-8")
    assert (
        subprocess.run([sys.executable, "scripts/commit_subjects.py", message], cwd=repository, check=False).returncode
        == 0
    )


def test_where_there_is_no_history_nothing_is_wrong(tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "commit_subjects.py", tmp_path / "scripts")
    assert checked(tmp_path).returncode == 0
