"""The Tournament: achievements, results of matches, the end and the sheets, by the rules' ids."""

import dataclasses

import pytest
from msgspec.structs import replace

from companion.games.campaign import CampaignError, PlayedMatch
from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.games.warseer.game import GAME as DUEL
from companion.games.warseer.model import events as played
from companion.games.warseer.model.card_kinds import CreatureKind, Rank
from companion.games.warseer.model.cards import ImprovementCard
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.resolution import Run
from companion.games.warseer.rules.field import zone_of
from companion.games.warseer.rules.moves import enter
from companion.games.warseer.rules.victory import follow_income
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.maps import maps, maps_for, scenarios
from companion.games.warseer.shelf.squad_rules import squad_faults
from companion.games.warseer.tournament import commands as c
from companion.games.warseer.tournament.achievements import SHEET, Reward
from companion.games.warseer.tournament.game import CAMPAIGN
from companion.games.warseer.tournament.own_texts import TEXTS
from companion.games.warseer.tournament.plan import PlanError, plan_of, shipped_plan
from companion.games.warseer.tournament.player_result import PlayerResult
from companion.games.warseer.tournament.stages import choices
from companion.geometry.grid import Cell
from companion.presentation.campaign_page import page_of
from companion.texts import COMPLETE, Language
from tests.games.warseer.self_play import setup_of
from tests.games.warseer.table import character, fight
from tests.games.warseer.table import do as table_do
from tests.games.warseer.tournament_table import (
    GAME,
    GATE_HOUSE,
    OLD_MAP,
    PHOENIX,
    PLAN,
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
    whole,
    with_scenarios,
)
from tests.rules.warseer.hands import destroyed


def boxes(a=None, b=None, **more):
    return after(a, b, **more).players["A"].boxes


@pytest.mark.parametrize(
    ("key", "mine", "theirs"),
    [
        ("master_builder", {"built_all": True}, {}),
        ("arena", {"buildings": ("arena",)}, {}),
        ("shooting_range", {"buildings": ("shooting_range",)}, {}),
        ("smithy", {"buildings": ("smithy",)}, {}),
        ("library", {"buildings": ("library",)}, {}),
        ("tavern", {"buildings": ("tavern",)}, {}),
        ("city_hall", {"buildings": ("city_hall",)}, {}),
        ("master_of_coin", {"income": 15}, {}),
        ("protector", {"lost": 0}, {}),
        ("messenger", {"kills": 0}, {}),
        ("tactician", {"feats": 4}, {}),
        ("invincible", {"hero_wounds": 0}, {}),
    ],
)
def test_w_ach_01_10_to_24_a_condition_that_is_met_ticks_one_box(key, mine, theirs):
    assert boxes() == {}
    assert boxes(mine, theirs) == {key: 1}


def test_w_ach_11_to_23_figures_just_below_tick_nothing():
    assert boxes({"income": 14, "feats": 3}) == {}


def test_w_ach_19_warrior_by_an_injured_character_of_the_opponent():
    state = to_battle(do(begin(), c.Buy(by="B", card=WOLF)))
    assert do(state, result(b={"injured": (WOLF,)})).players["A"].boxes == {"warrior": 1}


def test_w_ach_20_leader_by_ranks_that_fill_the_leadership_exactly():
    state = begin()
    hero = replace(state.setup.hero("A"), leadership={Rank.GOLD: 1, Rank.SILVER: 0})
    state = replace(state, setup=replace(state.setup, cards=state.setup.cards | {hero.key: hero}))
    assert after(state=state).players["A"].boxes == {}
    state = after(state=do(state, c.Buy(by="A", card=PHOENIX)))
    assert (state.players["A"].boxes, state.players["A"].points) == ({"leader": 1}, 2)


