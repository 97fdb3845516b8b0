"""Throws by chance: camera, lamp, ground, and dice that lie flat, touch, lean, are stacked or are half away."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from companion.referee.dice.kinds import dice_of
from tests.benchmarks.dice.appearance import DieAppearance, random_appearance, with_stickers
from tests.benchmarks.dice.camera import Pinhole, looking_at
from tests.benchmarks.dice.ground import GROUNDS, Coin, WalledTray
from tests.benchmarks.dice.light import Lamp, random_lamp
from tests.benchmarks.dice.solid import Solid, gap_mm, resting

SIZE = (1280, 720)
KINDS = dice_of("warseer")
"""Coded dice of several kinds."""
EDGES_MM = {
    "pips": (12.0, 14.0, 16.0, 16.0, 18.0),
    "symbols": (16.0, 20.0),
    "coded": (16.0, 20.0),
    "kinds": (16.0, 20.0),
}
OBLIQUE_RAD = (math.radians(30.0), math.radians(62.0))
"""Lean of an oblique camera, which stands upright and is turned by no more than a hand would turn it."""
MIN_FACE_PX = {"pips": (30.0, 75.0), "symbols": (38.0, 85.0), "coded": (52.0, 95.0), "kinds": (52.0, 95.0)}
"""From and to: how long the smallest die's marked face (a sticker, or the whole face) is in the picture's middle."""
LEANS_RAD = (math.radians(13.0), math.radians(42.0))
TRIES = 60


class Lies(StrEnum):
    """How a die lies."""

    FLAT = "flat"
    TOUCHING = "touching"
    LEANING = "leaning"
    STACKED = "stacked"
    BELOW = "below"


@dataclass(slots=True)
class Die:
    """One die of a throw."""

    solid: Solid
    look: DieAppearance
    value: int
    lies: Lies
    number: int | None = None


@dataclass(slots=True)
class DiceScene:
    """All that is in one picture."""

    kind: str
    camera: Pinhole
    lamp: Lamp
    ground: str
    tray: WalledTray | None
    dice: list[Die]
    coins: list[Coin] = field(default_factory=list)
    litter_mm: list[np.ndarray] = field(default_factory=list)
    hand_px: np.ndarray | None = None


def random_throw(kind: str, rng: np.random.Generator) -> DiceScene:
    """One throw of dice with `pips`, plain `symbols`, `coded` symbols, or the `kinds` of a game.

    `oblique` is a throw of dice with pips before a camera that looks at the table from the side, upright.
    """
    is_oblique = kind == "oblique"
    kind = "pips" if is_oblique else kind
    camera, px_per_mm, edge_mm = _camera(kind, rng, is_oblique=is_oblique)
    middle = camera.ground(camera.middle_px)
    throw = DiceScene(kind, camera, random_lamp(rng, middle), str(rng.choice(GROUNDS)), None, [])
    spots = camera.ground(np.array([[60.0, 60], [1220, 60], [1220, 660], [60, 660]]))
    low, high = np.sort(spots[:, 0])[[1, 2]], np.sort(spots[:, 1])[[1, 2]]
    if throw.ground in {"tray", "sheet"}:
        wall = float(rng.uniform(12, 25)) if throw.ground == "tray" else 0.0
        throw.tray = WalledTray(
            low[0], high[0], low[1], high[1], wall, rng.uniform(0.02, 0.3, 1) * rng.uniform(0.7, 1.0, 3)
        )
    maker = _Maker(throw, rng, edge_mm, px_per_mm)
    maker.fill()
    return throw


def _camera(kind: str, rng: np.random.Generator, *, is_oblique: bool) -> tuple[Pinhole, float, float]:
    edge_mm = float(rng.choice(EDGES_MM[kind]))
    face_mm = edge_mm if kind == "pips" else {16.0: 12.0, 20.0: 16.0}[edge_mm]
    px_per_mm = float(rng.uniform(*MIN_FACE_PX[kind])) / face_mm
    focal = SIZE[0] * float(rng.uniform(0.7, 1.45))
    lean = float(rng.choice([rng.uniform(0, 0.15), rng.uniform(0.1, 0.5)]))
    angles = (lean, float(rng.uniform(0, math.tau)), float(rng.normal(0, 0.15)))
    if is_oblique:
        focal = SIZE[0] * float(rng.uniform(0.95, 1.6))
        angles = (float(rng.uniform(*OBLIQUE_RAD)), -math.pi / 2, float(rng.normal(0, 0.06)))
    return looking_at(np.zeros(2), focal / px_per_mm, angles, focal, SIZE), px_per_mm, edge_mm


class _Maker:
    """Puts dice down one after the other so that none is inside another."""

    def __init__(self, throw: DiceScene, rng: np.random.Generator, edge_mm: float, px_per_mm: float) -> None:
        self.throw, self.rng, self.edge_mm, self.px_per_mm = throw, rng, edge_mm, px_per_mm
        self.one_look = random_appearance(rng) if rng.random() < 0.5 else None
        self.numbers: Iterator[int] = iter(rng.permutation(np.arange(1, 25)).tolist())

    def fill(self) -> None:
        rng = self.rng
        for _ in range(int(rng.integers(2, 12))):
            match rng.choice(["flat", "touching", "leaning", "stacked", "edge"], p=[0.62, 0.2, 0.09, 0.03, 0.06]):
                case "flat":
                    self._put(self._solid(), Lies.FLAT)
                case "touching":
                    self._touching()
                case "leaning":
                    self._leaning()
                case "stacked":
                    self._stacked()
                case _:
                    self._half_out()
        for _ in range(int(rng.integers(0, 4))):
            place = self._free(28.0)
            if place is not None:
                self.throw.litter_mm.append(place)
        if rng.random() < 0.08 and self.throw.dice:
            self._hand()

    def _solid(self) -> Solid:
        rng, edge = self.rng, self.edge_mm
        if self.throw.kind == "pips":
            edge *= float(rng.choice([1.0, 1.0, 1.0, rng.uniform(1.0, 1.25)]))
            rounded, ball = rng.uniform(0.05, 0.17) * edge, float(rng.choice([1.8, 1.8, rng.uniform(1.38, 1.55)]))
        else:
            rounded, ball = rng.uniform(0.05, 0.11) * edge, 1.8
        turn = _face_up(int(rng.integers(6)))
        yaw = _about_z(rng.uniform(0, math.tau))
        return Solid(edge, float(rounded), ball, np.zeros(3), yaw @ turn)

    def _place(self, margin_px: float = 30.0) -> np.ndarray:
        width, height = SIZE
        at = self.rng.uniform([margin_px, margin_px], [width - margin_px, height - margin_px])
        return self.throw.camera.ground(at)

    def _free(self, far_mm: float) -> np.ndarray | None:
        for _ in range(TRIES):
            place = self._place()
            if all(
                np.linalg.norm(die.solid.centre_mm[:2] - place) > far_mm + die.solid.edge_mm for die in self.throw.dice
            ):
                return place
        return None

    def _fits(self, solid: Solid, apart_mm: float) -> bool:
        tray = self.throw.tray
        if tray is not None and tray.wall_mm:
            x, y, edge = *solid.centre_mm[:2], 0.9 * solid.edge_mm
            if not (tray.left_mm + edge < x < tray.right_mm - edge and tray.low_mm + edge < y < tray.high_mm - edge):
                return False
        return all(gap_mm(solid, die.solid) > apart_mm for die in self.throw.dice)

    def _add(self, solid: Solid, lies: Lies) -> None:
        rng = self.rng
        look = self.one_look or random_appearance(rng)
        number = None
        if self.throw.kind != "pips":
            number = next(self.numbers) if self.throw.kind in ("coded", "kinds") else None
            drawn = KINDS.drawn[(number - 1) % len(KINDS.kinds)] if number and self.throw.kind == "kinds" else ()
            sticker_mm = 12.0 if self.edge_mm == 16.0 else 16.0
            look = with_stickers(look, rng, sticker_mm, number, self.px_per_mm, drawn)
        self.throw.dice.append(Die(solid, look, solid.upper()[0], lies, number))

    def _put(self, solid: Solid, lies: Lies, margin_px: float = 30.0) -> bool:
        for _ in range(TRIES):
            trial = resting(replace(solid, centre_mm=np.array([*self._place(margin_px), 0.0])))
            if self._fits(trial, 1.0):
                self._add(trial, lies)
                return True
        return False

    def _touching(self) -> None:
        """Beside a die that lies flat, moved up until they touch; often side by side like bricks."""
        rng = self.rng
        flat = [die for die in self.throw.dice if die.lies in {Lies.FLAT, Lies.TOUCHING}]
        if not flat:
            self._put(self._solid(), Lies.FLAT)
            return
        mate = flat[int(rng.integers(len(flat)))]
        solid = resting(self._solid())
        heading = rng.uniform(0, math.tau)
        if rng.random() < 0.5:
            solid = replace(solid, turn=_about_z(rng.integers(4) * math.pi / 2) @ mate.solid.turn)
            solid = resting(replace(solid, turn=solid.turn @ _face_up(int(rng.integers(6)))))
            sides = mate.solid.turn[:2][:, np.abs(mate.solid.turn[2]) < 0.5]
            heading = math.atan2(sides[1, 0], sides[0, 0]) + rng.integers(4) * math.pi / 2
        way = np.array([math.cos(heading), math.sin(heading), 0.0])
        slide = rng.normal(0, 0.15) * solid.edge_mm * np.array([-way[1], way[0], 0.0])
        start = solid.moved(np.array([*mate.solid.centre_mm[:2], 0.0]) + slide)
        near, far = 0.0, 2.5 * solid.edge_mm
        for _ in range(12):
            half = (near + far) / 2
            near, far = (half, far) if gap_mm(start.moved(half * way), mate.solid) < 0.05 else (near, half)
        trial = start.moved(far * way)
        if self._fits(trial, 0.0) and self._in_picture(trial):
            mate.lies = Lies.TOUCHING
            self._add(trial, Lies.TOUCHING)

    def _in_picture(self, solid: Solid) -> bool:
        spot = self.throw.camera.project(solid.centre_mm)
        return bool((spot > 30).all() and (spot < np.array(SIZE) - 30).all())

    def _leaning(self) -> None:
        """On one edge or corner, held up by coins, by another die, or by the tray's wall."""
        rng = self.rng
        solid = self._solid()
        lean = rng.uniform(*LEANS_RAD)
        about = rng.uniform(0, math.tau)
        axis = _about_z(about)[:, 0]
        if rng.random() < 0.7:
            sides = solid.turn[:, np.abs(solid.turn[2]) < 0.5]
            axis = sides[:, 0] * rng.choice([-1, 1])
        solid = replace(solid, turn=_about(axis, lean) @ solid.turn)
        if not self._put(solid, Lies.LEANING):
            return
        die = self.throw.dice[-1]
        rise = np.cross(axis, [0.0, 0.0, 1.0])[:2]
        rise = -rise / max(float(np.linalg.norm(rise)), 1e-9)
        points = die.solid.skin_mm()
        if (points[:, :2] - die.solid.centre_mm[:2])[points[:, 2] < 0.5].mean(0) @ rise > 0:
            rise = -rise
        if rng.random() < 0.5:
            radius = float(rng.uniform(9, 13))
            off = (points[:, :2] - die.solid.centre_mm[:2]) @ rise
            under = points[off > 0.3 * die.solid.edge_mm, 2]
            height = float(np.clip(under.min() if len(under) else 2.0, 1.0, 8.0))
            middle = die.solid.centre_mm[:2] + rise * (0.45 * die.solid.edge_mm + radius * 0.6)
            self.throw.coins.append(Coin(middle, radius, height))
            return
        mate = resting(self._solid())
        way = np.array([*rise, 0.0])
        for step in np.linspace(0.5, 1.6, 30):
            trial = mate.moved(np.array([*die.solid.centre_mm[:2], 0.0]) + step * die.solid.edge_mm * way)
            if self._fits(trial, 0.0) and self._in_picture(trial):
                self._add(trial, Lies.TOUCHING)
                return

    def _stacked(self) -> None:
        rng = self.rng
        if not self._put(self._solid(), Lies.BELOW):
            return
        below = self.throw.dice[-1].solid
        shift = rng.uniform(-0.38, 0.38, 2) * below.edge_mm
        trial = resting(self._solid(), below.edge_mm)
        trial = trial.moved(np.array([*(below.centre_mm[:2] + shift), 0.0]))
        if all(gap_mm(trial, die.solid) > 0.0 for die in self.throw.dice[:-1]):
            self._add(trial, Lies.STACKED)
        else:
            self.throw.dice[-1].lies = Lies.FLAT

    def _half_out(self) -> None:
        """Across the picture's edge."""
        rng = self.rng
        width, height = SIZE
        along, off = rng.uniform(0.05, 0.95), rng.uniform(-12, 12)
        at = [(along * width, off), (along * width, height + off), (off, along * height), (width + off, along * height)]
        place = self.throw.camera.ground(np.array(at[int(rng.integers(4))]))
        trial = resting(replace(self._solid(), centre_mm=np.array([*place, 0.0])))
        tray, self.throw.tray = self.throw.tray, None
        if self._fits(trial, 1.0):
            self._add(trial, Lies.FLAT)
        self.throw.tray = tray

    def _hand(self) -> None:
        """A finger that comes from outside and ends on or beside a die."""
        rng = self.rng
        die = self.throw.dice[int(rng.integers(len(self.throw.dice)))]
        tip = self.throw.camera.project(die.solid.centre_mm) + rng.normal(0, 25, 2)
        heading = rng.uniform(0, math.tau)
        self.throw.hand_px = np.array([tip, tip + 1600 * np.array([math.cos(heading), math.sin(heading)])])


def _about_z(angle: float) -> np.ndarray:
    return _about(np.array([0.0, 0.0, 1.0]), angle)


def _about(axis: np.ndarray, angle: float) -> np.ndarray:
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def _face_up(side: int) -> np.ndarray:
    """A turn that brings one of the six faces up."""
    right = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    return _about(right[0], side * math.pi / 2) if side < 4 else _about(right[1], (2 * side - 9) * math.pi / 2)
