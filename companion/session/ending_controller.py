"""The end of a game: how everybody fared, and the files that are written beside the record."""

from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from companion.games.command import SPECTATOR
from companion.games.registry import games
from companion.phones.pages.mat_svg import GLYPHS
from companion.presentation.teller import Teller
from companion.record.errors import RecordError
from companion.record.private_file import write_private
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.history.report import report_of
from companion.referee.match.match import Match
from companion.referee.screen.game_screen import Curve, GameEnd
from companion.texts import Language, say


class EndingController:
    """Tells how a game went once it is over, and writes it down to be taken along."""

    def __init__(self, match: Match, path: Path) -> None:
        """Prepares.

        Args:
            match: The game.
            path: Its record.
        """
        self._match, self._path = match, path
        self._courses: tuple[object, tuple[Curve, ...]] = None, ()
        self._exported: tuple[str, ...] = ()
        self._trouble = ""

    @property
    def as_of(self) -> tuple[object, ...]:
        """Equal as long as nothing changed."""
        return self._exported, self._trouble

    def ending(self, language: Language) -> GameEnd | None:
        """How everybody fared; None while the game goes on."""
        record = self._match.record
        if not self._match.is_over:
            return None
        as_of = record.written, record.counting[-1:], language
        if self._courses[0] != as_of:
            self._courses = as_of, _courses(record, self._match.teller(language))
        return GameEnd(self._courses[1], self._exported, self._trouble)

    def export(self, language: Language) -> None:
        """Writes the report and the result beside the record; a game that goes on shows no hidden cards."""
        report, result = self._path.with_suffix(".html"), self._path.with_suffix(".result.json")
        try:
            over = reveal_if_over(self._match.record)
            found = verify(self._path, games())
            text = report_of(self._match.record, language, found, None if over else SPECTATOR)
            write_private(report, text.encode())
            coded = msgspec.json.encode(result_of(self._match.record))
            write_private(result, msgspec.json.format(coded, indent=2))
        except (OSError, RecordError) as error:
            self._exported, self._trouble = (), say(language, "game.end.not_written", why=str(error))
        else:
            self._exported, self._trouble = (report.name, result.name), ""


def reveal_if_over(record: Record) -> bool:
    """Shows the seed of the shuffles, once, if the game is over; answers whether it is.

    Raises:
        RecordError: If it cannot be written.
    """
    over = record.game.tally.outcome(record.state) is not None
    if over and record.seed and not record.revealed:
        record.reveal()
    return over


def result_of(record: Record) -> dict[str, Any]:
    """The result as a tournament takes it down: who won and why, and what each had in the end."""
    tally, state, setup = record.game.tally, record.state, record.setup
    outcome, score = tally.outcome(state), tally.score(state)
    return {
        "game": record.game.name,
        **score.rules,
        "over": outcome is not None,
        "reason": outcome.reason if outcome is not None else "",
        "winners": list(outcome.winners) if outcome is not None else [],
        "turns": tally.turn(state).number,
        "players": [{"seat": seat, "name": name, **score.players.get(seat, {})} for seat, name in _seats(record)],
        "seed_hash": getattr(setup, "seed_hash", ""),
    }


def _courses(record: Record, teller: Teller) -> tuple[Curve, ...]:
    """Every curve of the game, at the end of each turn; a player's ends where there is no figure any more."""
    tally, ends = record.game.tally, dict[int, Any]()
    state = record.game.new(record.setup)
    for number in record.counting:
        state = record.game.evolve(state, record.event(number))
        if turn := tally.turn(state).number:
            ends[turn] = state

    def heights(curve: str, seat: str) -> tuple[int, ...]:
        found = (tally.height(end, curve, seat) for end in ends.values())
        return tuple(value for value in takewhile(lambda value: value is not None, found) if value is not None)

    return tuple(
        Curve(
            teller.curve(curve),
            tally.goal(state, curve),
            tuple(
                (tuple(GLYPHS)[number % len(GLYPHS)], name, heights(curve, seat))
                for number, (seat, name) in enumerate(_seats(record))
            ),
        )
        for curve in tally.curves(state)
    )


def _seats(record: Record) -> tuple[tuple[str, str], ...]:
    """Id and name of each player."""
    return tuple((seat.id, seat.name) for seat in record.setup.seats)  # type: ignore[attr-defined]  # every game's setup has seats
