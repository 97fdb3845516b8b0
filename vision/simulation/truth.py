"""The ground truth of one moment of a simulated scene."""

from dataclasses import dataclass

from vision.simulation.optics import CameraPose


@dataclass(frozen=True, slots=True)
class TrueTag:
    """One tag.

    Attributes:
        id: Number in the dictionary.
        carrier: Id of the base or template it belongs to; empty for a tag of the mat.
        corners_px: Exact projection of the black square's corners into the distorted image, in OpenCV's order; also
            given for tags that are hidden or outside the image.
        visible: Share of the black square that is inside the image and not hidden, 0 to 1.
    """

    id: int
    carrier: str
    corners_px: tuple[tuple[float, float], ...]
    visible: float


@dataclass(frozen=True, slots=True)
class TruePlace:
    """One base or template.

    Attributes:
        id: Name in the table file.
        x_mm: x coordinate of its centre or origin, projected onto the mat, in the middle of the exposure.
        y_mm: y coordinate of the same point.
        angle_rad: Counter-clockwise from the mat's x axis.
        lift_mm: Height of its underside above the mat.
        moving: Whether it is being moved at that moment, lifted or pushed.
        speed_mm_s: Its speed over the mat.
        visible: Visible share of each of its tags, as (tag id, share).
    """

    id: str
    x_mm: float
    y_mm: float
    angle_rad: float
    lift_mm: float
    moving: bool
    speed_mm_s: float
    visible: tuple[tuple[int, float], ...]

    @property
    def best_visible(self) -> float:
        """The greatest visible share of its tags."""
        return max(share for _, share in self.visible)


@dataclass(frozen=True, slots=True)
class Truth:
    """The whole table.

    Attributes:
        t_s: Scene time.
        mat_present: Whether the mat and its pieces are there at all.
        camera: The camera's pose in the frame of the mat at that time.
        bases: All bases.
        terrain: All templates.
        tags: All tags, including the mat's.
        hands: Positions of fingertips, in the mat frame; one for each hand in or near the image.
        light: Brightness of the lamp, 1 as usual.
        blur_px: Standard deviation of the defocus.
    """

    t_s: float
    mat_present: bool
    camera: CameraPose
    bases: tuple[TruePlace, ...]
    terrain: tuple[TruePlace, ...]
    tags: tuple[TrueTag, ...]
    hands: tuple[tuple[float, float, float], ...]
    light: float
    blur_px: float

    def place(self, piece: str) -> TruePlace:
        """Returns the pose of one base or template; raises KeyError if there is none of that name."""
        for place in (*self.bases, *self.terrain):
            if place.id == piece:
                return place
        raise KeyError(piece)
