"""Legends of Signum behind the game protocol."""

import contextlib

import msgspec

from companion.games.command import TABLE, Command, Event
from companion.games.common import (
    Answered,
    Overrule,
    QuestionClosed,
    Resume,
    Ruling,
    Shuffled,
    Told,
    Withdraw,
)
from companion.games.kit.events import Popped
from companion.games.prompt import CommandSpec, Pick, Prompt
from companion.games.reroll import RerolledDice
from companion.games.signum import legal
from companion.games.signum.board import SignumBoard
from companion.games.signum.combat.exchange import begins_roll, is_of_exchange
from companion.games.signum.creature import damage
from companion.games.signum.engine import hooks
from companion.games.signum.engine.draft import CloseCall, Draft
from companion.games.signum.engine.questions import refuse
from companion.games.signum.engine.resolution import settle
from companion.games.signum.guide import DECKS, GUIDE
from companion.games.signum.handlers import ANY_TIME, AREAS, FREE, HANDLERS
from companion.games.signum.measured.grounds import SignumGrounds
from companion.games.signum.model import redaction as redacting
from companion.games.signum.model import variants
from companion.games.signum.model.commands import (
    Construct,
    Reveal,
    SignumCommand,
    Skip,
)
from companion.games.signum.model.events import Overruled, Pushed, Questioned, Replaced, SignumEvent
from companion.games.signum.model.fold import evolve
from companion.games.signum.model.state import Setup, State
from companion.games.signum.model.steps.step import (
    DiceStep,
    ReactionStep,
    ShuffleStep,
)
from companion.games.signum.own_texts import TEXTS
from companion.games.signum.results import SignumResults
from companion.games.signum.setup import set_up as setting_up
from companion.games.signum.sheets.by_hand import SignumByHand
from companion.games.signum.sheets.sheet import SignumSheets
from companion.games.signum.shelf.shelf import SignumShelf
from companion.games.signum.taste import SignumTaste
from companion.games.signum.turn import game_end, turns
from companion.games.signum.views import SignumView, view_of
from companion.games.signum.words.speech import SignumSpeech
from companion.games.signum.words.tally import SignumTally
from companion.games.signum.workshop.workshop import SignumWorkshop
from companion.games.values import MAX_NUMBER, is_sound
from companion.games.verdicts.measured import Measurement, RuleViolation


