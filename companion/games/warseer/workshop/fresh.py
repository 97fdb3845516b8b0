"""What is written when something new is put on a card: small and right, to be changed from there."""

from collections.abc import Mapping
from typing import Any, get_args

from companion.games.warseer.model.card_kinds import Colour, Crit, Keyword
from companion.games.warseer.model.effects import Effect, Standing
from companion.games.warseer.shelf.sense import DICED, NUMBERED

EFFECTS: tuple[str, ...] = tuple(str(each.__struct_config__.tag) for each in get_args(Effect))
"""The words for all effects, in the order in which they are offered."""

STANDING: tuple[str, ...] = tuple(str(each.__struct_config__.tag) for each in get_args(Standing))
"""The words for effects that hold."""

DIE = [Colour.YELLOW.value]
_ENEMY = {"who": "enemy", "count": 1}
_OWN = {"who": "own", "count": 1}

_BEGUN: dict[str, dict[str, Any]] = {
    **{each: {"amount": 1, "to": _ENEMY} for each in ("damage",)},
    "roll_damage": {"dice": DIE, "to": _ENEMY},
    **{each: {"amount": 1, "to": _OWN} for each in ("heal", "armour", "move")},
    "token": {"token": "poison", "to": _ENEMY},
    **{each: {"to": _ENEMY} for each in ("push", "swap", "destroy")},
    **{each: {"to": _OWN} for each in ("place", "activate")},
    "influence": {"amount": 1},
    "change": {"what": "movement", "by": 1, "to": _OWN},
    "dice": {"dice": DIE, "to": _OWN},
    "symbol": {"symbol": "hit", "to": _OWN},
    "reroll": {"to": _OWN},
    "give": {"keyword": Keyword.FLIGHT.value, "to": _OWN},
    "forbid": {"what": "move", "to": _ENEMY},
    "pay": {"influence": 1, "effects": []},
    "choice": {"options": [[], []]},
    "if": {"condition": {"creature": {"who": "enemy"}}, "effects": []},
    "remind": {"text": {}},
}

_CREATURE: dict[str, Any] = {
    "attack": {"kind": "melee", "dice": DIE, "crits": [{"crit": Crit.ADVANCE.value}]},
    "reach": 1,
    "health": 3,
    "movement": 3,
}

KINDS: Mapping[str, dict[str, Any]] = {
    "hero": {**_CREATURE, "leadership": {"bronze": 3, "silver": 2, "gold": 1}, "battle": []},
    "character": {**_CREATURE, "cost": 2, "income": 1, "rank": "bronze"},
    "minion": dict(_CREATURE),
    "spell": {"cost": 1, "income": 1, "effects": []},
    "relic": {"cost": 2, "income": 1},
    "tactic": {"cost": 1, "income": 1, "on": "attacked", "effects": []},
    "building": {"cost": 2, "income": 1},
    "feat": {"points": 1, "condition": {}},
    "improvement": {"sort": "relic", "deck": "A", "price": 3},
    "terrain": {"unique": True, "grounds": ["difficult"]},
    "dice": {"faces": {}},
    "faction": {"battle": []},
    "income_track": {"points": [], "draws": []},
}
"""New cards of each kind, without key and names."""


def card(kind: str) -> dict[str, Any]:
    """A new card."""
    return {"kind": kind, **KINDS[kind]}


def effect(word: str, *, holds: bool) -> dict[str, Any]:
    """A new effect.

    Args:
        word: Its kind.
        holds: Whether it holds for whose card it is, instead of reaching somebody.
    """
    made = {"type": word, **_BEGUN.get(word, {})}
    if holds:
        made.pop("to", None)
    return made


def ability(keyword: str) -> dict[str, Any]:
    """A new standard ability, with the number and the dice that it needs."""
    made: dict[str, Any] = {"keyword": keyword}
    if keyword in NUMBERED:
        made["x"] = 1
    if keyword in DICED:
        made["dice"] = DIE
    return made


def own_abilities() -> tuple[tuple[str, dict[str, Any]], ...]:
    """New abilities of a card's own: one that always holds, one that waits for a moment, one that is used."""
    holds = {"names": {}, "holds": [{"type": "change", "what": "damage", "by": 1}]}
    waits = {"names": {}, "on": "activation", "effects": [effect("heal", holds=False)]}
    used = {"names": {}, "turn": True, "effects": [effect("heal", holds=False)]}
    return ("holds", holds), ("waits", waits), ("used", used)
