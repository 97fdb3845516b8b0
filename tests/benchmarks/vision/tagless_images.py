"""Pictures that show no tag in play but much that is like one, and how doubtful each likeness is to the eyes.

Three kinds: things that are mistaken for tags, as in the tests; black squares on white paper with anything in the place
of the code (parts of photographs, random figures, codes that differ by two bits or more); and photographs, turned,
mirrored and scaled. Each is exposed twice, with noise of its own.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from companion.printing.stock import tag_stock
from tests.vision.clutter_image import CELL_PX, SIZE, blank_tag, lay, lit_things
from vision import Lens
from vision.alignment.placement import place_tags
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import opencv_dictionary
from vision.fiducials.region_search import EdgeRange, TagCandidate, propose
from vision.images.frame_view import GreyView
from vision.table import Tag
from vision.tracking.acceptance import doubt_of
from vision.tracking.tag_tracker import lying

KINDS = ("framed", "things", "photographs")
EDGES_PX = (20.0, 24.0, 30.0)
CONTRASTS = (60.0, 20.0, 10.0)
MODEL = CameraModel(
    Lens(SIZE, ((1000.0, 0.0, 639.5), (0.0, 1000.0, 359.5), (0.0, 0.0, 1.0)), (0.0,) * 5),
    np.diag([1.0, -1.0, -1.0]),
    np.array([-320.0, 180.0, 500.0]),
)
"""Two pixels to a millimetre."""

MIN_BITS = 2
CODE_PX = 64


@dataclass(frozen=True, slots=True)
class Likenesses:
    """What a picture showed that was compared with tags.

    Attributes:
        kind: Of picture.
        squares: How many squares were looked into.
        doubts: (placed, 2) of each that was placed, in either exposure; infinite where it does not look like a tag.
    """

    kind: str
    squares: int
    doubts: np.ndarray


def similarities(seed: int) -> Likenesses:
    """Makes a picture and has it looked at."""
    rng = np.random.default_rng([seed, 9])
    kind, edge_px = KINDS[seed % 3], EDGES_PX[seed // 3 % 3]
    light, blur_px = _light(kind, edge_px, rng), float(rng.uniform(0.7, 1.5))
    level, noise = float(rng.choice([0.03, 0.25, 1.0])), float(rng.uniform(1, 6))
    blurred = cv2.GaussianBlur(light, (0, 0), blur_px) * level
    views = [GreyView(_exposed(blurred, noise, rng)) for _ in range(2)]
    edges = EdgeRange(edge_px, edge_px, CONTRASTS[seed // 9 % 3])
    name, ids = tag_stock().dictionary, tag_stock().ids
    found, unread = propose(views[0].grey(views[0].whole), name, edges, ids=ids)
    found = [each for each in found if each.tag_id in ids]
    tags = [Tag(each.tag_id, edge_px / 2, 0.0, 0.0) for each in found]
    doubts = [doubts_of(view, MODEL, name, found, tags) for view in views]
    return Likenesses(kind, len(found) + len(unread), np.column_stack(doubts))


def doubts_of(view: GreyView, model: CameraModel, name: str, found: list[TagCandidate], tags: list[Tag]) -> np.ndarray:
    """(n,) how doubtful each of some proposals is, taken for the tag in play with its id."""
    if not found:
        return np.empty(0)
    starts = np.stack([lying(model, each, tag) for each, tag in zip(found, tags, strict=True)])
    places = place_tags(view, model, [(name, tag) for tag in tags], starts, 1.0, 6)
    told = zip(tags, places, strict=True)
    return np.array([np.inf if place is None else doubt_of(name, tag.id, place) for tag, place in told])


def _light(kind: str, edge_px: float, rng: np.random.Generator) -> np.ndarray:
    if kind == "photographs" and _photographs():
        return _part(rng, SIZE, 0.15, 1.6)
    if kind == "things":
        return lit_things(rng, tag_stock().ids, edge_px)
    coarse = rng.uniform(0.02, 0.5, (30, 53)).astype(np.float32)
    light = np.maximum(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC), 0.01)
    for y in range(0, SIZE[1] - CELL_PX, CELL_PX):
        for x in range(0, SIZE[0] - CELL_PX, CELL_PX):
            side_px = edge_px * rng.uniform(0.85, 1.15) * 8 / 6
            lay(light[y : y + CELL_PX, x : x + CELL_PX], _framed(rng), side_px, rng)
    return light


def _exposed(light: np.ndarray, noise: float, rng: np.random.Generator) -> np.ndarray:
    grey = 255 * np.clip(light, 0, 1) ** (1 / 2.2) + rng.normal(0, noise, light.shape)
    return np.clip(np.round(grey), 0, 255).astype(np.uint8)


def _framed(rng: np.random.Generator) -> np.ndarray:
    """White paper, a black border, and anything in the place of the code."""
    thing = blank_tag()
    match rng.integers(5):
        case 0 if _photographs():
            inner = np.clip(_part(rng, (CODE_PX, CODE_PX), 0.1, 1.5) * rng.uniform(0.8, 2.5), 0.02, 0.85)
        case 1:
            inner = _figures(rng)
        case 2:
            count = int(rng.choice([2, 3, 5, 6, 7, 8]))
            inner = _enlarged(rng.choice([0.03, 0.8], (count, count)), cv2.INTER_NEAREST)
        case 3:
            inner = _enlarged(np.where(_made_up(rng), 0.8, 0.03), cv2.INTER_NEAREST)
        case _:
            count = int(rng.choice([3, 5]))
            inner = _enlarged(rng.uniform(0.03, 0.8, (count, count)), cv2.INTER_CUBIC)
            inner = np.where(inner > 0.4, 0.8, 0.03) if rng.random() < 0.5 else inner
    thing[32:96, 32:96] = inner
    return thing


def _enlarged(cells: np.ndarray, how: int) -> np.ndarray:
    return cv2.resize(cells.astype(np.float32), (CODE_PX, CODE_PX), interpolation=how)


def _made_up(rng: np.random.Generator) -> np.ndarray:
    """A code that differs from every one in play by two bits or more."""
    while True:
        bits = (rng.random((4, 4)) < 0.5).astype(np.uint8)
        if (_codes() != bits).sum(axis=(1, 2)).min() >= MIN_BITS:
            return bits


@cache
def _codes() -> np.ndarray:
    book = opencv_dictionary(tag_stock().dictionary)
    bits = [cv2.aruco.generateImageMarker(book, tag_id, 6)[1:-1, 1:-1] > 127 for tag_id in tag_stock().ids]
    return np.array([np.rot90(one, turns) for one in bits for turns in range(4)]).astype(np.uint8)


def _figures(rng: np.random.Generator) -> np.ndarray:
    """Squares and discs one over the other."""
    drawn = np.zeros((CODE_PX, CODE_PX), np.float32)
    for _ in range(rng.integers(2, 30)):
        x, y = rng.uniform(0, CODE_PX, 2).tolist()
        long_px, light = float(rng.uniform(6, 40)), float(rng.choice([0.03, 0.8, rng.uniform(0.03, 0.8)]))
        if rng.random() < 0.6:
            corners = cv2.boxPoints(
                ((x, y), (long_px, long_px * float(rng.uniform(0.5, 1))), float(rng.uniform(0, 90)))
            )
            cv2.fillConvexPoly(drawn, np.round(corners * 16).astype(np.int32), light, cv2.LINE_AA, 4)
        else:
            cv2.circle(drawn, (round(16 * x), round(16 * y)), round(8 * long_px), light, -1, cv2.LINE_AA, 4)
    return drawn


def _part(rng: np.random.Generator, size: tuple[int, int], smallest: float, largest: float) -> np.ndarray:
    """Part of a photograph, turned, perhaps mirrored, so many times as large, as linear light."""
    photographs = _photographs()
    picture = photographs[int(rng.integers(len(photographs)))]
    times = float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
    to_part = cv2.getRotationMatrix2D((0.0, 0.0), float(rng.uniform(0, 360)), times)
    middle = rng.uniform(0.2, 0.8, 2) * picture.shape[1::-1]
    to_part[:, 2] = np.array(size) / 2 - to_part[:, :2] @ middle
    if times < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / times)
    part = cv2.warpAffine(picture, to_part, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    part = part[:, ::-1] if rng.random() < 0.5 else part
    return ((part / 255.0) ** 2.2).astype(np.float32)


@cache
def _photographs() -> list[np.ndarray]:
    """Grey photographs, none with a tag of our dictionary."""
    folder = Path(__file__).resolve().parents[2] / "golden"
    files = [*sorted((folder / "dice").glob("*.jpg")), *sorted((folder / "photos").glob("*.*g"))]
    return [cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in files if not file.name.startswith("cdf")]
