"""What of a record is written: the words of our own modules, and of everything else only what cannot hold a secret.

An exception's message may hold anything that the program held: a card, a code, a password. So of most exceptions there
is written what they are and where they came from. The operating system's have a number that says it, and those of dice
are sentences that know of nothing but dice. Of a library's record there is written where in the library it comes
from, which tells what it says, and its words as long as nothing was filled in: that may be a task with its exception,
or a text on the screen.
"""

import errno
import logging
import re
import traceback
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path, PurePath
from types import TracebackType

OURS = frozenset({"companion", "vision", "hardware"})
TELL_OF_DICE = frozenset({"hardware", "bleak", "serial"})
"""Packages whose exceptions know nothing of the game, of files or of cameras."""

MAX_FRAMES = 40
MAX_LINKED = 8
"""Exceptions of which one led to the next."""
MAX_LETTERS = 4000
WITHHELD = "…"

_CONSTANT = re.compile(r"[^'\"<(\[{:=%\n]*")
"""The beginning of a library's sentence up to where something is to be filled in."""
_WHOLE = frozenset(
    {
        "Future exception was never retrieved",
        "Task exception was never retrieved",
        "Task was destroyed but it is pending!",
        "Unhandled exception in event loop",
    }
)
"""What asyncio says before it tells of objects of ours; in other sentences something may be filled in already."""
_ADDRESS = re.compile(r"\b(https?|rtsps?|wss?)://[^\s'\"]*", re.IGNORECASE)
_NUMBERS = re.compile(r"\b\d{1,3}(\.\d{1,3}){3}\b|(?<![\w:])[0-9a-f]{1,4}(:[0-9a-f]{0,4}){4,7}(?![\w:])", re.IGNORECASE)
"""Addresses in a network."""
_FOLDERS = re.compile(r"(?<![\w/\\…])(?!/dev/)(?:~|[A-Za-z]:)?(?:[/\\]+[^\s/\\'\":|<>]+){2,}|~[/\\]\S+|[A-Za-z]:\\\S+")
"""Names of files with their folders."""
_KIND = re.compile(r"\.[a-z]{1,12}")
_CODE = re.compile(
    r".*[/\\](?:site-packages|lib[/\\]python[\d.]+)[/\\]|.*[/\\](?=(?:companion|vision|hardware|tests)[/\\])"
)
"""What comes before the part of a source file's name that is the same on every machine."""


class RedactingFormatter(logging.Formatter):
    """Writes records one line each, with the exceptions that came with them indented below."""

    def format(self, record: logging.LogRecord) -> str:
        """The lines of a record."""
        at = datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")
        thread = (record.threadName or "").partition(" ")[0]
        said = without_names(_said(record))[:MAX_LETTERS].replace("\n", "\n  ")
        alike = getattr(record, "alike", 0)
        more = f" (and {alike} more of these)" if alike else ""
        lines = [f"{at} {record.levelname} {thread} {record.name} {said}{more}"]
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            lines += [f"  {line}" for line in lines_of(error)]
        return "\n".join(lines)


def without_names(text: str) -> str:
    """A text without folders, and without addresses in a network."""
    return _NUMBERS.sub(WITHHELD, without_folders(_ADDRESS.sub(r"\1://" + WITHHELD, text)))


def without_folders(text: str) -> str:
    """A text in which of each file that is named with its folder only the kind is left, and of source files where."""
    home = str(Path.home())
    if len(home) > 1:
        text = text.replace(home, "~")
    return _FOLDERS.sub(lambda found: short_name(found.group()), text)


def short_name(path: str) -> str:
    """Of a source file the part of its name that is the same everywhere; of any other file only what kind it is."""
    file = PurePath(path.replace("\\", "/"))
    if file.suffix in {".py", ".pyx", ".html", ".kv"}:
        within = _CODE.sub("", str(file), count=1)
        return within if within != str(file) or not _has_root(path) else file.name
    return kind_of(file)


def _has_root(path: str) -> bool:
    return path.startswith(("/", "\\", "~")) or path[1:2] == ":"


def kind_of(file: PurePath) -> str:
    """Of a file only what kind it is: its name may be that of a player."""
    return WITHHELD + (file.suffix if _KIND.fullmatch(file.suffix) else "")


def lines_of(error: BaseException) -> list[str]:
    """What an exception is, where it came from, and what led to it, the first cause first."""
    lines = list[str]()
    for link in _linked(error):
        lines += [*_frames(link.__traceback__), words_of(link)]
        if isinstance(link, BaseExceptionGroup):
            for each in link.exceptions[:MAX_LINKED]:
                lines += [f"| {line}" for line in lines_of(each)]
    return lines


def words_of(error: BaseException) -> str:
    """What an exception is, with its message where that cannot hold what somebody keeps secret."""
    kind = type(error)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name}: {errno.errorcode.get(error.errno, error.errno)}"
    if isinstance(error, AttributeError) and error.obj is not None:
        return f"{name}: of a {type(error.obj).__qualname__}"
    if isinstance(error, ImportError) and error.name:
        return f"{name}: of {error.name}"
    if kind.__module__.partition(".")[0] in TELL_OF_DICE:
        return f"{name}: {without_names(str(error))[:MAX_LETTERS]}"
    return name


def _said(record: logging.LogRecord) -> str:
    message = record.msg if isinstance(record.msg, str) else type(record.msg).__qualname__
    if record.name.partition(".")[0] not in OURS:
        return f"{_constant(record, message)} ({short_name(record.pathname)}:{record.lineno})"
    args = record.args
    if not args:
        return message
    try:
        return message % (tuple(map(_told, args)) if isinstance(args, tuple) else args)
    except (TypeError, ValueError):
        return message


def _constant(record: logging.LogRecord, message: str) -> str:
    """What is the same in all records of one place in a library; without arguments nobody knows."""
    if not record.args:
        first = message.partition("\n")[0]
        return first if first in _WHOLE else WITHHELD
    found = _CONSTANT.match(message)
    return found.group().strip() if found else WITHHELD


def _told(value: object) -> object:
    """A value as it is filled in."""
    if isinstance(value, BaseException):
        return words_of(value)
    return kind_of(value) if isinstance(value, PurePath) else value


def _linked(error: BaseException) -> list[BaseException]:
    links, link = list[BaseException](), error
    while len(links) < MAX_LINKED and link not in links:
        links.insert(0, link)
        before = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
        if before is None:
            break
        link = before
    return links


def _frames(trace: TracebackType | None) -> Iterator[str]:
    for frame in traceback.extract_tb(trace, limit=-MAX_FRAMES):
        yield f"{short_name(frame.filename)}:{frame.lineno} {frame.name}: {(frame.line or '').strip()}"
