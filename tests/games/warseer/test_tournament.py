"""The Tournament: its stages, coins, cards and injuries, by the rules' ids."""

import pytest
from msgspec.structs import replace

from companion.games.campaign import CampaignError
from companion.games.command import command_types
from companion.games.warseer.model.card_kinds import Rank
from companion.games.warseer.model.cards import ImprovementCard
from companion.games.warseer.shelf.shelf import GOALS
from companion.games.warseer.tournament import commands as c
from companion.games.warseer.tournament.game import CAMPAIGN
from companion.games.warseer.tournament.match_table import ROWS
from tests.games.warseer.tournament_table import (
    GAME,
    GATE_HOUSE,
    HYDRA,
    OLD_MAP,
    PHOENIX,
    SELLSWORD,
    SMOKE_POT,
    WOLF,
    after,
    begin,
    do,
    ready,
    refused,
    result,
    to_battle,
    to_preparation,
    with_scenarios,
)


def test_w_trn_08_12_13_18_20_both_begin_with_the_coins_of_row_1_and_no_character():
    """W-IMP-01, W-COMP-10: each has an Improvement deck of their own."""
    state = begin()
    assert [each.coins for each in state.players.values()] == [30, 30]
    assert [each.characters for each in state.players.values()] == [(), ()]
    assert state.setup.hero("A").key == "emberfall/vell"
    decks = {player: state.setup.improvements(player) for player in "AB"}
    assert all(state.setup.improvement(key).deck == player for player in "AB" for key in decks[player])
    assert OLD_MAP in decks["A"]
    assert not set(decks["A"]) & set(decks["B"])
    assert all(each.deck for each in state.setup.cards.values() if isinstance(each, ImprovementCard))


def test_w_trn_01_two_play_and_each_leads_a_hero():
    with pytest.raises(CampaignError, match="two players"):
        CAMPAIGN.begin((("Ann", "vell"),), "champion", None, "")
    with pytest.raises(CampaignError, match="no one Hero 'sellsword'"):
        CAMPAIGN.begin((("Ann", "vell"), ("Ben", "sellsword")), "champion", None, "")


def test_w_trn_16_17_champion_leaves_rows_2_and_6_out():
    assert begin("champion").setup.rows == (1, 3, 4, 5, 7)
    assert begin("royal").setup.rows == (1, 2, 3, 4, 5, 6, 7)
    with pytest.raises(CampaignError, match="champion, royal"):
        CAMPAIGN.begin((("Ann", "vell"), ("Ben", "grenna")), "long", None, "")


def test_w_tm_01_to_07_the_match_table():
    """W-TM-10, W-LIM-05: the goal of each row is one to which a match can be set up."""
    assert {each.goal for each in ROWS.values()} <= {goal for goal, _ in GOALS.values()}, "each can be played to"
    assert [ROWS[row].goal for row in range(1, 8)] == [8, 10, 10, 12, 12, 12, 12]
    assert all(
        (ROWS[row].map, ROWS[row].scenario, ROWS[row].first) == ("leader", "trailer", "trailer") for row in range(2, 7)
    )
    assert (ROWS[1].map, ROWS[1].scenario, ROWS[1].first) == ("chance", "chance", "")
    assert (ROWS[7].map, ROWS[7].scenario, ROWS[7].first, ROWS[7].feats_only) == ("trailer", "none", "", True)


def test_w_trn_04_23_24_coins_buy_what_then_lies_in_the_war_camp():
    state = do(begin(), c.Buy(by="A", card=PHOENIX), c.Buy(by="A", card=OLD_MAP))
    assert (state.players["A"].coins, state.players["A"].characters) == (30 - 13 - 3, (PHOENIX,))
    assert state.players["A"].improvements == (OLD_MAP,)
    line = state.players["A"].sheet[-1]
    assert (line.kept, line.coins, line.spent, line.left) == (0, 30, 16, 14)
    poor = do(state, *(c.Buy(by="A", card=card) for card in (SELLSWORD, SMOKE_POT, SMOKE_POT)))
    assert refused(poor, c.Buy(by="A", card=OLD_MAP)) == "W-TRN-23", "2 coins are left, and it costs 3"
    assert refused(state, c.Buy(by="B", card=OLD_MAP)) == "W-IMP-03", "it is marked A"
    assert refused(state, c.Buy(by="A", card="emberfall/vell")) == "W-TRN-23"


def test_w_imp_02_as_many_copies_as_filled_diamonds():
    state = do(begin(), c.Buy(by="A", card=OLD_MAP), c.Buy(by="A", card=OLD_MAP))
    assert refused(state, c.Buy(by="A", card=OLD_MAP)) == "W-IMP-03"


