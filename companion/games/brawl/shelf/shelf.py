"""What a game of Super Fantasy Brawl is set up with, as the rest of the program asks for it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.cards import CardLibrary, Fault, all_cards
from companion.cards.errors import DeckError
from companion.cards.library import LocalLibrary
from companion.games.brawl.board import BASE_MM, zones_of
from companion.games.brawl.model.cards import ActionCard, ArenaCard, Card, ChallengeCard, ChampionCard
from companion.games.brawl.model.constants import (
    ACTION_CARDS,
    CHALLENGES,
    DRAFT_POOL,
    DRAFT_POOL_OF_FOUR,
    OFFERED,
    OFFERED_OF_FOUR,
    TEAM_SIZE,
    TEAM_SIZE_OF_FOUR,
)
from companion.games.brawl.model.setup import Readings, Seat, Setup
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.brawl.shelf.team import Team
from companion.games.shelf import (
    BaseSize,
    Chosen,
    Datum,
    DieKind,
    Figure,
    GamePlan,
    Option,
    OptionValue,
    ParsedSetup,
    Prints,
    SeatedPlayer,
    SeatPlan,
    SetupMistakeError,
    chosen_of,
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

    @property
    def usual_decks(self) -> tuple[str, ...]:
        """The teams that come with the game, in the order of their names."""
        return tuple(LIBRARY.decks)[:4]

    def title(self, language: Language) -> str:
        """What the game is called."""
        return "Super Fantasy Brawl"

    def options(self, language: Language) -> tuple[Option, ...]:
        """Who plays, how champions are chosen, and how open points are read."""
        page = say(language, "setup.readings.page")
        yes_no = tuple(OptionValue(each, say(language, f"setup.readings.{each}")) for each in ("yes", "no"))
        readings = (
            Option(
                key,
                say(language, f"setup.readings.{key}"),
                yes_no,
                ("yes" if getattr(Readings(), key) else "no",),
                about=say(Language.ENGLISH, f"setup.readings.{key}"),
                page=page,
            )
            for key in READINGS
        )
        return (
            _option("variant", VARIANTS, language, "who plays", frozenset({"decks"})),
            _option("draft", DRAFTS, language, "how champions are chosen", frozenset({"decks"})),
            *readings,
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
        return tuple(_team_faults(deck, cards, chosen))

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
        faults = [fault for each in plan.seated for fault in _team_faults(each.deck, cards, plan.chosen)]
        if faults:
            raise DeckError(tuple(faults))
        chosen, seats = plan.chosen, tuple(map(_seat, plan.seated))
        return setup_for(cards, seats, chosen, mat_mm=plan.mat_mm, seed_hash=plan.seed_hash)

    def written(self, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None) -> ParsedSetup:
        """A setup in TOML: `seats` with a `team` each, `packs`, and the options by their keys."""
        if beside is None:
            raise ValueError("a setup of this game names cards, which only a library has")
        return _written(self, data, beside)

    def needs(self, language: Language) -> tuple[Datum, ...]:
        """What stands only in the pictures and on the cards of the printed game."""
        how = say(language, "setup.needs.how")
        return tuple(
            Datum(
                each, say(language, f"setup.needs.{each.lower().replace('-', '_')}"), how if each is MISSING[-1] else ""
            )
            for each in MISSING
        )

    def dice(self) -> Mapping[str, DieKind]:
        """None: the game has no dice."""
        return {}

    def dice_advice(self, language: Language) -> str:
        """Nothing."""
        return ""

    def prints(self, chosen: Chosen, language: Language) -> Prints:
        """The board with its zones, and bases for champions."""
        arena = next((card for card in LIBRARY.cards.values() if isinstance(card, ArenaCard)), None)
        bases = (BaseSize("small", say(language, "setup.base"), BASE_MM),)
        if arena is None:
            return Prints(bases)
        return Prints(bases, board=arena.board(MAT_MM), zones=zones_of(arena, language))


def _option(key: str, choices: tuple[str, ...], language: Language, about: str, bears_on: frozenset[str]) -> Option:
    values = tuple(OptionValue(each, say(language, f"setup.{key}.{each}")) for each in choices)
    return Option(key, say(language, f"setup.{key}.title"), values, choices[:1], about=about, bears_on=bears_on)


def wanted_champions(chosen: Chosen) -> int:
    """How many champions each player has to bring."""
    of_four = chosen["variant"][0] == "super_teams"
    if chosen["draft"][0] == "tournament":
        return OFFERED_OF_FOUR if of_four else OFFERED
    return TEAM_SIZE_OF_FOUR if of_four else TEAM_SIZE


def _team_faults(deck: Team, cards: Mapping[str, Card], chosen: Chosen) -> list[Fault]:
    wanted, faults = wanted_champions(chosen), []
    if len(deck.champions) < wanted:
        rule = "B-DRAFT-07" if chosen["draft"][0] == "tournament" else "B-DRAFT-02"
        said = f"this team has {len(deck.champions)} champions; {wanted} are needed"
        faults.append(Fault(deck.file, deck.line("champions"), "", said, rule))
    for index, key in enumerate(deck.champions):
        if said := champion_fault(key, cards):
            faults.append(Fault(deck.file, deck.line("champions", index), key, said, "B-CARD-05"))
    return faults


def champion_fault(key: str, cards: Mapping[str, Card]) -> str:
    """Why a champion cannot be played; empty if it can (B-DATA-20)."""
    if not isinstance(cards.get(key), ChampionCard):
        return f"there is no champion {key!r} in the packs"
    mine = [card for card in cards.values() if isinstance(card, ActionCard) and card.champion == key]
    count = sum(card.copies for card in mine)
    return "" if count == ACTION_CARDS else f"{key!r} has {count} action cards; {ACTION_CARDS} are needed"


def _seat(seated: SeatedPlayer) -> Seat:
    plan = seated.plan
    return Seat(plan.id, seated.name, plan.side, plan.team, seated.deck.champions)


def setup_for(
    cards: Mapping[str, Card], seats: tuple[Seat, ...], chosen: Chosen, *, mat_mm: tuple[float, float], seed_hash: str
) -> Setup:
    """What a game begins with, out of all cards there are: those that may come up.

    Raises:
        SetupMistakeError: If the packs have no arena, too few challenges, or too few champions for the draft.
    """
    (draft,) = chosen["draft"]
    pool = tuple(key for key in cards if not champion_fault(key, cards)) if draft == "normal" else ()
    lead = (pool or seats[0].champions)[0].partition("/")[0]
    arenas = [key for key, card in cards.items() if isinstance(card, ArenaCard)]
    arena = next((key for key in arenas if key.partition("/")[0] == lead), next(iter(arenas), ""))
    home = arena.partition("/")[0]
    challenges = tuple(
        key for key, card in cards.items() if isinstance(card, ChallengeCard) and key.partition("/")[0] == home
    )
    if not arena or len(challenges) != CHALLENGES:
        raise SetupMistakeError(
            (), f"there is no pack with an arena and {CHALLENGES} challenges (B-DATA-01, B-DATA-03)"
        )
    least = DRAFT_POOL if len(seats) == 2 else DRAFT_POOL_OF_FOUR
    if draft == "normal" and len(pool) < least:
        raise SetupMistakeError((), f"a normal draft needs {least} champions or more, and there are {len(pool)}")
    size = wanted_champions(chosen)
    seats = tuple(msgspec.structs.replace(each, champions=each.champions[:size]) for each in seats)
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


def _written(shelf: BrawlShelf, data: Mapping[str, Any], beside: LocalLibrary[Any, Any]) -> ParsedSetup:
    keys = {each.key for each in shelf.options(Language.ENGLISH)}
    given = {key: (str(value),) for key, value in data.items() if key in keys}
    chosen = chosen_of(shelf.options(Language.ENGLISH), given)
    plans, listed = shelf.seats(chosen), data.get("seats", ())
    if len(listed) != len(plans):
        raise SetupMistakeError(("seats",), f"{len(plans)} seats are needed, not {len(listed)}")
    seated = []
    for number, (plan, each) in enumerate(zip(plans, listed, strict=True)):
        if not isinstance(each, Mapping) or "team" not in each:
            raise SetupMistakeError(("seats", number), "each seat needs a 'team': the name of a team, or its file")
        seated.append(SeatedPlayer(plan, str(each.get("name", plan.id)), beside.deck(str(each["team"]))))
    packs = beside.packs(tuple(data.get("packs", ())))
    return ParsedSetup(shelf.set_up(GamePlan(chosen, tuple(seated), packs)), bool(data.get("as_listed", False)))
