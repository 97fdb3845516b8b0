"""What a game of Warseer is set up with, as the rest of the program asks for it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from companion.cards import CardLibrary, Fault, all_cards
from companion.cards.errors import DeckError
from companion.cards.library import LocalLibrary
from companion.games.kit.deck_file import deck_file
from companion.games.kit.shelf import data_needed, option, reading_option, written_setup, yes_no_reading
from companion.games.options import Chosen, Option, OptionValue, Where
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
)
from companion.games.warseer.model.card_kinds import Colour, Symbol
from companion.games.warseer.model.cards import Card, DiceCard, IncomeTrackCard, TerrainCard
from companion.games.warseer.model.kinds import Mode
from companion.games.warseer.model.setup import PROPOSED, Readings, Seat, Setup
from companion.games.warseer.own_texts import say
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps, maps_for, scenarios
from companion.games.warseer.shelf.squad import Squad
from companion.games.warseer.shelf.squad_maker import SquadMaker
from companion.games.warseer.shelf.squad_rules import battle_deck, feat_deck, minion_of, skirmish_cards, squad_faults
from companion.texts import Language, translated

VARIANTS: Mapping[str, tuple[Mode, int]] = {
    "duel": (Mode.DUEL, 2),
    "everyone_three": (Mode.EVERYONE, 3),
    "everyone_four": (Mode.EVERYONE, 4),
    "alliance": (Mode.ALLIANCE, 4),
    "skirmish": (Mode.SKIRMISH, 2),
    "skirmish_three": (Mode.SKIRMISH, 3),
    "skirmish_four": (Mode.SKIRMISH, 4),
}
"""Who plays: the mode, and how many (W-MODE-01 to -07)."""
SKIRMISHES = frozenset(key for key, (mode, _) in VARIANTS.items() if mode is Mode.SKIRMISH)
IN_SKIRMISHES: Where = ("variant", SKIRMISHES)
OUT_OF_SKIRMISHES: Where = ("variant", frozenset(VARIANTS) - SKIRMISHES)
IN_DUELS: Where = ("variant", frozenset(key for key, (mode, _) in VARIANTS.items() if mode is Mode.DUEL))
FINAL = "final"
"""The target of the last match of a Tournament, in which only Feats count (W-TM-07)."""
GOALS: Mapping[str, tuple[int, int]] = {
    "quick": (10, 20), "long": (12, 24), "opening": (8, 20), FINAL: (12, 24), "short": (6, 12), "epic": (15, 30),
}  # fmt: skip
"""VP target: of a player, and of a team (W-GEN-04, W-ALLY-17, W-FFA-12).

