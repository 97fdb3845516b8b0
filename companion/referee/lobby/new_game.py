"""Beginning a game: who plays with which deck, under which rules; and whether a game that was begun can go on."""

import os
import secrets
import sys
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.cards import CardLibrary, NoDeckError
from companion.games.first import FIRST
from companion.games.options import Chosen, OptionError, chosen_of
from companion.games.protocol import Game
from companion.games.registry import GameError, game_called, games
from companion.games.shelf import GamePlan, SeatedPlayer, SeatPlan, SetupMistakeError
from companion.games.verdicts.measured import RuleViolation
from companion.record.errors import RecordError
from companion.record.record import Record
from companion.record.script import refusal
from companion.record.shuffle import SEED_BYTES, commitment
from companion.referee.api.table_intents import Strictness
from companion.referee.errors import SetupError
from companion.referee.lobby.cleanup import sweep, workshop
from companion.referee.mat.models import Models
from companion.referee.mat.models_file import models_beside, write_models
from companion.referee.match.pending_rolls import dice_lacking
from companion.referee.match.settings import SettingsFile, name_of_game, settings_beside
from companion.texts import Language, say
from companion.texts.letters import odd_letter, told

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class NewGame:
    """What players want of a new game; what they leave out is as it usually is.

    Attributes:
        players: What they call themselves, in clockwise order.
        decks: Names of decks that come with the game, or files; the usual ones in turn.
        packs: Files of further card packs, which decks may draw from.
        game: Name of the game.
        chosen: Of the game's options, as far as something was chosen.
        cardboard: Players whose decks are of cardboard; all, if it is empty but not None.
        limit_s: How long the game may last (S-END-10); 0 for no limit.
        each_s: How long each player may think; 0 for no limit.
        strictness: How strict the referee is at first.
        models: The models that were shown before, as far as they were.
    """

    players: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    packs: tuple[Path, ...] = ()
    game: str = FIRST
    chosen: Chosen = field(default_factory=dict)
    cardboard: tuple[str, ...] | None = None
    limit_s: float = 0.0
    each_s: float = 0.0
    strictness: Strictness = Strictness.REFEREE
    models: Models = field(default_factory=Models)


@dataclass(frozen=True, slots=True)
class _Start:
    """What was wanted, with what the game has it mean."""

    game: Game[Any]
    chosen: Chosen
    seats: tuple[SeatPlan, ...]
    names: tuple[str, ...]
    decks: tuple[str, ...]


def begin(
    path: Path, beginning: NewGame, mat_mm: tuple[float, float], now: Callable[[], str], seed: bytes | None = None
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
    start = _start(beginning)
    setup = _setup(beginning, start, mat_mm, commitment(seed))
    if path.exists():
        raise RecordError(f"{path} exists already; choose another name for the new game.")
    try:
        sweep(path.parent, datetime.fromisoformat(now()), path.name)
        with workshop(path) as made:
            edition = start.game.shelf.edition(start.chosen)
            with closing(Record.create(made, start.game, setup, now, edition=edition, seed=seed)) as record:
                game = name_of_game(record)
            _write_beside(path, game, beginning)
            made.rename(path)
            _settle(path.parent)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}.") from error
    players = ", ".join(_told(start, beginning))
    rules = start.game.shelf.sentence(start.chosen)
    return f"A new game begins in {path}: {players}{'; ' if rules else ''}{rules}."


def _told(start: _Start, beginning: NewGame) -> Iterator[str]:
    """Each player with what they bring."""
    of_cardboard = _of_cardboard(start, beginning)
    for number, name in enumerate(start.names):
        about = [*start.decks[number : number + 1], *(["cardboard"] if name in of_cardboard else [])]
        yield f"{name.strip()} ({', '.join(about)})" if about else name.strip()


def _write_beside(path: Path, game: str, beginning: NewGame) -> None:
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


def setup_of(beginning: NewGame, mat_mm: tuple[float, float], seed_hash: str) -> msgspec.Struct:
    """What the game begins with.

    Raises:
        SetupError: If players, decks and rules do not fit together.
        CardsError: If a deck or pack cannot be used.
    """
    return _setup(beginning, _start(beginning), mat_mm, seed_hash)


