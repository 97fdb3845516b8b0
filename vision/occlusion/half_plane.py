"""Finds partly covered tags in a single image, without any expectation of their poses.

Candidates come from single sides and corners (`vision.occlusion.edges`). They are decoded by their visible modules
(`vision.occlusion.partial_code`) and placed from their visible part, with the size of tags that lie flat. The cover is
modelled as a half-plane: a straight line separates the visible part from a hidden part, in which anything may be. A tag
is accepted only if all of these conditions hold:

- In the visible part the image matches the tag, point by point, and no other tag of the dictionary.
- In the hidden part the image does not match, at both ends of the line: a square whose sides continue is not a covered
  tag, but another square.
- So many points match that rows of dots, letters and corners of larger squares are excluded.
- So many modules of the code are visible that a random, equally covered square is mistaken for an id in play only once
  in 2^`SPARE_BITS`.
- If its piece carries another tag, which must then be hidden too, even more modules are visible.

`tests/vision/occlusion/test_half_plane.py` measures the share of tags of 12 mm that are found, and how closely clutter
resembles them.
"""

import functools
import math
from dataclasses import dataclass, replace

import numpy as np

from vision.alignment.contrast import mat_contrast
from vision.alignment.cover_mask import CoverMask
from vision.alignment.placement import GRID, TagPose, place_tags_shown
from vision.arrays import Flags, Floats, Floats32, first_of_each
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.fiducials.templates import cell_numbers, grid_points
from vision.images.frame_view import GreyView
from vision.occlusion.edges import SearchArea, squares_on_sides
from vision.occlusion.identity import distinction, other_tags, whole_doubt
from vision.occlusion.partial_code import read_parts
from vision.table import MatLayout, Tag

SPARE_BITS = 3.3
SPARE_BITS_MORE = 7.0
"""Visible modules in addition to those that distinguish the ids in play; the second value is for one of several tags of
a piece."""

MAX_COVERED = 0.47
"""Largest share of the black square in the hidden part."""

WAYS, DEPTHS = 32, 30
ALIKE = 0.2
"""Residual, as a share of the contrast, at which a visible point scores 0."""

WORST = -4.0
"""Lowest score of a point that differs; a perfect match scores 1."""

BESIDE = 0.6
"""Weight of a point of the paper around the tag in that score."""

MIN_AGREED, MIN_SHARE = 0.52, 0.77
"""Smallest score, as a share of the whole tag and of the visible part: rows of dots, letters and corners of other
squares score less."""

MAX_MISFIT = 0.125
"""Largest root mean square residual of the visible part, as a share of the contrast."""

WORST_MODULE = 0.24
MIN_MARGIN, MIN_SIGMAS = 0.55, 8.0
WEAK = 0.8
"""Below this share of the contrast of the mat's tags, a tag must be as certain as a whole tag: bright boxes with dim
stripes look like a code with few white modules."""

MIN_BROKEN = 0.12
"""Smallest share of the border and paper in the hidden part that does not look as printed, at each of the two ends of
the line: if a side continues behind the line, it belongs to another square."""

BROKEN = 0.3
"""Residual, as a share of the contrast, from which a point does not look as printed."""

CROSSING = (0.3, 1.6)
"""Range of distances behind the line in which border and paper are examined, in modules."""

FEW_POINTS = 4

CLEAR = 0.6
"""Share of a module in the visible part from which the module counts as visible."""

MIN_CONTRAST = 8.0

BESIDE_MAT_MM = 20.0
"""Margin around the mat in which a tag may lie whose piece is on the mat."""

SAME_MM, SAME_RAD = 1.0, 0.15
NEAR_EDGES = 0.7
MAX_PLACED = 400
HOPELESS = 0.25
"""Smallest score, as such a share, for a further placement."""

MORE = 2
"""Number of times that the line is determined again from the improved placement."""

SOFT = 0.2
"""Distance before the line, in modules, into which blur carries light from the cover."""


@dataclass(frozen=True, slots=True, eq=False)
class PartialTag:
    """A tag that is proven by its visible part.

    Attributes:
        tag: The tag.
        place: Its placement.
        agreed: Number of matching grid points, minus those that differ.
    """

    tag: Tag
    place: TagPose
    agreed: float


