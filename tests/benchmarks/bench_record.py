"""Commands decided and recorded: in memory and durably; a long record opened."""

import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import mean, median, quantiles

from companion.cards import all_cards
from companion.games.command import TABLE, Command
from companion.games.common import Shuffled
from companion.games.signum.game import Signum
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.state import Setup
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.record.record import Record
from companion.record.shuffle import SEED_BYTES, commitment, shuffled
from companion.record.verification import verify
from tests.benchmarks.report import Bar, ResultTable, affordable, seconds_each
from tests.games.signum.random_play import Game

SEED = bytes(SEED_BYTES)
EVENTS = 2000
DECIDE_MS, OPEN_MS = 1.0, 150.0


def skirmish() -> Setup:
    """Both shipped decks against each other."""
    cards, rules = all_cards(LIBRARY.packs.values()), Rules()
    decks = [LIBRARY.decks[name] for name in ("kettle_clans", "lanternmarch")]
    sides = ("player_one", "player_two")
    seats = (
        seat_from_deck(deck, cards, rules, id=name, side=side)
        for deck, name, side in zip(decks, "AB", sides, strict=True)
    )
    return setup_for(rules, seats, cards, seed_hash=commitment(SEED))


def long_game(setup: Setup, events: int) -> list[Command]:
    """The commands of a game by chance that has at least so many events, or of the longest of many."""
    longest: Game | None = None
    for seed in range(40):
        game = Game(setup, random.Random(seed))  # noqa: S311 (no secret)
        shuffling(game)
        while len(game.events) < events and game.step():
            pass
        if longest is None or len(game.events) > len(longest.events):
            longest = game
        if len(game.events) >= events:
            break
    assert longest is not None
    return longest.commands


def shuffling(game: Game) -> None:
    """The game's shuffles follow from the seed, as a record's do."""
    plain, count = game.filled, 0

    def filled(spec):
        nonlocal count
        command = plain(spec)
        if isinstance(command, Shuffled):
            count += 1
            deck = game.state.players[command.player].deck
            return Shuffled(by=TABLE, player=command.player, order=shuffled(SEED, count, command.player, deck))
        return command

    game.filled = filled  # type: ignore[method-assign]


def decided(setup: Setup, commands: Iterable[Command]) -> list[float]:
    """Seconds of each command, decided and folded in memory."""
    game, times = Signum(), []
    state = game.new(setup)
    for command in commands:
        started = time.perf_counter()
        for event in game.decide(state, command):
            state = game.evolve(state, event)
        times.append(time.perf_counter() - started)
    return times


def recorded(path: Path, setup: Setup, commands: Iterable[Command]) -> list[float]:
    """Seconds of each command, decided, written and acknowledged by the disk."""
    record, times = Record.create(path, Signum(), setup, lambda: "2026-11-21T12:00:00Z", edition="en", seed=SEED), []
    for command in commands:
        started = time.perf_counter()
        record.do(command)
        times.append(time.perf_counter() - started)
    record.close()
    return times


def _row(name: str, times: list[float]) -> tuple[str, ...]:
    slow = quantiles(times, n=20)[-1]
    figures = (f"{1e3 * median(times):.2f} ms", f"{1e3 * slow:.2f} ms", f"{1e3 * max(times):.1f} ms")
    return (name, str(len(times)), *figures, f"{1 / mean(times):.0f}")


def measure() -> ResultTable:
    """Plays a long game by chance in memory and into a file, and opens and verifies that file."""
    setup = skirmish()
    commands = long_game(setup, affordable(EVENTS, 100))
    in_memory = decided(setup, commands)
    games = {"signum": Signum()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.signum"
        durable = recorded(path, setup, commands)
        # Without its snapshots a record is folded from its first event.
        bare = Path(folder) / "bare.signum"
        shutil.copy(path, bare)
        _without_snapshots(bare)
        opening = seconds_each(lambda: _opened(path, games), affordable(9, 1))
        folding = seconds_each(lambda: _opened(bare, games), affordable(5, 1))
        verifying = seconds_each(lambda: verify(path, games), 1)
        events, size = _opened(path, games), path.stat().st_size
    return ResultTable(
        title="The record: commands decided, written durably, opened again",
        columns=("what", "commands", "median", "95 %", "longest", "commands a second"),
        rows=(_row("decided and folded in memory", in_memory), _row("decided, written, on the disk", durable)),
        notes=(
            f"A game by chance, both shipped decks: {len(commands)} commands, {events} events, {size / 1e6:.1f} MB."
            f" Opening it, every hash checked, takes {1e3 * opening:.0f} ms from the newest snapshot and"
            f" {1e3 * folding:.0f} ms without snapshots; deciding and hashing everything again, as `companion verify`"
            f" does, {1e3 * verifying:.0f} ms. A durable command waits for the disk (WAL, synchronous=FULL)."
        ),
        bars=(
            Bar("a command decided", f"median under {DECIDE_MS:g} ms", f"{1e3 * median(in_memory):.2f} ms",
                1e3 * median(in_memory) < DECIDE_MS),
            Bar(f"a record of {events} events opened", f"under {OPEN_MS:g} ms", f"{1e3 * opening:.0f} ms",
                1e3 * opening < OPEN_MS),
        ),
    )  # fmt: skip


def _opened(path: Path, games: dict[str, Signum]) -> int:
    record = Record.open(path, games, lambda: "")
    events = record.written
    record.close()
    return events


def _without_snapshots(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM snapshot")
    connection.commit()
    connection.close()
