"""What the organiser, players and judges of a tournament may want; `by` names the player or `ORGANISER`.

Tags and fields stand in records and never change.
"""

from companion.games.command import Command


class Register(Command, frozen=True, kw_only=True):
    """A player takes part, from the next round on.

    Attributes:
        player: A new id.
        name: Shown.
        rating: By which the field is seeded.
        club: May be empty.
        team: May be empty.
        deck: Code of the deck; may be empty.
    """

    player: str
    name: str
    rating: float = 0.0
    club: str = ""
    team: str = ""
    deck: str = ""


class HandIn(Command, frozen=True, kw_only=True):
    """A player hands in a deck, as its code says it."""

    player: str
    deck: str


class Drop(Command, frozen=True, kw_only=True):
    """A player leaves; an open match is lost by forfeit."""

    player: str


class Return(Command, frozen=True, kw_only=True):
    """A player who left comes back, from the next round on."""

    player: str


class Pair(Command, frozen=True, kw_only=True):
    """The next round is drawn.

    Attributes:
        seed: Decides what is drawn by lot.
    """

    seed: str


class Seat(Command, frozen=True, kw_only=True):
    """The organiser changes who plays a match that was not begun: the two of one match swap with others by hand.

    Attributes:
        match: Its key.
        first: Who plays first now.
        second: Who plays second now; empty for a bye.
        table: Where; 0 for the table that it has.
    """

    match: str
    first: str
    second: str = ""
    table: int = 0


class StartClock(Command, frozen=True, kw_only=True):
    """The round's time begins.

    Attributes:
        at: Wall time, ISO 8601 in UTC.
    """

    at: str


class ReportResult(Command, frozen=True, kw_only=True):
    """A player says how a match ended; it counts once both say the same.

    Attributes:
        match: Its key.
        winner: Id; empty for a draw.
        margins: By player what was scored.
    """

    match: str
    winner: str = ""
    margins: dict[str, float] = {}


class TableResult(Command, frozen=True, kw_only=True):
    """A table says how a match ended, and both players confirmed it there.

    Attributes:
        match: Its key.
        game: Id of the game's messages.
        winner: Id; empty for a draw.
        margins: By player what was scored.
    """

    match: str
    game: str
    winner: str = ""
    margins: dict[str, float] = {}


class DecideResult(Command, frozen=True, kw_only=True):
    """The organiser or a judge decides how a match ended, or corrects it.

    Attributes:
        match: Its key.
        winner: Id; empty for a draw.
        margins: By player what was scored.
        forfeit: Whether it was not played.
        judge: Who decides.
    """

    match: str
    winner: str = ""
    margins: dict[str, float] = {}
    forfeit: bool = False
    judge: str = ""


class Penalise(Command, frozen=True, kw_only=True):
    """A judge warns a player, or takes points off.

    Attributes:
        player: Who.
        points: 0 for a warning.
        reason: In the judge's words.
    """

    player: str
    points: float = 0.0
    reason: str = ""


class Finish(Command, frozen=True, kw_only=True):
    """The tournament is over."""


TournamentCommand = (
    Register
    | HandIn
    | Drop
    | Return
    | Pair
    | Seat
    | StartClock
    | ReportResult
    | TableResult
    | DecideResult
    | Penalise
    | Finish
)
