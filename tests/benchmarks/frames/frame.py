"""One picture of each kind, and what is true about it."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from tests.benchmarks.frames import textures
from tests.benchmarks.frames.calibration import calibrated_lens
from tests.benchmarks.frames.canvas import Canvas
from tests.benchmarks.frames.exposure import Exposure, Glare, expose
from tests.benchmarks.frames.layouts import MAT_MM, FlatPose, TableOptions, TableSetup, nudged, random_table
from tests.benchmarks.frames.optics import LENSES, TrueCamera, random_camera
from tests.benchmarks.frames.scene import Scene
from tests.benchmarks.frames.truth import FrameTruth, truth_of
from vision import BaseLayout, Lens, TableLayout, Tag

HD, UHD = (1920, 1080), (3840, 2160)
FINE_UP_TO_PX = 2600
"""Pictures wider than this are painted with one sample a pixel; light still comes from 8 × 8 parts of each."""


@dataclass(frozen=True, slots=True)
class FrameOptions:
    """What a frame is to be like; what is left open is drawn by chance.

    Attributes:
        kind: Name of the kind.
        group: Under which bars it is judged.
        size: Width and height in pixels.
        table: The table.
        exposure: How it is taken.
        tilt_deg: Least and largest tilt.
        lens: A key of `LENSES`; None for any.
        cards: Prints and dice that lie about, at most.
        hands: Hands over the mat.
        moving_mm: How far one base moves during the exposure.
        shadow: Share of the light left in a hard shadow; None for no shadow.
        spare_tags: Tags lie about that nothing carries.
        twice: A base's tag lies on the mat a second time.
        calibrated: Whether the lens is known.
        mat_tags: Whether the mat's tags are in the picture.
        covered: Least and largest share of each base's tags that something laid over it hides.
        nudged_mm: How far each base is from where the same seed has it without this; each in a way of its own.
        raised_mm: How much higher than the table file says the bases' tags lie.
        bulge_mm: How much higher the mat's middle is than its tags.
        print_scale: How many times as large as the table file says the mat was printed, its tags and all.
    """

    kind: str
    group: str = "1080p"
    size: tuple[int, int] = HD
    table: TableOptions = field(default_factory=TableOptions)
    exposure: Exposure = field(default_factory=Exposure)
    tilt_deg: tuple[float, float] = (2.0, 12.0)
    lens: str | None = None
    cards: int = 3
    hands: int = 0
    moving_mm: float = 0.0
    shadow: float | None = None
    spare_tags: bool = True
    twice: bool = False
    calibrated: bool = True
    mat_tags: bool = True
    covered: tuple[float, float] = (0.0, 0.0)
    nudged_mm: float = 0.0
    raised_mm: float = 0.0
    bulge_mm: float = 0.0
    print_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class RenderedFrame:
    """A picture, what the program is told, and what is true.

    Attributes:
        name: Of its files.
        image: (h, w, 3) uint8, as it comes out of the JPEG.
        jpeg: The JPEG's bytes.
        layout: What may stand on the mat.
        lens: As a calibration gives it; None where the frame is to be measured without.
        camera: As it really is.
        truth: Everything else.
    """

    name: str
    image: np.ndarray
    jpeg: np.ndarray
    layout: TableLayout
    lens: Lens | None
    camera: TrueCamera
    truth: FrameTruth


def render(options: FrameOptions, seed: int) -> RenderedFrame:
    """Makes the frame of that seed."""
    rng = np.random.default_rng([seed, *options.kind.encode()])
    setup = nudged(random_table(rng, options.table), options.nudged_mm)
    corners = np.concatenate([np.array(tag.corners_mm()) for tag in setup.layout.mat.tags])
    lens = options.lens or str(rng.choice(list(LENSES)))
    camera = random_camera(rng, options.size, lens, float(rng.uniform(*options.tilt_deg)), corners)
    scene, moving, loose = _scene(options, setup, camera, rng)
    fine = 2 if options.size[0] <= FINE_UP_TO_PX else 1
    canvas = Canvas(camera, fine)
    mat = textures.mat(rng, MAT_MM, MAT_MM)
    canvas.lay_ground(textures.cloth(rng), float(rng.uniform(120, 400)), mat, (MAT_MM, MAT_MM))
    px_per_mm = camera.matrix[0, 0] / camera.centre_mm[2]
    soft_px = float(rng.uniform(1.0, 4.0)) * px_per_mm
    scene.paint(canvas, float(rng.uniform(0.55, 0.9)), soft_px)
    if options.shadow is not None:
        canvas.shade([_shadow(rng, camera)], options.shadow, float(rng.uniform(0.3, 2.0)) * px_per_mm)
    exposure = replace(options.exposure, slope=tuple(float(v) for v in rng.normal(0, 0.07, 2)))
    jpeg, image = expose(canvas.light, fine, exposure, rng)
    truth = truth_of(options, setup, scene, exposure, moving, loose)
    lens_file = calibrated_lens(camera, rng) if options.calibrated else None
    return RenderedFrame(f"{options.kind}-{seed:05d}", image, jpeg, setup.layout, lens_file, camera, truth)


def _scene(
    options: FrameOptions, setup: TableSetup, camera: TrueCamera, rng: np.random.Generator
) -> tuple[Scene, tuple[str, np.ndarray] | None, list[Tag]]:
    scene = Scene(camera, rng, options.table.dictionary)
    if options.mat_tags:
        for tag in setup.layout.mat.tags:
            printed = _as_printed(tag, options.print_scale)
            scene.add_tag(printed, FlatPose(printed.x_mm, printed.y_mm, printed.angle_rad), "mat")
    for _ in range(int(rng.integers(options.cards + 1))):
        scene.add_card(*(float(v) for v in rng.uniform(50, MAT_MM - 50, 2)), float(rng.uniform(0, math.tau)))
    for piece in setup.layout.terrain:
        if piece.id in setup.placed:
            scene.add_template(piece, setup.placed[piece.id])
    loose = _loose(options, setup, rng)
    for tag in loose:
        scene.add_tag(tag, FlatPose(tag.x_mm, tag.y_mm, tag.angle_rad), "")
    bases = [
        (_as_lying(base, setup.placed[base.id], options), setup.placed[base.id])
        for base in setup.layout.bases
        if base.id in setup.placed
    ]
    moving = _mover(options, bases, rng)
    scene.add_bases(bases, moving)
    if options.covered[1]:
        own = np.random.default_rng(len(setup.spare_ids) + setup.spare_ids[0])  # the rest stays as it is without
        for base, at in bases:
            for tag in base.tags:
                scene.cover(tag, at.tag(tag), float(own.uniform(*options.covered)), own)
    _add_what_stands_about(scene, options, setup, rng)
    return scene, moving, loose


def _as_printed(tag: Tag, scale: float) -> Tag:
    """A tag of the mat as a printer that scales about the mat's middle made it."""
    middle_mm = MAT_MM / 2
    x_mm, y_mm = (middle_mm + scale * (value - middle_mm) for value in (tag.x_mm, tag.y_mm))
    return replace(tag, size_mm=scale * tag.size_mm, x_mm=x_mm, y_mm=y_mm)


