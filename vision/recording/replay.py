"""Replays a recording and compares: today's observations with the stored ones, and with the ground truth if known."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from vision.errors import VisionError
from vision.observation import Place, TableObservation, TrackState
from vision.recording.reader import Recording
from vision.simulation.truth import TruePlace
from vision.tracking.tracker import Tracker

SIGMAS = 2.0
WARM_UP_S = 1.0
"""Time at the beginning in which the tracker may still search for the pieces: a recording starts in the middle of a
game."""

JOINED_S = 1.0
"""Largest gap between images of one run."""

PLAIN_SHARE = 0.6
"""Visible share of a tag: if no tag of a piece exceeds it, the piece need not be located."""

LYING = frozenset({TrackState.SEEN, TrackState.MOVED})


class DifferenceKind(StrEnum):
    """A kind of difference.

    GONE: located then, not now. NEW: located now, not then. ELSEWHERE: the position differs by more than its standard
    deviations allow. UNREAD: the image was read then and is not now. MAT: the mat was found then and not now, or the
    reverse. UNPLACED: according to the ground truth a piece is in plain view and at rest, but it is not located now.
    UNTRUE: located now, but not at its true position.
    """

    GONE = "gone"
    NEW = "new"
    ELSEWHERE = "elsewhere"
    UNREAD = "unread"
    MAT = "mat"
    UNPLACED = "unplaced"
    UNTRUE = "untrue"


BRIEF_S: Mapping[DifferenceKind, float] = MappingProxyType(
    {DifferenceKind.GONE: 0.25, DifferenceKind.NEW: 0.25, DifferenceKind.MAT: 0.25, DifferenceKind.UNPLACED: 0.5}
)
"""Duration up to which a difference is ignored: the same event occurred an image or two sooner or later. A piece that
was just put down may take half a second to be located."""


@dataclass(frozen=True, slots=True)
class DifferenceRun:
    """One difference over some images.

    Attributes:
        fault: The kind of difference.
        piece: The base or template concerned; empty if it concerns the whole image.
        from_s: Start, in seconds since the recording's first image.
        to_s: End, in seconds since the recording's first image.
        pictures: Number of images.
        worst_mm: The greatest distance, if the difference is one of distance.
        sigma_mm: The standard deviation there.
    """

    fault: DifferenceKind
    piece: str
    from_s: float
    to_s: float
    pictures: int = 1
    worst_mm: float | None = None
    sigma_mm: float | None = None

    @property
    def sentence(self) -> str:
        """The difference as a sentence."""
        when = f"{self.from_s:.2f} s" if self.pictures == 1 else f"{self.from_s:.2f}–{self.to_s:.2f} s"
        distance = (
            "" if self.worst_mm is None else f" by up to {self.worst_mm:.2f} mm (σ {self.sigma_mm or 0.0:.2f} mm)"
        )
        words = {
            DifferenceKind.GONE: "was placed then, and is not now",
            DifferenceKind.NEW: "is placed now, and was not then",
            DifferenceKind.ELSEWHERE: "is placed otherwise than then",
            DifferenceKind.UNREAD: "the image was read then, and cannot be now",
            DifferenceKind.MAT: "the mat is found in one and not in the other",
            DifferenceKind.UNPLACED: "lies in plain view, and is not placed",
            DifferenceKind.UNTRUE: "is not where it truly was",
        }
        return f"{when}: {self.piece + ' ' if self.piece else ''}{words[self.fault]}{distance}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of a replayed recording.

    Attributes:
        pictures: Number of images processed.
        then: Differences from the stored observations; also empty if there were none.
        truth: Differences from the ground truth; also empty if it is unknown.
        now: Today's observation of each image; None if an image could not be read.
        said: Number of images with a stored observation.
        known: Number of images with a known ground truth.
    """

    pictures: int
    then: tuple[DifferenceRun, ...]
    truth: tuple[DifferenceRun, ...]
    now: Mapping[int, TableObservation | None]
    said: int
    known: int

    @property
    def same(self) -> bool:
        """Whether everything stored is observed again, and everything is true."""
        return not self.then and not self.truth


def replayed(recording: Recording, step: Callable[[], None] = lambda: None) -> Comparison:
    """Replays a recording with today's tracker.

    Args:
        recording: The recording.
        step: Called after every image.

    Raises:
        RecordingError: If an image is damaged.
    """
    tracker = Tracker(recording.layout, recording.lens)
    began_s = recording.lines[0].captured_s
    now: dict[int, TableObservation | None] = {}
    then, untrue = DifferenceRuns(), DifferenceRuns()
    for line, frame in zip(recording.lines, recording.frames(), strict=True):
        step()
        at_s = line.captured_s - began_s
        try:
            seen = tracker.update(frame)
        except VisionError:
            now[line.sequence] = None
            then.add(at_s, [DifferenceRun(DifferenceKind.UNREAD, "", 0.0, 0.0)] if line.said is not None else [])
            continue
        now[line.sequence] = seen
        warm = at_s >= WARM_UP_S
        if line.said is not None:
            then.add(at_s, differences(line.said, seen, warm=warm))
        untrue.add(at_s, errors(recording.truth.get(line.sequence, ()), seen, warm=warm))
    said = sum(line.said is not None for line in recording.lines)
    return Comparison(len(now), then.closed(), untrue.closed(), now, said, len(recording.truth))


