"""Renders the pieces, hands and dice as the camera sees them, each in its layers."""

import math
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.camera.intrinsics import Lens
from vision.images.rect import Rect
from vision.simulation.optics import CameraPose
from vision.simulation.render import artwork
from vision.simulation.render.card import Card, card_sprite
from vision.simulation.render.ground import tag_cards
from vision.simulation.render.landscape import decorate_terrain
from vision.simulation.render.miniature import livery, miniature_bodies, paper_bodies
from vision.simulation.render.solid import Body, bodies_sprite, shadow_sprite
from vision.simulation.render.sprite import Sprite, motion_blurred
from vision.simulation.render.stage import dice, drawing_order, hands, piece_tags
from vision.simulation.render.view import SceneCamera
from vision.simulation.scene.scene import Scene
from vision.simulation.scene.script import PiecePose
from vision.table import BaseLayout, TerrainLayout

TERRAIN_SAMPLES = 3
SHADOW_SLANT = (0.35, -0.2)
HAND_SHADOW = 0.6
KEPT = 256
MIN_WAY_PX = 0.15
"""Smallest motion during the exposure, in pixels, that is blurred."""


@dataclass(frozen=True, slots=True)
class PieceSprites:
    """One piece, in the layers in which it covers the others.

    Attributes:
        flat: Paper and tags, from below.
        shadow: The shadow on everything flat.
        body: The base and its miniature.
    """

    flat: tuple[Sprite, ...]
    shadow: Sprite | None = None
    body: Sprite | None = None

    def rects(self) -> tuple[Rect, ...]:
        """Returns the rectangles that it touches."""
        return tuple(sprite.rect for sprite in (*self.flat, *present((self.shadow, self.body))))