def _as_lying(base: BaseLayout, at: FlatPose, options: FrameOptions) -> BaseLayout:
    """A base with its tags at the height at which they really lie; a bulge is highest in the mat's middle."""
    if not options.raised_mm and not options.bulge_mm:
        return base
    out = math.hypot(at.x_mm - MAT_MM / 2, at.y_mm - MAT_MM / 2) / (MAT_MM / 2)
    rise_mm = options.raised_mm + options.bulge_mm * max(0.0, 1 - out * out / 2)
    return replace(base, tags=tuple(replace(tag, height_mm=tag.height_mm + rise_mm) for tag in base.tags))


def _mover(
    options: FrameOptions, bases: list[tuple[BaseLayout, FlatPose]], rng: np.random.Generator
) -> tuple[str, np.ndarray] | None:
    if not options.moving_mm:
        return None
    way = rng.uniform(0, math.tau)
    return bases[int(rng.integers(len(bases)))][0].id, options.moving_mm * np.array([math.cos(way), math.sin(way)])


def _add_what_stands_about(scene: Scene, options: FrameOptions, setup: TableSetup, rng: np.random.Generator) -> None:
    """Dice where nothing is, and hands over bases."""
    for _ in range(int(rng.integers(options.cards + 1))):
        spot = _clear_spot(setup, rng, 20.0)
        if spot is not None:
            scene.add_die(*spot, float(rng.uniform(0, math.tau)), float(rng.uniform(10, 16)))
    for _ in range(options.hands):
        at = list(setup.placed.values())[int(rng.integers(len(setup.placed)))]
        scene.add_hand(np.array([at.x_mm, at.y_mm]) + rng.normal(0, 12, 2))


