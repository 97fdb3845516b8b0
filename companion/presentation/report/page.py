"""The report on a game: one page of HTML to read, without scripts and without anything from elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from companion.games.command import SPECTATOR
from companion.presentation.report.cards import CardBook
from companion.presentation.report.log import Section, sections
from companion.presentation.report.pictures import DASHES, bars, battlefield, chart
from companion.presentation.report.style import STYLE
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.record.verification import VerifyResult
from companion.texts import Language


@dataclass(frozen=True, slots=True)
class LuckText:
    """How somebody's dice fell.

    Attributes:
        name: Whose, or of which die.
        labels: What the faces are called.
        counts: How often each came.
        sentences: What that means.
    """

    name: str
    labels: tuple[str, ...]
    counts: tuple[int, ...]
    sentences: tuple[str, ...]


def html_report(
    record: Record, language: Language, found: VerifyResult, viewer: str | None = None, luck: Sequence[LuckText] = ()
) -> str:
    """The report.

    Args:
        record: The record.
        language: The reader's.
        found: What checking it has shown.
        viewer: Who may see it: a player's id or `SPECTATOR`; None for the whole of it.
        luck: How the dice of players fell.
    """
    return _template().render(_Report(record, language, found, viewer).values(luck))


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("companion.presentation", "report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html")


class _Report:
    """What the template shows of a record."""

    def __init__(self, record: Record, language: Language, found: VerifyResult, viewer: str | None) -> None:
        self._record = record
        self._language = language
        self._found = found
        self._viewer = viewer
        self._game, self._state = record.game, record.state
        self._seats = {seat.id: seat.name for seat in record.setup.seats}  # type: ignore[attr-defined]  # every game's setup has seats
        self._colours = {seat: f"seat-{number % 4 + 1}" for number, seat in enumerate(self._seats)}
        self._teller = Teller(record.game, record.state, language, viewer or SPECTATOR)

    def values(self, luck: Sequence[LuckText]) -> dict[str, Any]:
        book = CardBook()
        told = sections(self._record, self._language, self._viewer, book)
        table = self._game.tally.table(self._state, self._language)
        game = self._game.shelf.title(self._language)
        return {
            "language": self._language.value,
            "style": Markup(STYLE),  # noqa: S704 (our own)
            "say": self._say,
            "title": self._say("title", game=game, players=" – ".join(self._seats.values())),
            "head": tuple(self._head()),
            "outcome": self._teller.ending() or self._say("goes_on"),
            "columns": table.heads,
            "rows": tuple(self._rows()),
            "charts": tuple(self._charts()),
            "luck": [(each, _svg(bars(each.labels, each.counts, each.name))) for each in luck],
            "turns": tuple(self._turn(section) for section in told),
            "cards": tuple(book.pages(self._teller)),
            "open_points": self._game.tally.readings(self._state, self._language),
            "checks": tuple(self._checks()),
            "seed_hash": self._hidden_seed(),
        }

    def _head(self) -> Iterator[str]:
        times, turns = [entry.at for entry in self._record.entries()], self._game.tally.turn(self._state).number
        yield from self._game.tally.rules(self._state, self._language)
        begun, ended = _moment(times[0]), _moment(times[-1])
        yield self._say("begun", at=begun.strftime("%Y-%m-%d %H:%M") if begun is not None else times[0])
        if begun is not None and ended is not None:
            lasted_s = (ended - begun).total_seconds()
            yield self._say("duration", minutes=round(lasted_s / 60), turns=turns)
        if self._viewer in self._seats:
            yield self._say("seen_by", viewer=self._teller.name(self._viewer or ""))
        else:
            yield self._say("seen_by_spectator" if self._viewer == SPECTATOR else "whole")

    def _rows(self) -> Iterator[dict[str, Any]]:
        """Where everybody stands."""
        table = self._game.tally.table(self._state, self._language)
        for number, (seat, name) in enumerate(self._seats.items()):
            figures = zip(table.heads, table.rows.get(seat, ()), strict=False)
            cells = [
                {"head": head, "figure": figure, "is_number": column not in table.words}
                for column, (head, figure) in enumerate(figures)
            ]
            dashes = DASHES[number % 4]
            yield {"seat": seat, "name": name, "colour": self._colours[seat], "dashes": dashes, "cells": cells}

    def _checks(self) -> Iterator[str]:
        """What checking the record has shown, and what is missing from it."""
        found, rescued = self._found, self._found.rescued
        yield self._say("checked_chain" if found.refolded else "checked")
        if found.refolded:
            yield self._say("older_rules", count=len(found.refolded))
        if found.otherwise:
            yield self._say("otherwise", count=len(found.otherwise))
        if rescued is not None:
            yield self._say("rescued", kept=rescued.kept, written=rescued.written)
            if rescued.evidence:
                yield self._say("evidence_lost", count=len(rescued.evidence))
        if rescued is not None and rescued.seed_lost:
            yield self._say("seed_lost")
        elif found.shuffles is not None:
            yield self._say("shuffles", count=found.shuffles)
        elif not self._hidden_seed():
            yield self._say("no_seed")

    def _hidden_seed(self) -> str:
        """The hash of a seed that is not revealed yet; empty for none."""
        rescued = self._found.rescued
        if self._found.shuffles is not None or (rescued is not None and rescued.seed_lost):
            return ""
        return str(getattr(self._record.setup, "seed_hash", ""))

    def _charts(self) -> Iterator[dict[str, Any]]:
        """The game's curves at the end of each turn, as far as it counts."""
        ends, tally = self._turn_ends(), self._game.tally
        if len(ends) < 2:
            return
        for key in tally.curves(self._state):
            title = f"{self._teller.curve(key)}, {self._say('over_turns')}"
            series = {player: [tally.height(state, key, player) for state in ends.values()] for player in self._seats}
            yield {"title": title, "picture": _svg(chart(title, list(ends), series))}

    def _turn_ends(self) -> dict[int, Any]:
        """The last state of each turn that counts."""
        ends: dict[int, Any] = {}
        state = self._game.new(self._record.setup)
        for number in self._record.counting:
            state = self._game.evolve(state, self._record.event(number))
            ends[self._game.tally.turn(state).number] = state
        return ends

    def _turn(self, section: Section) -> dict[str, Any]:
        return {
            "title": section.title,
            "number": section.turn,
            "colour": self._colours.get(section.active, "quiet"),
            "entries": section.items,
            "picture": _svg(battlefield(self._teller.at(section.after))),
        }

    def _say(self, key: str, **values: object) -> str:
        return self._teller.say(f"report.{key}", **values)


def _svg(picture: str) -> Markup:
    """A drawing of ours, in which all that is not ours is escaped."""
    return Markup(picture)  # noqa: S704 (see above)


def _moment(told: str) -> datetime | None:
    """A time as an entry tells it, which may have been made by hand; None if it is none."""
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
