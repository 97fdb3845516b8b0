"""What the player chose last, kept from one evening to the next in a file of the user's.

A file that cannot be read costs one sentence and the usual settings, and is put aside before it is written over: what
somebody wrote by hand is never lost.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import platformdirs

from companion.documents import DocumentError, MissingDocumentError, parse_toml, read_text
from companion.games.first import FIRST
from companion.games.options import Chosen, Option
from companion.games.registry import GameError, game_called
from companion.games.shelf import Shelf
from companion.record.private_file import make_private_folder, write_private
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import Strictness
from companion.tablet.look.choices import LetterSize, Volume
from companion.texts import Language

FILE = "settings.toml"
ASIDE = ".unread"
"""Ending of a file that could not be read and was put aside."""
MAX_PLAYERS = 4

MAX_ITEMS = {"packs": 64, "guide_taken": 64}
"""Of lines that may be longer than there are players."""

MAX_CLOCK_S = 24 * 3600.0
"""No pause and no clock of an evening is longer."""
FINGERS = "fingers"
WORDS: dict[str, type[StrEnum]] = {
    "language": Language,
    "letters": LetterSize,
    "volume": Volume,
    "confirm": ConfirmMode,
    "strictness": Strictness,
}
"""The words that some settings may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered.

    Attributes:
        language: Of all screens; None for the system's.
        light: Whether the screen is light; else it is dark.
        apart: Whether players have the colours that colour-blind people tell apart best.
        full_screen: Whether the window fills the display.
        animations: Whether cards and dice move on the screen.
        letters: How large letters are.
        sounds: Whether sounds are made.
        volume: How loud they are.
        camera: As the player names it; empty before the first was chosen.
        table: The table file; empty for what the camera brings, or for the set that is printed when none is named.
        dice: The dice, as `--dice` names them; `fingers` for none but those, empty for those of the last time.
        symbols: What the numbers 1 to 6 of a die stand for; empty for what they usually do.
        confirm: How much of what is seen has to be confirmed.
        strictness: How strict the referee is.
        pause_s: How long everybody waits where a hidden card might be met.
        limit_s: How long a new game may last; 0 for no limit.
        each_s: How long each player of a new game may think; 0 for no limit.
        game: Which game is played.
        chosen: Of that game's options, as far as something was chosen.
        players: Names, in clockwise order; empty for a seat that keeps its own name.
        decks: Shipped ones or files, in the same order.
        cardboard: Seats whose decks are of cardboard.
        print_asked: Table whose print set-up asked about last; empty before it asked.
        guided: Whether the guided first game was played or skipped.
        guide_game: The file of the game that the guide led through last; empty for none.
        guide_taken: Keys of the guide's steps that were taken in it.
        last_game: The file of the game that was played last; empty for none.
        last_camera: The camera over it.
        last_table: Its table file, as `table`.
    """

    language: Language | None = None
    light: bool = False
    apart: bool = False
    full_screen: bool = False
    animations: bool = True
    letters: LetterSize = LetterSize.USUAL
    sounds: bool = True
    volume: Volume = Volume.USUAL
    camera: str = ""
    table: str = ""
    dice: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    confirm: str = "all"
    strictness: str = "referee"
    pause_s: float = 4.0
    limit_s: float = 0.0
    each_s: float = 0.0
    game: str = FIRST
    chosen: Chosen = field(default_factory=dict)
    players: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    cardboard: tuple[str, ...] = ()
    print_asked: str = ""
    guided: bool = False
    guide_game: str = ""
    guide_taken: tuple[str, ...] = ()
    last_game: str = ""
    last_camera: str = ""
    last_table: str = ""
    strange: Mapping[str, Any] = field(default_factory=dict)
    """Lines of the file that this version does not know; they are written back as they were."""

    def with_game(self, game: str) -> "Settings":
        """The settings for another game: what was chosen for it last, and what was chosen for this one kept."""
        return self if game == self.game else _read(_data(self) | {"game": game})[0]

    @property
    def dice_named(self) -> tuple[str, ...] | None:
        """The dice as a game is told them; None for those of the last time."""
        return tuple(word for word in self.dice if word != FINGERS) if self.dice else None


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings, and what could not be read of their file.

    Attributes:
        settings: As far as they could be read; else as usual.
        unread: The file, where it or part of it could not be read; else None.
        parts: Names of the lines that mean nothing; empty where the whole file could not be read.
    """

    settings: Settings
    unread: Path | None = None
    parts: tuple[str, ...] = ()


def settings_file() -> Path:
    """Where settings are kept, in the user's data folder, as calibrations are."""
    return Path(platformdirs.user_data_path("companion")) / FILE


