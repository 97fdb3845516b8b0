"""The table under the pieces, and its shading: rendered once for each pose of the camera."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulation.optics import seen_from_shifted_mat
from vision.simulation.render import artwork
from vision.simulation.render.card import Card, card_sprite
from vision.simulation.render.landscape import landscape_print, planks_tile
from vision.simulation.render.solid import hull
from vision.simulation.render.sprite import Pixels, lay_over
from vision.simulation.render.stage import PlacedTag, mat_tags
from vision.simulation.render.tone import Light, whole
from vision.simulation.render.view import SceneCamera
from vision.simulation.scene.scene import Scene, ScenePoses

TAG_SAMPLES = 5
"""Samples per pixel along each axis for tags."""
CARD_SAMPLES = 3
CARD_HEIGHT_MM = 0.3
SHADOW_EDGE_PX = 2.0


@dataclass(frozen=True, slots=True)
class Ground:
    """The table without pieces.

    Attributes:
        view: The camera in the mat frame.
        picture: Cloth, mat and mat tags, in focus and uniform light, (h, w, 3).
        shade: Factor of the light at each pixel, (h, w, 1).
    """

    view: SceneCamera
    picture: Light
    shade: Pixels


def tag_cards(scene: Scene, view: SceneCamera, tags: tuple[PlacedTag, ...]) -> tuple[Card, ...]:
    """Returns the prints of tags, at a scale that suits the image."""
    mat = scene.layout.mat
    scale = TAG_SAMPLES * view.px_per_mm((mat.width_mm / 2, mat.height_mm / 2))
    return tuple(
        Card(
            artwork.tag_print(mat.dictionary, placed.tag.id, placed.tag.size_mm, round(scale, 1), TAG_SAMPLES),
            placed.x_mm,
            placed.y_mm,
            placed.angle_rad,
            placed.height_mm,
        )
        for placed in tags
    )


def painted_ground(scene: Scene, camera: SceneCamera, setting: ScenePoses) -> Ground:
    """Renders the table without pieces.

    Args:
        scene: The scene.
        camera: Any view through the lens of that setting.
        setting: Poses of camera and mat.
    """
    view = camera.with_pose(seen_from_shifted_mat(setting.camera, setting.mat), scene.waves)
    canvas = _cloth(scene, camera.with_pose(setting.camera))
    if scene.mat_present:
        layout = scene.layout.mat
        paint = landscape_print if scene.plain else artwork.mat_print
        art = paint((layout.width_mm, layout.height_mm), scene.seed, scene.layout.grid)
        cards = (
            Card(art, layout.width_mm / 2, layout.height_mm / 2, 0.0, 0.0),
            *tag_cards(scene, view, mat_tags(scene, setting)),
            *_loose_cards(scene, view),
        )
        for card in cards:
            sprite = card_sprite(view, card)
            if sprite is not None:
                lay_over(canvas, view.frame, sprite)
    return Ground(view, whole(canvas), _light(scene, view))


def _loose_cards(scene: Scene, view: SceneCamera) -> tuple[Card, ...]:
    mat = scene.layout.mat
    scale = round(CARD_SAMPLES * view.px_per_mm((mat.width_mm / 2, mat.height_mm / 2)), 1)
    return tuple(
        Card(
            artwork.game_card_print(loose.look, scale, CARD_SAMPLES),
            loose.x_mm,
            loose.y_mm,
            loose.angle_rad,
            CARD_HEIGHT_MM,
        )
        for loose in scene.cards
    )


def _cloth(scene: Scene, view: SceneCamera) -> Pixels:
    tile = planks_tile(scene.seed) if scene.plain else artwork.cloth_tile(scene.seed)
    places = view.plane_places(view.frame, 0.0, np.eye(3))
    seen = cv2.remap(tile, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)  # type: ignore[call-overload]  # stubs forbid the missing second map
    return np.asarray(seen, dtype=np.float32)


def _light(scene: Scene, view: SceneCamera) -> Pixels:
    faults, (width, height) = scene.faults, scene.lens.image_size
    across = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
    down = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
    radius2 = across[None, :] ** 2 + down[:, None] ** 2
    light = (1.0 - faults.vignette * radius2) * (1.0 + 0.5 * faults.slope * (across[None, :] - down[:, None]))
    if faults.shadow is not None:
        corners = np.array([(x, y, 0.0) for x, y in faults.shadow.corners_mm])
        mask = np.zeros((height, width), dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull(view.project(corners)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), SHADOW_EDGE_PX).astype(np.float32) / 255.0
        light *= 1.0 - (1.0 - faults.shadow.light) * soft
    return light[..., None].astype(np.float32)
