"""How the demo plays: it builds its City, brings creatures in, attacks where it can, and goes for Feats."""

from companion.games.prompt import Cells, CommandSpec, Number, Pick, cell_word
from companion.games.taste import CarriedPiece, Chance, PlannedCommand, is_answered_by_dice, words_of
from companion.games.warseer.board import BASE_MM
from companion.games.warseer.decision import DECISION
from companion.games.warseer.model.card_kinds import CreatureKind
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import ActivationStep
from companion.games.warseer.rules.creature.values import health_left, reach
from companion.games.warseer.rules.field import field_of
from companion.geometry.grid import Cell

LIKED = (
    "score",
    "attack",
    "summon",
    "play",
    "use",
    "choose",
    "reroll",
    "move",
    "react",
    "activate",
    "discard",
    "deploy",
)
"""Kinds of commands in the order in which they are liked; others come after."""

LAST = ("endturn", "stop", "pass", "run", "remove", "spend", "back")


class Warlord:
    """A lively player."""

    def next(self, state: State, seat: str, chance: Chance) -> PlannedCommand | None:
        """The command that is liked best, filled in sensibly; None where dice are asked for."""
        specs = [spec for spec in DECISION.specs(state) if spec.by == seat]
        if not specs or any(map(is_answered_by_dice, specs)):
            return None
        spec = min(specs, key=lambda each: (_rank(state, each), chance(1000)))
        return _filled(state, spec, chance)


def _rank(state: State, spec: CommandSpec) -> int:
    if spec.kind in LAST:
        return len(LIKED) + 1 + LAST.index(spec.kind)
    if spec.kind == "move" and isinstance(state.top, ActivationStep) and not _wants_to_move(state, spec):
        return len(LIKED) + 20
    return LIKED.index(spec.kind) if spec.kind in LIKED else len(LIKED)


def _wants_to_move(state: State, spec: CommandSpec) -> bool:
    """Whether some hex is nearer to an enemy than where the creature stands, as far as it is worth while."""
    piece, field = str(spec.fixed.get("piece", "")), spec.fields.get("to")
    cell = state.creatures[piece].cell if piece in state.creatures else None
    if cell is None or not isinstance(field, Cells) or not field.options:
        return True
    return min(_worth(state, piece, each) for each in field.options) < _worth(state, piece, cell)


def _worth(state: State, piece: str, cell: Cell) -> int:
    """How far a hex is from where the creature could just reach the nearest enemy."""
    me, field = state.creatures[piece], field_of(state)
    side = state.side(me.player)
    far = [
        field.distance(cell, each.cell)
        for each in state.standing
        if each.cell is not None and state.side(each.player) != side
    ]
    wanted = reach(state, piece)
    lag = abs(min(far, default=0) - wanted) if far else 0
    return lag + 3 * (cell in field.difficult)


def _filled(state: State, spec: CommandSpec, chance: Chance) -> PlannedCommand:
    values = words_of(spec.fixed)
    for name, field in spec.fields.items():
        match field:
            case Pick():
                values[name] = _picked(state, spec, field, chance)
            case Cells(options=options):
                values[name] = (cell_word(_best_cell(state, spec, options, chance)),)
            case Number(most=most):
                values[name] = (str(most),)
            case _:
                pass
    scene = {"attack": "melee", "react": "reaction", "summon": "summon"}.get(spec.kind, "")
    return PlannedCommand(spec.kind, values, _carried(state, spec, values), scene)


def _picked(state: State, spec: CommandSpec, field: Pick, chance: Chance) -> tuple[str, ...]:
    options = list(field.options)
    if spec.kind == "attack":
        return (min(options, key=lambda each: _aim(state, each, chance)),)
    if spec.kind in ("discard", "back"):
        options.sort(key=lambda each: _price(state, each), reverse=spec.kind == "back")
    elif spec.kind == "choose":
        options.sort(key=lambda each: _likes(state, each, chance))
    else:
        at = chance(len(options)) if options else 0
        options = options[at:] + options[:at]
    least = field.least if spec.kind in ("back", "reroll") else max(field.least, min(1, field.most))
    return tuple(options[:least])


def _aim(state: State, target: str, chance: Chance) -> tuple[int, int]:
    hero = state.creatures[target].kind is CreatureKind.HERO
    return health_left(state, target) - 3 * hero, chance(1000)


def _likes(state: State, word: str, chance: Chance) -> tuple[bool, int]:
    """Wounded creatures before others: to be healed, or to be finished."""
    wounds = state.creatures[word].wounds if word in state.creatures else 0
    return wounds == 0, chance(1000)


def _price(state: State, card: str) -> int:
    return state.card(card).cost


def _best_cell(state: State, spec: CommandSpec, options: tuple[Cell, ...], chance: Chance) -> Cell:
    piece = str(spec.fixed.get("piece", ""))
    if piece not in state.creatures:
        return options[chance(len(options))]
    return min(options, key=lambda cell: (_worth(state, piece, cell), chance(1000)))


def _carried(state: State, spec: CommandSpec, values: dict[str, tuple[str, ...]]) -> CarriedPiece | None:
    piece, to = str(spec.fixed.get("piece", "")), values.get("to")
    if piece not in state.creatures or not to or spec.kind == "lay":
        return None
    q, _, r = to[0].partition(",")
    return CarriedPiece(piece, state.creatures[piece].owner, BASE_MM / 2, Cell(int(q), int(r)))
