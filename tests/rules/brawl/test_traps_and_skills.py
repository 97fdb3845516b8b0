"""Traps, skills and single words of cards (B-TRAP, B-SKILL, B-KW)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.commands import (
    Attack,
    Choose,
    Lay,
    Move,
    Play,
    React,
    Refrain,
    Stop,
    Use,
)
from companion.games.brawl.model.events import HandShown
from companion.games.brawl.model.setup import PROPOSED, Readings
from companion.games.brawl.model.state import LaidTrap
from companion.games.brawl.model.terms import Selector, Until
from companion.games.brawl.rules.arena import trap_cells
from companion.games.brawl.rules.selection import is_bloodied
from companion.games.brawl.rules.traps import cells_for_trap
from companion.geometry.grid import Cell
from tests.games.brawl.table import asked, at, attack, do, duel, events_of, hurt, reaction, skill


def walked(token, *, readings=None, health=5, cards=(), **values):
    """A:1 steps from (1, 1) onto a trap on (1, 2)."""
    go = skill("go", "one", move=2)
    more = {"readings": readings} if readings else {}
    state = duel(
        go,
        *cards,
        a={1: (1, 1)},
        hand=("go", *(c.key for c in cards)),
        traps={(1, 2): token},
        health=health,
        **more,
        **values,
    )
    return do(state, Play(by="A", card="A:go"), Move(by="A", piece="A:1", to=Cell(1, 2)))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_b_trap_02_13_a_damage_trap_deals_its_number(number):
    assert walked(f"damage_{number}:1", defence=2).champions["A:1"].damage == number


def test_b_trap_05_14_an_immobilise_trap_ends_the_move():
    state = do(walked("immobilise:1"), Lay(by="A", to=Cell(2, 0)))
    assert state.champions["A:1"].immobilised
    assert asked(state)[0] == "use"  # B-OPEN-31: the rest of the card


def test_b_trap_15_and_kw_07_a_stun_trap_discards_a_card_of_the_champion():
    mine, hers = attack("mine", "one"), attack("hers", "two")
    two = walked("stun:1", cards=(mine, attack("other", "one"), hers))
    assert asked(two) == ("stun", ("A",))
    field = GAME.prompts(two)[0].specs[0].fields["chosen"]
    assert (field.options, field.least, field.most) == (("A:mine", "A:other"), 1, 1)
    state = walked("stun:1", cards=(mine, hers))
    assert asked(state) == ("stun", ("A",))
    state = do(state, Choose(by="A", chosen=("A:mine",)))
    assert state.hands["A"] == ("A:hers",)
    assert state.discards["A"] == ("A:mine",)
    assert asked(state) == ("lay", ("A",))


def test_b_kw_07_without_such_a_card_the_hand_is_shown():
    """B-OPEN-25."""
    state = duel(
        skill("go", "one", move=2), attack("hers", "two"), a={1: (1, 1)}, hand=("go", "hers"), traps={(1, 2): "stun:1"}
    )
    events = events_of(state, Play(by="A", card="A:go"), Move(by="A", piece="A:1", to=Cell(1, 2)))
    shown = [each for each in events if isinstance(each, HandShown)]
    assert [(each.player, each.to, each.cards) for each in shown] == [("A", ("B",), ("A:hers",))]
    assert ("B", "reveal") in GAME.learned(state, shown[0])


def test_b_trap_04_06_07_18_19_a_new_token_goes_on_another_trap_cell():
    state = walked("damage_1:1")
    assert asked(state) == ("lay", ("A",))
    assert Cell(1, 2) not in cells_for_trap(state, Cell(1, 2))
    assert set(cells_for_trap(duel(), None)) - set(cells_for_trap(duel(), Cell(2, 0))) == {Cell(2, 0)}
    supply = len(state.supply)
    state = do(state, Lay(by="A", to=Cell(2, 0)))
    assert [each.cell for each in state.traps] == [Cell(2, 0)]
    assert len(state.supply) == supply
    assert "damage_1:1" in state.supply  # B-TRAP-08


def test_b_trap_08_the_triggered_token_cannot_be_the_new_one():
    state = walked("damage_1:1")
    assert do(state, Lay(by="A", to=Cell(2, 0))).traps[0].token == state.supply[0]


def test_b_trap_09_where_all_are_taken_it_goes_beside_a_trap():
    """B-OPEN-19, B-OPEN-38."""
    state = duel(a={1: (2, 0), 2: (-2, 0)}, b={1: (0, 2), 2: (0, -2)}, traps={(2, -2): "stun:1", (-2, 2): "stun:2"})
    cells = cells_for_trap(state, None)
    assert Cell(3, 0) in cells
    assert Cell(2, -1) in cells
    assert Cell(3, -1) not in cells  # a statue
    assert Cell(4, 0) not in cells  # beside no trap cell
    assert not {Cell(2, 0), Cell(2, -2)} & set(cells)


def test_b_trap_10_a_cell_made_so_is_one_while_the_token_lies():
    state = duel(traps={(1, 1): "stun:1"})
    assert Cell(1, 1) in trap_cells(state)
    assert Cell(1, 1) not in trap_cells(replace(state, traps=(LaidTrap(Cell(2, 0), "stun:1"),)))


def test_b_ko_19_walking_into_a_trap_is_knocking_oneself_out():
    """B-OPEN-17."""
    state = do(walked("damage_3:1", health=3), Lay(by="A", to=Cell(2, 0)))
    assert state.points == {"A": 0, "B": 1}
    assert not state.champions["A:1"].powered
    kind = do(walked("damage_3:1", health=3, readings=Readings(own_trap_scores=False)), Lay(by="A", to=Cell(2, 0)))
    assert kind.points == {"A": 0, "B": 0}
    for reading in (Readings(own_trap_scores=False), PROPOSED):  # all others score
        fell = hurt(
            duel(attack("hit", "one", move=None), a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), readings=reading), B1=4
        )
        assert do(fell, Play(by="A", card="A:hit"), Attack(by="A", target="B:1")).points == {"A": 1, "B": 0}
        pushed = skill("push", "one", move=None, effects=(fx.PushEffect(2, Selector("enemy")),))
        by_trap = duel(
            pushed,
            a={1: (1, 0)},
            b={1: (1, 1)},
            hand=("push",),
            health=3,
            readings=reading,
            traps={(1, 2): "damage_3:1"},
        )
        by_trap = do(by_trap, Play(by="A", card="A:push"), Use(by="A"))
        assert by_trap.points == {"A": 1, "B": 0}


def test_b_trap_17_37_the_knocked_out_lays_the_new_token_before_all_goes_on():
    """B-OPEN-37."""
    state = walked("damage_3:1", health=3)
    assert at(state, "A:1") is None
    assert asked(state) == ("lay", ("A",))
    assert asked(do(state, Lay(by="A", to=Cell(2, 0))))[0] == "act"


def test_b_trap_01_nobody_is_shown_a_face_down_token():
    state = duel(traps={(1, 1): "stun:1"})
    for viewer in ("A", "B", "spectator"):
        assert "stun" not in str(GAME.view(state, viewer).traps)


def test_b_kw_10_and_ex_10_three_damage_is_bloodied():
    state = hurt(duel(a={1: (1, 1)}, b={1: (1, 2)}), A1=3, B1=2)
    assert is_bloodied(state.champions["A:1"])
    assert not is_bloodied(state.champions["B:1"])


def test_b_skill_03_04_a_skill_may_not_be_used_after_its_move():
    heal = skill("heal", "one", move=2, effects=(fx.DamageEffect(1, Selector(who="enemy")),))
    state = duel(heal, a={1: (1, 1)}, b={1: (1, 2)}, hand=("heal",))
    state = do(
        state, Play(by="A", card="A:heal"), Move(by="A", piece="A:1", to=Cell(0, 1)), Stop(by="A"), Refrain(by="A")
    )
    assert at(state, "A:1") == (0, 1)
    assert state.champions["B:1"].damage == 0
    assert state.discards["A"] == ("A:heal",)


def test_b_base_03_and_open_30_an_ally_is_not_the_champion_whose_card_it_is():
    rally = reaction(
        "rally", "five", before=(fx.ChangeEffect("defence", 2, Selector(who="ally"), until=Until.END_OF_ATTACK),)
    )
    made = attack("hit", "one", move=None)
    state = duel(made, rally, a={1: (1, 1)}, b={1: (1, 2), 2: (2, 2)}, hand=("hit",), answer=("rally",))
    state = do(
        state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"), React(by="B", card="B:rally", piece="B:1")
    )
    assert state.champions["B:1"].damage == 1
    assert state.lasting == ()
