"""What Gatecrash is set up with: its die, its bases, its board."""

from companion.games.plain_shelf import PlainShelf
from companion.games.shelf import BaseSize, BoardOfCells, DieKind, Prints
from tests.games.gatecrash import rules

BASE_MM = 32.0


class Shelf(PlainShelf):
    def dice(self):
        return {"challenge": DieKind((rules.SWORD,) * 3 + (rules.SHIELD,) * 3)}

    def prints(self, chosen, language):
        board = BoardOfCells("hex", rules.PITCH_MM, rings=rules.RINGS)
        return Prints((BaseSize("runner", "runner", BASE_MM),), board=board)
