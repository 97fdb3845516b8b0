"""The behaviour of our own die's firmware towards a host, without sensor, wire or radio: bytes in, bytes out.

It is the counterpart of `hardware.own_protocol`, for people who try the program without a die, and for tests of the
host.
"""

import secrets
from collections import deque
from dataclasses import dataclass
from typing import Final, Literal

from hardware.die_keys import proof_of
from hardware.frames import Frame, FrameReader, encode_frame

RESEND_S: Final = 0.25
QUEUE: Final = 16
Rest = Literal["rolled", "moved", "cocked"]


@dataclass(slots=True)
class _Roll:
    seq: int
    frame: bytes
    due_s: float


class OwnFirmware:
    """One simulated die of ours. Every call that produces output returns the bytes to send."""

    def __init__(
        self, die: str, kind: str = "d6", major: int = 1, resend_s: float = RESEND_S, key: bytes | None = None
    ) -> None:
        """Switches it on.

        Args:
            die: Its id.
            kind: Kind of die.
            major: Major version of its protocol.
            resend_s: Time without an acknowledgement after which it sends a roll again.
            key: The secret that it shares with a host; None if it was never paired.
        """
        self.key = key
        self._challenge = ""
        self.die = die
        self.blinks = 0
        self._kind = kind
        self._major = major
        self._resend_s = resend_s
        self._percent = 100
        self.restart()

    def restart(self) -> None:
        """Switches it off and on: its counts restart, and unreported rolls are lost."""
        self._boot = secrets.randbelow(1 << 30)
        self._reader = FrameReader()
        self._seq = 0
        self._rolls = 0
        self._queue: deque[_Roll] = deque(maxlen=QUEUE)
        self._told: bytes = b""

    def received(self, data: bytes, now_s: float) -> bytes:
        """Processes bytes of the host."""
        return b"".join(self._answer(frame, now_s) for frame in self._reader.feed(data))

    def tumbles(self) -> bytes:
        """Starts a roll."""
        return self._frame("state", {"d": self.die, "s": "rolling"})

    def rests(self, how: Rest, face: int, now_s: float, sure: int = 990) -> bytes:
        """Comes to rest; the report is repeated until the host acknowledges it."""
        self._rolls += 1
        seq = self._seq
        body: dict[str, object] = {"n": self._rolls, "d": self.die, "f": face, "s": how, "q": sure}
        frame = self._frame("roll", body | self._proof("m", "roll", self._boot, self._rolls, face, how))
        self._queue.append(_Roll(seq, frame, 0.0))
        return self.due(now_s)

    def drained(self, percent: int) -> bytes:
        """Sets the state of charge."""
        self._percent = percent
        return self._battery()

    def due(self, now_s: float) -> bytes:
        """Returns what is due by now: the oldest roll without an acknowledgement."""
        if not self._queue or now_s < self._queue[0].due_s:
            return b""
        self._queue[0].due_s = now_s + self._resend_s
        return self._queue[0].frame

    def wait_s(self, now_s: float) -> float | None:
        """Returns the time until something is due; None if nothing is."""
        return max(self._queue[0].due_s - now_s, 0.0) if self._queue else None

    def again(self) -> bytes:
        """Returns the last acknowledged roll once more, as if its acknowledgement had been lost."""
        return self._told

    def _answer(self, frame: Frame, now_s: float) -> bytes:
        match frame.kind:
            case "hello":
                if self._queue:
                    self._queue[0].due_s = now_s
                self._challenge = str(frame.body.get("c", ""))
                fw = {"p": self._major, "fw": "rehearsal", "id": self.die, "kind": self._kind}
                proof = self._proof("a", "hello", self.die, self._boot)
                hello = self._frame("hello", {**fw, "boot": self._boot, "n": self._rolls, **proof})
                return hello + self._battery() + self.due(now_s)
            case "ping":
                return self._frame("pong", {})
            case "ack" if self._queue and frame.body.get("s") == self._queue[0].seq:
                self._told = self._queue.popleft().frame
                return self.due(now_s)
            case "pair":
                self.key = bytes.fromhex(str(frame.body.get("k")))
                return self._frame("paired", {"d": self.die})
            case "identify" if frame.body.get("d") == self.die:
                self.blinks += 1
        return b""

    def _proof(self, name: str, what: str, *parts: object) -> dict[str, object]:
        """A proof in a field of its own, if the host has sent a challenge and the die has a secret."""
        if self.key is None or not self._challenge:
            return {}
        return {name: proof_of(self.key, what, self._challenge, *parts)}

    def _battery(self) -> bytes:
        return self._frame("batt", {"d": self.die, "pct": self._percent, "chg": False})

    def _frame(self, kind: str, body: dict[str, object]) -> bytes:
        frame = encode_frame(self._seq, kind, body)
        self._seq += 1
        return frame
