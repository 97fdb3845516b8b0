"""What the eyes hand over: places on the mat with their standard deviations, and what is wrong with the seeing."""

from dataclasses import dataclass, field
from enum import StrEnum

from vision.camera.intrinsics import Lens
from vision.trouble import Trouble


class Seen(StrEnum):
    """How the place of a piece is known.

    SEEN: one of its tags is read now. HELD: hidden, the last place stands with a growing standard deviation.
    MOVED: seen, and somewhere else than it rested. LIFTED: seen, but not lying where tags can lie on the mat.
    LOST: not seen for so long that its last place means nothing.
    """

    SEEN = "seen"
    HELD = "held"
    LOST = "lost"
    LIFTED = "lifted"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class TagSighting:
    """One tag as the picture shows it.

    Attributes:
        id: Number in its dictionary.
        corners_px: Image frame, distorted as in the picture; OpenCV's order from the pattern's top left.
        dictionary: OpenCV's name of the dictionary.
        sigma_px: Standard deviation of each coordinate of a corner.
    """

    id: int
    corners_px: tuple[tuple[float, float], ...]
    dictionary: str
    sigma_px: float = 0.0


@dataclass(frozen=True, slots=True)
class MatSighting:
    """How well the mat is seen.

    Attributes:
        found: Whether the camera's pose could be told from the mat's tags.
        reprojection_px: Root mean square distance of the mat tags' corners from where the pose puts them.
        calibrated: Whether a calibration of the lens was given.
        mat_to_image: Homography from the mat's plane (x, y, 1 in mm) to undistorted pixels, by rows.
        lens: The lens that undistorts those pixels, given or estimated.
    """

    found: bool
    reprojection_px: float | None = None
    calibrated: bool = False
    mat_to_image: tuple[tuple[float, float, float], ...] | None = None
    lens: Lens | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where one base or template lies.

    Attributes:
        id: Name in the table file.
        x_mm: Point of the mat under the base's centre or the template's origin.
        y_mm: Likewise.
        angle_rad: Counter-clockwise from the mat's x axis.
        sigma_mm: Standard deviation of each coordinate (the larger of the two).
        sigma_rad: Standard deviation of the angle.
        seen_tags: Ids of the tags that placed it; empty while it is held.
        state: How the place is known.
        age_s: Time since it was last seen.
    """

    id: str
    x_mm: float
    y_mm: float
    angle_rad: float
    sigma_mm: float
    sigma_rad: float
    seen_tags: tuple[int, ...] = ()
    state: Seen = Seen.SEEN
    age_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TableObservation:
    """What one picture, or a run of pictures, tells of the table.

    Attributes:
        sequence: Number of the picture in its source, from 0.
        captured_s: When the picture was taken, on the source's monotonic clock.
        tags: All tags read.
        mat: How the mat is seen.
        bases: Bases on the mat, each at most once.
        terrain: Templates on the mat, each at most once.
        missing: Ids in the table file of which no place is known.
        troubles: What is wrong with the seeing.
    """

    sequence: int
    captured_s: float
    tags: tuple[TagSighting, ...]
    mat: MatSighting
    bases: tuple[Place, ...] = ()
    terrain: tuple[Place, ...] = ()
    missing: tuple[str, ...] = ()
    troubles: tuple[Trouble, ...] = field(default=())
