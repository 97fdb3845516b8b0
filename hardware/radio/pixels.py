"""Pixels dice: their identification, and the interpretation of their messages.

Rules for anyone who edits this:
    - A result needs a tumble whose beginning was observed over this connection; with old firmware, the die must also
      have tumbled right up to the rest. Firmware from before November 2024 reports "rolled" for a die that was turned
      by hand. The current firmware reports it only for a die that tumbled last, and this module applies the same rule
      to old firmware. So a die that is shaken in the hand and then put down counts as moved. A real roll that rattles
      on gently for half a second may count as moved too, and is rolled again: that error is the lesser one.
    - Only a d4 can report that it leans. No other Pixels die detects it (since October 2024; earlier firmware of dice
      with six lights reported it wrongly), so a person or a camera must report it, and `CONFIDENCE` is less than 1.
"""

from dataclasses import dataclass

from hardware.events import BatteryLevel, DieEvent, Evidence, EvidenceKind
from hardware.radio.dialogue import AdvertisedDie, Advertisement, Characteristics, DialogueOutput, RollGate
from hardware.radio.pixels_messages import (
    ASK_BATTERY,
    ASK_ROLL_STATE,
    ASK_WHO,
    LEGACY_SERVICE,
    BatteryReport,
    DieType,
    Identity,
    RollReport,
    RollState,
    encode_blink,
    identity_in,
    parse,
)

CONFIDENCE = 0.98
"""Confidence of a settled face: the die cannot detect that it leans, and a table has edges. This is an estimate, not a
measurement."""

# Unix milliseconds. Firmware built before the first date had wrong normals for d4 and d6. Dice with six lights built
# before the second reported a flat rest as crooked. Firmware built before the third (7 November 2024) reports "rolled"
# for every rest.
WRONG_NORMALS_UNTIL_MS = 1_704_150_000_000
FALSE_CROOKED_BEFORE_MS = 1_716_382_800_000
HONEST_ROLLED_SINCE_MS = 1_730_937_600_000

_OLD_D6 = {0: 1, 1: 5, 2: 4, 3: 3, 4: 2, 5: 6}
_OLD_D4 = {3: 2, 2: 3, 5: 4}
_D4_LIGHTS = 6
_FACES = {
    DieType.D4: 4,
    DieType.D6: 6,
    DieType.D6_PIPPED: 6,
    DieType.D6_FUDGE: 6,
    DieType.D8: 8,
    DieType.D10: 10,
    DieType.D00: 10,
    DieType.D12: 12,
    DieType.D20: 20,
}
_KINDS = {
    DieType.D4: "d4",
    DieType.D6: "d6",
    DieType.D6_PIPPED: "d6",
    DieType.D6_FUDGE: "fudge",
    DieType.D8: "d8",
    DieType.D10: "d10",
    DieType.D00: "d00",
    DieType.D12: "d12",
    DieType.D20: "d20",
}


def face_value(kind: DieType, index: int, built_s: int) -> int | None:
    """Returns the value of a face.

    Args:
        kind: The shape of the die.
        index: Index of the face, as the die sends it.
        built_s: When its firmware was built, seconds of Unix time; 0 if it does not report it.

    Returns:
        The value printed on the face (a fudge die as a d6, a d00 from 0 to 90); None if the die has no such face.
    """
    # The maker's own programs take firmware without a date for a new one here.
    wrong_normals = 0 < built_s * 1000 <= WRONG_NORMALS_UNTIL_MS
    if kind is DieType.D4 and wrong_normals:
        return _OLD_D4.get(index, 1) if index < _D4_LIGHTS else None
    if index >= _FACES.get(kind, 0):
        return None
    if kind is DieType.D6 and wrong_normals:
        return _OLD_D6[index]
    match kind:
        case DieType.D10:
            return index
        case DieType.D00:
            return index * 10
        case _:
            return index + 1


