"""What comes before the first turn: how champions are chosen, and what packs must hold (B-DRAFT, B-SETUP, B-TEAM)."""

import pytest
from msgspec.structs import replace

from companion.cards.errors import DeckError
from companion.games.brawl.board import BrawlBoard
from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model.cards import ActionCard, ChallengeCard, ChampionCard
from companion.games.brawl.model.constants import TRAPS
from companion.games.brawl.model.kinds import CORES, Basic, End
from companion.games.brawl.model.setup import Readings, Seat
from companion.games.brawl.model.state import LaidTrap
from companion.games.brawl.shelf.shelf import BrawlShelf, setup_for, wanted_champions
from companion.games.brawl.shelf.team import Team
from companion.games.command import TABLE
from companion.games.common import Shuffled
from companion.games.options import chosen_of
from companion.games.shelf import GamePlan, SeatedPlayer, SetupMistakeError
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.brawl.table import (
    ARENA,
    asked,
    brawlers,
    cells_offered,
    challenges,
    do,
    events_of,
    fold,
    setup,
    shuffled,
)
from tests.rules.brawl.course import answer, begun, order_of, until

SHELF = BrawlShelf()
CARDS = {card.key: card for card in (ARENA, *challenges(), *brawlers(13))}
CHAMPIONS = tuple(key for key, card in CARDS.items() if isinstance(card, ChampionCard))


def chosen(variant="duel", draft="free"):
    return chosen_of(SHELF.options(Language.ENGLISH), {"variant": (variant,), "draft": (draft,)})


def laid_out(*champions, variant="duel", draft="free", cards=CARDS):
    """The setup of a game to which each player brings these champions."""
    plan = chosen(variant, draft)
    seats = tuple(
        Seat(seat.id, seat.id, seat.side, seat.team, mine)
        for seat, mine in zip(SHELF.seats(plan), champions, strict=True)
    )
    return setup_for(cards, seats, plan, mat_mm=(600.0, 600.0), seed_hash="")


def faults(count, variant="duel", draft="free"):
    """The rules that a team of so many champions breaks."""
    team = Team("team", {}, CHAMPIONS[:count], {})
    return {fault.rule_id for fault in SHELF.deck_faults(team, CARDS, chosen(variant, draft))}


def test_b_draft_01_and_setup_03_and_team_23_champions_are_agreed_or_drafted():
    """Three ways of choosing, as the players agree; what is asked next tells which it is."""
    (draft,) = [each for each in SHELF.options(Language.ENGLISH) if each.key == "draft"]
    assert [each.key for each in draft.choices] == ["free", "normal", "tournament"]
    pool = tuple(f"t/c{number}" for number in range(8))
    five = {"A": pool[:5], "B": pool[3:]}
    for kind, first, values in (
        ("free", "lay", {}),
        ("normal", "pick", {}),
        ("tournament", "ban", {"champions": five}),
    ):
        state = do(begun(drafted=kind, pool=pool, **values), c.TakeEnd(by="A", end=End.ONE))
        assert asked(state)[0] == first


def test_b_draft_02_and_team_02_three_champions_each_or_two_of_four_players():
    assert [len(begun().setup.seats), begun().setup.team_size] == [2, 3]
    assert [len(begun(players=4).setup.seats), begun(players=4).setup.team_size] == [4, 2]
    assert faults(2) == {"B-DRAFT-02"}
    assert faults(3) == set()
    assert faults(2, "super_teams") == set()
    assert faults(1, "super_teams") == {"B-DRAFT-02"}


def test_b_draft_06_07_and_team_43_44_a_tournament_needs_ten_champions_and_twelve_of_four():
    """B-OPEN-34: five of each of two players, three of each of four."""
    assert 2 * wanted_champions(chosen("duel", "tournament")) == 10
    assert 4 * wanted_champions(chosen("super_teams", "tournament")) == 12
    assert faults(4, "duel", "tournament") == {"B-DRAFT-07"}
    assert faults(5, "duel", "tournament") == set()
    assert faults(3, "super_teams", "tournament") == set()


