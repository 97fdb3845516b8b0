"""One Chromium for all tests of a process: to start one costs more than most pages that are opened in it.

A browser belongs to the event loop that started it, so what is done with it is run by `browse`, on one loop for all.
"""

import asyncio
import atexit
import contextlib
from collections.abc import AsyncIterator, Coroutine
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, Error, Playwright, async_playwright

from tests.chromium import ARGUMENTS, INSTALLED

Result = TypeVar("Result")


class BrowserLoop:
    """The loop on which browsers live, and those that were started."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._playwright: Playwright | None = None
        self._browsers: dict[tuple[Path | None, tuple[str, ...]], Browser] = {}
        self._lasting: set[asyncio.Task[Any]] = set()
        atexit.register(self._close)

    def run(self, main: Coroutine[Any, Any, Result]) -> Result:
        """As `asyncio.run`: what `main` started and left is cancelled."""
        return self._runner.run(self._whole(main))

    async def browser(self, program: Path | None, arguments: tuple[str, ...]) -> Browser:
        """The browser with these arguments, started if it is not there or has gone."""
        found = self._browsers.get((program, arguments))
        if found is not None and not await _answers(found):
            found, self._playwright = None, None
            self._browsers.clear()  # all were reached by the same driver
        if found is None:
            before = asyncio.all_tasks()
            if self._playwright is None:
                self._playwright = await async_playwright().start()
            found = await self._playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS, *arguments])
            self._browsers[program, arguments] = found
            self._lasting |= asyncio.all_tasks() - before
        return found

    async def _whole(self, main: Coroutine[Any, Any, Result]) -> Result:
        before = asyncio.all_tasks()
        try:
            return await main
        finally:
            left = asyncio.all_tasks() - before - self._lasting
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    def _close(self) -> None:
        async def closed() -> None:
            for each in self._browsers.values():
                await each.close()
            if self._playwright is not None:
                await self._playwright.stop()

        with self._runner:
            if self._playwright is not None:
                self._runner.run(closed())


async def _answers(browser: Browser) -> bool:
    """Whether a browser is still there, and the driver through which it is reached."""
    try:
        await (await browser.new_context()).close()
    except Error:
        return False
    return True


@cache
def _loop() -> BrowserLoop:
    return BrowserLoop()


def browse(main: Coroutine[Any, Any, Result]) -> Result:
    """Runs what a test does with a browser, on the loop of all browsers."""
    return _loop().run(main)


@contextlib.asynccontextmanager
async def browser(*arguments: str, program: Path | None = INSTALLED) -> AsyncIterator[Browser]:
    """A browser without a page; the pages that are opened in it are closed at the end.

    Args:
        arguments: What Chromium is started with, beside the usual.
        program: Which Chromium.
    """
    found = await _loop().browser(program, arguments)
    try:
        yield found
    finally:
        for context in list(found.contexts):
            await context.close()
