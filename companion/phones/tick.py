"""The common tick: what phones want is taken up at a tick, what they are told leaves at a tick, work lies in between.

How long the table works on something may hang on cards that the reader must not know. So nobody is shown when work
ends: everything leaves together at the next tick, however little there was to do. Work that takes longer than a tick
keeps everything back until it is done, and makes all ticks longer from then on; they get shorter again by a step in
minute. So a tick that was too short is all that can be told of such work, and not more often than that.
"""

import asyncio
import logging
import math
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Protocol

log = logging.getLogger(__name__)

SHORTEST_S = 0.02
"""Two players' boards take 5 to 12 ms here, with what is written down before."""
STEP = 1.5
LONGEST_S = 0.1
CALM_S = 20.0
"""After so long without work that took longer than a tick, ticks are one step shorter."""
SETTLING = 3
"""Turns of the loop in which those who were told write down what they have to send."""


class Held(Protocol):
    """Something that waits to be sent."""

    def release(self) -> None:
        """Sends it; must not raise."""
        ...


class Tick:
    """The ticks of one server; used in its loop.

    Nothing runs while nobody waits: a tick comes when there is something to do at it.

    Attributes:
        period_s: Time between ticks now, which lie at its multiples on the loop's clock.
    """

    def __init__(self, make: Callable[[], Iterator[None]] = lambda: iter(())) -> None:
        """Prepares.

        Args:
            make: Makes what shows something new, in parts; the loop turns after each.
        """
        self.period_s = SHORTEST_S
        self._make = make
        self._wanted = False
        self._held: dict[Held, None] = {}
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._working = False
        self._ended_s = -math.inf
        self._late_s = -math.inf

    def hold(self, held: Held) -> None:
        """Sends something at the next tick."""
        self._held[held] = None
        self._arm()

    def want(self) -> None:
        """Something new is shown: it is made at the next tick, or at this one if it is just being begun."""
        self._wanted = True
        self._arm()

    async def begin(self, who: str) -> None:
        """Waits for a tick at which work may begin; each gets one at a tick, so that nobody can fill it.

        Args:
            who: Whose work it is.
        """
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        self._arm()
        await turn

    def next_s(self) -> float:
        """When the next tick is, on the loop's clock: what is written now is seen then."""
        # The small part keeps a tick that has just been from being taken for the next.
        return (math.floor(asyncio.get_running_loop().time() / self.period_s + 1e-6) + 1) * self.period_s

    def _arm(self) -> None:
        if self._timer is None:
            due_s = self.next_s()
            self._timer = asyncio.get_running_loop().call_at(due_s, self._tick, due_s)

    def _tick(self, due_s: float) -> None:
        self._timer = None
        if self._working or self._ended_s > due_s:
            self._lengthen()
            self._arm()
            return
        self._shorten()
        held, self._held = self._held, {}
        for each in held:
            each.release()
        begun = self._next_turns()
        if begun or self._wanted:
            self._working = True
            for turn in begun:
                turn.set_result(None)
            self._after(2, self._begin_making)
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
        """Those whose work began have had their turn of the loop; what they changed is shown at once."""
        wanted, self._wanted = self._wanted, False
        self._go_on(self._make() if wanted else iter(()))

    def _go_on(self, making: Iterator[None]) -> None:
        try:
            next(making)
        except StopIteration:
            self._after(SETTLING, self._settle)
        except Exception:  # what cannot be made must not stop the ticks
            log.exception("not_made")
            self._after(SETTLING, self._settle)
        else:
            asyncio.get_running_loop().call_soon(self._go_on, making)

    def _settle(self) -> None:
        self._working = False
        self._ended_s = asyncio.get_running_loop().time()
        if self._wanted:
            self._arm()

    def _after(self, turns: int, call: Callable[[], None]) -> None:
        """Calls when the loop has turned so often."""
        asyncio.get_running_loop().call_soon(*((self._after, turns - 1, call) if turns > 1 else (call,)))

    def _lengthen(self) -> None:
        self._late_s = asyncio.get_running_loop().time()
        self.period_s = min(LONGEST_S, self.period_s * STEP)

    def _shorten(self) -> None:
        now_s = asyncio.get_running_loop().time()
        if self.period_s > SHORTEST_S and now_s - self._late_s > CALM_S:
            self._late_s = now_s
            self.period_s = max(SHORTEST_S, self.period_s / STEP)
