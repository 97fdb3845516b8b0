"""Simulated players at a table: what their minds want is done as people do it, by hand, by dice and by taps."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from companion.demo.mind import Carry, Deed, Mind, Tap, Throw
from companion.games.signum.mat import radius_mm
from companion.games.signum.state import State
from companion.referee import Act, Confirm, Intent, Play, View
from companion.referee.intent import Bind
from companion.referee.match import Match
from companion.referee.rehearsing_dice import RehearsedDice
from companion.referee.rehearsing_hands import RehearsedHands
from companion.referee.table_intent import ThrowVirtual
from companion.referee.throw import OpenRoll

Found = TypeVar("Found")

LOOK_S = 0.05
PATIENCE_S = 40.0
NEAR_MM = 0.5
LUCKY, UNLUCKY = 6, 1
"""What the dice of keen players show, and those of the others."""


class StuckError(RuntimeError):
    """Something that a simulated player waited for did not come."""


@dataclass(frozen=True, slots=True)
class Table:
    """What simulated players have before them.

    Attributes:
        view: The newest view of the tablet.
        wish: Hands in a wish, as a tap does.
        match: The game in play; None while it is being opened.
        hands: Carry models.
        dice: Are thrown; None where the program's own virtual dice are.
    """

    view: Callable[[], View | None]
    wish: Callable[[Intent], None]
    match: Callable[[], Match | None]
    hands: RehearsedHands
    dice: RehearsedDice | None


@dataclass
class Players:
    """Plays one match to its end.

    Attributes:
        table: What they have before them.
        mind: What they want.
        between_s: How long they think between deeds.
    """

    table: Table
    mind: Mind
    between_s: float
    _models: dict[str, str] = field(default_factory=dict)

    async def play(self, done: Callable[[Deed], Awaitable[None]]) -> None:
        """Plays until the match is over.

        Args:
            done: Is told each deed once it has been done.

        Raises:
            StuckError: If it does not go on.
        """
        await self._until(lambda: self.table.match() is not None and self._play() is not None)
        while not (state := self._state()).outcome:
            await self._tidy(state)
            match = self._match()
            before, waits = match.version, match.pause_left_s is not None
            deed = None if waits else self.mind.next(state)
            if deed is None:
                await self._news(before)
                continue
            await self._do(deed, before)
            await done(deed)
            await asyncio.sleep(self.between_s)

    async def _do(self, deed: Deed, before: int) -> None:
        match deed:
            case Tap(seat, kind, values):
                await self._tap(Act(seat, kind, values), before)
            case Carry():
                await self._carry(deed, before)
            case Throw(seats):
                await self._throw(seats, before)

    async def _tap(self, act: Act, before: int) -> None:
        wish = Intent(act)
        self.table.wish(wish)

        def answered() -> bool:
            play = self._play()
            said = None if play is None else play.said
            if said is not None and said.wish == wish.id and not said.granted:
                raise StuckError(f"{act.kind} of {act.seat} was not granted: {said.text}")
            return self._match().version != before

        await self._until(answered)

    async def _carry(self, deed: Carry, before: int) -> None:
        """Puts the model down, says whose it is where nobody knows yet, and confirms what is made of it."""
        state = self._state()
        base = self._model(state, deed.of)
        lies = self.table.hands.lies(base)
        if abs(lies.x_mm - deed.to.x_mm) > NEAR_MM or abs(lies.y_mm - deed.to.y_mm) > NEAR_MM:
            await asyncio.sleep(self.table.hands.carry(base, deed.to))
        tapped: set[str] = set()

        def tap(ask: Bind | Confirm, once: str) -> None:
            if once not in tapped:
                tapped.add(once)
                self.table.wish(Intent(ask))

        def goes_on() -> bool:
            play = self._play()
            if play is None or self._match().version != before:
                return play is not None
            known = play.standing.of(deed.of)
            if known is not None and known.base != base:
                tap(Bind(deed.of, base), base)
            for proposal in play.proposals:
                if proposal.of == deed.of and proposal.possible:
                    tap(Confirm(proposal.id), proposal.id)
            return False

        await self._until(goes_on)

    async def _throw(self, seats: tuple[str, ...], before: int) -> None:
        for seat in seats:
            roll = await self._until(partial(self._owed, seat))
            if self.table.dice is None:
                self.table.wish(Intent(ThrowVirtual(roll.id)))
            else:
                face = LUCKY if seat in self.mind.keen else UNLUCKY
                await self.table.dice.throw([face] * roll.owed)
            await self._until(partial(self._owes_nothing, seat))
        await self._news(before)

    def _owed(self, seat: str) -> OpenRoll | None:
        """The roll for which a player still owes dice."""
        play = self._play()
        rolls = () if play is None else play.throw.rolls
        return next((roll for roll in rolls if roll.seat == seat and roll.owed), None)

    def _owes_nothing(self, seat: str) -> bool:
        return self._owed(seat) is None

    async def _tidy(self, state: State) -> None:
        """Takes models off the mat whose creatures have left the game."""
        play = self._play()
        for creature, base in list(self._models.items()):
            left = play is not None and any(each.base == base and each.former for each in play.standing.strangers)
            if left and creature not in state.creatures:
                del self._models[creature]
                await asyncio.sleep(self.table.hands.take_away(base))

    def _model(self, state: State, creature: str) -> str:
        """The model of a creature; a free one of its player and size where it has none yet."""
        play = self._play()
        known = None if play is None else play.standing.of(creature)
        if known is not None and known.base:
            self._models[creature] = known.base
        if creature not in self._models:
            taken = frozenset(self._models.values())
            owner, radius = creature.partition(":")[0], radius_mm(state, state.card(creature))
            self._models[creature] = self.table.hands.model(owner, radius, taken)
        return self._models[creature]

    def _match(self) -> Match:
        match = self.table.match()
        if match is None:
            raise StuckError("the game has been closed")
        return match

    def _state(self) -> State:
        return self._match().shown  # type: ignore[no-any-return]  # the game's own state

    def _play(self) -> Play | None:
        view = self.table.view()
        return None if view is None else view.play

    async def _news(self, before: int) -> None:
        """Waits until something new is shown."""
        await self._until(lambda: self._match().version != before)

    async def _until(self, what: Callable[[], Found | None]) -> Found:
        """Waits for something that is not there yet, or not so; returns it."""
        deadline_s = time.monotonic() + PATIENCE_S
        while not (found := what()):
            if time.monotonic() > deadline_s:
                raise StuckError(f"nothing happened for {PATIENCE_S:.0f} s")
            await asyncio.sleep(LOOK_S)
        return found
