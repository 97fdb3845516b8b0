"""Whether a deck may be played: every rule of deck construction it breaks (S-DECK), and what is allowed but useless."""

from collections import Counter
from collections.abc import Iterator, Mapping

from companion.cards.errors import Fault
from companion.cards.mistakes import told
from companion.games.signum.model.cards import Card
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.kinds import BASIC, BATTLE_KINDS, MERCENARIES, SUPPORT_KINDS, UNKNOWN, Kind
from companion.games.signum.shelf.deck import Deck

Cards = Mapping[str, Card]


def deck_faults(deck: Deck, cards: Cards, rules: Rules) -> tuple[Fault, ...]:
    """Everything wrong with a deck under the rules of an edition; warnings too, which leave it legal.

    Args:
        deck: What is brought.
        cards: Every card there is, by key.
        rules: Edition and variant.
    """
    found = [*_strangers(deck, cards)]
    known = {key: count for key, count in deck.cards.items() if key in cards}
    found += _hero(deck, cards)
    found += _battle_deck(deck, cards, known)
    found += _size(deck, rules)
    found += _characters(deck, cards, known)
    found += _copies(deck, cards, known, rules)
    found += _city(deck, cards)
    found += _construction(deck, cards, rules)
    return tuple(sorted(found, key=lambda each: (each.warning, each.line)))


def is_legal(faults: tuple[Fault, ...]) -> bool:
    """Whether there is nothing but warnings."""
    return all(each.warning for each in faults)


def _fault(deck: Deck, line: int, rule_id: str, sentence: str, *, card: str = "", warning: bool = False) -> Fault:
    return Fault(deck.file, line, card, sentence, rule_id, warning)


def _strangers(deck: Deck, cards: Cards) -> Iterator[Fault]:
    """Cards that no pack has."""
    places = [(deck.hero, deck.line("hero"))]
    places += [(key, deck.line("cards", key)) for key in deck.cards]
    for field in ("buildings", "terrain", "construction"):
        places += [(key, deck.line(field, index)) for index, key in enumerate(getattr(deck, field))]
    for key, line in places:
        if key not in cards:
            yield _fault(deck, line, "", told("strange", "no pack has this card"), card=key)


def _hero(deck: Deck, cards: Cards) -> Iterator[Fault]:
    hero = cards.get(deck.hero)
    if hero is not None and hero.kind is not Kind.HERO:
        sentence = told("hero", f"a squad is led by a hero; this is a card of kind {hero.kind.value!r}")
        yield _fault(deck, deck.line("hero"), "S-CARD-10", sentence, card=deck.hero)


def _battle_deck(deck: Deck, cards: Cards, known: Mapping[str, int]) -> Iterator[Fault]:
    """Kinds, factions and the heroes that cards are bound to."""
    for key in known:
        card, line = cards[key], deck.line("cards", key)
        if card.kind not in BATTLE_KINDS:
            sentence = f"the Battle Deck holds characters, spells, relics and tactics, not a {card.kind.value}"
            sentence = told("kind", sentence)
            yield _fault(deck, line, "S-CARD-01", sentence, card=key)
            continue
        yield from _faction(deck, cards, card, line)
        if card.bound_to and card.bound_to != deck.hero:
            sentence = f"it is bound to {card.bound_to!r}, so this squad cannot play it"
            yield _fault(deck, line, "S-DECK-14", sentence, card=key, warning=True)


def _faction(deck: Deck, cards: Cards, card: Card, line: int) -> Iterator[Fault]:
    """Whether a card is of the hero's faction, hired or open to all (S-DECK-03, S-DECK-04, S-DECK-12)."""
    hero = cards.get(deck.hero)
    if hero is None or is_joining(card, hero):
        return
    if is_open_to(card, hero):
        sentence = "no source states its faction: look at the card whether it may lead or join this squad"
        yield _fault(deck, line, "S-DECK-03", sentence, card=card.key, warning=True)
        return
    rule_id = "S-DECK-12" if card.kind in (Kind.BUILDING, Kind.TERRAIN) else "S-DECK-03"
    sentence = f"it belongs to {card.faction!r}; this squad takes cards of {hero.faction!r}"
    yield _fault(deck, line, rule_id, told("faction", sentence), card=card.key)


def is_joining(card: Card, hero: Card) -> bool:
    """Whether a card is of the hero's faction, hired, or open to all."""
    hired = card.kind is Kind.CHARACTER and card.faction == MERCENARIES
    open_to_all = card.kind in (Kind.BUILDING, Kind.TERRAIN) and card.faction == BASIC
    return card.faction == hero.faction or hired or open_to_all


def is_open_to(card: Card, hero: Card) -> bool:
    """Whether a card may be beside a hero, as far as the sources name their factions."""
    return is_joining(card, hero) or UNKNOWN in (card.faction, hero.faction)


