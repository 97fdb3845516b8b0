"""What players have set for one game, beside its record: dice of the evening, strictness, clocks.

None of it changes what the record says; all of it is as it was when the game goes on.
"""

import logging
from pathlib import Path

import msgspec

from companion.documents import DocumentError, MissingDocumentError, decode_json, read_bytes
from companion.record.private_file import write_private
from companion.record.record import Record
from companion.referee.api.table_intents import Strictness

log = logging.getLogger(__name__)


class TableSettings(msgspec.Struct, frozen=True):
    """What is set.

    Attributes:
        game: Name of the game that it is set for, which no other has.
        dice: Dice of this evening, each as `--dice` names it.
        symbols: What the numbers of a die stand for in a game with one kind of die; empty for what they usually do.
        typed_faces: Whether faces that a person enters are accepted.
        strictness: How much the referee says and forbids.
        limit_s: How long the game may last; None for no limit.
        each_s: How long each player may think; None for no limit.
        used_s: How long the game has lasted so far.
        seats_s: The time that each player has used so far.
        paused: Whether the players have stopped the clocks.
    """

    game: str = ""
    dice: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    typed_faces: bool = True
    strictness: Strictness = Strictness.REFEREE
    limit_s: float | None = None
    each_s: float | None = None
    used_s: float = 0.0
    seats_s: dict[str, float] = {}
    paused: bool = False


def settings_beside(record: Path) -> Path:
    """The file of a game's settings."""
    return record.with_name(f"{record.name}.table")


def name_of_game(record: Record) -> str:
    """A name that no other game has: the hash of its first entry covers all that it began with, its seed among it."""
    return next(record.entries()).hash.hex()


class SettingsFile:
    """The settings of one game; used by one thread."""

    def __init__(self, path: Path, game: str) -> None:
        """Reads what is there; a file that is missing, damaged or another game's leaves everything as it is at first.

        Args:
            path: The file.
            game: Name of the game, which no other has.
        """
        self._path = path
        self._settings = TableSettings(game=game)
        try:
            found = decode_json(read_bytes(path), TableSettings)
            if found.game == game:
                self._settings = found
        except MissingDocumentError:
            pass
        except DocumentError as error:
            log.warning("settings_not_read path=%s error=%s", path, error)

    @property
    def now(self) -> TableSettings:
        """What is set now."""
        return self._settings

    def change(self, **changes: object) -> None:
        """Sets something; what cannot be written holds all the same until the program ends."""
        self._settings = msgspec.structs.replace(self._settings, **changes)
        try:
            write_private(self._path, msgspec.json.encode(self._settings))
        except OSError:
            log.exception("settings_not_written")
