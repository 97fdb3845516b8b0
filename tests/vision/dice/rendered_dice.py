"""Pictures of dice for development: rounded cubes with pips, seen and lit as a camera over a table sees them.

Every die is a rounded box that rays are marched against; light comes from one soft lamp, a second weaker one and the
room; gloss mirrors the lamp. Lengths are in millimetres, colours linear, until the picture is developed.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}
FACES = ((2, 1, 1), (2, -1, 6), (0, 1, 2), (0, -1, 5), (1, 1, 3), (1, -1, 4))
"""Axis, sign and value."""

COLOURS = {
    "white": (0.80, 0.82, 0.82),
    "ivory": (0.55, 0.72, 0.78),
    "black": (0.02, 0.02, 0.02),
    "red": (0.04, 0.03, 0.55),
    "blue": (0.45, 0.07, 0.03),
    "green": (0.08, 0.30, 0.04),
    "yellow": (0.03, 0.62, 0.80),
    "purple": (0.20, 0.03, 0.12),
    "orange": (0.02, 0.25, 0.80),
    "gold": (0.08, 0.30, 0.45),
    "grey": (0.25, 0.25, 0.25),
    "turquoise": (0.35, 0.30, 0.04),
}
"""BGR, linear."""

PAIRS = [
    ("white", "black"), ("ivory", "black"), ("black", "white"), ("red", "white"), ("blue", "white"), ("green", "white"),
    ("yellow", "black"), ("purple", "white"), ("orange", "black"), ("gold", "black"), ("turquoise", "yellow"),
    ("green", "yellow"), ("black", "red"), ("white", "red"), ("white", "blue"), ("grey", "white"), ("red", "black"),
    ("black", "yellow"), ("blue", "yellow"), ("grey", "black"),
]  # fmt: skip


@dataclass
class RenderedDie:
    side: float
    at: np.ndarray
    turn: np.ndarray
    body: tuple
    pip: tuple
    rounding: float = 0.12
    pip_radius: float = 0.09
    pip_step: float = 0.25
    six_step: float = 1.0
    marble: float = 0.0
    gloss: float = 0.5
    seed: int = 0
    top: int = 0
    note: str = ""


@dataclass
class RenderedTable:
    width: int = 640
    height: int = 480
    focal: float = 700.0
    tilt: float = 0.0
    roll: float = 0.0
    distance: float = 300.0
    ground: np.ndarray | None = None
    ground_mm: float = 400.0
    lamp: tuple = (0.4, 0.3, 0.85)
    lamp_soft: float = 0.15
    lamp_power: float = 0.8
    ambient: float = 0.35
    blur: float = 0.6
    noise: float = 0.01
    quality: int = 88
    exposure: float = 1.0
    tint: tuple = (1.0, 1.0, 1.0)
    seed: int = 0
    dice: list = field(default_factory=list)

    def camera(self):
        c, s = np.cos(self.tilt), np.sin(self.tilt)
        forward = np.array((0.0, s, -c))
        right = np.array((1.0, 0.0, 0.0))
        down = np.cross(forward, right)
        rc, rs = np.cos(self.roll), np.sin(self.roll)
        right, down = rc * right + rs * down, -rs * right + rc * down
        eye = -forward * self.distance
        return eye, np.stack((right, down, forward))

    def project(self, points):
        eye, axes = self.camera()
        seen = (np.asarray(points, float) - eye) @ axes.T
        return seen[..., :2] / seen[..., 2:] * self.focal + np.array((self.width, self.height)) / 2 - 0.5


def rotation_up(value, yaw, lean=0.0, lean_way=0.0):
    """A turn that brings the face of this value up."""
    axis, sign, _ = next(face for face in FACES if face[2] == value)
    z = np.zeros(3)
    z[axis] = sign
    x = np.zeros(3)
    x[(axis + 1) % 3] = 1
    y = np.cross(z, x)
    base = np.stack((x, y, z))  # rows: world axes in the die's frame
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array(((c, -s, 0), (s, c, 0), (0, 0, 1))) @ base
    if lean:
        way = np.array((np.cos(lean_way), np.sin(lean_way), 0.0))
        lean_turn, _ = cv2.Rodrigues(way * lean)
        turn = lean_turn @ turn
    return turn


def box_distance(local, half, rounding):
    q = np.abs(local) - (half - rounding)
    inside = np.maximum(np.maximum(q[..., 0], q[..., 1]), q[..., 2])
    return length(np.maximum(q, 0)) + np.minimum(inside, 0) - rounding


def dot(one, other):
    """Of vectors, (..., 3): numpy is slow where it reduces an axis of three."""
    product = one * other
    return product[..., 0] + product[..., 1] + product[..., 2]


def length(vectors):
    return np.sqrt(dot(vectors, vectors))


def smooth_noise(rng, shape, cell):
    small = rng.random((max(2, int(shape[0] / cell) + 2), max(2, int(shape[1] / cell) + 2))).astype(np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)


def shade(table, point, normal, view, surface, skip):
    albedo, gloss = surface
    dice = table.dice
    lamp = np.array(table.lamp) / np.linalg.norm(table.lamp)
    lit = np.clip(normal @ lamp, 0, 1) * shadow(table, dice, point + normal * 0.05, lamp, skip)
    ambient = table.ambient * (0.65 + 0.35 * normal[..., 2]) * occlusion(dice, point, normal, skip)
    colour = albedo * (table.lamp_power * lit + ambient)[..., None]
    if np.any(np.asarray(gloss) > 0):
        mirror = 2 * dot(normal, view)[..., None] * normal - view
        cosine = np.clip(dot(mirror, lamp), -1, 1)
        lobe = 1 / (1 + np.exp(-(cosine - np.cos(table.lamp_soft * 1.3)) * 200))
        fresnel = 0.04 + 0.96 * np.clip(1 - dot(normal, view), 0, 1) ** 5
        sky = np.clip(mirror[..., 2], 0, 1) * table.ambient * 0.8
        colour = colour + (gloss * (fresnel * (sky + 14 * table.lamp_power * lobe)))[..., None]
    return colour


def shadow(table, dice, point, lamp, skip):
    light = np.ones(point.shape[:-1], np.float32)
    for die in dice:
        # Only points whose way to the lamp passes near the die can lie in its shadow.
        to_die = (die.at - point).astype(np.float32)
        along = to_die @ lamp.astype(np.float32)
        aside = length(to_die - along[..., None] * lamp.astype(np.float32))
        near = (along > -die.side) & (aside < 0.9 * die.side + table.lamp_soft * 2 * np.maximum(along, 0))
        if not near.any():
            continue
        local0 = -to_die[near] @ die.turn.astype(np.float32)
        way = (lamp @ die.turn).astype(np.float32)
        best = np.ones(len(local0), np.float32)
        t = np.maximum(along[near] - 1.2 * die.side, (0.02 if die is not skip else 0.12) * die.side)
        for _ in range(12):
            d = box_distance(local0 + way * t[..., None], die.side / 2, die.rounding * die.side)
            best = np.minimum(best, 0.5 + 0.5 * d / (table.lamp_soft * np.maximum(t, 0.1)))
            t = t + np.clip(d, 0.08 * die.side, 0.6 * die.side)
        best = np.clip(best, 0, 1)
        light[near] *= best * best * (3 - 2 * best)
    return light


def occlusion(dice, point, normal, skip):
    open_ = np.ones(point.shape[:-1], np.float32)
    for die in dice:
        if die is skip:
            continue
        reach = 0.45 * die.side
        near = length(point - die.at) < 1.6 * die.side
        if not near.any():
            continue
        d = box_distance(
            (point[near] + normal[near] * reach * 0.6 - die.at) @ die.turn, die.side / 2, die.rounding * die.side
        )
        open_[near] *= 1 - 0.6 * np.clip(1 - d / reach, 0, 1)
    if skip is not None:
        down = np.clip(point[..., 2] / (0.7 * skip.side), 0, 1)
        open_ = open_ * np.where(normal[..., 2] < 0.7, 0.55 + 0.45 * down, 1)
    return open_


def die_albedo(die, local):
    """Colour of a surface point of a die, and its gloss."""
    half = die.side / 2
    axis = np.abs(local).argmax(axis=-1)
    colour = np.broadcast_to(np.array(die.body), (*local.shape[:-1], 3)).copy()
    if die.marble:
        rng = np.random.default_rng(die.seed)
        phase = rng.random(4) * 6.28
        k = rng.normal(0, 1.0, (4, 3)) * 5 / die.side
        waves = sum(np.sin(local @ k[i] + phase[i] + 1.5 * np.sin(local @ k[(i + 1) % 4])) for i in range(4)) / 4
        other = np.array(rng.random(3) * 0.5)
        mix = np.clip(die.marble * waves, -die.marble, die.marble)[..., None]
        colour = np.clip(colour * (1 + 0.8 * mix) + np.maximum(mix, 0) * 0.5 * other, 0.005, 0.9)
    pip = np.zeros(local.shape[:-1], bool)
    for face_axis, sign, value in FACES:
        on = (
            (axis == face_axis)
            & (np.sign(local[..., face_axis]) == sign)
            & (np.abs(local[..., face_axis]) > 0.8 * half)
        )
        if not on.any():
            continue
        u, v = local[..., (face_axis + 1) % 3], local[..., (face_axis + 2) % 3]
        step = die.pip_step * die.side
        for x, y in PIPS[value]:
            pip |= on & (
                np.hypot(u - x * step, v - y * step * (die.six_step if value == 6 else 1)) < die.pip_radius * die.side
            )
    colour[pip] = die.pip
    return colour, np.where(pip, 0.3 * die.gloss, die.gloss)


SAMPLES = 3
"""Rays along each edge of a pixel that shows a die."""

CORNERS = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])


def rays(table, px, py):
    """(..., 3) directions into the world."""
    _, axes = table.camera()
    flat = np.stack((px - table.width / 2 + 0.5, py - table.height / 2 + 0.5, np.full_like(px, table.focal)), -1)
    world = flat @ axes
    return world / length(world)[..., None]


def box_of(table, die):
    """Corner and opposite corner of the part of the picture that the die may cover, and its size."""
    seen = table.project(CORNERS * die.side / 2 @ die.turn.T + die.at)
    low, high = np.floor(seen.min(0)).astype(int) - 2, np.ceil(seen.max(0)).astype(int) + 3
    return np.maximum(low, 0), np.minimum(high, (table.width, table.height)), high - low


def render(table):
    """(h, w, 3) 8 bit BGR."""
    eye, _ = table.camera()
    picture = ground_with_shadows(table, eye)
    for die in sorted(table.dice, key=lambda die: -np.linalg.norm(die.at - eye)):
        paint_die(table, die, eye, picture)
    return develop(table, picture, np.random.default_rng(table.seed))


def ground_with_shadows(table, eye):
    x, y = np.meshgrid(np.arange(float(table.width)), np.arange(float(table.height)))
    way = rays(table, x, y)
    hit = eye + way * (-eye[2] / np.minimum(way[..., 2], -1e-3))[..., None]
    at = ((hit[..., :2] / table.ground_mm + 0.5) * table.ground.shape[0]).astype(np.float32)
    ground = cv2.remap(table.ground, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    lamp = np.array(table.lamp) / np.linalg.norm(table.lamp)
    picture = (ground * (table.lamp_power * lamp[2] + table.ambient)).astype(np.float32)
    near = np.zeros((table.height, table.width), bool)
    for low, high, extent in (box_of(table, die) for die in table.dice):
        (x0, y0), (x1, y1) = np.maximum(low - extent, 0), np.maximum(high + extent, 0)
        near[y0:y1, x0:x1] = True
    if near.any():
        point = hit[near]
        up = np.broadcast_to(np.array((0.0, 0.0, 1.0)), point.shape)
        picture[near] = shade(table, point, up, -way[near], (ground[near], 0.0), None)
    return picture


def paint_die(table, die, eye, picture):
    low, high, _ = box_of(table, die)
    if np.any(high <= low):
        return
    (x0, y0), (x1, y1) = low, high
    px, py = np.meshgrid(
        np.arange(x0 * SAMPLES, x1 * SAMPLES) / SAMPLES + (0.5 / SAMPLES - 0.5),
        np.arange(y0 * SAMPLES, y1 * SAMPLES) / SAMPLES + (0.5 / SAMPLES - 0.5),
    )
    ray = rays(table, px, py)
    way_px = np.linalg.norm(eye - die.at)
    local_eye, local_ray = (eye - die.at) @ die.turn, ray @ die.turn
    t = np.full(px.shape, way_px - die.side)
    d = t
    for _ in range(24):
        d = box_distance(local_eye + local_ray * t[..., None], die.side / 2, die.rounding * die.side)
        t = t + d
    mask = (d < 0.02 * die.side) & (t < way_px + die.side)
    local = (local_eye + local_ray * t[..., None])[mask]
    if not len(local):
        return
    q = np.maximum(np.abs(local) - (die.side / 2 - die.rounding * die.side), 0) * np.sign(local)
    normal = q / np.maximum(length(q)[..., None], 1e-9)
    colour = np.zeros((*px.shape, 3), np.float32)
    point = local @ die.turn.T + die.at
    colour[mask] = shade(table, point, normal @ die.turn.T, -ray[mask], die_albedo(die, local), die)
    size = (x1 - x0, y1 - y0)
    cover = cv2.resize(mask.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    colour = cv2.resize(np.minimum(colour, 4.0), size, interpolation=cv2.INTER_AREA)
    picture[y0:y1, x0:x1] = picture[y0:y1, x0:x1] * (1 - cover[..., None]) + colour


def develop(table, picture, rng):
    if table.blur > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), table.blur)
    radius = np.hypot(*np.meshgrid(np.linspace(-1, 1, table.width), np.linspace(-1, 1, table.height))) / 2**0.5
    light = picture * (table.exposure * (1 - 0.25 * radius**2))[..., None] * np.array(table.tint, np.float32)
    light = light + rng.normal(0, 1, light.shape) * table.noise * np.sqrt(np.maximum(light, 0) + 0.01) * 0.5
    tone = np.clip(light, 0, 1) ** (1 / 2.2)
    image = np.clip(tone * 255 + rng.normal(0, 0.6, light.shape), 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, table.quality])[1], cv2.IMREAD_COLOR)
