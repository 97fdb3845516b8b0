"""The host's side of the protocol of our own die: frames in, events and frames out, without any input or output.

The messages, in frames of `hardware.frames` (each side counts its own frames from 0):

| from | kind | body |
| --- | --- | --- |
| host | hello | `p`: list of the protocol's major versions that it supports; `c`: a challenge (optional); repeated until answered |
| die | hello | `p`: its major version, `fw`: firmware version as text, `id`, `kind` (`d6`), `boot`: a random number, new at each start, `n`: number of rolls so far (optional); `a`: its answer to the challenge, a proof over `hello`, `c`, `id` and `boot` (optional) |
| die | state | `d`: its id, `s`: `rolling` when it begins to tumble; other states are ignored |
| die | roll | `n`: its count of rolls, from 1; `d`; `f`: face; `s`: `rolled`, `moved` or `cocked`; `q`: confidence, per mille; `m`: its proof over `roll`, `c`, `boot`, `n`, `f` and `s` (optional). Repeated until it is acknowledged, one roll at a time |
| host | ack | `s`: the frame count of the roll's frame |
| die | batt | `d`, `pct`: 0 to 100, `chg`: true or false |
| host | ping | empty; the die answers `pong` |
| host | identify | `d`; the die blinks its light |
| host | pair | `k`: a new secret, 32 hexadecimal digits; over a cable only |
| die | paired | `d`: its id; it has stored the secret |
| either | err | a text for people; ignored |

Unknown types are ignored. A resent roll keeps its frame count; all other frames of one connection have increasing
counts.

A die has one host at a time. While that host is active (a frame in the last 8 s), a hello over another connection is
not answered: two hosts, or one host with both cable and radio, would otherwise keep taking the die from each other.

Proofs are those of `hardware.die_keys`. Where the host has keys, a die without the right answer is refused as a
stranger's, and a roll without the right proof is dropped.

A roll is identified by (boot, n) and counts once. A roll that the die counted before this connection was made is
acknowledged, so that its queue advances, but it is not a result: nobody knows what it was for.
"""  # noqa: E501  a row of a table is one line

import logging
import re
import secrets
from dataclasses import dataclass, field
from typing import Final, Protocol

