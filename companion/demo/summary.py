"""How right the referee was, in lines for a terminal."""

from companion.referee.rehearsal.score import Score, VerdictScore


def summary(score: Score) -> list[str]:
    """What was measured against the truth, in lines for a terminal."""
    if not score.pictures:
        return ["Nothing was seen."]
    lines = [
        f"Measured against the truth on {score.compared} of {score.pictures} pictures:",
        f"  models             {score.models}, moved about by a simulated hand",
        f"  placed             {_percent(score.recall)} of those in plain view and at rest",
        f"  error              median {_mm(score.error_mm(0.5))}, 95 % within {_mm(score.error_mm(0.95))}",
        f"  truth within 2 σ   {_percent(score.within_two_sigma)} of coordinates",
        f"  verdicts           {score.verdicts[VerdictScore.RIGHT]} right,"
        f" {score.verdicts[VerdictScore.CLOSE]} too close to call, {score.verdicts[VerdictScore.WRONG]} wrong",
        f"  pictures measured  {score.frame_rate_hz:.1f} a second",
    ]
    return lines + [f"  wrong: {words}" for words in score.wrong]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _mm(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f} mm"
