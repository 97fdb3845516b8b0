"""Dice at a game: opened, listened to, changed while the game runs; lives in the core thread's loop.

A source that fails or a die that is lost never stops the game: it is told, and comes back by itself; fingers always do.
"""

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable
from pathlib import Path

from companion.games.command import TABLE
from companion.games.shelf import usual_faces
from companion.referee.api.rolls import Throw
from companion.referee.api.table_intents import (
    AnswerVoid,
    AssignDie,
    AssignThrow,
    BlinkDie,
    DecideFace,
    DecideThrows,
    EnterFaces,
    OfDice,
    PairDie,
    RerollDie,
    RollVirtualDice,
    UseDice,
)
from companion.referee.dice.journal import DiceJournal
from companion.referee.dice.kinds import checked_kinds, of_kind
from companion.referee.dice.names import tells_symbols_only, where_of
from companion.referee.dice.roll_manager import MANUAL, RollManager
from companion.referee.dice.sources import DiceListener, DicePlaces, FoundDie, known_after
from companion.referee.dice.wording import DiceState, said_beside, throw_shown
from companion.referee.errors import SetupError
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.pending_rolls import dice_lacking
from companion.referee.match.settings import SettingsFile
from companion.texts import Language, say
from hardware.app_dice import AppDice, ReportError
from hardware.events import Cocked, DieEvent, Settled
from hardware.manual import ManualDice
from hardware.rolls import CollectingError, CollectorPolicy, Journal, RollProgress
from hardware.source import CannotIdentifyError, DiceError, NoSuchDieError
from vision.errors import VisionError

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.5
"""How often troubles are asked for, and what could not be written is tried again."""
TOKEN_BYTES = 6


