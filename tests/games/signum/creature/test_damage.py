"""Damage, wounds, armour, relics, healing, elimination (S-DMG)."""

from functools import partial

import pytest

from companion.games.common import Choose
from companion.games.signum.creature import damage
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import Rules, Switches, rules_for
from companion.games.signum.model.effects.effect import Ability, GainEffect, Rider, Trigger
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HealEffect, PreventEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CardMoved, CreatureChanged, CreatureLeft, LastingBegan, LastingEnded
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.steps.combat import Blow
from companion.games.signum.model.terms import Selector, Until
from tests.games.signum.fights import Field, beside, fighter

PLATE = Card(key="plate", kind=Kind.RELIC, names={"en": "Plate"}, relic_type=RelicType.ARMOUR)
SHIELD = Card(key="shield", kind=Kind.RELIC, names={"en": "Shield"}, relic_type=RelicType.SHIELD)


def field(card=None, **values):
    return Field(
        {"A:1": (card or fighter("target", 2, 3), 300.0, 300.0)}, cards={"plate": PLATE, "shield": SHIELD}, **values
    )


def after(field, deed):
    """Lets a deed of the rules happen as if a command had brought it about."""
    draft = Draft(field.state, Choose(by="B"))
    deed(draft)
    settle(draft, HANDLERS, lambda _: False)
    field.table.events += draft.events
    field.table.state = draft.state
    return field


def harm(field, target, amount, **values):
    return after(
        field, lambda draft: damage.deal(draft, target=target, amount=amount, why="test", **{"by": "B"} | values)
    )


def test_s_dmg_03_and_04_tokens_go_first_and_each_point_left_is_a_wound():
    # S-DMG-01, S-DMG-02, S-DMG-03, S-DMG-04
    # S-DMG-15, S-AB-03, S-OPEN-25: Armour 2 is two tokens, used up and not refilled
    hurt = harm(field().change("A:1", armour=2), "A:1", 3)
    assert (hurt.wounds("A:1"), hurt.state.creatures["A:1"].armour) == (1, 0)
    again = harm(hurt, "A:1", 1)
    assert again.wounds("A:1") == 2


def test_s_ex_15_a_spell_of_three_damage_meets_two_armour_tokens():
    # S-EX-15, S-DMG-07, S-OPEN-26: a spell is magical, yet "damage" meets armour tokens
    hurt = harm(field().change("A:1", armour=2), "A:1", 3, magical=True)
    assert (hurt.wounds("A:1"), hurt.state.creatures["A:1"].armour) == (1, 0)


def test_s_ex_16_a_spell_of_three_wounds_leaves_the_armour_and_eliminates():
    # S-EX-16, S-DMG-05, S-DIFF-35
    hurt = harm(field(fighter("target", 2, 4)).change("A:1", armour=2), "A:1", 3, wounds=True, magical=True)
    assert (hurt.wounds("A:1"), hurt.state.creatures["A:1"].armour) == (3, 2)
    dead = harm(field().change("A:1", armour=2), "A:1", 3, wounds=True, magical=True)
    assert dead.wounds("A:1") is None


def test_s_ex_36_relics_in_the_order_the_player_chooses_then_nothing_is_left():
    # S-EX-36, S-DMG-08, S-DMG-09, S-DMG-10, S-DMG-13, S-DMG-14
    play = field().relic("A", "A:18", PLATE, armour=2, durable=True).relic("A", "A:19", SHIELD, armour=3, durable=True)
    hurt = harm(play.change("A:hero", armour=1), "A:hero", 4)
    assert hurt.asked() == "choose A"
    hurt.give(Choose(by="A", chosen=("A:19",)))
    player = hurt.state.players["A"]
    assert [(each.id, each.armour) for each in player.relics] == [("A:18", 1)]
    assert player.graveyard == ("A:19",)  # S-CARD-40, S-AB-20
    assert (hurt.wounds("A:hero"), hurt.state.creatures["A:hero"].armour) == (0, 1)


