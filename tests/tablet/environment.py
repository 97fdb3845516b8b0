"""What lies beyond a window that is tested: files in a folder of the test's own, games with phones."""

import asyncio
from datetime import UTC, datetime

from companion.session import GameSession, SessionPlan
from companion.tablet.data.services import AppServices
from tests.few_pictures import few_drawings


def now():
    return datetime.now(UTC)


def services_in(folder):
    def evening(path, settings):
        plan = SessionPlan(path, pause_s=settings.pause_s, port=0, symbols=settings.symbols, dice=settings.dice_named)
        return GameSession(plan, now)

    return AppServices(
        folder / "settings.toml",
        folder / "games",
        now,
        evening,
        lambda: ("192.168.1.20",),
        8642,
    )


async def acted_in(window, acting):
    """Runs a window until somebody has acted in it, or it is closed."""
    from kivy.core.window import Window  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    with few_drawings(Window):
        running, acts = asyncio.create_task(window.async_run()), asyncio.create_task(acting)
        await asyncio.wait({running, acts}, return_when=asyncio.FIRST_COMPLETED)
        window.stop()
        await running
    if not acts.done():
        acts.cancel()
    await acts
