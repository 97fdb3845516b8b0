"""What a game with a stack of steps asks, and what follows from a command.

A game derives its `Decision` from this one and adds what its rules alone know: why a command is refused, what lies in
a pile, and what may come at any time.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.command import TABLE, Command, Event
from companion.games.common import PileShuffled, SetValue, Shuffled
from companion.games.kit.events import ValueSet
from companion.games.kit.handlers import Handlers, StackState, is_asking
from companion.games.kit.offers import answers
from companion.games.kit.resolution import Resolution, settle
from companion.games.prompt import CommandSpec, Number, Pick, Prompt
from companion.games.verdicts.measured import RuleViolation

StateT = TypeVar("StateT", bound=StackState)
RunT = TypeVar("RunT", bound=Resolution[Any, Any])


class Decision(Generic[StateT, RunT]):
    """The questions and answers of one game.

    Attributes:
        RUN: One command on its way to events.
        HANDLERS: Who resolves which kind of step.
        BY_HAND: What players may set by hand, and how high.
        GAME_IS_OVER: Id of the rule that ends the game.
        ENDLESS: Id of the rule by which one step comes after the other.
        SHUFFLES: Id of the rule that says what is shuffled.
        VALUES: Id of the rule that says which numbers there are.
    """

    RUN: ClassVar[Any]
    HANDLERS: ClassVar[Handlers]
    BY_HAND: ClassVar[dict[str, int]]
    GAME_IS_OVER: ClassVar[str]
    ENDLESS: ClassVar[str]
    SHUFFLES: ClassVar[str]
    VALUES: ClassVar[str]

    def settle(self, run: RunT) -> None:
        """Goes on until somebody is asked, a pile is to be shuffled, or nothing is left to resolve."""
        settle(
            run,
            self.HANDLERS,
            lambda handler, state, step: handler.specs(state, step),
            lambda now: is_asking(now.state),
            first=lambda now, _: self.first(now),
            endless=RuleViolation(self.ENDLESS, "never_ends"),
        )

    def first(self, run: RunT) -> bool:
        """Does what comes before the step on top; whether there was anything."""
        return False

    def refusal(self, state: StateT, command: Command, offered: tuple[CommandSpec, ...]) -> RuleViolation:
        """Why a command is none of those that are offered."""
        raise NotImplementedError

    def cards_of_pile(self, state: StateT, pile: str) -> tuple[str, ...]:
        """What lies in a pile, the top first."""
        raise NotImplementedError

    def holders(self, state: StateT, what: str) -> tuple[str, ...]:
        """Whose number of a kind in `BY_HAND` may be set by hand."""
        raise NotImplementedError

    def at_any_time(self) -> Mapping[type, Callable[[RunT, Any], None]]:
        """Commands that answer no question, and who takes them."""
        return {Shuffled: self._shuffle, SetValue: self._set_value}

    def prompts(self, state: StateT) -> tuple[Prompt, ...]:
        """What is asked now: one prompt for each player, since the answers of one may be secret from another."""
        if not is_asking(state):
            return ()
        step = state.steps[-1]
        handler = self.HANDLERS[type(step)]
        asked: dict[str, tuple[CommandSpec, ...]] = {}
        for spec in handler.specs(state, step):
            asked[spec.by] = (*asked.get(spec.by, ()), spec)
        return tuple(handler.prompt(state, step, player, mine) for player, mine in asked.items())

    def specs(self, state: StateT) -> tuple[CommandSpec, ...]:
        """All commands that answer what is asked now."""
        return self.HANDLERS[type(state.steps[-1])].specs(state, state.steps[-1]) if is_asking(state) else ()

    def commands(self, state: StateT, player: str) -> tuple[CommandSpec, ...]:
        """What is asked of a player, and what may be done by hand at any time."""
        asked = (spec for spec in self.specs(state) if spec.by == player)
        return (*asked, *self._specs_by_hand(state, player))

    def shuffling(self, state: StateT) -> tuple[str, tuple[str, ...]] | None:
        """The first pile that waits to be shuffled, with its cards; None for none."""
        pile = next(iter(state.waiting), "")
        return (pile, self.cards_of_pile(state, pile)) if pile else None

    def decide(self, state: StateT, command: Command) -> tuple[Event, ...]:
        """What follows from a command.

        Raises:
            RuleViolation: If a rule forbids it.
        """
        if state.outcome is not None:
            raise RuleViolation(self.GAME_IS_OVER, "game_is_over")
        run = self.RUN(state)
        taken: Callable[[RunT, Any], None] = self.at_any_time().get(type(command), self._answer)
        taken(run, command)
        self.settle(run)
        return tuple(run.events)

    def _answer(self, run: RunT, command: Command) -> None:
        state = run.state
        offered = self.specs(state)
        if not any(answers(spec, command) for spec in offered):
            raise self.refusal(state, command, offered)
        step = state.steps[-1]
        self.HANDLERS[type(step)].answer(run, step, command)

    def _shuffle(self, run: RunT, command: Shuffled) -> None:
        state = run.state
        if command.by != TABLE or state.waiting[:1] != (command.player,):
            raise RuleViolation(self.SHUFFLES, "nothing_to_shuffle")
        if sorted(command.order) != sorted(self.cards_of_pile(state, command.player)):
            raise RuleViolation(self.SHUFFLES, "other_cards")
        run.emit(PileShuffled(pile=command.player, order=command.order))

    def _set_value(self, run: RunT, command: SetValue) -> None:
        state, value, most = run.state, int(command.value), self.BY_HAND.get(command.what)
        if most is None or command.by not in state.order or command.of not in self.holders(state, command.what):
            raise RuleViolation(self.VALUES, "no_such_value")
        if command.value != value or not 0 <= value <= most:
            raise RuleViolation(self.VALUES, "sound_number", {"most": most})
        run.emit(ValueSet(what=command.what, of=command.of, value=value))

    def _specs_by_hand(self, state: StateT, player: str) -> tuple[CommandSpec, ...]:
        """What a player may do at any time: set a number where a card says what the program cannot, and give up."""
        if state.outcome is not None or player not in {seat.id for seat in state.setup.seats}:
            return ()
        numbers = (
            CommandSpec(
                kind="setvalue",
                by=player,
                fixed={"what": what},
                fields={"of": Pick(options=holders), "value": Number(least=0, most=most)},
            )
            for what, most in self.BY_HAND.items()
            if player in state.order and (holders := self.holders(state, what))
        )
        return (*numbers, CommandSpec(kind="concede", by=player))
