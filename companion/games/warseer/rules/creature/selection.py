"""Whom a selector names, how much an amount is, and whether a condition holds."""

from collections.abc import Callable

from companion.games.kit.bounds import lies_in_bounds
from companion.games.warseer.model.card_kinds import Keyword
from companion.games.warseer.model.cards import CharacterCard, SpellCard
from companion.games.warseer.model.effects import GiveEffect
from companion.games.warseer.model.state import Creature, State
from companion.games.warseer.model.steps import AttackStep, Context
from companion.games.warseer.model.terms import Amount, Condition, Selector
from companion.games.warseer.rules.field import field_of, zone_of


def matching(state: State, selector: Selector, context: Context) -> tuple[str, ...]:
    """Creatures on the Battlefield that a selector names, in a stable order; how many count is another question.

    An effect without a limit reaches any (W-SUPP-07), one that names a type only that type (W-CARD-10, W-CARD-11).
    """
    return tuple(each.id for each in state.standing if is_named(state, each.id, selector, context))


def is_named(state: State, piece: str, selector: Selector, context: Context) -> bool:
    """Whether a selector names a creature."""
    creature = state.creatures[piece]
    return (
        creature.cell is not None
        and _is_of(state, creature, selector, context)
        and _is_such(state, creature, selector)
        and _is_there(state, creature, selector, context)
    )


def _is_of(state: State, creature: Creature, selector: Selector, context: Context) -> bool:
    if selector.who in _NAMED:
        return creature.id in _NAMED[selector.who](state, context)
    if selector.who in ("own", "any"):  # W-SUPP-06, W-SUPP-07
        return selector.who == "any" or creature.player == context.player
    mine = state.side(creature.player) == state.side(context.player)  # W-SUPP-05
    return mine == (selector.who != "enemy") and not (selector.who == "ally" and creature.id == context.piece)


_NAMED: dict[str, Callable[[State, Context], tuple[str, ...]]] = {
    "self": lambda state, context: (context.piece,),
    "target": lambda state, context: (context.target,),
    "attacker": lambda state, context: (context.attacker,),
    "chosen": lambda state, context: context.chosen,
    "hero": lambda state, context: (state.hero(context.player).id,),
}


def _is_such(state: State, creature: Creature, selector: Selector) -> bool:
    card = state.printed(creature.id)
    rank = card.rank if isinstance(card, CharacterCard) else None
    cost = card.cost if isinstance(card, CharacterCard) else None
    tests = (
        not selector.kinds or creature.kind in selector.kinds,
        not selector.ranks or rank in selector.ranks,
        not selector.affinity or selector.affinity in card.affinities,
        selector.keyword is None or has_printed(state, creature.id, selector.keyword),
        selector.wounded in (None, creature.wounds > 0),
        selector.activated in (None, creature.done),
        selector.cost is None or (cost is not None and cost <= selector.cost),
    )
    return all(tests)


def has_printed(state: State, piece: str, keyword: Keyword) -> bool:
    """Whether a creature has a keyword by its card, an Enchantment or an effect that lasts; also as affinity."""
    if any(each.keyword is keyword for each in state.abilities(piece)):
        return True
    given = (each.effect for each in state.lasting if piece in each.pieces)
    if any(isinstance(each, GiveEffect) and each.keyword is keyword for each in given):
        return True
    laid = (state.card(each.card) for each in state.in_play if each.on == piece and each.sort == "spell")
    return any(isinstance(card, SpellCard) and any(it.keyword is keyword for it in card.abilities) for card in laid)


def _is_there(state: State, creature: Creature, selector: Selector, context: Context) -> bool:
    cell = creature.cell
    if cell is None:
        return False
    if selector.within is not None:
        around = point_of(state, selector.around, context)
        centre = state.creatures[around].cell if around in state.creatures else None
        if centre is None or field_of(state).distance(centre, cell) > selector.within:
            return False
    if selector.on_terrain is not None and (cell in field_of(state).terrain) != selector.on_terrain:
        return False
    if not selector.zone:
        return True
    owners = (context.player,) if selector.zone == "own" else state.opponents(context.player)
    return any(cell in zone_of(state, player) for player in owners)


