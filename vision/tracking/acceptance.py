"""What is taken for a tag: the less it is expected where it is found, the more has to speak for it.

Something that is come upon may be any tag in play, turned any way: it has to be beyond doubt. One that is followed or
sought beside its sibling has one place and one turn to be found at; still it must be told from other tags, whether
something lies on it or not. Only a tag that is found where it lay a moment ago needs no more than to look as printed
where it shows: that nothing moved needs less proof than that something did.
"""

import math

from vision.alignment.placement import TagPlace
from vision.occlusion.followed_tags import is_shown
from vision.occlusion.identity import doubt, shows_through, told_apart
from vision.tracking.tag_track import TagTrack

MIN_CONTRAST = 8.0
"""Grey levels between ink and paper below which nothing of a tag is seen."""

LOOKS_SAME = 0.9
SCALES = (0.9, 1.35)

RIGHT_SCALE = 0.05
"""How much larger or smaller a tag that lies may look."""

GOES_MM_S, GOES_ON = 30.0, 0.8
"""A tag is on the move from this speed on, and that share of it must look as printed then."""

STAYS_EDGES, STAYS_RAD, STAYS_MISSES = 0.02, 0.05, 3
"""A covered tag is where it lay if it is found no farther away, turned no more, and was missed no more often."""

BESIDE_EDGES, BESIDE_RAD = 0.2, 0.15
"""How far from where the rest of its piece says it lies a tag may be found, and how far turned."""


def certain(place: TagPlace) -> bool:
    """Whether what lies there is that tag beyond doubt."""
    return place.explained >= 0.8 and place.wrong_modules == 0 and place.contrast > MIN_CONTRAST and place.settled


def is_there(place: TagPlace) -> bool:
    """Whether what was found near a tag's last place looks like the tag, as far as it shows."""
    fits = place.settled and place.contrast > MIN_CONTRAST and SCALES[0] < place.scale < SCALES[1]
    return fits and place.explained >= LOOKS_SAME and place.wrong_modules <= 1


def doubt_of(name: str, tag_id: int, place: TagPlace) -> float:
    """How doubtful it is that something found anywhere is that tag; more than 1 is too much."""
    whole = certain(place) and (is_there(place) or _is_nearly_bare(place))
    return doubt(name, tag_id, place) if whole else math.inf


def is_followed(name: str, track: TagTrack, place: TagPlace, now_s: float) -> bool:
    """Whether something found where a tag should be is that tag."""
    if goes_on(track, place) or is_shown(name, track.tag.id, place):
        return True
    if not is_there(place):
        return False
    return _stays(track, place, now_s) or (place.is_bare and told_apart(name, track.tag.id, place))


def is_beside(name: str, tag_id: int, place: TagPlace, off_mm: float, turned_rad: float, size_mm: float) -> bool:
    """Whether something found near where the rest of a piece says that a tag must be is that tag.

    Args:
        name: OpenCV's name of the dictionary.
        tag_id: Number in the dictionary.
        place: What was found.
        off_mm: How far from where it must be.
        turned_rad: Turned by how much from how it must lie.
        size_mm: Edge of the tag.
    """
    if off_mm >= BESIDE_EDGES * size_mm or abs(turned_rad) >= BESIDE_RAD:
        return False
    whole = place.is_bare and certain(place) and is_there(place) and told_apart(name, tag_id, place)
    return whole or shows_through(name, tag_id, place)


def goes_on(track: TagTrack, place: TagPlace) -> bool:
    """Whether a tag that moves is seen well enough to be followed, whatever lies on it: it will be placed again."""
    fits = place.settled and place.contrast > MIN_CONTRAST and SCALES[0] < place.scale < SCALES[1]
    return (
        fits and math.hypot(*track.velocity[:2]) > GOES_MM_S and place.explained >= GOES_ON and place.wrong_modules == 0
    )


def _stays(track: TagTrack, place: TagPlace, now_s: float) -> bool:
    """Whether a tag was found as good as where it lay in the last pictures."""
    x_mm, y_mm, angle_rad = track.expected(now_s)
    off_mm = math.hypot(place.x_mm - x_mm, place.y_mm - y_mm)
    turned_rad = abs(math.remainder(place.angle_rad - angle_rad, math.tau))
    near = off_mm <= STAYS_EDGES * track.tag.size_mm and turned_rad <= STAYS_RAD
    return near and track.misses < STAYS_MISSES


def _is_nearly_bare(place: TagPlace) -> bool:
    """Whether something lies on a corner or on the rim of a tag whose code is there, and whose size is right."""
    return place.wrong_modules == 0 and abs(place.scale - 1.0) < RIGHT_SCALE
