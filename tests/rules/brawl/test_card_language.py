"""What the terms of the card language do on any card, and what champions do by themselves (B-CHMP-03)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model import events as e
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Aim, Attack, Choose, Count, Lay, Move, Play, Use
from companion.games.brawl.model.kinds import CORES, AimKind, Core, Zone
from companion.games.brawl.model.state import LastingEffect
from companion.games.brawl.model.steps import Context, StunStep
from companion.games.brawl.model.terms import SELF, Amount, Condition, Measure, Selector
from companion.games.brawl.rules.selection import amount_of, holds, matching
from companion.games.brawl.rules.values import is_protected, strength
from companion.games.common import Told
from companion.games.kit.events import Healed
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import (
    NAMES,
    asked,
    at,
    attack,
    cells_offered,
    do,
    duel,
    events_of,
    hurt,
    skill,
    with_champion,
)

HERE = {"a": {1: (1, 1)}, "b": {1: (1, 2)}}
PLAY, USE = Play(by="A", card="A:go"), Use(by="A")


def using(*effects, state=None, **values):
    """After A:1 has used a skill with these effects."""
    made = duel(skill("go", "one", move=None, effects=effects), **(HERE | values), hand=("go", "go#2"))
    return do(replace(made, **(state or {})), PLAY, USE)


def options(state):
    (spec,) = GAME.prompts(state)[0].specs
    return spec.fields["chosen"]


def test_a_core_becomes_ready_by_choice_among_those_that_are_spent():
    """The skill itself takes Creation; with one core spent nothing is asked."""
    assert using(fx.CoreEffect()).cores["A"] == CORES
    state = using(fx.CoreEffect(), state={"cores": {"A": (Core.CREATION,), "B": CORES}})
    assert options(state).options == ("destruction", "creation", "manipulation")
    assert (options(state).least, options(state).most) == (1, 1)
    assert do(state, Choose(by="A", chosen=("manipulation",))).cores["A"] == (Core.MANIPULATION,)
    named = using(fx.CoreEffect(core=Core.DESTRUCTION), state={"cores": {"A": (Core.CREATION,), "B": CORES}})
    assert named.cores["A"] == (Core.DESTRUCTION,)


def test_a_core_of_the_opponent_is_exhausted():
    state = using(fx.CoreEffect("exhaust"))
    assert options(state).options == ("B:destruction", "B:creation", "B:manipulation")
    assert do(state, Choose(by="A", chosen=("B:creation",))).cores["B"] == (Core.DESTRUCTION, Core.MANIPULATION)
    assert using(fx.CoreEffect("exhaust", Core.DESTRUCTION)).cores["B"] == (Core.CREATION, Core.MANIPULATION)
    spent = using(fx.CoreEffect("exhaust"), state={"cores": {"A": CORES, "B": ()}})
    assert asked(spent)[0] == "act"


def test_two_champions_change_places_and_nobody_with_oneself():
    state = using(fx.SwapEffect(Selector(who="enemy")))
    assert (at(state, "A:1"), at(state, "B:1")) == ((1, 2), (1, 1))
    assert at(using(fx.SwapEffect(SELF)), "A:1") == (1, 1)


def test_one_of_several_is_chosen():
    state = using(fx.ChoiceEffect(((fx.DamageEffect(2, Selector(who="enemy")),), (fx.DamageEffect(1, SELF),), ())))
    assert options(state).options == ("1", "2", "3")
    told = [do(state, Choose(by="A", chosen=(word,))).champions for word in ("1", "2", "3")]
    assert [(each["A:1"].damage, each["B:1"].damage) for each in told] == [(0, 2), (1, 0), (0, 0)]
    with pytest.raises(RuleViolation):
        do(state, Choose(by="A"))


def test_a_condition_decides_which_effects_happen():
    near = Condition(champion=Selector(who="enemy", within=1))
    effect = fx.IfEffect(near, (fx.DamageEffect(1, SELF),), (fx.DamageEffect(3, SELF),))
    assert using(effect).champions["A:1"].damage == 1
    assert using(effect, b={1: (1, 3)}).champions["A:1"].damage == 3
    far = fx.IfEffect(Condition(no_champion=near.champion), (fx.DamageEffect(1, SELF),), (fx.DamageEffect(3, SELF),))
    assert using(far).champions["A:1"].damage == 3
    assert using(far, b={1: (1, 3)}).champions["A:1"].damage == 1, "where there is no such champion it holds"


def test_a_stun_of_several_is_answered_by_each_in_turn():
    """B-KW-07: each by its own player, the first named first."""
    made = skill("go", "one", move=None, effects=(fx.StunEffect(Selector(who="enemy")),))
    cards = (attack("x", "four"), attack("y", "five"))
    state = duel(made, *cards, a={1: (1, 1)}, b={1: (1, 2), 2: (1, 3)}, hand=("go",), answer=("x", "y"))
    state = do(state, PLAY, USE)
    assert asked(state) == ("stun", ("B",))
    assert [each.piece for each in state.steps if isinstance(each, StunStep)] == ["B:2", "B:1"]
    state = do(state, Choose(by="B", chosen=("B:x",)), Choose(by="B", chosen=("B:y",)))
    assert state.discards["B"] == ("B:x", "B:y")
    steady = {"four": (fx.Ability(NAMES, (fx.ProtectEffect("stun"),)),)}
    guarded = duel(made, *cards, **HERE, hand=("go",), answer=("x", "y"), back=steady)
    assert asked(do(with_champion(guarded, "B:1", powered=True), PLAY, USE))[0] == "act"


def test_what_the_program_cannot_do_it_tells():
    made = duel(skill("go", "one", move=None, effects=(fx.RemindEffect(NAMES),)), **HERE, hand=("go",))
    assert [each.key for each in events_of(made, PLAY, USE) if isinstance(each, Told)] == ["remind"]


@pytest.mark.parametrize(
    ("effect", "cells"),
    [
        (fx.PlaceEffect(within=1), {(2, 1), (2, 0), (1, 0), (0, 1), (0, 2)}),
        (fx.PlaceEffect(within=1, around="chosen"), set()),
        (fx.PlaceEffect(zone=Zone.OWN_SPAWN), {(q, -4) for q in range(5)}),
        (fx.PlaceEffect(within=1, zone=Zone.TRAP), {(2, 0), (0, 2)}),
        (fx.PlaceEffect(within=1, zone=Zone.STATUE), {(1, 0), (2, 0), (0, 1)}),
        (fx.PlaceEffect(within=1, zone=Zone.EDGE), set()),
    ],
)
def test_where_a_champion_may_be_placed(effect, cells):
    """On free cells: not on a statue, a champion or off the arena (B-KW-15)."""
    assert cells_offered(using(effect), "A:1") == cells


def test_one_of_several_champions_is_chosen_by_whoever_the_card_says():
    """As many as it says, or fewer where it says up to; none is asked where all fit."""
    three = {"b": {1: (1, 2), 2: (2, 1), 3: (0, 1)}}
    two = fx.DamageEffect(1, Selector(who="enemy", count=2))
    state = using(two, **three)
    assert (asked(state)[1], options(state).least, options(state).most) == (("A",), 2, 2)
    hit = do(state, Choose(by="A", chosen=("B:1", "B:3")))
    assert [hit.champions[f"B:{number}"].damage for number in (1, 2, 3)] == [1, 0, 1]
    assert using(two, b={1: (1, 2), 2: (2, 1)}).champions["B:2"].damage == 1  # all fit
    fewer = using(fx.DamageEffect(1, Selector(who="enemy", count=2, up_to=True)), b={1: (1, 2)})
    assert (options(fewer).least, options(fewer).most) == (0, 1)
    theirs = using(fx.DamageEffect(1, Selector(who="enemy", count=1, choice="enemy")), **three)
    assert asked(theirs)[1] == ("B",)


def test_each_effect_asks_for_itself():
    """The second of two is not answered by the first; a champion that fell asks nothing more (B-KO-07)."""
    one = fx.DamageEffect(1, Selector(who="enemy", count=1))
    two = {"b": {1: (1, 2), 2: (2, 1)}}
    state = do(using(one, one, **two), Choose(by="A", chosen=("B:1",)))
    assert asked(state) == ("choose_whom", ("A",))
    state = do(state, Choose(by="A", chosen=("B:2",)))
    assert [state.champions[each].damage for each in ("B:1", "B:2")] == [1, 1]
    assert asked(using(fx.DamageEffect(9, SELF), one, **two))[0] == "act"
    # A number that was said for one effect is not the next one's.
    many = {"state": {"decks": {"A": ("A:go#3", "A:go#4"), "B": ()}}}
    state = do(using(fx.DrawEffect(2), fx.DrawEffect(2), **many), Count(by="A", number=1))
    assert asked(state) == ("how_many_draw", ("A",))
    assert len(state.hands["A"]) == 2


def test_an_effect_that_holds_needs_its_condition_and_holds_for_those_it_names():
    never = Condition(champion=Selector(who="enemy", zone=Zone.OWN_SPAWN))
    assert using(fx.ChangeEffect("defence", 1, condition=never)).lasting == ()
    state = using(fx.ChangeEffect("defence", Amount("traps", plus=2), minus=True))
    assert [(each.pieces, each.amount) for each in state.lasting] == [(("A:1",), -2)]
    guarded = using(fx.ProtectEffect("displacement"), a={1: (1, 1), 2: (2, 1)})
    assert [is_protected(guarded, each, "displacement") for each in ("A:1", "A:2")] == [True, False]
    assert not is_protected(guarded, "A:1", "traps")
    made = duel(
        skill("go", "one", move=None, effects=(fx.ProtectEffect("traps", Selector(who="ally")),)), **HERE, hand=("go",)
    )
    assert not [each for each in events_of(made, PLAY, USE) if isinstance(each, e.Lasted)], "there is no ally"


def test_a_change_is_of_one_value_and_against_whom_it_names():
    """As an ability and as what holds for a time: strength against bloodied enemies moves nobody farther."""
    stronger = fx.ChangeEffect("strength", 2, SELF, Selector("enemy", bloodied=True))
    made = duel(
        attack("go", "one", move=1), **HERE, hand=("go",), health=9, back={"one": (fx.Ability(NAMES, (stronger,)),)}
    )
    lasts = LastingEffect(effect=stronger, pieces=("A:1",), against=("B:1",), amount=2)
    for state in (with_champion(made, "A:1", powered=True), replace(made, lasting=(lasts,))):
        assert strength(hurt(state, B1=3), made.setup.cards["go"], "A:1", "B:1") == 5
        assert GAME.prompts(do(state, PLAY))[0].about["left"] == 1
    assert strength(with_champion(made, "A:1", powered=True), made.setup.cards["go"], "A:1", "B:1") == 3


def test_a_keyword_is_of_the_attacks_of_whom_it_names():
    """An ability of another champion, and a bonus that asks for a bloodied target."""
    keen = {"two": (fx.Ability(NAMES, (fx.KeywordEffect("double"),)),)}
    hits = attack("go", "one", move=None, strength=1)
    state = duel(hits, a={1: (1, 1), 2: (3, 1)}, b={1: (1, 2)}, hand=("go",), back=keen)
    state = with_champion(state, "A:2", powered=True)
    assert do(state, PLAY, Attack(by="A", target="B:1")).champions["B:1"].damage == 1
    kept = LastingEffect(effect=fx.KeywordEffect("double"), pieces=("A:2",))
    lent = replace(duel(hits, **HERE, hand=("go",)), lasting=(kept,))
    assert do(lent, PLAY, Attack(by="A", target="B:1")).champions["B:1"].damage == 1
    if_bloodied = Condition(champion=Selector(who="target", bloodied=True))
    hits = replace(hits, bonuses=(fx.KeywordEffect("double", condition=if_bloodied),))
    state = duel(hits, **HERE, hand=("go",), health=9)
    assert do(state, PLAY, Attack(by="A", target="B:1")).champions["B:1"].damage == 1
    assert do(hurt(state, B1=3), PLAY, Attack(by="A", target="B:1")).champions["B:1"].damage == 3 + 2


def test_whoever_is_placed_on_a_trap_falls_by_the_card():
    """B-TRAP-11, B-TRAP-17: the champion whose card it is powers up."""
    place = fx.PlaceEffect(Selector(who="enemy"), within=1)
    state = using(place, traps={(2, 0): "damage_3:1"}, health=3)
    state = do(state, Move(by="A", piece="B:1", to=Cell(2, 0)), Lay(by="B", to=Cell(-2, 0)))
    assert (at(state, "B:1"), state.points, state.champions["A:1"].powered) == (None, {"A": 1, "B": 0}, True)


def test_no_more_is_drawn_or_planned_than_there_is():
    """B-KW-02, B-KW-09: of two cards in deck and discard two; of one in hand one, and nothing of none."""
    state = using(fx.DrawEffect(3), state={"decks": {"A": ("A:x",), "B": ()}, "discards": {"A": ("A:y",), "B": ()}})
    (spec,) = GAME.prompts(state)[0].specs
    assert spec.fields["number"].most == 2
    assert (options(using(fx.PlanEffect(3))).least, options(using(fx.PlanEffect(3))).most) == (0, 1)
    none = duel(skill("go", "one", move=None, effects=(fx.PlanEffect(3),)), **HERE, hand=("go",))
    assert asked(do(none, PLAY, USE))[0] == "act"
    three = duel(skill("go", "one", move=None, effects=(fx.PlanEffect(1),)), **HERE, hand=("go", "go#2", "go#3"))
    assert options(do(three, PLAY, USE)).most == 1


def test_what_was_chosen_is_known_to_the_next_effect():
    """Damage to one, a Push of the same; an effect that reaches nobody leaves it chosen."""
    one = Selector(who="enemy", count=1)
    effects = (fx.DamageEffect(1, one), fx.PlanEffect(0), fx.PushEffect(1, Selector(who="chosen")))
    state = do(using(*effects, b={1: (1, 2), 2: (2, 1)}), Choose(by="A", chosen=("B:2",)))
    assert (at(state, "B:1"), at(state, "B:2")) == ((1, 2), (3, 1))


def test_the_farthest_is_pushed_first_and_the_nearest_pulled_first():
    """Two in one row: neither is in the other's way."""
    row = {"a": {1: (-1, 1)}, "b": {1: (0, 1), 2: (1, 1)}}
    state = using(fx.PushEffect(1, Selector(who="enemy")), **row)
    assert (at(state, "B:1"), at(state, "B:2")) == ((1, 1), (2, 1))
    assert state.champions["B:1"].damage == state.champions["B:2"].damage == 0
    state = using(fx.PullEffect(1, Selector(who="enemy")), a={1: (-1, 1)}, b={1: (1, 1), 2: (2, 1)})
    assert (at(state, "B:1"), at(state, "B:2")) == ((0, 1), (1, 1))
    # Also where the first of them is the one that stands in the other's way.
    state = using(fx.PullEffect(1, Selector(who="enemy")), a={1: (-1, 1)}, b={1: (2, 1), 2: (1, 1)})
    assert (at(state, "B:1"), at(state, "B:2")) == ((1, 1), (0, 1))
    assert state.champions["B:1"].damage == state.champions["B:2"].damage == 0


