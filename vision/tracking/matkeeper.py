"""The mat's pose from picture to picture: refined while nothing stirs, found anew after a bump.

Every picture, the mat's tags are compared with how they looked (`watch`). Most of them shifted: somebody bumped the
camera or pulled the mat; the pose is solved in that very picture, from where the tags are now. Spots beside the mat
tell which of the two it was: they shift with the camera and stay when only the mat moves.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Lens
from vision.dictionaries import dictionary
from vision.sight import Sight
from vision.table import MatLayout, Tag
from vision.tag_search import Look
from vision.tracking.corners import CornerMean
from vision.tracking.matpose import (
    LEAST_TAGS,
    MatPose,
    MatTagView,
    corners_of,
    estimated_pose,
    found_pose,
    refined_pose,
)
from vision.tracking.placing import TagPlace, place_tags_closely
from vision.tracking.searching import EdgeRange, propose
from vision.tracking.thorough import propose_thoroughly
from vision.tracking.view import View
from vision.tracking.watch import Likeness, Watch

STILL_PX = 0.15
"""A patch that shifted less has not moved."""

LOOKS_SAME = 0.85
COVERED = 0.55
"""Explained shares above which a tag looks as before, and below which something lies on it."""

MOVED_PX = 0.6
"""A shift of the picture that is told; smaller ones are only followed."""

REFINE_S = 0.5
READ_ONE_S = 0.2
"""How often the pose is solved from all readings, and how often one tag of the mat is read, while all is still."""

SEEK_S = 0.15
"""How often the whole picture is searched for the mat while its place is not known."""

FLOOR_PX = 0.005
"""Standard deviation of a tag's place that no number of readings takes away: pixels are squares, prints have edges."""

