"""Set-up, if one likes: which model is whose, by putting one at a time on the mat."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout

from companion.referee.camera.devices import shown_camera
from companion.referee.capture.preview import PreviewFrame
from companion.referee.lobby.open_table import part_of
from companion.tablet.data.miniatures import shown_now, write_known
from companion.tablet.data.model_finder import Advice, ModelFinder
from companion.tablet.data.setup_draft import Draft
from companion.tablet.data.wording import name_of, trouble_sentence
from companion.tablet.look import palette
from companion.tablet.pages.camera_view import CameraPreview
from companion.tablet.pages.page import LivePicture, Page, ScrollArea, WideKey, Window

MODEL_NAMED = frozenset({Advice.WRONG, Advice.AWAY})
"""What is advised of a model by its name."""


class ModelsStep(Page):
    """All who may come to the mat, one after the other, beside what the camera sees.

    Who is in a deck is its owner's secret (S-ZONE-17): a player's list is covered until that player uncovers it.
    """

    def __init__(self, window: Window, draft: Draft, done: Callable[[Draft], None]) -> None:
        """Prepares, and begins to look.

        Args:
            window: Where it is shown.
            draft: What has been said so far.
            done: Is given the draft with the models, and goes on from here.
        """
        super().__init__(window, "setup.models.title")
        self._draft, self._done, self._members = draft, done, draft.warbands
        self._owners: dict[str, str] = {}
        self.showing = ModelFinder(draft.things, draft.models).next_open()
        self.picture: LivePicture = Factory.LivePicture(size_hint_x=1.1)
        self.picture.text = self.say("shell.opening.text", camera=shown_camera(draft.camera))
        self.advice = Factory.Said()
        self.advice.font_size, self.advice.color = "24sp", palette.TEXT
        self.keys: dict[int, WideKey] = {}
        self.players = {
            seat: self.key(name, partial(self._list, seat))
            for seat, name in zip(draft.seat_ids, draft.names(window.language), strict=True)
        }
        self.uncover: WideKey | None = None
        self._seat, self._uncovered = "", ""
        self._lay_out()
        self.looking = CameraPreview(window.background, window.tables, self._see, self._blind)
        self._list(self._seat_shown() or draft.seat_ids[0])
        self.looking.at(draft.measuring)

    def left(self) -> None:
        """The camera is freed."""
        self.looking.end()

    def on_back(self) -> None:
        """What was shown holds, for this game and those to come."""
        draft = self._draft
        known = shown_now(draft.known or {}, draft.things, self.showing.models, self._owners)
        write_known(self.window.services.miniatures_file, draft.table_name, known)
        self._done(replace(draft, known=known))

    def _lay_out(self) -> None:
        right, row = BoxLayout(orientation="vertical", spacing="14dp"), BoxLayout(spacing="8dp")
        row.size_hint_y, row.height = None, "74dp"
        for key in self.players.values():
            row.add_widget(key)
        self._scroll = ScrollArea()
        for widget in (self.advice, row, self._scroll):
            right.add_widget(widget)
        body = BoxLayout(spacing="16dp")
        body.add_widget(self.picture)
        body.add_widget(right)
        self.ids.body.add_widget(body)
        self.back = self.key(self.say("setup.models.back"), lambda: self._take(self.showing.back()))
        self.later = self.key(self.say("setup.models.later"), lambda: self._take(self.showing.later()))
        self.ready = self.key(self.say("setup.done"), self.on_back, chosen=True)
        for key in (self.back, self.later, self.ready):
            self.ids.foot.add_widget(key)

    def _see(self, glimpse: PreviewFrame) -> None:
        if glimpse.picture is not None:
            self.picture.show(glimpse.picture)
        elif glimpse.health.troubles:
            self.picture.text = trouble_sentence(self.window.language, glimpse.health.troubles[0])
        if glimpse.health.blind:
            self.advice.text = self.say("setup.models.blind")
            return
        self._owners |= {each.id: each.owner for each in glimpse.standing}
        if self._asks_another():
            self._show()
            return
        self._take(self.showing.seen(glimpse.standing, time.monotonic()))

    def _blind(self, error: Exception) -> None:
        part = part_of(error).value
        self.picture.text = "\n\n".join((self.say(f"shell.fault.{part}"), self.say(f"shell.fault.{part}_do")))

    def _take(self, showing: ModelFinder) -> None:
        before, self.showing = self.showing, showing
        seat = self._seat_shown()
        if showing.at != before.at and seat:
            self._list(seat)
            Clock.schedule_once(lambda _: self._in_sight())
        else:
            self._show()

    def _seat_shown(self) -> str:
        wanted = self.showing.wanted
        return "" if wanted is None else wanted.owner

    def _is_covered(self) -> bool:
        return self._seat != self._uncovered

    def _asks_another(self) -> bool:
        """Whether the model that is wanted next is one of a list that is covered."""
        return self._seat_shown() not in ("", self._uncovered)

    def _list(self, seat: str) -> None:
        """Lists the models of one player; covers them where they were another's before."""
        if seat != self._seat:
            self._seat, self._uncovered = seat, ""
            self._fill()
        self._show()

    def _lift(self) -> None:
        """The player whose models they are has the tablet, and goes on with them."""
        self._uncovered = self._seat
        if self._asks_another():
            first = next((n for n, each in enumerate(self._members) if each.thing.owner == self._seat), 0)
            self.showing = self.showing.next_open(first - 1)
        self._fill()
        self._show()

    def _fill(self) -> None:
        seat = self._seat
        self._scroll.content.clear_widgets()
        self.keys, self.uncover = {}, None
        if self._is_covered():
            name = self.players[seat].text
            self.uncover = WideKey(letter=22, text=self.say("setup.models.uncover", player=name))
            self.uncover.bind(on_release=lambda _: self._lift())
            self._scroll.content.add_widget(self.uncover)
        else:
            mine = [number for number, each in enumerate(self._members) if each.thing.owner == seat]
            self.keys = {number: WideKey(letter=18) for number in mine}
        for number, key in self.keys.items():
            key.bind(on_release=lambda _, number=number: self._take(self.showing.anew(number)))
            self._scroll.content.add_widget(key)
        for each, key in self.players.items():
            key.chosen = each == seat

    def _in_sight(self) -> None:
        key, scroll = self.keys.get(self.showing.at), self._scroll
        if key is not None and scroll.content.height > scroll.height:
            scroll.scroll_to(key, animate=False)

    def _show(self) -> None:
        showing, language = self.showing, self.window.language
        for number, key in self.keys.items():
            member = self._members[number]
            base = showing.models.base(member.thing.id)
            key.sign, key.chosen = "✔" if base else "…", number == showing.at
            key.text = member.name(language)
            key.note = self.say("setup.models.known", model=name_of(base)) if base else self.say("setup.models.open")
        covered, other = self._is_covered(), self._asks_another()
        self.back.disabled, self.later.disabled = covered or not showing.shown, other or showing.wanted is None
        advice = showing.advice if showing.wanted is not None else Advice.DONE
        if other:
            seat = self._seat if covered else self._seat_shown()
            self.advice.text = self.say("setup.models.covered", player=self.players[seat].text)
            return
        name = self._members[showing.at].name(language) if showing.wanted is not None else ""
        self.advice.text = self.say(f"setup.models.{advice.value}", **_values(advice, name, name_of(showing.lying)))


def _values(advice: Advice, name: str, model: str) -> dict[str, object]:
    return {"name": name} if advice is Advice.PUT else {"model": model} if advice in MODEL_NAMED else {}
