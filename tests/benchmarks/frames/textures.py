"""What lies and stands about: tags, mats, cloths and cards, in linear light."""

import math

import cv2
import numpy as np

MODULE_TEXELS = 32
MAT_TEXELS_MM = 4
CARD_TEXELS_MM = 8
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
WORDS = ("Bridge", "Camp", "Gate", "Tower", "Mine", "North", "Ford", "Altar", "Well", "Start")
INK, PAPER = 0.035, 0.78


def tag_texture(dictionary: str, tag_id: int, margin_modules: float = 1.0) -> tuple[np.ndarray, float]:
    """A tag with its white margin, and how many times the black square's edge the whole is wide."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    modules = known.markerSize + 2
    pattern = cv2.aruco.generateImageMarker(known, tag_id, modules) > 127
    margin = round(margin_modules * MODULE_TEXELS)
    texels = np.kron(pattern, np.ones((MODULE_TEXELS, MODULE_TEXELS), bool))
    light = np.where(np.pad(texels, margin, constant_values=True), PAPER, INK).astype(np.float32)
    return opaque(np.repeat(light[..., None], 3, 2)), light.shape[0] / texels.shape[0]


def opaque(colours: np.ndarray) -> np.ndarray:
    return np.concatenate([colours, np.ones_like(colours[..., :1])], axis=-1).astype(np.float32)


def linear(picture: np.ndarray) -> np.ndarray:
    """Stored (h, w, 3) uint8 to linear light between 0 and 0.85."""
    levels = (np.arange(256) / 255.0) ** 2.2 * 0.85
    return levels.astype(np.float32)[picture]


def clouds(rng: np.random.Generator, size: int, cell: int, low: float, high: float) -> np.ndarray:
    """(size, size) float32 smooth noise that fits its own other side."""
    nodes = rng.uniform(low, high, (max(size // cell, 1),) * 2).astype(np.float32)
    tiled = cv2.resize(np.tile(nodes, (3, 3)), (3 * size, 3 * size), interpolation=cv2.INTER_CUBIC)
    return tiled[size : 2 * size, size : 2 * size]


def grain(rng: np.random.Generator) -> np.ndarray:
    """(512, 512) float32 round 1, for the surface of solids."""
    return clouds(rng, 512, 8, 0.75, 1.25) * clouds(rng, 512, 64, 0.85, 1.15)


def random_colour(rng: np.random.Generator, low: int = 30, high: int = 220) -> np.ndarray:
    return rng.integers(low, high, 3).astype(np.float64)


def cloth(rng: np.random.Generator) -> np.ndarray:
    """(512, 512, 3) float32."""
    colour = random_colour(rng, 40, 200)
    tile = np.ones((512, 512, 1)) * colour
    match rng.integers(3):
        case 0:
            stripes = (np.arange(512) // 16) % 2
            tile = tile * (1 - 0.2 * stripes[:, None, None]) * (1 - 0.2 * stripes[None, :, None])
        case 1:
            tile = tile * clouds(rng, 512, 32, 0.6, 1.3)[..., None]
        case _:
            tile = tile * clouds(rng, 512, 4, 0.8, 1.2)[..., None]
    return linear(np.clip(tile * clouds(rng, 512, 2, 0.9, 1.1)[..., None], 0, 255).astype(np.uint8))


def mat(rng: np.random.Generator, width_mm: float, height_mm: float) -> np.ndarray:
    """A printed mat: a ground of one of four kinds, and squares, pages and codes on it."""
    size = (round(width_mm * MAT_TEXELS_MM), round(height_mm * MAT_TEXELS_MM))
    makers = (_planks, _stones, _lines, _meadow)
    picture = makers[rng.integers(len(makers))](rng, size)
    _squares(rng, picture, int(rng.integers(10, 60)))
    for _ in range(int(rng.integers(1, 4))):
        _paste(rng, picture, page(rng))
    if rng.random() < 0.7:
        _paste(rng, picture, code(rng))
    return linear(picture)


def _planks(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    width, height = size
    picture = np.zeros((height, width, 3), np.uint8)
    streaks = cv2.resize(rng.uniform(0.8, 1.15, (height // 4, width // 96)).astype(np.float32), size)
    y = 0
    while y < height:
        deep = int(rng.integers(140, 240))
        colour = np.array([70, 110, 150]) * rng.uniform(0.6, 1.3) + rng.uniform(-15, 15, 3)
        picture[y : y + deep] = np.clip(colour * streaks[y : y + deep, :, None], 0, 255)
        cv2.line(picture, (0, y), (width, y), (25, 30, 40), 3)
        for x in range(int(rng.integers(0, 500)), width, int(rng.integers(400, 900))):
            cv2.line(picture, (x, y), (x, y + deep), (25, 30, 40), 3)
        y += deep
    return picture


def _stones(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    small = (size[0] // 3, size[1] // 3)
    seeds = rng.uniform(0, 1, (int(rng.integers(800, 3500)), 2)) * [small[0] - 1, small[1] - 1]
    blank = np.ones((small[1], small[0]), np.uint8)
    blank[seeds[:, 1].astype(int), seeds[:, 0].astype(int)] = 0
    far, labels = cv2.distanceTransformWithLabels(blank, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    shades = rng.integers(40, 190, (labels.max() + 1, 1)) + rng.integers(-20, 20, (labels.max() + 1, 3))
    borders = cv2.morphologyEx(labels.astype(np.float32), cv2.MORPH_GRADIENT, np.ones((3, 3))) > 0
    picture = np.clip(shades[labels] * (1.1 - 0.02 * far[..., None]), 0, 255).astype(np.uint8)
    picture[borders] = 25
    return cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)


def _lines(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    picture = np.full((size[1], size[0], 3), random_colour(rng, 20, 150), np.uint8)
    for _ in range(int(rng.integers(100, 400))):
        centre = tuple(int(v) for v in rng.uniform(0, 1, 2) * size)
        colour = tuple(int(v) for v in random_colour(rng, 0, 255))
        axes = tuple(int(v) for v in rng.integers(10, 120, 2))
        thick = int(rng.integers(2, 9))
        if rng.random() < 0.5:
            cv2.ellipse(picture, centre, axes, float(rng.uniform(0, 180)), 0, 360, colour, thick, cv2.LINE_AA)
        else:
            corner = (centre[0] + axes[0], centre[1] + axes[1])
            cv2.rectangle(picture, centre, corner, colour, thick, cv2.LINE_AA)
    return picture


def _meadow(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    shade = np.zeros((size[1], size[0]), np.float32)
    for cell, weight in ((240, 0.4), (60, 0.3), (12, 0.2), (4, 0.1)):
        nodes = rng.uniform(0, 1, (size[1] // cell, size[0] // cell)).astype(np.float32)
        shade += weight * cv2.resize(nodes, size, interpolation=cv2.INTER_LINEAR)
    dark, bright = random_colour(rng, 10, 90), random_colour(rng, 90, 230)
    return np.clip(dark + (bright - dark) * shade[..., None], 0, 255).astype(np.uint8)


def _squares(rng: np.random.Generator, picture: np.ndarray, count: int) -> None:
    """Black and white squares about as large as tags: what an outline detector stumbles over."""
    for _ in range(count):
        half, angle = rng.uniform(2, 14) * MAT_TEXELS_MM, rng.uniform(0, math.tau)
        centre = rng.uniform(0, 1, 2) * picture.shape[1::-1]
        turns = angle + math.pi / 4 + np.arange(4) * math.pi / 2
        corners = centre + half * np.stack([np.cos(turns), np.sin(turns)], -1)
        shade = int(rng.choice([rng.integers(15, 70), rng.integers(160, 240)]))
        cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], (shade, shade, shade), cv2.LINE_AA, 4)


def page(rng: np.random.Generator) -> np.ndarray:
    """A white leaf with lines of print and boxes with dots."""
    sheet = np.full((340, 480, 3), 225, np.uint8)
    for row in range(7):
        words = f"{rng.choice(WORDS)} {rng.integers(1, 99)}"
        cv2.putText(sheet, words, (15, 40 + 44 * row), int(rng.choice(FONTS)), 1.1, (20, 20, 20), 2, cv2.LINE_AA)
    for row in range(3):
        y = 40 + 100 * row
        cv2.rectangle(sheet, (360, y), (430, y + 70), (15, 15, 15), -1)
        cv2.circle(sheet, (395, y + 35), int(rng.integers(8, 22)), (225, 225, 225), -1, cv2.LINE_AA)
    return sheet


def code(rng: np.random.Generator) -> np.ndarray:
    """Black and white cells, like a QR code."""
    cells = (rng.random((int(rng.integers(7, 14)),) * 2) < 0.5).astype(np.uint8) * 200 + 20
    return np.repeat(cv2.resize(cells, (220, 220), interpolation=cv2.INTER_NEAREST)[..., None], 3, 2)


def _paste(rng: np.random.Generator, picture: np.ndarray, sheet: np.ndarray) -> None:
    sheet = np.rot90(sheet, int(rng.integers(4)))
    height, width = sheet.shape[:2]
    y, x = int(rng.integers(0, picture.shape[0] - height)), int(rng.integers(0, picture.shape[1] - width))
    picture[y : y + height, x : x + width] = sheet


def card(rng: np.random.Generator) -> tuple[np.ndarray, tuple[float, float]]:
    """A playing card, a leaf, a code or a printed face as a texture, and its width and height in mm."""
    match rng.integers(4):
        case 0:
            picture, size_mm = _playing_card(rng), (58.0, 88.0)
        case 1:
            picture, size_mm = page(rng), (96.0, 68.0)
        case 2:
            picture, size_mm = (
                cv2.copyMakeBorder(code(rng), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=(230,) * 3),
                (44.0, 44.0),
            )
        case _:
            picture, size_mm = _face(rng), (58.0, 80.0)
    return opaque(linear(picture)), size_mm


def _playing_card(rng: np.random.Generator) -> np.ndarray:
    sheet = np.full((704, 464, 3), 232, np.uint8)
    colour = (20, 20, 20) if rng.random() < 0.5 else (30, 30, 190)
    for _ in range(int(rng.integers(1, 11))):
        x, y = (int(v) for v in rng.uniform([80, 100], [384, 604]))
        if rng.random() < 0.5:
            cv2.rectangle(sheet, (x - 40, y - 40), (x + 40, y + 40), colour, -1)
            cv2.circle(sheet, (x, y), 14, (232, 232, 232), -1, cv2.LINE_AA)
        else:
            cv2.ellipse(sheet, (x, y), (30, 44), 0, 0, 360, colour, -1, cv2.LINE_AA)
    cv2.putText(sheet, str(rng.choice(list("A23456789JQK"))), (16, 84), FONTS[2], 2.6, colour, 6, cv2.LINE_AA)
    return sheet


def _face(rng: np.random.Generator) -> np.ndarray:
    sheet = np.full((640, 464, 3), random_colour(rng, 120, 230), np.uint8)
    skin = tuple(int(v) for v in rng.integers(120, 230, 3))
    cv2.ellipse(sheet, (232, 300), (150, 200), 0, 0, 360, skin, -1, cv2.LINE_AA)
    for x in (170, 294):
        cv2.ellipse(sheet, (x, 260), (34, 18), 0, 0, 360, (240, 240, 240), -1, cv2.LINE_AA)
        cv2.circle(sheet, (x, 260), 14, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.ellipse(sheet, (232, 390), (60, 22), 0, 0, 180, (40, 40, 120), 12, cv2.LINE_AA)
    return sheet
