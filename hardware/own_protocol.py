"""The host's side of the talk with our own die: frames in, events and frames out, without any wire or radio.

What is said, in frames of `hardware.frames` (both sides count their own frames from 0):

| from | kind | body |
| --- | --- | --- |
| host | hello | `p`: the list of protocol majors it speaks; repeated until answered |
| die | hello | `p`: the major it speaks, `fw`: version in words, `id`, `kind` (`d6`), `boot`: random, new at each start, `n`: how many rolls it counted so far (may be missing) |
| die | state | `d`: its id, `s`: `rolling` when it begins to tumble; others are passed over |
| die | roll | `n`: its count of rolls, from 1; `d`; `f`: face; `s`: `rolled`, `moved` or `cocked`; `q`: how sure, per mille. The same again until it is acknowledged, one at a time |
| host | ack | `s`: the count of the frame of the roll |
| die | batt | `d`, `pct`: 0 to 100, `chg`: true or false |
| host | ping | nothing; the die answers `pong` |
| host | identify | `d`; the die blinks |
| either | err | something to read; passed over |

Kinds that one side does not know are passed over. A resent roll keeps the count of its frame; all other frames of one
connection have rising counts.

A die has one host at a time. While that is heard (a frame in the last 8 s), a greeting on another way is not answered:
two hosts, or one host on the cable and over radio, would take the die from each other for ever.

A roll counts once by (boot, n). A roll that the die counted before this connection stood is acknowledged, so that its
queue moves on, and is no result: nobody knows what was meant by it.
"""  # noqa: E501  a row of a table is one line

import logging
import re
from dataclasses import dataclass, field
from typing import Final, Protocol

from hardware.events import (
    Back,
    Battery,
    Cocked,
    DieEvent,
    Evidence,
    EvidenceKind,
    Lost,
    Moved,
    Rolling,
    Settled,
)
from hardware.frames import Frame, FrameReader, encode_frame

