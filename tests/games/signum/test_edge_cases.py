"""Where rules end: what they do not concern, and what happens one step beyond their plain case."""

import pytest
from msgspec.structs import replace

from companion.games.signum.creature.abilities import has
from companion.games.signum.creature.damage import eliminate
from companion.games.signum.creature.stats import movement_mm, strength
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, Fight, Finish, LayTerrain, Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Variant, rules_for
from companion.games.signum.model.effects.effect import Ability, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CardMoved, CardTold, CreatureChanged, CreatureLeft, PlayerChanged
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Selector
from companion.games.signum.turn.game_end import check
from tests.games.signum.fights import Field, beside, fighter
from tests.games.signum.refusals import refused
from tests.games.signum.setup.test_variants import TEAMS, begun, passing, put
from tests.games.signum.walks import MIRE, PLAIN, box, left, move, runner, where
from tests.games.signum.walks import field as moving
from tests.rules.signum.tables import building, zone

WEB = rules_for(Edition.RU_WEB)
STRONG = fighter("strong", 3, 9)


def ability(name, x=None, **values):
    return Ability(name, x=x, **values)


def test_s_ab_63_dice_that_a_veteran_strikes_back_with_stand():
    # only its attacker rolls successes again
    veteran = fighter("veteran", 2, 9, ability("veteran"))
    play = beside(STRONG, veteran).fight("A:1", "B:1").assign("B", 2, 0).assign("A", 0, 3).roll("ss", "bbb")
    assert (play.asked(), play.wounds("A:1")) == ("", 2)


def test_s_ab_29_a_magical_strike_is_no_hammerblow():
    # S-MELEE-36: each hit gives one wound
    smith = fighter("smith", 3, 9, ability("hammerblow"), ability("magical_strike", 2))
    play = beside(smith, STRONG).fight("A:1", "B:1", magical=True).assign("B", 0, 3).roll("ss")
    assert play.wounds("B:1") == 2


@pytest.mark.parametrize(("name", "attack"), [("reckless", 2), ("cautious", 0)])
def test_s_ab_51_and_10_more_dice_than_there_are_bind_them_all(name, attack):
    # S-MELEE-14: at most its strength
    play = beside(fighter("bound", 2, 9, ability(name, 5)), STRONG).fight("A:1", "B:1").assign("B", 0, 3)
    assert (play.rolled(), play.asked()) == ([], "roll A" if attack else "")
    assert play.state.steps == () or play.state.steps[-2].attack["A:1"] == attack


def test_s_ab_47_a_pursuer_moves_once():
    hunter = fighter("hunter", 3, 9, ability("persecution", 1))
    places = {"A:1": (hunter, 300.0, 300.0), "B:1": (fighter("frail", 1, 1), 332.0, 300.0)}
    play = Field(places | {"B:2": (fighter("next", 1, 5), 250.0, 260.0)})
    play.fight("A:1", "B:1").assign("B", 0, 1).assign("A", 3, 0).roll("sss", "b")
    play.give(move(279.0, 272.0))
    assert play.asked() == "pursuit A"
    assert {each.kind for each in play.specs()} == {"fight", "finish"}
    refused(play, "S-TURN-24", move(250.0, 228.0))


def test_s_ab_31_what_waits_for_a_healing_happens_though_nobody_was_wounded():
    glad = Rider(trigger=Trigger(on="healed", whose="own"), effects=(ProsperEffect(3),))
    monk = fighter("monk", 2, 5, ability("healing", 2), riders=(glad,))
    play = Field({"A:1": (monk, 300.0, 300.0)})
    before = play.state.players["A"].prosperity
    play.act("A:1").give(Use(by="A", creature="A:1", ability="healing", target="A:1"))
    assert play.state.players["A"].prosperity == before + 3


def test_s_ab_06_who_is_whole_is_no_berserk():
    play = Field({"A:1": (fighter("raging", 2, 5, ability("berserk", 2)), 300.0, 300.0)})
    assert strength(play.state, play.state.creatures["A:1"]) == 2
    play.change("A:1", wounds=1)
    assert strength(play.state, play.state.creatures["A:1"]) == 4


def banner(key, by=1):
    more = ChangeEffect(of="strength", by=by, to=Selector(who="own", count=0))
    return fighter(key, 2, 5, ability("aura", ruler="S", text=(more,)))


