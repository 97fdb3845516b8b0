"""Whether somebody holds a Tactic is told neither by a question nor by its pause (W-VIS-03, W-TAC-02, W-TAC-03)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from companion.games import contract
from companion.games.command import SPECTATOR
from companion.games.registry import game_called
from companion.games.warseer.model.steps import ReactStep
from companion.games.warseer.rules.creature.reactions import tactic
from companion.record.record import Record
from companion.referee.match.command_request import CommandDone, CommandRequest
from companion.referee.match.match import Match
from tests.games.warseer.table import setup

pytestmark = pytest.mark.slow

GAME = game_called("warseer")
GAMES, MOST = 3, 900


def reactions():
    """Moments of games at random in which somebody is asked for a Tactic."""
    for seed in range(GAMES):
        state, chance = GAME.new(setup()), contract.chance_of(seed)
        for _ in range(MOST):
            command = contract.next_command(GAME, state, chance)
            if command is None:
                break
            if isinstance(state.top, ReactStep) and GAME.prompts(state):
                yield state
            for event in GAME.decide(state, command):
                state = GAME.evolve(state, event)


def with_hand(state, player, *, holds):
    """The same with Tactics of the deck in the hand, or with none of them."""
    hand, deck = state.hands[player], state.decks[player]
    cards = sorted((*hand, *deck), key=lambda each: (tactic(state, each) is None) is holds)
    hands, decks = {player: tuple(cards[: len(hand)])}, {player: tuple(cards[len(hand) :])}
    return replace(state, hands=state.hands | hands, decks=state.decks | decks)


def public(state):
    """What everybody may know of who is asked what."""
    step = state.top
    asked = [(prompt.key, prompt.to, prompt.about) for prompt in GAME.prompts(state)]
    return asked, step.waiting, GAME.passing(state), GAME.view(state, SPECTATOR)


def test_a_hand_with_and_without_tactics_is_asked_alike():
    met = Counter()
    for state in reactions():
        player = state.top.waiting[0]
        with_, without = (with_hand(state, player, holds=holds) for holds in (True, False))
        if any(tactic(state, each) for each in without.hands[player]):
            continue  # so few cards are left that no hand is without
        assert public(with_) == public(without) == public(state)
        assert GAME.passing(state) is not None, "a pause that ends by itself"
        offered = [{spec.kind for spec in GAME.commands(each, player)} for each in (with_, without)]
        met[tuple("react" in each for each in offered)] += 1
    assert met[True, False] > 20, met
    assert not any(without for _, without in met)


def test_another_tactic_may_follow_on_the_first_and_tells_nothing_either():
    for state in reactions():
        player = state.top.waiting[0]
        held = with_hand(state, player, holds=True)
        react = next((spec for spec in GAME.commands(held, player) if spec.kind == "react"), None)
        if react is None:
            continue
        card = react.fields["card"].options[0]
        command = next(each for each in contract._fillings(GAME, react) if each.card == card)
        after = held
        for event in GAME.decide(held, command):
            after = GAME.evolve(after, event)
        below = [each for each in after.steps if isinstance(each, ReactStep)]
        assert not below or player in below[-1].waiting, "the question comes again"
        return
    raise AssertionError("nobody could react")


PAUSE_S = 4.0


def at_a_tactic(path, pause_s):
    """A match in which somebody is asked for a Tactic and holds one, and what that player may do."""
    record = Record.create(path, GAME, setup(), lambda: "2026-11-26T12:00:00Z", seed=bytes(32))
    chance = contract.chance_of(3)
    while True:
        step = record.state.top
        if isinstance(step, ReactStep) and GAME.prompts(record.state):
            specs = GAME.commands(record.state, step.waiting[0])
            react = next((spec for spec in specs if spec.kind == "react"), None)
            if react is not None:
                break
        record.do(contract.next_command(GAME, record.state, chance))
    now = [0.0]
    match = Match(record, lambda: now[0], pause_s=pause_s)
    return match, now, next(contract._fillings(GAME, react))


@pytest.mark.parametrize("pause_s", [0.0, PAUSE_S])
def test_a_tactic_is_played_at_once_and_to_pass_tells_nothing_before_the_pause_ends(tmp_path, pause_s):
    match, now, react = at_a_tactic(tmp_path / "one.warseer", pause_s)
    match.submit(CommandRequest("played", react))
    assert isinstance(match.answer("played"), CommandDone)
    assert react.card not in match.record.state.hands[react.by]
    match, now, react = at_a_tactic(tmp_path / "other.warseer", pause_s)
    passing = GAME.passing(match.record.state)
    match.submit(CommandRequest("passed", passing))
    if pause_s:
        now[0] = PAUSE_S - 0.1
        match.tick()
        assert match.answer("passed") is None, "whoever has none waits as long"
        now[0] = PAUSE_S + 0.1
        match.tick()
    assert isinstance(match.answer("passed"), CommandDone)
    assert react.card in match.record.state.hands[react.by]
