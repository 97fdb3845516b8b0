"""Pixels dice: bytes as the maker's own programs write them, and what becomes of them."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.events import BatteryLevel, Cocked, DieEvent, Moved, RollStarted, Settled
from hardware.radio.dialogue import Advertisement
from hardware.radio.pixels import Pixels, PixelsDialogue, face_value
from hardware.radio.pixels_messages import (
    BatteryReport,
    DieType,
    Identity,
    RollReport,
    RollState,
    encode_blink,
    identity_in,
    parse,
)

DIE = "pixels:12345678"
OLD_S, TODAY_S = 1_700_000_000, 1_757_462_400
# Between the two: normals are right, the sensor too, but "rolled" is still said of every rest (1 July 2024).
MIDDLE_S = 1_719_792_000
MODERN_UUID = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
NORDIC_UUID = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"
WHO = bytes.fromhex("78563412") + struct.pack("<I", TODAY_S)


def advertisement(
    services: set[str], manufacturer: dict[int, bytes], information: bytes | None, name: str | None = "Pixel"
) -> Advertisement:
    data = {} if information is None else {INFORMATION: information}
    return Advertisement("C0:00:00:00:00:01", name, -60, frozenset(services), manufacturer, data)


def legacy_identity(built_s: int, kind: int = 2, leds: int = 6, state: int = 1, face: int = 0) -> bytes:
    return bytes([2, leds, 1, kind]) + struct.pack("<IIHIBBBB", 9, 0x12345678, 0x100, built_s, state, face, 77, 0)


def chunked_identity(built_s: int, kind: int = 2, extra: int = 0, state: int = 5, face: int = 0) -> bytes:
    chunks = [
        struct.pack("<HIHHHH", 0x100, built_s, 1, 2, 3, 4),
        struct.pack("<IBBBBB", 0x12345678, 1, kind, 6, 1, 0),
        bytes(31),
        b"Lucky".ljust(31, b"\0"),
        bytes(12),
        bytes([77, 2, state, face]),
    ]
    return b"\x02" + b"".join(bytes([len(chunk) + 1 + extra]) + chunk + bytes(extra) for chunk in chunks)


def told(built_s: int, *packets: bytes, kind: int = 2) -> list[DieEvent]:
    dialogue = PixelsDialogue(DIE, "pixels")
    dialogue.received(legacy_identity(built_s, kind), 0.0)
    assert dialogue.ready
    return [event for packet in packets for event in dialogue.received(packet, 1.0).events]


def roll(state: int, face: int) -> bytes:
    return bytes([3, state, face])


def test_a_current_die_is_recognised_by_company_and_device_information() -> None:
    who = identity_in(advertisement({MODERN_UUID}, {0x0D39: bytes([20, 0x71, 3, 19, 0x80 | 55])}, WHO))
    assert who == Identity(
        0x12345678, DieType.D20, 20, TODAY_S, RollReport(RollState.ROLLING, 19), BatteryReport(55, charging=True)
    )
    advertised_die = Pixels().recognise(advertisement({MODERN_UUID}, {0x0D39: bytes([20, 0x71, 3, 19, 55])}, WHO))
    assert advertised_die is not None
    assert (advertised_die.die, advertised_die.name, advertised_die.kind) == (DIE, "Pixel", "d20")


def test_a_die_of_before_july_2022_is_recognised_by_its_misused_company_id() -> None:
    old = struct.pack("<IBBB", 0x12345678, 1, 3, 255)
    who = identity_in(advertisement({NORDIC_UUID}, {6 << 8 | 2: old}, None))
    assert who is not None
    assert (who.pixel_id, who.type, who.leds, who.battery) == (
        0x12345678,
        DieType.D6,
        6,
        BatteryReport(100, charging=False),
    )


@pytest.mark.parametrize(
    ("what", "heard"),
    [
        ("half an advert", advertisement({MODERN_UUID}, {0x0D39: bytes(5)}, None)),
        ("no manufacturer data after a reboot", advertisement({MODERN_UUID}, {}, WHO)),
        ("short data", advertisement({MODERN_UUID}, {0x0D39: bytes(4)}, WHO)),
        ("short information", advertisement({MODERN_UUID}, {0x0D39: bytes(5)}, WHO[:7])),
        ("no number", advertisement({MODERN_UUID}, {0x0D39: bytes(5)}, bytes(8))),
        ("another company", advertisement({MODERN_UUID}, {0x004C: bytes(5)}, WHO)),
        ("another service", advertisement({INFORMATION}, {0x0D39: bytes(5)}, WHO)),
        ("a GoDice", advertisement({NORDIC_UUID}, {0x0602: bytes(7)}, None, "GoDice_19CCE4_Y_v04")),
        ("our own die", advertisement({NORDIC_UUID}, {0x0602: b"1234567"}, None, "OurDie_one")),
        ("some other gadget", advertisement({NORDIC_UUID}, {0x4C00: b"1234567"}, None, "Gadget")),
    ],
    ids=lambda what: what if isinstance(what, str) else "",
)
def test_what_is_no_pixels_die_or_only_half_heard_is_not_recognised(what: str, heard: Advertisement) -> None:
    assert identity_in(heard) is None
    assert Pixels().recognise(heard) is None


@pytest.mark.parametrize("extra", [0, 3])
def test_both_forms_of_identity_are_read_and_chunks_may_grow(extra: int) -> None:
    for packet in (legacy_identity(TODAY_S), chunked_identity(TODAY_S, extra=extra)):
        who = parse(packet)
        assert isinstance(who, Identity)
        assert (who.pixel_id, who.type, who.leds, who.built_s) == (0x12345678, DieType.D6, 6, TODAY_S)
    assert len(chunked_identity(TODAY_S)) == 108
    assert parse(chunked_identity(TODAY_S)) == Identity(
        0x12345678, DieType.D6, 6, TODAY_S, RollReport(RollState.ON_FACE, 0), BatteryReport(77, charging=True)
    )


def test_a_die_that_leaves_its_run_mode_out_is_known_all_the_same() -> None:
    whole = chunked_identity(TODAY_S)
    version_ends = 1 + 15
    die_info = whole[version_ends : version_ends + 10]
    assert (die_info[0], die_info[-1]) == (10, 0), "its size, and the run mode at the end"
    assert parse(whole[:version_ends] + b"\x09" + die_info[1:9] + whole[version_ends + 10 :]) == parse(whole)


@pytest.mark.parametrize("cut", range(1, 108))
def test_a_cut_identity_is_none(cut: int) -> None:
    who = parse(chunked_identity(TODAY_S)[:cut])
    # 22 bytes are the legacy form, whatever stands in them.
    assert who is None or cut == 22


def test_faces_have_the_values_of_their_shape() -> None:
    assert [face_value(DieType.D6, index, TODAY_S) for index in range(7)] == [1, 2, 3, 4, 5, 6, None]
    assert face_value(DieType.D20, 19, TODAY_S) == 20
    assert [face_value(DieType.D10, index, TODAY_S) for index in (0, 9, 10)] == [0, 9, None]
    assert [face_value(DieType.D00, index, TODAY_S) for index in (0, 9)] == [0, 90]
    assert face_value(DieType.UNKNOWN, 0, TODAY_S) is None


def test_old_firmware_has_its_faces_put_right() -> None:
    assert [face_value(DieType.D6, index, OLD_S) for index in range(6)] == [1, 5, 4, 3, 2, 6]
    assert [face_value(DieType.D4, index, OLD_S) for index in range(6)] == [1, 1, 3, 2, 1, 4]
    assert [face_value(DieType.D6_PIPPED, index, OLD_S) for index in range(6)] == [1, 2, 3, 4, 5, 6]
    assert face_value(DieType.D20, 6, OLD_S) == 7
    assert [face_value(DieType.D6, index, 0) for index in range(6)] == [1, 2, 3, 4, 5, 6], "no date is no old date"
    limit_s = 1_704_150_000
    assert (face_value(DieType.D6, 1, limit_s), face_value(DieType.D6, 1, limit_s + 1)) == (5, 2)


def test_a_tumble_and_a_rest_are_one_result() -> None:
    for built_s in (MIDDLE_S, TODAY_S):
        events = told(built_s, roll(2, 0), roll(3, 0), roll(3, 4), roll(3, 2), roll(1, 2), roll(1, 2))
        assert [type(event) for event in events] == [RollStarted, Settled]
        assert isinstance(events[1], Settled)
        assert events[1].face == 3
        assert events[1].evidence.data == roll(1, 2)


def test_rolled_without_a_tumble_is_a_movement() -> None:
    assert [type(event) for event in told(MIDDLE_S, roll(2, 0), roll(1, 3))] == [Moved]
    assert [type(event) for event in told(TODAY_S, roll(2, 0), roll(5, 3))] == [Moved]
    assert [type(event) for event in told(TODAY_S, roll(1, 3))] == [Moved]


def test_on_old_firmware_a_die_that_is_shaken_and_put_down_by_hand_is_a_movement() -> None:
    shaken = (roll(3, 0), roll(2, 0), roll(1, 3))
    assert [type(event) for event in told(MIDDLE_S, *shaken)] == [RollStarted, Moved]
    # Today's firmware would say 5 of it, so its 1 is to be believed.
    assert [type(event) for event in told(TODAY_S, *shaken)] == [RollStarted, Settled]
    assert [type(event) for event in told(TODAY_S, roll(3, 0), roll(2, 0), roll(5, 3))] == [RollStarted, Moved]


def test_a_tumble_that_was_under_way_at_the_connection_does_not_count() -> None:
    dialogue = PixelsDialogue(DIE, "pixels")
    packets = (chunked_identity(TODAY_S, state=3), roll(3, 0), roll(3, 2), roll(1, 2), roll(3, 2), roll(1, 4))
    events = [event for packet in packets for event in dialogue.received(packet, 0.0).events]
    assert [type(event) for event in events] == [BatteryLevel, Moved, RollStarted, Settled]


def test_only_old_dice_with_six_lights_are_not_believed_to_lean() -> None:
    assert [type(event) for event in told(TODAY_S, roll(3, 0), roll(4, 2))] == [RollStarted, Cocked]
    assert [type(event) for event in told(OLD_S, roll(3, 0), roll(4, 2))] == [RollStarted, Settled]
    assert [type(event) for event in told(1_716_382_800, roll(3, 0), roll(4, 2))] == [RollStarted, Cocked]


def test_nothing_is_told_before_the_die_said_who_it_is_or_of_another_die() -> None:
    dialogue = PixelsDialogue(DIE, "pixels")
    for packet in (roll(3, 0), roll(1, 2), bytes([34, 50, 0])):
        assert dialogue.received(packet, 0.0).events == ()
    other = PixelsDialogue("pixels:00000001", "pixels")
    other.received(legacy_identity(TODAY_S), 0.0)
    assert not any(each.ready for each in (dialogue, other))
    assert dialogue.ask() == (b"\x01",)


def test_a_die_without_a_shape_is_incompatible() -> None:
    dialogue = PixelsDialogue(DIE, "pixels")
    dialogue.received(legacy_identity(TODAY_S, kind=0, leds=3), 0.0)
    assert dialogue.incompatible
    assert not dialogue.ready


def test_the_battery_is_told_when_it_changes() -> None:
    events = told(TODAY_S, bytes([34, 77, 0]), bytes([34, 76, 2]), bytes([34, 76, 2]), bytes([34, 101, 0]))
    assert events == [BatteryLevel(DIE, "pixels", 1.0, 76, charging=True)]


def test_blinking_is_fourteen_bytes() -> None:
    assert encode_blink(3, 1000, 0x00FF80).hex() == "1d03e80380ff0000ffffffff8001"


@given(st.binary(max_size=130))
def test_no_packet_raises(packet: bytes) -> None:
    parse(packet)
    dialogue = PixelsDialogue(DIE, "pixels")
    dialogue.received(legacy_identity(TODAY_S), 0.0)
    dialogue.received(packet, 0.0)
