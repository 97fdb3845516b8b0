"""What can be wrong with a record; each error is one sentence for people."""


class RecordError(Exception):
    """A record cannot be opened, read or written."""


class DamagedError(RecordError):
    """The file of a record was cut or changed, so that some of it cannot be read at all."""


class NewerError(RecordError):
    """A record was written by a newer program, or by newer rules, than this one."""


class TamperedError(RecordError):
    """A record is not what was written: something was changed, dropped, swapped or added.

    Attributes:
        entry: Number of the first entry that is wrong.
        after: Number of the last event before that entry; None where that was not made out.
        count: How many events it has; 0 for an entry without any, or one that cannot be read.
        why: What is wrong.
    """

    def __init__(self, entry: int, why: str, after: int | None = None, count: int = 0) -> None:
        self.entry, self.after, self.count, self.why = entry, after, count, why
        super().__init__(f"entry {entry}{self._events()} is not as it was written: {why}")

    def _events(self) -> str:
        if self.after is None:
            return ""
        first, last = self.after + 1, self.after + self.count
        return (
            f" (events {first} to {last})"
            if first < last
            else f" (event {first})"
            if self.count
            else (f" (after event {self.after})")
        )
