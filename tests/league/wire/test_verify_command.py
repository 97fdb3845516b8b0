"""`companion league verify`: the messages of a game as a table keeps them, whole, forged and cut."""

import pytest

from companion.cli import main
from companion.league.wire.keys import Key
from tests.league.wire.test_publisher import outbox

KEY = Key.new()


def line_gone(lines):
    return [*lines[:3], *lines[4:]]


def figure_changed(lines):
    return [line.replace(b'"A":2.0', b'"A":9.0') for line in lines]


def last_half_written(lines):
    return [*lines[:-1], lines[-1][:40]]


def nothing_told(lines):
    return lines[:1]


def junk_before(lines):
    return [b"junk\n", *lines]


@pytest.mark.parametrize(
    ("edit", "code", "says"),
    [
        (list, 0, "5 messages of game"),
        (line_gone, 2, "messages 2 to 2 of game"),
        (figure_changed, 2, "is not as it was sent: its hash is wrong"),
        (last_half_written, 0, "4 messages of game"),  # what a power cut left was never sent
        (nothing_told, 2, "holds no messages of a table"),
        (junk_before, 2, "holds no messages of a table"),
    ],
)
def test_what_is_forged_or_cut_is_named(tmp_path, capsys, edit, code, says):
    path = tmp_path / "game.feed"
    outbox(path, KEY, 5).close()
    path.write_bytes(b"".join(edit(path.read_bytes().splitlines(keepends=True))))
    assert main(["league", "verify", str(path), "--key", KEY.public]) == code
    told = capsys.readouterr()
    assert says in told.out + told.err
    assert "Traceback" not in told.err


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["league", "verify", str(tmp_path / "gone.feed"), "--key", KEY.public]) == 2
    assert "gone.feed does not exist" in capsys.readouterr().err


def test_messages_signed_by_another_table_are_named(tmp_path, capsys):
    outbox(tmp_path / "game.feed", KEY, 2).close()
    assert main(["league", "verify", str(tmp_path / "game.feed"), "--key", Key.new().public]) == 2
    assert "message 0 of game" in capsys.readouterr().err
