"""The arena: cells, rows, distances and who stands in the way (B-ARENA)."""

import pytest

from companion.games.brawl.game import GAME
from companion.games.brawl.model.commands import Lay, Move, Play, Stop
from companion.games.brawl.model.effects import Ability, ChangeEffect
from companion.games.brawl.model.kinds import End, Statue, Zone
from companion.games.brawl.rules.arena import arena_of, direction, in_row, is_free, spawn_cells, trap_cells, zone_cells
from companion.games.brawl.rules.values import move_points
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import NAMES, asked, at, attack, cells_offered, do, duel, skill, with_champion

WALK = skill("walk", "one", move=2)


def walking(**values):
    return do(duel(WALK, hand=("walk",), **values), Play(by="A", card="A:walk"))


def test_b_arena_02_a_cell_in_the_middle_has_six_neighbours():
    """B-ARENA-01, B-OPEN-01."""
    arena = arena_of(duel(a={1: (1, 1)}))
    assert len(arena.grid.neighbours(Cell(1, 1))) == 6
    assert len(arena.grid.neighbours(Cell(0, -4))) == 3
    assert Cell(1, 1) not in arena.edge
    assert Cell(0, -4) in arena.edge
    assert len(arena.edge) == 24


def test_b_arena_03_05_rows_run_along_three_axes():
    """B-ARENA-03, B-ARENA-04, B-ARENA-05, B-EX-05: one line of cells is a row, another is not. B-OPEN-01."""
    state = duel()
    for to in ((3, 0), (-3, 0), (0, 3), (0, -3), (3, -3), (-3, 3)):
        assert in_row(state, Cell(0, 0), Cell(*to))
    for to in ((1, 1), (2, -1), (-1, -1), (1, -2), (2, 1)):
        assert not in_row(state, Cell(0, 0), Cell(*to))


def test_b_arena_06_nothing_on_it_breaks_a_row():
    """A statue on (0, 0), a champion and a trap lie between the two. B-OPEN-02."""
    state = duel(a={1: (-1, 0)}, b={1: (1, 0)}, traps={(2, 0): "stun:1"})
    assert in_row(state, Cell(-2, 0), Cell(3, 0))
    assert direction(state, Cell(-2, 0), Cell(3, 0)) == Cell(1, 0)


def test_b_arena_07_08_distance_counts_the_last_cell_and_not_the_first():
    grid = arena_of(duel()).grid
    assert grid.distance(Cell(1, 1), Cell(1, 2)) == 1
    assert grid.distance(Cell(0, 0), Cell(2, 1)) == 3


def test_b_arena_09_10_12_13_the_marks_of_the_arena():
    arena = arena_of(duel())
    assert {len(cells) for cells in arena.spawns.values()} == {5}
    assert len(arena.traps) == 6
    assert set(arena.statues) == {Statue.EZMA, Statue.GARNET, Statue.RAGRIL}
    assert set(arena.areas) == {Zone.MANIPULATION, Zone.DESTRUCTION, Zone.CREATION}


def test_b_arena_11_a_champion_at_its_gate_is_on_no_cell():
    state = duel(a={1: (1, 1)})
    assert [each.id for each in state.standing] == ["A:1"]


def test_b_arena_14_a_statue_cannot_be_entered():
    state = walking(a={1: (1, 0)})
    assert (0, 0) not in cells_offered(state, "A:1")
    with pytest.raises(RuleViolation) as refused:
        do(state, Move(by="A", piece="A:1", to=Cell(0, 0)))
    assert refused.value.rule_id == "B-MOVE-03"


def test_b_arena_15_a_cell_holds_one_champion():
    state = duel(a={1: (1, 1)}, b={1: (1, 2)})
    assert not is_free(state, Cell(1, 1))
    assert not is_free(state, Cell(1, 2))
    assert is_free(state, Cell(2, 2))


