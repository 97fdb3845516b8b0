"""The report on a game: one page of HTML to read, without scripts and without anything from elsewhere."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from typing import Any

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
    return "".join(_Report(record, language, found, viewer, luck).parts())


class _Report:
    def __init__(
        self, record: Record, language: Language, found: VerifyResult, viewer: str | None, luck: Sequence[LuckText]
    ) -> None:
        self._record = record
        self._language = language
        self._found = found
        self._viewer = viewer
        self._luck_of = luck
        self._game, self._state = record.game, record.state
        self._seats = {seat.id: seat.name for seat in record.setup.seats}  # type: ignore[attr-defined]  # every game's setup has seats
        self._teller = Teller(record.game, record.state, language, viewer or SPECTATOR)

    def parts(self) -> Iterator[str]:
        title = escape(
            self._say("title", game=self._game.shelf.title(self._language), players=" – ".join(self._seats.values()))
        )
        yield f'<!DOCTYPE html>\n<html lang="{self._language.value}"><head><meta charset="utf-8">'
        yield f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        yield f"<style>{STYLE}</style></head><body><header><h1>{title}</h1>"
        yield from self._head()
        yield "</header><main>"
        yield from self._result()
        yield from self._charts()
        yield from self._luck()
        book = CardBook()
        told = sections(self._record, self._language, self._viewer, book)
        yield self._jumps(told)
        for number, section in enumerate(told):
            yield self._turn(number, section)
        cards = "".join(book.pages(self._teller))
        if cards:
            yield f'<section><h2>{escape(self._say("cards"))}</h2><div class="cards">{cards}</div></section>'
        yield f"<section><h2>{escape(self._say('checks'))}</h2>{''.join(self._checks())}</section>"
        yield "</main></body></html>\n"

    def _head(self) -> Iterator[str]:
        times, turns = [entry.at for entry in self._record.entries()], self._game.tally.turn(self._state).number
        for rule in self._game.tally.rules(self._state, self._language):
            yield f"<p>{escape(rule)}</p>"
        begun, ended = _moment(times[0]), _moment(times[-1])
        yield self._line("begun", at=begun.strftime("%Y-%m-%d %H:%M") if begun is not None else times[0])
        if begun is not None and ended is not None:
            lasted_s = (ended - begun).total_seconds()
            yield self._line("duration", minutes=round(lasted_s / 60), turns=turns)
        yield (
            self._line("seen_by", viewer=self._name(self._viewer))
            if self._viewer in self._seats
            else (self._line("seen_by_spectator" if self._viewer == SPECTATOR else "whole"))
        )

    def _result(self) -> Iterator[str]:
        """Who won and why, and where everybody stands."""
        table = self._game.tally.table(self._state, self._language)
        yield f'<div class="box result">{self._outcome()}<div class="scores"><table><tr><th>{self._say("players")}</th>'
        yield f"{''.join(f'<th>{escape(head)}</th>' for head in table.heads)}</tr>"
        for number, (seat, name) in enumerate(self._seats.items()):
            key = (
                f'<svg viewBox="0 0 40 8" class="key seat-{number % 4 + 1}" aria-hidden="true">'
                f'<line x2="40" y1="4" y2="4" stroke-dasharray="{DASHES[number % 4]}"/></svg>'
            )
            yield f"<tr><td>{key} {escape(seat)}: {escape(name)}</td>"
            for column, (head, figure) in enumerate(zip(table.heads, table.rows.get(seat, ()), strict=False)):
                kind = ' class="number"' if column not in table.words else ""
                yield f'<td{kind} data-of="{escape(head)}">{escape(str(figure))}</td>'
            yield "</tr>"
        yield "</table></div></div>"

    def _outcome(self) -> str:
        return f'<p class="won">{escape(self._teller.ending() or self._say("goes_on"))}</p>'

    def _checks(self) -> Iterator[str]:
        """What checking the record has shown, and what is missing from it."""
        found, rescued = self._found, self._found.rescued
        yield self._line("checked_chain" if found.refolded else "checked")
        if found.refolded:
            yield self._line("older_rules", count=len(found.refolded))
        if found.otherwise:
            yield self._line("otherwise", count=len(found.otherwise))
        if rescued is not None:
            yield self._line("rescued", kept=rescued.kept, written=rescued.written)
            if rescued.evidence:
                yield self._line("evidence_lost", count=len(rescued.evidence))
        yield self._line("seed_lost") if rescued is not None and rescued.seed_lost else self._seed_check()

    def _seed_check(self) -> str:
        if self._found.shuffles is not None:
            return self._line("shuffles", count=self._found.shuffles)
        seed_hash = str(getattr(self._record.setup, "seed_hash", ""))
        if not seed_hash:
            return self._line("no_seed")
        return f"<p>{escape(self._say('seed_hidden'))} <code>{escape(seed_hash)}</code></p>"

    def _charts(self) -> Iterator[str]:
        """The game's curves at the end of each turn, as far as it counts."""
        ends, tally = self._turn_ends(), self._game.tally
        curves = tally.curves(self._state)
        if len(ends) < 2 or not curves:
            return
        yield '<div class="pair">'
        for key in curves:
            title = f"{self._teller.curve(key)}, {self._say('over_turns')}"
            series = {player: [tally.height(state, key, player) for state in ends.values()] for player in self._seats}
            yield f'<div class="box">{self._figure(title, chart(title, list(ends), series))}</div>'
        yield "</div>"

    def _turn_ends(self) -> dict[int, Any]:
        """The last state of each turn that counts."""
        ends: dict[int, Any] = {}
        state = self._game.new(self._record.setup)
        for number in self._record.counting:
            state = self._game.evolve(state, self._record.event(number))
            ends[self._game.tally.turn(state).number] = state
        return ends

    def _luck(self) -> Iterator[str]:
        """How dice fell, and what that means."""
        if not self._luck_of:
            return
        yield f'<section><h2>{escape(self._say("dice"))}</h2><p class="quiet">{escape(self._say("even"))}</p>'
        yield '<div class="luck">'
        for each in self._luck_of:
            said = "".join(f"<p><small>{escape(line)}</small></p>" for line in each.sentences)
            name = escape(each.name)
            yield f"<div><h3>{name}</h3>{bars(each.labels, each.counts, each.name)}{said}</div>"
        yield "</div></section>"

    def _jumps(self, told: Sequence[Section]) -> str:
        """To each turn."""
        seats = {seat: f"seat-{number % 4 + 1}" for number, seat in enumerate(self._seats)}
        links = "".join(
            f'<a href="#part-{number}" class="{seats.get(section.active, "quiet")}">{section.turn or "·"}</a>'
            for number, section in enumerate(told)
        )
        title = escape(self._say("jump"))
        return f'<nav class="box" aria-label="{title}"><h3>{title}</h3>{links}</nav>'

    def _turn(self, number: int, section: Section) -> str:
        picture = battlefield(self._teller.at(section.after))
        shown = self._figure(self._say("table_after"), picture) if picture else ""
        log = f'<ol class="log">{"".join(section.items)}</ol>'
        title = escape(section.title)
        return f'<section class="turn" id="part-{number}"><h2>{title}</h2><div>{log}{shown}</div></section>'

    def _figure(self, caption: str, picture: str) -> str:
        return f"<figure><figcaption>{escape(caption)}</figcaption>{picture}</figure>"

    def _line(self, key: str, **values: object) -> str:
        return f"<p>{escape(self._say(key, **values))}</p>"

    def _name(self, thing: str | None) -> str:
        return self._teller.name(thing or "")

    def _say(self, key: str, **values: object) -> str:
        return self._teller.say(f"report.{key}", **values)


def _moment(told: str) -> datetime | None:
    """A time as an entry tells it, which may have been made by hand; None if it is none."""
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
