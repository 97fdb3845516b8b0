"""Maintains the camera's pose from resting pieces while the mat's own tags are hidden.

While the mat's tags are visible, the positions of resting pieces' tags are recorded. When a cloak or an arm hides the
mat's tags, the pose is checked against that record. If some of these tags look unchanged, the camera has not moved. If
all resting pieces shifted together, the camera or the mat was bumped, and the pose is solved from the recorded
positions.

The record stays unchanged until the mat's tags are visible again, however often the pose is solved from it, and the
uncertainty of the recorded pose is added each time, so that no error accumulates.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.fiducials.region_search import EdgeRange, propose
from vision.images.frame_view import GreyView
from vision.pose.lens_prior import lens_of
from vision.pose.refine import MatPose, MatTagView, found_pose, refined_pose
from vision.table import MatLayout, Tag
from vision.tracking.patches import PatchSimilarity
from vision.tracking.tag_track import TagMean, TagTrack

MIN_READINGS = 4.0
"""Fewest readings of a tag that may serve as a reference."""

STILL_PX = 0.15
LOOKS_SAME, COVERED = 0.85, 0.55
"""Explained share above which a tag is unchanged, and the share below which it is covered."""

MIN_STAYING, APART_MM = 2, 100.0
"""Fewest unmoved pieces, and the smallest extent of their positions, to conclude that the camera has not moved."""

MIN_PIECES, SPREAD_MM = 3, 50.0
"""Fewest resting pieces to solve a new pose, and the smallest spread of their positions, also in the narrowest
direction."""

MAX_ASTRAY = 0.4
"""If a larger share of the pieces are outliers, somebody moved them, and no pose is solved."""

ALONE_MM = 0.5
"""A piece that alone shifted by at least this much was moved."""

TURN_SIGMA_RAD = 4e-3
READING_SIGMA_PX = 0.02
"""Lower limits of the standard deviations of a small tag's angle and of its centre, however often it is read."""

MAX_SOUGHT = 8
"""Most pieces to search for in the whole image."""

DRIFT_PX, DRIFT_S = 0.1, 10.0
"""Drift of the camera that may go unnoticed while only resting pieces are visible, and the time constant of that drift.
"""

ReadTags = Callable[[GreyView, CameraModel, list[Tag], float, int], list[MatTagView]]
"""Places tags near their expected poses; arguments: image, camera, tags, blur, steps."""


@dataclass(frozen=True, slots=True, eq=False)
class _RestingTag:
    """A tag of a resting piece, and its pose when the mat's own tags were last visible."""

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


