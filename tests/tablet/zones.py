"""Games that wait for a model, or let one move, as far as screens look at them."""

from types import SimpleNamespace

from companion.games.board import DropZone
from companion.geometry import Line, MatPoint, Room, Side, room_around
from companion.referee.api.placement import MatState, Placement, PlacementState, UnknownPiece
from companion.referee.api.rolls import Throw
from companion.tablet.data.bases import Base
from tests.tablet.views import SCENE

PLAYERS = (("A", "Ann"), ("B", "Bartholomew the Unhurried"))
BASES = (
    Base("greer", "A", 16.0),
    Base("a4", "A", 24.0),
    Base("a5", "A", 24.0),
    Base("b4", "B", 24.0),
    Base("sir-robin", "B", 16.0),
    Base("spare", "", 24.0),
)
LONG = "Griselda Harrow, First Stoker of the Kettle Clans"
LOW = Room(24.0, lines=(Line(MatPoint(24.0, 24.0), MatPoint(576.0, 24.0)),))
HERO = DropZone("A:hero", "A", "A", "placehero", 24.0, LOW, Side.PLAYER_ONE, LONG, asked=True)
AROUND = room_around(SCENE, "greer", 16.0, 100.0)
MOVE = DropZone("A:1", "A", "A", "move", 16.0, AROUND, None, "Greer")


def there(of, base, at, radius_mm=16.0, **more):
    """A creature with its model where the record has it."""
    controller = of.partition(":")[0]
    return Placement(of, controller, base, PlacementState.IN_PLACE, radius_mm, at=at, seen=at, name=of, **more)


def lies(base, owner, radius_mm, at, may_be=()):
    """A base on the mat that the record does not know."""
    return UnknownPiece(base, at, owner, radius_mm, may_be)


def game(zones=(HERO,), creatures=(), strangers=(), grabbed=None):
    """The moment of a game."""
    standing = MatState(tuple(creatures), strangers=tuple(strangers))
    return SimpleNamespace(
        zones=tuple(zones),
        standing=standing,
        players=PLAYERS,
        proposals=(),
        grabbed=grabbed,
        seats=(),
        throw=Throw(),
        undoing=None,
        board=None,
        asked=(),
        ending=None,
    )
