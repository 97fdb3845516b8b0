"""Dice at a game: real sources beside the referee, from the throw to the record; also after the program was killed."""

import asyncio
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

import aiohttp
import pytest

from companion.games.prompt import Faces
from companion.games.registry import games
from companion.games.warseer.taste import Warlord
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee import TakeTablet
from companion.referee.api.table_intents import (
    BlinkDie,
    EnterFaces,
    MapFaces,
    PauseClock,
    RollVirtualDice,
    SetClock,
    SetStrictness,
    Strictness,
    UseDice,
)
from tests.free_ports import free_port
from tests.games.warseer.self_play import next_command, setup_of
from tests.record.games import GAMES, new_record
from tests.referee.dice.roll_table import to_the_first_roll
from tests.session.test_game_session import WAIT_S, CookiePhone, SessionTable

SIMULATED = ("pixels:1a2b3c01", "pixels:1a2b3c02", "pixels:1a2b3c03")
PATIENCE_S = 60.0


@pytest.fixture
def fight(tmp_path):
    """The file of a game in which player A owes a roll of three dice."""
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record, attack=3)
    record.close()
    return record.path


class DiceSession(SessionTable):
    """A referee with a game and dice, watched through what the tablet is shown."""

    def __init__(self, record, *dice):
        super().__init__(record, port=free_port(), dice=dice or None)

    def __enter__(self):
        self.referee.start()
        return self

    def __exit__(self, *_):
        self.referee.stop()
        assert self.referee.failure is None

    def shows(self, what):
        """What the tablet is shown of the game, once it is as expected."""
        deadline_s, play = time.monotonic() + PATIENCE_S, None
        while (left_s := deadline_s - time.monotonic()) > 0:
            play = self.views.get(timeout=min(left_s, WAIT_S)).play or play
            if play is not None and (found := what(play)):
                return found
        raise AssertionError(f"never shown; last: {play and play.throw}")

    def roll(self, what=lambda roll: True):
        return self.shows(lambda play: next((roll for roll in play.throw.rolls if what(roll)), None))


def first_roll(path):
    """The first roll of the record with what backs it, and the whole record checked."""
    verify(path, GAMES)
    with closing(Record.open(path, GAMES, lambda: "")) as record:
        for entry in record.entries():
            backing = {each.name: record.evidence(each.digest) for each in entry.evidence}
            if "roll" in backing:
                return entry, backing
    raise AssertionError("no roll is on the record")


def witnesses(entry):
    return re.findall(rb'"die":"([^"]+)"', entry.events[0])


def test_virtual_dice_are_thrown_by_a_touch_and_the_roll_is_on_the_record(fight):
    with DiceSession(fight, "virtual:3") as session:
        roll = session.roll(lambda roll: roll.virtual)
        assert (roll.name, roll.count, roll.owed, len(roll.keys)) == ("A", 3, 3, 3)
        id_, throws = roll.id, 0
        while roll:
            throws += 1
            for _ in range(2):  # a finger that trembles throws once
                session.send(RollVirtualDice(id_))
            session.shows(lambda play: not owed(play, id_))
            session.send(RollVirtualDice(id_))
            # A virtual die may lean, and is thrown again then.
            roll = session.shows(lambda play: owed(play, id_) or over(play, id_))[0]
    entry, backing = first_roll(fight)
    assert len(witnesses(entry)) == 3
    assert {die.split(b":")[0] for die in witnesses(entry)} == {b"virtual"}
    assert {"die1", "die2", "die3", "roll"} <= set(backing)
    thrown = [int(backing[f"die{number}"].rpartition(b"/")[2]) for number in (1, 2, 3)]
    assert max(thrown) <= throws, "a die that tumbles is not thrown again"


def owed(play, id_):
    """The roll, where a throw for it is owed."""
    return [roll for roll in play.throw.rolls if roll.id == id_ and roll.owed]


def over(play, id_):
    return [] if any(roll.id == id_ for roll in play.throw.rolls) else [None]


