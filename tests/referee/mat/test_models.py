"""Which model is which creature: learned at the table, changed by hand, kept over restarts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.common import Correct, SetValue
from companion.games.prompt import CommandSpec, Spot
from companion.games.signum.model.commands import PlaceHero, Play, Skip
from companion.games.values import Stand
from companion.geometry import MatPoint
from companion.record.record import Record
from companion.referee import BindModel, ConfirmProposal, Doubt, TrackState
from companion.referee.mat.models import Miniature, Models, RecordedPiece, SeenPiece, adopted
from companion.referee.mat.models_file import read_models, write_models
from companion.referee.mat.wording import named
from companion.referee.match.command_builder import UnseenError
from companion.referee.match.command_request import CommandDone, CommandRefused
from companion.texts import Language
from tests.referee.mat.mat_game import BLIND, Mats
from tests.referee.match.test_match import GAMES, NOW

NAMES = st.text("abcAB:17", min_size=1, max_size=4)


@pytest.fixture
def mat(tmp_path):
    return Mats(tmp_path)


@given(st.lists(st.tuples(NAMES, NAMES)))
def test_a_model_is_one_thing_and_a_thing_has_one_model(pairs):
    models = Models()
    for thing, base in pairs:
        models = models.bound(thing, base)
        assert models.base(thing) == base
        assert models.thing(base) == thing
    assert len(set(models.of.values())) == len(models.of)


@given(st.dictionaries(NAMES, st.integers().map(str), max_size=5))
def test_models_in_a_file_are_read_as_they_were_written(tmp_path_factory, of):
    path = tmp_path_factory.mktemp("models") / "game.models"
    of = {thing: f"{number}-{thing}" for thing, number in of.items()}
    write_models(path, Models(of))
    write_models(path, Models(of))
    assert dict(read_models(path).of) == of
    assert [each.name for each in path.parent.iterdir()] == ["game.models"]


def test_what_models_were_shown_to_be_is_read_as_it_was_written(tmp_path):
    models = Models({"A:hero": "red"}, {"red": Miniature("A", "maud"), "blue": Miniature("B", "joss")})
    write_models(tmp_path / "game.models", models)
    assert read_models(tmp_path / "game.models") == models


@pytest.mark.parametrize(
    "text", ["", "{", '{"schema": 2, "models": {}}', '{"schema": 1, "models": {"a": "x", "b": "x"}}', "[]"]
)
def test_a_file_that_cannot_be_read_is_as_good_as_none(tmp_path, text):
    path = tmp_path / "game.models"
    assert read_models(path) == Models()
    path.write_text(text, encoding="utf-8")
    assert read_models(path) == Models()


def test_a_hero_that_is_placed_keeps_the_base_that_was_put_down_for_it(mat):
    mat.begun()
    assert mat.pointing.models.of == {"A:hero": "A_greer", "B:hero": "B_robin"}
    assert mat.kept[-1] == mat.pointing.models


def test_the_place_of_a_creature_comes_from_its_own_base_whatever_else_moved(mat):
    mat.begun().give(Skip(by="A"))
    fighter = mat.summon(100.0, 16.0)
    mat.put("A_greer", 300.0, 60.0)
    mat.put("x_coin", 200.0, 200.0)
    mat.chosen = ("x_coin",)
    mat.look()
    move = CommandSpec(kind="move", by="A", fixed={"creature": "A:hero"}, fields={"to": Spot(why="move")})
    assert mat.pointing.spot(move, "to", {})["y_mm"] == 60.0
    other = CommandSpec(kind="move", by="A", fixed={"creature": fighter}, fields={"to": Spot(why="move")})
    assert mat.pointing.spot(other, "to", {})["x_mm"] == 100.0


def test_a_move_from_a_phone_is_measured_at_the_creatures_own_base(mat):
    mat.begun().give(Skip(by="A"))
    mat.put("A_greer", 300.0, 80.0)
    mat.put("B_robin", 320.0, 584.0)
    mat.put("x_coin", 100.0, 300.0)
    assert isinstance(mat.submit("A", "activate", creature="A:hero"), CommandDone)
    assert isinstance(mat.submit("A", "move", creature="A:hero", run="false"), CommandDone)
    assert mat.state.creatures["A:hero"].stand == Stand(300.0, 80.0, 0.2)


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (TrackState.HELD, Doubt.HIDDEN),
        (TrackState.LIFTED, Doubt.HELD),
        (TrackState.MOVED, Doubt.MOVING),
        (TrackState.LOST, Doubt.OFF),
    ],
)
def test_why_a_place_is_not_told_is_told(mat, state, why):
    mat.begun()
    mat.states["A_greer"] = state
    mat.look()
    spec = CommandSpec(kind="correct", by="A", fields={"at": Spot(why="seen")})
    with pytest.raises(UnseenError) as unseen:
        mat.pointing.spot(spec, "at", {"of": ["A:hero"]})
    assert (unseen.value.why, unseen.value.of) == (why, "A:hero")
    mat.health = BLIND
    mat.look()
    with pytest.raises(UnseenError) as unseen:
        mat.pointing.spot(spec, "at", {"of": ["A:hero"]})
    assert unseen.value.why is Doubt.BLIND


def test_by_hand_a_model_becomes_another_creature_and_leaves_the_one_it_was(mat):
    mat.begun().give(Skip(by="A"))
    fighter = mat.summon(100.0, 16.0)
    base = mat.pointing.models.base(fighter)
    assert mat.ask(BindModel("A:hero", base)).granted
    assert mat.pointing.models.of == {"A:hero": base, "B:hero": "B_robin"}
    assert mat.ask(BindModel(fighter, "A_greer")).granted
    assert not mat.ask(BindModel(fighter, "nothing")).granted
    assert not mat.ask(BindModel("A:nobody", base)).granted


def test_a_hero_may_get_its_model_before_it_is_placed(mat):
    mat.look(4.0)
    assert not mat.ask(BindModel("A:hero")).granted
    mat.put("A_wren", 200.0, 300.0)
    mat.put("B_robin", 400.0, 300.0)
    said = mat.ask(BindModel("A:hero"))
    assert (said.granted, mat.pointing.models.of) == (True, {"A:hero": "A_wren"})
    mat.chosen = ("x_coin",)
    mat.places["x_coin"] = (500.0, 500.0)
    mat.look()
    mat.ask(BindModel("B:hero"))
    assert mat.pointing.models.base("B:hero") == "x_coin"


def test_a_base_of_another_size_is_never_learned_but_may_be_bound_and_is_told_of(mat):
    mat.begun().give(Skip(by="A"))
    mat.radii_mm["A_giant"] = 30.0
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card))
    mat.put("A_giant", 100.0, 16.0)
    assert mat.standing.strangers[0].may_be == ()
    assert mat.side.proposals == ()
    mat.ask(BindModel(card, "A_giant"))
    mat.look()
    assert mat.standing.of(card).wrong_size_mm == 30.0


def test_what_leaves_the_game_leaves_its_model_free_and_finds_it_when_it_comes_back(mat):
    mat.begun().give(Skip(by="A"))
    before = mat.record.written
    fighter = mat.summon(100.0, 16.0)
    base = mat.pointing.models.base(fighter)
    mat.match.undo(before, "A")
    mat.look()
    assert mat.standing.of(fighter) is None
    assert [(each.base, each.former) for each in mat.standing.strangers] == [(base, fighter)]
    (stranger,) = named(mat.standing, mat.match.teller(Language.ENGLISH)).strangers
    assert stranger.name == "", "its card is in a hand again"
    mat.match.redo("A")
    mat.look()
    assert mat.how(fighter) == "in_place"
    assert mat.standing.strangers == ()


def test_a_game_that_is_taken_up_knows_its_models_or_learns_them_from_where_they_lie(mat, tmp_path):
    mat.begun()
    places, known = dict(mat.places), mat.pointing.models
    mat.record.close()
    for kept in (known, None):
        with_record = Record.open(tmp_path / "game.signum", GAMES, lambda: NOW)
        again = Mats(tmp_path, record=with_record, known=kept)
        again.places |= places
        again.look()
        assert again.pointing.models.of == known.of
        assert again.standing.agrees
        with_record.close()


def test_two_models_by_one_place_are_no_answer():
    thing = RecordedPiece("A:1", "A", "A", 16.0, MatPoint(100.0, 100.0))
    one, other = (
        SeenPiece(name, "", 16.0, MatPoint(100.0, 100.0 + off_mm), 0.2) for name, off_mm in (("x", 0), ("y", 4))
    )
    assert adopted(Models(), (thing,), (one,), ("A", "B")).of == {"A:1": "x"}
    assert adopted(Models(), (thing,), (one, other), ("A", "B")).of == {}
    twin = RecordedPiece("A:2", "A", "A", 16.0, MatPoint(102.0, 100.0))
    assert adopted(Models(), (thing, twin), (one,), ("A", "B")).of == {}


def test_what_was_corrected_by_hand_or_is_no_creature_changes_no_model(mat):
    mat.begun()
    of = dict(mat.pointing.models.of)
    mat.give(
        Correct(by="A", of="A:hero", at=Stand(200.0, 200.0)), SetValue(by="A", what="wounds", of="A:hero", value=1)
    )
    mat.look()
    assert mat.pointing.models.of == of


def test_a_hero_is_placed_from_a_phone_by_the_base_that_came_last(mat):
    mat.look(4.0)
    mat.put("A_greer", 300.0, 16.0)
    spec = CommandSpec(kind="placehero", by="A", fields={"at": Spot(why="side")})
    assert mat.pointing.spot(spec, "at", {}) == {"x_mm": 300.0, "y_mm": 16.0, "sigma_mm": 0.2}
    assert PlaceHero(by="A", at=Stand(300.0, 16.0, 0.2)).at.sigma_mm == 0.2


@pytest.mark.parametrize("by_phone", [True, False])
def test_who_comes_back_to_the_game_may_come_as_another_model(mat, by_phone):
    mat.begun().give(Skip(by="A"))
    before = mat.record.written
    fighter = mat.summon(100.0, 16.0)
    old = mat.pointing.models.base(fighter)
    mat.match.undo(before, "A")
    del mat.places[old]
    mat.look(3.0)
    mat.give(Play(by="A", card=fighter))
    mat.put("A_other", 200.0, 16.0)
    if by_phone:
        assert isinstance(mat.submit("A", "place", creature=fighter), CommandDone)
    else:
        (proposal,) = mat.side.proposals
        assert mat.ask(ConfirmProposal(proposal.id)).granted
    mat.look()
    assert (mat.pointing.models.base(fighter), mat.how(fighter)) == ("A_other", "in_place")


def test_a_place_that_was_refused_binds_nothing(mat):
    mat.begun().give(Skip(by="A"))
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card))
    mat.put("A_first", 100.0, 200.0)
    assert isinstance(mat.submit("A", "place", creature=card), CommandRefused)
    mat.put("A_second", 200.0, 16.0)
    assert isinstance(mat.submit("A", "place", creature=card), CommandDone)
    mat.put("A_second", 400.0, 300.0)
    assert mat.pointing.models.base(card) == "A_second"


def test_who_comes_to_the_game_has_the_model_that_was_shown_for_its_card():
    fighter, other = (
        RecordedPiece("A:7", "A", "A", 16.0, card="joss"),
        RecordedPiece("A:8", "A", "A", 16.0, card="korra"),
    )
    shown = {"x": Miniature("A", "joss"), "y": Miniature("B", "korra"), "z": Miniature("A", "korra")}
    assert Models(shown=shown).found((fighter, other)).of == {"A:7": "x", "A:8": "z"}
    twin = RecordedPiece("A:9", "A", "A", 16.0, card="joss")
    assert Models(shown=shown).found((fighter, twin)).of == {"A:7": "x"}
    assert Models(shown=shown).found((RecordedPiece("A:7", "A", "A", 16.0),)).of == {}


def test_a_card_that_turns_out_to_be_another_has_the_model_of_that_one():
    models = Models({"A:7": "x"}, {"x": Miniature("A", "joss"), "z": Miniature("A", "korra")})
    assert models.found((RecordedPiece("A:7", "A", "A", 16.0, card="korra"),)).of == {"A:7": "z"}


def test_what_players_say_at_the_table_counts_more_than_what_was_shown_before():
    fighter = RecordedPiece("A:7", "A", "A", 16.0, card="joss")
    models = Models(shown={"x": Miniature("A", "joss"), "z": Miniature("A", "korra")}).meant(fighter, "z")
    assert models.found((fighter,)).of == {"A:7": "z"}
    assert dict(models.shown) == {"x": Miniature("A", "joss")}


def test_a_model_that_was_shown_for_another_card_is_not_taken_for_one_by_its_place():
    fighter = RecordedPiece("A:7", "A", "A", 16.0, MatPoint(100.0, 100.0), card="joss")
    lying = SeenPiece("z", "", 16.0, MatPoint(100.0, 100.0), 0.1)
    assert adopted(Models(shown={"z": Miniature("A", "korra")}), (fighter,), (lying,), ("A", "B")).of == {}
    assert adopted(Models(shown={"z": Miniature("A", "joss")}), (fighter,), (lying,), ("A", "B")).of == {"A:7": "z"}
