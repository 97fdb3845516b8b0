"""How one piece lies, moves, is hidden and is lost: a pure step from what was known to what is known now.

    found ──▶ SEEN ──off its rest──▶ MOVED ──rests again──▶ SEEN
                │                      │
                ├──not lying flat──▶ LIFTED ──lies again──▶ MOVED
                │
                └──no tag readable──▶ HELD ──seen empty, or too long──▶ LOST ──long after──▶ no place

A piece may be found again from every state. Times are those of the pictures; there is no other clock.
"""

import math
from dataclasses import dataclass, replace

from vision.observation import Place, Seen


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """When a piece counts as moved, at rest, or lost.

    Attributes:
        rest_s: It rests once it has stayed in one place for so long.
        rest_mm: It has left its place when it is farther from it than this, or than four standard deviations …
        rest_rad: … or is turned by more than this, or than four standard deviations.
        held_speed_mm_s: A hidden piece that rested may be pushed at this speed: its standard deviation grows so.
        carried_speed_mm_s: The same for one that was on the move or in a hand when it vanished.
        vague: A sighting with a standard deviation so many times that of its rest tells nothing new of where it rests …
        vague_mm: … if that is also greater than this.
        empty_s: Its place must look empty for so long before it counts as taken away.
        lost_after_s: A hidden piece is lost after this time.
        forgotten_after_s: A lost piece has no place any more after this time unseen.
        anywhere_mm: Standard deviation of a lost piece's place: it may be anywhere.
        apart_s: Tags of one piece that do not fit together for so long are told of: for a moment it is in a hand.
        raised_s: A piece whose tags do not lie flat for so long is told of.
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
class Fix:
    """Where a picture shows a piece.

    Attributes:
        place: Its place, from this picture's tags or from tags that look as they did when they were read.
        lying: Whether its tags look and fit together as they do on the mat.
        contradicts: Whether each of its tags lies flat and yet they do not fit together.
    """

    place: Place
    lying: bool = True
    contradicts: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """What is known of one piece.

    Attributes:
        place: As last seen; its state and age are of now.
        seen_s: When it was last seen.
        rest: Where it rests or last rested; None before it has.
        still_from: Where it has stayed since `still_since_s`.
        still_since_s: See there.
        empty_since_s: Since when its place looks empty; None while it does not.
        fix: What it was last seen by.
    """

    place: Place
    seen_s: float
    rest: Place | None
    still_from: Place
    still_since_s: float
    empty_since_s: float | None = None
    fix: Fix | None = None


def found(fix: Fix, now_s: float) -> Track:
    """A piece seen for the first time, or again after it was lost."""
    state = Seen.SEEN if fix.lying else Seen.LIFTED
    place = replace(fix.place, state=state, age_s=0.0)
    return Track(place, now_s, place if fix.lying else None, place, now_s)


def seen(track: Track, fix: Fix, now_s: float, limits: MotionLimits) -> Track:
    """The piece is seen in the picture of `now_s`."""
    if fix is track.fix and track.place.state is Seen.SEEN and now_s - track.still_since_s >= limits.rest_s:
        # Nothing new was read: it lies as it lay.
        return Track(track.place, now_s, track.rest, track.still_from, track.still_since_s, fix=fix)
    if fix.lying and track.rest is not None and _only_vaguer(track.rest, fix.place, limits):
        # Hardly anything of it shows, and that where it rests: its place stands, but is less sure now.
        unsure = replace(track.rest, sigma_mm=fix.place.sigma_mm, sigma_rad=fix.place.sigma_rad)
        place = replace(unsure, seen_tags=fix.place.seen_tags, state=Seen.SEEN, age_s=0.0)
        return Track(place, now_s, track.rest, track.still_from, track.still_since_s, fix=fix)
    still = fix.lying and not _apart(track.still_from, fix.place, limits)
    still_from = track.still_from if still else fix.place
    still_since_s = track.still_since_s if still else now_s
    rested = still and now_s - still_since_s >= limits.rest_s
    rest = track.rest
    if not fix.lying:
        state = Seen.LIFTED
    elif rested or (rest is not None and not _apart(rest, fix.place, limits)):
        state = Seen.SEEN
    else:
        state = Seen.MOVED
    if rested:
        # Only what stayed put becomes the new rest: a slow push that is never far from the picture before is a move.
        rest = fix.place
    place = replace(fix.place, state=state, age_s=0.0)
    return Track(place, now_s, rest, still_from, still_since_s, fix=fix)


def _only_vaguer(rest: Place, place: Place, limits: MotionLimits) -> bool:
    """Whether a sighting may be of the piece where it rests, and is much less exact than what is known of that."""
    vague = place.sigma_mm > max(limits.vague_mm, limits.vague * rest.sigma_mm)
    return vague and not _apart(rest, place, limits)


def unseen(track: Track, now_s: float, limits: MotionLimits, *, empty: bool = False) -> Track | None:
    """The piece is not seen in the picture of `now_s`.

    Args:
        track: What was known.
        now_s: Time of the picture.
        limits: Times and speeds.
        empty: Whether the picture shows its place, and nothing of the piece on it.

    Returns:
        The piece held or lost; None once it is to be forgotten.
    """
    age_s = now_s - track.seen_s
    if age_s >= limits.forgotten_after_s:
        return None
    empty_since_s = None if not empty else (now_s if track.empty_since_s is None else track.empty_since_s)
    gone = empty_since_s is not None and now_s - empty_since_s >= limits.empty_s
    if gone or age_s >= limits.lost_after_s or track.place.state is Seen.LOST:
        place = replace(
            track.place, state=Seen.LOST, age_s=age_s, seen_tags=(), sigma_mm=limits.anywhere_mm, sigma_rad=math.pi
        )
        return replace(track, place=place, empty_since_s=empty_since_s)
    return replace(track, place=_held(track, age_s, limits), empty_since_s=empty_since_s)


def _held(track: Track, age_s: float, limits: MotionLimits) -> Place:
    rested = track.rest is not None and not _apart(track.rest, track.still_from, limits)
    speed_mm_s = limits.held_speed_mm_s if rested else limits.carried_speed_mm_s
    before_mm, before_rad = track.still_from.sigma_mm, track.still_from.sigma_rad
    return replace(
        track.place,
        state=Seen.HELD,
        age_s=age_s,
        seen_tags=(),
        sigma_mm=min(math.hypot(before_mm, speed_mm_s * age_s), limits.anywhere_mm),
        # A base of the usual size that is pushed aside turns about as far as it slides along its own rim.
        sigma_rad=min(math.hypot(before_rad, speed_mm_s * age_s / 20.0), math.pi),
    )


def _apart(one: Place, other: Place, limits: MotionLimits) -> bool:
    sigma_mm = math.hypot(one.sigma_mm, other.sigma_mm)
    sigma_rad = math.hypot(one.sigma_rad, other.sigma_rad)
    turned = abs(math.remainder(one.angle_rad - other.angle_rad, math.tau))
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) > max(
        limits.rest_mm, 4.0 * sigma_mm
    ) or turned > max(limits.rest_rad, 4.0 * sigma_rad)
