"""One entry of a record, and the hashes that chain entries together.

An entry's hash covers everything in it and the hash of the one before, so that nothing can be changed, dropped, swapped
or put in between without every later hash being wrong. The digest of the state after the entry stands in it as well:
snapshots are held against it, and a fold that goes another way shows at once.
"""

import hashlib
from typing import Literal

import msgspec

Kind = Literal["begin", "command", "undo", "redo", "reveal"]

FIRST = bytes(32)
"""The hash before the first."""


class Evidence(msgspec.Struct, frozen=True):
    """What backs a roll or a verdict: a raw packet or a picture, by the SHA-256 of its bytes.

    Attributes:
        name: What it is, such as `die-3.packet` or `tray.jpg`.
        digest: SHA-256 of the bytes.
    """

    name: str
    digest: bytes


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What is written at once.

    Attributes:
        number: From 0.
        kind: `begin` with the setup; `command` with its events; `undo` and `redo` by the number of events that count
            afterwards; `reveal` with the seed.
        at: Wall time, ISO 8601 in UTC.
        actor: Who gave it.
        edition: Edition of the rules.
        rules: Which version of the program's rules decided it (`Game.rules_version`); 0 for entries from before that
            was written, whose states were digested with their defaults.
        body: JSON of the command, the setup, or what an undo names.
        events: JSON of the events, one each.
        evidence: What backs it.
        state: SHA-256 of the canonical form of the state afterwards.
        before: Hash of the entry before.
        hash: Hash of this one.
    """

    number: int
    kind: Kind
    at: str
    actor: str
    edition: str
    rules: int = 0
    body: bytes
    events: tuple[bytes, ...]
    evidence: tuple[Evidence, ...]
    state: bytes
    before: bytes
    hash: bytes = b""

    def sealed(self) -> "Entry":
        """The entry with its hash."""
        return msgspec.structs.replace(self, hash=self.true_hash())

    def true_hash(self) -> bytes:
        """SHA-256 over all fields, each with its length before it."""
        parts = [
            str(self.number).encode(),
            self.kind.encode(),
            self.at.encode(),
            self.actor.encode(),
            self.edition.encode(),
            self.body,
            *self.events,
            *(part for each in self.evidence for part in (each.name.encode(), each.digest)),
            self.state,
            self.before,
        ]
        counts = f"{len(self.events)},{len(self.evidence)}"
        if self.rules:
            counts += f",{self.rules}"
        whole = hashlib.sha256()
        for part in (counts.encode(), *parts):
            whole.update(len(part).to_bytes(8, "big"))
            whole.update(part)
        return whole.digest()


def digest(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()
