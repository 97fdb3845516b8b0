"""What players set and do at the table besides the game itself: dice, clocks, how strict the referee is."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from companion.games.common import Overrule
from companion.games.protocol import takes
from companion.presentation.tasks import Teacher
from companion.referee.api.clocks import ClockState
from companion.referee.api.luck import Luck
from companion.referee.api.table_intents import (
    AllowTypedFaces,
    ClockIntent,
    MapFaces,
    PaintPlayers,
    SetStrictness,
    Strictness,
    TableIntent,
)
from companion.referee.dice.book import book_beside
from companion.referee.dice.manager import DiceManager
from companion.referee.history.luck_of_record import luck_of
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.settings import SettingsFile, name_of_game, settings_beside
from companion.referee.screen.game_screen import GameScreen
from companion.session.clock_controller import ClockController
from companion.texts import Language

TOKEN_BYTES = 6


class TableController:
    """One table at one game; lives in the core thread's loop."""

    def __init__(
        self,
        gateway: CommandGateway,
        record: Path,
        clock: Callable[[], float],
        notify: Callable[[], None],
        dice: Sequence[str] | None = None,
        symbols: Sequence[str] = (),
    ) -> None:
        """Takes up what was set for this game.

        Args:
            gateway: Where the game is played.
            record: Its file; what is set stands beside it.
            clock: Seconds of the monotonic clock that dice count by.
            notify: To be called when there is something new to show.
            dice: Dice of this evening, as `--dice` names them; None for those used last.
            symbols: What the numbers 1 to 6 of a die stand for; empty for what they stood for last.

        Raises:
            OSError: If the dice's journal cannot be read.
        """
        self._gateway, self._notify = gateway, notify
        game = name_of_game(gateway.match.record)
        self._settings = SettingsFile(settings_beside(record), game)
        if dice is not None:
            self._settings.change(dice=tuple(dice))
        if symbols:
            self._settings.change(symbols=tuple(symbols))
        self._dice = DiceManager(gateway, book_beside(record), game, self._settings, clock, notify)
        self._clocks = ClockController(
            gateway.match, self._settings, clock, lambda: secrets.token_hex(TOKEN_BYTES), notify
        )
        self._luck: tuple[tuple[int, Language], Luck] | None = None
        self._made: tuple[tuple[object, ...], GameScreen] | None = None
        self._be(self._settings.now.strictness)
        gateway.match.enforcement.takes_typed_faces = self._settings.now.typed_faces

    def lying(self, seat: str, language: Language) -> tuple[str, ...]:
        """What to know of the roll that a seat owes, a line each: who else rolls, and what lies there."""
        return self._dice.lines(seat, language)

    def report_roll(self, seat: str, data: bytes) -> str:
        """Takes what an app of a player reports of a die; says what was expected if it is no report."""
        return self._dice.report(seat, data)

    def timing(self) -> ClockState:
        """The clocks of the game."""
        return self._clocks.timing()

    def dressed(self, play: GameScreen, language: Language) -> GameScreen:
        """A play with all this in it; the same object as long as nothing of it changed."""
        parts = (
            self._dice.throw(language),
            self._clocks.timing(),
            self._settings.now.strictness,
            self._settings.now.typed_faces if self._gateway.match.record.game.shelf.dice() else None,
            self._luck_now(language),
        )
        if self._made is None or self._made[0][0] is not play or self._made[0][1:] != parts:
            throw, timing, strictness, typed, luck = parts
            lessons = Teacher(self._gateway.match.teller(language)) if strictness is Strictness.TEACH else None
            set_now = replace(play, timing=timing, strictness=strictness, typed_faces=typed)
            self._made = (play, *parts), replace(set_now, throw=throw, lessons=lessons, luck=luck)
        return self._made[1]

    def apply(self, body: TableIntent, by: str) -> None:
        """Does what is asked for.

        Args:
            body: What.
            by: Who says so: a seat's id, or nobody's for the table together.
        """
        if isinstance(body, SetStrictness):
            self._settings.change(strictness=body.level)
            self._be(body.level)
            self._notify()
        elif isinstance(body, PaintPlayers):
            self._gateway.apart = body.apart
            self._gateway.tell()
        elif isinstance(body, MapFaces):
            self._settings.change(symbols=body.symbols)
            self._dice.mapped()
        elif isinstance(body, AllowTypedFaces):
            self._settings.change(typed_faces=body.allowed)
            self._gateway.match.enforcement.takes_typed_faces = body.allowed
            self._dice.mapped()
        elif isinstance(body, ClockIntent):
            self._clocks.apply(body)
        else:
            self._dice.apply(body, by)

    async def live(self) -> None:
        """Runs until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._dice.live())
            tasks.create_task(self._clocks.live())

    def _be(self, level: Strictness) -> None:
        lets_pass = level is Strictness.SCOREKEEPER and takes(self._gateway.match.record.game, Overrule)
        self._gateway.match.enforcement.keeps_score_only = lets_pass

    def _luck_now(self, language: Language) -> Luck:
        """Worked out when the game is over: going through the whole record takes a moment."""
        match = self._gateway.match
        if not match.is_over:
            return Luck()
        as_of = (match.record.written, language)
        if self._luck is None or self._luck[0] != as_of:
            self._luck = as_of, luck_of(match.record, language)
        return self._luck[1]
