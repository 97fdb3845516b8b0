"""Detecting hidden characters, in contact or by magic, and going back into the shadow (S-STEALTH-11 to -33)."""

from collections.abc import Iterable

from companion.games.prompt import CommandSpec
from companion.games.signum.creature import stealth
from companion.games.signum.creature.abilities import has, value
from companion.games.signum.creature.contacts import enemies_certainly_touched, enemies_of, enemies_touched, touches
from companion.games.signum.creature.steam_engine import engine_for, run_engine
from companion.games.signum.creature.targets import require_defender, would_pass
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import BaseHandler
from companion.games.signum.model.commands import Detect, Use
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.on_creatures import TokenEffect
from companion.games.signum.model.events import CreatureChanged, DeedValues
from companion.games.signum.model.mat import base_of, sight
from companion.games.signum.model.state import Phase, State
from companion.games.signum.model.steps.movement import DetectionStep
from companion.games.signum.model.steps.step import DiceStep
from companion.games.signum.play import effects
from companion.games.signum.turn import activation
from companion.games.signum.turn.turns import require_active
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import measure_gap

REACH_MM = RANGES_MM["XL"]
"""How far detection by magic reaches (S-STEALTH-20)."""


def detect(draft: Draft, command: Detect) -> None:
    """The acting creature tries to detect a hidden character."""
    check_detect(draft, command)
    creature = draft.state.creatures[command.creature]
    deeds: DeedValues = {"tried_to_detect": True, "detected": "" if command.magical else command.target}
    draft.emit(CreatureChanged(creature=creature.id, deeds=deeds, why="S-STEALTH-18"))
    if not draft.state.rules.switches.hidden_may_detect:
        stealth.lose(draft, creature.id, "S-STEALTH-25")
    draft.push(DetectionStep(creature=creature.id, target=command.target, magical=command.magical))
    run_engine(draft, creature.id, "detect")


def check_detect(draft: Draft, command: Detect) -> None:
    """Refuses an attempt that may not be made."""
    require_active(draft, command.by, Phase.ACTIVATION)
    state = draft.state
    creature, target = state.creatures.get(command.creature), state.creatures.get(command.target)
    if creature is None or creature.stand is None or target is None or target.stand is None:
        raise refuse("no_such_thing", of=command.target)
    activation.require_command(draft, creature)
    if creature.id == target.id:
        raise RuleViolation("S-STEALTH-11", "detect_hidden_enemy")
    draft.require(not creature.deeds.ran, "S-STEALTH-12", "no_detection_after_run")
    draft.require(not creature.deeds.tried_to_detect, "S-STEALTH-18", "one_detection")
    hidden_enemy = target.stealth and target.controller in state.enemies(creature.controller)
    draft.require(hidden_enemy, "S-STEALTH-11", "detect_hidden_enemy")
    if not command.magical:
        activation.require_can_act(draft, creature.id, "detect")
        beside = touches(draft, creature.id, target.id, "S-STEALTH-11")
        draft.require_measured(beside, "S-STEALTH-11", "detect_in_contact")
        if state.rules.switches.detection_is_melee:
            require_defender(draft, creature, target.id, "melee")
        return
    draft.require(value(state, creature, "magical_shot") > 0, "S-STEALTH-20", "detect_by_magical_shot")
    activation.require_can_act(draft, creature.id, "magical_shot")
    near = measure_gap(base_of(state, creature), base_of(state, target)).within(REACH_MM)
    draft.require_verdict(near, f"range:{creature.id}:{target.id}", "S-STEALTH-20", "in_range", most_mm=REACH_MM)
    seen = sight(state, creature.id, target.id)
    draft.require_verdict(seen, f"sight:{creature.id}:{target.id}", "S-STEALTH-20", "in_sight", target=target.id)


def go_to_the_shadow(draft: Draft, command: Use) -> None:
    """A character takes its Stealth token back (S-STEALTH-30); it costs the whole turn where the edition says so."""
    check_shadow(draft, command)
    if draft.state.rules.switches.shadow_needs_activation:
        activation.declare(draft, command.creature, "ability")
        activation.finish(draft)
        _hide(draft, command)
    else:
        _hide(draft, command)


