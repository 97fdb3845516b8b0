"""Abilities that a creature uses in its activation (S-ACT-07, S-ACT-08, S-ABIL-03, S-OPEN-70).

Those with the activation mark take the whole turn: Healer, Healing, Control, Concentration, and printed ones. Others
that cost something may be used at any time in the creature's own activation; those paid with Concentration tokens
between activations (S-OPEN-71).
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from companion.games.prompt import CommandSpec, Field
from companion.games.signum.creature import control as controlling
from companion.games.signum.creature.abilities import CATALOGUE, abilities_of, ability, value
from companion.games.signum.creature.contacts import touches
from companion.games.signum.creature.damage import heal
from companion.games.signum.creature.steam_engine import run_engine
from companion.games.signum.creature.targets import require_enemy, require_open_to, standing_target, would_pass
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Use
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.effect import Ability, Cost, Effect, Lasting
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.mat import base_of, perhaps_sees, sight
from companion.games.signum.model.state import Phase, State
from companion.games.signum.model.steps.combat import AbilityStep
from companion.games.signum.model.steps.step import DiceStep
from companion.games.signum.model.terms import Ruler, Selector, Until
from companion.games.signum.play import effects
from companion.games.signum.play.payment import any_field, pay, require_payable
from companion.games.signum.turn import activation
from companion.games.signum.turn.turns import require_active
from companion.geometry import measure_gap

AIMED = ("healer", "healing", "control")
"""Abilities of the catalogue that choose a creature."""

OWN = ("healer", "healing", "control", "concentration")
"""Abilities of the catalogue that are resolved here."""


def use(draft: Draft, command: Use) -> None:
    """The acting creature uses an ability of its own."""
    known = check_use(draft, command)
    creature = draft.state.creatures[command.creature]
    draft.tell("ability_used", {"creature": creature.id, "ability": known.name, "target": command.target})
    if known.cost is not None:
        _pay(draft, creature, known.cost, command)
    if not is_marked(known):
        _apply(draft, creature, known, command.target)
        run_engine(draft, creature.id, known.name)
        return
    activation.declare(draft, creature.id, "ability")
    touching = command.target == creature.id or (
        command.ability == "healer" and touches(draft, creature.id, command.target, "S-AB-30")
    )
    draft.push(AbilityStep(creature=creature.id, ability=known.name, target=command.target, touching=touching))
    announce(draft, "target.choose", command.by, creature=creature.id, target=command.target, cancellable=True)
    run_engine(draft, creature.id, known.name)


def check_use(draft: Draft, command: Use, *, only_offer: bool = False) -> Ability:
    """Refuses an ability that may not be used now; tells which it is.

    Args:
        draft: The command being decided.
        command: The declaration.
        only_offer: Whether the margin of a line of sight does not matter, only whether there may be one.
    """
    creature = draft.state.creatures.get(command.creature)
    if creature is None or creature.stand is None:
        raise refuse("no_such_thing", of=command.creature)
    activation.require_command(draft, creature)
    known = next((each for each in usable(draft.state, creature) if each.name == command.ability), None)
    if known is None:
        raise refuse("ability_to_use", ability=command.ability)
    if known.x is not None:
        number = value(draft.state, creature, known.name)
        draft.require(number > 0, "S-DRAGON-05", "ability_of_value", ability=known.name)
    target = _right_target(draft, command) if known.name in AIMED else None
    if target is None and command.target:
        raise refuse("no_target", ability=known.name)
    if known.cost is None and command.buildings:
        raise refuse("names_too_much", ability=known.name)
    marked = is_marked(known)
    howled = known.name == "howl" and "howl" in creature.deeds.used
    draft.require(not howled, "S-AB-32", "once_a_turn", ability=known.name)
    if known.cost is not None:
        tokens, have = known.cost.concentration, creature.concentration
        draft.require(have >= tokens, "S-AB-12", "too_few_tokens", cost=tokens, have=have)
        require_payable(draft, command.by, known.cost)
    if is_paid_with_tokens(known):
        require_active(draft, command.by, Phase.ACTIVATION)
        reason = activation.reason_not_between(draft.state, creature)
        draft.require(reason is None, *(reason or ("", "")))
    else:
        activation.require_can_act(draft, creature.id, "ability" if marked else "power", ability=known.name)
    if target is not None and target.id != creature.id and known.name != "healing":
        _require_in_reach(draft, known.name, creature, target, only_offer=only_offer)
    return known


def usable(state: State, creature: Creature) -> tuple[Ability, ...]:
    """The abilities of a creature that are used by saying so, whether or not it may now."""
    found: dict[str, Ability] = {}
    for each in abilities_of(state, creature):
        if each.plus or each.name in found:
            continue
        own = each.name in OWN
        paid = each.cost is not None and each.name != "surcharge"
        printed = bool(each.text) and (each.activate or paid or each.name == "howl")
        if own or printed:
            found[each.name] = ability(state, creature, each.name) or each
    return tuple(found.values())


def is_marked(known: Ability) -> bool:
    """Whether using it takes the whole turn (S-ABIL-03)."""
    return known.activate or (known.name in CATALOGUE and CATALOGUE[known.name].activate)


def is_paid_with_tokens(known: Ability) -> bool:
    """Whether Concentration tokens pay for it, so that it interrupts no activation (S-OPEN-71)."""
    return known.cost is not None and known.cost.concentration > 0 and not is_marked(known)


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The abilities that a player's acting creature may use, or those that are paid with tokens while nobody acts."""
    if state.phase is not Phase.ACTIVATION:
        return ()
    names = (state.acting,) if state.acting else tuple(state.creatures)
    able = (state.creatures[each] for each in names if each in state.creatures)
    return tuple(
        spec
        for each in able
        if each.controller == player and each.stand is not None
        for spec in _offered(state, player, each)
    )


