"""Games played by chance: any command that is offered, with any values that its fields take."""

import math
import random
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec

from companion.games.command import TABLE, Command
from companion.games.prompt import CommandSpec, Faces, Number, Pick, Spot, Words
from companion.games.signum.board.rooms import room_for
from companion.games.signum.game import Signum
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import Setup, State
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import MatPoint

KINDS = {each.__struct_config__.tag: each for each in get_args(Signum.command_type)}
FIELDS = {kind: {each.name: each.type for each in msgspec.structs.fields(KINDS[kind])} for kind in KINDS}
BY_HAND = frozenset(
    {
        "offerdraw",
        "concede",
        "setvalue",
        "movecard",
        "giveeffect",
        "overrule",
        "correct",
        "withdraw",
        "timeup",
        "clock",
        "keeping",
    }
)
WEIGHTS = {
    "end": 0.2,
    "finish": 0.15,
    "skip": 0.5,
    "layterrain": 0.7,
    "move": 3.0,
    "activate": 2.0,
    "keep": 0.5,
    "tell": 0.5,
}
WEIGHTS |= dict.fromkeys(("fight", "shoot", "use", "detect"), 8.0)
"""How likely a kind of command is chosen; 1 where nothing is said."""


@dataclass
class Game:
    """A game that plays itself.

    Attributes:
        setup: What is played.
        chance: Decides everything.
        rules: The game's rules.
        sigma_mm: Standard deviation of the places that are measured; with one some come too close to call.
        commands: What was done.
        refused: What was offered without a place in it and yet refused.
    """

    setup: Setup
    chance: random.Random
    rules: Signum = field(default_factory=Signum)
    sigma_mm: float = 0.0
    commands: list[Command] = field(default_factory=list)
    refused: list[tuple[CommandSpec, RuleViolation]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: State = self.rules.new(self.setup)
        self.events: list[Any] = []

    def offered(self) -> list[CommandSpec]:
        """Everything anybody may do, by hand apart."""
        who = (TABLE, *(seat.id for seat in self.setup.seats))
        found = [spec for one in who for spec in self.rules.commands(self.state, one)]
        return [spec for spec in found if not _is_by_hand(spec)]

    def step(self) -> bool:
        """Does one thing; False once the game is over or nothing can be done."""
        offered = self.offered()
        if self.state.outcome is not None or not offered:
            return False
        weights = [WEIGHTS.get(spec.kind, 1.0) for spec in offered]
        for spec in self.chance.choices(offered, weights, k=12):
            if self.try_spec(self._agreeing(spec)):
                return True
        # Commands without a place in them are always accepted; one of them goes on.
        return (
            any(self.try_spec(spec) for spec in offered if not has_place(spec))
            or any(self.try_spec(spec) for spec in offered for _ in range(400))
            or any(self._try_room(spec) for spec in offered)
        )

    def _try_room(self, spec: CommandSpec) -> bool:
        """Gives a command with a place in the room that is left for it, which chance may miss where it is small."""
        room = room_for(self.state, spec)
        goal = room.nearest(MatPoint(0.0, 0.0)) if room is not None else None
        if goal is None:
            return False
        at = Stand(goal.x_mm, goal.y_mm, self.sigma_mm)
        (name,) = (name for name, wanted in spec.fields.items() if isinstance(wanted, Spot))
        fields = {each: wanted for each, wanted in spec.fields.items() if each != name}
        return self.try_spec(msgspec.structs.replace(spec, fixed={**spec.fixed, name: at}, fields=fields))

    def _agreeing(self, spec: CommandSpec) -> CommandSpec:
        """Mostly the same answer to a question as the one before, so that the table agrees at last."""
        question = self.state.question
        if spec.kind != "ruling" or question is None or not question.agreed or self.chance.random() < 0.1:
            return spec
        return msgspec.structs.replace(spec, fixed={"yes": next(iter(question.agreed.values()))})

    def try_spec(self, spec: CommandSpec) -> bool:
        """Gives a command that fits a spec; whether it was accepted."""
        try:
            self.give(self.filled(spec))
        except RuleViolation as violation:
            if not has_place(spec):
                self.refused.append((spec, violation))
            return False
        return True

    def give(self, command: Command) -> tuple[Any, ...]:
        """Gives a command; its events.

        Raises:
            RuleViolation: If a rule forbids it.
        """
        events = self.rules.decide(self.state, command)
        self.commands.append(command)
        for event in events:
            self.state = self.rules.evolve(self.state, event)
        self.events += events
        return events

    def filled(self, spec: CommandSpec) -> Command:
        """A command that fits a spec."""
        values: dict[str, Any] = {"by": spec.by, **spec.fixed}
        for name, wanted in spec.fields.items():
            values[name] = self._value(spec, name, wanted)
        types = FIELDS[spec.kind]
        for name, value in values.items():
            if isinstance(value, list) and types[name] is str:
                values[name] = value[0] if value else ""
        return msgspec.convert(values, type=KINDS[spec.kind], strict=False)  # type: ignore[no-any-return]

    def _value(self, spec: CommandSpec, name: str, wanted: object) -> Any:
        found: Any = ""
        match wanted:
            case Pick(options=options, least=least, most=most, repeats=False):
                found = self.chance.sample(list(options), min(len(options), self.chance.randint(least, most)))
            case Number(least=least, most=most):
                found = self.chance.randint(least, most)
            case Faces(count=count, faces=faces):
                found = [self.chance.choice(faces) for _ in range(count)]
            case Spot(why="template"):
                found = self._outline(str(spec.fixed["card"]))
            case Spot():
                found = self._place(spec, wanted)
            case Words() if name == "rolled":
                numbers = self.chance.sample(range(1, 7), len(self.setup.seats))
                found = {seat.id: str(number) for seat, number in zip(self.setup.seats, numbers, strict=True)}
            case _:
                pass
        return found

    def _outline(self, card: str) -> list[tuple[float, float]]:
        """A template laid anywhere, in its own size."""
        width_mm, height_mm = self.setup.mat_mm
        x, y = self.chance.uniform(0.3, 0.7) * width_mm, self.chance.uniform(0.25, 0.75) * height_mm
        printed = self.state.card(card).template or ((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0))
        return [(x + dx, y + dy) for dx, dy in printed]

    def _place(self, spec: CommandSpec, spot: Spot) -> Stand:
        """Somewhere sensible: along the own side, near an enemy, or anywhere within reach."""
        creature = str(spec.fixed.get("creature", f"{spec.by}:hero"))
        known = self.state.creatures.get(creature)
        told = bool(self.state.keys.get(creature))
        radius = radius_mm(self.state, self.state.card(creature)) if told else 16.0
        if known is None or known.stand is None:
            return self._at_side(spec.by, radius)
        reach = spot.limit_mm if spot.limit_mm is not None else self.chance.choice((40.0, 100.0, 300.0))
        enemies = [each for each in self.state.creatures.values() if each.controller != spec.by and each.stand]
        here = known.stand
        if enemies and self.chance.random() < 0.7:
            enemy = self.chance.choice(enemies)
            goal = enemy.stand
            assert goal is not None
            away = math.hypot(goal.x_mm - here.x_mm, goal.y_mm - here.y_mm)
            other = radius_mm(self.state, self.state.card(enemy.id)) if self.state.keys[enemy.id] else 16.0
            whole = self.chance.random() < 0.7
            far = min(reach, max(0.0, away - radius - other)) * (1.0 if whole else self.chance.random())
            turn = math.atan2(goal.y_mm - here.y_mm, goal.x_mm - here.x_mm)
        else:
            far, turn = reach * self.chance.random(), self.chance.uniform(0, math.tau)
        width, height = self.setup.mat_mm
        return Stand(
            min(max(here.x_mm + far * math.cos(turn), radius), width - radius),
            min(max(here.y_mm + far * math.sin(turn), radius), height - radius),
            self.sigma_mm,
        )

    def _at_side(self, player: str, radius: float) -> Stand:
        seat = self.state.seat(player)
        width, height = self.setup.mat_mm
        level = seat.side in ("player_one", "player_two")
        low, high = seat.segment or (0.0, width if level else height)
        along = self.chance.uniform(max(low, radius), min(high, (width if level else height) - radius))
        across = {"player_one": radius, "left": radius, "player_two": height - radius, "right": width - radius}
        x, y = (along, across[seat.side]) if level else (across[seat.side], along)
        return Stand(x, y, self.sigma_mm)


def _is_by_hand(spec: CommandSpec) -> bool:
    """Whether a spec is no part of the rules; a value that a card does not state is asked for by them."""
    if spec.kind in ("tell", "reveal"):
        return any(isinstance(each, Words) for each in spec.fields.values())
    return spec.kind in BY_HAND and "what" not in spec.fixed


def has_place(spec: CommandSpec) -> bool:
    """Whether a spec leaves open a place, or words, that only the table can fill in rightly."""
    return any(isinstance(each, Spot | Words) for each in spec.fields.values())
