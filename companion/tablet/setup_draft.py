"""What the players have said so far of a game that is to begin. Knows nothing of Kivy."""

from dataclasses import dataclass, replace
from pathlib import Path

from companion.cards import DECK_ENDING, CardsError, is_deck_file
from companion.games.signum.constants import Edition
from companion.games.signum.editions import THINGS, Variant
from companion.games.signum.editions import Thing as Kept
from companion.games.signum.shelf.deck import Deck
from companion.games.signum.shelf.library import LIBRARY
from companion.referee.beginning import PLAYERS, SEATS, SHIPPED, Beginning
from companion.referee.models import Models, Thing
from companion.referee.opening import Wanted
from companion.referee.table_intent import Strictness
from companion.referee.watch import SIMULATED
from companion.tablet.miniatures import Member, Shelf, for_game, recalled, warband
from companion.tablet.settings import Settings
from companion.texts import Language, say


@dataclass(frozen=True, slots=True)
class Player:
    """One who is to play.

    Attributes:
        name: What they call themselves; empty for the name of their seat, which follows the language.
        deck: A shipped deck, or a file.
        cardboard: Whether the deck is of cardboard.
    """

    name: str
    deck: str
    cardboard: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """A game that is to begin.

    Attributes:
        camera: As the player names it.
        table: The table file; None for what the camera brings, or for the first set that we print.
        edition: Of the rules.
        variant: Of the rules.
        seats: All who could play, four of them; the variant tells how many do.
        on_cardboard: What the players keep themselves, besides decks.
        limit_s: How long the game may last; 0 for no limit.
        each_s: How long each player may think; 0 for no limit.
        shelf: Which miniatures stand on the table's bases, as far as they were shown; None where nobody looked yet.
    """

    camera: str
    table: Path | None
    edition: Edition
    variant: Variant
    seats: tuple[Player, ...]
    on_cardboard: tuple[Kept, ...] = ()
    limit_s: float = 0.0
    each_s: float = 0.0
    shelf: Shelf | None = None

    @classmethod
    def of(cls, settings: Settings) -> "Draft":
        """As it was last; a first game is a duel with the shipped decks."""
        seats = []
        for number in range(len(SEATS)):
            known = settings.players[number : number + 1]
            name = known[0] if known else ""
            deck = (settings.decks[number : number + 1] or (SHIPPED[number % len(SHIPPED)],))[0]
            seats.append(Player(name, deck, cardboard=SEATS[number] in settings.cardboard))
        table = Path(settings.table) if settings.table else None
        apart = tuple(thing for thing in THINGS if thing in settings.on_cardboard)
        return cls(
            settings.camera,
            table,
            Edition(settings.edition),
            Variant(settings.variant),
            tuple(seats),
            apart,
            settings.limit_s,
            settings.each_s,
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who play."""
        return self.seats[: PLAYERS[self.variant]]

    def with_player(self, number: int, player: Player) -> "Draft":
        """The same with another player at a seat."""
        return replace(self, seats=(*self.seats[:number], player, *self.seats[number + 1 :]))

    def names(self, language: Language) -> tuple[str, ...]:
        """What those who play are called on the screen."""
        return tuple(
            player.name or say(language, "tablet.side.name", owner=seat)
            for seat, player in zip(SEATS, self.players, strict=False)
        )

    @property
    def warbands(self) -> tuple[Member, ...]:
        """All who may come to the mat, player after player."""
        players = zip(SEATS, self.players, strict=False)
        return tuple(each for seat, player in players for each in warband(seat, player.deck, self.edition))

    @property
    def table_name(self) -> str:
        """Whose bases they are: the table file's, those that a simulated camera brings, or those that we print."""
        return str(self.table) if self.table is not None else self.camera if self.camera.startswith(SIMULATED) else ""

    @property
    def models(self) -> Models:
        """The models of all who may come to the mat, as far as they were shown."""
        return recalled(self.shelf or {}, self.things)

    @property
    def things(self) -> tuple[Thing, ...]:
        """What their models have to be like."""
        return tuple(each.thing for each in self.warbands)

    def beginning(self, language: Language, strictness: Strictness = Strictness.REFEREE) -> Beginning:
        """The game as it begins."""
        names = self.names(language)
        cardboard = tuple(name for name, player in zip(names, self.players, strict=True) if player.cardboard)
        return Beginning(
            players=names,
            decks=tuple(player.deck for player in self.players),
            edition=self.edition,
            variant=self.variant,
            cardboard=cardboard or None,
            on_cardboard=self.on_cardboard,
            limit_s=self.limit_s,
            each_s=self.each_s,
            strictness=strictness,
            models=for_game(self.things, self.models),
        )

    @property
    def measuring(self) -> Wanted:
        """The table without a game."""
        return Wanted(self.camera, self.table)

    def wanted(self, game: Path, language: Language, strictness: Strictness = Strictness.REFEREE) -> Wanted:
        """The table with a game that begins."""
        return replace(self.measuring, game=game, beginning=self.beginning(language, strictness))

    def remembered(self, settings: Settings) -> Settings:
        """The settings with what was chosen."""
        return replace(
            settings,
            edition=self.edition.value,
            variant=self.variant.value,
            players=tuple(player.name for player in self.players),
            decks=tuple(player.deck for player in self.players),
            cardboard=tuple(seat for seat, player in zip(SEATS, self.players, strict=False) if player.cardboard),
            on_cardboard=self.on_cardboard,
            limit_s=self.limit_s,
            each_s=self.each_s,
        )

    def with_camera(self, settings: Settings) -> Settings:
        """The settings with the camera and the table file."""
        return replace(settings, camera=self.camera, table="" if self.table is None else str(self.table))


@dataclass(frozen=True, slots=True)
class DeckSeen:
    """A deck as it is told on the screen.

    Attributes:
        name: Its own name, or its file's.
        hero: Its hero's; empty where nobody knows the card.
        fault: What is wrong with it, in English; empty where nothing is.
    """

    name: str
    hero: str = ""
    fault: str = ""


def deck_seen(deck: str, language: Language) -> DeckSeen:
    """How a deck is told."""
    plain = Path(deck).name.removesuffix(DECK_ENDING).replace("_", " ").title()
    try:
        found: Deck | None = LIBRARY.load_deck(Path(deck)) if is_deck_file(deck) else LIBRARY.decks.get(deck)
    except (CardsError, OSError) as error:
        return DeckSeen(plain, fault=str(error))
    if found is None:
        return DeckSeen(plain, fault=deck)
    cards = {key: card for pack in LIBRARY.packs.values() for key, card in pack.cards.items()}
    hero = cards.get(found.hero)
    return DeckSeen(
        found.names.get(language.value) or found.names.get("en") or plain,
        "" if hero is None else hero.names.get(language.value) or hero.names.get("en", ""),
    )
