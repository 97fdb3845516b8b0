"""The shapes of objects that stand on the mat: bases with miniatures, and dice."""

import math

import numpy as np

from vision.simulation.render.solid import Ball, Body, Colour, Corners, Disc, Shading
from vision.simulation.scene.scene import BASE_THICK_MM
from vision.simulation.scene.script import PiecePose
from vision.table import BaseLayout, Tag

SKIN: Colour = (136.0, 170.0, 214.0)
PAPER_COLOUR: Colour = (236.0, 236.0, 236.0)
DIE_MM = 16.0
LIVERIES: dict[str, Colour] = {
    "A": (196.0, 120.0, 46.0),
    "B": (104.0, 62.0, 178.0),
    "C": (48.0, 140.0, 206.0),
    "D": (84.0, 160.0, 96.0),
}
"""Blue, green and red of the cloaks of each player, near the colours in which the screens show them."""
STRIP_MARGIN_MODULES = 1


def paper_bodies(base: BaseLayout, pose: PiecePose) -> tuple[Body, ...]:
    """Returns the paper under a base: a strip from the base's centre to beyond each of its tags."""
    strips = []
    for tag in base.tags:
        margin_mm = STRIP_MARGIN_MODULES * tag.size_mm / 6
        way = math.atan2(tag.y_mm, tag.x_mm)
        far_mm = math.hypot(tag.x_mm, tag.y_mm) + tag.size_mm / 2 + margin_mm
        half_mm = tag.size_mm / 2 + margin_mm
        z_mm = pose.lift_mm + tag.height_mm
        corners = ((0.0, -half_mm), (far_mm, -half_mm), (far_mm, half_mm), (0.0, half_mm))
        points = tuple((*_turned(pose, pose.angle_rad + way, x, y), z_mm) for x, y in corners)
        strips.append(Body((Corners(points),), PAPER_COLOUR))
    return tuple(strips)


def _turned(pose: PiecePose, angle_rad: float, x_mm: float, y_mm: float) -> tuple[float, float]:
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    return pose.x_mm + cos * x_mm - sin * y_mm, pose.y_mm + sin * x_mm + cos * y_mm


def tag_place(tag: Tag, pose: PiecePose) -> tuple[float, float, float, float]:
    """Returns centre x, y, angle and height of a piece's tag in the mat frame."""
    x_mm, y_mm = _turned(pose, pose.angle_rad, tag.x_mm, tag.y_mm)
    return x_mm, y_mm, pose.angle_rad + tag.angle_rad, pose.lift_mm + tag.height_mm


def livery(base: BaseLayout) -> Colour | None:
    """Returns the colour of the owner of a miniature; None for an unknown owner."""
    return None if base.owner is None else LIVERIES.get(base.owner)


def miniature_bodies(
    base: BaseLayout, pose: PiecePose, seed: int, cloak_colour: Colour | None = None
) -> tuple[Body, ...]:
    """Returns a base's disc and the miniature on it, from the bottom up; its cloak has any colour if none is given."""
    rng = np.random.default_rng([seed, 4, *base.id.encode()])
    radius, x, y = base.radius_mm, pose.x_mm, pose.y_mm
    floor = pose.lift_mm + 0.4
    deck = floor + BASE_THICK_MM
    rim = _grey(rng, 28.0, 60.0)
    ground = _grey(rng, 70.0, 115.0)
    cloak, skin = _hue(rng, 150.0), _hue(rng, 205.0)
    waist, shoulder = deck + 0.45 * radius, deck + 1.15 * radius
    head_x, head_y = _turned(pose, pose.angle_rad, 0.08 * radius, 0.0)
    arm = rng.uniform(0.3, 1.2)
    if cloak_colour is not None:  # chance has shaped the body by now, so that colours do not change it
        cloak, skin = _darker(cloak_colour, rng.uniform(0.85, 1.1)), _darker(SKIN, rng.uniform(0.75, 1.05))
    hilt, point = (
        _turned(pose, pose.angle_rad + arm, 0.35 * radius, 0.0),
        _turned(pose, pose.angle_rad + arm, 0.95 * radius, 0.3 * radius),
    )
    return (
        Body((Disc(x, y, floor, radius), Disc(x, y, deck, radius)), rim),
        Body((Disc(x, y, deck, 0.94 * radius),), ground, Shading.SIDE),
        Body((Disc(x, y, deck, 0.46 * radius), Disc(x, y, waist, 0.28 * radius)), _darker(cloak, 0.6), Shading.SIDE),
        Body(
            (Disc(x, y, waist, 0.30 * radius), Disc(x, y, shoulder, 0.44 * radius)), _darker(cloak, 0.8), Shading.SIDE
        ),
        Body((Disc(x, y, shoulder, 0.44 * radius),), cloak, Shading.ROUND),
        Body(
            (Ball(*hilt, deck + 0.5 * radius, 0.9), Ball(*point, deck + 1.7 * radius, 0.6)),
            (190.0, 186.0, 180.0),
            Shading.ROUND,
        ),
        Body((Ball(head_x, head_y, shoulder + 0.2 * radius, 0.25 * radius),), skin, Shading.ROUND),
    )


def _grey(rng: np.random.Generator, low: float, high: float) -> Colour:
    level = rng.uniform(low, high)
    b, g, r = level + rng.uniform(-9.0, 9.0, 3)
    return (float(b), float(g), float(r))


def _hue(rng: np.random.Generator, level: float) -> Colour:
    b, g, r = level * rng.uniform(0.45, 1.0, 3)
    return (float(b), float(g), float(r))


def _darker(colour: Colour, share: float) -> Colour:
    return (colour[0] * share, colour[1] * share, colour[2] * share)


def die_bodies(x_mm: float, y_mm: float, angle_rad: float, pips: int) -> tuple[Body, ...]:
    """Returns a die that lies on the mat with `pips`, from 1 to 6, on top."""
    pose, half = PiecePose(x_mm, y_mm, angle_rad), DIE_MM / 2
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    low = tuple((*_turned(pose, angle_rad, a, b), 0.0) for a, b in square)
    high = tuple((*_turned(pose, angle_rad, a, b), DIE_MM) for a, b in square)
    cube = Body((Corners(low + high),), (38.0, 34.0, 150.0), Shading.SIDE)
    face = Body((Corners(high),), (52.0, 48.0, 196.0))
    spots = []
    for a, b in _PIPS[pips]:
        x, y = _turned(pose, angle_rad, a * 0.27 * DIE_MM, b * 0.27 * DIE_MM)
        spots.append(Body((Disc(x, y, DIE_MM, 0.09 * DIE_MM),), (232.0, 234.0, 234.0)))
    return (cube, face, *spots)


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