A Tournament has others (W-TM-01); the last two players may agree on (W-END-07, W-ALLY-19, W-FFA-13).
"""
OF_TOURNAMENTS = ("opening", FINAL)
"""Targets of matches of a Tournament, which are Duels (W-TM-01)."""
ROUNDS = ("6", "3", "4", "5", "7", "8", "9", "10")
"""Rounds of a Skirmish, those that are recommended first (W-SKIR-12)."""
UNIQUE: Mapping[str, int] = {"no": 0, "yes": 1, "two": 2}
"""How many Unique Terrains each player may place (W-TER-03, W-TER-04)."""
FEAT_DECKS: Mapping[Mode, tuple[int, int]] = {Mode.DUEL: (30, 30), Mode.EVERYONE: (45, 45), Mode.ALLIANCE: (45, 45)}
"""Mark and size of the Feat deck (W-FEAT-05, W-FEAT-06, W-ALLY-14, W-FFA-02)."""
BEGINS = ("chance", "A", "B")
"""Who begins a Duel: by any method that the players agree on (W-SETUP-10), or settled in a Tournament (W-TM-02)."""
ZONES = ("1", "2")
"""Which Deployment Zone of the map is that of who begins (W-TM-02)."""
MARKS = ("24", "30")
"""Of smaller Feat decks, each its size too: by the row of a Tournament, or agreed on (W-FEAT-07, W-SCEN-11)."""
FLAGS = tuple(each.name for each in msgspec.structs.fields(Readings) if each.type is bool)
"""Readings that are one of two."""
AMOUNTS: Mapping[str, tuple[int, ...]] = {"alliance_hero_vp": (4, 5), "ffa_hero_award": (6, 0), "sets": (1, 2, 3, 4)}
"""Readings that are a number, the proposed one first (W-OPEN-38, W-OPEN-40, W-TER-16)."""
STICKERS = "emberfall/stickers"
"""The dice that are printed by us."""
DRAWN: Mapping[Symbol, str] = {
    Symbol.CRIT: "star",
    Symbol.HIT: "sword",
    Symbol.PUSH: "arrow",
    Symbol.BLANK: "empty",
}
"""What is drawn on our stickers."""
BASE_MM = 32.0
SIDES = ("player_one", "player_two")
MISSING = (
    *("W-DATA-01", "W-DATA-03", "W-DATA-10", "W-DATA-11", "W-DATA-18", "W-DATA-19", "W-DATA-28", "W-DATA-29"),
    *("W-DATA-37", "W-DATA-43", "W-DATA-44", "W-DATA-45", "W-DATA-46"),
)
"""Data of the printed game that no source gives, each with those of its sort."""


class WarseerShelf:
    """All that Warseer is set up with."""

    seat_ids: tuple[str, ...] = ("A", "B", "C", "D")
    library: CardLibrary[Any, Any] | None = LIBRARY
    record_ending = ".warseer"
    cardboard: bool = False
    maker: DeckMaker = SquadMaker()

    @property
    def usual_decks(self) -> tuple[str, ...]:
        """The squads that come with the game: those of two factions first."""
        return ("cinder_choir", "mossback_host", "ash_guard", "reed_hunters")

    def title(self, language: Language) -> str:
        """What the game is called."""
        return "Legends of Signum II: Warseer"

    def options(self, language: Language) -> tuple[Option, ...]:
        """Who plays, on which map, to how many VP, with which dice, and how open points are read."""
        amounts = (
            reading_option(
                say, language, key, (OptionValue(str(each), str(each)) for each in values), usual=str(values[0])
            )
            for key, values in AMOUNTS.items()
        )
        fields = (
            OptionValue(key, translated(each.names, language), ("variant", _variants_on(key)))
            for key, each in maps().items()
        )
        usual = OptionValue("fitting", say(language, "setup.map.fitting"))
        tasks = (OptionValue(key, translated(each.names, language)) for key, each in scenarios().items())
        without = OptionValue("none", say(language, "setup.scenario.none"))
        return (
            option(say, language, "variant", VARIANTS, "who plays", "decks"),
            Option("map", say(language, "setup.map.title"), (usual, *fields), ("fitting",), about="the map"),
            Option(
                "scenario",
                say(language, "setup.scenario.title"),
                (without, *tasks),
                ("none",),
                about="the Scenario of a Duel, with Landmark tokens",
                where=IN_DUELS,
            ),
            _goal(language),
            Option(
                "rounds",
                say(language, "setup.rounds.title"),
                tuple(OptionValue(each, each) for each in ROUNDS),
                ROUNDS[:1],
                about="the rounds of a Skirmish",
                where=IN_SKIRMISHES,
            ),
            option(say, language, "feats", ("usual", *MARKS), "the mark of the Feat deck", where=OUT_OF_SKIRMISHES),
            option(say, language, "first", BEGINS, "who begins a Duel", where=IN_DUELS),
            option(say, language, "zone", ZONES, "which Deployment Zone is that of who begins", where=IN_DUELS),
            option(say, language, "dice", ("stickers", "boxed"), "what the dice show"),
            option(say, language, "unique", UNIQUE, "how many Unique Terrains each player places"),
            *(yes_no_reading(say, language, key, usual=getattr(PROPOSED, key)) for key in FLAGS),
            *amounts,
        )

    def summary(self, chosen: Chosen, language: Language) -> tuple[str, str]:
        """Who plays, and below it what ends the game."""
        (variant,), (goal,), (rounds,) = chosen["variant"], chosen["goal"], chosen["rounds"]
        of_rounds = say(language, "setup.rounds.summary", count=rounds)
        ends = of_rounds if variant in SKIRMISHES else say(language, f"setup.goal.{goal}")
        return say(language, f"setup.variant.{variant}"), ends

    def sentence(self, chosen: Chosen) -> str:
        """Who plays."""
        return chosen["variant"][0].replace("_", ", ")

    def edition(self, chosen: Chosen) -> str:
        """Nothing: there is only one."""
        return ""

    def seats(self, chosen: Chosen) -> tuple[SeatPlan, ...]:
        """Players opposite each other in turn, so that the turns of teams alternate (W-ALLY-05)."""
        mode, count = VARIANTS[chosen["variant"][0]]
        return tuple(
            SeatPlan(seat, SIDES[number % 2], str(number % 2 + 1) if mode is Mode.ALLIANCE else "")
            for number, seat in enumerate(self.seat_ids[:count])
        )

    def deck_faults(self, deck: Squad, cards: Mapping[str, Card], chosen: Chosen) -> tuple[Fault, ...]:
        """Every rule that a squad breaks."""
        return tuple(squad_faults(deck, cards, _mode(chosen)))

    def leader(self, deck: Squad, language: Language) -> str:
        """The Hero, by name."""
        hero = LIBRARY.cards.get(deck.hero)
        return "" if hero is None else translated(hero.names, language)

    def roster(self, deck: Squad | None, chosen: Chosen) -> tuple[Figure, ...]:
        """The Hero, the Characters, and as many Minions as there may be (W-COMP-01)."""
        if deck is None:
            return ()
        cards = LIBRARY.cards
        minion = minion_of(deck, cards)
        figures = [(key, 0) for key in (deck.hero, *deck.characters)]
        figures += [(minion, number) for number in range(1, 7) if minion]
        return tuple(Figure(key, cards[key].names if key in cards else {}, BASE_MM / 2, copy) for key, copy in figures)

    def set_up(self, plan: GamePlan) -> Setup:
        """What the game begins with."""
        cards = all_cards(plan.packs.values())
        mode = _mode(plan.chosen)
        faults = [fault for each in plan.seated for fault in squad_faults(each.deck, cards, mode)]
        if faults:
            raise DeckError(tuple(faults))
        return setup_for(cards, plan.seated, plan.chosen, mat_mm=plan.mat_mm, seed_hash=plan.seed_hash)

    def carried(self, setup: Setup, seat: str) -> Mapping[str, Any]:
        """The squad of a player, but for Unique Terrains: those belong to nobody once they are at the table."""
        own = next(each for each in setup.seats if each.id == seat)
        return deck_file(
            own.name,
            hero=own.hero,
            characters=own.characters,
            minion=own.minion,
            skirmish=own.deck if setup.mode is Mode.SKIRMISH else (),
            injured=own.injured,
            improvements=own.improvements,
        )

    def written(self, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None) -> ParsedSetup:
        """A setup in TOML: `seats` with a `squad` each, `packs`, and the options by their keys."""
        return written_setup(self, data, beside, "squad")

    def needs(self, language: Language) -> tuple[Datum, ...]:
        """What stands only in the pictures and on the cards of the printed game."""
        return data_needed(say, language, MISSING)

    def dice(self) -> Mapping[str, DieKind]:
        """Six colours, with the faces of our stickers (W-DICE-01, W-COMP-08); those of the box nobody knows."""
        card = LIBRARY.cards[STICKERS]
        faces = card.faces if isinstance(card, DiceCard) else {}
        return {
            colour.value: DieKind(
                tuple(each.value for each in faces[colour]),
                colour.value,
                "coded",
                tuple(DRAWN[each] for each in faces[colour]),
            )
            for colour in Colour
        }

    def dice_advice(self, language: Language) -> str:
        """That stickers are printed, and other faces are entered."""
        return say(language, "setup.dice.advice")

    def prints(self, chosen: Chosen, language: Language) -> Prints:
        """The map that is played on, and bases for creatures."""
        bases = (BaseSize("small", say(language, "setup.base"), BASE_MM),)
        return Prints(bases, board=maps()[field_key(chosen)].board((600.0, 600.0)))


def _goal(language: Language) -> Option:
    """The target; those of a Tournament's matches are for Duels."""
    made = option(say, language, "goal", GOALS, "victory points that end the game", where=OUT_OF_SKIRMISHES)
    choices = (each if each.key not in OF_TOURNAMENTS else replace(each, where=IN_DUELS) for each in made.choices)
    return replace(made, choices=tuple(choices))


