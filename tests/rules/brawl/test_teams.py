"""Super Teams: two against two (B-TEAM)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.kinds import CORES, Basic, Core, End
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.steps import Context
from companion.games.brawl.model.terms import Amount, Condition, Measure, Selector
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.selection import amount_of
from companion.games.brawl.rules.turns import score
from companion.games.common import Choose
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import (
    ARENA,
    asked,
    at,
    attack,
    do,
    reaction,
    setup,
    shuffled,
    skill,
    with_champion,
)
from tests.rules.brawl.course import answer, order_of, until


def teams(**values):
    state = GAME.new(setup(players=4, **values))
    return shuffled(state)


def test_b_team_02_20_21_22_the_teams_say_who_plays_first():
    """B-OPEN-24."""
    assert GAME.shuffling(GAME.new(setup(players=4))) == ("first", ("1", "2"))
    state = teams()
    assert GAME.prompts(state)[0].key == "lead"
    assert {player for prompt in GAME.prompts(state) for player in prompt.to} == {"A", "C"}
    state = do(state, c.Lead(by="A", player="C"), c.Lead(by="B", player="B"))
    assert state.order == ("C", "B", "A", "D")
    assert asked(state) == ("end", ("C",))  # B-TEAM-31


def test_b_team_07_25_26_27_what_lies_ready_for_four():
    state = until(teams(), "act")
    assert {len(hand) for hand in state.hands.values()} == {4}
    assert {len(deck) for deck in state.decks.values()} == {8}
    assert state.setup.slots == (0, 0, 1, 2, 1)
    assert [bool(each) for each in state.track] == [True, True, True, False, False]
    assert state.setup.goal == 7  # B-TEAM-08
    assert len(state.challenges) == 8


def test_b_team_10_12_15_after_four_turns_two_new_challenges():
    """B-OPEN-23."""
    state = until(teams(), "act")
    before = state.track
    for player in state.order:
        assert state.track == before
        assert state.active == player
        state = do(state, c.EndTurn(by=player))
    assert state.track[2:] == before[:3]
    assert all(state.track[:2])
    assert state.round == 2


def test_b_team_41_the_normal_draft_of_four():
    state = teams(drafted="normal", pool=tuple(f"t/c{number}" for number in range(8)))
    state = do(state, c.Lead(by="A", player="A"), c.Lead(by="B", player="B"), c.TakeEnd(by="A", end=End.ONE))
    found, state = order_of(state, "pick")
    assert found == ["B", "A", "D", "C", "B", "A", "D", "C"]
    for side in state.sides:
        mine = [each.card for player in state.players_of(side) for each in state.mine(player)]
        assert len(set(mine)) == len(mine) == 4  # B-TEAM-40, B-TEAM-42


def test_b_team_43_to_49_the_tournament_draft_of_four():
    brought = {seat: tuple(f"t/c{(number * 2 + at) % 8}" for at in range(3)) for number, seat in enumerate("ABCD")}
    state = teams(drafted="tournament", champions=brought)
    state = do(state, c.Lead(by="A", player="A"), c.Lead(by="B", player="B"), c.TakeEnd(by="A", end=End.ONE))
    whose = []
    while asked(state)[0] == "ban":
        prompt = GAME.prompts(state)[0]
        whose.append((prompt.to[0], prompt.about["player"]))
        state = do(state, answer(state))
    assert whose == [("A", "B"), ("B", "A"), ("C", "D"), ("D", "C")]
    assert [len(state.mine(player)) for player in "ABCD"] == [2, 2, 2, 2]


def four(*cards, hands=None, points=None):
    """A's turn of four, all champions in the middle of nowhere; A1 attacks B1, whose teammate is D."""
    state = until(teams(), "act")
    made = replace(state.setup, cards=state.setup.cards | {card.key: card for card in cards})
    state = replace(
        state,
        setup=made,
        hands={player: (hands or {}).get(player, ()) for player in "ABCD"},
        decks=dict.fromkeys("ABCD", ()),
        points=points or state.points,
        traps=(),
    )
    cells = {"A:1": (1, 1), "B:1": (1, 2), "C:1": (0, 2), "D:1": (1, 3)}
    for piece in state.champions:
        state = with_champion(state, piece, cell=Cell(*cells[piece]) if piece in cells else None)
    return state


