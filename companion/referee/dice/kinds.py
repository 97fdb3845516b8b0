"""The kinds of dice of a game, for those who look at dice and those who hear them."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.games.first import FIRST
from companion.games.protocol import Game
from companion.games.registry import GameError, game_called, games
from companion.referee.errors import SetupError
from hardware.events import DieEvent, Discovered
from vision.dice import DiceSet, DieKind, Marks, UnknownDiceSetError, dice_set, dice_sets

KIND = "d6"
"""What dice call their kind that look all alike."""

OF_GAME = "-pips"
"""Behind the name of a game: the set of its dice."""


def kind_of_dice(kind: str) -> str:
    """What a die calls its kind.

    Args:
        kind: By its name among the game's dice; empty in a game with one kind of die.
    """
    return f"{KIND}-{kind}" if kind else KIND


def of_kind(event: DieEvent, kinds: Mapping[str, str]) -> DieEvent:
    """What a die tells, with the kind that its owner named where it has six sides and does not tell its colour.

    Args:
        event: What it tells.
        kinds: Kinds by dice.
    """
    if isinstance(event, Discovered) and event.kind == KIND and event.die in kinds:
        return replace(event, kind=kind_of_dice(kinds[event.die]))
    return event


def checked_kinds(kinds: Iterable[tuple[str, str]], game: Game[Any]) -> dict[str, str]:
    """Kinds by dice, as the owner of the dice named them.

    Raises:
        SetupError: If the game has no such kind.
    """
    known = game.shelf.dice()
    for die, kind in kinds:
        if kind not in known or len(known) == 1:
            there = ", ".join(known) if len(known) > 1 else "only one kind"
            raise SetupError(f"{kind}={die} names no kind of dice of the game; there is {there}.")
    return dict(kinds)


def dice_of(game: str) -> DiceSet:
    """The dice that a game is played with, as a camera sees them; plain ones for a game without dice.

    Raises:
        GameError: If there is no such game.
    """
    kinds = game_called(game).shelf.dice()
    if not kinds:
        return dice_set("pips")
    first = next(iter(kinds.values()))
    if len(kinds) == 1:
        return DiceSet(f"{game}{OF_GAME}", Marks(first.marks), first.faces)
    several = {name: DieKind(kind.colour, kind.faces, kind.drawn) for name, kind in kinds.items()}
    return DiceSet(f"{game}{OF_GAME}", Marks(first.marks), kinds=several)


def dice_set_called(name: str, game: str = FIRST) -> DiceSet:
    """A set of dice by its name; that of a game is called after it.

    Args:
        name: Such as `symbols` or `signum-pips`; empty for the dice of the game.
        game: Which game is played.

    Raises:
        UnknownDiceSetError: If there is no such set.
    """
    owner = name.removesuffix(OF_GAME) if name.endswith(OF_GAME) else "" if name else game
    try:
        if owner:
            return dice_of(owner)
    except GameError as error:
        raise UnknownDiceSetError(name, set_names()) from error
    if name not in dice_sets():
        raise UnknownDiceSetError(name, set_names())
    return dice_set(name)


def set_names() -> tuple[str, ...]:
    """Names of all sets: those of every game, and those that belong to none."""
    plain, *others = dice_sets()
    with_dice = []
    for game in games():
        with suppress(GameError):
            with_dice += [f"{game}{OF_GAME}"] if game_called(game).shelf.dice() else []
    return (plain, *with_dice, *others)
