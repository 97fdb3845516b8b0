"""A setup of the game as a script writes it, completed from packs and decks; `docs/scripts.md` describes the form."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.cards import NoDeckError, all_cards, all_names
from companion.cards.library import LocalLibrary
from companion.cards.shape import mistakes_in
from companion.documents import Path
from companion.games.command import SPECTATOR, TABLE
from companion.games.shelf import ParsedSetup, SetupMistakeError
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import CONTACT_TOLERANCE_MM, Edition
from companion.games.signum.model.editions import Numbers, Rules, SuccessFaces, Switches, Variant, rules_for
from companion.games.signum.model.state import Seat
from companion.games.signum.shelf.deck import MAX_CARDS, Deck
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.geometry import Side

ID = re.compile(r"[\w-]{1,40}")
"""What a line of a script can begin with."""


class WrittenSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as a script writes it: with a deck's name or file in `deck`, else hero, `cards` and the rest."""

    id: str
    side: Side
    name: str = ""
    team: str = ""
    hero: str = ""
    deck: str = ""
    cards: dict[str, int] = {}
    deck_size: int = 0
    digital: bool = True
    buildings: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    construction: tuple[str, ...] = ()


class WrittenSetup(msgspec.Struct, frozen=True, kw_only=True):
    """The setup as a script writes it; what it leaves out is as the edition has it."""

    game: str = ""
    edition: Edition = Edition.EN
    variant: Variant = Variant.DUEL
    architect: bool = False
    time_limit: bool = False
    contact_mm: float = CONTACT_TOLERANCE_MM
    numbers: dict[str, Any] = {}
    faces: dict[str, Any] = {}
    switches: dict[str, Any] = {}
    mat_mm: tuple[float, float] = (600.0, 600.0)
    packs: tuple[str, ...] = ()
    card: tuple[Card, ...] = ()
    seat: tuple[WrittenSeat, ...] = ()
    as_listed: bool = False


LEAST = {"hand_limit": 1, "prosperity_to_win": 1}
"""Numbers without which nobody could draw a card, or everybody has won; all others may be 0."""


def setup_written(data: Mapping[str, Any], beside: LocalLibrary[Card, Deck]) -> ParsedSetup:
    """What a setup means that somebody wrote down.

    Args:
        data: As written.
        beside: Finds packs and decks.

    Raises:
        SetupMistakeError: If it means nothing.
        CardsError: If a pack or deck cannot be used.
    """
    written = _checked(_named(data))
    rules = _rules(written)
    packs = beside.packs(written.packs)
    own = {card.key: card for card in written.card}
    cards = all_cards(packs.values()) | own
    seats = tuple(_seat(index, cards, rules, seat, beside) for index, seat in enumerate(written.seat))
    try:
        setup = setup_for(rules, seats, cards, mat_mm=written.mat_mm, names=all_names(packs.values()))
    except KeyError as missing:
        raise SetupMistakeError((), f"the setup names the card {missing}, which no pack has") from missing
    return ParsedSetup(msgspec.structs.replace(setup, cards=setup.cards | own), written.as_listed)


def _named(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Cards that a script makes up need no name."""
    cards = data.get("card", [])
    if not isinstance(cards, list):
        return data
    named = [
        {"names": {"en": str(each.get("key", "")).title()}} | each if isinstance(each, dict) else each for each in cards
    ]
    return {**data, **({"card": named} if named else {})}


def _checked(data: Mapping[str, Any]) -> WrittenSetup:
    for path, sentence in mistakes_in(data, WrittenSetup):
        raise _mistake(path, sentence)
    return msgspec.convert(data, WrittenSetup)


def _mistake(path: Path, sentence: str) -> SetupMistakeError:
    where = ".".join(str(part) for part in path)
    return SetupMistakeError(path, f"the setup cannot be used: {where}: {sentence}")


def _rules(written: WrittenSetup) -> Rules:
    rules = rules_for(
        written.edition,
        variant=written.variant,
        architect=written.architect,
        time_limit=written.time_limit,
        contact_mm=written.contact_mm,
    )
    changed: dict[str, Any] = {}
    for name, kind in (("numbers", Numbers), ("faces", SuccessFaces), ("switches", Switches)):
        given = getattr(written, name)
        for path, sentence in mistakes_in(given, kind):
            raise _mistake((name, *path), sentence)
        changed[name] = msgspec.convert(msgspec.to_builtins(getattr(rules, name)) | given, kind)
    for name in Numbers.__struct_fields__:
        value, least = getattr(changed["numbers"], name), LEAST.get(name, 0)
        if value is not None and value < least:
            raise _mistake(("numbers", name), f"must be {least} or more, not {value}")
    return msgspec.structs.replace(rules, **changed)


def _seat(
    index: int, cards: dict[str, Card], rules: Rules, written: WrittenSeat, beside: LocalLibrary[Card, Deck]
) -> Seat:
    path: Path = ("seat", index)
    if ID.fullmatch(written.id) is None or written.id in {TABLE, SPECTATOR}:
        raise SetupMistakeError(
            path,
            f"a seat is called by one word of at most 40 letters, digits, '-' and '_', and not {TABLE} or {SPECTATOR}",
        )
    if written.deck:
        return seat_from_deck(
            _deck(path, written.deck, beside), cards, rules,
            id=written.id, side=written.side, name=written.name, team=written.team, digital=written.digital,
        )  # fmt: skip
    size = sum(written.cards.values())
    if size > MAX_CARDS:
        raise SetupMistakeError(path, f"a deck has {MAX_CARDS} cards at most, not {size}")
    listed = tuple(key for key, count in written.cards.items() for _ in range(count))
    return Seat(
        id=written.id,
        name=written.name or written.id,
        side=written.side,
        team=written.team,
        hero=written.hero,
        deck=listed,
        deck_size=written.deck_size or len(listed),
        digital=written.digital,
        buildings=written.buildings,
        terrain=written.terrain,
        construction=written.construction,
    )


def _deck(path: Path, name: str, beside: LocalLibrary[Card, Deck]) -> Deck:
    try:
        return beside.deck(name)
    except NoDeckError as error:
        there = ", ".join(beside.library.decks)
        raise SetupMistakeError(path, f"there is no deck {name!r}; there are {there}") from error
