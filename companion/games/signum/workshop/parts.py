"""What stands where in a card of Signum that is being made: its kind, its riders, and what sets off an effect."""

from collections.abc import Mapping

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import Part, described, find_part
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import Kind
from companion.games.workshop import Raw

HOLDING_ABILITIES = frozenset({"aura"})
"""Abilities whose text holds and never happens."""


ORDER = (
    *("S", "M", "L", "XL", "own", "enemy", "any", "each", "self", "target", "aimed_at", "chosen", "reached"),
    *("creature", "character", "hero", "strength", "movement", "health", "small", "medium", "large"),
    *("common", "rare", "legendary", "mythical", "hand", "deck", "graveyard", "bottom"),
    *("act", "move", "run", "melee", "shoot", "ability"),
    *("melee.attack", "melee.defence", "ranged.attack", "ranged.defence"),
)
"""Words in the order in which they are offered; msgspec knows them in none."""


def card_type() -> inspect.Type:
    """What the card language says of a card."""
    return described(Card)


def part_at(card: Raw, at: Path) -> Part:
    """The part at a path, which need not be written; a path that leads nowhere leads to nothing."""
    return find_part(card_type(), card, at)


def kind_of(card: Raw) -> Kind:
    """The kind of a card; a character where none, or no such, is written."""
    kind = card.get("kind")
    return Kind(kind) if kind in tuple(Kind) else Kind.CHARACTER


def rider_around(card: Raw, at: Path) -> Path | None:
    """Where the innermost rider stands that a part belongs to; None for a part of none."""
    places = [index for index, step in enumerate(at) if step == "riders" and index + 1 < len(at)]
    return at[: places[-1] + 2] if places else None


def hook_around(card: Raw, at: Path) -> str:
    """The moment that sets off the effects among which a part stands; empty for none."""
    rider = rider_around(card, at)
    trigger = part_at(card, (*rider, "trigger")).data if rider is not None else None
    return str(trigger.get("on", "")) if isinstance(trigger, Mapping) else ""


def holds(card: Raw, at: Path) -> bool:
    """Whether effects at a place hold as long as their card or ability does."""
    if rider_around(card, at) is not None:
        return not hook_around(card, at)
    for index, step in enumerate(at):
        if step == "abilities" and index + 1 < len(at):
            ability = part_at(card, at[: index + 2]).data
            return isinstance(ability, Mapping) and ability.get("name") in HOLDING_ABILITIES
    return kind_of(card) is Kind.RELIC and at[:1] == ("effects",)