def test_faces_typed_on_the_tablet_lie_beside_others(fight):
    with DiceSession(fight) as session:
        roll = session.roll()
        session.send(EnterFaces(roll.id, (5, 5, 5, 5)))
        assert "3" in session.shows(lambda play: play.throw.said)
        session.send(EnterFaces(roll.id, (5,)))
        typed = session.roll(lambda roll: len(roll.faces) == 1)
        assert (typed.faces[0].label, typed.faces[0].by_hand, typed.owed) == ("shield", True, 2)
        session.send(EnterFaces(roll.id, (1, 3)))
        session.shows(lambda play: all(each.id != roll.id for each in play.throw.rolls))
    entry, backing = first_roll(fight)
    assert backing["die1"] == b"table"
    assert b'"faces":["shield","bullseye","axe"]' in entry.body


def app_address(phone, base):
    """The address for an app that a player's own page shows."""
    status, page = phone.asks(f"{base}/app-dice")
    assert status == 200
    return re.search(r"<textarea[^>]*>([^<]+)</textarea>", page)[1]


def sent(url, body=None):
    """The status and the JSON of an answer to a program that is no browser."""
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"} if body else {})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as answer:  # noqa: S310 (our own server)
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def said(die, face, **more):
    return json.dumps({"pixelName": die, "faceValue": face, "dieType": "d6", "rollState": "rolled"} | more).encode()


def test_an_app_on_a_players_phone_reports_the_roll_of_its_seat(fight):
    with DiceSession(fight) as session:
        base = session.guests(lambda guests: guests.address).address
        phones = {seat: CookiePhone() for seat in ("A", "B")}
        for seat, phone in phones.items():
            assert phone.joins(session.seat(seat))[0] == 200
        own, other = (app_address(phone, base) for phone in phones.values())
        assert own != other
        session.roll()

        assert sent(other, said("Loki", 6)) == (200, {"ok": True})
        assert session.shows(lambda play: play.throw.aside)[0].die == "app:b-loki"
        assert sent(own, said("Odin", 6)) == (200, {"ok": True})
        assert sent(f"{own}?value1=Freya&value2=&value3=1&value4=profile") == (200, {"ok": True})
        roll = session.roll(lambda roll: len(roll.faces) == 2)
        assert [(face.name, face.label) for face in roll.faces] == [("Odin", "shield"), ("Freya", "bullseye")]
        (question,) = roll.questions  # a face alone does not say that the die rolled
        assert question.entries == (roll.faces[1].entry,)
        session.send(question.answers[0].intent)

        status, complaint = sent(own, b"{}")
        assert (status, "such as" in complaint) == (400, True)
        assert sent(f"{base}/roll/{'0' * 32}", said("Odin", 6))[0] == 403
        assert phones["A"].asks(f"{base}/app-dice", new="yes")[0] == 200  # a new address
        assert sent(own, said("Thor", 6))[0] == 403
        own = app_address(phones["A"], base)
        assert sent(own, said("Thor", 3)) == (200, {"ok": True})
        session.shows(lambda play: over(play, roll.id))
    entry, backing = first_roll(fight)
    assert witnesses(entry) == [b"app:a-odin", b"app:a-freya", b"app:a-thor"]
    assert b'"faces":["shield","bullseye","axe"]' in entry.body
    assert backing["die1"] == said("Odin", 6)


def test_a_program_reports_rolls_over_a_socket(fight):
    async def throws(url):
        async with aiohttp.ClientSession() as client, client.ws_connect(url) as socket:
            answers = []
            for data in ("nonsense", said("Odin", 6).decode(), "die=Freya&face=5&state=rolled"):
                await socket.send_str(data)
                answers.append(await socket.receive_json(timeout=WAIT_S))
            return answers

    with DiceSession(fight) as session:
        base = session.guests(lambda guests: guests.address).address
        phone = CookiePhone()
        assert phone.joins(session.seat("A"))[0] == 200
        session.roll()
        refused, *taken = asyncio.run(throws(app_address(phone, base)))
        assert "such as" in refused["error"]
        assert taken == [{"ok": True}] * 2
        roll = session.roll(lambda roll: len(roll.faces) == 2)
        assert [face.label for face in roll.faces] == ["shield", "shield"]
        assert roll.owed == 1


