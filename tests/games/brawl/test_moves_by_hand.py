"""Jumps and placements are proposed from what was done by hand, as walks are; what cannot be is told and not done."""

from dataclasses import replace

import pytest

from companion.games import contract
from companion.games.brawl.model.steps import MoveStep, PlaceStep
from companion.games.registry import game_called
from companion.geometry import Answer
from companion.geometry.grid import Cell
from companion.record.record import Record
from companion.referee.api.intents import ConfirmProposal, SetConfirmMode
from companion.referee.api.proposal import ConfirmMode
from tests.games.brawl.table import setup
from tests.phones.played_table import NOON, SEED
from tests.referee.mat.mat_game import Mats

pytestmark = pytest.mark.slow

GAME = game_called("brawl")
COMMANDS, GAMES = 600, 12
OFF_MM = 4.0


class ArenaMats(Mats):
    """Champions on their cells, known by where they stand."""

    def __init__(self, folder, record):
        super().__init__(folder, record=record)
        self.grid = GAME.board.layout(record.state).grid
        self.places = {
            piece.id.replace(":", ""): (at.x_mm, at.y_mm)
            for piece in GAME.board.pieces(record.state)
            if piece.at is not None and piece.controller
            for at in (self.grid.centre(piece.at),)
        }
        self.look(4.0)

    def view(self):
        return replace(super().view(), grid=self.grid)


def played_until(folder, asks):
    """A game by chance up to a moment."""
    for seed in range(GAMES):
        record = Record.create(folder / f"{seed}.brawl", GAME, setup(), lambda: NOON, seed=SEED)
        chance = contract.chance_of(seed)
        for _ in range(COMMANDS):
            if record.state.outcome is not None:
                break
            if asks(record.state):
                return record
            record.do(contract.next_command(GAME, record.state, chance))
        record.close()
    raise AssertionError("it never came")


MOMENTS = {
    "jump": lambda state: isinstance(state.top, MoveStep) and state.top.way == "jump" and bool(offered(state)),
    "place": lambda state: isinstance(state.top, PlaceStep) and bool(offered(state)),
}


def offered(state):
    specs = (spec for prompt in GAME.prompts(state) for spec in prompt.specs if spec.kind == "move")
    return [cell for spec in specs for cell in spec.fields["to"].options]


@pytest.mark.parametrize("how", MOMENTS)
def test_what_a_hand_did_is_proposed_and_recorded_as_what_the_card_says(tmp_path, how):
    record = played_until(tmp_path, MOMENTS[how])
    cells, piece, player = offered(record.state), record.state.top.piece, record.state.top.by
    mats = ArenaMats(tmp_path, record)
    assert mats.pointing.models.base(piece) == piece.replace(":", "")
    wrong = next(cell for cell in sorted(mats.grid.cells) if cell not in cells and record.state.on_cell(cell) is None)
    for cell, possible in ((wrong, False), (max(cells), True)):
        at = mats.grid.centre(cell)
        mats.put(piece.replace(":", ""), at.x_mm + OFF_MM, at.y_mm, seconds=2.0)
        found = [each for each in mats.side.proposals if each.of == piece]
        assert [each.possible for each in found] == [possible], (how, cell)
    (offer,) = found
    assert (offer.kind, offer.seat, offer.verdict.answer) == ("move", player, Answer.YES)
    before = record.written
    mats.ask(ConfirmProposal(offer.id))
    events = [record.event(number) for number in range(before + 1, record.written + 1)]
    moved = [event for event in events if type(event).__name__ in ("Moved", "Placed")]
    assert [getattr(event, "how", "place") for event in moved[:1]] == [how]
    assert record.state.champions[piece].cell in (Cell(*max(cells)), None)


def test_a_base_that_may_be_either_of_two_champions_is_never_taken_for_one_without_a_tap(tmp_path):
    def waiting(state):
        """The champions of the next player that no cell holds yet."""
        at_all = [each for prompt in GAME.prompts(state) for spec in prompt.specs for each in spec.fixed.values()]
        return [piece for piece, champion in state.champions.items() if piece in at_all and champion.cell is None]

    record = played_until(tmp_path, lambda state: len(waiting(state)) > 1)
    pieces = waiting(record.state)
    mats = ArenaMats(tmp_path, record)
    mats.ask(SetConfirmMode(ConfirmMode.TRUST))
    at = mats.grid.centre(Cell(*offered(record.state)[0]))
    mats.put(pieces[0].partition(":")[0] + "_new", at.x_mm, at.y_mm, seconds=4.0)
    found = [each for each in mats.side.proposals if each.possible]
    assert len({each.of for each in found}) > 1
    assert all(each.asks for each in found)
    last = found[-1]
    mats.ask(ConfirmProposal(last.id))
    assert record.state.champions[last.of].cell == last.cell
    assert mats.pointing.models.base(last.of) == last.base
