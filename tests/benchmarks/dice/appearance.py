"""What dice are made of and what is on their faces: colours, marble, pips, stickers, and how they take the light.

Light is linear; colours are (blue, green, red).
"""

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.benchmarks.dice.solid import FACES, Solid, plane_axes
from vision.dice.stickers.faces import Symbol, drawn, sticker_shapes

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PAPER, INK = 0.76, 0.045
COLUMNS = 256
DARK_PIP, PALE_PIP = (0.02, 0.02, 0.02), (0.72, 0.76, 0.78)
RED_PIP, GOLD_PIP = (0.03, 0.03, 0.45), (0.10, 0.45, 0.62)
MIN_APART = 0.1
"""Colours that differ by less look alike."""

BODIES = {
    "white": ((0.74, 0.75, 0.76), (DARK_PIP, DARK_PIP, RED_PIP, (0.4, 0.1, 0.04))),
    "ivory": ((0.52, 0.66, 0.74), (DARK_PIP, (0.03, 0.05, 0.12))),
    "black": ((0.02, 0.02, 0.02), (PALE_PIP, PALE_PIP, GOLD_PIP, (0.05, 0.08, 0.7))),
    "red": ((0.03, 0.03, 0.42), (PALE_PIP, PALE_PIP, DARK_PIP, GOLD_PIP)),
    "blue": ((0.38, 0.12, 0.04), (PALE_PIP, PALE_PIP, GOLD_PIP)),
    "green": ((0.06, 0.26, 0.05), (PALE_PIP, PALE_PIP, GOLD_PIP)),
    "yellow": ((0.05, 0.52, 0.66), (DARK_PIP,)),
    "grey": ((0.2, 0.2, 0.2), (PALE_PIP, DARK_PIP)),
}


@dataclass(frozen=True, slots=True)
class DieAppearance:
    """How a die looks.

    Attributes:
        name: Colour and kind of its body, for the reports.
        body: Its colour.
        vein: A second colour that runs through it, if any, and how fast it changes, 1/mm.
        vein_rate: See there.
        vein_shift: (3,) where the marble begins.
        through: Share of light that shines through it.
        gloss: Roughness of its surface; small is a mirror.
        pip: Colour of its pips.
        pip_radius: In edges.
        pip_step: From the middle to an outer pip, in edges.
        pip_deep: Slope at a pip's rim; 0 is printed.
        big_one: Whether its single pip is large and red.
        stickers: Textures by value, 1 is paper, if it has stickers.
        sticker_mm: Their edge.
        sticker_off: By value: shift right and up in mm, and turn in rad.
        sticker_gloss: Roughness of the paper.
        paper: The paper's colour.
    """

    name: str
    body: tuple[float, float, float]
    vein: tuple[float, float, float] | None = None
    vein_rate: float = 0.3
    vein_shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    through: float = 0.0
    gloss: float = 0.15
    pip: tuple[float, float, float] = DARK_PIP
    pip_radius: float = 0.095
    pip_step: float = 0.25
    pip_deep: float = 0.7
    big_one: bool = False
    stickers: dict[int, np.ndarray] = field(default_factory=dict)
    sticker_mm: float = 12.0
    sticker_off: dict[int, tuple[float, float, float]] = field(default_factory=dict)
    sticker_gloss: float = 0.6
    paper: tuple[float, float, float] = (PAPER, PAPER, PAPER)

    def hides(self, value: int) -> bool:
        """Whether the pips of a face have the body's colour, so that nobody can see them."""
        pip = RED_PIP if value == 1 and self.big_one else self.pip
        return not self.stickers and max(abs(one - two) for one, two in zip(pip, self.body, strict=True)) < MIN_APART


@dataclass(frozen=True, slots=True)
class Surface:
    """Points of a die's skin, in its own frame: colour, normal, roughness, and what shines through."""

    colour: np.ndarray
    normals: np.ndarray
    rough: np.ndarray
    through: float


def random_appearance(rng: np.random.Generator) -> DieAppearance:
    """A body with pips."""
    name = str(rng.choice(list(BODIES)))
    body, pips = BODIES[name]
    colour = tuple(float(np.clip(c * rng.uniform(0.8, 1.2), 0.01, 0.8)) for c in body)
    kind = rng.choice(["plain", "plain", "plain", "marbled", "clear"])
    vein = None
    if kind == "marbled":
        vein = tuple(float(np.clip(c * rng.uniform(0.45, 0.8) + rng.uniform(0.0, 0.06), 0.0, 0.8)) for c in body)
    pip = pips[int(rng.integers(len(pips)))]
    return DieAppearance(
        name=f"{name} {kind}",
        body=colour,
        vein=vein,
        vein_rate=float(rng.uniform(0.15, 0.5)),
        vein_shift=tuple(rng.uniform(0, 50, 3)),
        through=float(rng.uniform(0.25, 0.5)) if kind == "clear" else 0.0,
        gloss=float(rng.choice([0.04, 0.08, 0.15, 0.3, 0.5])),
        pip=pip,
        pip_radius=float(rng.uniform(0.082, 0.112)),
        pip_step=float(rng.uniform(0.23, 0.27)),
        pip_deep=float(rng.choice([0.0, 0.4, 0.8, 1.2])),
        big_one=bool(rng.random() < 0.12),
    )


