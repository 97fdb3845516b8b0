"""Where everything stands on a mat that is only in the computer, in a file beside the record.

What is on a real table stands there in the morning; what is only in the computer has to be kept. The file also tells
that the game is played on such a mat. It is no part of the record: without it, models stand where the record has them.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from companion.documents import DocumentError, MissingDocumentError, decode_json, read_bytes
from companion.record.private_file import write_private

log = logging.getLogger(__name__)

SCHEMA = 1


FAR_MM = 10_000.0
"""Nothing that was laid anywhere on a mat, or beside it, is farther from its corner."""

Place = Annotated[float, msgspec.Meta(ge=-FAR_MM, le=FAR_MM)]


class Pose(msgspec.Struct, frozen=True):
    """Where a base or template stands: the point of the mat under its origin, counter-clockwise from the x axis.

    `snapped` says that the program chose the place, such as one at the side, and no finger did. `tie` names the error
    of a place that a finger chose; what the program then laid against it has the same.
    """

    x_mm: Place
    y_mm: Place
    angle_rad: float = 0.0
    snapped: bool = False
    tie: str = ""


Poses = Mapping[str, Pose]
"""By the piece's id in the table's layout."""


class _MatDocument(msgspec.Struct, frozen=True):
    schema: int
    mat: str
    pieces: dict[str, Pose]
    table: str = ""


def mat_beside(record: Path) -> Path:
    """The file of a game's mat."""
    return record.with_name(f"{record.name}.mat")


def mat_of(record: Path) -> str:
    """The camera's name of the mat in the computer on which a game is played; empty where it is a real one."""
    kept = _read(mat_beside(record))
    return "" if kept is None else kept.mat


def table_of(record: Path, mat: str) -> Path | None:
    """The table file with which a game was played on a mat in the computer; None where the mat brought its own.

    Args:
        record: The file of the game.
        mat: The camera's name of the mat; what was kept for another one is not meant.
    """
    kept = _read(mat_beside(record))
    return Path(kept.table) if kept is not None and kept.table and _table(kept.mat) == _table(mat) else None


@dataclass(frozen=True, slots=True)
class MatFile:
    """The file of one mat.

    Attributes:
        path: Where it lies.
        mat: The camera's name of the mat, such as `sim:match`.
        table: The table file that says what is on it; None where the mat brings its own.
    """

    path: Path
    mat: str
    table: Path | None = None

    def read(self) -> Poses | None:
        """Where everything stands; None where that was not kept, or for another mat."""
        kept = _read(self.path)
        return None if kept is None or _table(kept.mat) != _table(self.mat) else kept.pieces

    def write(self, poses: Poses) -> None:
        """Keeps where everything stands; what cannot be written is logged, and stands there until the program ends."""
        table = "" if self.table is None else str(self.table.absolute())
        try:
            write_private(self.path, msgspec.json.encode(_MatDocument(SCHEMA, self.mat, dict(poses), table)))
        except OSError:
            log.exception("mat_not_written")

    def forget(self) -> None:
        """The game is played on a real mat from now on."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError:
            log.exception("mat_not_forgotten")


def _table(mat: str) -> str:
    """Which table it is, however it is looked at."""
    return re.split("[@?]", mat, maxsplit=1)[0]


def _read(path: Path) -> _MatDocument | None:
    try:
        kept = decode_json(read_bytes(path), _MatDocument)
    except MissingDocumentError:
        return None
    except DocumentError as error:
        log.warning("mat_not_read path=%s error=%s", path, error)
        return None
    return kept if kept.schema == SCHEMA else None