def test_w_ach_03_05_tactician_gives_a_card_each_time_4_vp_with_the_third_and_nothing_more():
    """Also W-EX-13."""
    state, taken = begin("royal"), []
    for _ in range(4):
        state = do(to_battle(state), result({"feats": 4}))
        while state.stage == "results":
            card = choices(state, "A", state.players["A"].owed[0])[0]
            assert state.setup.improvement(card).sort in {"tactic", "spell"}
            taken.append(card)
            state = do(state, c.Take(by="A", card=card))
    assert (len(taken), state.players["A"].boxes["tactician"], state.players["A"].points) == (3, 3, 4)


def test_w_ach_02_a_reward_is_one_of_its_cards():
    state = do(to_battle(begin()), result({"built_all": True}))
    assert state.players["A"].owed == (Reward(("building",)),)
    assert refused(state, c.Take(by="A", card=OLD_MAP)) == "W-ACH-02"
    assert refused(state, c.Take(by="B", card=GATE_HOUSE)) == "W-ACH-02"
    assert do(state, c.Take(by="A", card=GATE_HOUSE)).players["A"].improvements == (GATE_HOUSE,)


def test_w_ach_04_18_a_reward_that_is_not_in_the_deck_is_not_received():
    """The Mint comes with the second box, if it is there."""
    state = after({"income": 15}, state=after({"income": 15}))
    assert (state.stage, state.players["A"].owed) == ("resources", ())
    mint = ImprovementCard(key="own/mint", names={"en": "Mint"}, sort="building", deck="A", price=9)
    begun = begin()
    begun = replace(begun, setup=replace(begun.setup, cards=begun.setup.cards | {mint.key: mint}))
    once = after({"income": 15}, state=begun)
    assert once.stage == "resources"
    state = do(after({"income": 15}, state=once), c.Take(by="A", card=mint.key))
    assert state.players["A"].improvements == (mint.key,)


def test_w_ach_16_17_30_city_hall_ticks_another_building_and_all_of_them_make_a_lord():
    begun = begin()
    almost = {key: SHEET[key].boxes for key in ("master_builder", "arena", "shooting_range", "smithy", "library")}
    rich = replace(begun.players["A"], boxes=almost | {"tavern": 1, "city_hall": 1})
    begun = replace(begun, players=begun.players | {"A": rich})
    state = do(to_battle(begun), result({"buildings": ("city_hall",)}))
    assert (state.players["A"].points, choices(state, "A", Reward(tick=True))) == (1, ("tavern",))
    state = do(state, c.Take(by="A", card="tavern"))
    assert (state.players["A"].boxes.get("lord"), state.players["A"].points) == (1, 1 + 4)


def test_w_trn_05_most_vp_win():
    state = whole((3, 9), (1, 2), (8, 0), (1, 0), (0, 1))
    assert (state.stage, state.outcome, state.ended) == ("over", "A", "points")
    assert GAME.prompts(state) == ()


def test_w_trn_06_as_many_vp_and_more_matches_won():
    state = whole((9, 3), (1, 2), (1, 2), (1, 2), (0, 3))
    assert ([each.points for each in state.players.values()], state.outcome, state.ended) == ([12, 12], "B", "matches")


def test_w_trn_02_a_match_is_written_down_once():
    state = after(record="ab12")
    assert refused(to_battle(state), result(record="ab12")) == "W-TRN-02"


def test_w_trn_28_a_result_names_both_and_keeps_to_figures_that_can_be():
    state = to_battle(begin())
    assert refused(state, c.Result(by=TABLE, players={"A": PlayerResult()})) == "W-TRN-28"
    assert refused(state, result({"points": 100})) == "W-TRN-28"
    assert refused(state, result({"buildings": ("castle",)})) == "W-ACH-01"
    assert refused(state, result(winner="C")) == "W-TRN-06"


def test_by_hand_vp_and_coins_may_be_put_right():
    state = do(begin(), c.Adjust(by="B", player="A", points=2, coins=-5, why="Mint"))
    assert (state.players["A"].points, state.players["A"].coins) == (2, 25)
    assert refused(state, c.Adjust(by="B", player="A", coins=-26)) == "W-TRN-29"


