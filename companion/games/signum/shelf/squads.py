"""A deck put together by touch: a hero, and around it the cards of its faction, those that players made first."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from companion.cards.pack import SCHEMA
from companion.games.options import Chosen, OptionValue
from companion.games.shelf import DeckChoice
from companion.games.signum.model.cards import Card
from companion.games.signum.model.kinds import BASIC, BATTLE_KINDS, MERCENARIES, UNKNOWN, Kind
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.library import LIBRARY
from companion.texts import Language, translated

SIZE = 20
"""Cards of a beginners' set, which every edition allows (S-CONST-14)."""

CHARACTERS = (SIZE // 2, 12)
"""So many of them at least (S-DECK-05), and at most, so that there is room for others."""

COPIES = 2
"""Of a support card; every edition allows so many (S-DECK-09)."""

BUILDINGS = "lanternmarch"
"""The deck whose basic buildings and terrain everybody brings."""

Cards = Mapping[str, Card]


class SquadMaker:
    """A squad is put together around a hero."""

    def choice(self, cards: Cards, chosen: Chosen, language: Language) -> DeckChoice:
        """The heroes there are; one is chosen."""
        heroes = (each for each in cards.values() if each.kind is Kind.HERO)
        members = tuple(OptionValue(each.key, translated(each.names, language)) for each in heroes)
        return DeckChoice(say(language, "setup.gather"), say(language, "setup.leads"), members, 1)

    def deck(self, members: tuple[str, ...], names: Mapping[str, str], cards: Cards) -> Mapping[str, Any]:
        """A squad as its file has it: legal in every edition, as far as there are cards enough."""
        hero = cards[members[0]]
        basic = LIBRARY.decks[BUILDINGS]
        return {
            "schema": SCHEMA,
            "name": dict(names),
            "starter": True,
            "hero": hero.key,
            "buildings": _ground(basic.buildings, Kind.BUILDING, hero, cards),
            "terrain": _ground(basic.terrain, Kind.TERRAIN, hero, cards),
            "construction": _ground(basic.buildings, Kind.BUILDING, hero, cards)[:10],
            "cards": battle_deck(hero, cards),
        }


def battle_deck(hero: Card, cards: Cards) -> dict[str, int]:
    """How many of each card a squad has.

    The faction's characters come first, with half as many hired ones beside them where they are too few, then its
    support cards. Cards of which no source names the faction fill up only what would be missing.
    """
    fitting = [each for each in cards.values() if each.kind in BATTLE_KINDS and each.bound_to in ("", hero.key)]
    own, hired, strange = (
        [each for each in fitting if each.faction == f] for f in (hero.faction, MERCENARIES, UNKNOWN)
    )
    own.sort(key=lambda each: each.key in LIBRARY.cards)
    least, most = CHARACTERS
    members = _named_once(own)[:most]
    members += _named_once(hired)[: min(max(0, least - len(members)), len(members))]
    members += _named_once(strange)[: max(0, least - len(members))]
    supports = [*_copies(own), *_copies(strange)][: SIZE - len(members)]
    more = [each for each in chain(_named_once(own), _named_once(strange)) if each not in members]
    members += more[: SIZE - len(members) - len(supports)]
    found: dict[str, int] = {}
    for each in (*members, *supports):
        found[each.key] = found.get(each.key, 0) + 1
    return found


def _named_once(cards: Iterable[Card]) -> list[Card]:
    """Characters of different names (S-DECK-08)."""
    return list({each.names["en"]: each for each in reversed(list(cards)) if each.kind is Kind.CHARACTER}.values())[
        ::-1
    ]


def _copies(cards: Iterable[Card]) -> list[Card]:
    """Support cards: one of each, then one more."""
    supports = [each for each in cards if each.kind is not Kind.CHARACTER]
    return [each for n in range(COPIES) for each in supports if each.copies is None or each.copies > n]


def _ground(basic: Iterable[str], kind: Kind, hero: Card, cards: Cards) -> list[str]:
    """The basic buildings or terrain, and the faction's."""
    own = (each.key for each in cards.values() if each.kind is kind and each.faction == hero.faction != BASIC)
    return [*(key for key in basic if key in cards and cards[key].faction == BASIC), *own]
