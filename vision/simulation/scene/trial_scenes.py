"""Scenes of long and of difficult play, and of a game on a board of cells.

They contain a quiet game, failing light, and a camera and a mat that move.
"""

import math
from dataclasses import replace

from vision.printed_terrain import terrain_templates
from vision.simulation.optics import PlaneShift, Wave
from vision.simulation.scene.plain_scenes import (
    MAT_MM,
    MAT_TAG_IDS,
    TERRAIN_HEIGHT_MM,
    TERRAIN_TAG_IDS,
    SceneOptions,
    demo,
    overhead,
    still,
    table_layout,
)
from vision.simulation.scene.scene import Die, Faults, LooseCard, MatPull, Scene
from vision.simulation.scene.script import PieceMove, PiecePose, Ramp, Sweep
from vision.table import GridLayout, TerrainLayout

CREEP_MM_S = 0.2
CREEP_STEP_S = 0.25


def play(options: SceneOptions) -> Scene:
    """Returns a game as it is played: long thoughts, a hand over the table a third of the time, cards and dice."""
    scene = still(options)
    at = dict(scene.start)
    near, far = (250.0, -160.0), (350.0, 760.0)
    moves = (
        ("greer", 3.0, PiecePose(95.0, 185.0, 1.1), near),
        ("gaunt", 13.0, PiecePose(465.0, 400.0, 0.9), far),
        ("isolde", 28.0, PiecePose(360.0, 130.0, -0.4), near),
        ("isolde", 40.0, at["isolde"], near),
        ("gaunt", 46.0, at["gaunt"], far),
        ("greer", 62.0, at["greer"], near),
    )
    carries = tuple(PieceMove(piece, start_s, to, entry, pause_s=0.5) for piece, start_s, to, entry in moves)
    dice = (Die(560.0, 320.0, 0.4, 5), Die(575.0, 350.0, 1.1, 2), Die(700.0, 240.0, 0.9, 6), Die(722.0, 262.0, 0.2, 3))
    cards = (
        LooseCard(235.0, 345.0, 0.5, 1),
        LooseCard(350.0, 350.0, -1.2, 2),
        LooseCard(-130.0, 120.0, 0.1, 3),
        LooseCard(-120.0, 240.0, -0.2, 4),
        LooseCard(-135.0, 430.0, 1.5, 5),
        LooseCard(720.0, 430.0, 0.05, 6),
        LooseCard(735.0, 540.0, 1.7, 7),
        LooseCard(715.0, 90.0, 2.9, 8),
    )
    return replace(scene, carries=carries, period_s=72.0, dice=dice, cards=cards)


MATCH_RADII_MM = (16.0, 16.0, 16.0, 24.0, 24.0, 30.0)
"""Radii of the bases of each of two players: small, medium and large ones."""
FURTHER_RADII_MM = (16.0, 16.0, 24.0, 24.0)
"""Radii of the bases of a third and a fourth player."""
RECRUITS = 5
"""So many small bases more each of the first two players has: eight, where games on hexes let seven creatures stand."""
MATCH_TEMPLATES = 2
"""So many templates of each kind that we print lie beside a match, for each player one."""
RESERVE_MM = 900.0
"""Distance beyond the mat's edge at which models wait that are not in play, outside every image."""
RESERVE_ROW_MM = 100.0