def find_partial_tags(
    view: GreyView, model: CameraModel, mat: MatLayout, tags: list[tuple[Tag, int]], known_mm: Floats, blur_px: float
) -> list[PartialTag]:
    """Searches the whole image for partly covered tags; this takes about a second.

    Args:
        view: The image.
        model: The camera above the mat.
        mat: The mat; the surroundings and the places of the mat's own tags are not searched.
        tags: Tags that may be there, each with the number of tags that its piece carries.
        known_mm: (n, 2) centres of tags that are known to be there.
        blur_px: Standard deviation of the image's blur.

    Returns:
        The tags that are proven, each id once.
    """
    name, found = mat.dictionary, list[PartialTag]()
    known_mm = np.concatenate([known_mm, np.array([[tag.x_mm, tag.y_mm] for tag in mat.tags]).reshape(-1, 2)])
    usual = mat_contrast(view, model, mat) or MIN_CONTRAST
    for size_mm, height_mm in sorted({(tag.size_mm, tag.height_mm) for tag, _ in tags}):
        alike = {tag.id: (tag, count) for tag, count in tags if (tag.size_mm, tag.height_mm) == (size_mm, height_mm)}
        bits = math.log2(4 * len(alike))
        for tag, place in _placed(view, model, mat, [tag for tag, _ in alike.values()], known_mm, blur_px):
            spare = SPARE_BITS if alike[tag.id][1] == 1 else SPARE_BITS_MORE
            agreed = proven(name, tag.id, place, bits + spare, usual)
            if agreed is not None:
                found.append(PartialTag(tag, place, agreed))
    return _undisputed(found)


def prepare(name: str) -> None:
    """Fills the cache for a dictionary, which would otherwise delay the first detection by more than a frame."""
    _lines(dictionary(name).bits, GRID)


def proven(
    name: str, tag_id: int, place: TagPose, least_modules: float, usual_contrast: float = MIN_CONTRAST
) -> float | None:
    """Returns the score, in points, that proves a placed tag; None if it is not proven.

    Args:
        name: OpenCV's name of the dictionary.
        tag_id: Number in the dictionary.
        place: Its placement as a partly covered tag.
        least_modules: Fewest visible modules of the code.
        usual_contrast: Contrast, in grey levels, of other tags in the image, if known.
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


def _agrees(bits: int, place: TagPose, line: "_Line") -> bool:
    """Whether the visible part is large enough and looks as printed."""
    shown, weight = line.shown, _weights(bits, place.grid)
    if line.points < max(MIN_AGREED * weight.sum(), MIN_SHARE * weight[shown].sum()):
        return False
    misfit = np.asarray(place.misfit, dtype=np.float64)
    return math.sqrt(float(np.minimum(misfit[shown] ** 2, 1.0).mean())) <= MAX_MISFIT


def _modules(bits: int, place: TagPose, shown: Flags) -> tuple[float, float]:
    """Returns how many modules of the code are visible, and the largest mean residual of a clearly visible one."""
    cells, size = cell_numbers(bits, place.grid), bits + 4
    every, seen = (np.bincount(cells, weights=each, minlength=size * size) for each in (shown | True, shown))
    code, share = np.pad(np.ones((bits, bits), dtype=bool), 2).ravel(), seen / np.maximum(every, 1.0)
    misfit = np.asarray(place.misfit, dtype=np.float64)
    module = np.bincount(cells, weights=misfit * shown, minlength=size * size) / np.maximum(seen, 1.0)
    return float(share[code].sum()), float(np.abs(module[code & (share >= CLEAR)]).max(initial=0.0))


def sharpened(
    view: GreyView,
    model: CameraModel,
    tags: list[tuple[str, Tag]],
    places: list[TagPose | None],
    blur_px: float,
    lying: Flags,
) -> list[TagPose | None]:
    """Places partly covered tags that lie flat once more, by the part before a straight line; others stay unchanged."""
    better = list(places)
    chosen: list[tuple[int, TagPose, CoverMask]] = []
    for n, place in enumerate(places):
        if place is None or place.cover is None or not lying[n]:
            continue
        bits = dictionary(tags[n][0]).bits
        line = _best_line(bits, place)
        # By the same part it would be placed where it is.
        again = np.array_equal(~line.clear, place.cover.points)
        if not again and not line.shown.all() and line.points >= HOPELESS * _weights(bits, place.grid).sum():
            chosen.append((n, place, CoverMask(float(line.shown[_square(bits, place.grid)].mean()), ~line.clear)))
    if not chosen:
        return better
    starts = np.array([[place.x_mm, place.y_mm, place.angle_rad] for _, place, _ in chosen])
    named, covers = [tags[n] for n, _, _ in chosen], [cover for _, _, cover in chosen]
    for (n, _, _), place in zip(chosen, place_tags_shown(view, model, named, starts, blur_px, covers), strict=True):
        better[n] = place
    return better


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A straight line that separates the visible part of a tag from the covered part.

    Attributes:
        points: Score of the visible part: matching points minus those that differ.
        shown: (points,) True in the visible part.
        clear: (points,) True in the visible part, out of reach of the cover's blur.
        crossings: (2, points) True in the border and paper just behind the line, at each of its ends.
    """

    points: float
    shown: Flags
    clear: Flags
    crossings: Flags


