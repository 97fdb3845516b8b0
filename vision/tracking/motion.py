"""The state machine of one piece: a pure function from the previous state to the next.

    found ──▶ SEEN ──off its rest──▶ MOVED ──rests again──▶ SEEN
                │                      │
                ├──not lying flat──▶ LIFTED ──lies again──▶ MOVED
                │
                └──no tag readable──▶ HELD ──seen empty, or too long──▶ LOST ──long after──▶ no place

A piece can be found again from every state. All times are those of the images; there is no other clock.
"""

import math
from dataclasses import dataclass, replace

from vision.observation import Place, TrackState


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """Thresholds that decide when a piece counts as moved, at rest, or lost.

    Attributes:
        rest_s: A piece rests once it has stayed in one place for this long.
        rest_mm: A piece has left its resting place when it is farther away than this and than four standard deviations.
        rest_rad: A piece has left its resting place when it is turned by more than this and by more than four standard
            deviations.
        held_speed_mm_s: Assumed speed of a hidden piece that was at rest; its standard deviation grows at this rate.
        carried_speed_mm_s: Assumed speed of a hidden piece that was moving or in a hand when it vanished.
        vague: A measurement adds nothing to a known resting place if its standard deviation is more than this many
            times that of the resting place, and more than `vague_mm`.
        vague_mm: See `vague`.
        empty_s: The piece's place must look empty for this long before the piece counts as removed.
        lost_after_s: A hidden piece is lost after this time.
        forgotten_after_s: The position of a lost piece is dropped after this time.
        anywhere_mm: Standard deviation of a lost piece's position: it may be anywhere.
        apart_s: Tags of one piece that contradict each other are reported after this time. Earlier, the piece may be in
            a hand.
        raised_s: A piece whose tags do not lie flat is reported after this time.
    """

    rest_s: float = 0.3
    rest_mm: float = 0.5
    rest_rad: float = 0.05
    held_speed_mm_s: float = 5.0
    carried_speed_mm_s: float = 60.0
    vague: float = 4.0
    vague_mm: float = 0.3
    empty_s: float = 0.3
    lost_after_s: float = 20.0
    forgotten_after_s: float = 30.0
    anywhere_mm: float = 200.0
    apart_s: float = 0.7
    raised_s: float = 5.0


@dataclass(frozen=True, slots=True)
class PieceMeasurement:
    """A measurement of a piece in one image.

    Attributes:
        place: Its pose, from tags read in this image or from tags that look the same as when they were read.
        lying: Whether the appearance and the poses of its tags are those of a piece on the mat.
        contradicts: Whether each of its tags lies flat, but their poses do not agree.
        strained_mm: By how much its tags contradict each other, where that still tells its place; otherwise 0.
    """

    place: Place
    lying: bool = True
    contradicts: bool = False
    strained_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Track:
    """What is known of one piece.

    Attributes:
        place: Last measured pose; its state and age refer to the newest image.
        seen_s: When the piece was last seen.
        rest: Where it rests or last rested; None before its first rest.
        still_from: The place in which it has stayed since `still_since_s`.
        still_since_s: Start of that stay.
        empty_since_s: Since when its place looks empty; None if it does not.
        fix: The last measurement.
    """

    place: Place
    seen_s: float
    rest: Place | None
    still_from: Place
    still_since_s: float
    empty_since_s: float | None = None
    fix: PieceMeasurement | None = None


def found(fix: PieceMeasurement, now_s: float) -> Track:
    """Starts a track for a piece that is seen for the first time, or again after it was lost."""
    state = TrackState.SEEN if fix.lying else TrackState.LIFTED
    place = replace(fix.place, state=state, age_s=0.0)
    return Track(place, now_s, place if fix.lying else None, place, now_s)


