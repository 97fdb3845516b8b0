"""What a game puts on the mat: its board, its pieces, what a model found elsewhere may mean, and where one may be put.

All places are in the mat frame: millimetres, x to the right and y upwards as player one sees it, angles
counter-clockwise. A game on cells gives places as cells; where a cell lies on the mat is the table's affair, not the
game's: a game that is asked for a piece's place never sees in which part of its cell the base stands.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeVar

from companion.games.command import Command
from companion.games.display.board_view import AreaView, BoardView
from companion.games.measures import Measures
from companion.games.prompt import CommandSpec
from companion.games.values import Stand
from companion.geometry import Answer, Deviation, MatPoint, Path, Room, Side, SightRule
from companion.geometry.grid import Cell, Grid
from companion.texts import Language

S_contra = TypeVar("S_contra", contravariant=True)

TOO_FAR = "too_far"
"""Key of a refusal of a way that is longer than what is left: who is refused so is shown how far it may go."""


class PieceKind(StrEnum):
    """What a piece is.

    CREATURE: on a round base, somebody's. TOKEN: on the mat without being anybody's creature, such as a trap or a
    marker; it may lie face down. TEMPLATE: an area with corners.
    """

    CREATURE = "creature"
    TOKEN = "token"  # noqa: S105 (on the mat)
    TEMPLATE = "template"


@dataclass(frozen=True, slots=True)
class TemplatePlace:
    """Where a template lies.

    Attributes:
        outline: Its corners, at least three, in order.
        sigma_mm: Standard deviation of each coordinate.
        made_mm: The part of it that is due to how the template was made, as a standard deviation.
    """

    outline: tuple[MatPoint, ...]
    sigma_mm: float = 0.0
    made_mm: float = 0.0


Place = Stand | Cell | TemplatePlace
"""Where a piece is: the middle of its base, its cell, or its corners."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing of the game that has a place on the mat, or waits for one.

    Attributes:
        id: Its id in the game.
        owner: The player who brought it; empty for nobody's.
        controller: The player who commands it now; empty for nobody.
        kind: What it is.
        at: Where the game has it; None while it waits to be placed.
        radius_mm: Of its base; 0 for a template, and where nobody knows.
        card: Key of its card; empty for none, and where nobody told. Everybody may see it.
        face_down: Whether what it is stays hidden until it is turned; then `card` is empty.
    """

    id: str
    owner: str
    controller: str
    kind: PieceKind = PieceKind.CREATURE
    at: Place | None = None
    radius_mm: float = 0.0
    card: str = ""
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the board that means something to the game, drawn and printed on it.

    Attributes:
        id: Its id in the game, which `Speech.name` knows.
        owner: The player whose it is; empty for nobody's.
        cells: The cells in it; empty where it has an outline.
        outline: Its corners; empty where it is made of cells.
        tone: Its colour in pictures, one of `TONES`; empty for that of its owner, or of any zone.
        sign: A letter or sign that stands in each of its cells; empty for none.
        named: Whether its name stands in each of its cells, too.
    """

    id: str
    owner: str = ""
    cells: frozenset[Cell] = frozenset()
    outline: tuple[MatPoint, ...] = ()
    tone: str = ""
    sign: str = ""
    named: bool = False

    def view(self, name: str) -> AreaView:
        """The zone, ready to be drawn; `name` is what it is called."""
        return AreaView(self.id, name, self.outline, self.cells, self.owner, self.tone, self.sign, named=self.named)


@dataclass(frozen=True, slots=True)
class Stock:
    """Bases of one size that each player may want at hand.

    Attributes:
        diameter_mm: Of each.
        count: How many.
    """

    diameter_mm: float
    count: int


@dataclass(frozen=True, slots=True)
class Layout:
    """What a game is played on.

    Attributes:
        mat_mm: Width and height of the mat.
        grid: The cells of its board as the game prints it; holes are cells that it lacks. None for a game that
            measures. A table that says where its own cells lie (`table.toml`) is believed before this.
        zones: Parts of it that mean something.
        bases: What each player puts on it, the smallest first.
        sight: What counts as a free line of sight in this game.
    """

    mat_mm: tuple[float, float]
    grid: Grid | None = None
    zones: tuple[Zone, ...] = ()
    bases: tuple[Stock, ...] = ()
    sight: SightRule = field(default_factory=SightRule)

    def zones_named(self, name: Callable[[str], str]) -> tuple[AreaView, ...]:
        """Its zones, ready to be drawn.

        Args:
            name: What a zone is called, by its id.
        """
        return tuple(each.view(name(each.id)) for each in self.zones)


