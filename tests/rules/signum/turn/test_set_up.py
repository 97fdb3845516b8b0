"""From the chosen decks to the first turn (S-SETUP)."""

import pytest

from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.games.signum.model.commands import (
    ChooseFirst,
    Construct,
    End,
    Keep,
    Mulligan,
    PlaceHero,
    Priority,
    Skip,
    Trade,
)
from companion.games.signum.model.events import CardMoved, DeckOrdered, OrderSet
from companion.games.signum.model.state import Phase
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.table import duel
from tests.rules.signum.tables import EDITIONS, ENGLISH, RUSSIAN, WEB, dealt

A_SIDE, B_SIDE = Stand(300.0, 16.0), Stand(300.0, 584.0)


def prompt(table):
    (only,) = table.game.prompts(table.state)
    return only.key, only.to


def hand(table, player="A"):
    return table.state.players[player].hand


def test_s_setup_01_one_thing_after_the_other():
    table = duel()
    asked = [prompt(table)]
    for command in (
        Priority(by=TABLE, rolled={"A": "2", "B": "6"}),
        ChooseFirst(by="B", player="A"),
        PlaceHero(by="A", at=A_SIDE),
        PlaceHero(by="B", at=B_SIDE),
        Keep(by="A"),
    ):
        table.give(command)
        asked.append(prompt(table))
    keys = ["priority", "first", "place_hero", "place_hero", "hand", "hand"]
    assert asked == list(zip(keys, [("A", "B"), ("B",), ("A",), ("B",), ("A",), ("B",)], strict=True))
    with pytest.raises(RuleViolation):
        table.give(Skip(by="A"))


def test_s_setup_02_who_rolled_higher_decides_who_begins():
    table = duel().give(Priority(by=TABLE, rolled={"A": "3", "B": "5"}))
    with pytest.raises(RuleViolation):
        table.give(ChooseFirst(by="A", player="A"))
    table.give(ChooseFirst(by="B", player="A"))
    assert table.state.order == ("A", "B")


def test_s_setup_03_ties_are_rolled_again_and_numbers_count():
    # S-OPEN-58
    table = duel().give(Priority(by=TABLE, rolled={"A": "4", "B": "4"}))
    assert prompt(table)[0] == "priority"
    table.give(Priority(by=TABLE, rolled={"A": "3", "B": "4"}))  # both show an axe; the number counts
    assert prompt(table) == ("first", ("B",))


def test_s_setup_04_the_order_stays():
    table = duel().begun()
    for player in "ABABAB":
        assert table.state.active == player
        table.give(Skip(by=player), End(by=player))
    assert sum(isinstance(each, OrderSet) for each in table.events) == 1


def test_s_setup_05_sides_are_opposite():
    table = duel()
    seats = [seat.side for seat in table.state.setup.seats]
    assert sorted(seats) == ["player_one", "player_two"]


@pytest.mark.parametrize(
    ("at", "legal"),
    [
        (A_SIDE, True),
        (Stand(16.0, 16.0), True),
        (Stand(584.0, 16.0), True),
        (Stand(300.0, 30.0), False),
        (Stand(300.0, 584.0), False),
        (Stand(10.0, 16.0), False),
    ],
)
def test_s_setup_06_to_08_heroes_touch_their_own_side_anywhere_along_it(at, legal):
    # S-DIFF-17: anywhere for the second player too
    table = duel().give(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player="A"))
    with pytest.raises(RuleViolation):
        table.give(PlaceHero(by="B", at=B_SIDE))  # S-SETUP-07: the first player comes first
    if not legal:
        with pytest.raises(RuleViolation):
            table.give(PlaceHero(by="A", at=at))
        return
    table.give(PlaceHero(by="A", at=at))
    assert table.state.creatures["A:hero"].stand == at
    table.give(PlaceHero(by="B", at=Stand(at.x_mm, 600.0 - at.y_mm)))
    assert prompt(table)[0] == "hand"


def test_s_setup_11_up_to_four_cards_are_exchanged_for_as_many():
    table = dealt()
    kept, given = hand(table)[0], hand(table)[1:]
    table.give(Mulligan(by="A", cards=given))
    assert len(hand(table)) == 4
    assert kept in hand(table)
    assert set(given) <= set(table.state.players["A"].deck)
    with pytest.raises(RuleViolation):
        table.give(Mulligan(by="B", cards=(hand(table, "B")[0],) * 2))


@pytest.mark.parametrize("rules", EDITIONS)
def test_s_setup_12_replacements_are_drawn_before_the_shuffle(rules):
    # S-DIFF-15: ru does not state the order and takes that of en
    table = dealt(rules)
    known, top = len(table.events), table.state.players["A"].deck[:2]
    table.give(Mulligan(by="A", cards=hand(table)[:2]))
    moves = table.events[known:]
    drawn = [n for n, each in enumerate(moves) if isinstance(each, CardMoved) and each.zone == "hand"]
    shuffled = [n for n, each in enumerate(moves) if isinstance(each, DeckOrdered)]
    assert len(drawn) == 2
    assert max(drawn) < min(shuffled)
    assert set(top) <= set(hand(table))


@pytest.mark.parametrize(("rules", "may"), [(ENGLISH, True), (RUSSIAN, False), (WEB, False)])
def test_s_setup_13_only_in_en_cards_are_sold_for_prosperity(rules, may):
    # S-DIFF-16
    table = dealt(rules)
    before, sold = table.state.players["A"].prosperity, hand(table)[:3]
    offered = {spec.kind for spec in table.game.commands(table.state, "A")}
    assert ("trade" in offered) is may
    if not may:
        with pytest.raises(RuleViolation, match="S-SETUP-13"):
            table.give(Trade(by="A", cards=sold))
        return
    table.give(Trade(by="A", cards=sold))
    assert table.state.players["A"].prosperity == before + 3


def test_s_setup_14_sold_cards_lie_in_the_graveyard_and_are_not_replaced():
    # S-OPEN-48: either one or the other
    table = dealt()
    sold = hand(table)[:2]
    table.give(Trade(by="A", cards=sold))
    assert table.state.players["A"].graveyard == sold
    assert len(hand(table)) == 2
    with pytest.raises(RuleViolation):
        table.give(Mulligan(by="A", cards=hand(table)[:1]))


def test_s_setup_15_the_first_player_decides_first():
    table = dealt()
    with pytest.raises(RuleViolation):
        table.give(Keep(by="B"))
    table.give(Keep(by="A"))
    assert prompt(table) == ("hand", ("B",))


def test_s_setup_16_and_17_then_the_first_turn_begins_like_any_other():
    table = dealt().give(Keep(by="A"), Keep(by="B"))
    assert (table.state.turn, table.state.active, table.state.phase) == (1, "A", Phase.CONSTRUCTION)
    assert len(hand(table)) == 5
    table.give(Construct(by="A", card="A:b1"))
    assert table.state.phase is Phase.ACTIVATION


def test_a_deck_is_shuffled_whole():
    # S-DECK-15: no card may be missing from a new order, none be there twice
    table = duel().give(
        Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player="A"), PlaceHero(by="A", at=A_SIDE)
    )
    game, state = table.game, table.state
    for event in game.decide(state, PlaceHero(by="B", at=B_SIDE)):
        state = game.evolve(state, event)
    deck = state.players["A"].deck
    for order in (deck[1:], (*deck[1:], deck[1])):
        with pytest.raises(RuleViolation):
            game.decide(state, Shuffled(by=TABLE, player="A", order=order))
