"""Beginning a game: who plays with which deck, under which rules; and whether a game that was begun can go on."""

import os
import secrets
import sys
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from companion.cards import DECK_ENDING, all_cards, all_names
from companion.games.measured import RuleViolation
from companion.games.registry import games
from companion.games.signum.constants import Edition
from companion.games.signum.editions import Thing, Variant, rules_for
from companion.games.signum.game import Signum
from companion.games.signum.shelf.deck import Deck
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.seating import seat_from_deck, setup_for
from companion.games.signum.state import Setup
from companion.geometry import Side
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.script import refusal
from companion.record.shuffling import SEED_BYTES, commitment
from companion.referee.errors import SetupError
from companion.referee.leftovers import sweep, workshop
from companion.referee.models import Models
from companion.referee.models_file import models_beside, write_models
from companion.referee.table_intent import Strictness
from companion.referee.table_settings import SettingsFile, name_of_game, settings_beside
from companion.texts.letters import odd_letter, told

SEATS = "ABCD"
SIDES = (Side.PLAYER_ONE, Side.PLAYER_TWO)
"""Of a duel; with more players, each claims a part of the edge when the game begins."""
SHIPPED = ("lanternmarch", "kettle_clans")
PLAYERS = {Variant.DUEL: 2, Variant.BATTLE_OF_THREE: 3, Variant.FREE_FOR_ALL: 4, Variant.SHOULDER_TO_SHOULDER: 4}
TEAMS = ("1", "1", "2", "2")
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Beginning:
    """What players want of a new game; what they leave out is as it usually is.

    Attributes:
        players: What they call themselves, in clockwise order.
        decks: Names of shipped decks, or files; the two shipped ones in turn.
        packs: Files of further card packs, which decks may draw from.
        edition: Of the rules.
        variant: Of the rules.
        cardboard: Players whose decks are of cardboard; all, if it is empty but not None.
        on_cardboard: What else the players keep themselves.
        limit_s: How long the game may last (S-END-10); 0 for no limit.
        each_s: How long each player may think; 0 for no limit.
        strictness: How strict the referee is at first.
        models: The models that were shown before, as far as they were.
    """

    players: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    packs: tuple[Path, ...] = ()
    edition: Edition = Edition.EN
    variant: Variant = Variant.DUEL
    cardboard: tuple[str, ...] | None = None
    on_cardboard: tuple[Thing, ...] = ()
    limit_s: float = 0.0
    each_s: float = 0.0
    strictness: Strictness = Strictness.REFEREE
    models: Models = field(default_factory=Models)

    @property
    def names(self) -> tuple[str, ...]:
        """What each player is called."""
        return self.players or tuple(f"Player {seat}" for seat in SEATS[: PLAYERS[self.variant]])


def begin(
    path: Path, beginning: Beginning, mat_mm: tuple[float, float], now: Callable[[], str], seed: bytes | None = None
) -> str:
    """Writes the record of a new game, and beside it what was set for it; the game is there with all of it, or not.

    Args:
        path: A file that does not exist yet.
        beginning: What the players want.
        mat_mm: Width and height of the mat.
        now: Wall time, ISO 8601 in UTC.
        seed: Of the shuffles, for a game that is to be the same each time; None for one that nobody can foresee.

    Returns:
        One sentence about it.

    Raises:
        SetupError: If players, decks and rules do not fit together.
        CardsError: If a deck or pack cannot be used.
        RecordError: If the file cannot be written.
    """
    seed = seed or secrets.token_bytes(SEED_BYTES)
    setup = setup_of(beginning, mat_mm, commitment(seed))
    if path.exists():
        raise RecordError(f"{path} exists already; choose another name for the new game.")
    try:
        sweep(path.parent, datetime.fromisoformat(now()), path.name)
        with workshop(path) as made:
            with closing(
                Record.create(made, Signum(), setup, now, edition=beginning.edition.value, seed=seed)
            ) as record:
                game = name_of_game(record)
            _write_beside(path, game, beginning)
            made.rename(path)
            _settle(path.parent)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}.") from error
    players = ", ".join(
        f"{seat.name} ({name}{'' if seat.digital else ', cardboard'})"
        for seat, name in zip(setup.seats, _decks(beginning), strict=True)
    )
    rules = f"{beginning.variant.value}, rules of {beginning.edition.value}"
    if beginning.on_cardboard:
        rules += f", on cardboard: {', '.join(beginning.on_cardboard)}"
    return f"A new game begins in {path}: {players}; {rules}."


