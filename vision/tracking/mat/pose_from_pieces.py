"""What rests on the mat keeps its pose alive while the mat's own tags are hidden.

As long as the mat's tags are seen, it is noted where the tags of resting pieces lie. Once a cloak or an arm hides the
mat's, that is what the pose is held against: where some of these tags look as they did, the camera stands as it stood;
where all that rested has shifted together, the camera or the mat was bumped, and the pose is solved from where these
tags lay.

What was noted stays as it was until the mat's tags are seen again, however often the pose is solved from it, and the
doubt of the pose with which it was noted is added each time: no error is fed back into itself.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.fiducials.region_search import EdgeRange, propose
from vision.images.frame_view import View
from vision.pose.lens_prior import lens_of
from vision.pose.refine import MatPose, MatTagView, found_pose, refined_pose
from vision.table import MatLayout, Tag
from vision.tracking.patches import Likeness
from vision.tracking.tag_track import TagMean, TagTrack

MIN_READINGS = 4.0
"""Tags that were read less often are no foothold."""

STILL_PX = 0.15
LOOKS_SAME, COVERED = 0.85, 0.55
"""Explained shares from which on a tag looks as before, and below which something lies on it."""

MIN_STAYING, APART_MM = 2, 100.0
"""So many pieces that stay, so far apart, show that the camera does."""

MIN_PIECES, SPREAD_MM = 3, 50.0
"""So many pieces at rest tell a new pose, if their places scatter so far also across their longest direction."""

MAX_ASTRAY = 0.4
"""If a larger share of the pieces lies elsewhere than the others say, somebody moved them, and they tell nothing."""

ALONE_MM = 0.5
"""A piece that alone has gone so far was moved."""

TURN_SIGMA_RAD = 4e-3
READING_SIGMA_PX = 0.02
"""How well a small tag's turn, and its middle, is known however often it is read."""

MAX_SOUGHT = 8
"""So many pieces are looked for in the whole picture."""

DRIFT_PX, DRIFT_S = 0.1, 10.0
"""A camera may drift by the one, in about the other, without that those who look at resting pieces see it."""

ReadTags = Callable[[View, CameraModel, list[Tag], float, int], list[MatTagView]]
"""Places tags that lie about where they are said to lie: picture, camera, tags, blur, steps."""


@dataclass(frozen=True, slots=True, eq=False)
class _Hold:
    """A tag of a piece at rest, and where it was when the mat's own tags were last seen."""

    track: TagTrack
    mean: TagMean

    @property
    def tag(self) -> Tag:
        x_mm, y_mm, angle_rad = self.mean.place.tolist()
        return replace(self.track.tag, x_mm=x_mm, y_mm=y_mm, angle_rad=angle_rad)

    @property
    def sigma_mm(self) -> float:
        spread = self.mean.covariance / self.mean.readings
        return float(np.sqrt(max(spread[0, 0], spread[1, 1])))


