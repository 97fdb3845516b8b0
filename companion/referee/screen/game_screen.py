"""The game in play, as the tablet is given it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.board import DropZone
from companion.games.display.board_view import BoardView
from companion.games.display.cards import CardText
from companion.games.display.guide import GuideStep
from companion.games.display.result import ResultShown
from companion.games.display.speech import Topic
from companion.geometry import SightRule
from companion.presentation.tasks import Teacher
from companion.presentation.why import Why
from companion.referee.api.clocks import ClockState
from companion.referee.api.held_model import HeldModel
from companion.referee.api.luck import Luck
from companion.referee.api.placement import MatState
from companion.referee.api.proposal import ConfirmMode, Proposal
from companion.referee.api.rolls import Throw
from companion.referee.api.table_intents import Strictness
from companion.referee.history.timeline import LiveTimeline
from companion.referee.screen.player_screen import OfferGroup, OpenSeat, PlayerScreen, TaskShown
from companion.texts import COMMON, Language, Texts

NOTHING_STANDS = MatState()


@dataclass(frozen=True, slots=True)
class IntentResult:
    """What became of something that was asked for on the tablet.

    Attributes:
        seat: For whom it was asked for.
        intent_id: The intent's own id.
        granted: Whether it was done; what waits for others counts as done.
        text: One sentence to read; empty where there is nothing to say.
        rule: Id of the rule that forbids it; empty for none.
        whys: What was measured for that.
        again: Says the same in another language; None where that is not known.
        waits: Whether nothing was refused: what is wanted is to be done on the mat, and then it is recorded.
    """

    seat: str
    intent_id: str
    granted: bool
    text: str = ""
    rule: str = ""
    whys: tuple[Why, ...] = ()
    again: "Callable[[Language], IntentResult] | None" = field(default=None, compare=False, repr=False)
    waits: bool = False

    @classmethod
    def told(cls, telling: "Callable[[Language], IntentResult]", language: Language) -> "IntentResult":
        """What became of it in one language, to be told again in others."""
        return replace(telling(language), again=telling)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the log, as whoever looks at the tablet may read it.

    Attributes:
        text: What it says.
        shape: Of the player whose action it is; empty for nobody's.
        kind: `turn`, `phase`, or empty for what happened in one.
        event: By which players go back to right after it, with `RequestUndo`.
        times: How often it was said one after another.
        topic: What it is about.
        whys: What was measured for it.
        cards: The cards that it names.
        key: Of the sentence, within the topic `log` of the texts.
        refuses: Whether it tells that something is not done.
    """

    text: str
    shape: str = ""
    kind: str = ""
    event: int = 0
    times: int = 1
    topic: Topic = Topic.TURNS
    whys: tuple[Why, ...] = ()
    cards: tuple[CardText, ...] = ()
    key: str = ""
    refuses: bool = False


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """That the game goes back, or forth again, for which all players must agree.

    Attributes:
        text: What is asked, in a sentence.
        warnings: Who learned what that cannot be made unseen, in sentences.
        agreed: Ids of the players who agree so far.
        redo: Whether the last way back is to be taken back itself.
        taken: What would be taken back, as the log tells it to everybody, the newest first.
    """

    text: str
    warnings: tuple[str, ...]
    agreed: tuple[str, ...]
    redo: bool = False
    taken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Curve:
    """A figure of all players over the turns, for a graph.

    Attributes:
        title: What it is.
        goal: The figure that players are after; 0 for none.
        series: Shape and name of each player, and their figures at the end of each turn, the present one last; up to
            the turn before the one in which a player has none any more.
    """

    title: str
    goal: int
    series: tuple[tuple[str, str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The game, once it is over.

    Attributes:
        courses: How each player fared, in the order of their seats.
        exported: Names of the files that were written beside the record; empty before.
        trouble: Why nothing could be written; empty if all is well.
    """

    courses: tuple[Curve, ...]
    exported: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class GameScreen:
    """One moment of the game; compared by identity, for it is made anew only when something changes.

    Attributes:
        players: Ids and names of those who play, in the order of their seats.
        shown: What everybody is shown.
        holder: Who holds the tablet and has lifted the curtain; empty while it lies open for all to see.
        own_shown: What the holder is shown; None without one.
        pause_left_s: How long everybody still waits where a hidden card might be met; None while nobody does.
        said: What became of the last intent that was made on the tablet.
        seats: What lies open of what each player owes and may do.
        standing: Where everything of the record is on the mat, and what lies there besides. While things move it
            changes often; `shown` stays the same object then.
        zones: Where models may be put down that a prompt waits for, and where the creature that acts may go.
        grabbed: The model that a finger or a hand holds, with its zone; None while none is held.
        board: The mat as the holder may see it, without one as everybody may; None where the game shows none.
        reaches: How far pieces can go now, mm of way, by id and by action.
        sight: What counts as a free line of sight.
        proposals: What was most likely meant by what was done on the mat, the newest last.
        confirming: What players want to confirm with a tap.
        throw: Dice: what is owed, what came to rest, what the table must say. While dice roll it changes often.
        timing: The clocks.
        strictness: How much the referee says and forbids.
        typed_faces: Whether the table accepts faces that are entered by hand; None in a game without dice.
        lessons: Explains what is asked and what may be done; None unless the referee teaches.
        luck: How dice and players fared so far.
        log: What happened, oldest first, as the holder may read it; without one, as everybody may.
        undoing: The way back that is being agreed on; None where there is none.
        redoable: Whether the last way back can be taken back.
        overrulable: Whether the intent that was refused last can be let pass against the rule.
        agreed_by_phone: Seats that have agreed on their phones with what is being let pass.
        ending: How everybody fared; None while the game goes on.
        asked: What was measured for the question that the table is asked; empty without one that all may see.
        cards: What the cards say that the holder may know, without one those that everybody may, by their ids.
        reel: The game so far, to be seen again as everybody may.
        results: How fights ended since somebody went on.
        texts: Of the game.
        guide: The steps of its guided first game; empty where it has none.
        market: Whose market lies open; empty for nobody's.
    """

    players: tuple[tuple[str, str], ...]
    shown: PlayerScreen
    holder: str = ""
    own_shown: PlayerScreen | None = None
    pause_left_s: float | None = None
    said: IntentResult | None = None
    seats: tuple[OpenSeat, ...] = ()
    standing: MatState = NOTHING_STANDS
    zones: tuple[DropZone, ...] = ()
    grabbed: HeldModel | None = None
    board: BoardView | None = None
    reaches: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    sight: SightRule = field(default_factory=SightRule)
    proposals: tuple[Proposal, ...] = ()
    confirming: ConfirmMode = ConfirmMode.ALL
    throw: Throw = field(default_factory=Throw)
    timing: ClockState = field(default_factory=ClockState)
    strictness: Strictness = Strictness.REFEREE
    typed_faces: bool | None = True
    lessons: Teacher | None = None
    luck: Luck = field(default_factory=Luck)
    log: tuple[LogLine, ...] = ()
    undoing: UndoRequest | None = None
    redoable: bool = False
    overrulable: bool = False
    agreed_by_phone: tuple[str, ...] = ()
    ending: GameEnd | None = None
    asked: tuple[Why, ...] = ()
    cards: Mapping[str, CardText] = field(default_factory=dict)
    reel: LiveTimeline | None = None
    results: tuple[ResultShown, ...] = ()
    texts: Texts = COMMON
    guide: tuple[GuideStep, ...] = ()
    market: str = ""

    def tasks_of(self, seat: OpenSeat) -> tuple[TaskShown, ...]:
        """What is asked of a player: all of it where they hold the tablet, else as far as it lies open."""
        return self._own(seat).tasks

    def groups_of(self, seat: OpenSeat) -> tuple[OfferGroup, ...]:
        """What a player may do besides: all of it where they hold the tablet, else as far as it lies open."""
        return self._own(seat).groups

    def _own(self, seat: OpenSeat) -> OpenSeat | PlayerScreen:
        return self.own_shown if self.own_shown is not None and seat.seat == self.holder else seat
