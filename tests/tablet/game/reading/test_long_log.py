"""A long log opens at once: what is in sight is there first, the rest follows a little in each frame."""

from dataclasses import replace

import pytest

from companion.tablet.window.environment import prepare

prepare(offscreen=True)

from kivy.base import EventLoop  # noqa: E402 (Kivy reads what `prepare` wrote)
from kivy.clock import Clock  # noqa: E402

from companion.geometry import Answer  # noqa: E402
from companion.presentation.why import Why  # noqa: E402
from companion.referee.screen.game_screen import LogLine  # noqa: E402
from companion.tablet.game.column import IN_SIGHT, GameColumn  # noqa: E402
from companion.tablet.game.reading.log_view import AT_ONCE, LogFilter, LogLineRow, MoreKey, log_rows  # noqa: E402
from companion.tablet.widgets.stack import EACH_FRAME, Stack, WidgetContext  # noqa: E402
from companion.tablet.window.themes import prepare_widgets  # noqa: E402
from companion.texts import Language  # noqa: E402

LONG = tuple(LogLine(f"Line {number}", "disc", "", number) for number in range(1, 2001))


class Log:
    """As much of a play as the log is made from."""

    seats = ()
    redoable = False

    def __init__(self, log):
        self.log = log


@pytest.fixture
def context():
    EventLoop.ensure_window()
    prepare_widgets()
    return WidgetContext(Language.ENGLISH, lambda _: None, GameColumn())


def lines(stack):
    return [each.text for each in stack.children[::-1] if isinstance(each, LogLineRow)]


def newest(count):
    return [line.text for line in LONG[: -count - 1 : -1]]


def test_of_two_thousand_lines_few_are_made_before_the_next_frame_and_few_in_each_that_follows(context):
    stack = Stack()
    stack.show(log_rows(Log(LONG), context, LogFilter()), context, IN_SIGHT)
    made = [len(stack.children)]
    assert made == [IN_SIGHT]
    while not isinstance(stack.children[0], MoreKey):
        Clock.tick()
        made.append(len(stack.children))
        assert 0 < made[-1] - made[-2] <= EACH_FRAME
    assert lines(stack) == newest(AT_ONCE)
    Clock.tick()
    assert len(stack.children) == made[-1]


def test_what_happens_meanwhile_stands_at_the_top_and_nothing_is_there_twice(context):
    stack = Stack()
    stack.show(log_rows(Log(LONG[:-1]), context, LogFilter()), context, IN_SIGHT)
    Clock.tick()
    kept = [each for each in stack.children if isinstance(each, LogLineRow)]
    stack.show(log_rows(Log(LONG), context, LogFilter()), context, IN_SIGHT)
    assert set(kept) <= set(stack.children)
    while not isinstance(stack.children[0], MoreKey):
        Clock.tick()
    assert lines(stack) == newest(AT_ONCE)


def test_more_is_made_below_and_what_is_there_stays(context):
    stack = Stack()
    stack.show(log_rows(Log(LONG), context, LogFilter()), context)
    before = [each for each in stack.children[::-1] if isinstance(each, LogLineRow)]
    stack.show(log_rows(Log(LONG), context, LogFilter(most=2 * AT_ONCE)), context, IN_SIGHT)
    assert [each for each in stack.children[::-1] if isinstance(each, LogLineRow)][:AT_ONCE] == before
    assert len(stack.children) == len(before) + IN_SIGHT
    while not isinstance(stack.children[0], MoreKey):
        Clock.tick()
    assert lines(stack) == newest(2 * AT_ONCE)


def test_a_page_that_is_left_before_all_of_it_was_made_gets_no_more(context):
    stack = Stack()
    stack.show(log_rows(Log(LONG), context, LogFilter()), context, IN_SIGHT)
    stack.show(log_rows(Log((replace(LONG[0], text="Only this"),)), context, LogFilter()), context)
    for _ in range(3):
        Clock.tick()
    assert lines(stack) == ["Only this"]


COVER = Why("Is there cover?", "No.", Answer.NO)
RANGE = Why("Is it in range?", "Yes.", Answer.YES)


@pytest.mark.parametrize(
    ("refuses", "whys", "mark"),
    [(False, (RANGE, COVER), "✔"), (False, (COVER,), ""), (True, (RANGE, COVER), "✘")],
)
def test_of_what_was_done_a_no_is_no_reproach_and_of_what_was_refused_it_is(context, refuses, whys, mark):
    assert LogLineRow(LogLine("Edda shoots.", whys=whys, refuses=refuses), context).mark == mark
