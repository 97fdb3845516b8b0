import queue

import pytest

from companion.geometry import Answer, MatPoint
from companion.referee import (
    Camera,
    CameraReading,
    ClearSelection,
    Intent,
    Measures,
    Referee,
    SelectBase,
    SetLanguage,
    ShowReach,
)
from companion.texts import Language
from tests.clock import Clock
from vision.observation import MatObservation, Place, TableObservation, TrackState
from vision.table import BaseLayout, MatLayout, TableLayout
from vision.trouble import Trouble, TroubleKind

LAYOUT = TableLayout(
    MatLayout(600.0, 600.0, "DICT_4X4_100", ()),
    (
        BaseLayout("a", 16.0, (), "A"),
        BaseLayout("b", 16.0, (), "B"),
        BaseLayout("c", 10.0, (), "B"),
        BaseLayout("trap", 16.0, (), is_token=True),
    ),
)
MEASURES = Measures({"S": 80.0, "M": 100.0}, 2.0)
WAIT_S = 60.0


class EyelessTable:
    """A referee without eyes: the test says what they saw."""

    def __init__(self):
        self.clock = Clock(100.0)
        self.trouble = None
        self.views = queue.Queue()
        self.referee = Referee(LAYOUT, MEASURES, Camera("usb:0", lambda: self.trouble), self.clock)
        self.referee.listen(self.views.put)
        self.sequence = 0

    def sees(self, sigma_mm=0.1, state=TrackState.SEEN, **places):
        """Each place is (x, y) in millimetres."""
        bases = tuple(Place(name, x, y, 0.0, sigma_mm, 0.0, (1,), state) for name, (x, y) in places.items())
        observation = TableObservation(self.sequence, float(self.sequence), (), MatObservation(found=True), bases)
        self.sequence += 1
        self.referee.look(CameraReading(observation, None, self.clock.now_s, 20.0))

    def intents(self, ask):
        self.referee.submit(Intent(ask))

    def shows(self, what):
        while True:
            view = self.views.get(timeout=WAIT_S)
            if what(view):
                return view


@pytest.fixture
def table():
    table = EyelessTable()
    table.referee.start()
    yield table
    table.referee.stop()


def test_two_chosen_bases_are_measured_from_rim_to_rim(table):
    table.sees(a=(100.0, 100.0), b=(222.0, 100.0))
    table.intents(SelectBase("a"))
    table.intents(SelectBase("b"))

    pair = table.shows(lambda view: view.pair).pair
    assert (pair.from_id, pair.to_id) == ("a", "b")
    assert pair.gap.gap_mm == pytest.approx(90.0)
    assert [(name, verdict.answer) for name, verdict in pair.ranges] == [("S", Answer.NO), ("M", Answer.YES)]


def test_one_chosen_base_tells_contacts_and_sights(table):
    table.sees(a=(100.0, 100.0), b=(132.0, 100.0), c=(170.0, 100.0))
    table.intents(SelectBase("c"))

    focus = table.shows(lambda view: view.focus).focus
    assert [contact.base_id for contact in focus.contacts] == []
    table.intents(ClearSelection())
    table.intents(SelectBase("b"))
    focus = table.shows(lambda view: view.focus and view.focus.base_id == "b").focus
    assert [contact.base_id for contact in focus.contacts] == ["a"]
    assert {to.base_id: to.sight.verdict.answer for to in focus.sights} == {"a": Answer.YES, "c": Answer.YES}


def test_a_base_in_between_blocks_the_sight_of_a_smaller_one(table):
    table.sees(c=(100.0, 100.0), a=(160.0, 100.0), b=(300.0, 100.0))
    table.intents(SelectBase("c"))

    focus = table.shows(lambda view: view.focus and len(view.focus.sights) == 2).focus
    sights = {to.base_id: to.sight for to in focus.sights}
    assert sights["a"].verdict.answer is Answer.YES
    assert sights["b"].verdict.answer is Answer.NO
    assert sights["b"].blockers == ("a",)


def test_a_token_stands_in_nobodys_way_and_is_measured_where_it_is_chosen(table):
    table.sees(c=(100.0, 100.0), trap=(160.0, 100.0), b=(300.0, 100.0))
    table.intents(SelectBase("c"))
    table.intents(ShowReach("M"))

    view = table.shows(lambda view: view.focus and view.focus.reach)
    assert {to.base_id: to.sight.verdict.answer for to in view.focus.sights} == {"b": Answer.YES}
    (patch,) = view.focus.reach.reach.patches
    assert not patch.holes, "it goes over the token"
    assert {piece.base.id: piece.is_token for piece in view.pieces} == {"b": False, "c": False, "trap": True}
    table.intents(SelectBase("trap"))
    pair = table.shows(lambda view: view.pair).pair
    assert pair.gap.gap_mm == pytest.approx(60.0 - 26.0)


