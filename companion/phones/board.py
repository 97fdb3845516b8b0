"""What one kind of reader sees now, in sections that change one by one.

All phones that show the same seat in the same language share a board. Each section knows at which version it changed
last, so that the difference from any earlier version is at hand, and no history is kept.
"""

import asyncio
from dataclasses import dataclass

PAD_TO_BYTES = 2048
"""Messages are filled up to a multiple of this, so that their length tells nothing of what changed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a phone must change to be up to date.

    Attributes:
        version: What it has then.
        since: What it must have before; None for the whole.
        sections: HTML by the section's id; a section that is gone is empty.
    """

    version: int
    since: int | None
    sections: dict[str, str]


class Board:
    """The sections of one reader."""

    def __init__(self) -> None:
        self._sections: dict[str, str] = {}
        self._changed: dict[str, int] = {}
        self._version = 0
        self._stirred = asyncio.Event()

    @property
    def version(self) -> int:
        """Grows by one whenever anything on it changes, and only then."""
        return self._version

    @property
    def sections(self) -> dict[str, str]:
        """All that is on it."""
        return dict(self._sections)

    def put(self, sections: dict[str, str]) -> bool:
        """Replaces all that is on it; whether anything changed."""
        gone = {name: "" for name in self._sections if name not in sections}
        changed = {name: html for name, html in {**sections, **gone}.items() if self._sections.get(name, "") != html}
        if not changed:
            return False
        self._version += 1
        self._sections.update(changed)
        self._changed.update(dict.fromkeys(changed, self._version))
        self._stirred.set()
        self._stirred = asyncio.Event()
        return True

    def difference(self, since: int | None) -> Difference:
        """What changed since a version; the whole if that version is not known here."""
        if since is None or not 0 < since <= self._version:
            return Difference(self._version, None, self.sections)
        changed = {name: self._sections[name] for name, at in self._changed.items() if at > since}
        return Difference(self._version, since, changed)

    async def newer_than(self, version: int) -> None:
        """Waits until there is a newer version."""
        while self._version <= version:
            await self._stirred.wait()
