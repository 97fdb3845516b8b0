"""A move that the rules of a game on cells forbid: one card says so, with the keys that the game can answer."""

import importlib
from types import SimpleNamespace

import pytest

from companion.games.common import Correct, Overrule
from companion.geometry.grid import Cell
from companion.referee import DismissProposal
from companion.referee.screen.game_screen import GameScreen
from companion.texts import Language, say
from tests.games import test_another_game_board as cells
from tests.games.cell_toy import CellToy, Step

HANDS = SimpleNamespace(
    obeyed=False,
    practises=False,
    language=Language.ENGLISH,
    turned=False,
    say=lambda key, **values: say(Language.ENGLISH, key, **values),
)


made, mat = cells.made, cells.mat
"""Fixtures."""


def cards(of_mat):
    """What the page says of the runner that was moved, by the names of the widgets."""
    corner = importlib.import_module("companion.tablet.game.over_mat.corner_cards")
    play = of_mat.side.shown_on(GameScreen((), None), Language.ENGLISH)
    over_mat = importlib.import_module("companion.tablet.game.over_mat.mat_cards")
    shown = [*over_mat.proposal_cards(play), *corner.corner_cards(play, HANDS)]
    return [kind.__name__ for kind, data in shown if getattr(data, "of", "") == "A:1"], play


@pytest.fixture
def refused(mat):
    mat.into("A_one", Cell(0, 0))
    mat.look(2.0)
    assert mat.standing.of("A:1").ghost, "the mat shows where it goes back to"
    return mat


def test_one_card_says_it(refused):
    assert cards(refused)[0] == ["ProposalCard"]


def test_once_it_is_read_its_model_still_goes_back(refused):
    (told,) = refused.side.proposals
    refused.ask(DismissProposal(told.id))
    assert cards(refused.look(1.0))[0] == ["GhostCard"]


@pytest.mark.parametrize(
    ("commands", "overrulable", "acceptable"),
    [(Step | Correct, False, True), (Step | Overrule, True, False), (Step, False, False)],
)
def test_what_the_game_cannot_answer_is_not_offered(refused, monkeypatch, commands, overrulable, acceptable):
    monkeypatch.setattr(CellToy, "command_type", commands)
    play = cards(refused)[1]
    assert [each.overrulable for each in play.proposals] == [overrulable]
    assert play.standing.of("A:1").acceptable is acceptable


def test_beside_the_board_there_is_nothing_to_let_pass(refused, monkeypatch):
    monkeypatch.setattr(CellToy, "command_type", Step | Overrule)
    refused.put("A_one", 60.0, 60.0)
    names, play = cards(refused.look(2.0))
    assert names == ["ProposalCard"]
    assert [each.overrulable for each in play.proposals] == [False]
