"""Parsers of radio dice under packets as no die sends them: they raise nothing and believe no damaged frame."""

from collections.abc import Callable
from dataclasses import replace

from hardware.events import EvidenceKind, Settled
from hardware.frames import FrameReader, encode_frame
from hardware.own_protocol import OwnConnection, OwnMemories
from hardware.radio import godice, pixels_messages
from hardware.radio.dialogue import AdvertisedDie, Advertisement
from hardware.radio.godice_shells import Shell
from hardware.radio.own import OwnDialogue
from hardware.radio.pixels import PixelsDialogue
from hardware.simulation.pixels_die import LEGACY, MODERN, PRE_2022, SimulatedPixels
from tests.hardware.radio.damaged_packets import mangled

MODELS = (MODERN, LEGACY, PRE_2022)
ROLLS = tuple(
    encode_frame(number, "roll", {"n": number, "d": "one", "f": number % 6 + 1, "s": "rolled", "q": 990})
    for number in range(1, 7)
)
OWN = (
    encode_frame(0, "hello", {"p": 1, "fw": "1.0", "id": "one", "kind": "d6", "boot": 7, "n": 0}),
    encode_frame(8, "state", {"d": "one", "s": "rolling"}),
    encode_frame(9, "batt", {"d": "one", "pct": 80, "chg": False}),
    *ROLLS,
)


def pixels_packets() -> list[bytes]:
    """Everything that Pixels dice of all ages send."""
    said: list[bytes] = []
    for model in MODELS:
        die = SimulatedPixels(0x1A2B3C4D, model=model)
        die.held(lambda _, data: said.append(data))
        for request in (b"\x01", b"\x17", b"\x21"):
            die.written("", request)
        die.roll(4)
        die.move(2)
        die.drain(30)
    return said


def survive_pixels_messages(count: int, seed: int) -> int:
    """Feed a dialogue; how many packets were taken for something."""
    dialogue = PixelsDialogue("pixels:1a2b3c4d", "pixels")
    taken = 0
    for packet, _ in mangled(pixels_packets(), count, seed):
        taken += bool(dialogue.received(packet, 0.0).events)
    return taken


def survive_pixels_adverts(count: int, seed: int) -> int:
    """Feed adverts with spoilt manufacturer and service data; how many were recognised."""
    said = [SimulatedPixels(0x1A2B3C4D, model=model).advertising_data() for model in MODELS]
    empty = Advertisement("C0:00:00:00:00:01", "Pixel", -50)
    good = [
        replace(empty, services=frozenset((*each.services, *each.response_services)), service_data=each.response_data)
        for each in said
    ]
    data = [next(iter(each.manufacturer.values())) for each in said]
    taken = 0
    for at, (packet, _) in enumerate(mangled(data, count, seed)):
        advertisement = good[at % len(good)]
        company = 0x0D39 if at % 2 else packet[0] << 8 if packet else 0
        spoilt = dict.fromkeys(advertisement.service_data, packet * 2) if at % 3 else advertisement.service_data
        advertisement = replace(advertisement, manufacturer={company: packet}, service_data=spoilt)
        taken += pixels_messages.identity_in(advertisement) is not None
    return taken


def survive_godice(count: int, seed: int) -> int:
    """Feed a dialogue; how many packets were taken for something."""
    originals = [
        b"R",
        b"S\x40\x00\x00",
        b"FS\x00\x40\x00",
        b"TS\x2d\x2d\x00",
        b"MS\x00\x00\xc0",
        b"Bat\x50",
        b"Char\x01",
        b"Tap",
    ]
    make = godice.GoDice(Shell.D20)
    dialogue = make.dialogue(AdvertisedDie("godice:19cce4", "GoDice_19CCE4_Y_v04", "d20"))
    dialogue.received(b"Bat\x50", 0.0)
    taken = 0
    for packet, _ in mangled(originals, count, seed):
        taken += bool(dialogue.received(packet, 0.0).events)
    return taken


def survive_own(count: int, seed: int) -> int:
    """Feed a dialogue with spoilt frames in notifications; how many rolls it believed, none of them damaged."""
    dialogue = OwnDialogue("own-ble:one", OwnConnection("own-ble", EvidenceKind.PACKET, OwnMemories()))
    dialogue.received(OWN[0], 0.0)
    sent = {frame.rstrip(b"\n") for frame in OWN}
    taken = 0
    for packet, _ in mangled(OWN, count, seed):
        for event in dialogue.received(packet, 1000.0).events:
            if isinstance(event, Settled):
                taken += 1
                if event.evidence.data.rstrip(b"\n") not in sent:
                    raise AssertionError(f"a damaged frame was believed: {event}")
    return taken


def survive_frames(count: int, seed: int) -> int:
    """Feed a reader with spoilt frames, one line each; how many it accepted, none of them damaged."""
    reader = FrameReader()
    sent = {frame.rstrip(b"\n") for frame in OWN}
    taken = 0
    for packet, _ in mangled(OWN, count, seed):
        for frame in reader.feed(packet):
            taken += 1
            if frame.line.rstrip(b"\n") not in sent:
                raise AssertionError(f"a damaged frame was believed: {frame.line!r}")
    return taken


PARSERS: dict[str, Callable[[int, int], int]] = {
    "Pixels messages": survive_pixels_messages,
    "Pixels adverts": survive_pixels_adverts,
    "GoDice messages": survive_godice,
    "own die, whole talk": survive_own,
    "own die, frames": survive_frames,
}
