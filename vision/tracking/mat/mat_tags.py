"""Readings of the mat's tags: each tag's mean position, the number of its readings, and when it is read again.

A tag that looks unchanged is still read again now and then, so that its mean becomes more precise. A partly covered tag
is not, because its position is already known well enough.
"""

from collections.abc import Hashable
from dataclasses import replace

import numpy as np

from vision.alignment.placement import place_tags_closely
from vision.camera.camera_model import CameraModel
from vision.fiducials.dictionary import dictionary
from vision.images.frame_view import GreyView
from vision.pose.corner_average import CornerMean
from vision.pose.refine import MatTagView, view_of
from vision.table import MatLayout, Tag
from vision.tracking.acceptance import certain
from vision.tracking.mat.misfit import TagSize
from vision.tracking.mat.search import proposed_round
from vision.tracking.patches import PatchSimilarity, PatchStore

STILL_PX = 0.15
"""A patch that shifted by less than this has not moved."""

LOOKS_SAME = 0.85
COVERED = 0.55
"""Explained share above which a tag is unchanged, and the share below which it is covered."""

READ_S = 1.6
"""Interval, while nothing moves, at which the mat's tags are read together and the pose is solved from all readings;
see also `MAX_PATIENCE`."""

OFTEN_READ = 6.0
MAX_PATIENCE = 6.0
"""Largest factor by which the interval grows with the number of readings, because one more adds little."""

NEARLY_DUE = 0.6
"""A tag for which this share of its interval has passed is read together with those that are due; that costs little
more."""

UNSEEN_READ_S = 0.4
"""Interval at which a mat tag that is not visible is searched for."""

MIN_CONTRAST = 8.0
RELIT = 0.15
"""Relative change of brightness after which a tag's appearance is stored again."""


