"""Whom an attack or a skill may have as targets (B-TGT)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Aim, Attack, Play
from companion.games.brawl.model.kinds import AimKind
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.rules.arena import arena_of
from companion.games.brawl.rules.targeting import area_cells, directions_of, targets_of
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import do, duel, skill
from tests.rules.brawl.fights import MELEE, aimed, targets, ways


def test_b_tgt_01_only_enemies_are_targets():
    assert aimed(MELEE, a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2)})[0] == {"B:1"}
    assert aimed(TargetDiagram(AimKind.MELEE, who="any"), a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2)})[0] == {"B:1", "A:2"}
    assert aimed(TargetDiagram(AimKind.MELEE, who="ally"), a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2)})[0] == {"A:2"}


def test_b_tgt_06_melee_is_on_an_adjacent_cell():
    """B-ARENA-08: adjacent is at distance 1."""
    assert aimed(MELEE, a={1: (1, 1)}, b={1: (1, 2), 2: (1, 3)})[0] == {"B:1"}


def test_b_tgt_04_08_and_ex_01_a_range_of_two_to_three():
    """Fireball: one enemy at distance 2 or 3, neither less nor more."""
    b = {1: (1, 1), 2: (-1, 2), 3: (1, 3)}
    assert aimed(TargetDiagram(AimKind.INDIRECT, 3, 2), a={1: (1, 0)}, b=b)[0] == {"B:2", "B:3"}
    assert aimed(TargetDiagram(AimKind.INDIRECT, 3, 2), a={1: (1, -1)}, b={1: (1, 3)})[0] == set()


def test_b_tgt_18_with_one_number_the_minimum_is_1():
    assert aimed(TargetDiagram(AimKind.INDIRECT, 2), a={1: (1, 0)}, b={1: (1, 1)})[0] == {"B:1"}


def test_b_tgt_10_an_indirect_shot_ignores_what_stands_between():
    assert aimed(TargetDiagram(AimKind.INDIRECT, 4), a={1: (-1, 0), 2: (1, 0)}, b={1: (2, 0)})[0] == {"B:1"}


def test_b_tgt_12_and_ex_02_a_direct_shot_goes_along_a_row():
    """Challenge: one enemy in the same row at distance up to 2."""
    b = {1: (3, 0), 2: (2, 1), 3: (1, 3)}
    assert aimed(TargetDiagram(AimKind.DIRECT, 2), a={1: (1, 0)}, b=b)[0] == {"B:1"}


@pytest.mark.parametrize(("a", "b"), [({2: (2, 0)}, {}), ({}, {2: (2, 0)})])
def test_b_tgt_13_a_champion_between_stops_a_direct_shot(a, b):
    found, _ = aimed(TargetDiagram(AimKind.DIRECT, 4), a={1: (1, 0)} | a, b={1: (3, 0)} | b)
    assert "B:1" not in found


def test_b_tgt_13_a_statue_between_stops_a_direct_shot():
    assert aimed(TargetDiagram(AimKind.DIRECT, 4), a={1: (1, 0)}, b={1: (-1, 0)})[0] == set()


def test_b_tgt_02_14_an_area_takes_allies_with_it_and_needs_an_enemy():
    cone = TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1)))
    _, state = aimed(cone, a={1: (1, 0), 2: (2, 0)}, b={1: (1, 1)})
    ways = [spec.fields["way"].options for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "aim"]
    assert ways == [("0", "1")]
    state = do(state, Aim(by="A", way="0"))
    assert state.champions["A:2"].damage == 3
    assert state.champions["B:1"].damage == 3
    assert state.champions["A:1"].damage == 0


def test_b_tgt_16_six_rotations_and_a_mirror_only_by_a_reading():
    """B-OPEN-12."""
    hook = TargetDiagram(AimKind.AREA, cells=((1, 0), (1, 1)))
    spot = {"a": {1: (1, 0)}, "b": {1: (3, -1)}}
    assert ways(aimed(hook, **spot)[1]) == ("5",)
    assert ways(aimed(hook, **spot, readings=Readings(mirrored_areas=True))[1]) == ("5", "6")


def test_b_tgt_17_areas_ignore_statues():
    """B-OPEN-12."""
    line = TargetDiagram(AimKind.AREA, cells=((1, 0), (2, 0)))
    _, state = aimed(line, a={1: (-1, 0)}, b={1: (1, 0)})
    assert "0" in ways(state)


def test_b_tgt_19_champions_at_their_gates_are_no_targets():
    assert aimed(TargetDiagram(AimKind.INDIRECT, 9), a={1: (1, 0)}, b={1: (3, 0)})[0] == {"B:1"}


def test_an_enemy_out_of_reach_is_refused():
    _, state = aimed(MELEE, a={1: (1, 1)}, b={1: (1, 2), 2: (1, 3)})
    with pytest.raises(RuleViolation) as refused:
        do(state, Attack(by="A", target="B:2"))
    assert refused.value.rule_id == "B-TGT-01"


def test_b_tgt_03_05_15_the_shape_lies_as_the_diagram_has_it_and_is_turned_by_choice():
    """A hook of three yellow cells about the grey one: straight ahead, behind that, and to the left of that."""
    hook = TargetDiagram(AimKind.AREA, cells=((1, 0), (2, 0), (1, 1)))
    state = duel(a={1: (0, 2)})
    assert {tuple(each) for each in area_cells(state, hook, "A:1", 0)} == {(1, 2), (2, 2), (1, 3)}
    turned = [area_cells(state, hook, "A:1", turns) for turns in range(6)]
    assert len(set(turned)) == 6
    far = [sorted(arena_of(state).grid.distance(Cell(0, 2), cell) for cell in cells) for cells in turned]
    assert far == [[1, 2, 2]] * 6


def test_b_tgt_07_11_one_enemy_within_range_of_a_shot():
    """Of an indirect shot any, of a direct one those in its rows; one of them is named."""
    b = {1: (1, 2), 2: (2, 1), 3: (1, 3)}
    found, state = aimed(TargetDiagram(AimKind.INDIRECT, 2), a={1: (1, 1)}, b=b)
    assert found == {"B:1", "B:2", "B:3"}
    with pytest.raises(RuleViolation):
        do(state, Attack(by="A", target="A:1"))
    hurt_one = do(state, Attack(by="A", target="B:3"))
    assert [hurt_one.champions[f"B:{number}"].damage for number in (1, 2, 3)] == [0, 0, 3]
    assert aimed(TargetDiagram(AimKind.INDIRECT, 1), a={1: (1, 1)}, b=b)[0] == {"B:1", "B:2"}
    assert aimed(TargetDiagram(AimKind.DIRECT, 2), a={1: (1, 1)}, b=b | {3: (2, 2)})[0] == {"B:1", "B:2"}


def test_b_tgt_09_range_counts_the_targets_cell_and_not_the_attackers():
    """B-ARENA-07: from (1, 0) to (1, 3) it is three, also past an enemy."""
    b = {1: (1, 1), 2: (1, 3)}
    for most, expected in ((2, {"B:1"}), (3, {"B:1", "B:2"})):
        assert aimed(TargetDiagram(AimKind.INDIRECT, most), a={1: (1, 0)}, b=b)[0] == expected


@pytest.mark.parametrize(
    ("target", "found"),
    [
        (MELEE, {"B:1"}),
        (TargetDiagram(AimKind.INDIRECT, 3, 2), {"B:2"}),
        (TargetDiagram(AimKind.DIRECT, 3), {"B:1"}),
        (TargetDiagram(AimKind.INDIRECT, 1, who="ally"), {"A:2"}),
    ],
)
def test_b_tgt_20_and_skill_02_05_a_skill_finds_targets_as_an_attack_does(target, found):
    bolt = skill("bolt", "one", move=None, target=target, effects=(fx.DamageEffect(1),))
    state = duel(bolt, a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2), 2: (1, 3)}, hand=("bolt",))
    state = do(state, Play(by="A", card="A:bolt"))
    assert targets(GAME.prompts(state)) == found
    (named,) = found
    assert do(state, Attack(by="A", target=named)).champions[named].damage == 1


def test_an_area_for_allies_may_be_chosen_where_one_is():
    """B-TGT-01: unless the card says otherwise."""
    mend = TargetDiagram(AimKind.AREA, cells=((1, 0),), who="ally")
    state = duel(a={1: (1, 1), 2: (2, 1)}, b={1: (1, 2)})
    assert directions_of(state, mend, "A:1") == (0,)
    assert directions_of(state, replace(mend, who="enemy"), "A:1") != (0,)


def test_b_tgt_19_nobody_at_a_gate_is_named_or_hit():
    shot = TargetDiagram(AimKind.INDIRECT, 9)
    state = duel(a={1: (1, 1)}, b={1: (1, 2)})
    assert targets_of(state, shot, "A:1") == ("B:1",)
    assert targets_of(state, shot, "A:2") == ()  # nor does anybody name targets from there (B-KO-07)
