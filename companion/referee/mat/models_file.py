"""Models in a file beside the record: what was learned at the table outlives the program.

It tells nothing of the game, so it is no part of the record: a file that is lost is learned anew from where things lie.
"""

import logging
from pathlib import Path
from types import MappingProxyType

import msgspec

from companion.documents import DocumentError, MissingDocumentError, decode_json, read_bytes
from companion.record.private_file import write_private
from companion.referee.mat.models import Miniature, Models

log = logging.getLogger(__name__)

SCHEMA = 1


class _ModelsDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: int
    models: dict[str, str]
    shown: dict[str, Miniature] = {}


def models_beside(record: Path) -> Path:
    """The file of a game's models."""
    return record.with_name(f"{record.name}.models")


def read_models(path: Path) -> Models:
    """The models that a file keeps; none if there is no file, or none that can be read."""
    try:
        kept = decode_json(read_bytes(path), _ModelsDocument)
    except MissingDocumentError:
        return Models()
    except DocumentError as error:
        log.warning("models_not_read path=%s error=%s", path, error)
        return Models()
    if kept.schema != SCHEMA or len(set(kept.models.values())) < len(kept.models):
        log.warning("models_not_read path=%s schema=%d", path, kept.schema)
        return Models()
    return Models(MappingProxyType(kept.models), MappingProxyType(kept.shown))


def write_models(path: Path, models: Models) -> None:
    """Puts the models into the file, whole or not at all.

    Raises:
        OSError: If it cannot be written; the file is as it was.
    """
    data = msgspec.json.format(
        msgspec.json.encode(_ModelsDocument(SCHEMA, dict(models.of), dict(models.shown))), indent=2
    )
    write_private(path, data)