def test_b_team_44_and_open_34_no_champion_twice_in_a_team_but_in_both():
    three = [CHAMPIONS[at : at + 3] for at in (0, 3, 6, 9)]
    plan = {"variant": "super_teams", "draft": "tournament"}
    assert len(laid_out(*three, **plan).seats) == 4
    with pytest.raises(SetupMistakeError, match="B-TEAM-44"):  # the first two seats are a team
        laid_out(three[0], three[0], *three[2:], **plan)
    assert laid_out(three[0], three[1], three[0], three[1], **plan).drafted == "tournament"


def test_b_team_01_and_draft_03_a_normal_draft_needs_six_champions_and_eight_of_four():
    none = ((), ())
    for count, variant, seats in ((5, "duel", none), (7, "super_teams", none * 2)):
        few = {key: card for key, card in CARDS.items() if _champion_of(card) in ("", *CHAMPIONS[:count])}
        with pytest.raises(SetupMistakeError) as refused:
            laid_out(*seats, variant=variant, draft="normal", cards=few)
        assert f"needs {count + 1} champions or more, and there are {count}" in str(refused.value)
        more = {key: card for key, card in CARDS.items() if _champion_of(card) in ("", *CHAMPIONS[: count + 1])}
        assert len(laid_out(*seats, variant=variant, draft="normal", cards=more).pool) == count + 1


def _champion_of(card):
    return card.key if isinstance(card, ChampionCard) else getattr(card, "champion", "")


def test_b_comp_05_and_data_03_there_are_eleven_challenges():
    three = (CHAMPIONS[:3], CHAMPIONS[3:6])
    assert len(laid_out(*three).challenges) == 11
    few = dict(list(CARDS.items()))
    few.pop(next(key for key, card in CARDS.items() if isinstance(card, ChallengeCard)))
    with pytest.raises(SetupMistakeError, match="B-DATA-03"):
        laid_out(*three, cards=few)


def test_b_data_20_and_card_05_each_champion_has_six_action_cards():
    short = {key: card for key, card in CARDS.items() if key != f"{CHAMPIONS[0]}_r"}
    team = Team("team", {}, CHAMPIONS[:3], {})
    said = f"{CHAMPIONS[0]!r} has 5 action cards; 6 are needed"
    found = [(each.rule_id, each.card, each.sentence) for each in SHELF.deck_faults(team, short, chosen())]
    assert found == [("B-CARD-05", CHAMPIONS[0], said)]
    seated = tuple(
        SeatedPlayer(seat, seat.id, Team("team", {}, CHAMPIONS[at : at + 3], {}))
        for at, seat in zip((0, 3), SHELF.seats(chosen()), strict=True)
    )
    with pytest.raises(DeckError):
        SHELF.set_up(GamePlan(chosen(), seated, {}))


def test_b_draft_05_11_champions_left_over_are_in_nobodys_deck():
    """B-TEAM-42, B-TEAM-49: the same of four players."""
    pool = tuple(f"t/c{number}" for number in range(8))
    five = {"A": pool[:5], "B": pool[3:]}
    three = {seat: tuple(pool[(number * 2 + at) % 8] for at in range(3)) for number, seat in enumerate("ABCD")}
    for players, kind, brought in (
        (2, "normal", None),
        (2, "tournament", five),
        (4, "normal", None),
        (4, "tournament", three),
    ):
        values = {"champions": brought} if brought else {}
        state = until(begun(players, drafted=kind, pool=pool, **values), "lay")
        size = 3 if players == 2 else 2
        for player in state.order:
            mine = {each.card for each in state.mine(player)}
            assert len(mine) == size
            assert {state.card(card).champion for card in state.decks[player]} == mine


def test_b_setup_06_a_card_of_which_there_are_two_is_twice_in_the_deck():
    made = setup()
    card = made.cards["t/c0_r"]
    assert isinstance(card, ActionCard)
    state = GAME.new(replace(made, cards=made.cards | {card.key: replace(card, copies=2)}))
    deck = until(shuffled(state), "lay").decks["A"]
    assert len(deck) == 19
    assert {"A:t/c0_r", "A:t/c0_r#2"} <= set(deck)


