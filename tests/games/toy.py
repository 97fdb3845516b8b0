"""A game of its own: each player has one piece on a row of ten cells and steps with it; it says and draws nothing."""

import msgspec

from companion.games.prompt import CommandSpec, Number, Prompt
from companion.games.verdicts.measured import RuleViolation
from tests.record.toy import Go, Went

CELLS = 10


class Seat(msgspec.Struct, frozen=True):
    id: str
    name: str


class Setup(msgspec.Struct, frozen=True):
    seats: tuple[Seat, ...]
    seed_hash: str = ""


class RowState(msgspec.Struct, frozen=True):
    setup: Setup
    cells: dict[str, int]
    active: str = "A"
    turn: int = 1
    outcome: str | None = None


class Toy:
    name = "toy"
    command_type, event_type, setup_type, state_type = Go, Went, Setup, RowState

    def new(self, setup):
        return RowState(setup, {"A": 0, "B": CELLS - 1})

    def commands(self, state, player):
        whole = Number(least=0, most=CELLS - 1)
        return (CommandSpec(kind="go", by=player, fields={"to": whole}),) if player == state.active else ()

    def prompts(self, state):
        return (Prompt(key="go", to=(state.active,), specs=self.commands(state, state.active)),)

    def decide(self, state, command):
        if command.by != state.active:
            raise RuleViolation("T-1", "not_your_turn", {"player": command.by})
        if abs(state.cells[command.by] - command.to) != 1:
            raise RuleViolation("T-2", "one_step", {"to": command.to})
        return (Went(piece=command.by, to=command.to),)

    def measured(self, state, command):
        return ()

    def evolve(self, state, event):
        other = next(seat.id for seat in state.setup.seats if seat.id != event.piece)
        return msgspec.structs.replace(
            state, cells=state.cells | {event.piece: event.to}, active=other, turn=state.turn + 1
        )

    def view(self, state, viewer):
        return state

    def public_event(self, state, event, viewer):
        return event

    def learned(self, state, event):
        return ()

    def shuffle(self, state, event):
        return None

    def shuffling(self, state):
        return None

    def shuffled(self, player, order):
        raise NotImplementedError

    def may_react(self, state, event):
        return False

    def passing(self, state):
        return None
