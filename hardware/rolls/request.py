"""What is asked of the table before a throw."""

from dataclasses import dataclass
from enum import StrEnum


class Watch(StrEnum):
    """How the camera takes part in a roll.

    `NAMED`: a camera die that is paired with another die (by the code on its sticker) is its witness; every other
    camera die is a die of its own. `COUNTED`: camera dice without a code may be witnesses as well: they are matched
    with the other dice of the roll by what they show, and those left over are dice of their own.
    """

    NAMED = "named"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class RollRequest:
    """A roll that is owed, declared before it is thrown.

    Attributes:
        id: Its own, never used before.
        count: How many faces it takes.
        about: For whom or what, in the words of whoever asks; the collector only hands it on.
        by: The players who may throw; empty: anyone.
        dice: Ids of the dice that may be thrown; empty: any.
        kind: The kind of dice, such as `d6`; None: any.
        watch: How the camera takes part.
        repeats: Whether one die may be thrown several times for it, without the table being asked.
        stand_ins: Names of sources whose dice stand for any kind, such as those whose faces people type in.
    """

    id: str
    count: int
    about: str = ""
    by: frozenset[str] = frozenset()
    dice: frozenset[str] = frozenset()
    kind: str | None = None
    watch: Watch = Watch.NAMED
    repeats: bool = False
    stand_ins: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a roll needs an id")
        if self.count < 1:
            raise ValueError(f"a roll takes one die or more, got {self.count}")


@dataclass(frozen=True, slots=True)
class Policy:
    """What the collector goes by.

    Attributes:
        sure_at: A face told with less confidence than this is asked of the table.
        witness_wait_s: How long a roll waits for the other of die and camera, once one of them has told.
        camera: Name of the source whose dice the camera sees.
        by_hand: Name of the source whose faces people type in; one such die stands for any number of dice.
        players: Who plays: what one of them types in is for rolls only that this player may throw. Anybody else, such
            as whoever sits at the shared screen, may type in for all.
    """

    sure_at: float = 0.95
    witness_wait_s: float = 3.0
    camera: str = "camera"
    by_hand: str = "manual"
    players: frozenset[str] = frozenset()