def test_b_setup_04_and_team_24_and_arena_11_champions_begin_at_their_gates_in_their_players_colours():
    state = until(begun(), "lay")
    assert {each.cell for each in state.champions.values()} == {None}
    pieces = [each for each in BrawlBoard(GAME).pieces(state) if each.id in state.champions]
    assert {each.id: each.controller for each in pieces} == {f"{p}:{n}": p for p in "AB" for n in (1, 2, 3)}
    four = until(begun(4), "lay")
    assert [each.player for each in four.champions.values()] == [p for p in four.order for _ in range(2)]
    assert {each.cell for each in four.champions.values()} == {None}


def test_b_setup_05_and_comp_04_and_team_14_the_initial_side_lies_up_and_all_cores_are_ready():
    for players in (2, 4):
        state = until(begun(players), "lay")
        assert state.cores == dict.fromkeys(state.order, CORES)
        assert not any(each.powered for each in state.champions.values())
        assert all(state.values(id_) == state.setup.champion(each.card).front for id_, each in state.champions.items())


def test_b_setup_10_11_13_15_and_ex_09_the_second_player_does_what_the_first_did():
    found, state = order_of(until(begun(), "lay"), "lay")
    assert found == ["A", "A", "B", "B"]
    assert len(state.traps) == 4
    assert len({each.cell for each in state.traps}) == 4
    assert len(set(ARENA.traps) - {tuple(each.cell) for each in state.traps}) == 2
    assert len(state.supply) == 8  # B-TRAP-19
    found, state = order_of(state, "change")
    assert found == ["A", "B"]
    assert [len(state.hands[player]) for player in "AB"] == [5, 5]
    found, state = order_of(state, "deploy")
    assert found == ["A", "A", "A", "B", "B", "B"]
    assert {tuple(each.cell) for each in state.mine("B")} <= set(ARENA.spawns[End.TWO])


def test_b_setup_16_what_is_changed_comes_back_only_afterwards():
    state = until(begun(), "change")
    hand = state.hands["A"]
    kept = do(state, c.Change(by="A", cards=hand[:2]))
    assert set(kept.hands["A"][:3]) == set(hand[2:])
    assert not set(kept.hands["A"]) & set(hand[:2])
    assert do(state, answer(state)).hands["A"] == hand  # none is changed


def test_b_team_03_else_the_rules_are_those_for_two():
    two, four = begun(2).setup, begun(4).setup
    assert (two.of_four, four.of_four) == (False, True)
    assert [(each.hand, each.goal, each.slots) for each in (two, four)] == [
        (5, 5, (0, 1, 2, 1)),
        (4, 7, (0, 0, 1, 2, 1)),
    ]


def test_b_setup_01_02_chance_says_who_chooses_an_end():
    state = GAME.new(setup())
    assert GAME.shuffling(state) == ("first", ("A", "B"))
    state = shuffled(fold(state, GAME.decide(state, Shuffled(by=TABLE, player="first", order=("B", "A")))))
    assert asked(state) == ("end", ("B",))
    state = do(state, c.TakeEnd(by="B", end=End.TWO))
    assert state.ends == {"B": End.TWO, "A": End.ONE}
    assert state.order == ("B", "A")


def test_b_setup_05_06_07_09_what_lies_ready():
    """B-OPEN-41."""
    state = until(begun(), "lay")
    assert {player: len(deck) for player, deck in state.decks.items()} == {"A": 18, "B": 18}
    assert state.cores == {"A": CORES, "B": CORES}
    assert state.track[0]
    assert not any(state.track[1:])
    assert len(state.challenges) == 10
    assert len(state.supply) == 12
    assert all(each.cell is None and not each.powered for each in state.champions.values())
    assert begun(readings=Readings(spent_at_start=True)).cores == {"A": CORES, "B": ()}


def test_b_comp_09_the_trap_tokens():
    assert {trap.value: count for trap, count in TRAPS.items()} == {
        "stun": 2, "immobilise": 2, "damage_1": 2, "damage_2": 4, "damage_3": 2,
    }  # fmt: skip


