"""The objects on the table at one moment, as bodies and cards, on which both image and ground truth are based."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.simulation.optics import CameraPose, PlaneShift
from vision.simulation.render.hand import hand_bodies
from vision.simulation.render.miniature import die_bodies, tag_place
from vision.simulation.render.solid import Body
from vision.simulation.scene.scene import Scene, ScenePoses
from vision.simulation.scene.script import PiecePose
from vision.table import BaseLayout, Tag, TerrainLayout


@dataclass(frozen=True, slots=True)
class PlacedTag:
    """A tag in the mat frame.

    Attributes:
        tag: The tag.
        carrier: Id of the piece; empty for the mat.
        x_mm: x coordinate of the centre.
        y_mm: y coordinate of the centre.
        angle_rad: Rotation.
        height_mm: Height of its face above the mat.
    """

    tag: Tag
    carrier: str
    x_mm: float
    y_mm: float
    angle_rad: float
    height_mm: float


def points_of(placed: Sequence[PlacedTag], across: Floats, up: Floats) -> Floats:
    """Returns the same points of several tags in the mat frame, (tags, n, 3).

    Args:
        placed: The tags.
        across: Of each point, in halves of the black square's edge from the tag's centre.
        up: The other coordinate, in the same unit.
    """
    places = np.array([(each.tag.size_mm / 2, each.x_mm, each.y_mm, each.angle_rad, each.height_mm) for each in placed])
    half, x_mm, y_mm, angle_rad, z = (column[:, None] for column in places.reshape(-1, 5).T)
    x, y, cos, sin = half * across, half * up, np.cos(angle_rad), np.sin(angle_rad)
    return np.stack([x_mm + cos * x - sin * y, y_mm + sin * x + cos * y, z + np.zeros_like(x)], axis=2)


def mat_tags(scene: Scene, setting: ScenePoses) -> tuple[PlacedTag, ...]:
    """Returns the tags that locate the mat."""
    if not scene.mat_present:
        return ()
    pulled, rests = dict(setting.pulled), PlaneShift()
    placed = []
    for tag in scene.layout.mat.tags:
        shift = pulled.get(tag.id, rests)
        x_mm, y_mm, angle_rad = tag.x_mm + shift.x_mm, tag.y_mm + shift.y_mm, tag.angle_rad + shift.angle_rad
        placed.append(PlacedTag(tag, "", x_mm, y_mm, angle_rad, tag.height_mm))
    return tuple(placed)


def piece_tags(piece: BaseLayout | TerrainLayout, pose: PiecePose) -> tuple[PlacedTag, ...]:
    """Returns the tags of a piece."""
    return tuple(PlacedTag(tag, piece.id, *tag_place(tag, pose)) for tag in piece.tags)


def drawing_order(
    bases: tuple[BaseLayout, ...], poses: dict[str, PiecePose], camera: CameraPose
) -> tuple[BaseLayout, ...]:
    """Returns bases in drawing order: tokens, standing ones, lifted ones; among these the far before the near."""

    def key(base: BaseLayout) -> tuple[float, bool, float]:
        pose = poses[base.id]
        off = np.hypot(pose.x_mm - camera.centre_mm[0], pose.y_mm - camera.centre_mm[1])
        return (pose.lift_mm, not base.is_token, -float(off))

    return tuple(sorted((base for base in bases if base.id in poses), key=key))


def dice(scene: Scene) -> tuple[tuple[Body, ...], ...]:
    """Returns the bodies of each die."""
    return tuple(die_bodies(die.x_mm, die.y_mm, die.angle_rad, die.pips) for die in scene.dice)


def hands(scene: Scene, t_s: float) -> tuple[tuple[Body, ...], ...]:
    """Returns the bodies of each hand."""
    return tuple(hand_bodies(pose) for pose in scene.hands(t_s))
