"""GoDice: bytes, faces of every shell, and what becomes of a rest."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.events import BatteryLevel, Cocked, DieEvent, Moved, RollStarted, Settled
from hardware.radio.dialogue import Advertisement
from hardware.radio.godice import (
    BatteryMessage,
    ChargeMessage,
    GoDice,
    GoDiceDialogue,
    PlainMessage,
    RestKind,
    RestMessage,
    encode_pulse,
    parse,
)
from hardware.radio.godice_shells import Shell, direction_of, reading_of

DIE = "godice:19cce4"
FLAT_SIX = b"\x40\x00\x00"
# As printed in the protocol facts: one vector of each family and what it means in each shell.
KNOWN = [
    (Shell.D6, (-64, 0, 0), 1),
    (Shell.D6, (0, 0, -64), 5),
    (Shell.D20, (22, 64, 0), 6),
    (Shell.D20, (0, -22, 64), 18),
    (Shell.D10, (-64, 0, -22), 8),
    (Shell.D10, (64, 0, -22), 0),
    (Shell.D10X, (64, 0, 22), 80),
    (Shell.D4, (20, -60, -20), 3),
    (Shell.D4, (-20, 60, 20), 2),
    (Shell.D8, (40, 20, 40), 2),
    (Shell.D12, (60, 0, 20), 12),
    (Shell.D12, (-60, 0, -20), 1),
]


def told(*packets: bytes, shell: Shell = Shell.D6) -> list[DieEvent]:
    dialogue = GoDiceDialogue(DIE, "godice", shell)
    dialogue.received(b"Bat\x50", 0.0)
    return [event for packet in packets for event in dialogue.received(packet, 1.0).events]


@pytest.mark.parametrize(
    ("packet", "message"),
    [
        (b"R", PlainMessage.ROLLING),
        (b"S\x40\x00\xc0", RestMessage(RestKind.ROLLED, (64, 0, -64))),
        (b"FS\x01\xff\x80", RestMessage(RestKind.FAKE, (1, -1, -128))),
        (b"TS\x2d\x2d\x00", RestMessage(RestKind.TILTED, (45, 45, 0))),
        (b"MS\x00\x40\x00", RestMessage(RestKind.PLACED, (0, 64, 0))),
        (b"Bat\x64", BatteryMessage(100)),
        (b"Char\x01", ChargeMessage(now=True)),
    ],
)
def test_messages_are_read(packet: bytes, message: object) -> None:
    assert parse(packet) == message


@pytest.mark.parametrize(
    "packet",
    [b"", b"RR", b"S", b"S\x40\x00", b"S\x40\x00\x00\x00", b"Tap", b"DTap", b"TS\x00", b"Col\x04", b"Bat", b"Bat\x65"],
)
def test_what_is_cut_or_too_long_is_none(packet: bytes) -> None:
    assert parse(packet) is None


@pytest.mark.parametrize(
    "packet",
    [b"Char", b"Char\x02", b"XS\x40\x00\x00", b"R\x00"],
)
def test_what_nobody_says_is_none(packet: bytes) -> None:
    assert parse(packet) is None


@pytest.mark.parametrize(("shell", "up", "face"), KNOWN)
def test_known_directions_have_their_faces(shell: Shell, up: tuple[int, int, int], face: int) -> None:
    reading = reading_of(shell, up)
    assert reading is not None
    assert reading.face == face
    assert reading.confidence > 0.999


@pytest.mark.parametrize("shell", Shell)
def test_every_face_of_a_shell_can_be_read(shell: Shell) -> None:
    counts = {Shell.D10X: range(0, 100, 10), Shell.D10: range(10)}
    faces = counts.get(shell, range(1, int(shell.value[1:]) + 1))
    for face in faces:
        up = direction_of(shell, face)
        assert up is not None
        reading = reading_of(shell, up)
        assert reading is not None
        assert reading.face == face
    assert direction_of(shell, 1000) is None


def tilted(up: tuple[int, int, int], degrees: float, about: int) -> tuple[int, int, int]:
    """A direction turned by an angle about one of the axes, as the die would send it."""
    first, second = ((about + 1) % 3, (about + 2) % 3)
    turned = list(up)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turned[first], turned[second] = (
        round(up[first] * cosine - up[second] * sine),
        round(up[first] * sine + up[second] * cosine),
    )
    return (turned[0], turned[1], turned[2])


@given(st.sampled_from(list(Shell)), st.tuples(*[st.floats(-1, 1)] * 3))
def test_a_face_is_read_only_where_noise_explains_the_direction(
    shell: Shell, direction: tuple[float, float, float]
) -> None:
    length = math.hypot(*direction)
    if length < 0.1:
        return
    x, y, z = (round(value / length * 64) for value in direction)
    reading = reading_of(shell, (x, y, z))
    if reading is not None:
        assert math.degrees(reading.off_rad) < 10
        assert 0.85 < reading.confidence <= 1.0


@pytest.mark.parametrize("degrees", [15, 25, 35])
def test_a_cube_that_leans_on_a_book_shows_no_face(degrees: float) -> None:
    """Noise turns the direction by a few degrees; a die that leans by 15 or more does not lie flat."""
    assert reading_of(Shell.D6, tilted((0, 64, 0), degrees, 2)) is None
    assert [
        type(event) for event in told(b"R", b"S" + bytes(value % 256 for value in tilted((0, 64, 0), -degrees, 0)))
    ] == [RollStarted, Cocked]


def test_noise_of_a_level_die_costs_no_throw() -> None:
    """An offset of 40 mg on one axis and a table that slopes by a degree: the face is certain in every shell."""
    for shell in Shell:
        face = 10 if shell is Shell.D10X else 1
        up = direction_of(shell, face)
        assert up is not None
        x, y, z = up
        reading = reading_of(shell, (x + 3, y - 1, z + 1))
        assert reading is not None
        assert reading.face == face
        assert reading.confidence > 0.95


def test_the_closer_the_faces_of_a_shell_the_sooner_the_table_is_asked() -> None:
    """A like lean towards a neighbour leaves a cube certain and a die with 24 directions less so."""
    cube = reading_of(Shell.D6, tilted((0, 64, 0), 6, 2))
    assert cube is not None
    assert cube.confidence > 0.999
    dozen = reading_of(Shell.D12, (-34, -46, 34))  # 8 degrees from 3 towards 11, which is 29 degrees away
    assert dozen is not None
    assert 0.95 < dozen.confidence < 0.98


def test_a_tilted_vector_is_no_face_whatever_the_die_says() -> None:
    assert reading_of(Shell.D6, (45, 45, 0)) is None
    assert reading_of(Shell.D6, (0, 0, 0)) is None
    assert [type(event) for event in told(b"R", b"S\x2d\x2d\x00")] == [RollStarted, Cocked]


def test_a_die_that_does_not_rest_at_one_g_has_no_face() -> None:
    assert [type(event) for event in told(b"R", b"S\x20\x00\x00")] == [RollStarted, Cocked]
    assert [type(event) for event in told(b"R", b"S\x7f\x00\x00")] == [RollStarted, Cocked]


def test_only_s_after_r_is_a_roll() -> None:
    assert [type(event) for event in told(b"R", b"S" + FLAT_SIX)] == [RollStarted, Settled]
    assert [type(event) for event in told(b"R", b"FS" + FLAT_SIX)] == [RollStarted, Moved]
    assert [type(event) for event in told(b"R", b"MS" + FLAT_SIX)] == [RollStarted, Moved]
    assert [type(event) for event in told(b"R", b"TS" + FLAT_SIX)] == [RollStarted, Cocked]
    for lone in (b"S", b"FS", b"MS", b"TS"):
        assert [type(event) for event in told(lone + FLAT_SIX)] == [Moved]


def test_a_roll_told_twice_is_one() -> None:
    assert [type(event) for event in told(b"R", b"R", b"S" + FLAT_SIX, b"S" + FLAT_SIX)] == [RollStarted, Settled]


def test_a_fake_ends_the_tumble() -> None:
    assert [type(event) for event in told(b"R", b"FS" + FLAT_SIX, b"S\x00\x40\x00")] == [RollStarted, Moved, Moved]


def test_the_shell_is_what_its_owner_says() -> None:
    make = GoDice(Shell.D6, {DIE: Shell.D20})
    heard = Advertisement("C0:00:00:00:00:01", "GoDice_19CCE4_K_v03", -50)
    advertised_die = make.recognise(heard)
    assert advertised_die is not None
    assert (advertised_die.die, advertised_die.kind) == (DIE, "d20")
    dialogue = make.dialogue(advertised_die)
    dialogue.received(b"Bat\x50", 0.0)
    dialogue.received(b"R", 0.0)
    (settled,) = dialogue.received(b"S\x16\x40\x00", 0.0).events
    assert isinstance(settled, Settled)
    assert settled.face == 6
    short = make.recognise(Advertisement("C0:00:00:00:00:02", "GoDice_0000AA", -50))
    assert short is not None
    assert short.kind == "d6"


@pytest.mark.parametrize("name", [None, "", "GoDice", "GoDice_", "GoDice_12345", "GoDice_XYZXYZ_K", "Pixel12345678"])
def test_other_names_are_no_godice(name: str | None) -> None:
    assert GoDice(Shell.D6).recognise(Advertisement("C0:00:00:00:00:01", name, -50)) is None


def test_charging_is_told_with_the_battery() -> None:
    assert told(b"Char\x01", b"Bat\x50", b"Bat\x4f") == [
        BatteryLevel(DIE, "godice", 1.0, 80, charging=True),
        BatteryLevel(DIE, "godice", 1.0, 79, charging=True),
    ]


def test_a_pulse_is_nine_bytes() -> None:
    assert encode_pulse(3, 0.3, 0.2, (255, 128, 0)).hex() == "10031e14ff80000100"


@given(st.binary(max_size=12))
def test_no_packet_raises(packet: bytes) -> None:
    told(packet, b"R", packet)
