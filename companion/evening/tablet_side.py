"""The game as the tablet shows it, and what players wish on the tablet; lives in the core thread's loop.

Players without phones do everything here. What is hidden is worked out only for the one who holds the tablet and has
lifted the curtain.
"""

import asyncio
import logging
from collections.abc import Callable

from companion.evening.open_table import open_seats
from companion.games.protocol import SPECTATOR
from companion.games.signum.views import SignumView
from companion.phones.reader import Reader
from companion.phones.showing import shown_to
from companion.phones.wishes import PhoneWish, reply_to
from companion.record.telling import name_of
from companion.referee.desk import Desk
from companion.referee.intent import Act, Hold
from companion.referee.play import Play, Said, Shown
from companion.texts import Language

log = logging.getLogger(__name__)

GRANTED = frozenset({"done", "noted"})


class TabletSide:
    """One tablet at one game."""

    def __init__(self, desk: Desk, stir: Callable[[], None]) -> None:
        """Prepares.

        Args:
            desk: Where wishes are handed in.
            stir: To be called when there is something new to show.
        """
        self._desk, self._stir = desk, stir
        self._holder = ""
        self._said: Said | None = None
        self._made: tuple[object, Play] | None = None
        self._running: set[asyncio.Task[None]] = set()

    def play(self, language: Language) -> Play:
        """The game as it is now; the same object as long as nothing changed."""
        match = self._desk.match
        as_of = (match.version, language, self._holder, self._said)
        if self._made is None or self._made[0] != as_of:
            view, shown = self._shown(SPECTATOR, language)
            own_view, own_shown = self._shown(self._holder, language) if self._holder else (None, None)
            names = tuple((seat, name_of(seat, match.shown, language)) for seat in match.players)
            seats = open_seats(self._desk, language)
            made = Play(names, view, shown, self._holder, own_view, own_shown, match.pause_left_s, self._said, seats)
            self._made = as_of, made
        return self._made[1]

    def apply(self, ask: Act | Hold, wish: str, language: Language) -> None:
        """Does what is wished on the tablet; the answer to an act comes with a later `play`.

        Args:
            ask: What is wished.
            wish: The intent's own id.
            language: What is read on the tablet.
        """
        if isinstance(ask, Hold):
            self._holder = ask.seat if ask.seat in self._desk.match.players else ""
            self._said = None
            self._stir()
            return
        task = asyncio.get_running_loop().create_task(self._act(ask, wish, language))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _act(self, ask: Act, wish: str, language: Language) -> None:
        values = {name: list(words) for name, words in ask.values.items()}
        reply = await reply_to(self._desk, ask.seat, PhoneWish(wish, ask.kind, values), language)
        self._said = Said(ask.seat, wish, reply["answer"] in GRANTED, str(reply["text"]), str(reply.get("rule", "")))
        self._stir()

    def _shown(self, viewer: str, language: Language) -> tuple[SignumView, Shown]:
        view = self._desk.match.view(viewer)
        assert isinstance(view, SignumView)  # noqa: S101 (words are made for that game)
        return view, shown_to(view, self._desk, Reader(viewer, language))
