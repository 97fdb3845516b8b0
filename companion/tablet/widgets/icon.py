"""Small pictures that stand beside words: the players' shapes, faces of dice, and what lies on the table.

Each is a list of contours in a square of 24 by 24, y downwards as in the phones' icons; contours within contours are
holes.
"""

from functools import cache

from kivy.clock import Clock
from kivy.graphics import Color, Mesh, PopMatrix, PushMatrix, Scale, Translate
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.properties import ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.presentation.card_art import ART
from companion.presentation.contours import BOX, Contour, arched, box, circle
from companion.tablet.look import palette

SHIELD: Contour = (
    *((12, 1), (21, 4), (21, 11), (20, 15), (18, 18.5), (15, 21.3)),
    *((12, 23), (9, 21.3), (6, 18.5), (4, 15), (3, 11), (3, 4)),
)
AXE: tuple[Contour, ...] = (
    ((11, 8), (2.5, 20.5), (5, 23), (14, 11.5)),
    ((12, 2), (16, 1.4), (20, 3.6), (22.5, 7), (22.6, 10), (21, 12.5), (16, 11), (12, 9), (10, 5)),
)
ICONS: dict[str, tuple[Contour, ...]] = {
    "bullseye": (circle(12, 12, 11), circle(12, 12, 8), circle(12, 12, 5), circle(12, 12, 2)),
    "axe": AXE,
    "shield": (SHIELD,),
    "disc": (circle(12, 12, 9.5),),
    "diamond": (((12, 0.5), (23.5, 12), (12, 23.5), (0.5, 12)),),
    "square": (box(3, 3, 21, 21),),
    "triangle": (((12, 2), (23, 22), (1, 22)),),
    "prosperity": (((12, 2), (14.8, 9), (22, 9), (16, 13), (18, 21), (12, 16), (6, 21), (8, 13), (2, 9), (9.2, 9)),),
    "building": (((3, 22), (3, 10), (12, 3), (21, 10), (21, 22), (14, 22), (14, 16), (10, 16), (10, 22)),),
    "tapped": (((2, 21), (14, 21), (21, 12), (14, 3), (2, 3), (2, 10), (6, 10), (6, 14), (2, 14)),),
    "hand": (box(4, 6, 11, 22), box(13, 2, 20, 18)),
    "deck": (box(5, 2, 18, 5), box(4, 6, 19, 9), box(3, 10, 20, 22)),
    "down": (box(4, 2, 20, 22), box(7, 5, 17, 19), ((12, 8), (15, 12), (12, 16), (9, 12))),
    "grave": (arched(5, 19, 3, 22),),
    "terrain": (((1, 21), (9, 6), (14, 14), (17, 10), (23, 21)),),
    "eye": (
        (
            *((1, 12), (4, 8.4), (8, 5.7), (12, 5), (16, 5.7), (20, 8.4)),
            *((23, 12), (20, 15.6), (16, 18.3), (12, 19), (8, 18.3), (4, 15.6)),
        ),
        circle(12, 12, 4),
    ),
}
DRAWN = ART | ICONS
"""Everything that can be drawn, with what stands for sorts of cards."""


class Icon(Widget):
    """One of `DRAWN`, as large as fits the widget; nothing for a name that is none of them."""

    name = StringProperty()
    colour = ColorProperty(palette.TEXT)

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        with self.canvas:
            PushMatrix()
            self._place, self._scale = Translate(), Scale()
            self._ink = Color()
            self._shape = Mesh(mode="triangles")
            PopMatrix()
        # Place and size come one number after the other: they are taken over once, before the next frame.
        self._lay = Clock.create_trigger(self._lie, -1)
        self.bind(pos=self._lay, size=self._lay, colour=self._lay, name=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        self._shape.vertices, self._shape.indices = _triangles(self.name) if self.name in DRAWN else ([], [])
        self._lay()

    def _lie(self, _: float) -> None:
        scale = min(self.size) / BOX
        self._place.xy = self.center_x - BOX / 2 * scale, self.center_y + BOX / 2 * scale
        self._scale.xyz = scale, -scale, 1
        self._ink.rgba = self.colour


@cache
def _triangles(name: str) -> tuple[list[float], list[int]]:
    """What fills a picture: corners with x, y and two numbers for nothing, and which three make a triangle."""
    tesselator = Tesselator()
    for contour in DRAWN[name]:
        tesselator.add_contour([coordinate for point in contour for coordinate in point])
    tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS)
    corners, indices = list[float](), list[int]()
    for flat, fan in tesselator.meshes:
        first = len(corners) // 4
        corners += flat
        indices += [first + corner for at in range(1, len(fan) - 1) for corner in (fan[0], fan[at], fan[at + 1])]
    return corners, indices
