"""The table among the pages: left for the start, or for a while for the settings, while the game goes on."""

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import numpy as np
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.referee import SetConfirmMode, SetLanguage, TakeTablet, View
from companion.referee.api.intents import KeepCardPhoto
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import MapFaces, PaintPlayers, SetStrictness, Strictness, UseDice
from companion.referee.core.session import SIMULATED, TableWatch
from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.bases import bases_of
from companion.tablet.data.resume import begun, is_real
from companion.tablet.data.settings import Settings
from companion.tablet.data.setup_draft import Draft
from companion.tablet.game.foot_bar import SureSheet
from companion.tablet.look.sounds import Listener, Sounds
from companion.tablet.pages.page import Image, Window
from companion.tablet.pages.settings_page import SettingsPage
from companion.tablet.setup.measure_page import MeasurePage
from companion.tablet.table.big_screen import BigScreen
from companion.tablet.table.card_photo_page import CardPhotoPage
from companion.tablet.table.drawn_hand import DrawnHand
from companion.tablet.table.guide_layer import GuideLayer
from companion.tablet.table.practice_hand import PracticeHand, waiting_ghost
from companion.tablet.table.session import TableBinding
from companion.tablet.table.table_view import TableView
from companion.texts import Language, say

CHECK_EVERY_S = 0.5
GUIDE_SIGN, GUIDE_DP = "?", 76
"""The key for the guide, as wide as that for the settings."""


class TableWindow(Window, Protocol):
    """What the table asks of the window besides what all pages do."""

    @property
    def sounds(self) -> Sounds: ...

    def go_home(self) -> None:
        """Shows the start."""
        ...

    def remember(self, wanted: TableRequest) -> None:
        """A table has shown what is on its mat: what was chosen for it is what is wanted next time."""
        ...


