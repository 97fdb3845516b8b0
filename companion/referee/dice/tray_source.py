"""Dice in a tray under a camera, as a source like any other."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Protocol, Self

from companion.referee.dice.tray_tracker import SOURCE, TrayTracker
from hardware.event_stream import EventStream
from hardware.events import DieEvent
from hardware.source import CannotIdentifyError, NoSuchDieError
from vision.arrays import Image
from vision.dice import DiceSet, WatchState
from vision.images.frame import CameraSource, Frame

WAIT_S = 0.2
"""How long an end may have to wait for a camera that gives nothing."""


class TrayReader(Protocol):
    """What tells rest from motion and reads dice at rest: vision's `TrayWatcher`."""

    def look(self, image: Image, at_s: float) -> WatchState: ...


class TrayDice:
    """The dice that a camera sees. That they tumbled is told once they lie still, with the time when it began.

    What it cannot know: whether a die was thrown or put down, where a hand was near it to the end; that is told by the
    confidence. Nor which die is which, unless it carries a code: dice without one are numbered from left to
    right, and a number is another die after the next throw.
    """

    def __init__(
        self, camera: CameraSource, watch: TrayReader, dice_set: DiceSet, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Say where to look.

        Args:
            camera: Where the pictures come from; started on entering and stopped on leaving.
            watch: What looks at them.
            dice_set: What dice they are.
            clock: Seconds for the events, the same that other sources count.
        """
        self._camera = camera
        self._watch = watch
        self._clock = clock
        self._stream = EventStream()
        self._tray = TrayTracker(dice_set, self._stream.tell)
        self._looking: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return SOURCE

    async def __aenter__(self) -> Self:
        self._camera.start()
        self._looking = asyncio.create_task(self._look_on(), name="dice tray")
        self._looking.add_done_callback(self._stream.fail)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        await asyncio.to_thread(self._camera.stop)
        self._stream.close()

    def events(self) -> AsyncIterator[DieEvent]:
        return self._stream.listen()

    async def identify(self, die: str) -> None:
        if die not in self._tray.dice:
            raise NoSuchDieError(f"The camera has seen no die {die}.")
        raise CannotIdentifyError("A die that only the camera knows has nothing to show itself with.")

    async def _look_on(self) -> None:
        sequence = -1
        while True:
            frame = await asyncio.to_thread(self._camera.newest, sequence, WAIT_S)
            if frame is None:
                if (trouble := self._camera.trouble) is not None:
                    self._tray.blind(trouble.sentence, "gone", self._clock())
                continue
            sequence = frame.sequence
            now_s = self._clock()
            watched = await asyncio.to_thread(self._look, frame)
            self._tray.look(watched, frame.image, now_s)

    def _look(self, frame: Frame) -> WatchState:
        """Decodes and reads, outside the event loop."""
        return self._watch.look(frame.image, frame.captured_s)
