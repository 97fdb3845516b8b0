"""What the tests of a game with cards share that play it at random, beside what every game must keep."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games import contract
from companion.games.command import SPECTATOR, TABLE, Command
from companion.games.common import Shuffled
from companion.games.protocol import Game
from companion.games.registry import games
from tests.games.recorded import is_undone_and_done_again
from tests.games.seen import check_asked_in_views

SEEN_EVERY = 3
"""One of so many states of the first game of each sort is looked at by everybody."""
MAX_BYTES = 200_000


def told_by(game: Game[Any], state: Any, command: Command | None) -> str:
    """All that a command makes known to those who look on."""
    events = [] if command is None else game.decide(state, command)
    return str([game.public_event(state, event, SPECTATOR) for event in events]) + str(command)


def turn(piles: Sequence[list[str]], told: str) -> None:
    """Turns the order of all that is in some piles, but for what is told."""
    places = [(pile, at) for pile in piles for at, card in enumerate(pile) if f"'{card}'" not in told]
    cards = [pile[at] for pile, at in places][::-1]
    for (pile, at), card in zip(places, cards, strict=True):
        pile[at] = card


def play_soundly(
    game: Game[Any], setups: Collection[Any], count: int, check_sound: Callable[[Any], None]
) -> tuple[Counter[str], set[str]]:
    """Plays so many games at random to their end; who looks on sees what is asked.

    Args:
        game: Which game.
        setups: Begun with in turn.
        count: So many games.
        check_sound: Checks what holds in each state.

    Returns:
        How often events of each sort came, and what somebody learned that nobody can unlearn.
    """
    met, learned = Counter[str](), set[str]()
    for seed in range(count):
        state = None
        setup = [*setups][seed % len(setups)]
        for number, (state, _, events) in enumerate(contract.played(game, setup, contract.chance_of(seed))):
            check_sound(state)
            if seed < len(setups) and number % SEEN_EVERY == 0:
                check_asked_in_views(game, state)
            met.update(type(event).__name__ for event in events)
            learned |= {what for event in events for _, what in game.learned(state, event)}
        assert state.outcome is not None
    return met, learned


def check_recorded(game: Game[Any], setup: Any, folder: Path) -> None:
    """A game is written into a record, which is verified; undone and done again, its states are the same.

    A shuffle of other cards than those that wait for it is refused, and a state is small enough to be written.
    """
    known = games()
    assert (
        is_undone_and_done_again(folder / f"one.{game.name}", known, known[game.name], setup, seed=5, commands=60) > 60
    )
    state = game.new(setup)
    for by, order in ((TABLE, ("A", "C")), ("A", ("A", "B"))):
        with pytest.raises(contract.RuleViolation):
            game.decide(state, Shuffled(by=by, player="first", order=order))
    assert len(msgspec.json.encode(state)) < MAX_BYTES