class MatTags:
    """The tags of one mat under one camera.

    Attributes:
        means: The mean reading of each known tag, by id.
        blurs_px: Standard deviations of the blur, as estimated in the last reading.
        sizes: Apparent size of each known tag at its last reading, by id.
    """

    def __init__(self, layout: MatLayout, patches: PatchStore) -> None:
        self._dictionary = layout.dictionary
        self._modules = dictionary(layout.dictionary).bits + 2
        self._patches = patches
        self._tags = {tag.id: tag for tag in layout.tags}
        self._read_s: dict[int, float] = {}
        self._present: dict[int, bool] = {}
        self.means: dict[int, CornerMean] = {}
        self.blurs_px: list[float] = []
        self.sizes: dict[int, TagSize] = {}

    @property
    def seen(self) -> tuple[int, ...]:
        """Ids of the tags that are visible in the newest image."""
        return tuple(sorted(tag_id for tag_id, present in self._present.items() if present))

    def views(self) -> list[MatTagView]:
        """Returns the means of all readings."""
        return [
            MatTagView(self._tags[tag_id], mean.corners_px, mean.mean_sigma_px) for tag_id, mean in self.means.items()
        ]

    def compare(self, similarities: dict[Hashable, PatchSimilarity]) -> tuple[int, int]:
        """Determines which tags are visible and unmoved; returns the numbers of moved and of unmoved tags.

        The remaining tags are covered.
        """
        moved = still = 0
        for tag_id in self._tags:
            like = similarities.get(("mat", tag_id))
            covered = like is None or like.explained < COVERED
            shifted = not covered and like is not None and like.moved_px > STILL_PX
            self._present[tag_id] = not covered and not shifted
            moved, still = moved + shifted, still + self._present[tag_id]
        return moved, still

    def begin(self, view: GreyView, views: list[MatTagView], now_s: float) -> None:
        """Starts over with the readings of one image."""
        self.means = {each.tag.id: CornerMean(each.corners_px, 1.0, each.sigma_px) for each in views}
        self._read_s = dict.fromkeys(self.means, now_s)
        self._present = {tag_id: tag_id in self.means for tag_id in self._tags}
        for tag_id in self._tags:
            self._remember(view, tag_id)

    def read_again(
        self,
        view: GreyView,
        model: CameraModel,
        similarities: dict[Hashable, PatchSimilarity],
        now_s: float,
        blur_px: float,
    ) -> tuple[int, int]:
        """Reads the tags that are due, together with those that are nearly due.

        Returns:
            The number of tags read, and how many of them have moved.
        """
        late = {tag_id: self._lateness(tag_id, now_s) for tag_id in self._tags}
        if max(late.values()) < 1.0:
            return 0, 0
        chosen = [self._tags[tag_id] for tag_id, lateness in late.items() if lateness >= NEARLY_DUE]
        self._read_s |= dict.fromkeys([tag.id for tag in chosen], now_s)
        chosen = self._bare(chosen, similarities)
        views = {each.tag.id: each for each in self.read(view, model, chosen, blur_px, steps=3)}
        read = moved = 0
        for tag in chosen:
            found = [views[tag.id]] if tag.id in views else self._read_astray(view, model, tag, blur_px)
            if found:
                read, moved = read + 1, moved + self._take(view, found[0], similarities.get(("mat", tag.id)))
        return read, moved

    def _bare(self, tags: list[Tag], similarities: dict[Hashable, PatchSimilarity]) -> list[Tag]:
        """Returns the tags that nothing covers in part: if most of the mat's look otherwise, focus or light changed."""
        covered = {tag_id for tag_id in self._tags if _partly_covered(similarities.get(("mat", tag_id)))}
        if len(covered) > len(self._tags) / 2:
            return tags
        return [tag for tag in tags if tag.id not in covered]

    def read(self, view: GreyView, model: CameraModel, tags: list[Tag], blur_px: float, steps: int) -> list[MatTagView]:
        """Reads mat tags in an image near their expected positions."""
        named = [(self._dictionary, tag) for tag in tags]
        starts = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad] for tag in tags])
        views = []
        self.blurs_px = []
        for tag, place in zip(tags, place_tags_closely(view, model, named, starts, blur_px, steps), strict=True):
            if place is not None and place.contrast > MIN_CONTRAST and place.explained >= COVERED:
                module_px = tag.size_mm / self._modules * model.px_per_mm(tag.x_mm, tag.y_mm)
                self.blurs_px.append(place.blur_modules * module_px)
                if certain(place):
                    views.append(view_of(tag, place, model))
                    self.sizes[tag.id] = TagSize(place.scale, place.scale_sigma)
        return views

    def _lateness(self, tag_id: int, now_s: float) -> float:
        """Returns the time since a mat tag was last read, divided by its interval."""
        mean = self.means.get(tag_id)
        patience = 1.0 if mean is None else min(max(mean.readings / OFTEN_READ, 1.0), MAX_PATIENCE)
        each_s = READ_S * patience if self._present.get(tag_id) else UNSEEN_READ_S
        return (now_s - self._read_s.get(tag_id, -np.inf)) / each_s

    def _take(self, view: GreyView, read: MatTagView, like: PatchSimilarity | None) -> bool:
        """Adds one reading of a tag; returns whether the tag has moved."""
        tag_id = read.tag.id
        known = self.means.get(tag_id)
        moved = known is None or not known.agrees(read.corners_px, read.sigma_px)
        fresh = CornerMean(read.corners_px, 1.0, read.sigma_px)
        self.means[tag_id] = fresh if known is None else known.with_reading(fresh.corners_px, fresh.sigma_px)
        looks_other = like is not None and (abs(like.gain - 1.0) > RELIT or like.explained < LOOKS_SAME)
        if moved or not self._present[tag_id] or looks_other:
            self._present[tag_id] = True
            self._remember(view, tag_id)
        return moved

    def _read_astray(self, view: GreyView, model: CameraModel, tag: Tag, blur_px: float) -> list[MatTagView]:
        """Reads a tag away from its expected position."""
        there = proposed_round(view, model, self._dictionary, tag)
        views = [] if there is None else self.read(view, model, [there], blur_px, steps=4)
        return [replace(each, tag=tag) for each in views]

    def _remember(self, view: GreyView, tag_id: int) -> None:
        if tag_id in self.means:
            self._patches.remember(("mat", tag_id), view, self.means[tag_id].corners_px)
        else:
            self._patches.forget(("mat", tag_id))


def _partly_covered(like: PatchSimilarity | None) -> bool:
    """Whether a tag is partly covered; its position is already known well enough."""
    return like is not None and COVERED <= like.explained < LOOKS_SAME
