"""How dice may be split between attack and defence, and who splits first (S-MELEE-08 to S-MELEE-14, S-MELEE-29).

A split is the number of attack dice; all others of the pool defend (S-MELEE-11).
"""

from companion.games.signum.creature.abilities import abilities_of, has, value
from companion.games.signum.creature.stats import strength
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import CombatStep


def order_of(state: State, attacker: Creature, target: Creature) -> tuple[str, str]:
    """Who assigns first: the target, unless an ability of one alone says otherwise (S-MELEE-12, S-AB-17, S-AB-49)."""
    if _eagerness(state, attacker) > _eagerness(state, target):
        return attacker.id, target.id
    return target.id, attacker.id


def splits(state: State, combat: CombatStep, creature: Creature) -> tuple[int, ...]:
    """The numbers of attack dice that a creature may choose, of as many dice as it has strength."""
    pool = strength(state, creature) or 0
    if (combat.magical and creature.id == combat.attacker) or is_idle(state, combat, creature):
        return (0,)
    if creature.id == combat.target and combat.pinned and not has(state, creature, "stamina"):
        return (0,)
    reckless = min(value(state, creature, "reckless"), pool)
    cautious = min(value(state, creature, "cautious"), pool)
    if reckless + cautious <= pool:
        return tuple(range(reckless, pool - cautious + 1))
    rule = _stronger_of(state, creature)
    attacks_at_least, attacks_at_most = range(reckless, pool + 1), range(pool - cautious + 1)
    if rule == "reckless":
        return tuple(attacks_at_least)
    if rule == "cautious":
        return tuple(attacks_at_most)
    return tuple(sorted({*attacks_at_least, *attacks_at_most}))


def is_idle(state: State, combat: CombatStep, creature: Creature) -> bool:
    """Whether a creature has no dice to assign: the target of a Magical Strike that is not answered (S-OPEN-03)."""
    return combat.magical and creature.id == combat.target and not state.rules.switches.strike_back


def dice_of(state: State, combat: CombatStep, creature: Creature, attack: int) -> tuple[int, int]:
    """Attack and defence dice that a split gives, with those of the Experts (S-AB-22, S-AB-23)."""
    if combat.magical and creature.id == combat.attacker:
        return value(state, creature, "magical_strike"), 0
    if is_idle(state, combat, creature):
        return 0, 0
    pool = strength(state, creature) or 0
    defence = max(0, pool - attack)
    if not pool:
        return 0, 0
    if not defence:
        return attack + _expert(state, creature, "expert_of_attack"), 0
    if not attack:
        return 0, defence + _expert(state, creature, "expert_of_defence")
    return attack, defence


def _expert(state: State, creature: Creature, name: str) -> int:
    if state.rules.switches.expert_dice == "one":
        return int(has(state, creature, name))
    return value(state, creature, name)


def _eagerness(state: State, creature: Creature) -> int:
    return int(has(state, creature, "predictable")) - int(has(state, creature, "dexterous"))


def _stronger_of(state: State, creature: Creature) -> str:
    """Of Reckless and Cautious that contradict each other the one gained last; none where both are printed (S-OPEN-41).

    The printed ones come first among a creature's abilities, later ones in the order it got them.
    """
    printed = {each.name for each in state.card(creature.id).abilities} if state.keys[creature.id] else set()
    if {"reckless", "cautious"} <= printed:
        return ""
    names = [each.name for each in abilities_of(state, creature)]
    last = {name: len(names) - names[::-1].index(name) for name in ("reckless", "cautious")}
    return max(last, key=lambda name: last[name])
