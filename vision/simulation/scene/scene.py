"""A scripted scene as data: the table, the camera, who moves what when, and the faults of light and lens."""

from dataclasses import dataclass, field, replace

from vision.camera.intrinsics import Lens
from vision.simulation.optics import CameraPose, PlaneShift, Wave, seen_from_shifted_mat
from vision.simulation.scene.script import HandPose, PieceMove, PiecePose, Ramp, Sweep, hand_pose, in_motion, piece_pose
from vision.table import BaseLayout, TableLayout

BASE_THICK_MM = 3.2

STEADY = Ramp(((0.0, 1.0),))
IN_FOCUS = Ramp(((0.0, 0.6),))
FOCAL_STEP = 5e-4
"""Step of a drifting focal length; each step needs a new rendering of the ground."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the mat.

    Attributes:
        x_mm: x coordinate of the centre.
        y_mm: y coordinate of the centre.
        angle_rad: Rotation.
        pips: Value of its upper face, 1 to 6.
    """

    x_mm: float
    y_mm: float
    angle_rad: float
    pips: int


@dataclass(frozen=True, slots=True)
class LooseCard:
    """A game card on the mat or beside it, below everything else.

    Attributes:
        x_mm: x coordinate of the centre.
        y_mm: y coordinate of the centre.
        angle_rad: Rotation.
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
        corners_mm: Corners of a convex polygon in the mat frame.
        light: Share of the light that remains in it.
    """

    corners_mm: tuple[tuple[float, float], ...]
    light: float


