"""Calibrating a camera's lens, and where calibrations are kept."""

import contextlib
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from companion.referee.errors import SetupError
from vision import format_lens
from vision.calibration.board import CharucoBoard, load_board
from vision.calibration.procedure import Progress, calibrate_from_images, calibrate_live, coverage_lines
from vision.calibration.session import CalibrationSession
from vision.calibration.solver import CalibrationReport, solve_session
from vision.sources.address import without_password
from vision.sources.files import pictures_in
from vision.sources.open_source import open_source
from vision.trouble import NOTHING_TO_SHOW, TroubleKind

PATIENCE_S = 5.0
"""How long a camera may be in trouble before its first image: a camera opens within it, or is not there."""


@dataclass(frozen=True, slots=True)
class CalibrationJob:
    """One calibration to be made.

    Attributes:
        camera: The camera, as the player names it; None if pictures are given.
        images: Folder with pictures of the board; None if a camera is given.
        out: Where the calibration goes; None for the user's data folder.
        made_at: When it is made, ISO 8601 in UTC.
        board: The board in the pictures; None for the one that the program prints.
    """

    camera: str | None
    images: Path | None
    out: Path | None
    made_at: str
    board: CharucoBoard | None = None

    @property
    def path(self) -> Path:
        """The file to be written."""
        return self.out or calibration_file(self.camera or f"images:{self.images}")


def calibration_file(camera: str) -> Path:
    """Where the calibration of a camera lies, in the user's data folder.

    Args:
        camera: As the player names it; a password in an address stays out of the file's name.
    """
    name = re.sub(r"[^A-Za-z0-9]+", "-", without_password(camera)).strip("-")
    return Path(platformdirs.user_data_path("companion")) / "cameras" / f"{name}.toml"


def set_aside(camera: str) -> None:
    """Takes a calibration that cannot be read out of the way; it stays beside as `….unread`."""
    path = calibration_file(camera)
    with contextlib.suppress(OSError):
        path.replace(path.with_name(f"{path.name}.unread"))


def calibrate(job: CalibrationJob, tell: Callable[[str], None]) -> CalibrationReport:
    """Makes a calibration and writes its file.

    Args:
        job: What to calibrate with.
        tell: Given a line for every picture looked at.

    Raises:
        VisionError: If the camera or the pictures give no calibration; the sentence says what is missing.
        SetupError: If the folder holds no pictures, the camera gives none, or the file cannot be written.
    """
    report = _from_images(job, job.images, tell) if job.images is not None else _live(job, tell)
    write(job, report)
    return report


def write(job: CalibrationJob, report: CalibrationReport) -> None:
    """Keeps a calibration in its file, with what it costs on the mat.

    Raises:
        SetupError: If the file cannot be written.
    """
    try:
        job.path.parent.mkdir(parents=True, exist_ok=True)
        job.path.write_text(format_lens(replace(report.lens, error_mm=round(report.error_mm, 4))), encoding="utf-8")
    except OSError as error:
        raise SetupError(f"The calibration cannot be written to {job.path}: {error.strerror}.") from error


def _from_images(job: CalibrationJob, folder: Path, tell: Callable[[str], None]) -> CalibrationReport:
    paths = pictures_in(folder) if folder.is_dir() else []
    if not paths:
        raise SetupError(f"There are no images in {folder}; a folder with 12 or more views of the board is needed.")
    return calibrate_from_images(
        paths, job.board or load_board(), lambda progress: tell(progress.sentence), job.made_at
    )


def _live(job: CalibrationJob, tell: Callable[[str], None]) -> CalibrationReport:
    session = CalibrationSession(job.board or load_board())
    last, patience = "", _Patience(job.camera or "")

    def show(progress: Progress) -> bool:
        nonlocal last
        if not last and progress.status is not None:
            for setting in source.settings:
                tell(f"{setting.name}: asked {setting.asked}, the camera says {setting.told}")
        if progress.trouble is not None and progress.trouble.kind in NOTHING_TO_SHOW:
            return True  # the refusal that follows says it
        patience.look(progress)
        if progress.sentence != last:
            last = progress.sentence
            tell(last)
            if progress.status is not None and progress.status.kept:
                for line in coverage_lines(progress.status):
                    tell(f"  {line}")
        return True

    source = open_source(job.camera or "")
    source.start()
    try:
        return calibrate_live(source, session, show, job.made_at)
    except KeyboardInterrupt:
        # Whoever stops early gets what the views so far give.
        return solve_session(session, job.made_at)
    finally:
        source.stop()


class _Patience:
    """Waits for a camera's first image as long as one may take; one that got lost later is always waited for."""

    def __init__(self, camera: str) -> None:
        self._camera = camera
        self._seen = False
        self._in_trouble_s: float | None = None

    def look(self, progress: Progress) -> None:
        """Follows what comes.

        Raises:
            SetupError: If there was trouble for so long, and no image.
        """
        self._seen = self._seen or progress.image is not None
        if self._seen or progress.trouble is None:
            self._in_trouble_s = None
            return
        now_s = time.monotonic()
        self._in_trouble_s = now_s if self._in_trouble_s is None else self._in_trouble_s
        if now_s - self._in_trouble_s < PATIENCE_S:
            return
        shown = without_password(self._camera)
        if progress.trouble.kind is TroubleKind.CAMERA_MISSING:
            raise SetupError(f"There is no camera {shown}. Plug it in, or name another with --camera, and start again.")
        raise SetupError(f"No image comes from {shown}. {progress.trouble.sentence}")


def report_json(job: CalibrationJob, report: CalibrationReport) -> Mapping[str, object]:
    """A calibration's result for programs."""
    return {
        "calibration": str(job.path),
        "error_mm": round(report.error_mm, 4),
        "rms_px": round(report.rms_px, 4),
        "views": report.views,
        "left_out": list(report.left_out),
        "coverage": round(report.coverage_share, 3),
        "bow_mm": round(report.bow_mm, 3),
        "remarks": [{"kind": remark.kind.value, "sentence": remark.sentence} for remark in report.remarks],
    }


def report_lines(job: CalibrationJob, report: CalibrationReport) -> list[str]:
    """A calibration's result for people."""
    return [
        f"The lens costs up to {report.error_mm:.2f} mm on the mat (in 95 % of places), {report.rms_px:.2f} px rms.",
        f"{report.views} views, {report.coverage_share:.0%} of the image covered.",
        *(remark.sentence for remark in report.remarks),
        f"Kept in {job.path}",
    ]
