"""What the players most likely meant by what they did on the mat, as data for screens.

Proposals with the same `base` are readings of one action and exclude one another: they are offered side by side, and
confirming one takes the others away.
"""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.board import Confirmation, Refusal, Role, TouchedPiece
from companion.games.command import Command
from companion.games.prompt import CommandSpec
from companion.geometry import Answer, MatPoint, Path, Verdict
from companion.geometry.grid import Cell
from companion.presentation.why import Why


class ConfirmMode(StrEnum):
    """What players want to confirm with a tap, besides what is too close to call or reads in two ways.

    ALL: everything. CHANGES: what changes something beyond a place: contact made or left, a Run, an end near the limit,
    a creature or template that comes to the mat. TRUST: nothing but a Run, which nobody declared. What needs no tap is
    done when a player goes on: with the next intent, or with the next model that is moved; what a prompt waits for is
    done once it lies still.
    """

    ALL = "all"
    CHANGES = "changes"
    TRUST = "trust"


class Doubt(StrEnum):
    """Why a place is not told, or not believed as it is seen.

    BLIND: no picture worth measuring. DARK: too little or too much light. MAT: the mat or the camera was moved just
    now. UNEVEN: a tag of the mat does not lie where it should. HIDDEN: it is not seen. HELD: it is in a hand, or
    another piece is. MOVING: it does not rest yet. OFF: it is not on the mat. NO_MODEL: nobody knows which base it is.
    TWO: its tags do not fit together. NEIGHBOUR: what it would touch or pass does not stand where the record has it.
    CELL: it stands in no cell for certain. TO_LAY: it is a template that nobody has laid yet. UNANSWERED: what was done
    with it waits for an answer, and is not in the record.
    """

    BLIND = "blind"
    DARK = "dark"
    MAT = "mat"
    UNEVEN = "uneven"
    HIDDEN = "hidden"
    HELD = "held"
    MOVING = "moving"
    OFF = "off"
    NO_MODEL = "no_model"
    TWO = "two"
    NEIGHBOUR = "neighbour"
    CELL = "cell"
    TO_LAY = "to_lay"
    UNANSWERED = "unanswered"


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What a piece may do as soon as a proposal is confirmed, so that one tap says both.

    Attributes:
        spec: As it will be on offer then, if nobody turns a card up; nothing is left to be filled in.
        command: The same as a command.
        text: In the language of the screen.
    """

    spec: CommandSpec
    command: Command
    text: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One reading of what was done on the mat; equal while nothing changes.

    Attributes:
        id: What `ConfirmProposal` and `DismissProposal` name.
        seat: For whom it would be done.
        kind: Short name that the game gives it, such as `move`, `run`, `place`.
        of: The piece concerned.
        base: Its base or template in the table file.
        steps: The commands, in order, such as `activate` and `move`.
        at: Where it came to rest.
        came_from: Where the record has it; None for what comes to the mat.
        way: The shortest legal way of its centre, to be drawn; None where there is no question of one.
        verdict: `yes` may be done, `close` is for the table to decide, `no` breaks a rule. Of moves with the length of
            the way against what is left.
        contacts: Whom it touches there.
        leaves: Ids of the enemies whose contact it leaves.
        rule: Id of the rule that forbids it, or that is too close to call; empty otherwise.
        refusal: Where a rule forbids it, what it says.
        back_to: Where it may be put instead, for a ghost; None where it is no question.
        doubts: What speaks against the measurement; with any the verdict is never `yes`.
        role: Whether a piece goes elsewhere, comes to its place, or only the way to that is opened.
        surely: Whether it waits for a tap even if it is surely allowed.
        secret: Whether only its player may see it.
        notes: Keys, within the topic `mat` of the texts, of sentences on what else it brings.
        cell: The cell that is meant, in a game on cells; None in others.
        goal: The middle of that cell.
        asks: Whether it waits for a tap; else it is done when the player goes on.
        text: All of it in one or two sentences, in the language of the screen.
        against: Of what a rule forbids, the same without what to do about it.
        whys: What was measured for it, in that language.
        overrulable: Whether players may let it pass together although a rule forbids it.
        on_cells: Whether its piece stands in cells.
        then: What may follow at once; empty unless it is surely allowed.
    """

    id: str
    seat: str
    kind: str
    of: str
    base: str
    steps: tuple[Command, ...]
    at: MatPoint
    came_from: MatPoint | None
    way: Path | None
    verdict: Verdict
    contacts: tuple[TouchedPiece, ...] = ()
    leaves: tuple[str, ...] = ()
    rule: str = ""
    refusal: Refusal | None = None
    back_to: MatPoint | None = None
    doubts: tuple[tuple[Doubt, str], ...] = ()
    role: Role = Role.MOVE
    surely: Confirmation = Confirmation.CHANGES
    secret: bool = False
    notes: tuple[str, ...] = ()
    cell: Cell | None = None
    goal: MatPoint | None = None
    asks: bool = True
    text: str = ""
    against: str = ""
    whys: tuple[Why, ...] = ()
    overrulable: bool = False
    on_cells: bool = False
    then: tuple[FollowUp, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether `ConfirmProposal` would do something: what a rule forbids is shown, not offered."""
        return self.verdict.answer is not Answer.NO
