"""A player whose hero has fallen in a game that goes on (S-VAR-41), and cards that leave the mat by effects."""

import random

import pytest

from companion.games.common import Concede, OfferDraw
from companion.games.signum.model.commands import End, Fight, Play, Reveal, Skip
from companion.games.signum.model.editions import Rules, Variant
from companion.games.signum.model.effects.effect import CancelEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import HarmEffect
from companion.games.signum.model.effects.on_players import ReturnEffect
from companion.games.signum.model.events import CardMoved, CardTold, TemplateLaid
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Phase, Seat, Setup, Tactic, Template
from companion.games.signum.model.terms import Selector
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import beside, fighter
from tests.games.signum.random_play import Game
from tests.games.signum.table import CARDS
from tests.rules.signum.tables import building, card, field, zone

SQUARE = ((280.0, 280.0), (320.0, 280.0), (320.0, 320.0), (280.0, 320.0))


def three() -> Game:
    """Three players, set up by chance, with cards of every kind in front of C."""
    cards = CARDS | {"town": building("town"), "ploy": card("ploy", Kind.TACTIC), "wood": card("wood", Kind.TERRAIN)}
    seats = tuple(Seat(id=name, name=name, side="player_one", hero="hero", deck=("fighter",) * 20) for name in "ABC")
    rules = Rules(variant=Variant.BATTLE_OF_THREE)
    game = Game(Setup(rules=rules, seats=seats, cards=cards), random.Random(3))  # noqa: S311 (a game, no secret)
    while game.state.turn == 0:
        assert game.step()
    for name, key, place in (("C:x1", "town", "city"), ("C:x2", "ploy", "tactics"), ("C:x3", "wood", "terrain_city")):
        tactic = Tactic(id=name) if place == "tactics" else None
        for event in (CardTold(card=name, key=key), CardMoved(card=name, player="C", zone=place, tactic=tactic)):
            game.state = game.rules.evolve(game.state, event)
    laid = TemplateLaid(template=Template(id="C:x3", owner="C", outline=SQUARE))
    game.state = game.rules.evolve(game.state, laid)
    return game


def test_s_var_41_cards_and_creatures_leave_and_terrain_stays():
    # S-OPEN-28
    game = three()
    game.give(Concede(by="C"))
    fallen = game.state.players["C"]
    assert (fallen.out, fallen.city, fallen.tactics, fallen.relics) == (True, (), (), ())
    assert not [each for each in game.state.creatures.values() if each.owner == "C"]
    assert "C:x3" in game.state.templates
    assert game.state.outcome is None


def test_s_var_41_the_fallen_have_no_turn_and_no_say():
    game = three()
    game.give(Concede(by="C"))
    while game.state.steps:
        assert game.step()
    seen = set()
    for _ in range(4):
        player = game.state.active
        seen.add(player)
        if game.state.phase is Phase.CONSTRUCTION:
            game.give(Skip(by=player))
        game.give(End(by=player))
    assert seen == {"A", "B"}
    with pytest.raises(RuleViolation):
        game.give(OfferDraw(by="C"))


def test_what_goes_back_to_a_hand_leaves_the_mat_but_a_hero_stays():
    back = card("back", Kind.TACTIC, riders=(
        Rider(trigger=Trigger(on="melee.declare"), effects=(ReturnEffect(source="target", to="hand"),)),))  # fmt: skip
    made = beside(fighter("one", 2, 5), fighter("other", 2, 5), cards={"back": back})
    (trick,) = zone(made, "B", "tactics", back)
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1"), Reveal(by="B", tactic=trick))
    assert "A:1" not in made.state.creatures
    assert "A:1" in made.state.players["A"].hand
    assert made.state.steps == ()
    hero = field(back, put={"B:1": (fighter("other", 2, 5), 300.0, 48.0)})
    (trick,) = zone(hero, "B", "tactics", back)
    hero.act("A:hero").give(Fight(by="A", creature="A:hero", target="B:1"), Reveal(by="B", tactic=trick))
    assert "A:hero" in hero.state.creatures


def test_a_cancelled_spell_goes_where_the_reaction_says():
    # S-PLAY-12
    song = card("song", Kind.SPELL, effects=(HarmEffect(1, to=Selector(who="enemy", what="hero", count=0)),))
    hush = card(
        "hush", Kind.TACTIC, riders=(Rider(trigger=Trigger(on="card.play"), effects=(CancelEffect(to="hand"),)),)
    )
    made = field(song, hush)
    (spell,) = zone(made, "A", "hand", song)
    (trick,) = zone(made, "B", "tactics", hush)
    made.give(Play(by="A", card=spell), Reveal(by="B", tactic=trick))
    assert spell in made.state.players["A"].hand
    assert made.wounds("B:hero") == 0
