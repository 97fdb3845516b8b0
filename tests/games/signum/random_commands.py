"""Commands by chance that nobody offers in so many words: what hands do on the table, and plain nonsense."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from companion.games.command import TABLE, Command
from companion.games.common import Clock, Concede, Correct, MoveCard, OfferDraw, Overrule, SetValue, TimeUp, Withdraw
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.commands import GiveEffect, Keeping
from companion.games.signum.model.editions import FACES, THINGS
from companion.games.signum.model.effects.effect import GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, LoseEffect
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import State
from companion.games.signum.play.by_hand import ZONES
from companion.games.values import Stand
from companion.geometry.grid import Cell
from tests.games.signum.random_play import FIELDS, KINDS
from tests.games.signum.random_worlds import any_effect

OF_CREATURES = ("wounds", "armour", "concentration", "strength", "movement_mm", "health", "stealth", "turn_done")
OF_PLAYERS = ("prosperity", "kills", "missed_draws")
OF_CARDS = ("tapped", "relic_armour", "relic_uses")
EFFECTS = (ChangeEffect, GainEffect, LoseEffect)


def by_hand(state: State, chance: random.Random, sigma_mm: float) -> Command:
    """Something that hands do: mostly a miniature set beside another, or a number changed."""
    player = chance.choice(list(state.players))
    ways: tuple[tuple[float, Callable[[], Command]], ...] = (
        (6, lambda: _bumped(state, chance, player, sigma_mm)),
        (3, lambda: _number(state, chance, player)),
        (1, lambda: _card(state, chance, player)),
        (1, lambda: _effect(state, chance, player)),
        (0.5, lambda: Keeping(by=player, what=chance.choice(THINGS), yes=chance.random() < 0.5)),
        (0.5, lambda: OfferDraw(by=player, agree=chance.random() < 0.5)),
        (0.5, lambda: Clock(by=TABLE, player=player, used_s=float(chance.randint(0, 999)))),
        (0.1, lambda: TimeUp(by=TABLE)),
        (0.1, lambda: Concede(by=player)),
        (1, lambda: Withdraw(by=player)),
        (1, lambda: _overruled(state, chance)),
    )
    return chance.choices([make for _, make in ways], [weight for weight, _ in ways])[0]()


def nonsense(state: State, chance: random.Random) -> Command:
    """A command of any kind with values that fit its fields' types, and mostly nothing else."""
    kind = chance.choice([each for each in KINDS if each not in ("overrule", "giveeffect", "setvalue", "movecard")])
    values = {name: _anything(state, chance, name, str(wanted)) for name, wanted in FIELDS[kind].items()}
    values["by"] = chance.choice((state.active or TABLE, state.active or TABLE, TABLE, *state.players))
    return msgspec.convert(values | {"rulings": {}, "witnesses": ()} if kind == "rolled" else values | {"rulings": {}},
                           type=KINDS[kind])  # type: ignore[no-any-return]  # fmt: skip


def altered(command: Command, state: State, chance: random.Random) -> Command:
    """A command like another one but for a field, which may hold anything of its type."""
    kind = str(command.__struct_config__.tag)
    name = chance.choice([each for each in FIELDS[kind] if each not in ("rulings", "witnesses")])
    players = (TABLE, *state.players)
    value = chance.choice(players) if name == "by" else _anything(state, chance, name, str(FIELDS[kind][name]))
    return msgspec.structs.replace(command, **{name: value})


def _anything(state: State, chance: random.Random, name: str, wanted: str) -> Any:
    player = chance.choice(list(state.players))
    cards = [card for card in state.keys if card.startswith(player)]
    pools: dict[str, Callable[[], Any]] = {
        "player": lambda: player,
        "ability": lambda: chance.choice(("shot", "throwing", "magical_shot", *CATALOGUE)),
        "tactic": lambda: chance.choice([each.id for each in state.players[player].tactics] or cards),
        "side": lambda: chance.choice(("player_one", "player_two", "left", "right")),
        "rolled": lambda: {each: str(chance.randint(1, 6)) for each in state.players},
        "key": lambda: chance.choice(list(state.setup.cards)),
        "faces": lambda: tuple(chance.choices(FACES, k=chance.randint(0, 4))),
        "dice": lambda: tuple(range(chance.randint(0, 2))),
        "order": lambda: state.players[player].deck,
        "buildings": lambda: tuple(each.id for each in state.players[player].city[: chance.randint(0, 2)]),
        "cards": lambda: state.players[player].hand[: chance.randint(0, 3)],
        "relics": lambda: tuple(each.id for each in state.players[player].relics[: chance.randint(0, 1)]),
        "chosen": lambda: tuple(chance.sample(cards, 1)),
        "outline": lambda: ((200.0, 280.0), (240.0, 280.0), (240.0, 320.0)),
        "cell": lambda: chance.choice((None, Cell(chance.randint(-3, 3), chance.randint(-3, 3)))),
        "what": lambda: chance.choice(THINGS),
        "witnesses": tuple,
        "rulings": dict,
    }
    if name in pools:
        return pools[name]()
    if name in ("creature", "target", "of"):
        return chance.choice([*state.creatures, ""])
    if "Stand" in wanted:
        return Stand(chance.uniform(0, 600), chance.uniform(0, 600))
    if "bool" in wanted:
        return chance.random() < 0.5
    if "float" in wanted:
        return 0.0
    return chance.randint(0, 3) if "int" in wanted else chance.choice([*cards, ""])


def _bumped(state: State, chance: random.Random, player: str, sigma_mm: float) -> Command:
    """A creature set down beside another one, or anywhere where it is alone."""
    standing = [each for each in state.creatures.values() if each.stand is not None and state.keys[each.id]]
    if not standing:
        return OfferDraw(by=player, agree=False)
    one, other = chance.choice(standing), chance.choice(standing)
    assert other.stand is not None
    away = radius_mm(state, state.card(one.id)) + radius_mm(state, state.card(other.id))
    turn = chance.choice(((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)))
    width, height = state.setup.mat_mm
    x, y = other.stand.x_mm + away * turn[0], other.stand.y_mm + away * turn[1]
    return Correct(
        by=player, of=one.id, at=Stand(min(max(x, 16.0), width - 16.0), min(max(y, 16.0), height - 16.0), sigma_mm)
    )


def _number(state: State, chance: random.Random, player: str) -> Command:
    what = chance.choice((*OF_CREATURES, *OF_PLAYERS, *OF_CARDS))
    mine = state.players[player]
    held = [each.id for each in (*mine.city, *mine.relics)]
    of = player if what in OF_PLAYERS else chance.choice(held or [""])
    if what in OF_CREATURES:
        of = chance.choice([*state.creatures, ""])
    return SetValue(by=player, what=what, of=of, value=float(chance.choice((0, 1, 2, 3, 80))), reason="seen")


def _card(state: State, chance: random.Random, player: str) -> Command:
    card = chance.choice([each for each in state.keys if not each.endswith(":hero")] or ["X:1"])
    return MoveCard(by=player, card=card, zone=chance.choice(ZONES), player=chance.choice((card[0], player)))


def _effect(state: State, chance: random.Random, player: str) -> Command:
    effect = any_effect(chance)
    while not isinstance(effect, EFFECTS):
        effect = any_effect(chance)
    text = chance.choice((msgspec.json.encode(effect).decode(), "{}"))
    return GiveEffect(by=player, creature=chance.choice([*state.creatures, ""]), effect=text)


def _overruled(state: State, chance: random.Random) -> Command:
    meant = nonsense(state, chance)
    return Overrule(by=TABLE, command=msgspec.json.encode(meant).decode(), reason="agreed")
