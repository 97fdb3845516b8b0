"""The commands about dice as a user calls them; simulated dice and those who hear them in processes of their own."""

import json
import os
import re
import shutil
import subprocess
import sys
from base64 import b64decode, b64encode

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.referee.dice.event_words import event_line, list_lines
from companion.referee.dice.json_lines import event_data
from companion.referee.dice.sources import FoundDie, Reach
from companion.referee.measure.dice_images import answers_of, describe
from companion.texts import Language, say
from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.frames import encode_frame
from hardware.rolls import FateReason, QuestionKind
from tests.contracts.dice_harness.guarantees import CAUSES, broken_promises
from tests.plain_spaces import spaced
from vision.dice import DiceReading, ReadDie, UnreadDie
from vision.dice import UnreadReason as Unread

ACTIONS = ("read", "list", "identify", "monitor", "simulate")
NOWHERE = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/there/is/no/bus"}
SHOWN = re.compile(r"^(\S+) shows (\d)$")


def run(*words, **environment):
    """The program in a process of its own, with no radio unless one is named."""
    return subprocess.run(
        [sys.executable, "-m", "companion", "dice", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
        env=os.environ | NOWHERE | environment,
    )


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_help_with_an_example(action, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["dice", action, "--help"])
    assert ended.value.code == 0
    assert f"example: companion dice {action}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["read", "there is none.png"], "is not there"),
        (["read", "any.png", "--set", "klingon"], "no set of dice 'klingon'; known are"),
        (["list", "--no-radio"], "name a serial port or a camera"),
        (["list", "--no-radio", "--port", "/dev/there-is-none", "--seconds", "0.5"], "no port /dev/there-is-none"),
        (["identify", "own-serial:x", "--no-radio", "--port", "/dev/none", "--seconds", "0.5"], "is not in range"),
        (["monitor", "--camera", "floppy:0"], "floppy:0"),
        (["simulate", "pixels", "--over", "serial"], "have radio only"),
    ],
)
def test_what_cannot_be_done_gets_one_line_and_exit_code_2(words, says, capsys):
    assert main(["dice", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert says in said.err


@pytest.mark.parametrize(
    "words", [[], ["juggle"], ["read"], ["identify"], ["simulate"], ["simulate", "own", "--dice", "0"]]
)
def test_bad_usage_gets_one_line_and_exit_code_2(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["dice", *words])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the radio is not reached by D-Bus")
@pytest.mark.parametrize("words", [["list"], ["monitor"], ["identify", "pixels:1"]])
def test_without_a_radio_one_sentence_says_what_is_wrong(words):
    ended = run(*words)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr == (
        "companion dice: D-Bus not found, so Bluetooth cannot be reached. Start the system's message bus.\n"
    )


class DiceProcess:
    """A command in a process of its own that goes on until it is told to end, which it does cleanly."""

    def __init__(self, *words, **environment):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion", "dice", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | NOWHERE | environment,
        )
        self.lines = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self._process.terminate()
        said, complained = self._process.communicate(timeout=60)
        self.lines += said.splitlines()
        assert kind is not None or (self._process.returncode, complained) == (0, "")

    def until(self, true):
        """Reads on until something is true of a line."""
        for line in self._process.stdout:
            self.lines.append(line.rstrip("\n"))
            if found := true(line):
                return found
        raise AssertionError(f"it ended after {self.lines}: {self._process.stderr.read()}")

    def until_each(self, dice, count):
        """Events of a monitor, until each die has settled so many times."""
        self.until(lambda _: all(len(settled(self.events(), die)) >= count for die in dice))
        return self.events()

    def events(self):
        return [json.loads(line) for line in self.lines]

    def shown(self, die):
        """The faces that a simulated die showed, as far as it was told."""
        return [int(found[2]) for line in self.lines if (found := SHOWN.match(line)) and die.endswith(found[1])]


def settled(events, die):
    return [event["face"] for event in events if event["event"] == "settled" and event["die"] == die]


def is_part(part, whole):
    """Whether faces were told in their order with none between, however late the hearing began or ended."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) + 1))


def bus_of(simulation):
    return simulation.until(re.compile(r"DBUS_SYSTEM_BUS_ADDRESS=(\S+) companion dice monitor").search)[1]


needs_bus = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="the program dbus-daemon is not installed")


@needs_bus
@pytest.mark.parametrize(
    ("make", "dice"),
    [
        ("pixels", ["pixels:1a2b3c01", "pixels:1a2b3c02", "pixels:1a2b3c03"]),
        ("godice", ["godice:19cc01", "godice:19cc02", "godice:19cc03"]),
        ("own", ["own-ble:demo1", "own-ble:demo2", "own-ble:demo3"]),
    ],
)
def test_simulated_radio_dice_are_monitored_from_another_process(make, dice):
    with (
        DiceProcess("simulate", make, "--dice", "3", "--pause", "0.2", "--seed", "journey") as simulation,
        DiceProcess("monitor", "--json", DBUS_SYSTEM_BUS_ADDRESS=bus_of(simulation)) as monitor,
    ):
        events = monitor.until_each(dice, 2)
    for die in dice:
        faces = settled(events, die)
        assert len(faces) >= 2
        assert is_part(faces, simulation.shown(die))
    evidence = next(event["evidence"] for event in events if event["event"] == "settled")
    assert evidence["kind"] == "packet"
    assert b64decode(evidence["base64"])


@needs_bus
def test_simulated_radio_dice_are_listed_and_blink():
    with DiceProcess("simulate", "pixels", "--dice", "2", "--pause", "30") as simulation:
        bus = bus_of(simulation)
        listed = run("list", "--seconds", "3", "--json", DBUS_SYSTEM_BUS_ADDRESS=bus)
        assert listed.returncode == 0
        dice = json.loads(listed.stdout)
        assert [die["die"] for die in dice] == ["pixels:1a2b3c01", "pixels:1a2b3c02"]
        assert {die["reach"] for die in dice} == {"connected"}
        shown = run("identify", "pixels:1a2b3c02", "--language", "ru", DBUS_SYSTEM_BUS_ADDRESS=bus)
        assert (shown.returncode, shown.stdout) == (0, "pixels:1a2b3c02 показывает себя.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_simulated_dice_on_a_wire_are_monitored_from_another_process():
    dice = ["own-serial:demo1", "own-serial:demo2"]
    words = ["--over", "serial", "--dice", "2", "--pause", "0.2", "--seed", "journey"]
    with DiceProcess("simulate", "own", *words) as simulation:
        options = simulation.until(re.compile(r"companion dice monitor (.*)").search)[1].split()
        simulation.until(re.compile("demo2 is on").search)
        with DiceProcess("monitor", *options, "--json") as monitor:
            events = monitor.until_each(dice, 2)
    for die in dice:
        faces = settled(events, die)
        assert len(faces) >= 2
        assert is_part(faces, simulation.shown(die))


def test_an_unreadable_picture_does_not_keep_the_others_from_being_read(tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((240, 320, 3), 90, np.uint8))
    (tmp_path / "broken.png").write_bytes(b"no picture")
    assert main(["dice", "read", str(tmp_path / "broken.png"), str(tmp_path / "empty.png"), "--json"]) == 2
    said = capsys.readouterr()
    assert json.loads(said.out) == [{"image": str(tmp_path / "empty.png"), "dice": [], "unread": []}]
    assert said.err.count("\n") == 1
    assert "broken.png" in said.err


def test_photographs_are_read_in_the_agreed_form(golden, capsys):
    photo = golden / "dice" / "mp_valid_57.jpg"
    assert main(["dice", "read", str(photo), "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert set(answer) == {"image", "dice", "unread"}
    assert len(answer["dice"]) + len(answer["unread"]) >= 4
    for die in answer["dice"]:
        assert set(die) == {"face", "pips", "confidence", "centre_px", "die"}
        assert die["face"] == ("bullseye", "axe", "shield")[(die["pips"] - 1) // 2]
        assert die["pips"] in {1, 4, 5, 6}


READING = DiceReading(
    (
        ReadDie("shield", 5, 0.99812, (10.04, 20.0), 30.0, ()),
        ReadDie(None, 3, 0.9, (50.0, 20.0), 30.0, ()),
        ReadDie("axe", None, 1.0, (90.0, 20.0), 30.0, (), "7"),
    ),
    (UnreadDie((120.0, 9.0), Unread.COCKED),),
)


def test_a_reading_is_told_to_programs_as_the_format_says():
    assert answers_of("tray.jpg", READING) == {
        "image": "tray.jpg",
        "dice": [
            {"face": "shield", "pips": 5, "confidence": 0.9981, "centre_px": [10.0, 20.0], "die": None},
            {"face": None, "pips": 3, "confidence": 0.9, "centre_px": [50.0, 20.0], "die": None},
            {"face": "axe", "pips": None, "confidence": 1.0, "centre_px": [90.0, 20.0], "die": "7"},
        ],
        "unread": [{"centre_px": [120.0, 9.0], "why": "cocked"}],
    }


def test_a_reading_is_told_in_words():
    assert spaced(describe(answers_of("tray.jpg", READING), Language.ENGLISH)).splitlines() == [
        "tray.jpg: 3 dice read",
        "  5 (shield), 99.8 % sure  (10, 20)",
        "  3, 90.0 % sure  (50, 20)",
        "  axe, die 7, 100.0 % sure  (90, 20)",
        "  ! a die is leaning  (120, 9)",
    ]


HEAD = {"die": "own-ble:a", "source": "own-ble", "at_s": 3.0}
PROOF = Evidence(EvidenceKind.PACKET, encode_frame(0, "roll", {"n": 3, "d": "a", "f": 5, "s": "rolled", "q": 980}))
EVENTS = [
    Discovered(**HEAD, name="OurDie_a", kind="d6", rssi_dbm=-60),
    Discovered(**HEAD, name="OurDie_a"),
    Connected(**HEAD),
    RollStarted(**HEAD),
    Settled(**HEAD, face=5, confidence=0.98, evidence=PROOF, throw=3),
    Moved(**HEAD, face=2, evidence=PROOF),
    Moved(**HEAD, face=None, evidence=PROOF),
    RollStarted(**HEAD),
    Cocked(**HEAD, evidence=PROOF),
    BatteryLevel(**HEAD, percent=40),
    BatteryLevel(**HEAD, percent=40, charging=True),
    Disconnected(**HEAD, why="It is out of range.", cause="gone"),
    Reconnected(**HEAD),
]


def test_every_event_is_told_in_words_and_to_programs():
    assert broken_promises(EVENTS, "own-ble") == []
    for language in Language:
        lines = [event_line(event, 1.0, language) for event in EVENTS]
        assert all(line.startswith("    2.00  own-ble:a  ") for line in lines)
        assert len(set(lines)) == len(EVENTS) - 1
    data = [json.loads(json.dumps(event_data(event))) for event in EVENTS]
    assert data[4]["event"] == "settled"
    assert (data[4]["face"], data[4]["throw"], data[4]["evidence"]["base64"]) == (5, 3, b64encode(PROOF.data).decode())


def test_the_list_says_how_far_each_die_can_be_used():
    found = (
        FoundDie("own-ble:a", "OurDie_a", "d6", Reach.CONNECTED, -60, 40),
        FoundDie("text:1", "Die 1", None, Reach.LOST, why="unplugged"),
    )
    assert list_lines(found, Language.ENGLISH) == [
        "own-ble:a  OurDie_a  d6  connected  -60 dBm  40\u00a0% left",
        "text:1     Die 1     ?   unplugged",
    ]


def test_everything_that_dice_may_say_has_words_in_every_language():
    for language in Language:
        words = [f"dice.lost.{cause}" for cause in CAUSES]
        words += [f"dice.unread.{why.value}" for why in Unread] + [f"dice.fate.{why.value}" for why in FateReason]
        assert all(say(language, key) for key in words)
        about = {"die": "own-ble:a", "face": 5, "player": "Ann", "count": 2, "why": "it fell"}
        assert all(say(language, f"dice.ask.{ask.value}", **about) for ask in QuestionKind)
