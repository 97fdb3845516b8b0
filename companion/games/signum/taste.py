"""How the demo plays Signum: a simple taste, by which a match comes to its end soon.

Both heroes march at each other and fight; whoever has the luckier dice wins.
"""

import math
from collections.abc import Iterator

from companion.games.prompt import CommandSpec, Field, Number, Pick, Prompt, Spot
from companion.games.protocol import Game
from companion.games.signum.board.drop_zones import LAY
from companion.games.signum.board.rooms import template_rooms
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import State
from companion.games.taste import CarriedPiece, Chance, PlannedCommand, is_answered_by_dice, takes_a_place, words_of
from companion.geometry import MatPoint

WANTED = ("fight", "construct", "skip", "play", LAY, "activate", "move", "finish", "end")
"""What is done of one's own accord, the most wanted first; each at most once in a turn, terrain once in a match."""

SCENES = {"placehero": "placed", "move": "moved", "fight": "melee"}
"""What people would look at, by the kind of the command."""

COLUMN_MM, FIRST_COLUMN_MM = 80.0, 60.0
"""Creatures that are summoned stand along their player's edge, so far apart."""

CLEARLY_MM = 3.0
"""So far inside its limits terrain is laid."""
SHORT_OF_MM = 0.4
"""So much shorter than allowed a hand carries, for nobody places to a hair's breadth."""


class SignumTaste:
    """Plays all seats of one match."""

    def __init__(self, game: Game[State]) -> None:
        """Takes the rules."""
        self._game = game
        self._done: set[tuple[str, ...]] = set()

    def next(self, state: State, seat: str, chance: Chance) -> PlannedCommand | None:
        """What a player does now; chance has no part in it."""
        for prompt in self._game.prompts(state):
            specs = [spec for spec in prompt.specs if spec.by == seat or prompt.all_of_them]
            if seat in prompt.to and specs:
                return _answer(state, prompt, seat, specs)
        return self._wanted(state, seat) if seat == state.active else None

    def _wanted(self, state: State, seat: str) -> PlannedCommand | None:
        specs = [spec for spec in self._game.commands(state, seat) if not spec.fixed.get("run")]
        for kind in WANTED:
            for spec in specs:
                name = (str(state.turn), kind, *map(str, spec.fixed.values()))
                if kind == LAY:
                    name = kind, seat  # once in a match: the heroes' way stays free
                if spec.kind == kind and name not in self._done and (kind != "activate" or _takes(spec, hero(seat))):
                    self._done.add(name)
                    return _choice(state, spec, seat)
        return None


def _answer(state: State, prompt: Prompt, seat: str, specs: list[CommandSpec]) -> PlannedCommand | None:
    spec = specs[0]
    if prompt.key == "priority" or is_answered_by_dice(spec):
        return None
    if spec.kind == "assign":
        share = "attack" if state.active == seat else "defence"
        spec = max(specs, key=lambda each: int(each.fixed[share]))
    elif spec.kind == "reroll":
        spec = min(specs, key=lambda each: len(each.fields))
    return _choice(state, spec, seat)


def _choice(state: State, spec: CommandSpec, seat: str) -> PlannedCommand:
    scene, values = SCENES.get(spec.kind, ""), words_of(spec.fixed)
    if spec.kind == LAY:
        return _laid(state, spec, values)
    if takes_a_place(spec):
        piece = str(spec.fixed.get("creature", hero(spec.by)))
        owner = piece.partition(":")[0]
        carried = CarriedPiece(piece, owner, radius_mm(state, state.card(piece)), _spot(state, spec, piece))
        return PlannedCommand(spec.kind, values, carried, scene)
    return PlannedCommand(
        spec.kind, values | {name: tuple(_filled(each, seat)) for name, each in spec.fields.items()}, scene=scene
    )


def _laid(state: State, spec: CommandSpec, values: dict[str, tuple[str, ...]]) -> PlannedCommand:
    """Terrain goes beside the heroes' way, where it is free."""
    card = str(spec.fixed["card"])
    width_mm, height_mm = state.setup.mat_mm
    near = spec.by == state.setup.seats[0].id
    wanted = MatPoint(width_mm * (0.2 if near else 0.8), height_mm * (0.45 if near else 0.55))
    room = template_rooms(state, spec.by, card)[0]
    at = room.room.shrunk(CLEARLY_MM).nearest(wanted)
    if at is None:
        raise ValueError(f"{card} fits nowhere")
    carried = CarriedPiece(card, spec.by, 0.0, at, room.corners, room.angle_rad)
    filled = {name: tuple(_filled(each, spec.by)) for name, each in spec.fields.items() if not isinstance(each, Spot)}
    return PlannedCommand(spec.kind, values | filled, carried, "terrain")


def _spot(state: State, spec: CommandSpec, of: str) -> MatPoint:
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


def _filled(field: Field, seat: str) -> Iterator[str]:
    match field:
        case Pick(options=options, least=least):
            yield from sorted(options, key=lambda each: each != hero(seat))[:least]
        case Number(least=least):
            yield str(least)
        case _:
            raise ValueError(f"{field} is not to be tapped")


def _free_column_mm(state: State, seat: str) -> float:
    taken = [
        each.stand.x_mm
        for each in state.creatures.values()
        if each.owner == seat and each.id != hero(seat) and each.stand is not None
    ]
    columns = (FIRST_COLUMN_MM + COLUMN_MM * number for number in range(20))
    return next(x_mm for x_mm in columns if all(abs(x_mm - other) > COLUMN_MM / 2 for other in taken))