def _best_line(bits: int, place: TagPose) -> _Line:
    """Returns the line with the highest score."""
    shown, clear, crossings = _lines(bits, place.grid)
    weighted = np.maximum(1.0 - (place.misfit / ALIKE) ** 2, WORST) * _weights(bits, place.grid)
    agrees = shown @ weighted.astype(np.float32)
    best = int(agrees.argmax())
    return _Line(float(agrees[best]), np.asarray(shown[best] > 0), clear[best], crossings[best])


def _goes_under(place: TagPose, line: _Line) -> bool:
    """Whether both sides of a tag that meet the line end there."""
    broken = np.abs(place.misfit) > BROKEN
    return all(
        np.count_nonzero(crossing) < FEW_POINTS or float(broken[crossing].mean()) >= MIN_BROKEN
        for crossing in line.crossings
    )


def _placed(
    view: GreyView, model: CameraModel, mat: MatLayout, tags: list[Tag], known_mm: Floats, blur_px: float
) -> list[tuple[Tag, TagPose]]:
    name, size_mm = mat.dictionary, tags[0].size_mm
    bits = dictionary(name).bits
    area = SearchArea(np.array([mat.width_mm, mat.height_mm]), BESIDE_MAT_MM, known_mm, NEAR_EDGES * size_mm)
    squares = squares_on_sides(view, model, tags[0], size_mm / (bits + 2), area)
    by_id = {tag.id: tag for tag in tags}
    chosen: list[Tag] = []
    starts: list[Floats] = []
    covers: list[CoverMask] = []
    points, square = grid_points(bits, GRID), _square(bits, GRID)
    taken: dict[int, list[tuple[float, float, float]]] = {}
    for part in read_parts(view, model, squares, name, tuple(tags)):
        if len(chosen) == MAX_PLACED:
            break
        start = squares[part.square] - [0.0, 0.0, part.turns * math.pi / 2]
        x_mm, y_mm, angle_rad = start.tolist()
        same = taken.setdefault(part.tag_id, [])
        if not any(_same((x_mm, y_mm, angle_rad), other) for other in same):
            same.append((x_mm, y_mm, angle_rad))
            chosen.append(by_id[part.tag_id])
            starts.append(start)
            way, depth = part.line
            hidden = points @ np.array([math.cos(way), math.sin(way)]) >= depth
            covers.append(CoverMask(float((~hidden[square]).mean()), hidden))
    if not chosen:
        return []
    named = [(name, tag) for tag in chosen]
    places = place_tags_shown(view, model, named, np.stack(starts), blur_px, covers)
    for _ in range(MORE):
        places = sharpened(view, model, named, places, blur_px, np.ones(len(named), dtype=bool))
    return [(tag, place) for tag, place in zip(chosen, places, strict=True) if place is not None]


def _same(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    near = math.hypot(one[0] - other[0], one[1] - other[1]) < SAME_MM
    return near and abs(math.remainder(one[2] - other[2], math.tau)) < SAME_RAD


def _undisputed(found: list[PartialTag]) -> list[PartialTag]:
    """Keeps the best tag at each place; an id that is found at two places is dropped."""
    kept: list[PartialTag] = []
    for each in sorted(found, key=lambda each: -each.agreed):
        if all(_apart_mm(each, other) > NEAR_EDGES * each.tag.size_mm for other in kept):
            kept.append(each)
    ids = [each.tag.id for each in kept]
    return [each for each in kept if ids.count(each.tag.id) == 1]


def _apart_mm(one: PartialTag, other: PartialTag) -> float:
    return math.hypot(one.place.x_mm - other.place.x_mm, one.place.y_mm - other.place.y_mm)


@functools.lru_cache(maxsize=4)
def _square(bits: int, grid: int) -> Flags:
    """Returns which points lie in the black square, (points,)."""
    return np.asarray(np.abs(grid_points(bits, grid)).max(axis=1) < bits / 2 + 1)


@functools.lru_cache(maxsize=4)
def _weights(bits: int, grid: int) -> Floats:
    """Returns the weight of each point, (points,)."""
    return np.where(_square(bits, grid), 1.0, BESIDE)


@functools.lru_cache(maxsize=4)
def _ring(bits: int, grid: int) -> Flags:
    """Returns which points lie outside the code, (points,)."""
    return np.asarray(np.abs(grid_points(bits, grid)).max(axis=1) > bits / 2)


@functools.lru_cache(maxsize=4)
def _lines(bits: int, grid: int) -> tuple[Floats32, Flags, Flags]:
    """Returns all lines, and one case without a line: the parts of `_Line` that do not depend on the image, stacked.

    The visible parts (lines, points) are the numbers 1 and 0.
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
    first = first_of_each(np.packbits(np.stack(shown), axis=1))
    return np.stack(shown)[first].astype(np.float32), np.stack(clear)[first], np.stack(crossings)[first]
