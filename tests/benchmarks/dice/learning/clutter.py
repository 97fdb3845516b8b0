"""Things on a table that are no dice but resemble them: for networks to learn what not to find."""

import math

import cv2
import numpy as np

WORDS = ("3", "Roll 6", "o8o", "12", ".:.", "Charge", "VI", "20")

Colour = tuple[int, int, int]
"""Blue, green and red."""


def lay_clutter(
    image: np.ndarray, chance: np.random.Generator, count: int, taken: list[tuple[float, float, float]]
) -> None:
    """Draws things into an image, in place, but not over taken circles (x, y, radius)."""
    for _ in range(count):
        span = int(math.exp(chance.uniform(math.log(8), math.log(80))))
        at = chance.uniform(0, image.shape[0], 2)
        if any(math.hypot(at[0] - x, at[1] - y) < radius + 0.8 * span for x, y, radius in taken):
            continue
        patch, mask = np.zeros((4 * span, 4 * span, 3), np.uint8), np.zeros((4 * span, 4 * span), np.uint8)
        THINGS[chance.integers(len(THINGS))](patch, mask, span, chance)
        _paste(image, patch, mask, at, chance)


def texture(chance: np.random.Generator, edge_px: int) -> np.ndarray:
    """Returns a cloth, a print or noise without dice, (edge_px, edge_px, 3)."""
    image = np.full((edge_px, edge_px, 3), colour_of(chance), np.uint8)
    TEXTURES[chance.integers(len(TEXTURES))](image, int(chance.integers(7, 48)), colour_of(chance), chance)
    noise = chance.normal(0, chance.uniform(1, 14), image.shape)
    turn = cv2.getRotationMatrix2D((edge_px / 2, edge_px / 2), chance.uniform(0, 360), chance.uniform(1.0, 1.6))
    noisy = np.clip(image + noise, 0, 255).astype(np.uint8)
    turned = cv2.warpAffine(noisy, turn, (edge_px, edge_px), borderMode=cv2.BORDER_REFLECT)
    return cv2.GaussianBlur(turned, (0, 0), chance.uniform(0.4, 1.4))


def colour_of(chance: np.random.Generator) -> Colour:
    """Returns a colour by chance, often a grey."""
    blue, green, red = (int(value) for value in chance.integers(0, 256, 3))
    return (blue, blue, blue) if chance.random() < 0.35 else (blue, green, red)