class RestingPieces:
    """The pieces that rest on one mat."""

    def __init__(self, layout: MatLayout) -> None:
        self._layout = layout
        self._holds: dict[int, _RestingTag] = {}
        self._noted: MatPose | None = None
        self._crept = False

    def note(self, tracks: Iterable[TagTrack], pose: MatPose, *, sure: bool) -> None:
        """Records the poses of pieces' tags.

        Args:
            tracks: All tracked tags.
            pose: The camera's pose with which they were placed.
            sure: Whether enough of the mat's own tags confirm that pose; if not, the earlier record is kept.
        """
        if sure:
            self._noted, self._crept = pose, False
            self._holds = {
                track.key: _RestingTag(track, track.mean)
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

    def holds(self, similarities: dict[Hashable, PatchSimilarity]) -> bool:
        """Whether resting pieces show that the camera has not moved relative to the mat."""
        stay, went = self._votes(similarities)
        if self._crept or len(stay) < MIN_STAYING or len(stay) <= len(went):
            return False
        return float(np.ptp(list(stay.values()), axis=0).max()) >= APART_MM

    def shifted(self, similarities: dict[Hashable, PatchSimilarity]) -> bool:
        """Whether resting pieces show that the camera or the mat moved, even slightly."""
        stay, went = self._votes(similarities)
        return self._crept or (len(went) >= MIN_STAYING and len(went) > len(stay))

    def nearby(
        self, view: GreyView, pose: MatPose, blur_px: float, read: ReadTags, on_mat: list[MatTagView]
    ) -> MatPose | None:
        """Solves the pose from pieces near their former pixels, and from visible tags of the mat, if any."""
        if not self._tells(hold.track.key for hold in self._holds.values()):
            return None
        found = self._read(view, pose.model, blur_px, read)
        return self._agreed(found, on_mat, pose)

    def anywhere(self, view: GreyView, pose: MatPose, blur_px: float, read: ReadTags) -> MatPose | None:
        """Solves the pose from pieces anywhere in the image."""
        if self._noted is None or not self._tells(hold.track.key for hold in self._holds.values()):
            return None
        one_each = {hold.track.owner: hold for hold in self._holds.values()}
        wanted = {hold.track.tag.id: hold.tag for hold in list(one_each.values())[:MAX_SOUGHT]}
        scale = self._noted.model.px_per_mm(self._layout.width_mm / 2, self._layout.height_mm / 2)
        sizes_px = [tag.size_mm * scale for tag in wanted.values()]
        edges = EdgeRange(0.8 * min(sizes_px), 1.25 * max(sizes_px))
        candidates, _ = propose(view.grey(view.whole), self._layout.dictionary, edges, ids=tuple(wanted))
        views = [MatTagView(wanted[p.tag_id], p.corners_px, 1.0) for p in candidates if p.tag_id in wanted]
        if len(views) < MIN_PIECES:
            return None
        there = replace(self._layout, tags=tuple(wanted.values()))
        found = found_pose(there, views, (view.width_px, view.height_px), lens_of(pose.prior, pose.prior.mean))
        if found is None:
            return None
        pose = replace(found, prior=pose.prior, outliers=())
        for _ in range(2):
            better = self._agreed(self._read(view, pose.model, blur_px, read), [], pose)
            if better is None:
                return None
            pose = better
        return pose

    def _votes(self, similarities: dict[Hashable, PatchSimilarity]) -> tuple[dict[str, Floats], dict[str, Floats]]:
        """Returns the positions of the unmoved pieces and of those that shifted; covered pieces have no vote."""
        stay: dict[str, Floats] = {}
        went: dict[str, Floats] = {}
        for key, hold in self._holds.items():
            like = similarities.get(key)
            if like is None or like.explained < COVERED:
                continue
            if like.moved_px > STILL_PX:
                went[hold.track.owner] = hold.mean.place[:2]
            elif like.explained >= LOOKS_SAME:
                stay[hold.track.owner] = hold.mean.place[:2]
        return stay, went

    def _tells(self, keys: Iterable[int]) -> bool:
        """Whether these tags belong to enough pieces, spread widely enough, to solve a pose."""
        places = {self._holds[key].track.owner: self._holds[key].mean.place[:2] for key in keys}
        if len(places) < MIN_PIECES:
            return False
        off_mm = np.array(list(places.values())) - np.mean(list(places.values()), axis=0)
        return float(np.sqrt(np.linalg.eigvalsh(off_mm.T @ off_mm / len(off_mm))[0])) >= SPREAD_MM

    def _read(self, view: GreyView, model: CameraModel, blur_px: float, read: ReadTags) -> dict[int, MatTagView]:
        """Reads the tags in the image, by key, with the uncertainty of their recorded positions."""
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
        """Returns the pose on which the pieces agree; None if there are too few or too many outliers."""
        if self._noted is None or not self._tells(found):
            return None
        fit = refined_pose([*found.values(), *on_mat], pose)
        if fit is None:
            return None
        astray = {key for key, view in found.items() if view.tag.id in fit.outliers}
        owners = {self._holds[key].track.owner for key in found}
        lost = {self._holds[key].track.owner for key in astray}
        if not self._tells(found.keys() - astray) or len(lost) > MAX_ASTRAY * len(owners):
            return None
        camera = replace(fit.camera, covariance=fit.camera.covariance + self._noted.camera.covariance)
        return replace(fit, camera=camera, outliers=self._noted.outliers)


def loosened(pose: MatPose, alone_s: float) -> MatPose:
    """Returns a pose with the uncertainty after `alone_s` seconds without confirmation by the mat's tags."""
    model = pose.model
    drift_px = DRIFT_PX * (1 - np.exp(-alone_s / DRIFT_S))
    covariance = pose.camera.covariance.copy()
    covariance[3:5, 3:5] += np.eye(2) * (drift_px * model.translation[2] / model.lens.matrix[0][0]) ** 2
    # A new model object with equal numbers invalidates what is cached by model.
    return replace(pose, camera=replace(pose.camera, model=replace(model), covariance=covariance))
