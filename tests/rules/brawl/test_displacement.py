"""Push, Pull, Force, Fear, Dash, Swoop, Jump, Place and Immobilise (B-KW, B-DISP)."""

import pytest

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Attack, EndTurn, Lay, Move, Play, Stop, Use
from companion.games.brawl.model.events import Moved
from companion.games.brawl.model.kinds import AimKind, Zone
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.terms import Selector
from companion.games.brawl.rules.values import is_protected
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import (
    ARENA,
    NAMES,
    asked,
    at,
    attack,
    cells_offered,
    do,
    duel,
    events_of,
    skill,
    with_champion,
)

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
    """B-DATA-11."""
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


def test_b_kw_08_a_push_does_not_pass_allies():
    """Behind the ally at (-1, 1) it would be free."""
    state = struck(fx.PushEffect(3), a=(-1, -1), b=(-1, 0), more={2: (-1, 1)})
    assert (at(state, "B:1"), state.champions["B:1"].damage) == ((-1, 0), 3)


@pytest.mark.parametrize("way", [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])
def test_b_kw_08_12_along_each_of_the_six_ways(way):
    """From (-1, -1), whose rows have no statue near."""
    q, r = way
    start = (-1, -1)
    two, three = ((-1 + n * q, -1 + n * r) for n in (2, 3))
    assert at(struck(fx.PullEffect(1), a=start, b=two), "B:1") == (-1 + q, -1 + r)
    if max(map(abs, (*three, sum(three)))) <= 4:
        assert at(struck(fx.PushEffect(1), a=start, b=two), "B:1") == three


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
        assert asked(state)[0] == "act"


def test_b_disp_02_protection_also_protects_from_the_damage():
    steady = (fx.Ability(NAMES, (fx.ProtectEffect("displacement"),)),)
    card = attack("hit", "one", move=None, strength=0, after=(fx.PushEffect(2),))
    state = with_champion(
        duel(card, a={1: (2, 0)}, b={1: (1, 0)}, hand=("hit",), back={"four": steady}), "B:1", powered=True
    )
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert state.champions["B:1"].damage == 0


@pytest.mark.parametrize("effect", [fx.PushEffect(1), fx.PullEffect(1), fx.ForceEffect(1), fx.FearEffect(1)])
def test_b_disp_01_02_each_of_the_four_displaces_and_none_the_protected(effect):
    steady = {"four": (fx.Ability(NAMES, (fx.ProtectEffect("displacement"),)),)}
    card = attack("hit", "one", move=None, strength=0, after=(effect,), target=TargetDiagram(AimKind.INDIRECT, 9))
    state = duel(card, a={1: (1, 1)}, b={1: (-1, 1)}, hand=("hit",), back=steady)
    for powered in (False, True):
        turned = with_champion(state, "B:1", powered=powered)
        turned = do(turned, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
        assert not is_protected(turned, "B:2", "displacement")
        is_moved = at(turned, "B:1") != (-1, 1) or asked(turned)[0] in ("force", "fear")
        assert is_moved is not powered


def test_b_disp_06_an_immobilised_champion_may_be_placed():
    card = attack("hit", "one", move=None, strength=0, after=(fx.PlaceEffect(Selector(who="target"), within=1),))
    state = with_champion(duel(card, a={1: (1, 0)}, b={1: (2, 0)}, hand=("hit",)), "B:1", immobilised=True)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    state = do(state, Move(by="A", piece="B:1", to=Cell(1, 1)))
    assert at(state, "B:1") == (1, 1)


def test_b_disp_07_a_trap_that_immobilises_makes_the_rest_damage():
    """Pushed 3 from (-1, 0): the trap on (-1, 2)... the second cell stops it, one cell is missing. B-OPEN-20."""
    state = struck(fx.PushEffect(3), a=(-1, 0), b=(-1, 1), traps={(-1, 3): "immobilise:1"})
    state = do(state, Lay(by="B", to=Cell(2, 0)))
    assert at(state, "B:1") == (-1, 3)
    assert state.champions["B:1"].damage == 1
    gentle = struck(
        fx.PushEffect(3), a=(-1, 0), b=(-1, 1), traps={(-1, 3): "immobilise:1"}, readings=Readings(stopped_hurts=False)
    )
    assert do(gentle, Lay(by="B", to=Cell(2, 0))).champions["B:1"].damage == 0
    blocked = struck(fx.PushEffect(3), a=(2, 0), b=(1, 0), readings=Readings(stopped_hurts=False))
    assert (at(blocked, "B:1"), blocked.champions["B:1"].damage) == ((1, 0), 3), "a statue stops it by any reading"
    # Immobilised before, it takes the damage by any reading (B-DISP-04).
    made = attack("hit", "one", move=None, strength=0, after=(fx.PushEffect(2),))
    state = duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), readings=Readings(stopped_hurts=False))
    state = with_champion(state, "B:1", immobilised=True)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert (at(state, "B:1"), state.champions["B:1"].damage) == ((1, 2), 2)


