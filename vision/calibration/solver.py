"""Computes a lens from the views of a session, with remarks for the person who calibrates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from vision.arrays import Floats
from vision.calibration.bundle_adjustment import SHARED_UNKNOWNS, BoardView, Solution, bow_mm, solve_bundle
from vision.calibration.mat_error import mat_error_mm
from vision.calibration.session import ENOUGH_COVERAGE, CalibrationSession
from vision.calibration.view_quality import Tilt
from vision.camera.intrinsics import Lens
from vision.errors import CalibrationError

MIN_VIEWS = 6
MIN_TILTED = 2
OUTLIER_RATIO = 3.0
"""A view is an outlier if its error exceeds the median by this factor: a row of corners was misread, or the board
moved."""
OUTLIER_MIN_PX = 0.3
BOW_TOLD_MM = 0.3
UNSTEADY_PX_AT_1080P = 0.35
"""Residual above which the board's shape differed between views; flat or evenly bowed boards reach 0.1 to 0.2 px."""
NO_LENS = "No lens explains these images; do they show the right board, and was it printed flat?"
GOOD_ERROR_MM = 0.3
"""Largest error of a good lens: it should not exceed the other errors of the measurement."""


class RemarkKind(StrEnum):
    """A kind of remark about a calibration; screens word it for the player."""

    BOARD_BOWED = "board_bowed"
    UNSTEADY = "unsteady"
    LARGE_ERROR = "large_error"
    LOW_COVERAGE = "low_coverage"
    VIEWS_LEFT_OUT = "views_left_out"


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark about a calibration.

    Attributes:
        kind: The kind of remark.
        sentence: One English sentence that says what to do.
    """

    kind: RemarkKind
    sentence: str


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """A lens and its quality.

    Attributes:
        lens: The lens.
        error_mm: Bound of the position error due to the lens, for 95 % of the places on a 600 mm mat.
        rms_px: Reprojection error: root mean square distance of the corners from their projection.
        views: Number of views used.
        bow_mm: The bow of the board, which is accounted for.
        bow_sigma_mm: Standard deviation of `bow_mm`.
        coverage_share: Share of the image in which the board was seen.
        left_out: Names of views that were outliers.
        remarks: The remarks, worst first.
    """

    lens: Lens
    error_mm: float
    rms_px: float
    views: int
    bow_mm: float
    bow_sigma_mm: float
    coverage_share: float
    left_out: tuple[str, ...]
    remarks: tuple[Remark, ...]

    @property
    def good(self) -> bool:
        """Whether the lens's error does not exceed the other errors of the measurement."""
        return self.error_mm <= GOOD_ERROR_MM


def solve_session(session: CalibrationSession, made_at: str | None = None) -> CalibrationReport:
    """Computes the lens from a session's views.

    Args:
        session: A session with six or more views, some of them tilted.
        made_at: Time of the calibration, ISO 8601 in UTC, for the file.

    Raises:
        CalibrationError: If the views are too few or too similar; the sentence says what is missing.
    """
    size = session.image_size
    if size is None and session.other_boards:
        board = session.board
        raise CalibrationError(
            f"The images show another board than the one expected: {board.squares[0]} × {board.squares[1]} squares of "
            f"{board.square_mm:g} mm, markers of {board.marker_mm:g} mm from {board.dictionary}."
        )
    if size is None or len(session.views) < MIN_VIEWS:
        raise CalibrationError(
            f"Views of the board so far: {len(session.views)}; at least {MIN_VIEWS} are needed, better 12, "
            "sharp, in different places and tilts."
        )
    if sum(kept.tilt is not Tilt.FLAT for kept in session.views) < MIN_TILTED:
        raise CalibrationError("The board faces the camera in nearly all images; tilt it in some, to different sides.")
    width_mm, height_mm = session.board.size_mm
    half_mm = (width_mm / 2, height_mm / 2)
    try:
        solution, used = _without_outliers(session.bundle_views(), size, half_mm)
    except (cv2.error, np.linalg.LinAlgError) as error:
        raise CalibrationError(NO_LENS) from error
    if not _is_possible(solution, size):
        raise CalibrationError(NO_LENS)
    left_out = tuple(kept.name for i, kept in enumerate(session.views) if i not in used)
    return _report(session, solution, size, left_out, made_at)


