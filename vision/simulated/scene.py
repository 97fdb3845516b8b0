"""A scripted scene as data: the table, the camera, who moves what when, and the faults of light and lens."""

from dataclasses import dataclass, field

from vision.camera import Lens
from vision.simulated.miniature import grip_height_mm
from vision.simulated.optics import CameraPose, PlaneShift, seen_from_shifted_mat
from vision.simulated.script import Carry, HandPose, PiecePose, Ramp, hand_pose, in_motion, piece_pose
from vision.table import TableLayout

STEADY = Ramp(((0.0, 1.0),))
IN_FOCUS = Ramp(((0.0, 0.6),))


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the mat.

    Attributes:
        x_mm: Centre.
        y_mm: Likewise.
        angle_rad: Turn.
        pips: On its upper face, 1 to 6.
    """

    x_mm: float
    y_mm: float
    angle_rad: float
    pips: int


@dataclass(frozen=True, slots=True)
class LooseCard:
    """A game card that lies about, on the mat or beside it, below everything else.

    Attributes:
        x_mm: Centre.
        y_mm: Likewise.
        angle_rad: Turn.
        look: Which card it is.
    """

    x_mm: float
    y_mm: float
    angle_rad: float
    look: int


@dataclass(frozen=True, slots=True)
class HardShadow:
    """A shadow with a sharp edge across the table, as of a window frame.

    Attributes:
        corners_mm: Of a convex polygon in the mat frame.
        light: What is left of the light in it.
    """

    corners_mm: tuple[tuple[float, float], ...]
    light: float


@dataclass(frozen=True, slots=True)
class Faults:
    """What light and camera do to the picture.

    Attributes:
        light: Brightness over time; 1 as usual.
        flicker: Amplitude of the lamp's flicker.
        flicker_hz: Its frequency.
        vignette: Loss of light in the corners.
        slope: Difference of the light across the picture.
        shadow: A hard shadow, if any.
        blur_px: Standard deviation of the defocus over time.
        cast_shadow: Share of the light that a miniature takes from the mat in the middle of its shadow.
        noise: Standard deviation of the noise, in grey levels.
        exposure_s: How long the shutter is open; what moves is blurred over it.
        jpeg_quality: Quality of the compression; None leaves it out.
    """

    light: Ramp = STEADY
    flicker: float = 0.0
    flicker_hz: float = 8.3
    vignette: float = 0.30
    slope: float = 0.22
    shadow: HardShadow | None = None
    blur_px: Ramp = field(default=IN_FOCUS)
    cast_shadow: float = 0.5
    noise: float = 2.5
    exposure_s: float = 0.008
    jpeg_quality: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that makes a picture at a time.

    Attributes:
        name: What it is called.
        layout: The table as its table file tells.
        lens: The true lens.
        camera: The camera's pose over time, as (from when, pose), in the frame of the mat where it first lies.
        start: Where each piece of the layout that is on the mat stands at 0.
        carries: What hands do, in the order of time.
        period_s: After this time all begins again; the carries must have brought everything back by then.
        mat: Where the mat lies over time, as (from when, shift); what stands on it goes with it.
        dice: Dice on the mat and beside it.
        cards: Game cards that lie about; they must cover no tag of the mat.
        faults: Light and camera.
        mat_present: Whether there is a mat with pieces at all.
        seed: For looks and noise.
    """

    name: str
    layout: TableLayout
    lens: Lens
    camera: tuple[tuple[float, CameraPose], ...]
    start: tuple[tuple[str, PiecePose], ...]
    carries: tuple[Carry, ...] = ()
    period_s: float = 60.0
    mat: tuple[tuple[float, PlaneShift], ...] = ((0.0, PlaneShift()),)
    dice: tuple[Die, ...] = ()
    cards: tuple[LooseCard, ...] = ()
    faults: Faults = field(default=Faults())
    mat_present: bool = True
    seed: int = 1

    def phase_s(self, t_s: float) -> float:
        """Time within the loop."""
        return t_s % self.period_s

    def table_view(self, t_s: float) -> tuple[CameraPose, PlaneShift]:
        """The camera's pose over the table and where the mat lies."""
        phase_s = self.phase_s(t_s)
        pose = [pose for since_s, pose in self.camera if since_s <= phase_s][-1]
        mat = [mat for since_s, mat in self.mat if since_s <= phase_s][-1]
        return pose, mat

    def camera_pose(self, t_s: float) -> CameraPose:
        """The camera's pose in the frame of the mat as it lies now."""
        return seen_from_shifted_mat(*self.table_view(t_s))

    def pieces(self, t_s: float) -> dict[str, PiecePose]:
        """Where every piece is."""
        phase_s = self.phase_s(t_s)
        return {piece: piece_pose(start, self.carries, piece, phase_s) for piece, start in self.start}

    def moving(self, t_s: float) -> frozenset[str]:
        """Which pieces a hand has off their places."""
        phase_s = self.phase_s(t_s)
        return frozenset(piece for piece, _ in self.start if in_motion(self.carries, piece, phase_s))

    def hands(self, t_s: float) -> tuple[HandPose, ...]:
        """Where hands are."""
        phase_s, pieces = self.phase_s(t_s), self.pieces(t_s)
        grips = {base.id: grip_height_mm(base) for base in self.layout.bases}
        found = (hand_pose(carry, pieces[carry.piece], grips.get(carry.piece, 6.0), phase_s) for carry in self.carries)
        return tuple(hand for hand in found if hand is not None)
