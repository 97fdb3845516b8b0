"""What is asked, and what follows from a command."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.brawl.model.events import Won
from companion.games.brawl.model.state import CHALLENGES, FIRST, TRAPS, State
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.arena import is_free
from companion.games.brawl.rules.handlers import HANDLERS
from companion.games.brawl.rules.refusals import refusal
from companion.games.command import TABLE
from companion.games.common import Concede, Correct
from companion.games.kit.decision import Decision
from companion.games.kit.events import Corrected
from companion.games.verdicts.measured import RuleViolation


class BrawlDecision(Decision[State, Run]):
    """The questions and answers of Super Fantasy Brawl; by hand go numbers of champions and, `points`, of sides."""

    RUN = Run
    HANDLERS = HANDLERS
    BY_HAND = {"damage": 20, "powered": 1, "immobilised": 1, "points": 20}
    GAME_IS_OVER = "B-WIN-01"
    ENDLESS = "B-ACT-08"
    SHUFFLES = "B-DRAW-01"
    VALUES = "B-BASE-01"

    refusal = staticmethod(refusal)

    def at_any_time(self) -> Mapping[type, Callable[[Run, Any], None]]:
        return {**super().at_any_time(), Concede: _conceded, Correct: _corrected}

    def cards_of_pile(self, state: State, pile: str) -> tuple[str, ...]:
        if pile in (FIRST, CHALLENGES, TRAPS):
            return {FIRST: state.first, CHALLENGES: state.challenges, TRAPS: state.supply}[pile]
        return state.decks[pile]

    def holders(self, state: State, what: str) -> tuple[str, ...]:
        return tuple(state.points) if what == "points" else tuple(state.champions)


def _conceded(run: Run, command: Concede) -> None:
    state = run.state
    if command.by not in {seat.id for seat in state.setup.seats}:
        raise RuleViolation("B-WIN-01", "no_such_player")
    run.emit(Won(side=state.other_side(state.side(command.by)), why="conceded"))


def _corrected(run: Run, command: Correct) -> None:
    state = run.state
    if command.by not in {TABLE, *(seat.id for seat in state.setup.seats)} or command.of not in state.champions:
        raise RuleViolation("B-ARENA-15", "no_such_champion")
    if command.at is not None or command.outline:
        raise RuleViolation("B-ARENA-01", "only_cells")
    is_moved = command.cell is not None and command.cell != state.champions[command.of].cell
    if is_moved and command.cell is not None and not is_free(state, command.cell):
        raise RuleViolation("B-ARENA-15", "cell_taken")
    run.emit(Corrected(piece=command.of, cell=command.cell))


DECISION = BrawlDecision()