def _without_outliers(
    views: Sequence[BoardView], size: tuple[int, int], half_mm: tuple[float, float]
) -> tuple[Solution, list[int]]:
    """Returns the best lens and the indices of the views used for it."""
    free = np.ones(SHARED_UNKNOWNS, np.bool_)
    used = list(range(len(views)))
    while True:
        solution = solve_bundle([views[i] for i in used], size, half_mm, free)
        errors_px = [_rms_px([residual]) for residual in solution.residuals_px]
        limit_px = max(OUTLIER_MIN_PX, OUTLIER_RATIO * float(np.median(errors_px)))
        worst = int(np.argmax(errors_px))
        if errors_px[worst] <= limit_px or len(used) <= MIN_VIEWS:
            return solution, used
        # Views are removed one at a time: an outlier biases the lens so that good views look bad too.
        del used[worst]


def _is_possible(solution: Solution, size: tuple[int, int]) -> bool:
    """Whether the lens is plausible: a field of view between 10° and 140°, and its centre inside the image."""
    if not np.all(np.isfinite(solution.shared)):
        return False
    fx, fy, cx, cy = solution.shared[:4]
    longer_px = max(size)
    focal_fits = all(0.18 * longer_px < focal_px < 6 * longer_px for focal_px in (fx, fy))
    return bool(focal_fits and 0 < cx < size[0] and 0 < cy < size[1])


def _report(
    session: CalibrationSession,
    solution: Solution,
    size: tuple[int, int],
    left_out: tuple[str, ...],
    made_at: str | None,
) -> CalibrationReport:
    fx, fy, cx, cy = (float(v) for v in solution.shared[:4])
    rms_px = _rms_px(solution.residuals_px)
    covered = np.mean(session.coverage)
    error_mm = max(
        mat_error_mm(solution.shared, covariance, size)
        for covariance in (solution.covariance, solution.covariance_by_views)
    )
    lens = Lens(
        image_size=size,
        matrix=((fx, 0.0, cx), (0.0, fy, cy), (0.0, 0.0, 1.0)),
        distortion=tuple(float(v) for v in solution.shared[4:9]),
        rms_px=rms_px,
        made_at=made_at,
    )
    bow, bow_sigma = bow_mm(solution.shared), float(np.linalg.norm(solution.bow_sigma))
    report = CalibrationReport(
        lens, error_mm, rms_px, len(solution.poses), bow, bow_sigma, float(covered), left_out, ()
    )
    return _with_remarks(report)


def _with_remarks(report: CalibrationReport) -> CalibrationReport:
    remarks: list[Remark] = []
    if not report.good:
        remarks.append(
            Remark(
                RemarkKind.LARGE_ERROR,
                f"Places on the mat may be off by {report.error_mm:.1f} mm because of the lens: "
                "take more images, in all parts of the image and with more tilt.",
            )
        )
    if report.rms_px > UNSTEADY_PX_AT_1080P * max(report.lens.image_size) / 1920:
        remarks.append(
            Remark(
                RemarkKind.UNSTEADY,
                f"The corners disagree by {report.rms_px:.2f} px: the board bent differently from image to image, "
                "the focus changed, or the images are blurred; glue the board to something stiff and lock the focus.",
            )
        )
    if report.bow_mm > max(BOW_TOLD_MM, 3 * report.bow_sigma_mm):
        remarks.append(
            Remark(
                RemarkKind.BOARD_BOWED,
                f"The board is bowed by {report.bow_mm:.1f} mm; that was taken into account, "
                "but a stiff, flat board is better.",
            )
        )
    if report.coverage_share < ENOUGH_COVERAGE:
        remarks.append(
            Remark(
                RemarkKind.LOW_COVERAGE,
                f"The board was seen in {report.coverage_share:.0%} of the image only; "
                "hold it also near the edges and corners.",
            )
        )
    if report.left_out:
        remarks.append(
            Remark(
                RemarkKind.VIEWS_LEFT_OUT,
                f"{len(report.left_out)} images did not fit the others and were left out: "
                f"{', '.join(name or '(no name)' for name in report.left_out)}.",
            )
        )
    return replace(report, remarks=tuple(remarks))


def _rms_px(residuals: Sequence[Floats]) -> float:
    return float(np.sqrt(np.mean(np.sum(np.concatenate(residuals) ** 2, axis=1))))