def test_numbers_that_are_counted():
    places = {"a": {1: (1, 1), 2: (2, 0)}, "b": {1: (1, 2)}}  # A:2 alone in the area of Destruction
    state = hurt(duel(**places, hand=("x", "y"), traps={(1, 3): "stun:1"}), A1=3, B1=1)
    state = replace(state, points={"A": 2, "B": 4}, cores={"A": (Core.CREATION,), "B": CORES})
    mine = Context(piece="A:1", owner="A:1", player="A", dealt=5)
    friends = Selector(who="friend")
    for amount, number in (
        (Amount("champions"), 3),
        (Amount("champions", friends), 2),
        (Amount("damage", friends), 3),
        (Amount("health", Selector(who="enemy")), 5),
        (Amount("dealt", times=2, plus=1), 11),
        (Amount("dealt", most=3), 3),
        (Amount("dealt", most=7), 5),
        (Amount("controlled"), 1),
        (Amount("controlled", who="enemy"), 0),
        (Amount("dealt", times=-1), 0),
        (Amount("traps"), 1),
        (Amount("ready_cores"), 1),
        (Amount("spent_cores"), 2),
        (Amount("spent_cores", core=Core.CREATION), 0),
        (Amount("ready_cores", who="enemy"), 3),
        (Amount("hand", who="each"), 2),
        (Amount("points", who="enemy"), 4),
        (Amount("knocked_out"), 1),
        (Amount("knocked_out", who="enemy"), 2),
    ):
        assert amount_of(state, amount, mine) == number, amount


