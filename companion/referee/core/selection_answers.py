"""What geometry says about the chosen bases."""

import math
from dataclasses import dataclass
from itertools import combinations

from companion.games.measures import Measures
from companion.geometry import (
    CLOSE_AT_SIGMAS,
    Answer,
    Base,
    MatPoint,
    Scene,
    Sight,
    Verdict,
    find_reach,
    find_sight,
    judge_contact,
    measure_gap,
)
from companion.referee.api.intents import End
from companion.referee.screen.selection import Choices
from companion.referee.screen.view import Contact, Focus, Pair, ReachWith, SightTo, Tape

POINT_MM = 1e-6
"""Radius of a point of the mat."""

Touching = frozenset[frozenset[str]]
"""The pairs of bases in contact."""


@dataclass(frozen=True, slots=True)
class SelectionAnswers:
    """What is known of the chosen: of one, of two, or nothing; and of what is measured."""

    focus: Focus | None = None
    pair: Pair | None = None
    tape: Tape | None = None


def still_touching(scene: Scene, touching: Touching, measures: Measures, extra_sigma_mm: float) -> Touching:
    """The pairs in contact now; a pair that is too close to call keeps what it was."""
    now = set()
    for one, other in combinations(scene.bases, 2):
        pair = frozenset((one.id, other.id))
        verdict = judge_contact(
            measure_gap(one, other),
            measures.contact_tolerance_mm,
            was_touching=pair in touching,
            extra_sigma_mm=extra_sigma_mm,
        )
        if verdict.answer is Answer.YES or (verdict.answer is Answer.CLOSE and pair in touching):
            now.add(pair)
    return frozenset(now)


def answer(
    scene: Scene,
    choices: Choices,
    measures: Measures,
    touching: Touching,
    extra_sigma_mm: float,
    command_mm: float | None = None,
) -> SelectionAnswers:
    """Everything a screen shows of the chosen bases; nothing while one of them is not on the mat.

    Args:
        scene: What stands where.
        choices: Which bases and which ruler are chosen.
        measures: The lengths of the game.
        touching: The pairs in contact.
        extra_sigma_mm: Standard deviation that every verdict adds for how the bases were made.
        command_mm: How far the chosen base may go, where the reach of an action of the game is asked for.
    """
    bases = {base.id: base for base in scene.bases}
    chosen = [bases[base_id] for base_id in choices.chosen if base_id in bases]
    about = _Question(scene, measures, touching, extra_sigma_mm)
    tape = about.tape(*choices.tape) if choices.tape is not None else None
    if not chosen or len(chosen) != len(choices.chosen):
        return SelectionAnswers(tape=tape)
    if len(chosen) == 1:
        far_mm = measures.ranges_mm.get(choices.reach, command_mm) if choices.reach else None
        return SelectionAnswers(about.focus(chosen[0], choices.reach, far_mm), tape=tape)
    return SelectionAnswers(pair=about.pair(*chosen), tape=tape)


@dataclass(frozen=True, slots=True)
class _Question:
    scene: Scene
    measures: Measures
    touching: Touching
    extra_sigma_mm: float

    def focus(self, base: Base, ruler: str | None, far_mm: float | None) -> Focus:
        others = [other for other in self.scene.bases if other.id != base.id and self.measures.in_mm]
        contacts = [Contact(other.id, self.contact(base, other)) for other in others]
        return Focus(
            base.id,
            tuple(contact for contact in contacts if contact.verdict.answer is not Answer.NO),
            tuple(SightTo(other.id, self.sight(base, other)) for other in others),
            self.reach(base, ruler, far_mm) if ruler and far_mm else None,
        )

    def pair(self, first: Base, second: Base) -> Pair:
        gap = measure_gap(first, second)
        ranges = tuple(
            (name, gap.within(range_mm, self.extra_sigma_mm)) for name, range_mm in self.measures.ranges_mm.items()
        )
        return Pair(
            first.id,
            second.id,
            gap,
            self.extra_sigma_mm,
            ranges,
            self.contact(first, second) if self.measures.in_mm else None,
            self.sight(first, second) if self.measures.in_mm else None,
        )

    def tape(self, start: End, end: End) -> Tape | None:
        """Between any two ends; a base that is nowhere has none."""
        first, second = self._end(start), self._end(end)
        if first is None or second is None or start == end:
            return None
        bases = sum(isinstance(each, str) for each in (start, end))
        extra_sigma_mm = self.extra_sigma_mm * math.sqrt(bases / 2)
        gap = measure_gap(first, second)
        ranges = tuple(
            (name, gap.within(range_mm, extra_sigma_mm)) for name, range_mm in self.measures.ranges_mm.items()
        )
        return Tape((first.id, second.id), gap, extra_sigma_mm, ranges)

    def _end(self, end: End) -> Base | None:
        if isinstance(end, MatPoint):
            # A finger is where it says it is, but how far that is from anything hangs on the mat's scale.
            return Base("", end, POINT_MM, scale_sigma=self.scene.scale_sigma)
        return next((base for base in self.scene.bases if base.id == end), None)

    def contact(self, base: Base, other: Base) -> Verdict:
        return judge_contact(
            measure_gap(base, other),
            self.measures.contact_tolerance_mm,
            was_touching=frozenset((base.id, other.id)) in self.touching,
            extra_sigma_mm=self.extra_sigma_mm,
        )

    def sight(self, base: Base, other: Base) -> Sight:
        return find_sight(self.scene, base.id, other.id, extra_sigma_mm=self.extra_sigma_mm)

    def reach(self, base: Base, ruler: str, far_mm: float) -> ReachWith:
        """Enemies end a walk that touches them (S-MOVE-13); a base without an owner is nobody's enemy."""
        enemies = [other.id for other in self.scene.bases if base.owner and other.owner and other.owner != base.owner]
        # Bases are solid: what is measured as an overlap is contact, though it be by more than the deviations allow.
        doubt_mm = CLOSE_AT_SIGMAS * math.hypot(base.sigma_mm, self.scene.sigma_mm(), self.extra_sigma_mm)
        slack_mm = self.measures.contact_tolerance_mm + doubt_mm
        reach = find_reach(
            self.scene,
            base.id,
            far_mm,
            stopping_ids=enemies,
            difficult_limit_mm=self.measures.difficult_limit_mm,
            contact_mm=self.measures.contact_tolerance_mm,
            slack_mm=slack_mm,
        )
        return ReachWith(ruler, reach)
