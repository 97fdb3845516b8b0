"""A model that is dragged with a finger over the picture of a simulated table: what it is, and where it would stand.

Knows nothing of Kivy.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.board import DropZone, TemplateRoom
from companion.geometry import Line, MatPoint, Room
from companion.referee import GameScreen, View
from companion.referee.api.placement import sure_mm
from companion.referee.virtual_mat.drawn_mat import HAND_SIGMA_MM, SNAPPED_SIGMA_MM
from companion.tablet.data.bases import Base, TemplateShape, fitting, model_of
from companion.tablet.data.wording import GONE

SHAPE_MM = 1.0
"""Corners of templates of one shape are nowhere farther apart."""
TEMPLATE_SIGMA_MM = 0.6
"""Standard deviation of a template's corners, as a camera sees them: they are far from its tags."""
PULL_MM = 4.0
"""Who is put down nearer to an enemy is meant to touch it: less than that hardly anybody keeps away."""
NEAR_ZONE_MM = 12.0
"""A finger so near to a zone means it."""
SAME_RAD = 0.01
"""Templates that are turned alike differ by less."""
SNAP_MM = 12.0
"""On a drawn mat a finger so near to a place that the rules allow means that one; farther off it chooses for itself."""


@dataclass(frozen=True, slots=True)
class DraggedModel:
    """A model under a finger.

    Attributes:
        base: Its id in the table file.
        radius_mm: Of its base.
        zone: Where it may be put down; None where that is not known (yet).
        room: The places of the zone that leave no doubt; of a model that is to be put back its one place.
        name: What it is called.
        template: How it is turned, of a template.
    """

    base: str
    radius_mm: float
    zone: DropZone | None = None
    room: Room | None = None
    name: str = ""
    template: TemplateRoom | None = None


def laying(view: View) -> DropZone | None:
    """The zone of a template that is to be laid; None where none is, or where it lies already."""
    play = view.play
    if play is None:
        return None
    proposed = {each.of for each in play.proposals}
    return next((each for each in play.zones if each.templates and each.of not in proposed), None)


def asked_for(view: View) -> DropZone | None:
    """The zone of a model that is to be put down; None where none is, or where it stands already."""
    play = view.play
    if play is None:
        return None
    proposed = {each.of for each in play.proposals}
    return next((each for each in play.zones if each.asked and not each.templates and each.of not in proposed), None)


def template_for(zone: DropZone, templates: Iterable[TemplateShape], view: View) -> str:
    """The id of a template beside the mat that has the shape of what is to be laid; empty where there is none.

    Args:
        zone: Where it may be laid.
        templates: Of the table.
        view: The newest.
    """
    there, wanted = {each.id for each in view.terrain}, zone.templates[0].corners
    found = (each.id for each in templates if each.id not in there and _is_shape(each.corners, wanted))
    return next(found, "")


def template_dragged(zone: DropZone, room: TemplateRoom, piece: str, view: View) -> DraggedModel:
    """A template under a finger, turned in one of the ways in which it may lie."""
    sure = room.room.shrunk(sure_mm(TEMPLATE_SIGMA_MM, view.placement_sigma_mm))
    return DraggedModel(piece, 0.0, zone, sure, zone.name, room)


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


def aimed(dragged: DraggedModel, view: View, at: MatPoint) -> MatPoint:
    """Where a finger wants a model that moves: a finger on an enemy means the place in front of that one, in contact.

    Args:
        dragged: What the finger holds.
        view: The newest.
        at: Where the finger is.
    """
    piece = view.piece(dragged.base)
    if piece is None or dragged.zone is None or dragged.zone.asked or dragged.zone.cells:
        return at
    start = piece.base.centre
    for centre, radius_mm in _enemies(view, dragged):
        away_mm = _apart_mm(start, centre)
        if away_mm and _apart_mm(at, centre) <= radius_mm:
            return _towards(centre, start, (radius_mm + dragged.zone.radius_mm) / away_mm)
    return at


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
    return _contact(dragged, room, view, near) or near


def _contact(dragged: DraggedModel, room: Room | None, view: View, near: MatPoint) -> MatPoint | None:
    """The place of a room nearest to one where a model touches an enemy, if it is nearly there."""
    touching = [_touching(near, other, dragged) for other in _enemies(view, dragged)]
    found = [each for each in touching if each is not None and (room is None or room.contains(each))]
    return min(found, key=lambda each: _apart_mm(each, near), default=None)


