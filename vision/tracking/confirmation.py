"""Tags that were come upon once: each counts when a later picture shows it there again.

What passes by, a hand or the edge of a card, may look like a tag for one picture; so may noise that is laid over
something similar. What is sure by far needs no second look, and a picture that stands alone has none.
"""

import math
from dataclasses import dataclass

from vision.alignment.placement import TagPlace
from vision.fiducials.region_search import Proposal
from vision.table import Tag

REMEMBERED_S = 1.0
"""So long a first look counts."""

SAME_EDGES = 0.6
"""Two looks nearer than that, in edges, are of the same thing."""


@dataclass(frozen=True, slots=True, eq=False)
class _Once:
    tag: Tag
    place: TagPlace
    proposal: Proposal
    seen_s: float


class SecondLooks:
    """What was seen once, and is to be looked at again."""

    def __init__(self) -> None:
        self._once: list[_Once] = []

    def __bool__(self) -> bool:
        return bool(self._once)

    def again(self, now_s: float) -> list[Proposal]:
        """What to look at again in the picture of `now_s`."""
        self._once = [each for each in self._once if now_s - each.seen_s <= REMEMBERED_S]
        return [each.proposal for each in self._once]

    def confirms(self, tag: Tag, place: TagPlace, proposal: Proposal, now_s: float) -> bool:
        """Whether an earlier picture showed the tag there; if none did, this one is remembered.

        Args:
            tag: The tag.
            place: Where it was found.
            proposal: The same in the picture.
            now_s: When the picture was taken.
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
