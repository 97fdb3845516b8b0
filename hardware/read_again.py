"""Reads a face again from the raw data that came with it, so that a face and its proof can be compared at any time."""

from collections.abc import Iterable

from hardware import app_dice, virtual
from hardware.events import EvidenceKind, Settled
from hardware.makes import MAKES, DiceMake

_AS_RECEIVED = frozenset({EvidenceKind.PACKET, EvidenceKind.LINE})


def faces_told(
    die: str, kind: str | None, evidence: EvidenceKind, data: bytes, makes: Iterable[DiceMake] = MAKES
) -> frozenset[int] | None:
    """Returns the faces that raw data may tell.

    Args:
        die: Id of the die, which begins with its source.
        kind: The kind of die, such as `d6`; None if it is not known.
        evidence: The kind of data.
        data: The data.
        makes: Known makes of dice.

    Returns:
        None if the data cannot be read again: a picture, a person's statement, a die of an unknown make.
    """
    source = die.partition(":")[0]
    if evidence is EvidenceKind.SIMULATED and source == virtual.SOURCE:
        return virtual.faces_told(die, data, kind)
    if evidence not in _AS_RECEIVED:
        return None
    if source == app_dice.SOURCE:
        return app_dice.faces_told(data)
    make = next((make for make in makes if source in make.sources), None)
    return None if make is None else make.faces_told(data, kind)


def is_proved(event: Settled, kind: str | None) -> bool | None:
    """Returns whether the raw data of a die of a kind tells its face; None if the data cannot be read again."""
    told = faces_told(event.die, kind, event.evidence.kind, event.evidence.data)
    return None if told is None else event.face in told
