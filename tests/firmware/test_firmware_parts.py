"""The parts of the firmware that need no chip, under CPython."""

import json
import math

import pytest
from die import app
from die.app import Die
from die.battery import percent
from die.calibration import KNOWN, LEARNED, Calibration, doubts, learn
from die.faces import D6_FACES, Faces
from die.frames import Reader, encode
from die.motion import Motion
from die.outbox import LONGEST_LINE, Outbox
from die.pairing import Pairing, proof
from die.settings import SLOTS, Settings
from hypothesis import given
from hypothesis import strategies as st

from hardware.die_keys import DieKeys, proof_of
from hardware.events import EvidenceKind, Settled
from hardware.frames import Frame, FrameReader, encode_frame
from hardware.own_protocol import OwnConnection, OwnMemories

AT_REST = (0, 0, 1000, 3, -4, 0)
BODIES = st.dictionaries(
    st.sampled_from("dfnqs"), st.integers(0, 999) | st.sampled_from(["rolled", "a1"]) | st.booleans()
)


@given(st.integers(0, 10**9), st.sampled_from(["roll", "batt", "hello"]), BODIES)
def test_the_host_reads_what_the_die_writes(seq, kind, body):
    assert FrameReader().feed(encode(seq, kind, body)) == [Frame(seq, kind, body)]


@given(BODIES, st.binary(max_size=40))
def test_the_die_reads_what_the_host_writes_with_rubbish_before_it(body, rubbish):
    assert Reader().feed(rubbish + encode_frame(3, "ack", body))[-1:] == [("ack", body)]


@given(BODIES, st.data())
def test_a_damaged_frame_is_no_frame(body, data):
    frame = bytearray(encode_frame(3, "ack", body))
    at = data.draw(st.integers(1, len(frame) - 2))
    frame[at] ^= 1 << data.draw(st.integers(0, 7))
    assert Reader().feed(bytes(frame)) == []


def test_settings_survive_a_power_cut_at_every_byte(tmp_path):
    folder = f"{tmp_path}/"
    old, new = {"id": "a", "faces": [list(face) for face in D6_FACES]}, {"id": "b"}
    Settings(folder).save({"id": "first"})
    Settings(folder).save(old)
    before = {slot: (tmp_path / slot).read_bytes() for slot in SLOTS if (tmp_path / slot).exists()}
    Settings(folder).save(new)
    (written,) = [slot for slot in SLOTS if (tmp_path / slot).read_bytes() != before.get(slot)]
    whole = (tmp_path / written).read_bytes()
    for length in range(len(whole)):
        (tmp_path / written).write_bytes(whole[:length])
        assert Settings(folder).load() == json.loads(json.dumps(old))
        # What was on flash before may still stand behind what was written.
        (tmp_path / written).write_bytes(whole[:length] + before[written][length:])
        assert Settings(folder).load() == json.loads(json.dumps(old))
    (tmp_path / written).write_bytes(whole)
    assert Settings(folder).load() == new


def test_settings_take_turns_and_none_are_none(tmp_path):
    settings = Settings(f"{tmp_path}/")
    assert settings.load() == {}
    for number in range(5):
        settings.save({"number": number})
        assert settings.load() == {"number": number}


def test_a_roll_is_sent_again_until_acknowledged_and_the_next_waits():
    outbox = Outbox()
    after = int.__sub__
    outbox.put("first")
    outbox.put("second")
    assert outbox.due(0, after) == ("first", None)
    outbox.sent(7, 0)
    assert outbox.due(249, after) is None
    assert outbox.due(250, after) == ("first", 7)
    outbox.acknowledged(6)
    assert outbox.due(250, after) == ("first", 7)
    outbox.acknowledged(7)
    assert outbox.due(250, after) == ("second", None)


def test_a_full_line_gives_up_its_oldest_but_never_the_one_in_flight():
    outbox = Outbox()
    for number in range(LONGEST_LINE):
        outbox.put(number)
    outbox.sent(0, 0)
    outbox.put("new")
    assert len(outbox) == LONGEST_LINE
    assert outbox.due(250, int.__sub__) == (0, 0)
    outbox.acknowledged(0)
    assert outbox.due(250, int.__sub__) == (2, None)


