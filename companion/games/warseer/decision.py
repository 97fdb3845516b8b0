"""What is asked, and what follows from a command."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.command import TABLE, Command
from companion.games.common import Concede, Correct, SetValue, TimeUp
from companion.games.kit.decision import Decision
from companion.games.kit.events import Corrected
from companion.games.kit.offers import answers
from companion.games.prompt import CommandSpec
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.model.commands import Play
from companion.games.warseer.model.events import Won
from companion.games.warseer.model.state import FEATS, FIRST, State
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.creature.harm import destroy, wither
from companion.games.warseer.rules.creature.values import health
from companion.games.warseer.rules.field import is_free
from companion.games.warseer.rules.handlers import HANDLERS
from companion.games.warseer.rules.play.cards import at_any_moment, play
from companion.games.warseer.rules.refusals import refusal
from companion.games.warseer.rules.victory import finish

OF_PLAYERS = ("influence", "points")
"""Numbers that players have; the others are those of creatures."""


class WarseerDecision(Decision[State, Run]):
    """The questions and answers of Warseer."""

    RUN = Run
    HANDLERS = HANDLERS
    BY_HAND = {"wounds": 20, "armour": 20, "influence": 10, "points": 30}
    GAME_IS_OVER = "W-END-08"
    ENDLESS = "W-ACT-08"
    SHUFFLES = "W-ZONE-08"
    VALUES = "W-COMP-05"

    refusal = staticmethod(refusal)

    def first(self, run: Run) -> bool:
        return wither(run)

    def at_any_time(self) -> Mapping[type, Callable[[Run, Any], None]]:
        return {**super().at_any_time(), Concede: _conceded, Correct: _corrected, TimeUp: _time_up}

    def commands(self, state: State, player: str) -> tuple[CommandSpec, ...]:
        return (*super().commands(state, player), *at_any_moment(state, player))

    def _answer(self, run: Run, command: Command) -> None:
        if isinstance(command, Play) and any(answers(spec, command) for spec in at_any_moment(run.state, command.by)):
            play(run, command)
        else:
            super()._answer(run, command)

    def cards_of_pile(self, state: State, pile: str) -> tuple[str, ...]:
        if pile in (FIRST, FEATS):
            return state.first if pile == FIRST else state.feats
        return state.decks[pile]

    def holders(self, state: State, what: str) -> tuple[str, ...]:
        return state.order if what in OF_PLAYERS else tuple(each.id for each in state.standing)

    def _set_value(self, run: Run, command: SetValue) -> None:
        super()._set_value(run, command)
        if command.what == "wounds" and command.value >= health(run.state, command.of):  # W-DMG-04
            destroy(run, command.of, command.by, "", "hand")


def _conceded(run: Run, command: Concede) -> None:
    state = run.state
    if command.by not in {seat.id for seat in state.setup.seats}:
        raise RuleViolation("W-GEN-01", "no_such_player")
    others = [side for side in state.sides if side != state.side(command.by)]
    run.emit(Won(side=others[0] if len(others) == 1 else "", why="conceded"))


def _time_up(run: Run, command: TimeUp) -> None:
    """By a limit that the players agreed on (W-END-07, W-ALLY-19, W-FFA-13)."""
    if command.by != TABLE or not run.state.order:
        raise RuleViolation("W-END-07", "no_limit")
    finish(run, "time")


def _corrected(run: Run, command: Correct) -> None:
    state = run.state
    if command.by not in {TABLE, *(seat.id for seat in state.setup.seats)} or not state.is_standing(command.of):
        raise RuleViolation("W-GRID-02", "no_such_creature")
    if command.at is not None or command.outline:
        raise RuleViolation("W-GRID-01", "only_cells")
    is_moved = command.cell is not None and command.cell != state.creatures[command.of].cell
    if is_moved and command.cell is not None and not is_free(state, command.cell):
        raise RuleViolation("W-GRID-02", "cell_taken")
    run.emit(Corrected(piece=command.of, cell=command.cell))


DECISION = WarseerDecision()
