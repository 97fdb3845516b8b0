"""Addresses of cameras as they may be shown: on screens, in errors, in logs and in names of files."""

import re

HIDDEN = "…"
_ON_DISK = re.compile(r"(?i)\s*(?:file|images|recorded|sim|usb):")
_ORIGIN = re.compile(r"(?P<scheme>\s*[A-Za-z][\w+.-]*://)(?P<user>[^/?#]*@)?")
_SECRET = re.compile(
    r"(?i)(?P<name>[\w.-]*(?:pass|pwd|pw|user|usr|login|auth|token|key|secret|sid|sign)[\w.-]*)=[^&;/?#]*"
)
"""What cameras are told about who asks, in the query or, as some want it, in the path."""


def without_password(address: str) -> str:
    """An address without name and password, and without what looks like one in its path and query.

    Of a broken address nobody knows where its password ends: less of it is shown rather than more.

    Args:
        address: Whatever a person wrote to name a camera; need not be an address.
    """
    if _ON_DISK.match(address):
        return address
    origin = _ORIGIN.match(address)
    scheme, rest = (origin["scheme"], address[origin.end() :]) if origin is not None else ("", address)
    head, at, tail = rest.rpartition("@")
    bare = f"{HIDDEN}@{tail}" if at and head else tail
    return scheme + _SECRET.sub(lambda found: f"{found['name']}={HIDDEN}", bare)


def without_user(address: str) -> str:
    """An address without the name and the password before its host; all else is as it was."""
    origin = _ORIGIN.match(address)
    return address if origin is None else origin["scheme"] + address[origin.end() :]
