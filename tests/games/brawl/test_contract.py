"""Super Fantasy Brawl keeps what every game must."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import contract
from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model.events import HandShown, Pushed
from companion.games.brawl.model.kinds import CORES, Basic, End
from companion.games.brawl.model.state import State
from companion.games.brawl.model.steps import DeployStep, MoveStep, PlaceStep, StunStep, TurnStep
from companion.games.brawl.rules.arena import arena_of
from companion.games.common import Choose, Concede
from companion.games.kit.offers import answers
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games import random_play
from tests.games.brawl.table import setup

pytestmark = pytest.mark.slow

DUEL, TEAMS = setup(), setup(players=4)
NORMAL = setup(drafted="normal", pool=tuple(f"t/c{number}" for number in range(8)))
TOURNAMENT = setup(
    {"A": tuple(f"t/c{n}" for n in range(5)), "B": tuple(f"t/c{n}" for n in range(3, 8))}, drafted="tournament"
)
SETUPS = (DUEL, TEAMS, NORMAL, TOURNAMENT)
MANY = int(os.environ.get("BRAWL_GAMES", "60"))


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
    told = random_play.told_by(GAME, state, command)
    events = [] if command is None else GAME.decide(state, command)
    stunned = {*_stunned(state.steps, state), *(event.player for event in events if isinstance(event, HandShown))}
    stunned |= {who for event in events if isinstance(event, Pushed) for who in _stunned(event.steps, state)}
    piles = {"challenges": list(state.challenges), "supply": list(state.supply)}
    hands, decks = {p: list(h) for p, h in state.hands.items()}, {p: list(d) for p, d in state.decks.items()}
    laid = [each.token for each in state.traps]
    for player in state.hands:
        mine = [decks[player]] if player == viewer or player in stunned else [hands[player], decks[player]]
        random_play.turn(mine, told)
    random_play.turn([piles["challenges"]], told)
    random_play.turn([laid, piles["supply"]], told)
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
    """By `BRAWL_GAMES` so many games of every sort; who looks on sees what is asked."""
    met, learned = random_play.play_soundly(GAME, SETUPS, MANY, check_sound)
    assert {"KnockedOut", "PoweredUp", "Reacted", "TrapSprung", "Scored"} <= {*met}
    assert learned == {"draw", "reveal"}, "all read it before an undo: it names no card"
    assert all(
        "B" in GAME.texts.say(each, f"report.learned.{what}", player="B") for each in Language for what in learned
    )


def check_sound(state: State) -> None:
    """Nothing is lost or doubled, and nobody stands where nobody may."""
    standing = [each.cell for each in state.standing]
    assert len(set(standing)) == len(standing)
    assert not {*standing} & arena_of(state).blocked
    laid = [each.cell for each in state.traps]
    assert len(set(laid)) == len(laid)
    assert not {*laid} & arena_of(state).blocked
    assert {*standing, *laid} <= arena_of(state).grid.cells
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


def test_it_is_recorded_undone_and_done_again_and_refuses_another_shuffle(tmp_path):
    random_play.check_recorded(GAME, DUEL, tmp_path)
