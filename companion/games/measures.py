"""The lengths that a game fixes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.geometry import SightRule


@dataclass(frozen=True, slots=True)
class Measures:
    """The lengths that a game fixes.

    Attributes:
        ranges_mm: Its rulers by name, shortest first, from rim to rim.
        contact_tolerance_mm: A gap up to this counts as contact.
        difficult_limit_mm: How far a base may move that touches difficult terrain; None where that is no matter.
        actions: Names of the actions whose reach can be shown, as `Board.reaches` has them.
        sight: What counts as a free line of sight while no game is in play; see `Layout.sight`.
    """

    ranges_mm: Mapping[str, float] = field(default_factory=dict)
    contact_tolerance_mm: float = 0.0
    difficult_limit_mm: float | None = None
    actions: tuple[str, ...] = ()
    sight: SightRule = field(default_factory=SightRule)

    @property
    def in_mm(self) -> bool:
        """Whether anything in the game hangs on millimetres; contact and sight are told only then."""
        return bool(self.ranges_mm or self.contact_tolerance_mm or self.actions)
