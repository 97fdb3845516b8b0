"""Commands decided, offered and seen, against the same with the whole state written to JSON and read back each time."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median, quantiles

import msgspec

from companion.games.command import Command
from companion.games.signum.game import Signum
from companion.games.signum.model.state import State
from tests.benchmarks.report import Bar, ResultTable, affordable
from tests.games.signum.random_play import Game
from tests.games.signum.random_worlds import any_setup

MAX_DECIDE_S = 1e-3
COMMANDS = 80
RULES = Signum()


@dataclass(slots=True)
class Times:
    """Seconds that each call took.

    Attributes:
        decide_s: To decide a command and fold its events.
        through_json_s: The same, on a state read from JSON and written back: what a server without memory does.
        commands_s: To list what the active player may do.
        view_s: To make that player's view, the list included.
    """

    decide_s: list[float] = field(default_factory=list)
    through_json_s: list[float] = field(default_factory=list)
    commands_s: list[float] = field(default_factory=list)
    view_s: list[float] = field(default_factory=list)


def measure() -> ResultTable:
    """Plays games by chance and takes the times of every command in them."""
    times = Times()
    for number in range(affordable(150, 5)):
        chance = random.Random(number)  # noqa: S311 (a game, no secret)
        game = Game(any_setup(chance), chance)
        while len(game.commands) < COMMANDS:
            before = game.state
            if not game.step():
                break
            _time_one(before, game.commands[-1], times)
    rows = (
        _row("decide and fold a command", times.decide_s),
        _row("the same through the state's JSON", times.through_json_s),
        _row("list a player's commands", times.commands_s),
        _row("make a player's view", times.view_s),
    )
    middle = median(times.decide_s)
    ratio = median(slow / fast for slow, fast in zip(times.through_json_s, times.decide_s, strict=True))
    return ResultTable(
        "Rules of Legends of Signum, decided in memory, against the same through the state's JSON",
        ("what", "median", "95th percentile", "a second"),
        rows,
        f"{len(times.decide_s)} commands of games played by chance, with decks that hold every ability, in all editions"
        f" and variants. Through JSON each command takes {ratio:.0f} times as long in the median: the state is read,"
        " the command decided and folded, the state written. `a second` counts calls one after the other on one core.",
        (Bar("a command decided, in the median", "under 1 ms", f"{middle * 1e3:.2f} ms", middle < MAX_DECIDE_S),),
    )


def _time_one(state: State, command: Command, times: Times) -> None:
    written = msgspec.json.encode(state)
    times.decide_s.append(_seconds(lambda: _decided(state, command)))
    times.through_json_s.append(
        _seconds(lambda: msgspec.json.encode(_decided(msgspec.json.decode(written, type=State), command)))
    )
    player = state.active or state.setup.seats[0].id
    times.commands_s.append(_seconds(lambda: RULES.commands(state, player)))
    times.view_s.append(_seconds(lambda: RULES.view(state, player)))


def _decided(state: State, command: Command) -> State:
    for event in RULES.decide(state, command):
        state = RULES.evolve(state, event)
    return state


def _seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _row(what: str, seconds: list[float]) -> tuple[str, ...]:
    slow_s = quantiles(seconds, n=20)[-1]
    mean_s = sum(seconds) / len(seconds)
    return (what, f"{median(seconds) * 1e3:.2f} ms", f"{slow_s * 1e3:.2f} ms", f"{1 / mean_s:,.0f}")
