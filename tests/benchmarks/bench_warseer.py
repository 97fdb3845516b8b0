"""Commands of Warseer decided in memory, against the same with the whole state written to JSON and read back."""

import random
import time
from collections.abc import Callable
from statistics import median, quantiles

import msgspec

from companion.games import contract
from companion.games.command import Command
from companion.games.defaults.completed import completed
from companion.games.warseer.game import GAME
from companion.games.warseer.model.state import State
from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.games.warseer.random_games import any_game

MAX_TWO_S, MAX_FOUR_S = 1e-3, 2e-3
COMMANDS = 100
"""Of each game so many at most."""
WHOLE = completed(GAME)


def measure() -> ResultTable:
    """Plays games by chance in all modes and takes the time of each command."""
    times: dict[int, tuple[list[float], list[float]]] = {}
    for seed in range(affordable(24, 2)):
        chance = random.Random(seed)  # noqa: S311 (a game, no secret)
        _, game = any_game(chance)
        state = GAME.new(game)
        decided_s, through_json_s = times.setdefault(len(game.seats), ([], []))
        for _ in range(COMMANDS):
            command = contract.next_command(WHOLE, state, chance)
            if command is None:
                break
            written = msgspec.json.encode(state)
            through_json_s.append(_seconds(lambda: _through_json(written, command)))  # noqa: B023 (called at once)
            decided_s.append(_seconds(lambda: _decided(state, command)))  # noqa: B023
            state = _decided(state, command)
    rows = tuple(_row(players, *both) for players, both in sorted(times.items()))
    bars = tuple(
        Bar(
            f"Warseer: a command decided with {players} players, in the median",
            f"under {limit_s * 1e3:.0f} ms",
            f"{median(times[players][0]) * 1e3:.2f} ms",
            median(times[players][0]) < limit_s,
        )
        for players, limit_s in ((2, MAX_TWO_S), (4, MAX_FOUR_S))
        if players in times
    )
    count = sum(len(decided_s) for decided_s, _ in times.values())
    return ResultTable(
        "Rules of Warseer, decided in memory, against the same through the state's JSON",
        ("players", "commands", "median", "95th percentile", "through JSON, median", "ratio"),
        rows,
        f"{count} commands of games played by chance over all modes, maps and Scenarios; half of them with cards that"
        " use whatever there is. A command is decided and its events are folded.",
        bars,
    )


def _row(players: int, decided_s: list[float], through_json_s: list[float]) -> tuple[str, ...]:
    ratio = median(slow / fast for slow, fast in zip(through_json_s, decided_s, strict=True))
    return (
        str(players),
        str(len(decided_s)),
        f"{median(decided_s) * 1e3:.2f} ms",
        f"{quantiles(decided_s, n=20)[-1] * 1e3:.2f} ms",
        f"{median(through_json_s) * 1e3:.2f} ms",
        f"×{ratio:.1f}",
    )


def _decided(state: State, command: Command) -> State:
    for event in GAME.decide(state, command):
        state = GAME.evolve(state, event)
    return state


def _through_json(written: bytes, command: Command) -> bytes:
    return msgspec.json.encode(_decided(msgspec.json.decode(written, type=State), command))


def _seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started
