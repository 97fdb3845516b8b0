"""A played game from the command line: seen again, verified, exported; and what cannot be is refused in a sentence."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from tests.journeys.game_script import BEGINS, scripted
from tests.record.games import begin, new_record, turns

SCRIPT = scripted(*BEGINS, "= A players.A.hand_count 5")
HERO_AT = SCRIPT.splitlines().index("A placehero at=300,16") + 1


@pytest.fixture
def game(tmp_path: Path) -> Path:
    record = new_record(tmp_path / "game.signum")
    begin(record)
    turns(record, 3)
    record.close()
    return tmp_path / "game.signum"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "begun.game").write_text(SCRIPT, encoding="utf-8")
    return tmp_path / "begun.game"


def test_a_record_is_seen_again_as_each_viewer_may_know_it(game, capsys):
    assert main(["replay", str(game), "--as", "A", "--json"]) == 0
    mine = json.loads(capsys.readouterr().out)
    assert main(["replay", str(game), "--json"]) == 0
    everybodys = json.loads(capsys.readouterr().out)
    hands = {player["id"]: player.get("hand", []) for player in mine["players"]}
    assert len(hands["A"]) == 6
    assert hands["B"] == []
    assert all("hand" not in player for player in everybodys["players"])
    assert everybodys["viewer"] == "spectator"


def test_a_record_is_seen_at_an_earlier_event(game, capsys):
    assert main(["replay", str(game), "--to", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["phase"] == "setup"
    assert main(["replay", str(game), "--language", "uk"]) == 0
    assert "Хід 4: B" in capsys.readouterr().out


def test_a_script_is_seen_like_a_record(script, capsys):
    assert main(["replay", str(script), "--as", "A"]) == 0
    shown = capsys.readouterr().out
    assert "Turn 1: Ann" in shown
    assert "hand 5 (Guard, Guard" in shown


def test_an_honest_record_is_verified_and_a_changed_one_is_not(game, capsys):
    assert main(["verify", str(game), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    connection = sqlite3.connect(game)
    connection.execute("UPDATE entry SET at = '2026-11-21T12:00:01Z' WHERE number = 4")
    connection.commit()
    connection.close()
    assert main(["verify", str(game)]) == 1
    assert "entry 4" in capsys.readouterr().out
    assert main(["verify", str(game), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["entry"] == 4


def test_a_record_is_exported_to_files(game, tmp_path, capsys):
    lines, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    assert main(["export", str(game), "--to", "jsonl", "--out", str(lines)]) == 0
    assert main(["export", str(game), "--to", "html", "--language", "ru", "--as", "B", "--out", str(page)]) == 0
    assert all(json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines())
    assert "Ход 4: B" in page.read_text(encoding="utf-8")
    assert capsys.readouterr().out.split() == [str(lines), str(page)]
    assert main(["export", str(game), "--to", "html"]) == 0
    assert "including hidden cards" not in capsys.readouterr().out  # the game goes on
    assert main(["export", str(game), "--to", "html", "--everything"]) == 0
    assert "including hidden cards" in capsys.readouterr().out


REFUSED = {
    "no such file": (["replay", "nowhere.signum"], "nowhere.signum cannot be read"),
    "no such record": (["verify", "nowhere.signum"], "no record"),
    "no such viewer": (["replay", "GAME", "--as", "Z"], "the viewers are A, B, spectator"),
    "no such event": (["replay", "GAME", "--to", "99999"], "no event 99999"),
    "no such viewer to export for": (["export", "GAME", "--to", "html", "--as", "Z"], "Nobody is called 'Z'"),
    "a folder that is not there": (["export", "GAME", "--to", "html", "--out", "no/where.html"], "cannot be written"),
    "neither record nor script": (["replay", "BYTES"], "neither a record"),
    "a record that was cut": (["replay", "CUT"], "is damaged: the file was cut or changed. `companion rescue`"),
    "nothing left to rescue": (["rescue", "CUT", "--out", "new.signum"], "can be rescued: what says which game it is"),
    "a text that is no script": (["replay", "TEXT"], "name the file of a game"),
    "a script where a record is needed": (["verify", "SCRIPT"], "record of a game"),
    "a script that is refused": (["replay", "WRONG"], f"line {HERO_AT}: refused by S-SETUP-08: "),
    "a setup that means nothing": (["replay", "SETUP"], "unknown key 'seats'"),
}


@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence(words, game, script, capsys):
    (game.parent / "bytes").write_bytes(b"\xff\xfe\x00")
    (game.parent / "wrong").write_text(SCRIPT.replace("at=300,16", "at=300,160"), encoding="utf-8")
    (game.parent / "setup").write_text(SCRIPT.replace("[[seat]]", "[[seats]]"), encoding="utf-8")
    (game.parent / "cut").write_bytes(game.read_bytes()[:8192])
    (game.parent / "text").write_text("schema = 2\n", encoding="utf-8")
    places = {
        "CUT": game.parent / "cut",
        "TEXT": game.parent / "text",
        "GAME": game,
        "BYTES": game.parent / "bytes",
        "SCRIPT": script,
        "WRONG": game.parent / "wrong",
    }
    places["SETUP"] = game.parent / "setup"
    assert main([str(places.get(word, word)) for word in words[0]]) == 2
    said = capsys.readouterr().err
    assert words[1] in said
    assert said.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [["verify"], ["replay", "--json"], ["export", "--to", "jsonl"]])
def test_a_full_disk_is_one_sentence(game, words):
    program = [sys.executable, "-m", "companion", words[0], str(game), *words[1:]]
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    assert run.returncode == 2
    assert run.stderr == f"companion {words[0]}: the disk is full; make room and try again.\n"