from hardware.die_keys import CHALLENGE_BYTES, DieKeys
from hardware.events import (
    BatteryLevel,
    Cocked,
    DieEvent,
    Disconnected,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.frames import Frame, FrameReader, encode_frame

SPEAKS: Final = 1
"""Major version of the protocol that we support."""
HELLO_EVERY_S: Final = 1.0
PING_EVERY_S: Final = 2.0
MISSED_PINGS: Final = 3
"""Number of consecutive pings without any answer after which the die counts as lost."""
BACKLOG_S: Final = 2.0
"""Time after the hello in which a die that does not send `n` may still be reporting old rolls."""
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_KIND = re.compile(r"d[1-9][0-9]{0,2}")
_WORD = re.compile(r"[a-z]{1,16}")

_log = logging.getLogger(__name__)


def faces_told(line: bytes, kind: str | None) -> frozenset[int]:
    """Returns the face that a frame of a die at rest tells, whatever the kind of die; none if it tells none."""
    for frame in FrameReader().feed(line + b"\n"):
        face = _whole(frame.body.get("f"))
        if frame.kind == "roll" and frame.body.get("s") in ("rolled", "moved") and face is not None:
            return frozenset({face})
    return frozenset()


@dataclass(slots=True)
class OwnMemory:
    """The state of one die that outlives a connection.

    Attributes:
        boot: The random number of its last known start.
        rolls: The highest roll count processed since that start.
        last: Count, face and state of the last roll processed.
        tumbles: Whether it is tumbling, as far as is known.
    """

    boot: str | None = None
    rolls: int = 0
    last: tuple[object, ...] = ()
    tumbles: bool = False


@dataclass(frozen=True, slots=True)
class OwnOutput:
    """The result of processing bytes.

    Attributes:
        events: The events of the die, in order.
        send: Bytes for the die.
    """

    events: tuple[DieEvent, ...] = ()
    send: bytes = b""


class OwnMemoryStore(Protocol):
    """Provides the stored state of a die to a connection."""

    def of(self, die: str) -> OwnMemory:
        """Returns the state of a die by its own id, without the source.

        It may raise to reject the hello of a die that must not use this connection; `OwnConnection.received` passes the
        error on, and its state stays unchanged.
        """
        ...


@dataclass(slots=True)
class OwnMemories:
    """The stored states of all our dice, by id; one object serves all connections of a source."""

    _of: dict[str, OwnMemory] = field(default_factory=dict)

    def of(self, die: str) -> OwnMemory:
        return self._of.setdefault(die, OwnMemory())


class OwnConnection:
    """The protocol's state for one connection; every connection creates a new one."""

    def __init__(
        self, source: str, evidence: EvidenceKind, memories: OwnMemoryStore, keys: DieKeys | None = None
    ) -> None:
        self._keys = keys or DieKeys()
        self._challenge = secrets.token_hex(CHALLENGE_BYTES)
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
        self._is_stranger = False

    @property
    def die(self) -> str | None:
        """The id of the die, prefixed with the source, once the die has sent it."""
        return None if self._id is None else f"{self._source}:{self._id}"

    @property
    def kind(self) -> str | None:
        """The kind of die, such as `d6`, once the die has sent it."""
        return self._kind

    @property
    def ready(self) -> bool:
        """Whether the die has identified itself with a supported version; before that it gives no event."""
        return self._id is not None and self._incompatible is None

    @property
    def incompatible(self) -> str | None:
        """Why the die cannot be used, in one sentence; None if it can."""
        return self._incompatible

    @property
    def refusal_cause(self) -> str:
        """The cause that goes with `incompatible`: another version of the protocol, or a die that was never paired."""
        return "stranger" if self._is_stranger else "incompatible"

    @property
    def asks_hello(self) -> bool:
        """Whether `ask` sends a hello; if not, it sends a ping."""
        return not self.ready or self._doubts

    @property
    def heard_s(self) -> float:
        """When the last complete frame arrived, on the caller's clock; minus infinity if none did."""
        return self._heard_s

    def ask(self) -> bytes:
        """Returns a message that a working die answers: a hello until it has identified itself, then a ping."""
        if not self.asks_hello:
            return self._frame("ping", {})
        return self._frame("hello", {"p": [SPEAKS]} | ({"c": self._challenge} if self._keys else {}))

    def blink(self) -> bytes:
        """Returns the message that makes the die blink."""
        return self._frame("identify", {"d": self._id})

    def received(self, data: bytes, now_s: float) -> OwnOutput:
        """Processes the next bytes from the die, in chunks of any size."""
        events: list[DieEvent] = []
        send = b""
        for frame in self._reader.feed(data):
            self._heard_s = now_s
            output = self._heard(frame, now_s)
            events += output.events
            send += output.send
        return OwnOutput(tuple(events), send)

    def _heard(self, frame: Frame, now_s: float) -> OwnOutput:
        if frame.kind == "hello":
            return self._hello(frame, now_s)
        if not self.ready or self._doubts:
            return OwnOutput()
        if frame.kind == "roll":
            return self._roll(frame, now_s)
        # Rolls are resent under their old count; for all other frames, a decreasing count means that the die restarted.
        if frame.seq <= self._heard_seq:
            return self._doubt()
        self._heard_seq = frame.seq
        if frame.kind in {"state", "batt"} and frame.body.get("d") == self._id:
            return OwnOutput(self._state(frame, now_s) if frame.kind == "state" else self._battery(frame, now_s))
        return OwnOutput()

    def _hello(self, frame: Frame, now_s: float) -> OwnOutput:
        major, die = _whole(frame.body.get("p")), _text(frame.body.get("id"), _ID)
        if major is None or die is None:
            return OwnOutput()
        if self._id not in {None, die}:
            _log.warning("a die that said it was %s says now that it is %s", self._id, die)
            return OwnOutput()
        if major != SPEAKS:
            self._id = die
            self._incompatible = f"the die {die} speaks version {major} of our protocol, this program {SPEAKS}"
            return OwnOutput()
        kind, boot = _text(frame.body.get("kind"), _KIND), frame.body.get("boot")
        if kind is None or isinstance(boot, bool) or not isinstance(boot, int | str):
            return OwnOutput()
        if self._keys and not self._keys.proves(die, frame.body.get("a"), "hello", self._challenge, die, boot):
            self._id, self._is_stranger = die, True
            self._incompatible = f"the die {die} is not paired with this computer; pair it over its cable"
            return OwnOutput()
        self._is_stranger = False
        first, self._memory = not self.ready, self._memories.of(die)
        self._id, self._kind, self._incompatible = die, kind, None
        self._heard_seq, self._doubts = frame.seq, False
        return OwnOutput(self._greeted(str(boot), _whole(frame.body.get("n")), now_s, first=first))

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
        return (Disconnected(die, source, now_s, "the die started anew", "gone"), Reconnected(die, source, now_s))

    def _doubt(self) -> OwnOutput:
        self._doubts = True
        return OwnOutput(send=self.ask())

    def _roll(self, frame: Frame, now_s: float) -> OwnOutput:
        body, memory = frame.body, self._memory
        count = _whole(body.get("n"))
        if count is None or count < 1 or body.get("d") != self._id or not self._is_proved(count, body):
            return OwnOutput()
        this = (count, body.get("f"), body.get("s"))
        ack = self._frame("ack", {"s": frame.seq})
        if count > memory.rolls:
            memory.rolls, memory.last = count, this
            return OwnOutput(self._result(frame, now_s), ack)
        if this in (memory.last, self._cleared):
            return OwnOutput(send=ack)
        # An old count with another face: reported late, or the first roll after a start that was not observed.
        self._cleared = this
        return self._doubt()

    def _is_proved(self, count: int, body: dict[str, object]) -> bool:
        """Whether a roll was signed by a paired die; without paired dice, nothing is signed."""
        parts = ("roll", self._challenge, self._memory.boot, count, body.get("f"), body.get("s"))
        if not self._keys or self._keys.proves(str(self._id), body.get("m"), *parts):
            return True
        _log.warning("%s told a roll without the right proof", self.die)
        return False

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
        begun = () if self._memory.tumbles else (RollStarted(die, source, now_s),)
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
        return (RollStarted(str(self.die), self._source, now_s),)

    def _battery(self, frame: Frame, now_s: float) -> tuple[DieEvent, ...]:
        percent, charging = _whole(frame.body.get("pct")), frame.body.get("chg")
        if percent is None or not 0 <= percent <= 100:
            return ()
        return (
            BatteryLevel(str(self.die), self._source, now_s, percent, charging if isinstance(charging, bool) else None),
        )

    def _frame(self, kind: str, body: dict[str, object]) -> bytes:
        frame = encode_frame(self._sent, kind, body)
        self._sent += 1
        return frame


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _text(value: object, shape: re.Pattern[str]) -> str | None:
    return value if isinstance(value, str) and shape.fullmatch(value) else None
