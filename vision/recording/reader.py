"""Reads a recording: the packed file, or the folder that an interrupted one left."""

import lzma
import math
import struct
import zipfile
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import IO, Protocol, Self

from vision.camera.intrinsics import Lens
from vision.camera.intrinsics_file import parse_lens
from vision.errors import PictureError
from vision.images.frame import Frame, Picture
from vision.observation import TableObservation
from vision.recording.about import RecordingInfo, parse_about
from vision.recording.errors import RecordingError
from vision.recording.jpeg import without_notes
from vision.recording.plain import parsed, taken
from vision.recording.recorded_image import RecordedImage
from vision.recording.writer import ABOUT, CAMERA, FRAMES, LOG, PICTURES, TABLE, TRUTH
from vision.simulation.truth import TruePlace
from vision.table import TableLayout
from vision.table_file import parse_table
from vision.toml_fields import MAX_BYTES

_TEXTS = frozenset({ABOUT, TABLE, CAMERA, FRAMES, TRUTH, LOG})
_BROKEN = (
    OSError,
    EOFError,
    ValueError,
    OverflowError,
    RuntimeError,
    struct.error,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
)
"""Exceptions that `zipfile` and its decompressors raise for invalid data; some are undocumented."""

_MAX_PICTURE_BYTES = 32 << 20
"""Largest image in a file, larger than any camera's JPEG: a file from somebody else may claim any size."""

_MAX_LINE_BYTES = 4 << 20
"""Longest line: an observation takes some kilobytes."""

_MAX_NAMES = 1_000_000
"""Most entries of a file: a whole evening at 30 images per second has half of it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of `frames.jsonl`.

    Attributes:
        sequence: As in `RecordedImage`.
        captured_s: As in `RecordedImage`.
        file: The image's name in the recording.
        said: The program's observation, if there is one.
    """

    sequence: int
    captured_s: float
    file: str
    said: TableObservation | None = None


@dataclass(frozen=True, slots=True)
class _TruthLine:
    sequence: int
    places: tuple[TruePlace, ...]


class _Store(Protocol):
    """A store of named bytes: a ZIP file or a folder."""

    whole: bool

    def names(self) -> list[str]: ...

    def open(self, name: str) -> IO[bytes]: ...

    def close(self) -> None: ...


class _Packed:
    whole = True

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            path.stat()  # raises an error if the file does not exist
            raise zipfile.BadZipFile("it is a device or a pipe")
        self._zip = zipfile.ZipFile(path)
        if len(self._zip.filelist) > _MAX_NAMES:
            raise zipfile.BadZipFile("it holds too many files")

    def names(self) -> list[str]:
        return [name for name in self._zip.namelist() if not name.endswith("/")]

    def open(self, name: str) -> IO[bytes]:
        entry = self._zip.getinfo(name)
        # Other compression methods are never written by us, and some may require any amount of memory.
        if entry.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise zipfile.BadZipFile("it is packed in another way than recordings are")
        return self._zip.open(entry)

    def close(self) -> None:
        self._zip.close()


class _Folder:
    whole = False

    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> list[str]:
        return [path.relative_to(self._path).as_posix() for path in self._path.rglob("*") if path.is_file()]

    def open(self, name: str) -> IO[bytes]:
        return (self._path / name).open("rb")

    def close(self) -> None:
        """Does nothing: no file is open."""


