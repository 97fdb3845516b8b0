"""Dice that an app on somebody's phone hears and reports over the network, such as the Pixels app by its web requests.

A report is a JSON object, or the query of an address. The Pixels app (GameWithPixels/pixels-js, `buildWebRequestParams`
and `buildWebRequestURL`) sends as JSON `pixelName`, `pixelId`, `faceValue`, `dieType`, `rollState` and `timestamp`, and
in an address `value1` (the die's name) and `value3` (its face). Other programs may send `die`, `face`, `kind` and
`state` in either form.

The report is only as trustworthy as who sends it. A report that says in so many words that the die rolled is taken for
a roll; one that gives a face alone leads to a question to the table.
"""

import json
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qs

from hardware.event_sequence import EventSequence
from hardware.events import Evidence, EvidenceKind
from hardware.reported_dice import ReportedDice
from hardware.source import DiceError

SOURCE: Final = "app"
SAID_ROLLED: Final = 0.97
"""Confidence of a face that was reported as rolled."""
SAID_FACE: Final = 0.9
"""Confidence of a face alone: the table is asked."""
MAX_DICE_PER_PLAYER: Final = 12
MAX_REPORT_BYTES: Final = 1024
_REMEMBERED: Final = 32
_KINDS = {"d6pipped": "d6", "d6fudge": None}
_KIND = re.compile(r"d(?:4|6|8|10|00|12|20)")
_STATES = {
    "rolled": "rolled", "rolling": "rolling", "crooked": "cocked", "cocked": "cocked", "onFace": "moved",
    "moved": "moved", "handling": "ignored", "unknown": "ignored",
}  # fmt: skip
_EXPECTED = 'Expected a die and its face, such as {"die": "red", "face": 5}.'


class ReportError(DiceError, ValueError):
    """A report that cannot be understood; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class DieReport:
    """What an app reports of a die.

    Attributes:
        name: What people call the die.
        key: By which the die is told from others of the same player: lower-case letters and digits.
        kind: Kind of die.
        face: The face; None if the report has none.
        state: `rolled`, `rolling`, `moved`, `cocked` or `ignored`; empty if the report does not say.
        stamp: The sender's own time of the report; empty if it has none. An equal report was sent twice.
    """

    name: str
    key: str
    kind: str | None
    face: int | None
    state: str
    stamp: str


def parse_report(data: bytes) -> DieReport:
    """Reads a report.

    Args:
        data: A JSON object, or a query as in an address, without the question mark.

    Raises:
        ReportError: If it is no report.
    """
    fields = _fields(data)
    name = _first(fields, "pixelName", "die", "value1")
    face_text = _first(fields, "faceValue", "face", "value3")
    state_text = _first(fields, "rollState", "state")
    state = _STATES.get(state_text, "" if not state_text else "ignored")
    name = " ".join(name.split())[:40]
    if not name or not name.isprintable():
        raise ReportError(_EXPECTED)
    needs_face = state in {"", "rolled"}
    face = int(face_text) if face_text.isascii() and face_text.isdigit() and len(face_text) < 4 else None
    if needs_face and face is None:
        raise ReportError(_EXPECTED)
    key = _first(fields, "pixelId") or name
    kind = _first(fields, "dieType", "kind") or "d6"
    kind_known = _KINDS.get(kind, kind if _KIND.fullmatch(kind) else None)
    return DieReport(name, _key(key), kind_known, face, state, _first(fields, "timestamp"))


def faces_told(data: bytes) -> frozenset[int]:
    """Returns the face that a report tells; none if it tells none."""
    try:
        face = parse_report(data).face
    except ReportError:
        return frozenset()
    return frozenset() if face is None else frozenset({face})


class AppDice(ReportedDice):
    """All dice that apps report; the server hands the reports over."""

    SOURCE = SOURCE
    UNKNOWN = "no app has reported a die"
    CANNOT_BLINK = "an app's die shows itself in the app"

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self._stamps: deque[tuple[str, str]] = deque(maxlen=_REMEMBERED)

    def report(self, player: str, data: bytes) -> str:
        """Takes a report by a player's app.

        Args:
            player: Whose app it is; its dice are this player's.
            data: The report as received.

        Returns:
            Id of the die.

        Raises:
            ReportError: If it is no report, or of one die more than a player may have.
        """
        report = parse_report(data)
        die = f"{SOURCE}:{_key(player)}-{report.key}"
        sequence = self._die(die, player, report)
        if report.stamp and (die, report.stamp) in self._stamps:
            return die
        self._stamps.append((die, report.stamp))
        evidence = Evidence(EvidenceKind.LINE, data)
        match report.state:
            case "rolling":
                sequence.rolling()
            case "cocked":
                sequence.cocked(evidence)
            case "moved":
                sequence.moved(report.face, evidence)
            case "rolled" | "" if report.face is not None:
                sequence.settled(report.face, SAID_ROLLED if report.state else SAID_FACE, evidence)
            case _:
                pass
        return die

    def _die(self, die: str, player: str, report: DieReport) -> EventSequence:
        if die not in self._sequences:
            mine = sum(each.startswith(f"{SOURCE}:{_key(player)}-") for each in self._sequences)
            if mine >= MAX_DICE_PER_PLAYER:
                raise ReportError(f"A player has at most {MAX_DICE_PER_PLAYER} dice of an app.")
            self._added(die)
        sequence = self._sequences[die]
        sequence.seen(report.name, report.kind)
        sequence.connected()
        return sequence


def _fields(data: bytes) -> Mapping[str, object]:
    try:
        text = data.decode("utf-8")
        if not text.lstrip().startswith("{"):
            query = parse_qs(text, max_num_fields=24)
            return {name: values[0] for name, values in query.items()}
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReportError(_EXPECTED) from error
    return found if isinstance(found, dict) else {}


def _first(fields: Mapping[str, object], *names: str) -> str:
    """The first field that is there, as text; empty for none and for anything but text and whole numbers."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, str | int) and not isinstance(value, bool):
            return str(value).strip()
    return ""


def _key(text: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "", text.lower())[:16]
    # A name in another script has none of these letters.
    return plain or text.encode("utf-8").hex()[:16]
