"""A game seen again, from its record or from a script: as it was after some event, as a viewer may know it."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.games.protocol import SPECTATOR, Event, Game
from companion.games.signum.game import Signum
from companion.games.signum.phrases import phrases
from companion.games.signum.state import State
from companion.games.signum.views import PlayerView, SignumView
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.script import parse
from companion.record.telling import name_of, sentence
from companion.referee.scripts import played
from companion.texts import Language, say

GAMES: dict[str, Game[Any]] = {"signum": Signum()}
"""The games that can be seen again, by name."""

SQLITE = b"SQLite format 3\0"
"""How a record's file begins."""

LAST_LINES = 12
"""Sentences of the log that are shown with a state."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A game at some moment, as a viewer may know it.

    Attributes:
        state: The whole of it, for names.
        view: What the viewer may know.
        lines: The last sentences of the log that the viewer may read.
    """

    state: State
    view: SignumView
    lines: tuple[str, ...]


def replay(path: Path, to: int | None, viewer: str, language: Language) -> Seen:
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
    require_viewer(state, viewer)
    last = events[-1][0] if events else 0
    if to is not None and not 0 <= to <= last:
        raise RecordError(f"There is no event {to}; those that count are numbered from 0, the beginning, to {last}.")
    lines: list[str] = []
    for number, event in events:
        if to is not None and number > to:
            break
        shown = game.public_event(state, event, viewer)
        if shown is not None:
            lines += (sentence(each, state, language) for each in phrases(state, shown))  # type: ignore[arg-type]  # one of the union
            del lines[:-LAST_LINES]
        state = game.evolve(state, event)
    return Seen(state, game.view(state, viewer), tuple(lines))  # type: ignore[arg-type]  # the game's own


def require_viewer(state: State, viewer: str | None) -> None:
    """Refuses a viewer that a game does not have; None sees the whole of it.

    Raises:
        RecordError: If there is no such player.
    """
    if viewer not in (None, SPECTATOR, *state.players):
        there = ", ".join((*state.players, SPECTATOR))
        raise RecordError(f"Nobody is called {viewer!r} in this game; the viewers are {there}.")


def open_record(path: Path) -> Record:
    """Opens a record of any game that is known, to read it.

    Raises:
        RecordError: If it cannot be read.
    """
    return Record.open(path, GAMES, lambda: "")


def _read(path: Path) -> tuple[Game[Any], State, list[tuple[int, Event]]]:
    """The rules, the beginning, and the events that count with their numbers."""
    try:
        with path.open("rb") as file:
            is_record = file.read(len(SQLITE)) == SQLITE
        text = "" if is_record else path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is neither a record of a game nor a script.") from error
    if is_record:
        with closing(open_record(path)) as record:
            events = [(number, record.event(number)) for number in record.counting]
            return record.game, record.game.new(record.setup), events
    game = played(parse(text), path.parent)
    events = list(enumerate((event for events in game.events for event in events), 1))
    return game.game, game.states[0], events


def lines_of(seen: Seen, language: Language) -> Iterator[str]:
    """What is seen, for people."""
    view, state = seen.view, seen.state
    if view.turn:
        yield say(language, "report.turn", turn=view.turn, player=name_of(view.active, state, language))
    for player in view.players:
        yield _player_line(player, state, language)
    for creature in view.creatures:
        name = name_of(creature.id, state, language)
        if creature.x_mm is None or creature.y_mm is None:
            yield f"  {name}"
            continue
        health = "?" if creature.health is None else creature.health
        place = f"({creature.x_mm:.0f}, {creature.y_mm:.0f})"
        yield f"  {name} {place}: {say(language, 'log.value.wounds')} {creature.wounds}/{health}"
    yield ""
    yield from seen.lines


def _player_line(player: PlayerView, state: State, language: Language) -> str:
    """A player's figures, and the hand where it may be seen."""
    hand = ", ".join(name_of(card.id, state, language) for card in player.hand)
    figures = (
        f"{say(language, 'log.value.prosperity')} {player.prosperity}",
        say(language, "report.hand", count=player.hand_count) + (f" ({hand})" if hand else ""),
        say(language, "report.deck", count=player.deck_count),
        say(language, "report.graveyard", count=player.graveyard_count),
    )
    return f"{player.name}: {', '.join(figures)}"
