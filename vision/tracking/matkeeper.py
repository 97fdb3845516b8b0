"""The mat's pose from picture to picture: refined while nothing stirs, found anew after a bump.

Every picture, the mat's tags are compared with how they looked (`watch`). Most of them shifted, at once or creeping:
the pose is solved in that very picture, from where the tags are now. What happened follows from where the tags were
when all was calm (`matdrift`): a lens that focuses elsewhere makes the picture grow about its middle, and its focal
length follows; a single tag that went elsewhere was pulled, and is left out; else the camera or the mat moved, and
spots beside the mat tell which (`anchors`).

Nothing is fed back into itself: tags are always compared with how they were seen when all was last calm, never with
the pose that was fitted to them since, and the focal length changes only by what was measured against that calm.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.camera import Lens
from vision.dictionaries import dictionary
from vision.lens_prior import lens_of
from vision.observation import Place
from vision.sight import Sight
from vision.table import MatLayout, Tag
from vision.tag_search import Look
from vision.tracking.anchors import Anchors
from vision.tracking.corners import CornerMean
from vision.tracking.flatness import flat, raised, relief_of
from vision.tracking.matdrift import change_of, similarity_by
from vision.tracking.matpose import (
    LEAST_TAGS,
    MatPose,
    MatTagView,
    corners_of,
    estimated_pose,
    found_pose,
    place_sigmas_mm,
    refined_pose,
)
from vision.tracking.placing import TagPlace, place_tags_closely
from vision.tracking.refocus import Refocus, zoomed_pose
from vision.tracking.searching import EdgeRange, propose
from vision.tracking.thorough import propose_thoroughly
from vision.tracking.view import Rect, View
from vision.tracking.watch import Likeness, Watch

STILL_PX = 0.15
"""A patch that shifted less has not moved."""

LOOKS_SAME = 0.85
COVERED = 0.55
"""Explained shares above which a tag looks as before, and below which something lies on it."""

MOVED_PX = 0.6
"""A shift of the picture that is told; smaller ones are only followed."""

READ_S = 1.6
"""While all is still, the mat's tags are read after this time, together, and the pose is solved from all readings …"""

OFTEN_READ = 6.0
MOST_PATIENCE = 4.0
"""… later in proportion once they were read more often than this, up to so many times: one more tells little then."""

NEARLY_DUE = 0.6
"""A tag of which so much of its time is over is read with those whose time has come: together they cost little more."""

UNSEEN_READ_S = 0.4
"""A tag of the mat that is not seen is read after this time …"""

REFINE_S = 0.5
"""… and the pose is solved no more often than so for it."""

SEEK_S = 0.15
"""How often the whole picture is searched for the mat while its place is not known."""

FLOOR_PX = 0.002
"""Standard deviation of a tag's place that no number of readings takes away: pixels are squares, prints have edges."""

CREEP_PX = 0.06
CREEP_MEAN_S = 0.1
"""All tags together going by that much is followed, in the running mean over that time."""

TOLD_PX = 0.15
TOLD_SIGMAS = 6.0
"""From so much on, and from so many standard deviations of a tag's reading, a change is told of."""

SEEK_MARGIN_MM = 30.0
"""A tag of the mat that is not where it should be is looked for so far around."""