@dataclass(frozen=True, slots=True)
class SnapRoom:
    """Where the program lays a model of a drawn mat that a finger lets go nearby.

    Attributes:
        dragged: The model, with the places that leave no doubt once the program has chosen one.
        free: The places that leave no doubt also where a finger chose them: there it may stand anywhere.
        beside: Where it may be laid against an enemy, whose own place a finger chose; None for anywhere.
        touches: Whether it may come into contact at all.
    """

    dragged: DraggedModel
    free: Room | None = None
    beside: Room | None = None
    touches: bool = False

    @classmethod
    def of(cls, dragged: DraggedModel, view: View, sigma_mm: float) -> "SnapRoom":
        """The room of a model.

        Args:
            dragged: As `of_base` has it.
            view: The newest.
            sigma_mm: Standard deviation of where it stood, each coordinate; 0 for one that comes.
        """
        zone = dragged.zone
        if zone is None:
            board = None if view.play is None else view.play.board
            on_cells = board is not None and board.grid is not None
            return cls(dragged, touches=dragged.room is None and not on_cells)
        if dragged.room is None or zone.cells:
            return cls(replace(dragged, room=None))
        made_mm = view.placement_sigma_mm
        # A stretch ends where another model would be too near: as exactly as that one stands.
        others = () if zone.room.patches else (each.base for each in view.pieces if each.base.id != dragged.base)
        other_mm = max((each.sigma_mm for each in others), default=0.0)
        sure = zone.room.shrunk(sure_mm(sigma_mm, SNAPPED_SIGMA_MM, made_mm, other_mm))
        beside = zone.room.shrunk(sure_mm(sigma_mm, HAND_SIGMA_MM, made_mm))
        # Beside a wall the question is what is touched: there, too, the program has to choose.
        walled = replace(zone.room, lines=(), walls=())
        free = walled.shrunk(sure_mm(sigma_mm, HAND_SIGMA_MM, made_mm))
        return cls(replace(dragged, room=sure), None if free == walled else free, beside, touches=not zone.asked)

    @classmethod
    def of_template(cls, zone: DropZone | None, piece: str, angle_rad: float, view: View) -> "SnapRoom":
        """The room of a template.

        Args:
            zone: Where it may be laid; None where none is to be.
            piece: Its id.
            angle_rad: So far it is turned, counter-clockwise.
            view: The newest.
        """
        rooms = () if zone is None else zone.templates
        room = next((each for each in rooms if _angle_rad(each.angle_rad, angle_rad) < SAME_RAD), None)
        if zone is None or room is None:  # turned so it fits nowhere
            return cls(DraggedModel(piece, 0.0))
        made_mm = view.placement_sigma_mm
        sure = room.room.shrunk(sure_mm(SNAPPED_SIGMA_MM, made_mm))
        free = room.room.shrunk(sure_mm(HAND_SIGMA_MM, made_mm))
        return cls(DraggedModel(piece, 0.0, zone, sure, zone.name, room), None if free == room.room else free)

    def place(self, view: View, wanted: MatPoint) -> MatPoint | None:
        """The place that the program chooses for a model that is let go there; None where a finger chooses it."""
        if (touching := self._touching(view, wanted)) is not None:
            return touching
        if self.free is not None and self.free.contains(wanted):
            return None
        place = snapped(self.dragged, view, wanted)
        return place if place is not None and _apart_mm(place, wanted) <= SNAP_MM else None

    def _touching(self, view: View, wanted: MatPoint) -> MatPoint | None:
        near = wanted if self.beside is None else self.beside.nearest(wanted)
        if not self.touches or near is None:
            return None
        place = _contact(self.dragged, self.beside, view, near)
        return place if place is not None and _apart_mm(place, wanted) <= SNAP_MM else None


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


def _is_shape(corners: tuple[MatPoint, ...], wanted: tuple[MatPoint, ...]) -> bool:
    return len(corners) == len(wanted) and all(
        _apart_mm(one, other) <= SHAPE_MM for one, other in zip(corners, wanted, strict=True)
    )


def _on_mat(view: View, base_id: str) -> bool:
    piece = view.piece(base_id)
    return piece is not None and piece.state not in GONE


def _enemies(view: View, dragged: DraggedModel) -> list[tuple[MatPoint, float]]:
    play: GameScreen | None = view.play
    own = _player_of(view, dragged)
    if play is None or not own:
        return []
    return [
        (each.at, each.radius_mm)
        for each in play.standing.all
        if each.at is not None and each.controller != own and each.radius_mm and each.base != dragged.base
    ]


def _player_of(view: View, dragged: DraggedModel) -> str:
    """Whose model is dragged; empty where nobody knows."""
    if dragged.zone is not None:
        return dragged.zone.seat
    standing = view.play.standing.all if view.play is not None else ()
    return next((each.controller for each in standing if each.base == dragged.base), "")


def _touching(place: MatPoint, other: tuple[MatPoint, float], dragged: DraggedModel) -> MatPoint | None:
    """The place nearest to one where a base touches another, if it is nearly there."""
    centre, radius_mm = other
    own_mm = dragged.radius_mm if dragged.zone is None else dragged.zone.radius_mm
    away_mm, touch_mm = _apart_mm(place, centre), radius_mm + own_mm
    if away_mm == 0.0 or away_mm - touch_mm >= PULL_MM:
        return None
    return _towards(centre, place, touch_mm / away_mm)


def _towards(start: MatPoint, end: MatPoint, share: float) -> MatPoint:
    """The point at a share of the way from one to another."""
    return MatPoint(start.x_mm + share * (end.x_mm - start.x_mm), start.y_mm + share * (end.y_mm - start.y_mm))


def _angle_rad(one_rad: float, other_rad: float) -> float:
    """Between two directions, at least 0."""
    return abs(math.remainder(one_rad - other_rad, math.tau))


def _apart_mm(one: MatPoint, other: MatPoint) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
