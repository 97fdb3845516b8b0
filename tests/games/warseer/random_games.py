"""Games at random over all modes, maps and Scenarios, each state of which is checked; what a decision takes.

    uv run python -m tests.games.warseer.random_games --games 2000 --seed 1

Half of them are played with the cards that come with the game, half with cards that use whatever there is. In a sample
of their states what is offered is accepted and nothing else is, and nobody is shown a secret.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import contract
from companion.games.defaults.completed import completed
from companion.games.warseer.game import GAME
from companion.games.warseer.model.cards import ImprovementCard
from companion.games.warseer.model.kinds import Mode
from companion.games.warseer.model.setup import Setup
from companion.games.warseer.model.state import State
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps_for, scenarios
from companion.games.warseer.shelf.shelf import GOALS, VARIANTS, WarseerShelf
from tests.games.warseer.self_play import setup_of
from tests.games.warseer.sound import check_sound, every_command
from tests.games.warseer.table import setup

WHOLE = completed(GAME)
MAX_COMMANDS = 6_000
"""A game that takes more never ends."""
IMPROVEMENTS = tuple(
    key for key, each in LIBRARY.cards.items() if isinstance(each, ImprovementCard) and each.sort in {"relic", "tactic"}
)
"""That lie in War Camps of Tournaments."""
SAMPLED = 1000
"""In one of so many states what is offered is compared with what is accepted."""

UNASKED = 0.2
"""So often somebody does what nobody asks for: a Tactic for any moment, in an opponent's turn, too."""


@dataclass
class Findings:
    """What came out of games at random.

    Attributes:
        games: How many were played to the end, by the mode.
        events: Kinds of events.
        sampled: States in which what is offered was compared with what is accepted.
        decided_s: Seconds that each decision took with the folding of its events, by the number of players.
    """

    games: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    sampled: int = 0
    decided_s: dict[int, list[float]] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """To be read."""
        yield f"{self.games.total()} games: {dict(self.games)}"
        yield f"{self.events.total()} events of {len(self.events)} kinds; {self.sampled} states compared"
        for players, times in sorted(self.decided_s.items()):
            slow = quantiles(times, n=20)[-1] * 1e3
            yield f"{players} players: {len(times)} decisions, median {median(times) * 1e3:.2f} ms, 95 % {slow:.2f} ms"


def any_game(chance: Random) -> tuple[str, Setup]:
    """A game of any mode, on any map for so many, with any Scenario where there may be one, and what it is called."""
    variant = chance.choice([*VARIANTS, "tournament"])
    mode, count = VARIANTS["duel" if variant == "tournament" else variant]
    is_duel = mode is Mode.DUEL
    options = {
        "map": chance.choice(maps_for(count) if mode is not Mode.ALLIANCE else (*maps_for(4), *maps_for(2))),
        "goal": chance.choice([*GOALS] if variant == "tournament" else ["quick", "long"]),
        "scenario": chance.choice(["none", *scenarios()]) if is_duel else "none",
        "feats": chance.choice(["usual", "24", "30"]) if variant == "tournament" else "usual",
        "unique": chance.choice(["no", "yes"]),
    }
    squads = [chance.choice(WarseerShelf().usual_decks) for _ in range(count)]
    of_the_box = setup_of(*squads, variant="duel" if variant == "tournament" else variant, **options)
    if variant == "tournament":
        seats = tuple(_hurt(seat, chance) for seat in of_the_box.seats)
        known = of_the_box.cards | {key: LIBRARY.cards[key] for key in IMPROVEMENTS}
        of_the_box = replace(of_the_box, seats=seats, cards=known)
    if chance.random() < 0.5:
        return variant, of_the_box
    world = setup(count, mode, goal=0 if mode is Mode.SKIRMISH else min(of_the_box.goal, 8 * (1 + (count == 4))))
    return variant, replace(world, scenario=of_the_box.scenario, feats_only=of_the_box.feats_only)


def _hurt(seat: Any, chance: Random) -> Any:
    """Somebody with injured Characters, and with Improvement cards in the War Camp."""
    camp = tuple(chance.sample(IMPROVEMENTS, chance.randint(0, 3)))
    return replace(seat, injured=tuple(chance.sample(seat.characters, chance.randint(0, 2))), improvements=camp)


def play(game: Setup, chance: Random, found: Findings) -> State:
    """Plays one to its end and checks every state of it; how it ended.

    Raises:
        ContractError: If the game refuses what it offers, hides what it accepts, shows a secret, or does not end.
    """
    state = GAME.new(game)
    times = found.decided_s.setdefault(len(game.seats), [])
    for _ in range(MAX_COMMANDS):
        check_sound(state)
        if state.outcome is not None:
            return state
        if chance.random() * SAMPLED < 1:
            contract.check_offers_in(WHOLE, state, every_command)
            again = msgspec.json.decode(msgspec.json.encode(state), type=State)
            assert again == state
            found.sampled += 1
        command = contract.next_command(WHOLE, state, chance, UNASKED)
        assert command is not None, "nobody is asked, and the game is not over"
        started = time.perf_counter()
        events = list(GAME.decide(state, command))
        for event in events:
            state = GAME.evolve(state, event)
        times.append(time.perf_counter() - started)
        found.events.update(type(event).__name__ for event in events)
    raise contract.ContractError(f"no end after {MAX_COMMANDS} commands, in round {state.round}")


def main() -> None:
    """Plays and tells; the seed of a game in which something is wrong is told with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each has the next")
    given = parser.parse_args()
    found, wrong = Findings(), 0
    for seed in range(given.seed, given.seed + given.games):
        chance = contract.chance_of(seed)
        name, game = any_game(chance)
        try:
            play(game, chance, found)
        except Exception as error:  # noqa: BLE001 (whatever is wrong is told, and the next game is played)
            wrong += 1
            print(f"game {seed}, {name} on {game.field.key}: {type(error).__name__}: {error}", flush=True)
            continue
        found.games[name] += 1
        if not found.games.total() % 50:
            print(*found.lines(), sep="\n", flush=True)
    print(*found.lines(), f"wrong: {wrong}", sep="\n", flush=True)
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
