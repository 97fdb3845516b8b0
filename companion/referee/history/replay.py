"""A game seen again, from its record or from a script: as it was after some event, as a viewer may know it."""

from collections import deque
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.documents import DocumentError, read_head, read_text
from companion.games.command import SPECTATOR, Event
from companion.games.display.speech import Phrase, things_of
from companion.games.grounds import Ground, GroundTracker, MeasuredCommand
from companion.games.protocol import Game, S
from companion.games.registry import Recorded
from companion.presentation.teller import Teller
from companion.presentation.why import why_text
from companion.record.errors import RecordError
from companion.record.grounds import grounds_of
from companion.record.record import Record
from companion.record.script import FENCE, PlayedGame, ScriptError, parse
from companion.referee.history.scripts import played
from companion.texts import Language

SQLITE = b"SQLite format 3\0"
"""How a record's file begins."""

LAST_LINES = 12
"""Sentences of the log that are shown with a state."""


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A game at some moment, as a viewer may know it.

    Attributes:
        game: The rules.
        state: The whole of it, for names.
        view: What the viewer may know.
        standing: How the game stands, line by line.
        lines: The last sentences of the log that the viewer may read, each with what was measured for it.
        cards: Keys of the cards that these name, and of those in the viewer's hand.
    """

    game: Game[Any]
    state: Any
    view: msgspec.Struct
    standing: tuple[str, ...]
    lines: tuple[str, ...]
    cards: tuple[str, ...] = ()


def replay(path: Path, to: int | None, viewer: str, language: Language) -> ReplayView:
    """Sees a game again.

    Args:
        path: A record's file, or a script.
        to: Number of the event after which it is looked at; None for the end.
        viewer: A player's id, or `SPECTATOR`.
        language: The reader's.

    Raises:
        RecordError: If the game cannot be read, or has no such event or viewer.
        CardsError: If a script names a pack or deck that cannot be used.
    """
    game, state, events = _read(path)
    require_viewer(state.setup, viewer)
    last = events[-1].number if events else 0
    if to is not None and not 0 <= to <= last:
        raise RecordError(f"There is no event {to}; those that count are numbered from 0, the beginning, to {last}.")
    said: deque[_Sentence] = deque(maxlen=LAST_LINES)
    for each in events:
        if to is not None and each.number > to:
            break
        said.extend(_said(each, game, state, viewer))
        state = game.evolve(state, each.event)
    view = game.view(state, viewer)
    standing = game.tally.standing(state, view, language)
    lines = tuple(line for each in said for line in each.lines(Teller(game, each.state, language)))
    named = (key for each in said for key in each.cards(game, language))
    named_once = dict.fromkeys((*standing.cards, *named))
    cards = tuple(key for key in named_once if game.sheets.card(state, key, language) is not None)
    return ReplayView(game, state, view, standing.lines, lines, cards)


@dataclass(frozen=True, slots=True)
class _Event:
    """One that counts, with its number and what it rests on."""

    number: int
    event: Event
    ground: Ground | None


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence that is not in any language yet."""

    phrase: Phrase
    state: Any
    ground: Ground | None

    def lines(self, teller: Teller) -> Iterator[str]:
        yield teller.sentence(self.phrase)
        for measured in self.ground.measured if self.ground is not None else ():
            yield f"  {why_text(measured, teller)}"

    def cards(self, game: Game[Any], language: Language) -> Iterator[str]:
        for thing in things_of(self.phrase.values.values()):
            card = game.sheets.card(self.state, thing, language)
            if card is not None:
                yield card.key


def _said(each: _Event, game: Game[S], state: S, viewer: str) -> Iterator[_Sentence]:
    shown = game.public_event(state, each.event, viewer)
    if shown is None:
        return
    ground = each.ground if game.grounds.may_be_shown(each.event, viewer) else None
    for number, phrase in enumerate(game.speech.said(state, shown)):
        yield _Sentence(phrase, state, None if number else ground)


def require_viewer(setup: Any, viewer: str | None) -> None:  # noqa: ANN401 (the game's own)
    """Refuses a viewer that a game does not have; None sees the whole of it.

    Raises:
        RecordError: If there is no such player.
    """
    players = tuple(seat.id for seat in setup.seats)
    if viewer not in (None, SPECTATOR, *players):
        there = ", ".join((*players, SPECTATOR))
        raise RecordError(f"Nobody is called {viewer!r} in this game; the viewers are {there}.")


def open_record(path: Path) -> Record:
    """Opens a record of any game that is known, to read it.

    Raises:
        RecordError: If it cannot be read.
    """
    return Record.read(path, Recorded())


def _read(path: Path) -> tuple[Game[Any], Any, list[_Event]]:
    """The rules, the beginning, and the events that count with their numbers."""
    try:
        is_record = read_head(path, len(SQLITE)) == SQLITE
        text = "" if is_record else read_text(path)
    except DocumentError as error:
        if error.line:
            raise RecordError(f"{path} is neither a record of a game nor a script.") from error
        raise RecordError(f"{path} {error}.") from error
    if not is_record and FENCE not in text:
        raise RecordError(f"{path} is neither a record of a game nor a script; name the file of a game.")
    if is_record:
        with closing(open_record(path)) as record:
            grounds = grounds_of(record)
            events = [_Event(number, record.event(number), grounds.get(number)) for number in record.counting]
            return record.game, record.game.new(record.setup), events
    try:
        game = played(parse(text), path.parent)
    except ScriptError as error:
        raise RecordError(f"{path}: {error}") from error
    return game.game, game.states[0], _played(game)


def _played(game: PlayedGame) -> list[_Event]:
    found: list[_Event] = []
    told = GroundTracker(game.game)
    for state, command, events in zip(game.states, game.commands, game.events, strict=False):
        measured_command, before = MeasuredCommand(game.game, state, command), state
        for event in events:
            found.append(_Event(len(found) + 1, event, told.of(measured_command, before, event)))
            before = game.game.evolve(before, event)
    return found


def lines_of(seen: ReplayView, language: Language) -> Iterator[str]:
    """What is seen, for people."""
    yield from seen.standing
    yield ""
    yield from seen.lines
    if seen.cards:
        yield ""
        yield from _card_lines(seen, language)


def _card_lines(seen: ReplayView, language: Language) -> Iterator[str]:
    """What is in the viewer's hand and was just spoken of, in words."""
    for key in seen.cards:
        text = seen.game.sheets.card(seen.state, key, language)
        if text is not None:
            about = ", ".join(each for each in (text.kind, text.stats, text.cost) if each)
            yield f"{text.name}: {about}"
            yield from (f"  {line}" for line in text.lines)
