"""Everything that is so in a game of Legends of Signum, hidden or not.

One frozen value; `evolve` makes the next. Cards are instances: an id such as `A:17` that stays with one piece of
cardboard, and a key that says which card it is. A key of "" is a card nobody has told the program, of a deck that is
played with cardboard; only its whereabouts count.
"""

from enum import StrEnum

import msgspec

from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import SignumCommand
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import Rules
from companion.games.signum.model.steps.step import Step


class Phase(StrEnum):
    """Where the game stands (S-SETUP-01, S-TURN-01)."""

    SETUP = "setup"
    BEGINNING = "beginning"
    CONSTRUCTION = "construction"
    ACTIVATION = "activation"
    OVER = "over"


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One player's place at the table and what they bring.

    Attributes:
        id: Stable name, such as `A`.
        name: What the players call them.
        side: The edge of the mat that is theirs, by the name of `companion.geometry.Side`; in the variants for three
            and four players the edge on which their segment lies.
        team: Players of one team are allies; the seat's own id where everybody plays alone.
        hero: Key of the hero card.
        deck: Keys of the Battle Deck's cards, in no order; empty for a deck of cardboard that nobody told.
        deck_size: Cards in the Battle Deck.
        digital: Whether the program shuffles and draws; otherwise players tell what they drew, or not.
        buildings: Keys of building cards brought.
        terrain: Keys of terrain cards brought.
        construction: Keys of the Construction Deck from the top, for Experienced Architect (S-VAR-01).
        segment: From and to, in mm along the edge, of a claimed side (S-VAR-15); None for the whole edge.
    """

    id: str
    name: str
    side: str
    team: str = ""
    hero: str
    deck: tuple[str, ...] = ()
    deck_size: int = 0
    digital: bool = True
    buildings: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    construction: tuple[str, ...] = ()
    segment: tuple[float, float] | None = None


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a game begins with; a record keeps it whole, cards included, so that it needs no pack to be read again.

    Attributes:
        rules: Edition, variant and switches.
        seats: In clockwise order.
        cards: Every card that anybody brought, by key.
        mat_mm: Width and height.
        seed_hash: Of the seed that shuffles the digital decks, shown before the first draw; empty without one.
        names: Of races and factions, by key and language, for readers.
        tactic_hooks: The moments that any tactic waits for, of all cards that might have been brought: players pause
            there for face-down tactics, so that a pause tells nothing of the decks.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    cards: dict[str, Card]
    mat_mm: tuple[float, float] = (600.0, 600.0)
    seed_hash: str = ""
    names: dict[str, dict[str, str]] = {}
    tactic_hooks: tuple[str, ...] = ()


class Relic(msgspec.Struct, frozen=True, kw_only=True):
    """An active relic beside a hero: its armour tokens (Durability) and the uses left (Multiple Uses)."""

    id: str
    armour: int = 0
    uses: int | None = None
    durable: bool = False


class Building(msgspec.Struct, frozen=True, kw_only=True):
    """A building in a City."""

    id: str
    tapped: bool = False


class Tactic(msgspec.Struct, frozen=True, kw_only=True):
    """A tactic face down beside a hero, with the cost paid for it, which is public (S-PLAY-11)."""

    id: str
    buildings: tuple[str, ...] = ()
    prosperity: int = 0


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A terrain template on the Battlefield: its card, who played it, its outline in the mat frame."""

    id: str
    owner: str
    outline: tuple[tuple[float, float], ...]
    sigma_mm: float = 0.0
    searched: bool = False
    made_mm: float | msgspec.UnsetType = msgspec.UNSET

    @property
    def made(self) -> float:
        """The part of `sigma_mm` that is due to how the template was made, as a standard deviation."""
        return 0.0 if isinstance(self.made_mm, msgspec.UnsetType) else self.made_mm


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs to one player.

    Attributes:
        id: As in the seat.
        prosperity: The stock.
        hand: Ids of the cards in hand.
        deck: Ids of the Battle Deck, top first; of a physical deck an order that means nothing.
        graveyard: Ids, the newest last.
        city: Buildings.
        terrain_city: Ids of terrain cards in the City.
        tactics: Face down.
        relics: Active.
        unused: Ids of building and terrain cards not in play that may be played.
        aside: Ids of cards that are out of the game: destroyed unique ones.
        construction: Ids of the Construction Deck, top first.
        drawn_buildings: Ids of building cards drawn from it and not constructed yet.
        played_unique: Keys of unique buildings and terrain that were played.
        missed_draws: Draws from an empty deck so far.
        kills: Enemy characters eliminated (S-DMG-24).
        terrain_played: Whether a terrain card was played this turn.
        constructed: Whether the Construction Phase of this turn was used or skipped.
        kept: Whether the choice between mulligan, discard and keeping is made.
        out: Whether the hero has fallen.
        clock_s: Time used, where a clock runs.
        spoken: First and Last Words of the player's cards that were said (S-ABIL-13).
    """

    id: str
    prosperity: int = 0
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    graveyard: tuple[str, ...] = ()
    city: tuple[Building, ...] = ()
    terrain_city: tuple[str, ...] = ()
    tactics: tuple[Tactic, ...] = ()
    relics: tuple[Relic, ...] = ()
    unused: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    construction: tuple[str, ...] = ()
    drawn_buildings: tuple[str, ...] = ()
    played_unique: tuple[str, ...] = ()
    missed_draws: int = 0
    kills: int = 0
    terrain_played: bool = False
    constructed: bool = False
    kept: bool = False
    out: bool = False
    clock_s: float = 0.0
    spoken: tuple[str, ...] = ()


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A measurement too close to call, on which the table must agree.

    Attributes:
        key: What is asked, such as `contact:A:1:B:4`.
        rule_id: The rule that hangs on it.
        value_mm: What was measured.
        limit_mm: What it was held against.
        sigma_mm: Its standard deviation.
        because: The verdict's own reason.
        command: What waits for the answer.
        agreed: Who has answered so far, and what.
    """

    key: str
    rule_id: str
    value_mm: float | None
    limit_mm: float
    sigma_mm: float
    because: str
    command: SignumCommand
    agreed: dict[str, bool] = {}


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: the winners (none for a draw) and the rule that says so."""

    winners: tuple[str, ...]
    rule_id: str
    reason: str


class LostHero(msgspec.Struct, frozen=True, kw_only=True):
    """What is remembered of a hero that is out of play.

    Attributes:
        wounds: How many it had in the end.
        gave_up: Whether its player gave up.
    """

    wounds: int = 0
    gave_up: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game.

    Attributes:
        setup: What it began with.
        players: By id.
        keys: Which card each card id is; "" where nobody told.
        order: Players in turn order; empty until the first player is known.
        turn: Number of the turn, from 1; 0 before the first.
        active: Whose turn it is.
        phase: Where the turn stands.
        creatures: On the Battlefield (and those about to be placed), by id.
        templates: On the Battlefield, by id.
        acting: Id of the creature whose activation runs.
        steps: What is being resolved, the innermost last; empty between commands that a player is free to give.
        question: What is too close to call and waits for the table.
        outcome: How it ended.
        draws_agreed: Players who offer a draw.
        counter: For keys that must be unique.
        contacts: Whether two creatures touch, where the table settled it, by `evolving.pair_of`; until one of them
            stands elsewhere.
        lost_heroes: Heroes that have left the game, by their players.
    """

    setup: Setup
    players: dict[str, Player]
    keys: dict[str, str]
    order: tuple[str, ...] = ()
    turn: int = 0
    active: str = ""
    phase: Phase = Phase.SETUP
    creatures: dict[str, Creature] = {}
    templates: dict[str, Template] = {}
    acting: str = ""
    steps: tuple[Step, ...] = ()
    question: Question | None = None
    outcome: GameResult | None = None
    draws_agreed: tuple[str, ...] = ()
    counter: int = 0
    contacts: dict[str, bool] = {}
    lost_heroes: dict[str, LostHero] = {}

    @property
    def rules(self) -> Rules:
        """Edition, variant and switches."""
        return self.setup.rules

    def seat(self, player: str) -> Seat:
        """A player's seat."""
        return next(seat for seat in self.setup.seats if seat.id == player)

    def card(self, card_id: str) -> Card:
        """What is printed on a card.

        Raises:
            KeyError: If nobody told which card it is.
        """
        return self.setup.cards[self.keys[card_id]]

    def enemies(self, player: str) -> tuple[str, ...]:
        """The players still in the game who are no allies, in turn order."""
        order = self.order or tuple(seat.id for seat in self.setup.seats)
        return tuple(p for p in order if not self.allied(p, player) and not self.players[p].out)

    def allied(self, one: str, other: str) -> bool:
        """Whether two players are of one team; also of those whose hero has fallen."""
        return self.team(one) == self.team(other)

    def team(self, player: str) -> str:
        """The team of a player; the player's own id where everybody plays alone."""
        return self.seat(player).team or player

    def hero(self, player: str) -> Creature | None:
        """A player's hero; None when it has fallen or is not placed yet."""
        return self.creatures.get(f"{player}:hero")

    @property
    def gave_up(self) -> str:
        """Who ended the game by giving up; empty where it goes on or ended otherwise."""
        if self.outcome is None or not self.outcome.winners:
            return ""
        return self.gives_up(self.outcome.winners)

    def gives_up(self, winners: tuple[str, ...]) -> str:
        """Who has just given up, other than the winners; of several sides those that did so earlier are out."""
        lost = ((name, hero) for name, hero in self.lost_heroes.items() if name not in winners)
        return next((name for name, hero in lost if hero.gave_up and not self.players[name].out), "")
