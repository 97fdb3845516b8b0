"""Whether a card of the right shape makes sense (W-CARD-12, W-SUPP-03, W-DATA-01, W-DATA-90, W-DATA-91)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.cards.languages import text_mistakes
from companion.cards.mistakes import Mistake, told
from companion.documents import Path
from companion.games.warseer.model.card_kinds import Colour, Crit, Keyword, Rank
from companion.games.warseer.model.cards import (
    GENERAL,
    MERCENARIES,
    AttackBlock,
    BuildingCard,
    Card,
    CharacterCard,
    CreatureCard,
    CritEffect,
    DiceCard,
    FactionCard,
    FeatCard,
    HeroCard,
    ImprovementCard,
    IncomeTrackCard,
    RelicCard,
    SpellCard,
    StatedCard,
    SupportCard,
    TerrainCard,
)
from companion.games.warseer.model.effects import Ability
from companion.games.warseer.model.state import INCOME

Kinds = Mapping[str, str]
"""The sort of every card there is, by its full key."""

FACES = 6
"""Of each die (W-DATA-02)."""

MAX_VALUE = 20
"""No value of a card is higher."""

DICED = frozenset({Keyword.AMBUSH, Keyword.COUNTERBLOW, Keyword.LONG_SHOT, Keyword.WARLORD})
"""Abilities that have dice of their own."""
NUMBERED = frozenset(
    {Keyword.ARMOUR, Keyword.AURA, Keyword.CONTRACT, Keyword.HOOK, Keyword.LONG_SHOT, Keyword.MASTER_OF_ATTACK}
    | {Keyword.PERSECUTION, Keyword.RUN}
)
"""Abilities that have a number."""
MARKS = (20, 24, 30, 45)
"""Of Feats (W-FEAT-08)."""


def card_mistakes(card: Card, kinds: Kinds) -> Iterator[Mistake]:
    """Everything wrong with a card.

    Args:
        card: The card, its keys in full.
        kinds: The sort of every card there is, by its full key.
    """
    yield from text_mistakes(card.names, ("names",), needed=True)
    yield from text_mistakes(card.text, ("text",))
    yield from text_mistakes(card.motto, ("motto",))
    for kind, check in _CHECKS.items():
        if isinstance(card, kind):
            yield from check(card, kinds)


def _of_number(value: int, path: Path, least: int, most: int = MAX_VALUE) -> Iterator[Mistake]:
    if not least <= value <= most:
        said = f"{path[-1]!r} is a number from {least} to {most}, not {value}"
        yield path, told("number", said, least=least, most=most)


def _of_numbers(values: tuple[int, ...], name: str, least: int, most: int) -> Iterator[Mistake]:
    for index, value in enumerate(values):
        if not least <= value <= most:
            said = f"a number from {least} to {most} stands here, not {value}"
            yield (name, index), told("number", said, least=least, most=most)


def _of_names(keys: tuple[str, ...], path: tuple[str, ...], kinds: Kinds, wanted: tuple[str, ...]) -> Iterator[Mistake]:
    for index, key in enumerate(keys):
        if kinds.get(key) not in wanted:
            said = f"no pack has a {' or '.join(wanted)} {key!r}"
            yield (*path, index), told("no_card", said)


def _of_faction(faction: str, kinds: Kinds) -> Iterator[Mistake]:
    if faction not in (GENERAL, MERCENARIES) and kinds.get(faction) not in ("faction", "stated"):
        yield ("faction",), told("no_faction", f"no pack has a faction {faction!r}")


def _of_creature(card: CreatureCard, kinds: Kinds) -> Iterator[Mistake]:
    """W-CARD-12, W-CARD-16 to -20."""
    yield from _of_faction(card.faction, kinds)
    yield from _of_number(card.reach, ("reach",), 1)
    yield from _of_number(card.health, ("health",), 1)
    yield from _of_number(card.movement, ("movement",), 0)
    yield from _of_abilities(card.abilities, ("abilities",))
    yield from _of_attack(card.attack)
    if isinstance(card, HeroCard):
        yield from _of_names(card.battle, ("battle",), kinds, ("spell", "relic", "tactic", "building"))
    if isinstance(card, CharacterCard):
        yield from _of_number(card.cost, ("cost",), 0)
        if card.rank is Rank.NONE and card.stars != 1:
            yield ("stars",), told("stars", "a Character without a rank has no stars; leave 'stars' out")
        yield from _of_number(card.stars, ("stars",), 1, 3)


def _of_attack(attack: AttackBlock) -> Iterator[Mistake]:
    """At most 6 dice (W-ATK-06), and always a crit effect (W-DICE-10)."""
    if not 1 <= len(attack.dice) <= 6:
        yield ("attack", "dice"), told("pool", "an attack has 1 to 6 dice")
    if not attack.crits:
        yield ("attack", "crits"), told("no_crit", "every creature has a crit effect")
    for index, crit in enumerate(attack.crits):
        if said := _wrong_crit(crit):
            yield ("attack", "crits", index), told("crit", said)


def _wrong_crit(crit: CritEffect) -> str:
    fields = {Crit.ADD_DICE: "dice", Crit.ADD_SYMBOL: "symbol", Crit.OWN: "effects"}
    for kind, name in fields.items():
        if bool(getattr(crit, name)) != (crit.crit is kind):
            return f"{name!r} stands on {kind.value!r}, and on no other crit effect"
    return ""


def _of_abilities(abilities: tuple[Ability, ...], path: Path, *, whole: bool = True) -> Iterator[Mistake]:
    """W-CARD-21, W-ABIL-03, W-ABIL-04."""
    for index, ability in enumerate(abilities):
        where: Path = (*path, index)
        yield from text_mistakes(ability.names, (*where, "names"))
        yield from text_mistakes(ability.text, (*where, "text"))
        if not whole:
            continue
        keyword = ability.keyword
        if keyword in DICED and not ability.dice:
            yield where, told("dice", f"{keyword.value!r} has dice of its own")
        if keyword in NUMBERED and not ability.x:
            yield where, told("x", f"{keyword.value!r} has a number: 'x'")
        if keyword is None and not (ability.holds or ability.effects or ability.text):
            yield where, told("ability", "an ability has a keyword, or something that holds or happens")


def _of_support(card: SupportCard, kinds: Kinds) -> Iterator[Mistake]:
    """W-SUPP-03, W-ECON-09."""
    yield from _of_faction(card.faction, kinds)
    yield from _of_number(card.cost, ("cost",), 0)
    yield from _of_number(card.income, ("income",), -INCOME, INCOME)
    if isinstance(card, SpellCard | RelicCard | BuildingCard):
        yield from _of_abilities(card.abilities, ("abilities",))
    if isinstance(card, RelicCard | BuildingCard):
        used = any(each.use for each in card.abilities)
        if used != bool(card.uses):  # W-MULT-01
            yield ("uses",), told("uses", "'uses' and an ability with 'use' belong together")
    if isinstance(card, SpellCard) and not card.effects:
        yield ("effects",), told("no_effect", "a Spell does something")
    if isinstance(card, SpellCard) and bool(card.abilities) != card.enchants:
        yield ("abilities",), told("enchants", "an Enchantment has abilities for its creature, another Spell has none")


def _of_feat(card: FeatCard, _: Kinds) -> Iterator[Mistake]:
    """W-FEAT-04, W-FEAT-08, W-FEAT-12."""
    yield from _of_number(card.points, ("points",), 0)
    yield from _of_number(card.copies, ("copies",), 1)
    if card.mark not in MARKS:
        yield ("mark",), told("mark", f"the mark of a Feat is one of {', '.join(map(str, MARKS))}")
    if not (card.influence or card.minions or card.draw):
        yield (), told("no_discard", "a Feat may be discarded for 'influence', 'minions' or 'draw'")


def _of_dice(card: DiceCard, _: Kinds) -> Iterator[Mistake]:
    """W-DATA-01, W-DATA-02."""
    for colour in Colour:
        if len(card.faces.get(colour, ())) != FACES:
            said = f"the {colour.value} die has {FACES} faces; write what each shows"
            yield ("faces", colour.value), told("no_faces", said, count=FACES)


def _of_list(card: FactionCard, kinds: Kinds) -> Iterator[Mistake]:
    """W-SETUP-03, W-MIN-04."""
    yield from _of_names(card.battle, ("battle",), kinds, ("spell", "relic", "tactic", "building"))
    if card.minion and kinds.get(card.minion) != "minion":
        yield ("minion",), told("no_card", f"no pack has a minion {card.minion!r}")


def _of_track(card: IncomeTrackCard, _: Kinds) -> Iterator[Mistake]:
    """W-ECON-05, W-DATA-03, W-DATA-04."""
    for name in ("points", "draws"):
        yield from _of_numbers(getattr(card, name), name, 1, INCOME)


def _of_improvement(card: ImprovementCard, _: Kinds) -> Iterator[Mistake]:
    """W-IMP-02, W-IMP-04."""
    yield from _of_number(card.price, ("price",), 0, 99)
    yield from _of_number(card.copies, ("copies",), 1)
    yield from _of_abilities(card.abilities, ("abilities",))


def _of_terrain(card: TerrainCard, _: Kinds) -> Iterator[Mistake]:
    """W-TER-19."""
    if not card.needs and any(not roll.dice for roll in card.rolls):
        yield ("rolls",), told("roll", "a roll has dice; or 'needs' says which datum is missing")


def _of_stated(card: StatedCard, _: Kinds) -> Iterator[Mistake]:
    yield from _of_abilities(card.abilities, ("abilities",), whole=False)


_CHECKS: dict[type, Callable[[Any, Kinds], Iterator[Mistake]]] = {
    CreatureCard: _of_creature,
    SupportCard: _of_support,
    FeatCard: _of_feat,
    DiceCard: _of_dice,
    FactionCard: _of_list,
    IncomeTrackCard: _of_track,
    ImprovementCard: _of_improvement,
    TerrainCard: _of_terrain,
    StatedCard: _of_stated,
}
"""What is checked, by the sort of card."""
