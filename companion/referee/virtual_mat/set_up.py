"""A mat in the computer set out for a game that goes on: every model where it was left.

Where that was not kept, models stand where the record has them.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from companion.games.board import Stock
from companion.geometry import EXACT, MatPoint
from companion.printing.stock import terrain_templates
from companion.referee.history.replay import open_record
from companion.referee.mat.cells import grid_of
from companion.referee.mat.models import Models, RecordedPiece, SeenPiece, may_be
from companion.referee.mat.models_file import models_beside, read_models
from companion.referee.mat.things import things_in
from companion.referee.virtual_mat.drawn_mat import DrawnMat
from companion.referee.virtual_mat.mat_file import MatFile, Pose, Poses, mat_beside
from vision.simulation.scene.script import PiecePose
from vision.sources.simulated import SimulatedCamera
from vision.table import BaseLayout, TableLayout, TerrainLayout

SPARE_TEMPLATES = 3
"""Of each kind."""
SAME_MM = 1.0
"""Templates whose edges differ by no more are of one shape."""


@dataclass(frozen=True, slots=True)
class MatSetup:
    """How a game stands, as far as its mat goes.

    Attributes:
        things: What has a place.
        models: Which base is what.
        players: Ids of those who play.
        bases: That each player has at hand on a drawn mat; nobody has to print them.
        mat_mm: Width and height of the mat that the game is played on.
    """

    things: tuple[RecordedPiece, ...]
    models: Models
    players: tuple[str, ...]
    bases: tuple[Stock, ...]
    mat_mm: tuple[float, float]


def set_out(
    mat: SimulatedCamera | DrawnMat, camera: str, game: Path, table: Path | None = None
) -> tuple[SimulatedCamera | DrawnMat, MatFile]:
    """Sets a mat out for a game that goes on.

    Args:
        mat: Not looked at yet.
        camera: What the player calls it.
        game: The file of the game, which exists.
        table: The table file that was named for the mat; None where it brings its own.

    Returns:
        The mat as it was left, and the file in which it is kept from now on.

    Raises:
        RecordError: If the game cannot be read.
    """
    stood = read_stood(game)
    stood = replace(stood, things=tuple(each.laid_on(grid_of(mat.layout), EXACT) for each in stood.things))
    file = MatFile(mat_beside(game), camera, table)
    kept = file.read()
    if isinstance(mat, DrawnMat):
        width_mm, height_mm = stood.mat_mm
        own = replace(mat.layout, mat=replace(mat.layout.mat, width_mm=width_mm, height_mm=height_mm))
        layout = with_spares(own, stood.players, stood.bases)
        poses = poses_of_record(stood, layout) if kept is None else kept
        mat = DrawnMat(layout, poses, file)
        file.write(mat.poses)
        return mat, file
    start = dict(mat.table.scene.start)
    poses = poses_of_record(stood, mat.layout) if kept is None else kept
    start |= {
        piece: PiecePose(
            pose.x_mm, pose.y_mm, start[piece].angle_rad if kept is None and piece in start else pose.angle_rad
        )
        for piece, pose in poses.items()
        if piece in start
    }
    mat.table.goes_on(lambda scene: replace(scene, start=tuple(start.items())))
    file.write({piece: Pose(pose.x_mm, pose.y_mm, pose.angle_rad) for piece, pose in start.items()})
    return mat, file


def read_stood(game: Path) -> MatSetup:
    """How a game stands.

    Raises:
        RecordError: If it cannot be read.
    """
    with closing(open_record(game)) as record:
        rules, state = record.game, record.state
    players = tuple(seat.id for seat in state.setup.seats)
    models = read_models(models_beside(game))
    layout = rules.board.layout(state)
    return MatSetup(things_in(rules, state), models, players, layout.bases, layout.mat_mm)


def poses_of_record(stood: MatSetup, layout: TableLayout) -> Poses:
    """Where the record has everything: each as its own model, else as one of its size that is nobody else's."""
    poses: dict[str, Pose] = {}
    bound = stood.models.taken(stood.things)
    for thing in stood.things:
        if thing.at is None:
            continue
        own = stood.models.base(thing.id)
        names = (own, *(each.id for each in layout.pieces if each.id not in bound))
        free = [each for each in (_piece(layout, name) for name in names) if each is not None and each.id not in poses]
        for piece in free:
            pose = _pose(thing, piece, stood.players)
            if pose is not None:
                poses[piece.id] = pose
                break
    return poses


def _piece(layout: TableLayout, name: str) -> BaseLayout | TerrainLayout | None:
    return next((each for each in layout.pieces if each.id == name), None)


def _pose(thing: RecordedPiece, piece: BaseLayout | TerrainLayout, players: Collection[str]) -> Pose | None:
    """How a piece stands for a thing of the record; None where it cannot."""
    if thing.at is None:
        return None
    if isinstance(piece, TerrainLayout):
        return laid_as(piece.polygon_mm, thing.outline) if thing.is_template else None
    lying = SeenPiece(piece.id, piece.owner or "", piece.radius_mm, thing.at, 0.0, is_token=piece.is_token)
    return Pose(thing.at.x_mm, thing.at.y_mm) if may_be(thing, lying, players) else None


def laid_as(polygon_mm: Sequence[tuple[float, float]], outline: Sequence[MatPoint]) -> Pose | None:
    """How a template lies whose corners are those of an outline; None for a template of another shape."""
    if len(polygon_mm) != len(outline):
        return None
    lying = [(each.x_mm, each.y_mm) for each in outline]
    if any(abs(own - its) > SAME_MM for own, its in zip(_edges_mm(polygon_mm), _edges_mm(lying), strict=True)):
        return None
    turned_rad = _heading_rad(lying) - _heading_rad(polygon_mm)
    cos, sin = math.cos(turned_rad), math.sin(turned_rad)
    (x_mm, y_mm), (own_x_mm, own_y_mm) = lying[0], polygon_mm[0]
    return Pose(x_mm - cos * own_x_mm + sin * own_y_mm, y_mm - sin * own_x_mm - cos * own_y_mm, turned_rad)


def _edges_mm(corners: Sequence[tuple[float, float]]) -> Iterator[float]:
    return (math.dist(*ends) for ends in pairwise((*corners, corners[0])))


def _heading_rad(corners: Sequence[tuple[float, float]]) -> float:
    (x_mm, y_mm), (next_x_mm, next_y_mm) = corners[:2]
    return math.atan2(next_y_mm - y_mm, next_x_mm - x_mm)


def with_spares(layout: TableLayout, players: Collection[str], stock: Sequence[Stock]) -> TableLayout:
    """A layout with as many bases of each size for each player, and templates of each kind, as a game may want."""
    bases = list(layout.bases)
    for player in players:
        for size in stock:
            diameter_mm = size.diameter_mm
            ids = {each.id for each in bases}
            own = [
                each
                for each in bases
                if each.owner == player and each.radius_mm == diameter_mm / 2 and not each.is_token
            ]
            free = (name for number in range(1, 100) if (name := f"{player}-{diameter_mm:g}-{number}") not in ids)
            bases += [BaseLayout(next(free), diameter_mm / 2, (), player) for _ in range(size.count - len(own))]
    terrain = list(layout.terrain)
    for template in terrain_templates():
        ids = {each.id for each in terrain}
        names = (f"{template.kind}-{number}" for number in range(1, SPARE_TEMPLATES + 1))
        terrain += [replace(template.shape, id=name, tags=()) for name in names if name not in ids]
    return replace(layout, bases=tuple(bases), terrain=tuple(terrain))