class TablePage(FloatLayout):
    """The table among the pages; it is left for the start."""

    def __init__(self, shell: "TableWindow", watch: TableWatch, wanted: TableRequest) -> None:
        super().__init__()
        self._wanted = wanted
        self._invites = wanted.beginning is not None and not wanted.camera.startswith(SIMULATED)
        self._remembered = False
        self._listener = Listener()
        self._shell, self.watch = shell, watch
        self.guide: GuideLayer | None = None
        self.guide_key: Widget | None = None
        self.big: BigScreen | None = None
        self._spoken = shell.language
        self._furnish()
        self._checking = Clock.schedule_interval(self._check, CHECK_EVERY_S)

    def left(self) -> None:
        """Puts the table away."""
        self._checking.cancel()
        self._clear()
        self._shell.put_away(self.watch)

    def obey(self, before: Settings, now: Settings) -> None:
        """Takes over at this table what was set while it is open."""
        changed = [
            body
            for name, body in (
                ("strictness", SetStrictness(Strictness(now.strictness))),
                ("confirm", SetConfirmMode(ConfirmMode(now.confirm))),
                ("symbols", MapFaces(now.symbols)),
                ("apart", PaintPlayers(apart=now.apart)),
                ("dice", None if now.dice_named is None else UseDice(now.dice_named)),
            )
            if body is not None and getattr(before, name) != getattr(now, name)
        ]
        for body in changed:
            self.sitting.submit(body)
        if now.language is not None and now.language is not self._spoken:
            self._spoken = now.language
            self.sitting.submit(SetLanguage(now.language))
        if (before.light, before.apart) != (now.light, now.apart):
            self._clear()
            self._furnish()

    def _furnish(self) -> None:
        """Makes all that is seen; its colours are those of now."""
        shell = self._shell
        self.table_view = TableView()
        self._name_keys(shell.language)
        self.table_view.bind(
            on_home=lambda _: self._leave(),
            on_settings=lambda _: shell.go(
                lambda: SettingsPage(shell, self._wanted.camera, self.choose_camera, self._watch)
            ),
            on_camera=lambda _: self.choose_camera(),
            on_print=lambda _: self._measure_print(),
            on_no_camera=lambda _: shell.open_table(replace(begun(self._wanted), camera=NO_CAMERA)),
        )
        self.sitting = TableBinding(self.table_view, self.watch, self._shown)
        self.table_view.ids.game.bind(on_photograph=lambda _, seat, card: self._photograph(seat, card))
        self.table_view.pos_hint = {"x": 0, "y": 0}
        self.add_widget(self.table_view)
        self.hand = self._hands()
        practises, drawn = (isinstance(self.hand, kind) for kind in (PracticeHand, DrawnHand))
        self.table_view.ids.game.furnish(
            bases_of(self.watch.setup), practises=practises, drawn=drawn, alone=self._wanted.alone
        )
        self.guide_key = None
        if self._wanted.alone:
            self.sitting.submit(SetConfirmMode(ConfirmMode.TRUST))
            if not shell.settings.guided:
                self._guide_on()
        self.sitting.begin()

    def _leave(self) -> None:
        """Goes to the start; from a game that others play too, only when that is meant."""
        view, game = self.sitting.view, self.table_view.ids.game
        play, context = None if view is None else view.play, game.context
        if self._wanted.alone or play is None or context is None or play.shown.outcome:
            self._shell.go_home()
            return
        title, go_text = context.say("shell.leave_sure"), context.say("shell.home")
        game.lay(SureSheet(title, go_text, self._shell.go_home, context, "shell.stay"))

    def _measure_print(self) -> None:
        """Asks what the printed lines measure, and opens the table anew with the answer."""
        shell, wanted = self._shell, self._wanted
        draft = replace(Draft.of(shell.settings), camera=wanted.camera, table=wanted.table)

        def done(table: Path | None) -> None:
            shell.open_table(replace(begun(wanted), table=table))

        shell.go(lambda: MeasurePage(shell, draft, done))

    def _photograph(self, seat: str, card: str) -> None:
        """Takes a photograph of a player's own card, through the table's camera where one looks at a real table."""
        shell, real = self._shell, is_real(self._wanted.camera)

        def seen() -> Image | None:
            view = self.sitting.view
            if view is None or view.picture is None or not real:
                return None
            return np.rot90(view.picture.pixels, 2) if view.choices.turned else view.picture.pixels

        def taken(photo: bytes) -> None:
            self.sitting.submit(KeepCardPhoto(seat, card, photo))
            shell.go_back()

        shell.go(lambda: CardPhotoPage(shell, self.watch.setup.layout.mat.width_mm, seen, taken))

    def _offer_guide(self) -> None:
        """A key takes up the guide again where the game is, or puts it away."""
        key = self.guide_key = Factory.Key(text=GUIDE_SIGN, size_hint_x=None, size_hint_y=1, width=dp(GUIDE_DP))
        key.bind(on_press=lambda _: self._guide_on() if self.guide is None else self._guide_off(ended=True))
        foot = self.table_view.ids.foot
        foot.add_widget(key, index=len(foot.children) - 3)

    def _guide_on(self) -> None:
        """A guide leads through the game from where it was left in it, until it ends or is skipped."""
        settings, game = self._shell.settings, str(self._wanted.game or "")
        self.guide = GuideLayer(self.table_view, settings.guide_taken if settings.guide_game == game else ())
        self.guide.bind(on_end=lambda _: self._guide_off(ended=True), on_taken=lambda _, taken: self._keep_guide(taken))
        self.add_widget(self.guide)
        if self.sitting.view is not None:
            self.guide.show(self.sitting.view)

    def _keep_guide(self, taken: tuple[str, ...]) -> None:
        settings, game = self._shell.settings, str(self._wanted.game or "")
        self._shell.change(replace(settings, guide_game=game, guide_taken=taken))

    def _guide_off(self, *, ended: bool) -> None:
        guide, self.guide = self.guide, None
        if guide is not None:
            guide.end()
            self.remove_widget(guide)
        if ended:
            self._shell.change(replace(self._shell.settings, guided=True))

    def _hands(self) -> PracticeHand | DrawnHand | None:
        """What moves models on a mat in the computer; None at a real table."""
        made = self.table_view, self.watch.setup, lambda: self._shell.language, self.sitting.submit
        return PracticeHand.if_simulated(*made) or DrawnHand.if_drawn(*made)

    def _watch(self) -> None:
        """From the settings to the big screen, on which nothing is shown that somebody holds hidden."""
        self._shell.go_back()
        if self.big is None:
            self.sitting.submit(TakeTablet(""))
            self._guide_off(ended=False)
            self.big = BigScreen()
            self.big.bind(on_end=lambda _: self._unwatch())
            self.remove_widget(self.table_view)
            self.add_widget(self.big)
            view = self.sitting.view
            if view is not None and (view.play is None or not view.play.holder):
                self.big.show(view)

    def _unwatch(self) -> None:
        """Back to the table."""
        big, self.big = self.big, None
        if big is not None:
            big.end()
            self.remove_widget(big)
            self.add_widget(self.table_view)

    def _clear(self) -> None:
        self._unwatch()
        self.sitting.end()
        self._guide_off(ended=False)
        if self.hand is not None:
            self.hand.end()
        self.remove_widget(self.table_view)

    def _name_keys(self, language: Language) -> None:
        self.table_view.home_text, self.table_view.settings_sign = say(language, "shell.home"), "⚙"
        if is_real(self._wanted.camera):
            self.table_view.camera_text = say(language, "shell.fault.camera_other")
            self.table_view.no_camera_text = say(language, "shell.fault.camera_without") if self._wanted.game else ""

    def choose_camera(self) -> None:
        """The table is left to look through another camera."""
        self._shell.choose_camera(self._wanted)

    def _invite(self, _: float) -> None:
        """A new game at a real table begins with the codes for the phones."""
        if self.parent is not None:
            self.table_view.dispatch("on_phones")

    def _check(self, _: float) -> None:
        """A window over a referee that has ended would show old answers for ever."""
        if self.watch.failure is not None:
            self._shell.tell_fault(self.watch.failure, self._wanted)

    def _shown(self, view: View) -> View:
        """Tells everybody of a view; how the players see it."""
        language = view.choices.language
        if not self._remembered and view.health.age_s is not None:
            self._remembered = True
            self._shell.remember(self._wanted)
        if language is not self._spoken:
            self._spoken = language
            self._shell.change(replace(self._shell.settings, language=language))
        self._name_keys(language)
        if self.hand is not None:
            self.hand.show(view)
            view = self.hand.seen_in(view)
        else:
            self.table_view.ids.mat.show_ghost(waiting_ghost(view, language, bases_of(self.watch.setup)))
        if self.guide is not None:
            self.guide.show(view)
        if self.big is not None and (view.play is None or not view.play.holder):
            self.big.show(view)
        self.table_view.animated = self._shell.settings.animations
        if self._wanted.alone and self.guide_key is None and view.play is not None and view.play.guide:
            self._offer_guide()
        if self.guide_key is not None:
            self.guide_key.chosen = self.guide is not None
        cue = self._listener.hears(view)
        if cue is not None and self._shell.settings.sounds:
            self._shell.sounds.play(cue, self._shell.settings.volume)
        if self._invites and view.guests is not None:
            self._invites = False
            Clock.schedule_once(self._invite)
        return view
