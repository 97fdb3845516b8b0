"""How cards are drawn: a drawing and a colour for each sort, and the printed values."""

from dataclasses import replace

from companion.games.display.card_look import CardLook, PrintedValue
from companion.games.warseer.model.cards import CardBase, CreatureCard

LOOKS = {
    "hero": ("shield", "gold"),
    "character": ("axe", "bronze"),
    "minion": ("axe", "slate"),
    "spell": ("eye", "violet"),
    "relic": ("shield", "gold"),
    "tactic": ("bullseye", "crimson"),
    "building": ("building", "moss"),
    "feat": ("prosperity", "azure"),
    "improvement": ("prosperity", "teal"),
    "terrain": ("terrain", "moss"),
}
"""Drawing and colour of each sort of card."""


def look_of(card: CardBase) -> CardLook:
    """How a card is drawn."""
    look = look_of_kind(str(type(card).__struct_config__.tag))
    shown: list[tuple[str, object]] = [("prosperity", getattr(card, "cost", None))]
    if isinstance(card, CreatureCard):
        shown += [("bullseye", card.reach), ("down", card.movement), ("heart", card.health)]
    printed = tuple(PrintedValue(icon, str(value)) for icon, value in shown if value is not None)
    return replace(look, values=printed)


def look_of_kind(kind: str) -> CardLook:
    """How cards of a sort are drawn, without their values."""
    art, tone = LOOKS.get(kind, ("eye", "slate"))
    return CardLook(art, tone, tone)
