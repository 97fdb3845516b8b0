"""Looks follow the size of the window, and let go of it when they are dropped."""

import gc
import weakref

import pytest

from companion.tablet.window.environment import prepare

prepare(offscreen=True)

from kivy.base import EventLoop  # noqa: E402 (Kivy reads what `prepare` wrote)
from kivy.factory import Factory  # noqa: E402
from kivy.metrics import Metrics  # noqa: E402

from companion.tablet.look.scale import SIZES  # noqa: E402
from companion.tablet.widgets.take_apart import take_apart  # noqa: E402
from companion.tablet.window.themes import prepare_widgets  # noqa: E402


@pytest.fixture
def key():
    """A key as screens have it, 48 units high or more."""
    EventLoop.ensure_window()
    prepare_widgets()
    return Factory.Key(text="End the turn")


@pytest.fixture(autouse=True)
def _as_before():
    density, fontscale = Metrics.density, Metrics.fontscale
    yield
    Metrics.density, Metrics.fontscale = density, fontscale


def test_a_key_grows_with_the_window(key):
    height, letters = key.height, key.font_size

    Metrics.density *= 2

    assert key.height == pytest.approx(2 * height)
    assert key.font_size == pytest.approx(2 * letters)


def test_letters_alone_grow_as_the_player_chose_them(key):
    height, letters = key.height, key.font_size

    Metrics.fontscale *= 1.2

    assert key.font_size == pytest.approx(1.2 * letters)
    assert key.height == pytest.approx(height)


def test_a_key_that_was_taken_apart_follows_nothing_and_is_free():
    EventLoop.ensure_window()
    prepare_widgets()
    gc.disable()
    try:
        key = Factory.Key(text="Roll")
        height, gone = key.height, weakref.ref(key.__self__)
        take_apart(key)
        Metrics.density *= 2
        assert key.height == height
        del key
        assert gone() is None, "the sizes hold nobody who listens no longer"
    finally:
        gc.enable()


def test_who_is_dropped_by_another_listener_is_told_no_more():
    told = []
    both = []

    def first(*_):
        told.append("first")
        SIZES.unbind_uid("dp", both[1])

    both += [SIZES.fbind("dp", first), SIZES.fbind("dp", lambda *_: told.append("second"))]
    Metrics.density *= 2
    SIZES.unbind_uid("dp", both[0])
    Metrics.density /= 2

    assert told == ["first"]
