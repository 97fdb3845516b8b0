"""Tags that something covers in part and that nothing expects: found in a picture that stands alone.

Squares come from single sides and corners (`vision.occlusion.edges`), are read by the modules that show
(`vision.occlusion.partial_code`) and placed from what shows, as large as tags that lie flat. A tag counts only if it is
proven by what lies before a straight line, behind which anything may be:

- before the line the picture looks as the tag would, point by point, and unlike every other tag of the dictionary;
- behind it it does not, at both ends of the line: a square whose sides go on is not a covered tag, but another one;
- so much agrees that rows of dots, letters and corners of larger squares do not;
- so many modules of the code show that of other squares of bits, covered likewise, one in 2^`SPARE_BITS` is mistaken
  for one of those in play;
- if its piece carries another tag, which must then be hidden too, still more of them show.

The share of tags of 12 mm found so, and how near clutter comes, are measured in
`tests/vision/occlusion/test_half_plane.py`.
"""

import functools
import math
from dataclasses import dataclass, replace

import numpy as np

from vision.alignment.contrast import mat_contrast
from vision.alignment.cover_mask import Cover
from vision.alignment.placement import GRID, TagPlace, place_tags_shown
from vision.arrays import Flags, Floats, Floats32
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.fiducials.templates import cell_numbers, grid_points
from vision.images.frame_view import View
from vision.occlusion.edges import squares_on_sides
from vision.occlusion.identity import distinction, other_tags, whole_doubt
from vision.occlusion.partial_code import read_parts
from vision.table import MatLayout, Tag

SPARE_BITS = 3.3
SPARE_BITS_MORE = 7.0
"""Modules of the code that show beyond those by which the ids in play differ; the second for one of several tags."""

MAX_COVERED = 0.47
"""Share of the black square behind the line."""

WAYS, DEPTHS = 32, 30
ALIKE = 0.2
"""Share of the contrast by which a point that shows may differ …"""

WORST = -4.0
"""… and what one that differs more counts at most, where one that agrees counts 1."""

BESIDE = 0.6
"""What a point of the paper round the tag counts for that."""

MIN_AGREED, MIN_SHARE = 0.52, 0.77
"""What agrees, less what does not, as a share of all of a tag and of what lies before the line: rows of dots, letters
and corners of other squares leave less."""

MAX_MISFIT = 0.125
"""Root mean square of the misfit before the line, as a share of the contrast."""

WORST_MODULE = 0.24
MIN_MARGIN, MIN_SIGMAS = 0.55, 8.0
WEAK = 0.8
"""What has less of the contrast of the mat's tags must be as far from doubt as a whole tag: bright boxes with dim
stripes in them look like a code of few white modules."""

MIN_BROKEN = 0.12
"""Share that does not look as printed of the border and the paper behind the line, where each of the two ends of the
line runs through them: a side that goes on behind the line is that of another square."""

BROKEN = 0.3
"""Share of the contrast by which a point differs that does not look as printed."""

CROSSING = (0.3, 1.6)
"""From how far behind the line to how far, in modules."""

FEW_POINTS = 4

CLEAR = 0.6
"""Share of a module before the line from which on it counts as shown."""

MIN_CONTRAST = 8.0

BESIDE_MAT_MM = 20.0
"""So far beyond the mat's edge a tag may lie whose piece is on the mat."""

SAME_MM, SAME_RAD = 1.0, 0.15
NEAR_EDGES = 0.7
MAX_PLACED = 400
HOPELESS = 0.25
"""What agrees less, as such a share, is no tag, and is not placed once more."""

MORE = 2
"""So many times what lies before the line is told anew from where the tag is then."""

SOFT = 0.2
"""So far before the line, in modules, what covers a tag shines through the blur."""


@dataclass(frozen=True, slots=True, eq=False)
class HalfSeen:
    """A tag that is proven by a part of it.

    Attributes:
        tag: The tag.
        place: Where it lies.
        agreed: How many points of the grid agree, less those that do not.
    """

    tag: Tag
    place: TagPlace
    agreed: float


def find_half_seen(
    view: View, model: CameraModel, mat: MatLayout, tags: list[tuple[Tag, int]], known_mm: Floats, blur_px: float
) -> list[HalfSeen]:
    """Looks for partly covered tags in all of a picture, which takes about a second.

    Args:
        view: The picture.
        model: Camera above the mat.
        mat: The mat; what lies beside it is not looked at, nor where its own tags are.
        tags: Those that may be there, each with the number of tags that its piece carries.
        known_mm: (n, 2) centres of tags that are known to be there.
        blur_px: Standard deviation of the picture's blur.

    Returns:
        Those that are proven, each id once.
    """
    name, found = mat.dictionary, list[HalfSeen]()
    known_mm = np.concatenate([known_mm, np.array([[tag.x_mm, tag.y_mm] for tag in mat.tags]).reshape(-1, 2)])
    usual = mat_contrast(view, model, mat) or MIN_CONTRAST
    for size_mm, height_mm in sorted({(tag.size_mm, tag.height_mm) for tag, _ in tags}):
        alike = {tag.id: (tag, count) for tag, count in tags if (tag.size_mm, tag.height_mm) == (size_mm, height_mm)}
        bits = math.log2(4 * len(alike))
        for tag, place in _placed(view, model, mat, [tag for tag, _ in alike.values()], known_mm, blur_px):
            spare = SPARE_BITS if alike[tag.id][1] == 1 else SPARE_BITS_MORE
            agreed = proven(name, tag.id, place, bits + spare, usual)
            if agreed is not None:
                found.append(HalfSeen(tag, place, agreed))
    return _undisputed(found)


