"""Pictures of the window as it is shown: stills, and one animated picture of all of it."""

import asyncio
from functools import lru_cache
from pathlib import Path

from kivy.core.window import Window
from kivy.graphics import ClearBuffers, ClearColor, Fbo, Scale, Translate
from kivy.uix.widget import Widget
from PIL import Image

from companion.tablet.look import palette

FRAME_WIDTH_PX = 640
COLOURS = 128
SHOWN_S = 0.4
"""How long the animated picture shows each of its frames."""


class AnimatedPicture:
    """Takes pictures of one widget into a folder."""

    def __init__(self, widget: Widget, folder: Path, every_s: float) -> None:
        """Prepares.

        Args:
            widget: What is filmed.
            folder: Where the pictures go; made if it is not there.
            every_s: From one frame of the animated picture to the next.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._widget, self._folder, self._every_s = widget, folder, every_s
        self._frames: list[Image.Image] = []

    async def roll(self) -> None:
        """Takes frames until it is cancelled."""
        while True:
            picture = picture_of(self._widget)
            height = round(picture.height * FRAME_WIDTH_PX / picture.width)
            self._frames.append(picture.resize((FRAME_WIDTH_PX, height)))
            await asyncio.sleep(self._every_s)

    def keep(self, name: str) -> None:
        """Writes what the window shows now."""
        picture_of(self._widget).save(self._folder / f"{name}.png", compress_level=1)  # the window waits meanwhile

    def save(self, name: str) -> None:
        """Writes the animated picture."""
        if self._frames:
            first, *rest = (picture.quantize(COLOURS, Image.Quantize.FASTOCTREE) for picture in self._frames)
            file = self._folder / f"{name}.gif"
            first.save(file, save_all=True, append_images=rest, duration=round(1000 * SHOWN_S), loop=0)


def draw_nothing() -> None:
    """Spares the drawing of a window that nobody sees; pictures of it can still be taken."""
    # An event goes no further than to a handler that says so.
    Window.bind(on_draw=lambda _: True, on_flip=lambda _: True)


def picture_of(widget: Widget) -> Image.Image:
    """A widget as it lies on the ground of the window."""
    parent, size = widget.parent, (round(widget.width), round(widget.height))
    at = -1 if parent is None else parent.canvas.indexof(widget.canvas)
    if at > -1:
        parent.canvas.remove(widget.canvas)
    buffer, ground, moved = _buffer(size)
    ground.rgba, moved.xy = palette.GROUND, (-widget.x, -widget.y - widget.height)
    buffer.add(widget.canvas)
    buffer.draw()
    picture = Image.frombytes("RGB", size, buffer.texture.pixels, "raw", "RGBX")
    buffer.remove(widget.canvas)
    if at > -1:
        parent.canvas.insert(at, widget.canvas)
    return picture


@lru_cache(maxsize=2)
def _buffer(size: tuple[int, int]) -> tuple[Fbo, ClearColor, Translate]:
    """Where a widget of a size is drawn; what is made anew for every picture takes as long as the picture."""
    buffer = Fbo(size=size, with_stencilbuffer=True)
    with buffer:
        ground = ClearColor(*palette.GROUND)
        ClearBuffers()
        Scale(1, -1, 1)
        moved = Translate(0, 0, 0)
    return buffer, ground, moved
