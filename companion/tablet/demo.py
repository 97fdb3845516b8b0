"""`companion demo`: the simulated table through the whole real pipeline into the real window."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.referee import Choices
from companion.referee.rehearsal import Judged, Rehearsal, Score
from companion.referee.watch import Watch
from companion.tablet.measures import SIGNUM
from companion.tablet.surroundings import Screen, prepare, say_line, screen
from companion.texts import Language

SHOW_S = 36.0
LEAST_S = 6.0


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What `companion demo` was asked for.

    Attributes:
        headless: Whether to draw where nobody sees it, and keep pictures instead.
        out: Folder for the pictures; None makes one in the current folder when headless.
        seconds: For how long; None for as long as the show takes, or until the window is closed.
        camera: The simulated camera.
        language: Of the screen; None shows all, one after the other.
    """

    headless: bool = False
    out: Path | None = None
    seconds: float | None = None
    camera: str = "sim:demo"
    language: Language | None = None


def run_demo(options: DemoOptions, tell: Callable[[str], None] = say_line) -> int:
    """Shows what the companion does, and says how right it was.

    Args:
        options: What was asked for.
        tell: Says a line to whoever started the program.

    Returns:
        The exit code: 0, or 1 if a verdict was wrong or nothing was seen.
    """
    where = screen()
    unseen = options.headless or where is not Screen.SEEN
    if unseen and not options.headless:
        tell("No screen here that shows windows: the demo draws out of sight and keeps pictures.")
    out = options.out or (Path("companion-demo") if unseen else None)
    seconds = max(options.seconds or SHOW_S, LEAST_S)
    prepare(offscreen=unseen)
    from companion.tablet.app import CompanionApp  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)
    from companion.tablet.show import Show  # noqa: PLC0415 (likewise)

    rehearsal = Rehearsal(options.camera, SIGNUM)
    choices = Choices(language=options.language or Language.ENGLISH)
    app = CompanionApp(Watch(rehearsal.setup, SIGNUM, choices, witnesses=(rehearsal.saw,)))
    stays = not unseen and options.seconds is None
    show = Show(app, seconds, out, tell, stays=stays, language=options.language)
    tell(f"The simulated table {options.camera} is watched for {seconds:.0f} s, by the same program that plays.")
    asyncio.run(show.run())
    if out:
        tell(f"Pictures: {show.save()}")
    tell("Comparing with the truth …")
    score = rehearsal.score()
    for line in summary(score):
        tell(line)
    return 0 if score.pictures and not score.verdicts[Judged.WRONG] else 1


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
        f"  verdicts           {score.verdicts[Judged.RIGHT]} right, {score.verdicts[Judged.CLOSE]} too close to call,"
        f" {score.verdicts[Judged.WRONG]} wrong",
        f"  pictures measured  {score.frame_rate_hz:.1f} a second",
    ]
    return lines + [f"  wrong: {words}" for words in score.wrong]


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _mm(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f} mm"
