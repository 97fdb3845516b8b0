"""What a touch on a cell of the mat's picture answers: the offers that take that cell. Knows nothing of Kivy."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.display.offers import Offer
from companion.games.prompt import cell_word
from companion.geometry import MatPoint
from companion.geometry.grid import Cell
from companion.referee import GameScreen, SubmitCommand
from companion.referee.screen.reach import creature_of


@dataclass(frozen=True, slots=True)
class CellAnswer:
    """One thing that a touch on a cell may mean.

    Attributes:
        seat: For whom it is done.
        offer: What is done.
        field: The field of the offer that takes the cell.
        cell: The cell.
        piece: Id of the piece that goes there; empty where none does.
        is_second: Whether the piece may first of all be taken somewhere in another way, such as by a move before a run.
    """

    seat: str
    offer: Offer
    field: str
    cell: Cell
    piece: str = ""
    is_second: bool = False

    @property
    def act(self) -> SubmitCommand:
        """The command that it gives."""
        fixed = {name: (word,) for name, word in self.offer.fixed.items()}
        return SubmitCommand(self.seat, self.offer.kind, {**fixed, self.field: (cell_word(self.cell),)})


def lit_cells(play: GameScreen, chosen: str = "") -> frozenset[Cell]:
    """The cells that answer something now.

    Args:
        play: The game.
        chosen: Id of the model that is chosen; its own cells alone are lit if it has any.
    """
    found, own = tuple(_answers(play)), creature_of(play, chosen) if chosen else ""
    mine = [each for each in found if own and each.piece == own]
    return frozenset(each.cell for each in mine or found)


def second_cells(play: GameScreen) -> frozenset[Cell]:
    """The cells that a piece reaches only in its second way, such as by a run."""
    found = tuple(_answers(play))
    return frozenset(each.cell for each in found) - {each.cell for each in found if not each.is_second}


def answers_at(play: GameScreen, at: MatPoint, chosen: str = "", touched: str = "") -> tuple[CellAnswer, ...]:
    """What a touch may mean: that of the model that is chosen, else all that take the cell.

    A model that is touched is meant itself, unless a chosen one may go to its cell or a cell is asked for that no piece
    goes to. Where a piece comes in its first way, such as by a move, nobody is asked about the second.

    Args:
        play: The game.
        at: Where the mat was touched.
        chosen: Id of the model that is chosen; empty for none.
        touched: Id of the model that stands there; empty for none.
    """
    if play.board is None or play.board.grid is None:
        return ()
    cell, own = play.board.grid.cell_at(at), creature_of(play, chosen) if chosen else ""
    found = [each for each in _answers(play) if each.cell == cell]
    mine = [each for each in found if own and each.piece == own and touched != chosen]
    meant = mine or [each for each in found if not touched or not each.piece]
    first = [each.offer.fixed for each in meant if not each.is_second]
    return tuple(each for each in meant if not (each.is_second and each.offer.fixed in first))


def _answers(play: GameScreen) -> Iterator[CellAnswer]:
    """All that can be answered with a cell and nothing else, of what lies open or is the holder's."""
    board = play.board
    cells = {} if board is None or board.grid is None else {cell_word(each): each for each in board.grid.cells}
    for seat in play.seats if cells else ():
        offers = [each.offer for task in play.tasks_of(seat) for each in task.offers]
        offers += [each.offer for group in play.groups_of(seat) for each in group.offers]
        first: dict[tuple[tuple[str, str], ...], str] = {}
        for offer in offers:
            if len(offer.inputs) == 1 and offer.inputs[0].is_cell:
                piece, taken, of = _piece(play, seat.seat, offer), offer.inputs[0], tuple(sorted(offer.fixed.items()))
                is_second = bool(of) and first.setdefault(of, offer.kind) != offer.kind
                for choice in taken.choices:
                    yield CellAnswer(seat.seat, offer, taken.field, cells[choice.value], piece, is_second)


def _piece(play: GameScreen, seat: str, offer: Offer) -> str:
    """The piece that goes to the cell; empty where none does."""
    zones = (zone for zone in play.zones if (zone.seat, zone.kind) == (seat, offer.kind))
    return next((zone.of for zone in zones if zone.of in offer.fixed.values()), "")
