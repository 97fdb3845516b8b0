"""The whole chain as a player meets it: simulated camera, tracker, referee, and this window, driven by touches."""

import threading

import pytest

from companion.games.signum.game import Signum
from companion.geometry import Answer
from companion.referee.core.session import TableWatch, set_up
from companion.texts import Language
from vision.images.frame import CameraSource
from vision.trouble import Trouble, TroubleKind

SIGNUM = Signum().board.measures


@pytest.fixture
def table():
    return TableWatch(set_up("sim:still"), SIGNUM)


MODELS = {base.id for base in set_up("sim:still").layout.bases}


def true_gap_mm(camera, one, other):
    places = {place.id: place for place in camera.table.truth(0.0).bases}
    radii = {base.id: base.radius_mm for base in camera.layout.bases}
    a, b = places[one], places[other]
    return ((a.x_mm - b.x_mm) ** 2 + (a.y_mm - b.y_mm) ** 2) ** 0.5 - radii[one] - radii[other]


def test_touching_one_base_shows_its_sights_and_contacts(at_window, table):
    async def act(player):
        await player.touches("cordelia")
        view = await player.sees(lambda view: view.focus and len(view.focus.sights) == len(MODELS) - 1)
        assert view.focus.base_id == "cordelia"
        assert {to.base_id for to in view.focus.sights} == MODELS - {"cordelia"}
        await player.drawn(lambda: player.panel.title == "Cordelia")
        assert "clear by" in player.row("Isolde")

    at_window(table, act)


def test_touching_a_second_base_measures_the_gap_to_it(at_window):
    setup = set_up("sim:still")
    truth_mm = true_gap_mm(setup.camera, "cordelia", "gaunt")

    async def act(player):
        await player.touches("cordelia")
        await player.sees(lambda view: view.focus)
        await player.touches("gaunt")
        view = await player.sees(lambda view: view.pair)
        assert view.pair.gap.gap_mm == pytest.approx(truth_mm, abs=0.5)
        for name, verdict in view.pair.ranges:
            assert verdict.answer is (Answer.YES if truth_mm <= SIGNUM.ranges_mm[name] else Answer.NO)
        await player.drawn(lambda: f"{view.pair.gap.gap_mm:.0f}"[:2] in player.panel.figure)
        assert "±" in player.panel.figure
        assert "too far" in player.row("S · 80\u00a0mm")

    at_window(TableWatch(setup, SIGNUM), act)


def test_a_ruler_shows_how_far_a_base_can_go_and_hides_it_again(at_window, table):
    async def act(player):
        await player.touches("cordelia")
        await player.sees(lambda view: view.focus)
        player.presses_ruler("M")
        view = await player.sees(lambda view: view.focus and view.focus.reach)
        assert view.focus.reach.ruler == "M"
        assert view.focus.reach.reach.patches
        player.presses_ruler("M")
        await player.sees(lambda view: view.focus and not view.focus.reach)

    at_window(table, act)


def test_the_clear_key_and_the_bare_mat_both_let_go(at_window, table):
    async def act(player):
        await player.touches("cordelia")
        await player.sees(lambda view: view.focus)
        player.presses("let_go")
        await player.sees(lambda view: not view.choices.chosen)
        await player.touches("cordelia")
        await player.sees(lambda view: view.focus)
        player.touches_mat(300.0, 590.0)
        await player.sees(lambda view: not view.choices.chosen)

    at_window(table, act)


def test_a_turned_mat_is_touched_where_it_is_seen(at_window, table):
    async def act(player):
        await player.sees(lambda view: view.pieces)
        player.presses("turn")
        await player.sees(lambda view: view.choices.turned)
        await player.touches("wren")
        view = await player.sees(lambda view: view.focus)
        assert view.focus.base_id == "wren"

    at_window(table, act)


def test_each_language_key_changes_every_text(at_window, table):
    async def act(player):
        await player.sees(lambda view: view.pieces)
        seen = {}
        for language in Language:
            player.speaks(language)
            await player.sees(lambda view, language=language: view.choices.language is language)
            await player.drawn(lambda language=language: player.panel.language == language.value)
            seen[language] = (player.panel.title, player.panel.turn_text, player.ids.strip.children[0].name)
        for texts in zip(*seen.values(), strict=True):
            assert len(set(texts)) == 3, texts

    at_window(table, act)


def test_closing_the_window_ends_every_thread(at_window, table):
    before = set(threading.enumerate())

    async def act(player):
        await player.sees(lambda view: view.pieces)
        assert {"core", "eyes"} <= {thread.name for thread in threading.enumerate()}

    at_window(table, act)
    assert not {thread.name for thread in set(threading.enumerate()) - before if thread.is_alive()}


class LooseCable:
    """A camera whose cable can be pulled and plugged in again."""

    def __init__(self, camera: CameraSource) -> None:
        self._camera = camera
        self.pulled = threading.Event()

    def __getattr__(self, name):
        return getattr(self._camera, name)

    @property
    def trouble(self):
        if self.pulled.is_set():
            return Trouble(TroubleKind.CAMERA_MISSING, self._camera.name, "It is not plugged in.")
        return self._camera.trouble

    def newest(self, after_sequence, timeout_s):
        frame = self._camera.newest(after_sequence, timeout_s)
        return None if self.pulled.is_set() else frame


def test_a_lost_camera_is_said_loudly_without_answers_and_returns_by_itself(at_window):
    setup = set_up("sim:still")
    cable = LooseCable(setup.camera)

    async def act(player):
        await player.touches("cordelia")
        await player.sees(lambda view: view.focus)
        cable.pulled.set()
        view = await player.sees(lambda view: view.health.blind)
        assert view.focus is None
        await player.drawn(lambda: player.ids.alarm.title == "No image from the camera")
        assert "sim:still" in player.ids.alarm.text
        assert player.panel.title == "No measurements now"
        cable.pulled.clear()
        await player.sees(lambda view: view.focus)
        await player.drawn(lambda: not player.ids.alarm.title and player.panel.title == "Cordelia")

    at_window(TableWatch(type(setup)(cable, setup.layout, setup.lens), SIGNUM), act)
