"""A record of each game that comes with the program, for what must hold whatever is played."""

from pathlib import Path

import msgspec

from companion.games import contract
from companion.games.command import Command
from companion.games.registry import games
from companion.games.signum.model.commands import End, Skip
from companion.record.record import Record
from companion.record.shuffle import commitment, shuffled
from tests.games.brawl import table as brawl
from tests.games.warseer import table as warseer
from tests.record.games import NOON, SEED, begin, new_record

ALL = games()
NAMES = ("signum", "brawl", "warseer")


def begun(name: str, path: Path) -> Record:
    """A new record in which players are to act next, or something is to be shuffled."""
    if name == "signum":
        record = new_record(path)
        begin(record)
        return record
    setup = {"brawl": brawl.setup, "warseer": warseer.setup}[name]()
    setup = msgspec.structs.replace(setup, seed_hash=commitment(SEED))
    return Record.create(path, ALL[name], setup, lambda: NOON, seed=SEED)


def play_on(record: Record, commands: int) -> None:
    """So many commands, whoever's turn it is."""
    for _ in range(commands):
        record.do(_turn(record) if record.game.name == "signum" else _offered(record))


def _turn(record: Record) -> Command:
    """Nobody does anything in the turn."""
    player = record.state.active
    return Skip(by=player) if record.state.phase == "construction" else End(by=player)


def _offered(record: Record) -> Command:
    """Something of what is offered: in the same state always the same."""
    game, state = record.game, record.state
    if pile := game.shuffling(state):
        before = sum(type(record.event(number)).__name__ == "PileShuffled" for number in range(1, record.written + 1))
        return game.shuffled(pile[0], shuffled(SEED, before + 1, *pile))
    command = contract.next_command(game, state, contract.chance_of(record.written))
    assert command is not None, "the game is over"
    return command
