"""Random tables with dice, for development and tests: every scene is given by its kind and its number."""

import cv2
import numpy as np

from tests.vision.dice.rendered_dice import (
    COLOURS,
    PAIRS,
    RenderedDie,
    RenderedTable,
    box_of,
    render,
    rotation_up,
    smooth_noise,
)

KINDS = ("plain", "wood", "felt", "busy", "touching", "glare", "tilted", "small", "dim", "marble")


def linear(image):
    return (image.astype(np.float32) / 255) ** 2.2


def ground_of(kind, rng, size=1400):
    if kind == "wood":
        base = np.array((0.18, 0.32, 0.5)) * rng.uniform(0.6, 1.3)
        grain = smooth_noise(rng, (size, size), 9)
        rows = cv2.resize(rng.random((size // 4, 6)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC)
        return np.clip(base * (0.75 + 0.3 * rows + 0.15 * grain)[..., None], 0, 1).astype(np.float32)
    if kind == "felt":
        base = np.array([(0.05, 0.2, 0.05), (0.02, 0.02, 0.2), (0.2, 0.08, 0.04), (0.03, 0.03, 0.03)][rng.integers(4)])
        grain = rng.normal(0, 0.12, (size, size)).astype(np.float32)
        return np.clip(base * (1 + grain + 0.2 * smooth_noise(rng, (size, size), 40))[..., None], 0.001, 1).astype(
            np.float32
        )
    if kind == "busy":
        return busy_ground(rng, size)
    shade = rng.uniform(0.25, 0.75)
    grain = 1 + 0.05 * smooth_noise(rng, (size, size), 60) + rng.normal(0, 0.01, (size, size))
    return np.clip(np.array((1, 1, 1)) * rng.uniform(0.92, 1.05, 3) * shade * grain[..., None], 0, 1).astype(np.float32)


def busy_ground(rng, size):
    """What may lie or be printed on a table: shapes, lines, words, tags, grids of dots and scattered dots."""
    image = np.full((size, size, 3), rng.integers(40, 200, 3), np.uint8)
    drawers = (draw_disc, draw_square, draw_line, draw_words, draw_tag, draw_grid, draw_scatter)
    for _ in range(90):
        colour = [int(c) for c in rng.integers(0, 255, 3)]
        drawers[rng.integers(len(drawers))](image, rng, rng.integers(0, size, 2), colour, int(rng.integers(10, 160)))
    return linear(cv2.GaussianBlur(image, (0, 0), 1.0))


def draw_disc(image, rng, at, colour, span):
    cv2.circle(image, at.tolist(), span // 2, colour, -1 if rng.random() < 0.5 else 3, cv2.LINE_AA)


def draw_square(image, rng, at, colour, span):
    box = cv2.boxPoints((tuple(map(float, at)), (span, span * rng.uniform(0.2, 1.5)), rng.uniform(0, 90)))
    cv2.fillPoly(image, [np.int32(box)], colour, cv2.LINE_AA)


def draw_line(image, rng, at, colour, _span):
    end = rng.integers(0, len(image), 2).tolist()
    cv2.line(image, at.tolist(), end, colour, int(rng.integers(1, 12)), cv2.LINE_AA)


def draw_words(image, rng, at, colour, span):
    cv2.putText(image, "Charge 6 o8 B", at.tolist(), int(rng.integers(0, 8)), span / 60, colour, 3, cv2.LINE_AA)


def draw_tag(image, rng, at, _colour, _span):
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    y, x = np.clip(at, 0, len(image) - 80)
    image[y : y + 70, x : x + 70] = cv2.aruco.generateImageMarker(dictionary, int(rng.integers(50)), 70)[..., None]


def draw_grid(image, _rng, at, colour, span):
    for i in range(6):
        for j in range(6):
            place = (at + np.array((i, j)) * span // 4).tolist()
            cv2.circle(image, place, max(2, span // 16), colour, -1, cv2.LINE_AA)


def draw_scatter(image, rng, at, colour, span):
    for _ in range(25):
        place = (at + rng.normal(0, span, 2)).astype(int).tolist()
        cv2.circle(image, place, int(rng.integers(2, 9)), colour, -1, cv2.LINE_AA)


def random_die(rng, at, side, kind="plain", value=None, lean=0.0):
    body, pip = PAIRS[rng.integers(len(PAIRS))]
    value = int(rng.integers(1, 7)) if value is None else value
    pip_step = rng.uniform(0.225, 0.275)
    turn = rotation_up(value, rng.uniform(0, 2 * np.pi), lean, rng.uniform(0, 2 * np.pi))
    corner = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * side / 2
    rounding = rng.uniform(0.06, 0.2)
    sphere = side / 2 - rounding * side
    height = -(np.sign(corner) * sphere @ turn.T)[:, 2].min() + rounding * side
    return RenderedDie(
        side=side,
        at=np.array((*at, height)),
        turn=turn,
        body=tuple(np.clip(np.array(COLOURS[body]) * rng.uniform(0.75, 1.15), 0.005, 0.9)),
        pip=COLOURS[pip],
        rounding=rounding,
        pip_radius=rng.uniform(0.07, min(0.115, pip_step * 0.42)),
        pip_step=pip_step,
        six_step=rng.uniform(0.85, 1.0),
        marble=rng.uniform(0.2, 0.6) if kind == "marble" or rng.random() < 0.15 else 0.0,
        gloss=rng.uniform(0.6, 1.0) if kind == "glare" else rng.choice([0.0, 0.3, 0.6]),
        seed=int(rng.integers(1 << 30)),
        top=value,
    )


def table_of(kind, number, *, count=None):
    """A table of this kind; `table.dice[i].top` is what die i shows."""
    rng = np.random.default_rng([KINDS.index(kind), number])
    die_px = rng.uniform(25, 36) if kind == "small" else rng.uniform(32, 95)
    distance = 400.0
    side = rng.uniform(12, 18)
    focal = die_px * distance / side
    width, height = 800, 600
    tilt = np.deg2rad(rng.uniform(12, 25)) if kind == "tilted" else np.deg2rad(rng.uniform(0, 10))
    lamp_angle, lamp_turn = (
        np.deg2rad(rng.uniform(8, 28) if kind == "glare" else rng.uniform(25, 60)),
        rng.uniform(0, 6.28),
    )
    lamp = (np.sin(lamp_angle) * np.cos(lamp_turn), np.sin(lamp_angle) * np.sin(lamp_turn), np.cos(lamp_angle))
    ground_kind = (
        kind if kind in ("wood", "felt", "busy", "plain") else ["plain", "wood", "felt", "busy"][rng.integers(4)]
    )
    table = RenderedTable(
        width=width, height=height, focal=focal, tilt=tilt, roll=rng.uniform(0, 6.28) if rng.random() < 0.3 else 0.0,
        distance=distance, ground=ground_of(ground_kind, rng), ground_mm=max(1.6 * distance * width / focal, 60),
        lamp=lamp, lamp_soft=rng.uniform(0.05, 0.4), lamp_power=rng.uniform(0.5, 0.9), ambient=rng.uniform(0.2, 0.5),
        blur=rng.uniform(0.4, 1.1), noise=rng.uniform(0.01, 0.04), quality=int(rng.integers(70, 96)),
        exposure=rng.uniform(0.2, 0.4) if kind == "dim" else rng.uniform(0.75, 1.15),
        tint=tuple(rng.uniform(0.85, 1.1, 3)), seed=number,
    )  # fmt: skip
    room_mm = np.array((width, height)) * distance / focal * 0.5
    count = count or int(rng.integers(3, 9))
    places = []
    for _ in range(400):
        if len(places) >= count:
            break
        at = rng.uniform(-1, 1, 2) * (room_mm - 1.6 * side)
        if kind == "touching" and places and rng.random() < 0.7:
            way = rng.uniform(0, 6.28)
            at = places[rng.integers(len(places))] + side * rng.uniform(1.02, 1.4) * np.array(
                (np.cos(way), np.sin(way))
            )
            if np.any(np.abs(at) > room_mm - 1.6 * side):
                continue
        gap = 1.43 if kind != "touching" else 1.02
        if all(np.hypot(*(at - other)) > gap * side for other in places):
            places.append(at)
    table.dice = [
        random_die(rng, at, side * (rng.uniform(0.85, 1.1) if kind == "plain" else 1.0), kind) for at in places
    ]
    if kind == "touching":
        table.dice = _not_in_each_other(table.dice)
    table.dice = [die for die in table.dice if _in_sight(table, die)]
    return table


def _in_sight(table, die):
    low, high, extent = box_of(table, die)
    return np.all(high - low == extent)


def _not_in_each_other(dice):
    kept = []
    for die in dice:
        square = [((die.turn @ np.array(c)) * die.side / 2 + die.at)[:2] for c in _top_corners(die)]
        if all(
            cv2.intersectConvexConvex(np.float32(cv2.convexHull(np.float32(square))), other)[0] < 0.02
            for _, other in kept
        ):
            kept.append((die, np.float32(cv2.convexHull(np.float32(square)))))
    return [die for die, _ in kept]


def _top_corners(die):
    return [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]


def top_centres(table):
    """(n, 2) middles of the upper faces in the picture."""
    return np.array([table.project(die.at + np.array((0, 0, die.side / 2))) for die in table.dice])


__all__ = ["KINDS", "render", "table_of", "top_centres"]
