"""The standard table, and the plain scenes on it."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from vision.camera.intrinsics import Lens
from vision.simulation.optics import CameraPose, PlaneShift, look_at
from vision.simulation.scene.scene import Die, Faults, HardShadow, Scene
from vision.simulation.scene.script import PieceMove, PiecePose, Ramp
from vision.table import BaseLayout, MatLayout, TableLayout, Tag, TerrainLayout

MAT_MM = 600.0
MAT_TAG_MM = 30.0
MAT_TAG_OFF_MM = 22.0
TAB_GAP_MM = 4.0
TAB_HEIGHT_MM = 0.4
TERRAIN_TAG_MM = 20.0
TERRAIN_HEIGHT_MM = 1.0

MAT_TAG_IDS = (0, 1, 2, 3, 4, 5, 6, 8)
BASE_TAG_IDS = (11, 13, 14, 18, 20, 21, 22, 23, 25, 26, 27, 29, 31, 32, 33, 35, 36, 39, 43, 46, 47, 50, 51, 52)
FURTHER_TAG_IDS = (
    *(67, 68, 69, 70, 71, 72, 73, 75, 76, 77, 78, 79, 81, 82, 83, 84),
    *(86, 88, 89, 90, 91, 92, 93, 94, 95, 96, 98, 99),
)
TERRAIN_TAG_IDS = (55, 56, 57, 58, 59, 61, 64, 65)
"""Ids of terrain tags; none resembles a blob, or itself when rotated."""

MODELS = (
    ("greer", "A", 16.0, 130.0, 110.0, 0.4),
    ("cordelia", "A", 16.0, 205.0, 135.0, 1.9),
    ("severus", "B", 16.0, 420.0, 480.0, 2.7),
    ("isolde", "A", 20.0, 300.0, 95.0, 0.1),
    ("brannoch", "A", 25.0, 455.0, 120.0, -0.6),
    ("wren", "A", 12.5, 110.0, 235.0, 1.2),
    ("morrigan", "B", 16.0, 190.0, 500.0, -0.3),
    ("thessaly", "B", 20.0, 300.0, 520.0, 0.9),
    ("gaunt", "B", 25.0, 520.0, 430.0, 1.5),
    ("vesper", "B", 12.5, 110.0, 445.0, 2.2),
    ("aldous", "A", 16.0, 520.0, 230.0, 0.7),
    ("nerys", "B", 16.0, 330.0, 425.0, -1.1),
)
"""For each model: name, owner, radius of its base, and its first position."""
_MODELS = tuple(model[:3] for model in MODELS)

WOOD = TerrainLayout(
    "wood",
    ((-48.0, -30.0), (10.0, -42.0), (50.0, -12.0), (38.0, 34.0), (-22.0, 40.0)),
    (),
    difficult=True,
    blocks_sight=True,
    cover=True,
)
RUIN = TerrainLayout(
    "ruin", ((-36.0, -26.0), (36.0, -26.0), (36.0, 26.0), (-36.0, 26.0)), (), impassable=True, blocks_sight=True
)
POND = TerrainLayout(
    "pond", ((-40.0, -18.0), (4.0, -34.0), (42.0, -10.0), (30.0, 28.0), (-28.0, 26.0)), (), impassable=True
)
RUBBLE = TerrainLayout(
    "rubble", ((-30.0, -24.0), (32.0, -20.0), (24.0, 26.0), (-26.0, 24.0)), (), difficult=True, cover=True
)
TERRAIN_PLACES = (
    ("wood", 305.0, 270.0, 0.35),
    ("ruin", 160.0, 350.0, -0.25),
    ("pond", 440.0, 340.0, 0.8),
    ("rubble", 405.0, 205.0, 2.1),
)


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """The parameters of a scene that a caller may choose.

    Attributes:
        size: Width and height of the image.
        tag_mm: Edge length of the bases' tags.
        seed: Seed for appearance and noise.
        blur_px: Standard deviation of the defocus; None keeps the scene's own.
        noise: Standard deviation of the noise in grey levels; None keeps the scene's own.
        jpeg_quality: Quality of the compression; None keeps the scene's own.
        clutter: Whether the mat is cluttered also where the scene is made for players.
    """

    size: tuple[int, int] = (1280, 720)
    tag_mm: float = 15.0
    seed: int = 1
    blur_px: float | None = None
    noise: float | None = None
    jpeg_quality: int | None = None
    clutter: bool = False


def true_lens(size: tuple[int, int]) -> Lens:
    """Returns the lens of the simulated camera: a webcam's, with a slightly off-centre principal point."""
    width, height = size
    focal_px = 0.70 * width
    matrix = (
        (focal_px, 0.0, width / 2 - 0.5 + 0.004 * width),
        (0.0, 1.001 * focal_px, height / 2 - 0.5 - 0.003 * width),
        (0.0, 0.0, 1.0),
    )
    return Lens(size, matrix, (-0.105, 0.048, -0.0006, 0.0005, -0.004))


