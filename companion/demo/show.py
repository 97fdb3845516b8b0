"""The match that plays itself, in the tablet's window, with pictures of what is worth one."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial

from companion.demo.auto_player import DiceRoll, HandAction
from companion.demo.players import Players
from companion.tablet.window.app import CompanionApp
from companion.tablet.window.screenshots import AnimatedPicture
from companion.texts import Language

SPOKEN_WITHIN_S = 10.0
LOOK_S = 0.05
END_SHOWN_S = 3.0
PHONES_WITHIN_S = 20.0
PICTURE_WITHIN_S = 60.0
"""So long a slow machine may take until the camera's first picture."""

DICE = "dice"

MAX_SCENES = 8
"""So many pictures of one match, and one of its end."""


@dataclass
class MatchShow:
    """One match in one window.

    Attributes:
        app: The window, not opened yet.
        players: Play the match.
        tell: Says a line of progress.
        film: Makes what takes the pictures once the window is there; None for none.
        languages: In which the pictures are taken; the first is spoken between them.
        is_seen: Whether the camera has seen the table.
        seconds: So long after the first picture it ends, wherever the match stands; None for the whole match.
        stays: Whether the window stays open after the match.
        speak: Has the tablet speak another language.
    """

    app: CompanionApp
    players: Players
    tell: Callable[[str], None]
    film: Callable[[], AnimatedPicture | None]
    languages: tuple[Language, ...]
    is_seen: Callable[[], bool]
    seconds: float | None
    stays: bool
    speak: Callable[[Language], None]

    async def run(self) -> None:
        """Opens the window, lets the match be played and closes the window again.

        Raises:
            StuckError: If the match does not go on.
        """
        window = asyncio.create_task(self.app.async_run())
        try:
            await asyncio.sleep(0)
            film = self.film()
            playing = asyncio.create_task(self._play(film))
            async with _rolling(film):
                with contextlib.suppress(TimeoutError):
                    await self._until(lambda: self.is_seen() or window.done() or playing.done(), PICTURE_WITHIN_S)
                done, _ = await asyncio.wait(
                    {window, playing}, timeout=self.seconds, return_when=asyncio.FIRST_COMPLETED
                )
                if playing in done and not playing.exception():
                    await asyncio.sleep(END_SHOWN_S)
            if self.stays and not window.done():
                self.tell("The window is yours now; close it to end.")
                await asyncio.wait({window})
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
            if film is not None:
                film.save("demo")
        finally:
            self.app.stop()
            await window

    async def _play(self, film: AnimatedPicture | None) -> None:
        began_s, taken = time.monotonic(), list[str]()

        async def done(action: HandAction | DiceRoll) -> None:
            name = _scene(action)
            if name and name not in taken and len(taken) < MAX_SCENES:
                taken.append(name)
                self.tell(f"{time.monotonic() - began_s:5.1f} s  {name}")
                await self._keep(film, f"{len(taken):02d}-{name}")

        await self._invite()
        await self.players.play(done)
        self.tell(f"{time.monotonic() - began_s:5.1f} s  the match is over")
        await self._keep(film, f"{len(taken) + 1:02d}-end")

    async def _invite(self) -> None:
        """Says how a phone can watch."""
        with contextlib.suppress(TimeoutError):
            await self._until(lambda: self.app.view is not None and self.app.view.guests is not None, PHONES_WITHIN_S)
        view = self.app.view
        guests = None if view is None else view.guests
        if guests is not None and guests.address:
            self.tell(f"On a phone in this network: {guests.address}, code {guests.seats[-1].code} to watch.")

    async def _keep(self, film: AnimatedPicture | None, name: str) -> None:
        if film is None:
            return
        for language in (*self.languages[1:], self.languages[0]):
            self.speak(language)
            await self._until(partial(self._speaks, language), SPOKEN_WITHIN_S)
            await asyncio.sleep(0.2)  # what was told is drawn with the next frames
            film.keep(f"{name}-{language.value}")

    def _speaks(self, language: Language) -> bool:
        return self.app.view is not None and self.app.view.choices.language is language

    async def _until(self, condition: Callable[[], bool], patience_s: float) -> None:
        deadline_s = time.monotonic() + patience_s
        while not condition():
            if time.monotonic() > deadline_s:
                raise TimeoutError("the window does not answer")
            await asyncio.sleep(LOOK_S)


def _scene(action: HandAction | DiceRoll) -> str:
    """What is worth a picture when it has just been done for the first time; empty for nothing of note."""
    if isinstance(action, DiceRoll):
        return DICE if len(action.seats) == 1 else ""
    return action.action.scene


@contextlib.asynccontextmanager
async def _rolling(film: AnimatedPicture | None) -> AsyncIterator[None]:
    if film is None:
        yield
        return
    task = asyncio.create_task(film.roll())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