def _loose(options: FrameOptions, setup: TableSetup, rng: np.random.Generator) -> list[Tag]:
    """Tags without a piece: unknown ones, and a second copy of one in play."""
    ids = [setup.spare_ids[0]] if options.spare_tags and rng.random() < 0.5 else []
    sizes = [float(rng.uniform(10, 25)) for _ in ids]
    if options.twice:
        bases = [base for base in setup.layout.bases if base.id in setup.placed]
        tag = bases[int(rng.integers(len(bases)))].tags[0]
        ids.append(tag.id)
        sizes.append(tag.size_mm)
    found = []
    for tag_id, size_mm in zip(ids, sizes, strict=True):
        spot = _clear_spot(setup, rng, 22.0)
        if spot is not None:
            found.append(Tag(tag_id, size_mm, *spot, float(rng.uniform(0, math.tau))))
    return found


def _clear_spot(setup: TableSetup, rng: np.random.Generator, reach_mm: float) -> tuple[float, float] | None:
    """A point of the mat that is that far from everything."""
    taken = [
        (p.x_mm, p.y_mm, 65.0) for name, p in setup.placed.items() if any(t.id == name for t in setup.layout.terrain)
    ]
    for base in setup.layout.bases:
        if base.id in setup.placed:
            at = setup.placed[base.id]
            taken += [(at.x_mm, at.y_mm, base.radius_mm)]
            taken += [(p.x_mm, p.y_mm, 0.9 * tag.size_mm) for tag in base.tags for p in [at.tag(tag)]]
    for _ in range(300):
        x_mm, y_mm = (float(v) for v in rng.uniform(25, MAT_MM - 25, 2))
        if all(math.hypot(x_mm - u, y_mm - v) > reach_mm + r for u, v, r in taken):
            return x_mm, y_mm
    return None


def _shadow(rng: np.random.Generator, camera: TrueCamera) -> np.ndarray:
    """A straight-edged shadow across the mat, as outline in the picture."""
    way = rng.uniform(0, math.tau)
    across, along = np.array([math.cos(way), math.sin(way)]), np.array([-math.sin(way), math.cos(way)])
    start = np.array([300, 300]) + across * rng.uniform(-150, 150)
    wide = rng.uniform(80, 400)
    corners = [
        start - 450 * along,
        start + 450 * along,
        start + wide * across + 450 * along,
        start + wide * across - 450 * along,
    ]
    return camera.project(np.column_stack([corners, np.zeros(4)]))


def random_exposure(rng: np.random.Generator) -> Exposure:
    """A good picture, as cameras differ."""
    return Exposure(
        blur_px=float(rng.uniform(0.55, 1.0)),
        light=float(rng.uniform(0.8, 1.15)),
        noise_grey=float(rng.uniform(1.0, 3.0)),
        gamma=float(rng.uniform(2.0, 2.4)),
        contrast=float(rng.uniform(0.0, 0.35)),
        sharpen=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 0.9)])),
        quality=int(rng.integers(84, 96)),
        vignette=float(rng.uniform(0.05, 0.35)),
    )


