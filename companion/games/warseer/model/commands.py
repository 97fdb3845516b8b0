"""What players want. Names of classes and fields stand in records and never change."""

from companion.games.command import Command
from companion.games.common import Choose, Concede, Correct, Rolled, SetValue, Shuffled, TimeUp
from companion.geometry.grid import Cell


class Lay(Command, frozen=True, kw_only=True):
    """A Unique Terrain is placed on a hex."""

    terrain: str
    to: Cell


class Landmark(Command, frozen=True, kw_only=True):
    """A Landmark token is placed on a hex, or moved there."""

    token: str
    to: Cell


class Deploy(Command, frozen=True, kw_only=True):
    """A creature is put into the Deployment Zone before the game, or at the end of a round."""

    piece: str
    to: Cell


class Back(Command, frozen=True, kw_only=True):
    """Cards of the first hand go back into the deck."""

    cards: tuple[str, ...]


class Activate(Command, frozen=True, kw_only=True):
    """A creature begins its activation."""

    piece: str


class Move(Command, frozen=True, kw_only=True):
    """A creature goes to a hex, or is put there."""

    piece: str
    to: Cell


class RunTo(Command, frozen=True, kw_only=True, tag="run"):
    """A creature runs to a hex."""

    piece: str
    to: Cell


class Attack(Command, frozen=True, kw_only=True):
    """The creature that is activated attacks another."""

    target: str


class Use(Command, frozen=True, kw_only=True):
    """An ability is used.

    Attributes:
        of: The creature, Relic or Building whose it is.
        ability: Its number among the abilities of the card, as a word.
        target: Of Healer, Long Shot and Hook: whom; empty for the others.
    """

    of: str
    ability: str
    target: str = ""


class Remove(Command, frozen=True, kw_only=True):
    """A Minion is taken from the Battlefield instead of being activated."""

    piece: str


class Stop(Command, frozen=True, kw_only=True):
    """Nothing more is done of what may be done."""


class Summon(Command, frozen=True, kw_only=True):
    """A Character of the War Camp is summoned to a hex."""

    piece: str
    to: Cell


class Hire(Command, frozen=True, kw_only=True):
    """Of a Skirmish, if so agreed: a Minion is summoned in contact with the Hero for Influence."""


class Play(Command, frozen=True, kw_only=True):
    """A Spell, Relic or Building of the hand is played."""

    card: str


class Discard(Command, frozen=True, kw_only=True):
    """A Support card of the hand goes to History without being played."""

    card: str


class Score(Command, frozen=True, kw_only=True):
    """A Feat of the hand is played."""

    feat: str


class Spend(Command, frozen=True, kw_only=True):
    """A Feat of the hand is discarded for one of its effects.

    Attributes:
        feat: Which.
        option: `influence`, `minions` or `draw`.
    """

    feat: str
    option: str


class React(Command, frozen=True, kw_only=True):
    """A Tactic is played."""

    card: str


class Pass(Command, frozen=True, kw_only=True):
    """No Tactic is played, or in a Skirmish nobody is activated."""


class EndTurn(Command, frozen=True, kw_only=True):
    """The turn is over."""


WarseerCommand = (
    Lay
    | Landmark
    | Deploy
    | Back
    | Activate
    | Move
    | RunTo
    | Attack
    | Use
    | Remove
    | Stop
    | Summon
    | Hire
    | Play
    | Discard
    | Score
    | Spend
    | React
    | Pass
    | EndTurn
    | Rolled
    | Choose
    | Shuffled
    | Concede
    | TimeUp
    | Correct
    | SetValue
)
