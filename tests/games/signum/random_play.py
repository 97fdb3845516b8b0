"""Games played by chance: any command that is offered, with any values that its fields take."""

import math
import random
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec

from companion.games.protocol import TABLE, Command, CommandSpec, Faces, Number, Pick, RuleViolation, Spot, Words
from companion.games.signum.game import Signum
from companion.games.signum.mat import radius_mm
from companion.games.signum.state import Setup, State
from companion.games.signum.values import Stand

KINDS = {each.__struct_config__.tag: each for each in get_args(Signum.command_type)}
BY_HAND = frozenset({"offerdraw", "concede", "setvalue", "movecard", "giveeffect", "overrule", "correct", "withdraw"})
LIKELY_TO_END = frozenset({"end", "finish", "skip"})


@dataclass
class Game:
    """A game that plays itself."""

    setup: Setup
    chance: random.Random
    rules: Signum = field(default_factory=Signum)
    commands: list[Command] = field(default_factory=list)
    refused: list[tuple[CommandSpec, RuleViolation]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: State = self.rules.new(self.setup)
        self.events: list[Any] = []

    def offered(self) -> list[CommandSpec]:
        """Everything anybody may do, by hand apart."""
        who = (TABLE, *(seat.id for seat in self.setup.seats))
        return [spec for one in who for spec in self.rules.commands(self.state, one) if spec.kind not in BY_HAND]

    def step(self) -> bool:
        """Does one thing; False once the game is over or nothing can be done."""
        offered = self.offered()
        if self.state.outcome is not None or not offered:
            return False
        for _ in range(12):
            spec = self.chance.choice(offered)
            if spec.kind in LIKELY_TO_END and len(offered) > 1 and self.chance.random() < 0.6:
                continue
            if self.try_spec(spec):
                return True
        # Commands without a place in them are always accepted; one of them goes on.
        return any(self.try_spec(spec) for spec in offered if not _has_place(spec)) or any(
            self.try_spec(spec) for spec in offered for _ in range(20)
        )

    def try_spec(self, spec: CommandSpec) -> bool:
        """Gives a command that fits a spec; whether it was accepted."""
        command = self.filled(spec)
        try:
            events = self.rules.decide(self.state, command)
        except RuleViolation as violation:
            if not _has_place(spec):
                self.refused.append((spec, violation))
            return False
        self.commands.append(command)
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        self.events += events
        return True

    def filled(self, spec: CommandSpec) -> Command:
        """A command that fits a spec."""
        values: dict[str, Any] = {"by": spec.by, **spec.fixed}
        for name, wanted in spec.fields.items():
            values[name] = self._value(spec, name, wanted)
        wanted_type = KINDS[spec.kind]
        types = {each.name: each.type for each in msgspec.structs.fields(wanted_type)}
        for name, value in values.items():
            if isinstance(value, list) and types[name] is str:
                values[name] = value[0] if value else ""
        return msgspec.convert(values, type=wanted_type, strict=False)

    def _value(self, spec: CommandSpec, name: str, wanted: object) -> Any:
        match wanted:
            case Pick(options=options, least=least, most=most, repeats=False):
                return self.chance.sample(list(options), min(len(options), self.chance.randint(least, most)))
            case Number(least=least, most=most):
                return self.chance.randint(least, most)
            case Faces(count=count, faces=faces):
                return [self.chance.choice(faces) for _ in range(count)]
            case Spot():
                return self._place(spec, wanted)
            case Words() if name == "rolled":
                numbers = self.chance.sample(range(1, 7), len(self.setup.seats))
                return {seat.id: str(number) for seat, number in zip(self.setup.seats, numbers, strict=True)}
            case _:
                return ""

    def _place(self, spec: CommandSpec, spot: Spot) -> Any:
        """Somewhere sensible: near an enemy, along the own side, or anywhere within reach."""
        creature = str(spec.fixed.get("creature", f"{spec.by}:hero"))
        known = self.state.creatures.get(creature)
        width, height = self.setup.mat_mm
        radius = radius_mm(self.state, self.state.card(creature)) if creature in self.state.keys else 16.0
        if spec.kind == "layterrain":
            x, y, half = self.chance.uniform(120, 480), self.chance.uniform(120, 480), self.chance.uniform(20, 40)
            return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
        if known is None or known.stand is None:
            south = self.state.seat(spec.by).side == "player_one"
            return Stand(self.chance.uniform(radius, width - radius), radius if south else height - radius)
        reach = spot.limit_mm or 100.0
        enemies = [each for each in self.state.creatures.values() if each.controller != spec.by and each.stand]
        if enemies and self.chance.random() < 0.7:
            goal = self.chance.choice(enemies).stand
            assert goal is not None
            away = math.hypot(goal.x_mm - known.stand.x_mm, goal.y_mm - known.stand.y_mm)
            far = min(reach, max(0.0, away - 2 * radius)) * (
                1.0 if self.chance.random() < 0.7 else self.chance.random()
            )
            turn = math.atan2(goal.y_mm - known.stand.y_mm, goal.x_mm - known.stand.x_mm)
        else:
            far, turn = reach * self.chance.random(), self.chance.uniform(0, math.tau)
        return Stand(
            min(max(known.stand.x_mm + far * math.cos(turn), radius), width - radius),
            min(max(known.stand.y_mm + far * math.sin(turn), radius), height - radius),
        )


def _has_place(spec: CommandSpec) -> bool:
    return any(isinstance(each, Spot | Words) for each in spec.fields.values())
