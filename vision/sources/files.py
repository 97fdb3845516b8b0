"""Pictures that lie on the disk already: a video file, or a folder of pictures."""

import re
import threading
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
from vision.sources.feed import FeedError, Shot
from vision.sources.jpeg import picture_of
from vision.trouble import Trouble, TroubleKind

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
FALLBACK_HZ = 30.0
"""Rate of a video that does not tell its own."""


class VideoFeed:
    """A video file, played once."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(
        self, path: Path, *, grey: bool = False, pace: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Prepares a feed; nothing is opened before `open`.

        Args:
            path: The file.
            grey: Whether grey pictures are enough.
            pace: Whether to keep to the video's own rate; otherwise pictures come as fast as they are taken. Capture
                times follow the video's time stamps either way, from the moment of opening.
            clock: Monotonic seconds.
        """
        self._path = path
        self._grey = grey
        self._pace = pace
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None
        self._interrupted = threading.Event()
        self._opened_s = 0.0
        self._last_stamp_s = -1.0
        self._step_s = 1.0 / FALLBACK_HZ

    def open(self) -> None:
        """Opens the file."""
        if not self._path.is_file():
            raise FeedError(TroubleKind.FILE_MISSING, str(self._path), f"There is no video file {self._path}.")
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            sentence = f"{self._path} is not a video that can be read."
            raise FeedError(TroubleKind.FILE_MISSING, str(self._path), sentence, final=True)
        # As the sensor has them, like the live picture the lens was calibrated with.
        capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)
        self._interrupted.clear()
        rate_hz = capture.get(cv2.CAP_PROP_FPS)
        self._step_s = 1.0 / (rate_hz if rate_hz > 0 else FALLBACK_HZ)
        self._capture = capture
        self._opened_s = self._clock()
        self._last_stamp_s = -1.0

    def read(self) -> Shot | None:
        """The next picture, at its time."""
        capture = self._capture
        if capture is None or not capture.grab():
            raise FeedError(TroubleKind.ENDED, str(self._path), f"The video {self._path.name} has ended.", final=True)
        stamp_s = self._stamp_s(capture)
        got, image = capture.retrieve()
        if not got:
            return None
        captured_s = self._opened_s + stamp_s
        if self._pace and self._interrupted.wait(max(0.0, captured_s - self._clock())):
            return None
        return Shot(as_wanted(np.asarray(image, np.uint8), grey=self._grey), captured_s)

    def close(self) -> None:
        """Closes the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def interrupt(self) -> None:
        """Ends the wait for a picture's time."""
        self._interrupted.set()

    def _stamp_s(self, capture: cv2.VideoCapture) -> float:
        """The picture's time in the video; some containers have no stamps or repeat them, then by the rate."""
        stamp_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if stamp_s <= self._last_stamp_s:
            stamp_s = self._last_stamp_s + self._step_s
        self._last_stamp_s = stamp_s
        return stamp_s


class FolderFeed:
    """The pictures of a folder, once each, `frame-2` before `frame-10`."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(self, folder: Path, *, grey: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        """Prepares a feed; the folder is not looked at before `open`.

        Args:
            folder: Where the pictures are.
            grey: Whether grey pictures are enough.
            clock: Monotonic seconds; a picture counts as taken when it is read.
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
                f"The folder {self._folder} has no pictures ({', '.join(sorted(PICTURE_SUFFIXES))}).",
            )

    def read(self) -> Shot:
        """The next picture that can be read."""
        passed_over: list[str] = []
        while self._waiting:
            path = self._waiting.pop()
            picture = _picture_of_file(path, grey=self._grey)
            if picture is not None:
                trouble = self._passed_over(passed_over) if passed_over else None
                return Shot(picture, self._clock(), len(passed_over), trouble)
            passed_over.append(path.name)
            self._unreadable.append(path.name)
        sentence = f"All pictures of {self._folder} were shown."
        if self._unreadable:
            sentence = f"{sentence[:-1]}, but for those that cannot be read: {', '.join(self._unreadable)}."
        raise FeedError(TroubleKind.ENDED, str(self._folder), sentence, final=True)

    def close(self) -> None:
        """Forgets what is left."""
        self._waiting = []

    def interrupt(self) -> None:
        """Nothing to do: reading a picture does not wait."""

    @staticmethod
    def _passed_over(names: list[str]) -> Trouble:
        listed = ", ".join(names)
        sentence = f"{listed} cannot be read as a picture and was passed over."
        return Trouble(TroubleKind.UNREADABLE_PICTURE, listed, sentence)


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder by name, numbers in names by value; hidden files are no pictures."""
    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]
    return sorted(found, key=lambda path: natural_key(path.name))


def natural_key(name: str) -> tuple[tuple[tuple[str, int], ...], str]:
    """Sorts names as people do: runs of digits by value, letters without regard to case."""
    runs = re.findall(r"([^0-9]*)([0-9]*)", name.casefold())
    return tuple((letters, int(digits) if digits else -1) for letters, digits in runs), name


def _picture_of_file(path: Path, *, grey: bool) -> Image | Picture | None:
    """A picture file, not decoded yet where it is a JPEG; None if unreadable."""
    try:
        data = read_bytes(path, MAX_BYTES)
        picture = picture_of(data, grey=grey)
        if picture is not None and scale_for((picture.width_px, picture.height_px)) == 1:
            return picture
        # What is no JPEG after the book may be another kind of picture, or have something behind its end.
        return picture_of_bytes(data, grey=grey).image
    except (UnreadableFileError, PictureError):
        return None


def as_wanted(image: Image, *, grey: bool) -> Image:
    """The picture in grey, where grey is enough."""
    if grey and image.ndim == 3:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    return image
