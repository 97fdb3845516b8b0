"""A squad put together by touch: a Hero, and the Characters of the War Camp within the Leadership (W-CARD-14)."""

from collections.abc import Mapping
from typing import Any

from companion.games.options import Chosen, OptionValue
from companion.games.shelf import DeckChoice
from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.model.cards import MERCENARIES, Card, CharacterCard, HeroCard, TerrainCard
from companion.games.warseer.own_texts import say
from companion.texts import Language, translated

Cards = Mapping[str, Card]


class SquadMaker:
    """First the Hero is chosen, who brings the Battle Deck (W-CARD-07), then who goes along."""

    def choice(self, cards: Cards, chosen: Chosen, language: Language) -> DeckChoice:
        """The Heroes there are; one is chosen."""
        heroes = (each for each in cards.values() if isinstance(each, HeroCard))
        members = tuple(OptionValue(each.key, translated(each.names, language)) for each in heroes)
        title = say(language, "setup.leads")
        return DeckChoice(
            say(language, "setup.gather"), title, members, 1, follows=lambda keys: _camp(cards, keys[0], language)
        )

    def deck(self, members: tuple[str, ...], names: Mapping[str, str], cards: Cards) -> Mapping[str, Any]:
        """A squad as its file has it, with every Unique Terrain of which all is known (W-TER-03)."""
        hero, *characters = members
        terrain = [
            key for key, each in cards.items() if isinstance(each, TerrainCard) and each.unique and not each.needs
        ]
        return {"schema": 1, "name": dict(names), "hero": hero, "characters": characters, "terrain": terrain}


def _camp(cards: Cards, leader: str, language: Language) -> DeckChoice:
    """The Characters whom a Hero may lead: of the faction, and mercenaries (W-CARD-32, W-SETUP-14)."""
    hero = cards[leader]
    if not isinstance(hero, HeroCard):
        raise TypeError(f"{leader} is no Hero")
    factions = (hero.faction, MERCENARIES)
    led = [each for each in cards.values() if isinstance(each, CharacterCard) and each.faction in factions]
    led.sort(key=lambda each: (-each.rank.order, each.key))
    members = tuple(
        OptionValue(each.key, f"{translated(each.names, language)} ({say(language, f'cards.rank.{each.rank.value}')})")
        for each in led
    )
    ranks = ", ".join(f"{say(language, f'cards.rank.{rank.value}')} {count}" for rank, count in hero.leadership.items())
    title = say(language, "setup.camp", ranks=ranks)
    return DeckChoice(
        say(language, "setup.gather"),
        title,
        members,
        len(members),
        0,
        lambda there, more: _fits(cards, hero, there, more),
    )


def _fits(cards: Cards, hero: HeroCard, there: tuple[str, ...], more: str) -> bool:
    """Whether the Leadership has a slot left; those without a rank need none (W-CARD-22 to -29)."""
    found = [each for key in (*there, more) if isinstance(each := cards[key], CharacterCard)]
    rank = found[-1].rank
    filled = sum(each.worth for each in found if each.rank is rank)
    return rank is Rank.NONE or filled <= hero.leadership.get(rank, 0)
