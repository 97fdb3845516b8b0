"""A die that was paired over its cable proves itself; a stranger's die with the same name does not."""

import asyncio
import hashlib
import hmac
import sys

import pytest

from hardware.die_keys import DieKeys, proof_of
from hardware.events import BatteryLevel, Connected, Disconnected, Settled
from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.pty_die import PtyDie
from hardware.wire.own import OwnSerial
from hardware.wire.pairing import PairingError, pair_die
from tests.hardware.wire.test_own_serial import DIE, QUICK, faces, run, trouble

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

KEY = bytes(range(16))


def paired(tmp_path, firmware, silent_s=5.0):
    async def whole():
        async with PtyDie(firmware, tmp_path / "die"):
            return await pair_die(str(tmp_path / "die"), silent_s=silent_s)

    return asyncio.run(whole())


def test_a_proof_is_the_head_of_an_hmac():
    whole = hmac.new(KEY, b"roll|c0ffee|77|1|6|rolled", hashlib.sha256).hexdigest()
    assert proof_of(KEY, "roll", "c0ffee", 77, 1, 6, "rolled") == whole[:16]


def test_a_paired_die_is_used_and_its_rolls_are_taken(tmp_path):
    firmware = OwnFirmware("ab12")
    die, key = paired(tmp_path, firmware)
    assert (die, firmware.key, len(key)) == ("ab12", key, 16)
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK, keys=DieKeys({die: key}))

    async def scenario(_, listener):
        async with PtyDie(firmware, tmp_path / "die") as die:
            await listener.next(DIE, Connected)
            die.tumble()
            die.rest(5)
            await listener.next(DIE, Settled)

    assert faces(run(source, scenario)) == [5]


@pytest.mark.parametrize("key", [None, bytes(16)], ids=["never paired", "another secret"])
def test_a_strangers_die_of_the_same_name_is_refused(tmp_path, key):
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK, keys=DieKeys({"ab12": KEY}))

    async def scenario(source, listener):
        async with PtyDie(OwnFirmware("ab12", key=key), tmp_path / "die") as die:
            lost = await listener.next(DIE, Disconnected)
            assert lost.cause == "stranger"
            assert "not paired" in await trouble(source, tmp_path / "die")
            die.tumble()
            die.rest(6)
            die.line.unplug()
            die.line.plug()
            die.firmware = OwnFirmware("ab12", key=KEY)
            await listener.next(DIE, Connected)

    assert faces(run(source, scenario)) == []


def test_where_no_die_is_paired_every_die_is_used(tmp_path):
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK)

    async def scenario(_, listener):
        async with PtyDie(OwnFirmware("ab12", key=KEY), tmp_path / "die") as die:
            await listener.next(DIE, Connected)
            die.tumble()
            die.rest(4)
            await listener.next(DIE, Settled)

    assert faces(run(source, scenario)) == [4]


class Forger(OwnFirmware):
    """Knows the secret when it is greeted and signs its rolls with another: a roll that somebody slipped in."""

    def rests(self, how, face, now_s, sure=990):
        true, self.key = self.key, bytes(16)
        try:
            return super().rests(how, face, now_s, sure)
        finally:
            self.key = true


def test_a_roll_without_the_right_proof_is_dropped(tmp_path):
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK, keys=DieKeys({"ab12": KEY}))

    async def scenario(_, listener):
        async with PtyDie(Forger("ab12", key=KEY, resend_s=0.02), tmp_path / "die") as die:
            await listener.next(DIE, Connected)
            die.tumble()
            die.rest(6)
            die._say(die.firmware.drained(40))
            # What came before the second state of charge has been heard by then.
            assert (await listener.next(DIE, BatteryLevel, 2)).percent == 40

    assert faces(run(source, scenario)) == []


class OlderFirmware(OwnFirmware):
    """Firmware that knows nothing of secrets."""

    def _answer(self, frame, now_s):
        return b"" if frame.kind == "pair" else super()._answer(frame, now_s)


def test_a_die_with_older_firmware_cannot_be_paired_and_says_what_to_do(tmp_path):
    with pytest.raises(PairingError, match="newest firmware"):
        paired(tmp_path, OlderFirmware("ab12"), silent_s=0.7)


def test_a_port_without_a_die_says_so(tmp_path):
    class Mute(OwnFirmware):
        def received(self, data, now_s):
            return b""

    with pytest.raises(PairingError, match="No die of ours answers"):
        paired(tmp_path, Mute("ab12"), silent_s=0.7)
    with pytest.raises(PairingError):
        asyncio.run(pair_die(str(tmp_path / "nothing")))
