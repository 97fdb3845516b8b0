"""What the contract suite needs of a source: dice that do as they are told, and what they cannot do, said.

A file `*_dice.py` in this folder that has `MAKERS: tuple[Maker, ...]` joins the suite; nothing else is to be done. A
maker is an async context manager: on entering it starts whatever its dice are made of (a pty, a private bus, nothing),
on leaving it ends them. It is named after the function.

A method of a harness returns as soon as its die has done the thing (bytes written, button pressed); what comes of it is
waited for by the suite. No harness sleeps. Patience that a source takes from outside is made short here, so that what
needs seconds at a table needs tenths of one in the suite.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from enum import Enum, auto
from pathlib import Path
from typing import Protocol

from hardware.source import DiceSource


class Can(Enum):
    """What not every kind of die can do; a harness that lacks one says so by leaving it out."""

    TUMBLE_APART = auto()
    """Its tumbling is told before its rest is: `tumble` works."""
    REPEAT = auto()
    """It may tell one roll twice, and the source can know that it is the same: `tell_again` works."""
    COCK = auto()
    """It knows when it leans: `cock` works."""
    MOVE = auto()
    """It tells a turn by hand from a roll: `move` works."""
    LOSE = auto()
    """It can be lost and come back: `lose` and `bring_back` work."""
    FORGET = auto()
    """What it did while it was lost is told by it on coming back, and must not count: `roll` works while lost."""
    DAMAGE = auto()
    """Its input can be damaged so that the source can know: `damage` works."""
    IDENTIFY = auto()
    """It can show itself: `shown` works."""
    BATTERY = auto()
    """It tells what is left: `drain` works."""


class Harness(Protocol):
    """One kind of source with two dice, not yet entered. A real one derives from this and leaves out what it cannot."""

    cans: frozenset[Can]
    dice: tuple[str, str]
    """The ids of its two dice, as the events have them."""

    def source(self) -> DiceSource:
        """The source, the same each time; the suite enters it once."""
        ...

    async def roll(self, die: str, face: int) -> None:
        """Throw it: it tumbles and comes to rest, 1 to 6 up, flat."""
        ...

    async def tumble(self, die: str) -> None:
        """Let it tumble, and not yet rest; `roll` and `cock` afterwards end that tumble."""
        raise NotImplementedError

    async def tell_again(self, die: str) -> None:
        """Let it tell its last roll once more, as one that heard no answer."""
        raise NotImplementedError

    async def cock(self, die: str) -> None:
        """Throw it: it tumbles and comes to rest leaning."""
        raise NotImplementedError

    async def move(self, die: str, face: int) -> None:
        """Turn it by hand."""
        raise NotImplementedError

    async def lose(self, die: str) -> None:
        """Take it away: out of range, pulled out, switched off. May be called before the source is entered."""
        raise NotImplementedError

    async def bring_back(self, die: str) -> None:
        """Give it back, the same die."""
        raise NotImplementedError

    async def damage(self, die: str) -> None:
        """Send what would be a roll of it, spoilt on the way in several manners."""
        raise NotImplementedError

    async def drain(self, die: str, percent: int) -> None:
        """Set its battery."""
        raise NotImplementedError

    def shown(self, die: str) -> int:
        """How often it showed itself since the start."""
        raise NotImplementedError


Maker = Callable[[Path], AbstractAsyncContextManager[Harness]]
"""Makes a harness, with an empty folder of its own for what it needs."""
