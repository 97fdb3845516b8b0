"""What changes from view to view, in the log: how well the table is seen, what is wrong, which phones are there.

Nothing of what stands on the mat is told: a base bears the name of its card.
"""

import logging
from collections.abc import Callable, Mapping

from companion.referee.api.guests import GuestStatus
from companion.referee.api.health import ORGANS, Health, Level, Subsystem
from companion.referee.screen.view import View
from vision.trouble import TroubleKind

log = logging.getLogger(__name__)

PACE_EVERY_S = 60.0
HELD_UP_S = 1.0
"""Views come four times a second at least, unless something holds the core up."""


class ViewLog:
    """Told every view of one table, in the core thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Prepares.

        Args:
            clock: Monotonic seconds.
        """
        self._clock = clock
        self._began_s = self._told_s = self._paced_s = clock()
        self._views = 0
        self._seeing = False
        self._levels: Mapping[Subsystem, Level] = dict.fromkeys(Subsystem, Level.GOOD)
        self._troubles: dict[TroubleKind, float] = {}
        self._phones: dict[str, tuple[int, int]] = {}

    def take(self, view: View) -> None:
        """Writes what is different now."""
        now_s = self._clock()
        if now_s - self._told_s > HELD_UP_S:
            log.info("core_held_up for_s=%.1f", now_s - self._told_s)
        self._told_s = now_s
        self._views += 1
        self._see(view.health, now_s)
        if view.guests is not None:
            self._count_phones(view.guests)
        if now_s - self._paced_s >= PACE_EVERY_S:
            log.info(
                "pace pictures_hz=%.1f views_hz=%.1f", view.health.frame_rate_hz, self._views / (now_s - self._paced_s)
            )
            self._paced_s, self._views = now_s, 0

    def _see(self, health: Health, now_s: float) -> None:
        if not self._seeing and health.age_s is not None:
            self._seeing = True
            log.info("first_picture after_s=%.1f", now_s - self._began_s)
        if self._levels != health.levels:
            for organ, level in health.levels.items():
                if level is not self._levels[organ]:
                    log.log(_level_of(organ), "health organ=%s level=%s", organ, level.name.lower())
            self._levels = health.levels
        kinds = {trouble.kind for trouble in health.troubles}
        if kinds == self._troubles.keys():
            return
        for kind in kinds - self._troubles.keys():
            self._troubles[kind] = now_s
            log.log(_level_of(ORGANS.get(kind)), "trouble_came kind=%s", kind)
        for kind in self._troubles.keys() - kinds:
            since_s = self._troubles.pop(kind)
            log.log(_level_of(ORGANS.get(kind)), "trouble_went kind=%s after_s=%.1f", kind, now_s - since_s)

    def _count_phones(self, guests: GuestStatus) -> None:
        for seat in guests.seats:
            here = sum(guest.connected for guest in seat.guests)
            count = here, len(seat.guests) - here
            if count != self._phones.get(seat.seat, (0, 0)):
                self._phones[seat.seat] = count
                log.info("phones seat=%s here=%d away=%d", seat.seat, *count)


def _level_of(organ: Subsystem | None) -> int:
    """Pieces are hidden and found again with every hand over the table."""
    return logging.DEBUG if organ is Subsystem.PIECES else logging.INFO
