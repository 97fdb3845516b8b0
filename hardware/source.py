"""The one door to every kind of die."""

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Protocol, Self

from hardware.events import DieEvent


class DiceError(Exception):
    """Something about dice that a person must know: one clear sentence."""


class NoSuchDieError(DiceError):
    """The die is not known to this source, or not connected now."""


class CannotIdentifyError(DiceError):
    """Dice of this source have nothing to blink with."""


class DiceSource(Protocol):
    """Dice of one kind, over one way.

    A source is entered once (`async with`), told to nobody before that, and closed on leaving: then `events` ends and
    nothing of it runs on. While it is open it keeps every die it may have, retries for ever, and reports what is lost
    and what is back. It raises on entering only for what no patience mends, such as a missing library.

    What every source promises, and the contract tests check:
        - The events of one die come in the order in which they happened; `Seen` is its first, `Connected` comes before
          its first `Rolling`, `Settled`, `Moved` or `Cocked`.
        - A roll is one `Settled` or one `Cocked`, never both, never twice, and always after a `Rolling`.
        - After `Lost` nothing comes from that die before `Back`, and a roll that began before `Lost` gives no result.
        - Damaged input gives no event.
    """

    @property
    def name(self) -> str:
        """Stable name of the kind of source, such as `pixels`; it begins every id of its dice."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def events(self) -> AsyncIterator[DieEvent]:
        """What its dice do, as it happens; one listener, who gets everything since the source was entered."""
        ...

    async def identify(self, die: str) -> None:
        """Make one die show itself.

        Args:
            die: Its id.

        Raises:
            NoSuchDieError: If there is no such die now.
            CannotIdentifyError: If such dice cannot show themselves.
        """
        ...
