"""The core thread: the one place where state changes.

Looks come in through one slot (the newest counts), intents through one queue (each counts once), views go out to
whoever listens. Everything in between happens in one task of this thread's own asyncio loop, so nothing needs a lock.
"""

import asyncio
import contextlib
import logging
import math
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from companion.games.measures import Measures
from companion.geometry import Mat, MatPoint, Scene, SightRule
from companion.referee.api.guests import GuestStatus
from companion.referee.api.health import examine
from companion.referee.api.intents import GameIntent, Intent, SaveClip, SeatIntent
from companion.referee.api.league import LeagueStatus
from companion.referee.camera.camera_thread import CameraReading
from companion.referee.camera.clip_recorder import ClipState
from companion.referee.camera.mailbox import Mailbox
from companion.referee.core.selection_answers import SelectionAnswers, Touching, answer, still_touching
from companion.referee.mat.cells import board_deviation, grid_of
from companion.referee.mat.scene import base_at, placement_sigma_between_mm, scale_sigma_of, scene_of
from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.reach import length_mm
from companion.referee.screen.selection import Choices, after
from companion.referee.screen.view import Piece, TemplateView, View
from vision.table import TableLayout
from vision.top_view import TopImage
from vision.trouble import Trouble

log = logging.getLogger(__name__)

TICK_S = 0.25  # with nothing happening, this often the age of the picture is told again
MOVED_MM = 0.1  # the jitter of a base at rest; a piece that moved by less is measured as well as it was before
DOUBTED_MM = 0.05  # a standard deviation that changed by less is the same
ANSWER_EVERY_S = 0.25  # while pieces move, sights and reach are worked out no oftener: they take a tenth of a second
REMEMBERED_INTENTS = 1000


@dataclass(frozen=True, slots=True)
class Camera:
    """What the core asks of the eyes: the camera's name and what is wrong with it now.

    Attributes:
        name: As the player calls it.
        trouble: Tells what is wrong with it.
        by_hand: Whether there is none, and fingers say where everything stands.
    """

    name: str
    trouble: Callable[[], Trouble | None]
    by_hand: bool = False


class ClipKeeper(Protocol):
    """What the core asks of whoever keeps what happened."""

    @property
    def keeping(self) -> ClipState: ...

    def keep(self) -> Path | None: ...


class Service(Protocol):
    """Something that lives in the core's loop beside the referee, such as a game with its phones."""

    @property
    def guests(self) -> GuestStatus | None:
        """The phones at the table; None while there is no way to join."""
        ...

    @property
    def play(self) -> GameScreen | None:
        """The game in play; None while there is none."""
        ...

    @property
    def league_status(self) -> LeagueStatus | None:
        """How far the league is behind; None for a table that belongs to none."""
        ...

    def apply(self, body: SeatIntent | GameIntent, intent_id: str) -> None:
        """Does what the tablet wants of the seats or the game.

        Args:
            body: What.
            intent_id: The intent's own id.
        """
        ...

    def saw(self, view: View) -> None:
        """Is told every view before the screens are; must return at once."""
        ...

    async def live(self, notify: Callable[[], None]) -> None:
        """Runs until it is cancelled; calls `notify` whenever something of it changes."""
        ...


