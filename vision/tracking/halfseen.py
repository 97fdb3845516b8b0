"""Tags that something covers in part and that nothing expects: found in a picture that stands alone.

Squares are made of single sides (`vision.tracking.sides`), read by the modules that show (`vision.tracking.partial`)
and placed from what shows, as large as tags that lie flat. A tag counts only if it is proven by what lies before a
straight line, behind which anything may be:

- before the line the picture looks as the tag would, point by point, and unlike every other tag of the dictionary;
- behind it it does not: a whole square is not a covered tag, but another one;
- so many modules of the code show that of other squares of bits, covered likewise, one in 2^`SPARE_BITS` is mistaken
  for one of those in play;
- if its piece carries another tag, which must then be hidden too, still more of them show.

The share of tags of 12 mm found so, and how near clutter comes, are measured in `tests/vision/test_half_seen.py`.
"""

import functools
import math
from dataclasses import dataclass, replace

import numpy as np

from vision.dictionaries import dictionary
from vision.sight import Sight
from vision.table import MatLayout, Tag
from vision.tracking.covered import Cover
from vision.tracking.identity import distinction, other_tags
from vision.tracking.partial import read_parts
from vision.tracking.placing import TagPlace, place_tags_shown, place_tags_under
from vision.tracking.sides import squares_on_sides
from vision.tracking.templates import Flags, Floats, Floats32, cell_numbers, grid_points
from vision.tracking.view import View

SPARE_BITS = 4.0
SPARE_BITS_MORE = 7.0
"""Modules of the code that show beyond those by which the ids in play differ; the second for one of several tags."""

MOST_COVERED = 0.47
"""Share of the black square behind the line."""

WAYS, DEPTHS = 32, 30
ALIKE = 0.2
"""Share of the contrast by which a point that shows may differ …"""

WORST = -4.0
"""… and what one that differs more counts at most, where one that agrees counts 1."""

BESIDE = 0.6
"""What a point of the paper round the tag counts for that."""

MOST_MISFIT = 0.1
"""Root mean square of the misfit before the line, as a share of the contrast."""

WORST_MODULE = 0.25
LEAST_MARGIN, LEAST_SIGMAS = 0.5, 8.0
LEAST_BROKEN = 0.25
"""Share of the border and the paper behind the line that does not look as printed."""

CLEAR = 0.6
"""Share of a module before the line from which on it counts as shown."""

LEAST_CONTRAST = 8.0
LYING = (0.988, 1.026)
"""How large a tag looks that lies flat."""

BESIDE_MAT_MM = 20.0
"""So far beyond the mat's edge a tag may lie whose piece is on the mat."""

SAME_MM, SAME_RAD = 1.0, 0.15
NEAR_EDGES = 0.7
MOST_PLACED = 400


@dataclass(frozen=True, slots=True, eq=False)
class HalfSeen:
    """A tag that is proven by a part of it.

    Attributes:
        tag: The tag.
        place: Where it lies.
        proof: How much of it agrees.
    """

    tag: Tag
    place: TagPlace
    proof: "Proof"


@dataclass(frozen=True, slots=True, eq=False)
class Proof:
    """What proves that a tag is there.

    Attributes:
        points: How many points of the grid agree, less those that do not.
        cover: What may be covered.
    """

    points: float
    cover: Cover


