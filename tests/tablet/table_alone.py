"""A game on the tablet alone: a real record, match and tablet; pieces stand where a script puts them."""

import asyncio
import time
from contextlib import closing, suppress

from kivy.uix.scrollview import ScrollView

from companion.games.signum.game import Signum
from companion.record.record import Record
from companion.referee import Camera, Choices, Measures, Referee
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.session.tablet_controller import TabletController
from companion.tablet.game.cards import PassKeys, TaskCard
from companion.tablet.game.foot_bar import FootForm, SureSheet
from companion.tablet.game.forms.fields import ChooseField, FaceKeys, FacesField, KeyGrid
from companion.tablet.game.forms.offer_form import OfferForm
from companion.texts import Language
from tests.looks import Looks
from tests.phones.host import March
from tests.referee.match.test_match import NOW, SEED, skirmish
from vision.table import MatLayout, TableLayout

PATIENCE_S = 60.0
LOOK_S = 0.01
RESTED_LOOKS = 3
ROLLS = {"A": "6", "B": "2"}
FACES = {"A": "shield", "B": "bullseye"}
"""Ann's dice always hit and Bob's never do (S-CONST-24)."""
TASTE = ("fight", "skip", "activate", "move", "finish", "end")
"""What is done of one's own accord, most wanted first; each at most once in a turn."""


class Alone:
    """The game as a service of the referee, without phones or camera."""

    guests = league_status = None

    def __init__(self, path, pause_s=0.0):
        self.path, self.pause_s = path, pause_s
        self.tablet = None
        self.match = None
        self.later = None
        self._language = Language.ENGLISH

    @property
    def play(self):
        return None if self.tablet is None else self.tablet.play(self._language)

    def apply(self, ask, intent):
        self.tablet.apply(ask, intent, self._language)

    def saw(self, view):
        self._language = view.choices.language

    async def live(self, stir):
        loop, hand = asyncio.get_running_loop(), March()
        self.later = loop.call_soon_threadsafe
        game = Signum()
        if not self.path.exists():
            Record.create(self.path, game, skirmish(), lambda: NOW, seed=SEED).close()
        with closing(Record.open(self.path, {"signum": game}, lambda: NOW)) as record:
            self.match = hand.match = Match(record, loop.time, pause_s=self.pause_s)
            table_view = CommandGateway(self.match, hand, loop.time)
            self.tablet = TabletController(table_view, stir, self.path)
            self.match.listen(stir)
            await table_view.run()


def table(service, language=Language.ENGLISH):
    """A referee that sees nothing, with a game beside it."""
    layout = TableLayout(MatLayout(600.0, 600.0, "DICT_4X4_100", ()))
    measures = Measures({"S": 80.0, "M": 100.0, "L": 150.0, "XL": 250.0}, 2.0, actions=("move", "run"))
    return Referee(
        layout, measures, Camera("usb:0", lambda: None), time.monotonic, Choices(language=language), service=service
    )


class Gone(Exception):  # noqa: N818 (it is no error)
    """What was to be touched is no longer on the page."""


