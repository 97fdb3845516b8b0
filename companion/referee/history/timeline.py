"""A game as a film: after every command that counts, how it stood and what was said of it, as everybody may see it."""

from bisect import bisect_left
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.command import SPECTATOR
from companion.games.display.speech import Phrase
from companion.games.protocol import Game
from companion.games.registry import games
from companion.presentation.teller import Teller
from companion.record.private_file import write_private
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.history.replay import open_record
from companion.referee.history.report import report_of
from companion.referee.match.chronicle import Line
from companion.referee.match.match import Match
from companion.texts import Language

SHORTER = "phones.said"
"""Topic of the texts that leave out what the drawing beside them shows, such as a place in millimetres."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one command.

    Attributes:
        game: The rules.
        number: Of its last event.
        state: The game then.
        said: What everybody could read, each with the game in which it was said.
    """

    game: Game[Any]
    number: int
    state: Any
    said: tuple[tuple[Phrase, Any], ...] = ()

    def lines(self, language: Language) -> tuple[str, ...]:
        """What was said, in sentences."""
        return tuple(Teller(self.game, state, language).sentence(phrase, SHORTER) for phrase, state in self.said)

    def teller(self, language: Language) -> Teller:
        """Tells the game then, as everybody may see it."""
        return Teller(self.game, self.state, language)


@dataclass(frozen=True, slots=True)
class Timeline:
    """A whole game.

    Attributes:
        moments: From the beginning to the end.
    """

    moments: tuple[Moment, ...]

    @property
    def over(self) -> bool:
        """Whether the game has ended with it."""
        last = self.moments[-1]
        return last.game.tally.outcome(last.state) is not None

    @property
    def players(self) -> tuple[tuple[str, str], ...]:
        """Id and name of each player."""
        return tuple((seat.id, seat.name) for seat in self.moments[0].state.setup.seats)

    @property
    def curves(self) -> tuple[str, ...]:
        """Names of the figures that are drawn along the turns."""
        first = self.moments[0]
        return first.game.tally.curves(first.state)

    def over_turns(self, curve: str) -> dict[str, list[int | None]]:
        """A figure of every player at the end of each turn; None where there is none any more.

        Args:
            curve: Which, one of `curves`.
        """
        tally = self.moments[0].game.tally
        ends = {tally.turn(moment.state).number: moment.state for moment in self.moments}
        return {player: [tally.height(state, curve, player) for state in ends.values()] for player, _ in self.players}


@dataclass(frozen=True, slots=True)
class LiveTimeline:
    """A game that runs, as far as it was shown, to be made a film of when somebody wants to see it.

    Attributes:
        game: The rules.
        first: The game at its beginning.
        lines: All that everybody could read, oldest first.
        stops: After how many events each command was done.
        last: The game as it is shown now.
    """

    game: Game[Any]
    first: Any
    lines: tuple[Line, ...]
    stops: tuple[int, ...]
    last: Any

    def film(self) -> Timeline:
        """The film; a command of which nobody may read anything is part of the next one."""
        moments, said = [Moment(self.game, 0, self.first)], []
        for number, line in enumerate(self.lines):
            said.append((line.phrase, line.state))
            following = self.lines[number + 1] if number + 1 < len(self.lines) else None
            stop = self.stop(line.event)
            if following is None or self.stop(following.event) > stop:
                state = self.last if following is None else following.state
                moments.append(Moment(self.game, stop, state, tuple(said)))
                said = []
        return Timeline(tuple(moments))

    def stop(self, event: int) -> int:
        """The number of the last event of the command that an event follows from."""
        at = bisect_left(self.stops, event)
        return self.stops[at] if at < len(self.stops) else event


def film(path: Path) -> Timeline:
    """Reads a game.

    Raises:
        RecordError: If it cannot be read.
    """
    with closing(open_record(path)) as record:
        game = record.game
        state = game.new(record.setup)
        stops = set(record.boundaries)
        moments, said = [Moment(game, 0, state)], []
        for number in record.counting:
            event = record.event(number)
            shown = game.public_event(state, event, SPECTATOR)
            if shown is not None:
                said += [(phrase, state) for phrase in game.speech.said(state, shown)]
            state = game.evolve(state, event)
            if number in stops:
                moments.append(Moment(game, number, state, tuple(said)))
                said = []
        return Timeline(tuple(moments))


def reader_of(record: Record) -> str | None:
    """For whom a report is written: the whole of it once the game is over, until then what spectators may see."""
    return SPECTATOR if record.game.tally.outcome(record.state) is None else None


def write_report(path: Path, language: Language) -> Path:
    """Writes the report to read beside a game's file; answers its own file.

    Raises:
        RecordError: If the game cannot be read.
        OSError: If the report cannot be written.
    """
    with closing(open_record(path)) as record:
        text = report_of(record, language, verify(path, games()), reader_of(record))
    out = path.with_suffix(".html")
    write_private(out, text.encode())
    return out


def reel_of(match: Match) -> LiveTimeline:
    """The game as far as everybody was shown it, to be seen again."""
    record = match.record
    ends = frozenset(record.boundaries)
    stops = tuple(count for count, number in enumerate(record.counting, 1) if number in ends)
    first = record.game.new(record.setup)
    return LiveTimeline(record.game, first, match.lines(SPECTATOR), stops, match.shown)
