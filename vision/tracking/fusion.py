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
    misfit_mm: float = 0.0


def fuse(tracks: list[TagTrack], floor_mm: float) -> FusedPose:
    """Returns the pose of the piece that carries these tags.

    Args:
        tracks: One or more tags of one piece.
        floor_mm: Lower limit of each tag's standard deviation, however often it was read: errors of lens and model.
    """
    place = _from_one(tracks[0])
    seen = np.stack([track.mean.place for track in tracks])
    printed = np.array([(track.tag.x_mm, track.tag.y_mm, track.tag.angle_rad) for track in tracks])
    spreads = np.stack([_covariance(track, floor_mm) for track in tracks])
    weights = np.linalg.inv(spreads)
    inverse: Floats = spreads[0]
    for _ in range(2 if len(tracks) > 1 else 1):
        slopes, rest = _compare(place, printed, seen)
        pulled = slopes.transpose(0, 2, 1) @ weights
        inverse = np.asarray(np.linalg.inv((pulled @ slopes).sum(axis=0)), dtype=np.float64)
        place = place + inverse @ (pulled @ rest[:, :, None]).sum(axis=0)[:, 0]
    misfits = np.hypot(*_compare(place, printed, seen)[1][:, :2].T)
    limits = np.maximum(DISAGREE_MM / 2, 5.0 * np.sqrt(np.maximum(spreads[:, 0, 0], spreads[:, 1, 1])))
    place[2] = math.remainder(place[2], math.tau)
    return FusedPose(place, inverse, bool((misfits <= limits).all()), float(misfits.max()))


def _covariance(track: TagTrack, floor_mm: float) -> Floats:
    floor_rad = floor_mm / track.tag.size_mm
    floor = np.diag([floor_mm**2, floor_mm**2, floor_rad**2])
    return np.asarray(track.mean.covariance / track.mean.readings + floor)


def _from_one(track: TagTrack) -> Floats:
    angle_rad = float(track.mean.place[2]) - track.tag.angle_rad
    cos, sin, tag = math.cos(angle_rad), math.sin(angle_rad), track.tag
    x_mm, y_mm = track.mean.place[:2].tolist()
    return np.array([x_mm - cos * tag.x_mm + sin * tag.y_mm, y_mm - sin * tag.x_mm - cos * tag.y_mm, angle_rad])


def _compare(place: Floats, printed: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """Returns the derivatives of the tags' poses by the piece's pose, (n, 3, 3), and the tags' residuals, (n, 3).

    Args:
        place: (3,) pose of the piece.
        printed: (n, 3) poses of the tags in the piece's own frame.
        seen: (n, 3) poses of the tags on the mat.
    """
    cos, sin = math.cos(place[2]), math.sin(place[2])
    there = printed.copy()
    there[:, :2] = printed[:, :2] @ np.array([[cos, sin], [-sin, cos]])
    slopes = np.zeros((len(seen), 3, 3))
    slopes[:] = np.eye(3)
    slopes[:, 0, 2], slopes[:, 1, 2] = -there[:, 1], there[:, 0]
    rest = seen - place - there
    rest[:, 2] -= math.tau * np.rint(rest[:, 2] / math.tau)
    return slopes, rest
