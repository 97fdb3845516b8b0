"""The interface of every source of dice."""

from collections.abc import AsyncIterator
from types import TracebackType
from typing import Protocol, Self

from hardware.events import DieEvent


class DiceError(Exception):
    """An error concerning dice that a person must know about: one clear sentence."""


class NoSuchDieError(DiceError):
    """The die is unknown to this source, or is not connected now."""


class CannotIdentifyError(DiceError):
    """Dice of this source cannot blink."""


class DiceSource(Protocol):
    """Dice of one kind over one kind of connection.

    A source is entered once (`async with`), reports nothing before that, and is closed on leaving: then `events` ends
    and none of its tasks remains. While it is open it stays connected to every die it may use, retries without end, and
    reports dice that are lost and dice that are back. On entering it raises only errors that no retry can cure, such as
    a missing library.

    Every source guarantees the following, and the contract tests check it:
        - The events of one die come in the order in which they happened; `Discovered` is its first, `Connected` comes
            before its first `RollStarted`, `Settled`, `Moved` or `Cocked`.
        - A roll is one `Settled` or one `Cocked`, never both, never twice, and always after a `RollStarted`.
        - After `Disconnected`, no event comes from that die before `Reconnected`, and a roll that began before
            `Disconnected` gives no result.
        - Damaged input gives no event.
    """

    @property
    def name(self) -> str:
        """Stable name of the kind of source, such as `pixels`; it is the prefix of its dice's ids."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def events(self) -> AsyncIterator[DieEvent]:
        """Yields the events of its dice as they happen; one listener gets everything since the source was entered."""
        ...

    async def identify(self, die: str) -> None:
        """Makes one die blink.

        Args:
            die: Its id.

        Raises:
            NoSuchDieError: If there is no such die now.
            CannotIdentifyError: If such dice cannot blink.
        """
        ...