def test_s_dmg_11_nobody_may_let_the_hero_take_what_a_relic_takes():
    play = field().relic("A", "A:18", PLATE, armour=4, durable=True)
    hurt = harm(play.change("A:hero", armour=1), "A:hero", 3)
    assert hurt.asked() == ""  # S-DMG-11: no choice is offered
    assert hurt.state.players["A"].relics[0].armour == 1
    hurt = harm(hurt, "A:hero", 3)  # S-DMG-13: relic, own tokens, wounds
    assert hurt.state.players["A"].relics == ()
    assert (hurt.wounds("A:hero"), hurt.state.creatures["A:hero"].armour) == (1, 0)


def test_s_ex_06_a_relic_of_durability_4_stays_until_four_damage_are_taken():
    # S-EX-06 (its tokens), S-DMG-08
    play = field().relic("A", "A:18", PLATE, armour=4, durable=True)
    for left in (3, 2, 1):
        harm(play, "A:hero", 1)
        assert [each.armour for each in play.state.players["A"].relics] == [left]
    harm(play, "A:hero", 1)
    assert play.state.players["A"].relics == ()
    assert play.wounds("A:hero") == 0


@pytest.mark.parametrize("values", [{"magical": True}, {"wounds": True}, {"magical": True, "wounds": True}])
def test_s_dmg_12_relics_do_not_stop_magic_nor_spells(values):
    # S-DMG-06 for the armour tokens of the hero, where magic deals wounds
    play = field().relic("A", "A:18", PLATE, armour=4, durable=True)
    hurt = harm(play.change("A:hero", armour=1), "A:hero", 2, **values)
    assert hurt.state.players["A"].relics[0].armour == 4
    assert hurt.wounds("A:hero") == (2 if "wounds" in values else 1)


def test_s_dmg_10_damage_that_empties_all_relics_needs_no_choice():
    play = field().relic("A", "A:18", PLATE, armour=2, durable=True).relic("A", "A:19", SHIELD, armour=3, durable=True)
    hurt = harm(play, "A:hero", 5)
    assert hurt.asked() == ""
    assert set(hurt.state.players["A"].graveyard) == {"A:18", "A:19"}
    assert hurt.wounds("A:hero") == 0


def test_s_dmg_08_only_relics_with_durability_left_take_damage():
    play = field().relic("A", "A:18", PLATE, armour=2).relic("A", "A:19", SHIELD, armour=0, durable=True)
    hurt = harm(play, "A:hero", 2)
    assert hurt.wounds("A:hero") == 2
    assert [(each.id, each.armour) for each in hurt.state.players["A"].relics] == [("A:18", 2), ("A:19", 0)]


def test_who_is_struck_beside_a_hero_whose_relic_takes_all_is_hurt():
    # S-DMG-08: the relic guards its hero alone, and the hero is left as it was
    play = field().relic("A", "A:18", PLATE, armour=4, durable=True)
    before = len(play.table.events)
    blows = tuple(Blow(target=name, amount=2, by="B", why="test") for name in ("A:hero", "A:1"))
    after(play, lambda draft: damage.deal_together(draft, blows))
    assert (play.wounds("A:hero"), play.wounds("A:1")) == (0, 2)
    assert [each.creature for each in play.table.events[before:] if isinstance(each, CreatureChanged)] == ["A:1"]


def test_relics_of_the_hero_protect_no_character():
    play = field().relic("A", "A:18", PLATE, armour=4, durable=True)
    assert harm(play, "A:1", 2).wounds("A:1") == 2  # S-DMG-08 speaks of heroes


def test_s_dmg_16_and_17_the_eliminated_leave_and_their_card_goes_to_its_owner():
    # S-DMG-16, S-DMG-17, S-ZONE-14: the owner's Graveyard, whoever controls it; nothing sticks to the card (S-ZONE-15)
    play = field().change("A:1", controller="B", armour=0)
    dead = harm(play, "A:1", 3, by="A")
    assert "A:1" not in dead.state.creatures
    assert dead.state.players["A"].graveyard == ("A:1",)
    assert [type(each) for each in dead.table.events if isinstance(each, CreatureLeft | CardMoved)][-2:] == [
        CreatureLeft,
        CardMoved,
    ]


