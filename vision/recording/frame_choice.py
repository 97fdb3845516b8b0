"""Selects images of a recording: those of a time span, those with changes, or a limited number per second."""

from collections.abc import Callable, Sequence

from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.recording.reader import Line, Recording
from vision.recording.replay import WARM_UP_S
from vision.tracking.change_detection import ChangeMap

BEFORE_S = 0.3
"""Time kept before a change, so that the tracker sees the state before it."""

AFTER_S = 1.0
"""Time kept after a change, until a piece comes to rest, or a removed piece is missed."""

HEARTBEAT_S = 1.0
"""Interval at which an unchanged image is kept: a piece unseen for long counts as lost, and standard deviations grow
with time."""


def of_span(lines: Sequence[Line], from_s: float | None, to_s: float | None) -> list[Line]:
    """Returns the images of a time span, in seconds since the first."""
    began_s = lines[0].captured_s
    low, high = from_s if from_s is not None else 0.0, to_s if to_s is not None else float("inf")
    return [line for line in lines if low <= line.captured_s - began_s <= high]


def at_rate(lines: Sequence[Line], rate_hz: float) -> list[Line]:
    """Returns at most `rate_hz` images per second."""
    kept: list[Line] = []
    for line in lines:
        # A small tolerance is needed: with jitter, a camera of exactly this rate would lose every second image.
        if not kept or line.captured_s - kept[-1].captured_s >= 0.9 / rate_hz:
            kept.append(line)
    return kept


def with_changes(recording: Recording, lines: Sequence[Line], step: Callable[[], None] = lambda: None) -> list[Line]:
    """Returns the images in which something changes or changed recently, and occasional others.

    A change is one in the image that exceeds noise and flicker, or one in the stored observation.

    Args:
        recording: The recording.
        lines: The images to select from.
        step: Called after every image.

    Raises:
        RecordingError: If an image is damaged.
    """
    changed_s = _changes_s(recording, lines, step)
    kept: list[Line] = []
    next_change = 0
    for line in lines:
        while next_change < len(changed_s) and changed_s[next_change] < line.captured_s - AFTER_S:
            next_change += 1
        near = next_change < len(changed_s) and changed_s[next_change] <= line.captured_s + BEFORE_S
        begins = line.captured_s - lines[0].captured_s <= WARM_UP_S
        if near or begins or line is lines[-1] or line.captured_s - kept[-1].captured_s >= HEARTBEAT_S:
            kept.append(line)
    return kept


def _changes_s(recording: Recording, lines: Sequence[Line], step: Callable[[], None]) -> list[float]:
    changes, found = ChangeMap(), []
    told: object = None
    for line in lines:
        view = GreyView(recording.picture(line))
        looks = changes.update(view)
        tells = _told(line)
        if looks.dirty.any() or looks.moving.any() or tells != told:
            found.append(line.captured_s)
            changes.mark_searched(Rect(0, 0, view.width_px, view.height_px))
        told = tells
        step()
    return found


def _told(line: Line) -> object:
    """Returns a stored observation without its fluctuating numbers."""
    said = line.said
    if said is None:
        return None
    states = [(place.id, place.state) for place in (*said.bases, *said.terrain)]
    return said.mat.found, states, said.missing, [(trouble.kind, trouble.about) for trouble in said.troubles]
