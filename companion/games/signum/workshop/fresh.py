"""What is written when something new is put on a card: small and right, to be changed from there."""

from typing import Any, get_args

from companion.documents import Path
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.effects.effect import Effect
from companion.games.signum.model.kinds import MERCENARIES, Kind
from companion.games.signum.shelf.parameters import NUMBER, RULER, TEXT
from companion.games.signum.workshop.parts import holds, kind_of
from companion.games.workshop import Raw

EFFECTS: tuple[str, ...] = tuple(str(each.__struct_config__.tag) for each in get_args(Effect))
"""The words for all effects, in the order in which they are offered."""

_OWN, _ENEMY = {"who": "own"}, {"who": "enemy"}
_CHARACTER = {"who": "enemy", "what": "character"}

_BEGUN: dict[str, dict[str, Any]] = {
    "change": {"of": "strength", "by": 1},
    "harm": {"amount": 1, "to": _ENEMY},
    "heal": {"amount": 1, "to": _OWN},
    "armour": {"amount": 1, "to": _OWN},
    "gain": {"ability": {"name": "agile"}},
    "lose": {"ability": "flight", "to": _ENEMY},
    "forbid": {"to": _CHARACTER},
    "reroll": {"of": ["melee.attack"]},
    "price": {"prosperity": -1},
    "draw": {"count": 1},
    "discard": {"count": 1},
    "look": {"at": "hand"},
    "destroy": {"what": "building"},
    "eliminate": {"to": _CHARACTER},
    "prosper": {"amount": 1},
    "push": {"ruler": "S"},
    "swap": {"to": _OWN, "other": _ENEMY},
    "token": {"of": "stealth"},
    "prevent": {"amount": 1},
    "choice": {"options": [[], []]},
    "roll": {"faces": {"bullseye": []}},
    "if": {"condition": {"turn": "own"}, "effects": []},
    "repeat": {"times": 2, "effects": []},
    "pay": {"prosperity": 1, "effects": []},
    "remind": {"text": {}},
}
_LASTING = ("change", "gain", "lose", "forbid", "reroll")
_SELF = ("change", "gain", "reroll", "token")
"""Effects that reach the creature that has them, where nothing else is said."""

NOBODY = (Kind.SPELL, Kind.TACTIC)

_MERCENARY = {"faction": MERCENARIES}
_CARDS: dict[Kind, dict[str, Any]] = {
    Kind.CHARACTER: {**_MERCENARY, "cost": {"any": 1}, "strength": 2, "movement": "M", "health": 3},
    Kind.HERO: {"strength": 3, "movement": "M", "health": 6, "slots": {"melee_weapon": 1, "armour": 1, "treasure": 1}},
    Kind.SPELL: {"cost": {"any": 1}, "effects": []},
    Kind.RELIC: {"cost": {"any": 1}, "relic_type": "treasure", "effects": []},
    Kind.TACTIC: {"cost": {"any": 1}},
    Kind.BUILDING: {"building_type": "unique", "unique": True, "cost": {"prosperity": 2}, "effects": []},
    Kind.TERRAIN: {"cost": {}, "template": [], "terrain": []},
}


def card(kind: Kind) -> dict[str, Any]:
    """A new card, without key and names."""
    return {"kind": kind.value, **_CARDS[kind]}


def effect(word: str, card: Raw, at: Path) -> dict[str, Any]:
    """A new effect for a place in a card."""
    made = {"type": word, **_BEGUN.get(word, {})}
    if word in _SELF and kind_of(card) in NOBODY:
        made.setdefault("to", _OWN)
    if word in _LASTING and not holds(card, at):
        made["until"] = "end_of_turn"
    return made


def ability(name: str) -> dict[str, Any]:
    """A new ability of the catalogue, with what it needs."""
    made: dict[str, Any] = {"name": name}
    if name in NUMBER:
        made["x"] = 1
    if name in RULER:
        made["ruler"] = "M"
    if name in TEXT:
        made["text"] = []
    match name:
        case "steam_engine":
            made |= {"about": "melee", "results": {"bullseye": []}}
        case "shield_from":
            made["about"] = "enemy_spell"
        case "surcharge":
            made["cost"] = {"any": 1}
        case _:
            pass
    return made


def own_ability(card: Raw) -> dict[str, Any]:
    """A new ability of the card's own, called after the card."""
    taken = {each.get("name") for each in card.get("abilities", ()) if isinstance(each, dict)}
    stem, number = card.get("key") or "own", 1
    while (name := f"{stem}_{number}") in taken or name in CATALOGUE:
        number += 1
    return {"name": name, "names": {}, "activate": True, "text": []}


def rider(card: Raw) -> dict[str, Any]:
    """A new rider that waits for a moment."""
    on = {"on": "melee.declare"} if kind_of(card) is Kind.TACTIC else {"on": "turn.begin", "whose": "own"}
    return {"trigger": on, "effects": []}