HIT = attack("hit", "t/c0", move=None, strength=9)


def test_b_team_05_teammates_are_allies():
    near = skill("near", "t/c0", move=None, effects=(fx.DamageEffect(1, Selector(who="ally")),))
    state = four(near, hands={"A": ("A:near",)})
    state = do(state, c.Play(by="A", card="A:near"), c.Use(by="A"))
    assert state.champions["C:1"].damage == 1
    assert state.champions["B:1"].damage == state.champions["A:1"].damage == 0


def test_what_the_opponent_chooses_either_of_the_other_team_may_choose():
    """B-OPEN-22, as with reactions."""
    worse = skill("worse", "t/c0", move=None, effects=(fx.DamageEffect(1, Selector("enemy", count=1, choice="enemy")),))
    state = do(four(worse, hands={"A": ("A:worse",)}), c.Play(by="A", card="A:worse"), c.Use(by="A"))
    assert {player for prompt in GAME.prompts(state) for player in prompt.to} == {"B", "D"}
    for player in "BD":
        done = do(state, Choose(by=player, chosen=("D:1",)))
        assert [done.champions[piece].damage for piece in ("B:1", "D:1")] == [0, 1]
        assert asked(done) == ("act", ("A",))


def test_b_team_06_13_a_teammate_may_react_once_in_all():
    """B-OPEN-22."""
    guard = reaction("guard", "t/c6", Core.CREATION, defence=9)
    state = four(HIT, guard, hands={"A": ("A:hit",), "B": ("B:guard",), "D": ("D:guard",)})
    state = do(state, c.Play(by="A", card="A:hit"), c.Attack(by="A", target="B:1"))
    assert {player for prompt in GAME.prompts(state) for player in prompt.to} == {"B", "D"}
    state = do(state, c.React(by="D", card="D:guard", piece="B:1"))
    assert at(state, "B:1") == (1, 2)
    assert state.cores["D"] == (Core.DESTRUCTION, Core.MANIPULATION)
    assert state.cores["B"] == CORES
    assert asked(state)[0] == "act"


def test_b_team_08_16_17_points_belong_to_the_team():
    """B-WIN-03."""
    state = four(HIT, hands={"A": ("A:hit",)}, points={"1": 6, "2": 0})
    state = do(state, c.Play(by="A", card="A:hit"), c.Attack(by="A", target="B:1"))
    assert state.points == {"1": 7, "2": 0}
    assert state.outcome == "1"


def test_b_team_11_the_team_scores_together():
    """Two of the team are on the arena, one of each player; of the others one."""
    state = with_champion(four(), "D:1", cell=None)
    key = state.setup.challenges[0]
    many = Condition(counts=(Measure(Amount("champions", Selector(who="friend")), least=2),))
    made = replace(state.setup, cards=state.setup.cards | {key: replace(state.setup.cards[key], condition=many)})
    run = Run(replace(state, setup=made, track=("", "", key, "", ""), round=2))
    score(run, "A")
    assert run.state.points["1"] == 1


def test_b_vis_02_teammates_see_hands_only_by_a_reading():
    """B-OPEN-04."""
    state = four(hands={"A": ("A:t/c0_a0",)})
    assert "A:t/c0_a0" not in GAME.view(state, "C").hands["A"]
    shown = replace(state, setup=replace(state.setup, readings=Readings(teammates_see_hands=True)))
    assert GAME.view(shown, "C").hands["A"] == ("A:t/c0_a0",)
    assert "A:t/c0_a0" not in GAME.view(shown, "B").hands["A"]


