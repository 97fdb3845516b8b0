"""Self-play: how often each champion wins, and whoever begins.

    uv run python -m tests.games.brawl.self_play --games 2000 --seed 1

Both sides are played by `Fighter`, or at random with `--random`. Teams are dealt out of all champions of the pack.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.games.brawl.decision import DECISION
from companion.games.brawl.game import GAME
from companion.games.brawl.model.cards import ArenaCard, ChallengeCard, ChampionCard
from companion.games.brawl.model.events import Scored
from companion.games.brawl.model.setup import PROPOSED, Seat, Setup
from companion.games.brawl.model.state import State
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.command import TABLE, Command
from companion.games.common import Shuffled
from tests.games.brawl.fighter import Fighter, anything

MAX_COMMANDS = 4_000
"""A game that takes more never ends."""

Player = Callable[[State], Command]


@dataclass
class SelfPlayTally:
    """What came out of many games.

    Attributes:
        games: How many were played to the end.
        played: In how many each champion took part, by its key.
        won: How many of those its side won.
        first: How many the player won who began.
        scored: Victory points by challenges, by their keys, and by knock-outs.
        rounds: How many rounds they took, all together.
        commands: How many commands, all together.
    """

    games: int = 0
    played: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    first: int = 0
    scored: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    commands: int = 0

    def rates(self) -> dict[str, float]:
        """Win rate of each champion, from 0 to 1."""
        return {key: self.won[key] / played for key, played in sorted(self.played.items())}

    @property
    def first_rate(self) -> float:
        """Win rate of the player who begins, from 0 to 1."""
        return self.first / self.games

    def lines(self) -> Iterator[str]:
        """To be read."""
        yield f"{self.games} games, {self.rounds / self.games:.1f} rounds and {self.commands / self.games:.0f} commands"
        yield f"who begins wins {self.first_rate:.1%}"
        for key, rate in self.rates().items():
            yield f"{key:26} {rate:6.1%} of {self.played[key]}"
        for key, points in self.scored.most_common():
            yield f"{key:26} {points / self.games:5.2f} points a game"


def setup_of(one: tuple[str, ...], two: tuple[str, ...], pack: str = "low_tide") -> Setup:
    """A duel of two teams of a pack."""
    cards = LIBRARY.packs[pack].cards
    arena = next(key for key, card in cards.items() if isinstance(card, ArenaCard))
    challenges = tuple(key for key, card in cards.items() if isinstance(card, ChallengeCard))
    seats = (Seat("A", "A", "player_one", "", one), Seat("B", "B", "player_two", "", two))
    return Setup(seats=seats, cards=cards, arena=arena, challenges=challenges, readings=PROPOSED)


def play(setup: Setup, player: Player, chance: random.Random, tally: SelfPlayTally) -> State:
    """A whole game, whose outcome is counted.

    Raises:
        RuntimeError: If it does not end.
    """
    state = GAME.new(setup)
    for number in range(MAX_COMMANDS):
        if state.outcome is not None:
            _count(tally, state, number)
            return state
        if pile := GAME.shuffling(state):
            order = list(pile[1])
            chance.shuffle(order)
            command: Command = Shuffled(by=TABLE, player=pile[0], order=tuple(order))
        else:
            command = player(state)
        for event in GAME.decide(state, command):
            if isinstance(event, Scored):
                tally.scored[event.challenge or "knock-outs"] += event.points
            state = GAME.evolve(state, event)
    raise RuntimeError(f"no end after {MAX_COMMANDS} commands, in round {state.round}")


def _count(tally: SelfPlayTally, state: State, commands: int) -> None:
    tally.games += 1
    tally.rounds += state.round
    tally.commands += commands
    tally.first += state.outcome == state.order[0]
    for each in state.champions.values():
        tally.played[each.card] += 1
        tally.won[each.card] += each.player == state.outcome


def played(games: int, seed: int, *, at_random: bool = False) -> Iterator[SelfPlayTally]:
    """Plays games with teams dealt at random, and tells after each; the same seed gives the same games."""
    chance, tally = random.Random(seed), SelfPlayTally()  # noqa: S311 (no secret)
    champions = [key for key, card in LIBRARY.packs["low_tide"].cards.items() if isinstance(card, ChampionCard)]
    player: Player = Fighter(chance).next
    if at_random:
        player = lambda state: anything(chance.choice(DECISION.specs(state)), chance)  # noqa: E731 (one of two players)
    for _ in range(games):
        dealt = chance.sample(champions, 6)
        play(setup_of(tuple(dealt[:3]), tuple(dealt[3:])), player, chance, tally)
        yield tally


def main() -> None:
    """Plays and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true")
    given = parser.parse_args()
    for tally in played(given.games, given.seed, at_random=given.random):
        if tally.games in (given.games // 4, given.games // 2, given.games):
            print(*tally.lines(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
