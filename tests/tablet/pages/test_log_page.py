"""When something goes wrong in the window it goes on, says where it is written, and gives its player a file to send."""

import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import platformdirs
import pytest

from companion.diagnostics import CRASHES, Crashes, logged
from companion.referee.lobby.open_table import TableRequest
from companion.tablet.data.settings import Settings
from companion.texts import Language
from tests.diagnostics.card_names import cards_in
from tests.tablet.text_fit import keys_of
from tests.tablet.visitor import until
from vision.recording import open_recording

NOW = datetime(2026, 11, 20, 18, 30, 5, tzinfo=UTC)
SAYS = "Jousting Lance is not in Ann's hand"


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data" / name)
    monkeypatch.setattr(platformdirs, "user_downloads_path", lambda: tmp_path / "downloads")
    monkeypatch.setattr(CRASHES, "_rescued_s", float("-inf"))  # other tests had crashes, too
    return tmp_path


@pytest.fixture
def survives(data):
    """The window of the program as it is played, with its log."""
    from kivy.base import ExceptionManager  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    from companion.tablet.window.crash_handler import CrashHandler  # noqa: PLC0415 (likewise)

    handler = CrashHandler()
    ExceptionManager.add_handler(handler)
    with logged("play", NOW) as opened:
        yield opened
    ExceptionManager.remove_handler(handler)


def words(page):
    from kivy.uix.label import Label  # noqa: PLC0415 (likewise)

    return "\n".join(each.text for each in page.walk() if isinstance(each, Label))


def key(page, text):
    return next(each for each in keys_of(page) if getattr(each, "text", "") == text)


def fall(*_):
    raise ValueError(SAYS)


def schedule(what):
    from kivy.clock import Clock  # noqa: PLC0415 (likewise)

    Clock.schedule_once(what)


def test_a_copy_of_the_log_is_a_few_touches_away(at_start, data):
    async def act(visitor):
        start = await visitor.page("StartPage")
        settings = await visitor.touches(start.keys["settings"], "SettingsPage")
        page = await visitor.touches(settings.log, "LogPage")
        assert "2026-11-20_18-30-05-play.log" in words(page)
        assert "page name=SettingsPage" in words(page)
        visitor.finger.press(page.save)
        await until(lambda: page.said.text)
        (file,) = (data / "downloads").iterdir()
        assert str(file) in page.said.text
        assert "page name=LogPage" in file.read_text(encoding="utf-8")

    with logged("play", NOW):
        at_start(act)


def test_where_it_cannot_be_saved_and_where_none_is_written_that_is_said(at_start, data):
    (data / "downloads").write_text("in the way", encoding="utf-8")

    async def act(visitor):
        start = await visitor.page("StartPage")
        settings = await visitor.touches(start.keys["settings"], "SettingsPage")
        page = await visitor.touches(settings.log, "LogPage")
        assert str(data / "data" / "companion" / "logs") in words(page)
        visitor.finger.press(page.save)
        await until(lambda: page.said.text)
        assert page.said.text.startswith("Not saved: ")

    at_start(act)


@pytest.mark.parametrize("thread", [False, True])
def test_the_window_goes_on_and_says_where_it_is_written(at_start, survives, thread):
    async def act(visitor):
        await visitor.page("StartPage")
        if thread:
            threading.Thread(target=fall).start()
        else:
            schedule(fall)
        notice = await visitor.page("NoticePage")
        assert "Сталося те, чого не мало бути." in words(notice)
        assert str(survives.path) in words(notice)
        assert cards_in(words(notice)) == []
        await visitor.touches(key(notice, "Журнал програми"), "LogPage")
        visitor.shell.go_back()
        notice = await visitor.page("NoticePage")
        await visitor.touches(notice.ids.back, "StartPage")

    at_start(act, Settings(language=Language.UKRAINIAN))
    written = survives.path.read_text(encoding="utf-8")
    assert cards_in(written) == []
    assert "fall: raise ValueError(SAYS)\n  ValueError\n" in written


def test_many_crashes_are_one_notice(at_start, survives):
    async def act(visitor):
        await visitor.page("StartPage")
        for _ in range(3):
            schedule(fall)
        notice = await visitor.page("NoticePage")
        await visitor.touches(notice.ids.back, "StartPage")

    at_start(act)
    assert survives.path.read_text(encoding="utf-8").count(" crashed\n") == 3


def test_a_table_that_falls_is_kept_with_the_log(at_start, survives):
    kept = []

    async def act(visitor):
        shell = visitor.shell
        await visitor.page("StartPage")
        shell.open_table(TableRequest("sim:still@640x360"))
        table = await visitor.page("TablePage")
        await until(lambda: shell.view is not None and shell.view.health.age_s is not None)
        table.watch._referee._tell = fall
        notice = await visitor.page("NoticePage")
        assert "Something went wrong in the program." in words(notice)
        assert str(survives.path) in words(notice)
        assert cards_in(words(notice)) == []
        key(notice, "Try again")
        kept.extend(line for line in words(notice).split() if line.endswith(".table.zip"))

    at_start(act)
    with open_recording(kept[0]) as recording:
        assert " core_failed\n" in recording.log
        assert "fall: raise ValueError(SAYS)\n  ValueError\n" in recording.log
        assert cards_in(recording.log) == []


def test_the_next_start_says_that_the_program_fell(at_start, data):
    with suppress(ValueError), logged("play", NOW) as fell:
        CRASHES.report(error := ValueError(SAYS))
        raise error

    async def act(visitor):
        notice = await visitor.page("NoticePage")
        assert "The program stopped unexpectedly last time." in words(notice)
        assert str(fell.path) in words(notice)
        await visitor.touches(notice.ids.back, "StartPage")

    with logged("play", NOW + timedelta(hours=1)):
        at_start(act)


def test_a_window_that_can_show_nothing_any_more_ends():
    from kivy.base import ExceptionManager  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    from companion.tablet.window.crash_handler import MOST, WITHIN_S, CrashHandler  # noqa: PLC0415 (likewise)

    times_s = iter([0.0] * (MOST + 1) + [WITHIN_S, WITHIN_S])
    handler = CrashHandler(Crashes(), lambda: next(times_s))
    ends = [handler.handle_exception(ValueError()) == ExceptionManager.RAISE for _ in range(MOST + 2)]
    assert ends == [False] * MOST + [True, False]
    assert handler.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE
