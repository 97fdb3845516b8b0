"""A calibration with a live camera, for a screen: it goes on in a thread of its own and tells how far it is."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.referee.camera.calibrations import CalibrationJob, write
from companion.referee.capture.preview import small
from companion.referee.errors import RefereeError
from vision.arrays import Image
from vision.calibration.board import load_board
from vision.calibration.guidance import Advice, SessionStatus
from vision.calibration.procedure import Progress, calibrate_live
from vision.calibration.session import CalibrationSession
from vision.calibration.solver import MIN_VIEWS, CalibrationReport, RemarkKind
from vision.errors import VisionError
from vision.images.frame import CameraSource
from vision.sources.open_source import open_source
from vision.trouble import Trouble

__all__ = ["MIN_VIEWS", "Advice", "Guidance", "LiveCalibration", "RemarkKind"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Guidance:
    """How far a calibration is.

    Attributes:
        picture: (h, w, 3) BGR, small, as the camera sees it; None before the first.
        status: What the last picture gave; None before the first.
        trouble: What is wrong with the camera now.
        solving: Whether the lens is being worked out.
        report: The lens; None until it is there.
        why: One English sentence that says why there is none, where it failed.
    """

    picture: Image | None = None
    status: SessionStatus | None = None
    trouble: Trouble | None = None
    solving: bool = False
    report: CalibrationReport | None = None
    why: str = ""


class LiveCalibration:
    """One calibration, from `start` to `stop`."""

    def __init__(
        self, camera: str, made_at: Callable[[], str], open_camera: Callable[[str], CameraSource] = open_source
    ) -> None:
        """Prepares; nothing is opened before `start`.

        Args:
            camera: As the player names it.
            made_at: Wall time, ISO 8601 in UTC.
            open_camera: Makes the source of a camera's name.
        """
        self._camera, self._made_at, self._open = camera, made_at, open_camera
        self._guidance = Guidance()
        self._ends = False
        self._finishes = False
        self._thread = threading.Thread(target=self._run, name="calibrating")

    @property
    def guidance(self) -> Guidance:
        """How far it is; from any thread."""
        return self._guidance

    def start(self) -> None:
        """Begins to look for the board."""
        self._thread.start()

    def finish(self) -> None:
        """Works the lens out from the views so far."""
        self._finishes = True

    def stop(self) -> None:
        """Ends the thread and frees the camera; may be called twice."""
        self._ends = True
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            report = self._calibrated()
            if report is not None:
                write(CalibrationJob(self._camera, None, None, self._made_at()), report)
            self._guidance = replace(self._guidance, solving=False, report=report)
        except (VisionError, RefereeError) as error:
            self._guidance = replace(self._guidance, solving=False, why=str(error))
        except Exception as error:  # the thread's edge: the screen has to hear of it
            log.exception("calibration_failed")
            self._guidance = replace(self._guidance, solving=False, why=str(error))

    def _calibrated(self) -> CalibrationReport | None:
        source = self._open(self._camera)
        source.start()
        try:
            return calibrate_live(source, CalibrationSession(load_board()), self._show, self._made_at())
        except VisionError:
            if self._ends:
                return None
            raise
        finally:
            source.stop()

    def _show(self, progress: Progress) -> bool:
        status = progress.status or self._guidance.status
        procedure = not (self._ends or self._finishes)
        enough = status is not None and status.advice is Advice.ENOUGH
        picture = self._guidance.picture if progress.image is None else small(progress.image)
        self._guidance = Guidance(picture, status, progress.trouble, solving=enough or self._finishes)
        return procedure