def test_s_ab_04_equal_auras_do_not_add_and_nobody_has_its_own():
    # S-OPEN-38, S-DRAGON-02
    places = {"A:1": (banner("one"), 300.0, 300.0), "A:2": (banner("two"), 340.0, 300.0)}
    made = Field(places | {"A:3": (fighter("between"), 320.0, 340.0)})
    assert {name: strength(made.state, made.state.creatures[name]) for name in places} == {"A:1": 3, "A:2": 3}
    assert strength(made.state, made.state.creatures["A:3"]) == 3
    alone = Field({"A:1": (banner("one"), 300.0, 300.0)})
    assert strength(alone.state, alone.state.creatures["A:1"]) == 2
    other = Field(places | {"A:2": (banner("two", 2), 340.0, 300.0), "A:3": (fighter("between"), 320.0, 340.0)})
    assert strength(other.state, other.state.creatures["A:3"]) == 5  # two different ones


def test_s_terrain_25_who_starts_in_difficult_ground_may_leave_it_in_ru_web_too():
    made = moving({"A:1": (PLAIN, 300.0, 300.0)}, terrain=[(MIRE, box(280, 280, 320, 320))], rules=WEB)
    assert left(made) == 80.0
    made.give(move(300.0, 375.0))
    assert where(made) == (300.0, 375.0)


@pytest.mark.parametrize("rules", [rules_for(each) for each in Edition])
def test_s_move_13_a_plain_move_into_contact_is_not_struck(rules):
    # S-BACK-02, S-MOVE-30: that is for those who run
    places = {"A:1": (PLAIN, 300.0, 300.0), "B:1": (fighter("enemy", 2, 5), 400.0, 300.0)}
    gap = 32.0 if rules.edition is Edition.EN else 30.0 if rules.edition is Edition.RU_WEB else 32.0
    made = moving(places, rules=rules).give(move(400.0 - gap, 300.0))
    assert (made.asked(), made.state.acting, made.rolled()) == ("", "A:1", [])


def test_s_move_28_who_runs_into_contact_has_ended_its_turn():
    # S-AB-24: but one that is Fast
    places = {"B:1": (fighter("enemy", 2, 5), 432.0, 300.0)}
    made = moving({"A:1": (runner("M"), 300.0, 300.0)} | places).give(move(400.0, 300.0, run=True)).roll("b")
    assert (made.state.acting, made.state.creatures["A:1"].deeds.finished) == ("", True)
    quick = moving({"A:1": (runner("M", ability("fast")), 300.0, 300.0)} | places)
    quick.give(move(400.0, 300.0, run=True)).roll("b")
    assert quick.state.acting == "A:1"
    quick.give(Fight(by="A", creature="A:1", target="B:1"))
    lonely = moving({"A:1": (runner("M", ability("fast")), 300.0, 300.0)}).give(move(400.0, 300.0, run=True))
    assert lonely.state.acting == ""


def test_s_terrain_22_what_was_travelled_before_counts():
    # S-TERRAIN-21: 80 in all, of which 50 are gone; the ground lies across the whole mat
    bog = [(MIRE, box(0, 376, 600, 600))]
    made = moving({"A:1": (runner("L"), 300.0, 300.0)}, terrain=bog).give(move(300.0, 350.0))
    refused(made, "S-TERRAIN-21", move(300.0, 390.0))
    made.give(move(300.0, 380.0))
    assert left(made) == 0.0


def test_s_stealth_33_of_several_opponents_the_shot_of_any_since_the_own_turn_counts():
    made = begun(Variant.BATTLE_OF_THREE)
    first, second, third = made.state.order
    hider = f"{first}:1"
    put(made, hider, 300.0, 300.0)
    shy = Card(key="shy", kind=Kind.CHARACTER, names={"en": "Shy"}, strength=1, movement="M", health=3,
               abilities=(ability("stealth"),))  # fmt: skip
    made.state = replace(made.state, setup=replace(made.state.setup, cards=made.state.setup.cards | {"shy": shy}))
    made.state = made.game.evolve(made.state, CardTold(card=hider, key="shy"))
    assert has(made.state, made.state.creatures[hider], "stealth")

    def may_hide():
        specs = made.game.commands(made.state, first)
        return any(spec.fixed.get("ability") == "go_to_the_shadow" for spec in specs)

    passing(made, first)
    made.state = made.game.evolve(made.state, CreatureChanged(creature=hider, shot_at_turn=made.state.turn))
    passing(made, second, third)
    made.give(Activate(by=first, creature=hider))
    assert not may_hide()  # the second player's shot, two turns ago
    made.give(Finish(by=first))
    passing(made, first, second, third)
    made.give(Activate(by=first, creature=hider))
    assert may_hide()


