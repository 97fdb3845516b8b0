"""What a game of Signum is set up with, as the rest of the program asks for it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.cards import CardLibrary, Fault, all_cards, all_names
from companion.cards.library import LocalLibrary
from companion.games.decks import DeckEditor
from companion.games.kit.deck_file import deck_file
from companion.games.options import USUAL, Chosen, Option, OptionValue
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
)
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import BASE_DIAMETERS_MM, RANGES_MM, Edition
from companion.games.signum.model.editions import FACE_OF_NUMBER, THINGS, Rules, Variant
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.mat import SIZES
from companion.games.signum.model.state import Seat, Setup
from companion.games.signum.model.variants import PLAYERS
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.deck import Deck
from companion.games.signum.shelf.deck_list import SignumDeckEditor
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.readings import reading_options, rules_chosen
from companion.games.signum.shelf.rulings import deck_faults
from companion.games.signum.shelf.seats import seat_from_deck, setup_for
from companion.games.signum.shelf.squads import SquadMaker
from companion.games.signum.shelf.written import setup_written
from companion.geometry import Side
from companion.texts import Language, translated

SIDES = (Side.PLAYER_ONE, Side.PLAYER_TWO)
"""Of a duel; with more players, each claims a part of the edge when the game begins."""

TEAMS = ("1", "1", "2", "2")
GAUGES = ("S", "M")
"""Rulers with gauges: longer ones would be wider than paper."""


class SignumShelf:
    """All that Legends of Signum is set up with."""

    seat_ids: tuple[str, ...] = ("A", "B", "C", "D")
    library: CardLibrary[Any, Any] | None = LIBRARY
    usual_decks: tuple[str, ...] = ("lanternmarch", "kettle_clans")
    record_ending = ".signum"
    cardboard: bool = True
    maker: DeckMaker = SquadMaker()
    editor: DeckEditor = SignumDeckEditor()

    def title(self, language: Language) -> str:
        """What the game is called."""
        return "Legends of Signum"

    def options(self, language: Language) -> tuple[Option, ...]:
        """Variant, edition, what the players keep themselves, and how they read what the texts leave open."""
        return (
            Option(
                "variant", say(language, "setup.rules.variant"),
                tuple(OptionValue(each.value, say(language, f"setup.rules.variant_{each.value}")) for each in Variant),
                (Variant.DUEL.value,),
            ),
            Option(
                "edition", say(language, "setup.rules.edition"),
                tuple(OptionValue(each.value, say(language, f"setup.rules.edition_{each.value}")) for each in Edition),
                (Edition.EN.value,),
                about="of the rules",
                bears_on=frozenset({"decks", "prints"}),
            ),
            Option(
                "on_cardboard", "",
                tuple(OptionValue(each, say(language, f"setup.keeping.{each}")) for each in THINGS),
                several=True,
                left_out=say(language, "setup.keeping.program"),
                taken=say(language, "setup.keeping.players"),
                about="what else players keep on cardboard, unseen by the program",
            ),
            *reading_options(language),
        )  # fmt: skip

    def summary(self, chosen: Chosen, language: Language) -> tuple[str, str]:
        """The variant, and below it the edition."""
        (variant,), (edition,) = chosen["variant"], chosen["edition"]
        edition = say(language, f"setup.rules.edition_{edition}")
        note = say(language, "setup.rules.note", edition=edition)
        if count := len(_read_otherwise(chosen)):
            note = f"{note} · {say(language, 'setup.rules.otherwise', count=count)}"
        return say(language, f"setup.rules.variant_{variant}"), note

    def sentence(self, chosen: Chosen) -> str:
        """Variant, edition, and what is on cardboard."""
        (variant,), (edition,) = chosen["variant"], chosen["edition"]
        apart = ", ".join(chosen["on_cardboard"])
        otherwise = ", ".join(f"{each.key} {chosen[each.key][0]}" for each in _read_otherwise(chosen))
        cardboard = f", on cardboard: {apart}" if apart else ""
        return f"{variant}, rules of {edition}{cardboard}{f', readings: {otherwise}' if otherwise else ''}"

    def edition(self, chosen: Chosen) -> str:
        """Of the rules."""
        return chosen["edition"][0]

    def seats(self, chosen: Chosen) -> tuple[SeatPlan, ...]:
        """As many as the variant has; of two against two those side by side are allies."""
        variant = Variant(chosen["variant"][0])
        allied = variant is Variant.SHOULDER_TO_SHOULDER
        return tuple(
            SeatPlan(seat, SIDES[number % 2].value, TEAMS[number] if allied else "")
            for number, seat in enumerate(self.seat_ids[: PLAYERS[variant]])
        )

    def deck_faults(self, deck: Deck, cards: Mapping[str, Card], chosen: Chosen) -> tuple[Fault, ...]:
        """Every rule of deck construction that a deck breaks under an edition."""
        return deck_faults(deck, cards, rules_chosen(chosen))

    def leader(self, deck: Deck, language: Language) -> str:
        """The hero."""
        hero = LIBRARY.cards.get(deck.hero)
        name = "" if hero is None else translated(hero.names, language)
        return say(language, "setup.players.hero", hero=name) if name else ""

    def roster(self, deck: Deck, chosen: Chosen) -> tuple[Figure, ...]:
        """The hero and all characters of a deck, as far as their cards are known."""
        edition = Edition(chosen["edition"][0])
        figures = [_figure(deck.hero, edition)]
        for key, count in deck.cards.items():
            card = LIBRARY.cards.get(key)
            if card is not None and card.kind is Kind.CHARACTER:
                figures += [_figure(key, edition, copy) for copy in (range(1, count + 1) if count > 1 else (0,))]
        return tuple(figures)

    def set_up(self, plan: GamePlan) -> Setup:
        """What the game begins with."""
        rules, cards = rules_chosen(plan.chosen, time_limit=plan.time_limit), all_cards(plan.packs.values())
        seats = (_seat(each, cards, rules) for each in plan.seated)
        names = all_names(plan.packs.values())
        return setup_for(rules, seats, cards, mat_mm=plan.mat_mm, seed_hash=plan.seed_hash, names=names)

    def carried(self, setup: Setup, seat: str) -> Mapping[str, Any]:
        """The deck of a player; nothing of one whose cardboard deck nobody told."""
        own = next(each for each in setup.seats if each.id == seat)
        if not own.deck:
            return {}
        return deck_file(
            own.name,
            starter=own.deck_size == setup.rules.numbers.starter_deck,
            hero=own.hero,
            buildings=own.buildings,
            terrain=own.terrain,
            construction=own.construction,
            cards=dict(Counter(own.deck)),
        )

    def written(self, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None) -> ParsedSetup:
        """What a setup means that somebody wrote down."""
        if beside is None:
            raise ValueError("a setup of Signum names cards, which only a library has")
        return setup_written(data, beside)

    def needs(self, language: Language) -> tuple[Datum, ...]:
        """Nothing: what a card leaves out is asked for in the game."""
        return ()

    def dice(self) -> Mapping[str, DieKind]:
        """The one die: two faces of each symbol (S-CONST-01)."""
        return {"die": DieKind(tuple(FACE_OF_NUMBER.values()))}

    def dice_advice(self, language: Language) -> str:
        """The usual pairs of numbers."""
        return say(language, "faces.how")

    def prints(self, chosen: Chosen, language: Language) -> Prints:
        """Bases in the edition's sizes (S-CONST-08), and the four rulers (S-CONST-04)."""
        diameters_mm = BASE_DIAMETERS_MM[Edition(chosen["edition"][0])]
        bases = (
            BaseSize(size, say(language, f"printing.ruler.{size}"), diameter_mm)
            for size, diameter_mm in zip(SIZES, diameters_mm, strict=True)
        )
        return Prints(tuple(bases), RANGES_MM, GAUGES)


def _read_otherwise(chosen: Chosen) -> tuple[Option, ...]:
    """The readings that differ from those of the edition."""
    return tuple(
        each for each in reading_options(Language.ENGLISH) if chosen[each.key][0] not in (USUAL, each.usual_in(chosen))
    )


def _seat(seated: SeatedPlayer, cards: Mapping[str, Card], rules: Rules) -> Seat:
    plan = seated.plan
    return seat_from_deck(
        seated.deck, cards, rules,
        id=plan.id, side=plan.side, name=seated.name, team=plan.team, digital=seated.digital,
    )  # fmt: skip


def _figure(key: str, edition: Edition, copy: int = 0) -> Figure:
    card = LIBRARY.cards.get(key)
    radius_mm = 0.0 if card is None else BASE_DIAMETERS_MM[edition][SIZES.index(card.base)] / 2
    return Figure(key, {} if card is None else card.names, radius_mm, copy)