def test_b_setup_12_13_16_cards_of_the_first_hand_are_changed():
    state = until(begun(), "change")
    assert asked(state)[1] == ("A",)
    hand = state.hands["A"]
    assert len(hand) == 5
    events = events_of(state, c.Change(by="A", cards=hand[:3]))
    drawn = [each.card for each in events if type(each).__name__ == "Drew" and each.player == "A"]
    assert len(drawn) == 3
    assert not set(drawn) & set(hand[:3])
    after = do(state, c.Change(by="A", cards=hand[:3]))
    assert len(after.hands["A"]) == 5
    assert len(after.decks["A"]) == 13
    assert after.discards["A"] == ()
    assert set(hand[:3]) <= set(after.decks["A"])
    assert asked(after) == ("change", ("B",))
    theirs = after.hands["B"]
    after = do(after, c.Change(by="B", cards=theirs[:2]))
    assert (len(after.hands["B"]), len(after.decks["B"]), after.discards["B"]) == (5, 13, ())


def test_b_setup_14_15_champions_are_placed_in_the_spawn_area():
    state = until(begun(), "deploy")
    assert asked(state)[1] == ("A",)
    cells = {cell for spec in GAME.prompts(state)[0].specs for cell in spec.fields["to"].options}
    assert cells == {Cell(q, -4) for q in range(5)}
    placed = do(state, c.Move(by="A", piece="A:1", to=Cell(2, -4)))
    assert cells_offered(placed, "A:2") == {(q, -4) for q in (0, 1, 3, 4)}
    assert cells_offered(placed, "A:1") == set()
    state = until(state, "act")
    assert all(each.cell is not None for each in state.champions.values())
    assert {each.cell.r for each in state.mine("B")} == {4}


def test_b_trap_17_placed_on_a_trap_at_the_start_it_is_triggered():
    """Where the spawn area has a trap cell: whoever falls by it is at its gate, and may enter in the first turn."""
    state = until(begun(), "deploy")
    weak = state.setup.champion("t/c0")
    cards = state.setup.cards | {"t/c0": replace(weak, front=replace(weak.front, health=2))}
    trap = LaidTrap(Cell(0, -4), "damage_2:1")
    state = replace(state, setup=replace(state.setup, cards=cards), traps=(trap, *state.traps[1:]))
    state = do(state, c.Move(by="A", piece="A:1", to=Cell(0, -4)))
    assert (state.champions["A:1"].cell, state.points) == (None, {"A": 0, "B": 1})
    assert asked(state) == ("lay", ("A",))
    state = do(state, answer(state))
    assert cells_offered(state, "A:1") == set()
    state = until(state, "act")
    assert (len(state.traps), state.fallen) == (4, ())
    state = do(state, c.Act(by="A", action=Basic.RUN, piece="A:1", core=CORES[0]))
    assert asked(state) == ("enter", ("A",))


def drafting(kind, **values):
    pool = tuple(f"t/c{number}" for number in range(8))
    state = begun(drafted=kind, pool=pool, **values)
    return do(state, c.TakeEnd(by="A", end=End.ONE))


def test_b_draft_03_04_05_the_normal_draft():
    found, state = order_of(drafting("normal"), "pick")
    assert found == ["B", "A", "B", "A", "B", "A"]
    picked = [each.card for each in state.champions.values()]
    assert len(set(picked)) == 6
    assert [len(state.mine(player)) for player in "AB"] == [3, 3]  # B-DRAFT-02


def test_b_draft_07_to_11_the_tournament_draft():
    brought = {"A": tuple(f"t/c{n}" for n in range(5)), "B": tuple(f"t/c{n}" for n in range(3, 8))}
    state = drafting("tournament", champions=brought)
    assert asked(state) == ("ban", ("A",))
    assert GAME.prompts(state)[0].specs[0].fields["champion"].options == brought["B"]
    with pytest.raises(RuleViolation):
        do(state, c.Ban(by="A", champion="t/c0"))
    state = do(state, c.Ban(by="A", champion="t/c7"), c.Ban(by="B", champion="t/c0"))
    found, state = order_of(state, "pick")
    assert found == ["A", "B", "A", "B", "A", "B"]
    cards = {player: {each.card for each in state.mine(player)} for player in "AB"}
    assert cards["A"] <= set(brought["A"]) - {"t/c0"}
    assert cards["B"] <= set(brought["B"]) - {"t/c7"}