def seen(track: Track, fix: PieceMeasurement, now_s: float, limits: MotionLimits) -> Track:
    """Updates a track with a measurement in the image taken at `now_s`."""
    if fix is track.fix and track.place.state is TrackState.SEEN and track.rest is fix.place:
        # Nothing new was read: the piece lies as before.
        return Track(track.place, now_s, track.rest, track.still_from, track.still_since_s, fix=fix)
    if fix.lying and track.rest is not None and _only_vaguer(track.rest, fix.place, limits):
        # Hardly anything of the piece is visible, and that at its resting place: the pose stands, with a larger
        # uncertainty.
        unsure = replace(track.rest, sigma_mm=fix.place.sigma_mm, sigma_rad=fix.place.sigma_rad)
        place = replace(unsure, seen_tags=fix.place.seen_tags, state=TrackState.SEEN, age_s=0.0)
        return Track(place, now_s, track.rest, track.still_from, track.still_since_s, fix=fix)
    still = fix.lying and not _apart(track.still_from, fix.place, limits)
    still_from = track.still_from if still else fix.place
    still_since_s = track.still_since_s if still else now_s
    rested = still and now_s - still_since_s >= limits.rest_s
    rest = track.rest
    if not fix.lying:
        state = TrackState.LIFTED
    elif rested or (rest is not None and not _apart(rest, fix.place, limits)):
        state = TrackState.SEEN
    else:
        state = TrackState.MOVED
    if rested:
        # The resting place changes only after a stay: otherwise a slow push, with a tiny step in each image, would not
        # count as a move.
        rest = fix.place
    place = replace(fix.place, state=state, age_s=0.0)
    return Track(place, now_s, rest, still_from, still_since_s, fix=fix)


def _only_vaguer(rest: Place, place: Place, limits: MotionLimits) -> bool:
    """Whether a measurement agrees with the resting place but is much less precise."""
    vague = place.sigma_mm > max(limits.vague_mm, limits.vague * rest.sigma_mm)
    return vague and not _apart(rest, place, limits)


def unseen(track: Track, now_s: float, limits: MotionLimits, *, empty: bool = False) -> Track | None:
    """Updates a track for an image, taken at `now_s`, that does not show the piece.

    Args:
        track: The previous track.
        now_s: When the image was taken.
        limits: Times and speeds.
        empty: Whether the image shows the piece's place without the piece.

    Returns:
        The piece as held or lost; None once it is to be forgotten.
    """
    age_s = now_s - track.seen_s
    if age_s >= limits.forgotten_after_s:
        return None
    empty_since_s = None if not empty else (now_s if track.empty_since_s is None else track.empty_since_s)
    gone = empty_since_s is not None and now_s - empty_since_s >= limits.empty_s
    if gone or age_s >= limits.lost_after_s or track.place.state is TrackState.LOST:
        place = replace(
            track.place,
            state=TrackState.LOST,
            age_s=age_s,
            seen_tags=(),
            sigma_mm=limits.anywhere_mm,
            sigma_rad=math.pi,
        )
        return replace(track, place=place, empty_since_s=empty_since_s)
    return replace(track, place=_held(track, age_s, limits), empty_since_s=empty_since_s)


def _held(track: Track, age_s: float, limits: MotionLimits) -> Place:
    rested = track.rest is not None and not _apart(track.rest, track.still_from, limits)
    speed_mm_s = limits.held_speed_mm_s if rested else limits.carried_speed_mm_s
    before_mm, before_rad = track.still_from.sigma_mm, track.still_from.sigma_rad
    return replace(
        track.place,
        state=TrackState.HELD,
        age_s=age_s,
        seen_tags=(),
        sigma_mm=min(math.hypot(before_mm, speed_mm_s * age_s), limits.anywhere_mm),
        # A base of the usual size that is pushed aside turns by about as much as it slides along its own rim.
        sigma_rad=min(math.hypot(before_rad, speed_mm_s * age_s / 20.0), math.pi),
    )


def _apart(one: Place, other: Place, limits: MotionLimits) -> bool:
    sigma_mm = math.hypot(one.sigma_mm, other.sigma_mm)
    sigma_rad = math.hypot(one.sigma_rad, other.sigma_rad)
    turned = abs(math.remainder(one.angle_rad - other.angle_rad, math.tau))
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > max(
        limits.rest_mm, 4.0 * sigma_mm
    ) or turned > max(limits.rest_rad, 4.0 * sigma_rad)
