"""Super Teams: two against two (B-TEAM)."""

from msgspec.structs import replace

from companion.games.brawl.engine.resolution import Run
from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.kinds import CORES, Core, End
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.terms import Amount, Condition, Measure, Selector
from companion.games.brawl.rules.turns import score
from companion.geometry.grid import Cell
from tests.games.brawl.table import (
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


def test_b_team_28_29_30_each_lays_one_trap_in_turn_order():
    state = until(teams(), "lay")
    found, state = order_of(state, "lay")
    assert found == list(state.order)
    found, state = order_of(state, "change")
    assert found == list(state.order)
    found, _ = order_of(state, "deploy")
    assert found == [player for player in state.order for _ in range(2)]


def test_b_team_10_12_15_after_four_turns_two_new_challenges():
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


def test_b_team_06_13_a_teammate_may_react_once_in_all():
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
    state = four(HIT, hands={"A": ("A:hit",)}, points={"1": 6, "2": 0})
    state = do(state, c.Play(by="A", card="A:hit"), c.Attack(by="A", target="B:1"))
    assert state.points == {"1": 7, "2": 0}
    assert state.outcome == "1"


def test_b_team_11_the_team_scores_together():
    state = four()
    key = state.setup.challenges[0]
    many = Condition(counts=(Measure(Amount("champions", Selector(who="friend")), least=2),))
    made = replace(state.setup, cards=state.setup.cards | {key: replace(state.setup.cards[key], condition=many)})
    run = Run(replace(state, setup=made, track=("", "", key, "", ""), round=2))
    score(run, "A")
    assert run.state.points["1"] == 1


def test_b_vis_02_teammates_see_hands_only_by_a_reading():
    state = four(hands={"A": ("A:t/c0_a0",)})
    assert "A:t/c0_a0" not in GAME.view(state, "C").hands["A"]
    shown = replace(state, setup=replace(state.setup, readings=Readings(teammates_see_hands=True)))
    assert GAME.view(shown, "C").hands["A"] == ("A:t/c0_a0",)
    assert "A:t/c0_a0" not in GAME.view(shown, "B").hands["A"]