class Recording:
    """One recording, whose images are read on demand. Close it, or use it as a context manager.

    Attributes:
        path: The file.
        about: Its description of itself.
        layout: The table's layout.
        lens: The camera's calibration, if there is one.
        lines: Its images in order, without their bytes.
        truth: The ground truth of the pieces' poses, by image number; empty if unknown.
    """

    def __init__(self, path: Path, store: _Store) -> None:
        """Reads everything except the images; see `open_recording`."""
        self.path = path
        self._store = store
        names = set(store.names())
        _check_names(path, names)
        self.about: RecordingInfo = parse_about(self._text(ABOUT), f"{path}: {ABOUT}")
        self.layout: TableLayout = parse_table(self._text(TABLE), f"{path}: {TABLE}")
        self.lens: Lens | None = parse_lens(self._text(CAMERA), f"{path}: {CAMERA}") if CAMERA in names else None
        self.lines = self._lines(names)
        self.truth: Mapping[int, tuple[TruePlace, ...]] = self._truth() if TRUTH in names else MappingProxyType({})

    @property
    def log(self) -> str:
        """The program's log; empty if there is none, as in recordings of earlier versions.

        Raises:
            RecordingError: If it cannot be read.
        """
        return self._bytes(LOG).decode("utf-8", "replace") if LOG in self._store.names() else ""

    @property
    def span_s(self) -> float:
        """Time from the first image to the last."""
        return self.lines[-1].captured_s - self.lines[0].captured_s

    def jpeg(self, line: Line) -> bytes:
        """Returns the bytes of an image.

        Raises:
            RecordingError: If they cannot be read.
        """
        return self._bytes(line.file)

    def moments(self) -> Iterator[RecordedImage]:
        """Yields all images with their bytes."""
        for line in self.lines:
            yield RecordedImage(line.sequence, line.captured_s, self.jpeg(line), line.said)

    def picture(self, line: Line, *, grey: bool = False) -> Picture:
        """Returns an image that is decoded on demand; `grey` is as in `Picture.of_jpeg`.

        Raises:
            RecordingError: If its bytes cannot be read or are not a whole JPEG.
        """
        try:
            return Picture.of_jpeg(self.jpeg(line), grey=grey)
        except PictureError as error:
            raise RecordingError(f"{self.path}: {line.file} is not a complete JPEG image") from error

    def frames(self) -> Iterator[Frame]:
        """Yields all images as the camera delivered them, with their own numbers and times."""
        for line in self.lines:
            yield Frame(self.picture(line), line.captured_s, line.sequence)

    def close(self) -> None:
        """Closes the file; the call is idempotent."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _bytes(self, name: str, most_bytes: int = _MAX_PICTURE_BYTES) -> bytes:
        with self._reading(name), self._store.open(name) as file:
            data = file.read(most_bytes + 1)
        if len(data) > most_bytes:
            raise RecordingError(f"{self.path}: {name} is larger than {most_bytes >> 20} MB, as none in a recording is")
        return data

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except RecordingError:
            raise
        except (KeyError, FileNotFoundError):
            raise RecordingError(f"{self.path}: {name} is missing") from None
        except _BROKEN as error:
            raise RecordingError(f"{self.path}: {name} is broken: {error}") from error

    def _text(self, name: str) -> str:
        try:
            return self._bytes(name, MAX_BYTES).decode("utf-8")
        except UnicodeDecodeError:
            raise RecordingError(f"{self.path}: {name} is not a text in UTF-8") from None

    def _lines(self, names: set[str]) -> tuple[Line, ...]:
        found: list[Line] = []
        shown: set[str] = set()
        with closing(self._entries(FRAMES)) as entries:
            for place, entry in entries:
                line = taken(Line, entry, place)
                _refuse_disorder(line, found[-1] if found else None, place)
                if line.file in shown:
                    raise RecordingError(f"{place}: {line.file} is the image of an earlier line")
                shown.add(line.file)
                if self._has(line, names, place):
                    found.append(line)
        if not found:
            raise RecordingError(f"{self.path}: it holds no image")
        return tuple(found)

    def _has(self, line: Line, names: set[str], place: str) -> bool:
        """Whether a line's image exists; in the folder of an interrupted recording it may be missing."""
        if self._store.whole:
            if line.file not in names:
                raise RecordingError(f"{place}: there is no image {line.file}")
            return True
        return line.file in names and without_notes(self._bytes(line.file)) is not None

    def _truth(self) -> Mapping[int, tuple[TruePlace, ...]]:
        with closing(self._entries(TRUTH)) as entries:
            lines = [taken(_TruthLine, entry, place) for place, entry in entries]
        return MappingProxyType({line.sequence: line.places for line in lines})

    def _entries(self, name: str) -> Generator[tuple[str, object], None, None]:
        with self._reading(name), self._store.open(name) as file:
            for number, row in enumerate(iter(lambda: file.readline(_MAX_LINE_BYTES), b""), start=1):
                place = f"{self.path}: {name} line {number}"
                if len(row) == _MAX_LINE_BYTES:
                    raise RecordingError(f"{place}: this line is longer than {_MAX_LINE_BYTES >> 20} MB")
                if row.endswith(b"\n"):
                    yield place, parsed(row, place)
                elif self._store.whole:
                    raise RecordingError(f"{self.path}: {name} was cut off")
                # Otherwise it is the line that was being written at the interruption.


def open_recording(path: Path | str) -> Recording:
    """Opens a recording.

    Args:
        path: A file made by `RecordingWriter`, or the folder that it left when it was interrupted.

    Raises:
        RecordingError: If the path is not a recording, or is damaged; the message names the file and the fault.
        TableFileError: If the table or the calibration in it is invalid; the message names the file and the fault.
    """
    path = Path(path)
    if path.is_dir() and not (path / ABOUT).is_file():
        raise RecordingError(f"{path}: this is no recording: {ABOUT} is missing")
    try:
        store: _Store = _Folder(path) if path.is_dir() else _Packed(path)
    except FileNotFoundError:
        raise RecordingError(f"{path}: there is no such recording") from None
    except OSError as error:
        raise RecordingError(f"{path}: cannot be read: {error.strerror or error}") from error
    except _BROKEN as error:
        raise RecordingError(f"{path}: this is no recording, or it did not arrive whole") from error
    try:
        return Recording(path, store)
    except BaseException:
        store.close()
        raise


def _refuse_disorder(line: Line, before: Line | None, place: str) -> None:
    if not math.isfinite(line.captured_s):
        raise RecordingError(f"{place}.captured_s: expected a time, not {line.captured_s}")
    if before is not None and (line.captured_s <= before.captured_s or line.sequence <= before.sequence):
        raise RecordingError(f"{place}: this image is not newer than the one before")


def _check_names(path: Path, names: set[str]) -> None:
    for name in sorted(names):
        if name not in _TEXTS and not (name.startswith(PICTURES) and name.endswith(".jpg") and ".." not in name):
            raise RecordingError(f"{path}: {name} does not belong into a recording")
    for name in (ABOUT, TABLE, FRAMES):
        if name not in names:
            raise RecordingError(f"{path}: this is no recording: {name} is missing")
