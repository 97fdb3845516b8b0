"""`companion play`: the window over a real or simulated table."""

import locale
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.games.signum import CONTACT_TOLERANCE_MM, RANGES_MM
from companion.referee import Choices, Measures, Service
from companion.referee.errors import SetupError
from companion.referee.watch import Setup, Watch, set_up
from companion.tablet.surroundings import Screen, prepare, screen
from companion.texts import Language, say

SIGNUM = Measures(RANGES_MM, CONTACT_TOLERANCE_MM, difficult_limit_mm=RANGES_MM["S"])  # S-TERRAIN-19

NOT_SEEN = {Screen.OFFSCREEN: "tablet.screen.none", Screen.WAYLAND_ONLY: "tablet.screen.wayland"}


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What `companion play` was asked for.

    Attributes:
        camera: As the player names it, such as `usb:0`.
        table: A `table.toml`; a simulated camera brings its own.
        calibration: A `camera.toml`; None takes the one made for this camera by `companion calibrate`, if any.
        language: Of the screen at first; None takes the system's.
    """

    camera: str
    table: Path | None = None
    calibration: Path | None = None
    language: Language | None = None


def play(options: PlayOptions, game: Callable[[Setup], Service] | None = None) -> int:
    """Opens the window and keeps it until it is closed.

    Args:
        options: What was asked for.
        game: Makes what lives beside the referee, such as a game with its phones, once all else is well.

    Returns:
        The exit code, 0.

    Raises:
        VisionError: If the camera's name or a file is not what it should be.
        SetupError: If a real camera comes without a table file, or no window could be seen.
    """
    language = spoken(options.language)
    setup = set_up(options.camera, options.table, options.calibration)
    where = screen()
    if where is not Screen.SEEN:
        raise SetupError(say(language, NOT_SEEN[where]))
    prepare(offscreen=False)
    from kivy.core.window import Window  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    if Window is None:
        raise SetupError(say(language, NOT_SEEN[Screen.OFFSCREEN]))
    from companion.tablet.app import CompanionApp  # noqa: PLC0415 (likewise)

    service = game(setup) if game is not None else None
    CompanionApp(Watch(setup, SIGNUM, Choices(language=language), keeps=True, service=service)).run()
    return 0


def spoken(language: Language | None) -> Language:
    """A language that was asked for, else the one this computer speaks, if we speak it too; else English."""
    return language or system_language()


def system_language() -> Language:
    """The language this computer speaks, if we speak it too; else English."""
    spoken = (locale.getlocale()[0] or "").lower()
    names = {Language.RUSSIAN: ("ru", "russian"), Language.UKRAINIAN: ("uk", "ukrainian")}
    return next((ours for ours, theirs in names.items() if spoken.startswith(theirs)), Language.ENGLISH)
