"""The table with everything at rest, cached from image to image and updated where something came to rest or left.

It is updated in whole tiles of a fixed grid, so that a tile does not depend, even in its last bit, on earlier images.
"""

import numpy as np

from vision.arrays import Image
from vision.images.rect import Rect
from vision.simulation.render.develop import developed, reach_px
from vision.simulation.render.ground import Ground
from vision.simulation.render.sprite import lay_over
from vision.simulation.render.sprite_renderer import SpriteRenderer, laid
from vision.simulation.render.tone import Light, whole
from vision.simulation.scene.scene import Scene
from vision.simulation.scene.script import PiecePose

TILE_PX = 240


class RestingTable:
    """Everything at rest in one scene, as light and as pixels without noise."""

    def __init__(self, scene: Scene, sprites: SpriteRenderer) -> None:
        width, height = scene.lens.image_size
        self.scene = scene
        self._sprites = sprites
        self._tiles = [
            Rect(left, top, min(left + TILE_PX, width), min(top + TILE_PX, height))
            for top in range(0, height, TILE_PX)
            for left in range(0, width, TILE_PX)
        ]
        self._ground: Ground | None = None
        self._resting: dict[str, PiecePose] = {}
        self._blur_px = -1.0
        self._light: Light = np.zeros((height, width, 3), dtype=np.uint16)
        self._picture: Image = np.zeros((height, width, 3), dtype=np.uint8)

    def renewed(self, ground: Ground, resting: dict[str, PiecePose], blur_px: float) -> tuple[Light, Image]:
        """Returns the light before and the pixels after the lens; both are read-only, and valid until the next call."""
        changed = self._changed(ground, resting)
        if changed:
            layers = {piece: self._sprites.at_rest(ground.view, piece, pose) for piece, pose in resting.items()}
            sprites = laid(self.scene, ground.view, resting, layers, self._sprites.dice(ground.view))
            for tile in self._touched(changed):
                inside = tile.slices(ground.view.frame)
                canvas = ground.picture[inside].astype(np.float32)
                for sprite in sprites:
                    lay_over(canvas, tile, sprite)
                self._light[inside] = whole(canvas)
        reach = reach_px(blur_px)
        stale = self._tiles if blur_px != self._blur_px else self._touched([rect.grown(reach) for rect in changed])
        for tile in stale:
            area = tile.grown(reach).clipped(ground.view.frame)
            light = self._light[area.slices(ground.view.frame)]
            self._picture[tile.slices(ground.view.frame)] = developed(light, area, tile, ground, blur_px)
        self._ground, self._resting, self._blur_px = ground, dict(resting), blur_px
        return self._light, self._picture

    def _changed(self, ground: Ground, resting: dict[str, PiecePose]) -> list[Rect]:
        """Returns where the light has changed."""
        if ground is not self._ground:
            return [ground.view.frame]
        gone = self._resting.items() - resting.items()
        come = resting.items() - self._resting.items()
        return [rect for piece, pose in gone | come for rect in self._sprites.at_rest(ground.view, piece, pose).rects()]

    def _touched(self, rects: list[Rect]) -> list[Rect]:
        return [tile for tile in self._tiles if any(not tile.clipped(rect).empty for rect in rects)]
