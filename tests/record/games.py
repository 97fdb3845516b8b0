"""A recorded game for tests."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.games.signum.game import Signum
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import ChooseFirst, End, Keep, PlaceHero, Priority, Skip
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.steps.step import ShuffleStep
from companion.games.values import Stand
from companion.record.record import Record
from companion.record.shuffle import commitment, shuffled
from tests.games.signum.table import duel

GAMES = {"signum": Signum()}
SEED = bytes(range(32))
NOON = "2026-11-21T12:00:00Z"


RIDER = Card(key="rider", kind=Kind.CHARACTER, names={"en": "Rider"}, strength=1, movement="L", health=2)


def new_record(path: Path, decks: Mapping[str, str] | None = None) -> Record:
    """A duel that has not begun, its decks of twenty times the card named for each player."""
    setup = msgspec.structs.replace(duel({RIDER.key: RIDER}).setup, seed_hash=commitment(SEED))
    seats = tuple(
        msgspec.structs.replace(seat, deck=((decks or {}).get(seat.id, "fighter"),) * 20) for seat in setup.seats
    )
    setup = msgspec.structs.replace(setup, seats=seats)
    return Record.create(path, Signum(), setup, lambda: NOON, edition="en", seed=SEED)


def begin(record: Record) -> None:
    """Everything up to player A's first Construction Phase."""
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}))
    record.do(ChooseFirst(by="A", player="A"))
    record.do(PlaceHero(by="A", at=Stand(300.0, 16.0)))
    record.do(PlaceHero(by="B", at=Stand(300.0, 584.0)))
    number = 0
    while record.state.steps and isinstance(record.state.steps[-1], ShuffleStep):
        player, number = record.state.steps[-1].player, number + 1
        order = shuffled(SEED, number, player, record.state.players[player].deck)
        record.do(Shuffled(by=TABLE, player=player, order=order))
    record.do(Keep(by="A"))
    record.do(Keep(by="B"))


def turns(record: Record, count: int) -> None:
    """Players skip construction and end their turns."""
    for _ in range(count):
        player = record.state.active
        record.do(Skip(by=player))
        record.do(End(by=player))


def play_long(record: Record, commands: int) -> None:
    """So many entries; players go back now and then, before a full hand asks them something."""
    start = record.boundaries[-1]
    for number in range(commands):
        if number % 6 == 5:
            record.undo(start, "A")
            continue
        player = record.state.active
        record.do(Skip(by=player) if record.state.phase == "construction" else End(by=player))
