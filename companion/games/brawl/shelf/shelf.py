"""What a game of Super Fantasy Brawl is set up with, as the rest of the program asks for it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.cards import CardLibrary, Fault, all_cards
from companion.cards.errors import DeckError
from companion.cards.library import LocalLibrary
from companion.games.brawl.board import BASE_MM, TOKEN_MM, gates_of, zones_of
from companion.games.brawl.model.cards import ActionCard, ArenaCard, Card, ChallengeCard
from companion.games.brawl.model.constants import CHALLENGES, DRAFT_POOL, DRAFT_POOL_OF_FOUR, TRAPS
from companion.games.brawl.model.setup import PROPOSED, Readings, Seat, Setup
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.shelf.team import Team
from companion.games.brawl.shelf.team_rules import TeamMaker, champion_fault, team_faults, wanted_champions
from companion.games.kit.deck_file import deck_file
from companion.games.kit.shelf import data_needed, option, written_setup, yes_no_reading
from companion.games.options import Chosen, Option
from companion.games.shelf import (
    BaseSize,
    Datum,
    DeckMaker,
    DieKind,
    Figure,
    GamePlan,
    ParsedSetup,
    Prints,
    SeatedPlayer,
    SeatPlan,
    SetupMistakeError,
    TokenSet,
)
from companion.texts import Language, translated

VARIANTS = ("duel", "super_teams")
DRAFTS = ("free", "normal", "tournament")
READINGS = tuple(each.name for each in msgspec.structs.fields(Readings))
MAT_MM = (600.0, 600.0)
SIDES = ("player_one", "player_two")
MISSING = ("B-DATA-01", "B-DATA-03", "B-DATA-04", "B-DATA-05", "B-DATA-08", "B-DATA-09")
"""Data of the printed game that no source gives; a pack of the players' own supplies them."""


