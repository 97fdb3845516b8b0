"""Super Fantasy Brawl keeps what every game must."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games import contract
from companion.games.brawl.engine.offers import answers
from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model.events import HandShown, Pushed
from companion.games.brawl.model.kinds import CORES, Basic, End
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import DeployStep, MoveStep, PlaceStep, StunStep, TurnStep
from companion.games.brawl.rules.arena import arena_of
from companion.games.command import SPECTATOR, TABLE
from companion.games.common import Choose, Concede, Shuffled
from companion.games.registry import games
from companion.geometry.grid import Cell
from companion.record.record import Record
from companion.record.verification import verify
from tests.games.brawl.table import setup

pytestmark = pytest.mark.slow

DUEL, TEAMS = setup(), setup(players=4)
NORMAL = setup(drafted="normal", pool=tuple(f"t/c{number}" for number in range(8)))
TOURNAMENT = setup(
    {"A": tuple(f"t/c{n}" for n in range(5)), "B": tuple(f"t/c{n}" for n in range(3, 8))}, drafted="tournament"
)
SETUPS = (DUEL, TEAMS, NORMAL, TOURNAMENT)
MANY = int(os.environ.get("BRAWL_GAMES", "60"))
NOON = "2026-11-26T12:00:00Z"


def cells(state: State) -> list[Cell]:
    return [*sorted(arena_of(state).grid.cells), Cell(9, 9)]


def every_command(state: State) -> Iterator[Any]:
    """What is offered, filled in any way, and beside it whatever else might be tried."""
    offered = [spec for seat in state.setup.seats for spec in GAME.commands(state, seat.id)]
    yield from (command for spec in offered for command in contract._fillings(GAME, spec))
    if state.turn % 8 != 1:
        return
    for by in [seat.id for seat in state.setup.seats]:
        yield from (Concede(by=by), c.Stop(by=by), c.Refrain(by=by), c.Pass(by=by), c.EndTurn(by=by), c.Use(by=by))
        yield from (c.TakeEnd(by=by, end=end) for end in End)
        yield from (c.Play(by=by, card=card) for hand in state.hands.values() for card in hand)
        yield from (c.React(by=by, card=card, piece="B:1") for hand in state.hands.values() for card in hand)
        yield from (c.Attack(by=by, target=piece) for piece in state.champions)
        yield from (c.Aim(by=by, way=str(way)) for way in range(7))
        yield from (Choose(by=by, chosen=(piece,)) for piece in state.champions)
        yield from (c.Count(by=by, number=number) for number in range(4))
        yield from (c.Lay(by=by, to=cell) for cell in cells(state)[::5])
        if isinstance(state.top, TurnStep):
            yield from (
                c.Act(by=by, action=action, piece=piece, core=core)
                for action in Basic
                for core in CORES
                for piece in state.champions
            )
        if isinstance(state.top, MoveStep | PlaceStep | DeployStep):
            pieces = [*state.champions][:: 1 if isinstance(state.top, MoveStep) else 2]
            yield from (c.Move(by=by, piece=piece, to=cell) for piece in pieces for cell in cells(state))


def other_secrets(state: State, viewer: str, command: Any) -> State:
    """The same with hidden cards and tokens in other places, but for those that the command makes known."""
    events = [] if command is None else GAME.decide(state, command)
    told = str([GAME.public_event(state, event, SPECTATOR) for event in events]) + str(command)
    stunned = {*_stunned(state.steps, state), *(event.player for event in events if isinstance(event, HandShown))}
    stunned |= {who for event in events if isinstance(event, Pushed) for who in _stunned(event.steps, state)}
    piles = {"challenges": list(state.challenges), "supply": list(state.supply)}
    hands, decks = {p: list(h) for p, h in state.hands.items()}, {p: list(d) for p, d in state.decks.items()}
    laid = [each.token for each in state.traps]
    for player in state.hands:
        mine = [decks[player]] if player == viewer or player in stunned else [hands[player], decks[player]]
        _turned(mine, told)
    _turned([piles["challenges"]], told)
    _turned([laid, piles["supply"]], told)
    return replace(
        state,
        hands={player: tuple(hand) for player, hand in hands.items()},
        decks={player: tuple(deck) for player, deck in decks.items()},
        challenges=tuple(piles["challenges"]),
        supply=tuple(piles["supply"]),
        traps=tuple(replace(each, token=token) for each, token in zip(state.traps, laid, strict=True)),
    )


def _stunned(steps: Any, state: State) -> set[str]:
    return {state.champions[step.piece].player for step in steps if isinstance(step, StunStep)}


def _turned(piles: list[list[str]], told: str) -> None:
    """Turns the order of all that is in some piles, but for what is told."""
    places = [(pile, at) for pile in piles for at, card in enumerate(pile) if f"'{card}'" not in told]
    cards = [pile[at] for pile, at in places][::-1]
    for (pile, at), card in zip(places, cards, strict=True):
        pile[at] = card


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_it_is_decided_the_same_every_time_and_folds_to_the_byte(number):
    contract.check_deterministic(GAME, SETUPS[number], contract.chance_of(number))


@pytest.mark.slow
def test_nobody_is_shown_a_secret():
    """B-VIS-02, B-VIS-03, B-VIS-06, B-VIS-07: hands, decks, trap tokens and the challenge deck."""
    contract.check_secrets(GAME, TEAMS, contract.chance_of(4), other_secrets)


@pytest.mark.slow
def test_it_offers_all_that_is_legal_and_nothing_else():
    contract.check_offers(GAME, DUEL, contract.chance_of(1), every_command)


def test_games_at_random_end_and_stay_sound():
    """By `BRAWL_GAMES` so many games of every sort."""
    met: Counter[str] = Counter()
    for seed in range(MANY):
        for state, _, events in contract.played(GAME, SETUPS[seed % len(SETUPS)], contract.chance_of(seed)):
            check_sound(state)
            met.update(type(event).__name__ for event in events)
        assert state.outcome is not None
    assert {"KnockedOut", "PoweredUp", "Reacted", "TrapSprung", "Scored"} <= {*met}


def check_sound(state: State) -> None:
    """Nothing is lost or doubled, and nobody stands where nobody may."""
    standing = [each.cell for each in state.standing]
    assert len(set(standing)) == len(standing)
    assert not {*standing} & arena_of(state).blocked
    assert {*standing} <= arena_of(state).grid.cells
    assert not {*standing} & {each.cell for each in state.traps} or state.waiting or state.steps
    for player in state.decks:
        held = [getattr(step, name, "") for step in state.steps for name in ("card", "reaction")]
        mine = [card for card in held if card.startswith(f"{player}:")]
        cards = [*state.decks[player], *state.hands[player], *state.discards[player], *mine]
        assert len(set(cards)) == len(cards)
        if state.round:
            assert len(cards) == state.setup.team_size * 6
    tokens = [*state.supply, *(each.token for each in state.traps)]
    assert len(set(tokens)) == len(tokens)
    if state.round and len(state.steps) == 1:
        assert len(tokens) == 12
        assert len(state.traps) == 4
        for champion in state.champions.values():
            assert champion.damage < state.values(champion.id).health


def test_offers_are_answered_by_what_they_say():
    state = GAME.new(DUEL)
    assert GAME.prompts(state) == ()
    spec = GAME.commands(state, "A")[0]
    assert answers(spec, Concede(by="A"))
    assert not answers(spec, Concede(by="B"))


def test_it_is_recorded_verified_undone_and_done_again(tmp_path):
    path, chance = tmp_path / "one.brawl", contract.chance_of(5)
    game = games()["brawl"]
    with closing(Record.create(path, game, DUEL, lambda: NOON, edition="", seed=bytes(32))) as record:
        after = {0: record.state}
        for _ in range(60):
            command = contract.next_command(game, record.state, chance)
            record.do(command)
            after[record.counting[-1]] = record.state
        for number in reversed([*after][:-1]):
            record.undo(number, "A")
            assert record.state == after[number]
        for number in [*after][1:]:
            record.redo("A")
            assert record.state == after[number]
    assert verify(path, games()).events > 60


def test_a_shuffle_of_other_cards_is_refused():
    state = GAME.new(DUEL)
    with pytest.raises(contract.RuleViolation):
        GAME.decide(state, Shuffled(by=TABLE, player="first", order=("A", "C")))
    with pytest.raises(contract.RuleViolation):
        GAME.decide(state, Shuffled(by="A", player="first", order=("A", "B")))


def test_states_are_small_enough_to_be_written():
    assert len(msgspec.json.encode(GAME.new(DUEL))) < 200_000
