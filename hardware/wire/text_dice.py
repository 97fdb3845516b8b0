"""Hobby dice that print text on a serial port, one die per port.

`hardware.wire.text_protocol` describes what cannot be known of them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from hardware.event_sequence import EventSequence
from hardware.event_stream import EventStream
from hardware.events import DieEvent
from hardware.source import CannotIdentifyError, NoSuchDieError
from hardware.wire.line import BAUD, LineError, open_line
from hardware.wire.ports import WireTimes
from hardware.wire.text_protocol import LineReader, TextDie, shown, understand

SOURCE: Final = "text"


@dataclass(frozen=True, slots=True)
class TextPort:
    """The port of a die, and its owner's description, since the die cannot describe itself.

    Attributes:
        port: The serial port.
        name: The owner's name for the die, which becomes its id and must be unique.
        sides: Number of its faces.
        baud: Baud rate of the line.
    """

    port: str
    name: str
    sides: int = 6
    baud: int = BAUD

    @property
    def die(self) -> str:
        """Its id."""
        return f"{SOURCE}:{self.name}"


class TextSerial:
    """All hobby dice that a person named."""

    def __init__(
        self,
        ports: Sequence[TextPort],
        rest_s: float = TextDie.REST_S,
        patience: WireTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Creates a source.

        Args:
            ports: One for each die.
            rest_s: Time for which a face must be stable before it counts.
            patience: Time-outs and intervals.
            clock: Seconds for the events.
        """
        if len({port.die for port in ports}) != len(ports):
            raise ValueError("two dice that print text have the same name")
        self._ports = tuple(ports)
        self._rest_s = rest_s
        self._patience = patience or WireTimes()
        self._clock = clock
        self._stream = EventStream()
        self._sequences = {port.die: EventSequence(port.die, SOURCE, clock, self._stream.tell) for port in ports}
        self._troubles: dict[str, str] = {}
        self._keepers: list[asyncio.Task[None]] = []

    @property
    def name(self) -> str:
        return SOURCE

    @property
    def troubles(self) -> Mapping[str, str]:
        """For each port without a die, or with one that is not understood, the reason in one sentence."""
        return self._troubles

    async def __aenter__(self) -> Self:
        for port in self._ports:
            keeper = asyncio.create_task(self._keep(port))
            keeper.add_done_callback(self._stream.fail)
            self._keepers.append(keeper)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        return self._stream.listen()

    async def identify(self, die: str) -> None:
        sequence = self._sequences.get(die)
        if sequence is None or not sequence.is_connected:
            raise NoSuchDieError(f"{die} is not connected now")
        raise CannotIdentifyError("a die that only prints text cannot be asked to show itself")

    async def _keep(self, port: TextPort) -> None:
        sequence = self._sequences[port.die]
        die = TextDie(sequence, self._rest_s)
        while True:
            try:
                await self._listen(port, sequence, die)
            except LineError as error:
                self._troubles[port.port] = str(error)
                sequence.lost(str(error), "unplugged")
                die.away()
            await asyncio.sleep(self._patience.reopen_s)

    async def _listen(self, port: TextPort, sequence: EventSequence, die: TextDie) -> None:
        """Processes the die's output until its port is gone.

        Raises:
            LineError: When the port is gone, or cannot be opened.
        """
        reader = LineReader()
        puzzled = False
        async with open_line(port.port, port.baud) as line:
            self._troubles.pop(port.port, None)
            sequence.seen(port.name, f"d{port.sides}")
            sequence.connected()
            while True:
                wait_s = die.wait_s(self._clock())
                for text in reader.feed(await line.read(wait_s if wait_s is not None else self._patience.ping_s)):
                    parsed = understand(text, port.sides)
                    if parsed is not None:
                        self._troubles.pop(port.port, None)
                        die.heard(parsed, self._clock())
                    elif not puzzled:
                        puzzled = True
                        self._troubles[port.port] = _not_understood(port, text)
                die.tick(self._clock())


def _not_understood(port: TextPort, line: bytes) -> str:
    """Says what the die on a port prints; control characters are shown as such."""
    return (
        f"{port.name} on {port.port} prints “{shown(line)}”, which is not understood: a line such as “Roll: 3” or “3” "
        f"was expected, with a number from 1 to {port.sides}"
    )
