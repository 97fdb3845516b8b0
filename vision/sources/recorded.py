"""Plays a recording as a camera: the same images, byte for byte, at their own rate or as fast as they are taken."""

from vision.errors import PictureError, TableFileError
from vision.recording.errors import RecordingError
from vision.recording.reader import Recording, open_recording
from vision.sources.feed import FeedError, RawImage
from vision.sources.paced import PacedFile
from vision.trouble import Trouble, TroubleKind


class RecordedFeed(PacedFile):
    """A recording, played once."""

    _recording: Recording | None = None
    _next = 0

    def open(self) -> None:
        """Opens the file."""
        try:
            self._recording = open_recording(self._path)
        except (RecordingError, TableFileError) as error:
            raise FeedError(TroubleKind.FILE_MISSING, str(self._path), str(error), final=True) from error
        self._begin()
        self._next = 0

    def read(self) -> RawImage | Trouble | None:
        """Returns the next image, at its time; a damaged one is skipped and reported."""
        recording = self._recording
        if recording is None or self._next >= len(recording.lines):
            raise FeedError(TroubleKind.ENDED, str(self._path), f"{self._path.name} has ended.", final=True)
        line = recording.lines[self._next]
        captured_s = self._opened_s + (line.captured_s - recording.lines[0].captured_s)
        if self._waits_in_vain(captured_s):
            return None
        self._next += 1
        passed_over = line.sequence - recording.lines[self._next - 2].sequence - 1 if self._next > 1 else 0
        try:
            picture = recording.picture(line, grey=self._grey)
            # Decoding here ensures that consumers never get a damaged image.
            _ = picture.small
        except (RecordingError, PictureError) as error:
            return Trouble(TroubleKind.UNREADABLE_PICTURE, line.file, str(error))
        return RawImage(picture, captured_s, passed_over)

    def close(self) -> None:
        """Closes the file."""
        if self._recording is not None:
            self._recording.close()
            self._recording = None
