"""What the table's camera sees, with a sentence below; the QR codes that somebody holds under it are read."""

from collections.abc import Callable

from kivy.factory import Factory
from kivy.uix.boxlayout import BoxLayout

from companion.referee import Level, Subsystem
from companion.referee.camera.devices import shown_camera
from companion.referee.capture.preview import PreviewFrame
from companion.referee.capture.qr_codes import words_seen
from companion.referee.lobby.open_table import TableRequest
from companion.tablet.data.check_words import fault_words
from companion.tablet.data.wording import trouble_sentence
from companion.tablet.pages.camera_view import CameraPreview
from companion.tablet.pages.page import LivePicture, Window
from companion.texts import say


class CodeReader(BoxLayout):
    """Looks through a camera, and tells what stands in the codes before it."""

    def __init__(self, window: Window, wanted: TableRequest, how: str, read: Callable[[frozenset[str]], None]) -> None:
        """Prepares, and begins to look where there is a camera.

        Args:
            window: Where it is shown.
            wanted: The table whose camera looks.
            how: What stands below the picture at first.
            read: Is given the words of the codes in each picture that was searched; none where there are none.
        """
        super().__init__(orientation="vertical", spacing="8dp")
        self._window, self._camera, self._read = window, wanted.camera, read
        self._busy = self._ended = False
        self.picture: LivePicture = Factory.LivePicture()
        self.said = Factory.Said(text=how)
        self.add_widget(self.picture)
        self.add_widget(self.said)
        self._looking = CameraPreview(window.background, window.tables, self._see, self._blind)
        if self._camera:
            self.picture.text = say(window.language, "shell.opening.text", camera=shown_camera(self._camera))
            self._looking.at(wanted)
        else:
            self.picture.text = say(window.language, "setup.camera.none")

    def end(self) -> None:
        """Frees the camera, and tells no more; may be called twice."""
        self._ended = True
        self._looking.end()

    def _see(self, glimpse: PreviewFrame) -> None:
        image, health = glimpse.image, glimpse.health
        if health.levels[Subsystem.CAMERA] is Level.BLIND and health.troubles:
            self.picture.text = trouble_sentence(self._window.language, health.troubles[0])
            return
        if glimpse.picture is None or image is None:
            return
        self.picture.show(glimpse.picture)
        if not self._busy:
            self._busy = True
            self._window.background.do(lambda: words_seen(image), self._take, lambda _: self._take(frozenset()))

    def _take(self, words: frozenset[str]) -> None:
        self._busy = False
        if not self._ended:
            self._read(words)

    def _blind(self, error: Exception) -> None:
        self.picture.text = "\n\n".join(fault_words(self._window.language, error, self._camera))
