"""From a scene and a time to a picture.

What rests is painted once: the cloth and the mat for each pose of the camera, and over them the pieces for each set of
resting places. A picture then costs a copy, the patches in which something moves, and the noise. Patches are
painted from the ground up in the same order as everything else, so a picture does not depend on those before it.
Light and defocus are applied to what rests once and to each patch with enough margin, which gives the same as
applying them to the whole picture.
"""

import math
from collections import OrderedDict

import cv2
import numpy as np

from vision.frame import Image
from vision.simulated.cast import Cast, PieceSprites, present
from vision.simulated.exposure import Sensor
from vision.simulated.ground import Ground, painted_ground
from vision.simulated.optics import CameraPose, PlaneShift
from vision.simulated.scene import Scene
from vision.simulated.script import PiecePose
from vision.simulated.sprite import Pixels, Rect, Sprite, lay_over
from vision.simulated.stage import drawing_order
from vision.simulated.tone import Light, stored, whole
from vision.simulated.view import View

KEPT_GROUNDS = 2
SHARP_PX = 0.05
"""Defocus below this leaves a picture as it is."""
BLUR_STEP_PX = 0.02
"""Defocus that drifts goes in steps, so that what rests need not be blurred anew for every picture."""


class Painter:
    """Paints pictures of one scene; not safe for two threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._camera = View(scene.lens, scene.camera[0][1])
        self._cast = Cast(scene)
        self._sensor = Sensor(scene)
        self._grounds: OrderedDict[tuple[CameraPose, PlaneShift], Ground] = OrderedDict()
        self._rest: tuple[object, Light] | None = None
        self._developed: tuple[object, Image] | None = None

    def view(self, t_s: float) -> View:
        """The camera in the frame of the mat as it lies at that time."""
        return self._camera.with_pose(self._scene.camera_pose(t_s))

    def paint(self, t_s: float) -> Image:
        """The picture, (h, w, 3) BGR, in the middle of whose exposure the scene's time is `t_s`."""
        scene, cast = self._scene, self._cast
        key = scene.table_view(t_s)
        ground = self._ground(*key)
        view = ground.view
        blur_px = BLUR_STEP_PX * round(scene.faults.blur_px.at(scene.phase_s(t_s)) / BLUR_STEP_PX)
        poses = scene.pieces(t_s) if scene.mat_present else {}
        moving = {piece: cast.in_motion(view, piece, t_s) for piece in scene.moving(t_s) if piece in poses}
        resting = {piece: pose for piece, pose in poses.items() if piece not in moving}
        layers = {piece: cast.at_rest(view, piece, pose) for piece, pose in resting.items()} | moving
        rest_key = (key, tuple(resting.items()))
        rest = self._resting(rest_key, ground, resting, layers)
        picture = self._develop((rest_key, blur_px), rest, ground.shade, blur_px).copy()
        hands = cast.hands(view, t_s)
        touched = [rect for sprites in moving.values() for rect in sprites.rects()]
        touched += [sprite.rect for sprite in hands]
        reach = _reach_px(blur_px)
        for patch in merged([rect.grown(reach) for rect in touched], view.frame):
            area = patch.grown(reach).clipped(view.frame)
            under = ground.picture if moving else rest
            canvas = under[area.slices(view.frame)].astype(np.float32)
            over = (*self._laid(poses, layers, view), *hands) if moving else hands
            for sprite in over:
                lay_over(canvas, area, sprite)
            seen = _defocused(canvas, blur_px) * ground.shade[area.slices(view.frame)]
            picture[patch.slices(view.frame)] = stored(seen[patch.slices(area)])
        return self._sensor.exposed(picture, t_s)

    def _ground(self, pose: CameraPose, mat: PlaneShift) -> Ground:
        found = self._grounds.get((pose, mat))
        if found is None:
            found = painted_ground(self._scene, self._camera, pose, mat)
            self._grounds[pose, mat] = found
            while len(self._grounds) > KEPT_GROUNDS:
                self._grounds.popitem(last=False)
        return found

    def _laid(self, poses: dict[str, PiecePose], layers: dict[str, PieceSprites], view: View) -> tuple[Sprite, ...]:
        """The sprites of pieces and dice in the order in which they lie over one another."""
        order = drawing_order(self._scene.layout.bases, poses, view.pose)
        standing = [layers[base.id] for base in order if poses[base.id].lift_mm <= 0.0]
        lifted = [layers[base.id] for base in order if poses[base.id].lift_mm > 0.0]
        templates = [layers[piece.id] for piece in self._scene.layout.terrain if piece.id in poses]
        dice = self._cast.dice(view)
        sprites: list[Sprite | None] = []
        for piece in (*templates, *standing):
            sprites += piece.flat
        sprites += [piece.shadow for piece in (*standing, *dice)]
        sprites += [piece.body for piece in (*standing, *dice)]
        for piece in lifted:
            sprites += [piece.shadow, *piece.flat, piece.body]
        return present(sprites)

    def _resting(
        self, key: object, ground: Ground, resting: dict[str, PiecePose], layers: dict[str, PieceSprites]
    ) -> Light:
        """The table with all that rests, sharp and in even light."""
        if self._rest is None or self._rest[0] != key:
            picture = ground.picture.copy()
            sprites = self._laid(resting, layers, ground.view)
            for patch in merged([sprite.rect for sprite in sprites], ground.view.frame):
                canvas = picture[patch.slices(ground.view.frame)].astype(np.float32)
                for sprite in sprites:
                    lay_over(canvas, patch, sprite)
                picture[patch.slices(ground.view.frame)] = whole(canvas)
            self._rest = (key, picture)
        return self._rest[1]

    def _develop(self, key: object, rest: Light, shade: Pixels, blur_px: float) -> Image:
        """What rests, through the lens's blur and in its light."""
        if self._developed is None or self._developed[0] != key:
            self._developed = (key, stored(_defocused(rest.astype(np.float32), blur_px) * shade))
        return self._developed[1]


def _reach_px(blur_px: float) -> int:
    """How far a blur carries; OpenCV's own reach for pictures of floats."""
    return math.ceil(4.0 * blur_px) + 1 if blur_px > SHARP_PX else 0


def _defocused(canvas: Pixels, blur_px: float) -> Pixels:
    if blur_px <= SHARP_PX:
        return canvas
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), blur_px, borderType=cv2.BORDER_REPLICATE), dtype=np.float32)


def merged(rects: list[Rect], frame: Rect) -> list[Rect]:
    """Rectangles of which no two touch and which hold all that the given ones hold of the picture."""
    apart: list[Rect] = []
    waiting = [rect.clipped(frame) for rect in rects]
    while waiting:
        rect = waiting.pop()
        if rect.empty:
            continue
        touching = [other for other in apart if not other.clipped(rect).empty]
        apart = [other for other in apart if other.clipped(rect).empty]
        if touching:
            for other in touching:
                rect = rect.joined(other)
            waiting.append(rect)
        else:
            apart.append(rect)
    return apart
