"""Where models rest, and when they came there; when all is quiet.

A pure step: what was remembered and a view in, what is remembered out. A view that cannot see changes nothing.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.geometry import MatPoint
from companion.referee.mat import visibility as seeing
from companion.referee.mat.models import SeenPiece
from companion.referee.screen.view import View
from vision.observation import TrackState

STILL_MM = 0.25
"""A model at rest is told of anew only when it is seen to lie farther off than this."""
MOVED_MM = 3.0
MOVED_SIGMAS = 4.0
"""A model that lies this far from where it lay was moved; less is a nudge, or the camera."""
ARRIVAL_S = 3.0
"""What is seen for the first time within this after the first picture has lain there all along."""
QUIET_S = 0.4
"""Nothing may have been on the move for so long before anything is wanted of the players."""
HAND_S = 2.0
"""What is hidden for less long is hidden by a hand."""
HALF_HIDDEN = 4.0
"""What was just put down and is measured so many times worse than the best of the others is half hidden by a hand."""

IN_HAND = frozenset({TrackState.MOVED, TrackState.LIFTED})


@dataclass(frozen=True, slots=True)
class Rest:
    """Where a model rests, or rested last.

    Attributes:
        lying: As it was seen there; stays the same while it lies still.
        from_here: The place from which it counts as moved.
        moved_s: When it came to rest there after a move, or onto the mat; None for what lay there from the beginning.
    """

    lying: SeenPiece
    from_here: MatPoint
    moved_s: float | None


@dataclass(frozen=True, slots=True)
class RestDetector:
    """What is remembered of all models from view to view.

    Attributes:
        began_s: When the first view came; None before.
        quiet_s: Since when nothing is on the move and no hand hides anything; None while it is not so.
        rests: Where each model rests, by its id.
    """

    began_s: float | None = None
    quiet_s: float | None = None
    rests: Mapping[str, Rest] = field(default_factory=lambda: MappingProxyType({}))

    def is_quiet(self, now_s: float) -> bool:
        """Whether something may be wanted of the players now."""
        return self.quiet_s is not None and now_s - self.quiet_s >= QUIET_S

    def free(self, taken: frozenset[str], view: View) -> tuple[Rest, ...]:
        """Models at rest on the mat besides those that are taken; what was put down last comes last."""
        found = [
            rest
            for base_id, rest in self.rests.items()
            if base_id not in taken
            and seeing.state_of(view, base_id) is TrackState.SEEN
            and seeing.is_on_mat(view, rest.lying.at)
        ]
        found.sort(key=lambda rest: -math.inf if rest.moved_s is None else rest.moved_s)
        return tuple(found)


def followed(resting: RestDetector, view: View, now_s: float) -> RestDetector:
    """What is remembered after a view.

    Args:
        resting: What was remembered before.
        view: The newest.
        now_s: Its time.
    """
    if seeing.blindness(view) is not None:
        return resting
    began_s = now_s if resting.began_s is None else resting.began_s
    rests = dict(resting.rests)
    quiet = True
    places = seeing.lying_in(view)
    exact_mm = min((piece.sigma_mm for piece in places.values() if not piece.is_template), default=math.inf)
    for base_id, lying in places.items():
        state = seeing.state_of(view, base_id)
        if state is TrackState.SEEN:
            rests[base_id] = rest = _rested(rests.get(base_id), lying, now_s, began_s)
            put_down = rest.moved_s is not None and now_s - rest.moved_s < HAND_S
            quiet = quiet and not (put_down and not lying.is_template and lying.sigma_mm > HALF_HIDDEN * exact_mm)
        elif state in IN_HAND or (state is TrackState.HELD and seeing.age_s(view, base_id) < HAND_S):
            quiet = quiet and not seeing.is_on_mat(view, lying.at)
    quiet_s = (now_s if resting.quiet_s is None else resting.quiet_s) if quiet else None
    return RestDetector(began_s, quiet_s, MappingProxyType(rests))


def apart_mm(one: MatPoint, other: MatPoint) -> float:
    """Distance of two points."""
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _rested(rest: Rest | None, lying: SeenPiece, now_s: float, began_s: float) -> Rest:
    if rest is None:
        return Rest(lying, lying.at, now_s if now_s - began_s > ARRIVAL_S else None)
    if apart_mm(rest.from_here, lying.at) > MOVED_MM + MOVED_SIGMAS * lying.sigma_mm:
        return Rest(lying, lying.at, now_s)
    return rest if _still(rest.lying, lying) else replace(rest, lying=lying)


def _still(before: SeenPiece, now: SeenPiece) -> bool:
    """Whether there is nothing new to tell of a model at rest."""
    corners = zip(before.outline, now.outline, strict=False)
    same_corners = len(before.outline) == len(now.outline) and all(apart_mm(*both) <= 2 * STILL_MM for both in corners)
    as_sure = 0.8 * before.sigma_mm <= now.sigma_mm <= 1.25 * before.sigma_mm
    return same_corners and as_sure and apart_mm(before.at, now.at) <= STILL_MM
