"""The numbers of the game, as each edition has them."""

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Choose, Rolled
from companion.games.signum.creature.stats import movement_mm
from companion.games.signum.model.commands import End, Keep, Mulligan, Priority, Skip
from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import AXE, BULLSEYE, FACE_OF_NUMBER, SHIELD
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import BuildingChanged, LastingBegan, PlayerChanged, RelicChanged
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.state import Building, Relic
from companion.games.signum.model.terms import Until
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import beside, fighter
from tests.games.signum.table import duel
from tests.rules.signum.tables import EDITIONS, ENGLISH, RUSSIAN, WEB, building, card, dealt, field, without_deck, zone


def test_s_const_01_a_d6_shows_bullseye_axe_and_shield_twice_each():
    assert FACE_OF_NUMBER == {1: BULLSEYE, 2: BULLSEYE, 3: AXE, 4: AXE, 5: SHIELD, 6: SHIELD}


@pytest.mark.parametrize("said", ["shield", "shield/axe", "5", "6"])
def test_s_const_02_and_03_one_face_by_all_its_names_and_numbers(said):
    # S-DIFF-02: ru-web calls it shield/axe
    play = beside(fighter("one", 1, 5), fighter("other", 0, 5)).fight("A:1", "B:1").assign("A", 1, 0)
    play.give(Rolled(by="A", faces=(said,)))
    assert play.rolled()[-1][2] == (SHIELD,)
    assert play.wounds("B:1") == 1


def test_s_const_04_four_rulers():
    assert list(RANGES_MM.items()) == [("S", 80.0), ("M", 100.0), ("L", 150.0), ("XL", 250.0)]


def test_s_const_05_the_steps_rise_from_s_to_xl_and_end_there():
    put = {f"A:{n}": (replace(fighter(f"one{step}"), key=step, movement=step), 100.0 * n, 300.0)
           for n, step in enumerate(("S", "M", "L", "XL"), 1)}  # fmt: skip
    state = field(put=put).state
    one_more = [movement_mm(state, state.creatures[name], running=True) for name in put]
    assert one_more == [100.0, 150.0, 250.0, None]


def test_s_const_10_with_ten_cards_in_hand_one_goes_before_one_is_drawn():
    # S-TURN-10 in every edition: the discard comes first (S-DIFF-18, S-OPEN-10)
    for rules in EDITIONS:
        made = field(fighter("more"), rules=rules)
        zone(made, "B", "hand", *[fighter("more")] * 6)
        assert len(made.state.players["B"].hand) == 10
        fresh = made.state.players["B"].deck[0]
        made.give(End(by="A"))
        assert made.asked() == "choose A"
        assert fresh not in made.state.players["B"].hand
        picked = made.state.players["B"].hand[2]
        made.give(Choose(by="A", chosen=("3",)))
        assert made.state.players["B"].graveyard == (picked,)
        assert made.state.players["B"].hand[-1] == fresh
        assert len(made.state.players["B"].hand) == 10


@pytest.mark.parametrize(("stock", "over"), [(48, False), (49, True)])
def test_s_const_13_fifty_one_prosperity_wins(stock, over):
    table = duel().begun()
    table.state = table.game.evolve(table.state, PlayerChanged(player="A", prosperity=stock))
    table.give(Skip(by="A"))
    assert (table.state.outcome is not None) is over


@pytest.mark.parametrize(("rules", "stock"), [(ENGLISH, 3), (RUSSIAN, 2), (WEB, 2)])
def test_s_const_15_and_setup_09_starting_prosperity(rules, stock):
    # S-DIFF-14
    assert [each.prosperity for each in dealt(rules).state.players.values()] == [stock, stock]


def test_s_const_16_and_17_four_cards_of_which_all_may_be_exchanged_once():
    table = dealt()
    assert [len(each.hand) for each in table.state.players.values()] == [4, 4]
    table.give(Mulligan(by="A", cards=table.state.players["A"].hand))
    with pytest.raises(RuleViolation):
        table.give(Mulligan(by="A", cards=table.state.players["A"].hand[:1]))
    with pytest.raises(RuleViolation):
        table.give(Mulligan(by="B", cards=(*table.state.players["B"].hand, "B:10")))


def test_s_const_18_and_turn_08_one_prosperity_a_turn_and_two_for_skipping():
    table = dealt().give(Keep(by="A"), Keep(by="B"))
    assert table.state.players["A"].prosperity == 3 + 1
    assert table.give(Skip(by="A")).state.players["A"].prosperity == 3 + 1 + 2


def test_s_const_22_each_missed_draw_pays_twice_the_one_before():
    # S-END-07, S-OPEN-11, S-DIFF-19: by missed draw, not by turn; S-END-08: it goes on
    made = field()
    made.table.state = without_deck(made.state, "B")
    paid = []
    for _ in range(4):
        before = made.state.players["A"].prosperity
        made.give(End(by="A"))
        paid.append(made.state.players["A"].prosperity - before)
        made.give(Skip(by="B"), End(by="B"), Skip(by="A"))
    assert paid == [1, 2, 4, 8]
    assert made.state.outcome is None


def test_s_const_23_what_is_kept_of_creatures_relics_and_buildings():
    crown, hall = card("crown", Kind.RELIC, relic_type=RelicType.HELMET), building("town_hall")
    made = field(crown, hall, put={"B:1": (fighter("one", 1, 5), 300.0, 300.0)})
    (house,) = zone(made, "A", "city", hall)
    made.relic("A", "A:r", crown, armour=2, uses=3)
    until = LastingEffect(
        key="k", source="A:r", by="A", effect=ChangeEffect(of="strength", by=1), until=Until.END_OF_TURN
    )
    made.change("B:1", wounds=1, armour=2, stealth=True, concentration=3)
    made.emit(LastingBegan(creature="B:1", lasting=until), BuildingChanged(player="A", card=house, tapped=True))
    made.emit(RelicChanged(player="A", card="A:r", armour=1), RelicChanged(player="A", card="A:r", uses=2))
    one = made.state.creatures["B:1"]
    assert (one.wounds, one.armour, one.stealth, one.concentration, one.lasting) == (1, 2, True, 3, (until,))
    assert made.state.players["A"].relics == (Relic(id="A:r", armour=1, uses=2),)
    assert made.state.players["A"].city == (Building(id=house, tapped=True),)


def test_priority_may_be_rolled_with_special_dice():
    # S-CONST-03, S-SETUP-03: shield beats axe beats bullseye, and a tie is rolled again
    table = duel()
    table.give(Priority(by=TABLE, rolled={"A": "axe", "B": "axe"}))
    assert table.state.steps[-1].stage == "priority"
    table.give(Priority(by=TABLE, rolled={"A": "axe", "B": "shield/axe"}))
    assert table.state.steps[-1].player == "B"