def test_whom_a_selector_names():
    state = hurt(duel(a={1: (1, 1), 2: (2, 1)}, b={1: (1, 2), 2: (3, 1), 3: (2, 2)}), A2=3, B1=1)
    state = with_champion(with_champion(state, "B:2", powered=True), "A:2", immobilised=True)
    mine = Context(piece="A:1", owner="A:1", player="A", targets=("B:2",), attacker="B:1")
    for selector, found in (
        (Selector(within=1), {"A:1", "A:2", "B:1"}),
        (Selector(within=1, other=True), {"A:2", "B:1"}),
        (Selector(beyond=1), {"B:2", "B:3"}),
        (Selector(within=1, around="target"), {"A:2", "B:2", "B:3"}),
        (Selector(within=1, around="attacker", other=True), {"A:1", "A:2", "B:3"}),
        (Selector(who="enemy", row=True), {"B:1", "B:2"}),
        (Selector(bloodied=True), {"A:2"}),
        (Selector(bloodied=False, who="friend"), {"A:1"}),
        (Selector(powered=True), {"B:2"}),
        (Selector(immobilised=True), {"A:2"}),
        (Selector(damaged=True), {"A:2", "B:1"}),
        (Selector(who="target"), {"B:2"}),
        (Selector(who="attacker"), {"B:1"}),
        (Selector(zone=Zone.DESTRUCTION), set()),
    ):
        assert set(matching(state, selector, mine)) == found, selector
    none = Condition(no_champion=Selector(who="enemy", within=1))
    assert not holds(state, none, mine)
    few = Condition(counts=(Measure(Amount("champions"), least=1, most=3),))
    assert not holds(state, few, mine)


