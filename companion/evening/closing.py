"""The end of a game: how everybody fared, and the files that are written beside the record."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.games.command import SPECTATOR
from companion.games.registry import games
from companion.games.signum.state import State
from companion.phones.drawing import GLYPHS
from companion.record.errors import RecordError
from companion.record.private_file import write_private
from companion.record.record import Record
from companion.record.verifying import verify
from companion.referee.match import Match
from companion.referee.play import Course, Ending
from companion.referee.reporting import report_of
from companion.texts import Language, say


class Closing:
    """Tells how a game went once it is over, and writes it down to be taken along."""

    def __init__(self, match: Match, path: Path) -> None:
        """Prepares.

        Args:
            match: The game.
            path: Its record.
        """
        self._match, self._path = match, path
        self._courses: tuple[object, tuple[Course, ...]] = None, ()
        self._exported: tuple[str, ...] = ()
        self._trouble = ""

    @property
    def as_of(self) -> tuple[object, ...]:
        """Equal as long as nothing changed."""
        return self._exported, self._trouble

    def ending(self) -> Ending | None:
        """How everybody fared; None while the game goes on."""
        if self._match.shown.outcome is None:
            return None
        record = self._match.record
        as_of = record.written, record.counting[-1:]
        if self._courses[0] != as_of:
            self._courses = as_of, _courses(record)
        return Ending(self._courses[1], self._exported, self._trouble)

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
    over = record.state.outcome is not None
    if over and record.seed and not record.revealed:
        record.reveal()
    return over


def result_of(record: Record) -> dict[str, Any]:
    """The result as a tournament takes it down: who won and why, and what each had in the end."""
    state: State = record.state
    outcome = state.outcome
    return {
        "game": record.game.name,
        "edition": state.rules.edition.value,
        "variant": state.rules.variant.value,
        "over": outcome is not None,
        "reason": outcome.reason if outcome is not None else "",
        "winners": list(outcome.winners) if outcome is not None else [],
        "turns": state.turn,
        "players": [
            {
                "seat": seat.id,
                "name": seat.name,
                "hero": seat.hero,
                "prosperity": state.players[seat.id].prosperity if state.rules.keeps("prosperity") else None,
                "kills": state.players[seat.id].kills,
                "clock_s": state.players[seat.id].clock_s,
            }
            for seat in state.setup.seats
        ],
        "seed_hash": state.setup.seed_hash,
    }


def _courses(record: Record) -> tuple[Course, ...]:
    ends: dict[int, State] = {}
    state: State = record.game.new(record.setup)
    for number in record.counting:
        state = record.game.evolve(state, record.event(number))
        if state.turn:
            ends[state.turn] = state
    return tuple(
        Course(
            seat.id,
            seat.name,
            tuple(GLYPHS)[number % len(GLYPHS)],
            tuple(end.players[seat.id].prosperity for end in ends.values()),
            tuple(_wounds(list(ends.values()), seat.id)),
        )
        for number, seat in enumerate(state.setup.seats)
    )


def _wounds(ends: Sequence[State], player: str) -> Iterator[int]:
    """Those on the hero at the end of each turn, up to the one before it fell."""
    for end in ends:
        hero = end.hero(player)
        if hero is None:
            return
        yield hero.wounds
