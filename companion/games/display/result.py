"""How a fight ended, as screens show it."""

from dataclasses import dataclass

from companion.geometry import MatPoint


@dataclass(frozen=True, slots=True)
class DieShown:
    """A die of a throw.

    Attributes:
        face: What it shows.
        label: The same in words.
        good: Whether it is a hit, or a save.
    """

    face: str
    label: str
    good: bool


@dataclass(frozen=True, slots=True)
class ThrowShown:
    """What somebody rolled.

    Attributes:
        name: Who.
        shape: Of the player who commands it.
        role: Attack or defence, in words.
        dice: All dice.
        total: How many were good, in words.
    """

    name: str
    shape: str
    role: str
    dice: tuple[DieShown, ...]
    total: str


@dataclass(frozen=True, slots=True)
class StruckShown:
    """What became of one who was struck.

    Attributes:
        name: Who.
        shape: Of the player who commands it.
        figures: Words and numbers, from hits to wounds; each followed from those before it.
        wounds: How many were marked.
        ending: What else there is to say; empty for nothing.
        at: Where it stood.
        fell: Whether it was eliminated.
    """

    name: str
    shape: str
    figures: tuple[tuple[str, int], ...]
    wounds: int
    ending: str = ""
    at: MatPoint | None = None
    fell: bool = False


@dataclass(frozen=True, slots=True)
class ResultShown:
    """How a fight ended.

    Attributes:
        title: What it was.
        throws: All dice, in the order in which they were rolled.
        struck: What became of whom.
        source_at: Where it came from; None where that stands nowhere.
        over: Whether it has ended; else dice have fallen, nobody is struck yet, and more is to come.
    """

    title: str
    throws: tuple[ThrowShown, ...]
    struck: tuple[StruckShown, ...]
    source_at: MatPoint | None = None
    over: bool = True
