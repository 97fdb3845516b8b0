"""Skirmish: rounds of single activations (W-SKIR), and set-up of all modes (W-SETUP)."""

import dataclasses

from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Choose, Shuffled
from companion.games.defaults.completed import completed
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.card_kinds import CreatureKind, Keyword, Moment, Rank
from companion.games.warseer.model.kinds import Mode, Where
from companion.games.warseer.model.setup import Readings
from companion.games.warseer.model.state import InPlay, LastingEffect, State
from companion.games.warseer.model.steps import RoundStep
from companion.games.warseer.model.terms import Selector, Until
from companion.games.warseer.rules.creature.values import beside
from companion.games.warseer.rules.field import zone_of
from companion.games.warseer.rules.turn.skirmish import may_deploy, may_pass
from companion.games.warseer.rules.victory import standing_of, winner
from companion.games.warseer.shelf.library import LIBRARY
from companion.games.warseer.shelf.squad_rules import squad_faults
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.warseer.self_play import setup_of
from tests.games.warseer.table import CARDS, CELLS, ability, character, do, fight, hero, setup
from tests.rules.warseer.hands import destroyed, effects, options


def kinds(state: State, by: str) -> set[str]:
    return {spec.kind for prompt in GAME.prompts(state) for spec in prompt.specs if spec.by == by}


def begun(game, first: str = "A") -> State:
    """A game in which the first player is known."""
    state = GAME.new(game)
    others = tuple(each for each in state.first if each != first)
    return do(state, Shuffled(by=TABLE, player="first", order=(first, *others)))


def skirmish(pieces, **values) -> State:
    given = {"steps": (RoundStep(player="A", stage="act"),), "turn": 2, "round": 2} | values
    game = {"mode": Mode.SKIRMISH, "goal": 0} | given.pop("setup", {})
    return fight(pieces, setup=game, **given)


TWO = {"A:2": (character("t/x"), (0, 0)), "B:2": (character("t/z"), (2, 2)), "B:3": (character("t/z"), (2, 1))}


def idle(state: State, by: str, piece: str) -> State:
    return do(state, c.Activate(by=by, piece=piece), c.Stop(by=by))


def test_players_activate_one_creature_in_turn():
    """W-SKIR-15, W-SKIR-16, W-SKIR-22."""
    state = idle(skirmish(TWO), "A", "A:2")
    assert kinds(state, "B") >= {"activate"}
    state = idle(idle(state, "B", "B:2"), "A", "A:1")
    state = idle(state, "B", "B:1")
    assert kinds(state, "A") == set()  # nothing left: skipped
    assert "activate" in kinds(state, "B")


def test_who_has_fewer_left_may_pass():
    """W-SKIR-17, W-OPEN-50."""
    state = skirmish(TWO)
    assert may_pass(state, "A")
    assert not may_pass(state, "B")
    assert not any(may_pass(skirmish({}), player) for player in "AB")  # as many, not fewer
    assert do(state, c.Pass(by="A")).steps[-1].player == "B"


def test_after_all_activations_a_new_round_begins_with_the_next_player():
    """W-SKIR-18 to -28: ready again, Influence 5, and the one to the left of the last begins."""
    state = skirmish({}, influence={"A": 1, "B": 2})
    state = idle(idle(state, "A", "A:1"), "B", "B:1")
    assert (state.round, state.influence) == (3, {"A": 5, "B": 5})
    assert state.steps[-1].player == "A"
    assert not state.creatures["A:1"].done


def test_characters_enter_between_rounds_up_to_their_limit_and_may_act():
    """W-SKIR-24, W-SKIR-25, W-SKIR-33, W-SKIR-34, W-LIM-06."""
    state = skirmish({})
    waiting = replace(state.creatures["A:1"], id="A:2", card="t/c1", kind=CreatureKind.CHARACTER, cell=None)
    state = replace(state, creatures=state.creatures | {"A:2": replace(waiting, where=Where.CAMP)})
    state = idle(idle(state, "A", "A:1"), "B", "B:1")
    state = do(state, c.Deploy(by="A", piece="A:2", to=Cell(0, -4)))
    assert not state.creatures["A:2"].done
    crowd = {f"A:{n}": (character("t/z"), (n - 4, 0)) for n in range(3, 9)}
    full = skirmish(crowd)
    full = replace(full, creatures=full.creatures | {"A:2": replace(waiting, where=Where.CAMP)})
    assert may_deploy(full, "A") == ()


