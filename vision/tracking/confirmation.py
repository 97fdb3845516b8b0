"""Confirms new tags: a tag found by search counts only when a later image shows it in the same place.

A hand or the edge of a card in passing may look like a tag for one image, and so may noise on top of a similar pattern.
A conclusive detection needs no confirmation, and a single image cannot give one.
"""

import math
from dataclasses import dataclass

from vision.alignment.placement import TagPlace
from vision.fiducials.region_search import Proposal
from vision.table import Tag

REMEMBERED_S = 1.0
"""Time for which a first detection is remembered."""

SAME_EDGES = 0.6
"""Two detections closer than this, in tag edges, are of the same object."""


@dataclass(frozen=True, slots=True, eq=False)
class _Once:
    tag: Tag
    place: TagPlace
    proposal: Proposal
    seen_s: float


class SecondLooks:
    """Tags detected once that await confirmation."""

    def __init__(self) -> None:
        self._once: list[_Once] = []

    def __bool__(self) -> bool:
        return bool(self._once)

    def again(self, now_s: float) -> list[Proposal]:
        """Returns the detections to check again in the image taken at `now_s`."""
        self._once = [each for each in self._once if now_s - each.seen_s <= REMEMBERED_S]
        return [each.proposal for each in self._once]

    def confirms(self, tag: Tag, place: TagPlace, proposal: Proposal, now_s: float) -> bool:
        """Whether an earlier image showed the tag there; if none did, this detection is remembered.

        Args:
            tag: The tag.
            place: Its measured pose.
            proposal: The detection in the image.
            now_s: When the image was taken.
        """
        same = [each for each in self._once if each.tag.id == tag.id and _is_near(each.place, place, tag.size_mm)]
        if any(each.seen_s < now_s for each in same):
            self._once = [each for each in self._once if each not in same]
            return True
        if not same:
            self._once.append(_Once(tag, place, proposal, now_s))
        return False


def _is_near(one: TagPlace, other: TagPlace, size_mm: float) -> bool:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) < SAME_EDGES * size_mm