class Role(StrEnum):
    """What a reading comes to.

    MOVE: a piece of the board goes elsewhere. PLACE: a piece comes to where a prompt or a card wants it; it is done
    once its model lies still. BEGIN: it only opens the way to what was meant, which is read once it was done.
    """

    MOVE = "move"
    PLACE = "place"
    BEGIN = "begin"


class Confirmation(StrEnum):
    """Whether a reading that is surely allowed waits for a tap.

    ALWAYS: whatever players want to confirm, for the mat cannot show whether it was meant. CHANGES: where they confirm
    what changes something beyond a place. SELDOM: there only if it makes or ends contact, or ends near its limit.
    """

    ALWAYS = "always"
    CHANGES = "changes"
    SELDOM = "seldom"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a rule says against an action.

    Attributes:
        rule: The rule's id.
        key: Which sentence says what would be legal.
        values: What stands in that sentence.
    """

    rule: str
    key: str
    values: tuple[tuple[str, str | int | float], ...] = ()


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One thing that a model found elsewhere may mean.

    Attributes:
        kind: Short name, such as `move` or `run`; two readings of one model differ in it, or in seat or piece.
        seat: For whom it would be done.
        of: Id of the piece concerned.
        steps: The commands, in order, at least one; each is given in the game that the one before left.
        role: What it comes to.
        asks: Whether it waits for a tap.
        fallback: Whether it is meant only where the reading before it is not surely allowed.
        secret: Whether only its player may see it, for it names a hidden card.
        refused: Why it cannot be done although its commands may be given; None for no such reason.
        notes: Keys, within the topic `mat` of the texts, of sentences on what else it brings.
        then: Kinds of the commands that may follow at once where it makes contact with an enemy; offered with it where
            they take nothing more.
        clear_of_enemies_mm: How far from pieces of others it must stay, rim to rim; 0 where that is no question.
        clear_of_templates_mm: The same from templates.
    """

    kind: str
    seat: str
    of: str
    steps: tuple[Command, ...]
    role: Role = Role.MOVE
    asks: Confirmation = Confirmation.CHANGES
    fallback: bool = False
    secret: bool = False
    refused: Refusal | None = None
    notes: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    clear_of_enemies_mm: float = 0.0
    clear_of_templates_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class FoundModel:
    """A model that rests where the game has no place for it.

    Attributes:
        at: Where it rests, in the game's own terms.
        piece: The piece that it is; None for a template that is nothing of the game yet.
        by_hand: Whether a hand moved it away from where the game has its piece; else the game changed first.
        nudged: Whether it is so near to its place that it may only have been nudged.
        declared: What was said of it before it was touched, as `Board.declared` tells it; empty for nothing.
    """

    at: Place
    piece: Piece | None = None
    by_hand: bool = True
    nudged: bool = False
    declared: str = ""


@dataclass(frozen=True, slots=True)
class TouchedPiece:
    """One piece that is touched at the end of a move.

    Attributes:
        creature: Its id.
        enemy: Whether it is an enemy of the one that moved.
        answer: `yes` or `close`.
        gap_mm: From rim to rim.
        new: Whether it was not touched before.
    """

    creature: str
    enemy: bool
    answer: Answer
    gap_mm: float
    new: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """What people read beside the answer to a command that moves a piece.

    Attributes:
        way: The shortest legal way of its centre, or through the middles of cells; None where there is none.
        value_mm: Its length; None where there is none. In a game on cells it is drawn, and no rule hangs on it.
        limit_mm: What is left to go.
        sigma_mm: Standard deviation of the length.
        parts: The same by its causes; None where it is not told apart.
        contacts: Whom it touches there.
        leaves: Ids of the enemies whose contact it leaves.
    """

    way: Path | None = None
    value_mm: float | None = None
    limit_mm: float = 0.0
    sigma_mm: float = 0.0
    contacts: tuple[TouchedPiece, ...] = ()
    leaves: tuple[str, ...] = ()
    parts: Deviation | None = None


@dataclass(frozen=True, slots=True)
class Destination:
    """That a command takes a piece elsewhere by its own way.

    Attributes:
        piece: Its id.
        to: Where to.
    """

    piece: str
    to: Place


@dataclass(frozen=True, slots=True)
class InvolvedPieces:
    """On whose places an action rests.

    Attributes:
        pieces: Ids; an empty one is nobody.
        nudges: Whether it matters that one of them was only nudged.
        line: Whether it matters who stands between the first two.
    """

    pieces: tuple[str, ...]
    nudges: bool = False
    line: bool = False


@dataclass(frozen=True, slots=True)
class TemplateRoom:
    """Where a template may lie that is turned by an angle.

    Attributes:
        angle_rad: So far it is turned, counter-clockwise.
        corners: Its corners, turned so, about its origin; mm.
        room: All legal places of its origin, as the centre of a base without a radius.
    """

    angle_rad: float
    corners: tuple[MatPoint, ...]
    room: Room

    def outline(self, at: MatPoint) -> tuple[MatPoint, ...]:
        """Its corners in the mat frame, where its origin lies there."""
        return tuple(MatPoint(at.x_mm + each.x_mm, at.y_mm + each.y_mm) for each in self.corners)