def match(**changes):
    """A match that has ended, with Sellsword destroyed and Phoenix in the camp."""
    found = fight({})
    seats = tuple(
        replace(seat, hero=hero, characters=who)
        for seat, hero, who in zip(
            found.setup.seats, ("emberfall/vell", "emberfall/grenna"), ((SELLSWORD, PHOENIX), ()), strict=True
        )
    )
    fallen = next(each for each in found.creatures.values() if each.owner == "A" and each.kind is CreatureKind.HERO)
    mine = {
        "A:8": replace(fallen, id="A:8", card=SELLSWORD, kind=CreatureKind.CHARACTER, where=Where.HISTORY, cell=None),
        "A:9": replace(fallen, id="A:9", card=PHOENIX, kind=CreatureKind.CHARACTER, where=Where.CAMP, cell=None),
    }
    row = {"goal": 8, "field": replace(found.setup.field, key=min(maps_for(2)))} | changes.pop("setup", {})
    state = replace(
        found, setup=replace(found.setup, seats=seats, **row), creatures=found.creatures | mine,
        points={"A": 4, "B": 9}, outcome="B", ended="goal", **changes,
    )  # fmt: skip
    events = (played.Destroyed(piece="A:8", player="B"), played.FeatPlayed(player="B", feat="t/feat", points=2))
    return PlayedMatch("warseer", state, events, "cafe")


def ours():
    return to_battle(do(begin(), c.Buy(by="A", card=SELLSWORD), c.Buy(by="A", card=PHOENIX)))


def test_w_trn_03_28_and_inj_08_the_result_of_a_recorded_match_with_its_hash():
    command = CAMPAIGN.result(ours(), match())
    assert (command.winner, command.record) == ("B", "cafe")
    a, b = command.players["A"], command.players["B"]
    assert (a.points, a.injured, a.lost, a.feats) == (4, (SELLSWORD,), 1, 0)
    assert (b.points, b.injured, b.lost, b.feats) == (9, (), 0, 1)
    state = do(ours(), command)
    assert (state.matches[0].record, state.matches[0].winner, state.players["A"].injured) == ("cafe", "B", (SELLSWORD,))


def test_w_imp_13_14_a_record_tells_which_tactics_were_used_and_apply_tells_it_no_less():
    bought = to_battle(do(begin(), *(c.Buy(by="A", card=each) for each in (SELLSWORD, PHOENIX, SMOKE_POT))))
    known = match()
    used = PlayedMatch(
        "warseer", known.state, (*known.events, played.ImprovementUsed(player="A", card=SMOKE_POT)), "cafe"
    )
    for state, told in ((bought, (SMOKE_POT,)), (do(bought, c.Apply(by="A", card=SMOKE_POT)), ())):
        command = CAMPAIGN.result(state, used)
        assert (command.players["A"].used, command.players["B"].used) == (told, ())
        assert do(state, command).players["A"].improvements == ()


def test_w_inj_08_who_lies_under_a_resurgent_is_injured_and_w_scen_09_gifts_are_no_kills():
    """W-OPEN-47: of the Feats face down one was given by an effect."""
    known = match(kills={"A": (), "B": ("x", "y")}, gifts={"B": 1})
    covered = replace(known.state.creatures["A:8"], where=Where.UNDER)
    state = replace(known.state, creatures=known.state.creatures | {"A:8": covered})
    for found in (known.state, state):
        command = CAMPAIGN.result(ours(), PlayedMatch("warseer", found, known.events, "cafe"))
        assert (command.players["A"].injured, command.players["B"].kills) == ((SELLSWORD,), 1)
    there = replace(known.state.creatures["A:8"], where=Where.FIELD, cell=Cell(0, 0))
    state = replace(state, creatures=state.creatures | {"A:8": there})
    command = CAMPAIGN.result(ours(), PlayedMatch("warseer", state, known.events, "cafe"))
    assert (command.players["A"].injured, command.players["A"].lost) == ((), 1)