class BrawlShelf:
    """All that Super Fantasy Brawl is set up with."""

    seat_ids: tuple[str, ...] = ("A", "B", "C", "D")
    library: CardLibrary[Any, Any] | None = LIBRARY
    record_ending = ".brawl"
    cardboard: bool = False
    maker: DeckMaker = TeamMaker()

    @property
    def usual_decks(self) -> tuple[str, ...]:
        """The teams that come with the game, in the order of their names."""
        return tuple(LIBRARY.decks)[:4]

    def title(self, language: Language) -> str:
        """What the game is called."""
        return "Super Fantasy Brawl"

    def options(self, language: Language) -> tuple[Option, ...]:
        """Who plays, how champions are chosen, and how open points are read."""
        return (
            option(say, language, "variant", VARIANTS, "who plays", "decks"),
            option(say, language, "draft", DRAFTS, "how champions are chosen", "decks"),
            *(yes_no_reading(say, language, key, usual=getattr(PROPOSED, key)) for key in READINGS),
        )

    def summary(self, chosen: Chosen, language: Language) -> tuple[str, str]:
        """The variant, and below it the draft."""
        (variant,), (draft,) = chosen["variant"], chosen["draft"]
        return say(language, f"setup.variant.{variant}"), say(language, f"setup.draft.{draft}")

    def sentence(self, chosen: Chosen) -> str:
        """Variant and draft."""
        return f"{chosen['variant'][0].replace('_', ' ')}, {chosen['draft'][0]} draft"

    def edition(self, chosen: Chosen) -> str:
        """Nothing: there is only one."""
        return ""

    def seats(self, chosen: Chosen) -> tuple[SeatPlan, ...]:
        """Two players, or two teams of two; allies sit side by side."""
        if chosen["variant"][0] == "duel":
            return tuple(SeatPlan(seat, side) for seat, side in zip(self.seat_ids[:2], SIDES, strict=True))
        return tuple(
            SeatPlan(seat, SIDES[number // 2], str(number // 2 + 1)) for number, seat in enumerate(self.seat_ids)
        )

    def deck_faults(self, deck: Team, cards: Mapping[str, Card], chosen: Chosen) -> tuple[Fault, ...]:
        """Every rule that a team breaks: how many champions it has, and whether all their cards are there."""
        return tuple(team_faults(deck, cards, chosen))

    def leader(self, deck: Team, language: Language) -> str:
        """The champions, by name."""
        cards = (LIBRARY.cards.get(key) for key in deck.champions)
        return ", ".join(translated(each.names, language) for each in cards if each is not None)

    def roster(self, deck: Team | None, chosen: Chosen) -> tuple[Figure, ...]:
        """All champions that a team may bring."""
        found = ((key, LIBRARY.cards.get(key)) for key in (deck.champions if deck else ()))
        return tuple(Figure(key, {} if card is None else card.names, BASE_MM / 2) for key, card in found)

    def set_up(self, plan: GamePlan) -> Setup:
        """What the game begins with."""
        cards = all_cards(plan.packs.values())
        faults = [fault for each in plan.seated for fault in team_faults(each.deck, cards, plan.chosen)]
        if faults:
            raise DeckError(tuple(faults))
        chosen, seats = plan.chosen, tuple(map(_seat, plan.seated))
        return setup_for(cards, seats, chosen, mat_mm=plan.mat_mm, seed_hash=plan.seed_hash)

    def carried(self, setup: Setup, seat: str) -> Mapping[str, Any]:
        """The team of a player; nothing of one who brought none, as for a draft from a pool."""
        own = next(each for each in setup.seats if each.id == seat)
        return deck_file(own.name, champions=own.champions) if own.champions else {}

    def written(self, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None) -> ParsedSetup:
        """A setup in TOML: `seats` with a `team` each, `packs`, and the options by their keys."""
        return written_setup(self, data, beside, "team")

    def needs(self, language: Language) -> tuple[Datum, ...]:
        """What stands only in the pictures and on the cards of the printed game (B-CH-32).

        B-DATA-01, B-DATA-03, B-DATA-04, B-DATA-05, B-DATA-08, B-DATA-09.
        """
        return data_needed(say, language, MISSING)

    def dice(self) -> Mapping[str, DieKind]:
        """None: the game has no dice."""
        return {}

    def dice_advice(self, language: Language) -> str:
        """Nothing."""
        return ""

    def prints(self, chosen: Chosen, language: Language) -> Prints:
        """The board with its zones, bases for champions, and tags for trap tokens, which tell where they lie alone."""
        arena = next((card for card in LIBRARY.cards.values() if isinstance(card, ArenaCard)), None)
        bases = (BaseSize("small", say(language, "setup.base"), BASE_MM),)
        if arena is None:
            return Prints(bases)
        board = arena.board(MAT_MM)
        zones = (*zones_of(arena, language), *gates_of(arena, board, language))
        return Prints(bases, board=board, zones=zones, tokens=TokenSet(TOKEN_MM, sum(TRAPS.values())))


def _seat(seated: SeatedPlayer) -> Seat:
    plan = seated.plan
    return Seat(plan.id, seated.name, plan.side, plan.team, seated.deck.champions)


def setup_for(
    cards: Mapping[str, Card], seats: tuple[Seat, ...], chosen: Chosen, *, mat_mm: tuple[float, float], seed_hash: str
) -> Setup:
    """What a game begins with, out of all cards there are: those that may come up.

    Raises:
        SetupMistakeError: If the packs have no arena, too few challenges, or too few champions for the draft, or if a
            team lays out a champion twice for a tournament.
    """
    (draft,) = chosen["draft"]
    whole = tuple(key for key in cards if not champion_fault(key, cards))
    brought = () if draft == "normal" else tuple(key for seat in seats for key in seat.champions)
    arena = _arena(cards, brought)
    home = _pack(arena)
    challenges = _challenges(cards, home)
    if len(challenges) != CHALLENGES:  # B-COMP-05, B-DATA-03
        raise SetupMistakeError(
            (), f"there is no pack with an arena and {CHALLENGES} challenges (B-DATA-01, B-DATA-03)"
        )
    least = DRAFT_POOL if len(seats) == 2 else DRAFT_POOL_OF_FOUR
    at_home = tuple(key for key in whole if _pack(key) == home)
    pool = () if draft != "normal" else at_home if len(at_home) >= least else whole
    if draft == "normal" and len(pool) < least:  # B-DRAFT-03, B-TEAM-01, B-TEAM-40
        raise SetupMistakeError((), f"a normal draft needs {least} champions or more, and there are {len(pool)}")
    size = wanted_champions(chosen)
    seats = tuple(msgspec.structs.replace(each, champions=each.champions[:size]) for each in seats)
    # Both sides may lay out the same (B-DRAFT-07, reading of B-OPEN-34).
    if draft == "tournament" and (key := _laid_out_twice(seats)):
        raise SetupMistakeError((), f"one team lays out {key!r} twice; each of its champions is another (B-TEAM-44)")
    fighting = {*pool, *(key for seat in seats for key in seat.champions)}
    known = {key for key, card in cards.items() if isinstance(card, ActionCard) and card.champion in fighting}
    wanted = {arena, *challenges, *fighting, *known}
    return Setup(
        seats=seats,
        cards={key: card for key, card in cards.items() if key in wanted},
        arena=arena,
        challenges=challenges,
        drafted=draft,
        pool=pool,
        readings=Readings(**{key: chosen[key][0] == "yes" for key in READINGS}),
        seed_hash=seed_hash,
        mat_mm=mat_mm,
    )


def _arena(cards: Mapping[str, Card], brought: tuple[str, ...]) -> str:
    """The arena that is fought in: that of the champions who were brought, else one of the players' own packs."""
    arenas = [key for key, card in cards.items() if isinstance(card, ArenaCard)]
    playable = [key for key in arenas if len(_challenges(cards, _pack(key))) == CHALLENGES]
    theirs = [key for champion in brought for key in playable if _pack(key) == _pack(champion)]
    own = [key for key in playable if _pack(key) not in LIBRARY.packs]
    return next(iter((*theirs, *own, *playable)), "")


def _challenges(cards: Mapping[str, Card], pack: str) -> tuple[str, ...]:
    return tuple(key for key, card in cards.items() if isinstance(card, ChallengeCard) and _pack(key) == pack)


def _pack(key: str) -> str:
    return key.partition("/")[0]


def _laid_out_twice(seats: tuple[Seat, ...]) -> str:
    """A champion that both players of a team lay out; empty if there is none (B-TEAM-44)."""
    laid = Counter((seat.team or seat.id, key) for seat in seats for key in seat.champions)
    return next((key for (_, key), count in laid.items() if count > 1), "")
