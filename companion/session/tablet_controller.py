"""The game as the tablet shows it, and what players wish on the tablet; lives in the core thread's loop.

Players without phones do everything here. What is hidden is worked out only for the one who holds the tablet and has
lifted the curtain.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.games.command import SPECTATOR
from companion.phones.server.wishes import GRANTED, PhoneWish, own_id, reply_to
from companion.referee.api.intents import Act, Agree, Export, Hold, OfCourse, Overrule, TakeAgain, TakeBack
from companion.referee.history.timeline import reel_of
from companion.referee.match.desk import Desk
from companion.referee.match.match import Answer, Done, Refused
from companion.referee.screen.game_screen import Play, Said
from companion.referee.screen.player_screen import Lying, asked_last, nothing_lies, open_seats, screen_of
from companion.session.ending import Closing
from companion.session.overrule import Overruling
from companion.session.tablet_log import cards_of, results_of, tablet_log, why_of, whys_of
from companion.session.undo_vote import GoingBack
from companion.texts import Language, say
from companion.texts.letters import odd_letter

log = logging.getLogger(__name__)

PASSING_S = 20.0
"""How long a moment for tactics lasts at least while the tablet is on its way to a player, …"""
LOOKING_S = 30.0
"""… and while that player looks."""


class TabletSide:
    """One tablet at one game."""

    def __init__(self, desk: Desk, stir: Callable[[], None], record: Path, lying: Lying = nothing_lies) -> None:
        """Prepares.

        Args:
            desk: Where wishes are handed in.
            stir: To be called when there is something new to show.
            record: The file of the game.
            lying: Tells what dice lie there.
        """
        self._desk, self._stir, self._lying = desk, stir, lying
        self._holder = ""
        self._held_in: object = None
        self._going_back = GoingBack(desk.match, stir)
        self._overruling = Overruling(desk)
        self._closing = Closing(desk.match, record)
        self._said: Said | None = None
        self._made: tuple[object, Play] | None = None
        self._running: set[asyncio.Task[None]] = set()

    @property
    def holder(self) -> str:
        """Who holds the tablet with the curtain lifted; empty for nobody."""
        return self._holder

    def play(self, language: Language) -> Play:
        """The game as it is now; the same object as long as nothing changed."""
        match = self._desk.match
        if self._holder and self._turn(language) != self._held_in:
            self._holder = ""  # what is hidden does not stay open into another's turn
        back, closing = self._going_back, self._closing
        as_of = (match.version, language, self._holder, self._said, back.as_of, closing.as_of)
        if self._made is None or self._made[0] != as_of:
            shown = screen_of(match, SPECTATOR, language, self._lying)
            own_shown = screen_of(match, self._holder, language, self._lying) if self._holder else None
            reader, seen = self._holder or SPECTATOR, (own_shown or shown).sheet
            asked = asked_last(match.lines(reader)) if seen.asked else None
            teller = match.teller(language, reader)
            made = Play(
                tuple((seat, teller.name(seat)) for seat in match.players),
                shown,
                self._holder,
                own_shown,
                match.pause_left_s,
                self._said,
                open_seats(match, language),
                log=tablet_log(match, reader, language),
                undoing=back.undoing(language),
                redoable=back.redoable,
                overrulable=self._overruling.possible,
                ending=closing.ending(language),
                asked=() if asked is None else (why_of(asked, teller),),
                cards=cards_of(seen, teller),
                reel=reel_of(match),
                results=results_of(match, language),
            )
            self._made = as_of, made
        return self._made[1]

    def apply(self, ask: Act | Hold | OfCourse, wish: str, language: Language) -> None:
        """Does what is wished on the tablet; the answer to an act comes with a later `play`.

        Args:
            ask: What is wished.
            wish: The intent's own id.
            language: What is read on the tablet.
        """
        match ask:
            case Hold():
                self._hold(ask, language)
            case Export():
                self._closing.export(language)
                self._stir()
            case Overrule(reason):
                self._overrule(wish, reason, language)
            case TakeBack() | TakeAgain() | Agree():
                self._going_back.apply(ask)
            case Act():
                task = asyncio.get_running_loop().create_task(self._act(ask, wish, language))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    def tell(self, said: Said) -> None:
        """Shows what became of a wish that was decided elsewhere."""
        self._said = said

    def _hold(self, ask: Hold, language: Language) -> None:
        """Who takes the tablet in a moment for tactics has the time to; what they do not need is over with it."""
        match, seat = self._desk.match, ask.seat if ask.seat in self._desk.match.players else ""
        self._said = None
        if ask.passing:
            match.wait(PASSING_S)
            self._holder = ""
        else:
            match.wait(LOOKING_S if seat else match.pause_s)
            self._holder, self._held_in = seat, self._turn(language)
        self._stir()

    def _turn(self, language: Language) -> object:
        """Whose turn it is: with another's, the curtain falls."""
        sheet = self._desk.match.sheet(SPECTATOR, language)
        return sheet.number, sheet.active

    def _overrule(self, wish: str, reason: str, language: Language) -> None:
        trouble = "odd" if odd_letter(reason) else "stale"
        meant = None if trouble == "odd" else self._overruling.wish(wish, reason)
        if meant is None:
            self._said = Said("", wish, granted=False, text=say(language, f"phones.reply.{trouble}"))
            self._stir()
            return

        def answered(answer: Answer) -> None:
            teller = self._desk.match.teller(language)
            refused = answer.violation if isinstance(answer, Refused) else None
            text = teller.refusal(refused) if refused else ""
            rule = refused.rule_id if refused else ""
            self._said = Said("", wish, isinstance(answer, Done), text, rule, whys_of(answer, teller))
            self._stir()

        self._desk.match.wish(replace(meant, answer=answered))

    async def _act(self, ask: Act, wish: str, language: Language) -> None:
        values = {name: list(words) for name, words in ask.values.items()}
        reply = await reply_to(self._desk, ask.seat, PhoneWish(wish, ask.kind, values), language)
        granted, rule = reply["answer"] in GRANTED, str(reply.get("rule", ""))
        self._overruling.refused(ask if reply["answer"] == "refused" and rule else None)
        match = self._desk.match
        whys = whys_of(match.answer(own_id(ask.seat, wish)), match.teller(language))
        self._said = Said(ask.seat, wish, granted, str(reply["text"]), rule, whys)
        self._stir()
