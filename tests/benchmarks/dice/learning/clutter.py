"""Things on a table that are no dice but resemble them: for networks to learn what not to find."""

import math

import cv2
import numpy as np


def lay_clutter(image: np.ndarray, chance: np.random.Generator, count: int, taken: list[tuple[float, float, float]]) -> None:
    """Draws things into an image, in place, but not over taken circles (x, y, radius)."""
    for _ in range(count):
        span = int(math.exp(chance.uniform(math.log(8), math.log(80))))
        at = chance.uniform(0, image.shape[0], 2)
        if any(math.hypot(at[0] - x, at[1] - y) < radius + 0.8 * span for x, y, radius in taken):
            continue
        patch, mask = _thing(chance, span)
        _paste(image, patch, mask, at, chance)


def texture(chance: np.random.Generator, edge_px: int) -> np.ndarray:
    """Returns a cloth, a print or noise without dice, (edge_px, edge_px, 3)."""
    base, other = _colour(chance), _colour(chance)
    image = np.full((edge_px, edge_px, 3), base, np.uint8)
    kind = int(chance.integers(7))
    step = int(chance.integers(7, 48))
    if kind <= 2:
        radius = max(1, int(step * chance.uniform(0.12, 0.42)))
        for y in range(0, edge_px, step):
            odd = kind == 1 and (y // step) % 2
            for x in range(step // 2 if odd else 0, edge_px, step):
                if kind == 2:
                    cv2.rectangle(image, (x, y), (x + radius * 2, y + radius * 2), other, -1)
                else:
                    cv2.circle(image, (x, y), radius, other, -1, cv2.LINE_AA)
    elif kind == 3:
        for y in range(0, edge_px, 2 * step):
            image[y : y + step] = other
        image[:, :: max(2, step // 2)] = _colour(chance)
    elif kind == 4:
        for y in range(0, edge_px, step):
            for x in range(0, edge_px, step):
                if (x // step + y // step) % 2:
                    cv2.rectangle(image, (x, y), (x + step - 1, y + step - 1), other, -1)
    elif kind == 5:
        small = chance.random((edge_px // step + 2, edge_px // step + 2, 1)).astype(np.float32)
        share = cv2.resize(small, (edge_px, edge_px), interpolation=cv2.INTER_CUBIC)[..., None]
        image = np.clip(np.array(base) * (1 - share) + np.array(other) * share, 0, 255).astype(np.uint8)
    else:
        for _ in range(int(chance.integers(30, 200))):
            place = chance.integers(0, edge_px, 2).tolist()
            cv2.circle(image, place, int(chance.integers(2, 9)), _colour(chance), -1, cv2.LINE_AA)
    noise = chance.normal(0, chance.uniform(1, 14), image.shape)
    turn = cv2.getRotationMatrix2D((edge_px / 2, edge_px / 2), chance.uniform(0, 360), chance.uniform(1.0, 1.6))
    turned = cv2.warpAffine(np.clip(image + noise, 0, 255).astype(np.uint8), turn, (edge_px, edge_px), borderMode=cv2.BORDER_REFLECT)
    return cv2.GaussianBlur(turned, (0, 0), chance.uniform(0.4, 1.4))


def _colour(chance: np.random.Generator) -> tuple[int, int, int]:
    blue, green, red = (int(value) for value in chance.integers(0, 256, 3))
    if chance.random() < 0.35:
        green = red = blue
    return blue, green, red


def _thing(chance: np.random.Generator, span: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns a thing of this size, (n, n, 3), and its mask (n, n)."""
    size = 4 * span
    patch, mask = np.zeros((size, size, 3), np.uint8), np.zeros((size, size), np.uint8)
    body, mark = _colour(chance), _colour(chance)
    middle = size // 2
    kind = int(chance.integers(9))
    if kind <= 1:
        # Coins, counters and bases, some with a ring or a spot.
        cv2.circle(mask, (middle, middle), span, 255, -1, cv2.LINE_AA)
        patch[:] = body
        if kind:
            cv2.circle(patch, (middle, middle), int(span * chance.uniform(0.1, 0.8)), mark, int(chance.choice([-1, 2, 4])))
    elif kind == 2:
        # A flat card or counter with square corners.
        wide, high = span, int(span * chance.uniform(0.5, 1.0))
        cv2.rectangle(mask, (middle - wide, middle - high), (middle + wide, middle + high), 255, -1)
        patch[:] = body
        for _ in range(int(chance.integers(0, 6))):
            place = (middle + chance.integers(-span, span, 2)).tolist()
            cv2.circle(patch, place, max(1, span // int(chance.integers(5, 14))), mark, -1, cv2.LINE_AA)
    elif kind == 3:
        # A large card with printed spots, as wide apart as pips.
        mask[:] = 255
        patch[:] = body
        step = int(chance.integers(max(3, span // 3), span + 4))
        for x in range(step, size, step):
            for y in range(step, size, step):
                if chance.random() < 0.55:
                    cv2.circle(patch, (x, y), max(1, step // 5), mark, -1, cv2.LINE_AA)
    elif kind == 4:
        # The code of a tag.
        mask[middle - span : middle + span, middle - span : middle + span] = 255
        cells = chance.integers(0, 2, (6, 6)) * 255
        cells[[0, -1]] = cells[:, [0, -1]] = 0
        code = cv2.resize(cells.astype(np.uint8), (2 * span, 2 * span), interpolation=cv2.INTER_NEAREST)
        patch[middle - span : middle + span, middle - span : middle + span] = code[..., None]
    elif kind == 5:
        # A word or a number.
        words = ("3", "Roll 6", "o8o", "12", ".:.", "Charge", "VI", "20")
        cv2.putText(mask, words[chance.integers(len(words))], (span // 4, middle), int(chance.integers(8)), span / 22, 255, max(1, span // 10), cv2.LINE_AA)
        patch[:] = body
    elif kind == 6:
        # A rod: a pen, a finger, a ruler.
        wide = int(span * chance.uniform(0.15, 0.7))
        cv2.line(mask, (0, middle), (size, middle + int(chance.integers(-span, span))), 255, max(1, wide), cv2.LINE_AA)
        patch[:] = body
    elif kind == 7:
        # A polyhedral die or a pebble: facets around a triangle.
        corners = int(chance.integers(5, 9))
        angle = np.arange(corners) * 2 * np.pi / corners + chance.uniform(0, 6)
        rim = (middle + span * np.stack((np.cos(angle), np.sin(angle)), 1)).astype(np.int32)
        cv2.fillPoly(mask, [rim], 255, cv2.LINE_AA)
        for number in range(corners):
            shade = np.clip(np.array(body) * chance.uniform(0.6, 1.3), 0, 255).tolist()
            cv2.fillPoly(patch, [np.array([rim[number], rim[(number + 1) % corners], (middle, middle)])], shade)
        inner = (middle + 0.55 * span * np.stack((np.cos(angle[::2]), np.sin(angle[::2])), 1)).astype(np.int32)
        cv2.fillPoly(patch, [inner], body, cv2.LINE_AA)
        cv2.putText(patch, str(chance.integers(1, 21)), (middle - span // 4, middle + span // 5), 0, span / 45, mark, max(1, span // 12), cv2.LINE_AA)
    else:
        # Loose spots without a body.
        for _ in range(int(chance.integers(1, 9))):
            place = (middle + chance.integers(-span, span + 1, 2)).tolist()
            cv2.circle(mask, place, max(1, span // int(chance.integers(4, 12))), 255, -1, cv2.LINE_AA)
        patch[:] = body
    return patch, mask


def _paste(image: np.ndarray, patch: np.ndarray, mask: np.ndarray, at: np.ndarray, chance: np.random.Generator) -> None:
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
