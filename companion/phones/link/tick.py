"""The common tick: what phones want is taken up at a tick, what they are told leaves at a tick, work lies in between.

How long the table works on something may hang on cards that the reader must not know. So nobody is shown when work
ends: everything leaves together at the next tick, however little there was to do. For its last moment before a tick the
loop stands still, so that whatever was in its way then does not move the tick; what it was in by then misses this one
and leaves at the next. Where work often takes longer than a tick, ticks become longer, and shorter again after a while:
that a tick was too short is all that can be told of such work.
"""

import asyncio
import logging
import math
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Protocol

log = logging.getLogger(__name__)

SHORTEST_S = 0.02
"""Two players' boards take 5 to 12 ms, with what is written down before."""
STILL_S = 0.005
"""How long the loop stands still before a tick; where it comes to it later than that, something was in its way."""
AGAIN_S = 0.01
"""A tick that is missed for something else than work lies at the next multiple of this."""
MAX_MISSED = 10
"""So many in a row may be missed for what else the loop does; those who play do not wait for ever."""
STEP = 1.25
LONGEST_S = 0.1
"""People bear no more; a machine on which work takes longer than that is so busy with others that it tells little."""
FORGIVEN = 0.3
"""How much of one piece of work that took longer than a tick is forgotten with each that did not."""
CALM_S = 20.0
"""After so long as they are, ticks are one step shorter."""
IN_A_TURN_S = 0.01
"""How long is made in one turn of the loop: each turn lets another thread in, which may keep us waiting for as long."""


class Flushable(Protocol):
    """Something that waits to be sent."""

    def release(self) -> None:
        """Sends it; must not raise."""
        ...


class Tick:
    """The ticks of one server; used in its loop.

    Nothing runs while nobody waits: a tick comes when there is something to do at it.

    Attributes:
        period_s: Time between ticks now, which lie at its multiples on the loop's clock.
        stand: Lets so many seconds pass, in which the loop does nothing.
    """

    def __init__(self, make: Callable[[], Iterator[None]] = lambda: iter(())) -> None:
        """Prepares.

        Args:
            make: Makes what shows something new, in parts; the loop turns after each.
        """
        self.period_s = SHORTEST_S
        self.stand: Callable[[float], object] = threading.Event().wait
        self._make = make
        self._wanted = False
        self._held: dict[Flushable, None] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._working = self._rouses = False
        self._ended_s = -math.inf
        self._missed = 0
        self._too_long = 0.0
        self._changed_s = -math.inf

    def hold(self, held: Flushable) -> None:
        """Sends something at the next tick."""
        self._held[held] = None
        self._arm()

    def want(self) -> None:
        """Something new is shown: it is made at the next tick, or at this one if it is just being begun."""
        self._wanted = True
        self._arm()

    async def begin(self, who: str, *, rouses: bool = False) -> None:
        """Waits for a tick at which work may begin; each gets one at a tick, so that nobody can fill it.

        Args:
            who: Whose work it is.
            rouses: Whether others who waited for it go on in the next turn of the loop, and have something to send.
        """
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self._arm()
        await turn
        self._rouses |= rouses

    def next_s(self) -> float:
        """When the next tick is, on the loop's clock: what is written now is seen then."""
        return self._next_s(self.period_s)

    def _next_s(self, period_s: float) -> float:
        # The small part keeps a tick that has just been from being taken for the next.
        begun = (asyncio.get_running_loop().time() + STILL_S) / period_s + 1e-6
        return (math.floor(begun) + 1) * period_s

    def _arm(self, *, again: bool = False) -> None:
        if self._timer is None:
            due_s = self._next_s(AGAIN_S if again else self.period_s)
            self._timer = asyncio.get_running_loop().call_at(due_s - STILL_S, self._tick, due_s)

    def _tick(self, due_s: float) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        if self._working or self._ended_s > due_s:  # it took longer than a tick
            self._lengthen()
            self._arm()
            return
        if loop.time() > due_s and self._missed < MAX_MISSED:  # something else was in the way
            self._missed += 1
            self._arm(again=True)
            return
        self._missed = 0
        if (rest_s := due_s - loop.time()) > 0.0:
            self.stand(rest_s)
        self._shorten()
        held, self._held = self._held, {}
        for each in held:
            each.release()
        begun = self._next_turns()
        if begun or self._wanted:
            self._working = True
            for turn in begun:
                turn.set_result(None)
            asyncio.get_running_loop().call_soon(self._begin_making)  # after those who begin
        if self._working or self._waiting:
            self._arm()

    def _next_turns(self) -> list[asyncio.Future[None]]:
        begun = []
        for who, turns in list(self._waiting.items()):
            left = deque(turn for turn in turns if not turn.done())  # others were given up
            if left:
                begun.append(left.popleft())
            if left:
                self._waiting[who] = left
            else:
                del self._waiting[who]
        return begun

    def _begin_making(self) -> None:
        wanted, self._wanted = self._wanted, False
        self._go_on(self._make() if wanted else iter(()))

    def _go_on(self, making: Iterator[None]) -> None:
        """Makes on for a moment; whoever else has something to do in the loop comes in between."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + IN_A_TURN_S
        try:
            while loop.time() < until_s:
                next(making)
        except StopIteration:
            self._end()
        except Exception:  # what cannot be made must not stop the ticks
            log.exception("not_made")
            self._end()
        else:
            loop.call_soon(self._go_on, making)

    def _end(self) -> None:
        """Nothing is left to do; those who were roused have their turn first."""
        if self._rouses:
            self._rouses = False
            asyncio.get_running_loop().call_soon(self._end)
            return
        self._working = False
        self._too_long = max(0.0, self._too_long - FORGIVEN)
        self._ended_s = asyncio.get_running_loop().time()
        if self._wanted:
            self._arm()

    def _lengthen(self) -> None:
        """After two that were too long within few."""
        self._too_long += 1.0
        if self._too_long > 1.0 and self.period_s < LONGEST_S:
            self._too_long, self._changed_s = 0.0, asyncio.get_running_loop().time()
            self.period_s = min(LONGEST_S, self.period_s * STEP)

    def _shorten(self) -> None:
        now_s = asyncio.get_running_loop().time()
        if self.period_s > SHORTEST_S and now_s - self._changed_s > CALM_S:
            self._changed_s = now_s
            self.period_s = max(SHORTEST_S, self.period_s / STEP)