@dataclass(frozen=True, slots=True)
class DropZone:
    """Where the model of one piece may be put down.

    Attributes:
        of: Id of the piece.
        seat: Who puts it there.
        owner: Who brought it.
        kind: Kind of the command, or of the action, such as `place` or `run`.
        radius_mm: Of its base.
        room: All legal places of the centre.
        side: The side that it is to touch; None where that is no question.
        name: What the piece is called, in the language of the screen.
        asked: Whether a prompt waits for it; else it is a way that the piece may go.
        is_token: Whether the piece is a token.
        cells: The cells that it may go to; none in a game that measures. `room` then is where the game's own board has
            them, and is made anew where the table has them elsewhere.
        templates: Of a template, one for each angle at which it fits somewhere; `room` is that of the first.
    """

    of: str
    seat: str
    owner: str
    kind: str
    radius_mm: float
    room: Room
    side: Side | None = None
    name: str = ""
    asked: bool = False
    is_token: bool = False
    cells: frozenset[Cell] = frozenset()
    templates: tuple[TemplateRoom, ...] = ()


Declared = Mapping[str, str]
"""What was said of pieces before their models were touched, by their ids, such as that one runs."""

Words = Mapping[str, Sequence[str]]
"""What a screen gives for the fields of a command."""


class Board(Protocol[S_contra]):
    """What one game puts on the mat. It changes no state, and judges nothing: `Game.decide` does."""

    @property
    def measures(self) -> Measures:
        """The rulers and tolerances of the game."""
        ...

    @property
    def between(self) -> frozenset[str]:
        """Kinds of commands that come in between: with them nobody goes on from what was done on the mat."""
        ...

    def layout(self, state: S_contra) -> Layout:
        """The board, which stays the same from the setup on."""
        ...

    def pieces(self, state: S_contra) -> tuple[Piece, ...]:
        """All that has a place on the mat or waits for one, creatures first; as far as it is known what they are."""
        ...

    def is_public(self, state: S_contra, thing: str) -> bool:
        """Whether everybody may be told that a thing is or was on the mat."""
        ...

    def is_free(self, state: S_contra) -> bool:
        """Whether nothing is being resolved or asked, so that pieces may be moved by their own rules."""
        ...

    def piece_of(self, spec: CommandSpec) -> str:
        """Whose place a command tells; empty where the offer does not say."""
        ...

    def declared(self, kind: str, values: Words) -> tuple[str, str] | None:
        """What an intent says of how a piece will be moved: its id and a word for `FoundModel.declared`, if any."""
        ...

    def involved(self, kind: str, values: Words) -> InvolvedPieces | None:
        """On whose places an action rests that a player asks for; None for one that measures nothing."""
        ...

    def destination(self, command: Command) -> Destination | None:
        """The piece that a command takes elsewhere by its own way; None for any other command."""
        ...

    def interpretations(
        self, state: S_contra, found: FoundModel, offers: Sequence[CommandSpec]
    ) -> tuple[Interpretation, ...]:
        """What a model found elsewhere may mean, the likeliest first; what is forbidden is among it.

        Args:
            state: The game, with nothing left to show of it.
            found: The model.
            offers: All that the players may do now.
        """
        ...

    def trace(self, state: S_contra, command: Command) -> Trace | None:
        """What people read beside the answer to a command; None where there is nothing.

        Args:
            state: The game in which it would be given.
            command: What is meant.
        """
        ...

    def drop_zones(self, state: S_contra, offers: Sequence[CommandSpec], declared: Declared) -> tuple[DropZone, ...]:
        """Where models may be put down now that a prompt waits for, and where the piece that acts may go.

        Args:
            state: The game.
            offers: All that the players may do now.
            declared: What was said of pieces before they were touched.
        """
        ...

    def drop_zone(self, state: S_contra, piece: str, declared: Declared) -> DropZone | None:
        """Where a piece may go that is about to be moved, with what must come before; None if there is no such place.

        Raises:
            RuleViolation: If a rule forbids that it is moved now.
        """
        ...

    def reaches(self, state: S_contra) -> Mapping[str, Mapping[str, float]]:
        """How far pieces can go, mm of way: by the piece's id and the name of the action."""
        ...

    def shown(self, state: S_contra, viewer: str, language: Language) -> BoardView:
        """The mat as a viewer may see it, ready to be drawn.

        Args:
            state: The game.
            viewer: A player's id, or `SPECTATOR`.
            language: The reader's.
        """
        ...
