"""What of records and exceptions is written, and that nothing else is: the rest may be a card, a code or a password."""

import asyncio
import errno
import logging
import sys
from itertools import pairwise
from pathlib import Path

import aiohttp
import bleak
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.diagnostics.redaction import RedactingFormatter, lines_of, short_name, without_names, words_of
from companion.games.verdicts.measured import RuleViolation
from hardware.source import DiceError
from tests.diagnostics.card_names import CARDS, cards_in
from vision.errors import TableFileError

LANCE = "Jousting Lance"
WHERE = "/a/site-packages/kivy/core/window.py"


def written(name, message, *args, error=None, level=logging.INFO):
    """What a record becomes in the file."""
    told = (type(error), error, error.__traceback__) if error is not None else None
    return RedactingFormatter().format(
        logging.LogRecord(name, level, "/a/site-packages/kivy/core/window.py", 7, message, args, told)
    )


def raised(error):
    """An exception as it is caught."""
    with pytest.raises(type(error)) as caught:
        raise error
    return caught.value


def test_a_line_says_when_how_bad_which_thread_and_module_and_what():
    line = written("companion.referee.camera.camera_thread", "picture_not_read sequence=%d", 12, level=logging.WARNING)
    at, *rest = line.split(" ")
    assert at[10] == "T"
    assert at[-6] in "+-"
    assert rest == [
        "WARNING",
        "MainThread",
        "companion.referee.camera.camera_thread",
        "picture_not_read",
        "sequence=12",
    ]


@pytest.mark.parametrize(
    "kind", [ValueError, KeyError, TypeError, RuntimeError, AssertionError, LookupError, asyncio.InvalidStateError]
)
def test_most_exceptions_say_what_they_are_and_where_they_came_from(kind):
    lines = lines_of(raised(kind(f"{LANCE} is not in hand")))
    assert LANCE not in "\n".join(lines)
    assert lines[-1].endswith(kind.__qualname__)
    assert lines[0].startswith("tests/diagnostics/test_redaction.py:")
    assert lines[0].endswith(" raised: raise error")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left", f"/home/ann/{LANCE}.signum"), "OSError: ENOSPC"),
        (FileNotFoundError(errno.ENOENT, LANCE, LANCE), "FileNotFoundError: ENOENT"),
        (OSError(LANCE), "OSError"),
        (DiceError("There is no port /dev/ttyUSB0."), "hardware.source.DiceError: There is no port /dev/ttyUSB0."),
        (bleak.BleakError("No powered adapter"), "bleak.exc.BleakError: No powered adapter"),
        (TableFileError(f"/home/ann/table.toml: {LANCE}"), "vision.errors.TableFileError"),
        (RuleViolation("cost", LANCE), "companion.games.verdicts.measured.RuleViolation"),
        (msgspec.ValidationError(f"Invalid enum value '{LANCE}'"), "msgspec.ValidationError"),
        (aiohttp.ClientError(LANCE), "aiohttp.client_exceptions.ClientError"),
        (UnicodeDecodeError("utf-8", LANCE.encode(), 0, 1, LANCE), "UnicodeDecodeError"),
        (SyntaxError(LANCE), "SyntaxError"),
        (ModuleNotFoundError("No module named 'winrt'", name="winrt"), "ModuleNotFoundError: of winrt"),
    ],
)
def test_words_are_written_only_where_they_can_hold_no_secret(error, words):
    assert words_of(error) == words


def test_of_a_missing_attribute_it_is_said_what_lacks_it():
    with pytest.raises(AttributeError) as caught:
        getattr(Path(), LANCE)
    assert words_of(caught.value) == f"AttributeError: of a {type(Path()).__name__}"


def test_what_led_to_an_exception_is_told_before_it_and_groups_with_their_members():
    def fall():
        try:
            {}[LANCE]
        except KeyError as error:
            raise ExceptionGroup(LANCE, [ValueError(LANCE), OSError(errno.EACCES, LANCE)]) from error

    with pytest.raises(ExceptionGroup) as caught:
        fall()
    caught.value.add_note(LANCE)
    lines = lines_of(caught.value)
    assert LANCE not in "\n".join(lines)
    assert [line for line in lines if " fall: " not in line and " test_" not in line] == [
        "KeyError",
        "ExceptionGroup",
        "| ValueError",
        "| PermissionError: EACCES",
    ]


def test_endless_recursion_makes_no_long_text():
    def again():
        again()

    with pytest.raises(RecursionError) as caught:
        again()
    assert len(lines_of(caught.value)) < 50


def test_neither_a_long_chain_nor_one_that_bites_its_tail_makes_a_long_text():
    chain = [raised(ValueError(LANCE)) for _ in range(30)]
    for error, before in pairwise(chain):
        error.__cause__ = before
    assert len(lines_of(chain[0])) < 30
    chain[1].__cause__ = chain[0]
    assert len(lines_of(chain[0])) == 4


