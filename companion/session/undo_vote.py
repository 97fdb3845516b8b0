"""The way back: asked for on the tablet, agreed on by all players there, and on the record."""

from collections.abc import Callable

from companion.games.command import SPECTATOR, TABLE
from companion.record.errors import RecordError
from companion.referee.api.intents import RequestRedo, RequestUndo, VoteOnUndo
from companion.referee.match.match import Match
from companion.referee.screen.game_screen import UndoRequest
from companion.session.tablet_log import tablet_log
from companion.texts import Language, say

OfTheWay = RequestUndo | RequestRedo | VoteOnUndo


class UndoVote:
    """What players agree on of going back and forth in a game."""

    def __init__(self, match: Match, notify: Callable[[], None]) -> None:
        """Prepares.

        Args:
            match: The game.
            notify: To be called when there is something new to show.
        """
        self._match, self._notify = match, notify
        self._to: int | None = None
        self._redo = False
        self._asked_at = 0
        self._agreed: frozenset[str] = frozenset()
        self.trouble = ""

    @property
    def as_of(self) -> tuple[object, ...]:
        """Equal as long as nothing changed."""
        return self._to, self._redo, self._agreed, self.trouble

    @property
    def redoable(self) -> bool:
        """Whether the last way back can be taken back."""
        return self._match.record.redoable

    def undoing(self, language: Language) -> UndoRequest | None:
        """What is being agreed on; None for nothing."""
        if not self._asks():
            return None
        agreed = tuple(seat for seat in self._match.players if seat in self._agreed)
        if self._redo:
            return UndoRequest(say(language, "game.undo.redo"), (), agreed, redo=True)
        assert self._to is not None  # noqa: S101 (else nothing is asked)
        undo = self._match.record.undoing(self._to)
        teller = self._match.teller(language)
        warnings = tuple(teller.learned(player, what) for player, what in undo.learned)
        taken = self._taken(self._to, language)
        key, count = ("game.undo.this", len(taken)) if taken else ("game.undo.asked", len(undo.events))
        return UndoRequest(say(language, key, count=count), warnings, agreed, taken=taken)

    def _taken(self, to: int, language: Language) -> tuple[str, ...]:
        """What the log tells everybody of all that came after an event, the newest first."""
        counting, told = self._match.record.counting, tablet_log(self._match, SPECTATOR, language)
        lines = (each for each in reversed(told) if each.event and counting[each.event - 1] > to)
        return tuple(f"{each.text}  ×{each.times}" if each.times > 1 else each.text for each in lines)

    def apply(self, body: OfTheWay) -> None:
        """Does what is asked for; the game goes back with the last player's word."""
        self.trouble = ""
        match body:
            case RequestUndo(event):
                self._ask(self._boundary(event), redo=False)
            case RequestRedo():
                self._ask(None, redo=True)
            case VoteOnUndo(seat, agrees) if self._asks() and seat in self._match.players:
                self._agreed = self._agreed | {seat} if agrees else frozenset()
                if not agrees:
                    self._forget()
                elif self._agreed >= frozenset(self._match.players):
                    self._go()
            case _:
                return
        self._notify()

    def _asks(self) -> bool:
        """Whether something is asked for; it is off as soon as the game goes on."""
        return (self._redo or self._to is not None) and self._asked_at == self._match.record.written

    def _ask(self, to: int | None, *, redo: bool) -> None:
        self._to, self._redo, self._agreed = to, redo, frozenset()
        self._asked_at = self._match.record.written

    def _forget(self) -> None:
        self._to, self._redo, self._agreed = None, False, frozenset()

    def _go(self) -> None:
        to, redo = self._to, self._redo
        self._forget()
        try:
            if redo:
                self._match.redo(TABLE)
            elif to is not None:
                self._match.undo(to, TABLE)
        except RecordError as error:
            self.trouble = str(error)

    def _boundary(self, event: int) -> int | None:
        """The number of the last event of the action that an event of the log belongs to; None for no way back."""
        record = self._match.record
        counting = record.counting
        if not counting or event > len(counting):
            return None
        if event < 0:
            ends = sorted((end for end in record.boundaries if end < counting[-1]), reverse=True)
            return next((end for end in ends if not self._is_open_after(end)), None)
        least = counting[event - 1] if event else 0
        ends = [end for end in record.boundaries if end >= least]
        return min(ends) if ends and min(ends) < counting[-1] else None

    def _is_open_after(self, end: int) -> bool:
        """Whether the table was asked something then: what it was asked about goes back with the votes on it."""
        record = self._match.record
        state = record.game.new(record.setup)
        for number in record.counting:
            if number > end:
                break
            state = record.evolved(state, number)
        return record.game.tally.asks_all(state)
