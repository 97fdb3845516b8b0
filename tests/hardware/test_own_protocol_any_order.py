"""Whatever befalls a die and its wire, its rolls are told right, in order, at most once."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.event_sequence import EventSequence
from hardware.events import BatteryLevel, Connected, DieEvent, Disconnected, EvidenceKind, Moved, Settled
from hardware.own_protocol import OwnConnection, OwnMemories
from hardware.simulation.own_firmware import OwnFirmware
from tests.contracts.dice_harness.guarantees import broken_promises

ACTS = ["roll", "roll", "tumble", "move", "again", "restart", "ask", "wait", "wait", "cut", "plug", "late"]


class LossyTable:
    """A die whose every frame may be lost, a host, and what was really thrown."""

    def __init__(self, loss: float, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 (no secret)
        self._loss = loss
        self.now_s = 0.0
        self.die = OwnFirmware("a")
        self.memories = OwnMemories()
        self.events: list[DieEvent] = []
        self.thrown: list[tuple[int, int]] = []
        self.sequence = EventSequence("own-serial:a", "own-serial", lambda: self.now_s, self.events.append)
        self.old = b""
        self.is_plugged = False
        self.plug()

    def plug(self) -> None:
        if not self.is_plugged:
            self.is_plugged = True
            self.talk = OwnConnection("own-serial", EvidenceKind.LINE, self.memories)
            self.ask()

    def cut(self) -> None:
        self.is_plugged = False
        self.sequence.lost("pulled out", "unplugged")

    def to_host(self, data: bytes) -> None:
        while data and self.is_plugged:
            kept = b"".join(line for line in data.splitlines(keepends=True) if self._chance.random() >= self._loss)
            said = self.talk.received(kept, self.now_s)
            if self.talk.ready:
                self.sequence.seen("OurDie_a")
                self.sequence.connected()
            for event in said.events:
                self.sequence.also(event)
            data = b"" if self._chance.random() < self._loss else self.die.received(said.send, self.now_s)

    def ask(self) -> None:
        if self.is_plugged:
            self.to_host(self.die.received(self.talk.ask(), self.now_s))

    def roll(self) -> None:
        face = self._chance.randint(1, 6)
        self.to_host(self.die.tumbles())
        self.thrown.append((len(self.thrown), face))
        # How sure the die is marks the throw, so that each can be known again.
        self.to_host(self.die.rests("rolled", face, self.now_s, sure=len(self.thrown) - 1))

    def tumble(self) -> None:
        self.to_host(self.die.tumbles())

    def move(self) -> None:
        self.to_host(self.die.rests("moved", 1, self.now_s))

    def again(self) -> None:
        self.old = self.die.again() or self.old
        self.to_host(self.die.again())

    def late(self) -> None:
        self.to_host(self.old)

    def restart(self) -> None:
        # What it said before comes before what it says after: a wire does not overtake itself.
        self.old = b""
        self.die.restart()

    def wait(self) -> None:
        self.now_s += 0.3
        self.to_host(self.die.due(self.now_s))

    def act(self, what: str) -> None:
        getattr(self, what)()

    def told(self) -> list[tuple[int, int]]:
        return [(round(1000 * event.confidence), event.face) for event in self.events if isinstance(event, Settled)]


@given(st.lists(st.sampled_from(ACTS), max_size=60), st.sampled_from([0.0, 0.1, 0.4]), st.integers(0, 1000))
@settings(max_examples=200)
def test_in_any_order_of_mishaps_no_roll_is_wrong_doubled_or_out_of_order(acts: list[str], loss: float, seed: int):
    table = LossyTable(loss, seed)
    for act in acts:
        table.act(act)
    told = table.told()
    assert set(told) <= set(table.thrown)
    assert [number for number, _ in told] == sorted({number for number, _ in told})
    assert broken_promises(table.events, "own-serial") == []


@given(st.lists(st.sampled_from(["roll", "wait", "again", "move", "ask"]), max_size=60), st.integers(0, 1000))
@settings(max_examples=100)
def test_on_a_wire_that_is_not_cut_no_roll_is_lost_whatever_frames_are(acts: list[str], seed: int):
    table = LossyTable(0.0, seed)
    table._loss = 0.3
    for act in acts:
        table.act(act)
        # A die tells one roll at a time and keeps sixteen; nobody throws faster than it can tell.
        while table.die.wait_s(table.now_s) is not None:
            table.act("wait")
            table.ask()
    assert table.told() == table.thrown
    assert [event for event in table.events if isinstance(event, Disconnected)] == []


def test_the_table_of_these_tests_plays_at_all():
    table = LossyTable(0.0, 1)
    for act in ["roll", "move", "roll", "cut", "roll", "plug", "roll"]:
        table.act(act)
    assert [number for number, _ in table.told()] == [0, 1, 3]
    assert {type(event) for event in table.events} >= {BatteryLevel, Connected, Moved, Disconnected}
