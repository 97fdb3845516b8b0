"""The games that are here: each package of this folder, and each that an installed package brings.

A package of this folder with a module `game` is a game, its `GAME`; the other packages are what games share. An
installed package brings games by entry points of the group `companion.games`; each names the game, and an object that
keeps the protocol `Game`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

import companion.games as folder
from companion.games.campaign import campaign_of
from companion.games.defaults.completed import completed
from companion.games.first import FIRST
from companion.games.protocol import Game

GROUP = "companion.games"
"""The group of entry points by which an installed package brings a game."""


class GameError(Exception):
    """A game that is not here, or cannot be played; its text is one sentence for people."""


class Games(Mapping[str, Game[Any]]):
    """Games by name; each is loaded when it is first asked for, so that one that is broken hides no other."""

    def __init__(self, sources: Mapping[str, Callable[[], Any]]) -> None:
        """Takes what loads each game, by name."""
        self._sources = dict(sources)
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        """The game of that name.

        Raises:
            KeyError: If no game is called so.
            GameError: If it cannot be loaded, or calls itself otherwise.
        """
        if name not in self._loaded:
            self._loaded[name] = _load(name, self._sources[name])
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    def __contains__(self, name: object) -> bool:
        """Whether a game is called so; it need not be one that can be loaded."""
        return name in self._sources


@cache
def games() -> Games:
    """All games that are here; one that comes with the program is not replaced by an installed one of its name."""
    brought = {each.name: each.load for each in entry_points(group=GROUP)}
    return Games(brought | {name: _of_folder(name) for name in _shipped()})


class Recorded(Mapping[str, Game[Any]]):
    """All that records are kept of, by name: games, and campaigns, which are called after their games."""

    def __getitem__(self, name: str) -> Game[Any]:
        """The rules of that name.

        Raises:
            KeyError: If nothing is called so.
            GameError: If the game cannot be loaded.
        """
        game, _, campaign = name.partition(".")
        found = games()[game]
        if not campaign:
            return found
        own = campaign_of(found)
        if own is None or own.game.name != name:
            raise KeyError(name)
        return completed(own.game)

    def __iter__(self) -> Iterator[str]:
        return iter(games())

    def __len__(self) -> int:
        return len(games())

    def __contains__(self, name: object) -> bool:
        """Whether something is called so; a game need not be one that can be loaded."""
        return name in games() or ("." in str(name) and super().__contains__(name))


def game_called(name: str) -> Game[Any]:
    """A game, for people who may have named one that is not here.

    Raises:
        GameError: If no game is called so, or it cannot be played.
    """
    try:
        return games()[name]
    except KeyError as error:
        raise GameError(f"there is no game {name!r} here; there is {', '.join(sorted(games()))}") from error


def record_endings() -> tuple[str, ...]:
    """How the names of records end, of every game that can be played, each once; that of the first game leads."""
    endings = {game_called(FIRST).shelf.record_ending: None}
    for name in games():
        with suppress(GameError):
            endings[game_called(name).shelf.record_ending] = None
    return tuple(endings)


def _shipped() -> tuple[str, ...]:
    packages = (each.name for each in iter_modules(folder.__path__) if each.ispkg)
    return tuple(sorted(name for name in packages if _is_game(name)))


def _is_game(package: str) -> bool:
    """Whether a package of this folder has a module `game`; nothing is imported to find out."""
    return any(each.name == "game" for each in iter_modules([f"{root}/{package}" for root in folder.__path__]))


def _of_folder(name: str) -> Callable[[], Any]:
    return lambda: import_module(f"{folder.__name__}.{name}.game").GAME


def _load(name: str, source: Callable[[], Any]) -> Game[Any]:
    try:
        game: Game[Any] = source()
    except Exception as error:  # whatever a stranger's package does as it is imported
        raise GameError(
            f"the game {name} cannot be loaded ({type(error).__name__}: {error}); install a version that fits this "
            "program, or take its package away"
        ) from error
    called = getattr(game, "name", None)
    if called != name:
        raise GameError(
            f"the game installed as {name} calls itself {called}; its entry point and its name must be the same"
        )
    return completed(game)
