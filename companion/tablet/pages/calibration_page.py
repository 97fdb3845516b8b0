"""Calibrating the camera's lens: what to do with the board, how far it is, and its error in millimetres."""

from contextlib import ExitStack

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout

from companion.referee import Level
from companion.referee.camera.devices import shown_camera
from companion.referee.capture.live_calibration import MIN_VIEWS, Guidance, LiveCalibration
from companion.tablet.data.check_words import GOOD_LENS_MM
from companion.tablet.data.wording import number, trouble_sentence
from companion.tablet.pages.page import CheckLine, LivePicture, Page, Window

ASKED_EVERY_S = 0.1


class CalibrationPage(Page):
    """One calibration."""

    def __init__(self, window: Window, camera: str) -> None:
        super().__init__(window, "calibration.title")
        self._shell = window
        self.calibrating = LiveCalibration(camera, window.services.utc)
        self.picture: LivePicture = Factory.LivePicture(size_hint_x=1.3)
        self.picture.text = self.say("shell.opening.text", camera=shown_camera(camera))
        self.advice = Factory.Said(font_size="26sp", text=self.say("calibration.how"))
        self.views, self.covered, self.result = CheckLine(), CheckLine(), CheckLine()
        self.remarks = Factory.Said()
        right = BoxLayout(orientation="vertical", spacing="12dp")
        self.views.show(None, self.say("checking.looking"))
        self.covered.show(None, self.say("calibration.covered", share=0))
        for widget in (self.advice, self.views, self.covered, self.result, self.remarks, Factory.Widget()):
            right.add_widget(widget)
        self.result.opacity = 0
        body = BoxLayout(spacing="16dp")
        body.add_widget(self.picture)
        body.add_widget(right)
        self.ids.body.add_widget(body)
        self.finish = self.key(self.say("calibration.finish"), self._finish, disabled=True)
        self.ids.foot.add_widget(self.finish)
        window.tables.take(self.calibrating, ExitStack())
        # Behind whatever still frees the camera.
        window.background.do(self.calibrating.start, lambda _: None, lambda _: None)
        self._asking = Clock.schedule_interval(lambda _: self.show(self.calibrating.guidance), ASKED_EVERY_S)

    def left(self) -> None:
        """The camera is freed."""
        self._asking.cancel()
        self._shell.put_away(self.calibrating)

    def show(self, now: Guidance) -> None:
        """Shows how far it is."""
        if now.picture is not None:
            self.picture.show(now.picture)
        elif now.trouble is not None:
            self.picture.text = trouble_sentence(self.window.language, now.trouble)
        if now.report is not None or now.why:
            self._show_end(now)
            return
        status = now.status
        if status is not None:
            self.advice.text = self.say(
                "calibration.solving" if now.solving else f"calibration.advice_{status.advice.value}"
            )
            enough = status.views >= status.views_wanted
            self.views.show(
                Level.GOOD if enough else None,
                self.say("calibration.views", views=status.views, wanted=status.views_wanted),
            )
            share = round(100 * status.coverage_share)
            self.covered.show(Level.GOOD if share >= 80 else None, self.say("calibration.covered", share=share))
            self.finish.disabled = now.solving or status.views < MIN_VIEWS

    def _show_end(self, now: Guidance) -> None:
        self._asking.cancel()
        self.finish.text, self.finish.disabled = self.say("setup.done"), False
        self.finish.chosen = True
        self.result.opacity = 1
        report = now.report
        if report is None:
            self.advice.text = self.say("calibration.failed")
            self.result.show(Level.BLIND, self.say("calibration.none"), now.why)
            return
        self.advice.text = self.say("calibration.ready")
        level = Level.GOOD if report.error_mm <= GOOD_LENS_MM else Level.WORSE
        error = number(self.window.language, report.error_mm, 2)
        self.result.show(level, self.say("checking.lens_error", error=error), self.say("calibration.means"))
        self.remarks.text = "\n".join(self.say(f"calibration.remark_{each.kind.value}") for each in report.remarks)

    def _finish(self) -> None:
        now = self.calibrating.guidance
        if now.report is not None or now.why:
            self.window.go_back()
        else:
            self.calibrating.finish()