def prepare(name: str) -> None:
    """Makes beforehand what the first half-seen tag of a dictionary would wait for longer than a picture lasts."""
    _lines(dictionary(name).bits, GRID)


def proven(
    name: str, tag_id: int, place: TagPlace, least_modules: float, usual_contrast: float = MIN_CONTRAST
) -> float | None:
    """How many points prove that a placed tag is there, less those that do not agree; None if it is not proven.

    Args:
        name: OpenCV's name of the dictionary.
        tag_id: Number in the dictionary.
        place: Where the tag was placed, as partly covered.
        least_modules: So many modules of the code must show.
        usual_contrast: Grey levels between ink and paper of other tags in the picture, where they are known.
    """
    if not place.settled or place.contrast < MIN_CONTRAST or not place.is_flat:
        return None
    bits = dictionary(name).bits
    line = _best_line(bits, place)
    if not _agrees(bits, place, line) or not _goes_under(place, line):
        return None
    modules, worst = _modules(bits, place, line.shown)
    if modules < least_modules or worst > WORST_MODULE:
        return None
    others = other_tags(name, tag_id, place.blur_level, place.grid) * line.shown
    rival = distinction(replace(place, cover=None), np.asarray(others, dtype=np.float32))
    if place.contrast < WEAK * usual_contrast and whole_doubt(name, tag_id, rival, worst) > 1.0:
        return None
    return line.points if rival.margin >= MIN_MARGIN and rival.sigmas >= MIN_SIGMAS else None


def _agrees(bits: int, place: TagPlace, line: "_Line") -> bool:
    """Whether what lies before a line is enough and looks as printed."""
    shown, weight = line.shown, _weights(bits, place.grid)
    if line.points < max(MIN_AGREED * weight.sum(), MIN_SHARE * weight[shown].sum()):
        return False
    misfit = np.asarray(place.misfit, dtype=np.float64)
    return math.sqrt(float(np.minimum(misfit[shown] ** 2, 1.0).mean())) <= MAX_MISFIT


def _modules(bits: int, place: TagPlace, shown: Flags) -> tuple[float, float]:
    """How many modules of the code show, and the largest mean misfit of one that shows clearly."""
    cells, size = cell_numbers(bits, place.grid), bits + 4
    every, seen = (np.bincount(cells, weights=each, minlength=size * size) for each in (shown | True, shown))
    code, share = np.pad(np.ones((bits, bits), dtype=bool), 2).ravel(), seen / np.maximum(every, 1.0)
    misfit = np.asarray(place.misfit, dtype=np.float64)
    module = np.bincount(cells, weights=misfit * shown, minlength=size * size) / np.maximum(seen, 1.0)
    return float(share[code].sum()), float(np.abs(module[code & (share >= CLEAR)]).max(initial=0.0))