def test_the_last_round_counts_destroyed_characters_and_ranks_break_ties():
    """W-SKIR-12, W-SKIR-27, W-SKIR-30, W-SKIR-31, W-SKIR-32, W-DATA-39."""
    pieces = {
        "A:2": (character("t/gold", rank=Rank.GOLD), (0, 0)), "B:2": (character("t/z"), (2, 2)),
        "B:3": (CARDS["t/minion"], (1, 1)),
    }  # fmt: skip
    state = skirmish(pieces, round=6, setup={"rounds": 6})
    lost = {key: replace(state.creatures[key], cell=None, where=Where.HISTORY) for key in ("A:2", "B:2")}
    state = replace(state, creatures=state.creatures | lost, histories={"A": ("A:2",), "B": ("B:2",)})
    assert standing_of(state, "A") == (1, 0, 0, 1)
    assert standing_of(state, "B") == (1, 1, 0, 0)
    assert winner(state) == "B"
    sheet = completed(GAME).sheets.of(state, "A", Language.ENGLISH)
    assert [(each.key, each.value, each.most) for player in sheet.players for each in player.scores] == [
        ("kills", 1, None)
    ] * 2
    assert sheet.phase == "Round 6 of 6"
    state = do(idle(idle(state, "A", "A:1"), "B", "B:1"), c.Activate(by="B", piece="B:3"), c.Stop(by="B"))
    assert (state.outcome, state.ended) == ("B", "rounds")


def test_among_several_those_count_whom_a_player_destroyed():
    """W-SKIR-30, W-SKIR-31, W-SKIR-29, W-OPEN-52: and of a squad that went with its Hero none does."""
    pieces = {f"{player}:{n}": (character("t/z"), (n, 2 * at - 2)) for at, player in enumerate("ABC") for n in (1, 2)}
    pieces |= {f"{player}:1": (hero(), (-1, 2 * at - 2)) for at, player in enumerate("ABC")}
    state = skirmish(pieces, setup={"players": 3})
    state = destroyed(destroyed(state, "C:2", "A"), "B:2", "C")
    assert [standing_of(state, player)[0] for player in "ABC"] == [1, 0, 1]
    assert winner(state) == ""
    nobody = destroyed(state, "A:2", "", "poison")
    assert [standing_of(nobody, player)[0] for player in "ABC"] == [1, 0, 1]
    back = replace(state, histories=state.histories | {"C": ()})
    assert winner(back) == "C"
    left = destroyed(destroyed(state, "C:1", "B"), "A:1", "C")
    assert (left.outcome, left.ended, standing_of(left, "B")[0]) == ("B", "hero", 0)
    both = Selector(who="any", kinds=(CreatureKind.HERO,))
    assert effects(skirmish({}), fx.DestroyEffect(both)).outcome == ""


def test_income_stays_five():
    """W-SKIR-36, W-SKIR-11."""
    assert skirmish({}, histories={"A": ("A:t/b0",), "B": ()}).income("A") == 5