def _mode(chosen: Chosen) -> str:
    return VARIANTS[chosen["variant"][0]][0].value


def _maps_of(variant: str) -> tuple[str, ...]:
    """Keys of the maps that may be played on."""
    mode, count = VARIANTS[variant]
    shared = maps_for(2) if mode is Mode.ALLIANCE else ()  # allies may share a zone (W-ALLY-04)
    return (*maps_for(count), *shared)


def _variants_on(field: str) -> frozenset[str]:
    """Who may play on a map."""
    return frozenset(variant for variant in VARIANTS if field in _maps_of(variant))


def field_key(chosen: Chosen) -> str:
    """Key of the map that is played on.

    Raises:
        SetupMistakeError: If the map that was chosen is not for so many players.
    """
    (variant,), (key,) = chosen["variant"], chosen["map"]
    fitting = _maps_of(variant)
    if key == "fitting":
        return fitting[0]
    if key not in fitting:
        _, count = VARIANTS[variant]
        raise SetupMistakeError(("map",), f"the map {key!r} is not for {count} players; choose {', '.join(fitting)}")
    return key


def setup_for(
    cards: Mapping[str, Card], seated: tuple[SeatedPlayer, ...], chosen: Chosen, *, mat_mm: tuple[float, float],
    seed_hash: str,
) -> Setup:  # fmt: skip
    """What a game begins with, out of all cards there are: those that may come up.

    Raises:
        SetupMistakeError: If no pack has a whole Feat deck, or a terrain of the map, or the map is not for so many.
    """
    mode, _ = VARIANTS[chosen["variant"][0]]
    seats = tuple(_seat(each, cards, mode) for each in seated)
    field = maps()[field_key(chosen)]
    if mode is Mode.DUEL and chosen["zone"] != ZONES[:1]:
        field = msgspec.structs.replace(field, zones=field.zones[::-1])
    begins = "" if mode is not Mode.DUEL or chosen["first"] == BEGINS[:1] else chosen["first"][0]
    home = tuple(dict.fromkeys(key.partition("/")[0] for seat in seats for key in (seat.hero,)))
    if mode is not Mode.DUEL and chosen["scenario"] != ("none",):
        raise SetupMistakeError(("scenario",), "a Scenario is played in a Duel; choose 'none'")  # W-SCEN-10
    feats = _feats(cards, home, mode, chosen["feats"][0])
    each_places = UNIQUE[chosen["unique"][0]]
    unique = _unique(cards, seated) if each_places else ()
    dice, track = _dice(cards, chosen), _first(cards, IncomeTrackCard, home)
    laid = tuple(each.terrain for each in field.terrain)
    if lost := next((key for key in laid if not isinstance(cards.get(key), TerrainCard)), ""):
        raise SetupMistakeError(("map",), f"the map needs the terrain {lost!r}, which no pack has")
    brought = {key for seat in seats for key in _brought(seat)}
    factions = {getattr(cards[seat.hero], "faction", "") for seat in seats}
    wanted = {*brought, *factions, *feats, *unique, *laid, dice, track}
    goal = GOALS[chosen["goal"][0]][mode is Mode.ALLIANCE]
    return Setup(
        seats=seats,
        cards={key: card for key, card in cards.items() if key in wanted},
        field=field,
        mode=mode,
        goal=0 if mode is Mode.SKIRMISH else goal,
        feats_only=chosen["goal"][0] == FINAL and mode is Mode.DUEL,
        feats=feats,
        unique=unique,
        unique_each=max(1, each_places),
        dice=dice,
        track=track,
        rounds=int(chosen["rounds"][0]),
        readings=_readings(chosen),
        scenario=scenarios().get(chosen["scenario"][0]),
        first=begins,
        seed_hash=seed_hash,
        mat_mm=mat_mm,
    )


