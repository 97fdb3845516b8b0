"""Tracks the mat's pose from image to image: it is refined while nothing moves, and determined again after a bump.

In every image, the mat's tags are compared with their stored appearance (`vision.tracking.patches`). If most of them
shifted, suddenly or creeping, the pose is solved in the same image from the tags' present positions. The cause follows
from the tags' positions when everything was last calm (`vision.pose.drift`). If the lens refocuses, the image scales
about its centre, and the focal length is updated. If a single tag moved, it was pulled, and is excluded. Otherwise the
camera or the mat moved, and spots next to the mat show which (`vision.tracking.mat.anchors`).

There is no feedback: tags are always compared with their state at the last calm, never with a pose fitted to them
later, and the focal length changes only by what was measured against that calm.
"""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.quad_search import Preprocessing
from vision.images.frame_view import GreyView
from vision.observation import Place
from vision.pose.bundle import NOISE_SHARE
from vision.pose.corner_pose import SelfCalibration
from vision.pose.disturbance import Disturbance
from vision.pose.drift import PULLED_MM, change_of, similarity
from vision.pose.mat_shape import as_told, shape_of, shaped
from vision.pose.refine import (
    MIN_TAGS,
    MatPose,
    MatTagView,
    corners_of,
    place_sigmas_mm,
    refined_pose,
)
from vision.pose.refocus import Refocus, zoomed_pose
from vision.table import MatLayout
from vision.tracking.mat.anchors import Anchors
from vision.tracking.mat.creep import CreepEstimate
from vision.tracking.mat.mat_tags import MatTags
from vision.tracking.mat.misfit import Misfit, Strain, TagSize, misfit_of
from vision.tracking.mat.pose_from_pieces import RestingPieces, loosened
from vision.tracking.mat.pose_search import PoseSearch
from vision.tracking.patches import PatchSimilarity, PatchStore
from vision.tracking.tag_track import TagTrack

MOVED_PX = 0.6
"""Smallest shift of the image that is reported; smaller ones are only followed."""

REFINE_S = 0.5
"""Shortest interval between two solutions of the pose, unless a tag moved."""

SEEK_S = 0.15
"""Interval at which the whole image is searched for the mat while its pose is unknown."""

FLOOR_PX = 0.002
"""Lower limit of the standard deviation of a tag's position, however often it is read: it covers the errors of square
pixels and printed edges."""

TOLD_PX = 0.15
TOLD_SIGMAS = 6.0
"""A change is reported if it exceeds both this many pixels and this many standard deviations of a tag's reading."""

PULL_REACH_MM = 130.0
"""Radius around a pulled tag within which the mat may be deformed too."""

MIN_MOVED = 2
"""Fewest tags that must shift together; fewer are pulled tags, not a movement of the mat."""

LOOSENED_EACH_S = 1.0
"""Interval at which the uncertainty of a pose grows while only resting pieces confirm it."""

SHAPE_STEPS = 4
"""Most steps in which pose and shape of the mat are estimated in turn."""

SETTLED_S = 0.7
"""Time after a disturbance at which new spots next to the mat are chosen."""