def test_a_skirmish_knows_no_economy_no_feats_and_no_target():
    """W-SKIR-01, W-SKIR-03, W-SKIR-05, W-SKIR-06, W-SKIR-07, W-SKIR-12: squads are built as usual."""
    rank = {fault.rule_id for fault in squad_faults(LIBRARY.decks["ash_guard"], LIBRARY.cards, "skirmish")}
    assert rank == set()
    two = dataclasses.replace(LIBRARY.decks["ash_guard"], characters=LIBRARY.decks["ash_guard"].characters * 2)
    assert "W-CARD-13" in {fault.rule_id for fault in squad_faults(two, LIBRARY.cards, "skirmish")}
    squads = ("cinder_choir", "mossback_host", "ash_guard", "reed_hunters")
    for variant, count in (("skirmish", 2), ("skirmish_three", 3), ("skirmish_four", 4)):
        game = setup_of(*squads[:count], variant=variant)
        assert (game.goal, game.feats, len(game.field.zones), game.rounds) == (0, (), count, 6)
        assert all(game.cards[seat.minion].faction == game.cards[seat.hero].faction for seat in game.seats)
    assert setup_of(*squads[:2], variant="skirmish", rounds="4").rounds == 4
    state = begun(setup(2, Mode.SKIRMISH, goal=0, unique=()))
    assert (state.influence, state.feats, [state.income(player) for player in "AB"]) == ({"A": 5, "B": 5}, (), [5, 5])
    assert (state.hands, state.decks) == ({"A": (), "B": ()}, {"A": (), "B": ()})


def test_chance_says_who_begins_and_each_places_the_hero_then_characters():
    """W-SKIR-08, W-SKIR-14, W-SKIR-25, W-OPEN-49: as many as zone and limit allow, with their First Words."""
    for first, second in (("A", "B"), ("B", "A")):
        state = begun(setup(2, Mode.SKIRMISH, goal=0, unique=()), first)
        assert state.order == (first, second)
        zone = {player: sorted(zone_of(state, player)) for player in "AB"}
        state = do(state, *(c.Deploy(by=each, piece=f"{each}:1", to=zone[each][0]) for each in (first, second)))
        assert kinds(state, first) == {"deploy", "stop"}
        for number, cell in enumerate(zone[first][1:], 2):
            state = do(state, c.Deploy(by=first, piece=f"{first}:{number}", to=cell))
        assert kinds(state, first) == set()  # the zone is full
        assert not any(each.done for each in state.mine(first))
        state = do(state, c.Stop(by=second))
        assert (state.round, state.active) == (1, first)


def test_buildings_help_even_who_passes_and_once_in_an_activation_turn():
    """W-SKIR-18, W-SKIR-19, W-SKIR-37: in the next activation turn the same creature may have a Building again."""
    halls = tuple(InPlay(card=card, player="A", sort="building") for card in ("A:t/b0", "A:t/b0#2"))
    pieces = TWO | {"B:4": (character("t/z"), (3, 1)), "B:5": (character("t/z"), (3, 0))}
    state = skirmish(pieces, in_play=halls, creatures={"A:2": {"wounds": 2}, "A:1": {"wounds": 1}})
    state = do(state, c.Use(by="A", of="A:t/b0", ability="0"), Choose(by="A", chosen=("A:2",)))
    second = do(state, c.Use(by="A", of="A:t/b0#2", ability="0"))
    assert second.creatures["A:2"].wounds == 1  # none but the Hero is left to be healed
    assert second.creatures["A:1"].wounds == 0
    state = idle(do(state, c.Pass(by="A")), "B", "B:2")
    assert state.steps[-1].player == "A"
    state = do(state, c.Use(by="A", of="A:t/b0#2", ability="0"), Choose(by="A", chosen=("A:2",)))
    assert (state.creatures["A:2"].wounds, state.influence["A"]) == (0, 3)