def most_copies(card: Card, rules: Rules) -> int | None:
    """How many of a card of the Battle Deck there may be; None for any number (S-DECK-08, S-DECK-09)."""
    if card.copies is not None:
        return card.copies
    return rules.numbers.copies_of_support if card.kind in SUPPORT_KINDS else 1


def _size(deck: Deck, rules: Rules) -> Iterator[Fault]:
    numbers, size = rules.numbers, len(deck.battle_deck)
    starter = deck.starter and size == numbers.starter_deck
    if starter or numbers.deck_least <= size <= numbers.deck_most:
        return
    also = f", or exactly {numbers.starter_deck} with the starter set" if numbers.starter_deck is not None else ""
    has = "1 card" if size == 1 else f"{size} cards"
    sentence = f"the Battle Deck has {has}; it must have {numbers.deck_least} to {numbers.deck_most}{also}"
    bounds = {"size": size, "least": numbers.deck_least, "most": numbers.deck_most}
    if numbers.starter_deck is None:
        said = told("size", sentence, **bounds)
    else:
        said = told("size_or", sentence, **bounds, starter=numbers.starter_deck)
    yield _fault(deck, deck.line("cards"), "S-DECK-02", said)


def _characters(deck: Deck, cards: Cards, known: Mapping[str, int]) -> Iterator[Fault]:
    """At least half of the deck, of them at most half hired (S-DECK-05, S-DECK-06)."""
    size = len(deck.battle_deck)
    characters = {key: count for key, count in known.items() if cards[key].kind is Kind.CHARACTER}
    number, least = sum(characters.values()), (size + 1) // 2
    if number < least:
        sentence = f"of {size} cards at least {least} must be characters, not {number}"
        sentence = told("characters", sentence, size=size, least=least, number=number)
        yield _fault(deck, deck.line("cards"), "S-DECK-05", sentence)
    hired = sum(count for key, count in characters.items() if cards[key].faction == MERCENARIES)
    if hired > number // 2:
        most = number // 2
        sentence = f"of {number} characters at most {most} may be mercenaries, not {hired}"
        sentence = told("hired", sentence, number=number, most=most, hired=hired)
        yield _fault(deck, deck.line("cards"), "S-DECK-06", sentence)


def _copies(deck: Deck, cards: Cards, known: Mapping[str, int], rules: Rules) -> Iterator[Fault]:
    """One character of a name, of support cards as many as the edition says; a card's own number beats both.

    S-DECK-08, S-DECK-09, S-DRAGON-01.
    """
    named: Counter[tuple[str, bool]] = Counter()
    for key, count in known.items():
        card = cards[key]
        if card.kind not in BATTLE_KINDS:
            continue
        support = card.kind in SUPPORT_KINDS
        name = (card.names["en"], support)
        named[name] += count
        most = most_copies(card, rules)
        if most is not None and named[name] > most:
            rule_id = "S-DECK-09" if support else "S-DECK-08"
            sentence = f"{card.names['en']!r} may be there {_times(most)}, not {_times(named[name])}"
            sentence = told("copies", sentence, most=most, number=named[name])
            yield _fault(deck, deck.line("cards", key), rule_id, sentence, card=key)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _city(deck: Deck, cards: Cards) -> Iterator[Fault]:
    """Building and terrain cards chosen beside the deck (S-DECK-12)."""
    for field, kind in (("buildings", Kind.BUILDING), ("terrain", Kind.TERRAIN), ("construction", Kind.BUILDING)):
        for index, key in enumerate(getattr(deck, field)):
            line = deck.line(field, index)
            card = cards.get(key)
            if card is None:
                continue
            if card.kind is not kind:
                sentence = f"among the {field} stand cards of kind {kind.value!r}; this one is {card.kind.value!r}"
                sentence = told("kind", sentence)
                yield _fault(deck, line, "S-DECK-12", sentence, card=key)
            else:
                yield from _faction(deck, cards, card, line)


def _construction(deck: Deck, cards: Cards, rules: Rules) -> Iterator[Fault]:
    most = rules.numbers.construction_deck_most
    number = len(deck.construction)
    if most is not None and number > most:
        sentence = f"the Construction Deck may have {most} cards, not {number}"
        sentence = told("construction", sentence, most=most, number=number)
        yield _fault(deck, deck.line("construction"), "S-VAR-02", sentence)
    if rules.architect and not number:
        sentence = "Experienced Architect needs a Construction Deck: the list `construction`"
        yield _fault(deck, 0, "S-VAR-01", told("no_construction", sentence))
    if not rules.architect and not any(key in cards for key in deck.buildings):
        sentence = "without buildings nothing can be paid for: the list `buildings` is empty"
        yield _fault(deck, deck.line("buildings"), "S-DECK-12", sentence, warning=True)
