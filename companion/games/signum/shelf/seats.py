"""From decks to the start of a game: seats, and a set-up that carries just the cards that are brought."""

from collections.abc import Iterable, Mapping

from companion.cards.errors import DeckError
from companion.cards.text import plain_name
from companion.games.signum.model.cards import Card
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.kinds import BATTLE_KINDS, Kind
from companion.games.signum.model.state import Seat, Setup
from companion.games.signum.shelf.deck import Deck
from companion.games.signum.shelf.rulings import deck_faults, is_legal


def seat_from_deck(  # noqa: PLR0913 (a seat has that many sides)
    deck: Deck, cards: Mapping[str, Card], rules: Rules, *, id: str, side: str, name: str = "", team: str = "",  # noqa: A002 (as in the seat)
    digital: bool = True,
) -> Seat:  # fmt: skip
    """A player's seat, with what the deck holds.

    Args:
        deck: What the player brings.
        cards: Every card there is, by key.
        rules: Edition and variant of the game.
        id: Stable name of the seat.
        side: Edge of the mat that is theirs.
        name: What the players call them; else the deck's own English name, or its file's.
        team: Of allies.
        digital: Whether the program shuffles and draws.

    Raises:
        DeckError: If the deck may not be played under these rules, with all its faults.
    """
    faults = deck_faults(deck, cards, rules)
    if not is_legal(faults):
        raise DeckError(tuple(each for each in faults if not each.warning))
    return Seat(
        id=id,
        name=name or deck.names.get("en", plain_name(deck.file)),
        side=side,
        team=team,
        hero=deck.hero,
        deck=deck.battle_deck,
        deck_size=len(deck.battle_deck),
        digital=digital,
        # With Experienced Architect buildings come from the Construction Deck alone (S-VAR-05).
        buildings=() if rules.architect else deck.buildings,
        terrain=deck.terrain,
        construction=deck.construction if rules.architect else (),
    )


def setup_for(
    rules: Rules,
    seats: Iterable[Seat],
    cards: Mapping[str, Card],
    *,
    mat_mm: tuple[float, float] = (600.0, 600.0),
    seed_hash: str = "",
    names: Mapping[str, dict[str, str]] | None = None,
) -> Setup:
    """What a game begins with: the seats, and of all cards those that somebody brought.

    Args:
        rules: Edition and variant.
        seats: In clockwise order.
        cards: Every card there is, by key.
        mat_mm: Width and height.
        seed_hash: Of the seed that shuffles the digital decks.
        names: Of races and factions, by key and language.

    Raises:
        KeyError: If a seat brings a card that is not among them.
    """
    seats = tuple(seats)
    brought = {key: None for seat in seats for key in _brought(seat, cards)}
    tactics = (card for card in cards.values() if card.kind is Kind.TACTIC)
    hooks = {rider.trigger.on for card in tactics for rider in card.riders if rider.trigger is not None}
    return Setup(
        rules=rules,
        seats=seats,
        cards={key: cards[key] for key in brought},
        mat_mm=mat_mm,
        seed_hash=seed_hash,
        names=dict(names or {}),
        tactic_hooks=tuple(sorted(hooks)),
    )


def _brought(seat: Seat, cards: Mapping[str, Card]) -> tuple[str, ...]:
    """Keys of what a seat brings; of a cardboard deck that nobody told, of every card that may turn up in it."""
    deck = seat.deck
    if not deck and seat.deck_size:
        deck = tuple(key for key, card in cards.items() if card.kind in BATTLE_KINDS)
    return (seat.hero, *deck, *seat.buildings, *seat.terrain, *seat.construction)