@pytest.mark.parametrize(("on", "who"), [("attack", "one"), ("attacked", "four"), ("knock_out", "one")])
def test_abilities_follow_attacks_and_knock_outs(on, who):
    """B-CHMP-03: of powered champions, once the attack or the action is over, where their condition holds."""
    back = {who: (fx.Ability(NAMES, on=on, effects=(fx.DamageEffect(1, Selector(who="any")),)),)}
    hits = attack("go", "one", move=None, strength=1 if on != "knock_out" else 9)
    state = duel(hits, a={1: (1, 1)}, b={1: (1, 2), 2: (3, 1)}, hand=("go",), back=back)
    for powered, damage in ((False, 0), (True, 1)):
        turned = with_champion(with_champion(state, "A:1", powered=powered), "B:1", powered=powered)
        after = do(turned, PLAY, Attack(by="A", target="B:1"))
        assert after.champions["B:2"].damage == damage
    never = Condition(champion=Selector(who="enemy", zone=Zone.OWN_SPAWN))
    idle = {who: (fx.Ability(NAMES, on=on, condition=never, effects=(fx.DamageEffect(1, Selector(who="any")),)),)}
    state = duel(hits, a={1: (1, 1)}, b={1: (1, 2), 2: (3, 1)}, hand=("go",), back=idle)
    state = with_champion(with_champion(state, "A:1", powered=True), "B:1", powered=True)
    assert do(state, PLAY, Attack(by="A", target="B:1")).champions["B:2"].damage == 0


