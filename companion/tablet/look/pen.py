"""Draws on a Kivy canvas: rings, lines, areas and labels that stay readable on any picture.

Every line has a dark halo, for the mat beneath may have any colour. Kivy draws dashes only on lines one pixel wide,
so dashes are lines of their own here.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from kivy.core.text import Label as TextImage
from kivy.graphics import (
    Color,
    Ellipse,
    InstructionGroup,
    Line,
    Mesh,
    Rectangle,
    RoundedRectangle,
    SmoothLine,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp

from companion.tablet.look.labels import Box, Point, Size
from companion.tablet.look.palette import GROUND, HALO, TEXT, Colour, Side

FONT = "Roboto"
SIGNS = "Signs"
"""Has signs that the other lacks."""
CORNERS: dict[str, tuple[Point, ...]] = {
    "diamond": ((-1, 0), (0, 1), (1, 0), (0, -1)),
    "square": ((-0.8, -0.8), (-0.8, 0.8), (0.8, 0.8), (0.8, -0.8)),
    "triangle": ((-1, -0.8), (0, 1.1), (1, -0.8)),
}
"""Of the badges that are not round, in parts of their radius."""
ROUND_PX = 0.1
"""A circle's sides come no nearer to its middle than this."""
MIN_CORNERS = 16
SOFT_EDGE_DP = 0.5  # a smooth line fades out over this much at each side and looks thinner by it


class Pen:
    """Draws into a group of instructions, anew from time to time."""

    def __init__(self) -> None:
        self.group = InstructionGroup()

    def clear(self) -> None:
        """Wipes everything drawn so far."""
        self.group.clear()

    @contextmanager
    def only_in(self, box: Box) -> Iterator[None]:
        """Whatever is drawn meanwhile is cut off at the edges of a box."""
        place = (box.left_px, box.bottom_px), (box.right_px - box.left_px, box.top_px - box.bottom_px)
        self.group.add(StencilPush())
        self.group.add(Rectangle(pos=place[0], size=place[1]))
        self.group.add(StencilUse())
        yield
        self.group.add(StencilUnUse())
        self.group.add(Rectangle(pos=place[0], size=place[1]))
        self.group.add(StencilPop())

    def ring(self, centre: Point, radius_px: float, colour: Colour, width_dp: float, *, dashed: bool = False) -> None:
        """A circle."""
        width = dp(width_dp) / 2
        self._colour(HALO)
        self.group.add(SmoothLine(circle=_circle(centre, radius_px), width=width + dp(1)))
        self._colour(colour)
        if not dashed:
            self.group.add(SmoothLine(circle=_circle(centre, radius_px), width=width))
            return
        dashes = max(8, round(2 * math.pi * radius_px / dp(14)))
        step = 360 / dashes
        for dash in range(dashes):
            self.group.add(
                Line(circle=(*centre, radius_px, dash * step, (dash + 0.62) * step), width=width, cap="none")
            )

    def thin_ring(self, centre: Point, radius_px: float, colour: Colour) -> None:
        """A circle that keeps in the background."""
        self._colour(colour)
        self.group.add(SmoothLine(circle=_circle(centre, radius_px), width=dp(0.8)))

    def line(self, start: Point, end: Point, colour: Colour, width_dp: float, *, dash_dp: float = 0.0) -> None:
        """A straight line; dashed where `dash_dp` is above 0."""
        width = dp(width_dp) / 2
        self._colour(HALO)
        self.group.add(SmoothLine(points=(*start, *end), width=width + dp(1)))
        self._colour(colour)
        if dash_dp <= 0:
            self.group.add(SmoothLine(points=(*start, *end), width=width + dp(SOFT_EDGE_DP)))
            return
        length = math.dist(start, end)
        dashes = max(1, round(length / dp(2 * dash_dp)))
        for dash in range(dashes):
            along, until = dash / dashes, (dash + 0.55) / dashes
            self.group.add(
                Line(points=(*_between(start, end, along), *_between(start, end, until)), width=width, cap="none")
            )

    def outline(self, points: Sequence[Point], colour: Colour, width_dp: float) -> None:
        """A closed line through points."""
        flat = [coordinate for point in points for coordinate in point]
        # Kivy's smooth lines grow long spikes at sharp corners; plain ones know round joints.
        self._colour(HALO)
        self.group.add(Line(points=flat, close=True, width=dp(width_dp) / 2 + dp(1), joint="round"))
        self._colour(colour)
        self.group.add(Line(points=flat, close=True, width=dp(width_dp) / 2, joint="round"))

    def net(self, lines: Sequence[tuple[Point, Point]], colour: Colour) -> None:
        """Many thin lines that keep in the background, each with a shadow; they cost little, however many there are."""
        for off_px, shade in ((1.0, (*HALO[:3], colour[3])), (0.0, colour)):
            self._colour(shade)
            vertices = [value for ends in lines for x, y in ends for value in (x + off_px, y - off_px, 0, 0)]
            self.group.add(Mesh(vertices=vertices, indices=list(range(2 * len(lines))), mode="lines"))

    def area(self, contours: Sequence[Sequence[Point]], colour: Colour) -> None:
        """A filled area; contours within contours are holes."""
        self._colour(colour)
        for mesh in filled(contours):
            self.group.add(mesh)

    def disc(self, centre: Point, radius_px: float, colour: Colour) -> None:
        """A filled circle."""
        self._colour(colour)
        self.group.add(
            Ellipse(
                pos=(centre[0] - radius_px, centre[1] - radius_px),
                size=(2 * radius_px, 2 * radius_px),
                segments=corners(radius_px),
            )
        )

    def badge(self, centre: Point, radius_px: float, side: Side) -> None:
        """The filled shape of a player."""
        corners = CORNERS.get(side.shape)
        if corners is None:
            self.disc(centre, radius_px, side.colour)
            return
        radius_px += dp(2)
        points = [(centre[0] + x * radius_px, centre[1] + y * radius_px) for x, y in corners]
        self._colour(side.colour)
        self.group.add(
            Mesh(
                vertices=[value for x, y in points for value in (x, y, 0, 0)],
                indices=list(range(len(points))),
                mode="triangle_fan",
            )
        )

    def text(self, words: str, centre: Point, colour: Colour, size_sp: float) -> None:
        """Words without a ground; of a lone sign, in a font that has it."""
        texture = written(words, size_sp, _font_of(words))
        self._colour(colour)
        self.group.add(_around(texture, centre))

    def text_size(self, words: str, size_sp: float) -> Size:
        """Width and height of words without a ground, in pixels."""
        width, height = written(words, size_sp, _font_of(words)).size
        return float(width), float(height)

    def label(
        self,
        words: str,
        centre: Point,
        colour: Colour,
        ground: Colour,
        size_sp: float = 14,
        font: str = FONT,
    ) -> None:
        """Words on a rounded ground."""
        texture = written(words, size_sp, font)
        width, height = self.label_size(words, size_sp, font)
        self._colour(ground)
        self.group.add(
            RoundedRectangle(
                pos=(centre[0] - width / 2, centre[1] - height / 2), size=(width, height), radius=[height / 2]
            )
        )
        self._colour(colour)
        self.group.add(_around(texture, centre))

    def label_size(self, words: str, size_sp: float, font: str = FONT) -> Size:
        """Width and height of words on their ground, in pixels."""
        width, height = written(words, size_sp, font).size
        return width + dp(10), height + dp(3)

    def name(self, words: str, owner: str, centre: Point, side: Side, size_sp: float) -> None:
        """A name with the badge of its owner before it."""
        texture = written(words, size_sp)
        badge = written(owner, size_sp - 2) if owner else None
        badge_px = texture.size[1] + dp(4) if badge else 0
        width, height = self.name_size(words, owner, size_sp)
        left = centre[0] - width / 2
        self._colour((*GROUND[:3], 0.88))
        self.group.add(RoundedRectangle(pos=(left, centre[1] - height / 2), size=(width, height), radius=[height / 2]))
        self._colour(TEXT)
        self.group.add(_around(texture, (left + badge_px + dp(4) + texture.size[0] / 2, centre[1])))
        if badge:
            spot = left + badge_px / 2, centre[1]
            self.badge(spot, height / 2, side)
            self._colour(GROUND)
            self.group.add(_around(badge, spot))

    def name_size(self, words: str, owner: str, size_sp: float) -> Size:
        """Width and height of a name with its badge, in pixels."""
        width, height = written(words, size_sp).size
        return width + (height + dp(4) if owner else 0) + dp(12), height + dp(3)

    def _colour(self, colour: Colour) -> None:
        self.group.add(Color(*colour))


