"""Which base of the table file is which creature of the game, and which template which card.

A model belongs to one thing at a time. What leaves the game leaves its model free; it keeps it in mind, though, so that
a summons that was undone and comes back finds it again, unless the model has become another's by then.

Before a game players may show which miniature is which card's. Who comes to the game under that card has that model.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from msgspec import UNSET

from companion.games.board import Piece
from companion.games.values import Stand
from companion.geometry import Deviation, MatPoint
from companion.geometry.grid import Cell, Grid
from companion.referee.mat.cells import TableCells, laid_on

SAME_SIZE_MM = 1.0
"""Radii that differ by no more are the same: cutting and printing are no finer."""
ADOPTED_MM = 6.0
"""A free model that rests so near to where the record has a creature without one is that creature's."""


@dataclass(frozen=True, slots=True)
class RecordedPiece:
    """A creature, token or template of the record, as far as its place matters; mat frame.

    Attributes:
        id: Its id in the game.
        owner: The player who brought it.
        controller: The player who commands it now.
        radius_mm: Of its base, as its card says; 0 for a template, and where nobody knows.
        at: Its centre, or that of its cell; None while it waits for a place.
        sigma_mm: Standard deviation of each coordinate; 0 where it has a cell.
        outline: Corners of a template; empty for a creature.
        is_template: Whether it is one.
        card: Key of its card; empty where nobody told.
        cell: Its cell; None in a game that measures, and while it waits for a place.
        board: The cells of the game and where they lie on the mat; None in a game that measures.
        is_token: Whether it is a token.
        piece: As the game has it; None for what the game does not list.
    """

    id: str
    owner: str
    controller: str
    radius_mm: float
    at: MatPoint | None = None
    sigma_mm: float = 0.0
    outline: tuple[MatPoint, ...] = ()
    is_template: bool = False
    card: str = ""
    cell: Cell | None = None
    board: TableCells | None = None
    is_token: bool = False
    piece: Piece | None = None

    def laid_on(self, table: Grid | None, deviation: Deviation) -> "RecordedPiece":
        """A copy with the cells of the game where a table has them.

        Args:
            table: The cells of the table; None where it says nothing of them.
            deviation: How well it is known where they lie.
        """
        if self.board is None:
            return self
        board = laid_on(self.board, table, deviation)
        return replace(self, board=board, at=self.at if self.cell is None else board.grid.centre(self.cell))

    @property
    def miniature(self) -> "Miniature":
        """What its model was shown as, if it was."""
        return Miniature(self.owner, self.card)


@dataclass(frozen=True, slots=True)
class Miniature:
    """What a model was shown to be.

    Attributes:
        player: Who brought it.
        card: Key of the card that it is for.
    """

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A base, token or template as the camera knows it; mat frame.

    Attributes:
        id: Its id in the table file.
        owner: The player whom the table file names; empty for nobody's.
        radius_mm: Of the base; 0 for a template.
        at: Its centre, or the middle of the corners.
        sigma_mm: Standard deviation of each coordinate, how it was made included.
        outline: Corners of a template; empty for a base.
        is_token: Whether it is a token.
        scale_sigma: Relative standard deviation of every distance from it.
        made_mm: The part of `sigma_mm` that is due to how it was made, as a standard deviation.
        tie: Names the error of its place where others have the very same one; empty where it is its own.
    """

    id: str
    owner: str
    radius_mm: float
    at: MatPoint
    sigma_mm: float
    outline: tuple[MatPoint, ...] = ()
    is_token: bool = False
    scale_sigma: float = 0.0
    made_mm: float = 0.0
    tie: str = ""

    @property
    def stand(self) -> Stand:
        """Where it stands, as a record keeps it."""
        scale_sigma, made_mm, tie = self.scale_sigma or UNSET, self.made_mm or UNSET, self.tie or UNSET
        return Stand(self.at.x_mm, self.at.y_mm, self.sigma_mm, scale_sigma, made_mm, tie)

    @property
    def is_template(self) -> bool:
        """Whether it is a template."""
        return bool(self.outline)


@dataclass(frozen=True, slots=True)
class Models:
    """Models by the id of what they stand for; each model once.

    Attributes:
        of: Id of a base or template by the id of the creature or template of the game, those that left it among them.
        shown: What a model was shown to be before the game, by its id.
    """

    of: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    shown: Mapping[str, Miniature] = field(default_factory=lambda: MappingProxyType({}))

    def bound(self, thing: str, base: str) -> "Models":
        """From now on this model is that thing, and no other's."""
        others = {each: its for each, its in self.of.items() if its != base and each != thing}
        return replace(self, of=MappingProxyType({**others, thing: base}))

    def meant(self, thing: RecordedPiece, base: str) -> "Models":
        """A copy in which players assign a model: what it was shown to be before is forgotten if that was another."""
        kept = self if self.suits(thing, base) else self.without(base)
        return kept.bound(thing.id, base)

    def without(self, base: str) -> "Models":
        """A copy that knows nothing of what a model was shown to be."""
        return replace(self, shown=MappingProxyType({each: what for each, what in self.shown.items() if each != base}))

    def base(self, thing: str) -> str:
        """The model of a thing; empty where nobody knows it."""
        return self.of.get(thing, "")

    def thing(self, base: str) -> str:
        """What a model stands for, or stood for; empty for nothing."""
        return next((thing for thing, its in self.of.items() if its == base), "")

    def suits(self, thing: RecordedPiece, base: str) -> bool:
        """Whether a model may be meant for a thing: it was not shown to be another card's."""
        return base not in self.shown or not thing.card or self.shown[base] == thing.miniature

    def found(self, things: Iterable[RecordedPiece]) -> "Models":
        """With a model for everything of the record whose miniature was shown."""
        models, things = self, tuple(things)
        for thing in things:
            own = models.base(thing.id)
            if not thing.card or thing.is_template or (own and models.suits(thing, own)):
                continue
            taken = models.taken(things)
            free = (base for base, what in self.shown.items() if what == thing.miniature and base not in taken)
            if (base := next(free, None)) is not None:
                models = models.bound(thing.id, base)
        return models

    def taken(self, things: Iterable[RecordedPiece]) -> frozenset[str]:
        """The models of these things."""
        return frozenset(self.of[thing.id] for thing in things if thing.id in self.of)