@dataclass(frozen=True, slots=True)
class Pixels:
    """The make."""

    name: str = "pixels"
    characteristics: tuple[Characteristics, ...] = (
        Characteristics("a6b90002-7a5a-43f2-a962-350c8edc9b5b", "a6b90003-7a5a-43f2-a962-350c8edc9b5b"),
        # With legacy firmware, the die sends on a characteristic whose UUID is that of the service.
        Characteristics(LEGACY_SERVICE, "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),
    )

    def recognise(self, advertisement: Advertisement) -> AdvertisedDie | None:
        who = identity_in(advertisement)
        if who is None:
            return None
        return AdvertisedDie(
            f"{self.name}:{who.pixel_id:08x}", advertisement.name or f"Pixel{who.pixel_id:08X}", kind_of(who)
        )

    def dialogue(self, advertised_die: AdvertisedDie) -> "PixelsDialogue":
        return PixelsDialogue(advertised_die.die, self.name)


def kind_of(who: Identity) -> str | None:
    """Returns the common name of such a die, for example `d6`."""
    return _KINDS.get(who.type)


def faces_told(packet: bytes, kind: str | None) -> frozenset[int]:
    """Returns the faces that a packet may tell of a die that came to rest; none if it tells no such thing.

    A packet holds the index of a face. Which value is printed there depends on the die's shape and on its firmware,
    which another packet told: where the numbering was changed once, both values are possible.

    Args:
        packet: A notification.
        kind: The kind of die, such as `d6`; None if it is not known.
    """
    report = parse(packet)
    if not isinstance(report, RollReport) or report.state not in _AT_REST:
        return frozenset()
    shapes = [shape for shape, name in _KINDS.items() if kind in (None, name)]
    values = (face_value(shape, report.face_index, built_s) for shape in shapes for built_s in (_OLDEST_S, _NEWEST_S))
    return frozenset(value for value in values if value is not None)


_AT_REST = frozenset({RollState.ROLLED, RollState.ON_FACE, RollState.CROOKED})
_OLDEST_S, _NEWEST_S = 1, 0xFFFFFFFF


class PixelsDialogue:
    """The dialogue with one Pixels die."""

    def __init__(self, die: str, source: str) -> None:
        self._die = die
        self._source = source
        self._gate = RollGate(die, source)
        self._who: Identity | None = None
        self._last: RollReport | None = None
        self._battery: BatteryReport | None = None
        self.incompatible: str | None = None
        self.refusal_cause = "incompatible"

    @property
    def ready(self) -> bool:
        return self._who is not None

    @property
    def kind(self) -> str | None:
        return None if self._who is None else kind_of(self._who)

    def ask(self) -> tuple[bytes, ...]:
        return (ASK_ROLL_STATE,) if self.ready else (ASK_WHO,)

    def blink(self) -> tuple[bytes, ...]:
        return (encode_blink(3, 1500, 0xFFFFFF),)

    def received(self, packet: bytes, now_s: float) -> DialogueOutput:
        match parse(packet):
            case Identity() as who:
                return self._introduced(who, now_s)
            case RollReport() as report if self._who is not None:
                return DialogueOutput(self._moved_to(report, self._who, packet, now_s))
            case BatteryReport() as battery if self._who is not None:
                return DialogueOutput(self._power(battery, now_s))
            case _:
                return DialogueOutput()

    def _introduced(self, who: Identity, now_s: float) -> DialogueOutput:
        if f"{self._source}:{who.pixel_id:08x}" != self._die or self._who is not None:
            return DialogueOutput()
        if kind_of(who) is None:
            self.incompatible = "The die does not say what shape it is: renew its firmware with its maker's app."
            return DialogueOutput()
        self._who = who
        # A tumble already in progress began before this connection, so it does not count.
        self._last = who.report
        events = () if who.battery is None else self._power(who.battery, now_s)
        return DialogueOutput(events, () if who.battery is not None else (ASK_BATTERY,))

    def _power(self, battery: BatteryReport, now_s: float) -> tuple[DieEvent, ...]:
        if battery == self._battery:
            return ()
        self._battery = battery
        return (BatteryLevel(self._die, self._source, now_s, battery.percent, battery.charging),)

    def _moved_to(self, report: RollReport, who: Identity, packet: bytes, now_s: float) -> tuple[DieEvent, ...]:
        face = face_value(who.type, report.face_index, who.built_s)
        if face is None or report == self._last:
            return ()
        before, self._last = self._last, report
        evidence = Evidence(EvidenceKind.PACKET, packet)
        match _honest(report.state, who):
            case RollState.ROLLING if before is None or before.state is not RollState.ROLLING:
                return self._gate.rolling(now_s)
            case RollState.HANDLING if who.built_s * 1000 < HONEST_ROLLED_SINCE_MS:
                self._gate.handled()
            case RollState.ROLLED:
                return self._gate.settled(face, CONFIDENCE, evidence, now_s)
            case RollState.ON_FACE:
                return self._gate.moved(face, evidence, now_s)
            case RollState.CROOKED:
                return self._gate.cocked(evidence, now_s)
            case _:
                pass
        return ()


def _honest(state: RollState, who: Identity) -> RollState:
    tilted_sensor = who.leds == 6 and who.built_s * 1000 < FALSE_CROOKED_BEFORE_MS
    return RollState.ROLLED if state is RollState.CROOKED and tilted_sensor else state