def test_each_face_is_known_and_a_leaning_one_is_not_flat():
    faces = Faces()
    for value, vector in D6_FACES:
        found, cos, length = faces.up(vector)
        assert (found, round(length)) == (value, 1000)
        assert cos == pytest.approx(1)
    lean = math.radians(10)
    _, cos, _ = faces.up((1000 * math.sin(lean), 0, 1000 * math.cos(lean)))
    assert cos < faces.flat_cos


@pytest.mark.parametrize(
    "readings",
    [D6_FACES[:3], (*D6_FACES[:5], (6, (0, 0, 300))), (*D6_FACES[:5], (6, (0, 30, -990)))],
    ids=["too few", "not at rest", "twice the same"],
)
def test_a_calibration_that_cannot_be_right_is_refused(readings):
    with pytest.raises(ValueError, match="face"):
        Faces(readings)


LIFTED = (700, 700, 300)
SHAKEN = [(2600, 0, 0), (-2400, 300, 0)] * 30
UP = dict(D6_FACES)


def laid(value):
    """The samples of a die that is picked up and laid down with a face up."""
    return [LIFTED, *[(x + 2, y + 30, z + 10) for x, y, z in [UP[value]] * 101]]


def learned(*samples):
    """What a calibration says, and the faces that it learned."""
    said = []
    readings = learn(iter([sample for part in samples for sample in part]), said.append, (1, 2, 3, 4, 5, 6))
    return said, [value for value, _ in readings]


def test_calibration_waits_for_a_movement_then_stillness_then_another_face():
    calibration = Calibration((1, 6))
    assert {calibration.feed(2, 30, -990) for _ in range(300)} == {None}, "a die that just lies there"
    assert {calibration.feed(40 * at, 0, -1000) for at in range(300)} == {None}, "a die that moves"
    assert LEARNED in [calibration.feed(2, 30, -990) for _ in range(101)]
    assert [calibration.feed(2, 30, -991) for _ in range(200)] == [None] * 200
    calibration.feed(*LIFTED)
    assert KNOWN in [calibration.feed(2, 30, -990) for _ in range(101)]
    assert calibration.face == 1
    calibration.feed(*LIFTED)
    assert LEARNED in [calibration.feed(2, 30, 1010) for _ in range(120)]
    assert calibration.readings == [(1, [2, 30, -990]), (6, [2, 30, 1010])]


def test_calibration_says_what_it_learned_and_asks_for_the_next():
    said, values = learned(*(laid(value) for value in (1, 2, 3, 4, 5, 6)))
    assert values == [1, 2, 3, 4, 5, 6]
    assert [line for line in said if line.startswith("Learned")] == [f"Learned: {value}." for value in values]
    assert sum("lay it down with" in line for line in said) == 6


def test_a_shake_takes_the_last_face_back():
    said, values = learned(laid(1), laid(5), SHAKEN, *(laid(value) for value in (2, 3, 4, 5, 6)))
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    assert "Taken back: 2." in said


def test_faces_mixed_up_are_asked_for_again():
    """The places of 2 and 6 are mixed up: opposite faces no longer add up to seven."""
    said, values = learned(*(laid(value) for value in (1, 6, 3, 4, 5, 2)), *(laid(value) for value in (1, 6, 2, 5)))
    assert "1 and 6 do not lie opposite each other." in said
    assert "2 and 5 do not lie opposite each other." in said
    assert sorted(values) == [1, 2, 3, 4, 5, 6]


def test_a_mirrored_die_is_doubted_once_and_then_believed():
    mirrored = [laid(value) for value in (1, 2, 4, 3, 5, 6)]
    said, values = learned(*mirrored, laid(4), laid(3))
    assert sum("turn clockwise" in line for line in said) == 1
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    said, _ = learned(*mirrored, laid(3), laid(4))
    assert sum("turn clockwise" in line for line in said) == 1


def test_a_die_without_the_six_values_has_no_opposite_faces_to_check():
    assert doubts([(value, UP[1]) for value in (1, 2, 3, 4)]) == []