class Referee:
    """Owns the state of one table and tells its views."""

    def __init__(  # noqa: PLR0913 (all that it joins is handed in)
        self,
        layout: TableLayout,
        measures: Measures,
        camera: Camera,
        clock: Callable[[], float],
        choices: Choices | None = None,
        *,
        keeper: ClipKeeper | None = None,
        service: Service | None = None,
    ) -> None:
        self._layout, self._grid = layout, grid_of(layout)
        self._tokens = frozenset(base.id for base in layout.bases if base.is_token)
        self._measures = measures
        self._camera = camera
        self._clock = clock
        self._keeper = keeper
        self._service = service
        self._choices = choices or Choices()
        self._looks: Mailbox[CameraReading] = Mailbox()
        self._intents: deque[Intent] = deque()
        self._applied: deque[str] = deque(maxlen=REMEMBERED_INTENTS)
        self._listeners: tuple[Callable[[View], None], ...] = ()
        self._look: CameraReading | None = None
        self._picture: TopImage | None = None
        self._scene = Scene(Mat(layout.mat.width_mm, layout.mat.height_mm))
        self._touching: Touching = frozenset()
        self._answered: tuple[object, ...] = ()
        self._answered_s = -math.inf
        self._answers = SelectionAnswers()
        self._sequence = 0
        self._ready = threading.Event()
        self._failure: Exception | None = None
        self._thread = threading.Thread(target=self._live, name="core")

    @property
    def failure(self) -> Exception | None:
        """What ended the core thread before its time; None while all is well."""
        return self._failure

    def listen(self, listener: Callable[[View], None]) -> None:
        """Tells a listener every view from now on, in the core thread; it must return at once."""
        self._listeners = (*self._listeners, listener)

    def start(self) -> None:
        """Starts the core thread."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Ends the core thread; may be called twice."""
        if self._thread.is_alive():
            # In one call: after the first of two the thread may have ended, and its loop with it.
            self._call(self._end)
            self._thread.join()

    def _end(self) -> None:
        self._ends.set()
        self._wake.set()

    def look(self, look: CameraReading) -> None:
        """Hands over what the eyes saw; from any thread, never waits."""
        self._looks.put(look)
        self._notify()

    def submit(self, intent: Intent) -> None:
        """Hands over what a screen wants; from any thread, never waits."""
        self._intents.append(intent)
        self._notify()

    def _notify(self) -> None:
        if self._thread.is_alive() and self._ready.is_set():
            self._call(self._wake.set)

    def _call(self, what: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(what)
        except RuntimeError:
            log.debug("core_has_ended")

    def _live(self) -> None:
        try:
            asyncio.run(self._run())
        except Exception as error:  # the thread's edge: whoever owns the window has to hear of it
            log.critical("core_failed", exc_info=True)
            self._failure = error

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wake, self._ends = asyncio.Event(), asyncio.Event()
        self._ready.set()
        serving = asyncio.create_task(self._service.live(self._wake.set)) if self._service is not None else None
        try:
            while not self._ends.is_set():
                if serving is not None and serving.done():
                    serving.result()
                await self._turn()
        finally:
            if serving is not None:
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)

    async def _turn(self) -> None:
        """Waits for something to happen, or a tick, and tells what is now."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(TICK_S):
                await self._wake.wait()
        self._wake.clear()
        self._take()
        self._tell()

    def _take(self) -> None:
        while self._intents:
            intent = self._intents.popleft()
            if intent.id not in self._applied:
                self._applied.append(intent.id)
                self._apply(intent)
        look = self._looks.take()
        if look is None:
            return
        self._look = look
        self._picture = look.picture if look.picture is not None else self._picture
        scene = replace(scene_of(self._layout, look.observation), sight=self._sight())
        if not _same(scene, self._scene):
            self._scene = scene
            self._touching = still_touching(
                scene, self._touching, self._measures, placement_sigma_between_mm(self._layout)
            )

    def _apply(self, intent: Intent) -> None:
        body = intent.body
        if isinstance(body, SeatIntent | GameIntent):
            if self._service is not None:
                self._service.apply(body, intent.id)
        elif not isinstance(body, SaveClip):
            self._choices = after(self._choices, body, self._measures)
        elif self._keeper is not None:
            self._keeper.keep()

    def _tell(self) -> None:
        look = self._look
        age_s = None if look is None else self._clock() - look.came_s
        observation = look.observation if look else None
        health = examine(
            self._layout,
            observation,
            self._camera.name,
            self._camera.trouble(),
            age_s,
            look.frame_rate_hz if look else 0.0,
        )
        answers = SelectionAnswers() if health.blind else self._current_answers()
        view = View(
            self._sequence,
            self._scene.mat,
            self._measures,
            self._choices,
            health,
            self._picture,
            _pieces(self._layout, look),
            self._scene.terrain,
            observation.missing if observation else (),
            answers.focus,
            answers.pair,
            answers.tape,
            self._keeper.keeping if self._keeper else None,
            self._service.guests if self._service else None,
            self._service.play if self._service else None,
            tuple(TemplateView(place.id, place.state, place.age_s) for place in observation.terrain)
            if observation
            else (),
            self._layout.mat.placement_sigma_mm,
            self._camera.by_hand,
            self._grid,
            board_deviation(self._layout, self._scene.scale_sigma),
            self._service.league_status if self._service else None,
        )
        self._sequence += 1
        if self._service is not None:
            self._service.saw(view)
        for listener in self._listeners:
            listener(view)

    def _current_answers(self) -> SelectionAnswers:
        choices, command_mm = self._choices, self._command_mm()
        question = (self._scene, choices.chosen, choices.reach, choices.tape, command_mm)
        now_s = self._clock()
        if question[1:] != self._answered[1:] or (
            question != self._answered and now_s - self._answered_s >= ANSWER_EVERY_S
        ):
            self._answers = answer(
                _standing(self._scene, self._tokens.difference(choices.chosen)),
                self._choices,
                self._measures,
                self._touching,
                placement_sigma_between_mm(self._layout),
                command_mm,
            )
            self._answered, self._answered_s = question, now_s
        return self._answers

    def _sight(self) -> SightRule:
        """What counts as a free line of sight: as the game in play has it."""
        play = None if self._service is None else self._service.play
        return self._measures.sight if play is None else play.sight

    def _command_mm(self) -> float | None:
        """How far the chosen base may go with the action whose reach is shown; None where no action's is."""
        chosen, action = self._choices.chosen, self._choices.reach
        if self._service is None or action is None or len(chosen) != 1 or action not in self._measures.actions:
            return None
        return length_mm(self._service.play, chosen[0], action)