def test_effects_after_an_attack_know_how_much_it_dealt_to_all():
    made = attack(
        "go", "one", move=None, target=TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1))),
        after=(fx.DamageEffect(Amount("dealt"), SELF),),
    )  # fmt: skip
    state = duel(made, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("go",), health=9)
    assert do(state, PLAY, Aim(by="A", way="0")).champions["A:1"].damage == 6


def test_an_attack_has_an_attacker_and_a_skill_has_none():
    hurts = fx.DamageEffect(2, Selector(who="attacker"))
    made = duel(attack("go", "one", move=None, after=(hurts,)), **HERE, hand=("go",))
    assert do(made, PLAY, Attack(by="A", target="B:1")).champions["A:1"].damage == 2
    assert using(hurts).champions["A:1"].damage == 0


def test_bounds_hold_on_both_sides():
    """As of a challenge: between two and three damage on enemies."""
    between = Condition(counts=(Measure(Amount("damage", Selector(who="enemy")), least=2, most=3),))
    found = [holds(hurt(duel(**HERE), B1=damage), between, Context(player="A")) for damage in range(1, 5)]
    assert found == [False, True, True, False]


def test_nobody_is_healed_by_more_than_the_damage_there_is():
    """B-KW-04: Heal 5 of two, of whom one has 1 and the other 3 damage."""
    heal = fx.HealEffect(5, Selector(who="friend"))
    state = duel(skill("go", "one", move=None, effects=(heal,)), a={1: (1, 1), 2: (2, 1)}, hand=("go",))
    state = do(hurt(state, A1=1, A2=3), PLAY, USE)
    (spec,) = GAME.prompts(state)[0].specs
    assert spec.fields["number"].most == 3
    little = using(fx.HealEffect(1, SELF), state={"champions": hurt(duel(**HERE), A1=3).champions})
    assert GAME.prompts(little)[0].specs[0].fields["number"].most == 1
    events = events_of(state, Count(by="A", number=2))
    assert [(each.piece, each.amount) for each in events if isinstance(each, Healed)] == [("A:1", 1), ("A:2", 2)]


