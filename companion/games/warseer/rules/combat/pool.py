"""What an attack rolls and what its dice mean: targets, the pool, symbols that count, damage (W-ATK)."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.prompt import Faces, PoolDie
from companion.games.warseer.model.card_kinds import (
    AttackKind,
    CreatureKind,
    Crit,
    Dice,
    Keyword,
    Symbol,
)
from companion.games.warseer.model.cards import CritEffect
from companion.games.warseer.model.effects import (
    Ability,
    ChangeEffect,
    DiceEffect,
    GiveEffect,
    RerollEffect,
    Standing,
    SymbolEffect,
)
from companion.games.warseer.model.state import State
from companion.games.warseer.model.steps import AttackStep, Context
from companion.games.warseer.rules.creature.selection import amount_of, holds, is_named
from companion.games.warseer.rules.creature.values import (
    abilities_of,
    beside,
    found,
    has,
    is_allied,
    is_enemy,
    is_forbidden,
    standing,
)
from companion.games.warseer.rules.field import field_of, sight

MAX_DICE = 6
"""Of a pool (W-ATK-06)."""
SYMBOLS = tuple(each.value for each in Symbol)


def targets(state: State, piece: str, kind: AttackKind, reach: int) -> tuple[str, ...]:
    """Whom a creature may attack: opponents' creatures within Range and in sight (W-ATK-05, W-ATK-24).

    One in contact with opponents' Defenders must choose among these for a Melee attack (W-KW-14).
    """
    cell, player = state.creatures[piece].cell, state.creatures[piece].player
    if cell is None or is_forbidden(state, piece, "attack"):
        return ()
    field = field_of(state)
    seen = tuple(
        each.id
        for each in state.standing
        if each.cell is not None
        and is_enemy(state, each.id, player)
        and field.distance(cell, each.cell) <= reach
        and sight(state, cell, each.cell).clear
    )
    if kind is not AttackKind.MELEE:
        return seen
    defenders = tuple(
        each.id
        for each in beside(state, piece)
        if is_enemy(state, each.id, player) and has(state, each.id, Keyword.DEFENDER)
    )
    return defenders or seen


def can_reach(state: State, piece: str, target: str, reach: int) -> bool:
    """Whether a creature is within Range of another and sees it."""
    one, other = state.creatures[piece].cell, state.creatures[target].cell
    if one is None or other is None:
        return False
    return field_of(state).distance(one, other) <= reach and sight(state, one, other).clear


def context_of(state: State, step: AttackStep) -> Context:
    """For whom the effects of an attack happen."""
    return Context(
        piece=step.piece,
        player=step.player,
        target=step.target,
        attacker=step.piece,
        dealt=step.dealt,
        card=state.creatures[step.piece].card,
    )


def in_attack(state: State, step: AttackStep) -> Iterator[Standing]:
    """What holds for the attacker in this attack alone: the texts of Charge and Flank (W-KW-10, W-KW-19)."""
    context = context_of(state, step)
    for ability in abilities_of(state, step.piece):
        is_on = (ability.keyword is Keyword.CHARGE and step.charges) or (
            ability.keyword is Keyword.FLANK and step.flanks
        )
        if is_on:
            yield from (each for each in ability.holds if holds(state, each.condition, context))


def declared(state: State, step: AttackStep) -> AttackStep:
    """An attack with what holds to its end by how things stand as it is declared; a push changes nothing of it."""
    preys = step.kind is AttackKind.MELEE and state.creatures[step.target].wounds > 0
    return replace(step, charges=_charges(state, step), flanks=_flanks(state, step), preys=preys)


def _charges(state: State, step: AttackStep) -> bool:
    """It moved before, and did not begin that move beside the target (W-KW-10)."""
    target = state.creatures[step.target].cell
    if not step.moved or step.began is None or target is None:
        return False
    return not field_of(state).is_beside(step.began, target)


def _flanks(state: State, step: AttackStep) -> bool:
    """The target is in contact with a creature allied to the attacker (W-KW-19)."""
    if step.kind is not AttackKind.MELEE or not state.is_standing(step.target):
        return False
    return any(each.id != step.piece and is_allied(state, each.id, step.piece) for each in beside(state, step.target))


def found_in_attack(state: State, step: AttackStep, keyword: Keyword) -> Ability | None:
    """A standard ability of the attacker, with what Charge and Flank give it."""
    given = [
        Ability(keyword=keyword, x=each.x, dice=each.dice)
        for each in in_attack(state, step)
        if isinstance(each, GiveEffect) and each.keyword is keyword
    ]
    if (own := found(state, step.piece, keyword)) is not None:
        given.append(own)
    return max(given, key=lambda each: (each.x, len(each.dice)), default=None)


def pool_of(state: State, step: AttackStep) -> Dice:
    """The dice of step 2, as adjusted by effects, before any are left out (W-ATK-08, W-CARD-16, W-DICE-07)."""
    dice = list(printed_dice(state, step))
    if not step.moved and (ambush := found_in_attack(state, step, Keyword.AMBUSH)):  # W-KW-02
        dice += ambush.dice
    dice += _of_warlord(state, step.piece)
    effects = (
        *(effect for effect, _, _ in standing(state, step.piece) if isinstance(effect, DiceEffect)),
        *(effect for effect in in_attack(state, step) if isinstance(effect, DiceEffect)),
    )
    for effect in effects:
        dice += effect.dice
    cell = state.creatures[step.target].cell
    terrain = field_of(state).terrain.get(cell) if cell is not None else None
    if terrain is not None:  # W-TT-04
        dice += terrain.adds
    if has(state, step.target, Keyword.DIFFICULT_TARGET) and (swap := state.setup.dice_card.difficult_target):
        one, other, into = swap  # W-KW-16
        dice = [into if die in (one, other) else die for die in dice]
    return tuple(dice)


def printed_dice(state: State, step: AttackStep) -> Dice:
    """Of the attack block, or of Counterblow (W-KW-13, W-FAQ-07)."""
    if not step.counter:
        return state.printed(step.piece).attack.dice
    counter = found(state, step.piece, Keyword.COUNTERBLOW)
    return counter.dice if counter is not None else ()


def _of_warlord(state: State, piece: str) -> Dice:
    """The die of a Warlord within 1 hex; several do not add up (W-KW-44). None for a Hero or a Brute (W-KW-09)."""
    if state.creatures[piece].kind is CreatureKind.HERO or has(state, piece, Keyword.BRUTE):
        return ()
    lords = (
        found(state, each.id, Keyword.WARLORD) for each in beside(state, piece) if is_allied(state, each.id, piece)
    )
    return max((lord.dice for lord in lords if lord is not None), key=len, default=())


def faces_of(state: State, dice: Dice) -> Faces:
    """What dice may show; dice whose faces nobody knows may show anything (W-DICE-08, W-DATA-01)."""
    known = state.setup.dice_card.faces
    return Faces.of_pool(
        PoolDie(
            kind=die.value, faces=tuple(dict.fromkeys(each.value for each in known[die])) if die in known else SYMBOLS
        )
        for die in dice
    )


def rerolls_of(state: State, step: AttackStep, player: str) -> tuple[RerollEffect, ...]:
    """What lets a player reroll dice in step 3: Master of Attack, and effects (W-ATK-11, W-KW-29)."""
    given = [
        each.effect
        for each in state.lasting
        if isinstance(each.effect, RerollEffect) and each.player == player and step.piece in each.pieces
    ]
    if player != step.player:
        return tuple(given)
    holding = (*(each for each, amount, _ in standing(state, step.piece) if amount is None), *in_attack(state, step))
    given += [each for each in holding if isinstance(each, RerollEffect)]
    if master := found_in_attack(state, step, Keyword.MASTER_OF_ATTACK):
        given.append(RerollEffect(master.x))
    return tuple(given)


def always_crits(state: State, step: AttackStep) -> bool:
    """Whether the crit effect applies without a Crit.

    Assassin, Berserk, Hunter, Predator and Superior (W-KW-05, W-KW-07, W-KW-25, W-KW-34, W-KW-43).
    """
    mine, theirs = state.rank(step.piece), state.rank(step.target)
    ranked = mine is not None and theirs is not None
    lower = mine is not None and theirs is not None and mine.order < theirs.order
    higher = mine is not None and theirs is not None and mine.order > theirs.order
    tests = (
        (Keyword.BERSERK, state.creatures[step.piece].wounds > 0),
        (Keyword.ASSASSIN, ranked and lower),
        (Keyword.SUPERIOR, ranked and higher),
        (Keyword.PREDATOR, step.preys),
    )
    if any(applies and found_in_attack(state, step, keyword) for keyword, applies in tests):
        return True
    hunter = found_in_attack(state, step, Keyword.HUNTER)
    if hunter is None or hunter.whom is None:
        return False
    return is_named(state, step.target, hunter.whom, context_of(state, step))


def crits_of(state: State, step: AttackStep) -> tuple[CritEffect, ...]:
    """The parts of the crit effect, if it applies (W-ATK-12, W-ATK-13, W-ABIL-11)."""
    return state.printed(step.piece).attack.crits if step.crit else ()


def crit(state: State, step: AttackStep, name: Crit) -> CritEffect | None:
    """One of them."""
    return next((each for each in crits_of(state, step) if each.crit is name), None)


def added_symbols(state: State, step: AttackStep) -> tuple[str, ...]:
    """Symbols that step 5 adds to the roll (W-ATK-14, W-CR-02)."""
    added = [each.symbol.value for each in crits_of(state, step) if each.crit is Crit.ADD_SYMBOL and each.symbol]
    for effect in _symbol_effects(state, step):
        if effect.by > 0:
            added += [effect.symbol.value] * effect.by
    return tuple(added)


def _symbol_effects(state: State, step: AttackStep) -> Iterator[SymbolEffect]:
    for effect, _, _ in standing(state, step.piece):
        if isinstance(effect, SymbolEffect) and not effect.against:
            yield effect
    for effect in in_attack(state, step):
        if isinstance(effect, SymbolEffect):
            yield effect
    for effect, _, _ in standing(state, step.target):
        if isinstance(effect, SymbolEffect) and effect.against:
            yield effect


def counted(state: State, step: AttackStep) -> Counter[str]:
    """The symbols that count: of all dice and additions, less what the target ignores (W-ATK-14, W-ATK-16)."""
    symbols = Counter((*step.faces, *step.more, *step.added))
    for effect in _symbol_effects(state, step):
        if effect.by < 0:
            symbols[effect.symbol.value] += effect.by
    shelter(state, step.target, symbols)
    ignore(state, step.target, symbols)
    return Counter({symbol: count for symbol, count in symbols.items() if count > 0})


def shelter(state: State, target: str, symbols: Counter[str]) -> None:
    """Takes from another creature's roll what the terrain ignores on which its target stands.

    W-TT-01, W-TT-02, W-EX-07.
    """
    cell = state.creatures[target].cell
    terrain = field_of(state).terrain.get(cell) if cell is not None else None
    if terrain is not None and terrain.ignores is not None:
        symbols[terrain.ignores.value] -= 1


def ignore(state: State, target: str, symbols: Counter[str], *, attack: bool = True) -> None:
    """Takes from an opponent's roll what its target ignores.

    Brave and Monster, Shield and Forged in attacks alone (W-KW-08, W-KW-21, W-KW-30, W-KW-40).
    """
    if has(state, target, Keyword.BRAVE):
        symbols[Symbol.PUSH.value] -= 1
    if has(state, target, Keyword.MONSTER):
        symbols[Symbol.PUSH.value] = 0
    if attack and has(state, target, Keyword.SHIELD):
        symbols[Symbol.HIT.value] -= 1
    if attack and has(state, target, Keyword.FORGED):
        symbols[Symbol.PUSH.value] = 0


def raw_damage(state: State, step: AttackStep, symbols: Counter[str]) -> int:
    """Damage of a roll: one for each Crit and Hit (W-ATK-16, W-DICE-03, W-DICE-04).

    Hammerblow makes each Hit 2 (W-CR-05); Push symbols damage a Resurgent (W-KW-37).
    """
    hits = symbols[Symbol.HIT.value] * (2 if crit(state, step, Crit.HAMMERBLOW) else 1)
    pushes = symbols[Symbol.PUSH.value] if has(state, step.target, Keyword.RESURGENT) else 0
    return symbols[Symbol.CRIT.value] + hits + pushes


def reduced(state: State, step: AttackStep, damage: int) -> int:
    """Step 7: damage after what lowers or raises it; Fortitude never takes the last (W-ATK-18, W-KW-22, W-OPEN-62)."""
    before = damage
    damage += _change(state, step, step.piece, "damage") + _change(state, step, step.target, "taken")
    if has(state, step.target, Keyword.FORTITUDE) and before > 0:
        return max(1, damage - 1)
    return max(0, damage)


def _change(state: State, step: AttackStep, piece: str, what: str) -> int:
    total = 0
    for effect, amount, context in standing(state, piece):
        if isinstance(effect, ChangeEffect) and effect.what == what:
            total += amount_of(state, effect.by, context) if amount is None else amount
    if piece == step.piece:
        mine = context_of(state, step)
        total += sum(
            amount_of(state, each.by, mine)
            for each in in_attack(state, step)
            if isinstance(each, ChangeEffect) and each.what == what
        )
    return total