PULL_REACH_MM = 130.0
"""So far around a tag that was pulled the mat is thought to have given way too."""

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
        refocus: The last change of the focus; None before one.
        jumped: Whether the newest picture gave a pose that continues nothing.
        blurs_px: Standard deviations of the blur that the last reading of the mat's tags told.
    """

    def __init__(self, layout: MatLayout, watch: Watch, looks: tuple[Look, ...] = ()) -> None:
        self._layout = layout
        self._outline_mm = np.array([[x, y, 0.0] for x in (0, layout.width_mm) for y in (0, layout.height_mm)])
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
        self._calm_px: dict[int, Floats] = {}
        self._calm: MatPose | None = None
        self._going_px = np.zeros(4, dtype=np.complex128)
        self._newest_s = -np.inf
        self._anchors = Anchors(watch)
        self._pulls_px: dict[int, Floats] = {}
        self._relief = flat(layout)
        self.disturbance: Disturbance | None = None
        self.refocus: Refocus | None = None
        self.jumped = False
        self._untold = False
        self._outline_by: tuple[MatPose, tuple[int, ...], NDArray[np.complex128]] | None = None
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
        elif self._disturbed(likeness) or self._creeps(likeness, now_s):
            self._resolve(view, likeness, now_s, lens, blur_px)
        else:
            self._refine(view, likeness, now_s, blur_px)
        self._newest_s = now_s
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
        pose = self._fitted(views, self.pose)
        if pose is None and now_s - self._sought_s >= SEEK_S:
            self._sought_s = now_s
            pose = self._anywhere(view, lens, blur_px)
        if pose is None:
            return
        self.jumped = (
            float(np.abs(pose.sight.pixels(self._outline_mm) - before.pixels(self._outline_mm)).max()) > MOVED_PX
        )
        self._settle(view, pose, now_s, blur_px)
        self._judge(likeness, now_s)

    def _settle(self, view: View, pose: MatPose, now_s: float, blur_px: float) -> None:
        """Starts from a new pose: reads every tag of the mat with it, solves once more, and remembers how it looks."""
        views = self._read(view, pose.sight, list(self._tags.values()), blur_px, steps=4)
        self.pose = self._levelled(views, self._fitted(views, pose) or pose)
        self._means = {each.tag.id: CornerMean(each.corners_px, 1.0, each.sigma_px) for each in views}
        self._read_s = dict.fromkeys(self._means, now_s)
        self._present = {tag_id: tag_id in self._means for tag_id in self._tags}
        for tag_id in self._tags:
            self._remember(view, tag_id)
        self._refined_s = now_s
        self._going_px = np.zeros(4, dtype=np.complex128)
        if self._calm is None:
            self._calm_down()

    def _creeps(self, likeness: dict[Hashable, Likeness], now_s: float) -> bool:
        """Whether the mat goes so slowly that no single tag counts as shifted, but all together do."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        shown = {tag_id: likeness["mat", tag_id] for tag_id in self.seen_tags if ("mat", tag_id) in likeness}
        steady = [tag_id for tag_id, like in shown.items() if like.explained >= LOOKS_SAME and tag_id in self._means]
        if len(steady) < LEAST_TAGS:
            return False
        newest = self._outline_shifts(tuple(steady)) @ [complex(*shown[tag_id].shift_px) for tag_id in steady]
        held = float(np.exp(-(now_s - self._newest_s) / CREEP_MEAN_S))
        self._going_px = held * self._going_px + (1 - held) * newest
        return float(np.abs(self._going_px).max()) > CREEP_PX

    def _outline_shifts(self, steady: tuple[int, ...]) -> NDArray[np.complex128]:
        """(4, n) how the mat's corners go with the middles of these tags; the same while nothing new is known."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        known = self._outline_by
        if known is None or known[0] is not self.pose or known[1] != steady:
            points = np.array([self._means[tag_id].corners_px.mean(axis=0) for tag_id in steady])
            known = (self.pose, steady, similarity_by(points, self.pose.sight.pixels(self._outline_mm)))
            self._outline_by = known
        return known[2]

    def _judge(self, likeness: dict[Hashable, Likeness], now_s: float) -> None:
        """Says what became of the mat since all was calm."""
        if self.pose is None or self._calm is None:
            return
        now_px = {tag_id: mean.corners_px for tag_id, mean in self._means.items()}
        (_, _, cx), (_, _, cy), _ = self._calm.sight.lens.matrix
        scale = self.pose.sight.px_per_mm(self._layout.width_mm / 2, self._layout.height_mm / 2)
        change = change_of(self._calm_px, now_px, np.array([cx, cy]), scale)
        if change is None:
            return
        self._pulls_px = change.pulled_px
        noise_px = float(np.median([mean.mean_sigma_px for mean in self._means.values()]))
        if change.shift_px <= max(TOLD_PX, TOLD_SIGMAS * noise_px):
            return
        if change.zoom is None:
            known = self.disturbance
            fresh = known is None or now_s - known.last_s > 3 * SETTLED_S
            since_s = now_s if fresh or known is None else known.since_s
            camera = self._anchors.camera_moved(likeness, change.whole)
            self.disturbance = Disturbance(since_s, now_s, camera)
            if camera is not False:
                self._anchored_s = None
        else:
            self.refocus = Refocus.after(self.refocus, change.zoom, now_s, 3 * SETTLED_S)
            # From the pose of the calm: the camera did not move, so nothing of the zoom may go into its height.
            start = zoomed_pose(self._calm, change.zoom)
            self.pose = self._fitted(self._mean_views(), start) or start
        self._calm_down()

    def _calm_down(self) -> None:
        """What is seen now is what later pictures are compared with; pulled tags as if they had not been pulled."""
        self._calm = self.pose
        rest = np.zeros(2)
        before = {tag_id: px for tag_id, px in self._calm_px.items() if tag_id not in self._means and not self.jumped}
        self._calm_px = before | {
            tag_id: mean.corners_px - self._pulls_px.get(tag_id, rest) for tag_id, mean in self._means.items()
        }

    def _fitted(self, views: list[MatTagView], pose: MatPose) -> MatPose | None:
        """The pose near a known one from tags that lie where they belong; those that do not are named."""
        kept = [view for view in views if view.tag.id not in self._pulls_px]
        found = _refined(raised(kept, self._relief), pose)
        if found is None or not self._pulls_px:
            return found
        return replace(found, strays=tuple(sorted({*found.strays, *self._pulls_px})))

    def _levelled(self, views: list[MatTagView], pose: MatPose) -> MatPose:
        """The pose once the mat's height is told from what the pose left unexplained."""
        before = self._relief
        # A tag that seems astray only because the mat is bowed fits again once the others have told the bow.
        kept = [view for view in views if view.tag.id not in {*self._pulls_px, *pose.strays}]
        self._relief = relief_of(before, kept, pose)
        if np.array_equal(self._relief.bows_mm, before.bows_mm):
            return pose
        return self._fitted(views, pose) or pose

    def sigmas_mm(self, points_mm: Floats) -> Floats:
        """(n,) standard deviation that lens, pose and mat give places (n, 2): also where the mat is pulled or bowed."""
        if self.pose is None:
            return np.full(len(points_mm), np.inf)
        sight = self.pose.sight
        parts = [place_sigmas_mm(self.pose, points_mm), self._relief.sigmas_mm(sight, points_mm)]
        for tag_id, off_px in self._pulls_px.items():
            tag = self._tags[tag_id]
            pulled_mm = float(np.hypot(*off_px)) / sight.px_per_mm(tag.x_mm, tag.y_mm)
            away_mm = np.hypot(points_mm[:, 0] - tag.x_mm, points_mm[:, 1] - tag.y_mm)
            parts.append(pulled_mm * np.exp(-0.5 * (away_mm / PULL_REACH_MM) ** 2))
        return np.asarray(np.linalg.norm(parts, axis=0), dtype=np.float64)

    def true_places(self, places: dict[str, Place]) -> dict[str, Place]:
        """Places as they are, of places as they seem on a flat mat."""
        if self.pose is None or not places or not self._relief.bows_mm.any():
            return places
        shifts = self._relief.shifts_mm(self.pose.sight, np.array([(each.x_mm, each.y_mm) for each in places.values()]))
        return {
            piece: replace(each, x_mm=each.x_mm - float(dx), y_mm=each.y_mm - float(dy))
            for (piece, each), (dx, dy) in zip(places.items(), shifts, strict=True)
        }

    def _mean_views(self) -> list[MatTagView]:
        return [
            MatTagView(self._tags[tag_id], mean.corners_px, mean.mean_sigma_px) for tag_id, mean in self._means.items()
        ]

    def _remember(self, view: View, tag_id: int) -> None:
        if tag_id in self._means:
            self._watch.remember(("mat", tag_id), view, self._means[tag_id].corners_px)
        else:
            self._watch.forget(("mat", tag_id))

    def _refine(self, view: View, likeness: dict[Hashable, Likeness], now_s: float, blur_px: float) -> None:
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        if view.due:
            self._read_again(view, likeness, now_s, blur_px)
        if not self._untold or now_s - self._refined_s < REFINE_S:
            return
        self._refined_s, self._untold = now_s, False
        self._judge(likeness, now_s)
        views = self._mean_views()
        self.pose = self._levelled(views, self._fitted(views, self.pose) or self.pose)

    def _lateness(self, tag_id: int, now_s: float) -> float:
        """How long ago a tag of the mat was read, as a share of the time after which it is read again."""
        mean = self._means.get(tag_id)
        patience = 1.0 if mean is None else min(max(mean.readings / OFTEN_READ, 1.0), MOST_PATIENCE)
        each_s = READ_S * patience if self._present.get(tag_id) else UNSEEN_READ_S
        return (now_s - self._read_s.get(tag_id, -np.inf)) / each_s

    def _read_again(self, view: View, likeness: dict[Hashable, Likeness], now_s: float, blur_px: float) -> None:
        """Reads the tags of the mat whose time has come, and with them those whose time is near."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        late = {tag_id: self._lateness(tag_id, now_s) for tag_id in self._tags}
        if max(late.values()) < 1.0:
            return
        chosen = [self._tags[tag_id] for tag_id, lateness in late.items() if lateness >= NEARLY_DUE]
        self._read_s |= dict.fromkeys([tag.id for tag in chosen], now_s)
        chosen = [tag for tag in chosen if not _partly_covered(likeness.get(("mat", tag.id)))]
        views = {each.tag.id: each for each in self._read(view, self.pose.sight, chosen, blur_px, steps=3)}
        for tag in chosen:
            found = [views[tag.id]] if tag.id in views else self._read_astray(view, tag, blur_px)
            if found:
                self._take(view, found[0], likeness.get(("mat", tag.id)))

    def _take(self, view: View, read: MatTagView, like: Likeness | None) -> None:
        """Takes one reading of a tag of the mat."""
        tag_id = read.tag.id
        known = self._means.get(tag_id)
        moved = known is None or not known.agrees(read.corners_px, read.sigma_px)
        fresh = CornerMean(read.corners_px, 1.0, read.sigma_px)
        self._means[tag_id] = fresh if known is None else known.with_reading(fresh.corners_px, fresh.sigma_px)
        self._untold = True
        if moved or not self._present[tag_id] or (like is not None and abs(like.gain - 1.0) > 0.15):
            self._present[tag_id] = True
            self._remember(view, tag_id)
        if moved:
            self._refined_s = -np.inf

    def _read_astray(self, view: View, tag: Tag, blur_px: float) -> list[MatTagView]:
        """The tag where it does not belong: somebody pulled at the mat."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        sight = self.pose.sight
        reach_mm = SEEK_MARGIN_MM + tag.size_mm
        around = np.array(
            [[tag.x_mm + x, tag.y_mm + y, 0.0] for x in (-reach_mm, reach_mm) for y in (-reach_mm, reach_mm)]
        )
        rect = Rect.around(sight.pixels(around)).within(view.width_px, view.height_px)
        if rect.area_px == 0:
            return []
        edge_px = tag.size_mm * sight.px_per_mm(tag.x_mm, tag.y_mm)
        edges = EdgeRange(0.8 * edge_px, 1.25 * edge_px)
        proposals, _ = propose(view.grey(rect), self._layout.dictionary, edges, (rect.left, rect.top))
        for proposal in proposals:
            if proposal.tag_id == tag.id:
                at_mm = sight.on_plane(proposal.corners_px, tag.height_mm)
                right = at_mm[1] - at_mm[0]
                there = replace(tag, x_mm=float(at_mm[:, 0].mean()), y_mm=float(at_mm[:, 1].mean()))
                there = replace(there, angle_rad=float(np.arctan2(right[1], right[0])))
                views = self._read(view, sight, [there], blur_px, steps=4)
                return [replace(each, tag=tag) for each in views]
        return []

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
        known = self.pose
        if known is not None:
            lens = lens_of(known.prior, known.prior.mean)
        if lens is None:
            return estimated_pose(self._layout, view.grey(view.whole), found) if len(found) >= LEAST_TAGS else None
        views = [MatTagView(self._tags[tag_id], corners_px, 1.0) for tag_id, corners_px in found.items()]
        pose = found_pose(self._layout, views, (view.width_px, view.height_px), lens)
        if pose is not None and known is not None:
            pose = replace(pose, prior=known.prior)
        for _ in range(2):
            if pose is None:
                return None
            better = self._read(view, pose.sight, list(self._tags.values()), blur_px, steps=5)
            if self.blurs_px:
                blur_px = float(np.median(self.blurs_px))
                better = self._read(view, pose.sight, list(self._tags.values()), blur_px, steps=5)
            pose = self._fitted(better, pose)
        return pose

    def _anchor(self, view: View, now_s: float) -> None:
        """Chooses spots beside the mat once everything has come to rest."""
        quiet_s = now_s - (self.disturbance.last_s if self.disturbance else -np.inf)
        if self.pose is None or self._anchored_s is not None or quiet_s < SETTLED_S or len(self.seen_tags) < LEAST_TAGS:
            return
        self._anchored_s = now_s
        self._anchors.choose(view, self.pose.sight, self._layout)


def _refined(views: list[MatTagView], pose: MatPose) -> MatPose | None:
    """The pose near a known one, each tag no surer than the floor lets it be."""
    return refined_pose([replace(view, sigma_px=float(np.hypot(view.sigma_px, FLOOR_PX))) for view in views], pose)


def _partly_covered(like: Likeness | None) -> bool:
    """Whether something lies on a part of a tag, which is known well enough from before then."""
    return like is not None and COVERED <= like.explained < LOOKS_SAME


def certain(place: TagPlace) -> bool:
    """Whether what lies there is that tag beyond doubt."""
    return place.explained >= 0.8 and place.wrong_modules == 0 and place.contrast > 8.0 and place.settled


def _view_of(tag: Tag, place: TagPlace, sight: Sight) -> MatTagView:
    # Of its true size: how large it looks depends on the camera's tone curve too, where it lies does not.
    there = Tag(tag.id, tag.size_mm, place.x_mm, place.y_mm, place.angle_rad, tag.height_mm)
    scale = sight.px_per_mm(place.x_mm, place.y_mm)
    return MatTagView(tag, sight.pixels(corners_of(there)), max(1e-3, place.sigma_mm * scale))
