"""When a creature acts, and what one activation may hold (S-ACT, S-TURN-26 to S-TURN-30)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose
from companion.games.signum.creature.stats import strength
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, Construct, End, Fight, Finish, Move, Play, Shoot, Skip, Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability, GainEffect, ReadyEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CardTold
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Phase
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import effects
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter, hero
from tests.games.signum.refusals import refused

PLAIN = fighter("plain", 2, 5)
ARCHER = fighter("archer", 2, 5, Ability("shot", x=2))


def two(card=PLAIN, **values):
    """Two creatures of A far from one of B."""
    put = {"A:1": (card, 100.0, 100.0), "A:2": (PLAIN, 500.0, 100.0), "B:1": (PLAIN, 300.0, 400.0)}
    return Field(put, **values)


def activate(name, by="A"):
    return Activate(by=by, creature=name)


def move(name, x, y, **values):
    return Move(by="A", creature=name, to=Stand(x, y), **values)


def offered(field, player="A"):
    return {spec.kind for spec in field.table.game.commands(field.state, player)}


def test_s_act_01_an_activation_begins_and_ends_in_the_own_activation_phase():
    field = two().give(activate("A:1"))
    assert field.state.acting == "A:1"
    field.give(Finish(by="A"))
    assert field.state.acting == ""
    assert field.state.creatures["A:1"].deeds.finished


def test_s_turn_27_and_28_once_a_turn_and_one_after_the_other():
    field = two().give(activate("A:1"))
    refused(field, "S-TURN-28", activate("A:2"))
    field.give(Finish(by="A"))
    refused(field, "S-TURN-27", activate("A:1"))
    field.give(activate("A:2"), Finish(by="A"))


def test_s_turn_26_and_30_idle_creatures_count_as_activated_and_others_cannot_be():
    field = two()
    refused(field, "S-TURN-26", activate("B:1"))
    field.give(End(by="A"))  # nobody was activated: all are skipped
    assert field.state.active == "B"
    field.give(Skip(by="B"))
    refused(field, "S-TURN-02", activate("A:1"))
    field.give(activate("B:1", "B"), End(by="B"))
    assert field.state.acting == ""
    assert not field.state.creatures["A:1"].deeds.activated  # S-TURN-05: ready again


def test_s_turn_05_creatures_may_be_activated_again_in_the_next_turn():
    field = two().give(activate("A:1"), End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"))
    field.give(activate("A:1"))
    assert field.state.acting == "A:1"


def test_s_turn_29_no_card_is_played_inside_an_activation():
    field = two()
    card = field.state.players["A"].hand[0]
    field.give(activate("A:1"))
    refused(field, "S-TURN-29", Play(by="A", card=card))


def test_s_turn_24_and_25_actions_are_mixed_but_nothing_is_built():
    field = two().give(activate("A:1"), Finish(by="A"), Play(by="A", card=two().state.players["A"].hand[0]))
    assert field.asked() == "place_summoned A"
    refused(two(), "S-TURN-01", Construct(by="A", card="A:b1"))


@pytest.mark.parametrize("kind", ["move", "shoot", "use", "fight"])
def test_s_act_02_nothing_is_done_outside_of_the_own_activation(kind):
    field = two(fighter("all", 2, 5, Ability("shot", x=2), Ability("healer", x=2)))
    commands = {
        "move": move("A:1", 100.0, 120.0),
        "shoot": Shoot(by="A", creature="A:1", target="B:1", ability="shot"),
        "use": Use(by="A", creature="A:1", ability="healer", target="A:1"),
        "fight": Fight(by="A", creature="A:1", target="B:1"),
    }
    refused(field, "S-TURN-28", commands[kind])


def test_s_act_04_a_shot_is_the_only_entry_of_its_activation():
    # S-OPEN-53, S-ACT-05, S-DIFF-24: after a ranged attack nobody moves
    field = two(ARCHER).act("A:1").change("A:1", deeds={"shot": True})
    refused(field, "S-ACT-05", move("A:1", 100.0, 120.0))
    refused(field, "S-ACT-04", Shoot(by="A", creature="A:1", target="B:1", ability="shot"))


def test_s_act_06_after_melee_nobody_moves():
    field = two().act("A:1").change("A:1", deeds={"melees": 1})
    refused(field, "S-ACT-06", move("A:1", 100.0, 120.0))
    refused(field, "S-ACT-06", move("A:1", 100.0, 120.0, run=True))


def test_s_act_02_moving_and_then_melee_is_one_entry():
    field = Field({"A:1": (PLAIN, 100.0, 100.0), "B:1": (PLAIN, 100.0, 200.0)})
    field.give(activate("A:1"), move("A:1", 100.0, 168.0), Fight(by="A", creature="A:1", target="B:1"))
    assert field.asked() == "assign B"


@pytest.mark.parametrize(("edition", "rule_id"), [(Edition.EN, "S-ACT-08"), (Edition.RU_WEB, "S-ACT-08")])
def test_s_act_07_and_08_a_marked_ability_takes_the_whole_turn(edition, rule_id):
    # S-EX-23, S-DIFF-48: either heals and does not move, or moves and does not heal
    healer = fighter("healer", 2, 5, Ability("healer", x=1))
    field = two(healer, rules=rules_for(edition)).change("A:1", wounds=1)
    field.give(activate("A:1"), Use(by="A", creature="A:1", ability="healer", target="A:1")).roll("x")
    assert field.wounds("A:1") == 0
    assert field.state.creatures["A:1"].deeds.finished
    field = two(healer, rules=rules_for(edition)).give(activate("A:1"), move("A:1", 100.0, 120.0))
    refused(field, rule_id, Use(by="A", creature="A:1", ability="healer", target="A:1"))


def test_s_act_08_no_marked_ability_in_contact_with_an_enemy_that_is_not_hidden():
    healer = fighter("healer", 2, 5, Ability("healer", x=1))
    use = Use(by="A", creature="A:1", ability="healer", target="A:1")
    field = Field({"A:1": (healer, 100.0, 100.0), "B:1": (PLAIN, 132.0, 100.0)}).give(activate("A:1"))
    refused(field, "S-ACT-08", use)
    # S-STEALTH-29: contact with a hidden enemy does not forbid it
    assert field.change("B:1", stealth=True).give(use).asked() == "roll A"


def test_s_move_29_after_run_nothing_but_the_end():
    field = two(ARCHER).act("A:1").change("A:1", deeds={"ran": True, "moved_mm": 20.0})
    refused(field, "S-MOVE-29", Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
    refused(field, "S-MOVE-29", Fight(by="A", creature="A:1", target="B:1"))
    refused(field, "S-MOVE-29", move("A:1", 100.0, 120.0))


def test_s_open_40_battle_mage_and_quick_shooter_shoot_after_a_move_but_not_after_a_run():
    # S-AB-05, S-AB-50, S-DIFF-65, S-DIFF-66, S-RANGED-02
    for mage in (
        fighter("mage", 2, 5, Ability("magical_shot", x=1), Ability("battle_mage")),
        fighter("quick", 2, 5, Ability("shot", x=1), Ability("quick_shooter")),
    ):
        shot = mage.abilities[0].name
        field = Field({"A:1": (mage, 300.0, 200.0), "B:1": (PLAIN, 300.0, 400.0)})
        field.give(activate("A:1"), move("A:1", 300.0, 220.0))
        field.give(Shoot(by="A", creature="A:1", target="B:1", ability=shot))
        assert field.asked() == "roll A"
        field = Field({"A:1": (mage, 300.0, 200.0), "B:1": (PLAIN, 300.0, 400.0)})
        field.act("A:1").change("A:1", deeds={"ran": True, "moved_mm": 20.0})
        refused(field, "S-MOVE-29", Shoot(by="A", creature="A:1", target="B:1", ability=shot))
    plain = Field({"A:1": (ARCHER, 300.0, 200.0), "B:1": (PLAIN, 300.0, 400.0)})
    plain.give(activate("A:1"), move("A:1", 300.0, 220.0))
    refused(plain, "S-RANGED-02", Shoot(by="A", creature="A:1", target="B:1", ability="shot"))


def test_s_act_03_what_is_offered_is_what_is_accepted():
    field = two(ARCHER)
    assert "activate" in offered(field)
    assert "move" not in offered(field)
    field.give(activate("A:1"))
    assert {"finish", "move"} <= offered(field)
    assert "activate" not in offered(field)
    field.give(move("A:1", 100.0, 200.0))
    assert "move" not in offered(field)
    assert "finish" in offered(field)


CONTRACT = Ability("contract", text=(ChangeEffect(of="strength", by=2),))


def test_s_ab_13_a_contract_is_paid_as_the_activation_begins():
    # S-OPEN-36, S-DIFF-69
    field = two(fighter("hired", 2, 5, CONTRACT)).give(activate("A:1"))
    before = field.state.players["A"].prosperity
    assert field.asked() == "choose A"
    field.give(Choose(by="A", chosen=("yes",)))
    assert field.state.players["A"].prosperity == before - 1
    assert strength(field.state, field.state.creatures["A:1"]) == 4
    field.give(End(by="A"))  # until the end of the active player's turn
    assert strength(field.state, field.state.creatures["A:1"]) == 2


def test_s_ab_13_a_contract_may_be_left_unpaid_and_cannot_be_paid_from_nothing():
    field = two(fighter("hired", 2, 5, CONTRACT)).give(activate("A:1"), Choose(by="A", chosen=("no",)))
    assert strength(field.state, field.state.creatures["A:1"]) == 2
    assert field.state.acting == "A:1"
    poor = two(fighter("hired", 2, 5, CONTRACT))
    poor.table.state = replace(
        poor.state, players={**poor.state.players, "A": replace(poor.state.players["A"], prosperity=0)}
    )
    assert poor.give(activate("A:1")).asked() == ""


def test_s_diff_69_ru_web_pays_a_contract_and_regenerates_as_the_phase_begins():
    # S-OPEN-36, S-OPEN-39, S-DIFF-79, S-AB-52
    card = fighter("troll", 2, 5, CONTRACT, Ability("regeneration", x=2))
    field = two(card, rules=rules_for(Edition.RU_WEB)).change("A:1", wounds=3)
    field.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"))
    assert field.asked() == "choose A"
    field.give(Choose(by="A", chosen=("no",)))
    assert field.wounds("A:1") == 1  # two points, without a roll
    assert field.state.phase is Phase.ACTIVATION
    field.give(activate("A:1"))
    assert field.asked() == ""
    assert field.wounds("A:1") == 1


def test_s_ab_52_regeneration_rolls_as_the_activation_begins():
    field = two(fighter("troll", 2, 5, Ability("regeneration", x=3))).change("A:1", wounds=3).give(activate("A:1"))
    assert field.purpose() == "regeneration A:1 3"
    field.roll("bxb")
    assert field.wounds("A:1") == 1
    assert field.state.acting == "A:1"
    unhurt = two(fighter("troll", 2, 5, Ability("regeneration", x=3))).give(activate("A:1"))
    assert unhurt.asked() == ""


def test_s_open_35_a_controlled_character_acts_for_its_controller_even_if_it_has_acted():
    # S-AB-14, S-DIFF-70: until the end of the own turn
    field = two().change("B:1", deeds={"activated": True, "finished": True})
    field.change("B:1", controller="A", deeds={"activated": False, "finished": False})
    field.give(activate("B:1"), move("B:1", 300.0, 350.0))
    assert field.state.creatures["B:1"].stand.y_mm == 350.0
    field.give(End(by="A"))
    assert field.state.creatures["B:1"].controller == "B"


def test_s_ab_53_rush_lets_a_summoned_character_act():
    # S-SUMMON-06
    field = two(fighter("rusher", 2, 5, Ability("rush"))).change("A:1", deeds={"summoned": True})
    field.change("A:2", deeds={"summoned": True})
    refused(field, "S-SUMMON-06", activate("A:2"))
    field.give(activate("A:1"))
    assert field.state.acting == "A:1"


def test_s_act_02_a_gained_rush_counts_as_well():
    gain = GainEffect(Ability("rush"))
    field = Field({"A:1": (PLAIN, 100.0, 100.0)}, cards={"hero": hero(Ability("aura", ruler="XL", text=(gain,)))})
    field.change("A:1", deeds={"summoned": True}).give(activate("A:1"))
    assert field.state.acting == "A:1"


def test_s_dragon_01_a_card_may_let_a_creature_act_once_more():
    field = two().give(activate("A:1"), move("A:1", 200.0, 100.0), Finish(by="A"))
    draft = Draft(field.state, End(by="A"))
    effects.apply(draft, (ReadyEffect(to=Selector(who="own")),), by="A", source="A:hero", kind="spell")
    settle(draft, HANDLERS, lambda _: False)
    field.emit(*draft.events)
    field.give(activate("A:1"), move("A:1", 300.0, 100.0))
    assert field.state.creatures["A:1"].stand.x_mm == 300.0


def test_s_open_77_a_setting_lets_a_spell_be_played_between_movement_and_melee():
    # S-TURN-29 is the default; a spell or a relic may come in between where the table plays so.
    rules = rules_for(Edition.EN)
    rules = replace(rules, switches=replace(rules.switches, cards_inside=True))
    song = Card(key="song", kind=Kind.SPELL, names={"en": "Song"}, effects=(ProsperEffect(2),))
    guard = fighter("guard")
    put = {"A:1": (fighter("one"), 300.0, 300.0), "B:1": (fighter("two"), 332.0, 300.0)}

    def dealt(**values):
        play = Field(put, cards={"song": song, "guard": guard}, **values)
        spell, other = play.state.players["A"].hand[:2]
        return play.emit(CardTold(card=spell, key="song"), CardTold(card=other, key="guard")), spell, other

    def offered(play):
        commands = play.table.game.commands(play.state, "A")
        return {each.fixed["card"] for each in commands if each.kind == "play"}

    play, spell, other = dealt(rules=rules)
    before = play.state.players["A"].prosperity
    play.give(activate("A:1"))
    assert spell in offered(play)
    assert other not in offered(play)
    refused(play, "S-TURN-29", Play(by="A", card=other))
    play.give(Play(by="A", card=spell))
    assert play.state.players["A"].prosperity == before + 2
    assert play.state.acting == "A:1"

    fought, spell, _ = dealt(rules=rules)
    fought.give(activate("A:1")).change("A:1", deeds={"melees": 1})
    refused(fought, "S-TURN-29", Play(by="A", card=spell))
    usual, spell, _ = dealt()
    refused(usual.give(activate("A:1")), "S-TURN-29", Play(by="A", card=spell))