def find_half_seen(
    view: View, sight: Sight, mat: MatLayout, tags: list[tuple[Tag, int]], known_mm: Floats, blur_px: float
) -> list[HalfSeen]:
    """Looks for partly covered tags in all of a picture, which takes about a second.

    Args:
        view: The picture.
        sight: Camera above the mat.
        mat: The mat; what lies beside it is not looked at, nor where its own tags are.
        tags: Those that may be there, each with the number of tags that its piece carries.
        known_mm: (n, 2) centres of tags that are known to be there.
        blur_px: Standard deviation of the picture's blur.

    Returns:
        Those that are proven, each id once.
    """
    name, found = mat.dictionary, list[HalfSeen]()
    known_mm = np.concatenate([known_mm, np.array([[tag.x_mm, tag.y_mm] for tag in mat.tags]).reshape(-1, 2)])
    for size_mm, height_mm in sorted({(tag.size_mm, tag.height_mm) for tag, _ in tags}):
        alike = {tag.id: (tag, count) for tag, count in tags if (tag.size_mm, tag.height_mm) == (size_mm, height_mm)}
        bits = math.log2(4 * len(alike))
        for tag, place in _placed(view, sight, mat, [tag for tag, _ in alike.values()], known_mm, blur_px):
            spare = SPARE_BITS if alike[tag.id][1] == 1 else SPARE_BITS_MORE
            proof = proven(name, tag.id, place, bits + spare)
            if proof is not None:
                found.append(HalfSeen(tag, place, proof))
    found = _undisputed(found)
    named, covers = [(name, each.tag) for each in found], [each.proof.cover for each in found]
    starts = np.array([[each.place.x_mm, each.place.y_mm, each.place.angle_rad] for each in found]).reshape(-1, 3)
    places = place_tags_shown(view, sight, named, starts, blur_px, covers)
    return [replace(each, place=place) for each, place in zip(found, places, strict=True) if place is not None]


def proven(name: str, tag_id: int, place: TagPlace, least_modules: float) -> Proof | None:
    """What proves that a placed tag is there; None if nothing does.

    Args:
        name: OpenCV's name of the dictionary.
        tag_id: Number in the dictionary.
        place: Where the tag was placed, as partly covered.
        least_modules: So many modules of the code must show.
    """
    if not place.settled or place.contrast < LEAST_CONTRAST or not LYING[0] < place.scale < LYING[1]:
        return None
    bits = dictionary(name).bits
    points, shown = _before_line(bits, place)
    misfit, square = np.asarray(place.misfit, dtype=np.float64), _square(bits, place.grid)
    if math.sqrt(float(np.minimum(misfit[shown] ** 2, 1.0).mean())) > MOST_MISFIT:
        return None
    cells, size = cell_numbers(bits, place.grid), bits + 4
    every, seen = (np.bincount(cells, weights=each, minlength=size * size) for each in (shown | True, shown))
    code = np.pad(np.ones((bits, bits), dtype=bool), 2).ravel() & (seen >= CLEAR * every)
    module = np.bincount(cells, weights=misfit * shown, minlength=size * size) / np.maximum(seen, 1.0)
    if code.sum() < least_modules or np.abs(module[code]).max() > WORST_MODULE:
        return None
    behind = ~shown & _ring(bits, place.grid)
    if behind.any() and float((np.abs(misfit[behind]) > 1.5 * ALIKE).mean()) < LEAST_BROKEN:
        return None
    others = other_tags(name, tag_id, place.blur_level, place.grid) * shown
    rival = distinction(replace(place, cover=None), np.asarray(others, dtype=np.float32))
    if rival.margin < LEAST_MARGIN or rival.sigmas < LEAST_SIGMAS:
        return None
    return Proof(points, Cover(float(shown[square].mean()), ~shown))


def sharpened(
    view: View,
    sight: Sight,
    tags: list[tuple[str, Tag]],
    places: list[TagPlace | None],
    blur_px: float,
    lying: Flags,
) -> list[TagPlace | None]:
    """Partly covered tags that lie flat, placed once more by what lies before a straight line; the others as before."""
    better = list(places)
    chosen: list[tuple[int, TagPlace, Cover]] = []
    for n, place in enumerate(places):
        if place is not None and lying[n] and not place.is_bare:
            bits = dictionary(tags[n][0]).bits
            _, shown = _before_line(bits, place)
            chosen.append((n, place, Cover(float(shown[_square(bits, place.grid)].mean()), ~shown)))
    starts = np.array([[place.x_mm, place.y_mm, place.angle_rad] for _, place, _ in chosen]).reshape(-1, 3)
    named, covers = [tags[n] for n, _, _ in chosen], [cover for _, _, cover in chosen]
    for (n, _, _), place in zip(chosen, place_tags_shown(view, sight, named, starts, blur_px, covers), strict=True):
        better[n] = place
    return better