def test_b_disp_08_a_champion_that_is_knocked_out_stops():
    """B-OPEN-20."""
    state = struck(fx.PushEffect(3), a=(-1, 0), b=(-1, 1), traps={(-1, 2): "damage_3:1"}, health=3)
    assert at(state, "B:1") is None
    assert state.champions["B:1"].damage == 0
    assert state.points["A"] == 1


def test_b_kw_11_force_goes_where_its_player_likes():
    """B-OPEN-26."""
    state = struck(fx.ForceEffect(2), a=(1, 1), b=(2, 1))
    assert asked(state) == ("force", ("A",))
    assert (1, 1) not in cells_offered(state, "B:1")
    state = do(state, Move(by="A", piece="B:1", to=Cell(3, 1)), Stop(by="A"))
    assert at(state, "B:1") == (3, 1)
    assert state.champions["B:1"].damage == 0


def test_b_kw_11_and_open_26_force_has_the_limits_of_a_move():
    """Past allies of the forced one, not past its enemies and statues; no damage where nothing is free."""
    wall = {"a": (0, 4), "b": (1, 3), "more": {2: (0, 3), 3: (2, 2)}}
    state = struck(fx.ForceEffect(2), **wall)
    assert cells_offered(state, "B:1") == {(-1, 3), (-1, 4), (0, 2), (1, 1), (1, 2), (2, 1), (3, 1)}
    assert state.champions["B:1"].damage == 0


def test_b_kw_31_force_may_go_nowhere():
    assert at(do(struck(fx.ForceEffect(2)), Stop(by="A")), "B:1") == (2, 0)


def test_b_kw_17_fear_goes_as_far_as_possible_in_a_straight_line():
    """Three lines lead two cells away, to distance 3: its player chooses among them. B-OPEN-27."""
    state = struck(fx.FearEffect(2), a=(-1, 1), b=(-1, 2))
    assert asked(state) == ("fear", ("B",))
    assert cells_offered(state, "B:1") == {(-1, 4), (-3, 4), (1, 2)}
    assert {spec.kind for spec in GAME.prompts(state)[0].specs} == {"move"}  # nobody may stay
    assert at(do(state, Move(by="B", piece="B:1", to=Cell(-3, 4))), "B:1") == (-3, 4)


def test_b_kw_17_fear_passes_allies_and_no_enemies():
    """B-KW-16: with the limits of a move. Behind the ally at (-1, 3) the cell (-1, 4) is as far as it gets."""
    state = struck(fx.FearEffect(2), a=(-1, 1), b=(-1, 2), more={2: (-1, 3)})
    assert cells_offered(state, "B:1") == {(-1, 4), (-3, 4), (1, 2)}
    state = do(state, Move(by="B", piece="B:1", to=Cell(-1, 4)))
    assert (at(state, "B:1"), at(state, "B:2")) == ((-1, 4), (-1, 3))
    card = attack("hit", "one", move=None, strength=0, after=(fx.FearEffect(2),))
    state = duel(card, a={1: (-1, 1), 2: (-1, 3)}, b={1: (-1, 2)}, hand=("hit",))
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert cells_offered(state, "B:1") == {(-3, 4), (1, 2)}


def test_b_kw_17_fear_triggers_traps_on_its_way():
    state = struck(fx.FearEffect(2), a=(-1, 1), b=(-1, 2), traps={(-1, 3): "damage_1:1"})
    state = do(state, Move(by="B", piece="B:1", to=Cell(-1, 4)), Lay(by="B", to=Cell(2, 0)))
    assert (at(state, "B:1"), state.champions["B:1"].damage) == ((-1, 4), 1)
    state = struck(fx.FearEffect(2), a=(-1, 1), b=(-1, 2), traps={(-1, 3): "immobilise:1"})
    state = do(state, Move(by="B", piece="B:1", to=Cell(-1, 4)), Lay(by="B", to=Cell(2, 0)))
    assert (at(state, "B:1"), state.champions["B:1"].damage) == ((-1, 3), 0)  # B-DISP-05


