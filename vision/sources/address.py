"""Camera addresses: their parts, and a form that may be shown on screens, in errors, in logs and in file names."""

import re
from urllib.parse import SplitResult, urlsplit

from vision.errors import SourceError

HIDDEN = "…"
MASK = "•"
_ON_DISK = re.compile(r"(?i)\s*(?:file|images|recorded|sim|usb):")
_ORIGIN = re.compile(r"(?P<scheme>\s*[A-Za-z][\w+.-]*://)(?P<user>[^/?#]*@)?")
_SCHEME = re.compile(r"\s*[A-Za-z][\w+.-]*://?")
_SECRET = re.compile(
    r"(?i)(?P<name>[\w.-]*(?:pass|pwd|pw|user|usr|login|auth|token|key|secret|sid|sign)[\w.-]*)=[^&;/?#]*"
)
"""Matches parts of an address that carry credentials, in the query or, with some cameras, in the path."""


def without_password(address: str) -> str:
    """Returns an address without user name and password, and without what resembles them in its path and query.

    In a malformed address, the end of the password is unknown; in that case more of it is removed rather than less.

    Args:
        address: The text by which a person named a camera; it need not be an address.
    """
    if _ON_DISK.match(address):
        return address
    origin = _ORIGIN.match(address)
    scheme, rest = (origin["scheme"], address[origin.end() :]) if origin is not None else ("", address)
    head, at, tail = rest.rpartition("@")
    bare = f"{HIDDEN}@{tail}" if at and head else tail
    return scheme + _SECRET.sub(lambda found: f"{found['name']}={HIDDEN}", bare)


def masked(address: str) -> str:
    """Returns an address as it may be shown while it is typed: of the same length, with a dot for each secret letter.

    Before the `@` is typed, a password is known by the colon before it, unless digits behind a host make it a port.

    Args:
        address: What is typed so far; it need not be an address.
    """
    if _ON_DISK.match(address):
        return address
    origin = _SCHEME.match(address)
    begin = origin.end() if origin is not None else 0
    at = address.rfind("@", begin)
    end = at if at >= 0 else next((n for n in range(begin, len(address)) if address[n] in "/?#"), len(address))
    name, colon, secret = address[begin:end].partition(":")
    if at >= 0 and not colon:
        name, secret = "", name
    is_port = at < 0 and (not secret or (secret.isdigit() and ("." in name or name == "localhost")))
    shown = name + colon + (secret if is_port or name.startswith("[") else MASK * len(secret))
    query = _SECRET.sub(
        lambda found: f"{found['name']}={MASK * (len(found[0]) - len(found['name']) - 1)}", address[end:]
    )
    return address[:begin] + shown + query


def split_address(spec: str, default_port: int, example: str) -> tuple[SplitResult, str, int]:
    """Returns the parts of an address, its host and its port.

    Args:
        spec: `scheme://[name:password@]host[:port][/path]`.
        default_port: The port of an address that names none.
        example: A valid address, for the error.

    Raises:
        SourceError: If the text is not such an address.
    """
    try:
        parts = urlsplit(spec)
        host, port = parts.hostname, parts.port or default_port
    except ValueError as error:
        raise SourceError(
            f"{without_password(spec)!r} is no address of a camera: expected one such as {example}."
        ) from error
    if not host:
        raise SourceError(f"{without_password(spec)!r} names no camera: expected an address such as {example}.")
    return parts, host, port


def without_user(address: str) -> str:
    """Returns an address without the user name and password before its host; the rest is unchanged."""
    origin = _ORIGIN.match(address)
    return address if origin is None else origin["scheme"] + address[origin.end() :]
