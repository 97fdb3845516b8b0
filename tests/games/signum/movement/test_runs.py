"""Runs, and those who fly, jump or are fast (S-MOVE-24 to S-MOVE-32)."""

import pytest

from companion.games.signum.model.commands import Fight
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import Rules, Switches, rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import LastingBegan
from tests.games.signum.refusals import refused
from tests.games.signum.walks import ENEMY, MIRE, PLAIN, ROCK, box, field, move, runner


@pytest.mark.parametrize(("letter", "length"), [("S", 100.0), ("M", 150.0), ("L", 250.0)])
def test_s_ex_34_a_run_steps_the_movement_up(letter, length):
    # S-MOVE-25, S-MOVE-24, S-MOVE-28, S-DIFF-24
    made = field({"A:1": (runner(letter), 20.0, 300.0)})
    refused(made, "S-MOVE-06", move(20.0 + length + 1.0, 300.0, run=True))
    made.give(move(20.0 + length, 300.0, run=True))
    assert made.state.acting == ""  # S-MOVE-28: the turn ends at once
    assert made.state.creatures["A:1"].deeds.finished


def test_s_act_03_in_ru_web_a_run_ends_before_any_melee():
    # S-DIFF-24: printed editions have Run in an entry of its own or with movement; none lets a fight follow
    for edition, gap in ((Edition.EN, 32.0), (Edition.RU, 32.0), (Edition.RU_WEB, 30.0)):
        put = {"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 220.0, 100.0)}
        made = field(put, rules=rules_for(edition)).give(move(220.0 - gap, 100.0, run=True)).roll("b")
        assert made.state.acting == ""
        assert made.state.creatures["A:1"].deeds.finished
        assert "fight" not in {spec.kind for spec in made.table.game.commands(made.state, "A")}


def test_s_move_26_xl_cannot_run():
    # S-EX-34
    refused(field({"A:1": (runner("XL"), 20.0, 300.0)}), "S-MOVE-26", move(40.0, 300.0, run=True))


def test_s_move_27_and_31_no_run_out_of_contact_even_with_a_hidden_enemy():
    # S-DIFF-25
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 132.0, 100.0)})
    refused(made, "S-MOVE-27", move(50.0, 100.0, run=True))
    refused(made.change("B:1", stealth=True), "S-MOVE-27", move(50.0, 100.0, run=True))


def test_s_move_24_a_run_is_declared_before_moving():
    made = field({"A:1": (PLAIN, 100.0, 100.0)}).give(move(120.0, 100.0))
    refused(made, "S-MOVE-24", move(140.0, 100.0, run=True))


def test_s_move_30_who_runs_into_contact_stops_and_is_struck():
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 222.0, 100.0)}).give(move(190.0, 100.0, run=True))
    assert made.purpose().startswith("backstab B:1")
    made.roll("s")
    assert made.wounds("A:1") == 1
    assert made.state.acting == ""


def test_s_move_32_a_run_steps_the_letter_up_and_adds_rulers_afterwards():
    made = field({"A:1": (runner("S"), 20.0, 300.0)})
    faster = ChangeEffect(of="movement", ruler="M")
    lasting = LastingEffect(key="k", source="x", by="A", effect=faster, until="end_of_turn")
    made.emit(LastingBegan(creature="A:1", lasting=lasting))
    refused(made, "S-MOVE-06", move(221.0, 300.0, run=True))
    made.give(move(220.0, 300.0, run=True))  # M (100) and M more


def test_s_ex_28_slow_cannot_run():
    # S-AB-56
    refused(field({"A:1": (runner("M", Ability("slow")), 100.0, 100.0)}), "S-AB-56", move(110.0, 100.0, run=True))


def test_s_ab_24_a_fast_creature_fights_after_its_run():
    # S-MOVE-29: the one exception; the Backstab comes first
    put = {"A:1": (runner("M", Ability("fast")), 100.0, 100.0), "B:1": (ENEMY, 222.0, 100.0)}
    made = field(put).give(move(190.0, 100.0, run=True)).roll("b")
    assert made.state.acting == "A:1"
    made.give(Fight(by="A", creature="A:1", target="B:1"))
    assert made.asked() == "assign B"
    away = field(put).give(move(100.0, 200.0, run=True))
    assert away.state.acting == ""


def test_s_ab_26_flight_passes_over_everything_but_ends_on_nothing():
    # S-OPEN-17, S-DIFF-74, S-TERRAIN-16, S-TERRAIN-17, S-TERRAIN-19
    flyer = runner("L", Ability("flight"))
    put = {"A:1": (flyer, 100.0, 100.0), "B:1": (ENEMY, 160.0, 100.0)}
    terrain = [(ROCK, box(180.0, 60.0, 200.0, 140.0)), (MIRE, box(205.0, 60.0, 215.0, 140.0))]
    made = field(put, terrain=terrain)
    refused(made, "S-MOVE-12", move(150.0, 100.0))
    refused(made, "S-TERRAIN-17", move(190.0, 100.0))
    made.give(move(250.0, 100.0))
    assert made.state.creatures["A:1"].deeds.moved_mm == pytest.approx(150.0)
    assert made.asked() == ""  # S-BACK-23: flying past enemies causes no Backstab
    assert field(put).give(move(128.0, 100.0)).state.creatures["A:1"].deeds.stopped  # lands in contact, to fight


def test_s_diff_74_flight_may_be_read_as_landing_clear_of_others():
    rules = Rules(switches=Switches(flight_ends_on="in_contact"))
    put = {"A:1": (runner("L", Ability("flight")), 100.0, 100.0), "B:1": (ENEMY, 160.0, 100.0)}
    refused(field(put, rules=rules), "S-AB-26", move(128.0, 100.0))


def test_s_ab_36_a_jump_goes_straight_over_miniatures_but_over_no_terrain():
    jumper = runner("M", Ability("jump"))
    put = {"A:1": (jumper, 100.0, 100.0), "B:1": (ENEMY, 150.0, 100.0)}
    made = field(put).give(move(198.0, 100.0))
    assert made.state.creatures["A:1"].deeds.moved_mm == pytest.approx(98.0)
    assert made.asked() == ""
    rocks = [(ROCK, box(140.0, 0.0, 160.0, 600.0))]
    refused(field({"A:1": (jumper, 100.0, 100.0)}, terrain=rocks), "S-MOVE-11", move(190.0, 100.0))
    refused(field(put), "S-MOVE-12", move(160.0, 100.0))
