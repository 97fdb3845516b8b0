"""True-scale sheets to print: mats, bases, terrain, rulers, boards, dice and decks.

Each `print_…` takes checked options, writes PDFs into their folder and answers the files written. Sheets that carry
tags of the table extend one table file beside them, so that `print_mat` and `print_bases` into the same folder give a
table that covers both.
"""

from companion.printing.errors import PrintingError
from companion.printing.options import (
    BaseOptions,
    BaseOrder,
    BoardOptions,
    CardOptions,
    CellBoardOptions,
    DeckOptions,
    DiceOptions,
    GameBoardOptions,
    MatForm,
    MatOptions,
    RulerOptions,
    TokenOptions,
)
from companion.printing.page.paper import Paper
from companion.printing.prints import (
    print_bases,
    print_calibration,
    print_cards,
    print_cell_board,
    print_deck,
    print_dice,
    print_mat,
    print_rulers,
    print_tokens,
)

__all__ = [
    "BaseOptions",
    "BaseOrder",
    "BoardOptions",
    "CardOptions",
    "CellBoardOptions",
    "DeckOptions",
    "DiceOptions",
    "GameBoardOptions",
    "MatForm",
    "MatOptions",
    "Paper",
    "PrintingError",
    "RulerOptions",
    "TokenOptions",
    "print_bases",
    "print_calibration",
    "print_cards",
    "print_cell_board",
    "print_deck",
    "print_dice",
    "print_mat",
    "print_rulers",
    "print_tokens",
]
