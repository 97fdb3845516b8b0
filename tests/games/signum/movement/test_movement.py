"""How creatures move and are stopped (S-MOVE)."""

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.command import TABLE
from companion.games.common import Correct, Overrule, Place, Ruling
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.commands import Activate, Fight, Finish
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import LastingBegan
from companion.games.signum.model.mat import base_of, radius_mm, scene_of
from companion.games.signum.movement import travel as travelling
from companion.games.signum.movement.moves import place_anew, push
from companion.games.values import Stand
from companion.geometry import Answer, MatPoint, measure_gap, shortest_path
from tests.games.signum.refusals import refused
from tests.games.signum.walks import ENEMY, MIRE, PLAIN, ROCK, box, field, left, move, runner, where


def test_s_move_06_up_to_the_movement_and_no_farther():
    made = field({"A:1": (PLAIN, 100.0, 100.0)})
    refusal = refused(made, "S-MOVE-06", move(220.0, 100.0))
    assert (refusal.values["length"], refusal.values["limit"]) == (120.0, 100.0)
    made.give(move(200.0, 100.0))
    assert where(made) == (200.0, 100.0)


def test_s_move_22_movement_is_a_maximum_per_turn():
    made = field({"A:1": (PLAIN, 100.0, 100.0)}).give(move(160.0, 100.0))
    assert left(made) == pytest.approx(40.0)
    refused(made, "S-MOVE-06", move(160.0, 141.0))
    made.give(move(160.0, 140.0))
    refused(made, "S-MOVE-22", move(160.0, 141.0))


def test_s_move_04_and_08_the_centres_way_counts_whatever_the_base():
    # S-OPEN-50, S-MOVE-01, S-MOVE-20
    for base in ("small", "medium", "large"):
        made = field({"A:1": (runner("S", base=base), 300.0, 300.0)})
        refused(made, "S-MOVE-06", move(348.6, 364.8))  # 81 mm, aslant
        made.give(move(348.0, 364.0))
        assert where(made) == (348.0, 364.0)
        assert left(made) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("edition", "diameters"),
    [(Edition.EN, (32.0, 48.0, 60.0)), (Edition.RU, (32.0, 50.0, 60.0)), (Edition.RU_WEB, (30.0, 50.0, 60.0))],
)
def test_s_const_08_and_diff_01_bases_by_edition(edition, diameters):
    # S-DIFF-01
    made = field({"A:1": (PLAIN, 100.0, 100.0)}, rules=rules_for(edition))
    sizes = tuple(2 * radius_mm(made.state, runner(base=base)) for base in ("small", "medium", "large"))
    assert sizes == diameters


def test_s_const_06_and_07_the_mat_is_600_by_600():
    # S-OPEN-04, S-DIFF-03: 24 inches would be 609.6
    made = field({"A:1": (PLAIN, 560.0, 300.0)})
    assert made.state.setup.mat_mm == (600.0, 600.0)
    refused(made, "S-MOVE-19", move(590.0, 300.0))


def test_s_move_02_distances_are_gaps_between_rims():
    # S-OPEN-49
    state = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 232.0, 100.0)}).state
    assert measure_gap(base_of(state, state.creatures["A:1"]), base_of(state, state.creatures["B:1"])).gap_mm == 100.0


def test_s_move_07_without_a_movement_value_nobody_moves_or_runs():
    made = field({"A:1": (runner(None), 100.0, 100.0)})
    refused(made, "S-MOVE-07", move(110.0, 100.0))
    refused(made, "S-MOVE-07", move(110.0, 100.0, run=True))


def test_s_move_09_and_10_a_way_round_counts_in_full_and_nobody_is_passed_through():
    put = {"A:1": (PLAIN, 100.0, 100.0), "A:2": (PLAIN, 150.0, 100.0)}
    made = field(put)
    # Straight on it is 98 mm; round the other base it is more than 100.
    assert refused(made, "S-MOVE-06", move(198.0, 100.0)).values["length"] > 100.0
    far = field({"A:1": (runner("L"), 100.0, 100.0), "A:2": (PLAIN, 150.0, 100.0)}).give(move(198.0, 100.0))
    travelled = far.state.creatures["A:1"].deeds.moved_mm
    tangent = math.sqrt(50**2 - 32**2), math.sqrt(48**2 - 32**2)
    arc = 32 * (math.pi - math.acos(32 / 50) - math.acos(32 / 48))
    assert travelled == pytest.approx(sum(tangent) + arc, abs=1e-3)


