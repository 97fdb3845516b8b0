"""The known tags of pieces: each tag's pose, its appearance, and the piece that carries it."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from vision.alignment.placement import TagPose, place_tags
from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.fiducials.region_search import EdgeRange
from vision.images.frame_view import GreyView
from vision.table import TableLayout, Tag
from vision.tracking.acceptance import certain
from vision.tracking.patches import PatchStore
from vision.tracking.tag_track import TagMean, TagTrack

STILL_PX = 0.12
"""A tag that shifted by less than this lies still."""

REMEMBERED_S = 5.0
"""Interval at which the stored appearance of a resting tag is renewed, because light and focus drift."""

NEAR_EDGES = 0.6
"""Two detections of an id that are closer than this, in tag edges, are of the same tag."""

FORGOTTEN_S = 40.0
RIVAL_FORGOTTEN_S = 0.5


@dataclass(frozen=True, slots=True)
class ImageContext:
    """One image together with the parameters to read it.

    Attributes:
        view: The image.
        model: The camera's pose above the mat, with its lens.
        blur_px: Standard deviation of the image's blur.
        now_s: When the image was taken.
    """

    view: GreyView
    model: CameraModel
    blur_px: float
    now_s: float


class KnownTags:
    """The tags of a table's pieces that have been seen.

    Attributes:
        tracks: Tracked tags, by their keys.
        blurs_px: Standard deviations of the blur, as estimated from the tags read in the newest image.
    """

    def __init__(self, layout: TableLayout, patches: PatchStore) -> None:
        """Starts with no known tag.

        Args:
            layout: The table's layout.
            patches: The stored appearance of tags.
        """
        self._dictionary = layout.mat.dictionary
        self._modules = dictionary(layout.mat.dictionary).bits + 2
        self._patches = patches
        self._owner: dict[int, tuple[str, Tag]] = {}
        self._siblings = {piece.id: piece.tags for piece in layout.pieces}
        for piece in layout.pieces:
            self._owner |= {tag.id: (piece.id, tag) for tag in piece.tags}
        # If a tag of the mat also appears elsewhere, the second one is tracked like any other tag, and is reported.
        self._mat_tags = {tag.id: tag for tag in layout.mat.tags}
        self._owner = {tag.id: ("", tag) for tag in layout.mat.tags} | self._owner
        self._ids = tuple(sorted(self._owner))
        self._sizes_mm = sorted(tag.size_mm for _, tag in self._owner.values())
        width_mm, height_mm = layout.mat.width_mm, layout.mat.height_mm
        self._corners_mm = np.array([[x, y] for x in (0.0, width_mm) for y in (0.0, height_mm)])
        self._next_key = 0
        self.tracks: dict[int, TagTrack] = {}
        self.blurs_px: list[float] = []
        self._corners: dict[int, tuple[object, Floats]] = {}

    def corners_px(self, model: CameraModel) -> list[tuple[int, Floats]]:
        """Returns id and corners (4, 2) of every tag that is visible in the newest image."""
        return [(track.tag.id, corners) for track, corners in self._corners_of_shown(model)]

    def _corners_of_shown(self, model: CameraModel) -> list[tuple[TagTrack, Floats]]:
        shown = [track for track in self.tracks.values() if track.present]
        stale = [track for track in shown if self._corners.get(track.key, (None,))[0] != (id(model), track.read_s)]
        if stale:
            points = np.concatenate([track.corners_mm(track.mean.place) for track in stale])
            for track, corners in zip(stale, model.pixels(points).reshape(-1, 4, 2), strict=True):
                self._corners[track.key] = ((id(model), track.read_s), corners)
        return [(track, self._corners[track.key][1]) for track in shown]

    def shown(self) -> dict[str, list[TagTrack]]:
        """Returns the tags visible in the newest image, by piece; ids that are visible twice are left out."""
        twice = self.duplicates(set())
        found: dict[str, list[TagTrack]] = {}
        for track in self.tracks.values():
            if track.present and track.tag.id not in twice:
                found.setdefault(track.owner, []).append(track)
        return found

    def hidden(self) -> list[tuple[Tag, int]]:
        """Returns the tags of all pieces without a visible tag, each with its number on its piece."""
        seen = {track.owner for track in self.tracks.values() if track.present}
        return [(tag, len(tags)) for piece, tags in self._siblings.items() if piece not in seen for tag in tags]

    def knows(self, tag_id: int) -> bool:
        """Whether the mat or a piece carries this tag."""
        return tag_id in self._owner

    def duplicates(self, on_mat: Iterable[int]) -> tuple[int, ...]:
        """Returns the ids visible more than once in the newest image.

        Ids in `on_mat` count as visible once on the mat itself.
        """
        ids = [*on_mat, *(track.tag.id for track in self.tracks.values() if track.present)]
        if len(set(ids)) == len(ids):
            return ()
        counts = Counter(ids)
        return tuple(sorted(tag_id for tag_id, count in counts.items() if count > 1))

    def edges(self, model: CameraModel, contrast: float, *, coarse: bool = False) -> EdgeRange:
        """Returns the sizes to search for in the image: from the smallest tag far away to the largest nearby."""
        scales = model.scales(self._corners_mm)
        # The cosine of the viewing angle shortens a slanted tag in one direction.
        slant = abs(float(model.rotation[2, 2]))
        return EdgeRange(
            self._sizes_mm[0] * float(scales.min()) * slant, self._sizes_mm[-1] * float(scales.max()), contrast, coarse
        )

    def _centres_px(self, model: CameraModel, *, only_alike: bool = False) -> tuple[list[int], Floats]:
        """Returns ids and centres (n, 2) of the tags visible in the newest image, and of the mat's tags in place.

        Args:
            model: The camera's pose.
            only_alike: Whether to leave out those of which a part does not look as it did.
        """
        found = self._corners_of_shown(model)
        shown = [(track.tag.id, corners) for track, corners in found if track.alike or not only_alike]
        centres = np.array([corners for _, corners in shown]).reshape(-1, 4, 2).mean(axis=1)
        fixed_mm = np.array([[tag.x_mm, tag.y_mm, tag.height_mm] for tag in self._mat_tags.values()]).reshape(-1, 3)
        ids = [*(tag_id for tag_id, _ in shown), *self._mat_tags]
        return ids, np.concatenate([centres, model.pixels(fixed_mm)])

    def assign(self, context: ImageContext, tag: Tag, place: TagPose) -> None:
        """Assigns a detected tag to its track, or to a new one."""
        same = [track for track in self.tracks.values() if track.tag.id == tag.id]
        near = [track for track in same if is_near(track, place.x_mm, place.y_mm)]
        hidden = [track for track in same if not track.present]
        if near:
            self._take(context, near[0], place)
        elif hidden:
            self._take(context, hidden[0], place)
        elif not same or not self._moved_here(context, same, place):
            key, self._next_key = self._next_key, self._next_key + 1
            track = TagTrack(
                key, tag, self._owner[tag.id][0], TagMean.of(place), context.now_s, present_s=context.now_s
            )
            track.scale, track.scale_sigma, track.contrast = place.scale, place.scale_sigma, place.contrast
            self.tracks[key] = track
            self._remember(context, track)

    def _moved_here(self, context: ImageContext, same: list[TagTrack], place: TagPose) -> bool:
        """Whether the id's other detection was only assumed and is gone now, so that the tag moved here."""
        starts = np.stack([track.mean.place for track in same])
        for track, there in zip(same, self._placed(context, [t.tag for t in same], starts, 3), strict=True):
            if there is None or not certain(there) or not is_near(track, there.x_mm, there.y_mm):
                self._take(context, track, place)
                return True
        return False

    def _take(self, context: ImageContext, track: TagTrack, place: TagPose) -> None:
        scale = context.model.px_per_mm(place.x_mm, place.y_mm)
        changed = not track.present or not self._patches.knows(track.key)
        moved = track.take(place, context.now_s, STILL_PX / scale)
        self.blurs_px.append(place.blur_modules * track.tag.size_mm / self._modules * scale)
        if moved:
            # It will look different in the next image too; its appearance is stored once it lies still.
            self._patches.forget(track.key)
        elif changed or not track.alike or (place.is_bare and context.now_s - track.remembered_s > REMEMBERED_S):
            self._remember(context, track)

    def _remember(self, context: ImageContext, track: TagTrack) -> None:
        track.remembered_s, track.alike = context.now_s, True
        self._patches.remember(track.key, context.view, context.model.pixels(track.corners_mm(track.mean.place)))

    def _placed(self, context: ImageContext, tags: list[Tag], starts: Floats, steps: int) -> list[TagPose | None]:
        named = [(self._dictionary, tag) for tag in tags]
        return place_tags(context.view, context.model, named, starts, context.blur_px, steps)

    def _forget(self, now_s: float) -> None:
        absent = [track for track in self.tracks.values() if not track.present]
        elsewhere = {track.tag.id for track in self.tracks.values() if track.present} if absent else set()
        for track in absent:
            patience_s = RIVAL_FORGOTTEN_S if track.tag.id in elsewhere else FORGOTTEN_S
            if now_s - track.present_s > patience_s:
                del self.tracks[track.key]
                self._corners.pop(track.key, None)
                self._patches.forget(track.key)


def is_near(track: TagTrack, x_mm: float, y_mm: float) -> bool:
    """Whether a place is within the width of a tag of where it was last."""
    return math.hypot(track.mean.place[0] - x_mm, track.mean.place[1] - y_mm) < NEAR_EDGES * track.tag.size_mm
