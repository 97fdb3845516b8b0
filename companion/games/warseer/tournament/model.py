"""A Tournament as it stands. Names of fields stand in records and never change."""

from typing import Literal, cast

import msgspec

from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.model.cards import Card, CharacterCard, HeroCard, ImprovementCard
from companion.games.warseer.tournament.achievements import Reward
from companion.games.warseer.tournament.match_table import MATCHES, ROWS, Row
from companion.games.warseer.tournament.plan import DOUBLE, Plan

COINS_FOR_POINT = 3
"""Dragon Coins for a VP (W-TRN-21, W-TRN-22)."""

Stage = Literal["resources", "setup", "preparation", "battle", "results", "over"]
"""The stages of a match (W-TRN-19), and the end."""


class TournamentSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player.

    Attributes:
        id: `A` or `B`, which is the half of the Improvement deck, too (W-TRN-12).
        name: What the player is called.
        hero: Key of the Hero, for the whole Tournament (W-TRN-08, W-TRN-09).
        side: The edge of the mat.
        team: Nobody has one.
    """

    id: str
    name: str
    hero: str
    side: str = ""
    team: str = ""


class TournamentSetup(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a Tournament begins with.

    Attributes:
        seats: The two players.
        cards: Heroes, Characters and Improvement cards that may come up, by key.
        plan: Coins and prices.
        sort: `champion` or `royal` (W-TRN-16, W-TRN-17).
        maps: Keys of the maps for two.
        seed_hash: Of the seed by which chance decides.
    """

    seats: tuple[TournamentSeat, ...]
    cards: dict[str, Card]
    plan: Plan
    sort: str = "champion"
    maps: tuple[str, ...] = ()
    seed_hash: str = ""

    @property
    def rows(self) -> tuple[int, ...]:
        """Numbers of the rows that are played."""
        return MATCHES[self.sort]

    @property
    def players(self) -> tuple[str, ...]:
        """Ids of both."""
        return tuple(seat.id for seat in self.seats)

    def hero(self, player: str) -> HeroCard:
        """A player's Hero."""
        return cast("HeroCard", self.cards[next(seat.hero for seat in self.seats if seat.id == player)])

    def character(self, key: str) -> CharacterCard:
        """A Character's card."""
        return cast("CharacterCard", self.cards[key])

    def improvement(self, key: str) -> ImprovementCard:
        """An Improvement card."""
        return cast("ImprovementCard", self.cards[key])

    def improvements(self, player: str) -> tuple[str, ...]:
        """Keys of a player's Improvement deck (W-IMP-01)."""
        return tuple(
            key for key, each in self.cards.items() if isinstance(each, ImprovementCard) and each.deck == player
        )

    def price(self, key: str, *, recovery: bool = False) -> int:
        """Dragon Coins for a card, or for the recovery of a Character."""
        card = self.cards[key]
        if isinstance(card, ImprovementCard):
            return card.price
        found = cast("CharacterCard", card)
        prices = self.plan.recovery if recovery else self.plan.prices
        single = prices[found.rank.value]
        return prices.get(f"{found.rank.value}_{DOUBLE}", 2 * single) if found.worth > 1 else single


class SheetRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's line of the Tournament sheet for a match (W-TRN-30).

    Attributes:
        kept: Coins that were left from the match before (W-TRN-29).
        coins: Coins of the row.
        difference: Coins for fewer VP.
        converted: VP that were turned into coins.
        spent: Coins spent.
        left: Coins left after purchases.
        points: VP of the match.
        reward: Coins by the scenario.
    """

    kept: int = 0
    coins: int = 0
    difference: int = 0
    converted: int = 0
    spent: int = 0
    left: int = 0
    points: int = 0
    reward: int = 0


class TournamentPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has.

    Attributes:
        points: VP of the Tournament.
        coins: Dragon Coins.
        won: Matches won.
        characters: Keys of the Characters in the War Camp.
        injured: Of these the injured ones.
        improvements: Keys of Improvement cards, each once more for a further copy.
        bought: Ranks bought before this match (W-INJ-03).
        applied: Building Improvements applied in this Preparation (W-IMP-06).
        boxes: Ticked boxes of the Achievement sheet.
        owed: Rewards that are to be taken.
        ready: Whether the player has finished the stage.
        sheet: The Tournament sheet, match by match.
    """

    points: int = 0
    coins: int = 0
    won: int = 0
    characters: tuple[str, ...] = ()
    injured: tuple[str, ...] = ()
    improvements: tuple[str, ...] = ()
    bought: tuple[Rank, ...] = ()
    applied: tuple[str, ...] = ()
    boxes: dict[str, int] = {}
    owed: tuple[Reward, ...] = ()
    ready: bool = False
    sheet: tuple[SheetRow, ...] = ()


class MatchNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is settled and written down of a match.

    Attributes:
        row: Of the match table.
        leader: Who leads in it; empty until that is known.
        map: Key of the map.
        scenario: Name of the Scenario card.
        first: Who is the first player; empty for the base rules.
        zone: Deployment Zone of the first player, 1 or 2; empty for the base rules.
        winner: Who won; empty for a draw.
        record: Hash of the newest entry of the match's record; empty for a match without one.
    """

    row: int
    leader: str = ""
    map: str = ""
    scenario: str = ""
    first: str = ""
    zone: str = ""
    winner: str = ""
    record: str = ""


class TournamentState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A Tournament as it stands.

    Attributes:
        setup: What it began with.
        players: By id.
        matches: All that have begun, the last one runs.
        stage: Of the match that runs.
        waiting: What chance decides next: `leader`, `maps`, `scenarios`.
        outcome: Who has won; empty for a draw, None while it goes on.
        ended: Why: `points`, `matches`, `drawn`.
    """

    setup: TournamentSetup
    players: dict[str, TournamentPlayer]
    matches: tuple[MatchNote, ...] = ()
    stage: Stage = "resources"
    waiting: tuple[str, ...] = ()
    outcome: str | None = None
    ended: str = ""

    @property
    def match(self) -> MatchNote:
        """The match that runs, or the last one."""
        return self.matches[-1]

    @property
    def row(self) -> Row:
        """Its row of the match table."""
        return ROWS[self.match.row]

    @property
    def turn(self) -> int:
        """Number of the match."""
        return len(self.matches)

    @property
    def active(self) -> str:
        """Nobody's: both act at the same time."""
        return ""

    @property
    def trailer(self) -> str:
        """Who does not lead."""
        return self.opponent(self.match.leader) if self.match.leader else ""

    def opponent(self, player: str) -> str:
        """The other one."""
        return next(each for each in self.setup.players if each != player)

    def scenarios(self) -> tuple[str, ...]:
        """Scenario cards still in the deck (W-SCEN-02)."""
        played = {each.scenario for each in self.matches}
        return tuple(each for each in self.setup.plan.scenarios if each not in played)

    def chooser(self, what: str) -> str:
        """Who settles the map, the scenario, or the first player; empty for chance, nobody, or what is settled."""
        row, note = self.row, self.match
        by = {"map": row.map, "scenario": row.scenario, "first": row.first, "zone": row.first}[what]
        if getattr(note, what) or (what == "scenario" and not self.setup.plan.scenarios):
            return ""
        return {"leader": note.leader, "trailer": self.trailer}.get(by, "")

    def slots(self, player: str) -> dict[Rank, int]:
        """Slots of the Hero's Leadership that are filled, by rank (W-CARD-22, W-CARD-29)."""
        filled: dict[Rank, int] = {}
        for key in self.players[player].characters:
            card = self.setup.character(key)
            filled[card.rank] = filled.get(card.rank, 0) + card.worth
        return filled

    def leads_fully(self, player: str) -> bool:
        """Whether the Characters fill the Hero's Leadership exactly (W-ACH-20)."""
        wanted = {rank: count for rank, count in self.setup.hero(player).leadership.items() if count}
        filled = {rank: count for rank, count in self.slots(player).items() if rank is not Rank.NONE}
        return filled == wanted

    def for_battle(self, player: str) -> tuple[str, ...]:
        """A player's Relics and Tactics among the Improvement cards (W-IMP-09, W-IMP-12, W-IMP-13)."""
        mine = self.players[player].improvements
        return tuple(key for key in mine if self.setup.improvement(key).sort in {"relic", "tactic"})

    def in_deck(self, player: str) -> tuple[str, ...]:
        """Improvement cards of which a copy is still in the player's deck (W-IMP-02, W-ACH-04)."""
        mine = self.players[player].improvements
        deck = self.setup.improvements(player)
        return tuple(key for key in deck if mine.count(key) < self.setup.improvement(key).copies)