def test_s_move_10_a_gap_narrower_than_the_base_cannot_be_passed():
    wall = {f"A:{n}": (PLAIN, 16.0 + 40.0 * (n - 2), 150.0) for n in range(2, 17)}
    made = field({"A:1": (runner("XL"), 300.0, 100.0)} | wall)
    refused(made, "S-MOVE-10", move(300.0, 200.0))


def test_s_move_11_and_12_impassable_ground_is_gone_round_and_not_ended_on():
    # S-TERRAIN-16, S-TERRAIN-17, S-AB-34, S-DIFF-26
    made = field({"A:1": (PLAIN, 100.0, 100.0)}, terrain=[(ROCK, box(140.0, 60.0, 160.0, 300.0))])
    assert refused(made, "S-TERRAIN-17", move(150.0, 100.0)).values["by"] == "A:t0"
    assert refused(made, "S-MOVE-06", move(190.0, 100.0)).values["length"] > 100.0
    made.give(move(124.0, 100.0))  # S-TERRAIN-18: touching the outline is allowed
    across = field({"A:1": (runner("XL"), 100.0, 100.0)}, terrain=[(ROCK, box(140.0, 0.0, 160.0, 600.0))])
    assert refused(across, "S-MOVE-11", move(190.0, 100.0)).values["by"] == "A:t0"


@pytest.mark.parametrize("edition", list(Edition))
def test_s_move_12_and_diff_26_nobody_ends_on_a_miniature_or_impassable_ground(edition):
    """In ru-web, which does not mention it, as in the others."""
    put = {"A:1": (PLAIN, 100.0, 100.0), "A:2": (PLAIN, 150.0, 100.0)}
    made = field(put, terrain=[(ROCK, box(80.0, 140.0, 120.0, 180.0))], rules=rules_for(edition))
    assert refused(made, "S-MOVE-12", move(140.0, 100.0)).values["by"] == "A:2"
    assert refused(made, "S-TERRAIN-17", move(100.0, 150.0)).values["by"] == "A:t0"


def test_s_move_13_and_14_new_contact_ends_the_movement():
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 182.0, 100.0)}).give(move(150.0, 100.0))
    assert made.state.creatures["A:1"].deeds.stopped
    refused(made, "S-MOVE-14", move(150.0, 90.0))


def test_s_move_13_a_way_that_leads_through_contact_is_none():
    # A gap exactly as wide as the base: between own miniatures it is open, between enemies each of them stops it.
    for other, rule_id in ((PLAIN, None), (ENEMY, "S-MOVE-13")):
        owner = "A" if rule_id is None else "B"
        wall = {f"{owner}:{n}": (other, 300.0 + side * (32.0 + 32.0 * k), 150.0)
                for n, (side, k) in enumerate([(s, k) for s in (-1, 1) for k in range(9)], 2)}  # fmt: skip
        made = field({"A:1": (runner("L"), 300.0, 100.0)} | wall)
        if rule_id is None:
            made.give(move(300.0, 200.0))
            assert where(made) == (300.0, 200.0)
        else:
            refused(made, rule_id, move(300.0, 200.0))


def test_s_move_15_own_miniatures_do_not_stop_anybody():
    made = field({"A:1": (PLAIN, 100.0, 100.0), "A:2": (PLAIN, 182.0, 100.0)}).give(move(150.0, 100.0))
    made.give(move(150.0, 110.0))
    assert where(made) == (150.0, 110.0)


def test_s_move_16_and_18_enemies_touched_before_do_not_stop_it():
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 132.0, 100.0)})
    made.give(move(132.0, 132.0))  # slides round, still in contact
    assert made.purpose().startswith("backstab B:1")
    made.roll("b")
    assert where(made) == (132.0, 132.0)
    assert not made.state.creatures["A:1"].deeds.stopped


