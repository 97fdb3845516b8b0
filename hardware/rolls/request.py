"""The request for a roll, made before the throw."""

from dataclasses import dataclass
from enum import StrEnum


class CameraRole(StrEnum):
    """How the camera takes part in a roll.

    `NAMED`: a camera die that is paired with another die (by the code on its sticker) is its witness; every other
    camera die is a die of its own. `COUNTED`: camera dice without a code may be witnesses too: they are matched with
    the other dice of the roll by their faces, and those without a match are dice of their own.
    """

    NAMED = "named"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class RollRequest:
    """A roll that is owed, declared before it is thrown.

    Attributes:
        id: Its id, never used before.
        count: Number of faces that it needs.
        about: For whom or what it is, in the caller's terms; the collector only passes it on.
        by: The players who may throw; empty for anyone.
        dice: Ids of the dice that may be thrown; empty for any.
        kind: The kind of dice, such as `d6`; None for any.
        watch: How the camera takes part.
        repeats: Whether one die may be thrown several times for it without a question to the table.
        stand_ins: Names of sources whose dice may replace any kind, such as the source of entered faces.
        asks_voids: Whether the table is asked about a player's void throws, from the player's second on.
    """

    id: str
    count: int
    about: str = ""
    by: frozenset[str] = frozenset()
    dice: frozenset[str] = frozenset()
    kind: str | None = None
    watch: CameraRole = CameraRole.NAMED
    repeats: bool = False
    stand_ins: frozenset[str] = frozenset()
    asks_voids: bool = False

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a roll needs an id")
        if self.count < 1:
            raise ValueError(f"a roll takes one die or more, got {self.count}")


@dataclass(frozen=True, slots=True)
class CollectorPolicy:
    """The collector's settings.

    Attributes:
        sure_at: A face reported with a lower confidence leads to a question to the table.
        witness_wait_s: Time for which a roll waits for the second of die and camera, once the first has reported.
        camera: Name of the source of the dice that the camera sees.
        by_hand: Name of the source of faces that people enter; one such die stands for any number of dice.
        players: The players: a face entered by one of them is for rolls only that this player may throw. Anybody else,
            such as the person at the shared screen, may enter faces for all.
    """

    sure_at: float = 0.95
    witness_wait_s: float = 3.0
    camera: str = "camera"
    by_hand: str = "manual"
    players: frozenset[str] = frozenset()
