"""A recording seen again: where what is seen now differs from what was said then, and from the truth where known."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from vision.errors import VisionError
from vision.observation import Place, Seen, TableObservation
from vision.recording.reading import Recording
from vision.simulation.truth import TruePlace
from vision.tracking.tracker import Tracker

SIGMAS = 2.0
WARM_UP_S = 1.0
"""A recording begins where a game already ran, the tracker with an empty table: so long it may look for the pieces."""

JOINED_S = 1.0
"""Pictures no further apart belong to one run."""

PLAIN_SHARE = 0.6
"""Of a tag: what shows less of every tag need not be placed."""

LYING = frozenset({Seen.SEEN, Seen.MOVED})


class Fault(StrEnum):
    """How something differs.

    GONE: placed then, not now. NEW: placed now, not then. ELSEWHERE: placed otherwise by more than its deviations
    allow. UNREAD: the picture was read then and is not now. MAT: the mat was found then, and not now, or the reverse.
    UNPLACED: in plain view and at rest in truth, and not placed now. UNTRUE: placed now, and not where it truly was.
    """

    GONE = "gone"
    NEW = "new"
    ELSEWHERE = "elsewhere"
    UNREAD = "unread"
    MAT = "mat"
    UNPLACED = "unplaced"
    UNTRUE = "untrue"


BRIEF_S: Mapping[Fault, float] = MappingProxyType(
    {Fault.GONE: 0.25, Fault.NEW: 0.25, Fault.MAT: 0.25, Fault.UNPLACED: 0.5}
)
"""What comes or goes only for so long is the same event, a picture or two sooner or later; what was just put down may
take half a second to be placed."""


@dataclass(frozen=True, slots=True)
class Run:
    """One thing that differs over some pictures.

    Attributes:
        fault: How it differs.
        piece: Of which base or template; empty where the whole picture is meant.
        from_s: Since the recording's first picture.
        to_s: Likewise.
        pictures: In how many pictures.
        worst_mm: The greatest distance, where it is about distances.
        sigma_mm: The standard deviation it had there.
    """

    fault: Fault
    piece: str
    from_s: float
    to_s: float
    pictures: int = 1
    worst_mm: float | None = None
    sigma_mm: float | None = None

    @property
    def sentence(self) -> str:
        """It in words."""
        when = f"{self.from_s:.2f} s" if self.pictures == 1 else f"{self.from_s:.2f}–{self.to_s:.2f} s"
        distance = (
            "" if self.worst_mm is None else f" by up to {self.worst_mm:.2f} mm (σ {self.sigma_mm or 0.0:.2f} mm)"
        )
        words = {
            Fault.GONE: "was placed then, and is not now",
            Fault.NEW: "is placed now, and was not then",
            Fault.ELSEWHERE: "is placed otherwise than then",
            Fault.UNREAD: "the picture was read then, and cannot be now",
            Fault.MAT: "the mat is found in one and not in the other",
            Fault.UNPLACED: "lies in plain view, and is not placed",
            Fault.UNTRUE: "is not where it truly was",
        }
        return f"{when}: {self.piece + ' ' if self.piece else ''}{words[self.fault]}{distance}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A recording seen again.

    Attributes:
        pictures: How many were looked at.
        then: Where what is seen now differs from what was said then; empty also where nothing was said.
        truth: Where it differs from the truth; empty also where nobody knows it.
        now: What is seen now, picture by picture; None where a picture could not be read.
        said: How many pictures something was said of.
        known: Of how many pictures the truth is known.
    """

    pictures: int
    then: tuple[Run, ...]
    truth: tuple[Run, ...]
    now: Mapping[int, TableObservation | None]
    said: int
    known: int

    @property
    def same(self) -> bool:
        """Whether all that was said is seen again, and all is true."""
        return not self.then and not self.truth


