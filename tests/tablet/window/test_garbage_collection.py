"""Everything is looked through for rubbish only while nobody touches the window."""

import gc
import weakref
from contextlib import contextmanager

import pytest

from companion.tablet.window.environment import prepare

prepare(offscreen=True)

from kivy.base import EventLoop  # noqa: E402 (Kivy reads what `prepare` wrote)
from kivy.core.window import Window  # noqa: E402 (likewise)

from companion.tablet.window.garbage_collection import MOST, QUIET_S, GarbageCollection  # noqa: E402 (likewise)

MUCH = 120_000
"""Things made at once after which Python would look through everything by itself."""


class Ring:
    """Something that refers to itself, which only a search finds to be rubbish."""

    def __init__(self):
        self.itself = self


@contextmanager
def searches():
    """The searches through everything that there are meanwhile."""
    found = []

    def note(phase, info):
        if phase == "start" and info["generation"] == 2:
            found.append(info)

    gc.callbacks.append(note)
    try:
        yield found
    finally:
        gc.callbacks.remove(note)


@pytest.fixture(autouse=True)
def _as_in_the_program():
    """Python's own thresholds: other tests have larger ones."""
    larger = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*larger)


@pytest.fixture
def nothing_yet():
    """Python looks through everything only once a quarter is new: what earlier tests left does not count."""
    gc.freeze()
    gc.collect()
    yield
    gc.unfreeze()


@pytest.fixture
def now_s():
    return [100.0]


@pytest.fixture
def tidying(now_s):
    EventLoop.ensure_window()
    gc.collect()
    usual = gc.get_threshold()
    made = GarbageCollection(lambda: now_s[0])
    made.begin()
    yield made
    made.end()
    assert gc.get_threshold() == usual


def much():
    """Makes so much that a search is due, and lets go of it as rubbish that refers to itself."""
    kept = [Ring() for _ in range(MUCH)]
    seen = weakref.ref(kept[0])
    return kept, seen


@pytest.mark.usefixtures("nothing_yet")
def test_without_it_python_would_search_at_once():
    with searches() as found:
        much()
    assert found


def test_nothing_is_searched_while_the_window_is_touched_and_everything_soon_after(tidying, now_s):
    with searches() as found:
        kept, seen = much()
        del kept
        for _ in range(5):
            now_s[0] += QUIET_S / 2
            Window.dispatch("on_touch_down", _no_touch())
            tidying._look(0.0)
        assert found == []
        assert seen() is not None
        now_s[0] += QUIET_S
        tidying._look(0.0)
        assert len(found) == 1
        assert seen() is None
        now_s[0] += QUIET_S
        tidying._look(0.0)
        assert len(found) == 1, "nothing was made since"


def test_however_long_the_window_is_touched_memory_is_not_filled_with_rubbish(tidying, now_s):
    seen = []
    with searches() as found:
        for _ in range(MOST):
            if found:
                break
            kept, ring = much()
            seen.append(ring)
            del kept
            tidying._touched()
            tidying._look(0.0)
    assert found
    assert seen[0]() is None


def _no_touch():
    from kivy.input.motionevent import MotionEvent  # noqa: PLC0415 (imports the window)

    class TouchOutside(MotionEvent):
        def __init__(self):
            super().__init__("nowhere", 1, {}, is_touch=True, type_id="touch")
            self.pos = self.x, self.y = (-10.0, -10.0)
            self.profile = ["pos"]

    return TouchOutside()


def test_what_a_window_has_left_is_not_kept_for_good_by_the_next_one(now_s):
    EventLoop.ensure_window()
    first, second = (GarbageCollection(lambda: now_s[0]) for _ in range(2))
    first.begin()
    first.end()
    before = gc.get_freeze_count()
    ring = Ring()
    second.begin()
    second.end()
    assert gc.get_freeze_count() <= before
    assert any(each is ring for each in gc.get_objects())
