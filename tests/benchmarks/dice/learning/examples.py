"""Pictures of dice with the place of each die, and crops of them, for the networks that find and read dice bodies.

A folder holds either photographs with one `truth.json` (`photographs.py` writes it) or rendered throws, each with its
own `NAME.truth.json` (`python -m tests.benchmarks.dice` writes them). Only numpy and OpenCV are needed here.
"""

import hashlib
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

HUGGED = "hugs-pips"
"""A folder whose name ends with this has boxes around the pips and not around the die."""

OBLIQUE = "oblique"
"""A folder whose name ends with this has photographs of dice seen obliquely, from upright cameras."""

MISLABELLED = frozenset({"dice_4", "dice_417", "dice_442", "dice_443", "dice_446"})
"""Photographs of GameDiceRecognition with boxes beside their dice, or with most dice unlabelled: no example."""

UNSPECKLED = 7
"""Of ten oblique photographs, the number whose specks, which that set's authors have added, are removed."""

SPECK = 35
"""Grey levels by which a speck differs from the pixels around it."""

HUGGED_DIE = 1.7
"""Typical edge of a die's outline, relative to the root of the area of such a box around four pips and more."""

NO_PIPS, LEANING, HIDDEN = 0, 7, 8
"""Classes besides the faces 1 to 6: a die of another kind, one that leans, and one whose face is half hidden."""

VALIDATION_IN = 6
"""One of so many photographs, chosen by the hash of its name, is not learned from."""


@dataclass(frozen=True, slots=True)
class LabelledBody:
    """One die of a picture.

    Attributes:
        centre_px: Its centre.
        size_px: Root of the area of its upright box.
        kind: Its class; None if more than one would do.
        is_sized: Whether the size is that of the die, and not an estimate.
        corners_px: (4, 2) its upper face; None if unknown.
    """

    centre_px: tuple[float, float]
    size_px: float
    kind: int | None
    is_sized: bool = True
    corners_px: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture with its dice."""

    name: str
    path: Path
    bodies: tuple[LabelledBody, ...]

    @property
    def is_oblique(self) -> bool:
        """Whether its upright direction tells the upper faces of its dice."""
        return self.path.parent.name.endswith(OBLIQUE)

    @property
    def photograph(self) -> str:
        """Name that all images made from one photograph share."""
        return self.name.split("_jpg")[0].split(".")[0]


def examples_of(folder: Path) -> list[LabelledPicture]:
    """Returns the pictures of a folder to learn from."""
    return [
        picture for picture in pictures_of(folder) if not is_held_out(picture) and picture.photograph not in MISLABELLED
    ]


def pictures_of(folder: Path) -> list[LabelledPicture]:
    """Returns the pictures of a folder."""
    if (folder / "truth.json").exists():
        return list(_photographs(folder))
    return [_rendered(path) for path in sorted(folder.glob("*.truth.json"))]


def is_held_out(picture: LabelledPicture) -> bool:
    """Whether a picture is kept for validation; copies of one photograph, which differ after `_jpg`, stay together."""
    return _hash(picture.photograph) % VALIDATION_IN == 0


def _hash(name: str) -> int:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16)


def _photographs(folder: Path) -> Iterator[LabelledPicture]:
    is_hugged = folder.name.endswith(HUGGED)
    for entry in json.loads((folder / "truth.json").read_text(encoding="utf-8")):
        bodies = []
        boxes = [die["box"] for die in entry["dice"]]
        sizes = [math.sqrt(max((x1 - x0) * (y1 - y0), 1.0)) for x0, y0, x1, y1 in boxes]
        many = [size for size, die in zip(sizes, entry["dice"], strict=True) if die["value"] >= 4]
        usual = HUGGED_DIE * float(np.median(many)) if many else 60.0
        for die, (x0, y0, x1, y1), size in zip(entry["dice"], boxes, sizes, strict=True):
            centre = ((x0 + x1) / 2, (y0 + y1) / 2)
            bodies.append(LabelledBody(centre, usual if is_hugged else size, die["value"], not is_hugged))
        yield LabelledPicture(entry["file"], folder / entry["file"], tuple(bodies))


def _rendered(path: Path) -> LabelledPicture:
    entry = json.loads(path.read_text(encoding="utf-8"))
    is_oblique, bodies = path.parent.name.endswith(OBLIQUE), []
    for die in entry["dice"]:
        x0, y0, x1, y1 = die["box_px"]
        may_be = die["value"] if is_oblique and die["why"] == "seen from the side" else None
        kinds = {"must": die["value"], "may": may_be, "not": LEANING if die["why"] == "leans" else HIDDEN}
        kind = NO_PIPS if die["symbol"] and die["asked"] != "may" else kinds[die["asked"]]
        corners = np.array(die["corners_px"])
        size = math.sqrt((x1 - x0) * (y1 - y0))
        bodies.append(LabelledBody(((x0 + x1) / 2, (y0 + y1) / 2), size, kind, corners_px=corners))
    return LabelledPicture(entry["image"], path.parent / entry["image"], tuple(bodies))


def load(path: Path) -> np.ndarray:
    """Returns a picture, (h, w, 3) BGR."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise FileNotFoundError(path)
    return image


