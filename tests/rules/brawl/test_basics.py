"""What all other rules rest on: sides, cores, kinds of damage, modifiers, and cards that go before rules (B-BASE)."""

from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.kinds import CORES, AimKind, Basic, Core
from companion.games.brawl.model.steps import Context
from companion.games.brawl.model.terms import Selector
from companion.games.brawl.rules.selection import matching
from companion.games.brawl.rules.values import strength
from companion.games.common import Choose
from tests.games.brawl.table import NAMES, asked, attack, do, duel, hurt, skill, with_champion
from tests.rules.brawl.fights import MELEE, aimed, hit


def test_b_base_01_where_a_card_contradicts_the_rules_the_card_prevails():
    """By the rules only enemies are targets (B-TGT-01), and traps trigger (B-TRAP-02); cards say otherwise."""
    among = {"a": {1: (1, 1), 2: (0, 1)}, "b": {1: (1, 2)}}
    assert aimed(MELEE, **among)[0] == {"B:1"}
    assert aimed(TargetDiagram(AimKind.MELEE, who="any"), **among)[0] == {"A:2", "B:1"}
    sure_footed = {"one": (fx.Ability(NAMES, (fx.ProtectEffect("traps"),)),)}
    run = c.Act(by="A", action=Basic.RUN, piece="A:1", core=Core.CREATION)
    state = duel(a={1: (1, 1)}, traps={(1, 2): "damage_3:1"}, back=sure_footed)
    step = c.Move(by="A", piece="A:1", to=(1, 2))
    assert do(state, run, step).champions["A:1"].damage == 3
    assert do(with_champion(state, "A:1", powered=True), run, step).champions["A:1"].damage == 0


def test_b_base_02_03_enemies_are_the_opponents_and_allies_the_other_own_ones():
    state = duel(a={1: (1, 1), 2: (2, 1)}, b={1: (1, 2), 2: (0, 2)})
    of_one = Context(piece="A:1", owner="A:1", player="A")
    assert matching(state, Selector(who="enemy"), of_one) == ("B:1", "B:2")
    assert matching(state, Selector(who="ally"), of_one) == ("A:2",)
    assert matching(state, Selector(who="friend"), of_one) == ("A:1", "A:2")
    assert matching(state, Selector(who="enemy"), Context(piece="B:1", owner="B:1", player="B")) == ("A:1", "A:2")


def test_b_base_04_there_are_three_cores():
    assert [core.value for core in CORES] == ["destruction", "creation", "manipulation"]


def test_b_base_05_06_an_action_flips_one_core_and_the_end_of_the_turn_readies_all():
    rest = skill("rest", "one", Core.MANIPULATION, move=None)
    state = do(duel(rest, a={1: (1, 1)}, hand=("rest",)), c.Play(by="A", card="A:rest"), c.Use(by="A"))
    assert state.cores["A"] == (Core.DESTRUCTION, Core.CREATION)
    state = do(state, c.Act(by="A", action=Basic.RUN, piece="A:1", core=Core.CREATION), c.Stop(by="A"))
    assert state.cores["A"] == (Core.DESTRUCTION,)
    assert do(state, c.EndTurn(by="A")).cores["A"] == CORES


def test_b_base_10_11_strength_is_lowered_by_defence_and_direct_damage_is_not():
    """The same 3 against the same defence of 2."""
    assert hit(card={"strength": 3}, defence=2).champions["B:1"].damage == 1
    after = {"strength": 0, "after": (fx.DamageEffect(3),)}
    assert hit(card=after, defence=2).champions["B:1"].damage == 3


def test_b_base_13_what_cannot_be_done_in_full_is_done_as_far_as_possible():
    """Nobody is there to be dealt damage, and a Heal 3 finds 1 damage: the rest of the card happens."""
    mend = skill(
        "mend", "one", move=None, effects=(fx.DamageEffect(2, Selector(who="enemy", within=1)), fx.HealEffect(3))
    )
    state = hurt(duel(mend, a={1: (1, 1)}, b={1: (1, 3)}, hand=("mend",)), A1=1)
    state = do(state, c.Play(by="A", card="A:mend"), c.Use(by="A"), c.Count(by="A", number=1))
    assert (state.champions["A:1"].damage, state.champions["B:1"].damage) == (0, 0)


def test_b_base_13_a_skill_without_a_target_does_what_needs_none():
    """One effect reaches targets, the other does not; where all of them need one, nothing is asked."""
    melee = TargetDiagram(AimKind.MELEE)
    both = skill("both", "one", move=None, target=melee, effects=(fx.DamageEffect(2), fx.HealEffect(1)))
    state = hurt(duel(both, a={1: (1, 1)}, b={1: (1, 3)}, hand=("both",)), A1=2)
    state = do(state, c.Play(by="A", card="A:both"))
    assert {spec.kind for spec in GAME.prompts(state)[0].specs} == {"use", "refrain"}
    state = do(state, c.Use(by="A"), c.Count(by="A", number=1))
    assert (state.champions["A:1"].damage, state.champions["B:1"].damage) == (1, 0)
    # What is measured from a target needs one, too.
    near = skill(
        "near", "one", move=None, target=melee, effects=(fx.DamageEffect(2, Selector("any", 1, around="target")),)
    )
    assert (
        asked(do(duel(near, a={1: (1, 1)}, b={1: (1, 3)}, hand=("near",)), c.Play(by="A", card="A:near")))[0] == "act"
    )
    only = skill("only", "one", move=None, target=melee, effects=(fx.DamageEffect(2), fx.StunEffect()))
    state = do(duel(only, a={1: (1, 1)}, b={1: (1, 3)}, hand=("only",)), c.Play(by="A", card="A:only"))
    assert asked(state)[0] == "act"
    assert state.discards["A"] == ("A:only",)


def test_b_base_14_a_modifier_changes_a_printed_0_too():
    """And B-BASE-15: nothing where no value is printed."""
    keen = {"one": (fx.Ability(NAMES, (fx.ChangeEffect("strength", 2),)),)}
    plain, none = attack("plain", "one", strength=0), attack("none", "one", strength=None)
    state = with_champion(duel(plain, none, a={1: (1, 1)}, b={1: (1, 2)}, back=keen), "A:1", powered=True)
    assert strength(state, plain, "A:1", "B:1") == 2
    assert strength(state, none, "A:1", "B:1") == 0


def test_b_base_16_and_kw_02_31_up_to_x_may_be_0_and_the_number_is_said_before_drawing():
    take = skill("take", "one", move=None, effects=(fx.DrawEffect(2),))
    state = duel(take, a={1: (1, 1)}, hand=("take",))
    state = replace(state, decks={"A": ("A:take#2", "A:take#3", "A:take#4"), "B": ()})
    state = do(state, c.Play(by="A", card="A:take"), c.Use(by="A"))
    (spec,) = GAME.prompts(state)[0].specs
    assert (spec.fields["number"].least, spec.fields["number"].most) == (0, 2)
    assert [len(do(state, c.Count(by="A", number=number)).hands["A"]) for number in (0, 1, 2)] == [0, 1, 2]


def test_b_base_16_a_plan_of_0_puts_nothing_back():
    think = skill("think", "one", move=None, effects=(fx.PlanEffect(2),))
    state = duel(think, a={1: (1, 1)}, hand=("think", "think#2"))
    state = do(state, c.Play(by="A", card="A:think"), c.Use(by="A"))
    assert asked(state) == ("plan", ("A",))
    assert do(state, Choose(by="A")).hands["A"] == ("A:think#2",)
