"""Creatures that move on a table with terrain, for tests."""

import msgspec

from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, Move
from companion.games.signum.model.events import CardTold, TemplateLaid
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Template
from companion.games.signum.movement import travel as travelling
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter


def runner(movement="M", *abilities, base="small"):
    name = f"{movement}-{base}-{'-'.join(each.name for each in abilities)}"
    return msgspec.structs.replace(fighter(name, 2, 5, *abilities), movement=movement, base=base)


PLAIN = runner("M")
ENEMY = fighter("enemy", 2, 5)
MIRE = Card(key="mire", kind=Kind.TERRAIN, names={"en": "Mire"}, terrain=("difficult",))
ROCK = Card(key="rock", kind=Kind.TERRAIN, names={"en": "Rock"}, terrain=("impassable",))


def box(x0, y0, x1, y1):
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def field(put, *, terrain=(), rules=None, act="A:1"):
    """Creatures and templates (card, outline); A:1 is activated."""
    known = {card.key: card for card, _ in terrain}
    made = Field(put, rules=rules, cards=known)
    for number, (card, outline) in enumerate(terrain):
        name = f"A:t{number}"
        made.emit(
            CardTold(card=name, key=card.key), TemplateLaid(template=Template(id=name, owner="A", outline=outline))
        )
    return made.give(Activate(by="A", creature=act)) if act else made


def move(x, y, *, run=False, name="A:1", sigma=0.0, **values):
    return Move(by="A", creature=name, to=Stand(x, y, sigma), run=run, **values)


def where(made, name="A:1"):
    stand = made.state.creatures[name].stand
    return stand.x_mm, stand.y_mm


def left(made, name="A:1"):
    return travelling.left_mm(made.state, made.state.creatures[name])
