"""`companion demo`: a whole match on a simulated table, through the real pipeline into the real window."""

import asyncio
import contextlib
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.demo.auto_player import AutoPlayer
from companion.demo.folder import clear
from companion.demo.players import DemoTable, Players
from companion.demo.summary import summary
from companion.games.first import FIRST
from companion.games.options import chosen_of
from companion.games.registry import game_called, games
from companion.record.shuffle import SEED_BYTES
from companion.record.verification import verify
from companion.referee import Choices, Intent, SetLanguage, View
from companion.referee.core.session import TableWatch
from companion.referee.dice.simulated_serial import SimulatedSerialDice, rehearsed_dice
from companion.referee.history.replay import open_record
from companion.referee.history.report import report_of
from companion.referee.lobby.new_game import NewGame, begin
from companion.referee.rehearsal.hands import SimulatedHands
from companion.referee.rehearsal.score import RehearsalResult, VerdictScore
from companion.session import GameSession, SessionPlan
from companion.tablet.window.environment import Screen, prepare, say_line, screen
from companion.texts import Language

CAMERA = "sim:match"
UNSEEN_CAMERA = f"{CAMERA}?fps=12&rest=3"
"""Where nobody sees the window: enough images for all that is judged, and few of a table at rest."""
UNSEEN_PACE = 3.0
"""There the hands hurry, too: whoever waits for the pictures waits half as long."""
PLAYERS = ("Ann", "Bob", "Cem", "Dana")
WINNER = frozenset({"A"})
DICE = ("amber", "birch", "coral", "dusk", "ember", "fern")
VIRTUAL_DICE = "virtual:6"
"""For a game with several kinds of dice, and where this system has no pseudo-terminals for dice of plastic that is not
there."""

CHANCE = 11
"""Seed of what players choose who have no taste."""

SEED = bytes([11]) * SEED_BYTES
"""Of a shuffle after which the match is short and needs no more bases than the simulated table has."""

PAUSE_S = 0.5
THINKING_S = 0.4
"""How long players think between actions, so that whoever watches can follow."""
FRAME_EVERY_S = 1.5


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """What `companion demo` was asked for.

    Attributes:
        headless: Whether to draw where nobody sees it.
        out: Folder for pictures, the game and its report; None makes one in the current folder when nobody sees the
            window, and keeps nothing otherwise.
        seconds: So long after the first picture it ends, wherever the match stands; None for a whole match.
        language: Of the screen; None shows all in the pictures.
        game: Which game is played.
    """

    headless: bool = False
    out: Path | None = None
    seconds: float | None = None
    language: Language | None = None
    game: str = FIRST


def run_demo(options: DemoOptions, tell: Callable[[str], None] = say_line) -> int:
    """Lets a match be played, and says how right the referee was.

    Args:
        options: What was asked for.
        tell: Says a line to whoever started the program.

    Returns:
        The exit code: 0, or 1 if a verdict was wrong or nothing was seen.
    """
    game, where = game_called(options.game), screen()
    unseen = options.headless or where is not Screen.SEEN
    if unseen and not options.headless:
        tell("No screen here that shows windows: the demo draws out of sight and keeps pictures.")
    out = options.out or (Path("companion-demo") if unseen else None)
    prepare(offscreen=unseen)
    with _folder(out, game.shelf.record_ending) as folder:
        record = folder / f"demo{game.shelf.record_ending}"
        camera = UNSEEN_CAMERA if unseen else CAMERA
        rehearsal = RehearsalResult(camera, game.board.measures)
        tell(f"Two simulated players, a simulated table ({camera}); everything else is the program that plays.")
        asyncio.run(_played(options, rehearsal, record, out, tell, unseen=unseen))
        if out is not None:
            _report(record, out / "match.html", options.language or Language.ENGLISH)
            tell(f"Pictures, the game and its report: {out.resolve()}")
    tell("Comparing with the truth …")
    score = rehearsal.score()
    for line in summary(score):
        tell(line)
    return 0 if score.pictures and not score.verdicts[VerdictScore.WRONG] else 1


async def _played(
    options: DemoOptions,
    rehearsal: RehearsalResult,
    record: Path,
    out: Path | None,
    tell: Callable[[str], None],
    *,
    unseen: bool,
) -> None:
    from companion.demo.show import MatchShow  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)
    from companion.tablet.window.app import CompanionApp  # noqa: PLC0415 (likewise)
    from companion.tablet.window.screenshots import AnimatedPicture, draw_nothing  # noqa: PLC0415 (likewise)

    languages = (options.language,) if options.language else tuple(Language)
    with tempfile.TemporaryDirectory() as ports:
        async with rehearsed_dice(Path(ports), DICE) as plastic:
            mat = rehearsal.setup.layout.mat
            game = game_called(options.game)
            dice = plastic if len(game.shelf.dice()) == 1 else None
            seats = tuple(each.id for each in game.shelf.seats(chosen_of(game.shelf.options(languages[0]))))
            beginning = NewGame(PLAYERS[: len(seats)], game=game.name)
            tell(begin(record, beginning, (mat.width_mm, mat.height_mm), _utc, seed=SEED))
            session = _session(record, dice)
            choices = Choices(language=languages[0])
            watch = TableWatch(
                rehearsal.setup, game.board.measures, choices, witnesses=(rehearsal.saw,), service=session
            )
            newest = _Newest()
            watch.listen(newest.take)
            hands = SimulatedHands(rehearsal.setup, UNSEEN_PACE if unseen else 1.0)
            players = Players(
                DemoTable(newest.view, watch.submit, lambda: session.match, hands, dice),
                AutoPlayer(game, seats, WINNER, random.Random(CHANCE).randrange),  # noqa: S311 (no secret)
                0.0 if unseen else THINKING_S,
            )
            app = CompanionApp(watch, animated=not unseen)  # a picture shows how it ends
            if unseen:
                draw_nothing()
            show = MatchShow(
                app,
                players,
                tell,
                lambda: AnimatedPicture(app.root, out, FRAME_EVERY_S) if out is not None else None,
                languages,
                lambda: rehearsal.has_seen,
                options.seconds,
                stays=not unseen and options.seconds is None,
                speak=lambda language: watch.submit(Intent(SetLanguage(language))),
            )
            await show.run()


class _Newest:
    """The newest view, whoever asks."""

    def __init__(self) -> None:
        self._view: View | None = None

    def take(self, view: View) -> None:
        self._view = view

    def view(self) -> View | None:
        return self._view


def _session(record: Path, dice: SimulatedSerialDice | None) -> GameSession:
    sources = (VIRTUAL_DICE,) if dice is None else dice.sources
    return GameSession(SessionPlan(record, pause_s=PAUSE_S, dice=sources), lambda: datetime.now(UTC))


@contextlib.contextmanager
def _folder(out: Path | None, ending: str) -> Iterator[Path]:
    """Where the game lies: among what is kept, or for as long as it is played."""
    if out is not None:
        clear(out, ending)
        yield out
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _report(record: Path, file: Path, language: Language) -> None:
    found = verify(record, games())
    with closing(open_record(record)) as played:
        file.write_text(report_of(played, language, found), encoding="utf-8")


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
