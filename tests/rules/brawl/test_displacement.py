"""Push, Pull, Force, Fear, Dash, Swoop, Jump, Place and Immobilise (B-KW, B-DISP)."""

import pytest

from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Attack, EndTurn, Lay, Move, Play, Stop, Use
from companion.games.brawl.model.kinds import AimKind
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.terms import Selector
from companion.games.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import NAMES, asked, at, attack, cells_offered, do, duel, events_of, skill, with_champion

ALL = Selector(who="enemy")
ONE = Selector(who="enemy", count=1)


def struck(effect, *, a=(1, 0), b=(2, 0), more=None, **values):
    """After A:1 has attacked B:1 with 0 strength and an effect as post-effect."""
    card = attack("hit", "one", move=None, strength=0, after=(effect,), target=TargetDiagram(AimKind.INDIRECT, 9))
    state = duel(card, a={1: a}, b={1: b} | (more or {}), hand=("hit",), **values)
    return do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))


def test_b_kw_08_a_push_goes_straight_away_as_far_as_it_can():
    state = struck(fx.PushEffect(2), a=(1, 1), b=(1, 2))
    assert at(state, "B:1") == (1, 3)
    assert state.champions["B:1"].damage == 1  # (1, 4) is off the arena


def test_b_kw_08_a_whole_push_hurts_nobody():
    state = struck(fx.PushEffect(2), a=(-1, 1), b=(-1, 2))
    assert at(state, "B:1") == (-1, 4)
    assert state.champions["B:1"].damage == 0


@pytest.mark.parametrize(("other", "where"), [("A:2", "a"), ("B:2", "b")])
def test_b_kw_08_a_push_stops_before_any_champion(other, where):
    card = attack("hit", "one", move=None, strength=0, after=(fx.PushEffect(3),))
    a, b = {1: (-1, 1)}, {1: (-1, 2)}
    {"a": a, "b": b}[where][2] = (-1, 4)
    state = duel(card, a=a, b=b, hand=("hit",))
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert at(state, "B:1") == (-1, 3)
    assert state.champions["B:1"].damage == 2
    assert other in state.champions


def test_b_kw_08_a_push_stops_before_a_statue():
    state = struck(fx.PushEffect(2), a=(2, 0), b=(1, 0))
    assert at(state, "B:1") == (1, 0)
    assert state.champions["B:1"].damage == 2  # B-BASE-09


def test_b_kw_08_out_of_row_a_push_is_ignored():
    state = struck(fx.PushEffect(2), a=(1, 1), b=(2, 2))
    assert at(state, "B:1") == (2, 2)
    assert state.champions["B:1"].damage == 0


def test_b_kw_08_33_a_push_ignores_defence():
    state = struck(fx.PushEffect(2), a=(2, 0), b=(1, 0), defence=3)
    assert state.champions["B:1"].damage == 2


def test_b_kw_12_a_pull_goes_straight_towards():
    state = struck(fx.PullEffect(2), a=(1, 0), b=(4, 0))
    assert at(state, "B:1") == (2, 0)
    assert state.champions["B:1"].damage == 0


def test_b_kw_32_a_pull_on_a_neighbour_moves_nobody_and_hurts():
    state = struck(fx.PullEffect(2), a=(1, 0), b=(2, 0))
    assert at(state, "B:1") == (2, 0)
    assert state.champions["B:1"].damage == 2


def test_b_kw_30_a_push_is_made_in_full_without_asking():
    events = struck(fx.PushEffect(1))
    assert at(events, "B:1") == (3, 0)
    assert asked(events)[0] == "act"


def test_b_ex_07_immobilised_a_push_hurts_and_force_does_not():
    """Pushed 2 it takes 2 damage; Forced 2 it stays and takes none (B-DISP-03, B-DISP-04, B-DISP-05)."""
    for effect, damage in ((fx.PushEffect(2), 2), (fx.PullEffect(2), 2), (fx.ForceEffect(2), 0), (fx.FearEffect(2), 0)):
        card = attack("hit", "one", move=None, strength=0, after=(effect,), target=TargetDiagram(AimKind.INDIRECT, 9))
        state = with_champion(duel(card, a={1: (1, 1)}, b={1: (-1, 1)}, hand=("hit",)), "B:1", immobilised=True)
        state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
        assert at(state, "B:1") == (-1, 1)
        assert state.champions["B:1"].damage == damage


def test_b_disp_02_protection_also_protects_from_the_damage():
    steady = (fx.Ability(NAMES, (fx.ProtectEffect("displacement"),)),)
    card = attack("hit", "one", move=None, strength=0, after=(fx.PushEffect(2),))
    state = with_champion(
        duel(card, a={1: (2, 0)}, b={1: (1, 0)}, hand=("hit",), back={"four": steady}), "B:1", powered=True
    )
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert state.champions["B:1"].damage == 0


