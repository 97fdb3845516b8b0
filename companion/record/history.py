"""Which events count after undoing and redoing: a pure fold over entries.

Events are numbered from 1 in the order they were written. An undo names the number after which nothing counts any more,
among those that count now; a redo takes the last undo back. Nothing is ever deleted.
"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class History:
    """The numbers of the events that count, as entries come.

    Attributes:
        counting: Numbers of the events that count, in order.
        written: How many events were written.
        undone: What counted before each undo that may still be taken back, the last one last.
    """

    counting: list[int] = field(default_factory=list)
    written: int = 0
    undone: list[list[int]] = field(default_factory=list)

    def add(self, events: int) -> list[int]:
        """Takes events that were written; returns their numbers. What was undone before can no longer be redone."""
        numbers = list(range(self.written + 1, self.written + events + 1))
        self.written += events
        self.counting += numbers
        self.undone.clear()
        return numbers

    def undo(self, to: int) -> None:
        """Nothing after event `to` counts any more.

        Raises:
            ValueError: If that event does not count now; 0, the beginning, always does.
        """
        if to != 0 and to not in self.counting:
            raise ValueError(f"event {to} does not count now")
        self.undone.append(self.counting)
        self.counting = [number for number in self.counting if number <= to]

    def redo(self) -> None:
        """Takes the last undo back.

        Raises:
            ValueError: If nothing was undone since the last command.
        """
        if not self.undone:
            raise ValueError("nothing was undone since the last command")
        self.counting = self.undone.pop()