def load(path: Path) -> LoadedSettings:
    """Reads settings; a file that is not there means the usual ones."""
    try:
        data = parse_toml(read_text(path), finite=False).data
    except MissingDocumentError:
        return LoadedSettings(Settings())
    except DocumentError:
        return LoadedSettings(Settings(), path)
    settings, bad = _read(data)
    return LoadedSettings(settings, path if bad else None, bad)


def save(path: Path, settings: Settings) -> None:
    """Writes settings so that a crash leaves the old file or the new one.

    Raises:
        OSError: If they cannot be written.
    """
    make_private_folder(path.parent)
    if load(path).unread is not None:
        path.replace(path.with_name(path.name + ASIDE))
    write_private(path, _text(settings).encode())


OWN = frozenset({"strange", "chosen"})
"""Fields that are no lines of their own."""

OF_GAME = ("decks", "packs", "symbols")
"""Lines that each game has of its own, besides its options."""


def _read(data: Mapping[str, Any]) -> tuple[Settings, tuple[str, ...]]:
    """Settings out of the lines of a file, and the names of those that mean nothing."""
    game, shelf = _game(data.get("game", FIRST))
    options = {_line(game, each.key): each for each in shelf.options(Language.ENGLISH)}
    names = {_line(game, name) if name in OF_GAME else name: name for name in _FIELDS}
    taken = {line: _taken(name, data[line], shelf) for line, name in names.items() if line in data}
    chosen = {line: _chosen(option, data[line]) for line, option in options.items() if line in data}
    bad = tuple(sorted(line for line, value in (taken | chosen).items() if value is None))
    settings = replace(
        Settings(),
        **({names[line]: value for line, value in taken.items() if value is not None} | {"game": game}),
        chosen={options[line].key: value for line, value in chosen.items() if value is not None},
        strange={line: value for line, value in data.items() if line not in (*names, *options) and _plain(value)},
    )
    return settings, bad if game == data.get("game", game) else tuple(sorted((*bad, "game")))


_FIELDS = tuple(each.name for each in fields(Settings) if each.name not in OWN)


def _data(settings: Settings) -> dict[str, Any]:
    """The lines of a file."""
    game = settings.game
    own = {
        _line(game, name) if name in OF_GAME else name: value
        for name in _FIELDS
        if (value := getattr(settings, name)) is not None
    }
    lines = {name: list(value) if isinstance(value, tuple) else value for name, value in own.items()}
    for option in _game(game)[1].options(Language.ENGLISH):
        if option.key in settings.chosen:
            chosen = settings.chosen[option.key]
            lines[_line(game, option.key)] = list(chosen) if option.several else chosen[0]
    return lines | dict(settings.strange)


def _line(game: str, name: str) -> str:
    """What a line of one game is called; those of the first game had no other beside them."""
    return name if game == FIRST else f"{game}.{name}"


def _game(name: object) -> tuple[str, Shelf]:
    """The game of that name; the first one where there is none."""
    try:
        return str(name), game_called(str(name)).shelf
    except GameError:
        return FIRST, game_called(FIRST).shelf


def _chosen(option: Option, value: object) -> tuple[str, ...] | None:
    """What was chosen; None where the option has no such choice."""
    words = value if option.several else [value]
    fits = isinstance(words, list) and all(each in option.keys for each in words)
    return tuple(words) if fits and isinstance(words, list) else None


def _taken(name: str, value: object, shelf: Shelf) -> Any:  # noqa: ANN401 (of the field's own type)
    """A value as its field holds it; None where it does not fit."""
    usual = getattr(Settings(), name)
    if name == "symbols":
        return _symbols(value, shelf)
    if name in WORDS:
        kind = WORDS[name]
        return kind(value) if isinstance(value, str) and value in set(kind) else None
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else None
    if isinstance(usual, float):
        return _length_s(value)
    if isinstance(usual, tuple):
        fits = (
            isinstance(value, list)
            and len(value) <= MAX_ITEMS.get(name, MAX_PLAYERS)
            and all(isinstance(each, str) for each in value)
        )
        return tuple(value) if fits and isinstance(value, list) else None
    return value if isinstance(value, str) else None


def _symbols(value: object, shelf: Shelf) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    kinds = [each for each in shelf.dice().values() if len(each.faces) == len(value)]
    whole = not value or any(all(each in kind.faces for each in value) for kind in kinds)
    return tuple(value) if whole else None


def _length_s(value: object) -> float | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(value) if 0 <= value <= MAX_CLOCK_S else None


def _text(settings: Settings) -> str:
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in _data(settings).items())


def _plain(value: object) -> bool:
    """Whether we can write it again."""
    return isinstance(value, str | bool | int | float) or (isinstance(value, list) and all(map(_plain, value)))


def _key(name: str) -> str:
    return name if name.isascii() and name.replace("_", "").replace("-", "").isalnum() else _value(name)


def _value(value: object) -> str:
    """A plain value in TOML, whose strings are those of JSON but for one character."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
