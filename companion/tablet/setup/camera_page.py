"""Which camera: for a new game, for one that goes on, or to measure; with its live picture, table file and lens."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.referee import Level, Subsystem
from companion.referee.camera.devices import EXAMPLE, shown_camera, understood, usb_cameras
from companion.referee.capture.preview import PreviewFrame
from companion.referee.core.session import SIMULATED
from companion.referee.lobby.open_table import TablePart, TableRequest, part_of
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.check_words import ORGANS_OF_CAMERA, line_of
from companion.tablet.data.practice import PRACTICE
from companion.tablet.data.resume import begun, is_real
from companion.tablet.data.setup_draft import Draft
from companion.tablet.data.wording import trouble_sentence
from companion.tablet.pages.calibration_page import CalibrationPage
from companion.tablet.pages.camera_view import CameraPreview
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.keyboard_page import WritePage
from companion.tablet.pages.page import CheckLine, LivePicture, Page, ScrollArea, WideKey, Window
from companion.tablet.setup.players_page import PlayersStep
from companion.texts import say

HTTPS = "https:"


class CameraStep(Page):
    """Which camera, and what it sees."""

    def __init__(self, window: Window, draft: Draft, *, only: bool = False, game: TableRequest | None = None) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: What has been said so far.
            only: Whether the table is opened without a game.
            game: The game that is opened with the camera; None for a set-up that goes on to the players.
        """
        super().__init__(window, "setup.camera.title")
        self._shell, self.draft, self._only, self._game = window, draft, only, game
        self.cameras = GridLayout(cols=1, spacing="10dp", size_hint_y=None)
        self.cameras.bind(minimum_height=self.cameras.setter("height"))
        self.table = WideKey(letter=18)
        self.table.bind(on_release=lambda _: self._choose_table())
        self.picture: LivePicture = Factory.LivePicture()
        self.lines = {organ: CheckLine() for organ in ORGANS_OF_CAMERA}
        self.lines[Subsystem.LENS].bind(on_act=lambda _: self._calibrate())
        self._lay_out()
        self.next = self.key(self._next_text(), self._next, chosen=True, disabled=True)
        self.ids.foot.add_widget(self.next)
        self.looking = CameraPreview(window.background, window.tables, self._see, self._blind)
        self._found: tuple[str, ...] = ()
        self._list()
        self._shell.background.do(usb_cameras, self._take_found, lambda _: None)
        self._look()

    def left(self) -> None:
        """The camera is freed."""
        self.looking.end()

    def _next_text(self) -> str:
        if self._game is not None:
            return self.say("setup.begin" if begun(self._game).beginning else "setup.go_on")
        return self.say("setup.open" if self._only else "setup.next")

    def _lay_out(self) -> None:
        body = BoxLayout(spacing="16dp")
        left, self._right = ScrollArea(size_hint_x=0.42), BoxLayout(orientation="vertical", spacing="8dp")
        left.content.add_widget(Factory.Said(text=self.say("setup.camera.which")))
        left.content.add_widget(self.cameras)
        left.content.add_widget(Factory.Said(text=self.say("setup.camera.table")))
        left.content.add_widget(self.table)
        self._right.add_widget(self.picture)
        body.add_widget(left)
        body.add_widget(self._right)
        self.ids.body.add_widget(body)

    def _take_found(self, found: tuple[str, ...]) -> None:
        self._found = found
        self._list()
        if not self.draft.camera and found:
            self._choose(found[0])

    def _offered(self) -> tuple[str, ...]:
        """The cameras that open, the one that gave a picture last, the one chosen, and how to do without."""
        known = (camera for camera in (self._shell.settings.camera, self.draft.camera) if is_real(camera))
        simulated = self._game is None or self._game.camera.startswith(SIMULATED)
        without = (NO_CAMERA,) * (not self._only) + (PRACTICE,) * simulated
        strange = (self.draft.camera,) * self.draft.camera.startswith(SIMULATED) * simulated
        return tuple(dict.fromkeys((*self._found, *known, *without, *strange)))

    def _list(self) -> None:
        self.cameras.clear_widgets()
        for name in self._offered():
            kind = {NO_CAMERA: "without", PRACTICE: "simulated"}.get(name)
            key = WideKey(
                text=shown_camera(name) if kind is None else self.say(f"setup.camera.{kind}"),
                note="" if kind is None else self.say(f"setup.camera.{kind}_note"),
                chosen=name == self.draft.camera,
                letter=18,
            )
            key.bind(on_release=lambda _, name=name: self._choose(name))
            self.cameras.add_widget(key)
        typed = WideKey(text=self.say("setup.camera.other"), note=self.say("setup.camera.other_note"), letter=18)
        typed.bind(on_release=lambda _: self._type())
        self.cameras.add_widget(typed)
        table = self.draft.table
        self.table.text = self.say("setup.camera.printed") if table is None else table.name
        self.table.note = self.say("setup.camera.printed_note") if table is None else str(table.parent)

    def _look(self) -> None:
        """Looks through the camera that is chosen; what comes next waits for its first picture."""
        camera, without = self.draft.camera, self.draft.camera == NO_CAMERA
        self.next.disabled = not without
        for organ, line in self.lines.items():
            line.show(None, self.say("checking.looking" if camera else f"checking.{organ.value}_blind"))
            if without is (line.parent is not None):
                (self._right.remove_widget if without else self._right.add_widget)(line)
        self.looking.stop()
        if without:
            self.picture.text = self.say("setup.camera.without_means")
        elif camera:
            self.picture.text = self.say("shell.opening.text", camera=shown_camera(camera))
            self.looking.at(self.draft.measuring)
        else:
            self.picture.text = self.say("setup.camera.none")

    def _choose(self, camera: str) -> None:
        if camera == self.draft.camera:
            return
        table = None if camera.startswith(SIMULATED) else self.draft.table
        self._take(replace(self.draft, camera=camera, table=table))

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        self._list()
        self._look()

    def _see(self, glimpse: PreviewFrame) -> None:
        blind = glimpse.health.levels[Subsystem.CAMERA] is Level.BLIND
        self.next.disabled = glimpse.picture is None or blind
        if blind and glimpse.health.troubles:
            self.picture.text = trouble_sentence(self.window.language, glimpse.health.troubles[0])
        elif glimpse.picture is not None:
            self.picture.show(glimpse.picture)
        for organ, line in self.lines.items():
            line.show(*line_of(self.window.language, organ, glimpse))

    def _blind(self, error: Exception) -> None:
        part = part_of(error)
        why = shown_camera(self.draft.camera) if part is TablePart.CAMERA else str(error)
        self.picture.text = "\n\n".join(
            (self.say(f"shell.fault.{part.value}"), self.say(f"shell.fault.{part.value}_do"), why)
        )
        for organ, line in self.lines.items():
            again = self.say("checking.calibrate") if (organ, part) == (Subsystem.LENS, TablePart.LENS) else ""
            line.show(Level.BLIND, self.say(f"checking.{organ.value}_blind"), act=again)

    def _again(self, draft: Draft) -> Callable[[], "CameraStep"]:
        shell, only, game = self._shell, self._only, self._game
        return lambda: CameraStep(shell, draft, only=only, game=game)

    def _type(self) -> None:
        shell, draft = self._shell, self.draft

        def written(typed: str) -> None:
            shell.drop()
            shell.go_instead(self._again(replace(draft, camera=understood(typed) or typed)))

        shell.go(
            lambda: WritePage(
                shell, "setup.camera.address", "", written, address=True, hint=EXAMPLE, wrong=partial(wrong_with, shell)
            )
        )

    def _choose_table(self) -> None:
        shell, draft = self._shell, self.draft

        def chosen(path: Path | None) -> None:
            shell.drop()
            shell.go_instead(self._again(replace(draft, table=path)))

        folder = draft.table.parent if draft.table is not None else Path.home()
        shell.go(lambda: FilePage(shell, "setup.camera.table", (".toml",), folder, chosen, self._printed(chosen)))

    def _printed(self, chosen: Callable[[Path | None], None]) -> tuple[str, Callable[[], None]]:
        return self.say("setup.camera.printed"), lambda: chosen(None)

    def _calibrate(self) -> None:
        shell, draft = self._shell, self.draft
        shell.replace_here(self._again(draft))
        shell.go(lambda: CalibrationPage(shell, draft.camera))

    def _next(self) -> None:
        shell, draft, game = self._shell, self.draft, self._game
        if is_real(draft.camera):
            shell.change(draft.with_camera(shell.settings))
        if game is not None:
            shell.open_table(replace(begun(game), camera=draft.camera, table=draft.table, calibration=None))
        elif self._only:
            shell.open_table(draft.measuring)
        else:
            shell.replace_here(self._again(draft))
            shell.go(lambda: PlayersStep(shell, draft))


def wrong_with(window: Window, typed: str) -> str:
    """What is wrong with an address, in the reader's language; empty where nothing is."""
    if understood(typed) is not None:
        return ""
    page = "https" if typed.strip().lower().startswith(HTTPS) else "wrong"
    return say(window.language, f"setup.camera.address_{page}", example=EXAMPLE)