def test_w_ach_22_messenger_of_peace_takes_two_of_three_potions():
    begun = begin()
    keys = [f"own/{each}_potion" for each in ("small", "standard", "great")]
    potions = {k: ImprovementCard(key=k, names={"en": k}, sort="spell", deck="A", price=1) for k in keys}
    begun = replace(begun, setup=replace(begun.setup, cards=begun.setup.cards | potions))
    state = do(to_battle(begun), result({"kills": 0}))
    assert set(choices(state, "A", state.players["A"].owed[0])) == set(keys)
    state = do(state, c.Take(by="A", card=keys[2]))
    assert set(choices(state, "A", state.players["A"].owed[0])) == set(keys[:2])
    assert do(state, c.Take(by="A", card=keys[0])).players["A"].improvements == (keys[2], keys[0])


@pytest.mark.parametrize(
    ("key", "boxes", "named", "points"),
    [
        ("arena", 2, "magic_arrow", 0), ("shooting_range", 2, "halberd", 0), ("smithy", 2, "bronze_shield", 0),
        ("tavern", 2, "bronze_boots", 0), ("warrior", 3, "", 4), ("protector", 2, "", 2), ("library", 2, "spell", 0),
        ("invincible", 2, "", 2), ("master_builder", 2, "", 4), ("lord", 1, "", 4), ("leader", 1, "", 2),
    ],
)  # fmt: skip
def test_w_ach_10_to_24_boxes_and_what_the_last_one_gives(key, boxes, named, points):
    """W-IMP-15, W-ACH-03: as the sheet prints it."""
    line = SHEET[key]
    words = [each for reward in line.full for each in (*reward.named, *reward.sorts)]
    assert (line.boxes, words, line.points) == (boxes, [named] if named else [], points)


def test_w_tm_07_09_in_row_7_only_feats_in_the_hall_of_fame_count():
    """The reading of W-OPEN-45 decides whether the enemy's Hero counts besides."""
    last = whole((1, 0), (1, 0), (1, 0), (1, 0))
    last = do(last, c.Buy(by="A", card=SELLSWORD), c.Buy(by="A", card=PHOENIX))
    whole_row = {"goal": 12, "feats_only": True}
    played_out = match(kills={"A": (), "B": ("x", "y")}, fame={"A": (), "B": ()}, setup=whole_row)
    hero = played_out.state.hero("A")
    slain = replace(hero, where=Where.HISTORY, cell=None)
    beaten = replace(played_out.state, creatures=played_out.state.creatures | {hero.id: slain})
    known = PlayedMatch("warseer", beaten, played_out.events, "cafe")
    assert CAMPAIGN.result(last, known).players["B"].points == 2
    other = replace(last, setup=replace(last.setup, plan=replace(last.setup.plan, row7_hero_vp=6)))
    assert CAMPAIGN.result(other, known).players["B"].points == 8


def test_w_tm_07_09_the_last_match_gives_no_vp_by_income_nor_for_the_hero():
    for feats_only, vp in ((False, 6), (True, 0)):
        ended = destroyed(fight({}, setup={"feats_only": feats_only}), "B:1")
        assert (ended.points["A"], ended.ended) == (vp, "hero")
    for feats_only, marks in ((False, 1), (True, 0)):
        before = fight({"A:2": (character("t/rich", income=5), (0, 0))}, setup={"feats_only": feats_only})
        run = Run(replace(before, histories=before.histories | {"A": ("A:2",)}))
        follow_income(run, before, None)
        assert (run.state.income("A"), run.state.points["A"]) == (5, marks)


