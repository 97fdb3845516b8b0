"""Computes the visible share of each tag, from outlines instead of pixels."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.simulation.render.miniature import miniature_bodies, paper_bodies
from vision.simulation.render.solid import inside, outline_px
from vision.simulation.render.stage import PlacedTag, dice, drawing_order, hands, mat_tags, piece_tags
from vision.simulation.render.view import SceneCamera
from vision.simulation.scene.scene import Scene
from vision.simulation.scene.script import PiecePose
from vision.simulation.truth import TrueTag

GRID = 20
"""Points along a tag's edge at which it is tested."""
_STEPS = (np.arange(GRID) + 0.5) / GRID * 2.0 - 1.0
_ACROSS, _UP = (tuple(float(v) for v in axis.ravel()) for axis in np.meshgrid(_STEPS, _STEPS))


@dataclass(frozen=True, slots=True)
class _Cover:
    """An outline with its bounds and its position in the drawing order."""

    outline: Floats
    low: Floats
    high: Floats
    layer: int


def tags_seen(scene: Scene, view: SceneCamera, t_s: float) -> tuple[TrueTag, ...]:
    """Returns all tags of the scene by id, with their exact corners and visible shares.

    Args:
        scene: The scene.
        view: The camera in the mat frame.
        t_s: Scene time.
    """
    if not scene.mat_present:
        return ()
    poses = scene.pieces(t_s)
    layers: list[tuple[int, PlacedTag]] = [(0, tag) for tag in mat_tags(scene, scene.setting(t_s))]
    for piece in scene.layout.terrain:
        if piece.id in poses:
            layers += [(0, tag) for tag in piece_tags(piece, poses[piece.id])]
    order = drawing_order(scene.layout.bases, poses, view.pose)
    covers: list[_Cover] = []
    for at, base in enumerate(order):
        pose = poses[base.id]
        paper_layer = _paper_layer(at, len(order), pose)
        layers += [(paper_layer, tag) for tag in piece_tags(base, pose)]
        covers += [_cover(outline_px(view, body), paper_layer) for body in paper_bodies(base, pose)]
        body_layer = 2 * len(order) + 2 * at + 1
        covers += [_cover(outline_px(view, body), body_layer) for body in miniature_bodies(base, pose, scene.seed)]
    top = 4 * len(order) + 2
    covers += [_cover(outline_px(view, body), top) for group in dice(scene) for body in group[:1]]
    covers += [_cover(outline_px(view, body), top) for group in hands(scene, t_s) for body in group]
    layers.sort(key=lambda entry: entry[1].tag.id)
    return tuple(_seen(tag, layer, covers, view) for layer, tag in layers)


def _paper_layer(at: int, count: int, pose: PiecePose) -> int:
    """Returns the layer of a paper: below all standing bases, unless its piece is lifted, which lifts the paper too."""
    return 2 * count + 2 * at if pose.lift_mm > 0.0 else at + 1


def _cover(outline: Floats, layer: int) -> _Cover:
    return _Cover(outline, outline.min(axis=0), outline.max(axis=0), layer)


def _seen(placed: PlacedTag, layer: int, covers: list[_Cover], view: SceneCamera) -> TrueTag:
    corners = view.project(placed.corners_mm())
    points = view.project(placed.points_mm(_ACROSS, _UP))
    low, high = points.min(axis=0), points.max(axis=0)
    width, height = view.lens.image_size
    free = (points > -0.5).all(axis=1) & (points[:, 0] < width - 0.5) & (points[:, 1] < height - 0.5)
    for cover in covers:
        if cover.layer > layer and (cover.low < high).all() and (cover.high > low).all():
            free &= ~inside(cover.outline, points)
    return TrueTag(placed.tag.id, placed.carrier, tuple((float(x), float(y)) for x, y in corners), float(np.mean(free)))
