"""One piece from the tags it carries."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tracking.tagtrack import TagTrack

DISAGREE_MM = 0.8
"""Two tags of one piece that differ by more than this, and than five standard deviations, do not lie as printed."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Fused:
    """A piece's place.

    Attributes:
        place: (3,) x and y in mm, angle in rad.
        covariance: (3, 3).
        consistent: Whether all its tags fit together as printed.
    """

    place: Floats
    covariance: Floats
    consistent: bool


def fuse(tracks: list[TagTrack], floor_mm: float) -> Fused:
    """The piece that carries these tags.

    Args:
        tracks: One or more tags of one piece.
        floor_mm: Standard deviation that every tag has however often it was read: the lens's and the model's faults.
    """
    place = _from_one(tracks[0])
    spreads = [_covariance(track, floor_mm) for track in tracks]
    weights = np.linalg.inv(np.stack(spreads))
    inverse: Floats = spreads[0]
    for _ in range(2 if len(tracks) > 1 else 1):
        normal, right = np.zeros((3, 3)), np.zeros(3)
        for track, weight in zip(tracks, weights, strict=True):
            slopes, rest = _compare(place, track)
            pulled = slopes.T @ weight
            normal += pulled @ slopes
            right += pulled @ rest
        inverse = np.asarray(np.linalg.inv(normal), dtype=np.float64)
        place = place + inverse @ right
    misfits = [math.hypot(*_compare(place, track)[1][:2]) for track in tracks]
    limits = [max(DISAGREE_MM / 2, 5.0 * math.sqrt(max(spread[0, 0], spread[1, 1]))) for spread in spreads]
    fits = all(misfit <= limit for misfit, limit in zip(misfits, limits, strict=True))
    place[2] = math.remainder(place[2], math.tau)
    return Fused(place, inverse, fits)


def _covariance(track: TagTrack, floor_mm: float) -> Floats:
    floor_rad = floor_mm / track.tag.size_mm
    floor = np.diag([floor_mm**2, floor_mm**2, floor_rad**2])
    return np.asarray(track.mean.covariance / track.mean.readings + floor)


def _from_one(track: TagTrack) -> Floats:
    angle_rad = float(track.mean.place[2]) - track.tag.angle_rad
    offset = _turned(angle_rad, track.tag.x_mm, track.tag.y_mm)
    return np.array([*(track.mean.place[:2] - offset), angle_rad])


def _turned(angle_rad: float, x_mm: float, y_mm: float) -> Floats:
    cos, sin = math.cos(angle_rad), math.sin(angle_rad)
    return np.array([cos * x_mm - sin * y_mm, sin * x_mm + cos * y_mm])


def _compare(place: Floats, track: TagTrack) -> tuple[Floats, Floats]:
    """How the tag's place changes with the piece's, and how far the tag is from where the piece would have it."""
    offset = _turned(float(place[2]), track.tag.x_mm, track.tag.y_mm)
    slopes = np.array([[1.0, 0.0, -offset[1]], [0.0, 1.0, offset[0]], [0.0, 0.0, 1.0]])
    rest = track.mean.place - np.array([*(place[:2] + offset), place[2] + track.tag.angle_rad])
    rest[2] = math.remainder(rest[2], math.tau)
    return slopes, rest
