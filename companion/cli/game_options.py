"""Which game a command is about, and what of it can be chosen on the command line."""

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from companion.games.options import Chosen, Option
    from companion.games.protocol import Game

Furnish = Callable[["Game[Any]"], None]
"""Adds to a parser what hangs on the game."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and points to the help, instead of printing the whole usage.

    What hangs on the game is added once it is known which one is meant: a game is imported by the command that needs
    it, so that help comes at once.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401 (those of the class above)
        super().__init__(*arguments, **named)
        self._flag = ""
        self._furnish: Furnish | None = None
        self._later: list[Callable[[], None]] = []

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")

    def add_game(self, furnish: Furnish, flag: str = "--game", group: Any = None) -> None:  # noqa: ANN401 (argparse has no public name for it)
        """Lets a game be named, and adds what hangs on it as soon as words are to be read.

        Args:
            furnish: Is given the game.
            flag: Before its name.
            group: Where it stands in the help; among all options if None.
        """
        (group or self).add_argument(flag, metavar="NAME", dest="game_name", help="which game, if there are several")
        self._flag, self._furnish = flag, furnish

    def add_later(self, furnish: Callable[[], None]) -> None:
        """Adds options as soon as words are to be read, so that rooms that they need are imported only then.

        Args:
            furnish: Adds them.
        """
        self._later.append(furnish)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 (overloaded above)
        """Reads words, after adding what was left for later, and what hangs on the game that they name."""
        while self._later:
            self._later.pop(0)()
        if self._furnish is not None:
            furnish, self._furnish = self._furnish, None
            furnish(self._named_game([str(each) for each in args or ()]))
        return super().parse_known_args(args, namespace)

    def _named_game(self, words: Sequence[str]) -> "Game[Any]":
        from companion.games.first import FIRST
        from companion.games.registry import GameError, game_called

        named, _ = _flag_alone(self._flag).parse_known_args(words)
        try:
            return game_called(named.game_name or FIRST)
        except GameError as error:
            self.error(str(error))


def _flag_alone(flag: str) -> argparse.ArgumentParser:
    alone = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    alone.add_argument(flag, dest="game_name", nargs="?")
    return alone


def game_of(arguments: argparse.Namespace) -> "Game[Any]":
    """The game that was named, or the first one."""
    from companion.games.first import FIRST
    from companion.games.registry import game_called

    return game_called(arguments.game_name or FIRST)


def add_option(parser: argparse.ArgumentParser, group: Any, option: "Option", about: str) -> None:  # noqa: ANN401 (argparse has no public name for it)
    """Adds an option of the game.

    Args:
        parser: That of the command.
        group: Where the option stands in its help.
        option: Of the game.
        about: Its line in the help.
    """
    word = option.key.replace("_", "-")
    taken = {each for action in parser._actions for each in action.option_strings}  # noqa: SLF001 (argparse tells it nowhere else)
    flag = f"--{word}" if f"--{word}" not in taken else f"--game-{word}"
    several = {"nargs": "+"} if option.several else {}
    group.add_argument(flag, dest=f"option_{option.key}", choices=option.keys, help=about, **several)


def chosen_on_line(arguments: argparse.Namespace) -> "Chosen":
    """What was chosen of the game's options, as far as anything was."""
    prefix = "option_"
    given = {
        name.removeprefix(prefix): value
        for name, value in vars(arguments).items()
        if name.startswith(prefix) and value is not None
    }
    return {key: (value,) if isinstance(value, str) else tuple(value) for key, value in given.items()}
