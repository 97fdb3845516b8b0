"""All commands of Legends of Signum.

Ids are those of cards on the table (`A:17`, a hero is `A:hero`). Places are as measured, with their standard deviation.
"""

from companion.games.protocol import Command
from companion.games.signum.editions import Thing
from companion.games.values import Stand, Witness


class Priority(Command, frozen=True, kw_only=True):
    """What each player rolled for the first turn (S-SETUP-02): a number from 1 to 6, or a face's name."""

    rolled: dict[str, str]


class ChooseFirst(Command, frozen=True, kw_only=True):
    """The one who rolled higher decides who begins."""

    player: str


class Shuffled(Command, frozen=True, kw_only=True):
    """A deck's new order, top first; given by the table, from the committed seed or from nowhere for cardboard."""

    player: str
    order: tuple[str, ...]


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


class Rolled(Command, frozen=True, kw_only=True):
    """Dice that the step on top asked for, in the order it named; with what witnessed each, where known."""

    faces: tuple[str, ...]
    witnesses: tuple[Witness, ...] = ()


class Reroll(Command, frozen=True, kw_only=True):
    """Which of the dice just rolled are rolled again, by their number from 0; none to let them stand."""

    dice: tuple[int, ...] = ()


class Choose(Command, frozen=True, kw_only=True):
    """The answer to a choice: ids or words among those offered."""

    chosen: tuple[str, ...] = ()


class Place(Command, frozen=True, kw_only=True):
    """A creature that waits to be placed, or is pushed or moved by an effect, now stands there."""

    creature: str
    at: Stand


class Reveal(Command, frozen=True, kw_only=True):
    """A tactic whose condition is met is turned up; `yes=False` or a time-out lets it pass (S-CARD-49, S-CARD-50)."""

    tactic: str
    yes: bool = True


class End(Command, frozen=True, kw_only=True):
    """The active player ends the turn (S-TURN-30)."""


class Ruling(Command, frozen=True, kw_only=True):
    """A player's answer to what is too close to call; two different answers leave it open."""

    yes: bool


class Withdraw(Command, frozen=True, kw_only=True):
    """What waits on a question too close to call is not done after all."""


class Resume(Command, frozen=True, kw_only=True):
    """What a command set off goes on once a question is answered; nobody gives it, it waits in the question."""


class Overrule(Command, frozen=True, kw_only=True):
    """All players together let a command pass that a rule forbids; the command is given as its JSON."""

    command: str
    reason: str


class SetValue(Command, frozen=True, kw_only=True):
    """A number on the table is set by hand, on the record.

    Attributes:
        what: Which: `wounds`, `armour`, `stealth`, `concentration`, `strength`, `movement_mm`, `health`, `prosperity`,
            `tapped`, `relic_armour`, `relic_uses`, `kills`, `missed_draws`, `turn_done`.
        of: The creature, relic, building or player.
        value: The new number; 0 and 1 for no and yes.
        reason: Why, in the player's words.
    """

    what: str
    of: str
    value: float
    reason: str = ""


class Keeping(Command, frozen=True, kw_only=True):
    """From now on the program keeps something, or the players do on cardboard (`yes` False).

    Attributes:
        what: One of `editions.THINGS`.
        yes: Whether the program keeps it.
    """

    what: Thing
    yes: bool


class MoveCard(Command, frozen=True, kw_only=True):
    """A card is put into another zone by hand; `key` names it where it was unknown or is new to the game."""

    card: str
    zone: str
    player: str
    key: str = ""
    position: int | None = None
    reason: str = ""


class GiveEffect(Command, frozen=True, kw_only=True):
    """An effect of a card that the program has never heard of, given by hand, as its JSON in the cards' vocabulary."""

    creature: str
    effect: str
    reason: str = ""


class Correct(Command, frozen=True, kw_only=True):
    """A creature or a template stands elsewhere than the record says: nudged, bumped, measured better."""

    of: str
    at: Stand | None = None
    outline: tuple[tuple[float, float], ...] = ()


class OfferDraw(Command, frozen=True, kw_only=True):
    """A player offers a draw, or takes the offer back (S-END-09)."""

    agree: bool = True


class Concede(Command, frozen=True, kw_only=True):
    """A player gives up."""


class TimeUp(Command, frozen=True, kw_only=True):
    """The time limit has come (S-END-10)."""


class Clock(Command, frozen=True, kw_only=True):
    """A player's clock, as the referee read it."""

    player: str
    used_s: float


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
