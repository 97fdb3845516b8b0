"""Computes the visible share of each tag, from outlines instead of pixels."""

from collections.abc import Iterator

import numpy as np

from vision.arrays import Floats
from vision.simulation.render.miniature import miniature_bodies, paper_bodies
from vision.simulation.render.solid import Body, inside, outlines_px
from vision.simulation.render.stage import PlacedTag, dice, drawing_order, hands, mat_tags, piece_tags, points_of
from vision.simulation.render.view import SceneCamera
from vision.simulation.scene.scene import Scene
from vision.simulation.scene.script import PiecePose
from vision.simulation.truth import TrueTag

GRID = 20
"""Points along a tag's edge at which it is tested."""
_STEPS = (np.arange(GRID) + 0.5) / GRID * 2.0 - 1.0
_CORNERS = np.array([[-1.0, 1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0]])
"""Of a tag's black square, in OpenCV's order, in halves of its edge from its centre."""
_INNER = np.stack(np.meshgrid(_STEPS, _STEPS)).reshape(2, -1)
_POINTS = np.concatenate([_CORNERS, _INNER], axis=1)
"""The corners, then the points at which a tag is tested."""


class _Covers:
    """Outlines with their bounds and their positions in the drawing order."""

    def __init__(self, outlines: list[Floats], layers: list[int]) -> None:
        self._outlines = outlines
        self._layers = np.array(layers)
        self._low = np.array([outline.min(axis=0) for outline in self._outlines]).reshape(-1, 2)
        self._high = np.array([outline.max(axis=0) for outline in self._outlines]).reshape(-1, 2)

    def above(self, layer: int, low: Floats, high: Floats) -> Iterator[Floats]:
        """Yields the outlines above a layer whose bounds meet a rectangle."""
        meet = (self._low < high).all(axis=1) & (self._high > low).all(axis=1)
        for number in np.flatnonzero(meet & (self._layers > layer)):
            yield self._outlines[number]


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
    covers: list[tuple[Body, int]] = []
    for at, base in enumerate(order):
        pose = poses[base.id]
        paper_layer = _paper_layer(at, len(order), pose)
        layers += [(paper_layer, tag) for tag in piece_tags(base, pose)]
        covers += [(body, paper_layer) for body in paper_bodies(base, pose)]
        if base.is_token:
            continue
        body_layer = 2 * len(order) + 2 * at + 1
        covers += [(body, body_layer) for body in miniature_bodies(base, pose, scene.seed)]
    top = 4 * len(order) + 2
    covers += [(body, top) for group in dice(scene) for body in group[:1]]
    covers += [(body, top) for group in hands(scene, t_s) for body in group]
    layers.sort(key=lambda entry: entry[1].tag.id)
    # All points are projected at once: that costs as much as those of one tag.
    whole = _Covers(outlines_px(view, [body for body, _ in covers]), [layer for _, layer in covers])
    points_mm = points_of([tag for _, tag in layers], *_POINTS)
    points_px = view.project(points_mm.reshape(-1, 3)).reshape(len(layers), -1, 2)
    return tuple(_seen(tag, layer, whole, points, view) for (layer, tag), points in zip(layers, points_px, strict=True))


def _paper_layer(at: int, count: int, pose: PiecePose) -> int:
    """Returns the layer of a paper: below all standing bases, unless its piece is lifted, which lifts the paper too."""
    return 2 * count + 2 * at if pose.lift_mm > 0.0 else at + 1


def _seen(placed: PlacedTag, layer: int, covers: _Covers, points_px: Floats, view: SceneCamera) -> TrueTag:
    corners, points = points_px[: _CORNERS.shape[1]], points_px[_CORNERS.shape[1] :]
    low, high = points.min(axis=0), points.max(axis=0)
    width, height = view.lens.image_size
    free = (points > -0.5).all(axis=1) & (points[:, 0] < width - 0.5) & (points[:, 1] < height - 0.5)
    for outline in covers.above(layer, low, high):
        free &= ~inside(outline, points)
    return TrueTag(placed.tag.id, placed.carrier, tuple((float(x), float(y)) for x, y in corners), float(np.mean(free)))
