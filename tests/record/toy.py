"""A toy game in versions that differ as releases do: fields more, another decision, another fold."""

import msgspec

from companion.games.command import Command, Event
from companion.games.verdicts.measured import RuleViolation


class ToySetup(msgspec.Struct, frozen=True, kw_only=True):
    seats: tuple[str, ...] = ("A", "B")


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    at: int = 0
    tired: float = 0.0


class ToyState(msgspec.Struct, frozen=True, kw_only=True):
    setup: ToySetup
    pieces: dict[str, Piece]
    turn: int = 1


class TrappedPiece(Piece, frozen=True, kw_only=True):
    """A later version's piece."""

    trapped: bool = False
    marks: dict[str, int] = {}


class LaterState(ToyState, frozen=True, kw_only=True):
    """A later version's state."""

    pieces: dict[str, TrappedPiece]
    weather: str = "fair"
    log: tuple[str, ...] = ()


class Go(Command, frozen=True, kw_only=True):
    to: int


class Went(Event, frozen=True, kw_only=True):
    piece: str
    to: int


class Swim(Command, frozen=True, kw_only=True):
    far: int


class Swam(Event, frozen=True, kw_only=True):
    piece: str


class FirstToy:
    """The first version: steps of one or two."""

    name = "toy"
    rules_version = 1
    command_type = Go
    event_type = Went
    setup_type = ToySetup
    state_type = ToyState
    piece_type = Piece
    longest = 2

    def new(self, setup):
        return self.state_type(setup=setup, pieces={seat: self.piece_type() for seat in setup.seats})

    def decide(self, state, command):
        if abs(state.pieces[command.by].at - command.to) > self.longest:
            raise RuleViolation("T-1", "far", {"to": command.to})
        return (Went(piece=command.by, to=command.to),)

    def evolve(self, state, event):
        piece = msgspec.structs.replace(state.pieces[event.piece], at=event.to)
        return msgspec.structs.replace(state, pieces={**state.pieces, event.piece: piece}, turn=state.turn + 1)

    def learned(self, state, event):
        return ()

    def shuffle(self, state, event):
        return None


class WithMoreFields(FirstToy):
    """Two fields more, which stand at their defaults; the same rules."""

    state_type = LaterState
    piece_type = TrappedPiece


class DecidesOtherwise(WithMoreFields):
    """Newer rules: nobody may go farther than one."""

    rules_version = 2
    longest = 1


class FoldsOtherwise(FirstToy):
    """Newer rules: going makes tired."""

    rules_version = 2

    def evolve(self, state, event):
        after = super().evolve(state, event)
        piece = msgspec.structs.replace(after.pieces[event.piece], tired=after.pieces[event.piece].tired + 0.5)
        return msgspec.structs.replace(after, pieces={**after.pieces, event.piece: piece})


class Swims(FirstToy):
    """Newer rules with a command and an event more."""

    rules_version = 2
    command_type = Go | Swim
    event_type = Went | Swam

    def decide(self, state, command):
        return (Swam(piece=command.by),) if isinstance(command, Swim) else super().decide(state, command)

    def evolve(self, state, event):
        return state if isinstance(event, Swam) else super().evolve(state, event)
