"""The key that keeps what just happened, as a player meets it."""

import platformdirs
import pytest

from companion.games.signum.game import Signum
from companion.referee import ClipStage
from companion.referee.core.session import TableWatch, set_up
from companion.tablet.table.session import KEEP_KEY
from companion.texts import Language
from vision.recording import open_recording

SIGNUM = Signum().board.measures


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / name)
    return tmp_path


@pytest.fixture
def table():
    return TableWatch(set_up("sim:still"), SIGNUM, keeps=True)


def test_a_touch_keeps_what_happened_and_the_screen_says_where_in_its_language(at_window, table, data_folder):
    async def act(player):
        await player.sees(lambda view: len(view.pieces) >= 10)
        player.speaks(Language.UKRAINIAN)
        await player.sees(lambda view: view.choices.language is Language.UKRAINIAN)
        await player.drawn(lambda: player.app.root.keep_text == "Зберегти 30\u00a0с")
        player.finger.press(player.ids.keep)
        await player.sees(lambda view: view.keeping.stage is ClipStage.KEEPING)
        await player.drawn(lambda: player.ids.keep.disabled)
        view = await player.sees(lambda view: view.keeping.stage is ClipStage.KEPT)
        await player.drawn(lambda: player.panel.kept == f"Збережено: {view.keeping.file}")
        await player.drawn(lambda: not player.ids.keep.disabled)

    at_window(table, act)
    (file,) = (data_folder / "companion" / "recordings").iterdir()
    with open_recording(file) as recording:
        assert len(recording.lines[-1].said.bases) >= 10


def test_the_key_f9_does_the_same_and_no_other_key_does(at_window, table):
    async def act(player):
        from kivy.core.window import Window  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        await player.sees(lambda view: view.pieces)
        Window.dispatch("on_key_down", KEEP_KEY - 1, 0, None, [])
        player.presses("turn")
        view = await player.sees(lambda view: view.choices.turned)
        assert view.keeping.stage is ClipStage.READY
        Window.dispatch("on_key_down", KEEP_KEY, 0, None, [])
        await player.sees(lambda view: view.keeping.stage is ClipStage.KEEPING)

    at_window(table, act)


def test_the_label_fits_its_key_in_every_language(at_window, table):
    async def act(player):
        await player.sees(lambda view: view.pieces)
        key, labels = player.ids.keep, set()
        for language in Language:
            player.speaks(language)
            await player.drawn(lambda language=language: player.panel.language == language.value)
            await player.drawn(lambda: player.app.root.keep_text in key.text)
            key.texture_update()
            assert len(key._label._cached_lines) == 1
            labels.add(key.text)
        assert len(labels) == 3

    at_window(table, act)


def test_where_nothing_can_be_kept_there_is_no_key(at_window):
    async def act(player):
        await player.sees(lambda view: view.pieces)
        assert player.ids.keep.width == 0
        assert player.ids.keep.disabled

    at_window(TableWatch(set_up("sim:still"), SIGNUM), act)
