"""Tracks bases and terrain over time: from a sequence of images to the current state of the table.

Each image passes through these steps, most of which cost nothing while nothing moves:

1. The pixels of all tags are compared with their stored appearance (`tracking.patches`).
2. The mat's pose is confirmed, refined or determined again (`tracking.mat`).
3. Tags whose pixels changed are placed again, and a few of the others are read once more (`tracking.tag_tracker`).
4. Changed parts, and all other parts in rotation, are searched for unknown tags (`tracking.regions`).
5. Pieces are placed from their tags, and their states are updated (`tracking.piece_tracker`, `tracking.motion`).

All times are those of the images; the tracker reads no clock. It must be used from one thread only.
"""

import math
from dataclasses import replace
from statistics import median

import numpy as np

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.camera.lens_model import lens_for
from vision.compiled.kernels import CHOICE
from vision.fiducials import quad_search as search
from vision.fiducials.dictionary import dictionary
from vision.images.frame import Frame
from vision.images.frame_view import GreyView
from vision.images.rect import Rect
from vision.observation import MatObservation, TableObservation, TagObservation, TrackState
from vision.occlusion.half_plane import prepare
from vision.pose.bundle import CameraFit
from vision.pose.refine import MatPose, turn_sigmas_rad
from vision.print_scale import as_printed
from vision.table import TableLayout
from vision.tracking.change_detection import ChangeMap, Changes
from vision.tracking.exhaustive_search import propose_thoroughly, strangers
from vision.tracking.health import complaints_of_mat, complaints_of_overlaps, complaints_of_pieces
from vision.tracking.image_quality import Complaint, Sharpness, complaints_of_light
from vision.tracking.known_tags import ImageContext
from vision.tracking.mat.mat_tracker import MatTracker
from vision.tracking.mat.misfit import Misfit, complaints_of_misfit
from vision.tracking.motion import MotionLimits
from vision.tracking.patches import PatchStore
from vision.tracking.piece_tracker import PieceTracker
from vision.tracking.regions import PERIOD_S, Extent, SearchPlan
from vision.tracking.single_image import read_closely, uncover
from vision.tracking.tag_cache import TagCache
from vision.tracking.tag_tracker import TagTracker
from vision.tracking.trouble_timer import TroubleLog

FIRST_BLUR_PX = 0.9
MIN_BLUR_PX, MAX_BLUR_PX = 0.4, 5.0
BLUR_HELD = 0.9
"""Weight of the old estimate of the blur when a new one arrives."""

REFOCUSED = 1.2
"""If the mat's tags are so many times more or less blurred than was learned, the focus or the light has changed."""

DUE_EVERY_S = 0.19
"""Interval at which deferrable work is done in one image; slightly less than six images of an ordinary camera take."""

LOOK_EVERY_S = 0.16
"""Longest interval between two full comparisons of every tag, which find shifts too small to count as a change. It must
be shorter than `DUE_EVERY_S`: only images between those tell that the table has come to rest."""

CALM_AFTER_S = 1.2
CALM_EVERY_S = 0.96
"""Time after the last change from which there is less deferrable work, and it is done less often."""

LIGHT_EVERY_S = 0.2
"""Interval at which light and focus are checked."""

NO_MAT_AFTER_S = 1.0
WANTED_MARGIN_MM = 60.0
"""Margin around the mat within which tags are searched for."""

SIGMA_CELLS = 8