def test_w_trn_09_10_a_match_of_others_is_not_written_down():
    known = match()
    for strange, said in (
        (PlayedMatch("brawl", known.state, (), ""), "needs a match of Warseer"),
        (PlayedMatch("warseer", replace(known.state, outcome=None), (), ""), "not over yet"),
        (PlayedMatch("warseer", replace(known.state, round=0), (), ""), "before its first turn"),
        (PlayedMatch("warseer", replace(known.state, setup=replace(known.state.setup, mode=Mode.SKIRMISH)), (), ""),
         "no Duel"),
        (match(setup={"goal": 10}), r"end at 10 VP; the match of row 1 is played to 8 VP \(W-TM-01\)"),
        (match(setup={"feats_only": True}), r"played to 8 VP \(W-TM-01\)"),
        (match(setup={"field": known.state.setup.field.__class__(key="moon", cells=(), zones=())}),
         r"on the map 'moon'; '.*' was settled \(W-TRN-25\)"),
    ):  # fmt: skip
        with pytest.raises(CampaignError, match=said):
            CAMPAIGN.result(ours(), strange)
    strange = tuple(replace(seat, hero="emberfall/oldroot") for seat in known.state.setup.seats)
    other = replace(known.state, setup=replace(known.state.setup, seats=strange))
    with pytest.raises(CampaignError, match=r"emberfall/oldroot was led in the seat of Ann.*\(W-TRN-09\)"):
        CAMPAIGN.result(ours(), PlayedMatch("warseer", other, (), ""))
    with pytest.raises(CampaignError, match=r"sellsword, which is not in the War Camp \(W-TRN-10\)"):
        CAMPAIGN.result(to_battle(begin()), known)


def test_w_inj_09_injured_characters_enter_the_next_match_with_1_health_left():
    state = do(ours(), CAMPAIGN.result(ours(), match()))
    assert f'injured = ["{SELLSWORD}"]\n' in CAMPAIGN.decks(state)["A"]
    pieces = {"A:2": (character("t/hurt", health=5), (0, 0)), "A:3": (character("t/sound", health=5), (1, 0))}
    camp = {piece: {"where": Where.CAMP, "cell": None} for piece in pieces}
    known = fight(pieces, creatures=camp)
    seats = tuple(replace(seat, injured=("t/hurt",)) if seat.id == "A" else seat for seat in known.setup.seats)
    run = Run(replace(known, setup=replace(known.setup, seats=seats)))
    enter(run, "A:2", Cell(0, 0))
    enter(run, "A:3", Cell(1, 0))
    assert [run.state.creatures[piece].wounds for piece in ("A:2", "A:3")] == [4, 0]
    enter(fresh := Run(known), "A:2", Cell(0, 0))
    assert fresh.state.creatures["A:2"].wounds == 0


def test_w_trn_27_a_scenario_that_the_program_knows_is_played_by_its_rules():
    others = ("Mercy", "Ambush", "Siege", "Rain")
    battle = to_battle(begin(plan=with_scenarios(("deadly_inventions", *others))))
    battle = replace(battle, matches=(*battle.matches[:-1], replace(battle.match, scenario="deadly_inventions")))
    buy = {"A": replace(battle.players["A"], characters=(SELLSWORD, PHOENIX))}
    battle = replace(battle, players=battle.players | buy)
    with pytest.raises(CampaignError, match="not played by the Scenario 'deadly_inventions'"):
        CAMPAIGN.result(battle, match())
    by_it = match(setup={"scenario": scenarios()["deadly_inventions"]})
    assert CAMPAIGN.result(battle, by_it).winner == "B"
    of_paper = replace(battle, matches=(*battle.matches[:-1], replace(battle.match, scenario="Mercy")))
    assert CAMPAIGN.result(of_paper, match()).winner == "B"


def test_w_trn_14_prices_of_characters_stand_on_the_sheet():
    state = begin()
    lines = CAMPAIGN.sheets(state, Language.ENGLISH)[0].lines
    for key in (SELLSWORD, PHOENIX):
        name, price = state.setup.cards[key].names["en"], state.setup.price(key)
        assert any(name in line and str(price) in line for line in lines)


def test_w_inj_07_only_characters_of_the_squad_are_injured():
    squad = dataclasses.replace(LIBRARY.decks["ash_guard"], injured=("emberfall/hydra",))
    assert [fault.rule_id for fault in squad_faults(squad, LIBRARY.cards, "duel")] == ["W-INJ-07"]


def test_w_trn_24_the_squad_for_the_match_has_the_characters_of_the_war_camp():
    state = do(begin(), c.Buy(by="A", card=PHOENIX))
    assert CAMPAIGN.decks(state)["A"] == f'schema = 1\nhero = "emberfall/vell"\ncharacters = ["{PHOENIX}"]\n'