def test_the_end_of_turn_comes_for_all_and_effects_end():
    """W-SKIR-15, W-SKIR-20, W-SKIR-21, W-SKIR-23, W-SKIR-26 to -28: the player after the last one begins."""
    late = fx.Ability(names={}, on=Moment.TURN_END, effects=(fx.ArmourEffect(1, Selector(who="self")),))
    pieces = {f"{player}:1": (hero("t/late", late), (at, 0)) for at, player in enumerate("ABC")}
    slow = fx.ChangeEffect("movement", -1)
    lasting = tuple(
        LastingEffect(effect=slow, pieces=("A:1",), player=player, amount=-1, until=until)
        for player, until in (("A", Until.END_OF_TURN), ("B", Until.OWN_TURN), ("C", Until.LEAVES))
    )
    game = {"players": 3, "rounds": 4}
    state = skirmish(pieces, setup=game, lasting=lasting, influence=dict.fromkeys("ABC", 1))
    for player in "ABC":
        (prompt,) = GAME.prompts(state)
        assert (prompt.to, prompt.about) == ((player,), {"round": 2, "left": 1})  # W-SKIR-13
        state = idle(state, player, f"{player}:1")
    assert [each.armour for each in state.creatures.values()] == [1, 1, 1]
    assert (state.round, state.active, state.lasting) == (3, "A", lasting[2:])
    assert not any(each.done for each in state.creatures.values())
    assert state.influence == dict.fromkeys("ABC", 5)
    # B passes what A has done, so that C activates last and A begins; with C's creature gone it is the one after B.
    gone = destroyed(state, "C:1", "A")
    gone = idle(idle(gone, "A", "A:1"), "B", "B:1")
    assert (gone.round, gone.steps[-1].player, gone.outcome) == (4, "A", None)
    first_b = replace(state, steps=(RoundStep(player="B", stage="act"),))
    for player in "BCA":
        first_b = idle(first_b, player, f"{player}:1")
    assert (first_b.round, first_b.steps[-1].player) == (4, "B")


def test_who_enters_in_a_round_waits_but_for_rush():
    """W-SKIR-35, W-SKIR-39, W-SKIR-33, W-SKIR-34, W-OPEN-53: and the round does not end without the one with Rush."""
    for abilities, waits in (((), True), ((ability(Keyword.RUSH),), False)):
        minion = replace(CARDS["t/minion"], abilities=abilities)
        state = skirmish({}, readings=Readings(skirmish_minions=True))
        state = replace(state, setup=replace(state.setup, cards=state.setup.cards | {"t/minion": minion}))
        state = do(state, c.Hire(by="A"))
        (prompt,) = GAME.prompts(state)
        state = do(state, c.Move(by="A", piece="A:2", to=prompt.specs[0].fields["to"].options[0]))
        assert beside(state, "A:1")[0].id == "A:2"  # in contact with the Hero
        state = idle(idle(state, "A", "A:1"), "B", "B:1")
        assert state.round == (3 if waits else 2)
        if not waits:
            assert options(state, "activate", "piece") == {"A:2"}
            assert idle(state, "A", "A:2").round == 3


def test_characters_are_limited_and_minions_are_not():
    """W-SKIR-33, W-SKIR-34, W-SKIR-40, W-OPEN-69: with Minions for Influence all creatures are counted instead."""
    for players, most, all_of_them in ((2, 6, 7), (3, 5, 6), (4, 4, 5)):
        for count in (most - 1, most):
            state = crowded(players, count, minions=9)
            assert (may_deploy(state, "A") == ()) is (count == most)
        for count in (all_of_them - 2, all_of_them - 1):  # and the Hero
            state = crowded(players, count, minions=0, readings=Readings(skirmish_minions=True))
            assert (may_deploy(state, "A") == ()) is (count == all_of_them - 1)
            assert ("hire" in kinds(state, "A")) is (count < all_of_them - 1)
    for minions, full in ((2, False), (3, True)):  # three Characters and the Hero
        state = crowded(2, 3, minions, readings=Readings(skirmish_minions=True))
        assert (may_deploy(state, "A") == ()) is full
    risen = {"A:9": (character("t/risen", ability(Keyword.RESURGENT)), (0, 4))}
    for count in (5, 6):
        state = crowded(2, count, minions=9, more=risen)
        there = {"A:9": replace(state.creatures["A:9"], where=Where.HISTORY, cell=None)}
        state = replace(state, creatures=state.creatures | there, histories={"A": ("A:9",), "B": ()})
        assert ("choose" in kinds(destroyed(state, "B:2"), "A")) is (count == 5)


