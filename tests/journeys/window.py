"""The window of `companion play` opened for one journey, over files in a folder of its own, and closed again.

Only to be imported where Kivy has been prepared.
"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kivy.core.window import Window

from companion.referee.api.proposal import ConfirmMode
from companion.referee.dice.simulated_serial import SimulatedSerialDice, rehearsed_dice
from companion.session import GameSession, SessionPlan
from companion.tablet.data.services import AppServices
from companion.tablet.data.settings import Settings, load
from companion.tablet.window.shell import PRACTICE_DICE, Shell
from companion.texts import Language
from tests.few_pictures import few_drawings
from tests.journeys.person import Person
from tests.journeys.stage import Journey

DICE = ("amber", "birch", "coral", "dusk", "ember", "fern")


def at_window(journey: Journey, folder: Path, words: dict[str, Any]) -> Any:
    """Opens the window at its start, lets a person make a journey, and closes it.

    Args:
        journey: What is done.
        folder: Where settings and games lie.
        words: What the journey is told.
    """

    async def run() -> Any:
        ports = folder / "ports"
        ports.mkdir(parents=True, exist_ok=True)
        async with rehearsed_dice(ports, DICE) as dice:
            assert dice is not None, "this system has no pseudo-terminals"
            evenings = list[GameSession]()
            services = _services(folder, dice, evenings)
            settings = load(services.settings_file).settings
            shell = Shell(services, settings.language or Language.ENGLISH)
            window = asyncio.create_task(shell.async_run())
            acting = asyncio.create_task(journey(Person(shell, folder, dice, evenings), **words))
            await asyncio.wait({window, acting}, return_when=asyncio.FIRST_COMPLETED)
            shell.stop()
            await window
            if not acting.done():
                acting.cancel()
            return await acting

    with few_drawings(Window):
        return asyncio.run(run())


def _services(folder: Path, dice: SimulatedSerialDice, evenings: list[GameSession]) -> AppServices:
    def now() -> datetime:
        return datetime.now(UTC)

    def evening(path: Path, settings: Settings) -> GameSession:
        # Over a simulated table the program takes dice of its own unless somebody names others.
        named = dice.sources if settings.dice in ((), PRACTICE_DICE) else settings.dice_named
        plan = SessionPlan(path, pause_s=settings.pause_s, port=0, confirming=ConfirmMode(settings.confirm), dice=named)
        evenings.append(GameSession(plan, now))
        return evenings[-1]

    return AppServices(folder / "settings.toml", folder / "games", now, evening, lambda: ("127.0.0.1",), 8642)
