"""Adds to the dice that the rules have read those that they have doubted or overlooked, found as bodies.

A body ends as a die that is read or reported as unread, unless the network that reads bodies sees no die with pips
there. Where a value is plain to see for that network, the rules' doubts do not matter, except that the image's edge
cuts the die off. Where it is certain, it reads a body that the rules have not found; a value that the rules have found
too needs less certainty. A value that the rules have read but that is unlikely for the network is unread.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.dice_reading import UnreadReason
from vision.dice.neighbours import Floats
from vision.dice.pips.bodies import Body
from vision.dice.pips.upper_faces import ClassifiedDie
from vision.dice.pips.values import HIDDEN, LEANING, NONE, BodyValue

ON_BODY = 0.6
"""Largest distance between the centres of a body and its upper face, in sizes of the body."""

SAME = 0.4
"""Distance from the centre of a die that was read, in sizes of a body, below which the body is no other die."""

BESIDE = 0.75
"""Distance from such a die, below which the network reads no other value: the body may be a side of that die."""

PART = 0.5
"""Distance to a likelier body, in sizes of the larger one, below which a body that is not sure is a part of it."""

FRONT, FRONT_UPRIGHT = 0.8, 0.9
"""Distance to a likelier body above it in the image, in sizes of the larger one, and the cosine of its angle to the
vertical, at which a body may be the front of that die, seen obliquely."""

ALONE = 1.15
"""Distance to the next face, in edges, from which the network may confirm a value: below it, one of them may be a side
of the other's die."""

CERTAIN_FROM, CERTAIN_LEAST = {6: 4.5}, 0.8
CERTAIN_ELSE = 3.3
"""Smallest log odds over all views, by value, and smallest probability in any of them, at which the network alone
reads: the smeared pips of a four look like a six."""

ONE_FROM, LIKELY_ONE = 4.5, 3.0
"""Smallest log odds, of the network and of the rules, at which a one is confirmed that is not certain for the rules."""

MIN_VALUE, MIN_ALONE = 1, 2
"""Smallest value, and the smallest that the network reads alone: a one may be a coin with a spot."""

PLAIN_FROM, PLAIN, PLAIN_LEAST = 6.5, {6: 7.5}, 0.95
MAX_BODY, BODY_WEIGHT = 1.0, 2.0
"""Smallest log odds, by value, and probability in either view from which a value is plain to see. The log odds of the
body, up to `MAX_BODY`, are added with this weight: the network misreads bodies that hardly look like dice."""

OBVIOUS_FROM, WHOLE = 8.0, 0.6
"""Smallest log odds at which the rules need not look at a body, and the half edge of the square around it, in sizes of
the body, that must be within the image."""

AGREED_FROM, AGREED_IF_OBLIQUE = 1.5, 3.0
"""Smallest log odds at which it confirms a value that the rules have found, also on a die that leans according to the
rules, if most dice of the image do: then the camera sees them obliquely."""

MIN_SHARE = 0.05
"""Smallest probability of a value that the rules have read; with less, the die is doubted: of 393 values read rightly,
one had less."""

LIKELY = 0.5
"""Log odds from which a face of the rules can be confirmed."""

MIN_SIZE_PX = 24.0
"""Smallest body that the network reads."""

READ_FROM = 0.8
"""Smallest log odds of a body that the network alone reads if its value is not plain: printed faces have less."""

NO_DIE, NO_DIE_IF_UNSURE = 0.9, 0.25
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


def is_obvious(body: Body, value: BodyValue, size_px: tuple[int, int]) -> bool:
    """Whether the network is so certain of a body that the rules need not look at it.

    Args:
        body: The body.
        value: What the network makes of it.
        size_px: Width and height of the image, whose edge must not cut the die off.
    """
    low, high = body.centre_px - WHOLE * body.size_px, body.centre_px + WHOLE * body.size_px
    return (
        MIN_ALONE <= value.kind < LEANING
        and value.odds > OBVIOUS_FROM
        and body.odds > READ_FROM
        and body.size_px > MIN_SIZE_PX
        and bool(np.all(low > 0) and np.all(high < size_px))
    )


