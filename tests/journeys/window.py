"""The window of `companion play` opened for one journey, over files in a folder of its own, and closed again.

Only to be imported where Kivy has been prepared.
"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.referee.api.proposal import ConfirmMode
from companion.referee.dice.simulated_serial import SimulatedSerialDice, rehearsed_dice
from companion.session import GameSession, SessionPlan
from companion.tablet.data.services import House
from companion.tablet.data.settings import Settings, load
from companion.tablet.window.shell import PRACTICE_DICE, Shell
from companion.texts import Language
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
            house = _house(folder, dice, evenings)
            settings = load(house.settings_file).settings
            shell = Shell(house, settings.language or Language.ENGLISH)
            window = asyncio.create_task(shell.async_run())
            acting = asyncio.create_task(journey(Person(shell, folder, dice, evenings), **words))
            await asyncio.wait({window, acting}, return_when=asyncio.FIRST_COMPLETED)
            shell.stop()
            await window
            if not acting.done():
                acting.cancel()
            return await acting

    return asyncio.run(run())


def _house(folder: Path, dice: SimulatedSerialDice, evenings: list[GameSession]) -> House:
    def now() -> datetime:
        return datetime.now(UTC)

    def evening(path: Path, settings: Settings) -> GameSession:
        # Over a simulated table the program takes dice of its own unless somebody names others.
        named = dice.sources if settings.dice in ((), PRACTICE_DICE) else settings.dice_named
        plan = SessionPlan(path, pause_s=settings.pause_s, port=0, confirming=ConfirmMode(settings.confirm), dice=named)
        evenings.append(GameSession(plan, now))
        return evenings[-1]

    return House(folder / "settings.toml", folder / "games", now, evening, lambda: ("127.0.0.1",), 8642)
