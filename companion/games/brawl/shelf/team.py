"""Teams: the champions that a player brings, in a TOML file of their own."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

import msgspec

from companion.cards.errors import DeckError, Fault
from companion.cards.languages import text_mistakes
from companion.cards.pack import SCHEMA
from companion.cards.shape import MAX_MISTAKES, mistakes_in
from companion.cards.text import Text
from companion.documents import Path, line_of

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
    found = islice(mistakes_in(text.data, _File), MAX_MISTAKES)
    faults = [text.fault(where, sentence) for where, sentence in found] or _faults(text)
    if faults:
        raise DeckError(tuple(sorted(faults, key=lambda each: each.line)))
    written = msgspec.convert(text.data, _File)
    full = (key if "/" in key or not written.pack else f"{written.pack}/{key}" for key in written.champions)
    return Team(text.file, written.name, tuple(full), text.toml.lines)


def _faults(text: Text) -> list[Fault]:
    data = text.data
    found = [text.fault(where, said) for where, said in text_mistakes(data.get("name", {}), ("name",))]
    if data["schema"] != SCHEMA:
        found.append(text.fault(("schema",), f"this program reads teams of schema {SCHEMA}, not {data['schema']}"))
    champions = data["champions"]
    if len(champions) > MAX_CHAMPIONS:
        found.append(text.fault(("champions",), f"a team has {MAX_CHAMPIONS} champions at most, not {len(champions)}"))
    for index, key in enumerate(champions):
        if key in champions[:index]:
            found.append(text.fault(("champions", index), "this champion stands here twice", key))
    return found