def _before_line(bits: int, place: TagPlace) -> tuple[float, Flags]:
    """How much agrees before the best line, and which points (points,) lie there."""
    lines = _lines(bits, place.grid)
    weight = np.where(_square(bits, place.grid), 1.0, BESIDE)
    agrees = lines @ (np.maximum(1.0 - (place.misfit / ALIKE) ** 2, WORST) * weight).astype(np.float32)
    best = int(agrees.argmax())
    return float(agrees[best]), np.asarray(lines[best] > 0)


def _placed(
    view: View, sight: Sight, mat: MatLayout, tags: list[Tag], known_mm: Floats, blur_px: float
) -> list[tuple[Tag, TagPlace]]:
    name, size_mm = mat.dictionary, tags[0].size_mm
    squares = squares_on_sides(view, sight, tags[0], size_mm / (dictionary(name).bits + 2))
    apart = np.hypot(*(squares[:, None, :2] - known_mm[None]).transpose(2, 0, 1))
    half_mm = np.array([mat.width_mm, mat.height_mm]) / 2
    near = (np.abs(squares[:, :2] - half_mm) < half_mm + BESIDE_MAT_MM).all(axis=1)
    squares = squares[near & ~(apart < NEAR_EDGES * size_mm).any(axis=1)]
    by_id = {tag.id: tag for tag in tags}
    chosen: list[Tag] = []
    starts: list[Floats] = []
    for part in read_parts(view, sight, squares, name, tuple(tags)):
        start = squares[part.square] - [0.0, 0.0, part.turns * math.pi / 2]
        same = [other for tag, other in zip(chosen, starts, strict=True) if tag.id == part.tag_id]
        if len(chosen) < MOST_PLACED and not any(_same(start, other) for other in same):
            chosen.append(by_id[part.tag_id])
            starts.append(start)
    if not chosen:
        return []
    named = [(name, tag) for tag in chosen]
    places = place_tags_under(view, sight, named, np.stack(starts), blur_px, np.ones(len(named), dtype=bool))
    return [(tag, place) for tag, place in zip(chosen, places, strict=True) if place is not None]


def _same(one: Floats, other: Floats) -> bool:
    turned = abs(math.remainder(float(one[2] - other[2]), math.tau))
    return math.hypot(*(one - other)[:2]) < SAME_MM and turned < SAME_RAD


def _undisputed(found: list[HalfSeen]) -> list[HalfSeen]:
    """The best at each place; an id that is seen at two places is at neither."""
    kept: list[HalfSeen] = []
    for each in sorted(found, key=lambda each: -each.proof.points):
        if all(_apart_mm(each, other) > NEAR_EDGES * each.tag.size_mm for other in kept):
            kept.append(each)
    ids = [each.tag.id for each in kept]
    return [each for each in kept if ids.count(each.tag.id) == 1]


def _apart_mm(one: HalfSeen, other: HalfSeen) -> float:
    return math.hypot(one.place.x_mm - other.place.x_mm, one.place.y_mm - other.place.y_mm)


@functools.lru_cache(maxsize=4)
def _square(bits: int, grid: int) -> Flags:
    """(points,) which lie in the black square."""
    return np.asarray(np.abs(grid_points(bits, grid)).max(axis=1) < bits / 2 + 1)


@functools.lru_cache(maxsize=4)
def _ring(bits: int, grid: int) -> Flags:
    """(points,) which lie outside the code."""
    return np.asarray(np.abs(grid_points(bits, grid)).max(axis=1) > bits / 2)


@functools.lru_cache(maxsize=4)
def _lines(bits: int, grid: int) -> Floats32:
    """(lines, points) 1 for the points before each straight line, and once all points."""
    points, square = grid_points(bits, grid), _square(bits, grid)
    shown: list[Flags] = [np.ones(len(points), dtype=bool)]
    for way in np.arange(WAYS) * math.tau / WAYS:
        far = points @ np.array([math.cos(way), math.sin(way)])
        for depth in np.linspace(-0.3, 1.45 * (bits / 2 + 1), DEPTHS):
            before = far < depth
            if (~before[square]).mean() <= MOST_COVERED:
                shown.append(np.asarray(before))
    return np.unique(np.stack(shown), axis=0).astype(np.float32)