class Tracker:
    """Tracks the pieces of one table under one camera."""

    def __init__(
        self,
        layout: TableLayout,
        lens: Lens | None = None,
        limits: MotionLimits | None = None,
        preprocessings: tuple[search.Preprocessing, ...] = (),
    ) -> None:
        """Starts with an empty table.

        Args:
            layout: The table's layout.
            lens: The camera's calibration; None to estimate the lens from the mat's tags.
            limits: When a piece counts as moved, at rest or lost.
            preprocessings: Additional search methods for single images, applied to every image as a whole; slow.
        """
        layout = as_printed(layout)
        self._layout = layout
        self._lens = lens if lens is not None and lens.calibrated else None
        self._preprocessings = preprocessings
        self._strangers: tuple[TagObservation, ...] = ()
        self._pieces = PieceTracker(layout, limits or MotionLimits())
        self._troubles = TroubleLog()
        if not preprocessings:
            CHOICE.prefer_compiled()
        prepare(layout.mat.dictionary)
        self._light: list[Complaint] = []
        self._lit_s = -math.inf
        self._newest: TableObservation | None = None
        self._told = TagCache(layout.mat.dictionary)
        self._told_mat: tuple[CameraFit, MatObservation] | None = None
        self._due_s = -math.inf
        self._stirred = True
        self._changed_s = self._looked_s = -math.inf
        self._settled: TableObservation | None = None
        self._settled_by: tuple[MatPose | None, tuple[int, ...]] = (None, ())
        self._begin(Extent(0, 0))

    def _begin(self, extent: Extent) -> None:
        """Starts over for images of another size: nothing known in pixels is valid any longer."""
        self._extent = extent
        self._settled = None
        self._patches = PatchStore()
        self._changes = ChangeMap()
        self._mat = MatTracker(self._layout.mat, self._patches, self._preprocessings)
        self._tags = TagTracker(self._layout, self._patches, alone=bool(self._preprocessings))
        self._plan: SearchPlan | None = None
        self._blur_px = FIRST_BLUR_PX
        self._sigmas: tuple[CameraModel, Floats] | None = None

    def update(self, frame: Frame) -> TableObservation:
        """Processes the next image.

        Args:
            frame: A frame newer than all before; an older one changes nothing.

        Returns:
            The state of the table at the time of the newest image.
        """
        if self._newest is not None and frame.captured_s <= self._newest.captured_s:
            return self._newest
        now_s = frame.captured_s
        view = self._view(frame)
        extent = Extent(view.width_px, view.height_px)
        if extent != self._extent:
            self._begin(extent)
        changes = self._changes.update(view)
        if self._settled is not None and not (view.due or changes.dirty.any() or now_s - self._looked_s > LOOK_EVERY_S):
            self._newest = replace(self._settled, sequence=frame.sequence, captured_s=now_s)
            return self._newest
        self._looked_s = now_s
        stays = self._look_at(view, changes, now_s)
        if not view.due:
            self._stirred = view.opened
        if self._stirred or changes.dirty.any():
            self._changed_s = now_s
        if self._settled is not None and stays:
            self._newest = replace(self._settled, sequence=frame.sequence, captured_s=now_s)
            return self._newest
        self._newest = self._observation(frame)
        calm = not view.opened or (view.due and self._tags.quiet)
        self._settled = self._newest if calm and _is_settled(self._newest) else None
        self._settled_by = (self._mat.pose, self._mat.seen_tags)
        return self._newest

    def _look_at(self, view: GreyView, changes: Changes, now_s: float) -> bool:
        """Tracks all tags into an image; returns whether everything is still as reported when the table settled."""
        similarities = self._patches.compare(view)
        lens = lens_for(self._lens, (view.width_px, view.height_px))
        self._mat.update(view, similarities, now_s, lens, self._blur_px)
        if self._mat.jumped and self._mat.blurs_px:
            self._blur_px = median(self._mat.blurs_px)
        pose = self._mat.pose
        if pose is None or self._mat.adrift or self._is_lost(now_s):
            self._pieces.hold(now_s)
            return False
        context = ImageContext(view, pose.model, self._blur_px, now_s)
        self._tags.update(context, similarities, jumped=self._mat.jumped)
        if self._stays(view, changes):
            return True
        self._search(context, changes)
        if self._preprocessings:
            self._look_thoroughly(context)
        self._pieces.update(self._tags, pose.model, self._sigma_at, self._changes, now_s)
        self._learn_blur()
        if view.due:
            self._mat.stand_on(self._tags.tracks.values())
        return False

    def _stays(self, view: GreyView, changes: Changes) -> bool:
        """Whether everything is still as reported when the table settled, as far as this image was examined."""
        if self._settled is None or view.due or view.opened or changes.dirty.any() or not self._tags.quiet:
            return False
        pose, seen_tags = self._settled_by
        return pose is self._mat.pose and seen_tags == self._mat.seen_tags

    def _view(self, frame: Frame) -> GreyView:
        """Opens the image.

        If all of it will probably be needed, it is decoded at once, and the small one is made from it.
        """
        calm = frame.captured_s - self._changed_s > CALM_AFTER_S
        due = frame.captured_s - self._due_s >= (CALM_EVERY_S if calm else DUE_EVERY_S)
        if due:
            self._due_s = frame.captured_s
        if due or self._stirred:
            _ = frame.picture.grey
        return GreyView(frame.picture, due=due)

    def _look_thoroughly(self, context: ImageContext) -> None:
        name, lens = self._layout.mat.dictionary, context.model.lens
        edges = self._tags.edges(context.model, 0.0) if self._layout.pieces else None
        near = Rect.around(self._wanted_px(context.model)).within(context.view.width_px, context.view.height_px)
        candidates = propose_thoroughly(context.view, name, edges, self._preprocessings, near)
        self._tags.consider(context, candidates)
        self._tags.hunt(context)
        read_closely(self._tags, context, name)
        uncover(self._tags, context, self._layout.mat)
        self._strangers = strangers(context.view, name, lens, [p for p in candidates if not self._tags.knows(p.tag_id)])

    def _search(self, context: ImageContext, changes: Changes) -> None:
        if not self._layout.pieces:
            return
        plan = self._plan_for(context, changes)
        # Searches alternate between the fine and the coarse way; an empty table is searched in both ways.
        coarse = int(context.now_s / PERIOD_S) % 2 == 1
        rects = plan.due(context.now_s, changes, in_turn=context.view.due, coarse=coarse)
        if not rects:
            return
        contrast = self._patches.contrast(self._mat.patch_keys()) or 60.0
        first = not self._tags.tracks
        edges = self._tags.edges(context.model, contrast, coarse=coarse)
        self._tags.discover(context, rects, edges, changes)
        if first:
            self._tags.discover(context, rects, replace(edges, coarse=not coarse), changes)
        for rect in rects:
            self._changes.mark_searched(plan.bare(rect))

    def _plan_for(self, context: ImageContext, changes: Changes) -> SearchPlan:
        if self._plan is None:
            margin_px = round(self._tags.edges(context.model, 0.0).longest_px * 0.8)
            self._plan = SearchPlan(self._extent, changes.block_px, margin_px)
            self._want(context.model)
        elif self._mat.jumped:
            self._want(context.model)
        return self._plan

    def _want(self, model: CameraModel) -> None:
        """Restricts the search to the mat and a margin."""
        if self._plan is not None:
            self._plan.want_only(self._wanted_px(model))

    def _wanted_px(self, model: CameraModel) -> Floats:
        """Returns the corners (4, 2) of the mat with its margin."""
        low, wide, high = -WANTED_MARGIN_MM, self._layout.mat.width_mm, self._layout.mat.height_mm
        return model.pixels(np.array([(x, y, 0.0) for x in (low, wide - low) for y in (low, high - low)]))

    def _sigma_at(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Returns the standard deviations of a position (mm) and an angle (rad) due to pose and lens."""
        pose, mat = self._mat.pose, self._layout.mat
        if pose is None:
            return math.inf, math.inf
        if self._sigmas is None or self._sigmas[0] is not pose.model:
            axis = (np.arange(SIGMA_CELLS) + 0.5) / SIGMA_CELLS
            x, y = np.meshgrid(axis * mat.width_mm, axis * mat.height_mm)
            points = np.column_stack([x.ravel(), y.ravel()])
            sigmas = np.column_stack([self._mat.sigmas_mm(points), turn_sigmas_rad(pose, points)])
            self._sigmas = (pose.model, sigmas.reshape(SIGMA_CELLS, SIGMA_CELLS, 2))
        last = SIGMA_CELLS - 1
        column = min(max(int(x_mm / mat.width_mm * SIGMA_CELLS), 0), last)
        row = min(max(int(y_mm / mat.height_mm * SIGMA_CELLS), 0), last)
        sigma_mm, sigma_rad = self._sigmas[1][row, column].tolist()
        return sigma_mm, sigma_rad

    def _learn_blur(self) -> None:
        """Follows the blur of the tags that were read, and while all pieces lie still a change that the mat's show."""
        if self._tags.blurs_px:
            newest = median(self._tags.blurs_px)
        elif self._mat.blurs_px:
            newest = max(median(self._mat.blurs_px), MIN_BLUR_PX)
            if 1 / REFOCUSED < newest / self._blur_px < REFOCUSED:
                return
        else:
            return
        self._blur_px = min(max(BLUR_HELD * self._blur_px + (1 - BLUR_HELD) * newest, MIN_BLUR_PX), MAX_BLUR_PX)

    def _observation(self, frame: Frame) -> TableObservation:
        places = self._mat.true_places(self._pieces.places())
        known = {place.id for place in places.values() if place.state is not TrackState.LOST}
        misfit = self._mat.misfit(self._pieces.sizes, self._pieces.strains)
        complaints = self._complaints(frame.captured_s, misfit)
        return TableObservation(
            sequence=frame.sequence,
            captured_s=frame.captured_s,
            tags=self._tag_cache(),
            mat=self._mat_sighting(frame.captured_s, misfit),
            bases=tuple(places[base.id] for base in self._layout.bases if base.id in places),
            terrain=tuple(places[piece.id] for piece in self._layout.terrain if piece.id in places),
            missing=tuple(piece.id for piece in self._layout.pieces if piece.id not in known),
            troubles=self._troubles.update(complaints, frame.captured_s),
        )

    def _tag_cache(self) -> tuple[TagObservation, ...]:
        pose = self._mat.pose
        found = {tag_id: [corners] for tag_id, corners in self._mat.corners_px().items()}
        if pose is not None:
            for tag_id, corners in self._tags.corners_px(pose.model):
                found.setdefault(tag_id, []).append(corners)
        known = self._told.told((tag_id, corners) for tag_id in sorted(found) for corners in found[tag_id])
        return (*known, *self._strangers)

    def _mat_sighting(self, now_s: float, misfit: Misfit) -> MatObservation:
        pose = self._mat.pose
        if pose is None or self._is_lost(now_s):
            lens = lens_for(self._lens, (self._extent.width_px, self._extent.height_px))
            return MatObservation(found=False, calibrated=lens is not None)
        if self._told_mat is None or self._told_mat[0] is not pose.camera:
            self._told_mat = (pose.camera, _sighting_of(pose.camera))
        return replace(self._told_mat[1], scale_sigma=misfit.scale_sigma)

    def _is_lost(self, now_s: float) -> bool:
        return self._mat.pose is None or now_s - self._mat.seen_s > NO_MAT_AFTER_S

    def _complaints(self, now_s: float, misfit: Misfit) -> list[Complaint]:
        if now_s - self._lit_s >= LIGHT_EVERY_S:
            self._lit_s = now_s
            self._light = complaints_of_light(self._changes.picture, self._sharpness())
            self._light += complaints_of_overlaps(self._layout, self._pieces.places())
        known = set(self._mat.seen_tags)
        twice = self._tags.duplicates(known)
        lost = self._is_lost(now_s)
        return [
            *self._light,
            *complaints_of_mat(self._mat, self._layout, now_s, self._lens, lost=lost),
            *([] if lost else complaints_of_misfit(misfit)),
            *complaints_of_pieces(twice, self._pieces.impossible, self._pieces.hidden),
        ]

    def _sharpness(self) -> Sharpness | None:
        pose = self._mat.pose
        if pose is None:
            return None
        tags = [tag for piece in self._layout.pieces for tag in piece.tags]
        modules = dictionary(self._layout.mat.dictionary).bits + 2
        smallest_mm = min((tag.size_mm for tag in tags), default=10.0) / modules
        scale = pose.model.px_per_mm(self._layout.mat.width_mm / 2, self._layout.mat.height_mm / 2)
        return Sharpness(self._blur_px, smallest_mm * scale, self._patches.contrast(self._mat.patch_keys()))


def _is_settled(told: TableObservation) -> bool:
    """Whether nothing except time will change until something moves in the image."""
    return told.mat.found and all(place.state is TrackState.SEEN for place in (*told.bases, *told.terrain))


def _sighting_of(camera: CameraFit) -> MatObservation:
    """Returns the observation of a mat that was found."""
    model = camera.model
    mapping = np.array(model.lens.matrix) @ np.column_stack([model.rotation[:, :2], model.translation])
    return MatObservation(
        found=True,
        reprojection_px=camera.reprojection_px,
        calibrated=model.lens.calibrated,
        mat_to_image=tuple((float(a), float(b), float(c)) for a, b, c in mapping / mapping[2, 2]),
        lens=model.lens,
    )