def test_protection_from_being_immobilised():
    steady = {"four": (fx.Ability(NAMES, (fx.ProtectEffect("immobilise"),)),)}
    card = attack("hit", "one", move=None, strength=0, after=(fx.ImmobiliseEffect(),))
    state = duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), back=steady)
    for powered in (False, True):
        turned = with_champion(state, "B:1", powered=powered)
        turned = do(turned, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
        assert turned.champions["B:1"].immobilised is not powered


def test_b_kw_17_fear_with_nowhere_to_go_does_nothing():
    state = struck(fx.FearEffect(2), a=(0, 3), b=(0, 4), more={2: (-1, 4)})
    assert at(state, "B:1") == (0, 4)
    assert state.champions["B:1"].damage == 0


def test_b_kw_17_fear_goes_no_step_that_is_not_away():
    """In the corner (4, 0), beside the source, both free cells are as near to it as the corner: B-OPEN-27."""
    state = struck(fx.FearEffect(2), a=(3, 0), b=(4, 0))
    assert (at(state, "B:1"), asked(state)[0]) == ((4, 0), "act")


def test_b_kw_15_two_are_not_placed_on_one_cell():
    place = fx.PlaceEffect(Selector(who="enemy"), within=1)
    state = using(place, a={1: (1, 1)}, b={1: (1, 3), 2: (3, 1)})
    assert (1, 2) in cells_offered(state, "B:1")
    state = do(state, Move(by="A", piece="B:1", to=Cell(1, 2)))
    assert cells_offered(state, "B:2")
    assert (1, 2) not in cells_offered(state, "B:2")


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
    (moved,) = [
        event for event in events_of(state, Move(by="A", piece="A:1", to=Cell(2, 0))) if isinstance(event, Moved)
    ]
    assert moved.way == (Cell(0, 0), Cell(1, 0), Cell(2, 0))


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
    """B-MOVE-09, B-TRAP-17: also an immobilised champion is placed, and a trap there is triggered. B-OPEN-19."""
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


def test_b_base_07_of_two_enemies_equally_near_the_player_says_who_is_approached():
    """By where it goes; after a trap on the way it goes on to the same one."""
    near = fx.MoveEffect(3, toward=Selector(who="enemy"), approach="approach")
    foes = {1: (1, 4), 2: (4, 1), 3: (-3, 0)}
    state = using(near, a={1: (1, 1)}, b=foes, traps={(1, 2): "damage_2:1"})
    assert {(1, 2), (2, 1), (3, 1)} <= cells_offered(state, "A:1")
    state = do(state, Move(by="A", piece="A:1", to=Cell(1, 2)), Lay(by="A", to=Cell(2, 0)))
    assert state.champions["A:1"].damage == 2
    assert cells_offered(state, "A:1") == {(1, 3)}


def test_b_base_07_08_what_is_approached_may_be_a_part_of_the_arena():
    """The trap cells (2, 0) and (0, 2) are beside (1, 1), and (1, 3) is not: a step to either, or one away from one."""
    near, far = (fx.MoveEffect(2, toward_zone=Zone.TRAP, approach=how) for how in ("approach", "retreat"))
    assert cells_offered(using(near, a={1: (1, 1)}), "A:1") == {(2, 0), (0, 2)}
    grid = ARENA.board((600.0, 600.0))
    away = {tuple(cell) for cell in cells_offered(using(far, a={1: (1, 1)}), "A:1")}
    assert away
    start, traps = Cell(1, 1), (Cell(2, 0), Cell(0, 2))
    assert all(max(grid.distance(Cell(*to), trap) for trap in traps) > 1 for to in away)
    assert {tuple(each) for each in grid.neighbours(start) if grid.distance(each, traps[0]) == 2} <= away


def test_b_base_07_approaching_keeps_the_limits_of_its_way():
    """On foot the statue is the only nearer cell, so that nobody moves; a Jump must lessen the distance, too."""
    goal = Selector(who="enemy")
    state = using(fx.MoveEffect(2, toward=goal, approach="approach"), a={1: (1, 0)}, b={1: (-2, 0)})
    assert cells_offered(state, "A:1") == set()
    assert asked(state)[0] == "act"
    jump = fx.MoveEffect(1, way="jump", toward=goal, approach="approach")
    assert cells_offered(using(jump, a={1: (1, 1)}, b={1: (-3, 4)}), "A:1") == {(0, 1), (0, 2)}


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
    state = struck(fx.ForceEffect(1), a=(1, 1), b=(1, 2), traps={(1, 3): "damage_1:1"})
    state = do(state, Move(by="A", piece="B:1", to=Cell(1, 3)))
    with pytest.raises(RuleViolation) as refused:
        do(state, Lay(by="B", to=Cell(1, 3)))
    assert refused.value.rule_id == "B-TRAP-07"
    assert events_of(struck(fx.ForceEffect(1)), Stop(by="A"))