def test_s_dmg_16_more_wounds_than_health_eliminate_too():
    play = field(fighter("target", 2, 2)).change("A:1", wounds=3)
    assert harm(play, "A:1", 1).wounds("A:1") is None


def test_s_dmg_21_wounds_beyond_health_are_lost():
    play = field(fighter("target", 2, None))
    play.change("A:1", by_hand={"health": 3})
    draft = Draft(play.state, Choose(by="B"))
    damage.deal(draft, target="A:1", amount=9, why="test", by="B")
    settle(draft, HANDLERS, lambda _: False)
    marked = [each.wounds for each in draft.events if getattr(each, "wounds", None) is not None]
    assert marked == [3]


def test_s_dmg_24_an_enemy_character_that_falls_counts_whatever_eliminated_it():
    assert harm(field(), "A:1", 3, source="A:hero").state.players["B"].kills == 1
    assert harm(field(), "A:1", 3, by="").state.players["B"].kills == 1
    own = harm(field(), "A:1", 3, by="A")
    assert [own.state.players[each].kills for each in "AB"] == [0, 1]
    two = harm(field(), "A:hero", 9)
    assert two.state.players["B"].kills == 0  # heroes are no characters (S-CARD-09)


def test_s_dmg_24_the_tie_break_counts_each_enemy_that_fell_for_the_one_who_felled_it():
    play = Field({name: (fighter("target"), 300.0 + 100.0 * n, 300.0) for n, name in enumerate(("A:1", "A:2", "B:1"))})
    for name, by in (("A:1", "B"), ("A:2", ""), ("B:1", "A")):
        after(play, partial(damage.eliminate, target=name, by=by, why="test"))
    assert [play.state.players[each].kills for each in "AB"] == [1, 2]


def test_s_dmg_24_a_character_stays_its_owners_enemies_enemy_under_control():
    # S-SUMMON-11: whoever controls it, it counts for its owner, and goes to its owner's Graveyard.
    play = field().change("A:1", controller="B")
    assert [harm(play, "A:1", 3, by="").state.players[each].kills for each in "AB"] == [0, 1]


def test_nothing_happens_below_one_point_nor_to_who_has_left():
    draft = Draft(field().state, Choose(by="B"))
    before = draft.state
    damage.deal(draft, target="A:1", amount=0, why="test", by="B")
    damage.deal(draft, target="A:9", amount=2, why="test", by="B")
    damage.heal(draft, "A:9", 2, "S-DMG-23")
    assert (draft.events, draft.state) == ([], before)


def test_nobody_is_healed_by_less_than_nothing_nor_below_no_wounds():
    play = field().change("A:1", wounds=1)
    assert after(play, lambda draft: damage.heal(draft, "A:1", -2, "S-DMG-23")).wounds("A:1") == 1


def test_s_dmg_04_tokens_left_over_stay_and_stop_no_more_than_they_are():
    hurt = harm(field().change("A:1", armour=5), "A:1", 2)
    assert (hurt.wounds("A:1"), hurt.state.creatures["A:1"].armour) == (0, 3)


def test_s_dmg_22_whoever_is_gone_or_well_is_left_alone():
    play = field()
    events = len(play.table.events)
    after(play, lambda draft: damage.check_health(draft, "A:9"))
    after(play, lambda draft: damage.check_health(draft, "A:1"))
    assert not damage.sweep(Draft(play.state, Choose(by="B")))
    assert len(play.table.events) == events


def test_s_dmg_22_a_value_set_by_hand_or_an_effect_that_lasts_may_bring_the_end():
    assert after(field().change("A:1", by_hand={"health": 0}), damage.sweep).wounds("A:1") is None
    less = LastingEffect(
        key="k", source="B:9", by="B", effect=ChangeEffect(of="health", by=-3), until=Until.END_OF_GAME
    )
    assert after(field().emit(LastingBegan(creature="A:1", lasting=less)), damage.sweep).wounds("A:1") is None


