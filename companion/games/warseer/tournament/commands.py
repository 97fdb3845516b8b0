"""What players want in a Tournament. Names of classes and fields stand in records and never change."""

from companion.games.command import Command
from companion.games.common import Shuffled
from companion.games.warseer.tournament.player_result import PlayerResult


class Buy(Command, frozen=True, kw_only=True):
    """Buys a Character, or an Improvement card of the own deck."""

    card: str


class Convert(Command, frozen=True, kw_only=True):
    """Turns VP into Dragon Coins."""

    points: int


class Recover(Command, frozen=True, kw_only=True):
    """Recovers an injured Character for its price."""

    card: str


class Dismiss(Command, frozen=True, kw_only=True):
    """Lets a Character go."""

    card: str


class Ready(Command, frozen=True, kw_only=True):
    """Has finished the stage."""


class Settle(Command, frozen=True, kw_only=True):
    """Says on which map, with which Scenario card, who is first, or from which zone.

    Attributes:
        what: `map`, `scenario`, `first` or `zone`.
        value: Key of the map, name of the scenario, id of the player, or number of the zone.
    """

    what: str
    value: str


class Apply(Command, frozen=True, kw_only=True):
    """Uses an Improvement; its effect is carried out at the table.

    Attributes:
        card: Before the battle a Building or a Spell, in the battle a Tactic.
        recovers: An injured Character that a Spell recovers; empty for none.
    """

    card: str
    recovers: str = ""


class Result(Command, frozen=True, kw_only=True):
    """Writes down how the match ended.

    Attributes:
        players: By id.
        winner: Who won; empty for a draw.
        record: Hash of the newest entry of the match's record; empty for a match without one.
    """

    players: dict[str, PlayerResult]
    winner: str = ""
    record: str = ""


class Take(Command, frozen=True, kw_only=True):
    """Takes the first reward that is owed.

    Attributes:
        card: An Improvement card, or the building achievement that gets a tick.
    """

    card: str


class Adjust(Command, frozen=True, kw_only=True):
    """Sets VP and coins by hand, such as by a card's text that the program does not know.

    Attributes:
        player: Whose.
        points: More VP; fewer below 0.
        coins: More coins; fewer below 0.
        why: In the players' own words.
    """

    player: str
    points: int = 0
    coins: int = 0
    why: str = ""


TournamentCommand = Buy | Convert | Recover | Dismiss | Ready | Settle | Apply | Result | Take | Adjust | Shuffled
