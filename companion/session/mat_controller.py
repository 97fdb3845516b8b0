"""What players do on the mat, joined with the game: proposals made, confirmed and carried out, places accepted.

Lives in the core thread's loop, where every view passes by; nothing here waits.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.games.board import Board, InvolvedPieces, Role
from companion.games.command import SPECTATOR, TABLE, Command
from companion.games.common import Correct, Overrule
from companion.games.protocol import takes
from companion.geometry import Answer as Certain
from companion.geometry import MatPoint
from companion.presentation.why import Why
from companion.referee import TrackState
from companion.referee.api.intents import (
    AcceptPlacement,
    BindModel,
    ConfirmProposal,
    DismissProposal,
    GrabModel,
    MatIntent,
    OverruleProposal,
    SetConfirmMode,
    VoteOnProposal,
)
from companion.referee.api.placement import MatState, PlacementState
from companion.referee.api.proposal import ConfirmMode, Doubt, Proposal
from companion.referee.mat import visibility as seeing
from companion.referee.mat.evidence import behind
from companion.referee.mat.interpreter import proposals
from companion.referee.mat.locator import ModelLocator
from companion.referee.mat.neighbours import ELSEWHERE, doubtful
from companion.referee.mat.rest_detector import Rest
from companion.referee.mat.snapshot import MatSnapshot, situation_of
from companion.referee.mat.wording import doubt_sentence, named, worded
from companion.referee.match.command_builder import UnseenError, Values
from companion.referee.match.command_gateway import Stage
from companion.referee.match.command_request import Answer, CommandDone, CommandFailed, CommandRefused, CommandRequest
from companion.referee.match.match import Match
from companion.referee.screen.game_screen import GameScreen, IntentResult
from companion.referee.screen.view import View
from companion.session.command_sequence import CommandSequence
from companion.session.overrule_controller import let_pass
from companion.session.tablet_log import MAX_PICTURES, why_of, whys_of
from companion.session.template_intent import TemplateIntent
from companion.session.zone_controller import ZoneController
from companion.texts import Language, say

log = logging.getLogger(__name__)

LIES_S = 1.5
"""What a prompt waits for is done without a tap once its model has lain so long."""

FAR_OFF = frozenset({PlacementState.MOVED, PlacementState.MISPLACED, PlacementState.SWAPPED})
"""How those must not stand on whose places an action rests."""
UNSEEN = {PlacementState.HIDDEN: Doubt.HIDDEN, PlacementState.OFF: Doubt.OFF}
UNSEEN_S = 5.0
"""So long without a picture worth measuring is more than a moment."""
AGAIN_S = 30.0
"""Who asks for the same within this, after it was told what speaks against it, means it."""


class MatController:
    """One mat under one game."""

    def __init__(
        self,
        match: Match,
        pointing: ModelLocator,
        tell: Callable[[IntentResult], None],
        notify: Callable[[], None],
        clock: Callable[[], float],
        confirming: ConfirmMode = ConfirmMode.ALL,
    ) -> None:
        """Prepares.

        Args:
            match: The game in play.
            pointing: Knows the models.
            tell: Takes what became of an intent of the tablet.
            notify: To be called when there is something new to show.
            clock: Seconds of a monotonic clock.
            confirming: What needs a tap.
        """
        self._match, self._pointing, self._tell, self._notify, self._clock = match, pointing, tell, notify, clock
        self._confirming = confirming
        self._standing = MatState()
        self._proposals: tuple[Proposal, ...] = ()
        self._read: tuple[int, MatSnapshot] | None = None
        self._since_s = 0.0
        self._refused: dict[str, tuple[int, Proposal]] = {}
        self._dismissed: set[tuple[str, MatPoint | None]] = set()
        self._seeing_s = clock()
        self._told_s: dict[tuple[str, str], float] = {}
        self._carrying = CommandSequence(match)
        self._zones = ZoneController(match)
        self._template = TemplateIntent(
            match, pointing, lambda seat, answer: self._told(seat, "", answer, self._language)
        )
        self._language = Language.ENGLISH
        self._finger = ""
        self._made: tuple[object, GameScreen] | None = None

    @property
    def standing(self) -> MatState:
        """Record and mat compared."""
        return self._standing

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What was most likely meant, without words."""
        return self._proposals

    def saw(self, view: View) -> None:
        """Is told every view of the table."""
        before = (self._standing, self._proposals)
        if seeing.blindness(view) is None:
            self._seeing_s = self._clock()
        self._pointing.saw(view)
        self._zones.lie_on(view.grid)
        self._standing = self._pointing.standing()
        self._propose(view)
        if self._pointing.resting.is_quiet(self._clock()) and self._match.pause_left_s is None:
            self._template.saw()
        self._standing = self._pointing.standing()
        self._carry_out_at_once()
        self._zones.hold(self._finger or self._in_hand())
        self._match.look_at(next((each.seat for each in self._proposals if not each.secret), ""))
        if (self._standing, self._proposals) != before:
            self._notify()

    def shown_on(self, play: GameScreen, language: Language) -> GameScreen:
        """The game as the tablet shows it, with the mat; the same object as long as nothing changed."""
        self._language = language
        zones, grabbed = self._zones.drops(language)
        as_of = (play, language, self._standing, self._proposals, self._confirming, zones, grabbed)
        if self._made is None or self._made[0] != as_of:
            teller, game = self._match.teller(language), self._match.record.game
            readings = tuple(
                replace(
                    worded(each, teller),
                    whys=self._whys(each, language),
                    overrulable=bool(each.steps) and takes(game, Overrule),
                )
                for each in self._proposals
                if not each.secret or each.seat == play.holder
            )
            standing = named(self._standing, teller)
            if not takes(game, Correct):
                standing = replace(standing, all=tuple(replace(each, acceptable=False) for each in standing.all))
            made = replace(play, standing=standing, proposals=readings, confirming=self._confirming)
            made = replace(made, board=self._zones.board(language, play.holder), reaches=self._zones.reaches)
            made = replace(made, sight=self._zones.sight)
            self._made = as_of, replace(made, zones=zones, grabbed=grabbed)
        return self._made[1]

    def apply(self, body: MatIntent, intent_id: str, language: Language) -> None:
        """Does what the tablet wants of the mat; what became of it is told.

        Args:
            body: What is asked for.
            intent_id: The intent's own id.
            language: What is read on the tablet.
        """
        match body:
            case ConfirmProposal(name, then):
                self._confirm(name, then, intent_id, language)
            case DismissProposal(name):
                for each in self._proposals:
                    if each.id == name:
                        self._dismissed.add((each.base, self._rest_of(each)))
                self._read = None
            case OverruleProposal() | VoteOnProposal():
                self._overrule(body, intent_id, language)
            case AcceptPlacement(of):
                self._accept(of, intent_id, language)
            case BindModel():
                self._bind(body, intent_id, language)
            case GrabModel(base):
                self._finger = next((each.of for each in self._standing.all if each.base == base), "") if base else ""
                self._zones.hold(self._finger)
            case SetConfirmMode(confirming):
                self._confirming, self._read = confirming, None
        self._notify()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """What every intent goes through on its way to a command: the mat is put into the record, then looked at."""
        return self.place_first, self.guard_measured

    def place_first(self, seat: str, kind: str, values: Values) -> None:
        """Carries out what this player did on the mat and what needs no tap.

        Raises:
            UnseenError: If something of it waits for an answer, and that was not told before: going on drops it.
        """
        if self._comes_between(kind):
            return
        self._zones.submitted(kind, values)
        self._template.submitted(seat, kind, values)
        named_pieces = {word for words in values.values() for word in words} & set(self._pointing.tracks)
        for each in self._proposals:
            itself = any(_kind(step) == kind for step in each.steps) and (each.of in named_pieces or not named_pieces)
            if each.seat != seat or itself:
                continue
            if not each.asks:
                self._carry_out(each, lambda _: None)
            elif each.possible and self._untold(kind, each.id):
                raise UnseenError("creature", Doubt.UNANSWERED, each.of)

    def guard_measured(self, _seat: str, kind: str, values: Values) -> None:
        """Refuses an intent that rests on places which the record does not have as they are.

        Raises:
            UnseenError: If the intent is measured, and somebody concerned stands elsewhere than the record has it, or
                is not seen and that was not told before.
        """
        rests_on = None if self._comes_between(kind) else self._board.involved(kind, values)
        if rests_on is None or self._match.enforcement.keeps_score_only:
            return
        if self._pointing.view is not None:
            self._pointing.saw(self._pointing.view)  # what was carried out just now has changed the record's places
        for piece in rests_on.pieces:
            self._look_again(kind, rests_on, piece)
        if rests_on.line:
            self._look_between(rests_on)

    def _comes_between(self, kind: str) -> bool:
        """Whether nobody goes on from what was done on the mat with such a command."""
        game = self._match.record.game
        return kind in game.by_hand.kinds or kind == "ruling" or kind in self._board.between

    def _look_again(self, kind: str, rests_on: InvolvedPieces, concerned: str) -> None:
        """Refuses a measured action of a piece that stands elsewhere; of one that cannot be seen, only once."""
        there = self._pointing.track(concerned)
        if there is None or not there.base:
            return
        if there.how in FAR_OFF or (rests_on.nudges and there.how is PlacementState.NUDGED):
            raise UnseenError("creature", Doubt.NEIGHBOUR, concerned)
        why = Doubt.BLIND if self._clock() - self._seeing_s > UNSEEN_S else UNSEEN.get(there.how)
        if why is not None and self._untold(kind, concerned):
            raise UnseenError("creature", why, concerned)

    def _untold(self, kind: str, about: str) -> bool:
        """Whether a command was not refused for the same reason just before; from now on it was."""
        now_s = self._clock()
        last_s = self._told_s.get((kind, about))
        if last_s is not None and now_s - last_s <= AGAIN_S:
            return False
        self._told_s[kind, about] = now_s
        return True

    def _look_between(self, rests_on: InvolvedPieces) -> None:
        """Refuses what hangs on a line of sight while somebody stands in it, or should, and does not stand there."""
        between_these = rests_on.pieces[:2]
        ends = [self._pointing.track(each) for each in between_these]
        places = tuple(each.thing.at for each in ends if each is not None and each.thing.at is not None)
        if len(places) < 2:
            return
        wide_mm = max(each.thing.radius_mm for each in ends if each is not None)
        standing = self._pointing.standing().all
        astray = [each for each in standing if each.how in ELSEWHERE and each.of not in between_these]
        between = next(doubtful(places, wide_mm, astray), None)
        if between is not None:
            raise UnseenError("creature", Doubt.NEIGHBOUR, between)

    @property
    def _state(self) -> Any:  # noqa: ANN401 (the game's own)
        return self._match.shown

    @property
    def _board(self) -> Board[Any]:
        return self._match.record.game.board

    @property
    def _over(self) -> bool:
        return self._match.record.game.tally.outcome(self._state) is not None

    def _in_hand(self) -> str:
        """The one creature whose model somebody carries over the mat; empty for none, and for several."""
        carried = [each.of for each in self._standing.all if each.how is PlacementState.MOVING and not each.outline]
        return carried[0] if len(carried) == 1 else ""

    def _propose(self, view: View) -> None:
        match, now_s = self._match, self._clock()
        blind = seeing.blindness(view) is not None
        if blind or match.pause_left_s is not None or self._over:
            self._proposals, self._read = (), None
            return
        if not self._pointing.resting.is_quiet(now_s):
            fresh = self._read is not None and self._read[0] == match.version
            kept = tuple(each for each in self._proposals if fresh and self._still(each))
            if kept != self._proposals or not fresh:
                self._proposals, self._read = kept, None
            return
        situation = self._situation(view)
        read = (match.version, situation)
        if read != self._read:
            found = () if situation.is_plain else proposals(match.record.game, self._state, situation)
            if [each.id for each in found] != [each.id for each in self._proposals]:
                self._since_s = now_s
            self._proposals, self._read = found, read
            self._refused = {name: known for name, known in self._refused.items() if known[0] == match.version}
            self._refused |= {each.id: (match.version, each) for each in found if not each.possible}
            meant = {each.of for each in found if each.possible}
            for displaced in self._standing.all:
                if displaced.how is PlacementState.MOVED:
                    unmeant = displaced.of not in meant and self._board.is_free(self._state)
                    self._pointing.put_back(displaced.of, wanted=unmeant)

    def _situation(self, view: View) -> MatSnapshot:
        return situation_of(
            self._pointing.tracks,
            self._pointing.resting,
            self._pointing.models,
            view,
            self._standing,
            players=self._match.players,
            confirming=self._confirming,
            passed_over=lambda rest: (rest.lying.id, rest.from_here) in self._dismissed,
            declared=self._zones.declared,
        )

    def _still(self, each: Proposal) -> bool:
        """Whether a model still rests where it was when it was proposed; a hand over it changes nothing."""
        view, rest = self._pointing.view, self._pointing.resting.rests.get(each.base)
        seen = view is not None and seeing.state_of(view, each.base) in (TrackState.SEEN, TrackState.HELD)
        return seen and rest is not None and rest.lying.at == each.at

    def _rest_of(self, each: Proposal) -> MatPoint | None:
        rest: Rest | None = self._pointing.resting.rests.get(each.base)
        return None if rest is None else rest.from_here

    def _confirm(self, name: str, then: int, intent_id: str, language: Language) -> None:
        each = next((each for each in self._proposals if each.id == name), None)
        if each is None or not self._still(each) or not 0 <= then <= len(each.then):
            self._tell(_reply(intent_id, "mat.gone", language))
            return
        if not each.possible and not self._match.enforcement.keeps_score_only:
            text, whys = worded(each, self._match.teller(language)).text, self._whys(each, language)
            self._tell(IntentResult(each.seat, intent_id, granted=False, text=text, rule=each.rule, whys=whys))
            return
        follows = each.then[then - 1].command if then else None
        self._carry_out(each, lambda answer: self._told(each.seat, intent_id, answer, language), follows)

    def _overrule(self, body: OverruleProposal | VoteOnProposal, intent_id: str, language: Language) -> None:
        if isinstance(body, OverruleProposal):
            self._let_pass(body.proposal, body.reason, intent_id, language)
        else:
            self._argue(body.proposal, body.agreed)

    def _let_pass(self, name: str, reason: str, intent_id: str, language: Language) -> None:
        """Players who agree on it have lifted the model by then, or reach over it: what counts is what was seen."""
        version, each = self._refused.get(name, (-1, None))
        if each is None or not each.steps or version != self._match.version or not reason.strip():
            self._tell(_reply(intent_id, "mat.gone", language))
            return
        passed = let_pass(each, reason.strip())
        self._carry_out(passed, lambda answer: self._told(each.seat, intent_id, answer, language))

    def _argue(self, name: str, agreed: tuple[str, ...] | None) -> None:
        """Tells the phones what is being decided; of what only its player may see no more than that."""
        _, each = self._refused.get(name, (-1, None))
        known = None if each is None or each.secret else each

        def told(language: Language) -> str:
            return "" if known is None else worded(known, self._match.teller(language)).against

        self._match.argue(told, agreed)

    def _whys(self, each: Proposal, language: Language) -> tuple[Why, ...]:
        found = behind(self._match.record.game, self._state, each)
        teller = self._match.teller(language)
        return tuple(why_of(measured, teller) for measured in found[:MAX_PICTURES])

    def _bind(self, body: BindModel, intent_id: str, language: Language) -> None:
        doubt = self._pointing.bind(body.of, body.base)
        if body.silent:
            return
        text = say(language, "mat.bound", name=self._name(body.of, language))
        text = text if doubt is None else doubt_sentence(doubt, body.of, self._match.teller(language))
        self._tell(IntentResult("", intent_id, doubt is None, text))

    def _accept(self, of: str, intent_id: str, language: Language) -> None:
        there = self._standing.of(of)
        rest = self._pointing.resting.rests.get(there.base) if there is not None else None
        if there is None or rest is None or not there.acceptable:
            self._tell(_reply(intent_id, "mat.not_accepted", language))
            return
        lying = rest.lying
        if lying.is_template:
            outline = tuple((each.x_mm, each.y_mm) for each in lying.outline)
            command = Correct(by=TABLE, of=of, outline=outline)
        elif (track := self._pointing.track(of)) is not None and track.thing.board is not None:
            snap = track.thing.board.snap(lying.at, lying.sigma_mm)
            if snap.verdict.answer is not Certain.YES:
                self._tell(_reply(intent_id, "mat.not_accepted", language))
                return
            command = Correct(by=TABLE, of=of, cell=snap.candidates[0])
        else:
            command = Correct(by=TABLE, of=of, at=lying.stand)
        self._match.submit(
            CommandRequest(f"mat/{intent_id}", command, lambda answer: self._told("", intent_id, answer, language))
        )

    def _told(self, seat: str, intent_id: str, answer: Answer, language: Language) -> None:
        def telling(spoken: Language) -> IntentResult:
            text, rule, teller = "", "", self._match.teller(spoken, seat or SPECTATOR)
            if isinstance(answer, CommandRefused):
                text = teller.refusal(answer.violation)
                rule = answer.violation.rule_id
            elif isinstance(answer, CommandFailed):
                text = say(spoken, "phones.reply.failed")
            elif answer.passed is not None:
                sentence = teller.refusal(answer.passed)
                text, rule = say(spoken, "phones.reply.passed", sentence=sentence), answer.passed.rule_id
            done = isinstance(answer, CommandDone)
            return IntentResult(seat, intent_id, done, text, rule, whys_of(answer, teller))

        self._tell(IntentResult.told(telling, language))
        self._notify()

    def _carry_out_at_once(self) -> None:
        """What needs no tap and whose time has come: a prompt's model lies still, or the next one is moved."""
        now_s = self._clock()
        handled = {each.base for each in self._standing.all if each.how is PlacementState.MOVING}
        for each in self._proposals:
            agreed = self._carrying.agreed_to(each, self._rest_of(each))
            lies = each.role is Role.PLACE and now_s - self._since_s >= LIES_S
            goes_on = each.role is not Role.PLACE and bool(handled - {each.base})
            alone = [one.base for one in self._proposals].count(each.base) == 1
            if (agreed and alone) or (not each.asks and (lies or goes_on)):
                self._carry_out(each, lambda _: None)
                return

    def _carry_out(self, each: Proposal, answered: Callable[[Answer], None], follows: Command | None = None) -> None:
        self._proposals = tuple(other for other in self._proposals if other.base != each.base)
        self._read = None
        if each.role is Role.PLACE:
            self._pointing.claim(each.of, each.base)
        self._carrying.carry(each, self._rest_of(each), answered, follows)
        if self._pointing.view is not None:  # whose model it is must not be asked until the next view
            self._pointing.saw(self._pointing.view)
            self._standing = self._pointing.standing()

    def _name(self, of: str, language: Language) -> str:
        there = named(self._pointing.standing(), self._match.teller(language)).of(of)
        return of if there is None else there.name


def _kind(command: Command) -> str:
    return str(command.__struct_config__.tag)


def _reply(intent_id: str, key: str, language: Language) -> IntentResult:
    """That something is not done, in a sentence."""
    return IntentResult.told(lambda spoken: IntentResult("", intent_id, granted=False, text=say(spoken, key)), language)