def test_b_disp_06_an_immobilised_champion_may_be_placed():
    card = attack("hit", "one", move=None, strength=0, after=(fx.PlaceEffect(Selector(who="target"), within=1),))
    state = with_champion(duel(card, a={1: (1, 0)}, b={1: (2, 0)}, hand=("hit",)), "B:1", immobilised=True)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    state = do(state, Move(by="A", piece="B:1", to=Cell(1, 1)))
    assert at(state, "B:1") == (1, 1)


def test_b_disp_07_a_trap_that_immobilises_makes_the_rest_damage():
    """Pushed 3 from (-1, 0): the trap on (-1, 2)... the second cell stops it, one cell is missing."""
    state = struck(fx.PushEffect(3), a=(-1, 0), b=(-1, 1), traps={(-1, 3): "immobilise:1"})
    state = do(state, Lay(by="B", to=Cell(2, 0)))
    assert at(state, "B:1") == (-1, 3)
    assert state.champions["B:1"].damage == 1
    gentle = struck(
        fx.PushEffect(3), a=(-1, 0), b=(-1, 1), traps={(-1, 3): "immobilise:1"}, readings=Readings(stopped_hurts=False)
    )
    assert do(gentle, Lay(by="B", to=Cell(2, 0))).champions["B:1"].damage == 0


def test_b_disp_08_a_champion_that_is_knocked_out_stops():
    state = struck(fx.PushEffect(3), a=(-1, 0), b=(-1, 1), traps={(-1, 2): "damage_3:1"}, health=3)
    assert at(state, "B:1") is None
    assert state.champions["B:1"].damage == 0
    assert state.points["A"] == 1


def test_b_kw_11_force_goes_where_its_player_likes():
    state = struck(fx.ForceEffect(2), a=(1, 1), b=(2, 1))
    assert asked(state) == ("force", ("A",))
    assert (1, 1) not in cells_offered(state, "B:1")
    state = do(state, Move(by="A", piece="B:1", to=Cell(3, 1)), Stop(by="A"))
    assert at(state, "B:1") == (3, 1)
    assert state.champions["B:1"].damage == 0


def test_b_kw_31_force_may_go_nowhere():
    assert at(do(struck(fx.ForceEffect(2)), Stop(by="A")), "B:1") == (2, 0)


def test_b_kw_17_fear_goes_as_far_as_possible_in_a_straight_line():
    """Three lines lead two cells away, to distance 3: its player chooses among them."""
    state = struck(fx.FearEffect(2), a=(-1, 1), b=(-1, 2))
    assert asked(state) == ("fear", ("B",))
    assert cells_offered(state, "B:1") == {(-1, 4), (-3, 4), (1, 2)}
    assert at(do(state, Move(by="B", piece="B:1", to=Cell(-3, 4))), "B:1") == (-3, 4)


def test_b_kw_17_fear_with_nowhere_to_go_does_nothing():
    state = struck(fx.FearEffect(2), a=(0, 3), b=(0, 4), more={2: (-1, 4)})
    assert at(state, "B:1") == (0, 4)
    assert state.champions["B:1"].damage == 0


def test_b_kw_16_a_dash_is_straight_and_stops_at_what_is_in_the_way():
    """B-EX-04: any row, but only in a straight line."""
    card = skill("dash", "one", move=None, effects=(fx.MoveEffect(2, way="dash"),))
    state = duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("dash",))
    state = do(state, Play(by="A", card="A:dash"), Use(by="A"))
    assert asked(state)[0] == "dash"
    assert cells_offered(state, "A:1") == {
        (2, 1), (3, 1), (0, 1), (-1, 1), (1, 0), (1, -1), (2, 0), (0, 2), (-1, 3),
    }  # fmt: skip


def using(effect, **values):
    card = skill("go", "one", move=None, effects=(effect,))
    return do(duel(card, hand=("go",), **values), Play(by="A", card="A:go"), Use(by="A"))


def test_b_kw_13_a_swoop_flies_straight_over_everything():
    state = using(fx.MoveEffect(3, way="swoop"), a={1: (-1, 0)}, b={1: (1, 0)}, traps={(2, 0): "damage_1:1"})
    offered = cells_offered(state, "A:1")
    assert (2, 0) in offered  # over the statue and the enemy, onto the trap
    assert not {(0, 0), (1, 0)} & offered
    assert (-3, 2) in offered
    assert (0, 1) not in offered  # not in its row


