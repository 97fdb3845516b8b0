"""What the players have said so far of a game that is to begin. Knows nothing of Kivy."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.cards import DECK_ENDING, CardsError
from companion.games.options import Chosen, chosen_of, fitted
from companion.games.protocol import guide_decks_of
from companion.games.registry import game_called
from companion.games.shelf import Shelf
from companion.referee.api.table_intents import Strictness
from companion.referee.core.session import SIMULATED
from companion.referee.lobby.new_game import NewGame
from companion.referee.lobby.open_table import TableRequest
from companion.referee.mat.models import Models, RecordedPiece
from companion.tablet.data.miniatures import BoundMiniature, RosterEntry, for_game, recalled, warband
from companion.tablet.data.practice import is_played_alone
from companion.tablet.data.settings import Settings
from companion.texts import Language, say, translated


@dataclass(frozen=True, slots=True)
class Player:
    """One who is to play.

    Attributes:
        name: What they call themselves; empty for the name of their seat, which follows the language.
        deck: A deck that comes with the game, or a file; empty in a game without decks.
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
        game: Which game.
        chosen: For every option of the game.
        seats: All who could play; what was chosen tells how many do.
        limit_s: How long the game may last; 0 for no limit.
        each_s: How long each player may think; 0 for no limit.
        packs: Files of own cards that take part.
        known: Which miniatures stand on the table's bases, as far as they were shown; None where nobody looked yet.
    """

    camera: str
    table: Path | None
    game: str
    chosen: Chosen
    seats: tuple[Player, ...]
    limit_s: float = 0.0
    each_s: float = 0.0
    packs: tuple[str, ...] = ()
    known: Mapping[str, BoundMiniature] | None = None

    @classmethod
    def of(cls, settings: Settings) -> "Draft":
        """As it was last; a first game has what is usual."""
        shelf = game_called(settings.game).shelf
        options = shelf.options(Language.ENGLISH)
        seats = []
        for number, seat in enumerate(shelf.seat_ids):
            name = (settings.players[number : number + 1] or ("",))[0]
            usual = shelf.usual_decks[number % len(shelf.usual_decks)] if shelf.usual_decks else ""
            deck = (settings.decks[number : number + 1] or (usual,))[0]
            seats.append(
                Player(
                    name, deck, cardboard=shelf.library is not None and shelf.cardboard and seat in settings.cardboard
                )
            )
        return cls(
            settings.camera,
            Path(settings.table) if settings.table else None,
            settings.game,
            fitted(options, chosen_of(options, settings.chosen)),
            tuple(seats),
            settings.limit_s,
            settings.each_s,
            settings.packs if shelf.library is not None else (),
        )

    @property
    def shelf(self) -> Shelf:
        """What the game is set up with."""
        return game_called(self.game).shelf

    @property
    def seat_ids(self) -> tuple[str, ...]:
        """The seats of those who play."""
        return tuple(each.id for each in self.shelf.seats(self.chosen))

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who play."""
        return self.seats[: len(self.seat_ids)]

    def with_game(self, game: str, settings: Settings) -> "Draft":
        """Another game, as it was played last, at the same table.

        Args:
            game: Which.
            settings: With what was chosen last.
        """
        other = Draft.of(self.remembered(settings).with_game(game))
        return replace(other, camera=self.camera, table=self.table, known=self.known)

    def with_choice(self, option: str, *choices: str) -> "Draft":
        """A copy with another choice, and with what is usual of all that can no longer be chosen so."""
        options = self.shelf.options(Language.ENGLISH)
        return replace(self, chosen=fitted(options, {**self.chosen, option: choices}))

    def with_player(self, number: int, player: Player) -> "Draft":
        """A copy with another player at a seat."""
        return replace(self, seats=(*self.seats[:number], player, *self.seats[number + 1 :]))

    def usual_deck(self, number: int) -> str:
        """The deck with which a seat plays until another one is chosen; empty in a game without decks."""
        usual = self.shelf.usual_decks
        return usual[number % len(usual)] if usual else ""

    def has_lost(self, number: int) -> bool:
        """Whether the deck of a seat is a file that is not there, such as one that was deleted."""
        deck = self.seats[number].deck
        return deck.endswith(DECK_ENDING) and not Path(deck).exists()

    @property
    def without_lost(self) -> "Draft":
        """A copy in which everybody whose deck is gone plays with the usual one."""
        seats = (
            replace(each, deck=self.usual_deck(number)) if self.has_lost(number) else each
            for number, each in enumerate(self.seats)
        )
        return replace(self, seats=tuple(seats))

    @property
    def lesson(self) -> "Draft":
        """The guided first game: what is usual at the same table, with the decks that are made for it."""
        decks = guide_decks_of(game_called(self.game))
        usual = Draft.of(Settings(game=self.game))
        seats = (
            Player(given.name, decks[number % len(decks)] if decks else each.deck)
            for number, (given, each) in enumerate(zip(self.seats, usual.seats, strict=True))
        )
        return replace(usual, camera=self.camera, table=self.table, seats=tuple(seats), known=self.known)

    def names(self, language: Language) -> tuple[str, ...]:
        """What those who play are called on the screen."""
        return tuple(
            player.name or say(language, "tablet.side.name", owner=seat)
            for seat, player in zip(self.seat_ids, self.players, strict=True)
        )

    @property
    def warbands(self) -> tuple[RosterEntry, ...]:
        """All who may come to the mat, player after player."""
        players = zip(self.seat_ids, self.players, strict=True)
        return tuple(each for seat, player in players for each in warband(seat, player.deck, self.shelf, self.chosen))

    @property
    def table_name(self) -> str:
        """Whose bases they are: the table file's, those that a simulated camera brings, or those that we print."""
        return str(self.table) if self.table is not None else self.camera if self.camera.startswith(SIMULATED) else ""

    @property
    def models(self) -> Models:
        """The models of all who may come to the mat, as far as they were shown."""
        return recalled(self.known or {}, self.things)

    @property
    def things(self) -> tuple[RecordedPiece, ...]:
        """What their models have to be like."""
        return tuple(each.thing for each in self.warbands)

    def beginning(self, language: Language, strictness: Strictness = Strictness.REFEREE) -> NewGame:
        """The game as it begins."""
        names = self.names(language)
        cardboard = tuple(name for name, player in zip(names, self.players, strict=True) if player.cardboard)
        return NewGame(
            players=names,
            decks=tuple(player.deck for player in self.players if player.deck),
            packs=tuple(path for each in self.packs if (path := Path(each)).is_file()),
            game=self.game,
            chosen=self.chosen,
            cardboard=cardboard or None,
            limit_s=self.limit_s,
            each_s=self.each_s,
            strictness=strictness,
            models=for_game(self.things, self.models),
        )

    @property
    def measuring(self) -> TableRequest:
        """The table without a game."""
        return TableRequest(self.camera, self.table)

    def wanted(self, game: Path, language: Language, strictness: Strictness = Strictness.REFEREE) -> TableRequest:
        """The table with a game that begins."""
        begins = self.beginning(language, strictness)
        return replace(self.measuring, game=game, beginning=begins, alone=is_played_alone(self.camera))

    def remembered(self, settings: Settings) -> Settings:
        """The settings with what was chosen."""
        return replace(
            settings,
            game=self.game,
            chosen=self.chosen,
            players=tuple(player.name for player in self.players),
            decks=tuple(player.deck for player in self.players if player.deck),
            cardboard=tuple(seat for seat, player in zip(self.seat_ids, self.players, strict=True) if player.cardboard),
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
        leader: Who leads it, such as `Hero: Maud Averill`; empty where nobody knows.
        fault: What is wrong with it, in English; empty where nothing is.
    """

    name: str
    leader: str = ""
    fault: str = ""


def deck_seen(deck: str, shelf: Shelf, language: Language) -> DeckSeen:
    """How a deck is told."""
    plain = Path(deck).name.removesuffix(DECK_ENDING).replace("_", " ").title()
    try:
        found = None if shelf.library is None else shelf.library.deck(deck)
    except (CardsError, OSError) as error:
        return DeckSeen(plain, fault=str(error))
    if found is None:
        return DeckSeen(plain, fault=deck)
    name, leader = translated(found.names, language) or plain, shelf.leader(found, language)
    return DeckSeen(name, "" if leader == name else leader)
