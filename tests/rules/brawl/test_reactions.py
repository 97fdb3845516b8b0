"""Reactions: who may play them, for whom, and what they do (B-REACT)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import (
    Act,
    Aim,
    Attack,
    Choose,
    Count,
    EndTurn,
    Pass,
    Play,
    React,
    Stop,
)
from companion.games.brawl.model.kinds import AimKind, Basic, Core
from companion.games.brawl.model.setup import PROPOSED, Readings
from companion.games.brawl.model.terms import Selector
from companion.games.verdicts.measured import RuleViolation
from tests.games.brawl.table import (
    asked,
    at,
    attack,
    do,
    duel,
    hurt,
    reaction,
    skill,
)
from tests.rules.brawl.fights import GUARD, OTHER, struck


def test_b_react_01_a_reaction_is_played_in_an_opponents_turn():
    state = duel(reaction("own", "one"), a={1: (1, 1)}, hand=("own",))
    with pytest.raises(RuleViolation) as refused:
        do(state, Play(by="A", card="A:own"))
    assert refused.value.rule_id == "B-REACT-01"


def test_b_react_02_only_when_attacked():
    state = duel(GUARD, a={1: (1, 1)}, b={1: (1, 2)}, answer=("guard",))
    with pytest.raises(RuleViolation) as refused:
        do(state, React(by="B", card="B:guard", piece="B:1"))
    assert refused.value.rule_id == "B-REACT-02"


def test_b_react_03_a_reaction_serves_any_targeted_champion():
    """The card belongs to `five`, and is played for `four`."""
    state = struck(OTHER, b={1: (1, 2), 2: (3, 1)})
    assert asked(state) == ("react", ("B",))
    state = do(state, React(by="B", card="B:other", piece="B:1"))
    assert state.champions["A:1"].damage == 1
    with pytest.raises(RuleViolation) as refused:
        do(struck(OTHER, b={1: (1, 2), 2: (3, 1)}), React(by="B", card="B:other", piece="B:2"))
    assert refused.value.rule_id == "B-REACT-09"


def test_b_react_04_05_one_reaction_an_attack_for_one_target():
    area = {"target": TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1)))}
    made = attack("hit", "one", move=None, **area)
    state = duel(made, GUARD, OTHER, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), answer=("guard", "other"))
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    state = do(state, React(by="B", card="B:guard", piece="B:2"))
    assert state.champions["B:1"].damage == 3
    assert state.champions["B:2"].damage == 2
    assert asked(state)[0] == "act"


def test_b_react_05_only_own_targets_are_served():
    """The area takes an ally of the attacker with it, who is no choice."""
    area = {"target": TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1)))}
    made = attack("hit", "one", move=None, **area)
    state = duel(made, GUARD, a={1: (1, 0), 2: (2, 0)}, b={1: (1, 1)}, hand=("hit",), answer=("guard",))
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    assert GAME.prompts(state)[0].specs[0].fields["piece"].options == ("B:1",)


def test_b_react_08_a_reaction_may_knock_out_the_attacker():
    """The chosen champion powers up, and its player gains 1 VP."""
    state = hurt(
        duel(attack("hit", "one", move=None), OTHER, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("other",)),
        A1=4,
    )
    state = do(
        state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"), React(by="B", card="B:other", piece="B:1")
    )
    assert at(state, "A:1") is None
    assert state.points == {"A": 0, "B": 1}
    assert state.champions["B:1"].powered


def test_b_react_09_10_a_reaction_costs_a_core_until_the_next_refresh():
    state = do(struck(GUARD), React(by="B", card="B:guard", piece="B:1"))
    assert state.cores["B"] == (Core.DESTRUCTION, Core.CREATION)
    state = do(state, EndTurn(by="A"))
    assert state.cores["B"] == (Core.DESTRUCTION, Core.CREATION)
    state = do(state, EndTurn(by="B"))
    assert len(state.cores["B"]) == 3


def test_b_react_09_without_the_core_it_cannot_be_played_and_the_question_is_the_same():
    """Whoever might react is asked, so that being asked tells nothing."""
    for cores in ((Core.MANIPULATION,), (Core.DESTRUCTION,)):
        made = attack("hit", "one", move=None)
        state = duel(made, GUARD, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("guard",))
        state = do(
            replace(state, cores=state.cores | {"B": cores}), Play(by="A", card="A:hit"), Attack(by="A", target="B:1")
        )
        assert asked(state) == ("react", ("B",))
    with pytest.raises(RuleViolation):
        do(state, React(by="B", card="B:guard", piece="B:1"))
    assert GAME.passing(state) == Pass(by="B")
    spent = duel(made, GUARD, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("guard",))
    spent = replace(spent, cores=spent.cores | {"B": ()})
    spent = do(spent, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert asked(spent)[0] == "act", "without any core, which all see, nobody is asked"


def test_b_react_12_skills_and_basic_actions_are_not_answered():
    """B-OPEN-09."""
    bolt = skill("bolt", "one", move=None, target=TargetDiagram(AimKind.MELEE), effects=(fx.DamageEffect(1),))
    state = duel(bolt, GUARD, a={1: (1, 1)}, b={1: (1, 2)}, hand=("bolt",), answer=("guard",))
    state = do(state, Play(by="A", card="A:bolt"), Attack(by="A", target="B:1"))
    assert state.champions["B:1"].damage == 1  # B-SKILL-05 to -07
    assert asked(state) == ("act", ("A",))
    strike = do(state, Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION), Stop(by="A"))
    strike = do(strike, Choose(by="A", chosen=("B:1",)))
    assert strike.champions["B:1"].damage == 2
    assert asked(strike)[0] == "act"


def test_b_react_13_reactions_are_not_answered():
    state = struck(OTHER)
    state = replace(state, hands=state.hands | {"A": ("A:other",)})
    assert asked(do(state, React(by="B", card="B:other", piece="B:1")))[0] == "act"


def test_b_react_06_07_the_chosen_champion_applies_the_effect_to_whom_the_card_says():
    """The card of `five`, who stands in no row with the attacker, pushes from `four`; another hurts who is near."""
    shove = reaction("shove", "five", after=(fx.PushEffect(1, Selector(who="attacker")),))
    lash = reaction("lash", "five", after=(fx.DamageEffect(1, Selector(who="enemy", within=1)),))
    places = {"a": {1: (1, 1), 2: (0, 3), 3: (4, -1)}, "b": {1: (1, 2), 2: (3, 0)}}
    state = do(struck(shove, **places), React(by="B", card="B:shove", piece="B:1"))
    assert at(state, "A:1") == (1, 0)
    state = do(struck(lash, **places), React(by="B", card="B:lash", piece="B:1"))
    assert [state.champions[f"A:{number}"].damage for number in (1, 2, 3)] == [1, 1, 0]


def test_b_open_06_a_reaction_is_discarded_after_step_8_and_with_the_attack_in_older_records():
    """As the attack's player chooses in step 9 whom it hurts, B's reaction lies in the discard already."""
    mend = fx.HealEffect(1, Selector(who="friend", count=1))
    hurts = {"after": (fx.DamageEffect(1, Selector(who="enemy", count=1)),)}
    for readings, in_step_9 in ((PROPOSED, ("B:soothe",)), (Readings(), ())):
        soothe = reaction("soothe", "four", after=(mend,))
        state = struck(soothe, card=hurts, b={1: (1, 2), 2: (3, 1)}, readings=readings)
        state = do(state, React(by="B", card="B:soothe", piece="B:1"))
        assert asked(state)[1] == ("B",)  # step 8: whom it heals
        assert state.discards["B"] == ()
        state = do(state, Choose(by="B", chosen=("B:1",)), Count(by="B", number=1))
        assert asked(state)[1] == ("A",)  # step 9
        assert state.discards == {"A": (), "B": in_step_9}
        state = do(state, Choose(by="A", chosen=("B:2",)))
        assert state.discards == {"A": ("A:hit",), "B": ("B:soothe",)}