class MatTracker:
    """Tracks the pose of one mat under one camera.

    Attributes:
        seen_s: When a tag of the mat was last seen, or enough resting pieces to confirm the pose.
        pose: The newest pose; None before the first.
        disturbance: The last bump; None before the first.
        refocus: The last change of the focus; None before the first.
        jumped: Whether the newest image gave a pose that does not continue the previous one.
        adrift: Whether the newest image shows that the pose is or may be invalid, and gives no new one.
    """

    def __init__(self, layout: MatLayout, patches: PatchStore, preprocessings: tuple[Preprocessing, ...] = ()) -> None:
        self._layout = layout
        self._outline_mm = np.array([[x, y, 0.0] for x in (0, layout.width_mm) for y in (0, layout.height_mm)])
        self._tags = {tag.id: tag for tag in layout.tags}
        self._readings = MatTags(layout, patches)
        self._search = PoseSearch(layout, self._readings, preprocessings, self._fitted)
        self._refined_s = self._sought_s = -np.inf
        self._anchored_s: float | None = None
        self.seen_s = -np.inf
        self.pose: MatPose | None = None
        self._calm_px: dict[int, Floats] = {}
        self._calm: MatPose | None = None
        self._creep = CreepEstimate(self._outline_mm)
        self._newest_s = -np.inf
        self._anchors = Anchors(patches)
        self._pulls_px: dict[int, Floats] = {}
        self._shape = as_told(layout)
        self._resting = RestingPieces(layout)
        self._calibration = SelfCalibration(layout)
        self._alone_since_s: float | None = None
        self._loosened_s = -np.inf
        self._vouched: MatPose | None = None
        self.adrift = False
        self.disturbance: Disturbance | None = None
        self.refocus: Refocus | None = None
        self.jumped = False
        self._untold = False

    @property
    def seen_tags(self) -> tuple[int, ...]:
        """Ids of the mat's tags that are visible in the newest image."""
        return self._readings.seen

    @property
    def blurs_px(self) -> list[float]:
        """Standard deviations of the blur, as estimated from the last reading of the mat's tags."""
        return self._readings.blurs_px

    def corners_px(self) -> dict[int, Floats]:
        """Corners of the mat's tags that are visible in the newest image."""
        means = self._readings.means
        return {tag_id: means[tag_id].corners_px for tag_id in self.seen_tags if tag_id in means}

    def patch_keys(self) -> list[Hashable]:
        """Keys of the patches of the mat's tags."""
        return [("mat", tag_id) for tag_id in self._tags]

    def update(
        self,
        view: GreyView,
        similarities: dict[Hashable, PatchSimilarity],
        now_s: float,
        lens: Lens | None,
        blur_px: float,
    ) -> None:
        """Processes an image; afterwards `pose` and `jumped` hold the result."""
        self.jumped = False
        if self.pose is None:
            self._seek(view, now_s, lens, blur_px)
        elif self._disturbed(similarities) or self._creeps(similarities, now_s):
            self._resolve(view, similarities, now_s, lens, blur_px)
        else:
            # The mat was dark or fully hidden, and reappears where it was: the pose is valid after all.
            self.adrift = False
            self._refine(view, similarities, now_s, blur_px)
        self._newest_s = now_s
        if self.seen_tags:
            self.seen_s = now_s
        self._keep_sure(now_s)
        self._anchor(view, now_s)

    def stand_on(self, tracks: Iterable[TagTrack]) -> None:
        """Records where the tags of pieces are in the newest image, in case the mat's own tags become hidden."""
        if self.pose is not None and not self.adrift:
            sure = len(self._readings.means) >= MIN_TAGS and bool(self.seen_tags)
            self._resting.note(tracks, self.pose, sure=sure)

    def _disturbed(self, similarities: dict[Hashable, PatchSimilarity]) -> bool:
        moved, still = self._readings.compare(similarities)
        if still == 0 and moved < MIN_MOVED and self._resting.holds(similarities):
            self.adrift, self.seen_s = False, self._newest_s
            return False
        return (moved >= MIN_MOVED and moved > still) or still == 0

    def _keep_sure(self, now_s: float) -> None:
        """Lets the pose's uncertainty grow while only resting pieces confirm it."""
        if self.seen_tags or self.pose is None:
            if self._alone_since_s is not None:
                self._alone_since_s, self._untold = None, True
        elif self._alone_since_s is None or self.jumped:
            self._alone_since_s = self._loosened_s = now_s
            self._vouched = self.pose
        elif self._vouched is not None and now_s - self._loosened_s >= LOOSENED_EACH_S:
            self._loosened_s = now_s
            self.pose = loosened(self._vouched, now_s - self._alone_since_s)

    def _resolve(
        self,
        view: GreyView,
        similarities: dict[Hashable, PatchSimilarity],
        now_s: float,
        lens: Lens | None,
        blur_px: float,
    ) -> None:
        """Determines the pose again, first nearby, then anywhere."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        before = self.pose.model
        views = self._readings.read(view, before, list(self._tags.values()), blur_px, steps=6)
        pose = self._fitted(views, self.pose)
        if pose is None:
            pose = self._resting.nearby(view, self.pose, blur_px, self._readings.read, views)
        if pose is None and now_s - self._sought_s >= SEEK_S:
            self._sought_s = now_s
            pose = self._search.anywhere(view, self.pose, lens, blur_px) or self._resting.anywhere(
                view, self.pose, blur_px, self._readings.read
            )
        self.adrift = pose is None
        if pose is None:
            if self._resting.shifted(similarities):
                self._tell_bump(similarities, before, before, now_s)
            return
        self._settle(view, pose, now_s, blur_px)
        self.seen_s = now_s
        on_mat = len(self._readings.means) >= MIN_TAGS
        went_px = float(np.abs(self.pose.model.pixels(self._outline_mm) - before.pixels(self._outline_mm)).max())
        self.jumped = went_px > (MOVED_PX if on_mat else TOLD_PX)
        if on_mat:
            self._judge(similarities, now_s)
        elif self.jumped:
            self._tell_bump(similarities, before, pose.model, now_s)
            self._carry_along(before, pose)

    def _tell_bump(
        self, similarities: dict[Hashable, PatchSimilarity], before: CameraModel, after: CameraModel, now_s: float
    ) -> None:
        """Decides whether the camera or the mat moved, without the mat's own tags."""
        points = before.pixels(self._outline_mm)
        camera = self._anchors.camera_moved(similarities, similarity(points, after.pixels(self._outline_mm) - points))
        self._disturb(now_s, camera=camera)

    def _disturb(self, now_s: float, *, camera: bool | None) -> None:
        self.disturbance = Disturbance.after(self.disturbance, now_s, 3 * SETTLED_S, camera=camera)
        if camera is not False:
            self._anchored_s = None

    def _carry_along(self, before: CameraModel, pose: MatPose) -> None:
        """Shifts the calm positions of hidden mat tags with the pose, for comparison once they reappear."""
        for tag_id, px in self._calm_px.items():
            corners = corners_of(self._tags[tag_id])
            self._calm_px[tag_id] = px + pose.model.pixels(corners) - before.pixels(corners)
        self._calm = pose

    def _settle(self, view: GreyView, pose: MatPose, now_s: float, blur_px: float) -> None:
        """Starts from a new pose: reads every tag of the mat with it, solves once more, and stores the appearance."""
        views = self._readings.read(view, pose.model, list(self._tags.values()), blur_px, steps=4)
        self.solve(views, pose)
        self._readings.begin(view, views, now_s)
        self._refined_s = now_s
        self._creep.forget()
        self._calibration.forget()
        if self._calm is None:
            self._calm_down()

    def _creeps(self, similarities: dict[Hashable, PatchSimilarity], now_s: float) -> bool:
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        shown = {tag_id: similarities["mat", tag_id] for tag_id in self.seen_tags if ("mat", tag_id) in similarities}
        return self._creep.creeps(self.pose, self._readings.means, shown, now_s - self._newest_s)

    def _judge(self, similarities: dict[Hashable, PatchSimilarity], now_s: float) -> None:
        """Classifies what happened to the mat since the last calm."""
        if self.pose is None or self._calm is None:
            return
        now_px = {tag_id: mean.corners_px for tag_id, mean in self._readings.means.items()}
        (_, _, cx), (_, _, cy), _ = self._calm.model.lens.matrix
        scale = self.pose.model.px_per_mm(self._layout.width_mm / 2, self._layout.height_mm / 2)
        change = change_of(self._calm_px, now_px, np.array([cx, cy]), scale)
        if change is None:
            return
        self._pulls_px = self._astray(change.pulled_px, scale)
        noise_px = median(mean.mean_sigma_px for mean in self._readings.means.values())
        if change.shift_px <= max(TOLD_PX, TOLD_SIGMAS * noise_px):
            return
        if change.zoom is None:
            self._disturb(now_s, camera=self._anchors.camera_moved(similarities, change.whole))
        else:
            self.refocus = Refocus.after(self.refocus, change.zoom, now_s, 3 * SETTLED_S)
            # It starts from the calm pose: the camera did not move, so the zoom must not change the camera's height.
            start = zoomed_pose(self._calm, change.zoom)
            self.pose = self._fitted(self._readings.views(), start) or start
        self._calm_down()

    def _astray(self, suspects: Iterable[int], px_per_mm: float) -> dict[int, Floats]:
        """Returns the tags that the pose does not explain, each with its offset (2,) in pixels from the prediction.

        When a camera or mat moves far between two images, its tags move by different amounts, which no similarity
        describes but a pose does. A pulled tag biases the pose, but by at most half of its own offset.
        """
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        assert self._calm is not None  # noqa: S101 (set together with the pose)
        found = {}
        for tag_id in suspects:
            corners = corners_of(self._tags[tag_id])
            due_px = self._calm_px[tag_id] + self.pose.model.pixels(corners) - self._calm.model.pixels(corners)
            off_px = (self._readings.means[tag_id].corners_px - due_px).mean(axis=0)
            if float(np.hypot(*off_px)) > PULLED_MM / 2 * px_per_mm:
                found[tag_id] = off_px
        return found

    def _calm_down(self) -> None:
        """Makes the present state the reference for later images; pulled tags enter as if they had not been pulled."""
        self._calm = self.pose
        rest = np.zeros(2)
        before = {
            tag_id: px for tag_id, px in self._calm_px.items() if tag_id not in self._readings.means and not self.jumped
        }
        self._calm_px = before | {
            tag_id: mean.corners_px - self._pulls_px.get(tag_id, rest) for tag_id, mean in self._readings.means.items()
        }

    def _fitted(self, views: list[MatTagView], pose: MatPose) -> MatPose | None:
        """Fits the pose, starting near a known one, to tags that are in place; the result lists those that are not."""
        kept = [view for view in views if view.tag.id not in self._pulls_px]
        found = _refined(shaped(kept, self._shape), pose)
        if found is None or not self._pulls_px:
            return found
        return replace(found, outliers=tuple(sorted({*found.outliers, *self._pulls_px})))

    def solve(self, views: list[MatTagView], pose: MatPose) -> None:
        """Takes the pose, starting near a known one, and the shape of the mat that explain these tags."""
        self.pose = self._shaped(views, self._fitted(views, pose) or pose)

    def _shaped(self, views: list[MatTagView], pose: MatPose) -> MatPose:
        """Returns the pose after the mat's shape was estimated from the pose's residuals."""
        for _ in range(SHAPE_STEPS):
            before = self._shape
            # A tag that is an outlier only because of the mat's shape fits again once the other tags give the shape.
            kept = [view for view in views if view.tag.id not in {*self._pulls_px, *pose.outliers}]
            self._shape = shape_of(before, kept, pose)
            if self._shape.like(before):
                break
            pose = self._fitted(views, pose) or pose
        return pose

    def sigmas_mm(self, points_mm: Floats) -> Floats:
        """Returns the standard deviations (n,) of positions (n, 2) due to lens, pose and an uneven or pulled mat."""
        if self.pose is None:
            return np.full(len(points_mm), np.inf)
        model = self.pose.model
        parts = [place_sigmas_mm(self.pose, points_mm), self._shape.sigmas_mm(model, points_mm)]
        for tag_id, off_px in self._pulls_px.items():
            tag = self._tags[tag_id]
            pulled_mm = float(np.hypot(*off_px)) / model.px_per_mm(tag.x_mm, tag.y_mm)
            away_mm = np.hypot(points_mm[:, 0] - tag.x_mm, points_mm[:, 1] - tag.y_mm)
            parts.append(pulled_mm * np.exp(-0.5 * (away_mm / PULL_REACH_MM) ** 2))
        return np.asarray(np.linalg.norm(parts, axis=0), dtype=np.float64)

    def true_places(self, places: dict[str, Place]) -> dict[str, Place]:
        """Corrects positions computed for a flat mat by the mat's relief."""
        return places if self.pose is None else self._shape.true_places(self.pose.model, places)

    def _refine(
        self, view: GreyView, similarities: dict[Hashable, PatchSimilarity], now_s: float, blur_px: float
    ) -> None:
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        if view.due:
            read, moved = self._readings.read_again(view, self.pose.model, similarities, now_s, blur_px)
            self._untold = self._untold or read > 0
            if moved:
                self._refined_s = -np.inf
            if not self.pose.prior.calibrated:
                self._calibrate(view)
        if not self._untold or now_s - self._refined_s < REFINE_S:
            return
        self._refined_s, self._untold = now_s, False
        self._judge(similarities, now_s)
        self.solve(self._readings.views(), self.pose)

    def _calibrate(self, view: GreyView) -> None:
        """Improves the lens estimate with one more image."""
        assert self.pose is not None  # noqa: S101 (the caller's branch)
        better = self._calibration.better(view.open(), self.pose, self.seen_tags, self._shape)
        if better is not None:
            self.pose = self._calm = self._fitted(self._readings.views(), better) or better
            self.jumped = True

    def _seek(self, view: GreyView, now_s: float, lens: Lens | None, blur_px: float) -> None:
        if now_s - self._sought_s < SEEK_S:
            return
        self._sought_s = now_s
        pose = self._search.anywhere(view, self.pose, lens, blur_px)
        if pose is not None:
            self.jumped = True
            self._settle(view, pose, now_s, blur_px)

    def misfit(self, sizes: Sequence[TagSize], strains: Mapping[str, Strain]) -> Misfit:
        """Returns what does not fit together; nothing while the pose is unknown.

        Args:
            sizes: Apparent sizes of the tags of pieces that lie on the mat.
            strains: By how much the tags of a piece contradict each other, by its id.
        """
        if self.pose is None:
            return Misfit()
        swapped = {pair for pair in self._search.swapped if pair[0] not in self.seen_tags}
        return misfit_of(self._shape, self.pose, self._readings.sizes, sizes, swapped, strains)

    def _anchor(self, view: GreyView, now_s: float) -> None:
        """Chooses spots next to the mat once everything has come to rest."""
        quiet_s = now_s - (self.disturbance.last_s if self.disturbance else -np.inf)
        if self.pose is None or self._anchored_s is not None or quiet_s < SETTLED_S or len(self.seen_tags) < MIN_TAGS:
            return
        self._anchored_s = now_s
        self._anchors.choose(view, self.pose.model, self._layout)


def _refined(views: list[MatTagView], pose: MatPose) -> MatPose | None:
    """Refines a known pose; no tag's standard deviation is taken below the lower limit or the mat's own scatter."""
    # The fit takes noise for larger than it is told; the scatter of tags is known as it is.
    scales = [view.scatter_mm / NOISE_SHARE * pose.model.px_per_mm(view.tag.x_mm, view.tag.y_mm) for view in views]
    sigmas_px = [math.hypot(view.sigma_px, FLOOR_PX, scatter) for view, scatter in zip(views, scales, strict=True)]
    return refined_pose([replace(view, sigma_px=sigma) for view, sigma in zip(views, sigmas_px, strict=True)], pose)