def test_b_team_04_14_each_acts_with_the_own_champions_and_pays_with_the_own_cores():
    state = four()
    with pytest.raises(RuleViolation) as refused:
        do(state, c.Act(by="A", action=Basic.RUN, piece="C:1", core=Core.CREATION))
    assert refused.value.rule_id == "B-BA-07"
    state = do(state, c.Act(by="A", action=Basic.RUN, piece="A:1", core=Core.CREATION), c.Stop(by="A"))
    assert {player: len(cores) for player, cores in state.cores.items()} == {"A": 2, "B": 3, "C": 3, "D": 3}


def test_b_team_08_16_17_a_level_finish_is_won_by_the_other_team():
    """Six all; one card knocks out one of each team."""
    blast = skill("blast", "t/c0", move=None, effects=(fx.DamageEffect(9, Selector(who="any", other=True, within=1)),))
    state = four(blast, hands={"A": ("A:blast",)}, points={"1": 6, "2": 6})
    state = do(state, c.Play(by="A", card="A:blast"), c.Use(by="A"))
    assert state.points == {"1": 7, "2": 7}
    assert state.outcome == "2"


def test_b_team_09_26_27_the_longer_track_and_its_first_cards():
    state = until(teams(), "lay")
    first, second, third = (state.track[slot] for slot in (2, 1, 0))
    assert len({first, second, third}) == 3
    assert state.track[3:] == ("", "")
    assert state.setup.slots[:2] == (0, 0)


def test_b_team_18_each_player_scores_in_the_own_turn():
    """Of both players of a team, in the second round and not in the first."""
    state = until(teams(), "act")
    key = state.setup.challenges[0]
    always = Condition(counts=(Measure(Amount("traps"), least=0),))
    made = replace(state.setup, cards=state.setup.cards | {key: replace(state.setup.cards[key], condition=always)})
    for player in state.order:
        for round_, points in ((1, 0), (2, 2)):
            run = Run(replace(state, setup=made, track=("", "", "", key, ""), round=round_, active=player))
            score(run, player)
            assert run.state.points[state.side(player)] == points


def test_b_team_28_29_30_each_in_turn_order():
    found, state = order_of(until(teams(), "lay"), "lay")
    assert found == list(state.order)
    assert len(state.traps) == 4
    found, state = order_of(state, "change")
    assert found == list(state.order)
    found, state = order_of(state, "deploy")
    assert found == [player for player in state.order for _ in range(2)]
    for side in state.sides:
        cells = {tuple(each.cell) for player in state.players_of(side) for each in state.mine(player)}
        assert cells <= set(ARENA.spawns[state.ends[side]])


def test_what_a_team_has_together_is_counted_once():
    """B-TEAM-08: points and areas are the team's; hands are each player's."""
    state = replace(four(hands={"A": ("x",), "C": ("x", "y"), "B": ("z",)}), points={"1": 3, "2": 4})
    mine = Context(piece="A:1", owner="A:1", player="A")

    def counted(word, who):
        return amount_of(state, Amount(word, who=who), mine)

    assert [counted("points", who) for who in ("own", "enemy", "each")] == [3, 4, 7]
    assert [counted("hand", who) for who in ("own", "enemy", "each")] == [1, 1, 4]


def test_b_team_40_and_open_36_both_teams_may_have_a_champion_but_neither_twice():
    """Each player's cards are their own: the same card of two players moves the champion of whoever plays it."""
    state = teams(drafted="normal", pool=tuple(f"t/c{number}" for number in range(8)))
    state = do(state, c.Lead(by="A", player="A"), c.Lead(by="B", player="B"), c.TakeEnd(by="A", end=End.ONE))
    state = do(state, c.Draft(by="B", champion="t/c0"), c.Draft(by="A", champion="t/c0"))
    with pytest.raises(RuleViolation):  # D's teammate has it
        do(state, c.Draft(by="D", champion="t/c0"))
    state = do(state, c.Draft(by="D", champion="t/c1"))
    assert state.piece_of("A:t/c0_a0") == "A:1"
    assert state.piece_of("B:t/c0_a0") == "B:1"
