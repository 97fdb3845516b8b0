"""JSON within bounds."""

import json
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from companion.documents.bounds import DEEPEST, first_excess, named
from companion.documents.errors import DocumentError
from companion.documents.file_text import MAX_BYTES, decoded, read_bytes

_Kind = TypeVar("_Kind")


def read_json(path: Path, most_bytes: int = MAX_BYTES) -> object:
    """The JSON in a file, as `json.loads` gives it.

    Raises:
        DocumentError: If it cannot be read, is no JSON, or goes beyond the bounds of `companion.documents.bounds`.
    """
    return parse_json(read_bytes(path, most_bytes))


def parse_json(data: bytes) -> object:
    """The JSON in some bytes, as `json.loads` gives it.

    Raises:
        DocumentError: If they are no JSON, or go beyond the bounds of `companion.documents.bounds`.
    """
    try:
        document: object = json.loads(decoded(data), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise DocumentError(f"is not JSON: {error.msg}", error.lineno) from error
    except RecursionError:
        raise DocumentError(f"its lists and objects stand too deep in one another; {DEEPEST} is the most") from None
    except ValueError as error:
        if isinstance(error, DocumentError):
            raise
        raise DocumentError("holds a number of thousands of digits; write a shorter one") from error
    excess = first_excess(document)
    if excess is not None:
        path, sentence = excess
        raise DocumentError(f"{named(path)}: {sentence}")
    return document


def decode_json(data: bytes, kind: type[_Kind]) -> _Kind:
    """The JSON in some bytes, as a value of a type that msgspec knows.

    Raises:
        DocumentError: If it is no such thing, or goes beyond the bounds of `companion.documents.bounds`.
    """
    document = parse_json(data)
    try:
        return msgspec.convert(document, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise DocumentError(f"is not written as it should be: {error}") from error


def _no_constant(name: str) -> NoReturn:
    raise DocumentError(f"{name} is no JSON number")
