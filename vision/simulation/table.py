"""A simulated table: images and ground truth of one scene at any time."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Image
from vision.camera.intrinsics import Lens
from vision.images.frame import Frame
from vision.simulation.render.exposure import lamp
from vision.simulation.render.scene_renderer import SceneRenderer
from vision.simulation.scene.catalogue import named_scene
from vision.simulation.scene.plain_scenes import SceneOptions
from vision.simulation.scene.scene import Scene, ScenePoses
from vision.simulation.scene.script import HandPose, PiecePose
from vision.simulation.truth import TruePlace, Truth
from vision.simulation.visibility import tags_seen
from vision.table import TableLayout

SPEED_STEP_S = 1e-3


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything of a scene that an image shows, but for noise and flicker: while it is the same, the table is at rest.

    Attributes:
        setting: Poses of camera and mat.
        pieces: Pose of every piece.
        hands: Hands in or near the image.
        light: Brightness of the lamp.
        side_lamp: Brightness of the lamp at the side.
        blur_px: Standard deviation of the defocus.
    """

    setting: ScenePoses
    pieces: dict[str, PiecePose]
    hands: tuple[HandPose, ...]
    light: float
    side_lamp: float
    blur_px: float


class SimulatedTable:
    """One scene that can be rendered at any time; the same time gives the same image.

    Only one thread may use it at a time, except that `truth` and `goes_on` may run concurrently with `render`.
    """

    def __init__(self, scene: Scene) -> None:
        self._renderer = SceneRenderer(scene)

    @property
    def scene(self) -> Scene:
        """The scene, with the future as far as it is scheduled."""
        return self._renderer.scene

    def goes_on(self, changed: Callable[[Scene], Scene]) -> None:
        """Schedules more of the future, such as the next movement of a hand.

        Args:
            changed: Maps the present scene to one that differs only at times that have not been rendered yet.
        """
        self._renderer.scene = changed(self._renderer.scene)

    @property
    def layout(self) -> TableLayout:
        """The table's layout, as a table file would describe it."""
        return self.scene.layout

    @property
    def true_lens(self) -> Lens:
        """The true lens."""
        return self.scene.lens

    @property
    def lens(self) -> Lens:
        """The lens as a calibration would give it, with a small error that is the same for the same scene."""
        return calibrated(self.scene.lens, self.scene.seed)

    def render(self, t_s: float) -> Image:
        """Returns the image (h, w, 3) BGR for the scene time `t_s`, which is the middle of the exposure."""
        return self._renderer.paint(t_s)

    def moment(self, t_s: float) -> Moment:
        """Returns everything that the image for that time shows."""
        scene, phase_s = self.scene, self.scene.phase_s(t_s)
        faults = scene.faults
        return Moment(
            scene.setting(t_s),
            scene.pieces(t_s),
            scene.hands(t_s),
            faults.light.at(phase_s),
            faults.side_lamp.at(phase_s),
            faults.blur_px.at(phase_s),
        )

    def truth(self, t_s: float) -> Truth:
        """Returns the ground truth at that time."""
        scene = self.scene
        tags = tags_seen(scene, self._renderer.view(t_s), t_s)
        shares: dict[str, list[tuple[int, float]]] = {}
        for tag in tags:
            shares.setdefault(tag.carrier, []).append((tag.id, tag.visible))
        poses = scene.pieces(t_s) if scene.mat_present else {}
        soon, moving = scene.pieces(t_s + SPEED_STEP_S), scene.moving(t_s)
        places = {}
        for piece, pose in poses.items():
            way_mm = math.hypot(soon[piece].x_mm - pose.x_mm, soon[piece].y_mm - pose.y_mm)
            places[piece] = TruePlace(
                piece,
                pose.x_mm,
                pose.y_mm,
                pose.angle_rad,
                pose.lift_mm,
                piece in moving,
                way_mm / SPEED_STEP_S if piece in moving else 0.0,
                tuple(shares[piece]),
            )
        return Truth(
            t_s,
            scene.mat_present,
            scene.camera_pose(t_s),
            tuple(places[base.id] for base in scene.layout.bases if base.id in places),
            tuple(places[piece.id] for piece in scene.layout.terrain if piece.id in places),
            tags,
            tuple(hand.tip_mm for hand in scene.hands(t_s)),
            lamp(scene, t_s),
            scene.faults.blur_px.at(scene.phase_s(t_s)),
        )


def calibrated(lens: Lens, seed: int) -> Lens:
    """Returns the lens as a calibration from sixteen views of a board with 0.2 px of corner noise gives it.

    Its error is a few hundredths of a millimetre on the mat. The errors of the parameters and their correlations are
    those of nine such calibrations of known lenses: the radial coefficients compensate one another, and the tangential
    ones compensate the principal point.
    """
    rng = np.random.default_rng([seed, 8])
    width = lens.image_size[0]
    (fx, skew, cx), (_, fy, cy), last = lens.matrix
    both = rng.normal(0.0, 8e-4)
    apart_x, apart_y = rng.normal(0.0, 1.5e-4, 2)
    shift, tangential = rng.normal(0.0, 1.0, (2, 2))
    radial = rng.normal(0.0, 2e-3) * np.array([1.0, -2.8, 2.6]) + rng.normal(0.0, 1.0, 3) * (3e-4, 6e-4, 6e-4)
    p1, p2 = 1.8e-4 * (0.8 * shift[::-1] + 0.6 * tangential)
    off = np.array([radial[0], radial[1], p1, p2, radial[2]])
    shift_x, shift_y = 5.5e-4 * width * shift
    matrix = (
        (float(fx * (1.0 + both + apart_x)), skew, float(cx + shift_x)),
        (0.0, float(fy * (1.0 + both + apart_y)), float(cy + shift_y)),
        last,
    )
    return replace(
        lens, matrix=matrix, distortion=tuple(float(v) for v in np.array(lens.distortion) + off), rms_px=0.27
    )


def simulated_table(  # noqa: PLR0913  # options by keyword, any of which may be left out
    name: str,
    *,
    size: tuple[int, int] = (1280, 720),
    tag_mm: float = 15.0,
    seed: int = 1,
    blur_px: float | None = None,
    noise: float | None = None,
    jpeg_quality: int | None = None,
    clutter: bool = True,
) -> SimulatedTable:
    """Returns the table of a named scene.

    Args:
        name: One of `simulated_names()`.
        size: Width and height of the image.
        tag_mm: Edge length of the bases' tags.
        seed: Seed for appearance and noise.
        blur_px: Standard deviation of the defocus; None keeps the scene's own.
        noise: Standard deviation of the noise in grey levels; None keeps the scene's own.
        jpeg_quality: Quality of the compression, 1 to 100; None keeps the scene's own.
        clutter: Whether the mat is cluttered also where the scene is made for players, which tries the eyes harder.

    Raises:
        SourceError: If there is no such scene.
    """
    return SimulatedTable(named_scene(name, SceneOptions(size, tag_mm, seed, blur_px, noise, jpeg_quality, clutter)))


def frames(
    table: SimulatedTable, *, fps: float = 30.0, seconds: float = 10.0, start_s: float = 0.0
) -> Iterator[tuple[Frame, Truth]]:
    """Yields images and ground truth at a constant rate, without threads and without waiting.

    Args:
        table: The table.
        fps: Images per second.
        seconds: Duration.
        start_s: Scene time of the first image.
    """
    for sequence in range(round(fps * seconds)):
        t_s = start_s + sequence / fps
        yield Frame(table.render(t_s), t_s, sequence), table.truth(t_s)
