"""`companion play`: the window, from the start screen or at once over a table that was named."""

import locale
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from companion.referee import Choices, Service
from companion.referee.core.session import Setup, TableWatch, set_up
from companion.referee.errors import SetupError
from companion.referee.lobby.new_game import NewGame
from companion.referee.lobby.open_table import OpenTableError, TablePart, TableRequest, laid_out, measures_of, prepared
from companion.referee.virtual_mat.mat_file import table_of
from companion.tablet.data.resume import going_on
from companion.tablet.data.services import AppServices
from companion.tablet.data.settings import load
from companion.tablet.window.environment import Screen, prepare, screen
from companion.texts import Language, say

USUAL = "usb:0"
"""The camera that is tried before one was ever chosen."""
NOT_SEEN = {Screen.OFFSCREEN: "tablet.screen.none", Screen.WAYLAND_ONLY: "tablet.screen.wayland"}


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What `companion play` was asked for.

    Attributes:
        camera: As the player names it, such as `usb:0`; None for the one that was used last.
        table: A `table.toml`; None for the one that was used last, if the camera was, too. A simulated camera brings
            its own, unless the game was played on it with another.
        calibration: A `camera.toml`; None takes the one made for this camera by `companion calibrate`, if any.
        language: Of the screen at first; None takes the one chosen before, else the system's.
        game: The file of the game to be played; None for none.
        at_once: Whether the table is opened at once; else the start screen comes first.
        beginning: What a new game in that file begins with; None for one that goes on.
    """

    camera: str | None = None
    table: Path | None = None
    calibration: Path | None = None
    language: Language | None = None
    game: Path | None = None
    at_once: bool = True
    beginning: NewGame | None = None


def play(
    options: PlayOptions,
    services: AppServices,
    game: Callable[[Setup], Service] | None = None,
    holds: ExitStack | None = None,
) -> int:
    """Opens the window and keeps it until it is closed.

    Args:
        options: What was asked for.
        services: What lies beyond the window.
        game: Makes what lives beside the referee, such as a game with its phones, once all else is well.
        holds: What is let go when the table of that game is put away.

    Returns:
        The exit code, 0.

    Raises:
        OpeningError: If a file that was named is not what it should be, the camera being remembered.
        VisionError: If the camera's name or a file is not what it should be.
        SetupError: If a real camera comes without a table file, or no window could be seen.
    """
    settings = load(services.settings_file).settings
    language = spoken(options.language or settings.language)
    wanted = _wanted(options, services)
    setup, refused = None, None
    if options.at_once:
        try:
            setup = _set_up(options, wanted)
        except OpenTableError as error:
            named = {TablePart.TABLE: options.table, TablePart.LENS: options.calibration}
            if named.get(error.part) is not None:
                raise
            # What was remembered is wrong: the window leads on from there.
            refused = error, replace(wanted, beginning=options.beginning)
    where = screen()
    if where is not Screen.SEEN:
        raise SetupError(say(language, NOT_SEEN[where]))
    prepare(offscreen=False)
    from kivy.base import ExceptionManager  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from kivy.core.window import Window  # noqa: PLC0415 (likewise)

    if Window is None:
        raise SetupError(say(language, NOT_SEEN[Screen.OFFSCREEN]))
    from companion.tablet.window.crash_handler import CrashHandler  # noqa: PLC0415 (likewise)
    from companion.tablet.window.shell import FirstTable, Shell  # noqa: PLC0415 (likewise)

    first = None
    if setup is not None:
        service = game(setup) if game is not None else None
        setup = setup if wanted.game is None else laid_out(setup, wanted.game, wanted)
        watch = TableWatch(setup, measures_of(wanted), Choices(language=language), keeps=True, service=service)
        first = FirstTable(watch, wanted, ExitStack() if holds is None else holds)
    ExceptionManager.add_handler(CrashHandler())
    Shell(services, language, first, refused).run()
    return 0


def _set_up(options: PlayOptions, wanted: TableRequest) -> Setup:
    """What is watched at once; whoever names a real camera names its table, too.

    Raises:
        OpeningError: If something of a table that is remembered is not what it should be.
        VisionError: If the camera's name or a file is not.
        SetupError: If a real camera comes without a table file.
    """
    if options.camera is None:
        return prepared(wanted)
    return set_up(wanted.camera, wanted.table, wanted.calibration)


def _wanted(options: PlayOptions, services: AppServices) -> TableRequest:
    """The table that was named; what was not named is as it was last."""
    settings = load(services.settings_file).settings
    game = None if options.game is None else options.game.absolute()
    if options.camera is not None:
        kept = None if game is None else table_of(game, options.camera)
        return TableRequest(options.camera, options.table or kept, options.calibration, game)
    table = Path(settings.table) if settings.table else None
    last = TableRequest(settings.camera, table) if game is None else going_on(game, settings)
    return TableRequest(last.camera or USUAL, options.table or last.table, options.calibration, game)


def spoken(language: Language | None) -> Language:
    """A language that was asked for, else the one this computer speaks, if we speak it too; else English."""
    return language or system_language()


def system_language() -> Language:
    """The language this computer speaks, if we speak it too; else English."""
    return Language.of_system(locale.getlocale()[0] or "") or Language.ENGLISH
