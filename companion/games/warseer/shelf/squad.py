"""Squads: a Hero with the Characters of the War Camp, in a TOML file of their own (W-GEN-02, W-CARD-14)."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from companion.cards.errors import Fault
from companion.cards.text import Text
from companion.documents import Path, line_of
from companion.games.kit.deck_file import key_in_full, read_deck

MAX_CARDS = 60
"""In a list of a file; no Hero leads nearly as many."""


class _File(msgspec.Struct, frozen=True):
    """A squad as written."""

    schema: int
    hero: str
    characters: tuple[str, ...] = ()
    minion: str = ""
    terrain: tuple[str, ...] = ()
    skirmish: tuple[str, ...] = ()
    injured: tuple[str, ...] = ()
    improvements: tuple[str, ...] = ()
    name: dict[str, str] = {}
    pack: str = ""


@dataclass(frozen=True, slots=True)
class Squad:
    """What a player brings to a game.

    Attributes:
        file: Where it was read.
        names: By language; may be empty.
        hero: Key of the Hero.
        characters: Keys of the Characters of the War Camp.
        minion: Key of the Minion card; empty for that of the faction.
        terrain: Keys of Unique Terrains that the player may place (W-TER-03).
        skirmish: Keys of the 3 Buildings and 3 Relics of a Skirmish (W-SKIR-04); empty for the first that there are.
        injured: Of a Tournament: keys of the Characters who enter with 1 Health left (W-INJ-09).
        improvements: Of a Tournament: keys of the Relics and Tactics among the Improvement cards of the War Camp
            (W-IMP-09, W-IMP-13).
        lines: Where in the file everything stands.
    """

    file: str
    names: Mapping[str, str]
    hero: str
    characters: tuple[str, ...]
    minion: str
    terrain: tuple[str, ...]
    skirmish: tuple[str, ...]
    injured: tuple[str, ...]
    improvements: tuple[str, ...]
    lines: Mapping[Path, int]

    def line(self, *path: str | int) -> int:
        """Where a part of it stands."""
        return line_of(self.lines, path)


def squad_of(text: Text) -> Squad:
    """A squad as its file writes it. Whether it may be played is another question: `squad_faults`.

    Raises:
        DeckError: If it is not written as a squad, with every mistake in it.
    """
    written = read_deck(text, _File, "squads", _faults)

    def full(key: str) -> str:
        return key_in_full(key, written.pack)

    return Squad(
        text.file,
        written.name,
        full(written.hero),
        tuple(map(full, written.characters)),
        full(written.minion),
        tuple(map(full, written.terrain)),
        tuple(map(full, written.skirmish)),
        tuple(map(full, written.injured)),
        tuple(map(full, written.improvements)),
        text.toml.lines,
    )


def _faults(text: Text) -> list[Fault]:
    lists = ("characters", "terrain", "skirmish", "injured", "improvements")
    long = (name for name in lists if len(text.data.get(name, ())) > MAX_CARDS)
    return [text.fault((name,), f"{MAX_CARDS} cards may stand here at most") for name in long]
