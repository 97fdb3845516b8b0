"""From the first roll into the second turn."""

import msgspec
import pytest

from companion.games.signum.model.commands import Construct, End, Skip
from companion.games.signum.model.state import Phase, State
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.table import duel


def test_s_setup_heroes_prosperity_and_hands_are_dealt_before_the_first_turn():
    state = duel().begun().state
    assert state.turn == 1
    assert state.active == "A"
    assert state.phase is Phase.CONSTRUCTION
    assert len(state.players["B"].hand) == 4  # S-SETUP-10
    assert state.players["B"].prosperity == 3  # S-SETUP-09
    assert len(state.players["A"].hand) == 5  # S-TURN-07, S-SETUP-17
    assert state.players["A"].prosperity == 4  # S-TURN-08


def test_s_turn_13_skipping_construction_gives_two_prosperity():
    state = duel().begun().give(Skip(by="A")).state
    assert state.players["A"].prosperity == 6
    assert state.phase is Phase.ACTIVATION


def test_s_turn_15_a_building_is_paid_and_stands_untapped():
    table = duel().begun()
    hall = table.state.players["A"].unused[0]
    state = table.give(Construct(by="A", card=hall)).state
    assert state.players["A"].prosperity == 2
    assert [(each.id, each.tapped) for each in state.players["A"].city] == [(hall, False)]  # S-TURN-17


def test_s_turn_02_the_other_player_cannot_act():
    with pytest.raises(RuleViolation, match="S-TURN-02"):
        duel().begun().give(Skip(by="B"))


def test_s_end_06_six_missed_draws_pay_sixty_three():
    table = duel(deck=("fighter",) * 6).begun()
    while table.state.outcome is None:
        table.give(Skip(by=table.state.active), End(by=table.state.active))
    assert table.state.outcome.rule_id == "S-END-02"


def test_a_state_survives_its_own_json():
    state = duel().begun().state
    coded = msgspec.json.encode(state, order="deterministic")
    assert msgspec.json.encode(msgspec.json.decode(coded, type=State), order="deterministic") == coded
