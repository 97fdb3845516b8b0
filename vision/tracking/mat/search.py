"""Finds tags of the mat that are not where they were."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.fiducials.region_search import EdgeRange, propose
from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.table import Tag

SEEK_MARGIN_MM = 30.0
"""Search radius around the expected position of a mat tag."""


def proposed_anywhere(view: GreyView, name: str, ids: Iterable[int]) -> dict[int, Floats]:
    """Returns the corners (4, 2) of possible mat tags in the whole image, by id."""
    wanted = set(ids)
    side_px = min(view.width_px, view.height_px)
    found: dict[int, Floats] = {}
    # First small tags in a good image, then only what exceeds noise and blur.
    for edges in (EdgeRange(side_px / 70, side_px / 6), EdgeRange(side_px / 40, side_px / 6, 120.0, coarse=True)):
        if len(found) <= len(wanted) / 2:
            candidates, _ = propose(view.grey(view.whole), name, edges)
            found = {each.tag_id: each.corners_px for each in candidates if each.tag_id in wanted} | found
    return found


def proposed_round(view: GreyView, model: CameraModel, name: str, tag: Tag) -> Tag | None:
    """Returns detections of the tag around its expected position, in case somebody pulled at the mat."""
    reach_mm = SEEK_MARGIN_MM + tag.size_mm
    around = np.array([[tag.x_mm + x, tag.y_mm + y, 0.0] for x in (-reach_mm, reach_mm) for y in (-reach_mm, reach_mm)])
    rect = Rect.around(model.pixels(around)).within(view.width_px, view.height_px)
    if rect.area_px == 0:
        return None
    edge_px = tag.size_mm * model.px_per_mm(tag.x_mm, tag.y_mm)
    edges = EdgeRange(0.8 * edge_px, 1.25 * edge_px)
    candidates, _ = propose(view.grey(rect), name, edges, (rect.left, rect.top))
    for candidate in candidates:
        if candidate.tag_id == tag.id:
            at_mm = model.on_plane(candidate.corners_px, tag.height_mm)
            right = at_mm[1] - at_mm[0]
            there = replace(tag, x_mm=float(at_mm[:, 0].mean()), y_mm=float(at_mm[:, 1].mean()))
            return replace(there, angle_rad=float(np.arctan2(right[1], right[0])))
    return None
