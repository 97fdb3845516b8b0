"""Files that people and other programs write, read within bounds of size, nesting and numbers."""

from companion.documents.errors import DocumentError, MissingDocumentError
from companion.documents.file_text import MAX_BYTES, read_bytes, read_head, read_text
from companion.documents.json_text import decode_json, parse_json, read_json
from companion.documents.toml_lines import Path, find_lines, line_of
from companion.documents.toml_text import TomlText, parse_toml

__all__ = [
    "MAX_BYTES",
    "DocumentError",
    "MissingDocumentError",
    "Path",
    "TomlText",
    "decode_json",
    "find_lines",
    "line_of",
    "parse_json",
    "parse_toml",
    "read_bytes",
    "read_head",
    "read_json",
    "read_text",
]