def with_stickers(
    look: DieAppearance,
    rng: np.random.Generator,
    sticker_mm: float,
    die: int | None,
    px_per_mm: float,
    symbols: tuple[str, ...] = (),
) -> DieAppearance:
    """The same die with stickers over its faces, put on by hand; `symbols` are drawn on them where a set says so."""
    side = int(np.clip(2.2 * px_per_mm * sticker_mm, 48, 512))
    warm = rng.uniform(0.93, 1.0, 3)
    return DieAppearance(
        name=f"{look.name}, {'coded' if die else 'plain'} stickers",
        body=look.body,
        vein=look.vein,
        vein_rate=look.vein_rate,
        vein_shift=look.vein_shift,
        gloss=look.gloss,
        stickers={
            value: drawn(sticker_shapes(value, die, Symbol(symbols[value - 1]) if symbols else None), side)
            for value in FACES
        },
        sticker_mm=sticker_mm,
        sticker_off={
            value: (float(rng.normal(0, 0.3)), float(rng.normal(0, 0.3)), float(rng.normal(0, 0.03))) for value in FACES
        },
        sticker_gloss=float(rng.choice([0.7, 0.7, 0.5, 0.25])),
        paper=tuple(float(PAPER * c) for c in warm),
    )


def surface(solid: Solid, look: DieAppearance, own: np.ndarray) -> Surface:
    """What the points (N, 3) of a die's skin are like."""
    normals = solid.normals(own)
    colour = _body(look, own)
    rough = np.full(len(own), look.gloss, np.float32)
    size = np.abs(own)
    axes = np.where(size[:, 0] > size[:, 1], 0, 1)
    axes[size[:, 2] > np.maximum(size[:, 0], size[:, 1])] = 2
    for value, (axis, sign) in FACES.items():
        index = np.flatnonzero((axes == axis) & (np.sign(own[:, axis]) == sign))
        if not len(index):
            continue
        across, up = plane_axes(axis, sign)
        place = np.stack([own[index] @ across, own[index] @ up], -1)
        if look.stickers:
            inside, colour_there = _sticker(look, value, place)
            colour[index[inside]] = colour_there
            rough[index[inside]] = look.sticker_gloss
            continue
        for middle, radius, pip in _pips(look, value, solid.edge_mm):
            off = (place - middle) / radius
            inside = np.flatnonzero(np.einsum("ij,ij->i", off, off) < 1.0)
            at = index[inside]
            colour[at] = pip
            bent = normals[at] - look.pip_deep * (off[inside, :1] * across + off[inside, 1:] * up)
            normals[at] = bent / np.sqrt(np.einsum("ij,ij->i", bent, bent))[:, None]
    return Surface(colour, normals, rough, look.through)


def _body(look: DieAppearance, own: np.ndarray) -> np.ndarray:
    body = np.asarray(look.body, np.float32)
    if look.vein is None:
        return np.broadcast_to(body, (len(own), 3)).copy()
    at = own * look.vein_rate + look.vein_shift
    waves = np.sin(at[:, 0] * 2 + 3 * np.sin(at[:, 1] * 1.7)) + np.sin(
        at[:, 1] * 3 + 2 * np.sin(at[:, 2] * 2.3 + at[:, 0])
    )
    share = (0.5 + 0.25 * waves)[:, None].astype(np.float32)
    return body * share + np.asarray(look.vein, np.float32) * (1 - share)


def _pips(
    look: DieAppearance, value: int, edge_mm: float
) -> list[tuple[np.ndarray, float, tuple[float, float, float]]]:
    """Middle, radius and colour of each pip of a face, mm from the face's middle."""
    radius_mm = look.pip_radius * edge_mm
    if value == 1 and look.big_one:
        return [(np.zeros(2), 1.7 * radius_mm, RED_PIP)]
    return [(np.array(place) * look.pip_step * edge_mm, radius_mm, look.pip) for place in PIPS[value]]


def _sticker(look: DieAppearance, value: int, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which places (N, 2) of a face the sticker covers, and its colour there."""
    shift_x, shift_y, turn = look.sticker_off[value]
    right, high = place[:, 0] - shift_x, place[:, 1] - shift_y
    cos, sin = math.cos(turn), math.sin(turn)
    u, v = (cos * right + sin * high) / look.sticker_mm, (cos * high - sin * right) / look.sticker_mm
    off = np.maximum(np.abs(u), np.abs(v))
    inside = np.flatnonzero(off < 0.5)
    texture = look.stickers[value]
    side = texture.shape[0]
    # OpenCV wants pictures less than 32768 long.
    at = np.zeros((-(-len(inside) // COLUMNS) * COLUMNS, 2), np.float32)
    at[: len(inside), 0] = (u[inside] + 0.5) * side - 0.5
    at[: len(inside), 1] = (0.5 - v[inside]) * side - 0.5
    paper = np.zeros((0, 1), np.float32)
    if len(inside):
        grid = at.reshape(-1, COLUMNS, 2)
        paper = cv2.remap(texture, grid, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rim = (off[inside] > 0.5 - 0.12 / look.sticker_mm)[:, None]
    tint = np.asarray(look.paper, np.float32) * np.where(rim, np.float32(0.72), np.float32(1.0))
    return inside, INK + paper.reshape(-1, 1)[: len(inside)] * (tint - np.float32(INK))