def test_s_var_38_an_allys_side_asks_for_no_more_than_the_own():
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    for event in (CardTold(card="A:pit", key="pit"), CardMoved(card="A:pit", player="A", zone="unused")):
        made.state = made.game.evolve(made.state, event)
    low, high = made.state.seat("B").segment
    x = (low + high) / 2
    made.give(LayTerrain(by="A", card="A:pit", outline=((x - 20, 81), (x + 20, 81), (x + 20, 121), (x - 20, 121))))
    assert "A:pit" in made.state.templates


def test_s_end_05_a_fallen_hero_with_51_and_a_standing_one_are_tied():
    # S-OPEN-43: the survivor's greater City decides, and not the 51 alone
    made = Field({}, cards={"keep": building("keep", 60)})
    (town,) = zone(made, "B", "city", made.state.setup.cards["keep"])
    assert town
    made.emit(PlayerChanged(player="A", prosperity=51), CreatureLeft(creature="A:hero"))
    draft = Draft(made.state, Finish(by="A"))
    check(draft)
    assert (draft.state.outcome.winners, draft.state.outcome.rule_id) == (("B",), "S-END-05")


def test_s_ab_05_battle_mages_of_ru_web_use_any_magic_after_moving():
    # S-DIFF-65
    mage = fighter("mage", 2, 5, ability("battle_mage"), ability("control", 1))
    for rules, may in ((WEB, True), (rules_for(Edition.EN), False), (rules_for(Edition.RU), False)):
        places = {"A:1": (mage, 300.0, 300.0), "B:1": (fighter("foe"), 400.0, 300.0)}
        made = Field(places, rules=rules).act("A:1").change("A:1", deeds={"moved_mm": 20.0})
        command = Use(by="A", creature="A:1", ability="control", target="B:1")
        if may:
            made.give(command)
            assert made.asked() == "roll A"
        else:
            refused(made, "S-ACT-08", command)


def test_s_ab_08_in_ru_web_buckshot_pushes_without_success():
    # S-DIFF-67
    gun = fighter("gun", 2, 5, ability("buckshot"), ability("shot", 1))
    for rules, pushed in ((WEB, 80.0), (rules_for(Edition.EN), 0.0), (rules_for(Edition.RU), 0.0)):
        made = Field({"A:1": (gun, 200.0, 300.0), "B:1": (fighter("foe"), 300.0, 300.0)}, rules=rules)
        made.shoot("A:1", "B:1").roll("s")
        assert made.state.creatures["B:1"].stand.x_mm == 300.0 + pushed


def test_s_dmg_24_who_an_ally_fells_is_no_enemy_eliminated():
    # S-VAR-32
    made = begun(Variant.SHOULDER_TO_SHOULDER, "ABCD", "A", TEAMS)
    put(put(made, "A:1", 300.0, 300.0), "C:1", 400.0, 300.0)
    draft = Draft(made.state, Finish(by="A"))
    eliminate(draft, "A:1", by="B", why="S-DMG-19")
    eliminate(draft, "C:1", by="B", why="S-DMG-19")
    assert {name: each.kills for name, each in draft.state.players.items()} == {"A": 0, "B": 1, "C": 0, "D": 0}


@pytest.mark.parametrize(("by_hand_mm", "run_mm"), [(80.0, 100.0), (150.0, 250.0), (250.0, None)])
def test_s_move_25_and_26_a_run_steps_up_from_the_movement_that_a_hand_set(by_hand_mm, run_mm):
    made = Field({"A:1": (runner("M"), 300.0, 300.0)}).change("A:1", by_hand={"movement_mm": by_hand_mm})
    assert movement_mm(made.state, made.state.creatures["A:1"], running=True) == run_mm
