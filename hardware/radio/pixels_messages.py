"""Messages and advertisements of Pixels dice. The module is pure: bytes in, values out, None for damaged data.

References:
    GameWithPixels/pixels-js `pixels-core-connect` and `getScannedPixel.ts`, GameWithPixels/DiceFirmware (both MIT).
    All numbers are little-endian.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum

from hardware.radio.dialogue import Advertisement

COMPANY = 0x0D39
DIE_INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"
DIE_SERVICE = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
# Firmware from before 2024 uses the Nordic UART service, as GoDice and our own die do.
LEGACY_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
# Prefixes of the names of dice that share the legacy service and are not Pixels.
STRANGERS = ("GoDice_", "OurDie_")

_WHO_ARE_YOU, _I_AM_A_DIE, _ROLL_STATE, _ASK_ROLL_STATE, _BLINK, _ASK_BATTERY, _BATTERY = 1, 2, 3, 23, 29, 33, 34
ASK_WHO = bytes([_WHO_ARE_YOU])
ASK_ROLL_STATE = bytes([_ASK_ROLL_STATE])
ASK_BATTERY = bytes([_ASK_BATTERY])

_LEGACY_IDENTITY = struct.Struct("<BBBBIIHIBBBB")
_ADVERT = struct.Struct("<BBBBB")
_OLD_ADVERT = struct.Struct("<IBBB")
_DIE_INFORMATION = struct.Struct("<II")
_VERSION = struct.Struct("<BHI")
# Colour and run mode follow; some firmware sends the former alone.
_DIE_INFO = struct.Struct("<BIBBB")
_STATUS = struct.Struct("<BBBBB")


class RollState(IntEnum):
    """The die's own estimate of its motion.

    Firmware from before November 2024 reports ROLLED whenever it comes to rest on a face, rolled or not, and has no
    ON_FACE.
    """

    UNKNOWN = 0
    ROLLED = 1
    HANDLING = 2
    ROLLING = 3
    CROOKED = 4
    ON_FACE = 5


class DieType(IntEnum):
    """Shape and print of a die."""

    UNKNOWN = 0
    D4 = 1
    D6 = 2
    D8 = 3
    D10 = 4
    D00 = 5
    D12 = 6
    D20 = 7
    D6_PIPPED = 8
    D6_FUDGE = 9


TYPE_BY_LEDS = {
    4: DieType.D4,
    6: DieType.D6,
    8: DieType.D8,
    10: DieType.D10,
    12: DieType.D12,
    20: DieType.D20,
    21: DieType.D6_PIPPED,
}


@dataclass(frozen=True, slots=True)
class RollReport:
    """State and face of a die.

    Attributes:
        state: Its state.
        face_index: Index of the upper face, not its value.
    """

    state: RollState
    face_index: int


@dataclass(frozen=True, slots=True)
class BatteryReport:
    """The state of charge.

    Attributes:
        percent: 0 to 100.
        charging: Whether it is charging, or full on its charger.
    """

    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of a die.

    Attributes:
        pixel_id: Its permanent number, never 0.
        type: Kind of die; inferred from its lights if it does not report it.
        leds: Number of its lights.
        built_s: When its firmware was built, seconds of Unix time; 0 if it does not report it.
        report: Its present state.
        battery: State of charge.
    """

    pixel_id: int
    type: DieType
    leds: int
    built_s: int
    report: RollReport | None
    battery: BatteryReport | None


Message = RollReport | BatteryReport | Identity


def parse(packet: bytes) -> Message | None:
    """Parses one notification; returns None for damaged and for unused messages."""
    if not packet:
        return None
    match packet[0]:
        case 3 if len(packet) == 3:
            return _roll_report(packet[1], packet[2])
        case 34 if len(packet) == 3:
            return _battery_report(packet[1], packet[2])
        case 2 if len(packet) == _LEGACY_IDENTITY.size:
            return _legacy_identity(packet)
        case 2:
            return _chunked_identity(packet)
        case _:
            return None