@pytest.mark.parametrize(("cell_mv", "left"), [(3000, 0), (3300, 0), (3700, 25), (3850, 60), (4200, 100)])
def test_the_battery_goes_from_empty_to_full(cell_mv, left):
    assert percent(cell_mv) == left


class Link:
    """A way to a host, played by the test."""

    name = "test"

    def __init__(self):
        self.inbox = b""
        self.outbox = b""
        self.frames = []
        self._reader = FrameReader()

    def read(self):
        data, self.inbox = self.inbox, b""
        return data

    def write(self, data):
        self.outbox += data
        self.frames += self._reader.feed(data)

    def taken(self):
        data, self.outbox = self.outbox, b""
        return data


class Board:
    """A board whose clock the test turns."""

    def __init__(self):
        self.links = [Link(), Link()]
        self.now = 0
        self.samples = []
        self.asleep = False
        self.guarded = False
        self.lit = 0
        self.power = False
        self.feels_spin = False

    def sample(self):
        return self.samples.pop(0) if self.samples else None

    def feel_spin(self, on):
        self.feels_spin = on

    def led(self, on):
        self.lit += on

    def battery_mv(self):
        return 3850

    def charging(self):
        return self.power

    def guard(self, on):
        self.guarded = on

    def sleep(self):
        self.asleep = True

    def ticks(self):
        return self.now

    def after(self, later, earlier):
        return later - earlier


@pytest.fixture
def board():
    return Board()


@pytest.fixture
def die(board):
    return Die(board, Motion(Faces()), "a1", "d6", 77)


def say(board, kind, body, link=0):
    board.links[link].inbox += encode_frame(0, kind, body)


def kinds(board, link=0):
    return [frame.kind for frame in board.links[link].frames]


def test_the_die_says_who_it_is_once_asked_and_nothing_before(board, die):
    board.samples = [AT_REST] * 60
    for _ in range(20):
        die.step()
    assert kinds(board) == []
    say(board, "hello", {"p": [1]})
    die.step()
    hello = board.links[0].frames[0]
    assert hello.body == {"p": 1, "fw": app.VERSION, "id": "a1", "kind": "d6", "boot": 77, "n": 1}
    assert kinds(board) == ["hello", "batt", "roll"]
    assert board.guarded


def test_a_host_that_speaks_another_version_learns_ours_and_gets_no_rolls(board, die):
    board.samples = [AT_REST] * 60
    say(board, "hello", {"p": [2]})
    for _ in range(20):
        die.step()
    assert kinds(board) == ["hello"]


