"""One picture of a throw, and what is true of it."""

import json
import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.benchmarks.dice.appearance import surface
from tests.benchmarks.dice.ground import ground, lay_coin, litter, tray_sheet
from tests.benchmarks.dice.light import Lamp, Skin, lit, nearness, shadow
from tests.benchmarks.dice.scene import SIZE, DiceScene, Die, Lies, random_throw
from tests.benchmarks.dice.solid import FACES, Solid
from tests.benchmarks.frames.exposure import Exposure, expose
from vision.dice.stickers.faces import CODE_DICTIONARY, TRAY_CODES, symbol_of

FINE = 2
WHOLE, PART = 0.985, 0.80
"""Share of the marked upper face in sight: from the first on a die can be asked for; below the second it must not be
read."""
FLAT_RAD = math.radians(4.0)
LEANS_RAD = math.radians(12.0)
STEEPEST_RAD = math.radians(38.0)
WASHED = 0.12
"""Share of the upper face that a highlight may burn out while the die is still asked for."""


@dataclass(slots=True)
class TrueDie:
    """What is true of one die.

    Attributes:
        value: 1 to 6, the face that looks up.
        symbol: What a symbol die's face says.
        number: The coded die's number.
        corners_px: (4, 2) the upper face, or its sticker.
        box_px: Left, top, right, bottom of the whole die.
        look: Name of its material.
        seen: Share of the marked upper face in sight.
        lean_rad: Of the upper face from level.
        slant_rad: Between the upper face and the line of sight.
        asked: "must" be read, "may" be left unread, or must "not" be read.
        why: What keeps it from being asked for.
    """

    value: int
    symbol: str
    number: int | None
    corners_px: np.ndarray
    box_px: tuple[float, float, float, float]
    look: str
    seen: float
    lean_rad: float
    slant_rad: float
    asked: str = ""
    why: str = ""

    def json(self) -> dict[str, object]:
        return {
            "value": self.value,
            "symbol": self.symbol,
            "die": self.number,
            "corners_px": np.round(self.corners_px, 2).tolist(),
            "box_px": [round(v, 1) for v in self.box_px],
            "asked": self.asked,
            "why": self.why,
            "look": self.look,
            "seen": round(self.seen, 3),
            "lean_deg": round(math.degrees(self.lean_rad), 1),
            "slant_deg": round(math.degrees(self.slant_rad), 1),
        }


@dataclass(slots=True)
class Picture:
    """A rendered throw."""

    image: np.ndarray
    jpeg: np.ndarray
    dice: list[TrueDie]
    ground: str
    exposure: Exposure = field(default_factory=Exposure)

    def json(self, name: str) -> str:
        return json.dumps({"image": name, "ground": self.ground, "dice": [die.json() for die in self.dice]})


def render(kind: str, seed: int) -> Picture:
    """The picture of a seed; `kind` is pips, symbols, coded, kinds or oblique."""
    rng = np.random.default_rng([seed, {"pips": 11, "symbols": 12, "coded": 13, "kinds": 14, "oblique": 15}[kind]])
    return picture_of(random_throw(kind, rng), rng)


def picture_of(throw: DiceScene, rng: np.random.Generator) -> Picture:
    """The picture of a throw; ground, exposure and noise are by chance."""
    camera = throw.camera
    light = ground(camera, throw.ground, rng, throw.tray if throw.ground == "tray" else None)
    if throw.ground == "sheet" and throw.tray is not None:
        tray_sheet(camera, light, throw.tray, TRAY_CODES, CODE_DICTIONARY)
    litter(camera, light, rng, throw.litter_mm, throw.ground)
    for coin in throw.coins:
        lay_coin(camera, light, coin, float(rng.uniform(0.5, 1.2)))
    solids = [die.solid for die in throw.dice]
    lamp = throw.lamp
    straight = lamp.strength * math.cos(math.atan2(float(np.linalg.norm(lamp.place_mm[:2])), lamp.place_mm[2]))
    light *= (straight * shadow(camera, lamp, solids)[..., None] * lamp.colour).astype(np.float32) + np.float32(
        lamp.sky
    ) * nearness(camera, solids)[..., None]
    covers = _paint(throw, light)
    if throw.hand_px is not None:
        alpha = _hand(light, throw.hand_px, rng, camera.focal_px / camera.place_mm[2])
        _hide(covers, np.zeros(2, int), alpha)
    exposure = _exposure(rng)
    jpeg, image = expose(light, 1, exposure, rng)
    return Picture(image, jpeg, _truths(throw, covers, image), throw.ground, exposure)


