"""Every way of looking for tags in one picture: for pictures that stand alone, where time hardly counts.

Many more outlines than the tracker's quick search proposes are read (`vision.fiducials.quad_search`). What is found is
confirmed and placed as ever.
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
"""So many outlines of what seems to be one tag are tried, the clearest first."""

SAME_PLACE_EDGES = 0.4


def propose_thoroughly(view: View, name: str, edges: EdgeRange | None, looks: tuple[Look, ...]) -> list[Proposal]:
    """What may be tags anywhere in a picture.

    Args:
        view: The picture.
        name: OpenCV's name of the dictionary.
        edges: Which sizes; None for any.
        looks: How to look.

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
    """Proposals of tags that nothing on the table carries, as far as the picture proves them: each once.

    Args:
        view: The picture.
        name: OpenCV's name of the dictionary.
        lens: The lens, where known.
        proposals: What may be such tags.
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
