"""Commands that run for long write a log; when one of them goes wrong, its user is told where that is."""

import argparse
import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.diagnostics import Crash
    from companion.texts import Language

log = logging.getLogger(__name__)

LOGGED = frozenset({"calibrate", "demo", "play", "record"})
"""The commands that run until somebody has had enough of them."""

OURS = frozenset({"command", "name"})
"""What the parser itself keeps among what was asked for."""

TOLD_IN_SENTENCES = frozenset({"hardware", "bleak"})
"""What is wrong with a die or the radio is told by the window, or by a sentence of the command itself."""


def prepare_console() -> None:
    """Has the console told what is worth a warning."""
    console = logging.StreamHandler()
    console.setLevel(logging.WARNING)
    console.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[console])


def keep_dice_off_the_console() -> None:
    """Has the console told nothing of dice."""
    for handler in logging.getLogger().handlers:
        if type(handler) is logging.StreamHandler:
            handler.addFilter(_is_not_of_dice)


def _is_not_of_dice(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] not in TOLD_IN_SENTENCES


def add_debug(parser: argparse.ArgumentParser) -> None:
    """Offers a log with more in it."""
    parser.add_argument("--debug", action="store_true", help="write more into the log file")


def run_logged(arguments: argparse.Namespace, run: Callable[[argparse.Namespace], int]) -> int:
    """Runs a command with a log.

    Args:
        arguments: What was asked for.
        run: The command; refuses in its own way what cannot be done.

    Returns:
        The exit code: the command's, or 1 where the program went wrong.
    """
    from companion.diagnostics import CRASHES, logged, where_it_is
    from companion.texts import say

    told = list[str]()
    try:
        with logged(arguments.name, datetime.now().astimezone(), thorough=arguments.debug) as opened:
            if opened is None:
                return run(arguments)

            def tell(crash: "Crash") -> None:
                language = _language(arguments)
                told.append("\n".join([say(language, "shell.fault.program"), *where_it_is(language, crash)]))
                if threading.current_thread() is not threading.main_thread():
                    print(told[-1], file=sys.stderr, flush=True)

            leave = CRASHES.listen(tell)
            try:
                given = sorted(name for name, value in vars(arguments).items() if value and name not in OURS)
                log.info("asked with=%s", ",".join(given))
                return run(arguments)
            except Exception as error:
                CRASHES.report(error)
                raise
            finally:
                leave()
    except Exception:
        if not told:
            raise
    print(told[-1], file=sys.stderr)
    return 1


def _language(arguments: argparse.Namespace) -> "Language":
    """That of the screen; what went wrong may be in the way of knowing it."""
    from companion.texts import Language

    with suppress(Exception):
        from companion.tablet import spoken
        from companion.tablet.data.settings import load, settings_file

        asked = getattr(arguments, "language", None)
        return Language(asked) if asked else load(settings_file()).settings.language or spoken(None)
    return Language.ENGLISH