def _start(beginning: NewGame) -> _Start:
    """What was wanted, checked as far as it can be without a deck.

    Raises:
        SetupError: If there is no such game or choice, or if players and seats do not fit together.
    """
    try:
        game = game_called(beginning.game)
        chosen = chosen_of(game.shelf.options(Language.ENGLISH), beginning.chosen)
    except (GameError, OptionError) as error:
        raise SetupError(_as_sentence(str(error))) from error
    seats = game.shelf.seats(chosen)
    names = beginning.players or tuple(f"Player {seat.id}" for seat in seats)
    _check_names(names, len(seats), _what(game, chosen))
    usual = game.shelf.usual_decks
    decks = beginning.decks or tuple(usual[number % len(usual)] for number in range(len(seats)) if usual)
    if game.shelf.library is None and (decks or beginning.packs or beginning.cardboard is not None):
        raise SetupError(f"{game.shelf.title(Language.ENGLISH)} is played without cards; leave decks and packs out.")
    if not game.shelf.cardboard and beginning.cardboard is not None:
        raise SetupError(
            f"{game.shelf.title(Language.ENGLISH)} has its decks dealt by the program; leave out cardboard."
        )
    if game.shelf.library is not None and len(decks) != len(seats):
        raise SetupError(f"{len(seats)} players need {len(seats)} decks, not {len(decks)}.")
    if strangers := [name for name in beginning.cardboard or () if name not in names]:
        raise SetupError(f"There is no player {strangers[0]!r} with a deck of cardboard; there are {', '.join(names)}.")
    return _Start(game, chosen, seats, names, decks)


def _check_names(names: Sequence[str], count: int, what: str) -> None:
    if len(names) != count:
        raise SetupError(f"{what} is for {count} players, not {len(names)}.")
    if odd := next((odd for name in names if (odd := odd_letter(name))), ""):
        raise SetupError(f"A player's name has {told(odd)}, which cannot be seen or turns what stands around it.")
    own = {unicodedata.normalize("NFKC", name.strip()) for name in names}
    if len(own) < len(names) or not all(0 < len(name) <= LONGEST_NAME for name in own):
        raise SetupError(f"Each player needs a name of their own, of up to {LONGEST_NAME} letters.")


def _what(game: Game[Any], chosen: Chosen) -> str:
    """What is played: the choice that says who plays, or the game."""
    first = next((chosen[each.key][0] for each in game.shelf.options(Language.ENGLISH) if not each.several), "")
    return first or game.shelf.title(Language.ENGLISH)


def _of_cardboard(start: _Start, beginning: NewGame) -> tuple[str, ...]:
    """Players with decks of cardboard."""
    return start.names if beginning.cardboard == () else beginning.cardboard or ()


def _setup(beginning: NewGame, start: _Start, mat_mm: tuple[float, float], seed_hash: str) -> msgspec.Struct:
    library, of_cardboard = start.game.shelf.library, _of_cardboard(start, beginning)
    decks = [_deck(library, name) for name in start.decks] if library is not None else [None] * len(start.seats)
    plan = GamePlan(
        chosen=start.chosen,
        seated=tuple(
            SeatedPlayer(seat, name.strip(), deck, digital=name not in of_cardboard)
            for seat, name, deck in zip(start.seats, start.names, decks, strict=True)
        ),
        packs={} if library is None else library.with_packs(beginning.packs),
        mat_mm=mat_mm,
        seed_hash=seed_hash,
        time_limit=beginning.limit_s > 0,
    )
    try:
        setup = start.game.shelf.set_up(plan)
        lacking = dice_lacking(start.game, start.game.new(setup))
    except RuleViolation as violation:
        raise SetupError(f"These players cannot begin: {refusal(start.game, violation)}") from violation
    except SetupMistakeError as error:
        raise SetupError(_as_sentence(str(error))) from error
    if lacking:
        raise SetupError(
            say(
                Language.ENGLISH,
                "dice.lacking",
                game=start.game.shelf.title(Language.ENGLISH),
                kinds=", ".join(lacking),
            )
        )
    return setup


def _deck(library: CardLibrary[Any, Any], name: str) -> Any:  # noqa: ANN401 (the game's own)
    try:
        return library.deck(name)
    except NoDeckError as error:
        raise SetupError(str(error)) from error


def _as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."
