"""What lies beyond a window that is tested: files in a folder of the test's own, games with phones."""

from datetime import UTC, datetime

from companion.session import GameSession, SessionPlan
from companion.tablet.data.services import AppServices


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
