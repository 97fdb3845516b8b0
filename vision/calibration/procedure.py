"""Runs a whole calibration: from a folder of images, or with a live camera and a person who holds the board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.arrays import Image
from vision.calibration.board import CharucoBoard
from vision.calibration.guidance import SessionStatus
from vision.calibration.session import CalibrationSession
from vision.calibration.solver import CalibrationReport, solve_session
from vision.camera.lens_model import lens_for
from vision.errors import PictureError, SourceError
from vision.images.frame import CameraSource
from vision.images.image_file import FilePicture, read_picture
from vision.trouble import NOTHING_TO_SHOW, Trouble, TroubleKind

WAIT_S = 0.25
MAX_VIEWS = 40
"""Number of views after which a calibration ends, whatever is missing."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a calibration, for display.

    Attributes:
        name: Name of the image just processed.
        status: The session's status; None if the image could not be read or none arrived.
        trouble: What is wrong with the source or the image.
        image: (h, w) grey or (h, w, 3) BGR, the image itself; None if none arrived.
    """

    name: str
    status: SessionStatus | None
    trouble: Trouble | None = None
    image: Image | None = None

    @property
    def sentence(self) -> str:
        """One line of English."""
        if self.trouble is not None:
            return self.trouble.sentence
        if self.status is None:
            return f"{self.name}: nothing yet."
        status = self.status
        counts = f"{status.views}/{status.views_wanted} views, {status.coverage_share:.0%} of the image"
        kept = "kept; " if status.kept else ""
        return f"{self.name}: {kept}{status.corners} corners; {counts}. {status.sentence}"


def calibrate_from_images(
    paths: Sequence[Path],
    board: CharucoBoard,
    progress: Callable[[Progress], None],
    made_at: str | None = None,
) -> CalibrationReport:
    """Calibrates with existing images of the board.

    Args:
        paths: Images of one camera, all of one size.
        board: The board in them.
        progress: Called for every image.
        made_at: Time of the calibration, ISO 8601 in UTC.

    Raises:
        CalibrationError: If too few of them show the board well.
    """
    session = CalibrationSession(board)
    first: FilePicture | None = None
    for path in paths:
        try:
            picture = read_picture(path)
        except PictureError as error:
            sentence = f"{path.name} was passed over: it {error}"
            progress(Progress(path.name, None, Trouble(TroubleKind.UNREADABLE_PICTURE, path.name, sentence)))
            continue
        first = picture if first is None else first
        progress(Progress(path.name, session.add(picture.image, path.name)))
    report = solve_session(session, made_at)
    return report if first is None else _of_whole_pictures(report, first)


def _of_whole_pictures(report: CalibrationReport, picture: FilePicture) -> CalibrationReport:
    """Converts a report on images that were read at a smaller size to the camera's full size."""
    lens = lens_for(report.lens, picture.size_px)
    if picture.scale == 1 or lens is None:
        return report
    return replace(report, lens=lens, rms_px=report.rms_px * picture.scale)


def calibrate_live(
    source: CameraSource,
    session: CalibrationSession,
    show: Callable[[Progress], bool],
    made_at: str | None = None,
) -> CalibrationReport:
    """Calibrates with a camera while a person moves the board, until there are enough views.

    Args:
        source: A started source.
        session: A new session.
        show: Called for every image, and for troubles while none arrives; returns whether to continue. If it returns
            False, the views so far are used.
        made_at: Time of the calibration, ISO 8601 in UTC.

    Raises:
        CalibrationError: If it was ended with too few views, or the source ended.
        SourceError: If the source is a file or folder without images.
    """
    sequence = -1
    going_on = True
    while going_on and not session.enough and len(session.views) < MAX_VIEWS:
        frame = source.newest(sequence, WAIT_S)
        trouble = source.trouble
        if frame is not None:
            sequence = frame.sequence
            status = session.add(frame.image, f"{source.name} image {sequence}", live=True)
            going_on = show(Progress(source.name, status, image=frame.image))
        elif trouble is not None and trouble.kind is TroubleKind.ENDED:
            break
        else:
            going_on = show(Progress(source.name, None, trouble))
            if going_on and trouble is not None and trouble.kind in NOTHING_TO_SHOW:
                raise SourceError(trouble.sentence)
    return solve_session(session, made_at)


def coverage_lines(status: SessionStatus) -> tuple[str, ...]:
    """Returns the image's cells as text, one line per row, with `#` where the board was seen."""
    return tuple("".join("#" if covered else "." for covered in row) for row in status.coverage)
