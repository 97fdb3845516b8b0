"""A whole calibration: from a folder of pictures, or with a live camera and a person who holds the board."""

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
"""A person who has shown so many is done, whatever is missing."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a calibration stands, for showing.

    Attributes:
        name: Of the picture just looked at.
        status: What the session says of it; None if the picture could not be read or none came.
        trouble: What is wrong with the source or the picture.
        image: (h, w) grey or (h, w, 3) BGR, the picture itself; None where none came.
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
        counts = f"{status.views}/{status.views_wanted} views, {status.coverage_share:.0%} of the picture"
        kept = "kept; " if status.kept else ""
        return f"{self.name}: {kept}{status.corners} corners; {counts}. {status.sentence}"


def calibrate_from_images(
    paths: Sequence[Path],
    board: CharucoBoard,
    progress: Callable[[Progress], None],
    made_at: str | None = None,
) -> CalibrationReport:
    """Calibrates with pictures of the board that were taken before.

    Args:
        paths: Pictures of one camera, all of one size.
        board: What they show.
        progress: Told of every picture.
        made_at: When it is made, ISO 8601 in UTC.

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
    """A report on pictures that were read at a smaller size, for pictures as the camera makes them."""
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
        session: A new one.
        show: Told of every picture, and of trouble while none comes; answers whether to go on. With False the views
            so far are used.
        made_at: When it is made, ISO 8601 in UTC.

    Raises:
        CalibrationError: If it was ended with too few views, or the source ended.
        SourceError: If the source is a file or folder that gives no pictures.
    """
    sequence = -1
    going_on = True
    while going_on and not session.enough and len(session.views) < MAX_VIEWS:
        frame = source.newest(sequence, WAIT_S)
        trouble = source.trouble
        if frame is not None:
            sequence = frame.sequence
            status = session.add(frame.image, f"{source.name} picture {sequence}", live=True)
            going_on = show(Progress(source.name, status, image=frame.image))
        elif trouble is not None and trouble.kind is TroubleKind.ENDED:
            break
        else:
            going_on = show(Progress(source.name, None, trouble))
            if going_on and trouble is not None and trouble.kind in NOTHING_TO_SHOW:
                raise SourceError(trouble.sentence)
    return solve_session(session, made_at)


def coverage_lines(status: SessionStatus) -> tuple[str, ...]:
    """The picture's cells as text, `#` where the board was seen: one line for each row."""
    return tuple("".join("#" if covered else "." for covered in row) for row in status.coverage)