@pytest.mark.parametrize(("holder", "who"), [("A", b"A"), ("B", b"table")])
def test_faces_touched_for_a_roll_count_for_it_whoever_holds_the_tablet(fight, holder, who):
    with DiceSession(fight) as session:
        roll = session.roll()
        session.send(TakeTablet(holder))
        session.shows(lambda play: play.holder == holder)
        session.send(EnterFaces(roll.id, (5, 5, 1)))
        session.shows(lambda play: over(play, roll.id))
    entry, backing = first_roll(fight)
    assert backing["die1"] == who, "only players who roll themselves are named as those who read it"
    assert b'"faces":["shield","shield","bullseye"]' in entry.body


needs_bus = pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="the program dbus-daemon is not installed")


@contextmanager
def simulated_pixels(monkeypatch, pause_s):
    """Three dice in the air that this process hears; they throw themselves once all are held."""
    words = [sys.executable, "-m", "companion", "dice", "simulate", "pixels", "--dice", "3", "--pause", str(pause_s)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8") as simulation:
        try:
            address = next(
                found[1] for line in simulation.stdout if (found := re.search(r"DBUS_SYSTEM_BUS_ADDRESS=(\S+)", line))
            )
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
            yield simulation
        finally:
            simulation.terminate()
            simulation.stdout.read()


@needs_bus
def test_three_dice_over_radio_make_a_roll_with_the_packets_as_evidence(fight, monkeypatch):
    with simulated_pixels(monkeypatch, 2.0), DiceSession(fight, "radio") as session:
        roll = session.roll()
        session.shows(lambda play: not is_open(play, roll))
        dice = session.shows(lambda play: play.throw.dice)
        assert {die.source for die in dice} == {"pixels"}
    entry, backing = first_roll(fight)
    assert sorted(witnesses(entry)) == sorted(die.encode() for die in SIMULATED)
    assert all(backing[f"die{number}"] for number in (1, 2, 3))
    assert b'"kind": "packet"' in backing["roll"]


@needs_bus
def test_when_the_radio_dies_its_dice_are_told_as_lost_and_fingers_go_on(fight, monkeypatch):
    with simulated_pixels(monkeypatch, 300.0) as simulation, DiceSession(fight, "radio") as session:
        session.shows(lambda play: sum(die.connected for die in play.throw.dice) == 3)
        simulation.terminate()
        lost = session.shows(lambda play: all(die.lost for die in play.throw.dice) and play.throw.dice)
        assert all(die.why for die in lost)
        roll = session.roll()
        session.send(EnterFaces(roll.id, (5, 5, 5)))
        session.shows(lambda play: not is_open(play, roll))
    entry, _ = first_roll(fight)
    assert b'"faces":["shield","shield","shield"]' in entry.body


def is_open(play, roll):
    """Whether what is asked is still the same; with other dice it is asked anew."""
    return any((each.seat, each.count) == (roll.seat, roll.count) for each in play.throw.rolls)


CHILD = """
import sys
from pathlib import Path
from companion.referee.api.table_intents import EnterFaces
from tests.session.test_dice import DiceSession
with DiceSession(Path(sys.argv[1])) as session:
    roll = session.roll()
    session.send(EnterFaces(roll.id, (5,)))
    session.roll(lambda roll: len(roll.faces) == 1)
    print(roll.id, flush=True)
    sys.stdin.read()
"""


def test_killed_in_the_middle_of_a_roll_it_goes_on_with_what_lay_there(fight):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(fight)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    with child:
        id_ = child.stdout.readline().strip()
        child.send_signal(signal.SIGKILL)
        child.wait(PATIENCE_S)
    with DiceSession(fight) as session:
        roll = session.roll(lambda roll: len(roll.faces) == 1)
        assert (roll.id, roll.owed) == (id_, 2)
        session.send(EnterFaces(roll.id, (5, 1)))
        session.shows(lambda play: all(each.id != id_ for each in play.throw.rolls))
    entry, _ = first_roll(fight)
    assert b'"faces":["shield","shield","bullseye"]' in entry.body


def test_dice_are_changed_in_play_and_kept_for_the_next_evening(fight):
    with DiceSession(fight) as session:
        assert session.shows(lambda play: play.throw).sources == ()
        session.send(UseDice(("juggled",)))
        assert "juggled" in session.shows(lambda play: play.throw.said)
        session.send(UseDice(("virtual:2",)))
        dice = session.shows(lambda play: len(play.throw.dice) == 2 and play.throw.dice)
        session.send(BlinkDie(dice[0].die))
        assert session.shows(lambda play: play.throw.said)
        session.send(UseDice(("virtual:1",)))
        assert not session.shows(lambda play: len(play.throw.dice) == 1 and play.throw.dice)[0].lost
        session.send(UseDice(("virtual:2",)))
        session.shows(lambda play: len(play.throw.dice) == 2)
    with DiceSession(fight) as session:
        assert session.shows(lambda play: len(play.throw.dice) == 2 and play.throw.sources) == ("virtual:2",)


def test_a_wire_that_is_not_there_is_told_and_fingers_still_work(fight, tmp_path):
    with DiceSession(fight, f"serial:{tmp_path / 'nothing'}") as session:
        session.shows(lambda play: any("nothing" in trouble for trouble in play.throw.troubles))
        roll = session.roll()
        session.send(EnterFaces(roll.id, (5, 5, 5)))
        session.shows(lambda play: all(each.id != roll.id for each in play.throw.rolls))
    assert first_roll(fight)


def test_what_is_set_at_the_table_is_as_it_was_the_next_evening(fight):
    with DiceSession(fight) as session:
        session.roll()
        session.send(SetStrictness(Strictness.TEACH))
        session.send(SetClock(3600.0, 900.0))
        session.send(PauseClock(paused=True))
        play = session.shows(lambda play: play.timing.limit_s and play.timing.paused and play.lessons and play)
        task = play.seats[0].tasks[0]
        (lesson,) = play.lessons.of_task(task.step)
        assert lesson.rule == "S-MELEE-19"
    with DiceSession(fight) as session:
        play = session.shows(lambda play: play)
        assert play.strictness is Strictness.TEACH
        assert (play.timing.limit_s, play.timing.each_s, play.timing.paused) == (3600.0, 900.0, True)


def test_a_phone_shows_what_lies_there_of_the_roll_that_its_player_owes(fight):
    with DiceSession(fight) as session:
        phone = CookiePhone()
        seat = session.seat("A")
        phone.joins(seat)
        roll = session.roll()
        session.send(EnterFaces(roll.id, (5,)))
        session.roll(lambda roll: roll.faces)
        link = urllib.parse.urlsplit(seat.link)
        page = phone.page_with(f"{link.scheme}://{link.netloc}/", "entered by hand die 1: shield")

    assert "2 dice still have to be thrown" in page


def test_what_the_faces_stand_for_is_set_in_play_used_by_the_roll_and_kept(fight):
    swapped = ("shield", "shield", "axe", "axe", "bullseye", "bullseye")
    with DiceSession(fight) as session:
        session.roll()
        session.send(MapFaces(swapped))
        keys = {1: "shield", 3: "axe", 5: "bullseye"}
        roll = session.roll(lambda roll: {key.value: key.face for key in roll.keys} == keys)
    with DiceSession(fight) as session:
        session.roll(lambda again: again.id == roll.id)
        session.send(EnterFaces(roll.id, (5, 5, 1)))
        session.shows(lambda play: all(each.id != roll.id for each in play.throw.rolls))
    entry, backing = first_roll(fight)
    assert b'"faces":["bullseye","bullseye","shield"]' in entry.body
    assert json.loads(backing["roll"])["symbols"] == list(swapped)


def test_one_touch_throws_the_whole_pool_of_several_colours(tmp_path):
    path, game, taste, chance = tmp_path / "pool.warseer", games()["warseer"], Warlord(), random.Random(1)  # noqa: S311
    with closing(Record.create(path, game, setup_of("cinder_choir", "mossback_host"), lambda: "")) as record:
        while len({kind for each in record.game.prompts(record.state) for kind in kinds_of(each)}) < 2:
            record.do(next_command(record.state, taste, chance))
    with DiceSession(path, "virtual:8") as session:
        rolls = session.shows(lambda play: len(play.throw.rolls) > 1 and play.throw.rolls)
        assert all(roll.virtual and roll.owed for roll in rolls)
        session.send(RollVirtualDice(rolls[0].id))
        session.shows(lambda play: not any(roll.owed for roll in play.throw.rolls))


def kinds_of(prompt):
    """The kinds of dice that a prompt asks for."""
    fields = (field for spec in prompt.specs for field in spec.fields.values())
    return [die.kind for field in fields if isinstance(field, Faces) for die in field.dice]
