"""Acceptance thresholds for tags: the less a tag is expected where it is found, the stronger the evidence required.

A detection anywhere in the image may be any tag in play at any angle, so the evidence must be conclusive. A tag that is
tracked, or that is searched for next to another tag of its piece, has only one position and one angle; it must still be
distinguished from other tags, whether or not something covers it. A tag found where it lay a moment ago only has to
look as printed where it is visible: staying in place needs less evidence than moving.
"""

import math

from vision.alignment.placement import TagPose
from vision.occlusion.followed_tags import is_shown
from vision.occlusion.identity import doubt, shows_through, told_apart
from vision.tracking.tag_track import TagTrack

MIN_CONTRAST = 8.0
"""Smallest contrast between ink and paper, in grey levels; below it nothing of a tag is visible."""

LOOKS_SAME = 0.9
SCALES = (0.9, 1.35)

RIGHT_SCALE = 0.05
"""Largest relative difference between the apparent size of a tag that lies on the mat and its true size."""

GOES_MM_S, GOES_ON = 30.0, 0.8
"""A tag counts as moving from this speed on, and while it moves at least this share of it must look as printed."""

STAYS_EDGES, STAYS_RAD, STAYS_MISSES = 0.02, 0.05, 3
"""Largest shift (in tag edges), largest rotation and most missed images for a covered tag that counts as lying still.
"""

BESIDE_EDGES, BESIDE_RAD = 0.2, 0.15
"""Largest shift (in tag edges) and rotation of a tag from the pose that the other tags of its piece predict."""


def certain(place: TagPose) -> bool:
    """Whether the evidence that the detection is that tag is conclusive."""
    return place.explained >= 0.8 and place.wrong_modules == 0 and place.contrast > MIN_CONTRAST and place.settled


def is_there(place: TagPose) -> bool:
    """Whether a detection near a tag's last position looks like the tag, as far as it is visible."""
    fits = place.settled and place.contrast > MIN_CONTRAST and SCALES[0] < place.scale < SCALES[1]
    return fits and place.explained >= LOOKS_SAME and place.wrong_modules <= 1


def doubt_of(name: str, tag_id: int, place: TagPose) -> float:
    """Returns how uncertain it is that a detection anywhere in the image is that tag; above 1 it is rejected."""
    whole = certain(place) and (is_there(place) or _is_nearly_bare(place))
    return doubt(name, tag_id, place) if whole else math.inf


def is_followed(name: str, track: TagTrack, place: TagPose, now_s: float) -> bool:
    """Whether a detection at a tag's expected position is that tag."""
    if goes_on(track, place) or is_shown(name, track.tag.id, place):
        return True
    if not is_there(place):
        return False
    return _stays(track, place, now_s) or (place.is_bare and told_apart(name, track.tag.id, place))


def is_beside(name: str, tag_id: int, place: TagPose, off_mm: float, turned_rad: float, size_mm: float) -> bool:
    """Whether a detection at the pose that the other tags of its piece predict is that tag.

    Args:
        name: OpenCV's name of the dictionary.
        tag_id: Number in the dictionary.
        place: The detection.
        off_mm: Distance from the predicted position.
        turned_rad: Rotation from the predicted angle.
        size_mm: Edge length of the tag.
    """
    if off_mm >= BESIDE_EDGES * size_mm or abs(turned_rad) >= BESIDE_RAD:
        return False
    whole = place.is_bare and certain(place) and is_there(place) and told_apart(name, tag_id, place)
    return whole or shows_through(name, tag_id, place)


def goes_on(track: TagTrack, place: TagPose) -> bool:
    """Whether a moving tag is visible enough to be tracked, even if partly covered: later images measure it again."""
    fits = place.settled and place.contrast > MIN_CONTRAST and SCALES[0] < place.scale < SCALES[1]
    return (
        fits and math.hypot(*track.velocity[:2]) > GOES_MM_S and place.explained >= GOES_ON and place.wrong_modules == 0
    )


def _stays(track: TagTrack, place: TagPose, now_s: float) -> bool:
    """Whether a tag was found practically where it lay in the last images."""
    x_mm, y_mm, angle_rad = track.expected(now_s)
    off_mm = math.hypot(place.x_mm - x_mm, place.y_mm - y_mm)
    turned_rad = abs(math.remainder(place.angle_rad - angle_rad, math.tau))
    near = off_mm <= STAYS_EDGES * track.tag.size_mm and turned_rad <= STAYS_RAD
    return near and track.misses < STAYS_MISSES


def _is_nearly_bare(place: TagPose) -> bool:
    """Whether at most a corner or the rim of a tag is covered, while its code and its size are right."""
    return place.wrong_modules == 0 and abs(place.scale - 1.0) < RIGHT_SCALE
