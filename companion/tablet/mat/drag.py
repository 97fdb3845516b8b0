"""A model that is dragged with a finger over the picture of a simulated table: what it is, and where it would stand.

Knows nothing of Kivy.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.board import DropZone
from companion.geometry import Line, MatPoint, Room
from companion.referee import GameScreen, View
from companion.referee.api.placement import sure_mm
from companion.tablet.data.bases import Base, fitting, model_of
from companion.tablet.data.wording import GONE

PULL_MM = 4.0
"""Who is put down nearer to an enemy is meant to touch it: less than that hardly anybody keeps away."""
NEAR_ZONE_MM = 12.0
"""A finger so near to a zone means it."""


@dataclass(frozen=True, slots=True)
class DraggedModel:
    """A model under a finger.

    Attributes:
        base: Its id in the table file.
        radius_mm: Of its base.
        zone: Where it may be put down; None where that is not known (yet).
        room: The places of the zone that leave no doubt; of a model that is to be put back its one place.
        name: What it is called.
    """

    base: str
    radius_mm: float
    zone: DropZone | None = None
    room: Room | None = None
    name: str = ""


def dragged_from(view: View, bases: Iterable[Base], at: MatPoint, base_id: str | None) -> DraggedModel | None:
    """What a finger that comes down takes: the model under it, or the one that is to come to the zone there.

    Args:
        view: The newest.
        bases: Of the table.
        at: Where the finger is.
        base_id: The model under it; None for none.
    """
    play, bases = view.play, tuple(bases)
    if play is None:
        return None
    if base_id is not None:
        base = next((each for each in bases if each.id == base_id), None)
        return None if base is None else of_base(view, bases, base)
    for zone in play.zones:
        near = zone.room.nearest(at)
        if not zone.asked or near is None or _apart_mm(near, at) > zone.radius_mm + NEAR_ZONE_MM:
            continue
        fits = fitting(zone, bases, play)
        waits = next((each for each in bases if fits and each.id == fits[0]), None)
        if waits is not None and not _on_mat(view, waits.id):
            return DraggedModel(waits.id, waits.radius_mm, zone, _sure(zone.room, view, waits.id), zone.name)
    return None


def of_base(view: View, bases: tuple[Base, ...], base: Base) -> DraggedModel:
    """A model on the mat, with where it may go: back to its place, to what is asked, or where its creature may move."""
    play = view.play
    plain = DraggedModel(base.id, base.radius_mm)
    if play is None:
        return plain
    there = next((each for each in play.standing.all if each.base == base.id), None)
    if there is not None and there.ghost and not there.fits and there.at is not None:
        room = Room(base.radius_mm, lines=(Line(there.at, there.at),))
        return DraggedModel(base.id, base.radius_mm, None, room, there.name)
    for zone in play.zones:
        own = model_of(zone.of, play) == base.id
        if own or (zone.asked and there is None and base.id in fitting(zone, bases, play)):
            return DraggedModel(base.id, base.radius_mm, zone, _sure(zone.room, view, base.id), zone.name)
    grabbed = play.grabbed
    if grabbed is not None and there is not None and grabbed.of == there.of and grabbed.zone is not None:
        zone = grabbed.zone
        return DraggedModel(base.id, base.radius_mm, zone, _sure(zone.room, view, base.id), zone.name)
    return plain


def snapped(dragged: DraggedModel, view: View, wanted: MatPoint) -> MatPoint | None:
    """The place where a model comes to stand that is let go there; None while it may go nowhere."""
    room = dragged.room
    if room is None:
        return None
    if dragged.zone is not None and dragged.zone.cells:
        return _middle_of_cell(dragged.zone, view, wanted)
    near = room.nearest(wanted)
    if near is None or dragged.zone is None or dragged.zone.asked:
        return near
    touching = [_touching(near, other, dragged) for other in _enemies(view, dragged)]
    found = [each for each in touching if each is not None and room.contains(each)]
    return min(found, key=lambda each: _apart_mm(each, near), default=near)


def first_place(zone: DropZone, view: View) -> MatPoint | None:
    """A good place to show a ghost at: that nearest to the middle of the mat."""
    if zone.cells:
        return _middle_of_cell(zone, view, MatPoint(view.mat.width_mm / 2, view.mat.height_mm / 2))
    return zone.room.nearest(MatPoint(view.mat.width_mm / 2, view.mat.height_mm / 2))


def _middle_of_cell(zone: DropZone, view: View, wanted: MatPoint) -> MatPoint | None:
    """The middle of the cell that is meant; None where the board is not known."""
    board = None if view.play is None else view.play.board
    if board is None or board.grid is None:
        return None
    return min(map(board.grid.centre, sorted(zone.cells)), key=lambda each: _apart_mm(each, wanted))


def _sure(room: Room, view: View, base_id: str) -> Room:
    piece = view.piece(base_id)
    sigma_mm = 0.0 if piece is None else piece.base.sigma_mm
    return room.shrunk(sure_mm(sigma_mm, view.placement_sigma_mm))


def _on_mat(view: View, base_id: str) -> bool:
    piece = view.piece(base_id)
    return piece is not None and piece.state not in GONE


def _enemies(view: View, dragged: DraggedModel) -> list[tuple[MatPoint, float]]:
    play: GameScreen | None = view.play
    if play is None or dragged.zone is None:
        return []
    own = dragged.zone.seat
    return [
        (each.at, each.radius_mm)
        for each in play.standing.all
        if each.at is not None and each.controller != own and each.radius_mm and each.base != dragged.base
    ]


def _touching(place: MatPoint, other: tuple[MatPoint, float], dragged: DraggedModel) -> MatPoint | None:
    """The place nearest to one where a base touches another, if it is nearly there."""
    centre, radius_mm = other
    own_mm = dragged.radius_mm if dragged.zone is None else dragged.zone.radius_mm
    away_mm, touch_mm = _apart_mm(place, centre), radius_mm + own_mm
    if not 0 < away_mm - touch_mm < PULL_MM:
        return None
    share = touch_mm / away_mm
    dx_mm, dy_mm = place.x_mm - centre.x_mm, place.y_mm - centre.y_mm
    return MatPoint(centre.x_mm + share * dx_mm, centre.y_mm + share * dy_mm)


def _apart_mm(one: MatPoint, other: MatPoint) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