def _glare(rng: np.random.Generator, size: tuple[int, int]) -> tuple[Glare, ...]:
    x_px, y_px = rng.uniform([0.3, 0.15], [0.7, 0.85]) * size
    radius_px = rng.uniform(0.025, 0.055) * size[0]
    return (Glare(float(x_px), float(y_px), float(radius_px), float(rng.uniform(1.2, 3.0))),)


def _options() -> dict[str, Callable[[FrameOptions, np.random.Generator], FrameOptions]]:
    """What each kind changes of an ordinary frame."""

    def exposed(**changes: Callable[[np.random.Generator], object]) -> Callable[..., FrameOptions]:
        def change(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
            drawn = {name: draw(rng) for name, draw in changes.items()}
            return replace(options, group="degraded", exposure=replace(options.exposure, **drawn))

        return change

    def lowlight(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
        dim = replace(
            options.exposure, light=float(rng.uniform(0.06, 0.2)), noise_grey=float(rng.uniform(5, 9)), sharpen=0.0
        )
        return replace(options, group="degraded", exposure=dim)

    def glare(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
        return replace(options, group="degraded", exposure=replace(options.exposure, glare=_glare(rng, options.size)))

    def motion(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
        shake = float(rng.choice([0.0, rng.uniform(1.0, 3.0)]))
        smeared = replace(options.exposure, shake_px=shake, shake_rad=float(rng.uniform(0, math.pi)))
        return replace(options, group="degraded", exposure=smeared, moving_mm=float(rng.uniform(4, 9)))

    def crowd(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
        return replace(options, table=replace(options.table, crowd=True, bases=int(rng.integers(9, 14))))

    def hand(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
        compressed = replace(options.exposure, quality=60)
        return replace(options, hands=int(rng.integers(1, 3)), exposure=compressed)

    def shadow(options: FrameOptions, rng: np.random.Generator) -> FrameOptions:
        return replace(options, group="degraded", shadow=float(rng.uniform(0.2, 0.5)))

    return {
        "clean": lambda options, rng: options,
        "tilt": lambda options, rng: replace(options, tilt_deg=(15.0, 25.0)),
        "blur": exposed(defocus_px=lambda rng: float(rng.uniform(1.2, 2.2))),
        "motion": motion,
        "lowlight": lowlight,
        "shadow": shadow,
        "glare": glare,
        "hand": hand,
        "contact": crowd,
        "jpeg": lambda options, rng: replace(options, exposure=replace(options.exposure, quality=60)),
        "selfcal": lambda options, rng: replace(
            options, group="self-calibrated", calibrated=False, twice=bool(rng.random() < 0.3)
        ),
        "twice": lambda options, rng: replace(options, twice=True),
        "nomat": lambda options, rng: replace(options, group="none", mat_tags=False),
    }


KINDS = tuple(_options())
SHARP_KINDS = ("clean", "tilt", "hand", "contact", "jpeg", "twice")
"""Those of which half the frames are 4K."""


def wish_of(kind: str, seed: int, size: tuple[int, int] | None = None) -> FrameOptions:
    """An ordinary frame of that kind: default tags at that resolution, everything else by chance.

    Args:
        kind: One of `KINDS`.
        seed: Source of the chances.
        size: Width and height; None for 1080p, and 4K in half of the sharp kinds.
    """
    rng = np.random.default_rng([7, seed, *kind.encode()])
    uhd = kind in SHARP_KINDS and rng.random() < 0.5
    size = size or (UHD if uhd else HD)
    table = TableOptions(
        tag_mm=12.0 if size[0] > FINE_UP_TO_PX else 15.0,
        bases=int(rng.integers(9, 15)),
        absent=int(rng.integers(0, 4)),
        terrain=int(rng.integers(1, 4)),
    )
    plain = FrameOptions(kind, "4K" if size == UHD else "1080p", size, table, random_exposure(rng))
    return _options()[kind](plain, rng)
