"""Turns the intents of all screens into commands, if they are on offer; lives in the core thread's loop."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import msgspec

from companion.games.command import Command
from companion.games.prompt import CommandSpec, Faces, Words, is_rolled_by_each
from companion.referee.match.command_builder import (
    NotOfferedError,
    Surveyor,
    TypedFacesError,
    Values,
    filled,
    offered,
    only_word,
)
from companion.referee.match.command_request import Answer, CommandRequest
from companion.referee.match.match import Match
from companion.referee.match.pending_rolls import OCCASION, occasion

SHORTEST_WAIT_S = 0.01

Stage = Callable[[str, str, Values], None]
"""Is given an intent's seat, kind and words; may carry out what comes before it, or raise UnseenError."""


@dataclass(frozen=True, slots=True)
class AnswerNoted:
    """The table waits for one word of each player; this one's is here, others are missing.

    Attributes:
        missing: Whose.
    """

    missing: tuple[str, ...]


async def _at_once() -> None:
    """Nobody sees when."""


class CommandGateway:
    """Takes intents of all seats for one match, and lets its pauses end.

    Attributes:
        match: The game in play.
        surveyor: Knows where things stand.
        apart: Whether players are shown in the colours that colour-blind people tell apart best.
        moment: Waits until a pause whose time has come may end, where others see when that is.
    """

    def __init__(
        self, match: Match, surveyor: Surveyor, clock: Callable[[], float], stages: Sequence[Stage] = ()
    ) -> None:
        """Prepares.

        Args:
            match: The game in play.
            surveyor: Knows where things stand.
            clock: Seconds of the match's clock.
            stages: What every intent goes through before it becomes a command, in order.
        """
        self.match = match
        self.surveyor = surveyor
        self._clock = clock
        self._changed = asyncio.Event()
        self._stages = tuple(stages)
        self.moment: Callable[[], Awaitable[None]] = _at_once
        self.apart = False
        self._words: dict[str, str] = {}
        self._listeners: tuple[Callable[[], None], ...] = ()
        match.listen(self._changed.set)

    def listen(self, listener: Callable[[], None]) -> None:
        """Tells a listener of what no event of the game tells: words that wait for others, dice that lie there.

        It must return at once.
        """
        self._listeners = (*self._listeners, listener)

    def tell(self) -> None:
        """Tells all listeners that there is something new."""
        for listener in self._listeners:
            listener()

    async def run(self) -> None:
        """Lets pauses end when their time has come, until it is cancelled."""
        while True:
            due_s = self.match.next_due_s
            try:
                async with asyncio.timeout(None if due_s is None else max(SHORTEST_WAIT_S, due_s - self._clock())):
                    await self._changed.wait()
            except TimeoutError:
                await self.moment()
            self._changed.clear()
            self.match.tick()

    async def submit(self, id: str, seat: str, kind: str, values: Values) -> Answer | AnswerNoted:  # noqa: A002 (the intent's own name)
        """What a seat wants; the answer comes when it is decided, which may be after a pause.

        Args:
            id: The intent's own name; a repeated one is granted once.
            seat: Who wants it.
            kind: The command.
            values: Words for its fields.

        Raises:
            NotOfferedError: If this player may not do it now.
            TypedFacesError: If it is a roll, and the table does not accept faces that a person enters.
            UnfitError: If a field has a value that it does not take.
            UnseenError: If a place that it needs cannot be told now.
        """
        if (known := self.match.answer(id)) is not None:
            return known
        if OCCASION in values and list(values[OCCASION]) != [str(occasion(self.match.record, seat))]:
            raise NotOfferedError(kind)  # dice or another screen were faster
        for stage in self._stages:
            stage(seat, kind, values)
        game, shown = self.match.record.game, self.match.shown
        command: Command
        if (shared := self._shared(seat, kind)) is not None:
            spec, seats = shared
            self._check_typed(spec)
            field = next(iter(spec.fields))
            self._words[seat] = only_word(field, values)
            if missing := tuple(each for each in seats if each not in self._words):
                self.tell()
                return AnswerNoted(missing)
            body = {"kind": kind, "by": spec.by, field: {each: self._words.pop(each) for each in seats}}
            command = msgspec.convert(body, type=game.command_type)
        else:
            spec = offered(game.commands(shown, seat), kind, values)
            self._check_typed(spec)
            command = filled(game, spec, values, self.surveyor)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.match.submit(CommandRequest(id, command, lambda said: None if answer.done() else answer.set_result(said)))
        return await answer

    def _check_typed(self, spec: CommandSpec) -> None:
        """Refuses faces from a screen where only dice that are read count; those reach the match by another way."""
        is_roll = is_rolled_by_each(spec) or any(isinstance(field, Faces) for field in spec.fields.values())
        if is_roll and not self.match.enforcement.takes_typed_faces:
            raise TypedFacesError

    def word(self, seat: str) -> str | None:
        """What a player has said towards a command of the whole table that waits for the others; None if nothing."""
        return self._words.get(seat)

    @property
    def answered(self) -> tuple[str, ...]:
        """The players who have said something towards a command of the whole table that waits for the others."""
        return tuple(self._words)

    def forget_words(self) -> None:
        """The command that they were said for is done."""
        self._words.clear()

    def _shared(self, seat: str, kind: str) -> tuple[CommandSpec, tuple[str, ...]] | None:
        """A command of the whole table that takes one word of each player, and the players; None if there is none."""
        for prompt in self.match.record.game.prompts(self.match.shown):
            for spec in prompt.specs:
                takes_words = len(spec.fields) == 1 and all(isinstance(each, Words) for each in spec.fields.values())
                if prompt.all_of_them and spec.kind == kind and spec.by not in prompt.to and takes_words:
                    return (spec, prompt.to) if seat in prompt.to else None
        return None
