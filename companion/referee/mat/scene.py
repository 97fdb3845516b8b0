"""From what the eyes saw to the scene that geometry judges."""

import math
from collections.abc import Sequence

from companion.geometry import Base, Deviation, Mat, MatPoint, Scene, Terrain
from vision.observation import Place, TableObservation, TrackState
from vision.print_scale import as_printed
from vision.table import BaseLayout, TableLayout, TerrainLayout

ON_THE_MAT = frozenset({TrackState.SEEN, TrackState.MOVED, TrackState.HELD})
"""The states in which a piece lies somewhere: a lifted one is in a hand, a lost one's last place means nothing."""


def scene_of(layout: TableLayout, observation: TableObservation) -> Scene:
    """The scene of one observation: every piece whose place is known, in the order of the table file.

    The standard deviations are those of the places alone. How exactly the bases were made
    (`placement_sigma_between_mm`) belongs to verdicts: hand it to them as their extra standard deviation.

    Args:
        layout: What may stand on the mat.
        observation: What was seen, of that layout; mat frame.

    Returns:
        Bases and terrain that lie on the mat; lifted and lost pieces are not in it.
    """
    layout = as_printed(layout)
    scale_sigma = scale_sigma_of(layout, observation)
    bases = _on_the_mat(observation.bases)
    terrain = _on_the_mat(observation.terrain)
    return Scene(
        Mat(layout.mat.width_mm, layout.mat.height_mm, scale_sigma),
        tuple(base_at(base, bases[base.id], scale_sigma) for base in layout.bases if base.id in bases),
        tuple(_terrain(piece, terrain[piece.id]) for piece in layout.terrain if piece.id in terrain),
    )


def base_at(base: BaseLayout, place: Place, scale_sigma: float) -> Base:
    """A base of a table where it was seen.

    Args:
        base: As the table file has it.
        place: Where it was seen; mat frame.
        scale_sigma: Relative standard deviation of every distance.
    """
    return Base(
        base.id,
        MatPoint(place.x_mm, place.y_mm),
        base.radius_mm,
        base.owner,
        base.stealth or base.is_token,
        place.sigma_mm,
        scale_sigma,
        tie=place.tie,
    )


def scale_sigma_of(layout: TableLayout, observation: TableObservation) -> float:
    """Relative standard deviation of every distance: of the mat's print, and of what does not fit together."""
    return layout.prints.mat.sigma + observation.mat.scale_sigma


def place_deviation(layout: TableLayout, observation: TableObservation, place: Place) -> Deviation:
    """How uncertain one place of an observation is on the mat, with its parts."""
    mat = as_printed(layout).mat
    return Mat(mat.width_mm, mat.height_mm).deviation_at(
        MatPoint(place.x_mm, place.y_mm),
        place.sigma_mm,
        mat.placement_sigma_mm,
        scale_sigma_of(layout, observation),
    )


def placement_sigma_between_mm(layout: TableLayout) -> float:
    """What the making of two pieces adds to the standard deviation of a length between them.

    Each lies off its tags by the table's `placement_sigma_mm`, independently of the other.
    """
    return layout.mat.placement_sigma_mm * math.sqrt(2)


def _on_the_mat(places: Sequence[Place]) -> dict[str, Place]:
    return {place.id: place for place in places if place.state in ON_THE_MAT}


def _terrain(piece: TerrainLayout, place: Place) -> Terrain:
    cos, sin = math.cos(place.angle_rad), math.sin(place.angle_rad)
    farthest_mm = max(math.hypot(x_mm, y_mm) for x_mm, y_mm in piece.polygon_mm)
    return Terrain(
        piece.id,
        tuple(
            MatPoint(place.x_mm + cos * x_mm - sin * y_mm, place.y_mm + sin * x_mm + cos * y_mm)
            for x_mm, y_mm in piece.polygon_mm
        ),
        impassable=piece.impassable,
        difficult=piece.difficult,
        blocks_sight=piece.blocks_sight,
        cover=piece.cover,
        # A doubtful angle moves the farthest corner most; geometry knows one deviation for the whole template.
        sigma_mm=math.hypot(place.sigma_mm, place.sigma_rad * farthest_mm),
    )
