"""What is written when something new is put on a card: small and right, to be changed from there."""

from collections.abc import Mapping
from typing import Any, get_args

from companion.games.brawl.model.effects import Effect, Standing
from companion.games.brawl.model.kinds import Zone

EFFECTS: tuple[str, ...] = tuple(str(each.__struct_config__.tag) for each in get_args(Effect))
"""The words for all effects, in the order in which they are offered."""

STANDING: tuple[str, ...] = tuple(str(each.__struct_config__.tag) for each in get_args(Standing))
"""The words for effects that hold."""

_ENEMY = {"who": "enemy", "within": 1, "count": 1}

_BEGUN: dict[str, dict[str, Any]] = {
    **{each: {"amount": 1} for each in ("damage", "heal", "draw", "plan", "push", "pull", "force", "fear", "move")},
    "change": {"what": "strength", "by": 1},
    "keyword": {"keyword": "lifesteal"},
    "protect": {"against": "displacement"},
    "choice": {"options": [[], []]},
    "if": {"condition": {"champion": {"who": "target"}}, "effects": []},
    "remind": {"text": {}},
}
_AIMED = ("damage", "stun", "immobilise", "push", "pull", "force", "fear", "swap")
"""Effects that reach the target, which only attacks and skills that aim at somebody have."""

KINDS: Mapping[str, dict[str, Any]] = {
    "champion": {"front": {"defence": 1, "health": 5}, "back": {"defence": 1, "health": 6}},
    "action": {"deed": "attack", "core": "destruction", "move": 2, "target": {"aim": "melee"}, "strength": 2},
    "challenge": {"condition": {"control": [Zone.MANIPULATION.value]}},
    "arena": {
        **{"cells": [], "statues": {}, "traps": [], "spawns": {}, "gates": {}, "areas": {}},
        **{"track": [0, 1, 2, 1], "track_of_four": [0, 0, 1, 2, 1]},
    },
}
"""New cards of each kind, without key and names."""


def card(kind: str) -> dict[str, Any]:
    """A new card."""
    return {"kind": kind, **KINDS[kind]}


def effect(word: str, *, aims: bool) -> dict[str, Any]:
    """A new effect.

    Args:
        word: Its kind.
        aims: Whether it stands where there is a target.
    """
    made = {"type": word, **_BEGUN.get(word, {})}
    if word in _AIMED and not aims:
        made["to"] = dict(_ENEMY)
    return made


def abilities() -> tuple[tuple[str, dict[str, Any]], ...]:
    """New abilities: one that always holds, and one that waits for a moment."""
    holds = {"names": {}, "holds": [{"type": "change", "what": "strength", "by": 1}]}
    return ("holds", holds), ("waits", {"names": {}, "on": "turn", "effects": []})
