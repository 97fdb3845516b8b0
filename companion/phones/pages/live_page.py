"""What one kind of reader sees now, in sections that change one by one.

All phones that show the same seat in the same language share a board. Each section knows at which version it changed
last, so that the difference from any earlier version is at hand, and no history is kept.
"""

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count

import msgspec

from companion.phones.link.tick import Tick
from companion.phones.pages.reader import Reader

log = logging.getLogger(__name__)

PAD_TO_BYTES = 2048
"""Messages are filled up to a multiple of this, so that their length tells nothing of what changed."""

MAX_ENCODED = 64
"""Messages of one version that are kept at hand."""


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


class LivePage:
    """The sections of one reader.

    Attributes:
        epoch: Names this page, within which its versions count: one that was forgotten and is made anew, or another
            reader's, has another name, so that no phone misses what changed by a version that both have.
    """

    def __init__(self, epoch: str = "epoch") -> None:
        """Begins with nothing on it.

        Args:
            epoch: See the attribute.
        """
        self.epoch = epoch
        self._sections: dict[str, str] = {}
        self._changed: dict[str, int] = {}
        self._version = 0
        self._coded: dict[int | None, bytes] = {}
        self.watchers: dict[Callable[[], None], None] = {}
        """Called whenever there is a new version; must return at once, and not raise."""

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
        self._coded.clear()
        for watcher in tuple(self.watchers):
            watcher()
        return True

    def difference(self, since: int | None) -> Difference:
        """What changed since a version; the whole if that version is not known here."""
        if since is None or not 0 < since <= self._version:
            return Difference(self._version, None, self.sections)
        changed = {name: self._sections[name] for name, at in self._changed.items() if at > since}
        return Difference(self._version, since, changed)

    def message(self, since: int | None) -> bytes:
        """What changed since a version, as JSON in one line; made once for all phones that need the same.

        Args:
            since: What the phone has; None for nothing.
        """
        known = since if since is not None and 0 < since <= self._version else None
        if known not in self._coded:
            if len(self._coded) >= MAX_ENCODED:
                self._coded.clear()
            difference = self.difference(known)
            self._coded[known] = padded(
                {
                    "epoch": self.epoch,
                    "version": difference.version,
                    "since": difference.since,
                    "sections": difference.sections,
                }
            )
        return self._coded[known]


class LivePages:
    """The boards of all kinds of readers, made anew when something is shown.

    All boards of one change are made before any shows it, one in each turn of the loop; `tick` says when, and lets all
    phones hear of it together.

    Attributes:
        run: Names the run of the program.
        tick: When boards are made, and when what phones are told leaves.
    """

    def __init__(self, render: Callable[[Reader], dict[str, str]]) -> None:
        """Begins without boards.

        Args:
            render: Tells all that a reader sees now.
        """
        self._render = render
        self.run = secrets.token_hex(4)
        self._boards: dict[Reader, LivePage] = {}
        self._begun = count(1)
        self.tick = Tick(self._make_all)

    def of(self, reader: Reader) -> LivePage:
        """A reader's board, as it was made last; of a new kind of reader it is made now."""
        board = self._boards.get(reader)
        if board is None:
            board = self._boards[reader] = LivePage(f"{self.run}-{next(self._begun)}")
            board.put(self._made(reader) or {})
        return board

    def notify(self) -> None:
        """Something new is shown: all boards are made anew soon."""
        if self._boards:
            self.tick.want()

    def keep(self, boards: Iterable[LivePage]) -> None:
        """Forgets the boards that nobody needs any more."""
        needed = {id(board) for board in boards}
        self._boards = {
            reader: board for reader, board in self._boards.items() if board.watchers or id(board) in needed
        }

    def _make_all(self) -> Iterator[None]:
        made = []
        for reader, board in tuple(self._boards.items()):
            made.append((board, self._made(reader)))
            yield
        for board, sections in made:
            if sections is not None:
                board.put(sections)

    def _made(self, reader: Reader) -> dict[str, str] | None:
        """All that a reader sees now; None where the page cannot be made, which must not stop the others'."""
        try:
            return self._render(reader)
        except Exception:
            log.exception("not_rendered")
            return None


def padded(message: dict[str, object]) -> bytes:
    """A message as JSON in one line, filled up to a multiple of `PAD_TO_BYTES`."""
    bare = msgspec.json.encode({**message, "pad": ""})
    return bare[:-2] + b" " * (-len(bare) % PAD_TO_BYTES) + bare[-2:]
