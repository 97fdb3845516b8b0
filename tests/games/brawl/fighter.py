"""A player for self-play who looks one action ahead: strikes where it hurts, and stands where challenges are met."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.brawl.decision import DECISION
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import ActionCard, TargetDiagram
from companion.games.brawl.model.commands import BrawlCommand
from companion.games.brawl.model.kinds import AimKind, Deed, Zone
from companion.games.brawl.model.state import Champion, State
from companion.games.brawl.model.steps import CardStep, Context, EffectsStep, MoveStep
from companion.games.brawl.rules.arena import zone_cells
from companion.games.brawl.rules.cards import context_of, damage_to
from companion.games.brawl.rules.selection import amount_of, holds
from companion.games.brawl.rules.targeting import directions_of, in_area, targets_of
from companion.games.brawl.rules.values import move_points
from companion.games.brawl.rules.ways import cells_to
from companion.games.command import Command, command_types, takes_one
from companion.games.prompt import Cells, CommandSpec, Number, Pick
from companion.geometry.grid import Cell

COMMANDS = {str(each.__struct_config__.tag): each for each in command_types(BrawlCommand)}

KNOCK_OUT = 6.0
"""What a knock-out is worth, where a point of damage is worth 1."""

OWN_CHALLENGE, THEIR_CHALLENGE = 3.0, 2.5
"""What a victory point is worth that is about to be scored."""

ON_TRAP = 2.0
"""What the fear of an unknown trap is worth."""

EFFECT_WORTH = {
    "stun": 0.8, "immobilise": 0.5, "push": 0.5, "pull": 0.4, "force": 0.5, "fear": 0.5, "move": 0.5, "place": 0.5,
    "swap": 0.3, "change": 0.6, "keyword": 0.8, "protect": 0.2, "core": 0.8, "look": 0.1, "choice": 0.8, "if": 0.7,
}  # fmt: skip
"""What effects are worth that neither hurt, heal nor draw, whatever their number."""


LAST_RESORTS = {"endturn": 0.1, "refrain": 0.0, "pass": 0.0}
"""What is done only if nothing is worth more."""


def made(spec: CommandSpec, values: dict[str, Any]) -> Command:
    """The command that fills a spec."""
    wanted = COMMANDS[spec.kind]
    body = {"by": spec.by, **spec.fixed, **values}
    if spec.kind in ("act", "takeend"):
        return msgspec.convert(body, wanted)
    return wanted(**body)


def anything(spec: CommandSpec, chance: random.Random) -> Command:
    """A spec filled at random."""
    values: dict[str, Any] = {}
    for name, field in spec.fields.items():
        match field:
            case Pick(options=options, least=least, most=most):
                picked = chance.sample(options, chance.randint(least, min(most, len(options))))
                values[name] = picked[0] if takes_one(COMMANDS[spec.kind], name) else tuple(picked)
            case Cells(options=cells):
                values[name] = chance.choice(cells)
            case Number(least=least, most=most):
                values[name] = chance.randint(least, most)
            case _:
                raise ValueError(f"{field} is answered by nobody here")
    return made(spec, values)


class Fighter:
    """Plays both sides, each for itself."""

    def __init__(self, chance: random.Random) -> None:
        """Takes what decides between equals."""
        self._chance = chance
        self._places: dict[tuple[str, Cell], float] = {}
        self._reach: dict[tuple[str, int], list[Cell]] = {}

    def next(self, state: State) -> Command:
        """What the first who is asked does."""
        self._places.clear()
        self._reach.clear()
        offered = DECISION.specs(state)
        by = offered[0].by
        mine = [spec for spec in offered if spec.by == by]
        worth: list[tuple[float, float, Command]] = []
        for spec in mine:
            worth += [(value, self._chance.random(), command) for value, command in self._valued(state, spec)]
        return max(worth, key=lambda each: each[:2])[2]

    def _valued(self, state: State, spec: CommandSpec) -> Iterator[tuple[float, Command]]:
        """Fillings of a spec with what they are worth."""
        step = state.top
        if spec.kind in ("play", "act"):
            yield from self._actions(state, spec)
        elif isinstance(step, CardStep) and spec.kind in ("attack", "aim"):
            yield from _targets(state, step, spec)
        elif isinstance(step, MoveStep) and state.is_standing(step.piece):
            yield from self._moves(state, step, spec)
        elif spec.kind == "react":
            for card in _options(spec):
                piece = self._chance.choice(_options(spec, "piece"))
                yield 1.0 + (state.card(card).defence or 0), made(spec, {"card": card, "piece": piece})
        elif spec.kind == "choose":
            yield 1.0, made(spec, {"chosen": self._chosen(state, spec)})
        elif isinstance(number := spec.fields.get("number"), Number):
            yield 1.0, made(spec, {"number": number.most})
        else:
            yield LAST_RESORTS.get(spec.kind, 1.0), anything(spec, self._chance)

    def _actions(self, state: State, spec: CommandSpec) -> Iterator[tuple[float, Command]]:
        for each in _options(spec):
            if spec.kind == "play":
                yield self._card(state, each), made(spec, {"card": each})
            else:
                yield self._basic(state, spec, each), made(spec, {"piece": each})

    def _moves(self, state: State, step: MoveStep, spec: CommandSpec) -> Iterator[tuple[float, Command]]:
        here = state.champions[step.piece].cell
        if spec.kind == "stop" and here is not None:
            yield self._stand(state, step, here), made(spec, {})
        elif isinstance(field := spec.fields.get("to"), Cells):
            for cell in field.options:
                yield self._stand(state, step, cell), made(spec, {"to": cell})

    def _card(self, state: State, card: str) -> float:
        """What a card of the hand promises."""
        printed, piece = state.card(card), state.piece_of(card)
        step = CardStep(player=state.champions[piece].player, card=card, piece=piece)
        cells = self._reached(state, piece, move_points(state, piece, printed.move) or 0)
        best = max((_hits(_put(state, piece, cell), step) for cell in cells), default=0.0)
        if printed.deed is Deed.SKILL and printed.target is None:
            best = sum(_effect(state, each, context_of(state, step)) for each in printed.effects)
        entering = 1.5 if state.champions[piece].cell is None else 0.0
        return 0.15 + best + entering + 0.3 * self._gain(state, piece, cells)

    def _basic(self, state: State, spec: CommandSpec, piece: str) -> float:
        action = spec.fixed["action"]
        cells = self._reached(state, piece, 2 if action == "run" else 1)
        entering = 1.5 if state.champions[piece].cell is None else 0.0
        worth = entering + 0.5 * self._gain(state, piece, cells)
        if action == "heal":
            worth += 0.7 * (state.champions[piece].damage > 0)
        if action == "strike":
            mine = state.side_of(piece)
            near = [each for each in state.standing if state.side(each.player) != mine and _beside(state, each, cells)]
            worth += max((_harm(state, each.id, 1) for each in near), default=0.0)
        return worth

    def _chosen(self, state: State, spec: CommandSpec) -> tuple[str, ...]:
        field = spec.fields["chosen"]
        options = list(_options(spec))
        least, most = (field.least, field.most) if isinstance(field, Pick) else (0, 0)
        self._chance.shuffle(options)
        if not all(each in state.champions for each in options):
            return tuple(options[:least])
        side = state.side(spec.by)
        options.sort(key=lambda each: _need(state, each, mine=state.side_of(each) == side), reverse=True)
        return tuple(options[:most])

    def _gain(self, state: State, piece: str, cells: list[Cell]) -> float:
        """How much better a champion may come to stand."""
        if not cells:
            return 0.0
        here = state.champions[piece].cell
        now = -1.0 if here is None else self._place(state, piece, here)
        return max(0.0, max(self._place(state, piece, cell) for cell in cells) - now)

    def _stand(self, state: State, step: MoveStep, cell: Cell) -> float:
        """What it is worth to whoever moves a champion that it stands on a cell."""
        mine = state.side_of(step.piece) == state.side(step.by)
        moved = _put(state, step.piece, cell)
        trap = ON_TRAP * (state.trap_on(cell) is not None and state.champions[step.piece].cell != cell)
        if not mine:
            return trap - 0.4 * self._place(state, step.piece, cell)
        card = next((each for each in reversed(state.steps) if isinstance(each, CardStep)), None)
        hits = 0.0
        if card is not None and card.piece == step.piece and card.stage in ("before", "aim"):
            later = any(isinstance(each, EffectsStep) for each in state.steps)
            hits = _hits(moved, card if later else replace(card, stage="move"))
        return hits - trap + self._place(state, step.piece, cell)

    def _reached(self, state: State, piece: str, points: int) -> list[Cell]:
        """Where a champion may stand after a move; likewise."""
        if (piece, points) not in self._reach:
            self._reach[piece, points] = _reached(state, piece, points)
        return self._reach[piece, points]

    def _place(self, state: State, piece: str, cell: Cell) -> float:
        """What a cell is worth to a champion's side; found out once for every question."""
        if (piece, cell) not in self._places:
            self._places[piece, cell] = _place(state, piece, cell)
        return self._places[piece, cell]


