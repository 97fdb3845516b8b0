"""Where models may be put down, beside one game: drawn on the tablet, and what a finger's drag snaps to."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.board import DropZone
from companion.games.command import SPECTATOR
from companion.games.display.board_view import BoardView
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import SightRule, room_of_cells
from companion.geometry.grid import Grid
from companion.presentation.teller import Teller
from companion.referee.api.held_model import HeldModel
from companion.referee.mat.cells import grid_laid_on
from companion.referee.match.command_builder import Values
from companion.referee.match.match import Match
from companion.texts import Language

Drops = tuple[tuple[DropZone, ...], HeldModel | None]
Reaches = Mapping[str, Mapping[str, float]]


class ZoneController:
    """The zones of one match, worked out where something new is shown or another model is taken."""

    def __init__(self, match: Match) -> None:
        """Prepares.

        Args:
            match: The game.
        """
        self._match = match
        self._board = match.record.game.board
        self._declared: tuple[int, dict[str, str]] = (-1, {})
        self._held, self._told_why = "", ""
        self._made: tuple[object, Drops] | None = None
        self._reaches: tuple[int, Reaches] = (-1, {})
        self._shown: tuple[object, BoardView] | None = None
        self._table: Grid | None = None

    @property
    def declared(self) -> Mapping[str, str]:
        """What was said of pieces that have not moved since, such as that one runs; by their ids."""
        version, declared = self._declared
        return declared if version == self._match.version else {}

    def lie_on(self, table: Grid | None) -> None:
        """Says where the table has its cells; None where it says nothing of them."""
        self._table = table

    @property
    def held(self) -> str:
        """Id of the piece whose model a finger holds; empty for none."""
        return self._held

    @property
    def reaches(self) -> Reaches:
        """How far pieces can go now, see `Board.reaches`."""
        version = self._match.version
        if self._reaches[0] != version:
            self._reaches = version, self._board.reaches(self._state)
        return self._reaches[1]

    @property
    def sight(self) -> SightRule:
        """What counts as a free line of sight in this game."""
        return self._board.layout(self._state).sight

    def board(self, language: Language, holder: str) -> BoardView:
        """The mat as who holds the tablet may see it; nobody's id for everybody."""
        as_of = self._match.version, language, holder, self._table
        if self._shown is None or self._shown[0] != as_of:
            board = self._match.teller(language, holder or SPECTATOR).board
            laid = None if board.grid is None else grid_laid_on(board.grid, self._table)
            self._shown = as_of, board if laid is None else board.laid_on(laid)
        return self._shown[1]

    def submitted(self, kind: str, values: Values) -> None:
        """Is told every intent: it may say how a piece will be moved, even before its model was touched."""
        said = self._board.declared(kind, values)
        if said is not None:
            piece, word = said
            self._declared = self._match.version, {**self.declared, piece: word}

    def hold(self, piece: str) -> None:
        """A finger takes the model of a piece; nobody's id lets go."""
        if piece != self._held:
            self._held, self._told_why, self._made = piece, "", None

    def drops(self, language: Language) -> Drops:
        """All zones, and what there is to say of the model that is held."""
        match, state = self._match, self._state
        as_of = match.version, language, self._held, tuple(self.declared.items()), self._table
        if self._made is None or self._made[0] != as_of:
            quiet = match.pause_left_s is not None or match.record.game.tally.outcome(state) is not None
            zones = () if quiet else self._open(state)
            teller = match.teller(language)
            grabbed = self._grabbed(state, zones, teller) if self._held and not quiet else None
            self._made = as_of, (tuple(self._told(each, teller) for each in zones), grabbed)
        return self._made[1]

    @property
    def _state(self) -> Any:  # noqa: ANN401 (the game's own)
        return self._match.shown

    def _open(self, state: Any) -> tuple[DropZone, ...]:  # noqa: ANN401 (the game's own)
        game = self._match.record.game
        offers = tuple(spec for seat in self._match.players for spec in game.commands(state, seat))
        return self._board.drop_zones(state, offers, self.declared)

    def _grabbed(
        self,
        state: Any,  # noqa: ANN401 (the game's own)
        zones: tuple[DropZone, ...],
        teller: Teller,
    ) -> HeldModel | None:
        """What there is to say of the held model; nothing where it was refused, and the game has gone on since."""
        zone = next((each for each in zones if each.of == self._held), None)
        try:
            zone = zone or self._board.drop_zone(state, self._held, self.declared)
        except RuleViolation as violation:
            self._told_why = self._told_why or violation.key
            if violation.key != self._told_why:
                return None
            controllers = (each.controller for each in self._board.pieces(state) if each.id == self._held)
            return HeldModel(self._held, why=teller.to(next(controllers, "")).refusal(violation))
        return HeldModel(self._held, None if zone is None else self._told(zone, teller))

    def _told(self, zone: DropZone, teller: Teller) -> DropZone:
        """A zone with the name of its piece, and its cells where the table has them."""
        named, own = replace(zone, name=teller.name(zone.of)), self._board.layout(self._state).grid
        if not zone.cells or own is None:
            return named
        return replace(named, room=room_of_cells(grid_laid_on(own, self._table), zone.cells, zone.radius_mm))
