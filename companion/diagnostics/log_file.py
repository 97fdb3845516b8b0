"""The log: one file for each run, beside those of the runs before, each bounded, readable by their user alone."""

import faulthandler
import logging
import os
import platform
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib.metadata import PackageNotFoundError, requires, version
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

from companion.diagnostics.crashes import watched_threads
from companion.diagnostics.redaction import RedactingFormatter, without_folders

log = logging.getLogger(__name__)

SUFFIX = ".log"
BEFORE = ".1"
"""What the name of a file has beyond that of the one that goes on after it."""
KEPT_RUNS = 10
MAX_BYTES = 1_000_000
"""Of one file; a run has two at most, so all of them take 20 MB at most."""
MAX_TO_SEND_BYTES = 4_000_000

MAX_REPEATS = 20
ALIKE_WITHIN_S = 60.0
"""What goes wrong thirty times a second would push out of the file how it began."""

_ENDED = "ended"
_FATAL = re.compile(r"^\S+ CRITICAL \S+ \S+ crashed\b|^Fatal Python error:|^Windows fatal exception:", re.MULTILINE)


def logs_folder() -> Path:
    """Where logs are kept, in the user's data folder."""
    return Path(platformdirs.user_data_path("companion")) / "logs"


class RunLog(RotatingFileHandler):
    """The log of one run.

    Attributes:
        path: Its file.
        fell_before: The log of the run of the same command before this one, if the program fell over in that.
    """

    def __init__(self, path: Path, header: str, fell_before: Path | None = None) -> None:
        """Opens the file.

        Args:
            path: The file; one that is there is gone on with.
            header: With which every file of the run begins.
            fell_before: See the attribute.

        Raises:
            OSError: If it cannot be written.
        """
        self.path, self.fell_before, self._header = path, fell_before, header
        super().__init__(path, maxBytes=MAX_BYTES, backupCount=1, encoding="utf-8", errors="backslashreplace")
        self.setFormatter(RedactingFormatter())

    def _open(self) -> TextIOWrapper:
        stream = open(  # noqa: SIM115 (as long as the program lives)
            self.baseFilename, "a", encoding="utf-8", errors="backslashreplace", opener=_for_the_user_alone
        )
        stream.write(self._header)
        stream.flush()
        faulthandler.enable(stream)  # where the interpreter itself breaks down, it writes into this file
        return stream

    def doRollover(self) -> None:  # noqa: N802 (its name in the library)
        """Goes on in a new file."""
        faulthandler.disable()
        super().doRollover()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (its name in the library)
        """A log that cannot be written, as on a full disk, disturbs nobody; the next line is tried anew."""

    def close(self) -> None:
        """Closes the file; may be called twice."""
        faulthandler.disable()
        super().close()


def _for_the_user_alone(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


class RepeatFilter(logging.Filter):
    """Passes over records that come again and again, and counts them."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        kind = type(record.exc_info[1]) if record.exc_info else None
        what, now_s = (record.pathname, record.lineno, record.levelno, kind), self._clock()
        since_s, count = self._seen.get(what, (now_s, 0))
        if now_s - since_s >= ALIKE_WITHIN_S:
            record.alike = max(0, count - MAX_REPEATS)
            since_s, count = now_s, 0
        self._seen[what] = since_s, count + 1
        return count < MAX_REPEATS


def current() -> RunLog | None:
    """The log of this run; None where none is written."""
    return next((each for each in logging.getLogger().handlers if isinstance(each, RunLog)), None)


def this_run() -> str:
    """What was written in this run; empty where nothing is."""
    handler = current()
    return "" if handler is None else _text_of(handler.path)


def all_runs() -> str:
    """What was written in this run and those before, the oldest first, as much of it as can be sent."""
    found, size = list[str](), 0
    for path in reversed(_files(logs_folder())):
        text = _text_of(path)
        size += len(text.encode())
        if found and size > MAX_TO_SEND_BYTES:
            break
        found.append(f"== {path.name}\n{text}")
    return "\n".join(reversed(found))


@contextmanager
def logged(command: str, now: datetime, *, thorough: bool = False) -> Iterator[RunLog | None]:
    """Writes the log of a command while the context lasts; without a place for it the command runs all the same.

    Where an exception comes out of the context, the log has no end: whoever starts the same command next is told.

    Args:
        command: Its name.
        now: Wall time, with its zone.
        thorough: Whether also what is of interest only now and then is written, however often it comes.
    """
    try:
        handler = _opened(logs_folder(), command, now)
    except OSError as error:
        log.warning("no_log_file why=%s", error.strerror)
        yield None
        return
    if not thorough:
        handler.addFilter(RepeatFilter())
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG if thorough else logging.INFO)
    try:
        with watched_threads():
            yield handler
    except Exception:
        raise
    except BaseException:  # somebody ended it
        log.info(_ENDED)
        raise
    else:
        log.info(_ENDED)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        handler.close()


def _opened(folder: Path, command: str, now: datetime) -> RunLog:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # another user's, as on a stick
        folder.chmod(0o700)
    earlier = [path for path in _files(folder) if path.stem.rpartition("-")[2] == command]
    fell = earlier[-1] if earlier and _fell_over(earlier[-1]) else None
    for path in _files(folder)[: -KEPT_RUNS + 1]:
        for file in (path, _before(path)):
            with suppress(OSError):  # on Windows, one that is open elsewhere
                file.unlink(missing_ok=True)
    return RunLog(_new_file(folder, command, now), header(command), fell)


def _new_file(folder: Path, command: str, now: datetime) -> Path:
    """A file of its own, also where the same command is started twice within a second."""
    number = 1
    while True:
        more = "" if number == 1 else f"_{number}"
        path = folder / f"{now:%Y-%m-%d_%H-%M-%S}{more}-{command}{SUFFIX}"
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            number += 1
        else:
            return path


def header(command: str) -> str:
    """What ran, with which libraries, on which system."""
    system = f"Python {platform.python_version()}, {platform.platform()} {platform.machine()}"
    return f"# companion {version('companion')} {command}, {system}\n# {', '.join(_libraries())}\n"


def _libraries() -> Iterator[str]:
    for wanted in requires("companion") or ():
        if ";" not in wanted and (name := re.match(r"[\w.-]+", wanted)):
            with suppress(PackageNotFoundError):
                yield f"{name.group()} {version(name.group())}"


def _files(folder: Path) -> list[Path]:
    """The logs of all runs, the oldest first."""
    return sorted(folder.glob(f"*{SUFFIX}"))


def _before(path: Path) -> Path:
    return path.with_name(path.name + BEFORE)


def _text_of(path: Path) -> str:
    """What one run has written; what the interpreter wrote itself as it broke down names folders, too."""
    text = ""
    for file in (_before(path), path):
        with suppress(OSError):
            text += file.read_text(encoding="utf-8", errors="replace")
    return without_folders(text)


def _fell_over(path: Path) -> bool:
    """Whether the program went wrong in a run, and did not come to an end after that."""
    text = _text_of(path)
    return _FATAL.search(text) is not None and not re.search(rf" {re.escape(log.name)} {_ENDED}$", text, re.MULTILINE)
