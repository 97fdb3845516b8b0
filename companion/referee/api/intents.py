"""What a screen may ask of the referee. A screen never changes anything itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import uuid4

from companion.geometry import MatPoint
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import TableIntent
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class SelectBase:
    """Touch a base: choose it, choose it as the second, or let go of it."""

    base_id: str


@dataclass(frozen=True, slots=True)
class ClearSelection:
    """Choose nothing any more."""


@dataclass(frozen=True, slots=True)
class ShowReach:
    """Show how far the chosen base comes with one of the rulers; the same ruler again hides it."""

    ruler: str


End = str | MatPoint
"""Where a tape measure ends: at the rim of a base, or at a point of the mat."""


@dataclass(frozen=True, slots=True)
class MeasureTape:
    """Measure between any two ends; None takes the tape measure away."""

    ends: tuple[End, End] | None


@dataclass(frozen=True, slots=True)
class TurnMat:
    """Show the mat from the other player's side."""


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Speak another language."""

    language: Language


@dataclass(frozen=True, slots=True)
class SaveClip:
    """Write what just happened on the table into a file."""


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """Empty a seat for another phone."""

    seat: str


@dataclass(frozen=True, slots=True)
class RemoveGuest:
    """Take one phone's seat from it."""

    guest: int


@dataclass(frozen=True, slots=True)
class AllowSecond:
    """Let a second phone sit at a seat, or no longer."""

    seat: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class SubmitCommand:
    """Do something in the game for a seat, as its phone would.

    Attributes:
        seat: For whom.
        kind: The command, as an offer names it.
        values: Words by field, the offer's fixed ones among them.
    """

    seat: str
    kind: str
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TakeTablet:
    """A player takes the tablet and lifts the curtain over what is theirs; nobody's id lays it open on the table.

    Attributes:
        seat: Who.
        passing: Whether the tablet is still on its way, the curtain down: a moment for tactics then lasts longer.
    """

    seat: str
    passing: bool = False


@dataclass(frozen=True, slots=True)
class KeepCardPhoto:
    """A photograph of a player's own card is to stand in the place of the drawing, in this and later games.

    Attributes:
        seat: Whose card it is.
        card: Its id in the game.
        photo: A JPEG or PNG; empty to have the drawing again.
    """

    seat: str
    card: str
    photo: bytes = b""


@dataclass(frozen=True, slots=True)
class OpenMarket:
    """What a player may choose from beside the hand is shown on the tablet; nobody's id puts it away.

    Attributes:
        seat: Whose.
    """

    seat: str


@dataclass(frozen=True, slots=True)
class RequestUndo:
    """The game is to go back, for which all players must agree.

    Attributes:
        event: Right after which, as `LogLine.event` names it; 0 for the beginning, -1 for before the last action.
    """

    event: int


@dataclass(frozen=True, slots=True)
class RequestRedo:
    """The last way back is to be taken back itself; all players must agree."""


@dataclass(frozen=True, slots=True)
class VoteOnUndo:
    """A player agrees with the way back that is asked for, or does not: then it is off."""

    seat: str
    agrees: bool


@dataclass(frozen=True, slots=True)
class OverruleRule:
    """What was refused last is let pass against the rule; for a reason, which names who says so."""

    reason: str


@dataclass(frozen=True, slots=True)
class VoteOnRule:
    """Players are deciding whether what was refused last is let pass; phones show it.

    Attributes:
        agreed: Seats that agree so far; None once it is settled or given up.
    """

    agreed: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ExportGame:
    """The report and the result are to be written beside the record."""


@dataclass(frozen=True, slots=True)
class ConfirmProposal:
    """What was done on the mat is meant as a proposal says; what became of it comes as `Said`.

    Attributes:
        proposal: Which.
        then: What follows at once, counted from 1 among what it offers; 0 for nothing.
    """

    proposal: str
    then: int = 0


@dataclass(frozen=True, slots=True)
class DismissProposal:
    """It is not meant so; nothing is proposed for that model until it is moved again."""

    proposal: str


@dataclass(frozen=True, slots=True)
class OverruleProposal:
    """What was done on the mat is let pass against the rule that forbids it, with the place as it was seen.

    Attributes:
        proposal: Which.
        reason: Names who says so, and why.
    """

    proposal: str
    reason: str


@dataclass(frozen=True, slots=True)
class VoteOnProposal:
    """Players are deciding whether what was done on the mat is let pass; phones show it.

    Attributes:
        proposal: Which.
        agreed: Seats that agree so far; None once it is settled or given up.
    """

    proposal: str
    agreed: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class AcceptPlacement:
    """A creature or template stands where it is seen, whatever the record had: a correction by hand, on the record."""

    of: str


@dataclass(frozen=True, slots=True)
class BindModel:
    """This model is that creature, or that template of the game.

    Attributes:
        of: Id of the creature or template in the game, such as `A:17`; a hero's may be bound before it is placed.
        base: Id in the table file; empty for the one touched on the screen, else the free one that was put down last.
        silent: Whether nothing is said of it, as of what a hand of the program does.
    """

    of: str
    base: str = ""
    silent: bool = False


@dataclass(frozen=True, slots=True)
class GrabModel:
    """A finger takes a model on the screen, to drag it: where may it go? An empty id lets go."""

    base: str


@dataclass(frozen=True, slots=True)
class SetConfirmMode:
    """What players want to confirm with a tap from now on."""

    confirming: ConfirmMode


SelectionIntent = SelectBase | ClearSelection | ShowReach | MeasureTape | TurnMat | SetLanguage
SeatIntent = FreeSeat | RemoveGuest | AllowSecond
MatIntent = (
    ConfirmProposal
    | DismissProposal
    | OverruleProposal
    | VoteOnProposal
    | AcceptPlacement
    | BindModel
    | GrabModel
    | SetConfirmMode
)
UndoIntent = RequestUndo | RequestRedo | VoteOnUndo | OverruleRule | VoteOnRule | ExportGame
TabletIntent = SubmitCommand | TakeTablet | OpenMarket | KeepCardPhoto | UndoIntent
GameIntent = TabletIntent | MatIntent | TableIntent
IntentBody = SelectionIntent | SaveClip | SeatIntent | GameIntent


@dataclass(frozen=True, slots=True)
class Intent:
    """One intent of one screen.

    Attributes:
        body: What is asked for.
        id: Its own name; an intent that arrives twice is applied once.
    """

    body: IntentBody
    id: str = field(default_factory=lambda: uuid4().hex)