def differences(then: TableObservation, now: TableObservation, *, warm: bool = True) -> list[DifferenceRun]:
    """Returns the differences between two observations of the same image.

    Args:
        then: The earlier one.
        now: The later one.
        warm: Whether a piece or a mat that is not located yet counts.
    """
    if then.mat.found != now.mat.found:
        return [DifferenceRun(DifferenceKind.MAT, "", 0.0, 0.0)] if warm else []
    found: list[DifferenceRun] = []
    earlier, later = lying(then), lying(now)
    for piece in earlier | later:
        one, other = earlier.get(piece), later.get(piece)
        if one is None or other is None:
            if warm:
                found.append(DifferenceRun(DifferenceKind.NEW if one is None else DifferenceKind.GONE, piece, 0.0, 0.0))
            continue
        apart_mm = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
        sigma_mm = math.hypot(one.sigma_mm, other.sigma_mm)
        if apart_mm > SIGMAS * sigma_mm:
            found.append(DifferenceRun(DifferenceKind.ELSEWHERE, piece, 0.0, 0.0, 1, apart_mm, sigma_mm))
    return found


def errors(truth: Sequence[TruePlace], now: TableObservation, *, warm: bool = True) -> list[DifferenceRun]:
    """Returns the errors of an observation; only pieces at rest with at least one tag in plain view count.

    Args:
        truth: The true poses of the pieces.
        now: The observation.
        warm: Whether a piece that is not located yet counts.
    """
    found: list[DifferenceRun] = []
    places = lying(now)
    for true in truth:
        if true.moving or true.lift_mm > 0:
            continue
        place = places.get(true.id)
        if place is None:
            if warm and true.visible and true.best_visible > PLAIN_SHARE:
                found.append(DifferenceRun(DifferenceKind.UNPLACED, true.id, 0.0, 0.0))
            continue
        off_mm = math.hypot(place.x_mm - true.x_mm, place.y_mm - true.y_mm)
        # The standard deviation is that of each coordinate; a distance exceeds 3 of them in 1 of 90 cases by chance.
        if off_mm > 3.0 * place.sigma_mm:
            found.append(DifferenceRun(DifferenceKind.UNTRUE, true.id, 0.0, 0.0, 1, off_mm, place.sigma_mm))
    return found


def lying(observation: TableObservation) -> dict[str, Place]:
    """Returns the pieces that lie on the mat, by name."""
    return {place.id: place for place in (*observation.bases, *observation.terrain) if place.state in LYING}


class DifferenceRuns:
    """Joins the differences of consecutive images."""

    def __init__(self) -> None:
        self._open: dict[tuple[DifferenceKind, str], DifferenceRun] = {}
        self._over_s: dict[tuple[DifferenceKind, str], float] = {}
        self._closed: list[DifferenceRun] = []
        self._last_s = 0.0

    def add(self, at_s: float, found: Iterable[DifferenceRun]) -> None:
        """Adds the differences of the next image.

        Args:
            at_s: Time since the recording's first image.
            found: Each difference, once.
        """
        here = {(run.fault, run.piece): run for run in found}
        for key, run in self._open.items():
            if key not in here and run.to_s == self._last_s:
                self._over_s[key] = at_s
        for key, run in here.items():
            before = self._open.get(key)
            if before is not None and at_s - before.to_s > JOINED_S:
                self._close(key)
                before = None
            self._open[key] = replace(run, from_s=at_s, to_s=at_s) if before is None else _joined(before, run, at_s)
        self._last_s = at_s

    def closed(self) -> tuple[DifferenceRun, ...]:
        """Returns all differences except those that only came an image sooner or later."""
        for key in list(self._open):
            self._close(key)
        return tuple(sorted(self._closed, key=lambda run: (run.from_s, run.piece)))

    def _close(self, key: tuple[DifferenceKind, str]) -> None:
        run = self._open.pop(key)
        over_s = max(self._over_s.pop(key, self._last_s), run.to_s)
        brief_s = BRIEF_S.get(run.fault, 0.0)
        # In a recording that is itself brief, every image counts.
        if over_s - run.from_s >= brief_s or self._last_s < brief_s:
            self._closed.append(run)


def _joined(before: DifferenceRun, run: DifferenceRun, at_s: float) -> DifferenceRun:
    worst = max(before, run, key=lambda each: each.worst_mm or 0.0)
    return replace(before, to_s=at_s, pictures=before.pictures + 1, worst_mm=worst.worst_mm, sigma_mm=worst.sigma_mm)