def identity_in(advertisement: Advertisement) -> Identity | None:
    """Returns the identity in an advertisement; None for other devices and for incomplete advertisements."""
    current = DIE_SERVICE in advertisement.services
    if not current and (
        LEGACY_SERVICE not in advertisement.services or (advertisement.name or "").startswith(STRANGERS)
    ):
        return None
    information = advertisement.service_data.get(DIE_INFORMATION)
    if information is None:
        return None if current else _before_july_2022(advertisement)
    ours = advertisement.manufacturer.get(COMPANY)
    # After a restart, one advertisement may arrive without manufacturer data.
    if len(information) < _DIE_INFORMATION.size or ours is None or len(ours) < _ADVERT.size:
        return None
    pixel_id, built_s = _DIE_INFORMATION.unpack_from(information)
    leds, design, state, face, battery = _ADVERT.unpack_from(ours)
    power = BatteryReport(battery & 0x7F, bool(battery & 0x80)) if battery & 0x7F <= 100 else None
    return _identity(pixel_id, design >> 4, leds, built_s, _roll_report(state, face), power)


def encode_blink(count: int, duration_ms: int, rgb: int) -> bytes:
    """Encodes a request for blinks of all lights.

    Args:
        count: Number of blinks, 1 to 255.
        duration_ms: Total duration, up to 65535.
        rgb: Colour as 0xRRGGBB.
    """
    return struct.pack("<BBHIIBB", _BLINK, count, duration_ms, rgb, 0xFFFFFFFF, 0x80, 1)


def _before_july_2022(advertisement: Advertisement) -> Identity | None:
    # In that firmware the company id held lights and design, and this is the only entry.
    if len(advertisement.manufacturer) != 1:
        return None
    ((company, data),) = advertisement.manufacturer.items()
    leds = company >> 8
    if len(data) != _OLD_ADVERT.size or leds not in TYPE_BY_LEDS:
        return None
    pixel_id, state, face, battery = _OLD_ADVERT.unpack(data)
    power = BatteryReport(round(battery / 255 * 100), charging=False)
    return _identity(pixel_id, DieType.UNKNOWN, leds, 0, _roll_report(state, face), power)


def _legacy_identity(packet: bytes) -> Identity | None:
    _, leds, _, kind, _, pixel_id, _, built_s, state, face, percent, power = _LEGACY_IDENTITY.unpack(packet)
    return _identity(pixel_id, kind, leds, built_s, _roll_report(state, face), _battery_report(percent, power))


def _chunked_identity(packet: bytes) -> Identity | None:
    # Each chunk begins with its own size, which may grow in later firmware: data after our fields is ignored.
    chunks: list[bytes] = []
    at = 1
    while at < len(packet):
        size = packet[at]
        if size == 0 or at + size > len(packet):
            return None
        chunks.append(packet[at : at + size])
        at += size
    if len(chunks) < 6:
        return None
    version, die, status = chunks[0], chunks[1], chunks[5]
    if len(version) < _VERSION.size or len(die) < _DIE_INFO.size or len(status) < _STATUS.size:
        return None
    _, _, built_s = _VERSION.unpack_from(version)
    _, pixel_id, _, kind, leds = _DIE_INFO.unpack_from(die)
    _, percent, power, state, face = _STATUS.unpack_from(status)
    return _identity(pixel_id, kind, leds, built_s, _roll_report(state, face), _battery_report(percent, power))


def _identity(
    pixel_id: int, kind: int, leds: int, built_s: int, report: RollReport | None, battery: BatteryReport | None
) -> Identity | None:
    if pixel_id == 0:
        return None
    known = DieType(kind) if kind <= DieType.D6_FUDGE else DieType.UNKNOWN
    return Identity(pixel_id, known or TYPE_BY_LEDS.get(leds, DieType.UNKNOWN), leds, built_s, report, battery)


def _roll_report(state: int, face_index: int) -> RollReport | None:
    return RollReport(RollState(state), face_index) if state <= RollState.ON_FACE else None


def _battery_report(percent: int, state: int) -> BatteryReport | None:
    charging_or_done = (2, 3)
    return BatteryReport(percent, state in charging_or_done) if percent <= 100 and state <= 5 else None