def _brought(seat: Seat) -> tuple[str, ...]:
    return (seat.hero, seat.minion, *seat.characters, *seat.deck, *seat.improvements)


def _readings(chosen: Chosen) -> Readings:
    flags = {key: chosen[key][0] == "yes" for key in FLAGS}
    return msgspec.convert(flags | {key: int(chosen[key][0]) for key in AMOUNTS}, Readings)


def _seat(seated: SeatedPlayer, cards: Mapping[str, Card], mode: Mode) -> Seat:
    plan, squad = seated.plan, seated.deck
    deck = skirmish_cards(squad, cards) if mode is Mode.SKIRMISH else battle_deck(squad, cards)
    return Seat(
        id=plan.id,
        name=seated.name,
        side=plan.side,
        team=plan.team,
        hero=squad.hero,
        characters=squad.characters,
        deck=deck,
        minion=minion_of(squad, cards),
        injured=squad.injured,
        improvements=squad.improvements,
    )


def _feats(cards: Mapping[str, Card], home: tuple[str, ...], mode: Mode, chosen: str) -> tuple[str, ...]:
    """The Feat deck, which all players share, of the first pack that has a whole one (W-FEAT-01, W-DATA-90)."""
    if mode not in FEAT_DECKS:
        return ()
    mark, size = (int(chosen), int(chosen)) if chosen in MARKS else FEAT_DECKS[mode]
    packs = dict.fromkeys((*home, *(key.partition("/")[0] for key in cards)))
    for pack in packs:
        found = feat_deck(cards, (pack,), mark)
        if len(found) == size:
            return found
    raise SetupMistakeError((), f"no pack has {size} Feats of mark {mark}+ or lower (W-DATA-46, W-DATA-90)")


def _unique(cards: Mapping[str, Card], seated: tuple[SeatedPlayer, ...]) -> tuple[str, ...]:
    """Unique Terrains that the players brought and of which everything is known (W-TER-03, W-SETUP-11)."""
    brought = dict.fromkeys(key for each in seated for key in each.deck.terrain)
    return tuple(key for key in brought if isinstance(card := cards.get(key), TerrainCard) and not card.needs)


def _dice(cards: Mapping[str, Card], chosen: Chosen) -> str:
    """Key of what the dice show: our stickers, or what was entered once; empty where rolls are tapped (W-DATA-01)."""
    if chosen["dice"][0] == "stickers":
        return STICKERS
    own = tuple(dict.fromkeys(key.partition("/")[0] for key in cards if key.partition("/")[0] not in LIBRARY.packs))
    return _first(cards, DiceCard, own)


def _first(cards: Mapping[str, Card], kind: type, packs: tuple[str, ...]) -> str:
    """Key of the first card of a sort in some packs; empty for none."""
    return next((key for key, each in cards.items() if isinstance(each, kind) and key.partition("/")[0] in packs), "")