class Tapper:
    """Plays for everybody at one tablet, by touches alone."""

    def __init__(self, player):
        self.player, self.finger = player, player.finger
        self.done, self.kinds = set(), []

    @property
    def column(self):
        return self.player.ids.game

    @property
    def play(self):
        return self.column.play

    @property
    def context(self):
        return self.column._widget_context

    async def until(self, what, said=""):
        deadline_s, looks = time.monotonic() + PATIENCE_S, Looks()
        while not what():
            assert time.monotonic() < deadline_s, f"never {said}; touched so far: {self.kinds}"
            await looks.pause()

    async def press(self, widget):
        """Brings a widget into sight and touches it."""
        scroll = next((each for each in self._above(widget) if isinstance(each, ScrollView)), None)
        deadline_s, rested, lay = time.monotonic() + PATIENCE_S, 0, None
        while rested < RESTED_LOOKS:  # Kivy lays out nested boxes over some frames
            assert time.monotonic() < deadline_s, f"{widget} never comes to rest in sight"
            if scroll is not None and scroll.children[0].height > scroll.height:
                scroll.scroll_to(widget, padding=4, animate=False)
            await asyncio.sleep(LOOK_S)
            if widget.get_root_window() is None:
                raise Gone(widget)
            lies = (*widget.to_window(*widget.pos), *widget.size)
            rested = rested + 1 if lies == lay and self._in_sight(widget, scroll) else 0
            lay = lies
        self.finger.press(widget)

    def _in_sight(self, widget, scroll):
        x, y = widget.to_window(*widget.center)
        if scroll is None:
            return True
        left, bottom = scroll.to_window(*scroll.pos)
        return left < x < left + scroll.width and bottom < y < bottom + scroll.height

    def cards(self, name):
        """The widgets of a class on the page and over the mat, from top to bottom."""
        over_mat = self.player.ids.cards
        stacks = self.column.stack, over_mat.stack, over_mat.corner
        return [each for stack in stacks for each in stack.walk() if type(each).__name__ == name]

    def forms(self, kind=None):
        """The offers on the page, those that are asked for first; of one kind."""
        places = (self.column.stack, *self.column.ids.foot.forms)
        found = [each for place in places for each in place.walk() if isinstance(each, OfferForm)]
        found.sort(key=lambda form: not self.is_owed(form))
        return [form for form in found if kind in (None, form.kind)]

    def is_owed(self, form):
        return any(isinstance(each, TaskCard) for each in self._above(form))

    async def passes_to(self, seat):
        """Passes the tablet to a player, who lifts the curtain if one falls; keys made anew are looked for again."""
        pressed = False
        while not pressed:
            await self.until(lambda: self.cards(PassKeys.__name__), "keys to pass the tablet on")
            keys = self.cards(PassKeys.__name__)[0]
            seats = [each[0] for each in keys.data.seats]
            with suppress(Gone):
                await self.press(keys.ids.row.children[::-1][seats.index(seat)])
                pressed = True
        await self.until(lambda: self.column.curtain.shown or self.column.holder == seat, "curtain, or held at once")
        if self.column.curtain.shown:
            await self.until(lambda: not self.column.holder, "covered")
            self.finger.press(self.column.curtain.ids.lift)
        await self.until(lambda: self.column.holder == seat, "held")

    async def passes_to_nobody(self):
        """Lets the curtain fall over whatever is hidden."""
        self.column.pass_to("")
        await self.until(lambda: not self.column.holder, "covered")

    async def step(self):
        """Does one thing that the page offers, or passes the tablet to whoever has something to decide apart."""
        await self.until(self._is_made, "made anew")
        form = self.wanted()
        if form is None:
            apart = next((seat.seat for seat in self.play.seats if seat.apart), None)
            assert apart is not None, f"nobody can do anything: {[each.data for each in self.forms()]}"
            await self.passes_to(apart)
            return
        before = self.play
        self.kinds.append(form.kind)
        try:
            await self.fill(form)
        except Gone:  # the page was made anew meanwhile: one looks again
            self.done.discard((form.kind, form.data.seat))
            return
        await self.until(lambda: self.play is not before and self.play.shown is not before.shown, form.kind)
        assert self.play.said is None or self.play.said.granted, self.play.said

    def _is_made(self):
        """A page is made a frame after it was turned to, and once no finger is on a key of it."""
        column = self.column
        return column._tab_shown == column.tab and column._built == column._made_of(self.play, self.context)

    def wanted(self):
        forms = self.forms()
        owed = [form for form in forms if self.is_owed(form)]
        if owed and owed[0].kind == "assign":
            own = owed[0].data.seat == "A"
            return max(owed, key=lambda form: int(form.data.offer.fixed["attack" if own else "defence"]))
        if owed and owed[0].kind == "reroll":
            return min(owed, key=lambda form: len(form.data.offer.inputs))
        if owed:
            return next((form for form in owed if (form.kind, form.data.seat) not in self._words()), owed[0])
        return self._free(forms)

    def _words(self):
        """Words that were said already and wait for the others'."""
        return {("priority", seat) for seat in ROLLS if ("priority", seat) in self.done}

    def _free(self, forms):
        for kind in TASTE:
            for form in forms:
                data = form.data
                name = (self.play.shown.sheet.turn, data.seat, kind, *data.offer.fixed.values())
                if form.kind != kind or name in self.done:
                    continue
                able = {*data.offer.fixed.values()} | {c.value for i in data.offer.inputs for c in i.choices}
                if (kind != "activate" or f"{data.seat}:hero" in able) and data.offer.fixed.get("run") != "true":
                    self.done.add(name)
                    return form
        return None

    async def fill(self, form):
        """Touches what an offer needs, and its key."""
        data = form.data
        self.done.add((form.kind, data.seat))
        if isinstance(form, FootForm):
            await self.closes(form)
            return
        if (data.fold or data.sure) and len(form.children) == 1:
            await self.press(form.children[0])
            await asyncio.sleep(0.05)
        single = next((each for each in form.children if isinstance(each, KeyGrid)), None)
        if single is not None:
            choices = data.offer.inputs[0].choices
            liked = (f"{data.seat}:hero", ROLLS[data.seat])
            at = next((n for n, choice in enumerate(choices) if choice.value in liked), 0)
            await self.press(single.children[::-1][at])
            return
        for field in [each for each in form.walk() if isinstance(each, ChooseField | FacesField)]:
            await self.fill_in(field, data.seat)
        await self.press(form._key)

    async def closes(self, form):
        """Touches a key that closes something, and says that it is meant where that is asked."""
        await self.press(form.children[0])
        if form.data.sure:
            await self.until(lambda: self.sure() is not None, "asked")
            await self.press(self.sure().ids.go)

    def sure(self):
        """What asks whether the end is meant; None while nothing does."""
        window = self.column.get_root_window()
        return next((each for each in window.children if isinstance(each, SureSheet)), None)

    async def fill_in(self, field, seat):
        if isinstance(field, FacesField):
            keys = next(each for each in field.children if isinstance(each, FaceKeys)).children[::-1]
            at = next((n for n, choice in enumerate(field.taken.choices) if choice.value == FACES[seat]), 0)
            for _ in range(field.taken.most):
                await self.press(keys[at])
                await asyncio.sleep(0.02)
        elif not field.is_told:
            for key in field._grid.children[::-1][: field.taken.least]:
                await self.press(key)

    def _above(self, widget):
        while widget is not None and widget.parent is not widget:
            yield widget
            widget = widget.parent
