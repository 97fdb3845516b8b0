"""A game that is written into a record, taken back to its beginning, done again, and verified."""

from contextlib import closing
from pathlib import Path

from companion.games.contract import chance_of, next_command
from companion.record.record import Record
from companion.record.verification import verify

NOON = "2026-11-26T12:00:00Z"


def is_undone_and_done_again(path: Path, games, game, setup, *, seed: int, commands: int = 10_000) -> int:
    """Plays so many commands at random, and checks the state after each of them backwards and forwards.

    Returns:
        How many events the record has once it is verified.
    """
    chance = chance_of(seed)
    with closing(Record.create(path, game, setup, lambda: NOON, edition="", seed=bytes(32))) as record:
        after = {0: record.state}
        for _ in range(commands):
            if (command := next_command(game, record.state, chance)) is None:
                break
            record.do(command)
            after[record.counting[-1]] = record.state
        for number in reversed([*after][:-1]):
            record.undo(number, "A")
            assert record.state == after[number]
        for number in [*after][1:]:
            record.redo("A")
            assert record.state == after[number]
    return verify(path, games).events