def _hide(draft: Draft, command: Use) -> None:
    """The token itself, once a Steam Engine that the deed heats has answered (S-AB-60)."""
    creature = draft.state.creatures[command.creature]
    if engine_for(draft.state, creature, command.ability) is None:
        stealth.gain(draft, creature.id, "S-STEALTH-30")
        return
    token = (TokenEffect(of="stealth"),)
    effects.apply(draft, token, by=command.by, source=creature.id, creature=creature.id, kind="creature")
    run_engine(draft, creature.id, command.ability)


def check_shadow(draft: Draft, command: Use) -> None:
    """Refuses Go to the Shadow where it is not allowed."""
    require_active(draft, command.by, Phase.ACTIVATION)
    state = draft.state
    creature = state.creatures.get(command.creature)
    if creature is None or creature.stand is None:
        raise refuse("no_such_thing", of=command.creature)
    if state.rules.switches.shadow_needs_activation:
        activation.require_can_act(draft, creature.id, "ability", ability="go_to_the_shadow")
    else:
        draft.require(creature.controller == command.by, "S-TURN-26", "own_creature")
    reason = stealth.reason_not_to_hide(state, creature)
    draft.require(reason is None, *(reason or ("", "")))
    touched = enemies_touched(draft, creature.id, "S-STEALTH-32")
    draft.require(not touched, "S-STEALTH-32", "no_shadow_in_contact", by=", ".join(touched))


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """What may be detected, and who may go back into the shadow."""
    return (*_detections(state, player), *_shadows(state, player))


class DetectionHandler(BaseHandler[DetectionStep]):
    """One die: it bares the hidden one, or the turn of who looked ends (S-STEALTH-13, S-STEALTH-15, S-STEALTH-22)."""

    def go_on(self, draft: Draft, step: DetectionStep) -> None:
        faces = draft.state.rules.faces
        if step.creature not in draft.state.creatures:
            draft.pop()
            return
        draft.push(
            DiceStep(
                purpose="magical_detection" if step.magical else "detection",
                by=draft.state.creatures[step.creature].controller,
                creature=step.creature,
                good=faces.magical_detection if step.magical else faces.detection,
            )
        )

    def dice(self, draft: Draft, step: DetectionStep, dice: DiceStep) -> None:
        draft.pop()
        if dice.faces[0] in dice.good:
            stealth.lose(draft, step.target, "S-STEALTH-22" if step.magical else "S-STEALTH-13")
        else:
            activation.finish(draft)


def _detections(state: State, player: str) -> Iterable[CommandSpec]:
    creature = state.creatures.get(state.acting)
    if creature is None or creature.controller != player or creature.stand is None or creature.deeds.tried_to_detect:
        return
    for target in enemies_of(state, creature):
        if not target.stealth:
            continue
        for magical in (False, True) if has(state, creature, "magical_shot") else (False,):
            command = Detect(by=player, creature=creature.id, target=target.id, magical=magical)
            if would_pass(state, command, check_detect):
                fixed: dict[str, str | int | bool] = {"creature": creature.id, "target": target.id, "magical": magical}
                yield CommandSpec(kind="detect", by=player, fixed=fixed)


def _shadows(state: State, player: str) -> Iterable[CommandSpec]:
    if state.active != player or state.phase is not Phase.ACTIVATION:
        return
    active = state.rules.switches.shadow_needs_activation
    for creature in state.creatures.values():
        if creature.controller != player or creature.stand is None:
            continue
        if active and not activation.can_act(state, creature, "ability", ability="go_to_the_shadow"):
            continue
        if stealth.reason_not_to_hide(state, creature) is None and not _held(state, creature):
            fixed: dict[str, str | int | bool] = {"creature": creature.id, "ability": "go_to_the_shadow"}
            yield CommandSpec(kind="use", by=player, fixed=fixed)


def _held(state: State, creature: Creature) -> bool:
    return bool(enemies_certainly_touched(state, creature))