def mat_layout() -> MatLayout:
    """Returns a mat with eight tags outside its edge."""
    low, mid, high = -MAT_TAG_OFF_MM, MAT_MM / 2, MAT_MM + MAT_TAG_OFF_MM
    spots = ((low, low), (mid, low), (high, low), (high, mid), (high, high), (mid, high), (low, high), (low, mid))
    tags = tuple(Tag(at, MAT_TAG_MM, x, y) for at, (x, y) in zip(MAT_TAG_IDS, spots, strict=True))
    return MatLayout(MAT_MM, MAT_MM, "DICT_4X4_100", tags)


def table_layout(
    tag_mm: float, models: Sequence[tuple[str, str, float]] = _MODELS, recruits: Collection[str] = ()
) -> TableLayout:
    """Returns models of two players and four terrain pieces.

    Args:
        tag_mm: Edge length of the bases' tags.
        models: Name, owner and radius of the base of each; otherwise those of most scenes. There are tags for 26.
        recruits: Names of those that have one tag and not two.
    """
    bases, tag_ids = [], iter(BASE_TAG_IDS + FURTHER_TAG_IDS)
    for name, owner, radius_mm in models:
        reach_mm = radius_mm + TAB_GAP_MM + tag_mm / 2
        tags: tuple[Tag, ...] = (Tag(next(tag_ids), tag_mm, reach_mm, 0.0, 0.0, TAB_HEIGHT_MM),)
        if name not in recruits:
            tags += (Tag(next(tag_ids), tag_mm, -reach_mm, 0.0, math.pi, TAB_HEIGHT_MM),)
        bases.append(BaseLayout(name, radius_mm, tags, owner))
    terrain = []
    for at, piece in enumerate((WOOD, RUIN, POND, RUBBLE)):
        prints = tuple(
            Tag(TERRAIN_TAG_IDS[2 * at + k], TERRAIN_TAG_MM, x, 0.0, 0.0, TERRAIN_HEIGHT_MM)
            for k, x in enumerate((-14.0, 14.0))
        )
        terrain.append(replace(piece, tags=prints))
    return TableLayout(mat_layout(), tuple(bases), tuple(terrain))


def overhead(size: tuple[int, int], tilt_rad: float, roll_rad: float = 0.0) -> CameraPose:
    """Returns a camera above the mat's centre that sees all of it, tilted back towards player one."""
    width, height = size
    focal_px, span_mm = 0.70 * width, MAT_MM + 2 * (MAT_TAG_OFF_MM + MAT_TAG_MM) + 160.0 * math.sin(tilt_rad)
    away_mm = focal_px * span_mm / min(height, 0.9 * width)
    centre = (MAT_MM / 2 + 8.0, MAT_MM / 2 - away_mm * math.sin(tilt_rad), away_mm * math.cos(tilt_rad))
    return look_at(centre, (MAT_MM / 2 + 5.0, MAT_MM / 2 - 3.0), roll_rad)


def _starts() -> tuple[tuple[str, PiecePose], ...]:
    models = [(name, PiecePose(x, y, angle)) for name, _, _, x, y, angle in MODELS]
    return (*((name, PiecePose(x, y, angle)) for name, x, y, angle in TERRAIN_PLACES), *models)


def still(options: SceneOptions) -> Scene:
    """Returns a scene in which nothing moves."""
    return Scene(
        "still",
        table_layout(options.tag_mm),
        true_lens(options.size),
        ((0.0, overhead(options.size, math.radians(7.0), 0.03)),),
        _starts(),
        dice=(Die(560.0, 320.0, 0.4, 5), Die(575.0, 350.0, 1.1, 2)),
        seed=options.seed,
    )


def demo(options: SceneOptions) -> Scene:
    """Returns a scene with a few moves: one into contact, one behind the wood, one pushed."""
    scene = still(options)
    at = dict(scene.start)
    near, far, right = (250.0, -160.0), (350.0, 760.0), (1130.0, 180.0)
    # Severus (radius 16) ends beside Aldous (16) with their rims touching.
    aldous = at["aldous"]
    turn = math.radians(118.0)
    contact = PiecePose(aldous.x_mm + 32.0 * math.cos(turn), aldous.y_mm + 32.0 * math.sin(turn), 2.7)
    carries = (
        PieceMove("severus", 3.0, contact, far),
        PieceMove("greer", 10.0, PiecePose(318.0, 345.0, 0.9), near),
        PieceMove("thessaly", 17.5, at["thessaly"], far, lift_mm=45.0),
        PieceMove("brannoch", 24.0, PiecePose(500.0, 60.0, 0.3), right, reach_s=1.5, leave_s=1.5, lift_mm=0.0),
        PieceMove("severus", 31.0, at["severus"], far),
        PieceMove("greer", 37.0, at["greer"], near),
        PieceMove("brannoch", 43.0, at["brannoch"], right, reach_s=1.5, leave_s=1.5, lift_mm=0.0),
    )
    return replace(scene, carries=carries, period_s=52.0)


