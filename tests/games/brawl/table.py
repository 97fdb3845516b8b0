"""Games of Super Fantasy Brawl for tests: an arena, plain champions, and states that are written down."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import (
    ActionCard,
    ArenaCard,
    Card,
    ChallengeCard,
    ChampionCard,
    TargetDiagram,
    Values,
)
from companion.games.brawl.model.kinds import CORES, AimKind, Core, Deed, End, Statue, Zone
from companion.games.brawl.model.setup import PROPOSED, Readings, Seat, Setup
from companion.games.brawl.model.state import Champion, LaidTrap, State
from companion.games.brawl.model.steps import TurnStep
from companion.games.brawl.model.terms import Amount, Condition, Measure, Selector
from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.geometry.grid import Cell, hexagon

CELLS = tuple((q, r) for q, r in sorted(hexagon(4)))
TRAPS = ((2, 0), (-2, 0), (0, 2), (0, -2), (2, -2), (-2, 2))
ARENA = ArenaCard(
    key="t/arena",
    names={"en": "Arena", "ru": "Арена", "uk": "Арена"},
    cells=CELLS,
    statues={Statue.EZMA: (0, 0), Statue.GARNET: (3, -1), Statue.RAGRIL: (-3, 1)},
    traps=TRAPS,
    spawns={
        End.ONE: tuple((q, -4) for q in range(5)),
        End.TWO: tuple((q, 4) for q in range(-4, 1)),
    },
    gates={End.ONE: (2, -5), End.TWO: (-2, 5)},
    areas={
        Zone.MANIPULATION: ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
        Zone.DESTRUCTION: ((3, -1), (2, 0), (3, 0), (2, -1), (3, -2), (4, -2), (4, -1)),
        Zone.CREATION: ((-3, 1), (-2, 0), (-3, 0), (-2, 1), (-3, 2), (-4, 2), (-4, 1)),
    },
    pitch_mm=50.0,
)

ENEMY = Selector(who="enemy", within=2)
NAMES = {"en": "?", "ru": "?", "uk": "?"}


def named(name: str) -> dict[str, str]:
    return {"en": name, "ru": name, "uk": name}


def champion(key: str, *, defence: int = 1, health: int = 5, abilities: tuple[fx.Ability, ...] = ()) -> ChampionCard:
    return ChampionCard(
        key=key,
        names=named(key),
        front=Values(defence, health),
        back=Values(defence + 1, health + 1, abilities),
    )


def attack(key: str, owner: str, core: Core = Core.DESTRUCTION, **values: Any) -> ActionCard:
    values = {"move": 2, "target": TargetDiagram(AimKind.MELEE), "strength": 3} | values
    return ActionCard(key=key, names=named(key), champion=owner, deed=Deed.ATTACK, core=core, **values)


def skill(key: str, owner: str, core: Core = Core.CREATION, **values: Any) -> ActionCard:
    return ActionCard(key=key, names=named(key), champion=owner, deed=Deed.SKILL, core=core, **({"move": 2} | values))


def reaction(key: str, owner: str, core: Core = Core.MANIPULATION, **values: Any) -> ActionCard:
    return ActionCard(key=key, names=named(key), champion=owner, deed=Deed.REACTION, core=core, **values)


TO_FRIEND = Selector(who="friend", count=1)
AFTER = (
    fx.PushEffect(2),
    fx.PullEffect(1),
    fx.ForceEffect(2),
    fx.FearEffect(2),
    fx.StunEffect(),
    fx.ImmobiliseEffect(),
    fx.DamageEffect(1, Selector(who="any", around="target", within=1, other=True)),
    fx.ChangeEffect("strength", 1, Selector(who="ally"), Selector(who="target")),
    fx.DrawEffect(Amount("dealt")),
)
SKILLS: tuple[tuple[fx.Effect, ...], ...] = (
    (fx.HealEffect(2, TO_FRIEND), fx.DrawEffect(1)),
    (fx.MoveEffect(3, Selector(who="ally", within=1, count=1, up_to=True), "jump"), fx.PlanEffect(2)),
    (fx.MoveEffect(2, way="dash"), fx.MoveEffect(2, way="swoop"), fx.LookEffect()),
    (fx.PlaceEffect(within=2, zone=Zone.TRAP), fx.CoreEffect()),
    (fx.SwapEffect(Selector(who="ally", within=3, count=1)), fx.LookEffect("hand", reveal=True)),
    (
        fx.ChoiceEffect(((fx.DamageEffect(1, ENEMY),), (fx.CoreEffect("exhaust"),), ())),
        fx.IfEffect(
            Condition(champion=ENEMY), (fx.DamageEffect(3, Selector(who="enemy", within=2, count=1), up_to=True),)
        ),
    ),
    (
        fx.MoveEffect(2, toward=Selector(who="enemy"), approach="approach"),
        fx.MoveEffect(1, toward_zone=Zone.TRAP, approach="retreat"),
        fx.ProtectEffect("displacement"),
        fx.KeywordEffect("poison", 2, Selector(who="friend")),
        fx.RemindEffect(NAMES),
    ),
)
BEFORE = ((), (fx.MoveEffect(2, way="jump"),), (fx.DamageEffect(1, Selector(who="enemy", within=1)),), ())
ABILITIES = (
    fx.Ability(NAMES, (fx.ChangeEffect("defence", -1, Selector(who="enemy", within=1)),)),
    fx.Ability(NAMES, (fx.KeywordEffect("lifesteal"), fx.ChangeEffect("move", 1))),
    fx.Ability(NAMES, on="turn", effects=(fx.HealEffect(1),)),
    fx.Ability(NAMES, on="attacked", effects=(fx.DamageEffect(1, Selector(who="attacker")),)),
    fx.Ability(NAMES, on="attack", effects=(fx.DrawEffect(1),)),
    fx.Ability(NAMES, on="knock_out", effects=(fx.HealEffect(2),)),
)
AIMS = (
    TargetDiagram(AimKind.MELEE),
    TargetDiagram(AimKind.INDIRECT, 3, 2),
    TargetDiagram(AimKind.DIRECT, 4),
    TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1), (2, 0))),
)


def brawlers(count: int = 8) -> Iterable[Card]:
    """Champions with six cards each, which use whatever there is."""
    for number in range(count):
        key = f"t/c{number}"
        yield champion(key, defence=number % 2, health=4 + number % 3, abilities=(ABILITIES[number % len(ABILITIES)],))
        for turn in range(3):
            yield attack(
                f"{key}_a{turn}", key, CORES[(number + turn) % 3], number=turn + 1, strength=2 + turn, move=1 + turn,
                target=AIMS[(number + turn) % len(AIMS)], before=BEFORE[(number + turn) % len(BEFORE)],
                after=(AFTER[(number * 3 + turn) % len(AFTER)],),
                bonuses=((fx.KeywordEffect("double"),) if turn == number % 7 else ()),
            )  # fmt: skip
        for turn in range(2):
            effects = SKILLS[(number * 2 + turn) % len(SKILLS)]
            yield skill(f"{key}_s{turn}", key, CORES[(number + turn + 1) % 3], number=turn + 4, effects=effects)
        yield reaction(
            f"{key}_r", key, CORES[number % 3], number=6, defence=number % 3,
            before=(fx.FearEffect(2, Selector(who="attacker")),) if number % 2 else (),
            after=(fx.PushEffect(1, Selector(who="attacker")), fx.DamageEffect(1, Selector(who="attacker"))),
        )  # fmt: skip


def challenges() -> Iterable[ChallengeCard]:
    for number, zone in enumerate(Zone):
        yield ChallengeCard(key=f"t/z{number}", names=NAMES, condition=Condition(control=(zone,)), text=NAMES)
    for number in range(3):
        two = Measure(Amount("champions", Selector(who="friend", zone=Zone.ENEMY_SPAWN)), least=number + 1)
        yield ChallengeCard(key=f"t/n{number}", names=NAMES, condition=Condition(counts=(two,)), text=NAMES)


def setup(
    champions: Mapping[str, tuple[str, ...]] | None = None,
    cards: Iterable[Card] | None = None,
    *,
    players: int = 2,
    **values: Any,
) -> Setup:
    """A setup of two or four players; each brings two or three champions of the pack."""
    deck = tuple(challenges())
    size = 3 if players == 2 else 2
    brought = champions or {
        seat: tuple(f"t/c{number}" for number in range(at * size, at * size + size))
        for at, seat in enumerate("ABCD"[:players])
    }
    teams = dict(zip("ABCD", "1212", strict=True)) if players == 4 else {}
    seats = tuple(
        Seat(seat, seat, ("player_one", "player_two")[at % 2], teams.get(seat, ""), brought[seat])
        for at, seat in enumerate("ABCD"[:players])
    )
    there = (ARENA, *deck, *(brawlers() if cards is None else cards))
    return Setup(
        seats=seats,
        cards={card.key: card for card in there},
        arena=ARENA.key,
        challenges=tuple(card.key for card in deck),
        **({"readings": PROPOSED} | values),
    )


ONES, TWOS = ("one", "two", "three"), ("four", "five", "six")


def duel(  # noqa: PLR0913 (a whole game, as a test writes it)
    *cards: Card,
    a: Mapping[int, tuple[int, int]] | None = None,
    b: Mapping[int, tuple[int, int]] | None = None,
    hand: tuple[str, ...] = (),
    answer: tuple[str, ...] = (),
    traps: Mapping[tuple[int, int], str] | None = None,
    readings: Readings = PROPOSED,
    defence: int = 0,
    health: int = 5,
    back: Mapping[str, tuple[fx.Ability, ...]] | None = None,
) -> State:
    """A's turn in a duel, written down: champions on cells, cards in hands, all cores ready.

    A's champions are `one`, `two` and `three` (pieces A:1 to A:3), B's `four`, `five` and `six` (B:1 to B:3).
    """
    champions = [
        champion(name, defence=defence, health=health, abilities=(back or {}).get(name, ())) for name in (*ONES, *TWOS)
    ]
    made = setup({"A": ONES, "B": TWOS}, (*champions, *cards), readings=readings)
    pieces = {
        f"{seat}:{number}": Champion(
            id=f"{seat}:{number}",
            player=seat,
            card=name,
            cell=None if (at := (cells or {}).get(number)) is None else Cell(*at),
        )
        for seat, names, cells in (("A", ONES, a), ("B", TWOS, b))
        for number, name in enumerate(names, 1)
    }
    spare = [f"{trap}:{number}" for trap in ("stun", "immobilise", "damage_1", "damage_2") for number in (8, 9)]
    return State(
        setup=made,
        order=("A", "B"),
        ends={"A": End.ONE, "B": End.TWO},
        champions=pieces,
        cores={"A": CORES, "B": CORES},
        decks={"A": (), "B": ()},
        hands={"A": tuple(f"A:{key}" for key in hand), "B": tuple(f"B:{key}" for key in answer)},
        discards={"A": (), "B": ()},
        supply=tuple(spare),
        traps=tuple(LaidTrap(Cell(*cell), token) for cell, token in (traps or {}).items()),
        track=("",) * 4,
        points={"A": 0, "B": 0},
        round=2,
        turn=3,
        active="A",
        steps=(TurnStep(player="A", stage="act"),),
    )


def do(state: State, *commands: Any) -> State:
    """The state after commands; piles that wait are shuffled as they lie."""
    for command in commands:
        state = shuffled(fold(state, GAME.decide(state, command)))
    return state


def fold(state: State, events: Iterable[Any]) -> State:
    for event in events:
        state = GAME.evolve(state, event)
    return state


def shuffled(state: State) -> State:
    while pile := GAME.shuffling(state):
        state = fold(state, GAME.decide(state, Shuffled(by=TABLE, player=pile[0], order=pile[1])))
    return state


def events_of(state: State, *commands: Any) -> list[Any]:
    """All events of commands, one after the other."""
    found: list[Any] = []
    for command in commands:
        events = GAME.decide(state, command)
        found += events
        state = shuffled(fold(state, events))
    return found


def asked(state: State) -> tuple[str, tuple[str, ...]]:
    """What is asked, and of whom."""
    prompts = GAME.prompts(state)
    return (prompts[0].key, prompts[0].to) if prompts else ("", ())


def cells_offered(state: State, piece: str) -> set[tuple[int, int]]:
    """Where a piece may be moved now."""
    return {
        tuple(cell)
        for prompt in GAME.prompts(state)
        for spec in prompt.specs
        if spec.kind in ("move", "lay") and spec.fixed.get("piece", piece) == piece
        for cell in spec.fields["to"].options
    }


def at(state: State, piece: str) -> tuple[int, int] | None:
    cell = state.champions[piece].cell
    return None if cell is None else tuple(cell)


def hurt(state: State, **damage: int) -> State:
    """The same with damage on champions: `A1=2`."""
    changed = {f"{key[0]}:{key[1]}": amount for key, amount in damage.items()}
    return replace(
        state,
        champions={id_: replace(each, damage=changed.get(id_, each.damage)) for id_, each in state.champions.items()},
    )


def with_champion(state: State, piece: str, **values: Any) -> State:
    return replace(state, champions=state.champions | {piece: replace(state.champions[piece], **values)})