class Footing:
    """The pieces that rest on one mat."""

    def __init__(self, layout: MatLayout) -> None:
        self._layout = layout
        self._holds: dict[int, _Hold] = {}
        self._noted: MatPose | None = None
        self._crept = False

    def note(self, tracks: Iterable[TagTrack], pose: MatPose, *, sure: bool) -> None:
        """Takes where tags of pieces are.

        Args:
            tracks: All of them.
            pose: With which they were placed.
            sure: Whether enough of the mat's own tags vouch for the pose; if not, what was noted before stays.
        """
        if sure:
            self._noted, self._crept = pose, False
            self._holds = {
                track.key: _Hold(track, track.mean)
                for track in tracks
                if track.present
                and track.lying
                and track.mean.readings >= MIN_READINGS
                and not track.velocity.any()
                and track.owner
            }
            return
        off_mm = {
            key: hold.track.mean.place[:2] - hold.mean.place[:2]
            for key, hold in self._holds.items()
            if hold.track.mean is not hold.mean
        }
        pieces = {self._holds[key].track.owner for key in off_mm}
        if len(pieces) >= MIN_PIECES:
            together_mm = float(np.hypot(*np.median(list(off_mm.values()), axis=0)))
            scale = pose.model.px_per_mm(self._layout.width_mm / 2, self._layout.height_mm / 2)
            self._crept = together_mm * scale > STILL_PX
        if not self._crept:
            self._holds = {
                key: hold
                for key, hold in self._holds.items()
                if key not in off_mm or float(np.hypot(*off_mm[key])) < ALONE_MM
            }

    def holds(self, likeness: dict[Hashable, Likeness]) -> bool:
        """Whether resting pieces show that the camera stands over the mat as it stood."""
        stay, went = self._votes(likeness)
        if self._crept or len(stay) < MIN_STAYING or len(stay) <= len(went):
            return False
        return float(np.ptp(list(stay.values()), axis=0).max()) >= APART_MM

    def shifted(self, likeness: dict[Hashable, Likeness]) -> bool:
        """Whether resting pieces show that camera or mat moved, be it only a little."""
        stay, went = self._votes(likeness)
        return self._crept or (len(went) >= MIN_STAYING and len(went) > len(stay))

    def nearby(
        self, view: View, pose: MatPose, blur_px: float, read: ReadTags, on_mat: list[MatTagView]
    ) -> MatPose | None:
        """The pose from pieces not far from where they were in the picture, and from tags of the mat, if any."""
        if not self._tells(hold.track.key for hold in self._holds.values()):
            return None
        found = self._read(view, pose.model, blur_px, read)
        return self._agreed(found, on_mat, pose)

    def anywhere(self, view: View, pose: MatPose, blur_px: float, read: ReadTags) -> MatPose | None:
        """The pose from pieces wherever they are in the picture."""
        if self._noted is None or not self._tells(hold.track.key for hold in self._holds.values()):
            return None
        one_each = {hold.track.owner: hold for hold in self._holds.values()}
        wanted = {hold.track.tag.id: hold.tag for hold in list(one_each.values())[:MAX_SOUGHT]}
        scale = self._noted.model.px_per_mm(self._layout.width_mm / 2, self._layout.height_mm / 2)
        sizes_px = [tag.size_mm * scale for tag in wanted.values()]
        edges = EdgeRange(0.8 * min(sizes_px), 1.25 * max(sizes_px))
        proposals, _ = propose(view.grey(view.whole), self._layout.dictionary, edges, ids=tuple(wanted))
        views = [MatTagView(wanted[p.tag_id], p.corners_px, 1.0) for p in proposals if p.tag_id in wanted]
        if len(views) < MIN_PIECES:
            return None
        there = replace(self._layout, tags=tuple(wanted.values()))
        found = found_pose(there, views, (view.width_px, view.height_px), lens_of(pose.prior, pose.prior.mean))
        if found is None:
            return None
        pose = replace(found, prior=pose.prior, strays=())
        for _ in range(2):
            better = self._agreed(self._read(view, pose.model, blur_px, read), [], pose)
            if better is None:
                return None
            pose = better
        return pose

    def _votes(self, likeness: dict[Hashable, Likeness]) -> tuple[dict[str, Floats], dict[str, Floats]]:
        """Places of the pieces that stay, and of those that shifted; what is covered says nothing."""
        stay: dict[str, Floats] = {}
        went: dict[str, Floats] = {}
        for key, hold in self._holds.items():
            like = likeness.get(key)
            if like is None or like.explained < COVERED:
                continue
            if like.moved_px > STILL_PX:
                went[hold.track.owner] = hold.mean.place[:2]
            elif like.explained >= LOOKS_SAME:
                stay[hold.track.owner] = hold.mean.place[:2]
        return stay, went

    def _tells(self, keys: Iterable[int]) -> bool:
        """Whether these tags are of enough pieces, spread far enough, to tell a pose."""
        places = {self._holds[key].track.owner: self._holds[key].mean.place[:2] for key in keys}
        if len(places) < MIN_PIECES:
            return False
        off_mm = np.array(list(places.values())) - np.mean(list(places.values()), axis=0)
        return float(np.sqrt(np.linalg.eigvalsh(off_mm.T @ off_mm / len(off_mm))[0])) >= SPREAD_MM

    def _read(self, view: View, model: CameraModel, blur_px: float, read: ReadTags) -> dict[int, MatTagView]:
        """The tags as seen now, by key, with the doubt of where they lay."""
        tags = {key: hold.tag for key, hold in self._holds.items()}
        keys = {tag.id: key for key, tag in tags.items()}
        found = {}
        for seen in read(view, model, list(tags.values()), blur_px, 6):
            key = keys[seen.tag.id]
            scale = model.px_per_mm(seen.tag.x_mm, seen.tag.y_mm)
            sigma_px = float(np.linalg.norm([seen.sigma_px, self._holds[key].sigma_mm * scale, READING_SIGMA_PX]))
            found[key] = MatTagView(tags[key], seen.corners_px, sigma_px, TURN_SIGMA_RAD)
        return found

    def _agreed(self, found: dict[int, MatTagView], on_mat: list[MatTagView], pose: MatPose) -> MatPose | None:
        """The pose on which the pieces agree."""
        if self._noted is None or not self._tells(found):
            return None
        fit = refined_pose([*found.values(), *on_mat], pose)
        if fit is None:
            return None
        astray = {key for key, view in found.items() if view.tag.id in fit.strays}
        owners = {self._holds[key].track.owner for key in found}
        lost = {self._holds[key].track.owner for key in astray}
        if not self._tells(found.keys() - astray) or len(lost) > MAX_ASTRAY * len(owners):
            return None
        camera = replace(fit.camera, covariance=fit.camera.covariance + self._noted.camera.covariance)
        return replace(fit, camera=camera, strays=self._noted.strays)


def loosened(pose: MatPose, alone_s: float) -> MatPose:
    """A pose that none of the mat's tags has vouched for since so long."""
    model = pose.model
    drift_px = DRIFT_PX * (1 - np.exp(-alone_s / DRIFT_S))
    covariance = pose.camera.covariance.copy()
    covariance[3:5, 3:5] += np.eye(2) * (drift_px * model.translation[2] / model.lens.matrix[0][0]) ** 2
    # Another model of the same numbers: what is kept by it is told anew.
    return replace(pose, camera=replace(pose.camera, model=replace(model), covariance=covariance))
