"""Attacks of one champion on another, as tests of many rules need them."""

from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Attack, Play
from companion.games.brawl.model.kinds import AimKind, Core
from companion.games.brawl.model.terms import Selector
from tests.games.brawl.table import attack, do, duel, reaction

MELEE = TargetDiagram(AimKind.MELEE)
GUARD = reaction("guard", "four", Core.MANIPULATION, defence=1)
OTHER = reaction("other", "five", Core.CREATION, after=(fx.DamageEffect(1, Selector(who="attacker")),))


def targets(state):
    return {
        each
        for prompt in state
        for spec in prompt.specs
        if spec.kind == "attack"
        for each in spec.fields["target"].options
    }


def aimed(target, **values):
    """What may be named once the card with that diagram is played, and the state."""
    card = attack("hit", "one", move=None, target=target, **values.pop("card", {}))
    state = do(duel(card, hand=("hit",), **values), Play(by="A", card="A:hit"))
    return targets(GAME.prompts(state)), state


def hit(*, answer=(), answers=(), card=None, **values):
    """After A:1 on (1, 1) has attacked B:1 on (1, 2) with strength 3."""
    made = attack("hit", "one", **({"move": None} | (card or {})))
    state = duel(made, *answers, **({"a": {1: (1, 1)}, "b": {1: (1, 2)}} | values), hand=("hit",), answer=answer)
    return do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))


def ways(state):
    """The directions in which an area may be chosen."""
    return tuple(
        way
        for prompt in GAME.prompts(state)
        for spec in prompt.specs
        if spec.kind == "aim"
        for way in spec.fields["way"].options
    )


def struck(*answers, card=None, hand=(), **values):
    """A:1 on (1, 1) attacks B:1 on (1, 2) with strength 3."""
    made = attack("hit", "one", **({"move": None} | (card or {})))
    state = duel(made, *answers, **({"a": {1: (1, 1)}, "b": {1: (1, 2)}} | values), hand=("hit", *hand))
    state = replace(state, hands=state.hands | {"B": tuple(f"B:{each.key}" for each in answers)})
    return do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