def _dots(image: np.ndarray, step: int, colour: Colour, chance: np.random.Generator) -> None:
    radius, is_offset = max(1, int(step * chance.uniform(0.12, 0.42))), chance.random() < 0.5
    for y in range(0, len(image), step):
        for x in range(step // 2 if is_offset and (y // step) % 2 else 0, len(image), step):
            cv2.circle(image, (x, y), radius, colour, -1, cv2.LINE_AA)


def _squares(image: np.ndarray, step: int, colour: Colour, chance: np.random.Generator) -> None:
    side = 2 * max(1, int(step * chance.uniform(0.12, 0.42)))
    for y in range(0, len(image), step):
        for x in range(0, len(image), step):
            cv2.rectangle(image, (x, y), (x + side, y + side), colour, -1)


def _stripes(image: np.ndarray, step: int, colour: Colour, chance: np.random.Generator) -> None:
    for y in range(0, len(image), 2 * step):
        image[y : y + step] = colour
    image[:, :: max(2, step // 2)] = colour_of(chance)


def _checks(image: np.ndarray, step: int, colour: Colour, _chance: np.random.Generator) -> None:
    rows, columns = np.mgrid[: len(image), : len(image)] // step
    image[(rows + columns) % 2 == 1] = colour


def _clouds(image: np.ndarray, step: int, colour: Colour, chance: np.random.Generator) -> None:
    cells = len(image) // step + 2
    small = chance.random((cells, cells), np.float32)
    share = np.clip(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC), 0, 1)[..., None]
    image[:] = (image * (1 - share) + np.array(colour) * share).astype(np.uint8)


def _scatter(image: np.ndarray, _step: int, _colour: Colour, chance: np.random.Generator) -> None:
    for _ in range(int(chance.integers(30, 200))):
        place = chance.integers(0, len(image), 2).tolist()
        cv2.circle(image, place, int(chance.integers(2, 9)), colour_of(chance), -1, cv2.LINE_AA)


TEXTURES = (_dots, _dots, _squares, _stripes, _checks, _clouds, _scatter)


def _disc(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    """A coin, a counter or a base, perhaps with a ring or a spot."""
    middle = len(mask) // 2
    cv2.circle(mask, (middle, middle), span, 255, -1, cv2.LINE_AA)
    patch[:] = colour_of(chance)
    if chance.random() < 0.5:
        radius, width = int(span * chance.uniform(0.1, 0.8)), int(chance.choice([-1, 2, 4]))
        cv2.circle(patch, (middle, middle), radius, colour_of(chance), width)


def _card(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    """A flat card or counter with square corners and a few spots."""
    middle, high = len(mask) // 2, int(span * chance.uniform(0.5, 1.0))
    cv2.rectangle(mask, (middle - span, middle - high), (middle + span, middle + high), 255, -1)
    patch[:], mark = colour_of(chance), colour_of(chance)
    for _ in range(int(chance.integers(0, 6))):
        place = (middle + chance.integers(-span, span, 2)).tolist()
        cv2.circle(patch, place, max(1, span // int(chance.integers(5, 14))), mark, -1, cv2.LINE_AA)


def _spotted_card(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    """A large card with printed spots, as wide apart as pips."""
    mask[:] = 255
    patch[:], mark = colour_of(chance), colour_of(chance)
    step = int(chance.integers(max(3, span // 3), span + 4))
    for x in range(step, len(mask), step):
        for y in range(step, len(mask), step):
            if chance.random() < 0.55:
                cv2.circle(patch, (x, y), max(1, step // 5), mark, -1, cv2.LINE_AA)


def _tag(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    middle = len(mask) // 2
    inside = slice(middle - span, middle + span)
    mask[inside, inside] = 255
    cells = chance.integers(0, 2, (6, 6)) * 255
    cells[[0, -1]] = cells[:, [0, -1]] = 0
    code = cv2.resize(cells.astype(np.uint8), (2 * span, 2 * span), interpolation=cv2.INTER_NEAREST)
    patch[inside, inside] = code[..., None]


def _word(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    word, font = WORDS[chance.integers(len(WORDS))], int(chance.integers(8))
    cv2.putText(mask, word, (span // 4, 2 * span), font, span / 22, 255, max(1, span // 10), cv2.LINE_AA)
    patch[:] = colour_of(chance)


def _rod(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    """A pen, a finger or a ruler."""
    middle, width = len(mask) // 2, max(1, int(span * chance.uniform(0.15, 0.7)))
    cv2.line(mask, (0, middle), (len(mask), middle + int(chance.integers(-span, span))), 255, width, cv2.LINE_AA)
    patch[:] = colour_of(chance)


def _polyhedron(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    """A die with many faces, or a pebble: facets around a number."""
    middle, corners = len(mask) // 2, int(chance.integers(5, 9))
    body, mark = colour_of(chance), colour_of(chance)
    angle = np.arange(corners) * 2 * np.pi / corners + chance.uniform(0, 6)
    way = np.stack((np.cos(angle), np.sin(angle)), axis=1)
    rim = (middle + span * way).astype(np.int32)
    cv2.fillPoly(mask, [rim], 255, cv2.LINE_AA)
    for number in range(corners):
        shade = np.clip(np.array(body) * chance.uniform(0.6, 1.3), 0, 255).tolist()
        cv2.fillPoly(patch, [np.array([rim[number], rim[(number + 1) % corners], (middle, middle)])], shade)
    cv2.fillPoly(patch, [(middle + 0.55 * span * way[::2]).astype(np.int32)], body, cv2.LINE_AA)
    at = (middle - span // 4, middle + span // 5)
    cv2.putText(patch, str(chance.integers(1, 21)), at, 0, span / 45, mark, max(1, span // 12), cv2.LINE_AA)


def _loose_spots(patch: np.ndarray, mask: np.ndarray, span: int, chance: np.random.Generator) -> None:
    for _ in range(int(chance.integers(1, 9))):
        place = (len(mask) // 2 + chance.integers(-span, span + 1, 2)).tolist()
        cv2.circle(mask, place, max(1, span // int(chance.integers(4, 12))), 255, -1, cv2.LINE_AA)
    patch[:] = colour_of(chance)


THINGS = (_disc, _disc, _card, _spotted_card, _tag, _word, _rod, _polyhedron, _loose_spots)


def _paste(image: np.ndarray, patch: np.ndarray, mask: np.ndarray, at: np.ndarray, chance: np.random.Generator) -> None:
    """Lays a thing into an image, turned, with uneven light and perhaps a shadow."""
    size = len(patch)
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), chance.uniform(0, 360), 1.0)
    turn[:, 2] += at - size / 2
    high, wide = image.shape[:2]
    laid = cv2.warpAffine(patch, turn, (wide, high), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    share = cv2.warpAffine(mask, turn, (wide, high)).astype(np.float32)
    if chance.random() < 0.5:
        dark = cv2.GaussianBlur(np.roll(share, tuple(chance.integers(-5, 6, 2)), (0, 1)), (0, 0), 3.0) / 255
        image[:] = (image * (1 - 0.5 * dark[..., None])).astype(np.uint8)
    share = cv2.GaussianBlur(share, (0, 0), 0.7)[..., None] / 255
    light = cv2.resize(chance.uniform(0.75, 1.15, (2, 2)).astype(np.float32), (wide, high))[..., None]
    image[:] = np.clip(image * (1 - share) + laid * light * share, 0, 255).astype(np.uint8)