class AbilityHandler(BaseHandler[AbilityStep]):
    """Dice where the ability rolls some, then what it does; the turn is over after it (S-ACT-07)."""

    def go_on(self, draft: Draft, step: AbilityStep) -> None:
        creature = draft.state.creatures.get(step.creature)
        lost = step.ability in AIMED and step.target not in draft.state.creatures
        if step.stage == "end" or creature is None or lost:
            draft.pop()
            if draft.state.acting == step.creature:
                activation.finish(draft)
        elif step.ability in ("healer", "control"):
            draft.push(_dice(draft.state, step, creature))
        else:
            draft.turn_to(replace(step, stage="end"))
            _WITHOUT_DICE.get(step.ability, _printed)(draft, step, creature)

    def dice(self, draft: Draft, step: AbilityStep, dice: DiceStep) -> None:
        draft.turn_to(replace(step, stage="end"))
        good = sum(face in dice.good for face in dice.faces)
        creature = draft.state.creatures.get(step.creature)
        if creature is None:
            return
        if step.ability == "control":
            if good and step.target in draft.state.creatures:
                controlling.take(draft, step.target, creature.controller)
        elif good:
            heal(draft, step.target, good, "S-AB-30", by=creature.controller, source=creature.id)

    def cancelled(self, draft: Draft, step: AbilityStep, to: str) -> None:
        """A card cancels it; the turn is spent all the same (S-DRAGON-04)."""
        draft.turn_to(replace(step, stage="end"))


RULES_OF = {"control": "S-AB-14", "healer": "S-AB-30", "healing": "S-AB-31"}
"""Rules that say whom an ability may be aimed at."""


def _right_target(draft: Draft, command: Use) -> Creature:
    """The creature aimed at; refuses one of the wrong kind."""
    rule_id = RULES_OF.get(command.ability, "S-ABIL-02")
    target = standing_target(draft, command.target, rule_id)
    if target is None:
        raise refuse("target_on_battlefield", target=command.target)
    require_open_to(draft, command.by, target, command.ability)
    if command.ability == "control":
        require_enemy(draft, command.by, target, rule_id)
        hero = target.id == f"{target.owner}:hero"
        draft.require(not hero, "S-AB-14", "control_characters", target=target.id)
    return target


def _require_in_reach(draft: Draft, name: str, creature: Creature, target: Creature, *, only_offer: bool) -> None:
    """Refuses a target out of reach: Healer reaches whom it touches and up to XL, Control what it sees up to XL."""
    state, rule = draft.state, CATALOGUE[name].rule_id
    if name == "healer" and touches(draft, creature.id, target.id, rule):
        return
    most = RANGES_MM["XL"]
    within = measure_gap(base_of(state, creature), base_of(state, target)).within(most)
    draft.require_verdict(within, f"range:{creature.id}:{target.id}", rule, "in_range", most_mm=most)
    if name == "control" and only_offer:
        draft.require(perhaps_sees(state, creature.id, target.id), rule, "in_sight", target=target.id)
    elif name == "control":
        seen = sight(state, creature.id, target.id)
        draft.require_verdict(seen, f"sight:{creature.id}:{target.id}", rule, "in_sight", target=target.id)


