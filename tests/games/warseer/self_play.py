"""Self-play: how often each squad wins, and whoever begins; both sides are played by the demo's taste.

uv run python -m tests.games.warseer.self_play --games 200 --seed 1
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from companion.games.command import TABLE, Command, command_called, made_command, takes_one
from companion.games.common import Rolled, Shuffled
from companion.games.options import chosen_of
from companion.games.prompt import Cells, CommandSpec, Faces, Number, Pick
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.games.taste import PlannedCommand
from companion.games.warseer.decision import DECISION
from companion.games.warseer.game import GAME
from companion.games.warseer.model.commands import WarseerCommand
from companion.games.warseer.model.events import CardPlayed, FeatPlayed, KillScored, Scored, Summoned
from companion.games.warseer.model.setup import Setup
from companion.games.warseer.model.state import State
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.shelf import WarseerShelf
from companion.games.warseer.taste import Warlord
from companion.texts import Language

MAX_COMMANDS = 6_000
"""A game that takes more never ends."""


@dataclass
class SquadTally:
    """What came out of many games.

    Attributes:
        games: How many were played to the end.
        played: In how many each squad took part.
        won: How many of those it won.
        first: How many the player won who began.
        drawn: How many nobody won.
        points: VP by where they came from.
        ended: How games ended.
        turns: How many turns they took, all together.
        seen: Kinds of events.
    """

    games: int = 0
    played: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    first: int = 0
    drawn: int = 0
    points: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def lines(self) -> Iterator[str]:
        """To be read."""
        yield f"{self.games} games, {self.turns / self.games:.1f} turns; drawn {self.drawn}; ended {dict(self.ended)}"
        yield f"who begins wins {self.first / self.games:.1%}"
        for key in sorted(self.played):
            yield f"{key:20} {self.won[key] / self.played[key]:6.1%} of {self.played[key]}"
        for key, points in self.points.most_common():
            yield f"{key:20} {points / self.games:5.2f} points a game"
        for key, count in self.seen.most_common():
            yield f"{key:20} {count / self.games:6.1f} a game"


def setup_of(*squads: str, variant: str = "duel", **options: str) -> Setup:
    """A game of squads that come with the program."""
    shelf = WarseerShelf()
    given = {key: (value,) for key, value in {"variant": variant, **options}.items()}
    chosen = chosen_of(shelf.options(Language.ENGLISH), given)
    seated = tuple(
        SeatedPlayer(plan, plan.id, LIBRARY.decks[name]) for plan, name in zip(shelf.seats(chosen), squads, strict=True)
    )
    return shelf.set_up(GamePlan(chosen, seated, LIBRARY.packs))


def next_command(state: State, taste: Warlord, chance: random.Random) -> Command:
    """What the taste does, or what dice show."""
    if pile := GAME.shuffling(state):
        order = list(pile[1])
        chance.shuffle(order)
        return Shuffled(by=TABLE, player=pile[0], order=tuple(order))
    specs = DECISION.specs(state)
    for spec in specs:
        for each in spec.fields.values():
            if isinstance(each, Faces):
                return Rolled(by=spec.by, faces=tuple(chance.choice(die.faces) for die in each.dice))
    seat = specs[0].by
    planned = taste.next(state, seat, chance.randrange)
    assert planned is not None
    spec = next(e for e in specs if e.by == seat and e.kind == planned.kind and _is_meant(e, planned))
    return _command(spec, planned)


def _is_meant(spec: CommandSpec, planned: PlannedCommand) -> bool:
    return all(planned.values[name] == (str(value),) for name, value in spec.fixed.items())


def _command(spec: CommandSpec, planned: PlannedCommand) -> Command:
    wanted = command_called(WarseerCommand, spec.kind)
    body: dict[str, Any] = {"kind": spec.kind, "by": spec.by, **spec.fixed}
    for name, each in spec.fields.items():
        words = planned.values[name]
        match each:
            case Number():
                body[name] = int(words[0])
            case Cells():
                body[name] = each.named(words[0])
            case Pick() if takes_one(wanted, name):
                body[name] = words[0]
            case _:
                body[name] = list(words)
    return made_command(WarseerCommand, body)


def play(setup: Setup, chance: random.Random, tally: SquadTally) -> Iterator[State]:
    """A whole game, whose outcome is counted; each of its states.

    Raises:
        RuntimeError: If it does not end.
    """
    state, taste = GAME.new(setup), Warlord()
    for _ in range(MAX_COMMANDS):
        yield state
        if state.outcome is not None:
            _count(tally, state)
            return
        for event in GAME.decide(state, next_command(state, taste, chance)):
            match event:
                case FeatPlayed(points=points):
                    tally.points["feats"] += points
                case KillScored():
                    tally.points["kills"] += 1
                case Scored(points=points, why=why):
                    tally.points[why] += points
                case CardPlayed() | Summoned():
                    tally.seen[type(event).__name__] += 1
                case _:
                    pass
            state = GAME.evolve(state, event)
    raise RuntimeError(f"no end after {MAX_COMMANDS} commands, in round {state.round}")


def _count(tally: SquadTally, state: State) -> None:
    tally.games += 1
    tally.turns += state.turn
    tally.ended[state.ended] += 1
    tally.first += state.outcome == state.order[0]
    tally.drawn += state.outcome == ""
    for seat in state.setup.seats:
        tally.played[seat.hero] += 1
        tally.won[seat.hero] += seat.id == state.outcome


def played(games: int, seed: int, *squads: str) -> SquadTally:
    """Plays games of every two squads in turn; the same seed gives the same games."""
    chance, tally = random.Random(seed), SquadTally()  # noqa: S311 (no secret)
    pairs = [*permutations(squads or WarseerShelf().usual_decks, 2)]
    for number in range(games):
        for _ in play(setup_of(*pairs[number % len(pairs)]), chance, tally):
            pass
    return tally


def main() -> None:
    """Plays and tells."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(*played(given.games, given.seed).lines(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
