"""What could not be opened, in the player's words, with every way on that there is."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from companion.diagnostics import Crash, where_it_is
from companion.referee.camera.calibrations import set_aside
from companion.referee.lobby.open_table import TablePart, TableRequest, part_of
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.check_words import fault_words
from companion.tablet.data.resume import begun, is_real
from companion.tablet.pages.calibration_page import CalibrationPage
from companion.tablet.pages.log_page import LogPage
from companion.tablet.pages.page import KeyAction, NoticePage, Window
from companion.tablet.past.past_page import PastPage
from companion.tablet.setup.camera_page import begin_match
from companion.texts import say

OF_TABLE = frozenset({TablePart.CAMERA, TablePart.TABLE, TablePart.LENS})
"""What another choice at the set-up mends."""


def fault_page(window: Window, error: Exception, wanted: TableRequest | None, crash: Crash | None = None) -> NoticePage:
    """The page.

    Args:
        window: Where it is shown.
        error: What went wrong.
        wanted: The table that was to be opened; None where it was something else.
        crash: Where that is written down; None where it is no fault of the program.
    """
    part = part_of(error)
    title, do, why = fault_words(window.language, error, "" if wanted is None else wanted.camera)
    sentences = [do, *([why] if crash is None else where_it_is(window.language, crash))]
    keys = [] if wanted is None else list(_ways_on(window, part, begun(wanted)))
    if crash is not None:
        keys.append((say(window.language, "diagnostics.page.key"), lambda: window.go(lambda: LogPage(window))))
    return NoticePage(window, title, sentences, keys)


def _ways_on(window: Window, part: TablePart, wanted: TableRequest) -> Iterator[KeyAction]:
    def said(key: str) -> str:
        return say(window.language, key)

    if part is TablePart.GAME:
        yield said("shell.start.past"), lambda: window.go(lambda: PastPage(window, partial(begin_match, window)))
    if part is TablePart.LENS:
        yield said("shell.fault.lens_anew"), lambda: window.go(lambda: CalibrationPage(window, wanted.camera))
        yield said("shell.fault.lens_without"), lambda: _without_lens(window, wanted)
    if part in OF_TABLE:
        yield (
            said(f"shell.fault.{'table' if part is TablePart.TABLE else 'camera'}_other"),
            lambda: window.choose_camera(wanted),
        )
    if part in OF_TABLE and wanted.game is not None and is_real(wanted.camera):
        yield said("shell.fault.camera_without"), lambda: window.open_table(replace(wanted, camera=NO_CAMERA))
    yield said("shell.again"), lambda: window.open_table(begun(wanted))


def _without_lens(window: Window, wanted: TableRequest) -> None:
    """The lens is estimated from the mat's tags; what could not be read stays beside."""
    set_aside(wanted.camera)
    window.open_table(replace(wanted, calibration=None))