@dataclass(frozen=True, slots=True)
class Faults:
    """The effects of light and camera on the image.

    Attributes:
        light: Brightness over time; 1 as usual.
        flicker: Amplitude of the lamp's flicker.
        flicker_hz: Frequency of the flicker.
        bands: Amplitude of the bands that a lamp on the mains causes in the image of a rolling shutter.
        bands_hz: Frequency of that lamp's light: twice the mains'.
        readout_s: Read-out time from the first row of an image to the last.
        side_share: Share of the light at the image's right edge that comes from a lamp on that side.
        side_lamp: Brightness of that lamp over time.
        vignette: Loss of light in the corners.
        slope: Difference of the light across the image.
        shadow: A hard shadow, if any.
        blur_px: Standard deviation of the defocus over time.
        cast_shadow: Share of the light that a miniature removes from the mat in the middle of its shadow.
        noise: Standard deviation of the noise, in grey levels.
        exposure_s: Exposure time, over which moving objects are blurred.
        jpeg_quality: Quality of the compression; None for no compression.
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
class MatPull:
    """Somebody pulls the mat at one of its tags, and only that part of it moves.

    Attributes:
        since_s: When the pull happens.
        tag_id: The tag.
        shift: Shift of the tag from its place, and rotation about its own centre.
    """

    since_s: float
    tag_id: int
    shift: PlaneShift


@dataclass(frozen=True, slots=True)
class ScenePoses:
    """The poses of camera and mat at one moment.

    Attributes:
        camera: The camera's pose above the table.
        mat: The mat's position on the table.
        focal: Focal length, divided by the usual one.
        pulled: Tags of the mat that are not in place, with their shifts.
    """

    camera: CameraPose
    mat: PlaneShift
    focal: float = 1.0
    pulled: tuple[tuple[int, PlaneShift], ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that determines an image at a time.

    Attributes:
        name: Its name.
        layout: The table as described in its table file.
        lens: The true lens, at the focal length for which it was calibrated.
        camera: The camera's pose over time, as (start time, pose), in the frame of the mat's first position.
        start: Where each piece of the layout that is on the mat stands at time 0.
        carries: The movements by hands, in order of time.
        period_s: Time after which the scene repeats; by then the carries must have returned everything to its place.
        mat: The mat's position over time, as (start time, shift); objects on it move with it.
        focal: Focal length over time, divided by that of `lens`.
        pulls: Pulls at the mat, in order of time.
        waves: Unevenness of the mat; everything on it follows the waves.
        sweeps: Hands that carry nothing.
        dice: Dice on the mat and beside it.
        cards: Game cards on the table; they must cover no tag of the mat.
        faults: Effects of light and camera.
        mat_present: Whether there is a mat with pieces at all.
        plain: Whether the mat shows a quiet landscape and miniatures wear their owner's colour, as suits players;
            otherwise the mat is cluttered and the miniatures differ in colour, as suits trials of the eyes.
        seed: Seed for appearance and noise.
    """

    name: str
    layout: TableLayout
    lens: Lens
    camera: tuple[tuple[float, CameraPose], ...]
    start: tuple[tuple[str, PiecePose], ...]
    carries: tuple[PieceMove, ...] = ()
    period_s: float = 60.0
    mat: tuple[tuple[float, PlaneShift], ...] = ((0.0, PlaneShift()),)
    focal: Ramp = STEADY
    pulls: tuple[MatPull, ...] = ()
    waves: tuple[Wave, ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    dice: tuple[Die, ...] = ()
    cards: tuple[LooseCard, ...] = ()
    faults: Faults = field(default=Faults())
    mat_present: bool = True
    plain: bool = False
    seed: int = 1

    def phase_s(self, t_s: float) -> float:
        """Returns the time within the loop."""
        return t_s % self.period_s

    def setting(self, t_s: float) -> ScenePoses:
        """Returns the poses of camera and mat."""
        phase_s = self.phase_s(t_s)
        pose = [pose for since_s, pose in self.camera if since_s <= phase_s][-1]
        mat = [mat for since_s, mat in self.mat if since_s <= phase_s][-1]
        focal = FOCAL_STEP * round(self.focal.at(phase_s) / FOCAL_STEP)
        pulled = {pull.tag_id: pull.shift for pull in self.pulls if pull.since_s <= phase_s}
        return ScenePoses(pose, mat, focal, tuple(sorted((tag_id, pulled[tag_id]) for tag_id in pulled)))

    def lens_at(self, t_s: float) -> Lens:
        """Returns the true lens at that time."""
        return zoomed(self.lens, self.setting(t_s).focal)

    def camera_pose(self, t_s: float) -> CameraPose:
        """Returns the camera's pose in the frame of the mat at that time."""
        setting = self.setting(t_s)
        return seen_from_shifted_mat(setting.camera, setting.mat)

    def pieces(self, t_s: float) -> dict[str, PiecePose]:
        """Returns the poses of all pieces."""
        phase_s = self.phase_s(t_s)
        return {piece: piece_pose(start, self.carries, piece, phase_s) for piece, start in self.start}

    def moving(self, t_s: float) -> frozenset[str]:
        """Returns the pieces that are being moved."""
        phase_s = self.phase_s(t_s)
        return frozenset(piece for piece, _ in self.start if in_motion(self.carries, piece, phase_s))

    def hands(self, t_s: float) -> tuple[HandPose, ...]:
        """Returns the positions of hands."""
        phase_s, pieces = self.phase_s(t_s), self.pieces(t_s)
        grips = {base.id: _grip_height_mm(base) for base in self.layout.bases}
        found = (hand_pose(carry, pieces[carry.piece], grips.get(carry.piece, 6.0), phase_s) for carry in self.carries)
        swept = (sweep.pose(phase_s) for sweep in self.sweeps)
        return tuple(hand for hand in (*found, *swept) if hand is not None)


def zoomed(lens: Lens, focal: float) -> Lens:
    """Returns the lens with its focal length multiplied by `focal`."""
    if focal == 1.0:
        return lens
    (fx, skew, cx), (_, fy, cy), last = lens.matrix
    return replace(lens, matrix=((fx * focal, skew * focal, cx), (0.0, fy * focal, cy), last))


def _grip_height_mm(base: BaseLayout) -> float:
    """Returns the height above the table at which fingers hold the miniature."""
    return BASE_THICK_MM + 1.35 * base.radius_mm + 6.0