SPEAKS: Final = 1
"""The protocol major that we speak."""
HELLO_EVERY_S: Final = 1.0
PING_EVERY_S: Final = 2.0
MISSED_PINGS: Final = 3
"""So many pings without any word from the die, and it is gone."""
BACKLOG_S: Final = 2.0
"""So long after the greeting a die that does not count in it may still be telling old rolls."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_KIND = re.compile(r"d[1-9][0-9]{0,2}")
_WORD = re.compile(r"[a-z]{1,16}")

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class OwnMemory:
    """What is remembered of one die from one connection to the next.

    Attributes:
        boot: Its last known start.
        rolls: The highest count of a roll that was taken from that start.
        last: Count, face and state of the last roll taken.
        tumbles: Whether it is tumbling as far as we know.
    """

    boot: str | None = None
    rolls: int = 0
    last: tuple[object, ...] = ()
    tumbles: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """What follows from a piece of the talk.

    Attributes:
        events: What the die did, in order.
        send: Bytes for the die.
    """

    events: tuple[DieEvent, ...] = ()
    send: bytes = b""


class Remembering(Protocol):
    """Gives a talk the memory of its die."""

    def of(self, die: str) -> OwnMemory:
        """The memory of a die by the id that it says, without the source.

        May raise to refuse the greeting of a die that may not talk here; `OwnTalk.received` passes that on, and the
        talk stays as it was.
        """
        ...


@dataclass(slots=True)
class OwnMemories:
    """The memories of all our dice, by id; one such object serves all connections of a source."""

    _of: dict[str, OwnMemory] = field(default_factory=dict)

    def of(self, die: str) -> OwnMemory:
        return self._of.setdefault(die, OwnMemory())


class OwnTalk:
    """The talk over one connection; a new connection starts a new one."""

    def __init__(self, source: str, evidence: EvidenceKind, memories: Remembering) -> None:
        self._source = source
        self._evidence = evidence
        self._memories = memories
        self._memory = OwnMemory()
        self._reader = FrameReader()
        self._sent = 0
        self._heard_seq = -1
        self._heard_s = float("-inf")
        self._doubts = False
        self._cleared: tuple[object, ...] = ()
        self._interrupted = False
        self._counted: int | None = None
        self._backlog_until_s = 0.0
        self._id: str | None = None
        self._kind: str | None = None
        self._incompatible: str | None = None

    @property
    def die(self) -> str | None:
        """The id of the die, with the source in front, once it has said it."""
        return None if self._id is None else f"{self._source}:{self._id}"

    @property
    def kind(self) -> str | None:
        """What the die is, such as `d6`, once it has said it."""
        return self._kind

    @property
    def ready(self) -> bool:
        """Whether the die has said who it is, in words we understand; before that it gives no event."""
        return self._id is not None and self._incompatible is None

    @property
    def incompatible(self) -> str | None:
        """Why we cannot speak with it, in one sentence, if so."""
        return self._incompatible

    @property
    def asks_hello(self) -> bool:
        """Whether `ask` greets; if not, it pings."""
        return not self.ready or self._doubts

    @property
    def heard_s(self) -> float:
        """When the last whole frame of the die came, on the clock of the caller; minus infinity if none did."""
        return self._heard_s

    def ask(self) -> bytes:
        """What a living die answers: a greeting until it said who it is, then a ping."""
        return self._frame("hello", {"p": [SPEAKS]}) if self.asks_hello else self._frame("ping", {})

    def blink(self) -> bytes:
        """What makes the die show itself."""
        return self._frame("identify", {"d": self._id})

    def received(self, data: bytes, now_s: float) -> Said:
        """Take the next bytes of the die, in pieces of any size."""
        events: list[DieEvent] = []
        send = b""
        for frame in self._reader.feed(data):
            self._heard_s = now_s
            said = self._heard(frame, now_s)
            events += said.events
            send += said.send
        return Said(tuple(events), send)

    def _heard(self, frame: Frame, now_s: float) -> Said:
        if frame.kind == "hello":
            return self._hello(frame, now_s)
        if not self.ready or self._doubts:
            return Said()
        if frame.kind == "roll":
            return self._roll(frame, now_s)
        # Rolls are told again under their old count; of all else a count that falls means that the die started anew.
        if frame.seq <= self._heard_seq:
            return self._doubt()
        self._heard_seq = frame.seq
        if frame.kind in {"state", "batt"} and frame.body.get("d") == self._id:
            return Said(self._state(frame, now_s) if frame.kind == "state" else self._battery(frame, now_s))
        return Said()

    def _hello(self, frame: Frame, now_s: float) -> Said:
        major, die = _whole(frame.body.get("p")), _text(frame.body.get("id"), _ID)
        if major is None or die is None:
            return Said()
        if self._id not in {None, die}:
            _log.warning("a die that said it was %s says now that it is %s", self._id, die)
            return Said()
        if major != SPEAKS:
            self._id = die
            self._incompatible = f"the die {die} speaks version {major} of our protocol, this program {SPEAKS}"
            return Said()
        kind, boot = _text(frame.body.get("kind"), _KIND), frame.body.get("boot")
        if kind is None or isinstance(boot, bool) or not isinstance(boot, int | str):
            return Said()
        first, self._memory = not self.ready, self._memories.of(die)
        self._id, self._kind, self._incompatible = die, kind, None
        self._heard_seq, self._doubts = frame.seq, False
        return Said(self._greeted(str(boot), _whole(frame.body.get("n")), now_s, first=first))

    def _greeted(self, boot: str, counted: int | None, now_s: float, *, first: bool) -> tuple[DieEvent, ...]:
        memory = self._memory
        restarted = memory.boot not in {None, boot}
        if first or restarted:
            self._interrupted, memory.tumbles = memory.tumbles, False
            self._counted, self._backlog_until_s = counted, now_s + BACKLOG_S
        if memory.boot != boot:
            memory.boot, memory.rolls, memory.last = boot, 0, ()
        if first or not restarted:
            return ()
        die, source = str(self.die), self._source
        return (Lost(die, source, now_s, "the die started anew", "gone"), Back(die, source, now_s))

    def _doubt(self) -> Said:
        self._doubts = True
        return Said(send=self.ask())

    def _roll(self, frame: Frame, now_s: float) -> Said:
        body, memory = frame.body, self._memory
        count = _whole(body.get("n"))
        if count is None or count < 1 or body.get("d") != self._id:
            return Said()
        this = (count, body.get("f"), body.get("s"))
        ack = self._frame("ack", {"s": frame.seq})
        if count > memory.rolls:
            memory.rolls, memory.last = count, this
            return Said(self._result(frame, now_s), ack)
        if this in (memory.last, self._cleared):
            return Said(send=ack)
        # An old count with another face: told late, or the first roll after a start that we did not see.
        self._cleared = this
        return self._doubt()

    def _result(self, frame: Frame, now_s: float) -> tuple[DieEvent, ...]:
        body = frame.body
        face, how, sure = _whole(body.get("f")), _text(body.get("s"), _WORD), _whole(body.get("q"))
        evidence = Evidence(self._evidence, frame.line)
        die, source = str(self.die), self._source
        if how in {"rolled", "moved"} and not self._is_face(face):
            _log.warning("%s told a face that it does not have: %r", die, frame.line)
            return ()
        if how == "moved":
            self._memory.tumbles = False
            return (Moved(die, source, now_s, face, evidence),)
        if how not in {"rolled", "cocked"} or self._is_old(now_s):
            _log.info("%s told a roll that counts for nothing: %r", die, frame.line)
            return ()
        begun = () if self._memory.tumbles else (Rolling(die, source, now_s),)
        self._memory.tumbles = self._interrupted = False
        if how == "cocked" or face is None:
            return (*begun, Cocked(die, source, now_s, evidence))
        confidence = min(max(sure, 0), 1000) / 1000 if sure is not None else 0.5
        return (*begun, Settled(die, source, now_s, face, confidence, evidence, self._memory.rolls))

    def _is_old(self, now_s: float) -> bool:
        if self._counted is not None and self._memory.rolls <= self._counted:
            return True
        in_backlog = now_s < self._backlog_until_s and not self._memory.tumbles
        return in_backlog and (self._counted is None or self._interrupted)

    def _is_face(self, face: int | None) -> bool:
        return face is not None and self._kind is not None and 1 <= face <= int(self._kind[1:])

    def _state(self, frame: Frame, now_s: float) -> tuple[DieEvent, ...]:
        if frame.body.get("s") != "rolling" or self._memory.tumbles:
            return ()
        self._memory.tumbles = True
        return (Rolling(str(self.die), self._source, now_s),)

    def _battery(self, frame: Frame, now_s: float) -> tuple[DieEvent, ...]:
        percent, charging = _whole(frame.body.get("pct")), frame.body.get("chg")
        if percent is None or not 0 <= percent <= 100:
            return ()
        return (Battery(str(self.die), self._source, now_s, percent, charging if isinstance(charging, bool) else None),)

    def _frame(self, kind: str, body: dict[str, object]) -> bytes:
        frame = encode_frame(self._sent, kind, body)
        self._sent += 1
        return frame


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: object, shape: re.Pattern[str]) -> str | None:
    return value if isinstance(value, str) and shape.fullmatch(value) else None
