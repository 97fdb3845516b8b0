"""The table of makes of dice: it agrees with the drivers, and one more entry is all that a new make takes."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hardware
from hardware.events import Connected, Settled
from hardware.makes import MAKES, OwnerData
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from tests.contracts.dice_harness.guarantees import Listener
from tests.contracts.dice_harness.radio_dice import QUICK, private_air

ROOT = Path(hardware.__file__).parents[1]
BY_RADIO = [make for make in MAKES if make.radio is not None]
BY_WIRE = [make for make in MAKES if make.wire is not None]


def test_no_two_makes_have_the_same_name():
    for names in (
        [make.word for make in MAKES],
        [source for make in MAKES for source in make.sources],
        [make.wire.form for make in BY_WIRE],
        [make.wire.option for make in BY_WIRE],
    ):
        assert len(set(names)) == len(names)


def test_the_names_of_sources_that_stand_in_records_stay():
    assert {source for make in MAKES for source in make.sources} >= {
        "pixels",
        "godice",
        "own-ble",
        "own-serial",
        "text",
    }


@pytest.mark.parametrize("make", BY_RADIO, ids=lambda make: make.word)
def test_the_table_names_a_radio_driver_as_it_names_itself(make):
    assert make.radio.driver(OwnerData()).name == make.radio.source


@pytest.mark.parametrize("make", BY_WIRE, ids=lambda make: make.word)
def test_the_table_names_a_serial_source_as_it_names_itself(make):
    source = make.wire.opens(["/dev/none"], None, OwnerData())
    assert source.name == make.wire.source
    assert not source.troubles


@pytest.mark.parametrize("make", BY_RADIO, ids=lambda make: make.word)
def test_the_driver_hears_the_simulated_die_of_its_make(make):
    async def whole():
        async with private_air() as air:
            die, simulated = make.radio.simulated(1)
            air.add(simulated)
            source = RadioSource(make.radio.driver(OwnerData()), Radio(QUICK))
            async with asyncio.timeout(60), source, Listener(source) as listener:
                await listener.next(die, Connected)
                if make.shows_itself:
                    await source.identify(die)
                simulated.roll(4)
                assert (await listener.next(die, Settled)).face == 4
                assert simulated.blinks == make.shows_itself

    asyncio.run(whole())


ACME = """    DiceMake(
        "acme",
        "Acme die",
        wire=WireSupport("acme", "acme", "--acme-port", "with a die by Acme", AcmeSerial, rehearse=rehearse_own_die),
        faces_told=own_protocol.faces_told,
    ),
)


def make_called("""
DRIVER = '''"""Dice by Acme."""

from hardware.wire.own import OwnSerial


class AcmeSerial(OwnSerial):
    name = "acme"
'''
SEEN = """
import json
from companion.referee.dice.names import FORMS, where_of
from companion.referee.dice.sources import DiceListener
from companion.referee.dice.wording import NAMELESS, SHOW_THEMSELVES, SHOWN
dice = DiceListener(where_of(["acme:/dev/x", "acme:/dev/y"]))
print(json.dumps({
    "forms": FORMS,
    "sources": [(wire.name, len(wire._named)) for wire in dice._wires],
    "shown": SHOWN["acme"],
    "nameless": "acme" in NAMELESS,
    "blinks": "acme" in SHOW_THEMSELVES,
}))
"""


def test_a_new_make_is_one_entry_and_its_driver(tmp_path):
    shutil.copytree(ROOT / "hardware", tmp_path / "hardware", ignore=shutil.ignore_patterns("__pycache__"))
    table = tmp_path / "hardware" / "makes.py"
    text = table.read_text(encoding="utf-8")
    assert text.count(")\n\n\ndef make_called(") == 1
    text = text.replace(")\n\n\ndef make_called(", ACME).replace(
        "from hardware.wire.ports", "from hardware.wire.acme import AcmeSerial\nfrom hardware.wire.ports"
    )
    table.write_text(text, encoding="utf-8")
    (tmp_path / "hardware" / "wire" / "acme.py").write_text(DRIVER, encoding="utf-8")

    def run(*words):
        path = os.pathsep.join((str(tmp_path), str(ROOT)))
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env={**os.environ, "PYTHONPATH": path, "COLUMNS": "200"},
            capture_output=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    assert json.loads(run("-c", SEEN)) == {
        "forms": "radio, usb, serial:PORT, text:PORT, acme:PORT, godice:SHELL, godice:DIE=SHELL, tray:CAMERA, "
        "tray-SET:CAMERA, virtual:N and KIND=DIE",
        "sources": [["acme", 2]],
        "shown": "Acme die",
        "nameless": False,
        "blinks": True,
    }
    assert "--acme-port PORT" in run("-m", "companion", "dice", "monitor", "--help")
    told = run("-m", "companion", "dice", "list", "--no-radio", "--acme-port", str(tmp_path / "no"), "--seconds", "0.3")
    assert "there is no port" in told.lower()
    simulated = ("dice", "simulate", "acme", "--over", "serial", "--pause", "0.05", "--throws", "1", "--seed", "1")
    told = run("-m", "companion", *simulated)
    assert "dice monitor --no-radio --acme-port /" in told
    assert "demo1 shows" in told
