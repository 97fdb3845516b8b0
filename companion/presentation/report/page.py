"""The report on a game: one page of HTML to read, without scripts and without anything from elsewhere."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape

from companion.games.command import SPECTATOR
from companion.games.signum.cards import Card
from companion.games.signum.ending import city_costs
from companion.games.signum.state import State
from companion.games.signum.stats import health
from companion.presentation.report.cards import CardBook, CardText
from companion.presentation.report.log import Section, sections
from companion.presentation.report.pictures import DASHES, bars, battlefield, chart
from companion.presentation.report.style import STYLE
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.record.verifying import Verified
from companion.texts import Language, say


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


@dataclass(frozen=True, slots=True)
class Extras:
    """What a report may tell besides the record itself.

    Attributes:
        words: Puts a card into words; None for a report without them.
        luck: How the dice of players fell.
    """

    words: Callable[[Card], CardText] | None = None
    luck: Sequence[LuckText] = ()


NO_EXTRAS = Extras()
FIGURES = ("log.value.prosperity", "report.city_cost", "report.hero_wounds", "log.value.kills", "report.creatures")
"""What is told of each player at the end: what the tie-breaks compare (S-END-13, S-END-15), won by them or not."""


def html_report(
    record: Record, language: Language, found: Verified, viewer: str | None = None, extras: Extras = NO_EXTRAS
) -> str:
    """The report.

    Args:
        record: The record.
        language: The reader's.
        found: What checking it has shown.
        viewer: Who may see it: a player's id or `SPECTATOR`; None for the whole of it.
        extras: What it tells besides.
    """
    return "".join(_Report(record, language, found, viewer, extras).parts())


class _Report:
    def __init__(self, record: Record, language: Language, found: Verified, viewer: str | None, extras: Extras) -> None:
        self._record = record
        self._language = language
        self._found = found
        self._viewer = viewer
        self._extras = extras
        self._state: State = record.state
        self._teller = Teller(record.game, record.state, language, viewer or SPECTATOR)

    def parts(self) -> Iterator[str]:
        title = escape(self._say("title", players=" – ".join(seat.name for seat in self._state.setup.seats)))
        yield f'<!DOCTYPE html>\n<html lang="{self._language.value}"><head><meta charset="utf-8">'
        yield f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        yield f"<style>{STYLE}</style></head><body><header><h1>{title}</h1>"
        yield from self._head()
        yield "</header><main>"
        yield from self._result()
        yield from self._charts()
        yield from self._luck()
        book = CardBook(self._extras.words)
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
        state, times = self._state, [entry.at for entry in self._record.entries()]
        variant = self._say(f"variant.{state.rules.variant.value}")
        edition = say(self._language, f"setup.rules.edition_{state.rules.edition.value}")
        yield self._line("edition", edition=edition, variant=variant)
        begun, ended = _moment(times[0]), _moment(times[-1])
        yield self._line("begun", at=begun.strftime("%Y-%m-%d %H:%M") if begun is not None else times[0])
        if begun is not None and ended is not None:
            lasted_s = (ended - begun).total_seconds()
            yield self._line("duration", minutes=round(lasted_s / 60), turns=state.turn)
        yield (
            self._line("seen_by", viewer=self._name(self._viewer))
            if self._viewer in state.players
            else (self._line("seen_by_spectator" if self._viewer == SPECTATOR else "whole"))
        )

    def _result(self) -> Iterator[str]:
        """Who won and why, and where everybody stands."""
        heads = [self._say("hero")]
        heads += [say(self._language, key) for key in FIGURES]
        yield f'<div class="box result">{self._outcome()}<div class="scores"><table><tr><th>{self._say("players")}</th>'
        yield f"{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr>"
        for number, seat in enumerate(self._state.setup.seats):
            mine = self._state.players[seat.id]
            key = (
                f'<svg viewBox="0 0 40 8" class="key seat-{number % 4 + 1}" aria-hidden="true">'
                f'<line x2="40" y1="4" y2="4" stroke-dasharray="{DASHES[number % 4]}"/></svg>'
            )
            on_mat = sum(each.controller == seat.id and bool(each.stand) for each in self._state.creatures.values())
            kept = self._state.rules.keeps("prosperity")
            stock = mine.prosperity if kept else say(self._language, "phones.on_cardboard")
            city = city_costs(self._state)[seat.id]
            figures = (self._name(seat.hero), stock, city, self._hero(seat.id), mine.kills, on_mat)
            yield f"<tr><td>{key} {escape(seat.id)}: {escape(seat.name)}</td>"
            for head, figure in zip(heads, figures, strict=True):
                kind = "" if figure is figures[0] else ' class="number"'
                yield f'<td{kind} data-of="{escape(head)}">{escape(str(figure))}</td>'
            yield "</tr>"
        yield "</table></div></div>"

    def _hero(self, player: str) -> str:
        """The hero's wounds of its health; a word once it has fallen."""
        hero = self._state.hero(player)
        if hero is None:
            return self._say("fallen") if self._state.turn else "–"
        return f"{hero.wounds}/{health(self._state, hero)}"

    def _outcome(self) -> str:
        phrase = self._record.game.speech.ending(self._state)
        if phrase is None:
            return f'<p class="won">{escape(self._say("goes_on"))}</p>'
        return f'<p class="won">{escape(self._teller.sentence(phrase))}</p>'

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
        if not self._state.setup.seed_hash:
            return self._line("no_seed")
        return f"<p>{escape(self._say('seed_hidden'))} <code>{escape(self._state.setup.seed_hash)}</code></p>"

    def _charts(self) -> Iterator[str]:
        """Prosperity and the heroes' wounds at the end of each turn, as far as it counts."""
        ends = self._turn_ends()
        if len(ends) < 2:
            return
        players = [seat.id for seat in self._state.setup.seats]
        measures: tuple[tuple[str, Callable[[State, str], int | None]], ...] = (
            *([("prosperity", _prosperity)] if self._state.rules.keeps("prosperity") else []),
            ("wounds", _wounds),
        )
        yield '<div class="pair">'
        for key, measure in measures:
            title = f"{self._say(key)}, {self._say('over_turns')}"
            series: dict[str, list[int | None]] = {
                player: [measure(state, player) for state in ends.values()] for player in players
            }
            yield f'<div class="box">{self._figure(title, chart(title, list(ends), series))}</div>'
        yield "</div>"

    def _turn_ends(self) -> dict[int, State]:
        """The last state of each turn that counts."""
        ends: dict[int, State] = {}
        state = self._record.game.new(self._record.setup)
        for number in self._record.counting:
            state = self._record.game.evolve(state, self._record.event(number))
            ends[state.turn] = state
        return ends

    def _luck(self) -> Iterator[str]:
        """How dice fell, and what that means."""
        if not self._extras.luck:
            return
        yield f'<section><h2>{escape(self._say("dice"))}</h2><p class="quiet">{escape(self._say("even"))}</p>'
        yield '<div class="luck">'
        for each in self._extras.luck:
            said = "".join(f"<p><small>{escape(line)}</small></p>" for line in each.sentences)
            name = escape(each.name)
            yield f"<div><h3>{name}</h3>{bars(each.labels, each.counts, each.name)}{said}</div>"
        yield "</div></section>"

    def _jumps(self, told: Sequence[Section]) -> str:
        """To each turn."""
        seats = {seat.id: f"seat-{number % 4 + 1}" for number, seat in enumerate(self._state.setup.seats)}
        links = "".join(
            f'<a href="#part-{number}" class="{seats.get(section.active, "quiet")}">{section.turn or "·"}</a>'
            for number, section in enumerate(told)
        )
        title = escape(self._say("jump"))
        return f'<nav class="box" aria-label="{title}"><h3>{title}</h3>{links}</nav>'

    def _turn(self, number: int, section: Section) -> str:
        after, shown = section.after, ""
        if any(creature.stand is not None for creature in after.creatures.values()):
            shown = self._figure(self._say("table_after"), battlefield(self._teller.at(after)))
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
        return say(self._language, f"report.{key}", **values)


def _moment(told: str) -> datetime | None:
    """A time as an entry tells it, which may have been made by hand; None if it is none."""
    try:
        moment = datetime.fromisoformat(told)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _prosperity(state: State, player: str) -> int | None:
    mine = state.players[player]
    return None if mine.out else mine.prosperity


def _wounds(state: State, player: str) -> int | None:
    """Wounds on a player's hero; None once it has fallen, 0 while it waits to be placed."""
    hero = state.hero(player)
    if hero is not None:
        return hero.wounds
    return None if state.turn else 0
