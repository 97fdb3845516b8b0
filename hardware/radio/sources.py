"""The source of dice over radio, of one make."""

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self

from hardware.event_stream import EventStream
from hardware.events import DieEvent
from hardware.radio.dialogue import Make
from hardware.radio.radio import Radio
from hardware.source import NoSuchDieError


class RadioSource:
    """Dice of one make in the range of a radio, which other sources may share.

    Args:
        make: The make.
        radio: The radio.
    """

    def __init__(self, make: Make, radio: Radio) -> None:
        self._make = make
        self._radio = radio
        self._stream = EventStream()

    @property
    def name(self) -> str:
        return self._make.name

    async def __aenter__(self) -> Self:
        await self._radio.join(self._make, self._stream)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._radio.leave(self._make)
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        return self._stream.listen()

    async def identify(self, die: str) -> None:
        if not die.startswith(self.name + ":"):
            raise NoSuchDieError(f"{die} is no die of {self.name}.")
        await self._radio.identify(die)