class Signum:
    """The rules of Legends of Signum as one object; it keeps only the views of the state it was asked for last."""

    name = "signum"
    rules_version = 9
    texts = TEXTS
    guide, guide_decks = GUIDE, DECKS
    speech = SignumSpeech()
    grounds = SignumGrounds()
    shelf = SignumShelf()
    workshop = SignumWorkshop()
    tally = SignumTally()
    by_hand = SignumByHand()
    command_type = SignumCommand
    event_type = SignumEvent
    setup_type = Setup
    state_type = State

    def __init__(self) -> None:
        self.board = SignumBoard(self)
        self.sheets = SignumSheets(self.view)
        self._viewed: tuple[State | None, dict[str, SignumView]] = None, {}

    def reroll(self, state: State) -> RerolledDice | None:
        """Which dice of the roll that is owed now are rolled again; None where none are."""
        step = state.steps[-1] if state.steps else None
        if not isinstance(step, DiceStep):
            return None
        return RerolledDice(step.purpose, step.creature, step.faces, step.again)

    def taste(self) -> SignumTaste:
        """How the demo plays it, from here on."""
        return SignumTaste(self)

    def results(self) -> SignumResults:
        """Gathers how fights end, from here on."""
        return SignumResults()

    def new(self, setup: msgspec.Struct) -> State:
        """The state before anything has happened; raises RuleViolation for seats that do not fit the variant."""
        assert isinstance(setup, Setup)  # noqa: S101 (the protocol cannot say it)
        variants.check(setup)
        return setting_up.new_state(setup)

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        """What follows from a command."""
        draft = Draft(state, command)  # type: ignore[arg-type]  # one of the union
        try:
            self._decide(draft, command)
        except CloseCall as call:
            return self._put_to_table(state, draft, call)
        return tuple(draft.events)

    def measured(self, state: State, command: Command) -> tuple[Measurement, ...]:
        """What was measured to decide a command, in the order in which it was asked."""
        draft = Draft(state, command)  # type: ignore[arg-type]  # one of the union
        with contextlib.suppress(CloseCall, RuleViolation):
            self._decide(draft, command)
        return tuple(draft.measured)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolve(state, event)  # type: ignore[arg-type]  # one of the union

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """What the table must do now."""
        if state.outcome is not None:
            return ()
        if state.question is not None:
            return (_ruling_prompt(state),)
        if state.steps:
            return HANDLERS[type(state.steps[-1])].prompts(state, state.steps[-1])
        return ()

    def commands(self, state: State, player: str) -> tuple[CommandSpec, ...]:
        """All that a player may do now."""
        return legal.commands(state, player, self.prompts(state), AREAS)

    def leads_on(self, event: Event, prompt: Prompt | None = None) -> bool:
        """Whether an event changes what is asked: dice that fall with those of the other side are asked for once."""
        if prompt is not None and is_of_exchange(prompt):
            return isinstance(event, Replaced) and begins_roll(event.step, str(prompt.about["creature"]))
        told_who_begins = isinstance(event, Told) and event.key == "priority"
        return told_who_begins or isinstance(event, Pushed | Popped | Replaced | Questioned)

    def view(self, state: State, viewer: str) -> SignumView:
        """All that a viewer may know; worked out once for screens in several languages."""
        seen, views = self._viewed
        if seen is not state:
            views = {}
            self._viewed = state, views
        if viewer not in views:
            views[viewer] = view_of(state, viewer, self.prompts(state), self.commands(state, viewer))
        return views[viewer]

    def public_event(self, state: State, event: Event, viewer: str) -> Event | None:
        """An event as a viewer may know it; None if nothing of it shows."""
        return redacting.public_event(state, event, viewer)  # type: ignore[arg-type]  # one of the union

    def revocable(self, command: Command) -> bool:
        """What is built, or that nothing is: it lies open, and no die and no hidden card has answered it."""
        return isinstance(command, Construct | Skip)

    def learned(self, state: State, event: Event) -> tuple[tuple[str, str], ...]:
        """Who learns what from an event that nobody can be made to forget."""
        return redacting.learned(state, event)  # type: ignore[arg-type]  # one of the union

    def shuffle(self, state: State, event: Event) -> tuple[str, tuple[str, ...]] | None:
        """The order of a deck that the program shuffled, and the pile: the player whose deck it is."""
        return redacting.shuffle(state, event)  # type: ignore[arg-type]  # one of the union

    def shuffling(self, state: State) -> tuple[str, tuple[str, ...]] | None:
        """The deck that must be shuffled now, and the player whose it is."""
        step = state.steps[-1] if state.steps else None
        return (step.player, state.players[step.player].deck) if isinstance(step, ShuffleStep) else None

    def shuffled(self, pile: str, order: tuple[str, ...]) -> Shuffled:
        """The command that puts a deck into an order."""
        return Shuffled(by=TABLE, player=pile, order=order)

    def may_react(self, state: State, event: Event) -> bool:
        """Whether a face-down tactic might have been met instead of an event, as far as the public can tell."""
        step = _ends_moment(state, event)
        return step is not None and hooks.may_be_met(state, step.moment.hook)

    def passing(self, state: State) -> Command | None:
        """The command that lets a tactic pass whose owner is asked for it (S-CARD-50)."""
        if not state.steps or not isinstance(state.steps[-1], ReactionStep):
            return None
        for prompt in self.prompts(state):
            for spec in prompt.specs:
                met = spec.fields.get("tactic")
                if spec.fixed.get("yes") is False and isinstance(met, Pick):
                    return Reveal(by=spec.by, tactic=met.options[0], yes=False)
        return None

    def _decide(self, draft: Draft, command: Command) -> None:
        state = draft.state
        if state.outcome is not None:
            raise RuleViolation("S-END-01", "game_is_over")
        if command.by != TABLE and command.by not in state.players:
            raise refuse("no_such_player", player=command.by)
        if not is_sound(command):
            raise refuse("sound_numbers", most=MAX_NUMBER)
        if isinstance(command, Overrule):
            self._overrule(draft, command)
            return
        if type(command) in ANY_TIME and not _answers(state, command):
            ANY_TIME[type(command)](draft, command)
        elif state.question is not None:
            self._settle_question(draft, command)
            return
        elif state.steps:
            HANDLERS[type(state.steps[-1])].answer(draft, state.steps[-1], command)
        elif type(command) in FREE and command.by != TABLE:
            FREE[type(command)](draft, command)
        else:
            raise refuse("not_now", step=type(command).__name__)
        self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        """Resolves what was set off, begins the first turn, and looks whether somebody has won."""
        if draft.state.question is not None and isinstance(draft.state.question.command, Resume):
            return
        settle(draft, HANDLERS, _looked_after)
        if draft.state.steps or draft.state.outcome is not None:
            return
        if draft.state.turn == 0 and draft.state.order:
            turns.begin_turn(draft, draft.state.order[0])
            settle(draft, HANDLERS, _looked_after)
        if not draft.state.steps and damage.sweep(draft):
            settle(draft, HANDLERS, _looked_after)
        if not draft.state.steps:
            game_end.check(draft)
            turns.pass_over(draft)
            settle(draft, HANDLERS, _looked_after)

    def _put_to_table(self, state: State, draft: Draft, call: CloseCall) -> tuple[SignumEvent, ...]:
        """What follows from a command that came to a question: nothing yet, or all up to its last moment for tactics.

        Where a tactic is met, what came before it is done and seen. It must be so where none is met, too: else the
        question would tell at once that there is none. And a tactic that passed is seen before the question.

        Args:
            state: The game before the command.
            draft: The command, as far as it was decided.
            call: The question.
        """
        done, answers = 0, _answers(state, draft.command)
        for number, event in enumerate(draft.events, start=1):
            if self.may_react(state, event) or (answers and _ends_moment(state, event) is not None):
                done = number
            state = evolve(state, event)
        question = call.question
        if done:
            waiting = Resume(by=question.command.by, rulings=question.command.rulings)
            question = msgspec.structs.replace(question, command=waiting)
        return (*draft.events[:done], Questioned(question=question))

    def _overrule(self, draft: Draft, command: Overrule) -> None:
        """All players let a command pass that rules forbid (S-DRAGON-01); what it sets off follows the rules again."""
        if command.by != TABLE:
            raise refuse("overrule_together")
        try:
            meant = msgspec.json.decode(command.command, type=SignumCommand)
        except msgspec.DecodeError as error:
            raise refuse("command_in_json", why=str(error)) from error
        if isinstance(meant, Overrule):
            raise refuse("command_in_json", why="an overruling cannot be overruled")
        trial = Draft(draft.state, meant, overruling=True)
        trial.measured = draft.measured
        self._decide(trial, meant)
        passed = tuple(dict.fromkeys(trial.overruled or ()))
        draft.emit(Overruled(rule_ids=passed, command=meant, reason=command.reason))
        for event in trial.events:
            draft.emit(event)

    def _settle_question(self, draft: Draft, command: Command) -> None:
        """The table answers what is too close to call: once all agree, the command that waits is decided again."""
        question = draft.state.question
        assert question is not None  # noqa: S101 (the caller's branch)
        players = [seat.id for seat in draft.state.setup.seats if not draft.state.players[seat.id].out]
        begun = isinstance(question.command, Resume)
        if isinstance(command, Withdraw) and command.by in (TABLE, *players) and not begun:
            draft.emit(QuestionClosed(key=question.key, yes=None))
            return
        if not isinstance(command, Ruling) or command.by not in players:
            raise refuse("answer_first", question=question.key)
        draft.emit(Answered(by=command.by, yes=command.yes))
        agreed = draft.state.question.agreed if draft.state.question else {}
        if len(agreed) < len(players) or len(set(agreed.values())) > 1:
            return
        draft.emit(QuestionClosed(key=question.key, yes=command.yes))
        waiting = question.command
        ruled = msgspec.structs.replace(waiting, rulings={**waiting.rulings, question.key: command.yes})
        again = Draft(draft.state, ruled)
        again.measured = draft.measured
        try:
            if isinstance(ruled, Resume):
                self._go_on(again)
            else:
                self._decide(again, ruled)
        except CloseCall as call:
            for event in self._put_to_table(draft.state, again, call):
                draft.emit(event)
            return
        except RuleViolation as violation:
            draft.tell("refused_by_ruling", _refusal_told(draft.state, violation))
            return
        for event in again.events:
            draft.emit(event)


