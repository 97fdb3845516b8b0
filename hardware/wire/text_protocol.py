"""What hobby dice print on a serial line, as far as it can be understood.

There is no convention; `Roll: 3`, `Face 3`, `Result = 3` and `ROLLING` at 115200 baud are the habit. What such text
cannot tell, and what follows:

- It has no checksum. A byte damaged on the way may make another face, so a result is never quite certain.
- It has no count. The same result printed twice looks like two rolls; a die that says `ROLLING` before each roll is
  believed only then, of others a repetition within a second is taken for one roll.
- It seldom tells a turn by hand from a roll. `Face 3` without `ROLLING` before it is taken for a turn, `Roll: 3` and
  `Result: 3` for a roll, unless the die has said `ROLLING` before: then it is held to that.
- Some print faces while they still tumble, so a face must stand for a while before it counts.
- It has no name: a die is known by its port or by what its owner calls it.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from hardware.event_sequence import DieStory
from hardware.events import Evidence, EvidenceKind

LONGEST_LINE_BYTES: Final = 200
# Between word and number only what people put there, so that no traceback with a `face.py", line 3` is a result.
_BETWEEN = r"""(?:[\s:=>#"'(\[]|-\s|\b(?:is|was|a|an|up|value|number|result|roll|face|die|dice)\b)*"""
_RESULT = re.compile(rf"""\b(roll|rolled|face|result)\b{_BETWEEN}(\d{{1,3}})(?:\s+up)?[\s.!)\]}}"']*$""", re.IGNORECASE)
_ROLLING = re.compile(r"\brolling\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


class Word(Enum):
    """What a line means."""

    ROLLING = auto()
    RESULT = auto()
    FACE = auto()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A line that was understood.

    Attributes:
        word: What it means.
        face: The number in it; 0 for `ROLLING`.
        line: The line as it came.
    """

    word: Word
    face: int
    line: bytes


def understand(line: bytes, sides: int) -> Phrase | None:
    """What one line says; None for anything but one clear word with one number of a face."""
    if not line.isascii() or len(line) > LONGEST_LINE_BYTES:
        return None
    text = line.decode("ascii").strip()
    if not text.isprintable():
        return None
    numbers = _NUMBER.findall(text)
    if _ROLLING.search(text) and not numbers:
        return Phrase(Word.ROLLING, 0, line)
    found = _RESULT.search(text)
    # With a second number, as in `Roll 2: 5` or `roll of d6: 5`, nobody knows which one the face is.
    if found is None or len(numbers) != 1 or not 1 <= int(found[2]) <= sides:
        return None
    return Phrase(Word.FACE if found[1].lower() == "face" else Word.RESULT, int(found[2]), line)


class LineReader:
    """Cuts a stream of bytes into lines, whatever ends them; never holds more than one line of sensible length."""

    def __init__(self) -> None:
        self._begun = b""
        self._skips = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes; the lines that they completed."""
        *lines, last = (self._begun + data).replace(b"\r", b"\n").split(b"\n")
        if lines and self._skips:
            del lines[0]
            self._skips = False
        if len(last) > LONGEST_LINE_BYTES:
            self._skips, last = True, b""
        self._begun = b"" if self._skips else last
        return [line for line in lines if line]


class TextDie:
    """Makes of phrases what the die did.

    Time is handed in, as everywhere; whoever feeds this must call `tick` when `wait_s` is over.
    """

    REST_S: Final = 0.4
    """How long a face must stand."""
    REPEAT_S: Final = 1.0
    """Within this the same result is the same roll, of a die that never says that it rolls."""
    SURE: Final = 0.9
    """Confidence in a result of a die that said that it rolls."""
    LESS_SURE: Final = 0.6
    """Confidence in the others."""

    def __init__(self, story: DieStory, rest_s: float = REST_S) -> None:
        self._story = story
        self._rest_s = rest_s
        self._announces = False
        self._tumbles = False
        self._standing: Phrase | None = None
        self._since_s = 0.0
        self._last_face: int | None = None
        self._said_s = float("-inf")
        """When a number was said last."""

    def heard(self, phrase: Phrase, now_s: float) -> None:
        """Take one line that was understood."""
        if phrase.word is Word.ROLLING:
            self._announces = self._tumbles = True
            self._standing = None
            self._story.rolling()
            return
        said_s, self._said_s = self._said_s, now_s
        if self._standing is not None and self._standing.face == phrase.face:
            return
        if self._standing is None and not self._tumbles and self._is_repeat(phrase, now_s - said_s):
            return
        self._standing, self._since_s = phrase, now_s

    def wait_s(self, now_s: float) -> float | None:
        """How long until a face has stood long enough; None if none stands."""
        return None if self._standing is None else max(self._since_s + self._rest_s - now_s, 0.0)

    def tick(self, now_s: float) -> None:
        """Time has passed."""
        phrase = self._standing
        if phrase is None or now_s < self._since_s + self._rest_s:
            return
        counts = self._tumbles or (phrase.word is Word.RESULT and not self._announces)
        evidence = Evidence(EvidenceKind.LINE, phrase.line)
        self._last_face = phrase.face
        self._standing = None
        if counts:
            self._story.settled(phrase.face, self.SURE if self._tumbles else self.LESS_SURE, evidence)
        else:
            self._story.moved(phrase.face, evidence)
        self._tumbles = False

    def away(self) -> None:
        """The die is gone: what it was doing comes to nothing."""
        self._tumbles, self._standing = False, None
        self._last_face = None

    def _is_repeat(self, phrase: Phrase, pause_s: float) -> bool:
        """Whether it says nothing new, so long after the number before it."""
        is_result = phrase.word is Word.RESULT and not self._announces
        return phrase.face == self._last_face and (not is_result or pause_s < self.REPEAT_S)