def test_s_dmg_22_an_unhurt_creature_falls_where_another_card_takes_all_its_health():
    def drains(by):
        rider = Rider(effects=(ChangeEffect(of="health", by=by, to=Selector(who="enemy", what="character")),))
        put = {
            "A:1": (fighter("target", 2, 3), 300.0, 300.0),
            "B:1": (fighter("r", 1, 9, riders=(rider,)), 100.0, 100.0),
        }
        return after(Field(put), damage.sweep)

    assert drains(-2).wounds("A:1") == 0
    fallen = drains(-3)
    assert fallen.wounds("A:1") is None
    assert fallen.state.players["B"].kills == 1  # S-DMG-24: whatever eliminated it


def test_s_dmg_21_markers_beyond_a_health_that_fell_are_not_taken_away_by_harm():
    play = field(fighter("target", 2, 2)).change("A:1", wounds=3)
    draft = Draft(play.state, Choose(by="B"))
    damage.deal(draft, target="A:1", amount=1, why="test", by="B")
    settle(draft, HANDLERS, lambda _: False)
    assert [each.wounds for each in draft.events if getattr(each, "wounds", None) is not None] == []


def test_s_ab_01_less_from_attacks_never_heals():
    for switch in ("per_attack", "per_hit"):
        rules = Rules(switches=Switches(minus_from_attacks=switch))
        play = field(fighter("target", 2, 9, Ability("less_from_attacks", x=3)), rules=rules)
        assert damage.after_minus(play.state, play.state.creatures["A:1"], 2) == 0


def test_s_dmg_18_those_who_are_struck_together_fall_together():
    play = beside(fighter("one", 2, 1), fighter("other", 2, 1))
    blows = tuple(Blow(target=name, amount=1, by=by, why="test") for name, by in (("A:1", "B"), ("B:1", "A")))
    after(play, lambda draft: damage.deal_together(draft, blows))
    assert set(play.state.creatures) == {"A:hero", "B:hero"}
    assert [play.state.players[each].kills for each in "AB"] == [1, 1]


def test_s_dmg_22_who_loses_the_health_that_kept_it_alive_falls():
    # S-DMG-20, S-DIFF-36: markers of additional health raise the health value
    more = LastingEffect(key="k", source="B:9", by="A", effect=ChangeEffect(of="health", by=2), until=Until.END_OF_GAME)
    play = field().emit(LastingBegan(creature="A:1", lasting=more)).change("A:1", wounds=4)
    assert after(play, lambda draft: damage.check_health(draft, "A:1")).wounds("A:1") == 4
    play.emit(LastingEnded(creature="A:1", key="k"))
    fallen = after(play, lambda draft: damage.check_health(draft, "A:1"))
    assert fallen.wounds("A:1") is None


def test_s_dmg_22_is_seen_when_an_effect_ends_by_itself():
    play = field().change("A:1", wounds=3)
    after(play, damage.sweep)
    assert play.wounds("A:1") is None
    assert play.state.players["B"].kills == 1


def test_s_dmg_23_healing_removes_no_more_markers_than_there_are():
    play = field().change("A:1", wounds=2)
    assert after(play, lambda draft: damage.heal(draft, "A:1", 5, "S-DMG-23")).wounds("A:1") == 0
    assert after(play, lambda draft: damage.heal(draft, "A:1", None, "S-DMG-23")).wounds("A:1") == 0
    play.change("A:1", wounds=2)
    assert after(play, lambda draft: damage.heal(draft, "A:1", 0, "S-DMG-23")).wounds("A:1") == 2
    assert after(play, lambda draft: damage.heal(draft, "A:1", 1, "S-DMG-23")).wounds("A:1") == 1
    play.change("A:1", wounds=2)
    assert after(play, lambda draft: damage.heal(draft, "A:1", None, "S-DMG-23")).wounds("A:1") == 0


