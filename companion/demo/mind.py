"""What a simulated player does next: a simple taste, by which a match comes to its end soon.

Both heroes march at each other and fight; whoever has the luckier dice wins. Everything is chosen from what the rules
offer, as a person would choose from the screen.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from companion.games.prompt import CommandSpec, Faces, Number, Pick, Prompt, Spot, Words
from companion.games.signum.game import Signum
from companion.games.signum.mat import radius_mm
from companion.games.signum.state import State
from companion.geometry import MatPoint
from companion.referee.tasks import is_by_hand

TASTE = ("fight", "construct", "skip", "play", "activate", "move", "finish", "end")
"""What is done of one's own accord, the most wanted first; each at most once in a turn."""

COLUMN_MM, FIRST_COLUMN_MM = 80.0, 60.0
"""Creatures that are summoned stand along their player's edge, so far apart."""

SHORT_OF_MM = 0.4
"""So much shorter than allowed a hand carries, for nobody places to a hair's breadth."""


@dataclass(frozen=True, slots=True)
class Tap:
    """Something that is tapped on the tablet.

    Attributes:
        seat: For whom.
        kind: The command.
        values: Words by field.
    """

    seat: str
    kind: str
    values: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Carry:
    """A model that is put down on the mat.

    Attributes:
        seat: Whose hand.
        of: Id of the creature.
        to: Where its centre goes.
        kind: What it is meant as.
    """

    seat: str
    of: str
    to: MatPoint
    kind: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice are owed.

    Attributes:
        seats: By whom; one after the other.
    """

    seats: tuple[str, ...]


Deed = Tap | Carry | Throw


@dataclass
class Mind:
    """Plays all seats of one match.

    Attributes:
        game: The rules.
        keen: Seats that throw themselves into every fight; the others hold back with their dice.
    """

    game: Signum
    keen: frozenset[str]
    _done: set[tuple[str, ...]] = field(default_factory=set)

    def next(self, state: State) -> Deed | None:
        """What is to be done now; None if nobody wants anything more."""
        for prompt in self.game.prompts(state):
            for seat in prompt.to:
                specs = [spec for spec in prompt.specs if spec.by == seat or prompt.all_of_them]
                if specs:
                    return self._answer(state, prompt, seat, specs)
        return self._wanted(state, state.active)

    def _answer(self, state: State, prompt: Prompt, seat: str, specs: list[CommandSpec]) -> Deed:
        spec = specs[0]
        if spec.kind == "priority":
            return Throw(tuple(prompt.to))
        if any(isinstance(each, Faces) for each in spec.fields.values()):
            return Throw((seat,))
        if spec.kind == "assign":
            share = "attack" if state.active == seat else "defence"
            spec = max(specs, key=lambda each: int(each.fixed[share]))
        elif spec.kind == "reroll":
            spec = min(specs, key=lambda each: len(each.fields))
        return self._deed(state, spec, seat)

    def _wanted(self, state: State, seat: str) -> Deed | None:
        specs = [spec for spec in self.game.commands(state, seat) if not is_by_hand(spec) and not spec.fixed.get("run")]
        for kind in TASTE:
            for spec in specs:
                name = (str(state.turn), kind, *map(str, spec.fixed.values()))
                if spec.kind == kind and name not in self._done and (kind != "activate" or _takes(spec, hero(seat))):
                    self._done.add(name)
                    return self._deed(state, spec, seat)
        return None

    def _deed(self, state: State, spec: CommandSpec, seat: str) -> Deed:
        if any(isinstance(each, Spot) for each in spec.fields.values()):
            of = str(spec.fixed.get("creature", hero(spec.by)))
            return Carry(seat, of, self._spot(state, spec, of), spec.kind)
        values: dict[str, tuple[str, ...]] = {name: (_word(value),) for name, value in spec.fixed.items()}
        for name, each in spec.fields.items():
            values[name] = tuple(_filled(each, seat))
        return Tap(seat, spec.kind, values)

    def _spot(self, state: State, spec: CommandSpec, of: str) -> MatPoint:
        """Where a model goes: straight at the other hero, or to a free place at its player's edge."""
        radius, (width_mm, height_mm) = radius_mm(state, state.card(of)), state.setup.mat_mm
        known = state.creatures.get(of)
        near = spec.by == state.setup.seats[0].id
        if known is None or known.stand is None:
            y_mm = radius if near else height_mm - radius
            return MatPoint(width_mm / 2 if of == hero(spec.by) else _free_column_mm(state, spec.by), y_mm)
        goal = next(each for each in state.creatures.values() if each.id == hero(each.owner) and each.owner != spec.by)
        here, there = known.stand, goal.stand
        if there is None:
            return MatPoint(here.x_mm, here.y_mm)
        away_mm = math.dist((here.x_mm, here.y_mm), (there.x_mm, there.y_mm))
        touching_mm = away_mm - radius - radius_mm(state, state.card(goal.id))
        limit_mm = max(each.limit_mm or 0.0 for each in spec.fields.values() if isinstance(each, Spot))
        share = max(0.0, min(limit_mm - SHORT_OF_MM, touching_mm)) / away_mm
        return MatPoint(here.x_mm + share * (there.x_mm - here.x_mm), here.y_mm + share * (there.y_mm - here.y_mm))


def hero(seat: str) -> str:
    """Id of a seat's hero."""
    return f"{seat}:hero"


def _takes(spec: CommandSpec, creature: str) -> bool:
    options = (option for each in spec.fields.values() if isinstance(each, Pick) for option in each.options)
    return creature in (*spec.fixed.values(), *options)


def _filled(field_: Pick | Number | Faces | Spot | Words, seat: str) -> Iterator[str]:
    match field_:
        case Pick(options=options, least=least):
            yield from sorted(options, key=lambda each: each != hero(seat))[:least]
        case Number(least=least):
            yield str(least)
        case _:
            raise ValueError(f"{field_} is not to be tapped")


def _free_column_mm(state: State, seat: str) -> float:
    taken = [
        each.stand.x_mm
        for each in state.creatures.values()
        if each.owner == seat and each.id != hero(seat) and each.stand is not None
    ]
    columns = (FIRST_COLUMN_MM + COLUMN_MM * number for number in range(20))
    return next(x_mm for x_mm in columns if all(abs(x_mm - other) > COLUMN_MM / 2 for other in taken))


def _word(value: Any) -> str:  # noqa: ANN401 (plain JSON)
    return msgspec.json.encode(value).decode() if isinstance(value, bool) else str(value)