def _offered(state: State, player: str, creature: Creature) -> Iterable[CommandSpec]:
    for known in usable(state, creature):
        entry: activation.Entry = "ability" if is_marked(known) else "power"
        if is_paid_with_tokens(known):
            reason = activation.reason_not_between(state, creature)
        else:
            reason = activation.reason_not_to(state, creature, entry, ability=known.name)
        if reason is not None:
            continue
        aimed = known.name in AIMED
        for target in tuple(state.creatures) if aimed else ("",):
            command = Use(by=player, creature=creature.id, ability=known.name, target=target)
            if would_pass(state, command, lambda draft, given: check_use(draft, given, only_offer=True)):
                fixed: dict[str, str | int | bool] = {"creature": creature.id, "ability": known.name}
                fields: dict[str, Field] = dict(any_field(state, player, known.cost)) if known.cost is not None else {}
                fixed |= {"target": target} if aimed else {}
                yield CommandSpec(kind="use", by=player, fixed=fixed, fields=fields)


def _dice(state: State, step: AbilityStep, creature: Creature) -> DiceStep:
    faces = state.rules.faces
    good, master = faces.control, ""
    if step.ability == "healer":
        good = faces.heal_in_contact if step.touching else faces.heal_at_distance
        master = "master_of_healing"
    elif state.rules.switches.master_of_magic == "spell":
        master = "master_of_magic"
    masters = value(state, creature, master) if master else 0
    return DiceStep(
        purpose=step.ability,
        by=creature.controller,
        creature=creature.id,
        count=value(state, creature, step.ability),
        good=good,
        optional=((master, masters),) if masters else (),
        exactly=state.rules.switches.masters_reroll_exactly,
    )


def _pay(draft: Draft, creature: Creature, cost: Cost, command: Use) -> None:
    """What a use costs: Prosperity, buildings, Concentration tokens (S-OPEN-70, S-OPEN-71)."""
    pay(draft, creature.controller, cost, command.buildings)
    left = max(0, creature.concentration - cost.concentration)
    if left != creature.concentration:
        draft.emit(CreatureChanged(creature=creature.id, concentration=left, why="S-AB-12"))


def _apply(draft: Draft, creature: Creature, known: Ability, target: str) -> None:
    text = known.text
    if known.name == "howl":
        draft.emit(CreatureChanged(creature=creature.id, deeds={"used": (*creature.deeds.used, "howl")}, why="S-AB-32"))
        text = tuple(_howled(each, known.ruler) for each in text)
    effects.apply(
        draft,
        text,
        by=creature.controller,
        source=creature.id,
        creature=creature.id,
        target=target,
        kind="creature",
    )


def _howled(effect: Effect, ruler: Ruler | None) -> Effect:
    """An effect on all within a ruler, the source too, until the end of the turn (S-AB-32, S-OPEN-37)."""
    if not effects.is_aimed(effect):
        return effect
    to: Selector = effect.to  # type: ignore[union-attr, assignment]  # those that reach creatures have it
    who = "any" if to.who == "self" else to.who
    reaching: Effect = replace(effect, to=replace(to, who=who, within=ruler, count=0))
    return replace(reaching, until=Until.END_OF_TURN) if isinstance(reaching, Lasting) else reaching


def _printed(draft: Draft, step: AbilityStep, creature: Creature) -> None:
    known = ability(draft.state, creature, step.ability)
    if known is not None:
        _apply(draft, creature, known, step.target)


def _healing(draft: Draft, step: AbilityStep, creature: Creature) -> None:
    number = value(draft.state, creature, "healing")
    heal(draft, step.target, number, "S-AB-31", by=creature.controller, source=creature.id)


def _concentration(draft: Draft, step: AbilityStep, creature: Creature) -> None:
    tokens = creature.concentration + value(draft.state, creature, "concentration")
    draft.emit(CreatureChanged(creature=step.creature, concentration=tokens, why="S-AB-12"))


_WITHOUT_DICE: dict[str, Callable[[Draft, AbilityStep, Creature], None]] = {
    "healing": _healing,
    "concentration": _concentration,
}