ANCHORS = 8
ANCHOR_EDGE_PX = 20.0
SETTLED_S = 0.7
"""So long after a disturbance the spots beside the mat are chosen anew."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Disturbance:
    """The camera or the mat moved.

    Attributes:
        since_s: When it began.
        last_s: When it was last seen to move.
        camera: Whether the camera moved; False if only the mat did, None if nothing beside the mat can tell.
    """

    since_s: float
    last_s: float
    camera: bool | None


class MatKeeper:
    """Keeps the pose of one mat under one camera.

    Attributes:
        seen_s: When a tag of the mat was last seen.
        pose: The newest; None before the first.
        disturbance: The last bump; None before one.
        jumped: Whether the newest picture gave a pose that continues nothing.
        blurs_px: Standard deviations of the blur that the last reading of the mat's tags told.
    """

    def __init__(self, layout: MatLayout, watch: Watch, looks: tuple[Look, ...] = ()) -> None:
        self._layout = layout
        self._looks = looks
        self._watch = watch
        self._tags = {tag.id: tag for tag in layout.tags}
        self._means: dict[int, CornerMean] = {}
        self._read_s: dict[int, float] = {}
        self._present: dict[int, bool] = {}
        self._refined_s = self._sought_s = -np.inf
        self._anchored_s: float | None = None
        self.seen_s = -np.inf
        self.pose: MatPose | None = None
        self.disturbance: Disturbance | None = None
        self.jumped = False
        self.blurs_px: list[float] = []
        self._modules = dictionary(layout.dictionary).bits + 2

    @property
    def seen_tags(self) -> tuple[int, ...]:
        """Ids of the mat's tags that the newest picture shows."""
        return tuple(sorted(tag_id for tag_id, present in self._present.items() if present))

    def corners_px(self) -> dict[int, Floats]:
        """Corners of the mat's tags that the newest picture shows."""
        return {tag_id: self._means[tag_id].corners_px for tag_id in self.seen_tags if tag_id in self._means}

    def watched(self) -> list[Hashable]:
        """Keys of the patches of the mat's tags."""
        return [("mat", tag_id) for tag_id in self._tags]

    def update(
        self, view: View, likeness: dict[Hashable, Likeness], now_s: float, lens: Lens | None, blur_px: float
    ) -> None:
        """Takes a picture; `pose` and `jumped` tell of it afterwards."""
        self.jumped = False
        if self.pose is None:
            self._seek(view, now_s, lens, blur_px)
        elif self._disturbed(likeness):
            self._resolve(view, likeness, now_s, lens, blur_px)
        else:
            self._refine(view, likeness, now_s, blur_px)
        if self.seen_tags:
            self.seen_s = now_s
        self._anchor(view, now_s)

    def _disturbed(self, likeness: dict[Hashable, Likeness]) -> bool:
        moved = still = gone = 0
        for tag_id in self._tags:
            like = likeness.get(("mat", tag_id))
            covered = like is None or like.explained < COVERED
            shifted = not covered and like is not None and like.moved_px > STILL_PX
            self._present[tag_id] = not covered and not shifted
            moved, still, gone = moved + shifted, still + self._present[tag_id], gone + covered
        return (moved >= 2 and moved > still) or still == 0

    def _resolve(
        self, view: View, likeness: dict[Hashable, Likeness], now_s: float, lens: Lens | None, blur_px: float
    ) -> None:
        """Finds the pose anew, nearby first, then anywhere."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        before = self.pose.sight
        views = self._read(view, before, list(self._tags.values()), blur_px, steps=6)
        pose = _refined(views, self.pose)
        if pose is None and now_s - self._sought_s >= SEEK_S:
            self._sought_s = now_s
            pose = self._anywhere(view, lens, blur_px)
        if pose is None:
            return
        outline = np.array([[x, y, 0.0] for x in (0, self._layout.width_mm) for y in (0, self._layout.height_mm)])
        shift_px = float(np.abs(pose.sight.pixels(outline) - before.pixels(outline)).max())
        if shift_px > MOVED_PX:
            known = self.disturbance
            fresh = known is None or now_s - known.last_s > 3 * SETTLED_S
            since_s = now_s if fresh or known is None else known.since_s
            self.disturbance = Disturbance(since_s, now_s, self._camera_moved(likeness))
            self._anchored_s = None
            self.jumped = True
        self._settle(view, pose, now_s, blur_px)

    def _settle(self, view: View, pose: MatPose, now_s: float, blur_px: float) -> None:
        """Starts from a new pose: reads every tag of the mat with it, solves once more, and remembers how it looks."""
        views = self._read(view, pose.sight, list(self._tags.values()), blur_px, steps=4)
        self.pose = _refined(views, pose) or pose
        self._means = {each.tag.id: CornerMean(each.corners_px, 1.0, each.sigma_px) for each in views}
        self._read_s = dict.fromkeys(self._means, now_s)
        self._present = {tag_id: tag_id in self._means for tag_id in self._tags}
        for tag_id in self._tags:
            self._remember(view, tag_id)
        self._refined_s = now_s

    def _remember(self, view: View, tag_id: int) -> None:
        if tag_id in self._means:
            self._watch.remember(("mat", tag_id), view, self._means[tag_id].corners_px)
        else:
            self._watch.forget(("mat", tag_id))

    def _refine(self, view: View, likeness: dict[Hashable, Likeness], now_s: float, blur_px: float) -> None:
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        if view.due:
            tag = max(self._tags.values(), key=lambda tag: self._overdue_s(tag.id, now_s))
            if self._overdue_s(tag.id, now_s) >= 0:
                self._read_s[tag.id] = now_s
                self._read_again(view, tag, likeness, blur_px)
        if now_s - self._refined_s < REFINE_S:
            return
        self._refined_s = now_s
        views = [
            MatTagView(self._tags[tag_id], mean.corners_px, mean.mean_sigma_px) for tag_id, mean in self._means.items()
        ]
        self.pose = _refined(views, self.pose) or self.pose

    def _overdue_s(self, tag_id: int, now_s: float) -> float:
        """For how long a tag of the mat should have been read; sooner if it is not seen at present."""
        each_s = READ_ONE_S * (len(self._tags) if self._present.get(tag_id) else 2)
        return now_s - self._read_s.get(tag_id, -np.inf) - each_s

    def _read_again(self, view: View, tag: Tag, likeness: dict[Hashable, Likeness], blur_px: float) -> None:
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        like = likeness.get(("mat", tag.id))
        if like is not None and COVERED <= like.explained < LOOKS_SAME:
            return  # partly covered: known well enough from before
        views = self._read(view, self.pose.sight, [tag], blur_px, steps=3)
        if not views:
            return
        known = self._means.get(tag.id)
        fresh = CornerMean(views[0].corners_px, 1.0, views[0].sigma_px)
        moved = known is None or not known.agrees(fresh.corners_px, fresh.sigma_px)
        self._means[tag.id] = fresh if known is None else known.with_reading(fresh.corners_px, fresh.sigma_px)
        if moved or not self._present[tag.id] or (like is not None and abs(like.gain - 1.0) > 0.15):
            self._present[tag.id] = True
            self._remember(view, tag.id)

    def _read(self, view: View, sight: Sight, tags: list[Tag], blur_px: float, steps: int) -> list[MatTagView]:
        named = [(self._layout.dictionary, tag) for tag in tags]
        starts = np.array([[tag.x_mm, tag.y_mm, tag.angle_rad] for tag in tags])
        views = []
        self.blurs_px = []
        for tag, place in zip(tags, place_tags_closely(view, sight, named, starts, blur_px, steps), strict=True):
            if place is not None and place.contrast > 8.0 and place.explained >= COVERED:
                module_px = tag.size_mm / self._modules * sight.px_per_mm(tag.x_mm, tag.y_mm)
                self.blurs_px.append(place.blur_modules * module_px)
                if certain(place):
                    views.append(_view_of(tag, place, sight))
        return views

    def _seek(self, view: View, now_s: float, lens: Lens | None, blur_px: float) -> None:
        if now_s - self._sought_s < SEEK_S:
            return
        self._sought_s = now_s
        pose = self._anywhere(view, lens, blur_px)
        if pose is not None:
            self.jumped = True
            self._settle(view, pose, now_s, blur_px)

    def _anywhere(self, view: View, lens: Lens | None, blur_px: float) -> MatPose | None:
        """The pose from tags of the mat anywhere in the picture."""
        side_px = min(view.width_px, view.height_px)
        found: dict[int, Floats] = {}
        # Small tags in a good picture first, then only what stands out of noise and blur.
        for edges in (EdgeRange(side_px / 70, side_px / 6), EdgeRange(side_px / 40, side_px / 6, 120.0, coarse=True)):
            if len(found) <= len(self._tags) / 2:
                proposals, _ = propose(view.grey(view.whole), self._layout.dictionary, edges)
                found = {each.tag_id: each.corners_px for each in proposals if each.tag_id in self._tags} | found
        pose = self._from(view, lens, blur_px, found)
        if pose is None and self._looks:
            proposals = propose_thoroughly(view, self._layout.dictionary, None, self._looks)
            more = {each.tag_id: each.corners_px for each in reversed(proposals) if each.tag_id in self._tags}
            pose = self._from(view, lens, blur_px, found | more)
        return pose

    def _from(self, view: View, lens: Lens | None, blur_px: float, found: dict[int, Floats]) -> MatPose | None:
        """The pose from about where tags of the mat are, (4, 2) corners by id."""
        if lens is None:
            return estimated_pose(self._layout, view.grey(view.whole), found) if len(found) >= LEAST_TAGS else None
        views = [MatTagView(self._tags[tag_id], corners_px, 1.0) for tag_id, corners_px in found.items()]
        pose = found_pose(self._layout, views, (view.width_px, view.height_px), lens)
        for _ in range(2):
            if pose is None:
                return None
            better = self._read(view, pose.sight, list(self._tags.values()), blur_px, steps=5)
            if self.blurs_px:
                blur_px = float(np.median(self.blurs_px))
                better = self._read(view, pose.sight, list(self._tags.values()), blur_px, steps=5)
            pose = _refined(better, pose)
        return pose

    def _camera_moved(self, likeness: dict[Hashable, Likeness]) -> bool | None:
        known = [likeness[("anchor", n)] for n in range(ANCHORS) if ("anchor", n) in likeness]
        if len(known) < 3:
            return None
        stayed = sum(like.explained >= LOOKS_SAME and like.moved_px <= 2 * STILL_PX for like in known)
        return stayed < 0.5 * len(known)

    def _anchor(self, view: View, now_s: float) -> None:
        """Chooses spots beside the mat once everything has come to rest."""
        quiet_s = now_s - (self.disturbance.last_s if self.disturbance else -np.inf)
        if self.pose is None or self._anchored_s is not None or quiet_s < SETTLED_S or len(self.seen_tags) < 3:
            return
        self._anchored_s = now_s
        small, scale = view.reduced()
        outside = np.full(small.shape, 255, dtype=np.uint8)
        reach_mm = 2 * max(abs(tag.x_mm - self._layout.width_mm / 2) for tag in self._layout.tags) + 60.0
        middle = np.array([self._layout.width_mm / 2, self._layout.height_mm / 2])
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach_mm / 2 + middle
        hull = self.pose.sight.pixels(np.column_stack([square, np.zeros(4)])) / scale
        cv2.fillConvexPoly(outside, np.rint(hull).astype(np.int32), 0)
        edge = round(ANCHOR_EDGE_PX / scale) + 2
        outside[:edge] = outside[-edge:] = 0
        outside[:, :edge] = outside[:, -edge:] = 0
        spots: NDArray[np.float32] | None = cv2.goodFeaturesToTrack(  # type: ignore[assignment]  # None if there are none
            small, ANCHORS, 0.05, 40.0 / scale + 5, mask=outside
        )
        for n in range(ANCHORS):
            self._watch.forget(("anchor", n))
        if spots is None:
            return
        for n, spot in enumerate(spots.reshape(-1, 2)):
            half = ANCHOR_EDGE_PX / 2
            corners = (
                (spot + 0.5) * scale - 0.5 + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
            )
            self._watch.remember(("anchor", n), view, corners)


def _refined(views: list[MatTagView], pose: MatPose) -> MatPose | None:
    """The pose near a known one, each tag no surer than the floor lets it be."""
    return refined_pose([replace(view, sigma_px=float(np.hypot(view.sigma_px, FLOOR_PX))) for view in views], pose)


def certain(place: TagPlace) -> bool:
    """Whether what lies there is that tag beyond doubt."""
    return place.explained >= 0.8 and place.wrong_modules == 0 and place.contrast > 8.0 and place.settled


def _view_of(tag: Tag, place: TagPlace, sight: Sight) -> MatTagView:
    # Of its true size: how large it looks depends on the camera's tone curve too, where it lies does not.
    there = Tag(tag.id, tag.size_mm, place.x_mm, place.y_mm, place.angle_rad, tag.height_mm)
    scale = sight.px_per_mm(place.x_mm, place.y_mm)
    return MatTagView(tag, sight.pixels(corners_of(there)), max(1e-3, place.sigma_mm * scale))