def point_of(state: State, point: str, context: Context) -> str:
    """The creature from which distances are measured; empty for none."""
    match point:
        case "self":
            return context.piece
        case "target":
            return context.target
        case "attacker":
            return context.attacker
        case "chosen":
            return context.chosen[0] if context.chosen else ""
        case _:
            return state.hero(context.player).id


def amount_of(state: State, amount: int | Amount, context: Context) -> int:
    """How much it is."""
    if isinstance(amount, int):
        return amount
    total = sum(
        _COUNTS[amount.count](state, amount, context, player) for player in _players(state, amount.who, context)
    )
    total = amount.plus + amount.times * total
    return max(0, total if amount.most is None else min(amount.most, total))


def _players(state: State, who: str, context: Context) -> tuple[str, ...]:
    return (context.player,) if who == "own" else state.opponents(context.player)


def _of(state: State, amount: Amount, context: Context, _: str) -> tuple[str, ...]:
    return matching(state, amount.of or Selector(), context)


def _health_left(state: State, piece: str) -> int:
    return max(0, state.printed(piece).health - state.creatures[piece].wounds)


def _dealt(state: State, amount: Amount, context: Context, _: str) -> int:
    """Wounds dealt in this turn (W-FEAT-26), to those alone that `of` names, who may be destroyed since."""
    of = amount.of or Selector()
    return sum(count for piece, count in state.count.dealt.items() if _was_named(state, piece, of, context))


def _destroyed(state: State, amount: Amount, context: Context, _: str) -> int:
    of = amount.of or Selector()
    return sum(_was_named(state, piece, of, context) for piece in state.count.destroyed)


def _was_named(state: State, piece: str, of: Selector, context: Context) -> bool:
    """Whether a creature is, or was, one of those meant, wherever it is now."""
    creature = state.creatures[piece]
    return _is_of(state, creature, of, context) and _is_such(state, creature, of)


def _bare_cards(state: State, player: str, *, spells: bool) -> int:
    if player != state.active:
        return 0
    return sum(not spells or isinstance(state.card(card), SpellCard) for card in state.count.played)


_COUNTS: dict[str, Callable[[State, Amount, Context, str], int]] = {
    "creatures": lambda state, amount, context, player: len(_of(state, amount, context, player)),
    "wounds": lambda state, amount, context, player: sum(
        state.creatures[each].wounds for each in _of(state, amount, context, player)
    ),
    "health_left": lambda state, amount, context, player: sum(
        _health_left(state, each) for each in _of(state, amount, context, player)
    ),
    "dealt": lambda state, amount, context, player: context.dealt,
    "influence": lambda state, amount, context, player: state.influence[player],
    "income": lambda state, amount, context, player: state.income(player),
    "hand": lambda state, amount, context, player: len(state.hands[player]),
    "points": lambda state, amount, context, player: state.points[player],
    "buildings": lambda state, amount, context, player: len(state.in_play_of(player, "building")),
    "relics": lambda state, amount, context, player: len(state.in_play_of(player, "relic")),
    "feats_played": lambda state, amount, context, player: len(state.fame[player]),
    "kills": lambda state, amount, context, player: len(state.kills[player]),  # W-FEAT-25, W-SCEN-09
    "wounds_dealt": _dealt,
    "destroyed": _destroyed,
    "spells_played": lambda state, amount, context, player: _bare_cards(state, player, spells=True),
    "cards_played": lambda state, amount, context, player: _bare_cards(state, player, spells=False),
    "summoned": lambda state, amount, context, player: len(state.count.brought) if player == state.active else 0,
    "influence_spent": lambda state, amount, context, player: state.count.spent if player == state.active else 0,
}


def holds(state: State, condition: Condition, context: Context) -> bool:
    """Whether a condition holds (W-PAY-01)."""
    if condition.creature is not None and not matching(state, condition.creature, context):
        return False
    if condition.no_creature is not None and matching(state, condition.no_creature, context):
        return False
    if condition.attack and not any(
        isinstance(step, AttackStep) and step.kind in condition.attack for step in state.steps[-3:]
    ):
        return False
    return all(lies_in_bounds(each, lambda amount: amount_of(state, amount, context)) for each in condition.counts)
