"""Which camera: for a new game, for one that goes on, or to measure; with its live picture, table file and lens."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from functools import partial
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.printing.scale import prints_of
from companion.referee import Level, Subsystem
from companion.referee.camera.devices import EXAMPLE, shown_camera, understood, usb_cameras
from companion.referee.capture.preview import PreviewFrame
from companion.referee.core.session import SIMULATED
from companion.referee.lobby.open_table import TablePart, TableRequest, part_of
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.check_words import ORGANS_OF_CAMERA, fault_words, line_of, usb_number, wrong_address
from companion.tablet.data.practice import PRACTICE
from companion.tablet.data.print_words import scale_line
from companion.tablet.data.resume import begun, is_real
from companion.tablet.data.setup_draft import Draft
from companion.tablet.data.wording import trouble_sentence
from companion.tablet.pages.calibration_page import CalibrationPage
from companion.tablet.pages.camera_view import CameraPreview
from companion.tablet.pages.file_page import FilePage
from companion.tablet.pages.keyboard_page import ADDRESS, WritePage
from companion.tablet.pages.page import CheckLine, LivePicture, Page, ScrollArea, TwoParts, WideKey, Window
from companion.tablet.setup.measure_page import MeasurePage
from companion.tablet.setup.players_page import PlayersStep

PRINTED = "printed"
"""The standard sheets, where no table file is named."""


class CameraUse(StrEnum):
    """What a camera is chosen for; the key that ends the choice has this text."""

    NEW_GAME = "next"
    MEASURE = "open"
    KEEP = "use"


class CameraStep(Page):
    """Which camera, and what it sees."""

    def __init__(
        self,
        window: Window,
        draft: Draft,
        *,
        use: CameraUse = CameraUse.NEW_GAME,
        game: TableRequest | None = None,
    ) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: What has been said so far.
            use: What the camera is for; of no account with a game.
            game: The game that is opened with the camera; None where there is none yet.
        """
        super().__init__(window, "setup.camera.title")
        self._shell, self.draft, self._use, self._game = window, draft, use, game
        self.cameras = GridLayout(cols=1, spacing="10dp", size_hint_y=None)
        self.cameras.bind(minimum_height=self.cameras.setter("height"))
        self.table = WideKey(letter=18)
        self.table.bind(on_release=lambda _: self._choose_table())
        self.print = WideKey(letter=18, text=self.say("measure.key"))
        self.print.bind(on_release=lambda _: self._measure_print())
        self.picture: LivePicture = Factory.LivePicture()
        self.lines = {organ: CheckLine() for organ in ORGANS_OF_CAMERA}
        self.lines[Subsystem.LENS].bind(on_act=lambda _: self._calibrate())
        self._lay_out()
        self.next = self.key(self._next_text(), self._next, chosen=True, disabled=True)
        self.ids.foot.add_widget(self.next)
        self.looking = CameraPreview(window.background, window.tables, self._see, self._blind)
        self._found: tuple[str, ...] | None = None
        self._list()
        self._search()
        self._look()

    def left(self) -> None:
        """The camera is freed."""
        self.looking.end()

    def _next_text(self) -> str:
        if self._game is not None:
            return self.say("setup.begin" if begun(self._game).beginning else "setup.go_on")
        return self.say(f"setup.{self._use.value}")

    def _lay_out(self) -> None:
        left, self._right = ScrollArea(), BoxLayout(orientation="vertical", spacing="8dp")
        left.content.add_widget(Factory.Said(text=self.say("setup.camera.which")))
        left.content.add_widget(self.cameras)
        left.content.add_widget(Factory.Said(text=self.say("setup.camera.table")))
        left.content.add_widget(self.table)
        left.content.add_widget(self.print)
        self._right.add_widget(self.picture)
        self.ids.body.add_widget(TwoParts(left, self._right, 0.3, 0.36))

    def _search(self) -> None:
        """Looks for cameras on a cable, behind the window."""
        self._found = None
        self._shell.background.do(usb_cameras, self._take_found, lambda _: self._take_found(()))
        self._say_none()

    def _take_found(self, found: tuple[str, ...]) -> None:
        self._found = found
        self._list()
        if not self.draft.camera and found:
            self._choose(found[0])
        self._say_none()

    def _say_none(self) -> None:
        """Says what to do where no camera is chosen."""
        if not self.draft.camera:
            found = "searching" if self._found is None else "none" if self._found else "none_found"
            self.picture.text = self.say(f"setup.camera.{found}")

    def _offered(self) -> tuple[str, ...]:
        """The cameras that open, the one that gave a picture last, the one chosen, and how to do without."""
        known = (camera for camera in (self._shell.settings.camera, self.draft.camera) if is_real(camera))
        game = self._game is not None
        simulated = self._game.camera.startswith(SIMULATED) if self._game else self._use is not CameraUse.KEEP
        drawn = game or self._use is CameraUse.NEW_GAME
        without = (NO_CAMERA,) * drawn + (PRACTICE,) * simulated
        strange = (self.draft.camera,) * self.draft.camera.startswith(SIMULATED) * simulated
        return tuple(dict.fromkeys((*(self._found or ()), *known, *without, *strange)))

    def _list(self) -> None:
        self.cameras.clear_widgets()
        for name in self._offered():
            text, note = self._called(name)
            key = WideKey(text=text, note=note, chosen=name == self.draft.camera, letter=18)
            key.bind(on_release=lambda _, name=name: self._choose(name))
            self.cameras.add_widget(key)
        for name, act in (("other", self._type), ("again", self._search))[: 1 if self._found else 2]:
            more = WideKey(text=self.say(f"setup.camera.{name}"), note=self.say(f"setup.camera.{name}_note"), letter=18)
            more.bind(on_release=lambda _, act=act: act())
            self.cameras.add_widget(more)
        table = self.draft.table
        self.table.text = self.say("setup.camera.printed") if table is None else table.name
        self.table.note = self.say("setup.camera.printed_note") if table is None else str(table.parent)
        prints = prints_of(table) if is_real(self.draft.camera) else None
        self.print.disabled = prints is None
        self.print.note = "" if prints is None else scale_line(self._shell.language, prints)

    def _called(self, camera: str) -> tuple[str, str]:
        """What is read on a camera's key, and below it."""
        if kind := {NO_CAMERA: "without", PRACTICE: "simulated"}.get(camera):
            return self.say(f"setup.camera.{kind}"), self.say(f"setup.camera.{kind}_note")
        number = usb_number(camera)
        return (shown_camera(camera), "") if number is None else (self.say("setup.camera.usb", number=number), camera)

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
            self._say_none()

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
        self.next.disabled = True
        self.picture.text = "\n\n".join(fault_words(self.window.language, error, self.draft.camera))
        part = part_of(error)
        for organ, line in self.lines.items():
            again = self.say("checking.calibrate") if (organ, part) == (Subsystem.LENS, TablePart.LENS) else ""
            line.show(Level.BLIND, self.say(f"checking.{organ.value}_blind"), act=again)

    def _again(self, draft: Draft) -> Callable[[], "CameraStep"]:
        shell, use, game = self._shell, self._use, self._game
        return lambda: CameraStep(shell, draft, use=use, game=game)

    def _type(self) -> None:
        shell, draft = self._shell, self.draft

        def written(typed: str) -> None:
            shell.drop()
            shell.go_instead(self._again(replace(draft, camera=understood(typed) or typed)))

        shell.go(
            lambda: WritePage(
                *(shell, "setup.camera.address", "", written),
                signs=ADDRESS,
                hint=EXAMPLE,
                wrong=partial(wrong_address, shell.language),
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

    def _measure_print(self, *, asked: bool = False) -> None:
        """Asks what the printed lines measure; a table of standard sheets has a file of its own from then on."""
        shell, draft = self._shell, self.draft

        def done(table: Path | None) -> None:
            known = replace(draft, table=table)
            shell.change(replace(known.with_camera(shell.settings), print_asked=str(table or PRINTED)))
            shell.drop()
            if asked:
                shell.replace_here(self._again(known))
                shell.go(lambda: PlayersStep(shell, known))
            else:
                shell.go_instead(self._again(known))

        shell.go(lambda: MeasurePage(shell, draft, done, asked=asked))

    def _asks_print(self) -> bool:
        """Whether set-up asks what the printed lines measure: once for each table, until it was answered."""
        prints = prints_of(self.draft.table) if is_real(self.draft.camera) else None
        asked = self._shell.settings.print_asked == str(self.draft.table or PRINTED)
        return prints is not None and not prints.mat.measured and not asked

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
        elif self._use is CameraUse.MEASURE:
            shell.open_table(draft.measuring)
        elif self._use is CameraUse.KEEP:
            shell.go_back()
        elif self._asks_print():
            self._measure_print(asked=True)
        else:
            shell.replace_here(self._again(draft))
            shell.go(lambda: PlayersStep(shell, draft))


def begin_match(window: Window, match: Draft) -> None:
    """Begins a match of a campaign as any new game: first the camera is chosen."""
    window.go(lambda: CameraStep(window, match))