def sharpened(
    view: View,
    model: CameraModel,
    tags: list[tuple[str, Tag]],
    places: list[TagPlace | None],
    blur_px: float,
    lying: Flags,
) -> list[TagPlace | None]:
    """Partly covered tags that lie flat, placed once more by what lies before a straight line; the others as before."""
    better = list(places)
    chosen: list[tuple[int, TagPlace, Cover]] = []
    for n, place in enumerate(places):
        if place is None or place.cover is None or not lying[n]:
            continue
        bits = dictionary(tags[n][0]).bits
        line = _best_line(bits, place)
        if not line.shown.all() and line.points >= HOPELESS * _weights(bits, place.grid).sum():
            chosen.append((n, place, Cover(float(line.shown[_square(bits, place.grid)].mean()), ~line.clear)))
    starts = np.array([[place.x_mm, place.y_mm, place.angle_rad] for _, place, _ in chosen]).reshape(-1, 3)
    named, covers = [tags[n] for n, _, _ in chosen], [cover for _, _, cover in chosen]
    for (n, _, _), place in zip(chosen, place_tags_shown(view, model, named, starts, blur_px, covers), strict=True):
        better[n] = place
    return better


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A straight line behind which something may cover a tag.

    Attributes:
        points: How much agrees before it, less what does not.
        shown: (points,) which points lie before it.
        clear: (points,) which do so by more than what blur carries over it.
        crossings: (2, points) which lie a little behind it in the border and the paper, at each of its ends.
    """

    points: float
    shown: Flags
    clear: Flags
    crossings: Flags


def _best_line(bits: int, place: TagPlace) -> _Line:
    """The line before which most agrees."""
    shown, clear, crossings = _lines(bits, place.grid)
    weighted = np.maximum(1.0 - (place.misfit / ALIKE) ** 2, WORST) * _weights(bits, place.grid)
    agrees = shown @ weighted.astype(np.float32)
    best = int(agrees.argmax())
    return _Line(float(agrees[best]), np.asarray(shown[best] > 0), clear[best], crossings[best])


def _goes_under(place: TagPlace, line: _Line) -> bool:
    """Whether both sides of a tag that reach a line end there."""
    broken = np.abs(place.misfit) > BROKEN
    return all(
        np.count_nonzero(crossing) < FEW_POINTS or float(broken[crossing].mean()) >= MIN_BROKEN
        for crossing in line.crossings
    )


def _placed(
    view: View, model: CameraModel, mat: MatLayout, tags: list[Tag], known_mm: Floats, blur_px: float
) -> list[tuple[Tag, TagPlace]]:
    name, size_mm = mat.dictionary, tags[0].size_mm
    bits = dictionary(name).bits
    squares = squares_on_sides(view, model, tags[0], size_mm / (bits + 2))
    apart = np.hypot(*(squares[:, None, :2] - known_mm[None]).transpose(2, 0, 1))
    half_mm = np.array([mat.width_mm, mat.height_mm]) / 2
    near = (np.abs(squares[:, :2] - half_mm) < half_mm + BESIDE_MAT_MM).all(axis=1)
    squares = squares[near & ~(apart < NEAR_EDGES * size_mm).any(axis=1)]
    by_id = {tag.id: tag for tag in tags}
    chosen: list[Tag] = []
    starts: list[Floats] = []
    covers: list[Cover] = []
    points, square = grid_points(bits, GRID), _square(bits, GRID)
    for part in read_parts(view, model, squares, name, tuple(tags)):
        start = squares[part.square] - [0.0, 0.0, part.turns * math.pi / 2]
        same = [other for tag, other in zip(chosen, starts, strict=True) if tag.id == part.tag_id]
        if len(chosen) < MAX_PLACED and not any(_same(start, other) for other in same):
            chosen.append(by_id[part.tag_id])
            starts.append(start)
            way, depth = part.line
            hidden = points @ np.array([math.cos(way), math.sin(way)]) >= depth
            covers.append(Cover(float((~hidden[square]).mean()), hidden))
    if not chosen:
        return []
    named = [(name, tag) for tag in chosen]
    places = place_tags_shown(view, model, named, np.stack(starts), blur_px, covers)
    for _ in range(MORE):
        places = sharpened(view, model, named, places, blur_px, np.ones(len(named), dtype=bool))
    return [(tag, place) for tag, place in zip(chosen, places, strict=True) if place is not None]


def _same(one: Floats, other: Floats) -> bool:
    turned = abs(math.remainder(float(one[2] - other[2]), math.tau))
    return math.hypot(*(one - other)[:2]) < SAME_MM and turned < SAME_RAD


def _undisputed(found: list[HalfSeen]) -> list[HalfSeen]:
    """The best at each place; an id that is seen at two places is at neither."""
    kept: list[HalfSeen] = []
    for each in sorted(found, key=lambda each: -each.agreed):
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
def _weights(bits: int, grid: int) -> Floats:
    """(points,) what each counts."""
    return np.where(_square(bits, grid), 1.0, BESIDE)


@functools.lru_cache(maxsize=4)
def _ring(bits: int, grid: int) -> Flags:
    """(points,) which lie outside the code."""
    return np.asarray(np.abs(grid_points(bits, grid)).max(axis=1) > bits / 2)


@functools.lru_cache(maxsize=4)
def _lines(bits: int, grid: int) -> tuple[Floats32, Flags, Flags]:
    """All straight lines, and once none: what of `_Line` does not depend on the picture, one line after the other.

    What lies before them, (lines, points), are numbers 1 and 0.
    """
    points, square, ring = grid_points(bits, grid), _square(bits, grid), _ring(bits, grid)
    none = np.zeros(len(points), dtype=bool)
    shown, clear, crossings = [~none], [~none], [np.stack([none, none])]
    for way in (np.arange(WAYS) * math.tau / WAYS).tolist():
        far = points @ np.array([math.cos(way), math.sin(way)])
        left = points @ np.array([-math.sin(way), math.cos(way)]) < 0.0
        for depth in np.linspace(-0.3, 1.45 * (bits / 2 + 1), DEPTHS):
            before = far < depth
            if (~before[square]).mean() <= MAX_COVERED:
                shown.append(np.asarray(before))
                clear.append(np.asarray(far < depth - SOFT))
                near = ring & (far > depth + CROSSING[0]) & (far < depth + CROSSING[1])
                crossings.append(np.stack([near & left, near & ~left]))
    _, first = np.unique(np.stack(shown), axis=0, return_index=True)
    return np.stack(shown)[first].astype(np.float32), np.stack(clear)[first], np.stack(crossings)[first]
