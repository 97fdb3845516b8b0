"""Keeps what just happened: the last half minute of pictures is always at hand, and goes into a file when asked for.

The eyes only hand their pictures over. Encoding those that came without JPEG bytes, remembering them and writing the
file are the work of threads of their own.
"""

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path

import platformdirs

from vision.camera.name import public_name
from vision.errors import VisionError
from vision.images.frame import Frame, Picture
from vision.observation import TableObservation
from vision.recording import SUFFIX, RecordedImage, RecordingInfo, RecordingWriter, RingBuffer
from vision.recording.jpeg import encoded
from vision.recording.writer import RecordingContext

log = logging.getLogger(__name__)

AFTER_S = 3.0
"""What follows the intent to keep is kept too: whoever saw something go wrong is quick to press."""

ENCODED_WITHIN_S = 30.0
"""So long a picture that came as pixels may take to be remembered, on a machine that does much else."""

SAY_S = 20.0
"""How long it is said where the file is."""

ENCODED_EVERY_S = 0.1
"""Pictures that came as pixels cost a tenth of a core at this rate; a camera's own JPEG bytes cost nothing."""

MAX_WAITING = 4
"""Pictures that wait to be remembered; as pixels each has megabytes."""


class ClipStage(StrEnum):
    """READY: nothing is being kept. KEEPING: the file is being written. KEPT: it is there.

    NOTHING: no picture has come that could be kept. FAILED: the file could not be written.
    """

    READY = "ready"
    KEEPING = "keeping"
    KEPT = "kept"
    NOTHING = "nothing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ClipState:
    """What became of the last intent to keep.

    Attributes:
        stage: How far it is.
        file: The file, once it is there or known where it will be.
        why: One English sentence that says why it is not, where it failed.
    """

    stage: ClipStage = ClipStage.READY
    file: Path | None = None
    why: str = ""


def program_name() -> str:
    """Name and version of this program, as recordings tell them."""
    return f"companion {version('companion')}"


def recordings_folder() -> Path:
    """Where recordings are kept, in the user's data folder."""
    return Path(platformdirs.user_data_path("companion")) / "recordings"


