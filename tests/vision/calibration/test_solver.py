"""From views to a lens: how far off places on the mat are because of it, and what is noticed."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.calibration.charuco_scene import BoardPose, Photographer, TrueLens, round_of_views
from vision.calibration.board import BoardDetection, load_board
from vision.calibration.bundle_adjustment import SHARED_UNKNOWNS, BoardView, bow_mm, solve_bundle
from vision.calibration.session import CalibrationSession, KeptView
from vision.calibration.solver import RemarkKind, solve_session
from vision.calibration.view_quality import Tilt
from vision.camera.intrinsics import Lens
from vision.errors import CalibrationError

Floats = NDArray[np.float64]
BOARD = load_board()
HALF_MM = (BOARD.size_mm[0] / 2, BOARD.size_mm[1] / 2)
LENS = TrueLens()


def places_error_mm(true: TrueLens, lens: Lens) -> Floats:
    """Distances in mm by which places on a 600 mm mat are off when read with `lens` instead of `true`.

    The pose is fitted to eight mat tags with the wrong lens, as in use; by plain Gauss and Newton on the places
    themselves, with derivatives by differences.
    """
    wrong = TrueLens(
        true.size, lens.matrix[0][0], lens.matrix[1][1], lens.matrix[0][2], lens.matrix[1][2], lens.distortion
    )
    height_mm = true.fx * 600 / (0.85 * true.size[1])
    line = np.linspace(-300, 300, 9)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    tags = np.array([(x, y) for x in (-322.0, 0.0, 322.0) for y in (-322.0, 0.0, 322.0) if x or y])

    def seen(places: Floats) -> Floats:
        return wrong.rays(true.pixels(np.column_stack([places, np.full(len(places), height_mm)])))

    def on_mat(rays: Floats, pose: Floats) -> Floats:
        board = BoardPose(0.0, 0.0, 0.0, pose[3], pose[4], pose[5])
        rotation, middle = board.rotation(), pose[:3]
        directions = np.column_stack([rays, np.ones(len(rays))]) @ rotation
        origin = -rotation.T @ middle
        return origin[:2] - origin[2] / directions[:, 2:] * directions[:, :2]

    pose = np.array([0.0, 0.0, height_mm, 0.0, 0.0, 0.0])
    tag_rays = seen(tags)
    for _ in range(8):
        residual = (tags - on_mat(tag_rays, pose)).ravel()
        steps = np.diag([1e-3, 1e-3, 1e-3, 1e-6, 1e-6, 1e-6])
        slopes = np.column_stack(
            [(on_mat(tag_rays, pose + s) - on_mat(tag_rays, pose - s)).ravel() / (2 * s.max()) for s in steps]
        )
        pose = pose + np.linalg.lstsq(slopes, residual, rcond=None)[0]
    return np.linalg.norm(on_mat(seen(grid), pose) - grid, axis=1)


def photographed(photographer: Photographer, poses: Sequence[BoardPose]) -> CalibrationSession:
    session = CalibrationSession(BOARD)
    for number, pose in enumerate(poses):
        assert session.add(photographer.picture(pose), f"view-{number}").kept
    return session


def measured(
    lens: TrueLens, poses: Sequence[BoardPose], rng: np.random.Generator, noise_px: float = 0.1, bow: float = 0.0
) -> CalibrationSession:
    """A session of corners with noise, without rendering."""
    session = CalibrationSession(BOARD)
    session.image_size = lens.size
    photographer = Photographer(BOARD, lens, bow_mm=bow)
    for number, pose in enumerate(poses):
        exact = photographer.corners_px(pose)
        corners = exact + rng.normal(0.0, noise_px, exact.shape)
        ids = np.flatnonzero(np.all((exact > 2) & (exact < np.array(lens.size) - 3), axis=1)).astype(np.int32)
        tilt = Tilt.FLAT if not (pose.lean_x or pose.lean_y) else Tilt.LEFT
        detection = BoardDetection(ids, corners[ids])
        session.views.append(KeptView(f"view-{number}", detection, np.zeros((4, 2)), tilt))
    return session


def held_at_random(lens: TrueLens, rng: np.random.Generator, count: int) -> list[BoardPose]:
    poses = []
    for _ in range(count):
        z = rng.uniform(420, 650)
        u, v = rng.uniform(0.2, 0.8) * lens.size[0], rng.uniform(0.25, 0.75) * lens.size[1]
        lean_x, lean_y, spin = rng.uniform(-0.5, 0.5, 3)
        x, y = (u - lens.cx) / lens.fx * z, (v - lens.cy) / lens.fy * z
        poses.append(BoardPose(x, y, z, lean_x, lean_y, spin))
    return poses


def test_twelve_pictures_of_a_flat_board_cost_less_than_a_twentieth_of_a_millimetre() -> None:
    report = solve_session(photographed(Photographer(BOARD), round_of_views(LENS)), "2026-11-20T10:00:00Z")
    assert np.quantile(places_error_mm(LENS, report.lens), 0.95) < 0.05
    assert report.error_mm < 0.08
    assert report.rms_px < 0.12
    assert report.bow_mm < 0.1
    assert report.remarks == ()
    assert report.views == 12
    assert report.good
    assert report.lens.made_at == "2026-11-20T10:00:00Z"
    assert report.lens.image_size == LENS.size
    assert report.lens.calibrated


def test_a_board_bowed_by_half_a_millimetre_is_noticed_and_does_not_bend_the_lens() -> None:
    report = solve_session(photographed(Photographer(BOARD, bow_mm=0.5), round_of_views(LENS)))
    assert report.bow_mm == pytest.approx(0.5, abs=0.08)
    assert [remark.kind for remark in report.remarks] == [RemarkKind.BOARD_BOWED]
    assert "0.5 mm" in report.remarks[0].sentence
    assert np.quantile(places_error_mm(LENS, report.lens), 0.95) < 0.06


def test_a_bow_that_is_not_sought_costs_several_times_as_much() -> None:
    """Why the bow is among the unknowns."""
    views = measured(LENS, round_of_views(LENS), np.random.default_rng(1), 0.05, bow=0.5).bundle_views()
    errors_mm = []
    for seek_bow in (True, False):
        free = np.ones(SHARED_UNKNOWNS, np.bool_)
        free[9:] = seek_bow
        shared = solve_bundle(views, LENS.size, HALF_MM, free).shared
        fx, fy, cx, cy = shared[:4]
        lens = Lens(LENS.size, ((fx, 0, cx), (0, fy, cy), (0, 0, 1)), tuple(shared[4:9]))
        errors_mm.append(np.quantile(places_error_mm(LENS, lens), 0.95))
    assert errors_mm[1] > 4 * errors_mm[0]


def test_the_error_told_is_the_error_made() -> None:
    """Over many calibrations, truth lies within the stated 95 % in about that share of places."""
    within: list[float] = []
    ratios: list[float] = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        report = solve_session(measured(LENS, held_at_random(LENS, rng, 12), rng, 0.15))
        errors_mm = places_error_mm(LENS, report.lens)
        within.append(float(np.mean(errors_mm <= report.error_mm)))
        ratios.append(float(np.quantile(errors_mm, 0.95)) / report.error_mm)
    assert 0.88 <= np.mean(within) <= 0.999, within
    assert 0.35 < np.median(ratios) < 1.0, ratios


def test_more_noise_is_told_as_more_error() -> None:
    poses = round_of_views(LENS)
    told = [
        solve_session(measured(LENS, poses, np.random.default_rng(5), noise)).error_mm for noise in (0.05, 0.1, 0.4)
    ]
    assert told[1] == pytest.approx(2 * told[0], rel=0.25)
    assert told[2] == pytest.approx(8 * told[0], rel=0.25)


def test_an_unsteady_board_is_told() -> None:
    report = solve_session(measured(LENS, round_of_views(LENS), np.random.default_rng(5), 0.5))
    kinds = [remark.kind for remark in report.remarks]
    assert RemarkKind.UNSTEADY in kinds
    assert RemarkKind.LARGE_ERROR in kinds
    assert not report.good


def test_a_view_that_does_not_fit_is_left_out_and_named() -> None:
    rng = np.random.default_rng(2)
    session = measured(LENS, held_at_random(LENS, rng, 12), rng)
    bad = session.views[4]
    sheared = bad.detection.corners_px + np.outer(bad.detection.corners_px[:, 1] ** 2, [2e-4, 0.0])
    session.views[4] = KeptView(bad.name, BoardDetection(bad.detection.ids, sheared), bad.outline_px, bad.tilt)
    report = solve_session(session)
    assert report.left_out == ("view-4",)
    assert report.views == 11
    assert any("view-4" in remark.sentence for remark in report.remarks)
    assert np.quantile(places_error_mm(LENS, report.lens), 0.95) < 0.15


def test_a_few_wrong_corners_hardly_matter() -> None:
    rng = np.random.default_rng(4)
    session = measured(LENS, held_at_random(LENS, rng, 12), rng, 0.05)
    for kept in session.views[::2]:
        kept.detection.corners_px[7] += [3.0, -2.0]
    report = solve_session(session)
    assert np.quantile(places_error_mm(LENS, report.lens), 0.95) < 0.08


def test_too_few_or_untilted_views_are_refused_in_a_sentence() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(CalibrationError, match="so far: 0; at least 6"):
        solve_session(CalibrationSession(BOARD))
    with pytest.raises(CalibrationError, match="so far: 5; at least 6"):
        solve_session(measured(LENS, round_of_views(LENS)[:5], rng))
    flat = [BoardPose(pose.x_mm, pose.y_mm, pose.z_mm) for pose in round_of_views(LENS)]
    with pytest.raises(CalibrationError, match="tilt it"):
        solve_session(measured(LENS, flat, rng))


def test_corners_that_no_lens_explains_are_refused() -> None:
    rng = np.random.default_rng(3)
    session = measured(LENS, held_at_random(LENS, rng, 8), rng)
    for kept in session.views:
        kept.detection.corners_px[:] = rng.uniform(0, 700, kept.detection.corners_px.shape)
    with pytest.raises(CalibrationError, match="No lens explains"):
        solve_session(session)


@pytest.mark.parametrize("bow", [-1.0, 0.0, 0.3, 1.0])
def test_the_bow_is_measured_with_its_size(bow: float) -> None:
    rng = np.random.default_rng(8)
    session = measured(LENS, round_of_views(LENS), rng, 0.05, bow)
    solution = solve_bundle(session.bundle_views(), LENS.size, HALF_MM, np.ones(SHARED_UNKNOWNS, np.bool_))
    assert bow_mm(solution.shared) == pytest.approx(abs(bow), abs=0.06)


@pytest.mark.parametrize(
    "lens",
    [
        TrueLens((1920, 1080), 1500.0, 1503.0, 970.0, 533.0, (0.0, 0.0, 0.0, 0.0, 0.0)),
        TrueLens((1280, 720), 700.0, 700.0, 630.0, 365.0, (-0.3, 0.12, 0.001, -0.0005, -0.02)),
        TrueLens((1080, 1920), 1500.0, 1500.0, 545.0, 955.0, (0.08, -0.1, 0.0, 0.0005, 0.0)),
    ],
    ids=["ideal", "wide", "portrait"],
)
def test_lenses_of_other_kinds_are_found_too(lens: TrueLens) -> None:
    rng = np.random.default_rng(6)
    report = solve_session(measured(lens, held_at_random(lens, rng, 16), rng, 0.05))
    assert report.lens.matrix[0][0] == pytest.approx(lens.fx, rel=3e-3)
    assert report.lens.matrix[0][2] == pytest.approx(lens.cx, abs=3.0)
    assert report.error_mm < 0.15


def test_exact_corners_give_the_exact_lens() -> None:
    rng = np.random.default_rng(9)
    session = measured(LENS, held_at_random(LENS, rng, 12), rng, 0.0)
    views: list[BoardView] = session.bundle_views()
    shared = solve_bundle(views, LENS.size, HALF_MM, np.ones(SHARED_UNKNOWNS, np.bool_)).shared
    assert shared[:4] == pytest.approx([LENS.fx, LENS.fy, LENS.cx, LENS.cy], abs=1e-3)
    assert shared[4:9] == pytest.approx(LENS.distortion, abs=1e-4)
    assert shared[9:] == pytest.approx([0.0, 0.0, 0.0], abs=1e-3)
