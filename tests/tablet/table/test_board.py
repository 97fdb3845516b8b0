"""What stands beside the mat is painted once, and anew when it changes; on the screen nobody can tell."""

import math

import cv2
import numpy as np
import pytest

from companion.tablet.look.pen import MIN_CORNERS, ROUND_PX, corners

SIZE_PX = (200, 120)


@pytest.fixture
def screen():
    """Puts a widget into the window and answers its pixels, as often as wanted."""
    from kivy.base import EventLoop  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from kivy.core.window import Window  # noqa: PLC0415 (likewise)
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels  # noqa: PLC0415 (likewise)

    shown = []

    def pixels(widget):
        if widget not in shown:
            shown.append(widget)
            Window.add_widget(widget)
        for _ in range(3):  # Kivy lays out nested boxes over some frames
            Window.canvas.ask_update()
            EventLoop.idle()
        raw = glReadPixels(0, 0, *SIZE_PX, GL_RGB, GL_UNSIGNED_BYTE)
        return np.frombuffer(raw, np.uint8)[: 3 * math.prod(SIZE_PX)].reshape(SIZE_PX[1], SIZE_PX[0], 3).astype(int)

    EventLoop.ensure_window()
    EventLoop.start()  # a window that was closed before draws nothing else
    yield pixels
    for widget in shown:
        Window.remove_widget(widget)
    EventLoop.stop()


def filled(box):
    """A box with a key, words and a list that scrolls, as the game's column has them."""
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    from companion.tablet.widgets.stack import make  # noqa: PLC0415 (likewise)
    from companion.tablet.window.themes import prepare_widgets  # noqa: PLC0415 (likewise)

    prepare_widgets()
    box.orientation = "vertical"
    scroll = ScrollView(bar_width=0)  # its bar fades with time
    scroll.add_widget(make("Words", text="a line\n" * 9))
    for widget in (make("Key", text="Key", chosen=True), scroll):
        box.add_widget(widget)
    return box


def alike(one, other):
    """Whether each pixel of one picture has a value that the other has there or next to it.

    Edges that lie between pixels fall to either side, as the window was used before.
    """
    other, around = other.astype(np.int16), np.ones((3, 3), np.uint8)
    return bool((one >= cv2.erode(other, around) - 1).all() and (one <= cv2.dilate(other, around) + 1).all())


def test_a_board_looks_like_what_is_painted_on_it_and_follows_every_change(screen):
    from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    from companion.tablet.look.cached_layer import BoardLayout  # noqa: PLC0415 (likewise)

    seen = []
    for box in (filled(BoxLayout()), filled(BoardLayout())):
        around = BoxLayout(size_hint=(None, None), pos=(8, 5), size=(150, 100))
        around.add_widget(box)
        key, scroll = box.children[1], box.children[0]
        steps = [screen(around)]
        key.text, key.chosen = "Other", False
        steps.append(screen(around))
        scroll.scroll_y = 0.0
        steps.append(screen(around))
        around.pos, around.size = (3, 9), (185, 105)
        steps.append(screen(around))
        box.remove_widget(key)
        steps.append(screen(around))
        seen.append(steps)
        around.opacity = 0
    for one, other in zip(*seen, strict=True):
        assert alike(one, other)
        assert alike(other, one)
    assert all(np.abs(one - other).max() > 50 for one, other in zip(seen[1][:-1], seen[1][1:], strict=True))


def test_a_board_is_painted_anew_only_where_something_on_it_changed(screen):
    from kivy.graphics import Callback  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    from companion.tablet.look.cached_layer import BoardLayout  # noqa: PLC0415 (likewise)

    board, painted = filled(BoardLayout()), []
    with board.children[1].canvas:
        Callback(painted.append)
    screen(board)
    before = len(painted)
    screen(board)
    assert before > 0
    assert len(painted) == before
    board.children[1].text = "Other"
    screen(board)
    assert len(painted) > before


def test_the_boards_of_the_table_are_as_large_as_what_stands_on_them(screen):
    from companion.tablet.look.cached_layer import BoardLayout  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.table.table_view import TableView  # noqa: PLC0415 (likewise)
    from companion.tablet.window.themes import prepare_widgets  # noqa: PLC0415 (likewise)

    prepare_widgets()
    table_view = TableView(size_hint=(1, 1))
    table_view.home_text, table_view.phones_text = "Leave", "Phones"
    screen(table_view)
    boards = [each for each in table_view.walk() if isinstance(each, BoardLayout)]
    assert len(boards) == 2
    for board in boards:
        assert board.parent.canvas.children[0] is board.canvas
        assert board.texture.size == tuple(map(round, board.size))


@pytest.mark.parametrize("radius_px", [0.5, 6.0, 31.0, 250.0, 2000.0])
def test_a_circle_has_as_many_corners_as_it_takes_to_look_round(radius_px):
    count = corners(radius_px)
    assert radius_px * (1 - math.cos(math.pi / count)) <= ROUND_PX
    fewer = count - 1
    assert count == MIN_CORNERS or radius_px * (1 - math.cos(math.pi / fewer)) > ROUND_PX
