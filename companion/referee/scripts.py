"""Scripted games: what stands between the fences, completed from packs and decks, and the game played from it.

`docs/scripts.md` describes the form.
"""

import re
from collections.abc import Callable
from pathlib import Path as File
from typing import Any

import msgspec

from companion.cards import DECK_ENDING, Pack, all_cards, all_names
from companion.cards.shape import mistakes_in
from companion.documents import Path
from companion.games.command import SPECTATOR, TABLE, Command
from companion.games.common import Shuffled
from companion.games.measured import RuleViolation
from companion.games.prompt import Prompt
from companion.games.signum.cards import Card
from companion.games.signum.constants import CONTACT_TOLERANCE_MM, Edition
from companion.games.signum.editions import Numbers, Rules, SuccessFaces, Switches, Variant, rules_for
from companion.games.signum.game import Signum
from companion.games.signum.shelf.deck import MOST_CARDS, Deck
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.seating import seat_from_deck
from companion.games.signum.shelf.seating import setup_for as with_cards
from companion.games.signum.state import Seat, Setup
from companion.geometry import Side
from companion.record.script import Played, Script, ScriptError, play, refusal

ID = re.compile(r"[\w-]{1,40}")
"""What a line of a script can begin with."""

WhichLine = Callable[[Path], int]
"""The line of a script on which a value of its setup stands."""


class ScriptSeat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as a script writes it: with a shipped deck or a file in `deck`, else hero, `cards` and the rest."""

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


class ScriptSetup(msgspec.Struct, frozen=True, kw_only=True):
    """The setup as a script writes it; what it leaves out is as the edition has it."""

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
    seat: tuple[ScriptSeat, ...] = ()
    as_listed: bool = False


def played(script: Script, beside: File) -> Played:
    """Plays a script.

    Args:
        script: The script.
        beside: The folder in which it looks for packs and decks.

    Raises:
        ScriptError: If its setup or a line of it means nothing, or something is not as it expects.
        CardsError: If a pack or deck that it names cannot be used.
    """
    setup, as_listed = setup_of(script.setup, beside, script.line)
    try:
        return play(script, Signum(), setup, in_order if as_listed else None)
    except RuleViolation as violation:
        raise ScriptError(script.line(("seat",)), f"these seats are refused by {refusal(violation)}") from violation


def setup_of(data: dict[str, Any], beside: File, line: WhichLine = lambda _: 1) -> tuple[Setup, bool]:
    """What a script's setup means, and whether decks are shuffled into the order they are listed in.

    Args:
        data: As the script writes it.
        beside: The folder in which it looks for packs and decks.
        line: Tells where in the script each value stands.

    Raises:
        ScriptError: If it means nothing.
        CardsError: If a pack or deck cannot be used.
    """
    written = _checked(_named(data), line)
    rules = _rules(written, line)
    packs = LIBRARY.packs | {pack.id: pack for pack in _packs(written.packs, beside)}
    own = {card.key: card for card in written.card}
    cards = all_cards(packs.values()) | own
    seats = tuple(_seat(seat, cards, rules, line(("seat", index)), beside) for index, seat in enumerate(written.seat))
    try:
        setup = with_cards(rules, seats, cards, mat_mm=written.mat_mm, names=all_names(packs.values()))
    except KeyError as missing:
        raise ScriptError(line(()), f"the setup names the card {missing}, which no pack has") from missing
    return msgspec.structs.replace(setup, cards=setup.cards | own), written.as_listed


def in_order(prompts: tuple[Prompt, ...]) -> Command | None:
    """A shuffle that leaves a deck as it is, where one is asked for."""
    for prompt in prompts:
        for spec in prompt.specs:
            if spec.kind == "shuffled":
                order = getattr(spec.fields["order"], "options", ())
                return Shuffled(by=TABLE, player=str(spec.fixed["player"]), order=order)
    return None


def _named(data: dict[str, Any]) -> dict[str, Any]:
    """Cards that a script makes up need no name."""
    cards = data.get("card", [])
    if not isinstance(cards, list):
        return data
    named = [
        {"names": {"en": str(each.get("key", "")).title()}} | each if isinstance(each, dict) else each for each in cards
    ]
    return data | ({"card": named} if named else {})


def _checked(data: dict[str, Any], line: WhichLine) -> ScriptSetup:
    for path, sentence in mistakes_in(data, ScriptSetup):
        raise _mistake(path, sentence, line)
    return msgspec.convert(data, ScriptSetup)


def _mistake(path: Path, sentence: str, line: WhichLine) -> ScriptError:
    where = ".".join(str(part) for part in path)
    return ScriptError(line(path), f"the setup cannot be used: {where}: {sentence}")


def _rules(written: ScriptSetup, line: WhichLine) -> Rules:
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
            raise _mistake((name, *path), sentence, line)
        changed[name] = msgspec.convert(msgspec.to_builtins(getattr(rules, name)) | given, kind)
    return msgspec.structs.replace(rules, **changed)


def _packs(names: tuple[str, ...], beside: File) -> tuple[Pack[Card], ...]:
    files = tuple(beside / name for name in names if name not in LIBRARY.packs)
    return LIBRARY.load_packs(files, LIBRARY.packs.values())


def _seat(written: ScriptSeat, cards: dict[str, Card], rules: Rules, line: int, beside: File) -> Seat:
    if ID.fullmatch(written.id) is None or written.id in {TABLE, SPECTATOR}:
        raise ScriptError(
            line,
            f"a seat is called by one word of at most 40 letters, digits, '-' and '_', and not {TABLE} or {SPECTATOR}",
        )
    if written.deck:
        deck = _deck(written.deck, line, beside)
        return seat_from_deck(
            deck, cards, rules, id=written.id, side=written.side, name=written.name, team=written.team,
            digital=written.digital,
        )  # fmt: skip
    size = sum(written.cards.values())
    if size > MOST_CARDS:
        raise ScriptError(line, f"a deck has {MOST_CARDS} cards at most, not {size}")
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


def _deck(name: str, line: int, beside: File) -> Deck:
    if name.endswith(DECK_ENDING):
        return LIBRARY.load_deck(beside / name)
    if name not in LIBRARY.decks:
        raise ScriptError(line, f"there is no deck {name!r}; there are {', '.join(LIBRARY.decks)}")
    return LIBRARY.decks[name]