def crowded(players: int, characters: int, minions: int, more=None, **values) -> State:
    """A Skirmish in which A has so many creatures on the Battlefield, and one Character in the War Camp."""
    cells = [cell for cell in sorted(CELLS) if cell[1] not in (-4, 4)]
    ids = [f"{'ABCD'[each]}:1" for each in range(players)]
    pieces = {piece: (hero(), cells[number]) for number, piece in enumerate(ids)}
    pieces |= {"B:2": (character("t/z"), cells[10])}
    cards = [character("t/x")] * characters + [CARDS["t/minion"]] * minions
    pieces |= {f"A:{number}": (card, cells[number]) for number, card in enumerate(cards, 20)}
    state = skirmish(pieces | (more or {}), setup={"players": players}, **values)
    camp = replace(state.creatures["B:2"], id="A:2", owner="A", player="A", where=Where.CAMP, cell=None)
    return replace(state, creatures=state.creatures | {"A:2": camp})


def test_minions_may_be_hired_if_so_agreed():
    """W-SKIR-38, W-SKIR-39, W-SKIR-40, W-DATA-40."""
    assert "hire" not in kinds(skirmish({}), "A")
    state = do(skirmish({}, readings=Readings(skirmish_minions=True)), c.Hire(by="A"))
    assert state.influence["A"] == 3
    (prompt,) = GAME.prompts(state)
    state = do(state, c.Move(by="A", piece="A:2", to=prompt.specs[0].fields["to"].options[0]))
    assert state.creatures["A:2"].done
    assert "activate" in kinds(state, "A")


def test_buildings_and_relics_are_there_from_the_start():
    """W-SKIR-03 to -10: with their tokens, and no cards in hand."""
    state = begun(setup(2, Mode.SKIRMISH, goal=0, unique=()))
    assert {each.card for each in state.in_play_of("A", "building")} == {"A:t/b0", "A:t/b1", "A:t/b2"}
    assert [(each.card, each.armour, each.uses) for each in state.in_play_of("A", "relic")] == [
        ("A:t/r0", 0, 2), ("A:t/r1", 2, 0), ("A:t/r2", 0, 0),
    ]  # fmt: skip
    assert kinds(state, "A") == {"deploy"}


def test_a_duel_is_set_up_in_its_order():
    """W-SETUP-09 to -18, W-GEN-06, W-ZONE-04, W-TER-03, W-TER-04, W-TER-15, W-CARD-05, W-GEN-08."""
    state = begun(setup(unique=("t/portal", "t/altar")), "B")
    assert state.order == ("B", "A")
    assert (state.influence, [state.income(player) for player in "AB"]) == ({"B": 2, "A": 3}, [0, 0])
    assert kinds(state, "B") == {"lay", "stop"}
    state = do(state, c.Lay(by="B", terrain="t/portal", to=Cell(0, 0)))
    assert GAME.prompts(state)[0].specs[0].fixed == {"terrain": "t/portal"}
    state = do(state, c.Lay(by="B", terrain="t/portal", to=Cell(1, 1)), c.Stop(by="A"))
    assert len(state.feats) == 30
    assert kinds(state, "B") == {"deploy"}
    state = do(state, c.Deploy(by="B", piece="B:1", to=Cell(0, -4)), c.Deploy(by="A", piece="A:1", to=Cell(0, 4)))
    assert len(state.hands["B"]) == 7
    assert {each.id: each.cell for each in state.standing} == {"A:1": (0, 4), "B:1": (0, -4)}
    state = do(state, c.Back(by="B", cards=state.hands["B"][:3]))
    state = do(state, c.Back(by="A", cards=state.hands["A"][:3]))
    # The first turn has its draws (W-TURN-11) and no refill (W-ECON-04).
    assert (len(state.hands["A"]), len(state.hands["B"]), len(state.feats_held["B"])) == (4, 5, 1)
    assert (state.active, state.influence["B"]) == ("B", 2)
    assert len(state.decks["A"]) + 4 == len(state.setup.seats[0].deck)