def replayed(recording: Recording, step: Callable[[], None] = lambda: None) -> Comparison:
    """Shows a recording to today's tracker.

    Args:
        recording: The recording.
        step: Called after every picture.

    Raises:
        RecordingError: If a picture of it is broken.
    """
    tracker = Tracker(recording.layout, recording.lens)
    began_s = recording.lines[0].captured_s
    now: dict[int, TableObservation | None] = {}
    then, untrue = Runs(), Runs()
    for line, frame in zip(recording.lines, recording.frames(), strict=True):
        step()
        at_s = line.captured_s - began_s
        try:
            seen = tracker.update(frame)
        except VisionError:
            now[line.sequence] = None
            then.add(at_s, [Run(Fault.UNREAD, "", 0.0, 0.0)] if line.said is not None else [])
            continue
        now[line.sequence] = seen
        warm = at_s >= WARM_UP_S
        if line.said is not None:
            then.add(at_s, differences(line.said, seen, warm=warm))
        untrue.add(at_s, errors(recording.truth.get(line.sequence, ()), seen, warm=warm))
    said = sum(line.said is not None for line in recording.lines)
    return Comparison(len(now), then.closed(), untrue.closed(), now, said, len(recording.truth))


def differences(then: TableObservation, now: TableObservation, *, warm: bool = True) -> list[Run]:
    """What two looks at the same picture say otherwise.

    Args:
        then: The earlier.
        now: The later.
        warm: Whether a piece that is not placed yet, or a mat that is not found yet, counts.
    """
    if then.mat.found != now.mat.found:
        return [Run(Fault.MAT, "", 0.0, 0.0)] if warm else []
    found: list[Run] = []
    earlier, later = lying(then), lying(now)
    for piece in earlier | later:
        one, other = earlier.get(piece), later.get(piece)
        if one is None or other is None:
            if warm:
                found.append(Run(Fault.NEW if one is None else Fault.GONE, piece, 0.0, 0.0))
            continue
        apart_mm = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
        sigma_mm = math.hypot(one.sigma_mm, other.sigma_mm)
        if apart_mm > SIGMAS * sigma_mm:
            found.append(Run(Fault.ELSEWHERE, piece, 0.0, 0.0, 1, apart_mm, sigma_mm))
    return found


def errors(truth: Sequence[TruePlace], now: TableObservation, *, warm: bool = True) -> list[Run]:
    """Where what is seen is not so: pieces at rest, of which one tag at least is in plain view, count.

    Args:
        truth: Where the pieces truly were.
        now: What is seen.
        warm: Whether a piece that is not placed yet counts.
    """
    found: list[Run] = []
    places = lying(now)
    for true in truth:
        if true.moving or true.lift_mm > 0:
            continue
        place = places.get(true.id)
        if place is None:
            if warm and true.visible and true.best_visible > PLAIN_SHARE:
                found.append(Run(Fault.UNPLACED, true.id, 0.0, 0.0))
            continue
        off_mm = math.hypot(place.x_mm - true.x_mm, place.y_mm - true.y_mm)
        # A deviation is each coordinate's; at 3 of them a distance is greater in 1 of 90 by chance alone.
        if off_mm > 3.0 * place.sigma_mm:
            found.append(Run(Fault.UNTRUE, true.id, 0.0, 0.0, 1, off_mm, place.sigma_mm))
    return found


def lying(observation: TableObservation) -> dict[str, Place]:
    """The pieces that are seen to lie on the mat, by name."""
    return {place.id: place for place in (*observation.bases, *observation.terrain) if place.state in LYING}


class Runs:
    """Joins what differs in one picture after another."""

    def __init__(self) -> None:
        self._open: dict[tuple[Fault, str], Run] = {}
        self._over_s: dict[tuple[Fault, str], float] = {}
        self._closed: list[Run] = []
        self._last_s = 0.0

    def add(self, at_s: float, found: Iterable[Run]) -> None:
        """Takes what differs in the next picture.

        Args:
            at_s: Since the recording's first picture.
            found: Each thing that differs, once.
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

    def closed(self) -> tuple[Run, ...]:
        """All that differed, but for what came or went a picture sooner or later."""
        for key in list(self._open):
            self._close(key)
        return tuple(sorted(self._closed, key=lambda run: (run.from_s, run.piece)))

    def _close(self, key: tuple[Fault, str]) -> None:
        run = self._open.pop(key)
        over_s = max(self._over_s.pop(key, self._last_s), run.to_s)
        brief_s = BRIEF_S.get(run.fault, 0.0)
        # In a recording that is brief itself every picture counts.
        if over_s - run.from_s >= brief_s or self._last_s < brief_s:
            self._closed.append(run)


def _joined(before: Run, run: Run, at_s: float) -> Run:
    worst = max(before, run, key=lambda each: each.worst_mm or 0.0)
    return replace(before, to_s=at_s, pictures=before.pictures + 1, worst_mm=worst.worst_mm, sigma_mm=worst.sigma_mm)
