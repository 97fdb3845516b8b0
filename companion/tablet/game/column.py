"""The game's column beside the mat: head, tabs, and the page of the tab; the curtain before what is hidden."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.games.display.offers import Offer
from companion.games.display.speech import Topic
from companion.geometry import MatPoint
from companion.referee import (
    GameScreen,
    IntentBody,
    OverruleProposal,
    Proposal,
    RequestRedo,
    RequestUndo,
    TakeTablet,
    View,
)
from companion.referee.api.rolls import OpenRoll
from companion.referee.api.table_intents import RollVirtualDice
from companion.tablet.data.bases import Base
from companion.tablet.game.column_pages import TABS, entries_of, made_of
from companion.tablet.game.curtain import Curtain
from companion.tablet.game.foot_bar import Undo, foot_of, moved_in, waiting_in
from companion.tablet.game.forms.offer_form import OfferForm
from companion.tablet.game.one_player import OnePlayer
from companion.tablet.game.reading.log_view import AT_ONCE, LogFilter
from companion.tablet.game.reading.read_sheet import WhyPage
from companion.tablet.game.sheet_pile import SheetPile
from companion.tablet.game.undo_card import OverruleData, OverruleSheet, agreed_by
from companion.tablet.past.replay_sheet import ReplaySheet
from companion.tablet.widgets.more_below import MoreBelow
from companion.tablet.widgets.stack import Stack, WidgetContext

IN_SIGHT = 8
"""So much of the log is seen at once."""
IDLE_S = 45.0
"""Whoever holds the tablet and does not touch it for so long has left it lying open."""
HELD_S = 1.0
"""So long at most a page stays as it is because a finger is on a key of it."""


class GameColumn(BoxLayout):
    """The game beside the mat; takes no room without one."""

    there = BooleanProperty(defaultvalue=False)
    animated = BooleanProperty(defaultvalue=True)
    tab = OptionProperty("now", options=TABS)
    holder = StringProperty()

    __events__ = ("on_intent", "on_put_back", "on_take_off", "on_photograph")

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.curtain = Curtain()
        self.curtain.bind(on_lift=lambda _, seat: self.take(seat))
        self._pages = {tab: Stack() for tab in TABS if tab != "mat"}
        self._stack = self._pages["now"]
        self._view: View | None = None
        self._widget_context: WidgetContext | None = None
        self._drafts: dict[str, tuple[Any, ...]] = {}
        self._built: tuple[object, ...] | None = None
        self._log_filter = LogFilter()
        self._sheets = SheetPile()
        self._tab_shown = ""
        self._touched_s = 0.0
        self._beat = Clock.create_trigger(self._tick, 1.0, interval=True)
        self._later = Clock.create_trigger(lambda _: self._rebuild())
        self._high_px: dict[str, float] = {}
        self._asked: tuple[object, ...] = ()
        self._owed = 0
        """How many dice were to be thrown."""
        self._bases: tuple[Base, ...] = ()
        self._practises = self._drawn = False
        self._alone: OnePlayer | None = None
        for name in ("now", "log"):
            self._pages[name].bind(height=lambda _, high_px, name=name: self._keep_place(name, high_px))
        self.bind(tab=lambda *_: self._turn_page())

    def on_kv_post(self, _: object) -> None:
        """Holds what is not always shown."""
        self._scroll, self._foot = self.ids.scroll.__self__, self.ids.foot.__self__
        self.more = MoreBelow(self._scroll)

    @property
    def play(self) -> GameScreen | None:
        """The game as it was shown last."""
        return self._view.play if self._view is not None else None

    @property
    def context(self) -> WidgetContext | None:
        """What widgets of the game need that stand elsewhere; None without a game."""
        return self._widget_context if self.there else None

    @property
    def stack(self) -> Stack:
        """The page of the tab that is open; on that of the mat, the one that was open before."""
        return self._stack

    @property
    def unfolded(self) -> tuple[Offer, ...]:
        """The offers that somebody has opened, to answer what they ask for."""
        return tuple(form.data.offer for form in _forms_on(self._stack) if form.is_unfolded)

    @property
    def reads_why(self) -> bool:
        """Whether somebody looks at what was measured."""
        return self._sheets.holds(WhyPage)

    def furnish(self, bases: tuple[Base, ...], *, practises: bool, drawn: bool = False, alone: bool = False) -> None:
        """Takes over what the table has.

        Args:
            bases: All its bases.
            practises: Whether models are moved by a finger on the screen.
            drawn: Whether no camera looks, and fingers draw where the models of a real mat stand.
            alone: Whether one person plays all sides: nothing is hidden, and the tablet passes on by itself.
        """
        self._alone = OnePlayer(self._submit) if alone else None
        self._bases, self._practises, self._drawn, self._widget_context = bases, practises, drawn, None

    def show(self, view: View) -> None:
        """Shows a view; what is the same as before is left alone."""
        play = view.play
        self._view = view
        self.there = play is not None
        if play is None:
            self._leave()
            return
        is_joined = view.guests is not None and any(seat.seat and seat.guests for seat in view.guests.seats)
        if is_joined and self._alone is not None:
            # Whoever came with a phone hides cards: from now on the tablet hides them, too.
            self._alone, self._widget_context = None, None
            self._submit(TakeTablet(""))
        self._obey(view, play)
        self.ids.head.follow(view)
        if self._stack.parent is None:
            self.ids.page.add_widget(self._stack)
            self._beat()
            Window.bind(on_touch_down=self._touched)
        if play.holder and not self.holder:
            self._touched_s = time.monotonic()
        passed = play.holder != self.holder
        if self._alone is not None:
            self._alone.follow(play)
        if passed:
            self._sheets.clear()
            self._forget()
        self.holder = play.holder
        self._sheets.follow(play)
        self._rebuild(at_once=passed)

    def _obey(self, view: View, play: GameScreen) -> None:
        """Takes over language and side; with others all widgets are made anew."""
        language, turned, known = view.choices.language, view.choices.turned, self._widget_context
        seats = () if view.guests is None else view.guests.seats
        phones = frozenset(each.seat for each in seats if each.guests)
        wanted = language, turned, self.animated, phones
        if known is None or (known.language, known.turned, known.animated, known.phones) != wanted:
            self._widget_context = WidgetContext(
                language,
                self._submit,
                self,
                self._drafts,
                turned,
                *(self._bases, self._practises, self._drawn),
                texts=play.texts,
                animated=self.animated,
                alone=self._alone is not None,
                phones=phones,
            )
            self._sheets.clear(keep=self._foot.asks)

    def turn_to(self, tab: str) -> None:
        """Turns to a page from the next frame on: its key, which was touched, is drawn as chosen first."""
        for each in TABS:
            self.ids[f"tab_{each}"].chosen = each == tab
        Clock.schedule_once(lambda _: setattr(self, "tab", tab))

    def on_intent(self, body: IntentBody) -> None:
        """Something is asked for."""

    def on_put_back(self, base: str, at: MatPoint) -> None:
        """A model is to be put somewhere on a mat in the computer."""

    def on_take_off(self, base: str) -> None:
        """A model is to be taken off a mat in the computer."""

    def on_photograph(self, seat: str, card: str) -> None:
        """A card of a player's own is to be photographed."""

    def photograph(self, seat: str, card: str) -> None:
        """Goes to the page on which a player's own card is photographed; a sheet over the window is put away."""
        self._sheets.clear()
        self.dispatch("on_photograph", seat, card)

    def take_off(self, base: str) -> None:
        """Takes a model off a mat in the computer; elsewhere people do that themselves."""
        if self._practises or self._drawn:
            self.dispatch("on_take_off", base)

    def put_back(self, base: str, at: MatPoint | None) -> None:
        """Puts a model somewhere on a mat in the computer; elsewhere people do that themselves."""
        if at is not None and (self._practises or self._drawn):
            self.dispatch("on_put_back", base, at)

    def leave(self) -> None:
        """Stops listening to the window; to be called when the table is left."""
        self._leave()

    def _leave(self) -> None:
        self._beat.cancel()
        self._later.cancel()
        Window.unbind(on_touch_down=self._touched)
        self.curtain.dismiss(animation=False)
        self._sheets.clear()
        self._forget()
        if self._stack.parent is not None:
            self._stack.parent.remove_widget(self._stack)
        self._built = None

    def _turn_page(self) -> None:
        """On the page of the mat the column ends below its tabs."""
        if self.tab == "mat":
            self.remove_widget(self._scroll)
            self.remove_widget(self._foot)
        elif self._scroll.parent is None:
            self.add_widget(self._scroll)
            self.add_widget(self._foot)
        self._rebuild(at_once=True)

    def _keep_place(self, tab: str, high_px: float) -> None:
        """Whoever reads in a page reads on at the same line when it grows below."""
        scroll, before_px = self._scroll, self._high_px.get(tab, 0.0)
        self._high_px[tab] = high_px
        over_px = high_px - scroll.height
        if self.tab == tab and over_px > 0 and before_px > scroll.height:
            scroll.scroll_y = 1 - min(1.0, (1 - scroll.scroll_y) * (before_px - scroll.height) / over_px)

    def _rebuild(self, *, at_once: bool = False) -> None:
        """Makes the page what it is to be; while a finger is on a key of it only once the key has told its intent."""
        play, context = self.play, self._widget_context
        if play is None or context is None:
            return
        new = self._made_of(play, context)
        if new == self._built:
            return
        titles = tuple(task.title for seat in play.seats for task in play.tasks_of(seat))
        if self.tab == "hand" and titles and titles != self._asked[1:]:
            self.tab = "now"  # whoever played a card from there is asked what it needs next
            return
        if not at_once and self._is_touched():
            self._later()
            return
        self._built = new
        self.ids.head.show(play)
        self._name_tabs(play, context)
        self.ids.strip.show(play, context)
        now = self.tab == "now"
        page = self._pages.get(self.tab, self._stack)
        if self.tab != "mat":
            page.show(
                entries_of(self.tab, play, context, self._log_filter), context, IN_SIGHT if self.tab == "log" else None
            )
        undo = Undo.NONE if not (now and play.log) else Undo.POSSIBLE if play.undoing is None else Undo.ASKED
        answer = next((form.key_apart for form in _forms_on(page) if form.key_apart is not None), None) if now else None
        self._foot.show(foot_of(play) if now else (), context, undo, moved_in(play), answer, waiting_in(play))
        if self.tab == "mat":
            return
        self._lay_open(page)
        # Whoever is to vote must know that the keys for it stand there.
        self.more.text = context.say("game.more_below") if now and play.asked else ""
        asked, owed = (play.shown.waiting, *titles), sum(each.owed for each in play.throw.rolls)
        is_new = asked != self._asked or owed > self._owed  # such as a die that leans, which is thrown again
        if self.tab != self._tab_shown or (is_new and self.tab == "now"):
            self._scroll.scroll_y = 1.0  # what is new stands at the top
        self._asked, self._owed = asked, owed
        self._tab_shown = self.tab

    def _lay_open(self, page: Stack) -> None:
        """Puts a page in place of the one that is open, which is kept: whoever turns back to it need not wait."""
        before, self._stack = self._stack, page
        if before is page:
            return
        before.rest()
        self.ids.page.remove_widget(before)
        self.ids.page.add_widget(page)

    def _forget(self) -> None:
        """Keeps no page but the one that is open: the others may show what is one player's alone."""
        for page in self._pages.values():
            if page is not self._stack:
                page.empty()

    def _is_touched(self) -> bool:
        if time.monotonic() - self._touched_s > HELD_S:
            return False
        held: bool = self._scroll.held or self._foot.held
        return held

    def _made_of(self, play: GameScreen, context: WidgetContext) -> tuple[object, ...]:
        return id(context), *made_of(self.tab, play, self._log_filter)

    def _name_tabs(self, play: GameScreen, context: WidgetContext) -> None:
        ids = self.ids
        count = play.own_shown.in_hand if play.own_shown else 0
        for tab in TABS:
            key = ids[f"tab_{tab}"]
            text = context.say(f"game.tab.{tab}")
            key.text = f"{text} {count}" if tab == "hand" and play.own_shown else text
            key.chosen = tab == self.tab

    def choose_log(self) -> None:
        """Lets the players choose what the log shows; again, no longer."""
        self._seek(replace(self._log_filter, choosing=not self._log_filter.choosing))

    def filter_log(self, wanted: Topic | str | None) -> None:
        """Shows one sort of actions in the log, None for all sorts; or a player's, by shape; again, everybody's."""
        if wanted is None or isinstance(wanted, Topic):
            self._seek(replace(self._log_filter, topic=wanted, most=AT_ONCE))
        else:
            self._seek(
                replace(self._log_filter, whose="" if wanted == self._log_filter.whose else wanted, most=AT_ONCE)
            )

    def more_log(self) -> None:
        """Shows more of the log."""
        self._seek(replace(self._log_filter, most=self._log_filter.most + AT_ONCE))

    def _seek(self, log_filter: LogFilter) -> None:
        self._log_filter = log_filter
        self._rebuild(at_once=True)

    def see_again(self, event: int | None) -> None:
        """Shows the game again as it was right after an event of the log; None for as it is now."""
        if self.play is not None and self._widget_context is not None:
            sheet = ReplaySheet(self._widget_context)
            sheet.follow(self.play, event)
            self.lay(sheet)

    def throw_virtual(self, roll: OpenRoll) -> None:
        """Throws virtual dice for a roll; of one who plays all sides also those that follow in a fight."""
        if self._alone is not None and self.play is not None:
            self._alone.throw(roll, self.play)
        else:
            self._submit(RollVirtualDice(roll.id))

    def lay(self, sheet: ModalView) -> None:
        """Lays a sheet over the window; it goes with the player who holds the tablet."""
        self._sheets.lay(sheet)

    def redo(self) -> None:
        """Asks to take the last way back back."""
        self._submit(RequestRedo())
        self.tab = "now"

    def overrule(self, proposal: Proposal | None = None) -> None:
        """Asks who lets pass what was refused; without a proposal, the intent that was refused last.

        Whoever plays all sides lets a proposal pass for all.
        """
        play, context = self.play, self._widget_context
        if play is None or context is None:
            return
        seats = tuple((each.seat, each.name, each.shape) for each in play.seats)
        if proposal is not None and self._alone is not None:
            self._submit(OverruleProposal(proposal.id, agreed_by(seats, context.say("game.overrule.alone"), context)))
        elif proposal is not None:
            self.lay(OverruleSheet(OverruleData(seats, proposal.against or proposal.text, proposal.id), context))
        elif play.said is not None:
            self.lay(OverruleSheet(OverruleData(seats, play.said.text), context))

    def _submit(self, body: IntentBody) -> None:
        self.dispatch("on_intent", body)

    def go_back(self, event: int) -> None:
        """Asks to go back to right after an event of the log; -1 is before the last action."""
        self._submit(RequestUndo(event))
        self.tab = "now"

    def pass_to(self, seat: str) -> None:
        """Hands the tablet to a player, the curtain down; nobody's seat covers everything at once."""
        play, context = self.play, self._widget_context
        if play is None or context is None:
            return
        if seat and self._alone is not None:
            self.take(seat)
            return
        self._submit(TakeTablet(seat, passing=True) if seat else TakeTablet(""))
        if seat:
            self.curtain.fall(seat, dict(play.players)[seat], context)

    def take(self, seat: str) -> None:
        """Shows a player who has the tablet what is theirs alone."""
        self._touched_s = time.monotonic()
        self._submit(TakeTablet(seat))
        self.tab = "now"

    def _touched(self, *_: object) -> None:
        self._touched_s = time.monotonic()

    def _tick(self, _: float) -> None:
        now_s = time.monotonic()
        self.ids.head.tick(now_s)
        open_to_all = self.play is not None and bool(self.play.market)
        if self._alone is None and (self.holder or open_to_all) and now_s - self._touched_s > IDLE_S:
            self._submit(TakeTablet(""))


def _forms_on(page: Stack) -> Iterator[OfferForm]:
    return (each for each in page.walk() if isinstance(each, OfferForm))
