"""A scripted scene as data: the table, the camera, who moves what when, and the faults of light and lens."""

from dataclasses import dataclass, field, replace

from vision.camera.intrinsics import Lens
from vision.simulation.optics import CameraPose, PlaneShift, Wave, seen_from_shifted_mat
from vision.simulation.scene.script import Carry, HandPose, PiecePose, Ramp, Sweep, hand_pose, in_motion, piece_pose
from vision.table import BaseLayout, TableLayout

BASE_THICK_MM = 3.2

STEADY = Ramp(((0.0, 1.0),))
IN_FOCUS = Ramp(((0.0, 0.6),))
FOCAL_STEP = 5e-4
"""A focal length that drifts goes in such steps: each is a picture painted anew."""


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
        bands: Amplitude of the bands that a lamp on the mains throws over a picture which is read out row by row.
        bands_hz: Frequency of that lamp's light: twice the mains'.
        readout_s: From the first row of a picture to the last.
        side_share: Share of the light at the picture's right edge that comes from a lamp on that side.
        side_lamp: Brightness of that lamp over time.
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
    bands: float = 0.0
    bands_hz: float = 100.0
    readout_s: float = 0.022
    side_share: float = 0.0
    side_lamp: Ramp = STEADY
    vignette: float = 0.30
    slope: float = 0.22
    shadow: HardShadow | None = None
    blur_px: Ramp = field(default=IN_FOCUS)
    cast_shadow: float = 0.5
    noise: float = 2.5
    exposure_s: float = 0.008
    jpeg_quality: int | None = None


@dataclass(frozen=True, slots=True)
class Pull:
    """Somebody pulls at the mat where one of its tags is, and only that part of it gives.

    Attributes:
        since_s: From when on the tag lies there.
        tag_id: Which tag.
        shift: From where it belongs: its shift, and its turn about its own middle.
    """

    since_s: float
    tag_id: int
    shift: PlaneShift


@dataclass(frozen=True, slots=True)
class Setting:
    """How camera and mat stand at one moment.

    Attributes:
        camera: The camera's pose over the table.
        mat: Where the mat lies on it.
        focal: Focal length over the usual one.
        pulled: Tags of the mat that do not lie where they belong, and their shifts.
    """

    camera: CameraPose
    mat: PlaneShift
    focal: float = 1.0
    pulled: tuple[tuple[int, PlaneShift], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that makes a picture at a time.

    Attributes:
        name: What it is called.
        layout: The table as its table file tells.
        lens: The true lens, at the focal length for which it was calibrated.
        camera: The camera's pose over time, as (from when, pose), in the frame of the mat where it first lies.
        start: Where each piece of the layout that is on the mat stands at 0.
        carries: What hands do, in the order of time.
        period_s: After this time all begins again; the carries must have brought everything back by then.
        mat: Where the mat lies over time, as (from when, shift); what stands on it goes with it.
        focal: Focal length over time, over that of `lens`.
        pulls: What is pulled out of place on the mat, in the order of time.
        waves: How the mat is not flat; everything on it goes up and down with it.
        sweeps: Hands that carry nothing.
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
    focal: Ramp = STEADY
    pulls: tuple[Pull, ...] = ()
    waves: tuple[Wave, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    dice: tuple[Die, ...] = ()
    cards: tuple[LooseCard, ...] = ()
    faults: Faults = field(default=Faults())
    mat_present: bool = True
    seed: int = 1

    def phase_s(self, t_s: float) -> float:
        """Time within the loop."""
        return t_s % self.period_s

    def setting(self, t_s: float) -> Setting:
        """How camera and mat stand."""
        phase_s = self.phase_s(t_s)
        pose = [pose for since_s, pose in self.camera if since_s <= phase_s][-1]
        mat = [mat for since_s, mat in self.mat if since_s <= phase_s][-1]
        focal = FOCAL_STEP * round(self.focal.at(phase_s) / FOCAL_STEP)
        pulled = {pull.tag_id: pull.shift for pull in self.pulls if pull.since_s <= phase_s}
        return Setting(pose, mat, focal, tuple(sorted((tag_id, pulled[tag_id]) for tag_id in pulled)))

    def lens_at(self, t_s: float) -> Lens:
        """The true lens at that time."""
        return zoomed(self.lens, self.setting(t_s).focal)

    def camera_pose(self, t_s: float) -> CameraPose:
        """The camera's pose in the frame of the mat as it lies now."""
        setting = self.setting(t_s)
        return seen_from_shifted_mat(setting.camera, setting.mat)

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
        grips = {base.id: _grip_height_mm(base) for base in self.layout.bases}
        found = (hand_pose(carry, pieces[carry.piece], grips.get(carry.piece, 6.0), phase_s) for carry in self.carries)
        swept = (sweep.pose(phase_s) for sweep in self.sweeps)
        return tuple(hand for hand in (*found, *swept) if hand is not None)


def zoomed(lens: Lens, focal: float) -> Lens:
    """The lens with its focal length times `focal`."""
    if focal == 1.0:
        return lens
    (fx, skew, cx), (_, fy, cy), last = lens.matrix
    return replace(lens, matrix=((fx * focal, skew * focal, cx), (0.0, fy * focal, cy), last))


def _grip_height_mm(base: BaseLayout) -> float:
    """Height above the table at which fingers hold the miniature."""
    return BASE_THICK_MM + 1.35 * base.radius_mm + 6.0
