"""Writes a recording: first a folder that is complete after every image, in the end one file.

A ZIP file has its directory at the end, so a file interrupted by a power cut or a full disk cannot be opened. Therefore
the images are written to a folder next to the file, each before its line in `frames.jsonl`, and are packed at the end.
The folder is removed only once the file is safe on the disk, and readers accept such a folder like the file.
"""

import contextlib
import os
import shutil
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from vision.camera.intrinsics import Lens
from vision.camera.intrinsics_file import format_lens
from vision.recording.about import RecordingInfo, format_about
from vision.recording.errors import RecordingError
from vision.recording.jpeg import without_notes
from vision.recording.plain import line_of
from vision.recording.recorded_image import RecordedImage
from vision.simulation.truth import TruePlace
from vision.table import TableLayout
from vision.table_file import format_table

SUFFIX = ".table.zip"
UNFINISHED = ".unfinished"
"""Suffix of the folder's name."""

ABOUT, TABLE, CAMERA, FRAMES, TRUTH, LOG, PICTURES = (
    "about.toml",
    "table.toml",
    "camera.toml",
    "frames.jsonl",
    "truth.jsonl",
    "log.txt",
    "pictures/",
)
SYNC_EVERY_S = 1.0
"""Interval, in image time, at which files are synced: the most that a power cut can cost."""

TruthAt = Callable[[float], Sequence[TruePlace]]
"""Returns the true poses of the pieces at the time of an image; only simulated tables know them."""


@dataclass(frozen=True, slots=True)
class RecordingContext:
    """The data of a recording besides its images.

    Attributes:
        about: Its description of itself.
        layout: The table's layout.
        lens: The camera's calibration, if there is one.
        truth_at: Returns the true poses of the pieces, if known.
        log: Returns the program's log; called after the last image; empty for none.
    """

    about: RecordingInfo
    layout: TableLayout
    lens: Lens | None = None
    truth_at: TruthAt | None = None
    log: Callable[[], str] | None = None


def picture_name(sequence: int) -> str:
    """Returns the name of an image in a recording."""
    return f"{PICTURES}{sequence:08d}.jpg"


class RecordingWriter:
    """Writes one recording; used by one thread.

    As a context manager it packs the recording on leaving; after an error it leaves the folder with the images so far.
    """

    def __init__(self, path: Path, surroundings: RecordingContext) -> None:
        """Starts a recording.

        Args:
            path: The file to create; an existing one is replaced at the end.
            surroundings: The data besides the images.

        Raises:
            RecordingError: If it cannot be written there.
        """
        self.path = path
        self.folder = path.with_name(path.name + UNFINISHED)
        self._surroundings = surroundings
        self._last_s: float | None = None
        self._synced_s = float("-inf")
        self._unsynced: list[Path] = []
        self.count = 0
        if self.folder.exists():
            raise RecordingError(
                f"{self.folder} was left by a recording that was interrupted: it can be read and shrunk like a file,"
                " and must be taken away first"
            )
        try:
            (self.folder / PICTURES).mkdir(parents=True)
            (self.folder / ABOUT).write_text(format_about(surroundings.about), encoding="utf-8")
            (self.folder / TABLE).write_text(format_table(surroundings.layout), encoding="utf-8")
            if surroundings.lens is not None and surroundings.lens.calibrated:
                (self.folder / CAMERA).write_text(format_lens(surroundings.lens), encoding="utf-8")
            self._frames = (self.folder / FRAMES).open("wb")
            self._truth: BinaryIO | None = (self.folder / TRUTH).open("wb") if surroundings.truth_at else None
        except OSError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise self._fault(error) from error

    def add(self, moment: RecordedImage) -> None:
        """Writes an image, which must be newer than the one before.

        An image that is not a whole JPEG is skipped.

        Raises:
            RecordingError: If it cannot be written; what was written before stays readable.
        """
        if self._last_s is not None and moment.captured_s <= self._last_s:
            raise RecordingError(f"{self.path}: image {moment.sequence} is not newer than the one before")
        jpeg = without_notes(moment.jpeg)
        if jpeg is None:
            return
        name = picture_name(moment.sequence)
        line = {"sequence": moment.sequence, "captured_s": moment.captured_s, "file": name, "said": moment.said}
        try:
            (self.folder / name).write_bytes(jpeg)
            if self._truth is not None and self._surroundings.truth_at is not None:
                places = tuple(self._surroundings.truth_at(moment.captured_s))
                self._truth.write(line_of({"sequence": moment.sequence, "places": places}))
            self._frames.write(line_of(line))
            self._unsynced.append(self.folder / name)
            if moment.captured_s - self._synced_s >= SYNC_EVERY_S:
                self._sync()
                self._synced_s = moment.captured_s
        except OSError as error:
            raise self._fault(error) from error
        self._last_s = moment.captured_s
        self.count += 1

    def finish(self) -> None:
        """Packs the recording into the file and removes the folder.

        Raises:
            RecordingError: If there is no image, or packing fails; then the folder stays and can be read.
        """
        packing = self.path.with_name(self.path.name + ".packing")
        try:
            self._close()
            if self.count:
                self._write_log()
                _pack(self.folder, packing)
                packing.replace(self.path)
        except OSError as error:
            packing.unlink(missing_ok=True)
            self._leave()
            raise self._fault(error) from error
        if not self.count:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise RecordingError(f"{self.path}: nothing was recorded, because no image came")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _leave(self) -> None:
        """Closes open files after a fault and adds the log; removes the folder if it contains no image."""
        for lines in (self._frames, self._truth):
            with contextlib.suppress(OSError):  # The disk is full: lines that were not written are not needed.
                if lines is not None:
                    lines.close()
        if not self.count:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        with contextlib.suppress(OSError):  # The images so far are worth more than the log.
            self._write_log()

    def _close(self) -> None:
        self._frames.close()
        if self._truth is not None:
            self._truth.close()

    def _write_log(self) -> None:
        text = self._surroundings.log() if self._surroundings.log is not None else ""
        if text:
            (self.folder / LOG).write_text(text, encoding="utf-8", errors="replace")

    def _sync(self) -> None:
        for path in self._unsynced:
            with path.open("rb+") as file:  # Windows cannot sync a file that is open for reading only.
                os.fsync(file.fileno())
        self._unsynced.clear()
        for lines in (self._truth, self._frames):
            if lines is not None:
                lines.flush()
                os.fsync(lines.fileno())

    def _fault(self, error: OSError) -> RecordingError:
        kept = f"; {self.count} images recorded before are kept in {self.folder}" if self.count else ""
        return RecordingError(f"{self.path} cannot be written: {error.strerror or error}{kept}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.finish()
        else:
            self._leave()


def _pack(folder: Path, file: Path) -> None:
    """Packs a folder's files into a ZIP file: images are stored, texts deflated."""
    with file.open("wb") as raw:
        with zipfile.ZipFile(raw, "w", strict_timestamps=False) as packed:
            for path in sorted(path for path in folder.rglob("*") if path.is_file()):
                name = path.relative_to(folder).as_posix()
                # The file's own time and owner are not stored: the images' times are in the lines.
                entry = zipfile.ZipInfo(name)
                entry.compress_type = zipfile.ZIP_STORED if name.startswith(PICTURES) else zipfile.ZIP_DEFLATED
                packed.writestr(entry, path.read_bytes())
        raw.flush()
        os.fsync(raw.fileno())
