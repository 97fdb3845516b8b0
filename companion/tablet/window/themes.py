"""Makes our widgets known to Kivy, with their looks."""

from importlib import resources

from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.factory import Factory
from kivy.lang import Builder

from companion.tablet.cards import rows
from companion.tablet.game import widgets
from companion.tablet.look import palette
from companion.tablet.look.cached_layer import BoardLayout
from companion.tablet.look.scale import follow_window
from companion.tablet.mat.mat_view import MatView
from companion.tablet.mat.result_card import ResultCard, ResultLayer, StruckRow, ThrowRow
from companion.tablet.pages import page as pages
from companion.tablet.table.big_screen import BigPlayer, BigScreen
from companion.tablet.table.guide_layer import GuideBubble, GuideLayer
from companion.tablet.table.seats_page import GuestLine, SeatBox, SeatsSheet
from companion.tablet.widgets.choice_sheet import ChoiceSheet
from companion.tablet.widgets.panel import AlarmSheet, AnswerRow, Panel, RowList, SignCell
from companion.tablet.widgets.scrolled_page import SteadyScroll

WIDGETS = (
    BoardLayout,
    SteadyScroll,
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
    ChoiceSheet,
    ResultLayer,
    ResultCard,
    ThrowRow,
    StruckRow,
    GuideLayer,
    GuideBubble,
    BigPlayer,
    BigScreen,
    *widgets.WIDGETS,
    *rows.WIDGETS,
)
THEMES = (
    "window/theme.kv",
    "table/seats.kv",
    "pages/pages.kv",
    "mat/result.kv",
    "table/guide.kv",
    "table/big_screen.kv",
    "widgets/keys.kv",
    "game/reading/reading.kv",
    "game/game.kv",
    "cards/cards.kv",
)


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