@dataclass(slots=True)
class _Cover:
    """Where a die's marked upper face is seen: a window of the picture, the share seen, and how much there would be."""

    low: np.ndarray
    top: np.ndarray
    whole: float


def _paint(throw: DiceScene, light: np.ndarray) -> dict[int, _Cover]:
    """Lays the dice over the ground, those far from the camera first."""
    eye = throw.camera.place_mm
    order = sorted(range(len(throw.dice)), key=lambda i: -float(np.linalg.norm(throw.dice[i].solid.centre_mm - eye)))
    covers: dict[int, _Cover] = {}
    for index in order:
        die = throw.dice[index]
        spots = throw.camera.project(die.solid.corners_mm())
        low = np.maximum(np.floor(spots.min(0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(spots.max(0)).astype(int) + 3, SIZE)
        if (high <= low).any():
            continue
        colour, alpha, top = _die(throw, index, low, high)
        part = light[low[1] : high[1], low[0] : high[0]]
        part *= 1 - alpha[..., None]
        part += colour
        _hide(covers, low, alpha)
        square = throw.camera.project(_marked(die))
        covers[index] = _Cover(low, top, abs(cv2.contourArea(square.astype(np.float32))))
    return covers


def _die(throw: DiceScene, index: int, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Colour times alpha, alpha, and the share of the marked upper face, over a window."""
    die, camera = throw.dice[index], throw.camera
    width, height = (high - low) * FINE
    xs = (np.arange(width) + 0.5) / FINE - 0.5 + low[0]
    ys = (np.arange(height) + 0.5) / FINE - 0.5 + low[1]
    rays = camera.rays(np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2))
    hit, own = die.solid.hits(camera.place_mm, rays)
    points = own @ die.solid.turn.T + die.solid.centre_mm
    looks = surface(die.solid, die.look, own)
    skin = Skin(looks, points, looks.normals @ die.solid.turn.T, camera.place_mm)
    near = [
        other.solid
        for number, other in enumerate(throw.dice)
        if number != index and _may_shade(other.solid, die.solid, throw.lamp)
    ]
    colour = np.zeros((width * height, 3), np.float32)
    colour[hit] = lit(skin, throw.lamp, near)
    top = np.zeros(width * height, np.float32)
    top[hit] = _on_marked(die, own)
    shape, small = (int(height), int(width)), (int(width) // FINE, int(height) // FINE)

    def shrunk(values: np.ndarray) -> np.ndarray:
        return cv2.resize(values.reshape(*shape, -1).squeeze(), small, interpolation=cv2.INTER_AREA)

    return shrunk(colour), shrunk(hit.astype(np.float32)), shrunk(top)


def _may_shade(other: Solid, solid: Solid, lamp: Lamp) -> bool:
    """Whether a die is near, and not on the side away from the lamp."""
    apart = other.centre_mm - solid.centre_mm
    way = lamp.place_mm - solid.centre_mm
    along = apart @ way / np.linalg.norm(way)
    return bool(np.linalg.norm(apart) < 3.0 * solid.edge_mm and along > -0.6 * solid.edge_mm)


def _marked_mm(die: Die) -> float:
    """Edge of what has to be seen of a face: its sticker, or what its pips take up."""
    return die.look.sticker_mm if die.look.stickers else 0.8 * die.solid.edge_mm


def _marked(die: Die) -> np.ndarray:
    return die.solid.square_mm(die.value, _marked_mm(die))


def _on_marked(die: Die, own: np.ndarray) -> np.ndarray:
    axis, sign = FACES[die.value]
    others = [a for a in range(3) if a != axis]
    inside = np.abs(own[:, others]).max(-1) <= _marked_mm(die) / 2
    return (inside & (sign * own[:, axis] > 0.7 * die.solid.half_mm)).astype(np.float32)


def _hide(covers: dict[int, _Cover], low: np.ndarray, alpha: np.ndarray) -> None:
    """Takes from what is seen of earlier things what a nearer one covers; `alpha` is a window at `low`."""
    for cover in covers.values():
        first = np.maximum(cover.low, low)
        last = np.minimum(cover.low + cover.top.shape[::-1], low + alpha.shape[::-1])
        if (last <= first).any():
            continue
        a, b = first - cover.low, first - low
        size = last - first
        cover.top[a[1] : a[1] + size[1], a[0] : a[0] + size[0]] *= (
            1 - alpha[b[1] : b[1] + size[1], b[0] : b[0] + size[0]]
        )


def _hand(light: np.ndarray, line_px: np.ndarray, rng: np.random.Generator, px_per_mm: float) -> np.ndarray:
    """Lays a finger and its shadow over the picture; what of it the finger covers, (h, w)."""
    half = float(rng.uniform(8, 11)) * px_per_mm * 1.1
    mask = np.zeros(light.shape[:2], np.uint8)
    ends = [tuple(int(v) for v in np.clip(end, -4000, 4000)) for end in line_px]
    cv2.line(mask, ends[0], ends[1], 255, max(2, round(2 * half)), cv2.LINE_AA)
    alpha = mask.astype(np.float32) / 255
    shift = np.float32([[1, 0, rng.normal(0, half)], [0, 1, rng.normal(0, half)]])
    shade = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, SIZE), (0, 0), half / 2)
    light *= (1 - 0.5 * shade)[..., None]
    deep = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / half
    skin = np.array([0.22, 0.32, 0.52], np.float32) * float(rng.uniform(0.35, 1.1))
    round_light = 0.45 + 0.55 * np.sqrt(np.clip(deep * (2 - deep), 0, 1))
    light *= 1 - alpha[..., None]
    light += alpha[..., None] * skin * round_light[..., None]
    return alpha


def _exposure(rng: np.random.Generator) -> Exposure:
    return Exposure(
        blur_px=float(rng.uniform(0.5, 1.1)),
        defocus_px=float(rng.choice([0.0, 0.0, rng.uniform(0.6, 1.6)])),
        light=float(rng.uniform(0.6, 1.15)),
        noise_grey=float(rng.uniform(0.8, 5.0)),
        contrast=float(rng.uniform(0, 0.4)),
        sharpen=float(rng.choice([0.0, rng.uniform(0, 0.8)])),
        quality=int(rng.integers(68, 96)),
        vignette=float(rng.uniform(0, 0.3)),
        slope=(float(rng.normal(0, 0.08)), float(rng.normal(0, 0.08))),
    )


def _truths(throw: DiceScene, covers: dict[int, _Cover], image: np.ndarray) -> list[TrueDie]:
    truths = []
    for index, cover in sorted(covers.items()):
        die = throw.dice[index]
        spots = throw.camera.project(die.solid.corners_mm())
        axis, sign = FACES[die.value]
        normal = sign * die.solid.turn[:, axis]
        way = throw.camera.place_mm - (die.solid.centre_mm + normal * die.solid.half_mm)
        truth = TrueDie(
            value=die.value,
            symbol=str(symbol_of(die.value)) if die.look.stickers else "",
            number=die.number,
            corners_px=throw.camera.project(_marked(die)),
            box_px=(*spots.min(0), *spots.max(0)),
            look=die.look.name,
            seen=min(1.0, float(cover.top.sum()) / max(cover.whole, 1.0)),
            lean_rad=die.solid.upper()[1],
            slant_rad=math.acos(float(np.clip(normal @ way / np.linalg.norm(way), -1, 1))),
        )
        truth.asked, truth.why = _asked(die, truth, _washed(image, truth.corners_px))
        truths.append(truth)
    return truths


def _washed(image: np.ndarray, corners: np.ndarray) -> float:
    """Share of a face that is burnt out."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    inside = image[mask > 0]
    return float((inside.min(axis=1) >= 250).mean()) if len(inside) else 1.0


def _asked(die: Die, truth: TrueDie, washed: float) -> tuple[str, str]:
    """Whether a die must, may or must not be read, and why."""
    if truth.seen < PART:
        return "not", "hidden"
    if truth.lean_rad > LEANS_RAD:
        return "not", "leans"
    edges = ((truth.corners_px < 3) | (truth.corners_px > np.array(SIZE) - 4)).any()
    reasons = (
        (truth.lean_rad > FLAT_RAD, "leans a little"),
        (die.lies in {Lies.STACKED, Lies.BELOW}, "stacked"),
        (truth.seen < WHOLE, "partly hidden"),
        (bool(edges), "at the edge"),
        (truth.slant_rad > STEEPEST_RAD, "seen from the side"),
        (die.look.hides(die.value), "pips of the body's colour"),
        (washed > WASHED and sum(die.look.body) < 1.9 and not die.look.stickers, "glare"),
    )
    for holds, why in reasons:
        if holds:
            return "may", why
    return "must", ""
