"""Searches one image with every method: for single images, where time hardly matters.

Many more outlines are decoded than in the tracker's quick search (`vision.fiducials.quad_search`). Detections are
confirmed and placed as usual.
"""

import math
from dataclasses import replace

import numpy as np

from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import fit_tag
from vision.fiducials.decoder import read_quads
from vision.fiducials.detector import DetectedTag, is_certain
from vision.fiducials.dictionary import dictionary
from vision.fiducials.quad_search import WIDE_PX, Preprocessing, SearchLimits, propose_quads
from vision.fiducials.region_search import SIZES, EdgeRange, TagCandidate
from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.observation import TagObservation

TRIES = 3
"""Most outlines to try for one tag, the clearest first."""

SAME_PLACE_EDGES = 0.4

ENLARGED_PX = 3.0
"""Edge of a module, in pixels of the plain search, up to which tags are searched for in the enlarged image, too: larger
ones are found without it, and it costs as much as all other searches together."""


def propose_thoroughly(
    view: GreyView,
    name: str,
    edges: EdgeRange | None,
    preprocessings: tuple[Preprocessing, ...],
    closely: Rect | None = None,
) -> list[TagCandidate]:
    """Returns detections of tags anywhere in an image.

    Args:
        view: The image.
        name: OpenCV's name of the dictionary.
        edges: Range of tag sizes to search for; None for any.
        preprocessings: How thoroughly to search.
        closely: The part of the image that is searched in the costly ways too; None for all of it.

    Returns:
        Each tag up to `TRIES` times, the clearest reading first.
    """
    grey = view.grey(view.whole)
    limits = SearchLimits(closely=closely)
    if edges is not None:
        limits = replace(limits, min_edge_px=SIZES[0] * edges.shortest_px, max_edge_px=SIZES[1] * edges.longest_px)
        module_px = edges.shortest_px / (dictionary(name).bits + 2) * (0.5 if max(grey.shape) > WIDE_PX else 1.0)
        if module_px > ENLARGED_PX:
            preprocessings = tuple(each for each in preprocessings if each is not Preprocessing.LARGE)
    quads = propose_quads(grey, preprocessings, limits)
    centres_px = quads.mean(axis=1).tolist()
    edges_px = np.linalg.norm(quads[:, 0] - quads[:, 1], axis=1).tolist()
    found: list[TagCandidate] = []
    taken: dict[int, list[list[float]]] = {}
    for reading in sorted(read_quads(grey, quads, dictionary(name)), key=lambda reading: -reading.clearness):
        centre_px, near_px = centres_px[reading.quad], SAME_PLACE_EDGES * edges_px[reading.quad]
        same = taken.setdefault(reading.tag_id, [])
        if sum(math.dist(centre_px, other) < near_px for other in same) < TRIES:
            same.append(centre_px)
            found.append(TagCandidate(reading.tag_id, np.roll(quads[reading.quad], -reading.turns, axis=0)))
    return found


def strangers(
    view: GreyView, name: str, lens: Lens | None, candidates: list[TagCandidate]
) -> tuple[TagObservation, ...]:
    """Returns detections of tags that nothing on the table carries, each once, if the image gives enough evidence.

    Args:
        view: The image.
        name: OpenCV's name of the dictionary.
        lens: The lens, if known.
        candidates: Detections of such tags.
    """
    grey, patterns = view.grey(view.whole), dictionary(name)
    kept: list[TagCandidate] = []
    found: list[TagObservation] = []
    for each in candidates:
        if any(_same(each, other) for other in kept):
            continue
        fit = fit_tag(grey, each.corners_px, patterns.pattern(each.tag_id), lens)
        if fit is not None and is_certain(fit, patterns.bits):
            kept.append(each)
            found.append(DetectedTag(each.tag_id, name, fit).observation())
    return tuple(found)


def _same(one: TagCandidate, other: TagCandidate) -> bool:
    edge_px = float(np.linalg.norm(one.corners_px[0] - one.corners_px[1]))
    apart_px = float(np.hypot(*(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))))
    return one.tag_id == other.tag_id and apart_px < SAME_PLACE_EDGES * edge_px
