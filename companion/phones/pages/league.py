"""What a player's phone shows at a table that belongs to a league: a judge to call, and a result to confirm."""

from dataclasses import dataclass
from typing import Protocol

from companion.games.command import SPECTATOR
from companion.phones.pages.reader import Reader
from companion.presentation.drawing_svg import sheet_file
from companion.presentation.why import why
from companion.referee.match.match import Match
from companion.texts import Language


class LeagueContact(Protocol):
    """Takes what players have to say to their league."""

    @property
    def called(self) -> frozenset[str]:
        """Seats whose call for a judge was not answered yet."""
        ...

    @property
    def confirmed(self) -> frozenset[str]:
        """Seats that have confirmed how the game ended."""
        ...

    def decision(self, seat: str) -> str:
        """What a judge decided on a seat's newest call; empty while that is open, or for no call."""
        ...

    def call_judge(self, seat: str, about: str, line: int, picture: str, photo: bytes = b"") -> None:
        """A player calls a judge.

        Args:
            seat: Who calls.
            about: What it is about, in words.
            line: Number of the line of the spectators' log that it is about; 0 for none.
            picture: The measurement drawn, as SVG; empty for none.
            photo: A photograph of the mat, JPEG, which goes once all other players agree; empty for none.
        """
        ...

    def photo_asked(self, seat: str) -> str:
        """Whose photograph of the mat waits for a seat's consent; empty for nobody's."""
        ...

    def answer_photo(self, seat: str, *, agrees: bool) -> None:
        """A player lets a photograph go to the judge, or not."""
        ...

    def confirm(self, seat: str) -> None:
        """A player confirms how the game ended."""
        ...


@dataclass(frozen=True, slots=True)
class LeagueShown:
    """What the player of a seat is shown of the league.

    Attributes:
        called: Whether the player has called a judge who has not answered yet.
        confirmed: Whether the player has confirmed how the game ended.
        missing: Who has not confirmed it yet, by name; empty for nobody.
        decision: What the judge decided on the player's newest call; empty for nothing yet.
        can_photograph: Whether a photograph of the mat can be sent.
        photo_of: Who wants to send one and waits for this player's consent, by name; empty for nobody.
    """

    called: bool
    confirmed: bool
    missing: str
    decision: str = ""
    can_photograph: bool = False
    photo_of: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a judge is asked.

    Attributes:
        about: In words.
        line: Number of the line of the spectators' log that it is about; 0 for none.
        picture: The measurement drawn, as SVG; empty for none.
    """

    about: str = ""
    line: int = 0
    picture: str = ""


def league_shown(
    contact: LeagueContact | None, match: Match, reader: Reader, *, can_photograph: bool = False
) -> LeagueShown | None:
    """What a reader is shown of the league; None at a table of none, and for those who watch."""
    if contact is None or reader.viewer not in match.players:
        return None
    confirmed, teller = contact.confirmed, match.teller(reader.language, reader.viewer)
    asks = contact.photo_asked(reader.viewer)
    missing = [seat for seat in match.players if seat not in confirmed]
    return LeagueShown(
        reader.viewer in contact.called,
        reader.viewer in confirmed,
        teller.names(missing),
        contact.decision(reader.viewer),
        can_photograph,
        teller.name(asks) if asks else "",
    )


def newest_question(match: Match, language: Language) -> Question:
    """The newest measurement that everybody sees, for a judge to look at; an empty one where nothing was measured."""
    line = next((each for each in reversed(match.lines(SPECTATOR)) if each.measured), None)
    if line is None:
        return Question()
    shown = why(line.measured[-1], match.teller(language))
    sheet = shown.sheet()
    picture = "" if sheet is None else sheet_file(sheet, shown.seen)
    return Question(f"{shown.question} {shown.words}", line.number, picture)
