"""Check my set-up: each part with a sign and a sentence, beside what the camera sees."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from kivy.clock import Clock
from kivy.factory import Factory

from companion.referee import Level, Subsystem
from companion.referee.camera.devices import shown_camera
from companion.referee.capture.preview import PreviewFrame
from companion.referee.dice.discovery import DiceDiscovery
from companion.referee.dice.names import where_of
from companion.referee.dice.sources import DicePlaces
from companion.referee.errors import SetupError
from companion.referee.lobby.open_table import TablePart, part_of
from companion.tablet.data.check_words import dice_line, fault_words, line_of, phones_line
from companion.tablet.data.resume import is_real
from companion.tablet.data.setup_draft import Draft
from companion.tablet.data.wording import trouble_sentence
from companion.tablet.pages.calibration_page import CalibrationPage
from companion.tablet.pages.camera_view import CameraPreview
from companion.tablet.pages.faces_page import FacesPage
from companion.tablet.pages.page import CheckLine, LivePicture, Page, ScrollArea, TwoParts, Window
from companion.tablet.setup.camera_page import CameraStep, CameraUse
from companion.tablet.setup.measure_page import MeasurePage

DICE_EVERY_S = 0.5
PATIENT_S = 8.0
"""Dice that are within reach are heard of within this."""


def _where(named: tuple[str, ...] | None) -> DicePlaces:
    """Where to listen for dice: by those that were chosen, else everywhere that needs no name."""
    try:
        return where_of(named) if named else DicePlaces(usb=True)
    except SetupError:
        return DicePlaces(usb=True)


class CheckPage(Page):
    """Everything that a game hangs on."""

    def __init__(self, window: Window) -> None:
        super().__init__(window, "checking.title")
        self._shell = window
        draft = Draft.of(window.settings)
        self._draft, self._wanted = draft, draft.measuring
        self._prints = is_real(draft.camera)
        self.picture: LivePicture = Factory.LivePicture()
        self.organs = {organ: CheckLine() for organ in Subsystem}
        self.dice, self.phones = CheckLine(), CheckLine()
        self.organs[Subsystem.CAMERA].bind(on_act=lambda _: self._choose_camera())
        self.organs[Subsystem.LENS].bind(on_act=lambda _: self._calibrate())
        self.organs[Subsystem.MAT].bind(on_act=lambda _: self._measure_print())
        self.dice.bind(on_act=lambda _: window.go(lambda: FacesPage(window)))
        self._lines = lines = ScrollArea()
        for line in (*self.organs.values(), self.dice, self.phones):
            line.show(None, self.say("checking.looking"))
        self._lay(tuple(Subsystem))
        self.ids.body.add_widget(TwoParts(lines, self.picture, 0.56, 0.62))
        self.looking = CameraPreview(window.background, window.tables, self._see, self._blind)
        self._dice = DiceDiscovery(_where(window.settings.dice_named))
        self._began = Clock.get_boottime()
        self._asking = Clock.schedule_interval(self._ask, DICE_EVERY_S)
        self._start()

    def left(self) -> None:
        """Camera and dice are let go."""
        self._asking.cancel()
        self.looking.end()
        self._shell.put_away(self._dice)

    def _start(self) -> None:
        if self._wanted.camera:
            self.picture.text = self.say("shell.opening.text", camera=shown_camera(self._wanted.camera))
            self.looking.at(self._wanted)
        else:
            self._no_camera(Level.WORSE, self.say("setup.camera.none"), self.say("checking.camera_without"))
            self.picture.text = self.say("setup.camera.none")
        self._shell.tables.take(self._dice, ExitStack())
        # Behind the window: a thread that begins takes the window's time until it waits for the first time.
        self._shell.background.do(self._dice.start, lambda _: None, lambda _: None)

    def _lay(self, organs: tuple[Subsystem, ...]) -> None:
        """Shows the lines of some parts of the seeing, and those of dice and phones."""
        wanted = [*(self.organs[organ] for organ in organs), self.dice, self.phones]
        content = self._lines.content
        if content.children[::-1] != wanted:
            content.clear_widgets()
            for line in wanted:
                content.add_widget(line)

    def _no_camera(self, level: Level, why: str, note: str = "") -> None:
        """Says why no camera looks; of what only a camera sees, nothing is said."""
        self.organs[Subsystem.CAMERA].show(level, why, note, self.say("checking.choose"))
        self._lay((Subsystem.CAMERA,))

    def _see(self, glimpse: PreviewFrame) -> None:
        if glimpse.picture is not None:
            self.picture.show(glimpse.picture)
        elif glimpse.health.troubles:
            self.picture.text = trouble_sentence(self.window.language, glimpse.health.troubles[0])
        self._lay(tuple(Subsystem))
        for organ, line in self.organs.items():
            level, text, note, act = line_of(self.window.language, organ, glimpse)
            ways = {Subsystem.CAMERA: "checking.choose", Subsystem.MAT: "measure.key" if self._prints else ""}
            line.show(level, text, note, self.say(way) if (way := ways.get(organ)) else act)

    def _blind(self, error: Exception) -> None:
        part = part_of(error)
        told = fault_words(self.window.language, error, self._wanted.camera)
        is_lens = part is TablePart.LENS
        self._no_camera(Level.BLIND, *((self.say("checking.camera_blind"),) if is_lens else told[:2]))
        self.picture.text = "\n\n".join(told)
        if is_lens:
            self.organs[Subsystem.LENS].show(Level.BLIND, *told[:2], self.say("checking.calibrate"))
            self._lay((Subsystem.CAMERA, Subsystem.LENS))

    def _ask(self, _: float) -> None:
        language = self.window.language
        patient = Clock.get_boottime() - self._began < PATIENT_S
        told = dice_line(language, self._dice.found, self._dice.troubles, patient=patient)
        self.dice.show(*told[:3], self.say("faces.key"))
        self.phones.show(*phones_line(language, self._shell.services.addresses(), self._shell.services.port))

    def _choose_camera(self) -> None:
        shell = self._shell
        shell.go(lambda: CameraStep(shell, Draft.of(shell.settings), use=CameraUse.KEEP))

    def _measure_print(self) -> None:
        shell, draft = self._shell, self._draft

        def done(table: Path | None) -> None:
            shell.change(replace(draft, table=table).with_camera(shell.settings))
            shell.go_back()

        shell.go(lambda: MeasurePage(shell, draft, done))

    def _calibrate(self) -> None:
        shell, camera = self._shell, self._wanted.camera
        shell.go(lambda: CalibrationPage(shell, camera))
