"""From a scene and a time to a picture.

What rests is painted once: the cloth and the mat for each pose of the camera, and over them the pieces for each set of
resting places. A picture then costs a copy, the patches in which something moves, and the noise. Patches are
painted from the ground up in the same order as everything else, so a picture does not depend on those before it.
Light and defocus are applied to what rests once and to each patch with enough margin, which gives the same as
applying them to the whole picture.
"""

import math
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulated import artwork
from vision.simulated.card import Card, Print, card_sprite
from vision.simulated.miniature import miniature_bodies, paper_bodies
from vision.simulated.optics import CameraPose, PlaneShift, seen_from_shifted_mat
from vision.simulated.scene import Scene
from vision.simulated.script import PiecePose
from vision.simulated.solid import bodies_sprite, hull, shadow_sprite
from vision.simulated.sprite import Pixels, Rect, Sprite, lay_over, motion_blurred
from vision.simulated.stage import PlacedTag, dice, drawing_order, hands, mat_tags, piece_tags
from vision.simulated.view import View
from vision.table import BaseLayout

TAG_SAMPLES, WIDE_SAMPLES = 5, 3
"""Samples a pixel along each axis, for tags and for what is large and need not be exact."""
SHADOW_SLANT = (0.35, -0.2)
KEPT_PIECES = 256
MIN_WAY_PX = 0.15
"""Motion during the exposure below this is not worth blurring."""
NOISE_SPARE_PX = 97


@dataclass(frozen=True, slots=True)
class PieceSprites:
    """One piece as the camera sees it, in the layers in which it is laid over the others.

    Attributes:
        flat: Paper and tags, from below.
        shadow: On everything flat.
        body: The base and its miniature.
    """

    flat: tuple[Sprite, ...]
    shadow: Sprite | None
    body: Sprite | None

    def rect(self) -> Rect | None:
        """The pixels it touches."""
        rects = [sprite.rect for sprite in (*self.flat, self.shadow, self.body) if sprite is not None]
        joined = None
        for rect in rects:
            joined = rect if joined is None else joined.joined(rect)
        return joined


