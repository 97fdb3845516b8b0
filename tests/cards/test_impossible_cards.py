"""What is well written and can never happen is refused, at the word that makes it so; what can happen is not."""

import pytest

from companion.games.registry import game_called
from companion.games.workshop import Bench
from companion.texts import Language
from tests.cards.language_games import DEFAULTS, HEAD

WORKSHOP = game_called("signum").workshop


def spell(effect, **to):
    return {"kind": "spell", "effects": [{**effect, **({"to": {"who": "enemy", **to}} if to else {})}]}


def waits(trigger, effect=None):
    return {"kind": "character", "riders": [{"trigger": trigger, "effects": [effect or {"type": "draw", "count": 1}]}]}


HARM, DRAW = {"type": "harm", "amount": 1}, {"type": "draw", "count": 1}
TO = ("effects", 0, "to")

NEVER = {
    "heal of the unwounded": (spell({"type": "heal"}, wounded=False), TO),
    "heal of those with no wounds": (spell({"type": "heal"}, wounds={"most": 0}), TO),
    "with and without": (spell(HARM, ability="flight", without="flight"), (*TO, "without")),
    "wounded with no wounds": (spell(HARM, wounded=True, wounds={"most": 0}), (*TO, "wounds")),
    "unwounded with wounds": (spell(HARM, wounded=False, wounds={"least": 1}), (*TO, "wounds")),
    "a hero that was summoned": (spell(HARM, what="hero", summoned=True), (*TO, "summoned")),
    "no health left": (spell(HARM, left={"most": 0}), (*TO, "left")),
    "no health": (spell(HARM, health={"most": 0}), (*TO, "health")),
    "taking what they lack": (spell({"type": "lose", "ability": "flight"}, without="flight"), (*TO, "without")),
    "hiding the hidden": (spell({"type": "token", "of": "stealth"}, stealth=True), (*TO, "stealth")),
    "finding the found": (spell({"type": "token", "of": "stealth", "by": -1}, stealth=False), (*TO, "stealth")),
    "control of one's own": (spell({"type": "control"}, who="own", what="character"), (*TO, "who")),
    "push away from itself": (
        waits({"on": "turn.begin"}, {"type": "push", "ruler": "S", "to": {"who": "self"}}),
        ("riders", 0, "effects", 0, "to", "who"),
    ),
    "terrain of a kind": (spell({"type": "destroy", "what": "terrain", "kind": "treasure"}), ("effects", 0, "kind")),
    "a tavern that is a relic": (spell({"type": "destroy", "what": "relic", "kind": "tavern"}), ("effects", 0, "kind")),
    "a building of no kind": (spell({"type": "destroy", "what": "building", "kind": "x"}), ("effects", 0, "kind")),
    "a hero from the Graveyard": (spell({"type": "return", "kinds": ["hero"]}), ("effects", 0, "kinds")),
    "a building in the deck": (spell({"type": "search", "kinds": ["building"]}), ("effects", 0, "kinds")),
    "dearer heroes": (spell({"type": "price", "prosperity": 1, "kinds": ["hero"]}), ("effects", 0, "kinds")),
    "a look at the own hand": (spell({"type": "look", "at": "hand", "who": "own"}), ("effects", 0, "who")),
    "a condition of nothing": (spell({"type": "if", "condition": {}, "effects": [DRAW]}), ("effects", 0, "condition")),
    "a price of nothing": (spell({"type": "pay", "prosperity": 0, "effects": [DRAW]}), ("effects", 0, "prosperity")),
    "a spell that is summoned": (waits({"on": "summon", "kinds": ["spell"]}), ("riders", 0, "trigger", "kinds")),
    "a hero that is played": (waits({"on": "card.play", "kinds": ["hero"]}), ("riders", 0, "trigger", "kinds")),
    "the own turn of an enemy": (
        waits({"on": "turn.begin", "whose": "enemy", "condition": {"turn": "own"}}),
        ("riders", 0, "trigger", "condition", "turn"),
    ),
    "buildings in hand": (
        spell({"type": "draw", "count": {"count": "hand", "kind": "building"}}), ("effects", 0, "count", "kind")
    ),
    "spells in the City": (
        spell({"type": "draw", "count": {"count": "buildings", "kind": "spell"}}), ("effects", 0, "count", "kind")
    ),
    "at most nothing": (
        spell({"type": "draw", "count": {"count": "hand", "most": 0}}), ("effects", 0, "count", "most")
    ),
    "five to two": (
        spell({"type": "if", "effects": [DRAW],
               "condition": {"counts": [{"amount": {"count": "hand"}, "least": 5, "most": 2}]}}),
        ("effects", 0, "condition", "counts", 0, "most"),
    ),
}  # fmt: skip

MAY_BE = {
    "heal of anybody": spell({"type": "heal"}, wounded=True),
    "one that lacks another ability": spell(HARM, ability="flight", without="shot"),
    "a character that was summoned": spell(HARM, what="character", summoned=True),
    "hidden enemies are found": spell({"type": "token", "of": "stealth", "by": -1}, stealth=True),
    "own cards shown": spell({"type": "look", "at": "hand", "who": "own", "reveal": True}),
    "own deck looked at": spell({"type": "look", "at": "deck", "who": "own"}),
    "a tavern destroyed": spell({"type": "destroy", "what": "building", "kind": "tavern"}),
    "each turn, if it is the own": waits({"on": "turn.begin", "whose": "any", "condition": {"turn": "own"}}),
    "exactly two": spell({"type": "if", "effects": [DRAW],
                          "condition": {"counts": [{"amount": {"count": "hand"}, "least": 2, "most": 2}]}}),
}  # fmt: skip


def bench(card):
    return Bench({"key": "one", "names": HEAD["names"], **DEFAULTS[card["kind"]], **card}, HEAD)


@pytest.mark.parametrize("name", NEVER)
def test_what_can_never_happen_is_refused_where_it_stands(name):
    card, at = NEVER[name]
    found = WORKSHOP.mistakes(bench(card))
    assert [path for path, _ in found] == [at]
    for language in Language:
        assert WORKSHOP.said(found[0], language)


@pytest.mark.parametrize("name", MAY_BE)
def test_what_may_happen_is_not(name):
    assert WORKSHOP.mistakes(bench(MAY_BE[name])) == ()
