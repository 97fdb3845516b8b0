"""Places tracked tags that are partly covered."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.alignment.placement import TagPose, place_tags_nearby, place_tags_under
from vision.arrays import Flags, Floats
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import GreyView
from vision.occlusion.half_plane import proven, sharpened
from vision.occlusion.identity import shows_through
from vision.table import Tag

NEARLY_PLACED, HIDDEN_MODULES = 0.65, 3
"""A placement that ignores covers is nearly correct if at least this share looks as printed, and at most this many
modules are wrong."""

MIN_MODULES = 6.0
"""Fewest visible modules of the code for an expected tag."""

SHARPENED = 2
"""Number of times that the cover's line is determined again from the improved placement."""

NEAR_SCALES = (0.9, 1.35)
MIN_CONTRAST = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class OccludedTag:
    """A tag to place.

    Attributes:
        tag: The tag.
        start: (3,) expected x, y in mm and angle in rad.
        plain: Its placement as computed without a cover.
        lying: Whether its size is known, because it lies on the mat.
    """

    tag: Tag
    start: Floats
    plain: TagPose | None
    lying: bool


def place_occluded(
    view: GreyView, model: CameraModel, name: str, tags: list[OccludedTag], blur_px: float
) -> list[TagPose | None]:
    """Places tags by their visible parts.

    A tag that is nearly in place, covered or not, starts from there. Trying all directions of the cover takes three
    times as long, and is left to tags that cannot be recognised otherwise.

    Args:
        view: The image.
        model: The camera above the mat.
        name: OpenCV's name of their dictionary.
        tags: The tags.
        blur_px: Standard deviation of the image's blur.

    Returns:
        The same as `vision.alignment.placement.place_tags`; `is_shown` decides whether it is the tag.
    """
    named, lying = [(name, each.tag) for each in tags], np.array([each.lying for each in tags], dtype=bool)
    places: list[TagPose | None] = [None] * len(tags)
    near = {n: each.plain for n, each in enumerate(tags) if each.plain is not None and _is_near(each.plain)}
    found = place_tags_nearby(view, model, [named[n] for n in near], [*near.values()], blur_px, lying[[*near]])
    for n, place in zip(near, found, strict=True):
        places[n] = place
    rest = np.flatnonzero(~_shown(name, tags, places)).tolist()
    starts = np.array([tags[n].start for n in rest]).reshape(-1, 3)
    under = place_tags_under(view, model, [named[n] for n in rest], starts, blur_px, lying[rest])
    for n, place in zip(rest, under, strict=True):
        places[n] = place
    # The part on the visible side of the line proves nothing by itself, unless it is conclusive.
    sharp = places
    for _ in range(SHARPENED):
        sharp = sharpened(view, model, named, sharp, blur_px, lying)
    better = _shown(name, tags, places) | (lying & _shown(name, tags, sharp, by=_is_proven))
    return [new if chosen else old for old, new, chosen in zip(places, sharp, better, strict=True)]


def is_shown(name: str, tag_id: int, place: TagPose) -> bool:
    """Whether the visible part shows that an expected tag is where it was placed."""
    return shows_through(name, tag_id, place) or _is_proven(name, tag_id, place)


def _is_proven(name: str, tag_id: int, place: TagPose) -> bool:
    return place.cover is not None and proven(name, tag_id, place, MIN_MODULES) is not None


def _shown(
    name: str,
    tags: list[OccludedTag],
    places: list[TagPose | None],
    by: Callable[[str, int, TagPose], bool] = shows_through,
) -> Flags:
    return np.array(
        [place is not None and by(name, each.tag.id, place) for each, place in zip(tags, places, strict=True)],
        dtype=bool,
    )


def _is_near(place: TagPose) -> bool:
    """Whether the placement that ignores covers is nearly correct."""
    fits = place.settled and place.contrast > MIN_CONTRAST and NEAR_SCALES[0] < place.scale < NEAR_SCALES[1]
    return fits and place.explained >= NEARLY_PLACED and place.wrong_modules <= HIDDEN_MODULES