def _options(spec: CommandSpec, name: str = "") -> tuple[str, ...]:
    """Of a field, or of the first that a command has."""
    field = spec.fields[name] if name else next(iter(spec.fields.values()))
    return field.options if isinstance(field, Pick) else ()


def _targets(state: State, step: CardStep, spec: CommandSpec) -> Iterator[tuple[float, Command]]:
    area = state.card(step.card).target
    for each in _options(spec):
        if spec.kind == "attack":
            yield _named(state, step, (each,)), made(spec, {"target": each})
        else:
            hit = () if area is None else in_area(state, area, step.piece, int(each))
            yield _named(state, step, hit), made(spec, {"way": each})


def _need(state: State, piece: str, *, mine: bool) -> int:
    """Of friends those with most damage come first, of enemies those with least health left."""
    damage = state.champions[piece].damage
    return damage if mine else damage - state.values(piece).health


def _put(state: State, piece: str, cell: Cell) -> State:
    """The same with a champion on another cell."""
    if state.champions[piece].cell == cell:
        return state
    return replace(state, champions=state.champions | {piece: replace(state.champions[piece], cell=cell)})


def _reached(state: State, piece: str, points: int) -> list[Cell]:
    """Where a champion may stand after a move."""
    champion = state.champions[piece]
    step = MoveStep(piece=piece, by=champion.player, left=points, cause=piece, enters=True)
    here = [] if champion.cell is None else [champion.cell]
    return [*here, *cells_to(state, step)]