def test_w_inj_01_02_03_06_prices_one_of_a_rank_and_leadership():
    state = begin()
    double = next(k for k, each in state.setup.cards.items() if getattr(each, "stars", 1) == 2)
    rank = state.setup.character(double).rank
    assert state.setup.price(double) == 2 * state.setup.plan.prices[rank.value]
    state = do(state, c.Buy(by="A", card=SELLSWORD))
    assert refused(state, c.Buy(by="A", card="emberfall/soot_runner")) == "W-INJ-03"
    assert refused(state, c.Buy(by="A", card=SELLSWORD)) == "W-CARD-13"
    assert refused(state, c.Buy(by="A", card=HYDRA)) == "W-CARD-32"
    golden = replace(state.players["A"], characters=(PHOENIX,), bought=(), coins=99)
    full = replace(state, players=state.players | {"A": golden})
    other = replace(full.setup.character("emberfall/ash_knight"), rank=Rank.GOLD)
    full = replace(full, setup=replace(full.setup, cards=full.setup.cards | {other.key: other}))
    assert refused(full, c.Buy(by="A", card=other.key)) == "W-INJ-06", "the Hero leads one of gold"
    freed = do(full, c.Dismiss(by="A", card=PHOENIX))
    assert do(freed, c.Buy(by="A", card=other.key)).players["A"].characters == (other.key,)


def test_w_inj_05_a_dismissed_character_gives_nothing():
    state = do(begin(), c.Buy(by="A", card=SELLSWORD), c.Dismiss(by="A", card=SELLSWORD))
    assert (state.players["A"].characters, state.players["A"].coins) == ((), 24)
    assert refused(state, c.Dismiss(by="A", card=SELLSWORD)) == "W-INJ-05"


def test_w_trn_03_05_21_29_vp_add_up_coins_stay_and_who_is_behind_gets_3_for_each():
    state = after({"points": 8}, {"points": 5})
    assert [each.points for each in state.players.values()] == [8, 5]
    assert state.match.row == 3
    assert [each.coins for each in state.players.values()] == [30 + 12, 30 + 12 + 9]
    assert [each.sheet[-1].difference for each in state.players.values()] == [0, 9]
    assert [each.sheet[0].points for each in state.players.values()] == [8, 5]


def test_w_trn_22_any_number_of_vp_become_3_coins_each_not_below_0():
    state = do(after({"points": 8}, {"points": 5}), c.Convert(by="A", points=8))
    assert (state.players["A"].points, state.players["A"].coins) == (0, 42 + 24)
    assert refused(state, c.Convert(by="A", points=1)) == "W-TRN-22"


def test_w_trn_19_stages_follow_and_each_command_has_its_place():
    state = begin()
    assert refused(state, c.Settle(by="A", what="map", value="old_road")) == "W-TRN-25"
    assert refused(state, result()) == "W-TRN-28"
    state = ready(state, "A")
    assert (state.stage, refused(state, c.Buy(by="A", card=OLD_MAP))) == ("resources", "W-TRN-19")
    state = ready(state, "B")
    assert state.stage == "preparation", "row 1 leaves everything to chance"
    assert refused(state, c.Buy(by="B", card=WOLF)) == "W-TRN-23"
    state = ready(state)
    assert state.stage == "battle"
    assert do(state, result()).stage == "resources", "nobody has a reward to take"
    assert refused(begin(), c.Ready(by="C")) == "W-TRN-01"


def test_w_tm_01_chance_takes_map_and_scenario_out_of_those_that_are_left():
    plan = with_scenarios("EDCBA")
    state = ready(begin(plan=plan))
    assert (state.match.map, state.match.scenario) == (min(state.setup.maps), "A")
    later = do(ready(state), result({"points": 1}))
    assert later.scenarios() == ("E", "D", "C", "B"), "W-SCEN-02"


def test_w_tm_02_to_06_leader_takes_the_map_and_trailer_all_else():
    plan = with_scenarios("ABCDE")
    state = ready(after({"points": 1}, {"points": 4}, state=begin(plan=plan)))
    assert (state.match.leader, state.trailer) == ("B", "A")
    assert refused(state, c.Settle(by="A", what="map", value="old_road")) == "W-TM-03"
    assert refused(state, c.Settle(by="B", what="map", value="nowhere")) == "W-TM-03"
    assert refused(state, c.Settle(by="B", what="scenario", value="B")) == "W-TM-03"
    state = do(
        state,
        c.Settle(by="B", what="map", value="old_road"),
        c.Settle(by="A", what="scenario", value="E"),
        c.Settle(by="A", what="first", value="B"),
        c.Settle(by="A", what="zone", value="2"),
    )
    note = state.match
    assert (note.map, note.scenario, note.first, note.zone, state.stage) == ("old_road", "E", "B", "2", "preparation")


def test_w_open_43_chance_decides_who_leads_where_both_have_as_many_vp():
    state = after({"points": 3}, {"points": 3})
    for player in "AB":
        (event,) = GAME.decide(state, c.Ready(by=player))[:1]
        last, state = state, GAME.evolve(state, event)
    begun = GAME.decide(last, c.Ready(by="B"))
    for event in begun[1:]:
        state = GAME.evolve(state, event)
    assert GAME.shuffling(state) == ("leader", ("A", "B"))
    assert refused(state, c.Settle(by="A", what="map", value="old_road")) == "W-OPEN-43"
    for event in GAME.decide(state, GAME.shuffled("leader", ("B", "A"))):
        state = GAME.evolve(state, event)
    assert state.match.leader == "B"