def test_s_move_17_a_hidden_enemy_stops_it_too():
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 182.0, 100.0)}).change("B:1", stealth=True)
    made.give(move(150.0, 100.0))
    refused(made, "S-MOVE-14", move(150.0, 90.0))


def test_s_move_19_the_base_stays_on_the_mat():
    # S-OPEN-52
    refused(field({"A:1": (PLAIN, 100.0, 100.0)}), "S-MOVE-19", move(10.0, 100.0))


def test_s_move_21_a_ruler_adds_its_length():
    # S-EX-30
    made = field({"A:1": (PLAIN, 100.0, 100.0)})
    faster = ChangeEffect(of="movement", ruler="M")
    lasting = LastingEffect(key="k", source="x", by="A", effect=faster, until="end_of_turn")
    made.emit(LastingBegan(creature="A:1", lasting=lasting)).give(move(300.0, 100.0))
    assert where(made) == (300.0, 100.0)


def test_s_move_03_and_los_13_what_is_too_close_to_call_is_asked_and_settled():
    # The gap is 2.2 mm, known to half a millimetre: the table says whether that is contact.
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 134.2, 100.0)}, act=None)
    made.give(Correct(by="A", of="B:1", at=Stand(134.2, 100.0, 0.5)), Activate(by="A", creature="A:1"))
    made.give(move(60.0, 100.0))
    assert made.state.question is not None
    assert made.state.question.rule_id == "S-MOVE-16"
    made.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert made.purpose().startswith("backstab B:1")
    assert made.roll("b").asked() == ""
    assert where(made) == (60.0, 100.0)


def test_s_move_06_a_length_too_close_to_call_is_put_to_the_table():
    made = field({"A:1": (PLAIN, 100.0, 100.0)}).give(move(200.3, 100.0, sigma=0.3))
    assert made.state.question is not None
    made.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert where(made) == (200.3, 100.0)
    assert left(made) == 0.0
    refusing = field({"A:1": (PLAIN, 100.0, 100.0)}).give(move(200.3, 100.0, sigma=0.3))
    refusing.give(Ruling(by="A", yes=False), Ruling(by="B", yes=False))
    assert where(refusing) == (100.0, 100.0)