def _refusal_told(state: State, violation: RuleViolation) -> dict[str, str | float]:
    """What the log keeps of a refusal: its rule, its sentence, and of what stands in that all that lies open."""
    lies_open = {
        name: value
        for name, value in violation.values.items()
        if not isinstance(value, str) or all(each in state.creatures for each in value.split(", "))
    }
    return {"rule": violation.rule_id, "sentence": violation.key, **lies_open}


def _looked_after(draft: Draft) -> bool:
    """Whether somebody fell of wounds that now suffice, or the game ended; a win does not wait (S-END-03)."""
    if damage.sweep(draft):
        return True
    game_end.check(draft)
    return draft.state.outcome is not None


def _ends_moment(state: State, event: Event) -> ReactionStep | None:
    """The step in which tactics might have been turned up, if an event ends it."""
    step = state.steps[-1] if state.steps and isinstance(event, Popped) else None
    return step if isinstance(step, ReactionStep) and step.collected else None


def _answers(state: State, command: Command) -> bool:
    """Whether a command that may come at any time answers what is asked just now."""
    return isinstance(command, Reveal) and bool(state.steps) and isinstance(state.steps[-1], ReactionStep)


def _ruling_prompt(state: State) -> Prompt:
    question = state.question
    assert question is not None  # noqa: S101 (the caller's branch)
    players = tuple(seat.id for seat in state.setup.seats if not state.players[seat.id].out)
    about: dict[str, str | int | float | bool] = {
        "question": question.key,
        "rule": question.rule_id,
        "limit_mm": question.limit_mm,
        "sigma_mm": question.sigma_mm,
    }
    if question.value_mm is not None:
        about["value_mm"] = question.value_mm
    specs = tuple(
        CommandSpec(kind="ruling", by=player, fixed={"yes": yes}) for player in players for yes in (True, False)
    )
    return Prompt(key="ruling", to=players, about=about, all_of_them=True, specs=specs)


GAME = Signum()
"""The game, as the registry finds it."""
