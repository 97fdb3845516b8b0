"""A game with a pile of each player and one that is nobody's: each is shuffled from the seed, and can be checked."""

from contextlib import closing

import msgspec
import pytest

from companion.games.command import TABLE, Command, Event
from companion.games.registry import Games
from companion.record.errors import TamperedError
from companion.record.record import Record
from companion.record.shuffle import commitment, shuffled
from companion.record.verification import verify
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from tests.games.toy import Go, RowState, Seat, Setup, Toy, Went

NOON = "2026-11-22T12:00:00Z"
SEED = bytes(range(32))
CARDS = {"A": 8, "B": 8, "traps": 12}
"""How many cards each pile has; the traps are nobody's."""


class PilesState(RowState, frozen=True):
    piles: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    waiting: tuple[str, ...] = ()


class Order(Command, frozen=True, kw_only=True):
    pile: str
    order: tuple[str, ...]


class Ordered(Event, frozen=True, kw_only=True):
    pile: str
    order: tuple[str, ...]


class PilesToy(Toy):
    """Shuffles all piles before the first step, and the traps again whenever somebody steps onto cell 2."""

    name = "piles"
    command_type, event_type, state_type = Go | Order, Went | Ordered, PilesState
    liar = ""

    def new(self, setup):
        piles = {pile: tuple(f"{pile}:{number}" for number in range(count)) for pile, count in CARDS.items()}
        return PilesState(setup, {"A": 0, "B": 9}, piles=piles, waiting=tuple(CARDS))

    def decide(self, state, command):
        if isinstance(command, Order):
            return (Ordered(pile=command.pile, order=command.order),)
        return super().decide(state, command)

    def evolve(self, state, event):
        if isinstance(event, Ordered):
            waiting = tuple(each for each in state.waiting if each != event.pile)
            return msgspec.structs.replace(
                state, piles=state.piles | {event.pile: event.order}, waiting=waiting, turn=state.turn
            )
        after = super().evolve(state, event)
        return msgspec.structs.replace(after, waiting=("traps",)) if event.to == 2 else after

    def shuffle(self, state, event):
        return (event.pile, event.order) if isinstance(event, Ordered) else None

    def shuffling(self, state):
        return (state.waiting[0], state.piles[state.waiting[0]]) if state.waiting else None

    def shuffled(self, pile, order):
        return Order(by=TABLE, pile=pile, order=order[::-1] if pile == self.liar else order)


def played(path, game):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")), seed_hash=commitment(SEED))
    with closing(Record.create(path, game, setup, lambda: NOON, edition="", seed=SEED)) as record:
        match = Match(record, lambda: 0.0, pause_s=0.0)
        for number, (seat, to) in enumerate((("A", 1), ("B", 8), ("A", 2))):
            match.submit(CommandRequest(f"wish/{number}", Go(by=seat, to=to), lambda _: None))
        record.reveal()
        return record.state


def test_each_pile_is_shuffled_from_the_seed_by_its_own_id(tmp_path):
    state = played(tmp_path / "piles.game", PilesToy())
    told = verify(tmp_path / "piles.game", Games({"piles": PilesToy}))
    assert told.shuffles == 4, "the traps twice"
    cards = {pile: tuple(f"{pile}:{number}" for number in range(count)) for pile, count in CARDS.items()}
    assert state.piles["A"] == shuffled(SEED, 1, "A", cards["A"])
    assert state.piles["B"] == shuffled(SEED, 2, "B", cards["B"])
    assert state.piles["traps"] == shuffled(SEED, 4, "traps", cards["traps"])
    assert state.piles["traps"] != shuffled(SEED, 4, "A", cards["traps"]), "the pile counts"


@pytest.mark.parametrize("liar", CARDS)
def test_a_pile_in_another_order_is_found_and_named(tmp_path, liar):
    game = PilesToy()
    game.liar = liar
    played(tmp_path / "piles.game", game)
    with pytest.raises(TamperedError, match=f"the pile {liar} does not follow from the seed"):
        verify(tmp_path / "piles.game", Games({"piles": PilesToy}))
