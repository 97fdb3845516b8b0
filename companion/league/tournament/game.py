"""A tournament, put together as the record takes it: a game without a board."""

from companion.games.command import Command, Event
from companion.games.prompt import CommandSpec, Prompt
from companion.league.tournament import fold, rules
from companion.league.tournament.commands import TournamentCommand
from companion.league.tournament.events import TournamentEvent
from companion.league.tournament.model import TournamentPlan, TournamentState

NAME = "league.tournament"


class TournamentGame:
    """The rules of tournaments."""

    name = NAME
    command_type = TournamentCommand
    event_type = TournamentEvent
    state_type = TournamentState
    setup_type = TournamentPlan
    rules_version = 1

    evolve = staticmethod(fold.evolve)

    def new(self, setup: TournamentPlan) -> TournamentState:
        """Nobody takes part yet."""
        return TournamentState(setup=setup)

    def prompts(self, state: TournamentState) -> tuple[Prompt, ...]:
        """Nothing is asked: the organiser's page offers what may be done."""
        return ()

    def commands(self, state: TournamentState, player: str) -> tuple[CommandSpec, ...]:
        """None that the screens of a game could lay out."""
        return ()

    def decide(self, state: TournamentState, command: Command) -> tuple[Event, ...]:
        """What follows from a command.

        Raises:
            RuleViolation: If it is refused.
        """
        return rules.decide(state, command)
