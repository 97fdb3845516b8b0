"""Which dice are within reach, told while it is being found out; for a screen, in a thread of its own."""

import asyncio
import logging
import threading
from contextlib import suppress

from companion.referee.dice.sources import DicePlaces, FoundDie, known_after, monitor
from hardware.events import DieEvent
from hardware.radio.trouble import SENTENCES
from hardware.source import DiceError
from vision.errors import VisionError

log = logging.getLogger(__name__)


class DiceDiscovery:
    """Listens for dice until it is stopped."""

    def __init__(self, where: DicePlaces) -> None:
        """Creates a discovery; nothing is opened before `start`."""
        self._where = where
        self._found: dict[str, FoundDie] = {}
        self._troubles: tuple[str, ...] = ()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="dice looking")

    @property
    def found(self) -> tuple[FoundDie, ...]:
        """The dice heard of so far; from any thread."""
        return tuple(sorted(self._found.copy().values(), key=lambda die: die.die))

    @property
    def troubles(self) -> tuple[str, ...]:
        """What keeps dice from being heard, an English sentence each; from any thread."""
        return self._troubles

    def start(self) -> None:
        """Begins to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and lets all dice go; may be called twice."""
        self._ends = True
        loop, task = self._loop, self._task
        if loop is not None and task is not None:
            with suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(task.cancel)
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            asyncio.run(self._listen())

    async def _listen(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        if self._ends:
            return
        try:
            await monitor(self._where, self._heard, self._trouble)
        except (DiceError, VisionError, OSError) as error:
            self._trouble(str(error))

    def _heard(self, event: DieEvent) -> None:
        self._found[event.die] = known_after(self._found.get(event.die, FoundDie(event.die)), event)

    def _trouble(self, sentence: str) -> None:
        self._troubles = (*(told for told in self._troubles if told != sentence), sentence)


def radio_cause(sentence: str) -> str | None:
    """Which trouble of the radio a sentence tells, as a word; None where it tells of something else."""
    causes = ((cause, told.rstrip(".")) for cause, told in SENTENCES.items())
    return next((cause.value for cause, told in causes if sentence.startswith(told)), None)
