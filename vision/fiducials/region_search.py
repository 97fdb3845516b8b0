"""Searches a part of the image for tags: dark squares first, then their codes.

This is the cheap search that covers the whole table twice a second. Its results are only candidates, which the
placement from all pixels confirms or rejects. A square whose modules are all clearly black or white is decoded
directly; any other is compared with the ids in play.
"""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Image
from vision.fiducials.dark_squares import SIZES, EdgeRange, outlined_squares
from vision.fiducials.decoder import read_quads
from vision.fiducials.dictionary import dictionary
from vision.fiducials.soft_decoder import read_softly

__all__ = ["NOTHING_KNOWN", "SIZES", "EdgeRange", "TagCandidate", "propose"]

MIN_SIDE_PX = 16
"""Smallest number of rows and of columns in which a tag can be read."""

KNOWN_WITHIN_PX = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class TagCandidate:
    """A candidate for a tag.

    Attributes:
        tag_id: Number in the dictionary.
        corners_px: (4, 2), image frame, from the pattern's top left; accurate to about a pixel.
    """

    tag_id: int
    corners_px: Floats


NOTHING_KNOWN: Floats = np.empty((0, 2))


def propose(
    grey: Image,
    name: str,
    edges: EdgeRange,
    corner_px: tuple[int, int] = (0, 0),
    known_px: Floats = NOTHING_KNOWN,
    ids: tuple[int, ...] = (),
) -> tuple[list[TagCandidate], Floats]:
    """Searches for tags of a dictionary.

    Args:
        grey: (h, w) part of an image.
        name: OpenCV's name of the dictionary.
        edges: Range of tag sizes.
        corner_px: Column and row of the image at which the part begins.
        known_px: (n, 2) centres, in the image, of squares to skip.
        ids: Ids in play; squares that cannot be decoded directly are compared with them.

    Returns:
        Candidates for tags, and the centres (n, 2) of squares in which nothing could be read.
    """
    if min(grey.shape) < max(MIN_SIDE_PX, 2 * edges.shortest_px * SIZES[0]):
        return [], NOTHING_KNOWN
    corner = np.array(corner_px, dtype=np.float64)
    known_px = known_px - corner
    squares = outlined_squares(grey, edges, known_px)
    apart = np.abs(squares.mean(axis=1)[:, None] - known_px[None]).max(axis=2)
    squares = squares[~(apart < KNOWN_WITHIN_PX).any(axis=1)]
    if not len(squares):
        return [], NOTHING_KNOWN
    readings = read_quads(grey, squares, dictionary(name))
    found = [TagCandidate(each.tag_id, np.roll(squares[each.quad], -each.turns, axis=0) + corner) for each in readings]
    unread = np.ones(len(squares), dtype=bool)
    unread[[each.quad for each in readings]] = False
    rest = np.flatnonzero(unread)
    for candidate in read_softly(grey, squares[rest], name, ids):
        square = squares[rest[candidate.quad]]
        found.append(TagCandidate(candidate.tag_id, np.roll(square, -candidate.turns, axis=0) + corner))
        unread[rest[candidate.quad]] = False
    return found, squares[unread].mean(axis=1) + corner
