"""Searches one image with every method: for single images, where time hardly matters.

Many more outlines are decoded than in the tracker's quick search (`vision.fiducials.quad_search`). Detections are
confirmed and placed as usual.
"""

import numpy as np

from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import fit_tag
from vision.fiducials.decoder import read_quads
from vision.fiducials.detector import DetectedTag, is_certain
from vision.fiducials.dictionary import dictionary
from vision.fiducials.quad_search import Look, SearchLimits, propose_quads
from vision.fiducials.region_search import SIZES, EdgeRange, Proposal
from vision.images.frame_view import View
from vision.observation import TagSighting

TRIES = 3
"""Most outlines to try for one tag, the clearest first."""

SAME_PLACE_EDGES = 0.4


def propose_thoroughly(view: View, name: str, edges: EdgeRange | None, looks: tuple[Look, ...]) -> list[Proposal]:
    """Returns detections of tags anywhere in an image.

    Args:
        view: The image.
        name: OpenCV's name of the dictionary.
        edges: Range of tag sizes to search for; None for any.
        looks: How thoroughly to search.

    Returns:
        Each tag up to `TRIES` times, the clearest reading first.
    """
    grey = view.grey(view.whole)
    limits = None if edges is None else SearchLimits(SIZES[0] * edges.shortest_px, SIZES[1] * edges.longest_px)
    quads = propose_quads(grey, looks, limits)
    found: list[Proposal] = []
    for reading in sorted(read_quads(grey, quads, dictionary(name)), key=lambda reading: -reading.clearness):
        each = Proposal(reading.tag_id, np.roll(quads[reading.quad], -reading.turns, axis=0))
        if sum(_same(each, other) for other in found) < TRIES:
            found.append(each)
    return found


def strangers(view: View, name: str, lens: Lens | None, proposals: list[Proposal]) -> tuple[TagSighting, ...]:
    """Returns detections of tags that nothing on the table carries, each once, if the image gives enough evidence.

    Args:
        view: The image.
        name: OpenCV's name of the dictionary.
        lens: The lens, if known.
        proposals: Detections of such tags.
    """
    grey, patterns = view.grey(view.whole), dictionary(name)
    kept: list[Proposal] = []
    found: list[TagSighting] = []
    for each in proposals:
        if any(_same(each, other) for other in kept):
            continue
        fit = fit_tag(grey, each.corners_px, patterns.pattern(each.tag_id), lens)
        if fit is not None and is_certain(fit, patterns.bits):
            kept.append(each)
            found.append(DetectedTag(each.tag_id, name, fit).sighting())
    return tuple(found)


def _same(one: Proposal, other: Proposal) -> bool:
    edge_px = float(np.linalg.norm(one.corners_px[0] - one.corners_px[1]))
    apart_px = float(np.hypot(*(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))))
    return one.tag_id == other.tag_id and apart_px < SAME_PLACE_EDGES * edge_px