def test_our_own_words_are_written_with_what_was_filled_in_but_for_names_of_files_and_messages_of_exceptions():
    line = written("companion.x", "kept path=%s error=%s count=%d", Path("/x/Ann - Bob.signum"), KeyError(LANCE), 3)
    assert line.endswith(" kept path=….signum error=KeyError count=3")
    assert written("vision.x", "broke name=%s", "rtsp://ann:pass@10.0.0.7/one").endswith(" broke name=rtsp://…")
    assert written("hardware.x", "told %(die)s", {"die": "own:1"}).endswith(" told own:1")
    assert written("companion.x", "bad %d", "args").endswith(" bad %d")
    assert written("companion.x", "two\nlines").splitlines()[1] == "  lines"


@pytest.mark.parametrize(
    ("name", "message", "args", "kept"),
    [
        ("asyncio", f"Task exception was never retrieved\nfuture: {LANCE}", (), "Task exception was never retrieved"),
        ("asyncio", f"Exception in callback {LANCE}", (), "…"),
        ("asyncio", "Using selector: %s", (LANCE,), "Using selector"),
        ("aiohttp.server", "Error handling request from %s", (LANCE,), "Error handling request from"),
        ("aiohttp.access", '192.168.0.9 "GET /j/abcdef"', (), "…"),
        ("kivy", f"Label: {LANCE}", (), "…"),
        ("kivy", LANCE, (), "…"),
        ("root", "%s", (LANCE,), ""),
    ],
)  # fmt: skip
def test_of_a_library_s_words_it_is_written_where_they_come_from_and_what_is_constant(name, message, args, kept):
    line = written(name, message, *args)
    assert LANCE not in line
    assert line.split(f" {name} ", 1)[1] == f"{kept} (kivy/core/window.py:7)"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("/home/ann/games/x.signum is gone", "….signum is gone"),
        (r"C:\Users\Ann\x.toml", "….toml"),
        (f"{Path.home()}/companion.zip there", "….zip there"),
        ("/dev/ttyUSB0 is busy", "/dev/ttyUSB0 is busy"),
        ("https://ann:secret@10.1.2.3:8080/video?x=1", "https://…"),
        ("from 192.168.0.17 and fe80:0:0:0:1:2:3:4", "from … and …"),
        ("at 18:30:05, 3/4 of 10 mm/s", "at 18:30:05, 3/4 of 10 mm/s"),
        ('  File "/srv/x/companion/referee/core/loop.py", line 3', '  File "companion/referee/core/loop.py", line 3'),
        ('  File "/usr/lib/python3.11/asyncio/runners.py", line 3', '  File "asyncio/runners.py", line 3'),
        ("companion/referee/core/loop.py:174 _live", "companion/referee/core/loop.py:174 _live"),
    ],
)
def test_folders_and_addresses_are_left_out(text, left):
    assert without_names(text) == left


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("/a/.venv/lib/python3.11/site-packages/kivy/app.py", "kivy/app.py"),
        (r"C:\Users\Ann\companion\companion\tablet\window\shell.py", "companion/tablet/window/shell.py"),
        ("kivy/_clock.pyx", "kivy/_clock.pyx"),
        ("/home/ann/mine.py", "mine.py"),
        ("<string>", "…"),
    ],
)
def test_source_files_are_named_as_they_are_on_every_machine(path, short):
    assert short_name(path) == short


KINDS = st.sampled_from([ValueError, KeyError, TypeError, OSError, RuntimeError, Exception, StopIteration, ImportError])
CARD = st.sampled_from(sorted({name for card in CARDS.values() for name in (card.key, *card.names.values())}))


@given(CARD, st.lists(KINDS, min_size=1, max_size=4), st.text(max_size=10), st.sampled_from(["asyncio", "companion"]))
def test_whatever_an_exception_says_of_a_card_is_not_written(card, kinds, around, name):
    errors = [raised(kind(f"{around}{card}{around}")) for kind in kinds]
    for error, before in pairwise(errors):
        error.__context__ = before
    error = errors[-1]
    line = written(name, "fell error=%s", error, error=error)
    assert card not in line
    assert cards_in(line) == []


def test_a_formatter_that_wrote_the_message_before_changes_nothing():
    """The console's does, and leaves its text in the record."""
    error = raised(ValueError(LANCE))
    record = logging.LogRecord(
        "companion.x", logging.ERROR, __file__, 1, "fell", (), (type(error), error, error.__traceback__)
    )
    assert LANCE in logging.Formatter().format(record)
    assert LANCE not in RedactingFormatter().format(record)
    assert sys.exc_info() == (None, None, None)
