"""Who has won or fallen between two parts of a turn does not wait for the rest of it (S-END-03, S-DMG-22)."""

import random

import pytest

from companion.games.common import TurnBegan
from companion.games.signum.model.commands import End, Fight, Play, Reveal, Shoot, Skip
from companion.games.signum.model.editions import Rules, Variant
from companion.games.signum.model.effects.effect import Ability, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HarmEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CardMoved, CardTold, PlayerChanged
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Phase, Seat, Setup
from companion.games.signum.model.terms import Selector, Until
from tests.games.signum.fights import Field, fighter
from tests.games.signum.random_play import Game
from tests.games.signum.table import CARDS
from tests.rules.signum.tables import EDITIONS, building, card, field, without_deck, zone


def rich(made, **stocks):
    return made.emit(*(PlayerChanged(player=player, prosperity=stock) for player, stock in stocks.items()))


def three_players(town, *, in_city_of):
    """Three players in the activation phase of A's turn, one with this building."""
    seats = tuple(Seat(id=name, name=name, side="player_one", hero="hero", deck=("fighter",) * 20) for name in "ABC")
    setup = Setup(rules=Rules(variant=Variant.BATTLE_OF_THREE), seats=seats, cards=CARDS | {town.key: town})
    game = Game(setup, random.Random(3))  # noqa: S311 (a game, no secret)
    while game.state.turn == 0 or game.state.active != "A":
        assert game.step()
    game.give(Skip(by="A"))
    at = f"{in_city_of}:x1"
    for event in (CardTold(card=at, key=town.key), CardMoved(card=at, player=in_city_of, zone="city")):
        game.state = game.rules.evolve(game.state, event)
    return game


def outcome(made):
    end = made.state.outcome
    return (end.winners, end.rule_id) if end is not None else None


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_end_03_what_an_empty_deck_pays_wins_before_the_income(rules):
    # B's next income would make 51 of B's 50 as well, and B's City would break the tie (S-END-06, S-TURN-08)
    bank = building("bank", 30)
    made = field(bank, rules=rules)
    zone(made, "B", "city", bank)
    made.table.state = without_deck(made.state, "B")
    rich(made, A=50, B=50).give(End(by="A"))
    assert outcome(made) == (("A",), "S-END-02")


def test_s_end_03_a_win_at_the_end_of_a_turn_comes_before_the_next_one():
    due = Rider(trigger=Trigger(on="turn.end", whose="own"), effects=(ProsperEffect(1),))
    bank = building("bank", riders=(due,))
    made = field(bank)
    zone(made, "A", "city", bank)
    rich(made, A=50, B=50).give(End(by="A"))
    assert outcome(made) == (("A",), "S-END-02")
    assert not [each for each in made.table.events if isinstance(each, TurnBegan) and each.player == "B"]


def test_s_end_03_a_win_does_not_wait_for_a_pursuit():
    bounty = Rider(trigger=Trigger(on="eliminated", whose="own"), effects=(ProsperEffect(5),))
    hunter = fighter("hunter", 3, 5, Ability("persecution", x=1), riders=(bounty,))
    put = {"A:1": (hunter, 300.0, 300.0), "B:1": (fighter("prey", 0, 1), 332.0, 300.0)}
    made = rich(Field(put | {"B:2": (fighter("other"), 300.0, 400.0)}), A=46)
    made.act("A:1").give(Fight(by="A", creature="A:1", target="B:1")).assign("A", 3, 0).roll("sss")
    assert outcome(made) == (("A",), "S-END-02")


def test_s_dmg_22_health_that_ends_with_the_turn_fells_before_the_next_turn():
    # the fallen hero's player has no income any more that could make 51 and a tie of it (S-END-05)
    hearty = ChangeEffect(of="health", by=3, to=Selector(who="enemy", what="hero"), until=Until.END_OF_TURN)
    spell = card("hearty", Kind.SPELL, effects=(hearty,))
    made = field(spell)
    (each,) = zone(made, "A", "hand", spell)
    rich(made, B=50).give(Play(by="A", card=each))
    made.change("B:hero", wounds=7).give(End(by="A"))
    assert outcome(made) == (("A",), "S-END-01")


def test_s_var_41_who_falls_as_the_turn_begins_neither_draws_nor_earns():
    # the fallen player's turn is over at once, and the next one begins (S-OPEN-28)
    doom = Rider(trigger=Trigger(on="turn.begin", whose="own"), effects=(
        HarmEffect(9, wounds=True, to=Selector(who="own", what="hero")),))  # fmt: skip
    game = three_players(building("altar", riders=(doom,)), in_city_of="B")
    before = game.state.players["B"]
    game.give(End(by="A"))
    assert game.state.players["B"].out
    assert (game.state.players["B"].prosperity, len(game.state.players["B"].hand)) == (before.prosperity, 4)
    assert (game.state.active, game.state.phase) == ("C", Phase.CONSTRUCTION)


def test_s_end_03_and_04_what_answers_a_declaration_may_win_before_the_deed():
    # the summoned miniature need not be placed, nor the melee fought, nor the shot rolled
    def answered(on, effects, **put):
        trick = card("trick", Kind.TACTIC, riders=(Rider(trigger=Trigger(on=on), effects=effects),))
        made = field(trick, put=put)
        (laid,) = zone(made, "B", "tactics", trick)
        return rich(made, B=50), laid

    made, laid = answered("summon", (ProsperEffect(1),))
    guard = next(each for each in made.state.players["A"].hand)
    made.give(Play(by="A", card=guard), Reveal(by="B", tactic=laid))
    assert outcome(made) == (("B",), "S-END-02")
    doom = (HarmEffect(9, wounds=True, to=Selector(who="enemy", what="hero")),)
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    for on, command in (
        ("melee.declare", Fight(by="A", creature="A:1", target="B:1")),
        ("ranged.declare", Shoot(by="A", creature="A:1", target="B:2", ability="shot")),
    ):
        put = {"B:1": (fighter("foe"), 332.0, 300.0)} if on == "melee.declare" else {}
        places = {"A:1": (archer, 300.0, 300.0), "B:2": (fighter("mark"), 300.0, 400.0)} | put
        made, laid = answered(on, doom, **places)
        made.act("A:1").give(command, Reveal(by="B", tactic=laid))
        assert outcome(made) == (("B",), "S-END-01")
        assert made.rolled() == []
