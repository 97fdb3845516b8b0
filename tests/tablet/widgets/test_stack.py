"""What a page shows no longer is free at once, without a search through memory; what stays the same is kept."""

import gc
import weakref

import pytest

from companion.tablet.window.environment import prepare

prepare(offscreen=True)

from kivy.base import EventLoop  # noqa: E402 (Kivy reads what `prepare` wrote)
from kivy.clock import Clock  # noqa: E402

from companion.games.display.cards import CardLine  # noqa: E402
from companion.games.display.offers import Offer  # noqa: E402
from companion.referee.screen.player_screen import CardShown, OfferShown  # noqa: E402
from companion.tablet.game.reading.hand_fan import FanData, HandFan  # noqa: E402
from companion.tablet.widgets.stack import Stack, WidgetContext  # noqa: E402
from companion.tablet.window.themes import prepare_widgets  # noqa: E402
from companion.texts import Language  # noqa: E402

SPEAR, SHIELD, HORN = (CardLine(name.lower(), name) for name in ("Spear", "Shield", "Horn"))


class NoSheet:
    """Where cards would be laid large."""

    def __init__(self):
        self.laid = []

    def lay(self, sheet):
        self.laid.append(sheet.ids.content.children[0].data.card)


@pytest.fixture
def sheets():
    return NoSheet()


@pytest.fixture
def context(sheets):
    EventLoop.ensure_window()
    prepare_widgets()
    return WidgetContext(Language.ENGLISH, print, sheets)


@pytest.fixture
def stack(context):
    made = Stack()
    made.show([(HandFan, hand(SPEAR, SHIELD))], context)
    Clock.tick()
    return made


def hand(*cards, playable=()):
    play = OfferShown(Offer("play", "Play", {}))
    return FanData("A", tuple(CardShown(card, (play,) * (card in playable)) for card in cards))


def small(stack):
    (fan,) = stack.children
    return {each.name: each for each in fan.ids.grid.children[::-1]}


def test_what_is_shown_no_longer_is_free_without_a_search_through_memory(stack, context):
    gc.collect()
    gc.disable()
    try:
        (fan,) = stack.children
        gone = [weakref.ref(each.__self__) for each in (fan, *small(stack).values())]
        del fan
        stack.show([], context)
        Clock.tick()
        assert [each() for each in gone] == [None] * 3
    finally:
        gc.enable()


def test_whoever_still_knows_a_widget_that_was_dropped_may_set_its_parts(stack, context):
    (fan,) = stack.children
    stack.show([], context)
    fan.ids.grid.cols, fan.title = 7, "Late"
    assert fan.ids.grid.cols == 7
    assert fan.get_root_window() is None


def test_a_hand_in_which_one_card_changed_keeps_the_others(stack, context, sheets):
    before, (fan,) = small(stack), stack.children
    stack.show([(HandFan, hand(HORN, SPEAR, SHIELD, playable=(SHIELD,)))], context)
    after = small(stack)
    assert stack.children == [fan]
    assert list(after) == ["Horn", "Spear", "Shield"]
    assert after["Spear"] is before["Spear"]
    assert after["Shield"] is not before["Shield"]
    assert [each.playable for each in after.values()] == [False, False, True]
    stack.show([(HandFan, hand(SPEAR, playable=(SPEAR,)))], context)
    stack.show([(HandFan, hand(SPEAR))], context)
    stack.children[0].ids.grid.children[0].dispatch("on_release")
    assert [(card.line, card.offers) for card in sheets.laid] == [(SPEAR, ())], "as it is now"


def test_of_two_hands_each_keeps_its_own(stack, context):
    first, second = hand(SPEAR, SHIELD), hand(HORN)
    stack.show([(HandFan, second), (HandFan, first)], context)
    below, above = stack.children
    stack.show([(HandFan, hand(SPEAR)), (HandFan, second), (HandFan, first)], context)
    assert stack.children[:2] == [below, above]