def match(options: SceneOptions) -> Scene:
    """Returns an empty mat at the beginning of a game; the scene never repeats.

    The models wait beside it, and two templates of each kind that we print.
    """
    models = [
        (f"{owner.lower()}{number}", owner, radius_mm)
        for owner, radii_mm in zip("ABCD", (MATCH_RADII_MM,) * 2 + (FURTHER_RADII_MM,) * 2, strict=True)
        for number, radius_mm in enumerate(radii_mm, 1)
    ]
    first = len(MATCH_RADII_MM) + 1
    recruits = [(f"{owner.lower()}{first + number}", owner, 16.0) for owner in "AB" for number in range(RECRUITS)]
    models += recruits
    bases = table_layout(options.tag_mm, models, {name for name, *_ in recruits})
    layout = replace(bases, terrain=_templates())
    near_mm, far_mm = -RESERVE_MM, layout.mat.height_mm + RESERVE_MM
    beside_mm = {"A": near_mm, "B": far_mm, "C": near_mm - RESERVE_ROW_MM, "D": far_mm + RESERVE_ROW_MM}
    start = tuple((name, PiecePose(90.0 * (int(name[1:]) - 1), beside_mm[owner])) for name, owner, _ in models)
    start += tuple(
        (piece.id, PiecePose(RESERVE_ROW_MM * 2 * number, far_mm + 3 * RESERVE_ROW_MM))
        for number, piece in enumerate(layout.terrain)
    )
    return replace(still(options), layout=layout, start=start, dice=(), period_s=math.inf)


def _templates() -> tuple[TerrainLayout, ...]:
    """Returns the printed templates, each with the first of its tags: there are no more good ids."""
    ids, found = iter(TERRAIN_TAG_IDS), []
    for number in range(1, MATCH_TEMPLATES + 1):
        for template in terrain_templates():
            tag = replace(template.shape.tags[0], id=next(ids), height_mm=TERRAIN_HEIGHT_MM)
            found.append(replace(template.shape, id=f"{template.kind}-{number}", tags=(tag,)))
    return tuple(found)


def focus(options: SceneOptions) -> Scene:
    """Returns a scene in which the camera refocuses at 4 s, ends 1 % longer, and drifts back from 9 s to 13 s."""
    focal = Ramp(((0.0, 1.0), (4.0, 1.0), (4.4, 1.01), (9.0, 1.01), (13.0, 1.0)))
    blur = Ramp(((0.0, 0.6), (4.0, 0.6), (4.2, 1.6), (4.5, 0.9), (9.0, 0.9), (13.0, 0.6)))
    return replace(still(options), focal=focal, faults=Faults(blur_px=blur), period_s=18.0)


def flicker(options: SceneOptions) -> Scene:
    """Returns a scene in which a lamp on 50 Hz mains causes rolling-shutter bands, and a second one flickers."""
    return replace(demo(options), faults=Faults(bands=0.25, flicker=0.08))


def lamp(options: SceneOptions) -> Scene:
    """Returns a scene in which the right lamp goes off at 4 s, the other nearly at 8 s, and both are on from 11 s."""
    side = Ramp(((0.0, 1.0), (4.0, 1.0), (4.05, 0.0), (11.0, 0.0), (11.1, 1.0)))
    light = Ramp(((0.0, 1.0), (8.0, 1.0), (8.05, 0.25), (11.0, 0.25), (11.1, 1.0)))
    faults = Faults(light=light, side_share=0.8, side_lamp=side)
    return replace(demo(options), faults=faults)


def sweep(options: SceneOptions) -> Scene:
    """Returns a scene in which an arm sweeps over the whole table and back, and another comes from the other side."""
    near = Sweep(
        ((2.0, 60.0, -260.0), (3.0, 60.0, 480.0), (5.5, 540.0, 520.0), (7.0, 60.0, 420.0), (8.0, 60.0, -260.0)),
        (40.0, -600.0),
    )
    far = Sweep(((9.0, 520.0, 860.0), (10.0, 520.0, 160.0), (11.5, 90.0, 120.0), (12.5, 90.0, 860.0)), (0.0, 600.0))
    return replace(still(options), sweeps=(near, far), period_s=14.0)


def wavy(options: SceneOptions) -> Scene:
    """Returns a scene with a mat that is bowed by 2 mm and has waves of ± 0.5 mm across."""
    waves = (Wave(2.0, 1240.0, 0.3, 0.1), Wave(0.5, 380.0, 1.7, 0.8))
    return replace(demo(options), waves=waves)


