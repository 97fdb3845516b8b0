"""Makes our widgets known to Kivy, with their looks."""

from importlib import resources

from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.factory import Factory
from kivy.lang import Builder

from companion.tablet import pages, palette
from companion.tablet.board import BoardLayout
from companion.tablet.game import widgets
from companion.tablet.mat_view import MatView
from companion.tablet.panel import AlarmSheet, AnswerRow, Panel, RowList, SignCell
from companion.tablet.practice import HandSheet
from companion.tablet.result_card import ResultCard, ResultLayer, StruckRow, ThrowRow
from companion.tablet.scale import follow_window
from companion.tablet.seats import GuestLine, SeatBox, SeatsSheet

WIDGETS = (
    BoardLayout,
    MatView,
    Panel,
    AnswerRow,
    RowList,
    SignCell,
    AlarmSheet,
    GuestLine,
    SeatBox,
    SeatsSheet,
    *pages.WIDGETS,
    HandSheet,
    ResultLayer,
    ResultCard,
    ThrowRow,
    StruckRow,
    *widgets.WIDGETS,
)
THEMES = ("theme.kv", "seats.kv", "pages.kv", "result.kv", "game/keys.kv", "game/reading.kv", "game/game.kv")


def prepare_widgets() -> None:
    """Registers widgets, fonts and looks, and lets their sizes follow the window; may be called again."""
    follow_window()
    paint_ground()
    LabelBase.register("Signs", "data/fonts/DejaVuSans.ttf")
    for widget in WIDGETS:
        Factory.register(widget.__name__, cls=widget)
    for name in THEMES:
        if name not in Builder.files:
            theme = resources.files("companion.tablet").joinpath(name)
            Builder.load_string(theme.read_text(encoding="utf-8"), filename=name)


def paint_ground() -> None:
    """Gives the window the ground's colour: a rectangle as large as the window costs a fifth of a frame."""
    Window.clearcolor = palette.GROUND
