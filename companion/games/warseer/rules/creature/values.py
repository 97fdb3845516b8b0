"""What holds for a creature: its keywords and numbers, with all that cards give (W-ABIL-06, W-PAY-03, W-PAY-04)."""

from collections.abc import Iterator
from typing import cast

from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.card_kinds import CreatureKind, Keyword
from companion.games.warseer.model.cards import BuildingCard, RelicCard, SpellCard
from companion.games.warseer.model.setup import CHARACTERS_OF
from companion.games.warseer.model.state import Creature, InPlay, State
from companion.games.warseer.model.steps import Context
from companion.games.warseer.rules.creature.selection import amount_of, has_printed, holds, is_named
from companion.games.warseer.rules.field import field_of

CONDITIONAL = frozenset({Keyword.CHARGE, Keyword.FLANK, Keyword.CONTRACT})
"""Keywords whose text does not hold always."""


def abilities_of(state: State, piece: str) -> tuple[fx.Ability, ...]:
    """Abilities on a creature's card, and on Enchantments on it (W-SPELL-03)."""
    laid = (
        ability
        for each in state.in_play
        if each.on == piece and each.sort == "spell"
        for ability in cast("SpellCard", state.card(each.card)).abilities
    )
    return (*state.abilities(piece), *laid)


def relics_of(state: State, player: str) -> tuple[InPlay, ...]:
    """The Relics that a player's Hero wears (W-REL-02)."""
    return state.in_play_of(player, "relic")


Holding = tuple[fx.Ability, Context]

_KEPT: list[tuple[State, tuple[Holding, ...]]] = []
_MANY = 8


def _holding(state: State) -> tuple[Holding, ...]:
    """All abilities in play that hold something always, with whose they are; kept for the states asked last."""
    for kept, found_then in _KEPT:
        if kept is state:
            return found_then
    made = tuple(
        (ability, context)
        for abilities, context in _sources(state)
        for ability in abilities
        if ability.holds and ability.keyword not in CONDITIONAL
    )
    _KEPT[:] = [(state, made), *_KEPT[: _MANY - 1]]
    return made


def _sources(state: State) -> Iterator[tuple[tuple[fx.Ability, ...], Context]]:
    """All cards whose text may hold for somebody, with whose it is."""
    for creature in state.standing:
        yield abilities_of(state, creature.id), Context(piece=creature.id, player=creature.player, card=creature.card)
    for each in state.in_play:
        card = state.card(each.card)
        if isinstance(card, RelicCard | BuildingCard):
            hero, is_building = state.hero(each.player).id, isinstance(card, BuildingCard)
            yield (
                card.abilities,
                Context(piece=hero, player=each.player, card=each.card, support=True, building=is_building),
            )


def standing(state: State, piece: str) -> Iterator[tuple[fx.Standing, int | None, Context]]:
    """What holds for a creature: each with its number where that was settled as it began, and with whose it is.

    A Relic reaches whom its text names, else the Hero who wears it (W-REL-22, W-FAQ-09); an Aura all in it but its own
    source (W-KW-06, W-TER-11). What a Monster or a Brute is spared does not hold for it (W-KW-09, W-KW-30).
    """
    for ability, context in _holding(state):
        if context.support and not is_reached(state, piece, context):
            continue
        if ability.keyword is Keyword.AURA:
            if _is_in_aura(state, piece, ability, context):
                yield from ((each, None, context) for each in ability.holds if holds(state, each.condition, context))
            continue
        for each in ability.holds:
            if is_named(state, piece, each.to, context) and holds(state, each.condition, context):
                yield each, None, context
    for lasting in state.lasting:
        if piece in lasting.pieces:
            yield lasting.effect, lasting.amount, Context(piece=piece, player=lasting.player)


def is_reached(state: State, piece: str, context: Context) -> bool:
    """Whether what Support cards give holds for a creature by its own card."""
    if has_printed(state, piece, Keyword.MONSTER):
        return False
    return not (context.building and has_printed(state, piece, Keyword.BRUTE))


def _is_in_aura(state: State, piece: str, ability: fx.Ability, context: Context) -> bool:
    one, other = state.creatures[context.piece].cell, state.creatures[piece].cell
    if piece == context.piece or one is None or other is None or field_of(state).distance(one, other) > ability.x:
        return False
    return ability.whom is None or is_named(state, piece, ability.whom, context)


def found(state: State, piece: str, keyword: Keyword) -> fx.Ability | None:
    """A creature's standard ability; of several of one name the one with the greater number (W-PAY-03)."""
    mine = [each for each in abilities_of(state, piece) if each.keyword is keyword]
    for effect, _, _ in standing(state, piece):
        if isinstance(effect, fx.GiveEffect) and effect.keyword is keyword:
            mine.append(fx.Ability(keyword=keyword, x=effect.x, dice=effect.dice))
    return max(mine, key=lambda each: (each.x, len(each.dice)), default=None)


