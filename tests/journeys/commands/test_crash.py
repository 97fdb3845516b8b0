"""A program that falls over, from outside: what it says, what it leaves behind, and what is seen of it by an icon."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.diagnostics.card_names import cards_in
from tests.journeys.screens.test_play_window import PATIENCE_S, asked, goes_on, wait_for_title, x11
from vision.recording import open_recording

__all__ = ["x11"]  # a fixture

ROOT = Path(__file__).resolve().parents[3]
FALLS = """
import sys
import companion.referee.capture.camera_recording as recording
from companion.cli import main
moment, count = recording._moment, iter(range(100))
def falls(*what):
    if next(count) == 3:
        raise ValueError("Jousting Lance is not in Ann's hand")
    return moment(*what)
recording._moment = falls
sys.exit(main(["record", "--camera", "sim:still@640x360", "--out", "wrong.table.zip"]))
"""
BY_AN_ICON = """
import sys
sys.stdout = sys.stderr = None
from companion.cli import main
sys.exit(main(["play"]))
"""
SAYS = {
    "en": "Something went wrong in the program.\nDetails are in ",
    "ru": "Случилось то, чего быть не должно.\nЧто случилось, записано в ",
    "uk": "Сталося те, чого не мало бути.\nЩо трапилося, записано в ",
}
SETTINGS_KEY, LOG_KEY, SAVE_KEY = (960, 700), (640, 740), (640, 750)
"""Where these keys are in a window of 1280 × 800."""


def run(program, folder, **more):
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder / "data")},
        timeout=PATIENCE_S,
        check=False,
        **more,
    )


@pytest.mark.parametrize("language", SAYS)
def test_who_records_is_told_in_their_language_where_it_is_written_and_keeps_what_was_recorded(language, tmp_path):
    data = tmp_path / "data" / "companion"
    data.mkdir(parents=True)
    (data / "settings.toml").write_text(f'language = "{language}"\n', encoding="utf-8")
    ended = run(FALLS, tmp_path, capture_output=True, encoding="utf-8")
    (log,) = (data / "logs").iterdir()
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.endswith(f"{SAYS[language]}{log}\n")
    with open_recording(tmp_path / "wrong.table.zip.unfinished") as recording:
        assert len(recording.lines) == 3
        assert "recording_broke" in recording.log
    for text in (log.read_text(encoding="utf-8"), recording.log):
        assert "  ValueError\n" in text
        assert cards_in(text) == []
        assert "Ann" not in text


def test_by_an_icon_nothing_fails_and_there_is_something_to_send(x11, tmp_path):
    folders = tmp_path / "config" / "user-dirs.dirs"
    folders.parent.mkdir()
    folders.write_text(f'XDG_DOWNLOAD_DIR="{tmp_path}/downloads"\n', encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, "-c", BY_AN_ICON],
        cwd=tmp_path,
        env={**x11, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(folders.parent)},
    )
    try:
        for title, key in (("Who is playing today?", None), ("Settings", SETTINGS_KEY), ("Log file", LOG_KEY)):
            place = [] if key is None else [str(each) for each in key]
            wait_for_title(
                x11,
                program,
                f"Companion – {title}",
                lambda place=place: place and asked(x11, "mousemove", *place, "click", "1"),
                later=("Companion – Log file",),
            )
        while not (saved := list(tmp_path.glob("downloads/companion-log_*.txt"))):
            goes_on(program)
            asked(x11, "mousemove", *map(str, SAVE_KEY), "click", "1")
        program.terminate()
        assert program.wait(PATIENCE_S) == 0
    finally:
        program.kill()
        program.wait()
    assert "page name=LogPage" in saved[0].read_text(encoding="utf-8")
