"""Moments of a game that a phone must show well, found by playing at random until they come."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.games.command import Command
from companion.games.signum.game import Signum
from companion.games.signum.model.commands import Keeping
from companion.games.signum.model.editions import THINGS
from companion.games.signum.model.state import State
from companion.games.signum.model.steps import ReactionStep
from companion.record.record import Record
from tests.games.signum.random_play import Game
from tests.referee.match.test_match import NOW, SEED, skirmish

RULES = Signum()
MAX_GAMES = 60
MAX_STEPS = 400


def asked(key: str) -> Callable[[State], bool]:
    return lambda state: any(prompt.key == key for prompt in RULES.prompts(state))


def _offers(state: State) -> int:
    return len([spec for spec in RULES.commands(state, state.active) if spec.kind in ("fight", "shoot", "use", "play")])


def _pays(state: State) -> bool:
    """A card whose "any building" leaves a choice."""
    specs = RULES.commands(state, state.active) if state.active else ()
    picks = (spec.fields.get("buildings") for spec in specs if spec.kind == "play")
    return any(len(getattr(pick, "options", ())) > getattr(pick, "least", 99) for pick in picks)


MOMENTS: Mapping[str, Callable[[State], bool]] = {
    "priority": asked("priority"),
    "hero": asked("place_hero"),
    "hand": asked("hand"),
    "construction": lambda state: state.phase.value == "construction" and not state.steps,
    "paying": lambda state: _pays(state) and not state.acting,
    "acting": lambda state: bool(state.acting) and _offers(state) >= 1 and not state.steps,
    "roll": asked("roll"),
    "reroll": asked("reroll"),
    "assign": lambda state: asked("assign")(state) and bool(getattr(state.steps[-1], "defence", {})),
    "choose": asked("choose"),
    "reveal": lambda state: asked("reveal")(state) and isinstance(state.steps[-1], ReactionStep),
    "ruling": lambda state: state.question is not None and len(state.question.agreed) == 1,
    "crowded": lambda state: len(state.creatures) >= 5 and not state.steps and state.turn >= 6,
    "over": lambda state: state.outcome is not None,
}
"""What is looked at: for each the first state of a game by chance that is so."""


@dataclass(frozen=True)
class Moment:
    """How a game came to a moment.

    Attributes:
        commands: All that was done.
        state: What came of it.
    """

    commands: tuple[Command, ...]
    state: State

    def record(self, path: Path) -> Record:
        """The same game on the record."""
        record = Record.create(path, RULES, skirmish(), lambda: NOW, seed=SEED)
        for command in self.commands:
            record.do(command)
        return record


@cache
def moment(name: str) -> Moment:
    """The first of a kind, the same as among all `moments`, found sooner."""
    if name == "on_cardboard":
        return _switched_off(moment("crowded"))
    for game in _games():
        for _ in range(MAX_STEPS):
            if MOMENTS[name](game.state):
                return Moment(tuple(game.commands), game.state)
            if not game.step():
                break
    raise AssertionError(f"no game came to {name}")


def _games() -> Iterator[Game]:
    for seed in range(MAX_GAMES):
        chance = random.Random(seed)  # noqa: S311 (a game, no secret)
        yield Game(skirmish(), chance, sigma_mm=chance.choice((0.0, 1.5)))


@cache
def moments() -> Mapping[str, Moment]:
    """All moments, each in some game of the shipped decks."""
    found: dict[str, Moment] = {}
    for game in _games():
        for _ in range(MAX_STEPS):
            for name, holds in MOMENTS.items():
                if name not in found and holds(game.state):
                    found[name] = Moment(tuple(game.commands), game.state)
            if len(found) == len(MOMENTS) or not game.step():
                break
        if len(found) == len(MOMENTS):
            break
    missing = set(MOMENTS) - set(found)
    assert not missing, f"no game came to {sorted(missing)}"
    return found | {"on_cardboard": _switched_off(found["crowded"])}


def _switched_off(moment: Moment) -> Moment:
    """The same with all that can be kept on cardboard kept there."""
    commands = tuple(Keeping(by="A", what=thing, yes=False) for thing in THINGS)
    state = moment.state
    for command in commands:
        for event in RULES.decide(state, command):
            state = RULES.evolve(state, event)
    return Moment((*moment.commands, *commands), state)