def creep(options: SceneOptions) -> Scene:
    """Returns a scene in which the mat creeps from 3 s on, 0.2 mm per second for ten seconds, with everything on it."""
    steps = round(10.0 / CREEP_STEP_S)
    way_mm = CREEP_MM_S * CREEP_STEP_S
    mat = tuple(
        (3.0 + n * CREEP_STEP_S, PlaneShift(0.8 * way_mm * (n + 1), 0.6 * way_mm * (n + 1))) for n in range(steps)
    )
    return replace(still(options), mat=((0.0, PlaneShift()), *mat), period_s=16.0)


def corner(options: SceneOptions) -> Scene:
    """Returns a scene in which the mat's first corner is pulled by 6 mm at 4 s and smoothed at 10 s."""
    pull = MatPull(4.0, MAT_TAG_IDS[0], PlaneShift(4.8, 3.6, 0.06))
    return replace(still(options), pulls=(pull, MatPull(10.0, MAT_TAG_IDS[0], PlaneShift())), period_s=14.0)


def turned(options: SceneOptions) -> Scene:
    """Returns a scene in which the camera is turned upside down after 5 s."""
    scene = still(options)
    after = overhead(options.size, math.radians(7.0), 0.03 + math.pi)
    return replace(scene, camera=(*scene.camera, (5.0, after)), period_s=10.0)


BOARD_PITCH_MM = 60.0
BOARD_RINGS = 4
BOARD_MODELS = (
    ("greer", "A", 16.0, (-2, 0), 0.0, 0.4),
    ("cordelia", "A", 16.0, (1, -2), 0.0, 1.9),
    ("wren", "A", 12.5, (-2, 3), 0.0, 1.2),
    ("severus", "B", 16.0, (2, 1), 0.0, 2.7),
    ("vesper", "B", 12.5, (0, 1), 29.8, 0.0),
)
"""For each model: name, owner, radius of its base, its cell, its offset towards (1, 0), and its rotation."""


ASKEW_RINGS = 3
ASKEW_MM = (7.2, 9.6)
"""Shift of a bought board from the middle of the mat."""
ASKEW_DEG = 3.0


def askew(options: SceneOptions) -> Scene:
    """Returns the beginning of a match on a board of hexes that lies 12 mm and 3° askew, as a bought one may."""
    scene = match(options)
    at_mm = (MAT_MM / 2 + ASKEW_MM[0], MAT_MM / 2 + ASKEW_MM[1])
    grid = GridLayout("hex", BOARD_PITCH_MM, at_mm, ASKEW_DEG, _hexagon(ASKEW_RINGS))
    bases = {base.id for base in scene.layout.bases}
    start = tuple((piece, pose) for piece, pose in scene.start if piece in bases)
    return replace(scene, layout=replace(scene.layout, terrain=(), grid=grid), start=start)


def _hexagon(rings: int) -> tuple[tuple[int, int], ...]:
    span = range(-rings, rings + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= rings)


def board(options: SceneOptions) -> Scene:
    """Returns a board of hexes with models in its cells, one of them a fifth of a millimetre from the next cell."""
    grid = GridLayout("hex", BOARD_PITCH_MM, (MAT_MM / 2, MAT_MM / 2), 0.0, _hexagon(BOARD_RINGS))
    layout = table_layout(options.tag_mm, [model[:3] for model in BOARD_MODELS])
    mat = replace(layout.mat, placement_sigma_mm=0.2)
    start = []
    for name, _, _, cell, off_mm, angle_rad in BOARD_MODELS:
        x_mm, y_mm = grid.centre_mm(cell)
        start.append((name, PiecePose(x_mm + off_mm, y_mm, angle_rad)))
    return replace(still(options), layout=replace(layout, mat=mat, terrain=(), grid=grid), start=tuple(start), dice=())
