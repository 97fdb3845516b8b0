"""Mats that are not as their file says, seen without images: corners are projected, and only the pose is computed.

Hundreds of tables cost no more than a few rendered ones. What the camera adds is noise of the corners.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from companion.geometry import Answer, Deviation
from companion.geometry.verdict import at_most
from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import TagFit
from vision.fiducials.detector import DetectedTag
from vision.observation import Place
from vision.pose.corner_pose import pose_of_corners
from vision.pose.lens_prior import calibrated_prior
from vision.pose.mat_pose import find_mat
from vision.pose.refine import MatPose, MatTagView, corners_of
from vision.table import MatLayout, Tag
from vision.tracking.mat.mat_tracker import MatTracker
from vision.tracking.patches import PatchStore

SIZE_PX = (1920, 1080)
SIDE_MM = 600.0
CORNER_PX, CENTRE_PX = 0.03, 0.008
"""Noise of a fitted corner, and of the centre of a tag that was read for a while."""

GAPS_MM = (2.0, 80.0, 100.0, 150.0, 250.0)
RADII_MM = 32.0
PIECES = 12
TILTS_DEG = (0.0, 8.0, 18.0, 30.0)

Bend = Callable[[Floats], Floats]
"""From where points of the mat are told to be, (n, 2), to where they are, (n, 3)."""


@dataclass(frozen=True, slots=True)
class MatScore:
    """What became of one kind of table.

    Attributes:
        worst: Largest error of a distance, in its deviations.
        wrong: Verdicts that were sure and wrong.
        asked: Verdicts in all.
        p95_mm: 95th percentile of a distance's error.
    """

    worst: float
    wrong: int
    asked: int
    p95_mm: float


def mat() -> MatLayout:
    """A mat with eight tags round it."""
    spots = [(x, y) for x in (0.0, 0.5, 1.0) for y in (0.0, 0.5, 1.0) if (x, y) != (0.5, 0.5)]
    tags = tuple(
        Tag(number, 40.0, *(each * SIDE_MM + (2 * each - 1) * 25.0 for each in spot))
        for number, spot in enumerate(spots)
    )
    return MatLayout(SIDE_MM, SIDE_MM, "DICT_4X4_100", tags)


def affine(across: float = 1.0, shear: float = 0.0, along: float = 1.0) -> Bend:
    """A flat mat that is longer one way, or askew."""

    def bent(points: Floats) -> Floats:
        x, y = (points - SIDE_MM / 2).T
        return np.column_stack([across * x + shear * y + SIDE_MM / 2, along * y + SIDE_MM / 2, np.zeros(len(points))])

    return bent


def trapezoid(points: Floats) -> Floats:
    """One side is 7 mm longer than the opposite one."""
    x, y = points.T
    across = 1 + 0.006 * (2 * y / SIDE_MM - 1)
    return np.column_stack([SIDE_MM / 2 + (x - SIDE_MM / 2) * across, y, np.zeros(len(points))])


def wavy(points: Floats) -> Floats:
    """Waves of about 2 mm."""
    x, y = points.T
    height_mm = 1.6 * np.sin(math.tau * x / 430 + 0.4) + 0.8 * np.sin(math.tau * (0.6 * x + y) / 310)
    return np.column_stack([x, y, height_mm])


def row_moved(points: Floats) -> Floats:
    """The row of tags beyond one side lies 4 mm too far out."""
    x, y = points.T
    return np.column_stack([x, y + np.where(y > SIDE_MM, 4.0, 0.0), np.zeros(len(points))])


def by_hand(seed: int) -> Bend:
    """Each tag lies 1 to 2 mm off its place."""
    rng = np.random.default_rng(seed)
    way, off_mm = rng.uniform(0, math.tau, 8), rng.uniform(1.0, 2.0, 8)
    places = np.array([(tag.x_mm, tag.y_mm) for tag in mat().tags])
    offs = off_mm[:, None] * np.column_stack([np.cos(way), np.sin(way)])

    def bent(points: Floats) -> Floats:
        apart = np.hypot(*(points[:, None, :] - places).transpose(2, 0, 1))
        off = np.where(apart.min(axis=1)[:, None] < 1.0, offs[apart.argmin(axis=1)], 0.0)
        return np.column_stack([points + off, np.zeros(len(points))])

    return bent


def camera(tilt_deg: float, rng: np.random.Generator) -> CameraModel:
    """A camera that looks at the middle of the mat from any side, with a lens of an ordinary webcam."""
    focal_px = 1400.0 * rng.uniform(0.9, 1.1)
    lens = Lens(
        image_size=SIZE_PX,
        matrix=(
            (focal_px, 0.0, 959.5 + rng.normal(0.0, 6.0)),
            (0.0, focal_px * (1 + rng.normal(0.0, 4e-4)), 539.5 + rng.normal(0.0, 6.0)),
            (0.0, 0.0, 1.0),
        ),
        distortion=(rng.normal(0.0, 0.06), rng.normal(0.0, 0.03), *rng.normal(0.0, 4e-4, 2), 0.0),
        rms_px=0.27,
    )
    tilt, turn = math.radians(tilt_deg), rng.uniform(0.0, math.tau)
    away_mm = focal_px * 780.0 / (SIZE_PX[1] * 0.92) * (1 + 0.35 * math.sin(tilt))
    down = np.array([math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), -math.cos(tilt)])
    right = np.array([math.sin(turn), -math.cos(turn), 0.0])
    rotation = np.stack([right, np.cross(down, right), down])
    return CameraModel(lens, rotation, -rotation @ (np.array([SIDE_MM / 2, SIDE_MM / 2, 0.0]) - down * away_mm))


def calibrated(lens: Lens, rng: np.random.Generator) -> Lens:
    """The lens as sixteen views of a board give it."""
    (fx, _, cx), (_, fy, cy), _ = lens.matrix
    both, apart, trade = 1 + rng.normal(0.0, 6e-4), rng.normal(0.0, 2e-4), rng.normal(0.0, 1.5e-3)
    k1, k2, p1, p2, k3 = lens.distortion
    return replace(
        lens,
        matrix=(
            (fx * (both + apart), 0.0, cx + rng.normal(0.0, 1.0)),
            (0.0, fy * (both - apart), cy + rng.normal(0.0, 1.0)),
            (0.0, 0.0, 1.0),
        ),
        distortion=(k1 + trade, k2 - 2.8 * trade, *(np.array([p1, p2]) + rng.normal(0.0, 1.5e-4, 2)), k3 + 2.6 * trade),
    )


def score(bend: Bend, *, with_lens: bool, each: int = 2, seed: int = 1) -> MatScore:
    """How far distances and verdicts on such mats are off, over tilts and cameras.

    Args:
        bend: How the mat differs from its file.
        with_lens: Whether the lens is calibrated.
        each: Cameras for each tilt.
        seed: Another number takes other cameras and pieces.
    """
    rng = np.random.default_rng([seed, with_lens])
    ratios, errors_mm, wrong, asked = [], [], 0, 0
    for tilt_deg in TILTS_DEG * each:
        eye = camera(tilt_deg, rng)
        tracker = _tracker(bend, eye, rng, with_lens=with_lens)
        points = rng.uniform(20.0, SIDE_MM - 20.0, (PIECES, 2))
        truth, seen = bend(points)[:, :2], _places(tracker, eye.pixels(bend(points)))
        sigmas_mm = tracker.sigmas_mm(seen)
        scale = tracker.misfit([], {}).scale_sigma
        for a, b in combinations(range(PIECES), 2):
            true_mm, seen_mm = (float(np.hypot(*(place[a] - place[b]))) for place in (truth, seen))
            deviation = Deviation(math.hypot(sigmas_mm[a], sigmas_mm[b]), 0.02, scale * seen_mm)
            errors_mm.append(abs(seen_mm - true_mm))
            ratios.append(errors_mm[-1] / deviation.sigma_mm)
            for gap_mm in GAPS_MM:
                answer = at_most(seen_mm, gap_mm + RADII_MM, deviation.sigma_mm, "gap").answer
                wrong += answer is (Answer.NO if true_mm <= gap_mm + RADII_MM else Answer.YES)
                asked += 1
    return MatScore(max(ratios), wrong, asked, float(np.percentile(errors_mm, 95)))


def _tracker(bend: Bend, eye: CameraModel, rng: np.random.Generator, *, with_lens: bool) -> MatTracker:
    """The mat as the tracker has it after it was read for a while; its tags are not bent with it."""
    told = mat()
    tracker = MatTracker(told, PatchStore())
    at_px = {tag.id: eye.pixels(_there(tag, bend)) for tag in told.tags}
    fits = {tag.id: _fit(at_px[tag.id] + rng.normal(0.0, CORNER_PX, (4, 2))) for tag in told.tags}
    lens = calibrated(eye.lens, rng) if with_lens else None
    found = find_mat(told, tuple(DetectedTag(n, told.dictionary, fit) for n, fit in fits.items()), SIZE_PX, lens)
    assert found is not None
    if lens is None:
        pose = pose_of_corners(told, [(tag, fits[tag.id]) for tag in told.tags], found.camera)
    else:
        pose = MatPose(found.camera, calibrated_prior(lens))
    for _ in range(2):
        tracker.solve([_view(tag, at_px[tag.id], pose.model, rng) for tag in told.tags], pose)
        assert tracker.pose is not None
        pose = tracker.pose
    return tracker


def _there(tag: Tag, bend: Bend) -> Floats:
    """Where the corners of a tag are, (4, 3)."""
    x_mm, y_mm, height_mm = bend(np.array([[tag.x_mm, tag.y_mm]]))[0]
    return corners_of(replace(tag, x_mm=float(x_mm), y_mm=float(y_mm), height_mm=float(height_mm)))


def _fit(corners_px: Floats) -> TagFit:
    return TagFit(corners_px, np.eye(8) * CORNER_PX**2 / 4, 0.9, 1.0, 0.0, 0.0, 2.0, 120.0)


def _view(tag: Tag, corners_px: Floats, model: CameraModel, rng: np.random.Generator) -> MatTagView:
    """What the tracker reads of a tag: its place and its angle; size and shape are those of the pose."""
    flat = model.on_plane(corners_px, tag.height_mm)[:, :2]
    due, off = corners_of(tag)[:, :2] - [tag.x_mm, tag.y_mm], flat - flat.mean(axis=0)
    turn = math.atan2(float((due[:, 0] * off[:, 1] - due[:, 1] * off[:, 0]).sum()), float((due * off).sum()))
    x_mm, y_mm = flat.mean(axis=0)
    there = replace(tag, x_mm=float(x_mm), y_mm=float(y_mm), angle_rad=tag.angle_rad + turn)
    return MatTagView(tag, model.pixels(corners_of(there)) + rng.normal(0.0, CENTRE_PX, 2), CENTRE_PX)


def _places(tracker: MatTracker, at_px: Floats) -> Floats:
    assert tracker.pose is not None
    on_plane = tracker.pose.model.on_plane(at_px, 0.0)
    places = {str(n): Place(str(n), x, y, 0.0, 0.0, 0.0) for n, (x, y) in enumerate(on_plane[:, :2])}
    true = tracker.true_places(places).values()
    return np.array([(place.x_mm, place.y_mm) for place in true])
