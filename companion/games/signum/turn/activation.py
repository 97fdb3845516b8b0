"""A creature's activation: when it begins, what it may hold, and when it ends (S-ACT, S-TURN-26 to S-TURN-29).

Whoever lets a creature do something asks `require_can_act` first; lists of what may be done ask `can_act`. Both read
the same reasons. What was done is told by `declare`, which also takes the Stealth token where the deed costs it; what
ends the activation is told by `finish`.
"""

from typing import Literal

from companion.games.prompt import CommandSpec, Pick
from companion.games.signum.creature import auras, stealth
from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.contacts import (
    enemies_certainly_touched,
    enemies_touched,
    templates_with,
    touches_template,
)
from companion.games.signum.creature.influences import influences
from companion.games.signum.creature.stats import movement_mm
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.commands import Activate, Finish
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.effects.on_creatures import ForbidEffect
from companion.games.signum.model.events import ActingSet, CreatureChanged, DeedValues
from companion.games.signum.model.state import Phase, State
from companion.games.signum.model.steps.movement import ActivationStep
from companion.games.signum.turn.turns import announce_end, require_active

Entry = Literal["move", "run", "melee", "shot", "throwing", "magical_shot", "detect", "ability", "power", "search"]
"""What an activation may hold (S-ACT-02): `ability` has the activation mark, `power` has not, `search` is that of
Ruins and secret entrances, `detect` is detection in contact; that by magic counts as `magical_shot` (S-STEALTH-24)."""

Reason = tuple[str, str]
"""A rule's id and the key of the sentence that says what would be legal."""

FRESH: DeedValues = {
    "summoned": False,
    "activated": False,
    "finished": False,
    "moved_mm": 0.0,
    "ran": False,
    "slowed": False,
    "melees": 0,
    "shot": False,
    "tried_to_detect": False,
    "detected": "",
    "stopped": False,
    "held": False,
}
"""Deeds of a creature that an effect lets be activated once more; what it suffered stays."""

SHOOTING = ("shot", "throwing", "magical_shot")
_DEEDS = {"move": "move", "run": "run", "melee": "melee"} | dict.fromkeys(SHOOTING, "shoot")
"""Which deed an entry is, for effects that forbid some; all others are abilities."""

_MAGICAL = ("control",)
"""Activated abilities that ru-web's Battle mage frees besides Magical Shot (S-AB-05)."""


def activate(draft: Draft, command: Activate) -> None:
    """Begins a creature's activation (S-ACT-01)."""
    require_active(draft, command.by, Phase.ACTIVATION)
    creature = draft.state.creatures.get(command.creature)
    draft.require(creature is not None and creature.stand is not None, "S-TURN-26", "no_such_creature")
    if creature is None or creature.stand is None:
        return
    reason = _reason_not_to_activate(draft.state, command.by, creature)
    draft.require(reason is None, *(reason or ("", "")))
    auras.settle(draft, creature.id)
    begin(draft, creature.id)


def begin(draft: Draft, creature: str) -> None:
    """Begins an activation without asking whether it may."""
    draft.emit(ActingSet(creature=creature))
    slowed = _starts_in_difficult(draft, creature)
    deeds: DeedValues = {"activated": True, "finished": False}
    draft.emit(CreatureChanged(creature=creature, deeds=deeds | ({"slowed": True} if slowed else {}), why="S-ACT-01"))
    draft.push(ActivationStep(creature=creature))


def finish_command(draft: Draft, command: Finish) -> None:
    """The player ends the activation that runs; leaving it without a deed is allowed (S-TURN-26)."""
    require_active(draft, command.by, Phase.ACTIVATION)
    draft.require(bool(draft.state.acting), "S-TURN-28", "nobody_acts")
    finish(draft)


def finish(draft: Draft) -> None:
    """Ends the activation that runs: after melee, a ranged attack, a Run or a marked ability (S-ACT-05 to -07)."""
    acting = draft.state.acting
    if acting:
        draft.emit(CreatureChanged(creature=acting, deeds={"finished": True}))
        draft.emit(ActingSet(creature=""))
        announce_end(draft, acting)


