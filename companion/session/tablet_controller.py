"""The game as the tablet shows it, and what players intent on the tablet; lives in the core thread's loop.

Players without phones do everything here. What is hidden is worked out only for the one who holds the tablet and has
lifted the curtain.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path

from companion.games.command import SPECTATOR
from companion.games.protocol import guide_of
from companion.phones.pages.card_photos import FROM_FILE, CardPhotos, own_key, photographed
from companion.phones.pages.photos import UnreadableError
from companion.phones.server.intents import GRANTED, PhoneIntent, outcome_of, own_id, reply_about
from companion.presentation.teller import Teller
from companion.referee.api.intents import (
    ExportGame,
    KeepCardPhoto,
    OpenMarket,
    OverruleRule,
    RequestRedo,
    RequestUndo,
    SubmitCommand,
    TabletIntent,
    TakeTablet,
    VoteOnRule,
    VoteOnUndo,
)
from companion.referee.history.timeline import reel_of
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import Answer, CommandDone, CommandRefused
from companion.referee.match.idle_moves import NOT_MOVED
from companion.referee.screen.game_screen import GameScreen, IntentResult
from companion.referee.screen.player_screen import (
    DiceLines,
    PlayerScreen,
    asked_last,
    nothing_lies,
    open_seats,
    screen_of,
)
from companion.session.ending_controller import EndingController
from companion.session.overrule_controller import OverruleController
from companion.session.tablet_log import cards_of, results_of, tablet_log, why_of, whys_of
from companion.session.undo_vote import UndoVote
from companion.texts import Language, say
from companion.texts.letters import odd_letter

log = logging.getLogger(__name__)

PASSING_S = 20.0
"""How long a moment for tactics lasts at least while the tablet is on its way to a player."""
LOOKING_S = 30.0
"""How long a moment for tactics lasts at least while that player looks."""


class TabletController:
    """One tablet at one game."""

    def __init__(
        self,
        gateway: CommandGateway,
        notify: Callable[[], None],
        record: Path,
        lying: DiceLines = nothing_lies,
        photos: CardPhotos | None = None,
    ) -> None:
        """Prepares.

        Args:
            gateway: Where intents are handed in.
            notify: To be called when there is something new to show.
            record: The file of the game.
            lying: Tells what dice lie there.
            photos: Of the players' own cards; None where none are taken.
        """
        self._gateway, self._notify, self._lying, self._photos = gateway, notify, lying, photos
        self._holder = self._market = ""
        self._held_in: object = None
        self._asked_here = False
        self._going_back = UndoVote(gateway.match, notify)
        self._overruling = OverruleController(gateway)
        self._closing = EndingController(gateway.match, record)
        self._said: IntentResult | None = None
        self._retold: tuple[IntentResult | None, dict[Language, IntentResult]] = None, {}
        self._made: tuple[object, GameScreen] | None = None
        self._running: set[asyncio.Task[None]] = set()

    @property
    def holder(self) -> str:
        """Who holds the tablet with the curtain lifted; empty for nobody."""
        return self._holder

    def play(self, language: Language) -> GameScreen:
        """The game as it is now; the same object as long as nothing changed."""
        match = self._gateway.match
        if self._holder and (self._turn(language) != self._held_in or self._has_answered(language)):
            self._holder = ""  # what is hidden does not stay open into another's turn
        if self._market and not match.lying_open(self._market, language).market:
            self._market = ""  # nor does it come back by itself
        back, closing = self._going_back, self._closing
        photos = () if self._photos is None else self._photos.as_of
        answered = self._gateway.answered
        as_of = (
            *(photos, match.version, answered, language, self._holder, self._market),
            *(self._said, back.as_of, closing.as_of, match.dispute),
        )
        if self._made is None or self._made[0] != as_of:
            shown = screen_of(match, SPECTATOR, language, self._lying, answered)
            own_shown = screen_of(match, self._holder, language, self._lying, answered) if self._holder else None
            reader, seen = self._holder or SPECTATOR, (own_shown or shown).sheet
            asked = asked_last(match.lines(reader)) if seen.asked else None
            teller = match.teller(language, reader)
            own_shown = None if own_shown is None else self._photographed(own_shown, teller)
            made = GameScreen(
                tuple((seat, teller.name(seat)) for seat in match.players),
                shown,
                self._holder,
                own_shown,
                match.pause_left_s,
                self._said_in(language),
                open_seats(match, language, self._market),
                log=tablet_log(match, reader, language),
                undoing=back.undoing(language),
                redoable=back.redoable,
                overrulable=self._overruling.possible,
                agreed_by_phone=() if match.dispute is None else match.dispute.by_phone,
                ending=closing.ending(language),
                asked=() if asked is None else (why_of(asked, teller),),
                cards=cards_of(seen, teller),
                reel=reel_of(match),
                results=results_of(match, language),
                texts=match.record.game.texts,
                guide=guide_of(match.record.game),
                market=self._market,
            )
            self._made = as_of, made
        return self._made[1]

    def apply(self, body: TabletIntent, intent_id: str, language: Language) -> None:
        """Does what is asked for on the tablet; the answer to an act comes with a later `play`.

        Args:
            body: What is asked for.
            intent_id: The intent's own id.
            language: What is read on the tablet.
        """
        match body:
            case TakeTablet():
                self._hold(body, language)
            case OpenMarket(seat):
                self._market = seat
                self._notify()
            case ExportGame():
                self._closing.export(language)
                self._notify()
            case OverruleRule(reason):
                self._overrule(intent_id, reason, language)
            case VoteOnRule(agreed):
                said = self._said
                match = self._gateway.match
                if said is None or agreed is None:
                    match.argue(str, None)
                else:
                    match.argue(lambda spoken: said.again(spoken).text if said.again else said.text, agreed)
            case RequestUndo() | RequestRedo() | VoteOnUndo():
                self._going_back.apply(body)
            case SubmitCommand():
                self._begin(self._act(body, intent_id, language))
            case KeepCardPhoto():
                self._begin(self._keep_photo(body, intent_id, language))

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _keep_photo(self, body: KeepCardPhoto, intent_id: str, language: Language) -> None:
        """Keeps or removes the photograph of a player's own card; of another card nothing is kept."""
        photos, match = self._photos, self._gateway.match
        key = "" if photos is None else own_key(match, body.seat, language, body.card)
        if photos is None or not key:
            return
        try:
            if body.photo:
                await asyncio.to_thread(photos.put, key, body.photo, FROM_FILE)
            else:
                photos.remove(key)
        except (UnreadableError, OSError) as error:
            log.info("photo_not_kept", exc_info=error)
            self._said = IntentResult.told(
                lambda spoken: IntentResult(
                    body.seat, intent_id, granted=False, text=say(spoken, "phones.photo_failed")
                ),
                language,
            )
        self._gateway.tell()
        self._notify()

    def _photographed(self, screen: PlayerScreen, teller: Teller) -> PlayerScreen:
        """What the holder is shown, with photographs of the own cards."""
        photos = self._photos
        if photos is None:
            return screen

        def photo_of(card: str) -> str:
            text = teller.card(card)
            file = photos.file(text.key) if text is not None else None
            return "" if file is None else str(file)

        return photographed(screen, photo_of)

    def tell(self, said: IntentResult) -> None:
        """Shows what became of an intent that was decided elsewhere."""
        self._said = said

    def _said_in(self, language: Language) -> IntentResult | None:
        """What became of the last intent; told again where the language has changed since."""
        said = self._said
        if said is None:
            return None
        if self._retold[0] is not said:
            self._retold = said, {language: said}
        known = self._retold[1]
        if language not in known:
            known[language] = said if said.again is None else IntentResult.told(said.again, language)
        return known[language]

    def _hold(self, body: TakeTablet, language: Language) -> None:
        """Who takes the tablet in a moment for tactics has the time to; what they do not need is over with it."""
        match, seat = self._gateway.match, body.seat if body.seat in self._gateway.match.players else ""
        self._said, self._market, self._asked_here = None, "", False
        if body.passing:
            match.wait(PASSING_S)
            self._holder = ""
        else:
            match.wait(LOOKING_S if seat else match.pause_s)
            self._holder, self._held_in = seat, self._turn(language)
        self._notify()

    def _has_answered(self, language: Language) -> bool:
        """Whether the holder was asked, has answered, and others are waited for, outside the holder's own turn."""
        sheet = self._gateway.match.sheet(SPECTATOR, language)
        waited = set(sheet.waiting_for) - set(self._gateway.answered)
        self._asked_here = self._asked_here or self._holder in waited
        own_turn = bool(sheet.number) and sheet.active == self._holder
        return self._asked_here and bool(waited) and self._holder not in waited and not own_turn

    def _turn(self, language: Language) -> object:
        """Whose turn it is: with another's, the curtain falls."""
        sheet = self._gateway.match.sheet(SPECTATOR, language)
        return sheet.number, sheet.active

    def _overrule(self, intent_id: str, reason: str, language: Language) -> None:
        trouble = "odd" if odd_letter(reason) else "stale"
        meant = None if trouble == "odd" else self._overruling.submit(intent_id, reason)
        if meant is None:
            self._said = IntentResult.told(
                lambda spoken: IntentResult("", intent_id, granted=False, text=say(spoken, f"phones.reply.{trouble}")),
                language,
            )
            self._notify()
            return

        def answered(answer: Answer) -> None:
            refused = answer.violation if isinstance(answer, CommandRefused) else None

            def telling(spoken: Language) -> IntentResult:
                teller = self._gateway.match.teller(spoken)
                text = teller.refusal(refused) if refused else ""
                rule = refused.rule_id if refused else ""
                return IntentResult("", intent_id, isinstance(answer, CommandDone), text, rule, whys_of(answer, teller))

            self._said = IntentResult.told(telling, language)
            self._notify()

        self._gateway.match.submit(replace(meant, answer=answered))

    async def _act(self, body: SubmitCommand, intent_id: str, language: Language) -> None:
        values = {name: list(words) for name, words in body.values.items()}
        outcome = await outcome_of(self._gateway, body.seat, PhoneIntent(intent_id, body.kind, values))
        match = self._gateway.match
        answer = match.answer(own_id(body.seat, intent_id))
        waits = isinstance(outcome, CommandRefused) and outcome.violation.key == NOT_MOVED

        def telling(language: Language) -> IntentResult:
            reply = reply_about(self._gateway, body.seat, outcome, language)
            granted, rule = reply["answer"] in GRANTED, str(reply.get("rule", ""))
            whys = whys_of(answer, match.teller(language))
            return IntentResult(body.seat, intent_id, granted, str(reply["text"]), rule, whys, waits=waits)

        said = IntentResult.told(telling, language)
        self._overruling.refused(body if isinstance(outcome, CommandRefused) and said.rule else None)
        self._said = said
        self._notify()