def _write_beside(path: Path, game: str, beginning: Beginning) -> None:
    SettingsFile(settings_beside(path), game).change(
        strictness=beginning.strictness, limit_s=beginning.limit_s or None, each_s=beginning.each_s or None
    )
    if beginning.models.shown:
        write_models(models_beside(path), beginning.models)


def _settle(folder: Path) -> None:
    """Sees that a file's new name outlives a power failure, where a system can be told to."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def check(path: Path) -> None:
    """Refuses a file that is no game to go on with.

    Raises:
        RecordError: If it is none.
    """
    Record.read(path, games()).close()


def setup_of(beginning: Beginning, mat_mm: tuple[float, float], seed_hash: str) -> Setup:
    """What the game begins with.

    Raises:
        SetupError: If players, decks and rules do not fit together.
        CardsError: If a deck or pack cannot be used.
    """
    names, variant = beginning.names, beginning.variant
    if len(names) != PLAYERS[variant]:
        raise SetupError(f"{variant.value} is for {PLAYERS[variant]} players, not {len(names)}.")
    if odd := next((odd for name in names if (odd := odd_letter(name))), ""):
        raise SetupError(f"A player's name has {told(odd)}, which cannot be seen or turns what stands around it.")
    own = {unicodedata.normalize("NFKC", name.strip()) for name in names}
    if len(own) < len(names) or not all(0 < len(name) <= LONGEST_NAME for name in own):
        raise SetupError(f"Each player needs a name of their own, of up to {LONGEST_NAME} letters.")
    cardboard = beginning.cardboard if beginning.cardboard is not None else ()
    if strangers := [name for name in cardboard if name not in names]:
        raise SetupError(f"There is no player {strangers[0]!r} with a deck of cardboard; there are {', '.join(names)}.")
    of_cardboard = names if beginning.cardboard == () else cardboard
    on_cardboard = tuple(dict.fromkeys(beginning.on_cardboard))
    rules = rules_for(beginning.edition, variant=variant, on_cardboard=on_cardboard, time_limit=beginning.limit_s > 0)
    packs = (*LIBRARY.packs.values(), *LIBRARY.load_packs(beginning.packs, LIBRARY.packs.values()))
    cards = all_cards(packs)
    seats = tuple(
        seat_from_deck(
            _deck(deck), cards, rules,
            id=seat,
            side=SIDES[number % 2].value,
            name=name.strip(),
            team=TEAMS[number] if variant is Variant.SHOULDER_TO_SHOULDER else "",
            digital=name not in of_cardboard,
        )
        for number, (seat, name, deck) in enumerate(zip(SEATS, names, _decks(beginning), strict=False))
    )  # fmt: skip
    setup = setup_for(rules, seats, cards, mat_mm=mat_mm, seed_hash=seed_hash, names=all_names(packs))
    try:
        Signum().new(setup)
    except RuleViolation as violation:
        raise SetupError(f"These players cannot begin: {refusal(violation)}") from violation
    return setup


def _decks(beginning: Beginning) -> Sequence[str]:
    count = PLAYERS[beginning.variant]
    decks = beginning.decks or tuple(SHIPPED[number % len(SHIPPED)] for number in range(count))
    if len(decks) != count:
        raise SetupError(f"{count} players need {count} decks, not {len(decks)}.")
    return decks


def _deck(name: str) -> Deck:
    if name.endswith(DECK_ENDING):
        return LIBRARY.load_deck(Path(name))
    if name not in LIBRARY.decks:
        known = ", ".join(LIBRARY.decks)
        raise SetupError(f"There is no deck {name!r}; there are {known}, and files whose names end in {DECK_ENDING}.")
    return LIBRARY.decks[name]
