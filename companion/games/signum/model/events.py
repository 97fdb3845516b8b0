"""What can happen, in the smallest steps that mean something: each sets one thing, and knows nothing of why it may.

Rules live in `decide`; here is only what is so afterwards. `why` is a rule's id or the key of a reason, for the log.
"""

from companion.games.command import Event
from companion.games.common import Answered, DiceRolled, DrawOffered, QuestionClosed, Told, TurnBegan
from companion.games.kit.events import Popped
from companion.games.signum.model.commands import SignumCommand
from companion.games.signum.model.creatures import Creature, LastingEffect
from companion.games.signum.model.editions import Thing
from companion.games.signum.model.state import GameResult, Phase, Question, Relic, Tactic, Template
from companion.games.signum.model.steps.step import Step
from companion.games.values import Stand


class OrderSet(Event, frozen=True, kw_only=True):
    """Who plays in which order."""

    order: tuple[str, ...]


class SideClaimed(Event, frozen=True, kw_only=True):
    """A part of the mat's edge is a player's side."""

    player: str
    side: str
    segment: tuple[float, float]


class DeckOrdered(Event, frozen=True, kw_only=True):
    """A deck has a new order, top first; nobody knows it."""

    player: str
    order: tuple[str, ...]


class CardTold(Event, frozen=True, kw_only=True):
    """A card of cardboard is now known to the program."""

    card: str
    key: str


class CardMoved(Event, frozen=True, kw_only=True):
    """A card is in another zone.

    Attributes:
        card: Its id.
        player: Whose zone it comes into.
        zone: `hand`, `deck`, `graveyard`, `city`, `terrain_city`, `tactics`, `relics`, `unused`, `aside`,
            `construction`, `drawn_buildings`, `battlefield`.
        position: Index in the zone; None for its end (of the deck: the bottom).
        tactic: What was paid, for the zone `tactics`.
        relic: Tokens and uses, for the zone `relics`.
    """

    card: str
    player: str
    zone: str
    position: int | None = None
    tactic: Tactic | None = None
    relic: Relic | None = None
    why: str = ""


class CreatureCame(Event, frozen=True, kw_only=True):
    """A creature is in play; its card has left whatever zone it was in."""

    creature: Creature


class CreatureLeft(Event, frozen=True, kw_only=True):
    """A creature is no longer in play; where its card goes is told by `CardMoved`."""

    creature: str
    why: str = ""


class CreatureStood(Event, frozen=True, kw_only=True):
    """A creature stands elsewhere; with how far it travelled, where it moved by itself."""

    creature: str
    at: Stand
    travelled_mm: float = 0.0
    why: str = ""


DeedValues = dict[str, int | float | bool | str | tuple[str, ...]]
"""New values of fields of `TurnHistory`, by name."""


class CreatureChanged(Event, frozen=True, kw_only=True):
    """Fields of a creature have new values; None leaves one as it is.

    `deeds` names fields of `TurnHistory` and their new values; `by_hand` values set by hand, None to take one back.
    """

    creature: str
    controller: str | None = None
    wounds: int | None = None
    armour: int | None = None
    stealth: bool | None = None
    concentration: int | None = None
    shot_at_turn: int | None = None
    deeds: DeedValues = {}
    by_hand: dict[str, int | float | None] = {}
    why: str = ""


class LastingBegan(Event, frozen=True, kw_only=True):
    """An effect on a creature begins."""

    creature: str
    lasting: LastingEffect


class LastingEnded(Event, frozen=True, kw_only=True):
    """An effect on a creature ends."""

    creature: str
    key: str


class PlayerChanged(Event, frozen=True, kw_only=True):
    """Fields of a player have new values; None leaves one as it is."""

    player: str
    prosperity: int | None = None
    missed_draws: int | None = None
    kills: int | None = None
    played_unique: tuple[str, ...] | None = None
    terrain_played: bool | None = None
    constructed: bool | None = None
    kept: bool | None = None
    out: bool | None = None
    clock_s: float | None = None
    spoken: tuple[str, ...] | None = None
    why: str = ""


class BuildingChanged(Event, frozen=True, kw_only=True):
    """A building is tapped, or untapped."""

    player: str
    card: str
    tapped: bool


class RelicChanged(Event, frozen=True, kw_only=True):
    """A relic's armour tokens, or the uses left."""

    player: str
    card: str
    armour: int | None = None
    uses: int | None = None


class TemplateLaid(Event, frozen=True, kw_only=True):
    """A template lies on the Battlefield, or lies there otherwise."""

    template: Template


class TemplateLifted(Event, frozen=True, kw_only=True):
    """A template has left the Battlefield."""

    card: str


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase begins."""

    phase: Phase


class ActingSet(Event, frozen=True, kw_only=True):
    """A creature's activation runs; empty for none."""

    creature: str


class Pushed(Event, frozen=True, kw_only=True):
    """Steps come upon the stack, the last of them uppermost."""

    steps: tuple[Step, ...]


class Replaced(Event, frozen=True, kw_only=True):
    """The step on top has gone on."""

    step: Step


class Questioned(Event, frozen=True, kw_only=True):
    """A measurement is too close to call; the table is asked."""

    question: Question


class ContactSettled(Event, frozen=True, kw_only=True):
    """The table has settled whether two creatures touch; it holds until one of them stands elsewhere."""

    one: str
    other: str
    yes: bool


class Overruled(Event, frozen=True, kw_only=True):
    """The players let pass what rules forbid, and why."""

    rule_ids: tuple[str, ...]
    command: SignumCommand
    reason: str


class KeepingChanged(Event, frozen=True, kw_only=True):
    """From now on the program keeps something, or the players do on cardboard; `by` said so."""

    by: str
    what: Thing
    yes: bool


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over."""

    outcome: GameResult


SignumEvent = (
    OrderSet
    | SideClaimed
    | DeckOrdered
    | CardTold
    | CardMoved
    | CreatureCame
    | CreatureLeft
    | CreatureStood
    | CreatureChanged
    | LastingBegan
    | LastingEnded
    | PlayerChanged
    | BuildingChanged
    | RelicChanged
    | TemplateLaid
    | TemplateLifted
    | TurnBegan
    | PhaseBegan
    | ActingSet
    | Pushed
    | Popped
    | Replaced
    | DiceRolled
    | Told
    | Questioned
    | Answered
    | QuestionClosed
    | ContactSettled
    | Overruled
    | KeepingChanged
    | DrawOffered
    | GameEnded
)