def test_contact_settled_by_the_table_holds_until_somebody_moves():
    made = field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (ENEMY, 134.2, 100.0)}, act=None)
    made.give(Correct(by="A", of="B:1", at=Stand(134.2, 100.0, 0.5)), Activate(by="A", creature="A:1"))
    made.give(move(60.0, 100.0, run=True), Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert made.state.contacts == {}  # the run was refused, and nothing of it stays
    made.give(Fight(by="A", creature="A:1", target="B:1"), Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert made.state.contacts == {"A:1|B:1": True}
    made.give(Correct(by="B", of="B:1", at=Stand(150.0, 100.0)))
    assert made.state.contacts == {}


def test_correcting_a_nudged_piece_asks_no_rule():
    made = field({"A:1": (PLAIN, 100.0, 100.0)}, terrain=[(MIRE, box(300.0, 300.0, 340.0, 340.0))])
    made.give(Correct(by="B", of="A:1", at=Stand(103.0, 99.0)))
    assert where(made) == (103.0, 99.0)
    assert made.state.creatures["A:1"].deeds.moved_mm == 0.0
    made.give(Correct(by="A", of="A:t0", outline=box(310.0, 300.0, 350.0, 340.0)))
    assert made.state.templates["A:t0"].outline[0] == (310.0, 300.0)


def apply(made, deed):
    """Something that an effect does."""
    draft = Draft(made.state, Finish(by="A"))
    result = deed(draft)
    settle(draft, HANDLERS, lambda _: False)
    made.emit(*draft.events)
    return result


def test_s_open_30_a_push_stops_at_bases_rocks_and_edges():
    # S-AB-08: no Backstab for leaving contact
    put = {"A:1": (PLAIN, 100.0, 300.0), "B:1": (ENEMY, 132.0, 300.0)}
    made = field(put)
    assert apply(made, lambda draft: push(draft, "B:1", direction=(1.0, 0.0), by="A"))
    assert where(made, "B:1") == pytest.approx((212.0, 300.0))
    assert made.asked() == ""
    made = field(put | {"B:2": (ENEMY, 200.0, 300.0)})
    assert not apply(made, lambda draft: push(draft, "B:1", direction=(1.0, 0.0), by="A"))
    assert where(made, "B:1") == pytest.approx((168.0, 300.0))
    made = field(put, terrain=[(ROCK, box(170.0, 200.0, 200.0, 400.0))])
    assert not apply(made, lambda draft: push(draft, "B:1", direction=(1.0, 0.0), by="A"))
    assert where(made, "B:1") == pytest.approx((154.0, 300.0))
    made = field({"A:1": (PLAIN, 500.0, 300.0), "B:1": (ENEMY, 532.0, 300.0)})
    assert not apply(made, lambda draft: push(draft, "B:1", direction=(1.0, 0.0), by="A"))
    assert where(made, "B:1") == pytest.approx((584.0, 300.0))


def test_an_effect_places_a_creature_where_it_is_free_and_near_enough():
    made = field({"A:1": (PLAIN, 100.0, 300.0), "B:1": (ENEMY, 132.0, 300.0)})
    apply(made, lambda draft: place_anew(draft, "B:1", by="A", within="M"))
    assert made.asked() == "place A"
    refused(made, "S-MOVE-12", Place(by="A", creature="B:1", at=Stand(110.0, 300.0)))
    refused(made, "S-MOVE-02", Place(by="A", creature="B:1", at=Stand(233.0, 300.0)))
    made.give(Place(by="A", creature="B:1", at=Stand(232.0, 300.0)))
    assert where(made, "B:1") == (232.0, 300.0)
    assert made.asked() == ""


def overruled(command):
    return Overrule(by=TABLE, command=msgspec.json.encode(command).decode(), reason="the card says so")


def test_s_dragon_01_the_players_let_a_move_pass_together():
    made = field({"A:1": (PLAIN, 100.0, 100.0)}).give(overruled(move(300.0, 100.0)))
    assert where(made) == (300.0, 100.0)
    assert left(made) == 0.0
    onto = field({"A:1": (PLAIN, 100.0, 100.0), "A:2": (PLAIN, 150.0, 100.0)}).give(overruled(move(140.0, 100.0)))
    assert where(onto) == (140.0, 100.0)
    idle = field({"A:1": (PLAIN, 100.0, 100.0)}, act=None).give(overruled(move(150.0, 100.0, run=True)))
    assert where(idle) == (150.0, 100.0)


def test_the_record_of_a_move_that_is_overruled_by_nobody_stays_empty():
    made = field({"A:1": (PLAIN, 100.0, 100.0)})
    before = made.state
    refused(made, "S-MOVE-06", move(300.0, 100.0))
    assert made.state is before


@settings(deadline=None, max_examples=60)
@given(
    others=st.lists(st.tuples(st.floats(20, 580), st.floats(20, 580)), max_size=6),
    goal=st.tuples(st.floats(16, 584), st.floats(16, 584)),
    mire=st.tuples(st.floats(60, 540), st.floats(120, 480)),
)
def test_the_short_cut_for_plain_moves_says_what_the_search_says(others, goal, mire):
    put = {"A:1": (runner("L"), 300.0, 300.0)}
    for number, (x, y) in enumerate(others):
        if all(math.hypot(x - a, y - b) > 33.0 for _, a, b in put.values()):
            put[f"{'AB'[number % 2]}:{number + 2}"] = (ENEMY, x, y)
    x, y = mire
    made = field(put, terrain=[(MIRE, box(x - 20, y - 20, x + 20, y + 20))])
    creature, to = made.state.creatures["A:1"], Stand(*goal)
    plain = travelling._plainly_straight(made.state, creature, to)
    found = travelling.find_way(made.state, creature, to, 150.0, ())
    if plain is not None:
        searched = shortest_path(scene_of(made.state), "A:1", MatPoint(*goal))
        assert searched.length_mm == pytest.approx(plain.length_mm, abs=1e-9)
        assert not travelling.slows_at(made.state, creature, to)
        assert (found.verdict.answer is Answer.YES) is (plain.length_mm <= 150.0)