def test_the_first_host_keeps_the_die_until_it_has_been_silent_for_eight_seconds(board, die):
    say(board, "hello", {"p": [1]})
    die.step()
    for board.now in range(0, 20_000, 500):
        if board.now < 10_000:
            say(board, "ping", {})
        say(board, "hello", {"p": [1]}, link=1)
        die.step()
        assert (die.host is board.links[0]) == (board.now < 18_000)
    assert die.host is board.links[1]
    assert kinds(board, 1) == ["hello", "batt"] * (len(kinds(board, 1)) // 2)


def test_over_cable_and_radio_at_once_it_says_everything_on_one_of_them_and_once(board, die):
    memories = OwnMemories()
    talks = [OwnConnection(source, EvidenceKind.PACKET, memories) for source in ("own-serial", "own-ble")]
    heard = [[], []]
    for board.now in range(0, 60_000, 100):
        if board.now % 6_000 == 3_000:
            board.samples = thrown_and_landed()
        for link, talk, events in zip(board.links, talks, heard, strict=True):
            if board.now % 1_000 == 0:
                link.inbox += talk.ask()
            said = talk.received(link.taken(), board.now / 1000)
            link.inbox += said.send
            events += [event for event in said.events if isinstance(event, Settled)]
        die.step()
    assert talks[0].ready
    assert not talks[1].ready
    assert [event.face for event in heard[0]] == [6] * 10
    assert heard[1] == []


def test_the_gyroscope_is_on_only_while_the_die_moves(board, die):
    board.samples = thrown_and_landed()
    felt = []
    while board.samples:
        left = len(board.samples)
        die.step()
        felt.append((left, board.feels_spin))
    assert felt[0][1]
    assert not felt[-1][1]


def thrown_and_landed():
    """Picked up, turned to and fro, thrown with a spin, struck, turned over once more, at rest."""
    held = [(0, 60 * (at % 5), 900 + 50 * (at % 3), 40, 20, 10) for at in range(60)]
    flight = [(20, 10, 30, 900, 50, 10)] * 12
    landed = [(3000, 500, 3000, 700, 80, 10), (200, 900, 400, 400, 20, 0), (-900, 300, 1500, 300, 0, 0)]
    return [*held, *flight, *landed, *[AT_REST] * 60]


def test_identify_blinks_and_a_silent_host_is_left(board, die):
    say(board, "hello", {"p": [1]})
    say(board, "identify", {"d": "a1"})
    for board.now in range(0, 9_000, 100):
        die.step()
    assert board.lit == app.BLINKS
    assert die.host is None
    assert not board.guarded


@pytest.mark.parametrize(("power", "asleep"), [(False, True), (True, False)])
def test_it_sleeps_when_nobody_moves_it_but_not_at_the_charger(board, die, power, asleep):
    board.power = power
    board.samples = [AT_REST] * 60
    for board.now in range(0, app.SLEEP_AFTER_MS + 10_000, 1_000):
        die.step()
    assert board.asleep is asleep


def test_a_handling_host_may_say_anything(board, die):
    for kind, body in (("ack", {}), ("ack", {"s": None}), ("hello", {}), ("hello", {"p": 1}), ("what", {"x": []})):
        say(board, kind, body)
    die.step()
    assert die.host is None
    say(board, "hello", {"p": [1]})
    die.step()
    assert die.host is board.links[0]


@given(
    st.binary(min_size=1, max_size=64),
    st.lists(st.integers(0, 99) | st.sampled_from(["roll", "rolled", "a1"]), min_size=1),
)
def test_die_and_host_make_the_same_proof(key, parts):
    assert proof(key, parts) == proof_of(key, *parts)


KEY = bytes(range(16))


def paired_settings(tmp_path, key):
    settings = Settings(f"{tmp_path}/")
    settings.save({"id": "a1"} | ({"key": key.hex()} if key else {}))
    return settings


def greeted(board, settings):
    die = Die(board, Motion(Faces()), "a1", "d6", 77, Pairing(settings))
    say(board, "hello", {"p": [1]})
    die.step()
    return die


@pytest.mark.parametrize("is_cable", [True, False])
def test_a_secret_is_taken_over_the_cable_only(board, tmp_path, is_cable):
    settings = paired_settings(tmp_path, None)
    die = greeted(board, settings)
    board.links[0].is_cable = is_cable
    say(board, "pair", {"k": KEY.hex()})
    die.step()
    assert settings.load() == {"id": "a1"} | ({"key": KEY.hex()} if is_cable else {})
    assert ("paired" in kinds(board)) == is_cable


@pytest.mark.parametrize("secret", [None, 7, "", "zz" * 16, "00" * 15, "00" * 17])
def test_what_is_no_secret_changes_nothing(board, tmp_path, secret):
    settings = paired_settings(tmp_path, KEY)
    die = greeted(board, settings)
    board.links[0].is_cable = True
    say(board, "pair", {"k": secret})
    die.step()
    assert (settings.load()["key"], "paired" in kinds(board)) == (KEY.hex(), False)


def test_a_paired_die_signs_its_greeting_and_its_rolls(board, tmp_path):
    die = Die(board, Motion(Faces()), "a1", "d6", 77, Pairing(paired_settings(tmp_path, KEY)))
    host = OwnConnection("own-ble", EvidenceKind.PACKET, OwnMemories(), DieKeys({"a1": KEY}))
    link = board.links[0]
    for _ in range(3):
        link.inbox += host.ask()
        die.step()
        host.received(link.taken(), 1.0)
    assert host.ready
    die._happened("rolling", None, None)
    die._happened("rolled", 4, 990)
    die.step()
    heard = host.received(link.taken(), 9.0)
    assert [event.face for event in heard.events if isinstance(event, Settled)] == [4]
    assert all(len(line) < 240 for line in link.outbox.split(b"\n"))
