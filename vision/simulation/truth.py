"""What is exactly so at one moment of a simulated scene."""

from dataclasses import dataclass

from vision.simulation.optics import CameraPose


@dataclass(frozen=True, slots=True)
class TrueTag:
    """One tag.

    Attributes:
        id: Number in the dictionary.
        carrier: Id of the base or template it belongs to; empty for a tag of the mat.
        corners_px: Exact image of the black square's corners, distorted as in the picture, in OpenCV's order; given
            also for tags that are hidden or outside the picture.
        visible: Share of the black square that lies in the picture with nothing before it, 0 to 1.
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
        x_mm: Point of the mat under its centre or origin, in the middle of the exposure.
        y_mm: Likewise.
        angle_rad: Counter-clockwise from the mat's x axis.
        lift_mm: How far its underside is above the mat.
        moving: Whether a hand has it off its place at that moment, lifted or pushed.
        speed_mm_s: How fast it moves over the mat.
        visible: Share of each of its tags that can be seen, as (tag id, share).
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
        t_s: Time in the scene.
        mat_present: Whether the mat and its pieces are there at all.
        camera: The camera's pose in the frame of the mat as it lies now.
        bases: All bases.
        terrain: All templates.
        tags: All tags, the mat's included.
        hands: Where finger tips are, in the mat frame; one for each hand in or near the picture.
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
        """The place of one base or template; KeyError if there is none of that name."""
        for place in (*self.bases, *self.terrain):
            if place.id == piece:
                return place
        raise KeyError(piece)
