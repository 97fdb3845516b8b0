"""Adds to the dice that the rules have read those that they have doubted or overlooked, found as bodies.

A body ends as a die that is read or reported as unread, unless the network that reads bodies sees no die with pips
there. That network reads a body that the rules have not read, where it is certain in all views; a value that the rules
have found too needs less certainty. It sees one die and no table, so what the rules call leaning, hidden or
contradicted stays unread, except a die that is only seen too obliquely for the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Image
from vision.dice.dice_reading import UnreadReason
from vision.dice.neighbours import Floats
from vision.dice.pips.bodies import Body
from vision.dice.pips.upper_faces import ClassifiedDie
from vision.dice.pips.values import HIDDEN, LEANING, NONE, BodyValue, values_of

ON_BODY = 0.6
"""Largest distance between the centres of a body and its upper face, in sizes of the body."""

SAME = 0.4
"""Distance from the centre of a die that was read, in sizes of a body, below which the body is no other die."""

BESIDE = 0.75
"""Distance from such a die, below which the network reads no other value: the body may be a side of that die."""

PART = 0.5
"""Distance to a likelier body, in sizes of the larger one, below which a body that is not sure is a part of it."""

ALONE = 1.15
"""Distance to the next face, in edges, from which the network may confirm a value: below it, one of them may be a side
of the other's die."""

CERTAIN_FROM, CERTAIN_LEAST = {6: 5.0}, 0.8
CERTAIN_ELSE = 2.9
"""Smallest log odds over all views, by value, and smallest probability in any of them, at which the network alone
reads: the smeared pips of a four look like a six."""

ONE_FROM, LIKELY_ONE = 5.5, 1.5
"""Smallest log odds, of the network and of the rules, at which a one is confirmed that is not certain for the rules."""

MIN_ALONE = 2
"""Smallest value that the network reads alone: a one may be a coin with a spot."""

AGREED_FROM, AGREED_IF_OBLIQUE = 1.5, 3.2
"""Smallest log odds at which it confirms a value that the rules have found, also on a die that leans according to the
rules, if most dice of the image do: then the camera sees them obliquely."""

LIKELY = 0.5
"""Log odds from which a face of the rules can be confirmed."""

MIN_SIZE_PX = 26.0
"""Smallest body that the network reads."""

READ_FROM, PRINTED_FROM = 0.8, 4.5
"""Smallest log odds of a body that the network alone reads, and of a value from which they do not matter: printed faces
and cards have less of both."""

NO_DIE, NO_DIE_IF_UNSURE = 0.7, 0.05
"""Probability of "no die with pips" from which a body is left out, if it is surely a die by its looks, and if not."""

REASONS = {LEANING: UnreadReason.COCKED, HIDDEN: UnreadReason.HALF_SEEN}


@dataclass(frozen=True, slots=True)
class OverlookedDie:
    """A die that the rules have not found.

    Attributes:
        centre_px: (2,) centre of its upper face, or of its body.
        corners_px: (4, 2) estimated outline of its upper face.
        value: 1 to 6; None if it cannot be read.
        confidence: Probability of the value.
        why: What is wrong with it; None if it is read.
    """

    centre_px: Floats
    corners_px: Floats
    value: int | None
    confidence: float
    why: UnreadReason | None


def with_bodies(
    image: Image, found: list[ClassifiedDie], bodies: Sequence[Body]
) -> tuple[list[ClassifiedDie], list[OverlookedDie]]:
    """Returns the dice found by the rules, some of them confirmed, and those overlooked.

    Args:
        image: (h, w, c) 8 bit.
        found: What the rules have found.
        bodies: What may be dice.
    """
    owners = [_body_of(die, bodies) for die in found]
    read = {owner for die, owner in zip(found, owners, strict=True) if die.why is None}
    open_bodies = [
        number
        for number, body in enumerate(bodies)
        if number in owners or not (_is_read(body, found, SAME) or _is_part(body, bodies[:number]))
    ]
    open_bodies = [number for number in open_bodies if number not in read]
    values = dict(zip(open_bodies, values_of(image, [bodies[number] for number in open_bodies]), strict=True))
    is_oblique = _is_oblique(found)
    confirmed = [
        ClassifiedDie(die.face, None)
        if owner in values and _confirms(values[owner], die, is_oblique=is_oblique) and _is_alone(die, found)
        else die
        for die, owner in zip(found, owners, strict=True)
    ]
    overlooked = [
        _overlooked(bodies[number], values[number], is_alone=not _is_read(bodies[number], found, BESIDE))
        for number in open_bodies
        if number not in owners
    ]
    return confirmed, [die for die in overlooked if die is not None]


