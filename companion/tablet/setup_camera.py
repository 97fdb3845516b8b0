"""Set-up, first step: the camera with its live picture, the table's file, the lens."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.referee import Organ
from companion.referee.cameras import usb_cameras
from companion.referee.opening import part_of
from companion.referee.previewing import Glimpse
from companion.tablet.calibration import CalibrationPage
from companion.tablet.checking_wording import ORGANS_OF_CAMERA, line_of
from companion.tablet.choosing_file import FilePage
from companion.tablet.looking import Looking
from companion.tablet.pages import CheckLine, LivePicture, Page, Scrolled, WideKey, Window
from companion.tablet.setup_draft import Draft
from companion.tablet.setup_players import PlayersStep
from companion.tablet.wording import trouble_sentence
from companion.tablet.writing import WritePage

SIMULATED = "sim:match"


class CameraStep(Page):
    """Which camera, and what it sees."""

    def __init__(self, window: Window, draft: Draft, *, only: bool = False) -> None:
        """Prepares.

        Args:
            window: Where it is shown.
            draft: What has been said so far.
            only: Whether the table is opened without a game.
        """
        super().__init__(window, "setup.camera.title")
        self._shell, self.draft, self._only = window, draft, only
        self.cameras = GridLayout(cols=1, spacing="10dp", size_hint_y=None)
        self.cameras.bind(minimum_height=self.cameras.setter("height"))
        self.table = WideKey(letter=18)
        self.table.bind(on_release=lambda _: self._choose_table())
        self.picture: LivePicture = Factory.LivePicture()
        self.lines = {organ: CheckLine() for organ in ORGANS_OF_CAMERA}
        self.lines[Organ.LENS].bind(on_act=lambda _: self._calibrate())
        self._lay_out()
        self.next = self.key(self.say("setup.open" if only else "setup.next"), self._next, chosen=True)
        self.ids.foot.add_widget(self.next)
        self.looking = Looking(window.backstage, window.tables, self._see, self._blind)
        self._found: tuple[str, ...] = ()
        self._list()
        self._shell.backstage.do(usb_cameras, self._take_found, lambda _: None)
        self._look()

    def left(self) -> None:
        """The camera is freed."""
        self.looking.end()

    def _lay_out(self) -> None:
        body = BoxLayout(spacing="16dp")
        left, right = Scrolled(size_hint_x=0.42), BoxLayout(orientation="vertical", spacing="8dp")
        left.content.add_widget(Factory.Said(text=self.say("setup.camera.which")))
        left.content.add_widget(self.cameras)
        left.content.add_widget(Factory.Said(text=self.say("setup.camera.table")))
        left.content.add_widget(self.table)
        right.add_widget(self.picture)
        for line in self.lines.values():
            right.add_widget(line)
        body.add_widget(left)
        body.add_widget(right)
        self.ids.body.add_widget(body)

    def _take_found(self, found: tuple[str, ...]) -> None:
        self._found = found
        self._list()
        if not self.draft.camera and found:
            self._choose(found[0])

    def _list(self) -> None:
        """The cameras that open, the one chosen, an address, and the simulated one."""
        self.cameras.clear_widgets()
        chosen = self.draft.camera
        others = (chosen,) if chosen and chosen not in (*self._found, SIMULATED) else ()
        for name in (*self._found, *others, SIMULATED):
            simulated = name == SIMULATED
            key = WideKey(
                text=self.say("setup.camera.simulated") if simulated else name,
                note=self.say("setup.camera.simulated_note") if simulated else "",
                chosen=name == chosen,
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
        self.next.disabled = not chosen

    def _look(self) -> None:
        there = bool(self.draft.camera)
        for organ, line in self.lines.items():
            line.show(None, self.say("checking.looking" if there else f"checking.{organ.value}_blind"))
        if not there:
            self.picture.text = self.say("setup.camera.none")
            return
        self.picture.text = self.say("shell.opening.text", camera=self.draft.camera)
        self.looking.at(self.draft.measuring)

    def _choose(self, camera: str) -> None:
        if camera == self.draft.camera:
            return
        table = None if camera == SIMULATED else self.draft.table
        self._take(replace(self.draft, camera=camera, table=table))

    def _take(self, draft: Draft) -> None:
        self.draft = draft
        self._list()
        self._look()

    def _see(self, glimpse: Glimpse) -> None:
        if glimpse.picture is not None:
            self.picture.show(glimpse.picture)
        elif glimpse.health.troubles:
            self.picture.text = trouble_sentence(self.window.language, glimpse.health.troubles[0])
        for organ, line in self.lines.items():
            line.show(*line_of(self.window.language, organ, glimpse))

    def _blind(self, error: Exception) -> None:
        part = part_of(error).value
        self.picture.text = "\n\n".join(
            (self.say(f"shell.fault.{part}"), self.say(f"shell.fault.{part}_do"), str(error))
        )

    def _type(self) -> None:
        shell, draft, only = self._shell, self.draft, self._only

        def written(address: str) -> None:
            shell.drop()
            shell.go_instead(lambda: CameraStep(shell, replace(draft, camera=address), only=only))

        shell.go(lambda: WritePage(shell, "setup.camera.address", draft.camera, written, address=True))

    def _choose_table(self) -> None:
        shell, draft, only = self._shell, self.draft, self._only

        def chosen(path: Path | None) -> None:
            shell.drop()
            shell.go_instead(lambda: CameraStep(shell, replace(draft, table=path), only=only))

        folder = draft.table.parent if draft.table is not None else Path.home()
        shell.go(lambda: FilePage(shell, "setup.camera.table", (".toml",), folder, chosen, self._printed(chosen)))

    def _printed(self, chosen: Callable[[Path | None], None]) -> tuple[str, Callable[[], None]]:
        return self.say("setup.camera.printed"), lambda: chosen(None)

    def _calibrate(self) -> None:
        shell, draft = self._shell, self.draft
        shell.go(lambda: CalibrationPage(shell, draft.camera))

    def _next(self) -> None:
        shell, draft = self._shell, self.draft
        shell.change(draft.with_camera(shell.settings))
        if self._only:
            shell.open_table(draft.measuring)
        else:
            shell.replace_here(lambda: CameraStep(shell, draft))
            shell.go(lambda: PlayersStep(shell, draft))