def test_where_no_card_states_the_health_the_players_say_who_falls():
    play = harm(field(fighter("target", 2, None)), "A:1", 1)
    assert play.asked() == "choose A"
    assert play.give(Choose(by="A", chosen=("stands",))).wounds("A:1") == 1
    harm(play, "A:1", 1)
    assert play.give(Choose(by="A", chosen=("falls",))).wounds("A:1") is None


@pytest.mark.parametrize(("switch", "left"), [("per_attack", 3), ("per_hit", 0)])
def test_s_ab_01_less_from_attacks_counts_once_an_attack(switch, left):
    # S-AB-01, S-OPEN-29: per hit, X = 1 would make the creature immune
    rules = Rules(switches=Switches(minus_from_attacks=switch))
    play = field(fighter("target", 2, 9, Ability("less_from_attacks", x=1)), rules=rules)
    target = play.state.creatures["A:1"]
    assert damage.after_minus(play.state, target, 4) == left
    assert damage.after_minus(play.state, target, 0) == 0
    assert damage.after_minus(play.state, target, 2, 2) == (3 if switch == "per_attack" else 2)


def test_s_dmg_19_abilities_may_deal_damage_and_a_zero_deals_none():
    play = harm(field(), "A:1", 0)
    assert play.wounds("A:1") == 0
    assert not [each for each in play.table.events if getattr(each, "why", "") == "test"]


def test_heroes_fall_like_characters_and_the_game_ends():
    play = harm(field(), "B:hero", 6, by="A")
    assert "B:hero" not in play.state.creatures
    assert play.state.players["B"].graveyard[-1] == "B:hero"


def test_a_gained_ability_ends_with_the_creature():
    gained = LastingEffect(
        key="k", source="B:9", by="A", effect=GainEffect(Ability("fortitude")), until=Until.END_OF_GAME
    )
    play = field().emit(LastingBegan(creature="A:1", lasting=gained))
    assert "A:1" not in harm(play, "A:1", 3).state.creatures  # S-DMG-17: acquired abilities are lost, S-ABIL-20


def test_the_editions_agree_on_what_armour_stops():
    for edition in Edition:
        play = field(rules=rules_for(edition)).change("A:1", armour=1)
        assert harm(play, "A:1", 2).wounds("A:1") == 1, edition  # S-DIFF-35


def riding(on, *effects, whose="own"):
    """Somebody of B's, strong enough to stay, on whose card stands what happens at a moment."""
    rider = Rider(trigger=Trigger(on=on, whose=whose), effects=effects)
    put = {
        "A:1": (fighter("target", 2, 3), 300.0, 300.0),
        "B:1": (fighter("rider", 1, 9, riders=(rider,)), 100.0, 100.0),
    }
    return Field(put).change("B:1", wounds=3)


HEALED = HealEffect(2, to=Selector(who="self"))


@pytest.mark.parametrize(("amount", "left"), [(1, 1), (3, None)])
def test_what_waits_for_damage_happens_to_who_dealt_it(amount, left):
    play = harm(riding("damage.dealt", HEALED), "A:1", amount, source="B:1")
    assert (play.wounds("B:1"), play.wounds("A:1")) == (1, left)


@pytest.mark.parametrize(
    ("whose", "by", "hears"),
    [("own", "B", True), ("own", "", False), ("enemy", "", True), ("enemy", "A", True), ("enemy", "B", False)],
)
def test_s_ab_31_a_healing_is_whose_deed_it_is_also_of_the_unwounded(whose, by, hears):
    # Where it is nobody's, it is that of the one who controls the healed.
    play = riding("healed", ProsperEffect(2), whose=whose)
    before = play.state.players["B"].prosperity
    after(play, lambda draft: damage.heal(draft, "A:1", 2, "S-AB-31", by=by, source="B:1"))
    assert play.state.players["B"].prosperity - before == (2 if hears else 0)


