"""What geometry says about the chosen bases."""

import math
from dataclasses import dataclass
from itertools import combinations

from companion.geometry import (
    CLOSE_AT_SIGMAS,
    Answer,
    Base,
    Scene,
    Sight,
    Verdict,
    find_reach,
    find_sight,
    judge_contact,
    measure_gap,
)
from companion.referee.table import Choices, Measures
from companion.referee.view import Contact, Focus, Pair, ReachWith, SightTo

Touching = frozenset[frozenset[str]]
"""The pairs of bases in contact."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What is known of the chosen: of one, of two, or nothing."""

    focus: Focus | None = None
    pair: Pair | None = None


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


def answer(scene: Scene, choices: Choices, measures: Measures, touching: Touching, extra_sigma_mm: float) -> Answers:
    """Everything a screen shows of the chosen bases; nothing while one of them is not on the mat.

    Args:
        scene: What stands where.
        choices: Which bases and which ruler are chosen.
        measures: The lengths of the game.
        touching: The pairs in contact.
        extra_sigma_mm: Standard deviation that every verdict adds for how the bases were made.
    """
    bases = {base.id: base for base in scene.bases}
    chosen = [bases[base_id] for base_id in choices.chosen if base_id in bases]
    if not chosen or len(chosen) != len(choices.chosen):
        return Answers()
    about = _Question(scene, measures, touching, extra_sigma_mm)
    if len(chosen) == 1:
        return Answers(focus=about.focus(chosen[0], choices.reach))
    return Answers(pair=about.pair(*chosen))


@dataclass(frozen=True, slots=True)
class _Question:
    scene: Scene
    measures: Measures
    touching: Touching
    extra_sigma_mm: float

    def focus(self, base: Base, ruler: str | None) -> Focus:
        others = [other for other in self.scene.bases if other.id != base.id]
        contacts = [Contact(other.id, self.contact(base, other)) for other in others]
        return Focus(
            base.id,
            tuple(contact for contact in contacts if contact.verdict.answer is not Answer.NO),
            tuple(SightTo(other.id, self.sight(base, other)) for other in others),
            self.reach(base, ruler) if ruler else None,
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
            self.contact(first, second),
            self.sight(first, second),
        )

    def contact(self, base: Base, other: Base) -> Verdict:
        return judge_contact(
            measure_gap(base, other),
            self.measures.contact_tolerance_mm,
            was_touching=frozenset((base.id, other.id)) in self.touching,
            extra_sigma_mm=self.extra_sigma_mm,
        )

    def sight(self, base: Base, other: Base) -> Sight:
        return find_sight(self.scene, base.id, other.id, extra_sigma_mm=self.extra_sigma_mm)

    def reach(self, base: Base, ruler: str) -> ReachWith:
        """Enemies end a walk that touches them (S-MOVE-13); a base without an owner is nobody's enemy."""
        enemies = [other.id for other in self.scene.bases if base.owner and other.owner and other.owner != base.owner]
        # Bases are solid: what is measured as an overlap is contact, though it be by more than the deviations allow.
        others_mm = [other.sigma_mm for other in self.scene.bases] + [piece.sigma_mm for piece in self.scene.terrain]
        doubt_mm = CLOSE_AT_SIGMAS * math.hypot(base.sigma_mm, max(others_mm), self.extra_sigma_mm)
        slack_mm = self.measures.contact_tolerance_mm + doubt_mm
        reach = find_reach(
            self.scene,
            base.id,
            self.measures.ranges_mm[ruler],
            stopping_ids=enemies,
            difficult_limit_mm=self.measures.difficult_limit_mm,
            contact_mm=self.measures.contact_tolerance_mm,
            slack_mm=slack_mm,
        )
        return ReachWith(ruler, reach)
