"""The bases of the table file: which of them a model may stand on. Knows nothing of Kivy."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from companion.games.board import DropZone
from companion.geometry import MatPoint
from companion.referee import GameScreen
from companion.referee.api.placement import UnknownPiece
from companion.referee.core.session import Setup
from companion.referee.mat.models import RecordedPiece, SeenPiece, may_be


@dataclass(frozen=True, slots=True)
class Base:
    """A base of the table file.

    Attributes:
        id: Its id there.
        owner: The player whom the file names; empty for nobody's.
        radius_mm: Its radius.
        is_token: Whether it is a token.
    """

    id: str
    owner: str
    radius_mm: float
    is_token: bool = False


def bases_of(setup: Setup) -> tuple[Base, ...]:
    """All bases of a table, in the order of its file."""
    return tuple(Base(each.id, each.owner or "", each.radius_mm, each.is_token) for each in setup.layout.bases)


@dataclass(frozen=True, slots=True)
class TemplateShape:
    """A terrain template of the table file.

    Attributes:
        id: Its id there.
        corners: About its origin, in mm.
    """

    id: str
    corners: tuple[MatPoint, ...]


def templates_of(setup: Setup) -> tuple[TemplateShape, ...]:
    """All templates of a table, in the order of its file."""
    return tuple(
        TemplateShape(each.id, tuple(MatPoint(*corner) for corner in each.polygon_mm)) for each in setup.layout.terrain
    )


def fitting(zone: DropZone, bases: Iterable[Base], play: GameScreen) -> tuple[str, ...]:
    """Ids of the bases on which a model may come to a zone, those that lie on the mat already first.

    Args:
        zone: Where it may be put down.
        bases: Of the table.
        play: The game, which knows whose models are whose.
    """
    own = model_of(zone.of, play)
    if own:
        return (own,)
    thing = RecordedPiece(zone.of, zone.owner, zone.owner, zone.radius_mm, is_token=zone.is_token)
    taken = {each.base for each in play.standing.all if each.base}
    players = [seat for seat, _ in play.players]
    free = [each for each in bases if each.id not in taken and may_be(thing, _lying(each), players)]
    marked = [each for each in free if each.owner == zone.owner]  # others are named only where there are none of these
    on_mat = {each.base for each in play.standing.strangers}
    return tuple(each.id for each in sorted(marked or free, key=lambda one: one.id not in on_mat))


def misfits(zone: DropZone, play: GameScreen) -> tuple[UnknownPiece, ...]:
    """Bases on the mat that cannot be the model that is to come to a zone; none as soon as something there can be it.

    A base of another player is only meant by it where it lies in the zone.
    """
    strangers = play.standing.strangers
    if not zone.asked or model_of(zone.of, play) or any(zone.of in each.may_be for each in strangers):
        return ()
    nobodys = [each for each in strangers if _is_misfit(each, zone)]
    return tuple(each for each in nobodys if each.owner in {"", zone.owner} or _lies_in(each, zone))


def _is_misfit(stranger: UnknownPiece, zone: DropZone) -> bool:
    """Whether it might be taken for the model that is to come, and can be nothing of the record."""
    alike = bool(stranger.radius_mm) and stranger.is_token == zone.is_token
    return alike and not stranger.may_be and not stranger.former


def _lies_in(stranger: UnknownPiece, zone: DropZone) -> bool:
    place = zone.room.nearest(stranger.at)
    if place is None:
        return False
    return math.hypot(place.x_mm - stranger.at.x_mm, place.y_mm - stranger.at.y_mm) < zone.radius_mm


def model_of(creature: str, play: GameScreen) -> str:
    """The base that is known to be a creature's model; empty where nobody knows."""
    there = play.standing.of(creature)
    return "" if there is None else there.base


def _lying(base: Base) -> SeenPiece:
    return SeenPiece(base.id, base.owner, base.radius_mm, MatPoint(0.0, 0.0), 0.0, is_token=base.is_token)