def test_w_trn_15_never_fewer_scenario_cards_than_matches():
    plan = with_scenarios("ABCD")
    with pytest.raises(CampaignError, match="4 Scenario cards; 5 matches"):
        begin(plan=plan)


def test_w_trn_26_and_imp_05_to_08_buildings_once_in_each_preparation_and_spells_back_to_the_deck():
    state = do(begin(), c.Buy(by="A", card=GATE_HOUSE), c.Buy(by="A", card=OLD_MAP), c.Buy(by="A", card=SMOKE_POT))
    state = do(ready(state), c.Apply(by="A", card=GATE_HOUSE), c.Apply(by="A", card=OLD_MAP))
    assert refused(state, c.Apply(by="A", card=GATE_HOUSE)) == "W-IMP-06"
    assert refused(state, c.Apply(by="A", card=OLD_MAP)) == "W-TRN-26", "it has gone back"
    assert refused(state, c.Apply(by="A", card=SMOKE_POT)) == "W-TRN-26", "a Tactic is for the battle"
    assert state.in_deck("A").count(OLD_MAP) == 1
    again = do(ready(state), result())
    assert do(to_preparation(again), c.Apply(by="A", card=GATE_HOUSE)).players["A"].applied == (GATE_HOUSE,)


def test_w_imp_13_14_a_tactic_is_used_in_the_battle_and_may_be_bought_again():
    state = to_battle(do(begin(), c.Buy(by="A", card=SMOKE_POT), c.Buy(by="A", card=OLD_MAP)))
    assert refused(state, c.Apply(by="A", card=OLD_MAP)) == "W-TRN-26", "a Spell is for the preparation"
    for used in (c.Apply(by="A", card=SMOKE_POT), result({"used": (SMOKE_POT,)})):
        found = do(state, used)
        assert found.players["A"].improvements == (OLD_MAP,)
        assert SMOKE_POT in found.in_deck("A")
    for used in ((OLD_MAP,), (SMOKE_POT, SMOKE_POT)):
        assert refused(state, result({"used": used})) == "W-IMP-13"


def test_w_inj_04_and_inj_07_to_10_injured_for_one_match_unless_destroyed_again():
    state = to_battle(do(begin(), c.Buy(by="A", card=SELLSWORD), c.Buy(by="A", card=PHOENIX)))
    assert refused(state, result({"injured": (HYDRA,)})) == "W-INJ-07", "it is not in the camp"
    assert refused(state, result({"injured": (SELLSWORD,), "lost": 0})) == "W-INJ-07"
    state = do(state, result({"injured": (SELLSWORD,)}))
    assert state.players["A"].injured == (SELLSWORD,)
    state = do(to_battle(state), result({"injured": (PHOENIX,)}))
    assert state.players["A"].injured == (PHOENIX,)
    assert state.players["A"].characters == (SELLSWORD, PHOENIX), "both stay to the end"


def test_w_inj_12_13_coins_or_a_spell_recover():
    state = do(begin(), c.Buy(by="A", card=SELLSWORD), c.Buy(by="A", card=OLD_MAP))
    state = do(to_battle(state), result({"injured": (SELLSWORD,)}))
    coins = state.players["A"].coins
    healed = do(state, c.Recover(by="A", card=SELLSWORD))
    assert (healed.players["A"].injured, healed.players["A"].coins) == ((), coins - 2)
    assert refused(healed, c.Recover(by="A", card=SELLSWORD)) == "W-INJ-12"
    by_spell = do(to_preparation(state), c.Apply(by="A", card=OLD_MAP, recovers=SELLSWORD))
    assert by_spell.players["A"].injured == ()
    assert refused(by_spell, c.Apply(by="A", card=GATE_HOUSE)) == "W-TRN-26"


def given(spec):
    """A command of what is offered, with the first or the smallest that may stand in each field."""
    wanted = {each.__struct_config__.tag: each for each in command_types(GAME.command_type)}[spec.kind]
    first = {name: getattr(each, "options", None) or each.least for name, each in spec.fields.items()}
    return wanted(
        by=spec.by, **spec.fixed, **{n: each[0] if isinstance(each, tuple) else each for n, each in first.items()}
    )


def test_all_that_is_offered_is_accepted_and_each_match_comes_to_its_end():
    """W-TRN-19: a whole Tournament by what is offered, with every offer of every stage tried."""
    state, kinds = begin(), set()
    cards = (SELLSWORD, OLD_MAP, SMOKE_POT, GATE_HOUSE)
    state = do(state, *(c.Buy(by="A", card=card) for card in cards))
    while state.stage != "over":
        offered = [spec for prompt in GAME.prompts(state) for spec in prompt.specs]
        for spec in offered:
            kinds.add(spec.kind)
            do(state, given(spec))
        on = [spec for spec in offered if spec.kind in {"ready", "settle", "take"}]
        hurt = {"injured": (SELLSWORD,)} if state.turn % 2 else {}
        state = do(state, given(on[0]) if on else result({"points": state.turn, "feats": 4} | hurt, {"points": 1}))
    assert kinds == {"buy", "convert", "recover", "dismiss", "ready", "settle", "apply", "take"}
    assert state.outcome == "A"