def has(state: State, piece: str, keyword: Keyword) -> bool:
    """Whether a creature has a standard ability."""
    return found(state, piece, keyword) is not None


def changed_by(state: State, piece: str, what: str) -> int:
    """By how much a value of a creature is raised (W-PAY-04)."""
    total = 0
    for effect, amount, context in standing(state, piece):
        if isinstance(effect, fx.ChangeEffect) and effect.what == what:
            total += amount_of(state, effect.by, context) if amount is None else amount
    return total


def is_forbidden(state: State, piece: str, what: str) -> bool:
    """Whether something is forbidden to a creature; that beats what permits it (W-GEN-11, W-FAQ-03)."""
    return any(isinstance(effect, fx.ForbidEffect) and effect.what == what for effect, _, _ in standing(state, piece))


def movement(state: State, piece: str) -> int:
    """Hexes that a creature may move (W-CARD-20)."""
    return max(0, state.printed(piece).movement + changed_by(state, piece, "movement"))


def reach(state: State, piece: str) -> int:
    """A creature's Range (W-CARD-17)."""
    return max(1, state.printed(piece).reach + changed_by(state, piece, "range"))


def most_attacks(state: State, piece: str) -> int:
    """Attacks that a creature may declare in an activation: one, unless a card says otherwise (W-ATK-23, W-FAQ-02)."""
    return max(0, 1 + changed_by(state, piece, "attacks"))


def health(state: State, piece: str) -> int:
    """Wounds that destroy a creature (W-CARD-18)."""
    return max(1, state.printed(piece).health + changed_by(state, piece, "health"))


def health_left(state: State, piece: str) -> int:
    """How many more Wounds destroy it (W-CARD-19)."""
    return max(0, health(state, piece) - state.creatures[piece].wounds)


def may_be_healed(state: State, piece: str) -> bool:
    """W-KW-21, W-KW-30, W-KW-37, W-FAQ-04."""
    barred = (Keyword.FORGED, Keyword.MONSTER, Keyword.RESURGENT)
    return not any(has(state, piece, each) for each in barred) and not is_forbidden(state, piece, "heal")


def is_open_to(state: State, piece: str, context: Context, *, bonus: bool = True) -> bool:
    """Whether an effect works on a creature at all.

    Effects of Support cards do not on a Monster (W-KW-30), those of Buildings not on a Brute (W-KW-09), and the bonus
    of a Building not on who has had one in this turn (W-BLD-04).
    """
    if context.support:
        if has(state, piece, Keyword.MONSTER):
            return False
        theirs = state.side(context.player) != state.side(state.creatures[piece].player)
        if theirs and is_forbidden(state, piece, "support"):
            return False
    if context.building:
        return not has(state, piece, Keyword.BRUTE) and not (bonus and state.creatures[piece].built)
    return True


def cost_of(state: State, player: str, printed: int) -> int:
    """What a card costs its player (W-ECON-01, W-TURN-20)."""
    hero = state.hero(player)
    return max(0, printed + (changed_by(state, hero.id, "cost") if hero.cell is not None else 0))


def is_full(state: State, player: str, more: int = 1) -> bool:
    """Whether a player has as many creatures as may be (W-CARD-08, W-SUM-06).

    In a Skirmish Minions are not limited (W-SKIR-33), unless they can be summoned for Influence (W-SKIR-40, W-OPEN-69).
    """
    mine = state.mine(player)
    if state.setup.is_skirmish and not state.setup.readings.skirmish_minions:
        return False
    return len(mine) + more > state.setup.most_creatures


def is_squad_full(state: State, player: str) -> bool:
    """Whether a player may have no further Character on the Battlefield.

    In a Skirmish these are limited, and no other creatures (W-SKIR-33, W-SKIR-34), unless Minions can be summoned for
    Influence (W-SKIR-40).
    """
    if not state.setup.is_skirmish or state.setup.readings.skirmish_minions:
        return is_full(state, player)
    characters = [each for each in state.mine(player) if each.kind is CreatureKind.CHARACTER]
    return len(characters) >= CHARACTERS_OF[len(state.setup.seats)]


def beside(state: State, piece: str) -> tuple[Creature, ...]:
    """The creatures in contact with one (W-GRID-03)."""
    cell, field = state.creatures[piece].cell, field_of(state)
    if cell is None:
        return ()
    return tuple(
        each
        for each in state.standing
        if each.id != piece and each.cell is not None and field.is_beside(cell, each.cell)
    )


def is_enemy(state: State, piece: str, player: str) -> bool:
    """Whether a creature is an opponent's (W-ATK-24)."""
    return state.side(state.creatures[piece].player) != state.side(player)


def is_allied(state: State, piece: str, other: str) -> bool:
    """Whether two creatures are of one side (W-SUPP-05, W-ALLY-06)."""
    return not is_enemy(state, piece, state.creatures[other].player)


def is_character(state: State, piece: str) -> bool:
    """Whether a creature is a Character."""
    return state.creatures[piece].kind is CreatureKind.CHARACTER