def test_one_of_several_traps_is_looked_at():
    made = skill("go", "one", move=None, effects=(fx.LookEffect(),))
    state = duel(made, **HERE, hand=("go",), traps={(2, 0): "stun:1", (0, 2): "damage_3:1"})
    state = do(state, PLAY, USE)
    assert (len(options(state).options), options(state).least, options(state).most) == (2, 1, 1)
    (word,) = [each for each in options(state).options if each != options(state).options[0]]
    shown = [each for each in events_of(state, Choose(by="A", chosen=(word,))) if isinstance(each, e.TrapShown)]
    assert [(each.token, each.to) for each in shown] == [("stun:1", ("A",))]


def test_whoever_is_forced_or_jumps_by_a_card_is_moved_by_its_player():
    """An ally moves where the card's player says (B-KW-14), the nearest enemy is approached (B-BASE-07)."""
    ally = Selector(who="ally", count=1)
    state = using(fx.MoveEffect(1, ally, "jump"), a={1: (1, 1), 2: (2, 1)}, b={1: (3, 1)})
    assert asked(state) == ("jump", ("A",))
    assert at(do(state, Move(by="A", piece="A:2", to=Cell(2, 2))), "A:2") == (2, 2)
    nearest = fx.MoveEffect(1, toward=Selector(who="enemy"), approach="approach")
    assert cells_offered(using(nearest, b={1: (-1, 1), 2: (-2, 4), 3: (4, -4)}), "A:1") == {(0, 1)}