def test_b_kw_14_a_jump_goes_any_way_over_everything():
    state = using(fx.MoveEffect(2, way="jump"), a={1: (1, 1)}, b={1: (1, 2), 2: (0, 2)}, traps={(2, 0): "damage_1:1"})
    offered = cells_offered(state, "A:1")
    assert (1, 3) in offered
    assert (0, 3) in offered
    assert not {(1, 2), (0, 2)} & offered


def test_b_trap_16_over_a_trap_nothing_happens_and_on_it_it_does():
    start = {"a": {1: (1, 1)}, "traps": {(1, 2): "damage_1:1"}}
    over = do(using(fx.MoveEffect(2, way="jump"), **start), Move(by="A", piece="A:1", to=Cell(1, 3)))
    assert over.champions["A:1"].damage == 0
    on = do(using(fx.MoveEffect(2, way="jump"), **start), Move(by="A", piece="A:1", to=Cell(1, 2)))
    assert on.champions["A:1"].damage == 1


def test_b_kw_16_a_dash_over_a_trap_triggers_it_and_goes_on():
    state = using(fx.MoveEffect(3, way="dash"), a={1: (1, 0)}, traps={(1, 1): "damage_1:1"})
    assert (1, 2) not in cells_offered(state, "A:1")
    state = do(state, Move(by="A", piece="A:1", to=Cell(1, 1)), Lay(by="A", to=Cell(-2, 0)))
    assert asked(state)[0] == "dash"
    assert cells_offered(state, "A:1") == {(1, 2), (1, 3)}  # in the same line


def test_b_kw_15_placing_is_no_movement():
    """B-MOVE-09, B-TRAP-17: also an immobilised champion is placed, and a trap there is triggered."""
    state = with_champion(duel(a={1: (1, 1)}), "A:1", immobilised=True)
    assert at(state, "A:1") == (1, 1)
    place = fx.PlaceEffect(within=1)
    state = do(using(place, a={1: (1, 1)}, traps={(1, 2): "damage_2:1"}), Move(by="A", piece="A:1", to=Cell(1, 2)))
    assert state.champions["A:1"].damage == 2
    spared = using(place, a={1: (1, 1)}, traps={(1, 2): "damage_2:1"}, readings=Readings(placed_on_trap=False))
    assert do(spared, Move(by="A", piece="A:1", to=Cell(1, 2))).champions["A:1"].damage == 0


def test_b_base_07_approaching_every_step_lessens_the_distance():
    goal = Selector(who="enemy")
    state = using(fx.MoveEffect(2, toward=goal, approach="approach"), a={1: (1, 1)}, b={1: (-3, 4)})
    assert cells_offered(state, "A:1") == {(0, 1), (0, 2), (-1, 2), (-1, 3)}


def test_b_base_08_retreating_every_step_increases_it():
    goal = Selector(who="enemy")
    state = using(fx.MoveEffect(1, toward=goal, approach="retreat"), a={1: (1, 1)}, b={1: (0, 1)})
    assert cells_offered(state, "A:1") == {(2, 1), (2, 0), (1, 2)}


def test_b_base_08_a_champion_that_cannot_retreat_does_not_move():
    goal = Selector(who="enemy")
    state = using(fx.MoveEffect(1, toward=goal, approach="retreat"), a={1: (0, 4)}, b={1: (0, 3)})
    assert cells_offered(state, "A:1") == set()
    assert asked(state)[0] == "act"


def test_b_kw_06_immobilised_it_does_not_move_but_attacks():
    hit = attack("hit", "one", move=2)
    state = with_champion(duel(hit, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",)), "A:1", immobilised=True)
    state = do(state, Play(by="A", card="A:hit"))
    assert asked(state)[0] == "attack"
    state = do(state, Attack(by="A", target="B:1"))
    assert state.champions["B:1"].damage == 3


def test_b_kw_06_immobilised_until_the_end_of_the_turn():
    state = with_champion(duel(a={1: (1, 1)}), "A:1", immobilised=True)
    assert not do(state, EndTurn(by="A")).champions["A:1"].immobilised


def test_b_disp_01_what_is_forced_into_a_trap_triggers_it():
    """B-TRAP-03."""
    state = struck(fx.ForceEffect(1), a=(1, 1), b=(1, 2), traps={(1, 3): "damage_1:1"})
    state = do(state, Move(by="A", piece="B:1", to=Cell(1, 3)))
    assert state.champions["B:1"].damage == 1
    assert asked(state) == ("lay", ("B",))  # B-TRAP-04, B-TRAP-07: who controls it


def test_an_answer_out_of_reach_is_refused():
    with pytest.raises(RuleViolation) as refused:
        do(struck(fx.ForceEffect(1)), Move(by="A", piece="B:1", to=Cell(-4, 0)))
    assert refused.value.rule_id == "B-MOVE-03"
    assert events_of(struck(fx.ForceEffect(1)), Stop(by="A"))
