"""Computes the pose of one piece from the tags that it carries.

Method: generalised least squares. The pose of each tag is weighted with the inverse of its covariance; the problem is
linearised about the first tag's pose, and once more about the result.
"""

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.tracking.tag_track import TagTrack

DISAGREE_MM = 0.8
"""Two tags of one piece are inconsistent if they differ by more than this and by more than five standard deviations."""

Matrix = tuple[float, float, float, float, float, float]
"""A symmetric matrix (3, 3): its upper half, row by row."""


@dataclass(frozen=True, slots=True, eq=False)
class FusedPose:
    """The pose of a piece.

    Attributes:
        place: (3,) x and y in mm, angle in rad.
        covariance: (3, 3).
        consistent: Whether the poses of all tags agree with the printed layout.
        misfit_mm: Largest distance of a tag from where the pose puts it.
    """

    place: Floats
    covariance: Floats
    consistent: bool
    misfit_mm: float


def fuse(tracks: list[TagTrack], floor_mm: float) -> FusedPose:
    """Returns the pose of the piece that carries these tags.

    Args:
        tracks: One or more tags of one piece.
        floor_mm: Lower limit of each tag's standard deviation, however often it was read: errors of lens and model.
    """
    place = _from_one(tracks[0])
    spreads = [_covariance(track, floor_mm) for track in tracks]
    weights = [_inverse(spread) for spread in spreads]
    inverse = spreads[0]
    for _ in range(2 if len(tracks) > 1 else 1):
        normal, pull = _equations(place, tracks, weights)
        inverse = _inverse(normal)
        xx, xy, xa, yy, ya, aa = inverse
        x, y, a = pull
        place = (
            place[0] + xx * x + xy * y + xa * a,
            place[1] + xy * x + yy * y + ya * a,
            place[2] + xa * x + ya * y + aa * a,
        )
    misfits = [math.hypot(*_rest(place, track)[0][:2]) for track in tracks]
    limits = [max(DISAGREE_MM / 2, 5.0 * math.sqrt(max(spread[0], spread[3]))) for spread in spreads]
    consistent = all(misfit <= limit for misfit, limit in zip(misfits, limits, strict=True))
    xx, xy, xa, yy, ya, aa = inverse
    x_mm, y_mm, angle_rad = place
    return FusedPose(
        np.array([x_mm, y_mm, math.remainder(angle_rad, math.tau)]),
        np.array([[xx, xy, xa], [xy, yy, ya], [xa, ya, aa]]),
        consistent,
        max(misfits),
    )


def _covariance(track: TagTrack, floor_mm: float) -> Matrix:
    (xx, xy, xa), (_, yy, ya), (_, _, aa) = (track.mean.covariance / track.mean.readings).tolist()
    floor_rad = floor_mm / track.tag.size_mm
    return xx + floor_mm**2, xy, xa, yy + floor_mm**2, ya, aa + floor_rad**2


def _from_one(track: TagTrack) -> tuple[float, float, float]:
    x_mm, y_mm, angle_rad = track.mean.place.tolist()
    angle_rad -= track.tag.angle_rad
    cos, sin, tag = math.cos(angle_rad), math.sin(angle_rad), track.tag
    return x_mm - cos * tag.x_mm + sin * tag.y_mm, y_mm - sin * tag.x_mm - cos * tag.y_mm, angle_rad


def _equations(
    place: tuple[float, float, float], tracks: list[TagTrack], weights: list[Matrix]
) -> tuple[Matrix, tuple[float, float, float]]:
    """Returns the normal equations of the step from a pose of the piece: their matrix and their right-hand side.

    Plain numbers, because a piece has one or two tags, for which arrays take five times as long.
    """
    normal, pull = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
    for track, (xx, xy, xa, yy, ya, aa) in zip(tracks, weights, strict=True):
        (x, y, a), (u, v) = _rest(place, track)
        # A turn of the piece shifts the tag by (-v, u). First the weights times the slopes by x, y and the turn.
        turned_x, turned_y, turned_a = xa - v * xx + u * xy, ya - v * xy + u * yy, aa - v * xa + u * ya
        normal[0] += xx
        normal[1] += xy
        normal[2] += turned_x
        normal[3] += yy
        normal[4] += turned_y
        normal[5] += turned_a - v * turned_x + u * turned_y
        pull[0] += xx * x + xy * y + xa * a
        pull[1] += xy * x + yy * y + ya * a
        pull[2] += turned_x * x + turned_y * y + turned_a * a
    return (normal[0], normal[1], normal[2], normal[3], normal[4], normal[5]), (pull[0], pull[1], pull[2])


def _rest(place: tuple[float, float, float], track: TagTrack) -> tuple[tuple[float, float, float], tuple[float, float]]:
    """Returns a tag's pose less the one that the piece's pose predicts, and the tag's place from the piece's centre."""
    cos, sin, tag = math.cos(place[2]), math.sin(place[2]), track.tag
    u, v = cos * tag.x_mm - sin * tag.y_mm, sin * tag.x_mm + cos * tag.y_mm
    x_mm, y_mm, angle_rad = track.mean.place.tolist()
    turn = math.remainder(angle_rad - place[2] - tag.angle_rad, math.tau)
    return (x_mm - place[0] - u, y_mm - place[1] - v, turn), (u, v)


def _inverse(matrix: Matrix) -> Matrix:
    """Returns the inverse of a positive definite matrix, by its cofactors."""
    xx, xy, xa, yy, ya, aa = matrix
    first, second, third = yy * aa - ya * ya, xa * ya - xy * aa, xy * ya - xa * yy
    size = xx * first + xy * second + xa * third
    return (
        first / size,
        second / size,
        third / size,
        (xx * aa - xa * xa) / size,
        (xy * xa - xx * ya) / size,
        (xx * yy - xy * xy) / size,
    )
