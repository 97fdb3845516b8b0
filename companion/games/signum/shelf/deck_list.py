"""A deck of Legends of Signum as a list with counts: what is in it, what may be, and why it may not be played yet."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.cards import all_names
from companion.cards.errors import Fault
from companion.cards.mistakes import Sentence
from companion.cards.pack import SCHEMA
from companion.games.decks import DeckRow, DeckSheet
from companion.games.options import Chosen
from companion.games.signum.model.cards import Card
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.kinds import BATTLE_KINDS, SUPPORT_KINDS, Kind
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.deck import Deck
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.readings import rules_chosen
from companion.games.signum.shelf.rulings import deck_faults, is_open_to, most_copies
from companion.games.signum.shelf.wording.cards import CardWords
from companion.texts import Language, translated

Cards = Mapping[str, Card]

MAX_COUNT = 9
"""Of a card that may be there any number of times."""

GROUPS = ("own", "characters", "supports", "buildings", "terrain")
LISTS = {Kind.BUILDING: "buildings", Kind.TERRAIN: "terrain"}
"""Where a card that is not of the Battle Deck stands in a deck."""


class SignumDeckEditor:
    """Changes decks of Legends of Signum."""

    def sheet(self, deck: Deck, cards: Cards, chosen: Chosen, language: Language) -> DeckSheet:
        """What is in a deck, and every card that it may have."""
        rules = rules_chosen(chosen)
        hero = cards.get(deck.hero)
        faults = deck_faults(deck, cards, rules)
        wrong = dict.fromkeys(_said(each, cards, language) for each in faults if not each.warning)
        name = translated(hero.names, language) if hero else deck.hero
        size = say(language, "setup.squad.size", count=len(deck.battle_deck))
        summary = f"{say(language, 'setup.players.hero', hero=name)}\n{size}"
        return DeckSheet(summary, tuple(_rows(deck, hero, cards, rules, language)), tuple(wrong))

    def data(self, deck: Deck) -> Mapping[str, Any]:
        """A deck as its file has it, with keys of cards in full."""
        return {
            "schema": SCHEMA,
            "name": dict(deck.names),
            "starter": deck.starter,
            "hero": deck.hero,
            "buildings": list(deck.buildings),
            "terrain": list(deck.terrain),
            "construction": list(deck.construction),
            "cards": dict(deck.cards),
        }

    def with_count(self, deck: Deck, card: Card, count: int) -> Mapping[str, Any]:
        """A deck with so many of a card; a building or terrain stands in its own list."""
        data = dict(self.data(deck))
        if (name := LISTS.get(card.kind)) is not None:
            others = [each for each in data[name] if each != card.key]
            return data | {name: [*others, *[card.key] * count]}
        counts = {**data["cards"], card.key: count}
        return data | {"cards": {key: number for key, number in counts.items() if number}}


def _rows(deck: Deck, hero: Card | None, cards: Cards, rules: Rules, language: Language) -> Iterator[DeckRow]:
    listed = {*deck.cards, *deck.buildings, *deck.terrain}
    names = {key: translated(each.names, language) for key, each in cards.items()}
    there = {(names[key], cards[key].kind) for key in listed if key in cards}
    fitting = [
        each
        for each in cards.values()
        if each.key in listed or (hero and _fits(each, hero) and (names[each.key], each.kind) not in there)
    ]
    words = CardWords(language, cards, all_names(LIBRARY.packs.values()))
    groups = {each.key: _group(each) for each in fitting}
    fitting.sort(
        key=lambda each: (GROUPS.index(groups[each.key]), each.key not in listed, language.sort_key(names[each.key]))
    )
    for each in fitting:
        in_lists = deck.buildings.count(each.key) + deck.terrain.count(each.key)
        count = deck.cards.get(each.key, 0) + in_lists
        most = 1 if each.kind in LISTS else most_copies(each, rules)
        yield DeckRow(
            each.key,
            names[each.key],
            _note(each, words),
            say(language, f"setup.squad.group_{groups[each.key]}"),
            count,
            MAX_COUNT if most is None else most,
        )


def _note(card: Card, words: CardWords) -> str:
    """What a card is and says, as far as it can be told without the names of an own pack."""
    kind = words.say(f"kind.{card.kind.value}")
    try:
        return " · ".join((kind, *words.lines(card)))
    except (LookupError, TypeError, ValueError):
        return kind


def _fits(card: Card, hero: Card) -> bool:
    """Whether a card may be beside a hero, as far as anybody knows."""
    listed = card.kind in BATTLE_KINDS or card.kind in LISTS
    return listed and card.bound_to in ("", hero.key) and is_open_to(card, hero)


def _group(card: Card) -> str:
    if card.key not in LIBRARY.cards:
        return "own"
    return LISTS.get(card.kind, "supports" if card.kind in SUPPORT_KINDS else "characters")


def _said(fault: Fault, cards: Cards, language: Language) -> str:
    """A fault in a sentence for players."""
    sentence = fault.sentence
    if not isinstance(sentence, Sentence):
        return sentence
    card = cards.get(fault.card)
    name = fault.card if card is None else translated(card.names, language)
    return say(language, f"setup.squad.wrong.{sentence.key}", card=name, **sentence.values)
