"""The report on a game: one page of HTML to read, without scripts and without anything from elsewhere."""

from collections.abc import Callable, Iterator
from html import escape

from companion.games.protocol import SPECTATOR
from companion.games.signum.events import GameEnded
from companion.games.signum.phrases import phrases
from companion.games.signum.state import State
from companion.record.record import Record
from companion.record.report_log import sections
from companion.record.report_pictures import DASHES, INKS, battlefield, chart
from companion.record.telling import name_of, sentence
from companion.record.verifying import Verified
from companion.texts import Language, say

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.8rem; line-height: 1.2; } h2 { border-bottom: 2px solid #ccc; margin-top: 2.5rem; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1rem .2rem 0; }
ol.log { list-style: none; padding: 0; }
ol.log > li { display: grid; grid-template-columns: 5.5rem 1fr; gap: .2rem .8rem;
  padding: .25rem 0; border-top: 1px solid #eee; } time { color: #595959; font-variant-numeric: tabular-nums; }
p { margin: .1rem 0; } small, .rule { color: #595959; font-size: .82rem; } .rule { margin-left: .4rem; }
.said p.dice { font-weight: 600; }
del p { text-decoration: line-through; } del { color: #595959; text-decoration: none; }
.note { background: #fff4d6; padding: .3rem .6rem; border-left: 4px solid #a86b00; }
.won { font-size: 1.15rem; font-weight: 600; } code { overflow-wrap: anywhere; }
svg { width: 100%; height: auto; font: 12px system-ui, sans-serif; } svg.mat { max-width: 30rem; font-size: 18px; }
svg.key { width: 2.5rem; }
.grid { stroke: #ddd; } .curve { fill: none; stroke-width: 2.5; } .end { font-weight: 700; }
.edge { fill: #f6f3ea; stroke: #8a8371; stroke-width: 3; }
.template { fill: #d8d2bd; stroke: #6d6650; stroke-width: 2; }
.base { fill: #fff; stroke-width: 4; } svg.mat text { text-anchor: middle; font-weight: 700; }
svg.mat .hurt { fill: #b3261e; font-size: 20px; } figure { margin: .8rem 0; } figcaption { color: #595959; }
img { max-width: 20rem; display: block; } @media print { h2 { break-after: avoid; } li { break-inside: avoid; } }
"""


def html_report(record: Record, language: Language, found: Verified, viewer: str | None = None) -> str:
    """The report.

    Args:
        record: The record.
        language: The reader's.
        found: What checking it has shown.
        viewer: Who may see it: a player's id or `SPECTATOR`; None for the whole of it.
    """
    return "".join(_Report(record, language, found, viewer).parts())


class _Report:
    def __init__(self, record: Record, language: Language, found: Verified, viewer: str | None) -> None:
        self._record = record
        self._language = language
        self._found = found
        self._viewer = viewer
        self._state: State = record.state

    def parts(self) -> Iterator[str]:
        title = escape(self._say("title", players=" – ".join(seat.name for seat in self._state.setup.seats)))
        yield f'<!DOCTYPE html>\n<html lang="{self._language.value}"><head><meta charset="utf-8">'
        yield f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        yield f"<style>{STYLE}</style></head><body><h1>{title}</h1>"
        yield from self._head()
        yield from self._charts()
        for section in sections(self._record, self._language, self._viewer):
            yield f'<section><h2>{escape(section.title)}</h2><ol class="log">{"".join(section.items)}</ol>'
            if any(creature.stand is not None for creature in section.after.creatures.values()):
                yield self._figure(self._say("table_after"), battlefield(section.after, self._language))
            yield "</section>"
        yield "</body></html>\n"

    def _head(self) -> Iterator[str]:
        state, first = self._state, next(iter(self._record.entries()))
        variant = self._say(f"variant.{state.rules.variant.value}")
        at = first.at.removesuffix("Z").replace("T", " ")
        yield self._line("edition", edition=state.rules.edition.value, variant=variant)
        yield self._line("begun", at=at)
        yield f"<p>{escape(self._seen_by())}</p>"
        yield f"<table><tr><th>{escape(self._say('players'))}</th><th>{escape(self._say('hero'))}</th></tr>"
        for number, seat in enumerate(state.setup.seats):
            key = (
                '<svg viewBox="0 0 40 8" class="key" aria-hidden="true"><line x2="40" y1="4" y2="4" stroke-width="3" '
                f'stroke="{INKS[number % 4]}" stroke-dasharray="{DASHES[number % 4]}"/></svg>'
            )
            hero = escape(name_of(seat.hero, state, self._language))
            yield f"<tr><td>{key} {escape(seat.id)}: {escape(seat.name)}</td><td>{hero}</td></tr>"
        yield "</table>"
        yield self._outcome()
        yield self._line("checked")
        yield self._seed_check()

    def _seen_by(self) -> str:
        if self._viewer is None:
            return self._say("whole")
        if self._viewer == SPECTATOR:
            return self._say("seen_by_spectator")
        return self._say("seen_by", viewer=name_of(self._viewer, self._state, self._language))

    def _outcome(self) -> str:
        outcome = self._state.outcome
        if outcome is None:
            return self._line("goes_on")
        (phrase,) = phrases(self._state, GameEnded(outcome=outcome))
        return f'<p class="won">{escape(sentence(phrase, self._state, self._language))}</p>'

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
            ("prosperity", _prosperity),
            ("wounds", _wounds),
        )
        for key, measure in measures:
            title = f"{self._say(key)}, {self._say('over_turns')}"
            series: dict[str, list[int | None]] = {
                player: [measure(state, player) for state in ends.values()] for player in players
            }
            yield self._figure(title, chart(title, list(ends), series))

    def _turn_ends(self) -> dict[int, State]:
        """The last state of each turn that counts."""
        ends: dict[int, State] = {}
        state = self._record.game.new(self._record.setup)
        for number in self._record.counting:
            state = self._record.game.evolve(state, self._record.event(number))
            ends[state.turn] = state
        return ends

    def _figure(self, caption: str, picture: str) -> str:
        return f"<figure><figcaption>{escape(caption)}</figcaption>{picture}</figure>"

    def _line(self, key: str, **values: object) -> str:
        return f"<p>{escape(self._say(key, **values))}</p>"

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, f"report.{key}", **values)


def _prosperity(state: State, player: str) -> int | None:
    mine = state.players[player]
    return None if mine.out else mine.prosperity


def _wounds(state: State, player: str) -> int | None:
    """Wounds on a player's hero; None once it has fallen, 0 while it waits to be placed."""
    hero = state.hero(player)
    if hero is not None:
        return hero.wounds
    return None if state.turn else 0