class DiceManager:
    """All dice at one game."""

    def __init__(
        self,
        gateway: CommandGateway,
        path: Path,
        game: str,
        settings: SettingsFile,
        clock: Callable[[], float],
        notify: Callable[[], None],
    ) -> None:
        """Takes the dice's journal up where it was left; nothing is opened before `live`.

        Args:
            gateway: Where the game is played.
            path: File of the dice's journal.
            game: Name of the game, which no other has.
            settings: What players have set.
            clock: Seconds of the monotonic clock that dice count by.
            notify: To be called when there is something new to show.

        Raises:
            OSError: If the journal cannot be read.
        """
        self._gateway, self._settings, self._notify = gateway, settings, notify
        self._journal = DiceJournal(path, game, clock, CollectorPolicy(players=frozenset(gateway.match.players)))
        self._throwing = RollManager(
            gateway,
            self._journal,
            lambda: secrets.token_hex(TOKEN_BYTES),
            symbols=self._symbols,
            symbolic=lambda source: tells_symbols_only(settings.now.dice, source),
        )
        self._dice = DiceListener(DicePlaces(radio=False))
        self._manual, self._apps = ManualDice(), AppDice()
        self._found: dict[str, FoundDie] = {}
        self._kinds: dict[str, str] = {}
        self._typed: deque[str] = deque()
        self._thrown: dict[str, str] = {}
        self._wrong = ""
        self._troubles: tuple[str, ...] = ()
        self._said: tuple[str, dict[str, object]] | None = None
        self._swap = asyncio.Event()
        self._changes = 0
        self._made: tuple[tuple[object, ...], Throw] | None = None
        self._running: set[asyncio.Task[None]] = set()
        self._due = asyncio.Event()
        gateway.match.listen(self._due.set)
        gateway.listen(self._due.set)

    @property
    def journal(self) -> Journal:
        """What the dice told, as it stands."""
        return self._journal.state

    def mapped(self) -> None:
        """Takes up changed settings: what faces stand for, and so what lies there, or whether they may be entered."""
        self._changes += 1
        self._due.set()
        self._notify()

    def throw(self, language: Language) -> Throw:
        """What screens show; the same object as long as nothing of it changed."""
        as_of = (self._journal.state, self._gateway.match.version, self._changes, language)
        if self._made is None or self._made[0] != as_of:
            said = "" if self._said is None else say(language, self._said[0], **self._said[1])
            table = DiceState(
                journal=self._journal.state,
                over=self._journal.over,
                rolls=self._throwing.open_rolls(),
                found=self._found,
                symbols=self._symbols(),
                sources=self._settings.now.dice,
                troubles=(*self._lacking(language), *self._troubles),
                virtual=self._dice.virtual is not None,
                typed=self._settings.now.typed_faces,
                said=said,
            )
            self._made = as_of, throw_shown(table, self._gateway.match, language)
        return self._made[1]

    def _lacking(self, language: Language) -> tuple[str, ...]:
        """That the game asks for dice which it does not have, or that the dice's book was changed; mostly nothing."""
        match = self._gateway.match
        kinds = ", ".join(dice_lacking(match.record.game, match.shown))
        title = match.record.game.shelf.title(language)
        lacking = (say(language, "dice.lacking", game=title, kinds=kinds),) if kinds else ()
        if self._journal.changed_book is None:
            return lacking
        fault, file = self._journal.changed_book
        return (*lacking, say(language, "dice.book_changed", line=fault.line, file=file))

    def _symbols(self) -> tuple[str, ...]:
        """What the numbers of a die stand for, as it is set or else as the game has it."""
        return self._settings.now.symbols or usual_faces(self._gateway.match.record.game.shelf)

    def lines(self, seat: str, language: Language) -> tuple[str, ...]:
        """What to know of the roll that a seat owes, for its phone: who else rolls, and what lies there."""
        beside = said_beside(self._throwing.open_rolls(), self._gateway.match, seat, language)
        return (*([beside] if beside else []), *self._lying(seat, language))

    def _lying(self, seat: str, language: Language) -> tuple[str, ...]:
        roll = next((roll for roll in self.throw(language).rolls if roll.seat == seat), None)
        if roll is None or not (roll.faces or roll.void or not roll.typed):
            return ()
        only_rolled = () if roll.typed else (say(language, "game.dice.only_rolled"),)
        faces = [f"{face.source_name} {face.name}: {face.label or '…'}" for face in roll.faces]
        void = [f"{face.source_name} {face.name}: {face.why}" for face in roll.void]
        asked = [question.text for question in roll.questions]
        owed = [say(language, "dice.still_owed", count=roll.owed)] if roll.owed else []
        return (*only_rolled, *faces, *void, *asked, *owed)

    async def live(self) -> None:
        """Hears dice and fulfils rolls until it is cancelled."""
        self._due.set()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._watch())
            tasks.create_task(self._follow())
            tasks.create_task(self._look_after())
            while True:
                self._swap.clear()
                try:
                    await self._hear_until_swapped()
                except Exception:  # dice that stumble must not stop the table
                    log.exception("dice_not_heard")
                    await asyncio.sleep(LOOK_EVERY_S)

    def report(self, seat: str, data: bytes) -> str:
        """Takes what an app of a player reports of a die, which is that player's from then on.

        Returns:
            What was expected if it is no report; empty if it was taken.
        """
        try:
            die = self._apps.report(seat, data)
        except ReportError as error:
            return str(error)
        if self._journal.state.owners.get(die) != seat:
            self._journal.do("give", die=die, player=seat)
        return ""

    def apply(self, body: OfDice, by: str) -> None:
        """Does what is asked for about dice.

        Args:
            body: What.
            by: Who says so: a seat's id, or nobody's for the table together.
        """
        self._said = None
        try:
            self._apply(body, by or TABLE)
        except CollectingError:
            self._say("dice.said.unfit")
        except NoSuchDieError:
            self._say("dice.said.unknown")
        self._changed()

    def _apply(self, body: OfDice, by: str) -> None:
        match body:
            case EnterFaces(roll, values):
                self._type(roll, values, by)
            case DecideFace(entry) if not self._may_name(entry):
                self._say("dice.said.typed_forbidden")
            case RerollDie() | AnswerVoid() | DecideFace() | DecideThrows() | AssignThrow():
                self._throwing.say(body, by)
            case RollVirtualDice(roll):
                for each in self._pool(roll):
                    self._throw_virtual(each)
            case BlinkDie(die):
                task = asyncio.get_running_loop().create_task(self._show(die))
                self._running.add(task)
                task.add_done_callback(self._running.discard)
            case AssignDie(die, seat):
                self._journal.do("give", die=die, player=seat if seat in self._gateway.match.players else None)
            case PairDie(seen, die):
                self._journal.do("pair", seen=seen, die=die)
            case UseDice(sources):
                self._use(sources)

    def _may_name(self, entry: int) -> bool:
        """Whether the table may name the face of a throw: always where faces may be entered, else where it is asked."""
        questions = (each for _, _, standing in self._throwing.open_rolls() for each in standing.questions)
        return self._settings.now.typed_faces or any(entry in question.entries for question in questions)

    def _type(self, roll: str, values: tuple[int | None, ...], by: str) -> None:
        standing = self._standing(roll)
        if not self._settings.now.typed_faces:
            self._say("dice.said.typed_forbidden")
        elif standing is None:
            self._say("dice.said.over")
        elif not values or len(values) > standing.owed:
            self._say("dice.said.too_many", count=standing.owed)
        else:
            # Who holds the tablet may read another player's dice: for a roll that is not theirs they are the table.
            players = standing.asked.request.by
            try:
                self._manual.enter(values, by if not players or by in players else TABLE)
            except DiceError:
                self._say("dice.said.unfit")
            else:
                self._typed += [roll] * len(values)

    def _pool(self, roll: str) -> tuple[str, ...]:
        """All rolls of the pool that a roll belongs to, which one command answers; else the roll alone."""
        opened = self._throwing.open_rolls()
        request = self._throwing.request(roll)
        asked = next((owed for id_, owed, _ in opened if id_ == request), None)
        if asked is None or not asked.kind:
            return (roll,)
        return tuple(owed.key for _, owed, _ in opened if owed.kind and owed.spec is asked.spec)

    def _throw_virtual(self, roll: str) -> None:
        standing = self._standing(roll)
        virtual = self._dice.virtual
        if standing is None or virtual is None:
            self._say("dice.said.over")
            return
        opened = [each for _, _, each in self._throwing.open_rolls()]
        lying = {entry.die for each in opened for entry in (*each.counted, *each.tumbling)}
        # What was touched twice, or by two, is thrown once: some dice may be in the air before they are heard.
        owed = standing.owed - sum(each == roll and die not in lying for die, each in self._thrown.items())
        resting = [die for die in virtual.dice if die not in self._thrown]
        free = ([die for die in resting if die not in lying] or resting)[: max(0, owed)]
        if free:
            self._thrown |= dict.fromkeys(free, roll)
            virtual.throw(*free)

    def _standing(self, roll: str) -> RollProgress | None:
        request = self._throwing.request(roll)
        return next((standing for id_, _, standing in self._throwing.open_rolls() if id_ == request), None)

    def _use(self, sources: tuple[str, ...]) -> None:
        try:
            where_of(sources)
        except SetupError as error:
            self._say("dice.said.sources", why=error)
            return
        self._settings.change(dice=sources)
        self._swap.set()

    async def _show(self, die: str) -> None:
        try:
            await self._dice.combined_source.identify(die)
        except NoSuchDieError:
            self._say("dice.said.unknown")
        except CannotIdentifyError:
            self._say("dice.said.cannot_show", die=die)
        else:
            self._say("dice.said.shown", die=die)
        self._changed()

    def _say(self, key: str, **values: object) -> None:
        self._said = key, values

    async def _hear_until_swapped(self) -> None:
        """Opens the dice of this evening and hears them until others are wanted."""
        self._wrong = ""
        try:
            places, game = where_of(self._settings.now.dice), self._gateway.match.record.game
            self._kinds = checked_kinds(places.kinds, game)
            self._dice = DiceListener(places, game.name)
        except (SetupError, VisionError, DiceError) as error:
            self._wrong, self._dice = str(error), DiceListener(DicePlaces(radio=False))
        self._manual, self._apps = ManualDice(), AppDice()
        self._typed.clear()
        self._thrown.clear()
        self._found.clear()
        combined_source = self._dice.combined_source
        hearing = asyncio.get_running_loop().create_task(self._journal.run(self._noticed(combined_source.events())))
        swapping = asyncio.get_running_loop().create_task(self._swap.wait())
        try:
            async with combined_source:
                await combined_source.add(self._manual)
                await combined_source.add(self._apps)
                await asyncio.wait({hearing, swapping}, return_when=asyncio.FIRST_COMPLETED)
            await hearing  # what was told until the end
        finally:
            swapping.cancel()
            hearing.cancel()
            await asyncio.gather(hearing, swapping, return_exceptions=True)

    async def _noticed(self, events: AsyncIterable[DieEvent]) -> AsyncIterator[DieEvent]:
        async for told in events:
            event = of_kind(told, self._kinds)
            self._found[event.die] = known_after(self._found.get(event.die, FoundDie(event.die)), event)
            self._changes += 1
            yield event
            # By now it is folded.
            if event.source == MANUAL and isinstance(event, Settled | Cocked) and self._typed:
                self._route(event.die, self._typed.popleft())
            elif event.die in self._thrown and isinstance(event, Settled | Cocked):
                self._route(event.die, self._thrown.pop(event.die))
            self._notify()

    def _route(self, die: str, roll: str) -> None:
        """What was typed, or thrown by the program, for one of several rolls is for that one."""
        entry = next((each for each in reversed(list(self.journal.entries.values())) if each.die == die), None)
        request = self._throwing.request(roll)
        if entry is not None and entry.settled and len(entry.candidates) > 1 and request in entry.candidates:
            self._journal.do("assign", number=entry.number, request=request, by=TABLE)

    async def _watch(self) -> None:
        """Notices when the journal has changed."""
        journal = self._journal.state
        while True:
            journal = await self._journal.changed(journal)
            self._due.set()
            self._gateway.tell()

    async def _follow(self) -> None:
        """Settles whenever the journal or the game has changed; never within an intent that is being granted."""
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                self._throwing.settle()
            except CollectingError:  # a roll that cannot go on must not stop the table
                log.exception("roll_not_settled")
            self._notify()

    async def _look_after(self) -> None:
        """Notices troubles that come and go, and tries again what could not be written."""
        while True:
            failed = self._throwing.failed
            found = (self._wrong, self._journal.trouble or "", "" if failed is None else failed.why)
            troubles = (*(each for each in found if each), *self._dice.troubles())
            if troubles != self._troubles:
                self._troubles = troubles
                self._changed()
            await asyncio.sleep(LOOK_EVERY_S)
            if failed is not None:
                self._due.set()

    def _changed(self) -> None:
        self._changes += 1
        self._notify()
