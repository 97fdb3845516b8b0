"""What happened. Names of classes and fields stand in records and never change."""

from companion.games.command import Event
from companion.games.common import DiceRolled, PileShuffled, Told, TurnBegan
from companion.games.defaults.hands import Drew
from companion.games.kit.events import (
    Corrected,
    DeckMade,
    Discarded,
    Healed,
    NotReacted,
    Ordered,
    Placed,
    Popped,
    Swapped,
    ValueSet,
)
from companion.games.warseer.model.card_kinds import AttackKind, CreatureKind, Token
from companion.games.warseer.model.effects import Standing
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.steps import Step
from companion.games.warseer.model.terms import Until
from companion.geometry.grid import Cell


class Pushed(Event, frozen=True, kw_only=True, tag="steps"):
    """Steps are put on the stack, the last on top."""

    steps: tuple[Step, ...]


class Replaced(Event, frozen=True, kw_only=True):
    """The step on top has changed."""

    step: Step


class TerrainLaid(Event, frozen=True, kw_only=True):
    """A Unique Terrain lies on a hex."""

    player: str
    terrain: str
    cell: Cell


class LandmarkPlaced(Event, frozen=True, kw_only=True):
    """A Landmark token lies on a hex."""

    player: str
    token: str
    to: Cell


class LandmarkMoved(Event, frozen=True, kw_only=True):
    """A Landmark token was moved."""

    player: str
    token: str
    to: Cell


class Mustered(Event, frozen=True, kw_only=True):
    """A creature joins a squad: the Hero, a Character of the War Camp, or a Minion that is summoned."""

    piece: str
    player: str
    card: str
    sort: CreatureKind


class FeatDrawn(Event, frozen=True, kw_only=True):
    """A player takes the top Feat into the hand."""

    player: str
    feat: str


class CardsReturned(Event, frozen=True, kw_only=True):
    """Cards of the first hand go back into the deck, which is to be shuffled."""

    player: str
    cards: tuple[str, ...]


class Readied(Event, frozen=True, kw_only=True):
    """All that a player has is ready again, and may be activated."""

    player: str


class InfluenceSet(Event, frozen=True, kw_only=True):
    """A player's Influence has changed.

    Attributes:
        player: Whose.
        value: What it is now.
        spent: How much of it was paid.
    """

    player: str
    value: int
    spent: int = 0


class Activated(Event, frozen=True, kw_only=True):
    """A creature is activated, and counts as activated in this turn."""

    piece: str


class Refreshed(Event, frozen=True, kw_only=True):
    """A creature may be activated once more in this turn."""

    piece: str


class HandedOn(Event, frozen=True, kw_only=True):
    """Of a Skirmish: another player's activation turn begins."""

    player: str


class Freed(Event, frozen=True, kw_only=True):
    """A creature that entered may be activated at once."""

    piece: str


class Deployed(Event, frozen=True, kw_only=True):
    """A creature was put on the Battlefield before the first turn."""

    piece: str
    to: Cell


class Summoned(Event, frozen=True, kw_only=True):
    """A creature enters the Battlefield."""

    piece: str
    to: Cell
    under: str = ""


class Moved(Event, frozen=True, kw_only=True):
    """A creature has moved.

    Attributes:
        piece: Which.
        way: The hexes one after the other, from the one after the first on.
        how: `move`, `run`, `push`, `force`, `hook`, `advance`, `nimble`.
    """

    piece: str
    way: tuple[Cell, ...]
    how: str = "move"


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A creature attacks another.

    Attributes:
        piece: Which.
        target: Whom.
        attack: How.
        counter: Whether it is a Counterblow.
        hunted: Whether it is the additional attack of Persecution, or comes after it.
    """

    piece: str
    target: str
    attack: AttackKind
    counter: bool = False
    hunted: bool = False


class CritApplied(Event, frozen=True, kw_only=True):
    """The crit effect of an attack applies."""

    piece: str
    target: str


class Damaged(Event, frozen=True, kw_only=True):
    """A creature took damage.

    Attributes:
        piece: Which.
        wounds: Wounds that it got.
        armour: Armour tokens that it lost.
        player: Whose effect it was; empty for nobody's.
        cause: The creature that dealt it; empty for none.
        why: As of the step `harm`.
    """

    piece: str
    wounds: int
    armour: int = 0
    player: str = ""
    cause: str = ""
    why: str = "effect"


class Armoured(Event, frozen=True, kw_only=True):
    """A creature gained Armour tokens, or lost them where the amount is below 0."""

    piece: str
    amount: int


class TokenGained(Event, frozen=True, kw_only=True):
    """A creature got a token."""

    piece: str
    token: Token


class TokenLost(Event, frozen=True, kw_only=True):
    """A creature lost a token."""

    piece: str
    token: Token


class Destroyed(Event, frozen=True, kw_only=True):
    """A creature was destroyed.

    Attributes:
        piece: Which.
        player: Who destroyed it; empty for nobody.
        cause: The creature that did; empty for none.
        to: Where its card goes.
    """

    piece: str
    player: str = ""
    cause: str = ""
    to: Where = Where.HISTORY


class Removed(Event, frozen=True, kw_only=True):
    """A creature left the Battlefield without being destroyed."""

    piece: str
    to: Where = Where.GONE


class CardPlayed(Event, frozen=True, kw_only=True):
    """A Battle card leaves a hand to be resolved."""

    player: str
    card: str


class Cancelled(Event, frozen=True, kw_only=True):
    """A card that is being played has no effect."""

    card: str


class HandDiscarded(Event, frozen=True, kw_only=True):
    """The one Support card that may be discarded in a turn was."""

    player: str


class Equipped(Event, frozen=True, kw_only=True):
    """A Character wears a Relic of the Improvement cards; `card` is its key."""

    piece: str
    player: str
    card: str


class ImprovementUsed(Event, frozen=True, kw_only=True):
    """A Tactic among the Improvement cards of the War Camp is used; `card` is its key (W-IMP-13)."""

    player: str
    card: str


class Recalled(Event, frozen=True, kw_only=True):
    """A card of History comes back: into the hand, the deck, or the War Camp."""

    player: str
    card: str
    into: str


class Entered(Event, frozen=True, kw_only=True):
    """A Relic, Building or Enchantment is in play."""

    player: str
    card: str
    sort: str
    armour: int = 0
    uses: int = 0
    on: str = ""


class LeftPlay(Event, frozen=True, kw_only=True):
    """A Relic, Building or Enchantment goes to its owner's History."""

    player: str
    card: str


