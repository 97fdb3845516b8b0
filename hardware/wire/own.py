"""Our own die over USB serial."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from types import TracebackType
from typing import Final, Self

from hardware.die_keys import DieKeys
from hardware.event_sequence import EventSequence
from hardware.event_stream import EventStream
from hardware.events import DieEvent, EvidenceKind
from hardware.frames import LONGEST_FRAME_BYTES, frame_of
from hardware.own_protocol import OwnConnection, OwnMemories, OwnMemory
from hardware.source import NoSuchDieError
from hardware.wire.line import Line, LineError, open_line
from hardware.wire.ports import Lister, WireTimes
from hardware.wire.text_protocol import LineReader, shown

SOURCE: Final = "own-serial"

_BEFORE_AN_ERROR = (b"Traceback", b" ")
"""Beginnings of the lines of a traceback that come before the error."""

_log = logging.getLogger(__name__)


class _DuplicateDieError(Exception):
    """Another port has a die with the same id."""


class _NoDieError(Exception):
    """No die of ours answers on a port."""


class _PortLink:
    """A port with a possible die."""

    def __init__(self, line: Line, remember: Callable[["_PortLink", str], OwnMemory], keys: DieKeys) -> None:
        self.line = line
        self._keys = keys
        self.answered = False
        self.text = LineReader(LONGEST_FRAME_BYTES)
        self.puzzled = False
        self._remember = remember
        self.greet()

    def greet(self) -> None:
        """Restarts the dialogue."""
        self.connection = OwnConnection(SOURCE, EvidenceKind.LINE, self, self._keys)
        self.sequence: EventSequence | None = None
        self.asked_s = float("-inf")
        self.missed = 0

    def of(self, die: str) -> OwnMemory:
        return self._remember(self, f"{SOURCE}:{die}")


class OwnSerial:
    """All our dice on serial ports: those on ports named by a person, and those found by their answer."""

    def __init__(
        self,
        ports: Iterable[str] = (),
        lister: Lister | None = None,
        patience: WireTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
        keys: DieKeys | None = None,
    ) -> None:
        """Creates a source.

        Args:
            ports: Ports named by a person, such as `/dev/ttyACM0` or `COM3`; retried without end.
            lister: Lists further ports, such as `hardware.wire.ports.usb_ports`; each gets a hello, and is closed if no
                die answers. Opening a port may restart the device on it, whatever it is, so use this only where the
                computer's owner has agreed.
            patience: Time-outs and intervals.
            clock: Seconds for the events.
            keys: The secrets of paired dice; where there are any, other dice are refused.
        """
        self._keys = keys or DieKeys()
        self._named = frozenset(ports)
        self._lister = lister
        self._patience = patience or WireTimes()
        self._clock = clock
        self._stream = EventStream()
        self._memories = OwnMemories()
        self._sequences: dict[str, EventSequence] = {}
        self._links: dict[str, _PortLink] = {}
        self._troubles: dict[str, str] = {}
        self._keepers: dict[str, asyncio.Task[None]] = {}
        self._open: set[str] = set()
        self._watch: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return SOURCE

    @property
    def troubles(self) -> Mapping[str, str]:
        """For each port without a die, or whose die prints what is no message, the reason in one sentence."""
        return self._troubles

    async def __aenter__(self) -> Self:
        self._watch = asyncio.create_task(self._watch_ports())
        self._watch.add_done_callback(self._stream.fail)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        for keeper in self._keepers.values():
            keeper.cancel()
        await asyncio.gather(*self._keepers.values(), return_exceptions=True)
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        return self._stream.listen()

    async def identify(self, die: str) -> None:
        link = self._links.get(die)
        if link is None or not self._sequences[die].is_connected:
            raise NoSuchDieError(f"{die} is not connected now")
        try:
            link.line.write(link.connection.blink())
        except LineError as error:
            raise NoSuchDieError(f"{die} is not connected now: {error}") from error

    async def _watch_ports(self) -> None:
        """Keeps one task per existing port; after a task has ended, the port must disappear before it gets another."""
        while True:
            wanted = self._named | await self._listed()
            for port in wanted - self._keepers.keys():
                self._keepers[port] = asyncio.create_task(self._keep(port))
                self._keepers[port].add_done_callback(self._stream.fail)
            # A task whose port is open learns from the port itself that it is gone.
            for port in self._keepers.keys() - wanted - self._open:
                self._keepers.pop(port).cancel()
                self._troubles.pop(port, None)
            if self._lister is None:
                return
            await asyncio.sleep(self._patience.list_s)

    async def _listed(self) -> frozenset[str]:
        if self._lister is None:
            return frozenset()
        try:
            return frozenset(await asyncio.to_thread(self._lister))
        except OSError as error:
            _log.warning("the serial ports cannot be listed: %s", error)
            return frozenset()

    async def _keep(self, port: str) -> None:
        """Runs the dialogue on a port whenever the port exists; ends if no die is expected there."""
        while True:
            link: _PortLink | None = None
            try:
                async with open_line(port) as line:
                    self._open.add(port)
                    self._troubles.pop(port, None)
                    link = _PortLink(line, self._remember, self._keys)
                    await self._serve(link, port)
            except LineError as error:
                self._troubles[port] = str(error)
                self._drop(link, str(error), "unplugged")
            except _NoDieError as nobody:
                self._troubles[port] = str(nobody)
                return
            finally:
                self._open.discard(port)
                self._release(link)
            await asyncio.sleep(self._patience.reopen_s)

    async def _serve(self, link: _PortLink, port: str) -> None:
        """Runs the dialogue until the port is gone.

        Raises:
            LineError: When it is.
            _NobodyError: If no person named the port and none of our dice is on it.
        """
        opened_s = self._clock()
        while True:
            now_s = self._clock()
            self._ask(link, now_s)
            due_s = link.asked_s + self._ask_every_s(link)
            data = await link.line.read(due_s - now_s)
            if data:
                self._hear(link, data, port)
            if not link.answered and self._clock() - opened_s > self._patience.silent_s:
                nobody = f"nobody on {port} answers as a die of ours; one that talks elsewhere, as over radio, does not"
                if port not in self._named:
                    raise _NoDieError(nobody)
                self._troubles.setdefault(port, nobody)

    def _ask_every_s(self, link: _PortLink) -> float:
        return self._patience.hello_s if link.connection.asks_hello else self._patience.ping_s

    def _ask(self, link: _PortLink, now_s: float) -> None:
        if now_s < link.asked_s + self._ask_every_s(link):
            return
        link.missed = 0 if link.connection.heard_s >= link.asked_s else link.missed + 1
        if link.sequence is not None and link.missed >= self._patience.missed_pings:
            self._drop(link, f"the die left {link.missed} calls unanswered", "gone")
            link.greet()
        link.asked_s = now_s
        link.line.write(link.connection.ask())

    def _hear(self, link: _PortLink, data: bytes, port: str) -> None:
        try:
            output = link.connection.received(data, self._clock())
            self._note_text(link, data, port)
            if link.connection.die is None:
                return
            sequence = self._join(link, link.connection.die)
        except _DuplicateDieError as taken:
            self._troubles[port] = str(taken)
            return
        link.line.write(output.send)
        for event in output.events:
            sequence.also(event)
        if link.connection.incompatible is not None:
            self._troubles[port] = link.connection.incompatible

    def _note_text(self, link: _PortLink, data: bytes, port: str) -> None:
        """Tells, once, of text that is no message, such as a firmware's error, until a message of the die comes."""
        for line in link.text.feed(data):
            if frame_of(line) is not None:
                if link.connection.die is not None:
                    self._troubles.pop(port, None)
            elif not link.puzzled and (link.answered or port in self._named) and not line.startswith(_BEFORE_AN_ERROR):
                link.puzzled = True
                self._troubles[port] = (
                    f"{port} prints “{shown(line)}”, which is no message of a die of ours: if no roll arrives, restart "
                    "the die or put its firmware on it again"
                )

    def _join(self, link: _PortLink, die: str) -> EventSequence:
        """Returns the event sequence of the die on a port.

        Raises:
            _TakenError: If another port already reports this die.
        """
        self._claim(link, die)
        self._links[die] = link
        sequence = self._sequences.setdefault(die, EventSequence(die, SOURCE, self._clock, self._stream.tell))
        link.sequence, link.answered = sequence, True
        sequence.seen(f"OurDie_{die.removeprefix(SOURCE + ':')}", link.connection.kind)
        if link.connection.incompatible is None:
            sequence.connected()
        else:
            sequence.lost(link.connection.incompatible, link.connection.refusal_cause)
        return sequence

    def _drop(self, link: _PortLink | None, why: str, cause: str) -> None:
        if link is not None and link.sequence is not None:
            link.sequence.lost(why, cause)
        self._release(link)

    def _release(self, link: _PortLink | None) -> None:
        for die in [die for die, taken in self._links.items() if taken is link]:
            del self._links[die]

    def _remember(self, link: _PortLink, die: str) -> OwnMemory:
        """Gives the state of a die to one dialogue at a time, so that it stays correct if two dice have the same id."""
        self._claim(link, die)
        return self._memories.of(die)

    def _claim(self, link: _PortLink, die: str) -> None:
        if self._links.get(die, link) is not link:
            raise _DuplicateDieError(f"another port has a die that says it is {die}, too")
