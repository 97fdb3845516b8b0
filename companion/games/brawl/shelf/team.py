"""Teams: the champions that a player brings, in a TOML file of their own."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from companion.cards.errors import Fault
from companion.cards.text import Text
from companion.documents import Path, line_of
from companion.games.kit.deck_file import key_in_full, read_deck

MAX_CHAMPIONS = 12
"""In a file; no draft takes more than five of them."""


class _File(msgspec.Struct, frozen=True):
    """A team as written."""

    schema: int
    champions: tuple[str, ...]
    name: dict[str, str] = {}
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Team:
    """What a player brings to a game.

    Attributes:
        file: Where it was read.
        names: By language; may be empty.
        champions: Keys of champions; the first three fight where teams are agreed freely (the first two of four
            players), the first five are laid out for a tournament draft (the first three of four players).
        lines: Where in the file everything stands.
    """

    file: str
    names: Mapping[str, str]
    champions: tuple[str, ...]
    lines: Mapping[Path, int]

    def line(self, *path: str | int) -> int:
        """Where a part of it stands."""
        return line_of(self.lines, path)


def team_of(text: Text) -> Team:
    """A team as its file writes it. Whether it may be played is another question: `team_faults`.

    Raises:
        DeckError: If it is not written as a team, with every mistake in it.
    """
    written = read_deck(text, _File, "teams", _faults)
    champions = (key_in_full(key, written.pack) for key in written.champions)
    return Team(text.file, written.name, tuple(champions), text.toml.lines)


def _faults(text: Text) -> list[Fault]:
    found, champions = [], text.data["champions"]
    if len(champions) > MAX_CHAMPIONS:
        found.append(text.fault(("champions",), f"a team has {MAX_CHAMPIONS} champions at most, not {len(champions)}"))
    for index, key in enumerate(champions):
        if key in champions[:index]:
            found.append(text.fault(("champions", index), "this champion stands here twice", key))
    return found
