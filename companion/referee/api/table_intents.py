"""What a screen may ask about dice, the strictness of the referee, and the clocks.

Throws are named by their number in the dice's journal, which every face on the screen carries.
"""

from dataclasses import dataclass
from enum import StrEnum


class Strictness(StrEnum):
    """How much the referee says and forbids.

    `TEACH`: refuses what breaks the rules, and explains each step. `REFEREE`: refuses. `SCOREKEEPER`: writes down what
    is done, also against the rules, and says which ones.
    """

    TEACH = "teach"
    REFEREE = "referee"
    SCOREKEEPER = "scorekeeper"


@dataclass(frozen=True, slots=True)
class EnterFaces:
    """Faces read off ordinary dice and tapped in for an open roll.

    Attributes:
        roll: Id of the roll.
        values: What each die shows, as the keys of the roll say; None for one that leans.
    """

    roll: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RerollDie:
    """This die is thrown again, for a reason; its throw stays on the record as void."""

    entry: int
    reason: str


@dataclass(frozen=True, slots=True)
class AnswerVoid:
    """The table's answer when it is asked whether a throw is void: it is, or it counts."""

    entry: int
    void: bool


@dataclass(frozen=True, slots=True)
class DecideFace:
    """The table says what a throw shows."""

    entry: int
    value: int


@dataclass(frozen=True, slots=True)
class DecideThrows:
    """The table says which throws count for a roll; the others are practice."""

    roll: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AssignThrow:
    """The table says for which of several open rolls a throw is."""

    entry: int
    roll: str


@dataclass(frozen=True, slots=True)
class RollVirtualDice:
    """Throw virtual dice for an open roll: as many as are owed, or as there are."""

    roll: str


@dataclass(frozen=True, slots=True)
class BlinkDie:
    """A die blinks, so that you see which it is."""

    die: str


@dataclass(frozen=True, slots=True)
class AssignDie:
    """Whose die it is from now on; an empty seat: anybody's."""

    die: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class PairDie:
    """The die that the camera knows by its code is the same thing as another die."""

    seen: str
    die: str


@dataclass(frozen=True, slots=True)
class UseDice:
    """Dice of this evening from now on, each as `--dice` names it; kept beside the record."""

    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MapFaces:
    """What the numbers 1 to 6 of the dice stand for from now on; kept beside the record.

    Attributes:
        symbols: Six of `bullseye`, `axe`, `shield`.
    """

    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AllowTypedFaces:
    """Whether the table accepts faces that a person enters from now on; kept beside the record."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class SetStrictness:
    """How strict the referee is from now on."""

    level: Strictness


@dataclass(frozen=True, slots=True)
class PaintPlayers:
    """In which colours phones show the players from now on, as the tablet does.

    Attributes:
        apart: Whether in those that colour-blind people tell apart best.
    """

    apart: bool


@dataclass(frozen=True, slots=True)
class SetClock:
    """How long the game may last, and each player may think, in seconds; None for no limit."""

    limit_s: float | None = None
    each_s: float | None = None


@dataclass(frozen=True, slots=True)
class PauseClock:
    """The clocks stand still, or go on."""

    paused: bool


OfDice = (
    EnterFaces
    | RerollDie
    | AnswerVoid
    | DecideFace
    | DecideThrows
    | AssignThrow
    | RollVirtualDice
    | BlinkDie
    | AssignDie
    | PairDie
    | UseDice
)
ClockIntent = SetClock | PauseClock
TableIntent = OfDice | ClockIntent | SetStrictness | MapFaces | AllowTypedFaces | PaintPlayers