def goes_on(draft: Draft, creature: str) -> bool:
    """Whether an effect lets a creature that has attacked go on; that counts once."""
    known = draft.state.creatures.get(creature)
    if known is None or not known.deeds.again:
        return False
    deeds: DeedValues = {"again": False, "melees": 0, "shot": False}
    draft.emit(CreatureChanged(creature=creature, deeds=deeds, why="S-DRAGON-01"))
    return True


def forbidden(state: State, creature: Creature, deed: str) -> bool:
    """Whether an effect forbids a creature a deed: one that `ForbidEffect` names."""
    return any(
        isinstance(each, ForbidEffect) and (deed in each.deeds or "act" in each.deeds)
        for each in influences(state, creature)
    )


def require_command(draft: Draft, creature: Creature) -> None:
    """Refuses what another player would have to do, or to do with a creature that another player commands."""
    state, by = draft.state, draft.command.by
    draft.require(state.active == by, "S-TURN-02", "not_your_turn", player=state.active)
    draft.require(creature.controller == by, "S-TURN-26", "own_creature")


def require_can_act(draft: Draft, creature: str, entry: Entry, *, ability: str = "", again: bool = False) -> None:
    """Refuses what the creature may not do in this activation.

    Args:
        draft: The command being decided.
        creature: Id of who would do it.
        entry: What it would do.
        ability: Which ability, for `ability` and `power`.
        again: Whether an ability grants a further melee attack (Persecution).
    """
    known = draft.state.creatures.get(creature)
    draft.require(known is not None, "S-TURN-26", "no_such_creature")
    if known is None:
        return
    require_command(draft, known)
    reason = reason_not_to(draft.state, known, entry, ability=ability, again=again)
    draft.require(reason is None, *(reason or ("", "")))
    held = holding(draft.state, known, entry)
    if held is not None:
        rule_id, key, hidden = held
        touched = enemies_touched(draft, creature, rule_id, hidden=hidden)
        draft.require(not touched, rule_id, key, by=", ".join(touched))


def can_act(state: State, creature: Creature, entry: Entry, *, ability: str = "") -> bool:
    """Whether the creature may do something, as far as that is beyond doubt."""
    if reason_not_to(state, creature, entry, ability=ability) is not None:
        return False
    held = holding(state, creature, entry)
    return held is None or not enemies_certainly_touched(state, creature, hidden=held[2])


def declare(draft: Draft, creature: str, entry: Entry) -> None:
    """Marks what a creature does and takes its Stealth token where that costs it (S-STEALTH-05, S-STEALTH-06)."""
    known = draft.state.creatures[creature]
    match entry:
        case "melee":
            deeds: DeedValues = {"melees": known.deeds.melees + 1}
        case "shot" | "throwing" | "magical_shot":
            deeds = {"shot": True}
        case _:
            deeds = {}
    if deeds:
        draft.emit(CreatureChanged(creature=creature, deeds=deeds))
    if entry == "melee" or entry in SHOOTING:
        stealth.lose(draft, creature, "S-STEALTH-05")
    elif entry == "ability":
        stealth.lose(draft, creature, "S-STEALTH-06")


def reason_not_to(
    state: State, creature: Creature, entry: Entry, *, ability: str = "", again: bool = False
) -> Reason | None:
    """Why a creature may not do something now, contact with enemies aside; None if it may."""
    deeds = creature.deeds
    going, fighting = entry in ("move", "run"), entry == "melee"
    fast = fighting and has(state, creature, "fast")
    fought = bool(deeds.melees) and not again
    after_melee = "S-ACT-06" if going else "S-MELEE-03" if fighting else "S-ACT-04"
    other_deeds = (
        (deeds.shot, ("S-ACT-05" if going else "S-ACT-04", "one_entry")),
        (fought, (after_melee, "one_entry")),
        (deeds.tried_to_detect and entry not in ("melee", "magical_shot"), ("S-ACT-04", "one_entry")),
    )
    always: tuple[tuple[bool, Reason], ...] = (
        (state.acting != creature.id, ("S-TURN-28", "activate_first")),
        (deeds.ran and not fast, ("S-MOVE-29", "nothing_after_run")),
    )
    deed = _DEEDS.get(entry, "ability")
    if any(forbidden(state, creature, each) for each in (deed, *(("move",) if deed == "run" else ()))):
        return ("S-DRAGON-01", "forbidden_by_card")
    reason = _first(*always, *(() if entry == "power" else other_deeds))
    return reason or _reason_of_entry(state, creature, entry, ability)