@pytest.mark.parametrize(
    ("whose", "by", "hears"),
    [("own", "B", True), ("own", "", False), ("enemy", "", True), ("enemy", "A", True), ("enemy", "B", False)],
)
def test_harm_can_be_prevented_before_it_is_dealt_by_whose_deed_it_is(whose, by, hears):
    # Where it is nobody's, it is that of the one who controls the struck.
    play = harm(riding("damage.apply", PreventEffect(), whose=whose), "A:1", 2, source="B:1", by=by)
    assert play.wounds("A:1") == (0 if hears else 2)


def test_what_waits_for_damage_hears_of_those_struck_together_in_the_order_of_the_blows():
    put = {name: (fighter(name, 1, 9), 100.0, 100.0 * n) for n, name in enumerate(("A:1", "A:2", "A:3"), start=1)}
    soothes = Rider(
        trigger=Trigger(on="damage.dealt", whose="own"), effects=(HealEffect(1, to=Selector(who="aimed_at")),)
    )
    play = Field({**put, "B:1": (fighter("rider", 1, 9, riders=(soothes,)), 400.0, 100.0)})
    blows = tuple(Blow(target=name, amount=2, by="B", why="test") for name in ("A:2", "A:3", "A:1"))
    before = len(play.table.events)
    after(play, lambda draft: damage.deal_together(draft, blows))
    changed = [(each.creature, each.wounds) for each in play.table.events[before:] if isinstance(each, CreatureChanged)]
    assert changed == [("A:2", 2), ("A:3", 2), ("A:1", 2), ("A:2", 1), ("A:3", 1), ("A:1", 1)]


def test_s_dmg_17_what_waits_for_a_card_in_a_graveyard_hears_of_who_fell():
    play = harm(riding("card.to-graveyard", HEALED, whose="any"), "A:1", 3, source="B:1")
    assert play.state.players["A"].graveyard[-1] == "A:1"
    assert play.wounds("B:1") == 1


@pytest.mark.parametrize(
    ("whose", "by", "hears"),
    [("own", "B", True), ("own", "", False), ("enemy", "", True), ("enemy", "A", True), ("enemy", "B", False)],
)
def test_what_waits_for_an_elimination_hears_of_it_by_whose_deed_it_is(whose, by, hears):
    # Where it is nobody's, it is that of the one who owned the fallen.
    play = riding("eliminated", ProsperEffect(2), whose=whose)
    before = play.state.players["B"].prosperity
    after(play, lambda draft: damage.eliminate(draft, "A:1", by=by, why="test"))
    assert play.state.players["B"].prosperity - before == (2 if hears else 0)


def test_s_ab_37_who_falls_says_its_last_word():
    speaker = fighter("speaker", 1, 1, Ability("last_word", text=(ProsperEffect(2),)))
    play = field(speaker)
    before = play.state.players["A"].prosperity
    assert harm(play, "A:1", 1).state.players["A"].prosperity == before + 2


def test_harm_that_comes_too_late_for_its_target_harms_nobody():
    def deed(draft):
        damage.deal(draft, target="A:1", amount=1, why="test", by="B")
        draft.emit(CreatureLeft(creature="A:1", why="gone"))

    play = after(field(), deed)
    assert "A:1" not in play.state.creatures
    assert not [each for each in play.table.events if isinstance(each, CreatureChanged)]


def test_a_hero_that_leaves_while_its_player_chooses_a_relic_loses_none():
    play = field().relic("A", "A:18", PLATE, armour=2, durable=True).relic("A", "A:19", SHIELD, armour=3, durable=True)
    hurt = harm(play, "A:hero", 4)
    assert hurt.asked() == "choose A"
    hurt.emit(CreatureLeft(creature="A:hero", why="taken off the mat by hand"))
    hurt.give(Choose(by="A", chosen=("A:19",)))
    assert [(each.id, each.armour) for each in hurt.state.players["A"].relics] == [("A:18", 2), ("A:19", 3)]
    assert hurt.asked() != "choose A"
