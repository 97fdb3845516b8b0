"""Declaring a melee (S-MELEE-01 to S-MELEE-09, S-AB-15, S-AB-39), and going on to the next enemy (S-AB-47)."""

from collections.abc import Iterable

from companion.games.command import Command
from companion.games.prompt import CommandSpec, Pick, Prompt, Spot
from companion.games.signum.creature import auras
from companion.games.signum.creature.abilities import has, value
from companion.games.signum.creature.bonuses import usable_relics, with_relics
from companion.games.signum.creature.contacts import enemies_of, perhaps_touches, touches
from companion.games.signum.creature.stats import strength
from companion.games.signum.creature.steam_engine import run_engine
from companion.games.signum.creature.targets import (
    require_defender,
    require_enemy,
    require_open_to,
    standing_target,
    would_pass,
)
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.hooks import announce
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Fight, Finish, Move
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.events import CreatureChanged
from companion.games.signum.model.state import State
from companion.games.signum.model.steps.combat import CombatStep, PursuitStep
from companion.games.signum.movement import moves as moving
from companion.games.signum.turn import activation

PURSUIT_MM = RANGES_MM["S"]


def fight(draft: Draft, command: Fight) -> None:
    """The acting creature declares melee."""
    check_fight(draft, command)
    auras.settle(draft, command.creature, command.target)
    begin_fight(draft, command)


def check_fight(draft: Draft, command: Fight, *, again: bool = False) -> None:
    """Refuses a melee that may not be declared.

    Args:
        draft: The command being decided.
        command: The declaration.
        again: Whether it is a further attack of the same activation (Persecution).
    """
    creature = draft.state.creatures.get(command.creature)
    if creature is None or creature.stand is None:
        raise refuse("no_such_thing", of=command.creature)
    activation.require_command(draft, creature)
    target = standing_target(draft, command.target, "S-MELEE-01")
    if target is None:
        raise refuse("target_on_battlefield", target=command.target)
    require_enemy(draft, command.by, target, "S-MELEE-01")
    deed = "magical_strike" if command.magical else "melee"
    require_open_to(draft, command.by, target, deed)
    state = draft.state
    relics = {each.id for each in usable_relics(state, creature)}
    if set(command.relics) - relics or len(set(command.relics)) != len(command.relics):
        raise refuse("relics_with_uses", relics=", ".join(sorted(relics)))
    if command.magical:
        draft.require(value(state, creature, "magical_strike") > 0, "S-DRAGON-05", "ability_of_value", ability=deed)
    else:
        # What a relic adds counts as soon as its use is declared (S-OPEN-46, S-DRAGON-05).
        stronger = with_relics(state, creature, command.relics)
        draft.require(strength(state, stronger) != 0, "S-MELEE-09", "strength_to_fight", creature=creature.id)
    activation.require_can_act(draft, creature.id, "melee", again=again)
    looked_for = creature.deeds.detected if state.rules.switches.detection_is_melee and not again else ""
    draft.require(looked_for in ("", target.id), "S-STEALTH-19", "fight_the_detected", target=looked_for)
    touching = touches(draft, creature.id, target.id, "S-MELEE-01")
    draft.require_measured(touching, "S-MELEE-01", "melee_in_contact", target=target.id)
    require_defender(draft, creature, target.id, deed)


def begin_fight(draft: Draft, command: Fight) -> None:
    """Puts a declared melee on the stack; what reacts to the declaration comes first."""
    attacker = command.creature
    if attacker not in draft.state.creatures or command.target not in draft.state.creatures:
        return
    activation.declare(draft, attacker, "melee")
    draft.tell("melee_declared", {"creature": attacker, "target": command.target})
    draft.push(CombatStep(attacker=attacker, target=command.target, magical=command.magical, relics=command.relics))
    announce(draft, "melee.declare", command.by, creature=attacker, target=command.target, cancellable=True)
    run_engine(draft, attacker, "magical_strike" if command.magical else "melee")


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """The melees a player's acting creature may declare."""
    creature = state.creatures.get(state.acting)
    if creature is None or creature.controller != player or creature.stand is None:
        return ()
    return tuple(_offered(state, player, creature, again=False))


class PursuitHandler(BaseHandler[PursuitStep]):
    """Up to S into contact with another enemy, and a further attack; or nothing (S-AB-47, S-OPEN-32)."""

    def prompts(self, state: State, step: PursuitStep) -> tuple[Prompt, ...]:
        creature = state.creatures.get(step.creature)
        if creature is None or creature.stand is None:
            return ()
        by = creature.controller
        found = [CommandSpec(kind="finish", by=by), *_offered(state, by, creature, again=True)]
        if not step.moved and enemies_of(state, creature):
            spot = Spot(why="pursuit", limit_mm=PURSUIT_MM)
            found.append(CommandSpec(kind="move", by=by, fixed={"creature": creature.id}, fields={"to": spot}))
        if len(found) == 1:
            return ()
        return (Prompt(key="pursuit", to=(by,), about={"creature": creature.id}, specs=tuple(found)),)

    def go_on(self, draft: Draft, step: PursuitStep) -> None:
        """Nobody is left to go for."""
        draft.pop()
        activation.finish(draft)

    def answer(self, draft: Draft, step: PursuitStep, command: Command) -> None:
        creature = draft.state.creatures[step.creature]
        if command.by != creature.controller:
            raise refuse("pursue_or_finish", player=creature.controller)
        match command:
            case Finish():
                draft.pop()
                activation.finish(draft)
            case Fight() if command.creature == step.creature:
                check_fight(draft, command, again=True)
                auras.settle(draft, command.creature, command.target)
                draft.pop()
                pursuits = draft.state.creatures[step.creature].deeds.pursuits + 1
                draft.emit(CreatureChanged(creature=step.creature, deeds={"pursuits": pursuits}, why="S-AB-47"))
                begin_fight(draft, command)
            case Move() if command.creature == step.creature and not step.moved and not command.run:
                draft.turn_to(PursuitStep(creature=step.creature, moved=True))
                moving.pursue(draft, command, PURSUIT_MM)
            case _:
                raise refuse("pursue_or_finish", player=creature.controller)


def _offered(state: State, player: str, creature: Creature, *, again: bool) -> Iterable[CommandSpec]:
    usable = tuple(each.id for each in usable_relics(state, creature))
    for target in enemies_of(state, creature):
        if not perhaps_touches(state, creature, target):
            continue
        for magical in (False, True) if has(state, creature, "magical_strike") else (False,):
            # Without strength only a relic that adds some lets it fight: then one of those is used.
            needs = not magical and strength(state, creature) == 0
            relics = tuple(
                each for each in usable if not needs or strength(state, with_relics(state, creature, (each,)))
            )
            fields = {"relics": Pick(options=relics, least=int(needs), most=len(relics))} if relics else {}
            used = relics[:1] if needs else ()
            command = Fight(by=player, creature=creature.id, target=target.id, magical=magical, relics=used)
            if would_pass(state, command, lambda draft, given: check_fight(draft, given, again=again)):
                fixed: dict[str, str | int | bool] = {"creature": creature.id, "target": target.id}
                yield CommandSpec(
                    kind="fight", by=player, fixed=fixed | ({"magical": True} if magical else {}), fields=dict(fields)
                )