class ClipRecorder:
    """Remembers the newest pictures of one table and writes them down when asked to."""

    def __init__(
        self,
        surroundings: RecordingContext,
        clock: Callable[[], float],
        today: Callable[[], datetime],
        ring: RingBuffer | None = None,
    ) -> None:
        """Prepares a keeper.

        Args:
            surroundings: What a recording has beside its pictures; its size and whether it was encoded are filled in.
            clock: Monotonic seconds.
            today: Wall time, for the file's name.
            ring: What remembers the pictures.
        """
        self._surroundings = surroundings
        self._clock = clock
        self._today = today
        self._ring = RingBuffer() if ring is None else ring
        self._lock = threading.Lock()
        self._came: queue.Queue[tuple[Frame, TableObservation | None] | None] = queue.Queue(MAX_WAITING)
        self._following: queue.SimpleQueue[RecordedImage | None] | None = None
        self._keeping = ClipState()
        self._said_s = 0.0
        self._encoded = False
        self._encoded_s = float("-inf")
        self._taken = False
        self._remembering = threading.Thread(target=self._remember, name="ring")
        self._writing: threading.Thread | None = None

    @property
    def keeping(self) -> ClipState:
        """What became of the last intent; from any thread."""
        with self._lock:
            said = self._keeping.stage is not ClipStage.KEEPING and self._clock() - self._said_s > SAY_S
            return ClipState() if said else self._keeping

    def start(self) -> None:
        """Begins to remember."""
        self._remembering.start()

    def stop(self) -> None:
        """Ends what is being written with what has come so far, and both threads; may be called twice."""
        if self._remembering.is_alive():
            self._came.put(None)
            self._remembering.join()
        if self._writing is not None:
            self._writing.join()

    def saw(self, frame: Frame, said: TableObservation | None) -> None:
        """Takes a picture over from the eyes; returns at once, and passes it over where others still wait.

        Args:
            frame: The picture.
            said: What was seen in it; None if it could not be read.
        """
        if frame.jpeg is None:
            if 0 <= frame.captured_s - self._encoded_s < ENCODED_EVERY_S:
                return
            self._encoded_s = frame.captured_s
        try:
            self._came.put_nowait((frame, said))
            self._taken = True
        except queue.Full:
            log.debug("picture_not_remembered sequence=%d", frame.sequence)

    def keep(self) -> Path | None:
        """Begins to write down what just happened; does nothing while it does so already. Returns at once.

        Returns:
            Where it is going to be; None as long as no picture has come.
        """
        with self._lock:
            if self._keeping.stage is ClipStage.KEEPING:
                return self._keeping.file
            path = recordings_folder() / f"{self._today():%Y-%m-%d_%H-%M-%S}{SUFFIX}"
            self._following = queue.SimpleQueue()
            for moment in self._ring.moments():
                self._following.put(moment)
            newest = self._ring.moments()[-1:]
            until_s = newest[0].captured_s + AFTER_S if newest else None
            # A picture that has come but is not yet in the ring is going to be written, too.
            self._keeping = ClipState(ClipStage.KEEPING, path if newest or self._taken else None)
            self._writing = threading.Thread(target=self._write, args=(path, self._following, until_s), name="keeping")
            self._writing.start()
            return self._keeping.file

    def _remember(self) -> None:
        while (item := self._came.get()) is not None:
            frame, said = item
            jpeg = frame.jpeg
            if jpeg is None:
                self._encoded = True
                jpeg = encoded(frame.image)
            moment = RecordedImage(frame.sequence, frame.captured_s, jpeg, said)
            with self._lock:
                self._ring.add(moment)
                if self._following is not None:
                    self._following.put(moment)
        with self._lock:
            if self._following is not None:
                self._following.put(None)

    def _write(self, path: Path, following: "queue.SimpleQueue[RecordedImage | None]", until_s: float | None) -> None:
        try:
            file = self._written(path, following, until_s)
            keeping = ClipState(ClipStage.NOTHING) if file is None else ClipState(ClipStage.KEPT, file)
            log.info("kept stage=%s", keeping.stage)
        except VisionError as error:
            log.warning("not_kept", exc_info=error)
            keeping = ClipState(ClipStage.FAILED, why=str(error))
        with self._lock:
            self._following = None
            self._keeping, self._said_s = keeping, self._clock()

    def _written(
        self, path: Path, following: "queue.SimpleQueue[RecordedImage | None]", until_s: float | None
    ) -> Path | None:
        # A picture that has come is promised: it may still be encoded while the machine does other things.
        moment = self._next(following, ENCODED_WITHIN_S if self._taken else AFTER_S)
        if moment is None:
            return None
        until_s = moment.captured_s + AFTER_S if until_s is None else until_s
        with RecordingWriter(path, self._about(moment)) as writer:
            last_s = float("-inf")
            # A camera that was started again counts from a new beginning.
            while moment is not None and last_s < moment.captured_s <= until_s:
                writer.add(moment)
                last_s = moment.captured_s
                moment = self._next(following)
        return path

    @staticmethod
    def _next(following: "queue.SimpleQueue[RecordedImage | None]", within_s: float = AFTER_S) -> RecordedImage | None:
        try:
            return following.get(timeout=within_s)
        except queue.Empty:  # the camera gives nothing any more
            return None

    def _about(self, moment: RecordedImage) -> RecordingContext:
        picture = Picture.of_jpeg(moment.jpeg)
        size = (picture.width_px, picture.height_px)
        about = replace(
            self._surroundings.about, image_size=size, encoded=self._encoded, made_at=moment_name(self._today())
        )
        return replace(self._surroundings, about=about)


def about_camera(camera: str, now: datetime | None = None) -> RecordingInfo:
    """What a recording of a camera says of itself before its first picture came; `now` is wall time with its zone."""
    return RecordingInfo(program_name(), public_name(camera), (1, 1), None if now is None else moment_name(now))


def moment_name(now: datetime) -> str:
    """Wall time as recordings tell it, in UTC."""
    return now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
