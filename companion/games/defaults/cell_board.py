"""The board of a game on cells, as far as it follows from what the game offers."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.board import (
    Confirmation,
    Declared,
    Destination,
    DropZone,
    FoundModel,
    Interpretation,
    Layout,
    Piece,
    PieceKind,
    Role,
    Stock,
    Zone,
)
from companion.games.command import Command, made_command
from companion.games.defaults.no_board import NoBoard
from companion.games.display.board_view import BoardView, PieceView
from companion.games.prompt import Cells, CommandSpec
from companion.games.protocol import Game
from companion.geometry import Room, room_of_cells
from companion.geometry.grid import Cell, Grid
from companion.texts import Language


class CellBoard(NoBoard):
    """The board that a game on cells begins with: it says its `grid`, its `zones`, and in which `cells` pieces stand.

    A game whose pieces are not all alike gives `layout` and `pieces` of its own.

    A command that takes a piece to a cell names the piece in its fixed field `piece` or `creature`, and takes the cell
    in a field that is offered as `Cells`. A model that is found in another cell is read as such a command.
    """

    grid: Grid
    """The cells of the board."""
    zones: tuple[Zone, ...] = ()
    """Parts of the board that mean something."""
    base = Stock(32.0, 6)
    """The size of all bases, and how many each player has."""

    def __init__(self, game: Game[Any]) -> None:
        """Takes the game, whose speech names pieces and zones."""
        self._game = game

    def cells(self, state: Any) -> Mapping[str, Cell]:  # noqa: ANN401 (the game's own state)
        """Where the pieces stand, by their ids; each belongs to the player whose id stands before its colon."""
        return {}

    def layout(self, state: Any) -> Layout:  # noqa: ANN401 (the game's own state)
        """The board with its zones."""
        return Layout(state.setup.mat_mm, self.grid, self.zones, (self.base,))

    def pieces(self, state: Any) -> tuple[Piece, ...]:  # noqa: ANN401 (the game's own state)
        """A creature in each of the cells."""
        standing = ((piece, piece.partition(":")[0], cell) for piece, cell in self.cells(state).items())
        return tuple(
            Piece(id_, owner, owner, at=cell, radius_mm=self.base.diameter_mm / 2) for id_, owner, cell in standing
        )

    def is_turned(self, state: Any, viewer: str) -> bool:  # noqa: ANN401 (the game's own state)
        """Whether the viewer's seat is at the upper side, `player_two`."""
        return any(seat.id == viewer and getattr(seat, "side", "") == "player_two" for seat in state.setup.seats)

    def interpretations(
        self, state: object, found: FoundModel, offers: Sequence[CommandSpec]
    ) -> tuple[Interpretation, ...]:
        """Each command on offer by which the piece would come to the cell where its model stands."""
        if found.piece is None or not isinstance(found.at, Cell):
            return ()
        placed = found.piece.at is None
        return tuple(
            Interpretation(
                spec.kind,
                spec.by,
                found.piece.id,
                (self._command(spec, found.at),),
                Role.PLACE if placed else Role.MOVE,
                Confirmation.SELDOM,
            )
            for spec in offers
            if self.piece_of(spec) == found.piece.id and _cell_field(spec)
        )

    def destination(self, command: Command) -> Destination | None:
        """The piece and the cell that a command names, if it names both."""
        piece = str(getattr(command, "piece", "") or getattr(command, "creature", ""))
        cells = [value for name in command.__struct_fields__ if isinstance(value := getattr(command, name), Cell)]
        return Destination(piece, cells[0]) if piece and len(cells) == 1 else None

    def drop_zones(self, state: Any, offers: Sequence[CommandSpec], declared: Declared) -> tuple[DropZone, ...]:  # noqa: ANN401 (the game's own state)
        """For each piece that a command on offer takes to a cell, the cells that it may go to."""
        pieces = {each.id: each for each in self.pieces(state)}
        return tuple(
            self._zone(state, pieces[self.piece_of(spec)], spec)
            for spec in offers
            if _cell_field(spec) and self.piece_of(spec) in pieces
        )

    def drop_zone(self, state: Any, piece: str, declared: Declared) -> DropZone | None:  # noqa: ANN401 (the game's own state)
        """None: where pieces may go is offered, or they may go nowhere."""
        return None

    def shown(self, state: Any, viewer: str, language: Language) -> BoardView:  # noqa: ANN401 (the game's own state)
        """The cells, the zones, and the pieces in the middle of their cells."""
        layout, speech = self.layout(state), self._game.speech
        return BoardView(
            layout.mat_mm,
            tuple(seat.id for seat in state.setup.seats),
            tuple(self.piece_shown(state, each, language) for each in self.pieces(state)),
            grid=layout.grid,
            zones=layout.zones_named(lambda zone: speech.name(state, zone, language)),
            turned=self.is_turned(state, viewer),
        )

    def piece_shown(self, state: Any, piece: Piece, language: Language) -> PieceView:  # noqa: ANN401 (the game's own state)
        """One piece; a game adds what it has taken, or that it acts."""
        grid = self.layout(state).grid
        cell = piece.at if isinstance(piece.at, Cell) else None
        return PieceView(
            piece.id,
            self._game.speech.name(state, piece.id, language),
            self._game.speech.mark(piece.id),
            piece.controller,
            piece.radius_mm,
            None if cell is None or grid is None else grid.centre(cell),
            cell,
            is_token=piece.kind is PieceKind.TOKEN,
            face_down=piece.face_down,
        )

    def _zone(self, state: object, piece: Piece, spec: CommandSpec) -> DropZone:
        layout, field = self.layout(state), spec.fields[_cell_field(spec)]
        cells = frozenset(field.options) if isinstance(field, Cells) else frozenset()
        return DropZone(
            of=piece.id,
            seat=spec.by,
            owner=piece.owner,
            kind=spec.kind,
            radius_mm=piece.radius_mm,
            room=Room(piece.radius_mm) if layout.grid is None else room_of_cells(layout.grid, cells, piece.radius_mm),
            asked=piece.at is None,
            is_token=piece.kind is PieceKind.TOKEN,
            cells=cells,
        )

    def _command(self, spec: CommandSpec, cell: Cell) -> Command:
        body = {"kind": spec.kind, "by": spec.by, **spec.fixed, _cell_field(spec): list(cell)}
        return made_command(self._game.command_type, body)


def _cell_field(spec: CommandSpec) -> str:
    """The only field of a command that is still open, if it takes a cell; else empty."""
    fields = [name for name, field in spec.fields.items() if isinstance(field, Cells)]
    return fields[0] if len(fields) == len(spec.fields) == 1 else ""
