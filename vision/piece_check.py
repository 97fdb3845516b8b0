"""What a tag of a piece must look like if the piece lies on the mat where it says."""

import math

import numpy as np

from vision.piece_place import PieceFix, SeenTag, rough_place, tag_corners_px
from vision.sight import Sight
from vision.table import BaseLayout, MatLayout, TerrainLayout

_SIZE_SHARE = 0.06
_SIZE_PX = 1.2
_SHAPE_SHARE = 0.05
_SHAPE_PX = 0.5
_DISAGREE_MM = 0.8
_DISAGREE_SIGMAS = 5.0
_DISAGREE_MOST_MM = 2.5
"""The standard deviation itself grows where tags contradict each other, so it must not excuse everything."""


def lies_flat(seen: SeenTag, sight: Sight) -> bool:
    """Whether a tag has the size and the shape of one that lies at its height above the mat."""
    tag, detected = seen
    corners = detected.fit.corners_px
    expected = tag_corners_px(tag, rough_place(seen, sight), sight)
    off = corners - corners.mean(axis=0)
    wanted = expected - expected.mean(axis=0)
    edge_px = detected.edge_px
    scale = float((off * wanted).sum() / (wanted * wanted).sum())
    shape_px = float(np.sqrt(((off - scale * wanted) ** 2).sum(axis=1).max()))
    return abs(scale - 1.0) <= _SIZE_SHARE + _SIZE_PX / edge_px and shape_px <= _SHAPE_SHARE * edge_px + _SHAPE_PX


def tags_agree(fix: PieceFix) -> bool:
    """Whether a piece's tags say the same place."""
    return max(fix.off_mm) <= max(_DISAGREE_MM, min(_DISAGREE_SIGMAS * fix.sigma_mm, _DISAGREE_MOST_MM))


def stands_on_mat(fix: PieceFix, piece: BaseLayout | TerrainLayout, mat: MatLayout) -> bool:
    """Whether some of the piece is on the mat, so that it can be in play."""
    reach_mm = piece.radius_mm if isinstance(piece, BaseLayout) else max(math.hypot(x, y) for x, y in piece.polygon_mm)
    return -reach_mm <= fix.x_mm <= mat.width_mm + reach_mm and -reach_mm <= fix.y_mm <= mat.height_mm + reach_mm
