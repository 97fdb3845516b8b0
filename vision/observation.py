"""The result of vision: positions on the mat with their standard deviations, and the troubles that limit vision."""

from dataclasses import dataclass, field
from enum import StrEnum

from vision.camera.intrinsics import Lens
from vision.trouble import Trouble


class TrackState(StrEnum):
    """How a piece's position is known.

    SEEN: one of its tags is read in this image. HELD: the piece is hidden; its last position stands, with a growing
    standard deviation. MOVED: the piece is seen, away from where it last rested. LIFTED: the piece is seen, but not as
    it would appear lying on the mat. LOST: the piece has been hidden for so long that its last position means nothing.
    """

    SEEN = "seen"
    HELD = "held"
    LOST = "lost"
    LIFTED = "lifted"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class TagObservation:
    """One tag, as found in the image.

    Attributes:
        id: Number in its dictionary.
        corners_px: (4, 2) in the distorted image; OpenCV's order, starting at the pattern's top left.
        dictionary: OpenCV's name of the dictionary.
        sigma_px: Standard deviation of each coordinate of a corner.
    """

    id: int
    corners_px: tuple[tuple[float, float], ...]
    dictionary: str
    sigma_px: float = 0.0


@dataclass(frozen=True, slots=True)
class MatObservation:
    """How well the mat is seen.

    Attributes:
        found: Whether the camera's pose could be computed from the mat's tags.
        reprojection_px: Reprojection error: root mean square distance in pixels between the corners of the mat's tags
            and where the pose projects them.
        calibrated: Whether a lens calibration was given.
        mat_to_image: Homography from the mat's plane (x, y, 1 in mm) to undistorted pixels, row by row.
        lens: The camera's lens, calibrated or estimated, that undistorts those pixels.
        scale_sigma: Relative standard deviation of all distances, because mat, prints and models do not fit together.
    """

    found: bool
    reprojection_px: float | None = None
    calibrated: bool = False
    mat_to_image: tuple[tuple[float, float, float], ...] | None = None
    lens: Lens | None = None
    scale_sigma: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """The pose of one base or template on the mat.

    Attributes:
        id: Name in the table file.
        x_mm: x coordinate, in the mat frame, of the base's centre or the template's origin, projected onto the mat.
        y_mm: y coordinate of the same point.
        angle_rad: Angle, counter-clockwise from the mat's x axis.
        sigma_mm: Standard deviation of each coordinate (the larger of the two).
        sigma_rad: Standard deviation of the angle.
        seen_tags: Ids of the tags from which the pose was computed; empty while it is held.
        state: How the position is known.
        age_s: Time since the piece was last seen.
        tie: Names the error of the place where others have the very same one; empty where it is its own.
    """

    id: str
    x_mm: float
    y_mm: float
    angle_rad: float
    sigma_mm: float
    sigma_rad: float
    seen_tags: tuple[int, ...] = ()
    state: TrackState = TrackState.SEEN
    age_s: float = 0.0
    tie: str = ""


@dataclass(frozen=True, slots=True)
class TableObservation:
    """What is known of the table after one image or a sequence of images.

    Attributes:
        sequence: Number of the image in its source, from 0.
        captured_s: When the image was taken, on the source's monotonic clock.
        tags: All tags that were read.
        mat: How the mat is seen.
        bases: Bases on the mat, each at most once.
        terrain: Templates on the mat, each at most once.
        missing: Ids in the table file whose position is unknown.
        troubles: What limits vision at present.
    """

    sequence: int
    captured_s: float
    tags: tuple[TagObservation, ...]
    mat: MatObservation
    bases: tuple[Place, ...] = ()
    terrain: tuple[Place, ...] = ()
    missing: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = field(default=())
