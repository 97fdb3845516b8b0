"""A place for one thing: the newest. What nobody fetched in time is replaced, never queued."""

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Mailbox(Generic[Item]):
    """Hands the newest item from one thread to another."""

    def __init__(self) -> None:
        # A deque of one is the slot: its append drops the older item and is atomic.
        self._items: deque[Item] = deque(maxlen=1)

    def put(self, item: Item) -> None:
        """Leaves an item in place of the one that lay there."""
        self._items.append(item)

    def take(self) -> Item | None:
        """The item that lies there, which then lies there no more; None if there is none."""
        try:
            return self._items.pop()
        except IndexError:
            return None
