"""The queue of events from a source to its only listener."""

import asyncio
from collections.abc import AsyncIterator

from hardware.events import DieEvent


class EventStream:
    """Buffers events until the listener takes them.

    It belongs to one event loop; other threads must post to that loop.
    """

    def __init__(self) -> None:
        self._queue: asyncio.Queue[DieEvent | Exception | None] = asyncio.Queue()
        self._closed = False

    def tell(self, *events: DieEvent) -> None:
        """Adds an event; after the end it is dropped, because nobody listens."""
        if not self._closed:
            for event in events:
                self._queue.put_nowait(event)

    def close(self) -> None:
        """Ends the stream; the listener still gets the events before the end."""
        if not self._closed:
            self._closed = True
            self._queue.put_nowait(None)

    def fail(self, task: "asyncio.Task[None]") -> None:
        """Ends the stream with the error of a failed task; suitable for `Task.add_done_callback`."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception) and not self._closed:
            self._queue.put_nowait(error)
            self.close()

    async def listen(self) -> AsyncIterator[DieEvent]:
        """Yields all events so far and from now on, until the end.

        Raises:
            Exception: The error of a part of the source that must not fail.
        """
        while (event := await self._queue.get()) is not None:
            if isinstance(event, Exception):
                raise event
            yield event
        self._queue.put_nowait(None)  # the end marker is put back, so that a later call also ends
