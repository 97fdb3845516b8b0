"""A TOML file as it was read, so that every mistake in it can be told with its line."""

from dataclasses import dataclass
from pathlib import Path as File
from pathlib import PurePath
from typing import Any

from companion.cards.errors import Fault, FileError
from companion.documents import DocumentError, Path, TomlText, parse_toml, read_text


@dataclass(frozen=True, slots=True)
class Text:
    """A file as read, with the place of everything in it."""

    file: str
    toml: TomlText

    @property
    def data(self) -> dict[str, Any]:
        """What it says."""
        return self.toml.data

    def fault(self, path: Path, sentence: str, card: str = "") -> Fault:
        """A mistake at a place of this file."""
        return Fault(self.file, self.toml.line(path), card, sentence)


def plain_name(file: str) -> str:
    """A file's name without its folder and endings."""
    return PurePath(file).name.partition(".")[0]


def read_toml(path: File) -> Text:
    """Reads a TOML file.

    Raises:
        FileError: If it cannot be read, is not UTF-8 or is not TOML.
    """
    try:
        return Text(str(path), parse_toml(read_text(path)))
    except DocumentError as error:
        raise FileError((Fault(str(path), error.line, "", str(error)),)) from error