@pytest.mark.parametrize("language", COMPLETE)
def test_w_trn_11_30_sheets_say_all_in_every_language(language):
    state = do(begin(), c.Buy(by="A", card=PHOENIX), c.Buy(by="A", card=OLD_MAP))
    seen = [CAMPAIGN.sheets(state, language)]
    state = to_preparation(state)
    seen.append(CAMPAIGN.sheets(state, language))
    state = do(ready(state), result({"injured": (PHOENIX,), "points": 3, "feats": 4}))
    seen.append(CAMPAIGN.sheets(state, language))
    state = do(state, c.Take(by="A", card=SMOKE_POT))
    seen.append(CAMPAIGN.sheets(ready(state), language))
    seen.append(CAMPAIGN.sheets(whole((1, 0), (1, 0), (1, 0), (1, 0), (1, 0)), language))
    sheets = seen[2]
    assert len(sheets) == 1 + 2 * 2 + 2
    assert all(len(row) == len(sheet.heads) for each in seen for sheet in each for row in sheet.rows)
    tournament, camp, achievements = sheets[1], sheets[2], sheets[3]
    assert [row[3:] for row in tournament.rows] == [("30", "0", "0", "16", "14", "3", "0")]
    assert camp.rows[0][2:4] == ("13", "☒")
    assert "\u00a0" in page_of((camp,), "", language), "there is room to write what is bought later"
    assert sum(row[1].count("☒") for row in achievements.rows) == 1


def test_texts_are_the_same_in_every_language():
    english = TEXTS.own(Language.ENGLISH)
    for language in COMPLETE:
        assert TEXTS.own(language).keys() == english.keys(), language
        assert all(str(TEXTS.own(language)[key]).count("{") == str(text).count("{") for key, text in english.items())


def test_a_plan_that_lacks_something_is_refused_in_one_sentence():
    assert plan_of(PLAN) == shipped_plan()
    for wrong, said in (
        (b"schema = 1", "no plan of a Tournament"),
        (PLAN.replace(b"schema = 1", b"schema = 2"), "schema 1, not 2"),
        (b"row7_hero_vp = 4\n" + PLAN, "0 or 6, not 4"),
        (PLAN.replace(b"gold = 13", b"gold = -13"), "whole numbers"),
        (PLAN.replace(b"\n2 = 10", b""), "no coins for row 2"),
        (PLAN.replace(b"none = 4\n", b""), "no price for rank none"),
        (with_scenarios("ABCDEFGHIJK"), "Scenario deck has 10 cards, not 11"),  # W-SCEN-01
    ):
        with pytest.raises(PlanError, match=said):
            plan_of(wrong)


def test_w_tm_02_and_setup_10_who_begins_and_where_is_passed_on_to_the_match():
    """W-SETUP-10: a match that the other one began is refused; so is none where chance decided."""
    state = ready(after({"points": 3}, {"points": 1}))
    while state.stage == "setup":
        spec = next(spec for player in "AB" for spec in CAMPAIGN.game.commands(state, player))
        value = spec.fields["value"].options[-1]
        state = do(state, c.Settle(by=spec.by, what=spec.fixed["what"], value=value))
    options = CAMPAIGN.options(ready(state))
    assert (options["first"], options["zone"]) == ("B", "2")
    for settled, order, zone in ((options, ("B", "A"), 1), (options | {"first": "chance", "zone": "1"}, ("A", "B"), 0)):
        duel = setup_of("ash_guard", "reed_hunters", **settled)
        begun = table_do(DUEL.new(duel), Shuffled(by=TABLE, player="first", order=("A", "B")))
        field = maps()[options["map"]]
        assert (begun.order, zone_of(begun, order[0])) == (order, {Cell(*pair) for pair in field.zones[zone]})
    row = {"goal": state.row.goal, "feats_only": state.row.feats_only, "field": maps()[options["map"]]}
    known = match(setup=row)
    assert known.state.order[0] == "A"
    with pytest.raises(CampaignError, match="B begins"):
        CAMPAIGN.result(ready(state), known)
