"""Which squads may be played: factions, Leadership and ranks, the Battle Deck and what goes with it (W-SETUP)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.cards import Fault
from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.model.cards import (
    MERCENARIES,
    BuildingCard,
    Card,
    CharacterCard,
    FactionCard,
    FeatCard,
    HeroCard,
    ImprovementCard,
    MinionCard,
    RelicCard,
    SupportCard,
    TerrainCard,
)
from companion.games.warseer.shelf.squad import Squad

GENERAL_CARDS, HERO_CARDS = 20, 10
"""Of a Battle Deck (W-SETUP-03, W-SETUP-04, W-DATA-91)."""
SKIRMISH_EACH = 3
"""Buildings, and Relics, of a Skirmish (W-SKIR-04)."""

Cards = Mapping[str, Card]


def squad_faults(squad: Squad, cards: Cards, mode: str) -> list[Fault]:
    """Every rule that a squad breaks.

    Args:
        squad: What is brought.
        cards: Every card there is, by key.
        mode: How it is played.
    """
    return [
        Fault(squad.file, squad.line(*path), key, said, rule) for path, key, said, rule in _found(squad, cards, mode)
    ]


Found = tuple[tuple[str | int, ...], str, str, str]
"""Where, which card, what is wrong, and the rule."""


def _found(squad: Squad, cards: Cards, mode: str) -> Iterator[Found]:
    hero = cards.get(squad.hero)
    if not isinstance(hero, HeroCard):
        yield ("hero",), squad.hero, f"there is no Hero {squad.hero!r} in the packs", "W-CARD-06"
        return
    if not isinstance(faction := cards.get(hero.faction), FactionCard):
        yield ("hero",), squad.hero, f"there is no faction card {hero.faction!r} in the packs", "W-SETUP-03"
        return
    yield from _of_deck(hero, faction, cards)
    yield from _of_camp(squad, hero, cards)
    if not isinstance(cards.get(minion_of(squad, cards)), MinionCard):
        yield ("minion",), squad.minion, "a squad has one Minion card of its faction", "W-MIN-04"
    for index, key in enumerate(squad.improvements):
        card = cards.get(key)
        if not isinstance(card, ImprovementCard) or card.sort not in {"relic", "tactic"}:
            said = "there is no Relic and no Tactic of this key among the Improvement cards"
            yield ("improvements", index), key, said, "W-IMP-09"
    for index, key in enumerate(squad.terrain):
        card = cards.get(key)
        if not isinstance(card, TerrainCard) or not (card.unique or card.crossing):
            yield ("terrain", index), key, "there is no Unique Terrain of this key in the packs", "W-TER-03"
    if mode == "skirmish":
        yield from _of_skirmish(squad, cards)


def _of_deck(hero: HeroCard, faction: FactionCard, cards: Cards) -> Iterator[Found]:
    """Checks the 20 general cards and 10 of the Hero (W-SETUP-03, W-SETUP-04, W-DATA-91, W-SUPP-01, W-SUPP-02)."""
    for of, listed, wanted in ((faction, faction.battle, GENERAL_CARDS), (hero, hero.battle, HERO_CARDS)):
        if len(listed) != wanted:
            said = f"{of.key!r} lists {len(listed)} cards for the Battle Deck; {wanted} are needed"
            yield ("hero",), of.key, said, "W-SETUP-04"
        for key in listed:
            if not isinstance(cards.get(key), SupportCard):
                said = f"{of.key!r} lists {key!r}, and no pack has such a Spell, Relic, Building or Tactic"
                yield ("hero",), key, said, "W-SUPP-01"


def _of_camp(squad: Squad, hero: HeroCard, cards: Cards) -> Iterator[Found]:
    """Factions (W-CARD-32, W-SETUP-14), one of each (W-CARD-13), ranks within Leadership.

    W-CARD-14, W-CARD-22 to -26.
    """
    slots: Counter[Rank] = Counter()
    for index, key in enumerate(squad.characters):
        card = cards.get(key)
        if not isinstance(card, CharacterCard):
            yield ("characters", index), key, "there is no Character of this key in the packs", "W-CARD-14"
            continue
        if card.faction not in (hero.faction, MERCENARIES):
            said = f"this Character is of {card.faction!r}; a squad takes its own faction and mercenaries"
            yield ("characters", index), key, said, "W-CARD-32"
        if key in squad.characters[:index]:
            yield ("characters", index), key, "a squad has each Character once", "W-CARD-13"
        slots[card.rank] += card.worth  # those of a double rank fill two slots (W-CARD-29)
    for index, key in enumerate(squad.injured):
        if key not in squad.characters:
            yield ("injured", index), key, "only Characters of the squad are injured", "W-INJ-07"
    for rank, taken in slots.items():
        allowed = hero.leadership.get(rank, 0)
        if rank is not Rank.NONE and taken > allowed:
            said = f"{taken} slots of rank {rank.value} are filled, and the Hero leads {allowed}"
            yield ("characters",), squad.hero, said, "W-CARD-22"


def _of_skirmish(squad: Squad, cards: Cards) -> Iterator[Found]:
    """Checks the 3 Buildings and 3 Relics out of the Battle Deck (W-SKIR-04)."""
    listed = Counter(skirmish_cards(squad, cards))
    for kind, word in ((BuildingCard, "Buildings"), (RelicCard, "Relics")):
        count = sum(number for key, number in listed.items() if isinstance(cards.get(key), kind))
        if count != SKIRMISH_EACH:
            said = f"a Skirmish is played with {SKIRMISH_EACH} {word}, not {count}"
            yield ("skirmish",), squad.hero, said, "W-SKIR-04"
    strange = listed - Counter(battle_deck(squad, cards))
    for key in strange:
        yield ("skirmish",), key, "this card is not in the Battle Deck so often", "W-SKIR-04"


def battle_deck(squad: Squad, cards: Cards) -> tuple[str, ...]:
    """Keys of the Battle Deck: all of the faction's list and of the Hero's (W-GEN-08, W-SETUP-03, W-SETUP-04)."""
    hero = cards.get(squad.hero)
    faction = cards.get(hero.faction) if isinstance(hero, HeroCard) else None
    if not isinstance(hero, HeroCard) or not isinstance(faction, FactionCard):
        return ()
    return (*faction.battle, *hero.battle)


def skirmish_cards(squad: Squad, cards: Cards) -> tuple[str, ...]:
    """Keys of what a Skirmish is played with: those that were chosen, else the first of the Battle Deck (W-SKIR-04)."""
    if squad.skirmish:
        return squad.skirmish
    deck = battle_deck(squad, cards)
    kinds = (BuildingCard, RelicCard)
    return tuple(
        key for kind in kinds for key in [key for key in deck if isinstance(cards.get(key), kind)][:SKIRMISH_EACH]
    )


def minion_of(squad: Squad, cards: Cards) -> str:
    """Key of a squad's Minion card: that which was chosen, else that of its faction (W-MIN-04, W-SKIR-05)."""
    if squad.minion:
        card, hero = cards.get(squad.minion), cards.get(squad.hero)
        of = getattr(hero, "faction", "")
        return squad.minion if isinstance(card, MinionCard) and card.faction == of else ""
    hero = cards.get(squad.hero)
    faction = cards.get(hero.faction) if isinstance(hero, HeroCard) else None
    return faction.minion if isinstance(faction, FactionCard) else ""


def feat_deck(cards: Cards, packs: tuple[str, ...], mark: int) -> tuple[str, ...]:
    """The Feats of a deck with a mark, each as often as it has copies (W-FEAT-04 to -06, W-DATA-90)."""
    return tuple(
        key
        for key, card in cards.items()
        if isinstance(card, FeatCard) and card.mark <= mark and key.partition("/")[0] in packs
        for _ in range(card.copies)
    )