def with_bodies(
    found: list[ClassifiedDie], bodies: Sequence[Body], values: Sequence[BodyValue]
) -> tuple[list[ClassifiedDie], list[OverlookedDie]]:
    """Returns the dice found by the rules, some of them confirmed or doubted, and those overlooked.

    Args:
        found: What the rules have found.
        bodies: What may be dice.
        values: What the network makes of each of them.
    """
    owners = [_body_of(die, bodies) for die in found]
    read = {owner for die, owner in zip(found, owners, strict=True) if die.why is None}
    cut_off = {owner for die, owner in zip(found, owners, strict=True) if die.why is UnreadReason.HALF_SEEN}
    ones = {
        owner
        for die, owner in zip(found, owners, strict=True)
        if die.face.value == MIN_VALUE and die.face.odds > LIKELY_ONE
    }
    plain = {
        number
        for number, (body, value) in enumerate(zip(bodies, values, strict=True))
        if number not in read | cut_off
        and _is_plain(body, value)
        and (value.kind >= MIN_ALONE or number in ones)
        and not (_is_read(body, found, BESIDE) or _is_front(body, bodies[:number]))
    }
    is_oblique = _is_oblique(found)
    dice, confirmed = [], set()
    for die, owner in zip(found, owners, strict=True):
        if owner is None:
            dice.append(die)
        elif owner not in plain:
            is_open = owner not in read and _is_alone(die, found)
            dice.append(_judged(die, values[owner], is_open=is_open, is_oblique=is_oblique))
        elif die.face.value == values[owner].kind and owner not in confirmed:
            dice.append(ClassifiedDie(die.face, None))
            confirmed.add(owner)
        elif _far(die, bodies[owner]) > SAME:
            dice.append(die)
    overlooked = [
        _overlooked(
            body,
            value,
            is_plain=number in plain,
            is_alone=not (_is_read(body, found, BESIDE) or _is_front(body, bodies[:number])),
        )
        for number, (body, value) in enumerate(zip(bodies, values, strict=True))
        if number in plain - confirmed
        or not (number in owners or _is_read(body, found, SAME) or _is_part(body, bodies[:number]))
    ]
    return dice, [die for die in overlooked if die is not None]


def _body_of(die: ClassifiedDie, bodies: Sequence[Body]) -> int | None:
    """Returns the index of the body that a face belongs to, which is the nearest."""
    far = [_far(die, body) for body in bodies]
    return int(np.argmin(far)) if far and min(far) < ON_BODY else None


def _far(die: ClassifiedDie, body: Body) -> float:
    """Returns the distance between the centres of a face and a body, in sizes of the body."""
    return float(np.hypot(*(die.face.centre_px - body.centre_px))) / body.size_px


def _is_read(body: Body, found: list[ClassifiedDie], reach: float) -> bool:
    """Whether a die that was read is so near, in sizes of the body, that the body may belong to it."""
    return any(die.why is None and _far(die, body) < reach for die in found)


def _is_part(body: Body, likelier: Sequence[Body]) -> bool:
    """Whether a body that is not sure lies on a likelier one, whose side it may be."""
    return not body.is_sure and any(
        float(np.hypot(*(body.centre_px - other.centre_px))) < PART * max(body.size_px, other.size_px)
        for other in likelier
    )


def _is_front(body: Body, likelier: Sequence[Body]) -> bool:
    """Whether a body may be the front of a likelier one's die, which the camera sees obliquely."""
    ways = [(body.centre_px - other.centre_px, max(body.size_px, other.size_px)) for other in likelier]
    return any(np.hypot(*way) < FRONT * size and way[1] > FRONT_UPRIGHT * np.hypot(*way) for way, size in ways)


def _is_alone(die: ClassifiedDie, found: list[ClassifiedDie]) -> bool:
    """Whether no other face is so near that both may belong to one die, seen from the side."""
    far = [float(np.hypot(*(die.face.centre_px - other.face.centre_px))) for other in found if other is not die]
    return not far or min(far) > ALONE * die.face.side_px


def _is_oblique(found: list[ClassifiedDie]) -> bool:
    """Whether most dice seem to lean, which they only do if the camera sees the table obliquely."""
    return sum(die.why is UnreadReason.COCKED for die in found) > sum(die.why is None for die in found)


def _judged(die: ClassifiedDie, value: BodyValue, *, is_open: bool, is_oblique: bool) -> ClassifiedDie:
    """Returns a die that the network confirms, if it is open, or doubts or leaves as it is."""
    if die.why is None:
        is_likely = value.shares[die.face.value] > MIN_SHARE
        return die if is_likely else ClassifiedDie(die.face, UnreadReason.UNCLEAR)
    return ClassifiedDie(die.face, None) if is_open and _confirms(value, die, is_oblique=is_oblique) else die


def _is_plain(body: Body, value: BodyValue) -> bool:
    """Whether the network is so certain of a body that the rules' doubts do not matter."""
    odds = value.odds + BODY_WEIGHT * min(body.odds, MAX_BODY)
    return (
        MIN_VALUE <= value.kind < LEANING
        and odds > PLAIN.get(value.kind, PLAIN_FROM)
        and value.least > PLAIN_LEAST
        and body.size_px > MIN_SIZE_PX
    )


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


def _overlooked(body: Body, value: BodyValue, *, is_plain: bool, is_alone: bool) -> OverlookedDie | None:
    if value.shares[NONE] > (NO_DIE if body.is_sure else NO_DIE_IF_UNSURE):
        return None
    is_seen = body.size_px > MIN_SIZE_PX and body.odds > READ_FROM
    if not (is_plain or (is_alone and is_seen and _is_certain(value))):
        return OverlookedDie(body.centre_px, value.corners_px, None, 0.0, REASONS.get(value.kind, UnreadReason.UNCLEAR))
    centre = value.corners_px.mean(axis=0)
    return OverlookedDie(centre, value.corners_px, value.kind, min(float(value.shares.max()), 0.99), None)
