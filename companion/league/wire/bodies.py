"""What stands in the messages of a game; all of it is public."""

import msgspec

Raw = msgspec.Raw


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What all bodies share."""


class GameOpened(Body, frozen=True, kw_only=True):
    """The first message of a game, and the first after a table began to tell it anew.

    Attributes:
        rules: Name of the game's rules, such as `signum`.
        edition: Of the rules.
        players: By seat the player's name, in the order of the seats.
        match: Which match of the tournament it is; empty where nobody said.
        languages: Languages of the scenes.
        readings: How the rules' open points are read, a sentence each, in English.
    """

    rules: str
    edition: str = ""
    players: dict[str, str]
    match: str = ""
    languages: tuple[str, ...] = ("en",)
    readings: tuple[str, ...] = ()


class LiveScore(Body, frozen=True, kw_only=True):
    """How a game stands.

    Attributes:
        turn: From 1; 0 without turns or while the game is set up.
        player: Whose turn it is; empty for nobody's.
        figures: By curve, such as `prosperity`, and player; None where there is none any more.
        goals: By curve the figure that players are after; 0 for none.
        over: Whether the game has ended.
        winners: Who won; nobody in a draw.
        reason: Why, as a stable word.
    """

    turn: int = 0
    player: str = ""
    figures: dict[str, dict[str, int | None]] = {}
    goals: dict[str, int] = {}
    over: bool = False
    winners: tuple[str, ...] = ()
    reason: str = ""


class VerdictTold(Body, frozen=True, kw_only=True):
    """A measurement on which something that was shown rests.

    Attributes:
        line: Number of the line of the spectators' log that it belongs to.
        question: What was asked, such as `reach`.
        rule: Id of the rule.
        answer: `yes`, `no` or `close`.
        value_mm: What was measured; None where there is no length.
        limit_mm: What it was held against.
        sigma_mm: Its standard deviation.
        ruled: What the table answered, where it was too close to call.
    """

    line: int
    question: str
    rule: str
    answer: str
    value_mm: float | None = None
    limit_mm: float | None = None
    sigma_mm: float | None = None
    ruled: bool | None = None


class Shown(Body, frozen=True, kw_only=True):
    """Something new is shown to everybody.

    Attributes:
        kept: How many of the public events told so far still count; fewer than were told after an undo.
        events: The public events since, as JSON of the game's own.
        verdicts: On what those rest that were measured.
        score: How the game stands now.
        scene: By language and section of the spectators' page, the HTML of the sections that changed.
    """

    kept: int
    events: tuple[Raw, ...] = ()
    verdicts: tuple[VerdictTold, ...] = ()
    score: LiveScore = LiveScore()
    scene: dict[str, dict[str, str]] = {}


class ClockTold(Body, frozen=True, kw_only=True):
    """The players' clocks.

    Attributes:
        seconds: Used by each seat so far.
        running: Whose clock runs; empty for nobody's.
        left_s: What is left of the time of the game; None without a limit.
    """

    seconds: dict[str, float]
    running: str = ""
    left_s: float | None = None


class JudgeCalled(Body, frozen=True, kw_only=True):
    """Somebody calls a judge.

    Attributes:
        id: Of the call, to be answered by.
        by: Seat that calls; empty for the table.
        about: What it is about, in the caller's words or the log's.
        line: Number of the line of the spectators' log that it is about; 0 for none.
        picture: The measurement drawn, as SVG; empty where nothing was measured.
        photo: A photograph of the mat, JPEG; empty where there is none.
    """

    id: str
    by: str = ""
    about: str = ""
    line: int = 0
    picture: str = ""
    photo: bytes = b""


class JudgeDecided(Body, frozen=True, kw_only=True):
    """The table takes note of what a judge decided.

    Attributes:
        id: Of the call.
        decision: What was decided.
        judge: Who did.
    """

    id: str
    decision: str
    judge: str = ""


class ResultTold(Body, frozen=True, kw_only=True):
    """How a game ended, and who confirmed it.

    Attributes:
        winners: Seats; nobody in a draw.
        reason: Why, as a stable word.
        figures: By seat and name what each has in the end.
        confirmed: Seats that confirmed it on their phones.
    """

    winners: tuple[str, ...] = ()
    reason: str = ""
    figures: dict[str, dict[str, str | int | float | None]] = {}
    confirmed: tuple[str, ...] = ()


BODIES: dict[str, type[Body]] = {
    "game": GameOpened,
    "shown": Shown,
    "clock": ClockTold,
    "call": JudgeCalled,
    "decision": JudgeDecided,
    "result": ResultTold,
}


def kind_of(body: Body) -> str:
    """The kind of message that a body stands in."""
    return next(kind for kind, each in BODIES.items() if type(body) is each)
