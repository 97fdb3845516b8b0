"""Renders a scene at a time to an image.

Everything at rest is rendered once: the cloth and the mat for each pose of the camera, and over them the pieces for
each set of resting places. An image then costs a copy, the patches in which something moves, and the noise. Patches are
rendered from the ground up in the same order as everything else, so an image does not depend on earlier ones. Shading
and defocus are applied once to everything at rest, and to each patch with a sufficient margin, which gives the same
result as applying them to the whole image.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from vision.arrays import Image
from vision.images.rect import Rect
from vision.simulation.render.develop import developed, reach_px
from vision.simulation.render.exposure import Sensor
from vision.simulation.render.ground import Ground, painted_ground
from vision.simulation.render.rest import RestingTable
from vision.simulation.render.sprite import lay_over
from vision.simulation.render.sprite_renderer import SpriteRenderer, laid
from vision.simulation.render.view import SceneCamera
from vision.simulation.scene.scene import Scene, ScenePoses, zoomed

KEPT_GROUNDS = 3
AHEAD_S = 0.4
"""A new ground that becomes visible within this time is rendered with the image before, so that the first image to show
it is not late."""
BLUR_STEP_PX = 0.02
"""Step of a drifting defocus, so that the table at rest is not blurred again for every image."""


class SceneRenderer:
    """Renders images of one scene. Only one thread may use it at a time, but any thread may replace `scene`.

    Attributes:
        scene: The scene; may be replaced by one that differs only in the future.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._sprites = SpriteRenderer(scene)
        self._rest = RestingTable(scene, self._sprites)
        self._sensor = Sensor(scene)

    def view(self, t_s: float) -> SceneCamera:
        """Returns the camera in the frame of the mat as it lies at that time."""
        return self._camera(self.scene.setting(t_s).focal).with_pose(self.scene.camera_pose(t_s), self.scene.waves)

    def paint(self, t_s: float) -> Image:
        """Returns the image (h, w, 3) BGR for the scene time `t_s`, which is the middle of the exposure."""
        scene, sprites = self.scene, self._sprites
        sprites.scene = self._rest.scene = self._sensor.scene = scene
        setting, soon = scene.setting(t_s), scene.setting(t_s + AHEAD_S)
        ground = self._ground(setting)
        if (soon.camera, soon.mat) != (setting.camera, setting.mat):
            self._ground(soon)
        view = ground.view
        blur_px = BLUR_STEP_PX * round(scene.faults.blur_px.at(scene.phase_s(t_s)) / BLUR_STEP_PX)
        poses = scene.pieces(t_s) if scene.mat_present else {}
        moving = {piece: sprites.in_motion(view, piece, t_s) for piece in scene.moving(t_s) if piece in poses}
        resting = {piece: pose for piece, pose in poses.items() if piece not in moving}
        light, pixels = self._rest.renewed(ground, resting, blur_px)
        picture = pixels.copy()
        over = hands = sprites.hands(view, t_s)
        if moving:
            layers = {piece: sprites.at_rest(view, piece, pose) for piece, pose in resting.items()} | moving
            over = (*laid(scene, view, poses, layers, sprites.dice(view)), *hands)
        touched = [rect for layers in moving.values() for rect in layers.rects()]
        touched += [sprite.rect for sprite in hands]
        reach = reach_px(blur_px)
        for patch in merged([rect.grown(reach) for rect in touched], view.frame):
            area = patch.grown(reach).clipped(view.frame)
            under = ground.picture if moving else light
            canvas = under[area.slices(view.frame)].astype(np.float32)
            for sprite in over:
                lay_over(canvas, area, sprite)
            picture[patch.slices(view.frame)] = developed(canvas, area, patch, ground, blur_px)
        return self._sensor.exposed(picture, t_s)

    def _ground(self, setting: ScenePoses) -> Ground:
        empty = replace(self.scene, name="", start=(), carries=(), sweeps=(), dice=())
        return _kept_ground(empty, self._camera(setting.focal), setting)

    def _camera(self, focal: float) -> SceneCamera:
        return _kept_camera(zoomed(self.scene.lens, focal), self.scene.camera[0][1])


# For all tables of the program: one that is opened again, such as a game that goes on, shows its first image at once.
_kept_camera = lru_cache(maxsize=KEPT_GROUNDS)(SceneCamera)
_kept_ground = lru_cache(maxsize=KEPT_GROUNDS)(painted_ground)


def merged(rects: list[Rect], frame: Rect) -> list[Rect]:
    """Merges rectangles until no two touch; together they cover the given ones within the image."""
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
