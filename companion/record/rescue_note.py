"""What a record that was rescued from a damaged file says of what is missing."""

import msgspec

from companion.record.errors import RecordError
from companion.record.store import Store

KEY = "rescued"


class RescueNote(msgspec.Struct, frozen=True):
    """What became of a damaged record.

    Attributes:
        kept: How many entries were kept: all before the first that was wrong.
        written: How many there had been, as far as the file or the one beside it tells; at least `kept`.
        why: What was wrong with the first entry that was not kept, in English.
        evidence: Digests, in hexadecimal, of evidence that is missing from the entries that were kept.
        seed_lost: Whether the seed of the shuffles is missing: the game can be seen, but no deck shuffled any more.
    """

    kept: int
    written: int
    why: str
    evidence: tuple[str, ...] = ()
    seed_lost: bool = False


def rescued_note(store: Store) -> RescueNote | None:
    """What a file says of its rescue; None if it was not rescued.

    Raises:
        RecordError: If the note cannot be read.
    """
    coded = store.about(KEY)
    if coded is None:
        return None
    try:
        return msgspec.json.decode(coded, type=RescueNote)
    except (msgspec.DecodeError, ValueError) as error:
        raise RecordError(f"{store.path} is damaged: what it says of its rescue cannot be read ({error}).") from error


def write_note(store: Store, rescued: RescueNote) -> None:
    """Keeps what was lost in the file.

    Raises:
        RecordError: If it cannot be written.
    """
    store.note(KEY, msgspec.json.encode(rescued))