def hands(options: SceneOptions) -> Scene:
    """Returns a scene with two hands at once."""
    scene = still(options)
    at = dict(scene.start)
    near, far = (220.0, -170.0), (400.0, 770.0)
    there = {"isolde": PiecePose(250.0, 190.0, 0.8), "nerys": PiecePose(260.0, 440.0, -0.4)}
    there |= {"cordelia": PiecePose(60.0, 160.0, 2.4), "gaunt": PiecePose(470.0, 520.0, 1.0)}
    carries = []
    for k, (mine, yours) in enumerate((("isolde", "nerys"), ("cordelia", "gaunt"))):
        carries.append(PieceMove(mine, 1.0 + 5.0 * k, there[mine], near))
        carries.append(PieceMove(yours, 1.8 + 5.0 * k, there[yours], far))
        carries.append(PieceMove(mine, 11.0 + 5.0 * k, at[mine], near, pause_s=0.6))
        carries.append(PieceMove(yours, 11.8 + 5.0 * k, at[yours], far))
    return replace(scene, carries=tuple(sorted(carries, key=lambda carry: carry.start_s)), period_s=22.0)


def dark(options: SceneOptions) -> Scene:
    """Returns a scene in which the light fails, returns, and is low for a while."""
    light = Ramp(
        ((0.0, 1.0), (6.0, 1.0), (6.3, 0.015), (12.0, 0.015), (12.3, 1.0), (16.0, 0.2), (20.0, 0.2), (22.0, 1.0))
    )
    scene = still(options)
    return replace(scene, faults=Faults(light=light, flicker=0.02, noise=4.0), period_s=24.0)


def shadow(options: SceneOptions) -> Scene:
    """Returns a scene with a hard shadow across the table."""
    window = HardShadow(((-450.0, -31.0), (1050.0, 351.0), (1050.0, 470.0), (-450.0, 170.0)), 0.25)
    return replace(demo(options), faults=Faults(shadow=window, flicker=0.03))


def bump(options: SceneOptions) -> Scene:
    """Returns a scene in which the camera is bumped after 5 s, and the mat shoved after 12 s."""
    scene = still(options)
    after = overhead(options.size, math.radians(8.2), 0.055)
    moved = ((0.0, PlaneShift()), (12.0, PlaneShift(7.0, -4.0, math.radians(1.5))))
    return replace(scene, camera=(*scene.camera, (5.0, after)), mat=moved, period_s=20.0)


def blur(options: SceneOptions) -> Scene:
    """Returns a scene that goes out of focus and back."""
    drift = Ramp(((0.0, 0.6), (4.0, 0.6), (10.0, 2.6), (14.0, 2.6), (18.0, 0.6)))
    return replace(still(options), faults=Faults(blur_px=drift), period_s=20.0)


def crowd(options: SceneOptions) -> Scene:
    """Returns a scene in which bases touch one another, with tabs under their neighbours."""
    scene = still(options)
    at = dict(scene.start)
    # Isolde (radius 20) touches Greer and Cordelia (16 each, touching one another), Brannoch (25) touches Isolde.
    isolde_y_mm = 150.0 + math.sqrt(36.0**2 - 16.0**2)
    placed = {"greer": (250.0, 150.0, 0.3), "cordelia": (282.0, 150.0, 1.9), "isolde": (266.0, isolde_y_mm, -0.6)}
    placed["brannoch"] = (266.0 + 45.0 * math.cos(0.15), isolde_y_mm + 45.0 * math.sin(0.15), 0.8)
    placed |= {"wren": (240.0, 117.0, 2.4), "severus": (450.0, 452.0, 1.2)}
    placed |= {"nerys": (450.0, 420.0, 0.2), "gaunt": (491.0, 452.0, 2.9), "thessaly": (414.0, 452.0, -0.9)}
    at |= {name: PiecePose(*pose) for name, pose in placed.items()}
    return replace(scene, start=tuple(at.items()))


def tilt(options: SceneOptions) -> Scene:
    """Returns a scene that the camera sees from 25° off."""
    return replace(demo(options), camera=((0.0, overhead(options.size, math.radians(25.0), -0.04)),))


def empty(options: SceneOptions) -> Scene:
    """Returns a scene without a mat."""
    return replace(still(options), mat_present=False)
