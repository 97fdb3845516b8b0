"""The talk with our own die, without a wire: greetings, acknowledgements, starts anew, and what must not count."""

import pytest

from hardware.events import (
    BatteryLevel,
    Cocked,
    DieEvent,
    Disconnected,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.frames import Frame, FrameReader, encode_frame
from hardware.own_protocol import BACKLOG_S, OwnConnection, OwnMemories, OwnOutput
from hardware.simulation.own_firmware import QUEUE, RESEND_S, OwnFirmware

LATE_S = BACKLOG_S + 1.0


class Pair:
    """A host and a simulated die that hear each other, with a clock in hand."""

    def __init__(self, memories: OwnMemories | None = None, firmware: OwnFirmware | None = None) -> None:
        self.memories = memories or OwnMemories()
        self.die = firmware or OwnFirmware("ab12")
        self.now_s = 0.0
        self.events: list[DieEvent] = []
        self.reconnect()

    def reconnect(self) -> None:
        self.talk = OwnConnection("own-serial", EvidenceKind.LINE, self.memories)

    def to_host(self, data: bytes) -> None:
        while data:
            said = self.talk.received(data, self.now_s)
            self.events += said.events
            data = self.die.received(said.send, self.now_s)

    def ask(self) -> None:
        self.to_host(self.die.received(self.talk.ask(), self.now_s))

    def wait(self, time_s: float) -> None:
        self.now_s += time_s
        self.to_host(self.die.due(self.now_s))

    def throw(self, face: int, how: str = "rolled") -> None:
        self.to_host(self.die.tumbles())
        self.to_host(self.die.rests(how, face, self.now_s))

    def faces(self) -> list[int]:
        return [event.face for event in self.events if isinstance(event, Settled)]


@pytest.fixture
def pair() -> Pair:
    made = Pair()
    made.ask()
    made.wait(LATE_S)
    return made


def hello(**body: object) -> bytes:
    whole: dict[str, object] = {"p": 1, "fw": "1", "id": "ab12", "kind": "d6", "boot": 7, "n": 0}
    return encode_frame(0, "hello", {**whole, **body})


def roll(seq: int, count: int, face: int, **body: object) -> bytes:
    whole: dict[str, object] = {"n": count, "d": "ab12", "f": face, "s": "rolled", "q": 990}
    return encode_frame(seq, "roll", {**whole, **body})


def sent(said: OwnOutput) -> list[Frame]:
    return FrameReader().feed(said.send)


def fresh(**body: object) -> OwnConnection:
    """A talk after a greeting."""
    talk = OwnConnection("own-serial", EvidenceKind.LINE, OwnMemories())
    talk.received(hello(**body), 0.0)
    return talk


def test_the_host_greets_until_it_is_answered_then_pings():
    talk = OwnConnection("own-serial", EvidenceKind.LINE, OwnMemories())
    kinds = []
    for data in (b"", b"MicroPython\r\n>>> ", hello(), b""):
        talk.received(data, 0.0)
        kinds += [(frame.seq, frame.kind) for frame in FrameReader().feed(talk.ask())]
    assert kinds == [(0, "hello"), (1, "hello"), (2, "ping"), (3, "ping")]
    assert (talk.die, talk.kind, talk.ready) == ("own-serial:ab12", "d6", True)


def test_a_roll_is_told_with_its_line_and_acknowledged_by_the_count_of_its_frame(pair: Pair):
    talk = pair.talk
    talk.received(encode_frame(40, "state", {"d": "ab12", "s": "rolling"}), 9.0)
    said = talk.received(roll(41, 1, 4, q=875), 9.5)
    assert [(type(event), event.at_s) for event in said.events] == [(Settled, 9.5)]
    settled = said.events[0]
    assert (settled.face, settled.confidence, settled.throw) == (4, 0.875, 1)
    assert settled.evidence.data + b"\n" == roll(41, 1, 4, q=875)
    assert sent(said) == [Frame(sent(said)[0].seq, "ack", {"s": 41})]


def test_moved_and_cocked_are_told_as_such(pair: Pair):
    pair.throw(3, "moved")
    pair.throw(3, "cocked")
    assert [type(event) for event in pair.events if not isinstance(event, BatteryLevel)] == [
        RollStarted,
        Moved,
        RollStarted,
        Cocked,
    ]


def test_a_roll_whose_tumbling_was_not_heard_counts_all_the_same(pair: Pair):
    pair.to_host(pair.die.rests("rolled", 5, pair.now_s))
    assert [type(event) for event in pair.events[-2:]] == [RollStarted, Settled]


def test_a_roll_whose_acknowledgement_was_lost_is_told_once(pair: Pair):
    said = pair.talk.received(pair.die.tumbles() + pair.die.rests("rolled", 5, pair.now_s), pair.now_s)
    pair.events += said.events
    for _ in range(3):
        pair.wait(RESEND_S)
    pair.throw(5)
    assert pair.faces() == [5, 5]


def test_rolls_before_the_first_connection_are_no_results_but_leave_the_queue():
    pair = Pair()
    for face in (1, 2, 3):
        pair.throw(face)
    pair.ask()
    assert pair.die.wait_s(pair.now_s) is None
    pair.throw(6)
    assert pair.faces() == [6]


def test_rolls_while_the_die_was_lost_are_no_results(pair: Pair):
    pair.throw(1)
    for face in (2, 3):
        pair.die.tumbles()
        pair.die.rests("rolled", face, pair.now_s)
    pair.reconnect()
    pair.ask()
    pair.throw(4)
    assert pair.faces() == [1, 4]


def test_without_a_count_in_the_greeting_what_comes_at_once_is_old_and_what_was_seen_to_tumble_is_not():
    talk = fresh(n=None)
    assert talk.received(roll(1, 8, 3), 0.1).events == ()
    assert talk.received(roll(2, 9, 3), BACKLOG_S - 0.1).events == ()
    talk.received(encode_frame(3, "state", {"d": "ab12", "s": "rolling"}), BACKLOG_S - 0.1)
    assert [type(event) for event in talk.received(roll(4, 10, 2), BACKLOG_S - 0.1).events] == [Settled]
    assert [type(event) for event in talk.received(roll(5, 11, 2), BACKLOG_S + 0.1).events] == [RollStarted, Settled]


def test_a_roll_that_tumbled_before_the_loss_and_rests_after_is_no_result(pair: Pair):
    pair.to_host(pair.die.tumbles())
    pair.reconnect()
    pair.ask()
    pair.to_host(pair.die.rests("rolled", 6, pair.now_s))
    assert pair.faces() == []
    pair.throw(2)
    assert pair.faces() == [2]


def test_after_a_longer_queue_than_the_die_keeps_the_next_roll_counts(pair: Pair):
    for _ in range(2 * QUEUE):
        pair.die.rests("rolled", 1, pair.now_s)
    pair.reconnect()
    pair.ask()
    pair.throw(4)
    assert pair.faces() == [4]


@pytest.mark.parametrize("rolls_before", [1, 2, 9])
def test_a_die_that_starts_anew_is_lost_and_back_and_its_first_roll_counts(pair: Pair, rolls_before: int):
    for _ in range(rolls_before):
        pair.throw(1)
    pair.die.restart()
    pair.throw(2)
    pair.wait(RESEND_S)
    pair.throw(3)
    assert [type(event) for event in pair.events if isinstance(event, Disconnected | Reconnected)] == [
        Disconnected,
        Reconnected,
    ]
    assert pair.faces()[rolls_before:] == [2, 3]


def test_a_die_that_starts_anew_in_the_middle_of_a_roll_gives_no_result_of_it(pair: Pair):
    pair.throw(1)
    pair.to_host(pair.die.tumbles())
    pair.die.restart()
    pair.ask()
    pair.throw(5)
    kinds = [type(event) for event in pair.events if not isinstance(event, BatteryLevel)]
    assert kinds == [RollStarted, Settled, RollStarted, Disconnected, Reconnected, RollStarted, Settled]


def test_frames_told_late_out_of_a_buffer_do_not_stop_the_talk(pair: Pair):
    """A resent roll of an older count makes the host ask, once, and the talk goes on."""
    pair.throw(1)
    old = pair.die.again()
    pair.throw(2)
    for _ in range(5):
        pair.to_host(old)
    pair.throw(3)
    assert pair.faces() == [1, 2, 3]
    assert not [event for event in pair.events if isinstance(event, Disconnected)]


def test_firmware_of_another_major_is_incompatible_and_says_nothing():
    pair = Pair(firmware=OwnFirmware("ab12", major=2))
    pair.ask()
    pair.throw(3)
    assert pair.events == []
    assert not pair.talk.ready
    assert "version 2" in str(pair.talk.incompatible)
    assert pair.talk.asks_hello


def test_a_die_that_learned_our_version_meanwhile_is_welcome():
    talk = fresh(p=2)
    assert talk.incompatible
    talk.received(hello(), 1.0)
    assert talk.ready
    assert talk.incompatible is None


@pytest.mark.parametrize(
    "body",
    [
        *({"p": "1"}, {"p": True}, {"p": 1.0}, {"id": ""}, {"id": "a b"}, {"id": 3}),
        *({"kind": "cube"}, {"kind": "d0"}, {"kind": None}, {"boot": None}, {"boot": True}, {"boot": 1.5}),
    ],
)
def test_a_greeting_with_a_wrong_type_is_none(body: dict[str, object]):
    assert fresh(**body).die is None


@pytest.mark.parametrize("body", [{"n": "1"}, {"n": 0}, {"n": True}, {"n": 1.0}, {"n": None}, {"d": "other"}, {"d": 1}])
def test_a_roll_that_cannot_be_told_apart_is_not_taken_and_not_acknowledged(body: dict[str, object]):
    assert fresh().received(roll(1, 1, 3, **body), LATE_S) == OwnOutput()


@pytest.mark.parametrize("body", [{"f": 0}, {"f": 7}, {"f": "3"}, {"f": None}, {"f": True}, {"s": "spun"}, {"s": []}])
def test_a_roll_that_says_no_result_is_acknowledged_so_that_the_next_can_come(body: dict[str, object]):
    talk = fresh()
    said = talk.received(roll(1, 1, 3, **body), LATE_S)
    assert said.events == ()
    assert [frame.kind for frame in sent(said)] == ["ack"]
    assert [type(event) for event in talk.received(roll(2, 2, 3), LATE_S).events] == [RollStarted, Settled]


@pytest.mark.parametrize(
    ("sure", "confidence"), [(0, 0.0), (1000, 1.0), (2000, 1.0), (-5, 0.0), ("x", 0.5), (None, 0.5)]
)
def test_how_sure_is_a_probability(sure: object, confidence: float):
    assert fresh().received(roll(1, 1, 3, q=sure), LATE_S).events[-1].confidence == confidence


def test_the_battery_is_told_and_nonsense_about_it_is_not():
    talk = fresh()
    told: list[DieEvent] = []
    bodies = ({"pct": 55, "chg": True}, {"pct": 54}, {"pct": 101}, {"pct": -1}, {"pct": 5.5}, {"pct": True})
    for seq, body in enumerate(bodies, start=1):
        told += talk.received(encode_frame(seq, "batt", {"d": "ab12", **body}), 0.0).events
    assert [(event.percent, event.charging) for event in told] == [(55, True), (54, None)]


def test_what_nobody_knows_is_passed_over():
    talk = fresh()
    for seq, kind in enumerate(["err", "quux", "state", "ack", "ping"], 1):
        assert talk.received(encode_frame(seq, kind, {"d": "ab12", "s": "asleep"}), 0.0) == OwnOutput()


def test_the_die_blinks_when_asked(pair: Pair):
    pair.to_host(pair.die.received(pair.talk.blink(), pair.now_s))
    assert pair.die.blinks == 1
