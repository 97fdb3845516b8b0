"""A game of dice alone: every turn is a throw of two red dice around a blue one."""

import msgspec

from companion.games.command import Command, Event
from companion.games.defaults.setup import PlainSetup
from companion.games.defaults.shelf import PlainShelf
from companion.games.prompt import CommandSpec, Faces, PoolDie, Prompt
from companion.games.shelf import DieKind
from companion.games.verdicts.measured import RuleViolation

RED, BLUE = ("hit", "miss") * 3, ("wave", "miss", "calm") * 2
KINDS = ("red", "blue", "red")


class Throw(Command, frozen=True, kw_only=True):
    faces: tuple[str, ...]
    witnesses: tuple[dict[str, object], ...] = ()


class Thrown(Event, frozen=True, kw_only=True):
    faces: tuple[str, ...]
    dice: tuple[str, ...]


class PoolState(msgspec.Struct, frozen=True):
    setup: PlainSetup
    turn: int = 1
    active: str = "A"


class PoolShelf(PlainShelf):
    def dice(self):
        return {"red": DieKind(RED, "red"), "blue": DieKind(BLUE, "blue")}


class Pool:
    name = "pool"
    command_type, event_type, state_type = Throw, Thrown, PoolState
    shelf = PoolShelf

    def prompts(self, state):
        faces = {"red": ("hit", "miss"), "blue": ("wave", "miss", "calm")}
        pool = Faces.of_pool(PoolDie(kind=kind, faces=faces[kind]) for kind in KINDS)
        spec = CommandSpec(kind="throw", by=state.active, fields={"faces": pool})
        return (Prompt(key="throw", to=(state.active,), specs=(spec,)),) if state.turn < 4 else ()

    def decide(self, state, command):
        ((prompt,),) = (self.prompts(state),)
        if not prompt.specs[0].fields["faces"].fits(command.faces):
            raise RuleViolation("P-1", "other_faces")
        return (Thrown(faces=command.faces, dice=tuple(str(each["die"]) for each in command.witnesses)),)

    def evolve(self, state, event):
        return msgspec.structs.replace(state, turn=state.turn + 1, active="B" if state.active == "A" else "A")


GAME = Pool()
