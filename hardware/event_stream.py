"""The way of events from a source to its one listener."""

import asyncio
from collections.abc import AsyncIterator

from hardware.events import DieEvent


class EventStream:
    """Keeps what is told until the listener takes it. Belongs to one event loop; other threads must post to that."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[DieEvent | Exception | None] = asyncio.Queue()
        self._closed = False

    def tell(self, *events: DieEvent) -> None:
        """Add what happened; after the end it is dropped, for nobody listens."""
        if not self._closed:
            for event in events:
                self._queue.put_nowait(event)

    def close(self) -> None:
        """End the stream: the listener still gets what was told before."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)

    def fail(self, task: "asyncio.Task[None]") -> None:
        """End the stream with the error of a task that ended by one, for `Task.add_done_callback`."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception) and not self._closed:
            self._queue.put_nowait(error)
            self.close()

    async def listen(self) -> AsyncIterator[DieEvent]:
        """Everything told so far and from now on, until the end.

        Raises:
            Exception: What ended a part of the source that should not have ended.
        """
        while (event := await self._queue.get()) is not None:
            if isinstance(event, Exception):
                raise event
            yield event
        self._queue.put_nowait(None)  # whoever asks again learns of the end, too
