"""Pictures full of what tags are mistaken for: everything but a tag in play."""

import cv2
import numpy as np

from vision.arrays import Image

SIZE = (1280, 720)
CELL_PX = 64
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_PLAIN)
FOREIGN = ("DICT_5X5_100", "DICT_6X6_100", "DICT_APRILTAG_36h11", "DICT_ARUCO_ORIGINAL", "DICT_4X4_100")
FINE = 4


def clutter_picture(seed: int, in_play: tuple[int, ...], edge_px: float) -> Image:
    """(720, 1280) uint8: about 200 things of the size of a tag, none of which is a tag of DICT_4X4_100 in play.

    Args:
        seed: What lies where, and light, blur and noise.
        in_play: Ids that must not appear.
        edge_px: Size of the things, about.
    """
    rng = np.random.default_rng(seed)
    light = lit_things(rng, in_play, edge_px)
    blurred = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.7, 1.5)) * rng.choice([0.03, 0.25, 1.0])
    grey = 255 * np.clip(blurred, 0, 1) ** (1 / 2.2) + rng.normal(0, rng.uniform(1, 6), blurred.shape)
    return np.clip(np.round(grey), 0, 255).astype(np.uint8)


def lit_things(rng: np.random.Generator, in_play: tuple[int, ...], edge_px: float) -> np.ndarray:
    """(720, 1280) float32: the same as linear light, sharp."""
    coarse = rng.uniform(0.02, 0.5, (SIZE[1] // 24, SIZE[0] // 24)).astype(np.float32)
    light = np.maximum(cv2.resize(coarse, SIZE, interpolation=cv2.INTER_CUBIC), 0.01)
    makers = (_spot, _letter, _die, _mosaic, _foreign, _frame, _face, _screen, _modules)
    for y in range(0, SIZE[1] - CELL_PX, CELL_PX):
        for x in range(0, SIZE[0] - CELL_PX, CELL_PX):
            thing = makers[rng.integers(len(makers))](rng, in_play)
            side_px = edge_px * rng.uniform(0.85, 1.15) * 8 / 6
            lay(light[y : y + CELL_PX, x : x + CELL_PX], thing, side_px, rng)
    return light


def lay(cell: np.ndarray, thing: np.ndarray, side_px: float, rng: np.random.Generator) -> None:
    """Paints a square thing, turned anyhow, into the middle of a cell."""
    count = len(thing)
    turn = cv2.getRotationMatrix2D((count / 2 - 0.5, count / 2 - 0.5), rng.uniform(0, 360), FINE * side_px / count)
    turn[:, 2] += FINE * CELL_PX / 2 - count / 2
    size = (FINE * CELL_PX, FINE * CELL_PX)
    shown = cv2.warpAffine(thing.astype(np.float32), turn, size, flags=cv2.INTER_LINEAR)
    there = cv2.warpAffine(np.ones_like(thing, dtype=np.float32), turn, size, flags=cv2.INTER_LINEAR)
    shown, there = (cv2.resize(each, (CELL_PX, CELL_PX), interpolation=cv2.INTER_AREA) for each in (shown, there))
    cell[:] = cell * (1 - there) + shown


def blank_tag() -> np.ndarray:
    """White paper with a black square, like a tag without a code; 16 points a module."""
    thing = np.full((128, 128), 0.8)
    thing[16:112, 16:112] = 0.03
    return thing


def _spot(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    thing = blank_tag()
    for _ in range(rng.integers(1, 3)):
        centre = tuple(int(v) for v in rng.uniform(48, 80, 2))
        axes = tuple(int(v) for v in rng.uniform(6, 30, 2))
        cv2.ellipse(thing, centre, axes, rng.uniform(0, 180), 0, 360, 0.8, -1)
    return thing


def _letter(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    drawn = np.zeros((128, 128), dtype=np.uint8)
    text = chr(int(rng.integers(33, 123)))
    cv2.putText(drawn, text, (38, 92), FONTS[rng.integers(len(FONTS))], rng.uniform(1.8, 2.8), 255, 7)
    thing = np.maximum(blank_tag(), drawn / 255 * 0.8)
    return thing if rng.random() < 0.7 else 0.83 - thing


def _die(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    thing = blank_tag()
    places = [(40, 40), (88, 88), (88, 40), (40, 88), (64, 64), (40, 64), (88, 64)]
    for place in places[: rng.integers(1, 8)]:
        cv2.circle(thing, place, int(rng.integers(6, 13)), 0.8, -1)
    return thing


def _mosaic(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    count = int(rng.integers(3, 12))
    tiles = rng.choice([0.03, 0.2, 0.8], (count, count)).astype(np.float32)
    return cv2.resize(tiles, (128, 128), interpolation=cv2.INTER_NEAREST).astype(np.float64)


def _foreign(rng: np.random.Generator, in_play: tuple[int, ...]) -> np.ndarray:
    name = FOREIGN[rng.integers(len(FOREIGN))]
    tags = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    ids = [n for n in range(100) if name != "DICT_4X4_100" or n not in in_play]
    code = cv2.aruco.generateImageMarker(tags, int(rng.choice(ids)), 96)
    return np.pad(code, 16, constant_values=255) / 255 * 0.77 + 0.03


def _frame(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    thing = np.full((128, 128), rng.uniform(0.03, 0.3))
    cv2.rectangle(thing, (8, 8), (120, 120), rng.uniform(0.3, 0.8), int(rng.integers(4, 14)))
    return thing


def _face(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    thing = np.full((128, 128), 0.03)
    cv2.ellipse(thing, (64, 64), (44, 56), 0, 0, 360, 0.5, -1)
    for x in (46, 82):
        cv2.circle(thing, (x, 52), int(rng.integers(5, 10)), 0.05, -1)
    cv2.ellipse(thing, (64, 86), (18, 7), 0, 0, 180, 0.1, 4)
    return thing


def _screen(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    thing = blank_tag()
    for y in range(28, 104, int(rng.integers(9, 16))):
        cv2.line(thing, (26, y), (int(rng.integers(40, 100)), y), float(rng.uniform(0.2, 0.8)), 5)
    return thing


def _modules(rng: np.random.Generator, _: tuple[int, ...]) -> np.ndarray:
    """A square of modules that is the code of no tag by construction: one module is grey."""
    code = rng.choice([0.03, 0.8], (4, 4))
    code[rng.integers(4), rng.integers(4)] = 0.3
    code[rng.integers(4), rng.integers(4)] = 0.3
    thing = blank_tag()
    thing[32:96, 32:96] = np.kron(code, np.ones((16, 16)))
    return thing