def reason_not_between(state: State, creature: Creature) -> Reason | None:
    """Why a creature may not use a power that interrupts no activation, its own included (S-OPEN-71)."""
    if forbidden(state, creature, "ability"):
        return ("S-DRAGON-01", "forbidden_by_card")
    return _first(
        (bool(state.acting), ("S-TURN-28", "finish_first")),
        (creature.deeds.ran, ("S-MOVE-29", "nothing_after_run")),
    )


def holding(state: State, creature: Creature, entry: Entry) -> tuple[str, str, bool] | None:
    """The rule by which contact with enemies forbids an entry, its sentence, and whether hidden enemies count."""
    match entry:
        case "run":
            return ("S-MOVE-27", "no_run_in_contact", True)
        case "ability":
            return ("S-ACT-08", "no_ability_in_contact", False)
        case "shot" | "throwing" | "magical_shot":
            return ("S-RANGED-06", "no_shot_in_contact", not state.rules.switches.shoot_beside_stealth)
        case "search" if not creature.stealth:
            return ("S-TERRAIN-33", "no_search_in_contact", True)
        case _:
            return None


def specs(state: State, player: str) -> tuple[CommandSpec, ...]:
    """What a player may begin or end."""
    if state.active != player or state.phase is not Phase.ACTIVATION or state.steps:
        return ()
    if state.acting:
        return (CommandSpec(kind="finish", by=player),)
    ready = tuple(
        each.id
        for each in state.creatures.values()
        if each.stand is not None and _reason_not_to_activate(state, player, each) is None
    )
    return (CommandSpec(kind="activate", by=player, fields={"creature": Pick(options=ready)}),) if ready else ()


def _reason_not_to_activate(state: State, player: str, creature: Creature) -> Reason | None:
    if creature.controller != player:
        return ("S-TURN-26", "own_creature")
    if state.acting:
        return ("S-TURN-28", "finish_first")
    if creature.deeds.activated:
        return ("S-TURN-27", "activated_already")
    if forbidden(state, creature, "act"):
        return ("S-DRAGON-01", "forbidden_by_card")
    if creature.deeds.summoned and not has(state, creature, "rush"):
        return ("S-SUMMON-06", "summoned_this_turn")
    return None


def _first(*reasons: tuple[bool, Reason]) -> Reason | None:
    return next((reason for holds, reason in reasons if holds), None)


def _reason_of_entry(state: State, creature: Creature, entry: Entry, ability: str) -> Reason | None:
    moved = creature.deeds.moved_mm > 0
    immobile = (movement_mm(state, creature) is None, ("S-MOVE-07", "cannot_move"))
    match entry:
        case "move":
            return _first((creature.deeds.stopped, ("S-MOVE-14", "stopped_in_contact")), immobile)
        case "run":
            return _first(
                (moved or creature.deeds.stopped, ("S-MOVE-24", "run_before_moving")),
                (has(state, creature, "slow"), ("S-AB-56", "slow_cannot_run")),
                immobile,
                (movement_mm(state, creature, running=True) is None, ("S-MOVE-26", "xl_cannot_run")),
            )
        case "shot" | "throwing":
            return _first((moved and not has(state, creature, "quick_shooter"), ("S-RANGED-02", "no_shot_after_move")))
        case "magical_shot":
            return _first((moved and not has(state, creature, "battle_mage"), ("S-RANGED-02", "no_shot_after_move")))
        case "ability":
            return _first((moved and not _frees_magic(state, creature, ability), ("S-ACT-08", "no_ability_after_move")))
        case _:
            return None


def _frees_magic(state: State, creature: Creature, ability: str) -> bool:
    freed = state.rules.switches.battle_mage == "magical" and ability in _MAGICAL
    return freed and has(state, creature, "battle_mage")


def _starts_in_difficult(draft: Draft, creature: str) -> bool:
    """Whether it begins in contact with difficult terrain that slows it (S-TERRAIN-23)."""
    state = draft.state
    known = state.creatures[creature]
    if has(state, known, "flight") or has(state, known, "pathfinder"):
        return False
    return any(
        touches_template(draft, creature, each.id, "S-TERRAIN-23", moment="start")
        for each in templates_with(state, "difficult")
    )