def _body_of(die: ClassifiedDie, bodies: Sequence[Body]) -> int | None:
    """Returns the index of the body that a face belongs to, which is the nearest."""
    far = [float(np.hypot(*(die.face.centre_px - body.centre_px))) / body.size_px for body in bodies]
    return int(np.argmin(far)) if far and min(far) < ON_BODY else None


def _is_read(body: Body, found: list[ClassifiedDie], reach: float) -> bool:
    """Whether a die that was read is so near, in sizes of the body, that the body may belong to it."""
    far = [float(np.hypot(*(die.face.centre_px - body.centre_px))) for die in found if die.why is None]
    return bool(far) and min(far) < reach * body.size_px


def _is_part(body: Body, likelier: Sequence[Body]) -> bool:
    """Whether a body that is not sure lies on a likelier one, whose side it may be."""
    return not body.is_sure and any(
        float(np.hypot(*(body.centre_px - other.centre_px))) < PART * max(body.size_px, other.size_px)
        for other in likelier
    )


def _is_alone(die: ClassifiedDie, found: list[ClassifiedDie]) -> bool:
    """Whether no other face is so near that both may belong to one die, seen from the side."""
    far = [float(np.hypot(*(die.face.centre_px - other.face.centre_px))) for other in found if other is not die]
    return not far or min(far) > ALONE * die.face.side_px


def _is_oblique(found: list[ClassifiedDie]) -> bool:
    """Whether most dice seem to lean, which they only do if the camera sees the table obliquely."""
    return sum(die.why is UnreadReason.COCKED for die in found) > sum(die.why is None for die in found)


def _confirms(value: BodyValue, die: ClassifiedDie, *, is_oblique: bool) -> bool:
    if value.kind != die.face.value or value.odds < AGREED_FROM:
        return False
    if die.why is UnreadReason.COCKED:
        return is_oblique and value.odds > AGREED_IF_OBLIQUE
    if die.why is not UnreadReason.UNCLEAR:
        return False
    if _is_certain(value):
        return True
    if die.face.value == 1:
        # A coin with a spot in its middle looks like a one to this network, and has less for the rules.
        return die.face.is_certain or (value.odds > ONE_FROM and die.face.odds > LIKELY_ONE)
    return die.face.odds > LIKELY


def _is_certain(value: BodyValue) -> bool:
    """Whether the network alone may read a die."""
    limit = CERTAIN_FROM.get(value.kind, CERTAIN_ELSE)
    return MIN_ALONE <= value.kind < LEANING and value.odds > limit and value.least > CERTAIN_LEAST


def _overlooked(body: Body, value: BodyValue, *, is_alone: bool) -> OverlookedDie | None:
    if value.shares[NONE] > (NO_DIE if body.is_sure else NO_DIE_IF_UNSURE):
        return None
    is_seen = body.size_px > MIN_SIZE_PX and (body.odds > READ_FROM or value.odds > PRINTED_FROM)
    if not (is_alone and is_seen and _is_certain(value)):
        return OverlookedDie(body.centre_px, value.corners_px, None, 0.0, REASONS.get(value.kind, UnreadReason.UNCLEAR))
    centre = value.corners_px.mean(axis=0)
    return OverlookedDie(centre, value.corners_px, value.kind, min(float(value.shares.max()), 0.99), None)
