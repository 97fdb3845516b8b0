"""Whether a state of Warseer is sound, and every command that anybody could think of in it."""

from collections.abc import Iterator
from typing import Any

from companion.games import contract
from companion.games.common import Choose, Concede
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model.card_kinds import Token
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import State, key_of
from companion.games.warseer.model.steps import ActivationStep, TurnStep
from companion.games.warseer.rules.creature.reactions import ids_of
from companion.games.warseer.rules.creature.values import health
from companion.games.warseer.rules.field import field_of
from companion.geometry.grid import Cell


def offered(state: State) -> Iterator[Any]:
    """What is offered, filled in any way."""
    specs = [spec for seat in state.setup.seats for spec in GAME.commands(state, seat.id)]
    yield from (command for spec in specs for command in contract._fillings(GAME, spec))


def every_command(state: State) -> Iterator[Any]:
    """What is offered, and beside it whatever else might be tried."""
    yield from offered(state)
    cells = [*sorted(field_of(state).grid.cells)[::11], Cell(9, 9)] if state.order else []
    cards = [card for hand in state.hands.values() for card in hand]
    standing = [each.id for each in state.standing]
    for by in [seat.id for seat in state.setup.seats]:
        yield from (kind(by=by) for kind in (Concede, c.Stop, c.Pass, c.EndTurn, c.Hire))
        yield from (kind(by=by, card=card) for kind in (c.Play, c.Discard, c.React) for card in cards)
        yield from (kind(by=by, piece=piece) for kind in (c.Activate, c.Remove) for piece in state.creatures)
        yield from (c.Attack(by=by, target=piece) for piece in state.creatures)
        yield from (Choose(by=by, chosen=(piece,)) for piece in state.creatures)
        yield from (c.Score(by=by, feat=feat) for held in state.feats_held.values() for feat in held)
        yield from (c.Spend(by=by, feat=feat, option="draw") for held in state.feats_held.values() for feat in held)
        yield from (c.Use(by=by, of=each.card, ability="0") for each in state.in_play)
        yield from (c.Use(by=by, of=piece, ability=one) for piece in standing for one in "012")
        yield from (c.Use(by=by, of=piece, ability="0", target=other) for piece in standing for other in standing)
        if isinstance(state.top, TurnStep | ActivationStep):
            yield from (
                kind(by=by, piece=piece, to=cell)
                for kind in (c.Move, c.RunTo, c.Summon, c.Deploy)
                for piece in [*state.creatures][::2]
                for cell in cells
            )
            yield from (c.Landmark(by=by, token=each.id, to=cell) for each in state.landmarks for cell in cells)


def check_sound(state: State) -> None:
    """Nothing is lost or doubled, and nobody stands where nobody may."""
    if not state.order:
        return
    cells = [each.cell for each in state.standing]
    assert len(set(cells)) == len(cells)
    assert {*cells} <= field_of(state).grid.cells - field_of(state).impassable
    for creature in state.creatures.values():
        assert (creature.cell is not None) == (creature.where is Where.FIELD)
        assert len({*creature.tokens}) == len(creature.tokens) <= len(Token)
        if creature.cell is not None and isinstance(state.top, TurnStep):
            assert creature.wounds < health(state, creature.id)
    for player in state.order:
        assert 0 <= state.influence[player] <= 10
        assert 0 <= state.income(player) <= 15
        assert state.points[player] >= 0
        mine = state.mine(player)
        assert len(mine) <= state.setup.most_creatures or state.setup.is_skirmish
        _check_cards(state, player)
    feats = [*state.feats, *state.feats_gone]
    for piles in (state.feats_held, state.fame, state.kills):
        feats += [feat for pile in piles.values() for feat in pile]
    assert len(set(feats)) == len(feats)
    if state.round and not state.setup.is_skirmish:
        assert len(feats) == len(state.setup.feats)


def _check_cards(state: State, player: str) -> None:
    deck = state.setup.seat(player).deck
    held = [card for step in state.steps if (card := getattr(step, "card", "")) and ":" in card]
    held = [card for card in held if card.startswith(f"{player}:") and key_of(card) in deck]
    history = [card for card in state.histories[player] if card not in state.creatures]
    there = [*state.decks[player], *state.hands[player], *history]
    there += [each.card for each in state.in_play if each.player == player]
    assert len(set(there)) == len(there)
    if state.round:
        assert {*there, *held} == {*ids_of(player, deck)}
