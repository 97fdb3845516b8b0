"""Where each creature and template of the game is, by the record and by the camera, as data for screens.

A screen draws a ghost for whatever has `ghost` set: its outline where the record has it, the distance to go, and a tick
once it fits.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from companion.geometry import MatPoint

FITS_MM = 2.0
"""So near to its place a thing fits: nearer a hand hardly puts it, and the rules take no notice of less."""
SIGMAS = 3.0
SURE_SIGMAS = 4.0
"""A place keeps so many standard deviations within what is allowed: so its measurement, too, leaves no doubt."""
MIN_MARGIN_MM = 0.6
"""The least distance within what is allowed, however small the standard deviation is."""


def fits_mm(*sigmas_mm: float) -> float:
    """How near to its place a thing must be to be in it, given the standard deviations of both places."""
    return max(FITS_MM, SIGMAS * math.hypot(*sigmas_mm))


def sure_mm(*sigmas_mm: float) -> float:
    """How far within a limit a place is put, so that nobody has to decide whether it was kept."""
    return max(MIN_MARGIN_MM, SURE_SIGMAS * math.hypot(*sigmas_mm))


class PlacementState(StrEnum):
    """How a thing of the record stands on the mat.

    IN_PLACE: where the record has it. NUDGED: at rest, a little beside it. MOVED: put to rest elsewhere by a hand,
    which may be an action of the game. MISPLACED: elsewhere though no action is to be read from it: after time went
    back, a push by the rules, a bump, or when a saved game is set up again; it wants to be put to its ghost. MOVING: on
    the move or in a hand. HIDDEN: not seen, so that only its last place is known. OFF: not on the mat. SWAPPED: where
    another belongs, and that one here. TO_PLACE: the record waits for its place. NO_MODEL: nobody knows which base it
    is.
    """

    IN_PLACE = "in_place"
    NUDGED = "nudged"
    MOVED = "moved"
    MISPLACED = "misplaced"
    MOVING = "moving"
    HIDDEN = "hidden"
    OFF = "off"
    SWAPPED = "swapped"
    TO_PLACE = "to_place"
    NO_MODEL = "no_model"


@dataclass(frozen=True, slots=True)
class Placement:
    """One creature or template, by the record and by the camera; places in the mat frame.

    Attributes:
        of: Its id in the game, such as `A:17`.
        controller: The player who commands it now; of a template, who laid it.
        base: Id of its base or template in the table file; empty while nobody knows which it is.
        how: How it stands.
        radius_mm: Of the ghost; 0 for a template.
        at: Where the record has its centre; None while it waits for a place.
        outline: Corners where the record has a template; empty for a creature.
        seen: Where it is seen, or was last; None if never. Stays the same while it rests.
        sigma_mm: Standard deviation of `seen`, each coordinate, how the base was made included.
        away_mm: From where it is seen to where the record has it; None where one of the two is not known.
        age_s: Whole seconds since it was last seen; 0 while it is.
        ghost: Whether it is to be put back: draw its outline at `at`, and the distance to go.
        fits: Whether it is near enough to its place; the tick.
        acceptable: Whether the place where it is seen may be accepted by hand now (`AcceptPlacement`).
        swapped_with: Where SWAPPED: the creature whose place it takes.
        wrong_size_mm: Radius of its base, where that is not the one on the card; None where it is right.
        name: What it is called, in the language of the screen.
    """

    of: str
    controller: str
    base: str
    how: PlacementState
    radius_mm: float
    at: MatPoint | None = None
    outline: tuple[MatPoint, ...] = ()
    seen: MatPoint | None = None
    sigma_mm: float = 0.0
    away_mm: float | None = None
    age_s: int = 0
    ghost: bool = False
    fits: bool = False
    acceptable: bool = False
    swapped_with: str = ""
    wrong_size_mm: float | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class UnknownPiece:
    """A base or template that is seen on the mat and belongs to nothing of the record.

    Attributes:
        base: Its id in the table file.
        at: Where its middle is seen.
        owner: The player whom the table file names; empty for nobody's.
        radius_mm: Of the base; 0 for a template.
        may_be: Ids of creatures and templates without a model whom it fits by size and owner: for `BindModel`.
        former: Id of the creature that it was before that left the game; empty for none: it may be taken off the mat.
        name: What that is called where everybody may know; else empty.
        is_token: Whether it is a token.
    """

    base: str
    at: MatPoint
    owner: str = ""
    radius_mm: float = 0.0
    may_be: tuple[str, ...] = ()
    former: str = ""
    name: str = ""
    is_token: bool = False


@dataclass(frozen=True, slots=True)
class MatState:
    """Record and mat compared; equal while nothing changes.

    Attributes:
        all: Each creature of the Battlefield and those that wait for a place, then templates.
        strangers: What lies on the mat and is nothing of the record.
        tolerance_mm: So near to its place a thing fits.
        blind: Whether nothing can be told now, for there is no picture worth it; then all else is of before.
    """

    all: tuple[Placement, ...] = ()
    strangers: tuple[UnknownPiece, ...] = ()
    tolerance_mm: float = 0.0
    blind: bool = False

    @property
    def agrees(self) -> bool:
        """Whether everything of the record is known to stand in its place."""
        return not self.blind and all(
            each.how in (PlacementState.IN_PLACE, PlacementState.TO_PLACE) for each in self.all
        )

    def of(self, thing: str) -> Placement | None:
        """Where one thing of the record is; None if the record has no such thing on the mat."""
        return next((each for each in self.all if each.of == thing), None)