def test_b_arena_17_a_cell_with_a_token_is_a_trap_cell():
    state = duel(traps={(1, 1): "stun:1"})
    assert Cell(1, 1) in trap_cells(state)
    assert Cell(1, 1) in zone_cells(state, Zone.TRAP, "A")
    assert Cell(1, 1) not in trap_cells(duel())


def test_spawn_areas_are_seen_from_each_side():
    state = duel(a={1: (0, -4)})
    assert zone_cells(state, Zone.OWN_SPAWN, "A") == zone_cells(state, Zone.ENEMY_SPAWN, "B")
    assert arena_of(state).spawns[End.ONE] == zone_cells(state, Zone.OWN_SPAWN, "A")
    assert Cell(0, -4) not in spawn_cells(state, "A")


def test_b_move_01_02_a_champion_may_go_as_far_as_its_points_and_less():
    state = walking(a={1: (1, 1)})
    assert asked(state) == ("walk", ("A",))
    assert (1, 2) in cells_offered(state, "A:1")
    assert (1, 3) in cells_offered(state, "A:1")
    assert (4, 1) not in cells_offered(state, "A:1")
    assert at(do(state, Stop(by="A")), "A:1") == (1, 1)


def test_b_move_03_enemies_are_passed_by_nobody():
    """Between (1, 3) and the edge stand two enemies, and a third beside them."""
    state = walking(a={1: (0, 4)}, b={1: (0, 3), 2: (1, 3), 3: (-1, 4)})
    assert cells_offered(state, "A:1") == set()
    assert asked(state)[0] != "walk"


def test_b_move_04_allies_are_passed_and_not_ended_on():
    state = walking(a={1: (0, 4), 2: (0, 3)}, b={1: (1, 3), 2: (-1, 4)})
    offered = cells_offered(state, "A:1")
    assert (0, 3) not in offered
    assert {(0, 2), (1, 2)} <= offered


def test_b_move_05_06_a_trap_interrupts_a_move_that_then_goes_on():
    state = walking(a={1: (1, 1)}, traps={(1, 2): "damage_1:1"})
    assert (1, 3) not in cells_offered(state, "A:1")  # it lies behind the trap
    state = do(state, Move(by="A", piece="A:1", to=Cell(1, 2)))
    assert state.champions["A:1"].damage == 1
    assert asked(state) == ("lay", ("A",))
    state = do(state, Lay(by="A", to=Cell(-2, 0)))
    assert asked(state) == ("walk", ("A",))
    assert (1, 3) in cells_offered(state, "A:1")
    assert (1, 1) in cells_offered(state, "A:1")


def test_b_move_07_a_movement_bonus_counts_where_a_value_is_printed():
    """Also where 0 is printed (B-BASE-14), and not where none is (B-BASE-15)."""
    quick = (Ability(NAMES, (ChangeEffect("move", 1),)),)
    state = with_champion(duel(a={1: (1, 1)}, back={"one": quick}), "A:1", powered=True)
    assert move_points(state, "A:1", 2) == 3
    assert move_points(state, "A:1", 0) == 1
    assert move_points(state, "A:1", None) is None


def test_b_move_08_movement_comes_before_the_attack():
    hit = attack("hit", "one")
    state = do(duel(hit, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",)), Play(by="A", card="A:hit"))
    assert asked(state)[0] == "walk"
    assert asked(do(state, Stop(by="A")))[0] == "attack"


def test_b_move_10_each_step_costs_a_point_and_the_way_may_bend():
    """B-MOVE-01, B-OPEN-08."""
    state = walking(a={1: (1, 1)}, b={1: (1, 2)})
    offered = cells_offered(state, "A:1")
    assert (0, 3) in offered  # around the enemy, in two bent steps
    assert (1, 3) not in offered
    state = do(state, Move(by="A", piece="A:1", to=Cell(0, 2)))
    assert GAME.prompts(state)[0].about.get("left") == 1
    assert asked(do(state, Move(by="A", piece="A:1", to=Cell(0, 3))))[0] == "use"