def may_be(thing: RecordedPiece, lying: SeenPiece, players: Collection[str]) -> bool:
    """Whether a model can stand for a thing: of the same kind and size, and not marked as another player's.

    Args:
        thing: Of the record.
        lying: A model.
        players: Ids of those who play; an owner in the table file who is none of them owns nothing.
    """
    same_size = thing.radius_mm == 0 or abs(thing.radius_mm - lying.radius_mm) <= SAME_SIZE_MM
    others = lying.owner in players and lying.owner != thing.owner
    same_kind = thing.is_template == lying.is_template and thing.is_token == lying.is_token
    return same_kind and same_size and not others


def adopted(
    models: Models, things: Iterable[RecordedPiece], free: Collection[SeenPiece], players: Collection[str]
) -> Models:
    """Binds models by their places: one that lies where a thing without a model stands is its own.

    Nothing is bound where two models or two things come into question.

    Args:
        models: Those known.
        things: All of the record.
        free: Models at rest that stand for nothing of the record.
        players: Ids of those who play.
    """
    found: list[tuple[str, str]] = []
    for thing in things:
        if thing.at is not None and not models.base(thing.id):
            fitting = (each for each in free if may_be(thing, each, players) and models.suits(thing, each.id))
            near = [each for each in fitting if stands_there(thing, each, ADOPTED_MM)]
            found += [(thing.id, near[0].id)] if len(near) == 1 else []
    bases = [base for _, base in found]
    for thing_id, base in found:
        if bases.count(base) == 1:
            models = models.bound(thing_id, base)
    return models


def stands_there(thing: RecordedPiece, lying: SeenPiece, within_mm: float) -> bool:
    """Whether a model is where the record has it: within its cell as far as that can be told, else so near to it.

    Raises:
        ValueError: If the thing has no place.
    """
    if thing.cell is not None and thing.board is not None:
        return thing.cell in thing.board.snap(lying.at, lying.sigma_mm).candidates
    return away_mm(thing, lying) <= within_mm


def away_mm(thing: RecordedPiece, lying: SeenPiece) -> float:
    """How far a model is from where the record has it; of a template, its corner that is farthest off.

    Raises:
        ValueError: If the thing has no place.
    """
    if thing.at is None:
        raise ValueError(f"{thing.id} has no place yet")
    if thing.is_template and len(thing.outline) == len(lying.outline):
        return max(_apart_mm(one, other) for one, other in zip(thing.outline, lying.outline, strict=True))
    return _apart_mm(thing.at, lying.at)


def middle(corners: tuple[MatPoint, ...]) -> MatPoint:
    """The middle of some corners."""
    count = len(corners)
    return MatPoint(sum(each.x_mm for each in corners) / count, sum(each.y_mm for each in corners) / count)


def _apart_mm(one: MatPoint, other: MatPoint) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
