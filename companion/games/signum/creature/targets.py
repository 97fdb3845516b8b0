"""Whom an attack or an impact effect of a creature may be aimed at (S-RANGED-08, S-STEALTH-03, S-AB-33, S-AB-54)."""

from collections.abc import Callable
from typing import TypeVar

from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.contacts import enemies_of, is_enemy, touches
from companion.games.signum.creature.selection import is_protected
from companion.games.signum.engine.draft import CloseCall, Draft
from companion.games.signum.model.commands import Detect, Fight, Shoot, Use
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.state import State
from companion.games.verdicts.measured import RuleViolation

Given = TypeVar("Given", Fight, Shoot, Use, Detect)

GROUPS: dict[str, tuple[str, ...]] = {
    "melee": ("melee", "attack", "creature"),
    "magical_strike": ("magical_strike", "melee", "magic", "attack", "creature"),
    "shot": ("shot", "ranged", "attack", "creature"),
    "throwing": ("throwing", "ranged", "attack", "creature"),
    "magical_shot": ("magical_shot", "ranged", "magic", "attack", "creature"),
    "healer": ("healer", "impact", "creature"),
    "healing": ("healing", "impact", "creature"),
    "control": ("control", "impact", "creature"),
}
"""What "Shield from" may name so that it protects from a deed: its own name, or a group it belongs to."""


def standing_target(draft: Draft, target: str, rule_id: str = "S-RANGED-08") -> Creature | None:
    """The creature aimed at; refuses one that is not on the Battlefield, by the rule of the deed.

    Returns:
        The creature; None only where the players overrule the refusal.
    """
    creature = draft.state.creatures.get(target)
    there = creature is not None and creature.stand is not None
    draft.require(there, rule_id, "target_on_battlefield", target=target)
    return creature if there else None


def require_enemy(draft: Draft, player: str, target: Creature, rule_id: str) -> None:
    """Refuses own creatures by the rule of the deed, and those of allies (S-VAR-32)."""
    own = target.controller == player or not draft.state.allied(player, target.controller)
    draft.require(
        is_enemy(draft.state, player, target), rule_id if own else "S-VAR-32", "enemies_only", target=target.id
    )


def require_open_to(draft: Draft, player: str, target: Creature, deed: str) -> None:
    """Refuses a target that hides from the player's creatures, or is shielded from such a deed.

    Args:
        draft: The command being decided.
        player: Who aims.
        target: At whom.
        deed: One of `GROUPS`.
    """
    hidden = target.stealth and is_enemy(draft.state, player, target)
    draft.require(not hidden, "S-STEALTH-03", "hidden_target", target=target.id)
    draft.require(hidden or not is_shielded(draft.state, player, target, deed), "S-AB-54", "shielded", target=target.id)


def require_defender(draft: Draft, creature: Creature, target: str, deed: str) -> None:
    """Refuses a melee past a Defender in contact (S-AB-15); one that cannot be attacked obliges nobody."""
    state = draft.state
    defenders = tuple(
        each.id
        for each in enemies_of(state, creature)
        if has(state, each, "defender")
        and not each.stealth
        and not is_shielded(state, creature.controller, each, deed)
        and touches(draft, creature.id, each.id, "S-AB-15")
    )
    draft.require(not defenders or target in defenders, "S-AB-15", "defender_first", defenders=", ".join(defenders))


def is_shielded(state: State, player: str, target: Creature, deed: str) -> bool:
    """Whether a creature cannot be the target of such a deed of this player's (S-AB-54)."""
    return has(state, target, "shield_from") and any(is_protected(state, target, player, each) for each in GROUPS[deed])


def would_pass(state: State, command: Given, check: Callable[[Draft, Given], object]) -> bool:
    """Whether a check lets a command pass, or puts it to the table: what is offered is asked as it is decided."""
    try:
        check(Draft(state, command), command)
    except CloseCall:
        return True
    except RuleViolation:
        return False
    return True
