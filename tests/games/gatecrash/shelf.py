"""What Gatecrash is set up with: its die."""

from companion.games.defaults.shelf import PlainShelf
from companion.games.shelf import DieKind
from tests.games.gatecrash import rules


class Shelf(PlainShelf):
    def dice(self):
        return {"challenge": DieKind((rules.SWORD,) * 3 + (rules.SHIELD,) * 3)}
