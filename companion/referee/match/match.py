"""One game while it is played: intents in, durable events out, and when each viewer is shown what.

Every intent carries an id and is applied at most once, also over a restart: the id is written with the command. What is
shown lags behind what is written where showing at once would tell a secret. Wherever a hidden card might be met, as far
as the public can tell, everybody waits for the same pause, whether somebody is asked or not; a card that is turned up
ends it, for that everybody sees. Intents that come in a pause are decided after it. A game that is taken up again, or
whose time went back, shows its last action once more, with its pauses: else going on at once would tell that nobody is
asked.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.games.command import SPECTATOR, Command, Event
from companion.games.display.actions import ActionGroup
from companion.games.display.sheets import OpenSheet, Sheet
from companion.games.display.unknown_card import UnknownCard
from companion.games.grounds import Ground, MeasuredCommand
from companion.games.verdicts.measured import RuleViolation
from companion.presentation.teller import Teller
from companion.record.errors import RecordError
from companion.record.grounds import BY_HAND, GroundFinder
from companion.record.record import Record, Undo
from companion.record.shuffle import shuffled
from companion.record.walk import walk
from companion.referee.match.chronicle import Chronicle, Line, Roll
from companion.referee.match.command_request import Answer, CommandDone, CommandFailed, CommandRefused, CommandRequest
from companion.referee.match.dispute import Dispute, Disputes
from companion.referee.match.idle_moves import idle
from companion.referee.match.revocation import RevocableCommand, revocable
from companion.referee.match.secret_answers import is_answer, lets_pass
from companion.referee.match.strictness import Enforcement
from companion.texts import Language

log = logging.getLogger(__name__)

SLOW_S = 0.5
"""An intent that takes longer to be granted holds everything else up."""

ENTERED = b"entered by hand on the drawn mat"
"""What the record keeps beside what was done while no camera looked."""
INTENT = "intent"
"""Name of the evidence that keeps the id of the intent a command came from."""


@dataclass(frozen=True, slots=True)
class _PendingEvent:
    """An event that is written and not yet shown.

    Attributes:
        event: What happened.
        ground: What it rests on.
        by_hand: Whether players entered its places.
        goes_on: Whether it is the first of something that somebody did.
    """

    event: Event
    ground: Ground | None
    by_hand: bool
    goes_on: bool


class Match:
    """Owns a game's record while it is played; used by one thread.

    Attributes:
        record: The game and its file.
        pause_s: How long everybody waits where a hidden card might be met; 0 for as long as its owner needs, which
            tells the others that there is one.
        enforcement: What becomes of a command that a rule forbids.
        by_hand: Whether no camera looks now: players enter all places, and the record says so.
        seen_s: Tells when people see what is shown now, on the clock; a pause lasts from then on.
    """

    def __init__(
        self,
        record: Record,
        clock: Callable[[], float],
        *,
        pause_s: float = 4.0,
        enforcement: Enforcement | None = None,
    ) -> None:
        """Takes up a game where it was left.

        Args:
            record: An open record.
            clock: Seconds of a monotonic clock.
            pause_s: See the attribute.
            enforcement: See the attribute; None for one that refuses.
        """
        self.record = record
        self.pause_s = pause_s
        self.enforcement = enforcement or Enforcement()
        self.by_hand = False
        self.seen_s = self._clock = clock
        self._viewed: Any = None
        self._views: dict[str, msgspec.Struct] = {}
        self._sheets: dict[tuple[str, Language], Sheet] = {}
        self._held: deque[CommandRequest] = deque()
        self._answers: dict[str, Answer | None] = {}
        self._shuffles = 0
        self._shown: Any = record.state
        self._coming: deque[_PendingEvent] = deque()
        self._ground_finder = GroundFinder(record)
        self._pause_ends_s: float | None = None
        self._waited = False
        self._version = 0
        self._revocable: RevocableCommand | None = None
        self._dispute: Dispute | None = None
        self._disputes = Disputes()
        self._looked_at = ""
        self._listeners: tuple[Callable[[], None], ...] = ()
        self._remember()
        self._chronicle = self._taken_up()
        self._deal()
        self._show()

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of those who play."""
        return tuple(seat.id for seat in self.record.setup.seats)  # type: ignore[attr-defined]  # every game's setup has seats

    def teller(self, language: Language, viewer: str = SPECTATOR) -> Teller:
        """Tells the game to a reader, a seat or `SPECTATOR`, as it is shown now."""
        return Teller(self.record.game, self._shown, language, viewer)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, as far as that is shown."""
        return self.record.game.tally.outcome(self._shown) is not None

    @property
    def version(self) -> int:
        """Grows whenever something new is shown to anybody."""
        return self._version

    @property
    def pause_left_s(self) -> float | None:
        """How long everybody still waits for hidden cards; None when nobody does."""
        return None if self._pause_ends_s is None else max(0.0, self._pause_ends_s - self._clock())

    @property
    def pause_ends_s(self) -> float | None:
        """When everybody has waited for hidden cards, on the clock; None if nobody does, or without a set pause."""
        return self._pause_ends_s if self.pause_s > 0 else None

    @property
    def shown(self) -> Any:  # noqa: ANN401 (the game's own state)
        """The state that is shown now; whole, for naming things. Viewers get `view`."""
        return self._shown

    @property
    def shown_numbers(self) -> tuple[int, ...]:
        """Numbers of the record's events that count and are shown now, in order."""
        return self.record.counting[: self._chronicle.events]

    def listen(self, listener: Callable[[], None]) -> None:
        """Tells a listener whenever something new is shown; it must return at once."""
        self._listeners = (*self._listeners, listener)

    def view(self, viewer: str) -> msgspec.Struct:
        """The game as a viewer may see it now; made once of each state, however many languages it is read in."""
        self._forget_old()
        if viewer not in self._views:
            self._views[viewer] = self.record.game.view(self._shown, viewer)
        return self._views[viewer]

    def sheet(self, viewer: str, language: Language) -> Sheet:
        """What a viewer is shown of the game now; made once of each state."""
        self._forget_old()
        if (viewer, language) not in self._sheets:
            self._sheets[viewer, language] = self.record.game.sheets.of(self._shown, viewer, language)
        return self._sheets[viewer, language]

    def lying_open(self, player: str, language: Language) -> OpenSheet:
        """What everybody may see of what a player owes and may do now."""
        return self.record.game.sheets.lying_open(self._shown, player, language)

    def market(self, player: str, language: Language) -> ActionGroup:
        """What a player may choose from now that lies beside the hand."""
        return self.record.game.sheets.market(self._shown, player, language)

    def unknown_card(self, card: str, player: str, language: Language) -> UnknownCard | None:
        """What a card of a player's own deck of cardboard may be; None where there is nothing to tell."""
        return self.record.game.sheets.unknown_card(self._shown, card, player, language)

    def lines(self, viewer: str) -> tuple[Line, ...]:
        """The log as a viewer may read it now."""
        return self._chronicle.lines(viewer)

    @property
    def results(self) -> tuple[Any, ...]:
        """How fights ended since somebody went on, as they are shown now."""
        return self._chronicle.results

    @property
    def last_results(self) -> tuple[Any, ...]:
        """How the last fights ended, also once somebody has gone on; empty before the first."""
        return self._chronicle.last_results

    def rolls(self, viewer: str) -> tuple[Roll, ...]:
        """The last rolls as a viewer may see them now, oldest first."""
        return self._chronicle.rolls(viewer)

    def answer(self, id: str) -> Answer | None:  # noqa: A002 (the intent's own name)
        """What was answered to an intent; None if it was not decided yet, or never came."""
        return self._answers.get(id)

    def submit(self, request: CommandRequest) -> None:
        """Grants or refuses an intent, at once or after the pause; its `answer` is told either way."""
        if request.id in self._answers:
            known = self._answers[request.id]
            if known is not None:
                request.answer(known)
            else:  # the first of the two still waits: both hear of it
                self._held.append(request)
            return
        self._answers[request.id] = None
        if self._pause_ends_s is not None and not self._turns_up(request.command):
            self._held.append(request)
            return
        self._grant(request)

    def tick(self) -> None:
        """Ends a pause whose time has come; to be called at `next_due_s`, and may be called at any time."""
        if self._pause_ends_s is None or self._clock() < self._pause_ends_s or not self._may_pass():
            return
        self._end_pause()

    @property
    def dispute(self) -> Dispute | None:
        """What is being decided against a rule; None for nothing, and once anything was done."""
        return self._dispute

    def argue(self, told: Callable[[Language], str], agreed: tuple[str, ...] | None) -> None:
        """Shows everybody that a rule is being overruled.

        Args:
            told: As in `Dispute`.
            agreed: Seats that agree so far; None once it is settled or given up.
        """
        self._dispute = None if agreed is None else self._disputes.argued(self._dispute, told, self.players, agreed)
        self._announce()

    def agree(self, seat: str, dispute: int) -> bool:
        """A player agrees on the phone with what is being decided; whether that is still so, and waits for the player.

        Args:
            seat: The player's.
            dispute: The number of what the phone showed.
        """
        known = self._dispute
        if known is None or known.number != dispute or seat not in known.waiting:
            return False
        self._dispute = known.with_phone(seat)
        self._announce()
        return True

    @property
    def looked_at(self) -> str:
        """Whose move on the mat the table looks at, which is not done yet; empty for nobody's."""
        return self._looked_at

    def look_at(self, seat: str) -> None:
        """Shows everybody whose move on the mat the table looks at; nobody's for an empty seat."""
        if seat != self._looked_at:
            self._looked_at = seat
            self._announce()

    def _announce(self) -> None:
        """Tells listeners of something new beside the game, whose version stays."""
        for listener in self._listeners:
            listener()

    def wait(self, at_least_s: float) -> None:
        """Lets everybody wait so long from now on, where everybody waits for a set pause anyway."""
        if self._pause_ends_s is None or self.pause_s <= 0:
            return
        self._pause_ends_s = self.seen_s() + at_least_s
        self._version += 1
        self._announce()

    @property
    def next_due_s(self) -> float | None:
        """When `tick` has something to do, on the clock; None if nothing waits for time."""
        return self._pause_ends_s if self._may_pass() else None

    def undo(self, to: int, actor: str) -> Undo:
        """Takes back everything after an event; see `Record.undo`."""
        undone = self.record.undo(to, actor)
        self._begin_anew()
        return undone

    def revocable(self, seat: str) -> Command | None:
        """What a player has just done and may take back alone, as long as nothing else is done; None for nothing."""
        found = self._revocable
        if found is None or self._pause_ends_s is not None or not found.stands(self.record, seat):
            return None
        return found.command

    def revoke(self, seat: str) -> bool:
        """Takes back what a player may take back alone; whether there was anything.

        Raises:
            RecordError: If it cannot be written.
        """
        if self.revocable(seat) is None or self._revocable is None:
            return False
        self.undo(self._revocable.back_to, seat)
        return True

    def redo(self, actor: str) -> None:
        """Takes the last undo back; see `Record.redo`."""
        self.record.redo(actor)
        self._begin_anew()

    def _forget_old(self) -> None:
        """Lets go of what was made of another state."""
        if self._viewed is not self._shown:
            self._viewed, self._views, self._sheets = self._shown, {}, {}

    def _may_pass(self) -> bool:
        """Whether time alone ends the pause: without a set pause, an owner who is asked takes as long as it takes."""
        return self.pause_s > 0 or bool(self._coming) or self.record.game.passing(self.record.state) is None

    def _turns_up(self, command: Command) -> bool:
        """Whether a command answers what is asked in secret by turning a card up: that may be seen at once."""
        passing = self.record.game.passing(self.record.state)
        if passing is None or self._coming or not is_answer(self.record, command, passing):
            return False
        return not lets_pass(command, passing) or self.pause_s == 0

    def _end_pause(self) -> None:
        self._pause_ends_s = None
        if not self._coming:
            passing = self.record.game.passing(self.record.state)
            own = next((w for w in self._held if passing and is_answer(self.record, w.command, passing)), None)
            if own is not None:
                self._held.remove(own)
                self._grant(own)
            elif passing is not None:
                self._do(passing, {})
        self._show()
        while self._held and self._pause_ends_s is None:
            self._grant(self._held.popleft())

    def _grant(self, request: CommandRequest) -> None:
        known = self._answers.get(request.id)
        if known is None:
            by_hand = {BY_HAND: ENTERED} if self.by_hand else {}
            evidence = {**request.evidence, **by_hand, INTENT: request.id.encode()}
            known = self._answers[request.id] = self._do(request.command, evidence)
        if isinstance(known, CommandFailed):  # nothing was done: the same may be asked for again
            del self._answers[request.id]
        request.answer(known)

    def _do(self, command: Command, evidence: Mapping[str, bytes]) -> Answer:
        before, began_s = self.record.state, self._clock()
        back_to = self.record.counting[-1] if self.record.counting else 0
        if (nothing := idle(self.record.game, before, command)) is not None:
            return CommandRefused(nothing)
        try:
            command, events, passed = self._decided(command, evidence)
        except RuleViolation as violation:
            return CommandRefused(violation)
        except RecordError as error:
            log.exception("not_written")
            return CommandFailed(str(error))
        except Exception:  # rules that stumble over one intent must not stop the table
            log.exception("not_decided")
            return CommandFailed("The rules cannot decide this.")
        # Whether somebody answers what is asked in secret must not show by what closes on the screens.
        goes_on = self.record.game.passing(before) is None
        self._take(before, command, events, by_hand=BY_HAND in evidence, goes_on=goes_on)
        self._deal()
        self._revocable = revocable(self.record, command, back_to)
        if (took_s := self._clock() - began_s) > SLOW_S:
            log.info("decided_slowly took_s=%.1f", took_s)
        self._pause_ends_s = self._dispute = None
        self._show()
        return CommandDone(passed)

    def _decided(
        self, command: Command, evidence: Mapping[str, bytes]
    ) -> tuple[Command, tuple[Event, ...], RuleViolation | None]:
        """What was done, what followed, and what a rule had against what was wanted."""
        try:
            return command, self.record.do(command, evidence), None
        except RuleViolation as violation:
            instead = self.enforcement.instead(command)
            if instead is None:
                raise
            try:
                return instead, self.record.do(instead, evidence), violation
            except RuleViolation:
                raise violation from None

    def _take(
        self,
        state: Any,  # noqa: ANN401 (the game's own state)
        command: Command,
        events: tuple[Event, ...],
        *,
        by_hand: bool = False,
        goes_on: bool = False,
    ) -> None:
        game, measured_command = self.record.game, MeasuredCommand(self.record.game, state, command)
        for number, event in enumerate(events, self.record.written - len(events) + 1):
            self._shuffles += game.shuffle(state, event) is not None
            self._ground_finder.add(number, measured_command, state, event, by_hand=by_hand)
            self._coming.append(self._grounded(number, event, goes_on=goes_on))
            state, goes_on = game.evolve(state, event), False

    def _deal(self) -> None:
        """Shuffles where the game waits for it, each time in the order that follows from the seed."""
        game, record = self.record.game, self.record
        while (waiting := game.shuffling(record.state)) is not None:
            pile, cards = waiting
            before = record.state
            order = shuffled(record.seed, self._shuffles + 1, pile, cards)
            shuffle = game.shuffled(pile, order)
            self._take(before, shuffle, record.do(shuffle))

    def _show(self) -> None:
        """Shows what is written, up to the next event at which everybody waits."""
        game = self.record.game
        while self._coming and self._pause_ends_s is None:
            if self.pause_s > 0 and not self._waited and game.may_react(self._shown, self._coming[0].event):
                self._waited = True
                self._pause_ends_s = self.seen_s() + self.pause_s
                break
            self._show_next(self._chronicle)
            self._waited = False
        if not self._coming and self._pause_ends_s is None and game.passing(self.record.state) is not None:
            self._pause_ends_s = self.seen_s() + self.pause_s
        self._version += 1
        for listener in self._listeners:
            listener()

    def _begin_anew(self) -> None:
        """After time went back."""
        self._pause_ends_s, self._waited = None, False
        self._chronicle = self._taken_up()
        self._show()
        while self._held and self._pause_ends_s is None:
            self._grant(self._held.popleft())

    def _taken_up(self) -> Chronicle:
        """Tells the game anew up to its last command, which then is about to be shown."""
        record, game = self.record, self.record.game
        chronicle, ends = Chronicle(game, self.players), frozenset(record.boundaries)
        self._shown, self._coming = game.new(record.setup), deque()
        state, before = self._shown, 0
        for number in record.counting:
            event = record.event(number)
            # Cards are dealt as a part of the action that wants them.
            begins = before in ends and game.shuffle(state, event) is None
            if begins:
                self._tell(chronicle)
            goes_on = begins and game.passing(state) is None
            self._coming.append(self._grounded(number, event, goes_on=goes_on))
            state, before = game.evolve(state, event), number
        return chronicle

    def _grounded(self, number: int, event: Event, *, goes_on: bool) -> "_PendingEvent":
        by_hand = number in self._ground_finder.by_hand
        return _PendingEvent(event, self._ground_finder.grounds.get(number), by_hand, goes_on)

    def _tell(self, chronicle: Chronicle) -> None:
        while self._coming:
            self._show_next(chronicle)

    def _show_next(self, chronicle: Chronicle) -> None:
        coming = self._coming.popleft()
        chronicle.add(self._shown, coming.event, coming.ground, by_hand=coming.by_hand, goes_on=coming.goes_on)
        self._shown = self.record.game.evolve(self._shown, coming.event)

    def _remember(self) -> None:
        """Finds the intents granted so far, what events rest on, and how often was shuffled.

        What was undone counts, as it does for `verify`.
        """
        for passage in walk(self.record):
            self._ground_finder.take(passage)
            for happened in passage.happened:
                self._shuffles += self.record.game.shuffle(happened.before, happened.event) is not None
            for evidence in passage.entry.evidence:
                if evidence.name == INTENT:
                    coded = self.record.evidence(evidence.digest)
                    if coded is not None:
                        self._answers[coded.decode(errors="replace")] = CommandDone()