class Turned(Event, frozen=True, kw_only=True):
    """A Relic or Building was turned."""

    card: str


class MarkerTaken(Event, frozen=True, kw_only=True):
    """Use markers, or Armour tokens, were taken from a card in play."""

    card: str
    uses: int = 0
    armour: int = 0


class Built(Event, frozen=True, kw_only=True):
    """A creature has had the bonus of a Building."""

    piece: str


class Lasted(Event, frozen=True, kw_only=True):
    """An effect holds for some time."""

    effect: Standing
    pieces: tuple[str, ...]
    player: str
    amount: int = 0
    until: Until = Until.END_OF_TURN


class Expired(Event, frozen=True, kw_only=True):
    """Effects that held so long are over; of one player, or of all."""

    until: Until
    player: str = ""


class FeatPlayed(Event, frozen=True, kw_only=True):
    """A Feat lies face up in the Hall of Fame."""

    player: str
    feat: str
    points: int


class KillScored(Event, frozen=True, kw_only=True):
    """The top Feat lies face down: for a destroyed `piece`, or because the card `source` gave it (W-FEAT-30)."""

    player: str
    feat: str
    piece: str = ""
    source: str = ""


class FeatSpent(Event, frozen=True, kw_only=True):
    """A Feat was discarded for one of its effects."""

    player: str
    feat: str
    option: str


class Scored(Event, frozen=True, kw_only=True):
    """A player gains VP otherwise, or loses some.

    Attributes:
        player: Who.
        points: How many; below 0 if they are lost.
        why: `hero`, `income`, `fallen`, `landmark`.
    """

    player: str
    points: int
    why: str


class Fell(Event, frozen=True, kw_only=True):
    """A player whose Hero was destroyed takes no more turns."""

    player: str


class LastTurn(Event, frozen=True, kw_only=True):
    """The game ends with this turn."""


class Won(Event, frozen=True, kw_only=True):
    """The game is over.

    Attributes:
        side: Who has won; empty for a draw.
        why: `goal`, `hero`, `feats`, `rounds`, `time`, `conceded`.
    """

    side: str
    why: str


WarseerEvent = (
    Pushed
    | Popped
    | Replaced
    | Ordered
    | TerrainLaid
    | LandmarkPlaced
    | LandmarkMoved
    | Mustered
    | DeckMade
    | PileShuffled
    | Drew
    | FeatDrawn
    | CardsReturned
    | TurnBegan
    | Readied
    | InfluenceSet
    | Activated
    | Refreshed
    | HandedOn
    | Freed
    | Deployed
    | Summoned
    | Moved
    | Placed
    | Swapped
    | DiceRolled
    | AttackDeclared
    | CritApplied
    | Damaged
    | Healed
    | Armoured
    | TokenGained
    | TokenLost
    | Destroyed
    | Removed
    | CardPlayed
    | Cancelled
    | NotReacted
    | Discarded
    | HandDiscarded
    | Equipped
    | ImprovementUsed
    | Recalled
    | Entered
    | LeftPlay
    | Turned
    | MarkerTaken
    | Built
    | Lasted
    | Expired
    | FeatPlayed
    | KillScored
    | FeatSpent
    | Scored
    | Fell
    | LastTurn
    | Told
    | Corrected
    | ValueSet
    | Won
)