def test_an_intent_that_arrives_twice_is_applied_once(table):
    table.sees(a=(100.0, 100.0))
    twice = Intent(SelectBase("a"))
    table.referee.submit(twice)
    table.referee.submit(twice)
    table.intents(SetLanguage(Language.RUSSIAN))

    view = table.shows(lambda view: view.choices.language is Language.RUSSIAN)
    assert view.choices.chosen == ("a",)


def test_answers_follow_a_base_that_moves(table):
    table.sees(a=(100.0, 100.0), b=(222.0, 100.0))
    table.intents(SelectBase("a"))
    table.intents(SelectBase("b"))
    table.shows(lambda view: view.pair)
    table.sees(a=(100.0, 100.0), b=(322.0, 100.0))
    table.clock.now_s += 1.0
    table.sees(a=(100.0, 100.0), b=(322.0, 100.0))

    assert table.shows(lambda view: view.pair and view.pair.gap.gap_mm > 150).pair.gap.gap_mm == pytest.approx(190.0)


def test_contact_once_made_is_kept_through_the_jitter_of_the_limit(table):
    table.intents(SelectBase("a"))
    table.sees(sigma_mm=0.01, a=(100.0, 100.0), b=(133.8, 100.0))
    table.shows(lambda view: view.focus and view.focus.contacts)
    table.clock.now_s += 1.0
    table.sees(sigma_mm=0.01, a=(100.0, 100.0), b=(134.3, 100.0))
    view = table.shows(lambda view: view.piece("b").base.centre.x_mm > 134 and view.focus)
    assert [contact.verdict.answer for contact in view.focus.contacts] == [Answer.YES]
    table.clock.now_s += 1.0
    table.sees(sigma_mm=0.01, a=(100.0, 100.0), b=(136.0, 100.0))
    table.shows(lambda view: view.focus and not view.focus.contacts)


def test_a_chosen_base_that_leaves_the_mat_has_no_answers_and_stays_chosen(table):
    table.sees(a=(100.0, 100.0), b=(222.0, 100.0))
    table.intents(SelectBase("a"))
    table.shows(lambda view: view.focus)
    table.clock.now_s += 1.0
    table.sees(state=TrackState.LIFTED, a=(100.0, 100.0))

    view = table.shows(lambda view: not view.focus)
    assert view.choices.chosen == ("a",)
    assert view.piece("a").state is TrackState.LIFTED


def test_nothing_is_answered_from_an_old_picture(table):
    table.sees(a=(100.0, 100.0), b=(222.0, 100.0))
    table.intents(SelectBase("a"))
    table.shows(lambda view: view.focus)
    table.clock.now_s += 5.0

    view = table.shows(lambda view: view.health.blind)
    assert view.focus is None
    assert view.health.age_s == pytest.approx(5.0)


def test_a_cameras_trouble_is_told_without_any_new_picture(table):
    table.sees(a=(100.0, 100.0))
    table.shows(lambda view: view.pieces)
    table.trouble = Trouble(TroubleKind.CAMERA_MISSING, "usb:0", "It is not plugged in.")

    assert table.shows(lambda view: view.health.blind).health.troubles[0].kind is TroubleKind.CAMERA_MISSING


def test_the_reach_is_that_of_the_chosen_base_and_ruler(table):
    table.sees(a=(300.0, 300.0), b=(500.0, 500.0))
    table.intents(SelectBase("a"))
    table.intents(ShowReach("S"))

    reach = table.shows(lambda view: view.focus and view.focus.reach).focus.reach
    assert reach.ruler == "S"
    assert reach.reach.contains(MatPoint(300.0, 379.0))
    assert not reach.reach.contains(MatPoint(300.0, 381.0))


def test_the_core_thread_ends_when_it_is_stopped_and_may_be_stopped_twice():
    table = EyelessTable()
    table.referee.start()
    table.referee.stop()
    table.referee.stop()
    table.intents(SelectBase("a"))

    assert table.referee.failure is None


def test_what_ends_the_core_thread_is_kept_for_the_window():
    table = EyelessTable()

    def unwilling(_):
        raise ValueError("no")

    table.referee.listen(unwilling)
    table.referee.start()
    table.referee._thread.join(WAIT_S)

    assert isinstance(table.referee.failure, ValueError)


@pytest.mark.parametrize("gap_mm", [0.008, 0.0, -0.03, -0.3, -1.5])
def test_a_base_measured_in_contact_keeps_its_reach(table, gap_mm):
    table.sees(sigma_mm=0.02, a=(300.0, 300.0), b=(332.0 + gap_mm, 300.0), c=(300.0, 326.0 + gap_mm))
    table.intents(SelectBase("a"))
    table.intents(ShowReach("M"))

    reach = table.shows(lambda view: view.focus and view.focus.reach).focus.reach.reach
    assert len(reach.patches) == 1
    assert reach.contains(MatPoint(200.5, 300.0))
    assert not reach.contains(MatPoint(320.0, 300.0))
