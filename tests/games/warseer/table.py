"""Games of Warseer for tests: a field, plain creatures, and states that are written down."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.games.warseer.game import GAME
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.battlefield import Battlefield, TerrainHex
from companion.games.warseer.model.card_kinds import (
    AttackKind,
    Colour,
    CreatureKind,
    Crit,
    Ground,
    Keyword,
    Moment,
    Rank,
    Symbol,
    Token,
)
from companion.games.warseer.model.cards import (
    AttackBlock,
    BuildingCard,
    Card,
    CharacterCard,
    CritEffect,
    DiceCard,
    FeatCard,
    HeroCard,
    IncomeTrackCard,
    MinionCard,
    RelicCard,
    SpellCard,
    TacticCard,
    TerrainCard,
    TerrainRoll,
)
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.setup import PROPOSED, Seat, Setup
from companion.games.warseer.model.state import Creature, State
from companion.games.warseer.model.steps import ActivationStep, AttackStep, TurnStep
from companion.games.warseer.model.terms import Amount, Condition, Measure, Selector, Until
from companion.geometry.grid import Cell, hexagon

NAMES = {"en": "?", "ru": "?", "uk": "?"}
CELLS = tuple((q, r) for q, r in sorted(hexagon(4)))
RED, BLUE, GREEN = Colour.RED, Colour.BLUE, Colour.GREEN
FACES = dict.fromkeys(Colour, (Symbol.CRIT, Symbol.HIT, Symbol.HIT, Symbol.PUSH, Symbol.BLANK, Symbol.BLANK))
DICE = DiceCard(
    key="t/dice", names=NAMES, faces=FACES,
    poison=(Colour.GREEN, Symbol.HIT, Symbol.BLANK), disease=(Colour.BLACK, Symbol.CRIT, Symbol.PUSH),
    regeneration=(Colour.BLUE, Symbol.HIT, Symbol.CRIT), difficult_target=(Colour.RED, Colour.YELLOW, Colour.BLUE),
)  # fmt: skip
FOREST = TerrainCard(key="t/forest", names=NAMES, grounds=(Ground.DIFFICULT, Ground.BLOCKS_SIGHT), ignores=Symbol.HIT)
RIVER = TerrainCard(key="t/river", names=NAMES, grounds=(Ground.IMPASSABLE,))
FORD = TerrainCard(key="t/ford", names=NAMES, adds=(GREEN,))
PORTAL = TerrainCard(key="t/portal", names=NAMES, unique=True, linked=True)
ALTAR = TerrainCard(
    key="t/altar", names=NAMES, unique=True,
    rolls=(
        TerrainRoll((BLUE,), 1, {Symbol.HIT: (fx.HealEffect(1),)}),
        TerrainRoll((RED,), 0, {Symbol.HIT: (fx.HealEffect(1),)}),
    ),
)  # fmt: skip
SPIRE = TerrainCard(
    key="t/spire", names=NAMES, unique=True, grounds=(Ground.IMPASSABLE, Ground.BLOCKS_SIGHT),
    rolls=(
        TerrainRoll(
            (GREEN,), 1,
            {
                Symbol.CRIT: (fx.TokenEffect(Token.STUN, Selector(who="self")),),
                Symbol.HIT: (fx.DamageEffect(1, Selector(who="self"), wounds=True),),
            },
        ),
    ),
)  # fmt: skip
CAMP = TerrainCard(key="t/camp", names=NAMES, unique=True, camp=True)
TERRAIN = (FOREST, RIVER, FORD, PORTAL, ALTAR, SPIRE, CAMP)
FIELD = Battlefield(
    key="t/field",
    cells=CELLS,
    terrain=(
        TerrainHex("t/forest", Cell(2, -1)),
        TerrainHex("t/forest", Cell(-2, 1)),
        TerrainHex("t/river", Cell(3, 0)),
        TerrainHex("t/ford", Cell(-3, 0)),
    ),
    zones=(
        tuple((q, -4) for q in range(5)),
        tuple((q, 4) for q in range(-4, 1)),
        tuple((-4, r) for r in range(1, 4)),
        tuple((4, r) for r in range(-3, 0)),
    ),
    sites=((0, 0), (1, 1), (-1, -1)),
)
TRACK = IncomeTrackCard(key="t/track", names=NAMES, points=(5, 10), draws=(3, 7))
KW = Keyword


def ability(keyword: Keyword, **values: Any) -> fx.Ability:
    return fx.Ability(keyword=keyword, **values)


def block(kind: AttackKind = AttackKind.MELEE, dice: tuple[Colour, ...] = (RED, BLUE), *crits: Crit) -> AttackBlock:
    parts = {
        Crit.ADD_DICE: CritEffect(Crit.ADD_DICE, dice=(GREEN,)),
        Crit.ADD_SYMBOL: CritEffect(Crit.ADD_SYMBOL, symbol=Symbol.HIT),
        Crit.OWN: CritEffect(Crit.OWN, effects=(fx.HealEffect(1),)),
    }
    return AttackBlock(kind, dice, tuple(parts.get(each, CritEffect(each)) for each in crits))


def hero(key: str = "t/hero", *abilities: fx.Ability, **values: Any) -> HeroCard:
    given = {"attack": block(AttackKind.MELEE, (RED, BLUE), Crit.ADD_DICE), "health": 8, "movement": 3} | values
    return HeroCard(
        key=key, names=NAMES, faction="t", abilities=abilities, leadership={Rank.BRONZE: 3}, battle=(), **given
    )


def character(key: str, *abilities: fx.Ability, **values: Any) -> CharacterCard:
    given: dict[str, Any] = {"attack": block(), "health": 3, "movement": 3, "cost": 2, "income": 1}
    given |= {"rank": Rank.BRONZE} | values
    return CharacterCard(key=key, names=NAMES, faction="t", abilities=abilities, **given)


def spell(key: str, *effects: Any, **values: Any) -> SpellCard:
    return SpellCard(key=key, names=NAMES, effects=effects, **({"cost": 1, "income": 1} | values))


ENEMY = Selector(who="enemy", count=1)
FRIEND = Selector(who="own", count=1)
RACES = (
    (ability(KW.AMBUSH, dice=(GREEN,)), ability(KW.BERSERK)),
    (ability(KW.COUNTERBLOW, dice=(RED, RED)), ability(KW.ARMOUR, x=1)),
    (ability(KW.FLIGHT), ability(KW.MASTER_OF_ATTACK, x=1)),
    (ability(KW.WARLORD, dice=(GREEN,)), ability(KW.DEFENDER)),
    (ability(KW.HEALER), ability(KW.PROTECTOR)),
    (ability(KW.LONG_SHOT, x=4, dice=(BLUE, GREEN)), ability(KW.RUSH)),
    (ability(KW.CHARGE, holds=(fx.DiceEffect((RED,)),)), ability(KW.RUN, x=2), ability(KW.CLINCH)),
    (ability(KW.RESURGENT), ability(KW.REGENERATION), ability(KW.HOOK, x=3)),
    (ability(KW.CONTRACT, x=1, holds=(fx.ChangeEffect("damage", 1),)), ability(KW.SHIELD)),
    (
        ability(KW.AURA, x=1, holds=(fx.GiveEffect(KW.FORTITUDE),), whom=Selector(who="friend")),
        ability(KW.FIRST_WORD, effects=(fx.DrawEffect(1),)),
        ability(KW.LAST_WORD, effects=(fx.InfluenceEffect(1),)),
    ),
    (
        fx.Ability(names=NAMES, turn=True, effects=(fx.HealEffect(1, FRIEND),)),
        fx.Ability(names=NAMES, on=Moment.DAMAGED, effects=(fx.ArmourEffect(1),)),
    ),
)
CRITS = (
    Crit.ADVANCE, Crit.FRENZY, Crit.HAMMERBLOW, Crit.INFECTION, Crit.NIMBLE, Crit.PARASITE, Crit.SLASH, Crit.POISON,
    Crit.STUN, Crit.SWAP, Crit.VAMPIRISM, Crit.ADD_DICE, Crit.ADD_SYMBOL, Crit.OWN,
)  # fmt: skip
SPELLS: tuple[tuple[Any, ...], ...] = (
    (fx.DamageEffect(2, ENEMY),),
    (fx.RollDamageEffect((RED, BLUE), ENEMY),),
    (fx.HealEffect(2, FRIEND), fx.MoveEffect(2, Selector(who="chosen"))),
    (fx.PlaceEffect(FRIEND, within=2), fx.TokenEffect(Token.POISON, ENEMY)),
    (fx.PushEffect(ENEMY), fx.DrawEffect(1, feats=True)),
    (fx.ActivateEffect(FRIEND), fx.PayEffect(1, (fx.ArmourEffect(1, FRIEND),))),
    (fx.ChoiceEffect(((fx.MinionEffect(2),), (fx.InfluenceEffect(2),), ())), fx.DiscardEffect()),
    (fx.RecallEffect("spell", "deck"), fx.SwapEffect(Selector(who="any", within=3, count=1))),
    (fx.DestroyEffect(Selector(who="enemy", kinds=(CreatureKind.MINION,), count=1)), fx.RemindEffect(NAMES)),
    (fx.ForbidEffect("move", ENEMY, Until.OWN_TURN), fx.RecallEffect("character", "camp")),
)
TACTICS = (
    (Moment.ATTACKED, (fx.ChangeEffect("taken", -1, until=Until.END_OF_ATTACK),)),
    (Moment.ATTACK, (fx.RerollEffect(2),)),
    (Moment.ENEMY_SPELL, (fx.CancelEffect(),)),
    (Moment.DESTROYED, (fx.DrawEffect(1),)),
    (Moment.AFTER_ATTACKED, (fx.DamageEffect(1, Selector(who="attacker")),)),
)
ABOUT_CREATURES = Amount("creatures", Selector(who="own"))


def world(count: int = 11) -> Iterable[Card]:
    """Cards that use whatever there is."""
    yield from (DICE, TRACK, *TERRAIN)
    yield hero()
    yield MinionCard(key="t/minion", names=NAMES, faction="t", attack=block(), health=1, movement=2)
    for number in range(count):
        kind = tuple(AttackKind)[number % 3]
        yield character(
            f"t/c{number}", *RACES[number % len(RACES)], cost=1 + number % 3, health=2 + number % 3,
            attack=block(kind, (RED, BLUE, GREEN)[: 1 + number % 3], CRITS[number], CRITS[(number + 5) % len(CRITS)]),
            reach=1 if kind is AttackKind.MELEE else 3, rank=tuple(Rank)[number % 4], stars=1 + (number == 7),
        )  # fmt: skip
    for number, effects in enumerate(SPELLS):
        yield spell(f"t/s{number}", *effects, income=number % 3 - (number == 4), cost=number % 3)
    yield SpellCard(
        key="t/enchant", names=NAMES, cost=1, income=1, effects=(fx.ArmourEffect(1, FRIEND),), enchants=True,
        abilities=(fx.Ability(names=NAMES, holds=(fx.ChangeEffect("movement", 1),)),),
    )  # fmt: skip
    for number, (moment, effects) in enumerate(TACTICS):
        yield TacticCard(key=f"t/t{number}", names=NAMES, cost=number % 2, income=1, on=moment, effects=effects)
    for number in range(4):
        use = fx.Ability(names=NAMES, use=True, effects=(fx.HealEffect(1, FRIEND),))
        turn = fx.Ability(names=NAMES, turn=True, effects=(fx.ArmourEffect(1),))
        holds = fx.Ability(names=NAMES, holds=(fx.DiceEffect((GREEN,)), fx.ChangeEffect("range", 1)))
        yield RelicCard(
            key=f"t/r{number}", names=NAMES, cost=1, income=2, armour=2 * (number == 1), uses=2 * (number == 0),
            abilities=((use,), (), (turn,), (holds,))[number],
        )  # fmt: skip
    for number, effect in enumerate((fx.HealEffect(1, FRIEND), fx.DamageEffect(1, ENEMY), fx.DrawEffect())):
        uses = fx.Ability(names=NAMES, turn=True, pay=1, effects=(effect,))
        yield BuildingCard(key=f"t/b{number}", names=NAMES, cost=2, income=3, abilities=(uses,))
    tests = (
        Measure(Amount("destroyed"), least=1),
        Measure(Amount("wounds_dealt", Selector(who="enemy")), least=2),
        Measure(ABOUT_CREATURES, least=4),
        Measure(Amount("cards_played"), least=2),
        Measure(Amount("relics"), least=1),
        Measure(Amount("influence_spent"), least=4),
    )
    for number, test in enumerate(tests):
        yield FeatCard(
            key=f"t/f{number}", names=NAMES, points=1 + number % 2, military=number == 0,
            condition=Condition(counts=(test,)),
        )  # fmt: skip


CARDS = {card.key: card for card in world()}
DECK = (
    *(f"t/s{number}" for number in range(len(SPELLS))), "t/enchant", *(f"t/t{number}" for number in range(5)),
    "t/t1", *(f"t/r{number}" for number in range(4)), *(f"t/b{number}" for number in range(3)), "t/s0", "t/s1",
)  # fmt: skip
FEATS = tuple(f"t/f{number % 6}" for number in range(30))


def setup(players: int = 2, mode: Mode = Mode.DUEL, **values: Any) -> Setup:
    """A game of so many, with cards that use whatever there is."""
    deck = ("t/b0", "t/b1", "t/b2", "t/r0", "t/r1", "t/r2") if mode is Mode.SKIRMISH else DECK
    seats = tuple(
        Seat(
            id="ABCD"[number], name="ABCD"[number], hero="t/hero", minion="t/minion", deck=deck,
            characters=tuple(f"t/c{each}" for each in range(11) if each % players == number),
            team="XY"[number % 2] if mode is Mode.ALLIANCE else "",
        )
        for number in range(players)
    )  # fmt: skip
    given: dict[str, Any] = {"feats": FEATS, "unique": ("t/portal", "t/altar", "t/spire", "t/camp")}
    given |= {"dice": "t/dice", "track": "t/track"} | values
    return Setup(seats=seats, cards=CARDS, field=FIELD, mode=mode, **given)


def fight(
    pieces: Mapping[str, tuple[Any, tuple[int, int]]], *, terrain: tuple[TerrainHex, ...] = (), **values: Any
) -> State:
    """A state in which the turn of A runs, with creatures where they are put.

    Args:
        pieces: By id their card and hex; `A:1` and `B:1` are Heroes and stand far away where nothing is said.
        terrain: What lies on the field.
        values: Of the state, or of the setup and of the creatures where they are called so.
    """
    cards = dict(CARDS)
    there: dict[str, Creature] = {}
    for piece, (card, cell) in ({"A:1": (hero(), (4, -4)), "B:1": (hero(), (-4, 4))} | dict(pieces)).items():
        cards[card.key] = card
        kind = CreatureKind(type(card).__struct_config__.tag)
        there[piece] = Creature(
            id=piece, owner=piece[0], player=piece[0], card=card.key, kind=kind, where=Where.FIELD, cell=Cell(*cell)
        )
    changes = values.pop("creatures", {})
    readings = values.pop("readings", PROPOSED)
    base = setup(unique=(), readings=readings, **values.pop("setup", {}))
    game = replace(base, cards=cards, field=replace(base.field, terrain=terrain))
    players = tuple(seat.id for seat in game.seats)
    empty: dict[str, tuple[str, ...]] = dict.fromkeys(players, ())
    state = State(
        setup=game, order=players, terrain=terrain, decks=empty, hands=empty, feats_held=empty, histories=empty,
        fame=empty, kills=empty, influence=dict.fromkeys(players, 5), points=dict.fromkeys(players, 0),
        feats=tuple(f"t/f{number % 6}#{number}" for number in range(2, 12)), round=2, turn=3, active="A",
        creatures={key: replace(each, **changes.get(key, {})) for key, each in there.items()},
        steps=(TurnStep(player="A", stage="act"),),
    )  # fmt: skip
    return replace(state, **values)


def do(state: State, *commands: Any) -> State:
    """The state after commands; whoever is asked for a Tactic passes."""
    for command in commands:
        for event in GAME.decide(state, command):
            state = GAME.evolve(state, event)
        while (passing := GAME.passing(state)) is not None:
            for event in GAME.decide(state, passing):
                state = GAME.evolve(state, event)
        while pile := GAME.shuffling(state):
            for event in GAME.decide(state, Shuffled(by=TABLE, player=pile[0], order=pile[1])):
                state = GAME.evolve(state, event)
    return state


def attacking(state: State, piece: str, target: str, **values: Any) -> State:
    """The same state as an attack has just been declared in an activation."""
    creature = state.creatures[piece]
    assert creature.cell is not None
    step = AttackStep(
        piece=piece, target=target, player=creature.player, kind=state.printed(piece).attack.kind, **values
    )
    activation = ActivationStep(
        piece=piece, player=creature.player, began=creature.cell, stage="act", attacks=1, moved=step.moved
    )
    state = replace(state, steps=(*state.steps, activation, step))
    # Any command that settles the stack would do: nothing is changed by it.
    from companion.games.common import SetValue  # noqa: PLC0415

    return do(state, SetValue(by="A", what="points", of="A", value=state.points["A"]))