def _standing(scene: Scene, tokens: frozenset[str]) -> Scene:
    """A scene without tokens: they lie flat, are in nobody's way, and are measured only where one is chosen."""
    return replace(scene, bases=tuple(base for base in scene.bases if base.id not in tokens)) if tokens else scene


def _same(scene: Scene, other: Scene) -> bool:
    """Whether nothing moved by enough, or is known better or worse by enough, to change an answer."""
    if [base.id for base in scene.bases] != [base.id for base in other.bases]:
        return False
    if scene.sight != other.sight or [piece.id for piece in scene.terrain] != [piece.id for piece in other.terrain]:
        return False
    points = [(base.centre, base.sigma_mm) for base in scene.bases]
    others = [(base.centre, base.sigma_mm) for base in other.bases]
    for piece, twin in zip(scene.terrain, other.terrain, strict=True):
        points += [(point, piece.sigma_mm) for point in piece.polygon]
        others += [(point, twin.sigma_mm) for point in twin.polygon]
    return all(_near(*one, *two) for one, two in zip(points, others, strict=True))


def _near(point: MatPoint, sigma_mm: float, other: MatPoint, other_sigma_mm: float) -> bool:
    moved_mm = max(abs(point.x_mm - other.x_mm), abs(point.y_mm - other.y_mm))
    return moved_mm < MOVED_MM and abs(sigma_mm - other_sigma_mm) < DOUBTED_MM


def _pieces(layout: TableLayout, look: CameraReading | None) -> tuple[Piece, ...]:
    if look is None:
        return ()
    places = {place.id: place for place in look.observation.bases}
    scale_sigma = scale_sigma_of(layout, look.observation)
    return tuple(
        Piece(
            base_at(base, places[base.id], scale_sigma),
            places[base.id].state,
            places[base.id].age_s,
            base.is_token,
        )
        for base in layout.bases
        if base.id in places
    )
