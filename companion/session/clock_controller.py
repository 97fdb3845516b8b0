"""The clocks of a game: kept beside its record, told to it where the rules or a reader need them.

The record gets the players' clocks at the end of each turn, and that the time is up; not every second.
"""

import asyncio
import logging
from collections.abc import Callable

from companion.games.command import TABLE, Command
from companion.games.common import Clock, TimeUp
from companion.games.protocol import takes
from companion.games.verdicts.measured import RuleViolation
from companion.games.verdicts.reasons import AGREED_LIMIT
from companion.referee.api.clocks import ClockState, SeatTime
from companion.referee.api.table_intents import ClockIntent, PauseClock, SetClock
from companion.referee.match.command_request import Answer, CommandRequest
from companion.referee.match.game_clock import GameClock, RunningClocks, run_of
from companion.referee.match.match import Match
from companion.referee.match.settings import SettingsFile
from companion.referee.match.strictness import overruling

log = logging.getLogger(__name__)

KEPT_EVERY_S = 5.0
"""So much of the time used may be forgotten if the power fails."""


class ClockController:
    """The clocks at one game."""

    def __init__(
        self,
        match: Match,
        settings: SettingsFile,
        clock: Callable[[], float],
        token: Callable[[], str],
        notify: Callable[[], None],
    ) -> None:
        """Takes the clocks up where they were left; they stand until somebody does something.

        Args:
            match: The game.
            settings: Limits and the time used so far.
            clock: Seconds of a monotonic clock.
            token: Makes a new name for an intent every time.
            notify: To be called when there is something new to show.
        """
        self._match, self._settings, self._clock = match, settings, clock
        self._token, self._notify = token, notify
        now = settings.now
        self._clocks = GameClock(clock(), now.used_s, now.seats_s)
        self._rests = now.used_s > 0
        self._written = match.record.written
        self._turn = self._turn_now()
        self._told: dict[str, int] = {}
        self._over = self._is_over()
        self._kept_s = clock()
        self._due = asyncio.Event()
        self._made: tuple[tuple[object, ...], ClockState] | None = None
        match.listen(self._due.set)

    def timing(self) -> ClockState:
        """What screens show; the same object as long as they can count on by themselves."""
        now, clocks = self._settings.now, self._clocks
        up = self._is_up()
        as_of = (clocks, now.limit_s, now.each_s, now.paused, self._rests, up)
        if self._made is None or self._made[0] != as_of:
            seats = (
                SeatTime(seat, clocks.seats_s.get(seat, 0.0), running=clocks.run.seat == seat)
                for seat in self._match.players
            )
            self._made = (
                as_of,
                ClockState(
                    as_of_s=clocks.as_of_s,
                    used_s=clocks.used_s,
                    running=clocks.run.game,
                    seats=tuple(seats),
                    limit_s=now.limit_s,
                    each_s=now.each_s,
                    paused=now.paused or self._rests,
                    asked=clocks.run.asked,
                    up=up,
                ),
            )
        return self._made[1]

    def apply(self, body: ClockIntent) -> None:
        """Does what is asked for about the clocks."""
        match body:
            case SetClock(limit_s, each_s):
                self._settings.change(limit_s=limit_s, each_s=each_s)
            case PauseClock(paused):
                self._rests = False
                self._settings.change(paused=paused)
        self._look()

    async def live(self) -> None:
        """Counts until it is cancelled."""
        try:
            while True:
                self._due.clear()
                self._look()
                try:
                    async with asyncio.timeout(self._patience_s()):
                        await self._due.wait()
                except TimeoutError:
                    pass
        finally:
            self._keep(self._clocks.at(self._clock()))

    def _look(self) -> None:
        """Counts up to now, notices what has changed in the game, and ends it when its time is over."""
        now_s = self._clock()
        clocks = self._clocks.at(now_s)
        self._notice()
        run = RunningClocks() if self._settings.now.paused or self._rests else run_of(self._match)
        if run != clocks.run:
            self._clocks = GameClock(now_s, clocks.used_s, clocks.seats_s, run)
            self._keep(self._clocks)
            self._notify()
        elif clocks.run.game and now_s - self._kept_s >= KEPT_EVERY_S:
            self._keep(clocks)
        if self._is_up():
            self._notify()
            self._end()

    def _notice(self) -> None:
        """What was done since the last look: only that wakes resting clocks, and only that is told to the record."""
        record = self._match.record
        done, self._written = record.written > self._written, record.written
        over, self._over = self._over, self._is_over()
        turn, self._turn = self._turn, self._turn_now()
        self._rests = self._rests and not done
        if over and not self._over:
            # The end was taken back: the players say when time goes on.
            self._settings.change(paused=True)
        elif done and self._turn > turn and self._in_use() and not self._over:
            self._tell()

    def _turn_now(self) -> int:
        return self._match.record.game.tally.turn(self._match.shown).number

    def _is_over(self) -> bool:
        return self._match.is_over

    def _tell(self) -> None:
        if not takes(self._match.record.game, Clock):
            return
        clocks = self._clocks.at(self._clock())
        for seat in self._match.players:
            used_s = round(clocks.seats_s.get(seat, 0.0))
            if used_s and self._told.get(seat) != used_s:
                self._told[seat] = used_s
                self._submit(Clock(by=TABLE, player=seat, used_s=float(used_s)))

    def _end(self) -> None:
        """Says that the time is over, once what is under way is resolved."""
        game, state = self._match.record.game, self._match.shown
        busy = self._match.pause_left_s is not None or game.tally.under_way(state) or game.tally.asks_all(state)
        if not busy and self._turn_now() and not self._is_over() and takes(game, TimeUp):
            self._tell()
            self._submit(self._time_up())

    def _time_up(self) -> Command:
        """The end by time; one that the game was not begun with is let pass, for the players have agreed on it."""
        up = TimeUp(by=TABLE)
        try:
            self._match.record.game.decide(self._match.shown, up)
        except RuleViolation:
            return overruling(up, AGREED_LIMIT)
        return up

    def _submit(self, command: Command) -> None:
        self._match.submit(CommandRequest(f"clock/{self._token()}", command, _answered))
        self._written = self._match.record.written
        self._over = self._is_over()

    def _is_up(self) -> bool:
        limit_s = self._settings.now.limit_s
        stands = self._settings.now.paused or self._rests or self._is_over()
        return limit_s is not None and not stands and self._clocks.at(self._clock()).used_s >= limit_s

    def _in_use(self) -> bool:
        return self._settings.now.limit_s is not None or self._settings.now.each_s is not None

    def _patience_s(self) -> float | None:
        """How long nothing can change by itself."""
        if not self._clocks.run.game:
            return None
        limit_s = self._settings.now.limit_s
        left_s = KEPT_EVERY_S if limit_s is None else limit_s - self._clocks.at(self._clock()).used_s
        return min(KEPT_EVERY_S, left_s) if left_s > 0 else KEPT_EVERY_S

    def _keep(self, clocks: GameClock) -> None:
        self._kept_s = self._clock()
        self._settings.change(used_s=clocks.used_s, seats_s=dict(clocks.seats_s))


def _answered(answer: Answer) -> None:
    log.debug("clock_told answer=%s", type(answer).__name__)
