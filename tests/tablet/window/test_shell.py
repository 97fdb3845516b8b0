"""The window of `companion play` as a player meets it: from the start to a game and back, in a real window."""

import asyncio
import math
import threading
from dataclasses import replace

from companion.geometry import MatPoint
from companion.referee import Subsystem, TrackState
from companion.referee.api.table_intents import Strictness
from companion.tablet.data.settings import Settings, load
from companion.texts import Language
from tests.tablet.text_fit import assert_fits
from tests.tablet.visitor import PATIENCE_S, until


def pages_of(shell):
    """Every page that needs no camera, by how it is made."""
    from companion.tablet.data.setup_draft import Draft  # noqa: PLC0415
    from companion.tablet.pages.keyboard_page import ADDRESS, WritePage  # noqa: PLC0415
    from companion.tablet.pages.settings_page import SettingsPage  # noqa: PLC0415
    from companion.tablet.past.past_page import PastPage  # noqa: PLC0415 (likewise)
    from companion.tablet.setup.camera_page import CameraStep  # noqa: PLC0415
    from companion.tablet.setup.deck_page import DeckPage  # noqa: PLC0415
    from companion.tablet.setup.players_page import PlayersStep, RulesPage  # noqa: PLC0415
    from companion.tablet.setup.start_page import StartPage  # noqa: PLC0415

    draft = Draft.of(Settings())
    four = draft.with_choice("variant", "free_for_all")
    return {
        "start": lambda: StartPage(shell),
        "settings": lambda: SettingsPage(shell),
        "camera": lambda: CameraStep(shell, draft),
        "players": lambda: PlayersStep(shell, draft),
        "four players": lambda: PlayersStep(shell, four),
        "deck": lambda: DeckPage(shell, draft, 0, lambda _: None),
        "rules": lambda: RulesPage(shell, draft, lambda _: None),
        "past": lambda: PastPage(shell, print),
        "name": lambda: WritePage(shell, "setup.players.name", "Ann", lambda _: None),
        "address": lambda: WritePage(shell, "setup.camera.address", "", lambda _: None, signs=ADDRESS),
    }


def test_the_settings_are_a_touch_away_from_the_table_and_the_game_goes_on_where_it_was(at_start):
    async def act(visitor):
        from companion.tablet.look import palette  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        shell = visitor.shell
        start = await visitor.page("StartPage")
        players = await visitor.touches(start.keys["practise"], "PlayersStep")
        table = await visitor.touches(players.begin, "TablePage")
        play = await until(lambda: shell.view and shell.view.play)
        assert play.strictness is Strictness.REFEREE
        table.table_view.ids.game.tab = "log"
        core = next(thread for thread in threading.enumerate() if thread.name == "core")

        settings = await visitor.touches(table.table_view.ids.settings, "SettingsPage")
        visitor.finger.press(key_of(settings.choosings["strictness"], "teach"))
        visitor.finger.press(key_of(settings.choosings["language"], "ru"))
        await until(lambda: shell.page.title == "Настройки")
        assert core.is_alive()
        back = await visitor.touches(shell.page.ids.back, "TablePage")
        assert back is table
        assert table.table_view.ids.game.tab == "log"
        await until(lambda: shell.view.play.strictness is Strictness.TEACH)
        await until(lambda: shell.view.choices.language is Language.RUSSIAN)
        assert shell.language is Language.RUSSIAN
        assert core.is_alive()

        settings = await visitor.touches(table.table_view.ids.settings, "SettingsPage")
        visitor.finger.press(key_of(settings.choosings["colours"], "light"))
        await until(lambda: shell.settings.light)
        settings = await visitor.page("SettingsPage")
        await visitor.touches(settings.ids.back, "TablePage")
        assert tuple(table.table_view.ids.home.color) == palette.LIGHT["TEXT"]
        await visitor.touches(table.table_view.ids.home, "StartPage")
        await until(lambda: not core.is_alive())

    at_start(act, Settings(guided=True))


