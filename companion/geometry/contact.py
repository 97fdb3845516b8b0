"""Contact between bases: a gap of zero, within the accuracy of the measurement (S-MOVE-03)."""

from companion.geometry.gap import Gap
from companion.geometry.verdict import Verdict, at_most

# A touching pair stays in contact until its gap exceeds the tolerance by this much: five times the jitter (0.1 mm) of a
# base at rest, so that contact does not flicker, and far less than a deliberate step.
CONTACT_HYSTERESIS_MM = 0.5


def judge_contact(gap: Gap, tolerance_mm: float, *, was_touching: bool = False, extra_sigma_mm: float = 0.0) -> Verdict:
    """Judges whether two bases touch: whether their gap is at most the tolerance.

    The tolerance is a property of the camera, not of the rules. The measured gap of bases that touch is close to 0, so
    with a standard deviation of up to a third of the tolerance the answer is a clear yes.

    Args:
        gap: The measured gap.
        tolerance_mm: The largest gap at which bases count as touching.
        was_touching: Whether they touched when last judged; the limit is then `CONTACT_HYSTERESIS_MM` wider.
        extra_sigma_mm: Further standard deviation of the gap; added as a variance.

    Returns:
        The verdict; its limit is the one that was used.
    """
    limit_mm = tolerance_mm + (CONTACT_HYSTERESIS_MM if was_touching else 0.0)
    return at_most(gap.gap_mm, limit_mm, gap.deviation.made(extra_sigma_mm), "contact")
