"""The demo as a newcomer starts it: one command, no screen."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.diagnostics.card_names import cards_in

pytestmark = pytest.mark.slow


PATIENCE_S = 400


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What `companion demo --headless` said and left behind, and the folder it ran in."""
    folder = tmp_path_factory.mktemp("demo")
    return run_demo(folder, "--debug"), folder


def run_demo(folder, *words):
    without_screen = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    without_screen["XDG_DATA_HOME"] = str(folder.with_name(f"{folder.name}-data"))
    return subprocess.run(
        [sys.executable, "-m", "companion", "demo", "--headless", "--out", str(folder / "shown"), *words],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        env=without_screen,
        cwd=folder,
        check=False,
    )


def companion(*words):
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        check=False,
    )


def test_the_demo_ends_well_and_says_no_verdict_was_wrong(demo):
    done, _ = demo

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    verdicts = re.search(r"verdicts +(\d+) right, \d+ too close to call, 0 wrong", done.stdout)
    assert verdicts, done.stdout
    assert int(verdicts[1]) > 200


def test_the_demo_tells_how_exact_it_was(demo):
    done, _ = demo

    error = re.search(r"error +median (\d+\.\d+) mm, 95 % within (\d+\.\d+) mm", done.stdout)
    assert error, done.stdout
    assert 0 < float(error[1]) <= float(error[2]) < 1.0
    assert float(re.search(r"placed +(\d+\.\d) %", done.stdout)[1]) > 90


def test_a_whole_match_is_played_and_kept(demo):
    done, folder = demo
    record = folder / "shown" / "demo.signum"

    assert "the match is over" in done.stdout
    verified = companion("verify", str(record))
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "not revealed" not in verified.stdout
    replayed = json.loads(companion("replay", str(record), "--json").stdout)
    assert replayed["outcome"]["winners"] == ["A"]
    report = (folder / "shown" / "match.html").read_text(encoding="utf-8")
    assert "Ann" in report
    assert "Bob" in report


def test_every_place_and_every_die_of_the_record_was_seen_by_a_driver(demo):
    _, folder = demo
    lines = companion("export", str(folder / "shown" / "demo.signum"), "--to", "jsonl").stdout.splitlines()
    events = [json.loads(line) for line in lines]

    stood = [each["what"] for each in events if each.get("what", {}).get("kind") == "creaturestood"]
    rolled = [each["what"] for each in events if each.get("what", {}).get("kind") == "dicerolled"]
    assert stood
    assert rolled
    assert all(0 < each["at"]["sigma_mm"] < 1 for each in stood)
    assert all(len(each["witnesses"]) == len(each["faces"]) for each in rolled)
    assert {witness["source"] for each in rolled for witness in each["witnesses"]} == {"own-serial"}


def test_the_demo_keeps_its_screens_in_three_languages_and_an_animated_picture(demo):
    _, folder = demo
    names = {file.name for file in (folder / "shown").iterdir()}

    for language in ("en", "ru", "uk"):
        for scene in ("placed", "terrain", "moved", "melee", "dice", "end"):
            assert any(name.endswith(f"{scene}-{language}.png") for name in names), names
    film = folder / "shown" / "demo.gif"
    assert film.stat().st_size > 100_000
    assert film.read_bytes()[:6] == b"GIF89a"


def test_the_demo_leaves_nothing_else_behind(demo):
    _, folder = demo

    assert [file.name for file in folder.iterdir()] == ["shown"]


def test_the_log_of_a_whole_match_at_its_most_talkative_tells_of_no_card_and_no_code(demo):
    done, folder = demo
    (file,) = folder.with_name(f"{folder.name}-data").glob("companion/logs/*.log")
    text = file.read_text(encoding="utf-8")

    assert cards_in(text) == []
    code = re.search(r"code (\w+) to watch", done.stdout)
    secrets = {*([code[1]] if code else []), "Ann", "Bob", str(folder)}
    assert [each for each in secrets if each in text] == []
    events = (
        "asked with=debug",
        "window_opened",
        "watch_began camera=sim:match",
        "first_picture",
        "game_opened",
        "phones_served port=",
        "die_now die=own-serial:",
        "health organ=camera level=good",
        " DEBUG ",
        "ended",
    )
    assert [event for event in events if event not in text] == []
    assert "CRITICAL" not in text


def test_it_can_be_ended_early_and_shown_in_one_language(tmp_path):
    done = run_demo(tmp_path, "--seconds", "8", "--language", "uk")

    assert done.returncode == 0, done.stdout + done.stderr
    assert "the match is over" not in done.stdout
    screens = [file.name for file in (tmp_path / "shown").iterdir() if file.suffix == ".png"]
    assert all(name.endswith("-uk.png") for name in screens)
    assert '<html lang="uk">' in (tmp_path / "shown" / "match.html").read_text(encoding="utf-8")
