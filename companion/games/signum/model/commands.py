"""All commands of Legends of Signum.

Ids are those of cards on the table (`A:17`, a hero is `A:hero`). Places are as measured, with their standard deviation.
"""

from companion.games.command import Command
from companion.games.common import (
    Choose,
    Clock,
    Concede,
    Correct,
    MoveCard,
    OfferDraw,
    Overrule,
    Place,
    Reroll,
    Resume,
    Rolled,
    Ruling,
    SetValue,
    Shuffled,
    TimeUp,
    Withdraw,
)
from companion.games.signum.model.editions import Thing
from companion.games.values import Stand


class Priority(Command, frozen=True, kw_only=True):
    """What each player rolled for the first turn (S-SETUP-02): a number from 1 to 6, or a face's name."""

    rolled: dict[str, str]


class ChooseFirst(Command, frozen=True, kw_only=True):
    """The one who rolled higher decides who begins."""

    player: str


class Claim(Command, frozen=True, kw_only=True):
    """A player claims a part of the mat's edge as the own side (S-VAR-15, S-VAR-29).

    Attributes:
        side: The edge on which it lies.
        far: Whether it is measured from the corner with the greater x or y, where that is free to choose.
    """

    side: str
    far: bool = False


class PlaceHero(Command, frozen=True, kw_only=True):
    """The hero is placed at the own side (S-SETUP-06)."""

    at: Stand


class Keep(Command, frozen=True, kw_only=True):
    """The starting hand stays."""


class Mulligan(Command, frozen=True, kw_only=True):
    """Up to four cards go back and as many are drawn (S-SETUP-11)."""

    cards: tuple[str, ...]


class Trade(Command, frozen=True, kw_only=True):
    """Cards of the starting hand are discarded for 1 Prosperity each (S-SETUP-13)."""

    cards: tuple[str, ...]


class Tell(Command, frozen=True, kw_only=True):
    """A player with a deck of cardboard says which card one is."""

    card: str
    key: str


class Construct(Command, frozen=True, kw_only=True):
    """A building is constructed (S-TURN-15)."""

    card: str


class Skip(Command, frozen=True, kw_only=True):
    """The Construction Phase is skipped for 2 Prosperity (S-TURN-13); or, once chosen, ended without a building."""


class Play(Command, frozen=True, kw_only=True):
    """A card is played from hand (S-PLAY-01).

    Attributes:
        card: Which.
        buildings: Ids of the buildings tapped for its "any building" symbols; named ones are tapped of themselves.
        surcharge: Whether a printed Surcharge is paid too, with further buildings.
    """

    card: str
    buildings: tuple[str, ...] = ()
    surcharge: bool = False


class LayTerrain(Command, frozen=True, kw_only=True):
    """A terrain card is played and its template laid on the mat (S-TERRAIN-01); the outline is in the mat frame."""

    card: str
    buildings: tuple[str, ...] = ()
    outline: tuple[tuple[float, float], ...] = ()
    sigma_mm: float = 0.0
    made_mm: float = 0.0


class UseBuilding(Command, frozen=True, kw_only=True):
    """An untapped building's own ability is used (S-PLAY-09)."""

    card: str


class Activate(Command, frozen=True, kw_only=True):
    """A creature's activation begins."""

    creature: str


class Finish(Command, frozen=True, kw_only=True):
    """The activation that runs ends."""


class Move(Command, frozen=True, kw_only=True):
    """The acting creature moves; `run` is declared before (S-MOVE-24)."""

    creature: str
    to: Stand
    run: bool = False


class Fight(Command, frozen=True, kw_only=True):
    """The acting creature declares melee (S-MELEE-03).

    Attributes:
        creature: The attacker.
        target: The one it fights.
        magical: Whether it is a Magical Strike.
        relics: Ids of relics whose use is declared for this fight (S-OPEN-46).
    """

    creature: str
    target: str
    magical: bool = False
    relics: tuple[str, ...] = ()


class Assign(Command, frozen=True, kw_only=True):
    """Dice are assigned (S-MELEE-10); relics as in `Fight`."""

    attack: int
    defence: int
    relics: tuple[str, ...] = ()


class Shoot(Command, frozen=True, kw_only=True):
    """A ranged attack is declared; `ability` is `shot`, `throwing` or `magical_shot`."""

    creature: str
    target: str
    ability: str


class Detect(Command, frozen=True, kw_only=True):
    """The acting creature tries to detect a hidden character, in contact or by magic (S-STEALTH-11, -20)."""

    creature: str
    target: str
    magical: bool = False


class Use(Command, frozen=True, kw_only=True):
    """The acting creature, or a relic, uses an ability.

    Attributes:
        creature: Who.
        ability: Its name in the catalogue, or the key of the printed one.
        target: Whom it is aimed at first, where one is chosen with the declaration.
        card: The relic or template concerned, where the ability is not the creature's own.
        buildings: Ids of the buildings tapped for "any building" symbols, where using it costs such.
    """

    creature: str
    ability: str
    target: str = ""
    card: str = ""
    buildings: tuple[str, ...] = ()


class Reveal(Command, frozen=True, kw_only=True):
    """A tactic whose condition is met is turned up; `yes=False` or a time-out lets it pass (S-CARD-49, S-CARD-50)."""

    tactic: str
    yes: bool = True


class End(Command, frozen=True, kw_only=True):
    """The active player ends the turn (S-TURN-30)."""


class Keeping(Command, frozen=True, kw_only=True):
    """From now on the program keeps something, or the players do on cardboard (`yes` False).

    Attributes:
        what: One of `editions.THINGS`.
        yes: Whether the program keeps it.
    """

    what: Thing
    yes: bool


class GiveEffect(Command, frozen=True, kw_only=True):
    """An effect of a card that the program has never heard of, given by hand, as its JSON in the cards' vocabulary."""

    creature: str
    effect: str
    reason: str = ""


SignumCommand = (
    Priority
    | ChooseFirst
    | Claim
    | Shuffled
    | PlaceHero
    | Keep
    | Mulligan
    | Trade
    | Tell
    | Construct
    | Skip
    | Play
    | LayTerrain
    | UseBuilding
    | Activate
    | Finish
    | Move
    | Fight
    | Assign
    | Shoot
    | Detect
    | Use
    | Rolled
    | Reroll
    | Choose
    | Place
    | Reveal
    | End
    | Ruling
    | Withdraw
    | Resume
    | Overrule
    | SetValue
    | Keeping
    | MoveCard
    | GiveEffect
    | Correct
    | OfferDraw
    | Concede
    | TimeUp
    | Clock
)
