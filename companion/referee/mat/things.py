"""What of a game has a place on the mat, or waits for one, as the referee compares it with what is seen."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.board import Piece, PieceKind, TemplatePlace
from companion.games.protocol import Game
from companion.games.values import Stand
from companion.geometry import MatPoint
from companion.referee.mat.cells import TableCells
from companion.referee.mat.models import RecordedPiece, middle
from companion.referee.match.match import Match


def things_in(game: Game[Any], state: Any) -> tuple[RecordedPiece, ...]:  # noqa: ANN401 (the game's own)
    """All pieces of a game; those on cells where the game's own board has them.

    Args:
        game: The rules.
        state: The game.
    """
    board = game.board
    grid = board.layout(state).grid
    cells = None if grid is None else TableCells(grid)
    return tuple(_thing(each, cells) for each in board.pieces(state))


def things_of(match: Match) -> Callable[[], tuple[RecordedPiece, ...]]:
    """What tells the things of a match as it is shown; worked out anew only when something new is shown."""
    made: dict[int, tuple[RecordedPiece, ...]] = {}

    def now() -> tuple[RecordedPiece, ...]:
        if match.version not in made:
            made.clear()
            made[match.version] = things_in(match.record.game, match.shown)
        return made[match.version]

    return now


def _thing(piece: Piece, board: TableCells | None) -> RecordedPiece:
    template, token = piece.kind is PieceKind.TEMPLATE, piece.kind is PieceKind.TOKEN
    thing = RecordedPiece(
        piece.id,
        piece.owner,
        piece.controller,
        piece.radius_mm,
        is_template=template,
        card=piece.card,
        board=None if template else board,
        is_token=token,
        piece=piece,
    )
    match piece.at:
        case None:
            return thing
        case Stand(x_mm=x_mm, y_mm=y_mm, sigma_mm=sigma_mm):
            return replace(thing, at=MatPoint(x_mm, y_mm), sigma_mm=sigma_mm)
        case TemplatePlace(outline=outline, sigma_mm=sigma_mm):
            return replace(thing, at=middle(outline), sigma_mm=sigma_mm, outline=outline)
        case cell:
            return replace(thing, at=None if board is None else board.grid.centre(cell), cell=cell)
