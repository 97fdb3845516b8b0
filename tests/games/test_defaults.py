"""What a game gets that leaves out all it may: the state of its setup, no secrets, a board of cells with pieces."""

import msgspec
import pytest

from companion.games.board import PieceKind, Stock
from companion.games.command import SPECTATOR, TABLE
from companion.games.common import PileShuffled, Shuffled
from companion.games.defaults.completed import completed
from companion.games.defaults.hands import HIDDEN, CardState, Drew, Hands, Played, dealt, shuffled_and_drawn, with_cards
from companion.games.defaults.setup import PlainSeat, PlainSetup
from companion.games.display.speech import Topic
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from companion.texts import Language
from tests.games.gatecrash.game import Gatecrash
from tests.games.pool_game import Pool, PoolState, Thrown

SETUP = PlainSetup((PlainSeat("A", "Ann", "player_one"), PlainSeat("B", "Bob", "player_two")))
CARDS = ("1", "2", "3")
START = CardState(**dealt(("A", "B"), CARDS))


def test_a_game_without_secrets_shows_everybody_everything():
    game = completed(Pool())
    assert game.setup_type is PlainSetup
    state = game.new(SETUP)
    assert state == PoolState(SETUP)
    event = Thrown(faces=("hit",), dice=())
    assert [game.view(state, viewer) for viewer in ("A", "B", SPECTATOR)] == [state] * 3
    assert game.public_event(state, event, SPECTATOR) == event


class MapSetup(msgspec.Struct, frozen=True):
    seats: tuple[PlainSeat, ...]
    map: str


def test_a_game_whose_setup_needs_more_has_the_usual_bases_printed():
    class Mapped(Pool):
        setup_type = MapSetup

    prints = completed(Mapped()).shelf.prints({}, Language.ENGLISH)
    assert [each.diameter_mm for each in prints.bases] == [32.0, 50.0, 60.0]
    assert (prints.board, prints.zones) == (None, ())


def test_all_begin_with_the_same_cards_and_shuffle_one_after_the_other():
    assert Hands().shuffling(START) == ("A", CARDS)
    events = shuffled_and_drawn(START, Shuffled(by=TABLE, player="A", order=("3", "1", "2")), 2, "G-1")
    assert events == (
        PileShuffled(pile="A", order=("3", "1", "2")), Drew(player="A", card="3"), Drew(player="A", card="1")
    )  # fmt: skip
    state = START
    for event in events:
        state = with_cards(state, event)
    assert (state.decks["A"], state.hands["A"], state.unmixed) == (("2",), ("3", "1"), ("B",))
    state = with_cards(state, Played(player="A", card="3"))
    assert (state.decks["A"], state.hands["A"]) == (("2", "3"), ("1",))
    assert with_cards(state, Thrown(faces=(), dice=())) is state


@pytest.mark.parametrize("order", [("1", "2"), ("1", "2", "4"), ("1", "2", "3", "3")])
def test_a_deck_has_its_own_cards(order):
    with pytest.raises(RuleViolation) as refused:
        shuffled_and_drawn(START, Shuffled(by=TABLE, player="A", order=order), 2, "G-1")
    assert (refused.value.rule_id, refused.value.key) == ("G-1", "other_cards")


def test_what_happens_to_cards_is_said_among_the_cards():
    speech = completed(Gatecrash()).speech
    for event in (Drew(player="A", card="1"), Played(player="A", card="1")):
        (phrase,) = speech.said(START, event)
        assert speech.topic(phrase) is Topic.CARDS


def test_only_its_player_sees_a_hand_and_nobody_a_deck():
    state = msgspec.structs.replace(START, hands={"A": ("1", "2"), "B": ("3",)})
    mine, theirs = Hands().view(state, "A"), Hands().view(state, SPECTATOR)
    assert mine.hands == {"A": ("1", "2"), "B": (HIDDEN,)}
    assert theirs.hands == {"A": (HIDDEN, HIDDEN), "B": (HIDDEN,)}
    assert {*mine.decks["A"], *mine.decks["B"], *theirs.decks["A"]} == {HIDDEN}
    drew = Drew(player="A", card="1")
    assert Hands().public_event(state, drew, "A") == drew
    assert Hands().public_event(state, drew, "B") == Drew(player="A", card=HIDDEN)
    shuffled = PileShuffled(pile="A", order=CARDS)
    assert Hands().public_event(state, shuffled, "A") == PileShuffled(pile="A", order=(HIDDEN,) * 3)
    assert Hands().learned(state, drew) == (("A", "draw"),)
    assert Hands().learned(state, shuffled) == ()


def test_a_board_of_cells_has_pieces_of_those_whose_ids_they_begin_with():
    game = completed(Gatecrash())
    state = game.new(SETUP)
    pieces = {each.id: each for each in game.board.pieces(state)}
    one = pieces["A:1"]
    assert (one.owner, one.controller, one.kind, one.at) == ("A", "A", PieceKind.CREATURE, Cell(0, -2))
    assert one.radius_mm == 16.0
    assert {each.owner for each in pieces.values()} == {"A", "B"}
    assert game.board.layout(state).bases == (Stock(32.0, 2),)
