"""What players want. Names of classes and fields stand in records and never change."""

from companion.games.brawl.model.kinds import Basic, Core, End
from companion.games.command import Command
from companion.games.common import Choose, Concede, Correct, SetValue, Shuffled
from companion.geometry.grid import Cell


class Lead(Command, frozen=True, kw_only=True):
    """Who of a team plays first."""

    player: str


class TakeEnd(Command, frozen=True, kw_only=True):
    """The first player chooses a spawn area."""

    end: End


class Ban(Command, frozen=True, kw_only=True):
    """An opponent's champion is out of the game."""

    champion: str


class Draft(Command, frozen=True, kw_only=True):
    """A champion is picked."""

    champion: str


class Lay(Command, frozen=True, kw_only=True):
    """A trap token is laid face down on a cell."""

    to: Cell


class Change(Command, frozen=True, kw_only=True):
    """Cards of the first hand that are changed for others; none to keep all."""

    cards: tuple[str, ...] = ()


class Play(Command, frozen=True, kw_only=True):
    """An action card of the hand is played."""

    card: str


class Act(Command, frozen=True, kw_only=True):
    """A basic action is done by a champion, for a core."""

    action: Basic
    piece: str
    core: Core


class Move(Command, frozen=True, kw_only=True):
    """A champion goes to a cell, or is put there."""

    piece: str
    to: Cell


class Stop(Command, frozen=True, kw_only=True):
    """The champion that may move goes no farther."""


class Attack(Command, frozen=True, kw_only=True):
    """One target is named, of a shot, a strike or a skill."""

    target: str


class Aim(Command, frozen=True, kw_only=True):
    """The direction of an area is chosen: by how many neighbours its shape is turned, as a word; mirrored from 6 on."""

    way: str


class Use(Command, frozen=True, kw_only=True):
    """A skill without targets is used."""


class Refrain(Command, frozen=True, kw_only=True):
    """The attack is not made, or the skill not used (B-ATK-04, B-SKILL-04)."""


class React(Command, frozen=True, kw_only=True):
    """A reaction card is played for one of the targets."""

    card: str
    piece: str


class Pass(Command, frozen=True, kw_only=True):
    """No reaction is played."""


class Count(Command, frozen=True, kw_only=True):
    """How many: the number of an effect that says "up to"."""

    number: int


class EndTurn(Command, frozen=True, kw_only=True):
    """The activation phase is over."""


BrawlCommand = (
    Lead
    | TakeEnd
    | Ban
    | Draft
    | Lay
    | Change
    | Play
    | Act
    | Move
    | Stop
    | Attack
    | Aim
    | Use
    | Refrain
    | React
    | Pass
    | Count
    | EndTurn
    | Choose
    | Shuffled
    | Concede
    | Correct
    | SetValue
)
