"""The secrets of paired dice: kept for their owner only, from the command that pairs to the dice of a game."""

import asyncio
import stat
import sys

import pytest

from companion.cli import main
from companion.referee.dice.pairing import keys_file, paired_dice
from companion.referee.errors import SetupError
from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.pty_die import PtyDie

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def pair(tmp_path, firmware):
    async def whole():
        async with PtyDie(firmware, tmp_path / "die"):
            return await asyncio.to_thread(main, ["dice", "pair", "--port", str(tmp_path / "die")])

    return asyncio.run(whole())


def test_the_command_pairs_a_die_and_forgets_it_again(tmp_path, capsys):
    firmware = OwnFirmware("red")
    assert not paired_dice()
    assert pair(tmp_path, firmware) == 0
    assert "red is paired" in capsys.readouterr().out
    assert dict(paired_dice().by_die) == {"red": firmware.key}
    assert stat.S_IMODE(keys_file().stat().st_mode) == 0o600
    assert firmware.key.hex() not in repr(paired_dice())

    assert pair(tmp_path, OwnFirmware("blue")) == 0
    assert set(paired_dice().by_die) == {"red", "blue"}
    assert main(["dice", "pair", "--forget", "red"]) == 0
    assert set(paired_dice().by_die) == {"blue"}
    assert main(["dice", "pair", "--forget", "red"]) == 1


def test_a_file_of_secrets_that_cannot_be_read_lets_no_strangers_die_in(tmp_path, capsys):
    keys_file().parent.mkdir(parents=True)
    keys_file().write_text('{"keys": {"red": "short"}}', encoding="utf-8")
    with pytest.raises(SetupError, match="pair the dice again"):
        paired_dice()
    assert main(["dice", "list", "--no-radio", "--port", str(tmp_path / "none"), "--seconds", "0.1"]) == 2
    assert "dice-keys.json" in capsys.readouterr().err