def filled(contours: Sequence[Sequence[Point]]) -> list[Mesh]:
    """What fills an area; contours within contours are holes."""
    tesselator = Tesselator()
    for contour in contours:
        tesselator.add_contour([coordinate for point in contour for coordinate in point])
    if not tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS):
        return []
    return [Mesh(vertices=vertices, indices=indices, mode="triangle_fan") for vertices, indices in tesselator.meshes]


def corners(radius_px: float) -> int:
    """With so many corners a circle looks round; each of them costs."""
    return max(MIN_CORNERS, math.ceil(math.pi / math.acos(1 - ROUND_PX / max(radius_px, 1.0))))


def _font_of(words: str) -> str:
    return FONT if len(words) > 1 or words.isalnum() or words.isascii() else SIGNS


def _circle(centre: Point, radius_px: float) -> tuple[float, ...]:
    return (*centre, radius_px, 0, 360, corners(radius_px))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _around(texture: Texture, centre: Point) -> Rectangle:
    width, height = texture.size
    return Rectangle(
        texture=texture, pos=(round(centre[0] - width / 2), round(centre[1] - height / 2)), size=(width, height)
    )


def written(words: str, size_sp: float, font: str = FONT) -> Texture:
    """The texture of some words; the same words are drawn once."""
    return _written(words, sp(size_sp), font)


@lru_cache(maxsize=512)
def _written(words: str, size_px: float, font: str) -> Texture:
    image = TextImage(text=words, font_size=size_px, font_name=font, bold=font == FONT)
    image.refresh()
    return image.texture