def load_example(picture: LabelledPicture) -> np.ndarray:
    """Returns a picture to learn from, (h, w, 3) BGR."""
    image = load(picture.path)
    return _unspeckled(image) if picture.is_oblique and _hash(picture.name) % 10 < UNSPECKLED else image


def _unspeckled(image: np.ndarray) -> np.ndarray:
    calm = cv2.medianBlur(image, 3)
    grey, calm_grey = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(int) for one in (image, calm))
    is_speck = (abs(grey - calm_grey) > SPECK) & ((grey > 255 - SPECK // 2) | (grey < SPECK // 2))
    return np.where(is_speck[..., None], calm, image)


def cut(
    image: np.ndarray, centre_px: tuple[float, float], scale: float, angle_rad: float, view_px: int, *, mirrored: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Returns a part of a picture, (view_px, view_px, 3), and the matrix (2, 3) that leads there from the picture."""
    # An image that is shrunk much is halved first, so that no pixel is skipped.
    halvings = 0
    while scale * 2**halvings < 0.6:
        image = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        halvings += 1
    cosine, sine = math.cos(angle_rad), math.sin(angle_rad)
    turn = scale * np.array(((cosine, -sine), (sine, cosine)))
    if mirrored:
        turn[0] *= -1
    shift = (view_px - 1) / 2 - turn @ np.array(centre_px)
    whole = np.column_stack((turn, shift))
    small = whole.copy()
    small[:, :2] *= 2**halvings
    view = cv2.warpAffine(image, small, (view_px, view_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return view, whole


def recoloured(view: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Returns a view in other light and colours, blurred or noisy."""
    if chance.random() < 0.25:
        view = view[..., chance.permutation(3)]
    if chance.random() < 0.12:
        view = np.repeat(cv2.cvtColor(np.ascontiguousarray(view), cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    level = np.arange(256, dtype=np.float32)
    if chance.random() < 0.08:
        level = level[::-1]
    level = 255 * (level / 255) ** math.exp(chance.normal(0, 0.25))
    mean = float(view.mean())
    level = (level - mean) * math.exp(chance.normal(0, 0.2)) + mean * math.exp(chance.normal(0, 0.2))
    levels = level[:, None] * np.exp(chance.normal(0, 0.06, 3)).astype(np.float32)
    table = np.clip(levels, 0, 255).astype(np.uint8)[None]
    seen = cv2.LUT(np.ascontiguousarray(view), table)
    if chance.random() < 0.35:
        seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.3, 1.3))
    seen = seen.astype(np.float32)
    if chance.random() < 0.5:
        seen += np.float32(chance.uniform(1, 9)) * chance.standard_normal(seen.shape, dtype=np.float32)
    return np.clip(seen, 0, 255)
