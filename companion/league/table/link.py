"""Tells one game to the league while it is played; whatever happens to the network or the disk, the game goes on."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from companion.league.table.card import TableCard
from companion.league.table.played_match import is_played
from companion.league.wire.bodies import ClockTold, JudgeCalled, JudgeDecided, ResultTold
from companion.league.wire.feed import Feed, Scene
from companion.league.wire.messages import FeedError, body_of
from companion.league.wire.outbox import Outbox
from companion.league.wire.publisher import Publisher
from companion.referee.api.clocks import ClockState
from companion.referee.api.league import LeagueMatch, LeagueStatus
from companion.referee.match.match import Match
from companion.texts import Language

log = logging.getLogger(__name__)

PACE_S = 0.1
"""What is shown within that time is told at once, so that a burst of changes is one message."""


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """How a game is told.

    Attributes:
        card: The table's card.
        now: Wall time, ISO 8601 in UTC.
        languages: In which scenes are told.
        match: Which match of a tournament it is; empty where nobody said.
        news: Tells what the organiser told this table last.
        newest: Tells the card that the table has now: a game that is told goes on at the address on it.
    """

    card: TableCard
    now: Callable[[], str]
    languages: tuple[Language, ...] = tuple(Language)
    match: str = ""
    news: Callable[[], LeagueMatch | None] = lambda: None
    newest: Callable[[], TableCard | None] = lambda: None


@dataclass(slots=True)
class _Photo:
    """A photograph of the mat that waits for the consent of the seats that are asked."""

    jpeg: bytes
    asked: set[str]


class TableLink:
    """The link of one game; lives in the game's loop."""

    def __init__(
        self,
        match: Match,
        scene: Scene,
        path: Path,
        plan: LinkPlan,
        timing: Callable[[], ClockState] = ClockState,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepares; `run` tells.

        Args:
            match: The game.
            scene: Tells the sections of the spectators' page.
            path: File of the outbox.
            plan: See `LinkPlan`.
            timing: Tells the clocks of the game.
            changed: Called when the status changes.
        """
        self._match, self._scene, self._path, self._plan, self._changed = match, scene, path, plan, changed
        self._timing, self._told_clock = timing, ClockState()
        self._due = asyncio.Event()
        self._feed: Feed | None = None
        self._publisher: Publisher | None = None
        self._trouble = ""
        self._told_result: ResultTold | None = None
        self._confirmed: set[str] = set()
        self._calls: dict[str, JudgeCalled] = {}
        self._decisions: dict[str, str] = {}
        self._photos: dict[str, _Photo] = {}
        self._unsaid: list[Callable[[Feed], None]] = []

    @property
    def status(self) -> LeagueStatus:
        """How far the league is behind."""
        known = LeagueStatus(trouble=self._trouble)
        if self._publisher is not None and not self._trouble:
            known = self._publisher.status
        news = self._plan.news()
        teller = self._match.teller(Language.ENGLISH)
        names = [teller.name(seat) for seat in self._match.players]
        return replace(known, match=news if is_played(news, self._plan.match, names) else None)

    async def run(self) -> None:
        """Tells the game until it is cancelled."""
        card = self._plan.card
        try:
            outbox = Outbox(self._path, card.key, self._plan.now)
            feed = Feed(self._match, outbox, self._scene, self._plan.languages, self._plan.match)
        except (OSError, FeedError) as error:
            log.exception("outbox_not_opened")
            self._trouble = str(error)
            self._changed()
            return
        self._remember(outbox)
        self._feed = feed
        self._publisher = Publisher(
            outbox, card.place, card.key, self._changed, self._hear, lambda: card.place_by(self._plan.newest())
        )
        self._match.listen(self._due.set)
        while self._unsaid:
            self._say(self._unsaid.pop(0))
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._publisher.run())
                tasks.create_task(self._tell(feed, self._publisher))
        finally:
            outbox.close()

    @property
    def called(self) -> frozenset[str]:
        """Seats whose call for a judge was not answered yet."""
        return frozenset(each.by for each in self._calls.values())

    def decision(self, seat: str) -> str:
        """What a judge decided on a seat's newest call; empty while that is open, or for no call."""
        return "" if seat in self.called else self._decisions.get(seat, "")

    @property
    def confirmed(self) -> frozenset[str]:
        """Seats that have confirmed how the game ended."""
        return frozenset(self._confirmed)

    def call_judge(self, seat: str, about: str, line: int, picture: str, photo: bytes = b"") -> None:
        """A player calls a judge; the same call again, as by a key touched twice, is not told twice.

        Args:
            seat: Who calls.
            about: What it is about, in words.
            line: Number of the line of the spectators' log that it is about; 0 for none.
            picture: The measurement drawn, as SVG; empty for none.
            photo: A photograph of the mat, JPEG, which is told once all other players agree; empty for none.
        """
        told = JudgeCalled(id=secrets.token_hex(8), by=seat, about=about, line=line, picture=picture)
        if any(told == msgspec.structs.replace(each, id=told.id, photo=b"") for each in self._calls.values()):
            return
        if photo:
            others = {each for each in self._match.players if each != seat}
            self._photos[told.id] = _Photo(photo, others)
        self.call(told)

    def photo_asked(self, seat: str) -> str:
        """Whose photograph of the mat waits for a seat's consent; empty for nobody's."""
        waiting = (self._calls[call].by for call, photo in self._photos.items() if seat in photo.asked)
        return next(waiting, "")

    def answer_photo(self, seat: str, *, agrees: bool) -> None:
        """A player lets a photograph go to the judge, or not."""
        for call, photo in [*self._photos.items()]:
            if seat not in photo.asked:
                continue
            photo.asked.remove(seat)
            if agrees and photo.asked:
                continue
            del self._photos[call]
            if agrees:
                self.call(msgspec.structs.replace(self._calls[call], photo=photo.jpeg))

    def call(self, told: JudgeCalled) -> None:
        """Calls a judge."""
        self._calls[told.id] = told
        self._say(lambda feed: feed.call(told))

    def decided(self, told: JudgeDecided) -> None:
        """Takes note of a judge's decision; one that is known already, or on no call of this game, changes nothing."""
        call = self._calls.pop(told.id, None)
        if call is None:
            return
        self._photos.pop(told.id, None)
        self._decisions[call.by] = told.decision
        self._say(lambda feed: feed.decided(told))
        self._changed()

    def confirm(self, seat: str) -> None:
        """A player confirms how the game ended."""
        self._confirmed.add(seat)
        self._due.set()

    def _remember(self, outbox: Outbox) -> None:
        """Takes up calls and confirmations from before the program was started anew."""
        for message in outbox.messages:
            match body_of(message) if message.kind in {"call", "decision", "result"} else None:
                case JudgeCalled() as call:
                    self._calls[call.id] = call
                case JudgeDecided() as decided if decided.id in self._calls:
                    self._decisions[self._calls.pop(decided.id).by] = decided.decision
                case ResultTold() as result:
                    self._confirmed |= set(result.confirmed)
                case _:
                    pass

    def _hear(self, data: bytes) -> None:
        try:
            told = msgspec.json.decode(data, type=JudgeDecided)
        except msgspec.DecodeError:
            log.warning("league_answer_not_read")
            return
        self.decided(told)

    async def _tell(self, feed: Feed, publisher: Publisher) -> None:
        while True:
            self._due.clear()
            try:
                feed.tell()
                self._tell_clock(feed)
                self._tell_result(feed)
                self._trouble = ""
            except OSError as error:  # a full disk; the same is told the next time
                log.exception("outbox_not_written")
                self._trouble = str(error)
                self._changed()
            publisher.notify()
            await self._due.wait()
            await asyncio.sleep(PACE_S)

    def _tell_clock(self, feed: Feed) -> None:
        """Tells the clocks whenever they run otherwise than before; who reads it counts on by itself."""
        now = self._timing()
        if now == self._told_clock:
            return
        running = next((each.seat for each in now.seats if each.running), "") if now.running else ""
        left_s = None if now.limit_s is None else now.limit_s - now.used_s
        seconds = {each.seat: round(each.used_s, 1) for each in now.seats}
        feed.clock(ClockTold(seconds=seconds, running=running, left_s=left_s))
        self._told_clock = now

    def _tell_result(self, feed: Feed) -> None:
        """Tells how the game ended, again when somebody confirms it, and that it goes on after an undo."""
        tally, state = self._match.record.game.tally, self._match.shown
        outcome = tally.outcome(state)
        if outcome is None:
            self._confirmed.clear()
            self._told_result = None
            return
        told = ResultTold(
            winners=outcome.winners,
            reason=outcome.reason,
            figures={player: dict(figures) for player, figures in tally.score(state).players.items()},
            confirmed=tuple(seat for seat in self._match.players if seat in self._confirmed),
        )
        if told != self._told_result:
            feed.result(told)
            self._told_result = told

    def _say(self, told: Callable[[Feed], None]) -> None:
        if self._feed is None or self._publisher is None:
            self._unsaid.append(told)
            return
        try:
            told(self._feed)
        except OSError as error:
            log.exception("outbox_not_written")
            self._trouble = str(error)
        self._publisher.notify()
