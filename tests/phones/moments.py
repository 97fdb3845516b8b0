"""Moments of a game that a phone must show well, found by playing at random until they come."""

import hashlib
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from companion.games.signum.game import Signum
from companion.games.signum.model.commands import Keeping
from companion.games.signum.model.editions import THINGS
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.step import ReactionStep
from companion.record.head_file import head_beside
from companion.record.private_file import FILE_MODE
from companion.record.record import Record
from tests import made_once
from tests.games.signum.random_play import Game
from tests.referee.match.test_match import NOW, SEED, skirmish

RULES = Signum()
MAX_GAMES = 60
MAX_STEPS = 400
ALL = "moments.json"


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

    commands: tuple[RULES.command_type, ...]
    state: State

    def record(self, path: Path) -> Record:
        """The same game on the record."""
        commands = msgspec.json.encode(self.commands)
        name = f"{hashlib.sha256(commands).hexdigest()}.record"
        file, head = msgspec.msgpack.decode(made_once.made(name, self._recorded), type=tuple[bytes, bytes])
        for each, data in ((path, file), (head_beside(path), head)):
            each.touch(FILE_MODE)
            each.write_bytes(data)
        return Record.open(path, {RULES.name: RULES}, lambda: NOW)

    def _recorded(self) -> bytes:
        """The file of the record, and the one beside it: to write each command by itself takes long."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.signum"
            with closing(Record.create(path, RULES, skirmish(), lambda: NOW, seed=SEED)) as record:
                for command in self.commands:
                    record.do(command)
            return msgspec.msgpack.encode((path.read_bytes(), head_beside(path).read_bytes()))


MOMENTS_FILE = msgspec.json.Decoder(dict[str, Moment])


@cache
def moment(name: str) -> Moment:
    """The first of a kind, the same as among all `moments`, found sooner."""
    if made_once.known(ALL) is not None:
        return moments()[name]
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
    return MOMENTS_FILE.decode(made_once.made(ALL, lambda: msgspec.json.encode(_looked_for())))


def _looked_for() -> Mapping[str, Moment]:
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
