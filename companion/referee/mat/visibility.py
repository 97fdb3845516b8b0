"""What of a view may be believed: where models lie, how sure that is, and why a place is not told.

A place is told only of a model that is seen at rest. Where light or mat are doubtful, places are still told, with a
standard deviation that says so; just after the camera or the mat was moved, none is.
"""

import math

from companion.geometry import MatPoint
from companion.referee.api.health import Level, Subsystem
from companion.referee.api.proposal import Doubt
from companion.referee.mat.models import SeenPiece, middle
from companion.referee.screen.view import Piece, View
from vision.observation import TrackState
from vision.trouble import TroubleKind

UNSURE_MM = 1.0
"""Standard deviation that poor light, or a mat that is not smooth, adds to every place."""

_SHIFTS = frozenset({TroubleKind.MAT_DRIFTED, TroubleKind.CAMERA_MOVED, TroubleKind.FOCUS_DRIFTED})
_STATES = {
    TrackState.HELD: Doubt.HIDDEN,
    TrackState.LIFTED: Doubt.HELD,
    TrackState.MOVED: Doubt.MOVING,
    TrackState.LOST: Doubt.OFF,
}


def blindness(view: View) -> Doubt | None:
    """Why no place at all can be told now; None if places can."""
    if view.health.blind:
        return Doubt.DARK if view.health.levels[Subsystem.LIGHT] is not Level.GOOD else Doubt.BLIND
    # A single tag that lies wrong is named and stays wrong; a camera that was pushed is a matter of seconds.
    if any(trouble.kind in _SHIFTS and not trouble.about for trouble in view.health.troubles):
        return Doubt.MAT
    return None


def doubts(view: View) -> tuple[Doubt, ...]:
    """What makes all places less sure than they look."""
    light = (Doubt.DARK,) if view.health.levels[Subsystem.LIGHT] is not Level.GOOD else ()
    stray = any(trouble.kind is TroubleKind.MAT_DRIFTED for trouble in view.health.troubles)
    return (*light, Doubt.UNEVEN) if stray else light


def why_not(view: View, base_id: str) -> Doubt | None:
    """Why the place of a base or template cannot be told now; None if it can."""
    if (blind := blindness(view)) is not None:
        return blind
    state = state_of(view, base_id)
    if state is None:
        return Doubt.OFF
    if any(each.kind is TroubleKind.IMPOSSIBLE_PLACE and each.about == base_id for each in view.health.troubles):
        return Doubt.TWO
    return _STATES.get(state)


def state_of(view: View, base_id: str) -> TrackState | None:
    """How a base or template is known; None if it has no place."""
    piece = view.piece(base_id)
    if piece is not None:
        return piece.state
    if not any(each.id == base_id for each in view.terrain):
        return None
    return next((each.state for each in view.laid if each.id == base_id), TrackState.SEEN)


def age_s(view: View, base_id: str) -> float:
    """Time since a base or template was seen last; 0 for one that has no place."""
    piece = view.piece(base_id)
    laid = next((each for each in view.laid if each.id == base_id), None)
    return piece.age_s if piece is not None else laid.age_s if laid is not None else 0.0


def lying_in(view: View) -> dict[str, SeenPiece]:
    """Everything that has a place, by its id in the table file."""
    unsure_mm = math.hypot(view.placement_sigma_mm, UNSURE_MM if doubts(view) else 0.0)
    found = {piece.base.id: _base(piece, unsure_mm, view.placement_sigma_mm) for piece in view.pieces}
    for template in view.terrain:
        sigma_mm = math.hypot(template.sigma_mm, unsure_mm)
        at, made_mm = middle(template.polygon), view.placement_sigma_mm
        found[template.id] = SeenPiece(template.id, "", 0.0, at, sigma_mm, template.polygon, made_mm=made_mm)
    return found


def is_on_mat(view: View, at: MatPoint) -> bool:
    """Whether a place is on the playing area, and not beside it."""
    return 0.0 <= at.x_mm <= view.mat.width_mm and 0.0 <= at.y_mm <= view.mat.height_mm


def _base(piece: Piece, unsure_mm: float, made_mm: float) -> SeenPiece:
    base, sigma_mm = piece.base, math.hypot(piece.base.sigma_mm, unsure_mm)
    return SeenPiece(
        base.id,
        base.owner or "",
        base.radius_mm,
        base.centre,
        sigma_mm,
        is_token=piece.is_token,
        scale_sigma=base.scale_sigma,
        made_mm=made_mm,
        tie=base.tie,
    )
