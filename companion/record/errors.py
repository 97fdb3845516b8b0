"""What can be wrong with a record; each error is one sentence for people."""


class RecordError(Exception):
    """A record cannot be opened, read or written."""


class TamperedError(RecordError):
    """A record is not what was written: something was changed, dropped, swapped or added.

    Attributes:
        entry: Number of the first entry that is wrong.
    """

    def __init__(self, entry: int, why: str) -> None:
        self.entry = entry
        super().__init__(f"entry {entry} is not as it was written: {why}")