class SpriteRenderer:
    """Renders sprites of one scene and caches those of pieces at rest."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._kept: OrderedDict[tuple[CameraPose, Lens, str, PiecePose], PieceSprites] = OrderedDict()
        self._dice: tuple[tuple[CameraPose, Lens], tuple[PieceSprites, ...]] | None = None
        rng = np.random.default_rng([scene.seed, 5])
        width, height = scene.lens.image_size
        self._relief = artwork.blotches((height, width), 4, rng, 0.14)
        self._bases = {base.id: base for base in scene.layout.bases}
        self._terrain = {piece.id: piece for piece in scene.layout.terrain}

    def at_rest(self, view: SceneCamera, piece: str, pose: PiecePose) -> PieceSprites:
        """Renders a piece that stands still."""
        key = (*view.standpoint, piece, pose)
        found = self._kept.get(key)
        if found is None:
            found = self._made(view, piece, pose)
            self._kept[key] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def in_motion(self, view: SceneCamera, piece: str, t_s: float) -> PieceSprites:
        """Renders a piece that moves, with motion blur over the exposure."""
        half_s = self.scene.faults.exposure_s / 2
        before, now, after = (self.scene.pieces(t_s + shift)[piece] for shift in (-half_s, 0.0, half_s))
        ends = view.project(np.array([(pose.x_mm, pose.y_mm, pose.lift_mm) for pose in (before, after)]))
        way = (float(ends[1, 0] - ends[0, 0]), float(ends[1, 1] - ends[0, 1]))
        sprites = self._made(view, piece, now)
        if math.hypot(*way) < MIN_WAY_PX:
            return sprites
        body = None if sprites.body is None else motion_blurred(sprites.body, way)
        return PieceSprites(tuple(motion_blurred(sprite, way) for sprite in sprites.flat), sprites.shadow, body)

    def hands(self, view: SceneCamera, t_s: float) -> tuple[Sprite, ...]:
        """Renders all hands, their shadows first."""
        scene, half_s = self.scene, self.scene.faults.exposure_s / 2
        before, after = scene.hands(t_s - half_s), scene.hands(t_s + half_s)
        groups = hands(scene, t_s)
        whole = len(before) == len(after) == len(groups)
        sprites = []
        for at, bodies in enumerate(groups):
            sprite = bodies_sprite(view, bodies)
            if sprite is not None and whole:
                ends = view.project(np.array([before[at].tip_mm, after[at].tip_mm]))
                way = (float(ends[1, 0] - ends[0, 0]), float(ends[1, 1] - ends[0, 1]))
                sprite = motion_blurred(sprite, way) if math.hypot(*way) >= MIN_WAY_PX else sprite
            sprites.append(sprite)
        shadows = (shadow_sprite(view, bodies, SHADOW_SLANT, HAND_SHADOW) for bodies in groups)
        return present((*shadows, *sprites))

    def dice(self, view: SceneCamera) -> tuple[PieceSprites, ...]:
        """Renders all dice."""
        if self._dice is None or self._dice[0] != view.standpoint:
            made = tuple(
                PieceSprites((), self._shadow(view, bodies[:1]), bodies_sprite(view, bodies))
                for bodies in dice(self.scene)
            )
            self._dice = (view.standpoint, made)
        return self._dice[1]

    def _made(self, view: SceneCamera, piece: str, pose: PiecePose) -> PieceSprites:
        template = self._terrain.get(piece)
        if template is not None:
            return self._template(view, template, pose)
        return self._base(view, self._bases[piece], pose)

    def _template(self, view: SceneCamera, template: TerrainLayout, pose: PiecePose) -> PieceSprites:
        scale = round(TERRAIN_SAMPLES * view.px_per_mm((pose.x_mm, pose.y_mm)))
        decorate = decorate_terrain if self.scene.plain else None
        fill = artwork.terrain_print(template, self.scene.seed, scale, TERRAIN_SAMPLES, decorate)
        height_mm = pose.lift_mm + template.tags[0].height_mm
        cards = (
            Card(fill, pose.x_mm, pose.y_mm, pose.angle_rad, height_mm),
            *tag_cards(self.scene, view, piece_tags(template, pose)),
        )
        return PieceSprites(present(card_sprite(view, card) for card in cards))

    def _base(self, view: SceneCamera, base: BaseLayout, pose: PiecePose) -> PieceSprites:
        cards = tag_cards(self.scene, view, piece_tags(base, pose))
        flat = (bodies_sprite(view, paper_bodies(base, pose)), *(card_sprite(view, card) for card in cards))
        if base.is_token:
            return PieceSprites(present(flat))
        bodies = miniature_bodies(base, pose, self.scene.seed, livery(base) if self.scene.plain else None)
        return PieceSprites(present(flat), self._shadow(view, bodies), bodies_sprite(view, bodies, self._relief))

    def _shadow(self, view: SceneCamera, bodies: tuple[Body, ...]) -> Sprite | None:
        strength = self.scene.faults.cast_shadow
        return shadow_sprite(view, bodies, SHADOW_SLANT, strength) if strength > 0.0 else None


def laid(
    scene: Scene,
    view: SceneCamera,
    poses: dict[str, PiecePose],
    layers: dict[str, PieceSprites],
    dice_sprites: tuple[PieceSprites, ...],
) -> tuple[Sprite, ...]:
    """Returns the sprites of pieces and dice in the order in which they cover one another."""
    order = drawing_order(scene.layout.bases, poses, view.pose)
    standing = [layers[base.id] for base in order if poses[base.id].lift_mm <= 0.0]
    lifted = [layers[base.id] for base in order if poses[base.id].lift_mm > 0.0]
    templates = [layers[piece.id] for piece in scene.layout.terrain if piece.id in poses]
    sprites: list[Sprite | None] = []
    for piece in (*templates, *standing):
        sprites += piece.flat
    sprites += [piece.shadow for piece in (*standing, *dice_sprites)]
    sprites += [piece.body for piece in (*standing, *dice_sprites)]
    for piece in lifted:
        sprites += [piece.shadow, *piece.flat, piece.body]
    return present(sprites)


def present(sprites: Iterable[Sprite | None]) -> tuple[Sprite, ...]:
    """Returns the sprites that are inside the image."""
    return tuple(sprite for sprite in sprites if sprite is not None)
