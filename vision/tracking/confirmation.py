"""Confirms new tags: a tag found by search counts only when a later image shows it in the same place.

A hand or the edge of a card in passing may look like a tag for one image, and so may noise on top of a similar pattern.
A conclusive detection needs no confirmation, and a single image cannot give one.
"""

import math
from dataclasses import dataclass

from vision.alignment.placement import TagPose
from vision.fiducials.region_search import TagCandidate
from vision.table import Tag

REMEMBERED_S = 1.0
"""Time for which a first detection is remembered."""

SAME_EDGES = 0.6
"""Two detections closer than this, in tag edges, are of the same object."""


@dataclass(frozen=True, slots=True, eq=False)
class _PendingDetection:
    tag: Tag
    place: TagPose
    candidate: TagCandidate
    seen_s: float


class PendingDetections:
    """Tags detected once that await confirmation."""

    def __init__(self) -> None:
        self._once: list[_PendingDetection] = []

    def __bool__(self) -> bool:
        return bool(self._once)

    def again(self, now_s: float) -> list[TagCandidate]:
        """Returns the detections to check again in the image taken at `now_s`."""
        self._once = [each for each in self._once if now_s - each.seen_s <= REMEMBERED_S]
        return [each.candidate for each in self._once]

    def confirms(self, tag: Tag, place: TagPose, candidate: TagCandidate, now_s: float) -> bool:
        """Whether an earlier image showed the tag there; if none did, this detection is remembered.

        Args:
            tag: The tag.
            place: Its measured pose.
            candidate: The detection in the image.
            now_s: When the image was taken.
        """
        same = [each for each in self._once if each.tag.id == tag.id and _is_near(each.place, place, tag.size_mm)]
        if any(each.seen_s < now_s for each in same):
            self._once = [each for each in self._once if each not in same]
            return True
        if not same:
            self._once.append(_PendingDetection(tag, place, candidate, now_s))
        return False


def _is_near(one: TagPose, other: TagPose, size_mm: float) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SAME_EDGES * size_mm
