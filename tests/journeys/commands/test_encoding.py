"""What commands say is UTF-8, whatever the console's encoding and the system's locale; without a console they work."""

import io
import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.utf8 import ERRORS, write_utf8
from tests.record.games import begin, new_record, turns

ROOT = Path(__file__).resolve().parents[3]
PLAIN = {"PYTHONIOENCODING": "", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
CONSOLES = {
    "a western Windows": {"PYTHONIOENCODING": "cp1252"},
    "no locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
}
COMMANDS = {
    "help": ["play", "--help"],
    "a game": ["replay", "гра.signum", "--language", "uk"],
    "a file for programs": ["measure", "стіл.png", "--json"],
    "what was typed, in quotes": ["play", "--camera", "sim:Київ"],
    "a name that is no text": ["judge", b"\xff\xed\xa0\x80.json"],
}


def started(words, folder, environment):
    """The program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *(word if isinstance(word, bytes) else word.encode() for word in words)],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the commands run: a game and a picture of nothing lie there."""
    folder = tmp_path_factory.mktemp("encoding")
    cv2.imwrite(str(folder / "table.png"), np.full((90, 160, 3), 128, np.uint8))
    (folder / "table.png").rename(folder / "стіл.png")
    with closing(new_record(folder / "гра.signum")) as record:
        begin(record)
        turns(record, 1)
    return folder


@pytest.fixture(scope="module")
def plain(folder):
    """What every command says where all is UTF-8."""
    return said_by_all(folder, PLAIN)


def said_by_all(folder, environment):
    programs = {name: started(words, folder, environment) for name, words in COMMANDS.items()}
    return {name: (*program.communicate(timeout=120), program.returncode) for name, program in programs.items()}


@pytest.mark.parametrize("console", CONSOLES)
def test_every_console_gets_the_same_bytes(console, plain, folder):
    assert said_by_all(folder, CONSOLES[console]) == plain


def test_what_is_said_is_text(plain):
    assert "Хід 2" in plain["a game"][0].decode()
    assert json.loads(plain["a file for programs"][0])[0]["image"] == "стіл.png"
    assert "Київ" in plain["what was typed, in quotes"][1].decode()
    assert b" \xff\xed\xa0\x80.json" in plain["a name that is no text"][1]
    assert [said[2] for said in plain.values()] == [0, 0, 0, 2, 2]


def test_half_a_character_is_told_by_its_number(monkeypatch):
    held = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(held, encoding="ascii"))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    write_utf8()
    print("Ґ\ud800\udcff", end="", flush=True)
    assert held.getvalue() == "Ґ\\ud800".encode() + b"\xff"
    assert sys.stderr.errors == ERRORS


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["replay", "гра.signum"], 0),
        (["export", "гра.signum", "--to", "html"], 0),
        (["record", "--check", "no.zip"], 2),
        (["measure", "no.png", "no.jpg"], 2),
    ],
)
def test_nothing_fails_where_nobody_listens(words, code, folder, monkeypatch):
    """As under `pythonw`, where the program is started by an icon."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    ended = main(words)
    for nothing in (sys.stdout, sys.stderr):
        nothing.close()
    assert ended == code


def test_closed_streams_do_not_end_the_program(folder):
    command = 'exec "$0" -m companion replay "$1" <&- >&- 2>&-'
    words = ["sh", "-c", command, sys.executable, "гра.signum"]
    ended = subprocess.run(words, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=60, check=False)
    assert ended.returncode == 0


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path):
    """What a library complains of would be written into it."""
    program = "from companion.cli.utf8 import write_utf8; write_utf8(); file = open('number', 'w', encoding='ascii');"
    command = f'exec "$0" -c "{program} print(file.fileno(), file=file)" <&- >&- 2>&-'
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(["sh", "-c", command, sys.executable], cwd=tmp_path, env=environment, timeout=60, check=True)
    assert int((tmp_path / "number").read_text(encoding="ascii")) > 2
