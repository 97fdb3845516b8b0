"""Sources of images on disk: a video file, or a folder of images."""

import re
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image
from vision.errors import PictureError, UnreadableFileError
from vision.file_bytes import read_bytes
from vision.images.frame import CameraSetting, Picture
from vision.images.image_file import MAX_BYTES, picture_of_bytes, scale_for
from vision.sources.feed import FeedError, RawImage
from vision.sources.jpeg import picture_of
from vision.sources.paced import PacedFile
from vision.trouble import Trouble, TroubleKind

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
FALLBACK_HZ = 30.0
"""Frame rate assumed for a video that does not state its own."""


class VideoFeed(PacedFile):
    """A video file, played once at its own rate; times are its time stamps."""

    _capture: cv2.VideoCapture | None = None
    _last_stamp_s = -1.0
    _step_s = 1.0 / FALLBACK_HZ

    def open(self) -> None:
        """Opens the file."""
        if not self._path.is_file():
            raise FeedError(TroubleKind.FILE_MISSING, str(self._path), f"There is no video file {self._path}.")
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            sentence = f"{self._path} is not a video that can be read."
            raise FeedError(TroubleKind.FILE_MISSING, str(self._path), sentence, final=True)
        # Rotation metadata is ignored, so that images are as the sensor delivers them, like those of the calibration.
        capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)
        rate_hz = capture.get(cv2.CAP_PROP_FPS)
        self._step_s = 1.0 / (rate_hz if rate_hz > 0 else FALLBACK_HZ)
        self._capture = capture
        self._begin()
        self._last_stamp_s = -1.0

    def read(self) -> RawImage | None:
        """Returns the next image, at its time."""
        capture = self._capture
        if capture is None or not capture.grab():
            raise FeedError(TroubleKind.ENDED, str(self._path), f"The video {self._path.name} has ended.", final=True)
        stamp_s = self._stamp_s(capture)
        got, image = capture.retrieve()
        if not got:
            return None
        captured_s = self._opened_s + stamp_s
        if self._waits_in_vain(captured_s):
            return None
        return RawImage(as_wanted(np.asarray(image, np.uint8), grey=self._grey), captured_s)

    def close(self) -> None:
        """Closes the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _stamp_s(self, capture: cv2.VideoCapture) -> float:
        """Returns the image's time in the video.

        Some containers have no time stamps or repeat them; then the rate is used.
        """
        stamp_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if stamp_s <= self._last_stamp_s:
            stamp_s = self._last_stamp_s + self._step_s
        self._last_stamp_s = stamp_s
        return stamp_s


class FolderFeed:
    """The images of a folder, each once, `frame-2` before `frame-10`."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(self, folder: Path, *, grey: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        """Creates a feed; the folder is not read before `open`.

        Args:
            folder: The folder.
            grey: Whether grey images are sufficient.
            clock: Monotonic seconds; the time at which an image is read counts as its capture time.
        """
        self._folder = folder
        self._grey = grey
        self._clock = clock
        self._waiting: list[Path] = []
        self._unreadable: list[str] = []

    def open(self) -> None:
        """Lists the folder."""
        if not self._folder.is_dir():
            raise FeedError(TroubleKind.FILE_MISSING, str(self._folder), f"There is no folder {self._folder}.")
        self._waiting = pictures_in(self._folder)
        self._waiting.reverse()
        self._unreadable = []
        if not self._waiting:
            raise FeedError(
                TroubleKind.NO_PICTURES,
                str(self._folder),
                f"The folder {self._folder} has no images ({', '.join(sorted(PICTURE_SUFFIXES))}).",
            )

    def read(self) -> RawImage:
        """Returns the next readable image."""
        passed_over: list[str] = []
        while self._waiting:
            path = self._waiting.pop()
            picture = _picture_of_file(path, grey=self._grey)
            if picture is not None:
                trouble = self._passed_over(passed_over) if passed_over else None
                return RawImage(picture, self._clock(), len(passed_over), trouble)
            passed_over.append(path.name)
            self._unreadable.append(path.name)
        sentence = f"All images of {self._folder} were shown."
        if self._unreadable:
            sentence = f"{sentence[:-1]}, but for those that cannot be read: {', '.join(self._unreadable)}."
        raise FeedError(TroubleKind.ENDED, str(self._folder), sentence, final=True)

    def close(self) -> None:
        """Drops the remaining list."""
        self._waiting = []

    def interrupt(self) -> None:
        """Does nothing: reading an image does not wait."""

    @staticmethod
    def _passed_over(names: list[str]) -> Trouble:
        listed = ", ".join(names)
        sentence = f"{listed} cannot be read as an image and was passed over."
        return Trouble(TroubleKind.UNREADABLE_PICTURE, listed, sentence)


def pictures_in(folder: Path) -> list[Path]:
    """Returns the images of a folder, sorted by name with numbers by value; hidden files are skipped."""
    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]
    return sorted(found, key=lambda path: natural_key(path.name))


def natural_key(name: str) -> tuple[tuple[tuple[str, int], ...], str]:
    """Returns a sort key: runs of digits by value, letters without regard to case."""
    runs = re.findall(r"([^0-9]*)([0-9]*)", name.casefold())
    return tuple((letters, int(digits) if digits else -1) for letters, digits in runs), name


def _picture_of_file(path: Path, *, grey: bool) -> Image | Picture | None:
    """Returns the image in a file, not decoded yet if it is a JPEG; None if it is unreadable."""
    try:
        data = read_bytes(path, MAX_BYTES)
        picture = picture_of(data, grey=grey)
        if picture is not None and scale_for((picture.width_px, picture.height_px)) == 1:
            return picture
        # A file rejected as a JPEG may be of another kind, or have trailing data.
        return picture_of_bytes(data, grey=grey).image
    except (UnreadableFileError, PictureError):
        return None


def as_wanted(image: Image, *, grey: bool) -> Image:
    """Converts the image to grey if grey is sufficient."""
    if grey and image.ndim == 3:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return image