def test_a_table_that_is_left_by_its_settings_is_put_away_with_the_window(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        players = await visitor.touches(start.keys["practise"], "PlayersStep")
        table = await visitor.touches(players.begin, "TablePage")
        await until(lambda: visitor.shell.view and visitor.shell.view.play)
        await visitor.touches(table.table_view.ids.settings, "SettingsPage")

    at_start(act, Settings(guided=True))
    assert not {thread.name for thread in threading.enumerate()} & {"core", "eyes"}


def test_what_the_faces_stand_for_is_set_with_fingers_and_kept(at_start, tmp_path):
    async def act(visitor):
        start = await visitor.page("StartPage")
        settings = await visitor.touches(start.keys["settings"], "SettingsPage")
        page = await visitor.touches(settings.faces, "FacesPage")
        for number, face in ((1, "shield"), (6, "bullseye")):
            visitor.finger.press(page.keys[number, face])
            await until(lambda number=number, face=face: page.symbols[number - 1] == face)
        await visitor.touches(page.ids.back, "SettingsPage")
        assert visitor.shell.page.faces.note == "2, 6 bullseye · 3, 4 axe · 1, 5 shield"

    at_start(act)
    assert load(tmp_path / "settings.toml").settings.symbols == (
        "shield", "bullseye", "axe", "axe", "shield", "bullseye"
    )  # fmt: skip


def test_a_new_game_has_the_time_limit_that_was_set_and_its_clock_shows_it(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        players = await visitor.touches(start.keys["practise"], "PlayersStep")
        assert players.draft.limit_s == 3600.0
        await visitor.touches(players.begin, "TablePage")
        await until(lambda: visitor.shell.view and visitor.shell.view.play)
        timing = await until(lambda: (now := visitor.shell.view.play.timing).limit_s and now)
        assert (timing.limit_s, timing.each_s) == (3600.0, 1800.0)

    at_start(act, Settings(limit_s=3600.0, each_s=1800.0, guided=True))


def test_from_the_start_to_a_practice_game_and_back_and_on_again(at_start, tmp_path):
    before = set(threading.enumerate())

    async def act(visitor):
        start = await visitor.page("StartPage")
        await until(lambda: start.going_on.disabled)
        players = await visitor.touches(start.keys["practise"], "PlayersStep")
        table = await visitor.touches(players.begin, "TablePage")
        await until(lambda: visitor.shell.view and visitor.shell.view.play)
        (game,) = (tmp_path / "games").glob("*.signum")
        start = await visitor.touches(table.table_view.ids.home, "StartPage")
        await until(lambda: start.going_on.note.startswith("Practice · Legends of Signum · Player A – Player B"))
        await until(lambda: not {thread.name for thread in threading.enumerate()} & {"core", "eyes"})
        await visitor.touches(start.going_on, "TablePage")
        await until(lambda: visitor.shell.view and visitor.shell.view.play)
        assert list((tmp_path / "games").glob("*.signum")) == [game]

    at_start(act, Settings(guided=True))
    assert not {thread.name for thread in set(threading.enumerate()) - before if thread.is_alive()}
    kept = load(tmp_path / "settings.toml").settings
    assert (kept.camera, kept.last_camera, kept.last_game) == ("", "", "")


def test_no_touch_waits_for_a_camera(at_start, monkeypatch):
    opens, in_vain = threading.Event(), []

    def look(*_):
        """A camera that takes as long as the test to be looked through."""
        if not opens.wait(PATIENCE_S):
            in_vain.append("waited")

    async def act(visitor):
        monkeypatch.setattr(visitor.shell._tables, "look", look)
        try:
            for name, page in (("past", "PastPage"), ("check", "CheckPage"), ("past", "PastPage"),
                               ("check", "CheckPage"), ("settings", "SettingsPage")):  # fmt: skip
                start = await visitor.page("StartPage")
                await visitor.touches(start.keys[name], page)
                visitor.shell.go_home()
            assert in_vain == []
        finally:
            opens.set()

    at_start(act, Settings(camera="sim:still"))


def test_the_set_up_is_checked_with_the_camera_that_was_chosen(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        page = await visitor.touches(start.keys["check"], "CheckPage")
        await until(lambda: page.organs[Subsystem.MAT].sign == "✔")
        assert "8" in page.organs[Subsystem.MAT].text
        assert page.picture.texture is not None
        await until(lambda: "192.168.1.20:8642" in page.phones.text)
        assert_fits(page, 1.0)
        await visitor.touches(page.ids.back, "StartPage")
        await until(lambda: not {thread.name for thread in threading.enumerate()} & {"eyes", "dice looking"})

    at_start(act, Settings(camera="sim:still", language=Language.UKRAINIAN))


def test_a_camera_that_cannot_be_is_told_in_the_readers_language_with_what_to_do(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        step = await visitor.touches(start.keys["table"], "CameraStep")
        await until(lambda: step.draft.camera and "Эту камеру нельзя" in step.picture.text)
        assert step.next.disabled
        await visitor.touches(step.ids.back, "StartPage")

    at_start(act, Settings(camera="sim:nowhere", language=Language.RUSSIAN))


def test_a_game_that_is_no_game_is_told_and_the_start_is_a_touch_away(at_start, tmp_path):
    bad = tmp_path / "bad.signum"
    bad.write_bytes(b"nothing")

    async def act(visitor):
        from companion.referee.lobby.open_table import TableRequest  # noqa: PLC0415 (after Kivy was prepared)

        await visitor.page("StartPage")
        visitor.shell.open_table(TableRequest("sim:still", game=bad))
        page = await visitor.page("NoticePage")
        assert page.title == "This game cannot be opened."
        await visitor.touches(page.ids.back, "StartPage")
        assert not {thread.name for thread in threading.enumerate()} & {"core", "eyes"}

    at_start(act)
    assert bad.read_bytes() == b"nothing"


def test_language_and_colours_change_while_running_and_are_kept(at_start, tmp_path):
    async def act(visitor):
        start = await visitor.page("StartPage")
        page = await visitor.touches(start.keys["settings"], "SettingsPage")
        dark = page.ids.title.color[:3]
        visitor.finger.press(key_of(page.choosings["language"], "uk"))
        await until(lambda: visitor.shell.page.title == "Налаштування")
        page = await visitor.page("SettingsPage")
        visitor.finger.press(key_of(page.choosings["colours"], "light"))
        await until(lambda: visitor.shell.page.ids.title.color[:3] != dark)

    at_start(act)
    kept = load(tmp_path / "settings.toml").settings
    assert (kept.language, kept.light) == (Language.UKRAINIAN, True)


def key_of(choosing, meant):
    return next(key for key in choosing.ids.choices.children if key.meant == meant)


def scrolled_around(widget):
    """The part of the page that scrolls with a widget."""
    while not hasattr(widget, "effect_y"):
        widget = widget.parent
    return widget


def test_a_key_on_a_page_that_scrolls_looks_touched_at_once_and_a_push_means_no_key(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        page = await visitor.touches(start.keys["settings"], "SettingsPage")
        key = key_of(page.choosings["sounds"], "off")
        x, y = key.to_window(*key.center)
        touch = visitor.finger.hold(x, y)
        assert key.state == "down"
        visitor.finger.move(touch, x, y + 200)
        assert key.state == "normal"
        visitor.finger.release(touch)
        await until(lambda: not scrolled_around(page.choosings["sounds"]).effect_y.is_manual)
        assert visitor.shell.settings.sounds
        visitor.finger.press(key_of(page.choosings["sounds"], "off"))
        await until(lambda: not visitor.shell.settings.sounds)
        await until(lambda: key_of(page.choosings["sounds"], "off").state == "normal")

    at_start(act)


def test_settings_that_cannot_be_read_are_told_first(at_start, tmp_path):
    (tmp_path / "settings.toml").write_text("language = ", encoding="utf-8")

    async def act(visitor):
        page = await visitor.page("NoticePage")
        assert "settings.toml" in page.title
        await visitor.touches(page.ids.back, "StartPage")

    at_start(act)


def test_a_name_is_written_with_fingers_alone(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        players = await visitor.touches(start.keys["practise"], "PlayersStep")
        page = await visitor.touches(players.names[0], "WritePage")
        for letter in ("A", "n", "n"):
            key = next(key for row in page.letters.children for key in row.children if key.text == letter)
            visitor.finger.press(key)
            await asyncio.sleep(0.05)
        await until(lambda: page.line.text == "Ann")
        players = await visitor.touches(page.done, "PlayersStep")
        assert players.draft.names(Language.ENGLISH) == ("Ann", "Player B")

    at_start(act, Settings(guided=True))


def test_a_past_game_is_seen_again_with_a_slider(at_start, tmp_path):
    from tests.record.games import begin, new_record, turns  # noqa: PLC0415 (it takes a while)

    (tmp_path / "games").mkdir()
    record = new_record(tmp_path / "games" / "ours.signum")
    begin(record)
    turns(record, 3)
    record.close()

    async def act(visitor):
        start = await visitor.page("StartPage")
        past = await visitor.touches(start.keys["past"], "PastPage")
        await until(lambda: past.games.children)
        page = await visitor.touches(past.games.children[0], "FilmPage")
        view = page.view
        await until(lambda: view.film and view.at == len(view.film.moments) - 1)
        last = view.figures.text
        view.slider.value = 0
        await until(lambda: view.at == 0 and view.figures.text != last)
        assert_fits(page, 1.0)
        visitor.finger.press(page.export)
        await until((tmp_path / "games" / "ours.html").exists)

    at_start(act)


def test_at_the_simulated_table_a_hand_puts_a_model_where_the_mat_is_touched(at_start):
    async def act(visitor):
        start = await visitor.page("StartPage")
        players = await visitor.touches(start.keys["practise"], "PlayersStep")
        table = await visitor.touches(players.begin, "TablePage")
        view = await until(lambda: visitor.shell.view and visitor.shell.view.picture is not None and visitor.shell.view)
        assert all(piece.state is not TrackState.SEEN for piece in view.pieces)
        visitor.finger.press(table.hand.key)
        await until(lambda: table.hand.sheet.parent is not None and table.hand.sheet.ids.choices.children[-1].y > 0)
        visitor.finger.press(table.hand.sheet.ids.choices.children[-1])
        model = await until(lambda: table.hand.taken)
        mat = table.table_view.ids.mat
        visitor.finger.tap(*mat.to_window(*mat.plan.to_screen(300.0, 80.0)))
        await until(lambda: stands_at(visitor.shell.view, model, MatPoint(300.0, 80.0)))
        assert table.hand.taken == ""

    at_start(act, Settings(guided=True))


def stands_at(view, model, there):
    """Whether a model stands where the finger was, as near as a finger tells."""
    piece = view.piece(model)
    if piece is None or piece.state is not TrackState.SEEN:
        return False
    return math.dist((piece.base.centre.x_mm, piece.base.centre.y_mm), (there.x_mm, there.y_mm)) < 3.0


def test_settings_that_cannot_be_saved_are_told_and_hold_until_the_end(at_start, tmp_path):
    async def act(visitor):
        await visitor.page("StartPage")
        (tmp_path / ".settings.toml.new").mkdir()  # in the way of the new file
        visitor.shell.change(replace(visitor.shell.settings, language=Language.RUSSIAN))
        page = await visitor.page("StartPage")
        assert page.title == "Кто сегодня играет?"
        said = [getattr(widget, "text", "") for widget in page.ids.body.children]
        assert any("Настройки не сохранились" in text for text in said)

    at_start(act)