class Painter:
    """Paints pictures of one scene; not safe for two threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._bare = View(scene.lens, scene.camera[0][1])
        self._grounds: OrderedDict[tuple[CameraPose, PlaneShift], tuple[View, Pixels, Pixels]] = OrderedDict()
        self._pieces: OrderedDict[tuple[CameraPose, str, PiecePose], PieceSprites] = OrderedDict()
        self._rest: tuple[object, Pixels] | None = None
        self._developed: tuple[object, Image] | None = None
        self._noise = self._noise_tile()
        rng = np.random.default_rng([scene.seed, 5])
        self._relief = artwork.blotches((scene.lens.image_size[1], scene.lens.image_size[0]), 4, rng, 0.07)
        self._mat: Print | None = None

    def view(self, t_s: float) -> View:
        """The camera in the frame of the mat as it lies at that time."""
        return self._bare.with_pose(self._scene.camera_pose(t_s))

    def paint(self, t_s: float) -> Image:
        """The picture in the middle of whose exposure the scene's time is `t_s`."""
        scene = self._scene
        pose, mat = scene.table_view(t_s)
        view, ground, shade = self._ground(pose, mat)
        blur_px = round(scene.faults.blur_px.at(scene.phase_s(t_s)), 2)
        poses = scene.pieces(t_s) if scene.mat_present else {}
        moving = scene.moving(t_s) & frozenset(poses)
        resting = {piece: at for piece, at in poses.items() if piece not in moving}
        key = (pose, mat, tuple(sorted(resting.items(), key=lambda item: item[0])))
        rest = self._resting(key, view, ground, resting)
        picture = self._develop((key, blur_px), rest, shade, blur_px).copy()
        layers = {piece: self._sprites(view, piece, at, keep=True) for piece, at in resting.items()}
        patches: list[Rect] = []
        for piece in moving:
            sprites = self._in_motion(view, piece, t_s)
            layers[piece] = sprites
            rect = sprites.rect()
            if rect is not None:
                patches.append(rect)
        over = self._hand_sprites(view, t_s)
        patches += [sprite.rect for sprite in over]
        margin = math.ceil(4 * blur_px) + 1
        for patch in _merged(patches, view.frame):
            area = patch.grown(margin).clipped(view.frame)
            canvas = ground[area.slices(view.frame)].copy() if moving else rest[area.slices(view.frame)].copy()
            if moving:
                self._lay_pieces(canvas, area, view, poses, layers)
            for sprite in over:
                lay_over(canvas, area, sprite)
            seen = _defocused(canvas, blur_px) * shade[area.slices(view.frame)]
            inner = patch.grown(margin // 2).clipped(view.frame)
            picture[inner.slices(view.frame)] = _to_bytes(seen[inner.slices(area)])
        return self._exposed(picture, t_s)

    def _ground(self, pose: CameraPose, mat: PlaneShift) -> tuple[View, Pixels, Pixels]:
        """The view, the table with mat and mat tags but without pieces, and the light, for one pose."""
        found = self._grounds.get((pose, mat))
        if found is not None:
            return found
        scene = self._scene
        view = self._bare.with_pose(seen_from_shifted_mat(pose, mat))
        canvas = self._cloth(self._bare.with_pose(pose))
        if scene.mat_present:
            layout = scene.layout.mat
            art = self._mat or artwork.mat_print(layout.width_mm, layout.height_mm, scene.seed)
            self._mat = art
            for card in (
                Card(art, layout.width_mm / 2, layout.height_mm / 2, 0.0, 0.0),
                *self._tag_cards(mat_tags(scene)),
            ):
                sprite = card_sprite(view, card)
                if sprite is not None:
                    lay_over(canvas, view.frame, sprite)
        made = (view, canvas, self._light(view))
        self._grounds[pose, mat] = made
        while len(self._grounds) > 2:
            self._grounds.popitem(last=False)
        return made

    def _cloth(self, view: View) -> Pixels:
        tile = artwork.cloth_tile(self._scene.seed)
        places = view.plane_places(view.frame, 0.0, np.eye(3))
        seen = cv2.remap(tile, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)  # type: ignore[call-overload]  # stubs forbid the missing second map
        return np.asarray(seen, dtype=np.float32)

    def _light(self, view: View) -> Pixels:
        """Factor of the light at each pixel, (h, w, 1)."""
        faults, (width, height) = self._scene.faults, self._scene.lens.image_size
        across = (np.arange(width, dtype=np.float32) - width / 2) / (width / 2)
        down = (np.arange(height, dtype=np.float32) - height / 2) / (width / 2)
        radius2 = across[None, :] ** 2 + down[:, None] ** 2
        light = (1.0 - faults.vignette * radius2) * (1.0 + 0.5 * faults.slope * (across[None, :] - down[:, None]))
        if faults.shadow is not None:
            corners = np.array([(x, y, 0.0) for x, y in faults.shadow.corners_mm])
            mask = np.zeros((height, width), dtype=np.uint8)
            cv2.fillConvexPoly(mask, np.round(hull(view.project(corners)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            soft = cv2.GaussianBlur(mask, (0, 0), 2.0).astype(np.float32) / 255.0
            light *= 1.0 - (1.0 - faults.shadow.light) * soft
        return light[..., None].astype(np.float32)

    def _tag_cards(self, tags: tuple[PlacedTag, ...]) -> tuple[Card, ...]:
        dictionary = self._scene.layout.mat.dictionary
        middle = (self._scene.layout.mat.width_mm / 2, self._scene.layout.mat.height_mm / 2)
        scale = TAG_SAMPLES * self._bare.px_per_mm(middle)
        return tuple(
            Card(
                artwork.tag_print(dictionary, placed.tag.id, placed.tag.size_mm, scale, TAG_SAMPLES),
                placed.x_mm,
                placed.y_mm,
                placed.angle_rad,
                placed.height_mm,
            )
            for placed in tags
        )

    def _sprites(self, view: View, piece: str, pose: PiecePose, *, keep: bool) -> PieceSprites:
        key = (view.pose, piece, pose)
        found = self._pieces.get(key)
        if found is not None:
            return found
        made = self._make_sprites(view, piece, pose)
        if keep:
            self._pieces[key] = made
            while len(self._pieces) > KEPT_PIECES:
                self._pieces.popitem(last=False)
        return made

    def _make_sprites(self, view: View, piece: str, pose: PiecePose) -> PieceSprites:
        scene = self._scene
        for template in scene.layout.terrain:
            if template.id == piece:
                scale = WIDE_SAMPLES * view.px_per_mm((pose.x_mm, pose.y_mm))
                fill = artwork.terrain_print(template, scene.seed, round(scale), WIDE_SAMPLES)
                height_mm = pose.lift_mm + template.tags[0].height_mm
                cards = (
                    Card(fill, pose.x_mm, pose.y_mm, pose.angle_rad, height_mm),
                    *self._tag_cards(piece_tags(template, pose)),
                )
                return PieceSprites(_present(card_sprite(view, card) for card in cards), None, None)
        base = next(base for base in scene.layout.bases if base.id == piece)
        return self._base_sprites(view, base, pose)

    def _base_sprites(self, view: View, base: BaseLayout, pose: PiecePose) -> PieceSprites:
        flat = [bodies_sprite(view, paper_bodies(base, pose))]
        flat += [card_sprite(view, card) for card in self._tag_cards(piece_tags(base, pose))]
        bodies = miniature_bodies(base, pose, self._scene.seed)
        return PieceSprites(
            _present(flat), shadow_sprite(view, bodies, SHADOW_SLANT, 0.35), bodies_sprite(view, bodies, self._relief)
        )

    def _in_motion(self, view: View, piece: str, t_s: float) -> PieceSprites:
        """A piece that moves, blurred over the exposure."""
        scene, half_s = self._scene, self._scene.faults.exposure_s / 2
        poses = [scene.pieces(t_s + shift)[piece] for shift in (-half_s, 0.0, half_s)]
        ends = view.project(np.array([(pose.x_mm, pose.y_mm, pose.lift_mm) for pose in poses]))
        way = (float(ends[2, 0] - ends[0, 0]), float(ends[2, 1] - ends[0, 1]))
        sprites = self._sprites(view, piece, poses[1], keep=False)
        if math.hypot(*way) < MIN_WAY_PX:
            return sprites
        return PieceSprites(
            tuple(motion_blurred(sprite, way) for sprite in sprites.flat),
            sprites.shadow,
            None if sprites.body is None else motion_blurred(sprites.body, way),
        )

    def _hand_sprites(self, view: View, t_s: float) -> tuple[Sprite, ...]:
        scene, half_s = self._scene, self._scene.faults.exposure_s / 2
        found: list[Sprite] = []
        before, after = scene.hands(t_s - half_s), scene.hands(t_s + half_s)
        for at, bodies in enumerate(hands(scene, t_s)):
            shadow = shadow_sprite(view, bodies, SHADOW_SLANT, 0.4)
            sprite = bodies_sprite(view, bodies)
            if shadow is not None:
                found.insert(0, shadow)
            if sprite is None:
                continue
            if len(before) == len(after) == len(hands(scene, t_s)):
                ends = view.project(np.array([before[at].tip_mm, after[at].tip_mm]))
                way = (float(ends[1, 0] - ends[0, 0]), float(ends[1, 1] - ends[0, 1]))
                sprite = motion_blurred(sprite, way) if math.hypot(*way) >= MIN_WAY_PX else sprite
            found.append(sprite)
        return tuple(found)

    def _resting(self, key: object, view: View, ground: Pixels, resting: dict[str, PiecePose]) -> Pixels:
        """The table with all that rests, sharp and in even light."""
        if self._rest is not None and self._rest[0] == key:
            return self._rest[1]
        canvas = ground.copy()
        layers = {piece: self._sprites(view, piece, pose, keep=True) for piece, pose in resting.items()}
        self._lay_pieces(canvas, view.frame, view, resting, layers)
        self._rest = (key, canvas)
        return canvas

    def _lay_pieces(
        self, canvas: Pixels, area: Rect, view: View, poses: dict[str, PiecePose], layers: dict[str, PieceSprites]
    ) -> None:
        """Lays pieces over the ground, each layer in its order."""
        scene = self._scene
        order = drawing_order(scene.layout.bases, poses, view.pose)
        standing = [base.id for base in order if poses[base.id].lift_mm <= 0.0]
        lifted = [base.id for base in order if poses[base.id].lift_mm > 0.0]
        templates = [template.id for template in scene.layout.terrain if template.id in poses]
        sprites: list[Sprite | None] = []
        for piece in (*templates, *standing):
            sprites += layers[piece].flat
        sprites += [layers[piece].shadow for piece in standing]
        sprites += [layers[piece].body for piece in standing]
        for bodies in dice(scene):
            sprites += [shadow_sprite(view, bodies[:1], SHADOW_SLANT, 0.35), bodies_sprite(view, bodies)]
        for piece in lifted:
            sprites += [layers[piece].shadow, *layers[piece].flat, layers[piece].body]
        for sprite in sprites:
            if sprite is not None:
                lay_over(canvas, area, sprite)

    def _develop(self, key: object, rest: Pixels, shade: Pixels, blur_px: float) -> Image:
        """What rests, through the lens's blur and in its light."""
        if self._developed is None or self._developed[0] != key:
            self._developed = (key, _to_bytes(_defocused(rest, blur_px) * shade))
        return self._developed[1]

    def _noise_tile(self) -> NDArray[np.int8]:
        width, height = self._scene.lens.image_size
        rng = np.random.default_rng([self._scene.seed, 6])
        size = (height + NOISE_SPARE_PX, width + NOISE_SPARE_PX, 3)
        noise = rng.standard_normal(size, dtype=np.float32) * self._scene.faults.noise
        return np.clip(np.round(noise), -127, 127).astype(np.int8)

    def _exposed(self, picture: Image, t_s: float) -> Image:
        """The picture with the lamp's light, the noise and the compression of that moment."""
        faults = self._scene.faults
        light = lamp(self._scene, t_s)
        if abs(light - 1.0) > 1e-3:
            table = np.clip(np.round(np.arange(256) * light), 0, 255).astype(np.uint8)
            picture = np.asarray(cv2.LUT(picture, table), dtype=np.uint8)
        if faults.noise > 0.0:
            width, height = self._scene.lens.image_size
            rng = np.random.default_rng([self._scene.seed, 7, round(t_s * 1e6)])
            top, left = (int(v) for v in rng.integers(NOISE_SPARE_PX, size=2))
            noise = self._noise[top : top + height, left : left + width]
            picture = np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), dtype=np.uint8)
        if faults.jpeg_quality is None:
            return picture
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, faults.jpeg_quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def lamp(scene: Scene, t_s: float) -> float:
    """Brightness of the light at a time, 1 as usual."""
    faults = scene.faults
    steady = faults.light.at(scene.phase_s(t_s))
    return steady * (1.0 + faults.flicker * math.sin(math.tau * faults.flicker_hz * t_s))


def _present(sprites: Iterable[Sprite | None]) -> tuple[Sprite, ...]:
    return tuple(sprite for sprite in sprites if sprite is not None)


def _defocused(canvas: Pixels, blur_px: float) -> Pixels:
    if blur_px <= 0.05:
        return canvas
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), blur_px, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)


def _to_bytes(canvas: Pixels) -> Image:
    return np.asarray(cv2.convertScaleAbs(canvas), dtype=np.uint8)


def _merged(rects: list[Rect], frame: Rect) -> list[Rect]:
    """The same pixels as rectangles of which no two touch."""
    merged: list[Rect] = []
    for rect in rects:
        joined = rect.clipped(frame)
        if joined.empty:
            continue
        apart = []
        for other in merged:
            if joined.clipped(other).empty:
                apart.append(other)
            else:
                joined = joined.joined(other)
        merged = [*apart, joined]
    return merged
