"""Interprets the text that hobby dice print on a serial line.

There is no standard; `Roll: 3`, `Face 3`, `Result = 3` and `ROLLING` at 115200 baud are common. Such text has the
following limitations:

- It has no checksum. A damaged byte may change a face, so a result is never quite certain.
- It has no count. The same result printed twice looks like two rolls. From a die that prints `ROLLING` before each
  roll, only such rolls are accepted; from other dice, a repetition within a second counts as one roll.
- It seldom distinguishes a turn by hand from a roll. `Face 3` without a preceding `ROLLING` counts as a turn. `Roll: 3`
  and `Result: 3` count as a roll, unless the die has printed `ROLLING` before: then every roll needs it.
- A number alone on a line, as `3`, counts as a result: some dice print nothing else.
- Some dice print faces while they still tumble, so a face must be stable for a while before it counts.
- It contains no name: a die is identified by its port or by its owner's name for it.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from hardware.event_sequence import EventSequence
from hardware.events import Evidence, EvidenceKind

LONGEST_LINE_BYTES: Final = 200
MAX_SHOWN: Final = 40
"""Most characters of a line that are shown to a person."""
# Between word and number, only the usual separators are accepted, so that a traceback with `face.py", line 3` is not a
# result.
_BETWEEN = r"""(?:[\s:=>#"'(\[]|-\s|\b(?:is|was|a|an|up|value|number|result|roll|face|die|dice)\b)*"""
_RESULT = re.compile(rf"""\b(roll|rolled|face|result)\b{_BETWEEN}(\d{{1,3}})(?:\s+up)?[\s.!)\]}}"']*$""", re.IGNORECASE)
_BARE = re.compile(r"\d{1,3}")
_ROLLING = re.compile(r"\brolling\b", re.IGNORECASE)
_MAX_SIDES: Final = 999
_NUMBER = re.compile(r"\d+")


class LineKind(Enum):
    """The meaning of a line."""

    ROLLING = auto()
    RESULT = auto()
    FACE = auto()


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line that was understood.

    Attributes:
        word: Its meaning.
        face: The number in it; 0 for `ROLLING`.
        line: The line as received.
    """

    word: LineKind
    face: int
    line: bytes


def understand(line: bytes, sides: int) -> ParsedLine | None:
    """Interprets one line; returns None unless it is a number of a face, alone or with one clear word."""
    if not line.isascii() or len(line) > LONGEST_LINE_BYTES:
        return None
    text = line.decode("ascii").strip()
    if not text.isprintable():
        return None
    numbers = _NUMBER.findall(text)
    if _ROLLING.search(text) and not numbers:
        return ParsedLine(LineKind.ROLLING, 0, line)
    if _BARE.fullmatch(text):
        return ParsedLine(LineKind.RESULT, int(text), line) if 1 <= int(text) <= sides else None
    found = _RESULT.search(text)
    # With a second number, as in `Roll 2: 5` or `roll of d6: 5`, it is unclear which one is the face.
    if found is None or len(numbers) != 1 or not 1 <= int(found[2]) <= sides:
        return None
    return ParsedLine(LineKind.FACE if found[1].lower() == "face" else LineKind.RESULT, int(found[2]), line)


def faces_told(line: bytes, kind: str | None) -> frozenset[int]:
    """Returns the face that a line tells, of a kind such as `d6`; none if it tells none."""
    sides = int(kind[1:]) if kind is not None and re.fullmatch(r"d\d{1,3}", kind) else _MAX_SIDES
    parsed = understand(line, sides)
    return frozenset() if parsed is None or parsed.word is LineKind.ROLLING else frozenset({parsed.face})


def shown(line: bytes) -> str:
    """Returns the beginning of what a die prints, with control characters shown as such."""
    return ascii(line[:MAX_SHOWN].decode("latin-1"))[1:-1]


class LineReader:
    """Splits a stream of bytes into lines with any line end; never buffers more than one line of sensible length.

    Of a longer line, as of the noise at a wrong baud rate, only the beginning is returned, one byte too long to be
    understood.
    """

    def __init__(self, longest_bytes: int = LONGEST_LINE_BYTES) -> None:
        self._longest_bytes = longest_bytes
        self._begun = b""
        self._skips = False

    def feed(self, data: bytes) -> list[bytes]:
        """Processes the next bytes; returns the lines that they completed."""
        *lines, last = (self._begun + data).replace(b"\r", b"\n").split(b"\n")
        if lines and self._skips:
            del lines[0]
            self._skips = False
        if len(last) > self._longest_bytes and not self._skips:
            self._skips = True
            lines.append(last[: self._longest_bytes + 1])
        self._begun = b"" if self._skips else last
        return [line for line in lines if line]


class TextDie:
    """Converts phrases to events of the die.

    The time is an argument; the caller must call `tick` after `wait_s`.
    """

    REST_S: Final = 0.4
    """Time for which a face must be stable."""
    REPEAT_S: Final = 1.0
    """Time within which the same result is the same roll, for a die that never prints `ROLLING`."""
    SURE: Final = 0.9
    """Confidence of a result from a die that prints `ROLLING`."""
    LESS_SURE: Final = 0.6
    """Confidence of a result from other dice."""

    def __init__(self, sequence: EventSequence, rest_s: float = REST_S) -> None:
        self._sequence = sequence
        self._rest_s = rest_s
        self._announces = False
        self._tumbles = False
        self._last: ParsedLine | None = None
        self._since_s = 0.0
        self._last_face: int | None = None
        self._said_s = float("-inf")
        """When a number was last printed."""

    def heard(self, parsed: ParsedLine, now_s: float) -> None:
        """Processes one phrase."""
        if parsed.word is LineKind.ROLLING:
            self._announces = self._tumbles = True
            self._last = None
            self._sequence.rolling()
            return
        said_s, self._said_s = self._said_s, now_s
        if self._last is not None and self._last.face == parsed.face:
            return
        if self._last is None and not self._tumbles and self._is_repeat(parsed, now_s - said_s):
            return
        self._last, self._since_s = parsed, now_s

    def wait_s(self, now_s: float) -> float | None:
        """Returns the time until a face has been stable long enough; None if no face is pending."""
        return None if self._last is None else max(self._since_s + self._rest_s - now_s, 0.0)

    def tick(self, now_s: float) -> None:
        """Processes the passing of time."""
        parsed = self._last
        if parsed is None or now_s < self._since_s + self._rest_s:
            return
        counts = self._tumbles or (parsed.word is LineKind.RESULT and not self._announces)
        evidence = Evidence(EvidenceKind.LINE, parsed.line)
        self._last_face = parsed.face
        self._last = None
        if counts:
            self._sequence.settled(parsed.face, self.SURE if self._tumbles else self.LESS_SURE, evidence)
        else:
            self._sequence.moved(parsed.face, evidence)
        self._tumbles = False

    def away(self) -> None:
        """Records that the die is gone; whatever it was doing is cancelled."""
        self._tumbles, self._last = False, None
        self._last_face = None

    def _is_repeat(self, parsed: ParsedLine, pause_s: float) -> bool:
        """Whether the phrase is a repetition, given the time since the number before it."""
        is_result = parsed.word is LineKind.RESULT and not self._announces
        return parsed.face == self._last_face and (not is_result or pause_s < self.REPEAT_S)