def _beside(state: State, champion: Champion, cells: Iterable[Cell]) -> bool:
    return champion.cell is not None and any(_far(each, champion.cell) == 1 for each in cells)


def _far(one: Cell, other: Cell) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def _harm(state: State, piece: str, damage: int) -> float:
    """What damage to a champion is worth to its enemies."""
    left = state.values(piece).health - state.champions[piece].damage
    return min(damage, left) + (KNOCK_OUT if damage >= left else 0.0)


def _hits(state: State, step: CardStep) -> float:
    """The most that a card does from where its champion stands."""
    target = state.card(step.card).target
    if target is None:
        return 0.0
    ways: Iterable[tuple[str, ...]] = ((each,) for each in targets_of(state, _longer(state, step, target), step.piece))
    if target.aim is AimKind.AREA:
        ways = (in_area(state, target, step.piece, turns) for turns in directions_of(state, target, step.piece))
    return max((_named(state, step, each) for each in ways), default=0.0)


def _longer(state: State, step: CardStep, target: TargetDiagram) -> TargetDiagram:
    """A reach that counts the move of a pre-effect that is still to come."""
    card = state.card(step.card)
    more = sum(each.amount for each in card.before if isinstance(each, fx.MoveEffect) and isinstance(each.amount, int))
    if step.stage != "move" or not more or target.aim is AimKind.AREA:
        return target
    return replace(target, aim=AimKind.INDIRECT, most=target.most + more)


def _named(state: State, step: CardStep, targets: tuple[str, ...]) -> float:
    """What it is worth to name targets."""
    card, side = state.card(step.card), state.side(step.player)
    context = replace(context_of(state, step), targets=targets)
    effects = card.effects if card.deed is Deed.SKILL else card.after
    worth = 0.5 * sum(_effect(state, each, context) for each in effects) if targets else 0.0
    if card.deed is Deed.ATTACK:
        for each in targets:
            harm = _harm(state, each, damage_to(state, step, each) * _times(card))
            worth += harm if state.side_of(each) != side else -1.2 * harm
    else:
        worth *= 2
    return worth


def _times(card: ActionCard) -> int:
    return 2 if any(isinstance(each, fx.KeywordEffect) and each.keyword == "double" for each in card.bonuses) else 1


def _effect(state: State, effect: fx.Effect, context: Context) -> float:
    """What an effect is worth, roughly."""
    match effect:
        case fx.DamageEffect(amount=amount):
            return min(3.0, amount_of(state, amount, context)) * (1.0 if context.targets else 0.7)
        case fx.HealEffect(amount=amount):
            mine = [each.damage for each in state.standing if each.player == context.player]
            return 0.8 * min(amount_of(state, amount, context), max(mine, default=0))
        case fx.DrawEffect(amount=amount):
            return 0.5 * amount_of(state, amount, context)
        case fx.PlanEffect():
            return 0.2
        case _:
            return EFFECT_WORTH.get(str(type(effect).__struct_config__.tag), 0.2)


def _place(state: State, piece: str, cell: Cell) -> float:
    """What a cell is worth to a champion's side: challenges that come up, and enemies that are near."""
    moved = _put(state, piece, cell)
    player = state.champions[piece].player
    enemies = [each for each in moved.standing if state.side(each.player) != state.side(player)]
    near = min((_far(cell, each.cell) for each in enemies if each.cell is not None), default=0)
    inside = cell not in zone_cells(state, Zone.EDGE, player)
    return _challenges(moved, player) - 0.1 * near + 0.1 * inside


def _challenges(state: State, player: str) -> float:
    """What the challenges that are met are worth, as the track will stand when each side scores."""
    worth, slots = 0.0, state.setup.slots
    enemy = state.opponents(player)[0]
    leads = state.order.index(player) < state.order.index(enemy)
    for slot, key in enumerate(state.track):
        if not key:
            continue
        later = slots[slot + 1] if slot + 1 < len(slots) else 0
        sooner = slots[slot] if state.round > 1 else 0
        condition = state.setup.challenge(key).condition
        theirs = (sooner if leads else later) if state.active == player else later
        mine = later if state.active == player else sooner
        if mine and holds(state, condition, Context(player=player)):
            worth += OWN_CHALLENGE * mine
        if theirs and holds(state, condition, Context(player=enemy)):
            worth -= THEIR_CHALLENGE * theirs
    return worth
