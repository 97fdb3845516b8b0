"""What cards wait for, count and ask by distance is put to the table where it is too close to call (S-MOVE-02)."""

import pytest

from companion.games.common import Ruling
from companion.games.signum.model.commands import Finish, Move, Play, Reveal
from companion.games.signum.model.events import CreatureStood, Questioned
from companion.games.values import Stand
from tests.cards.language_games import DEFAULTS, CardText, TextGame, load

NAMES = ("One", "Раз", "Раз")
LIMIT_MM = 100.0
"""The M ruler."""


def game(tmp_path, card, put, *steps):
    """A game with one text, some way in."""
    text = CardText("one_card", "", NAMES, {**DEFAULTS[card["kind"]], **card}, put=put)
    made = TextGame(text, load(text, tmp_path))
    for line in steps:
        made.step(line)
    return made


def asked(made):
    return made.field.table.events and isinstance(made.field.table.events[-1], Questioned)


def ruled(made, *, yes):
    made.field.give(Ruling(by="A", yes=yes), Ruling(by="B", yes=yes))


def close(x, y, gap_mm):
    """Where a small base of the same row stands at a gap from one at x, seen with half a millimetre of doubt."""
    return Stand(x + gap_mm + 32.0, y, sigma_mm=0.5)


NEAR = {"who": "enemy", "within": "M", "around": "self"}
WATCH = {
    "kind": "character",
    "riders": [{
        "trigger": {"on": "move.end", "whose": "enemy", "condition": {"doer": NEAR}},
        "effects": [{"type": "prosper", "amount": 2}],
    }],
}  # fmt: skip


@pytest.mark.parametrize(("gap_mm", "answer", "gained"), [
    (99.0, None, 2), (101.5, None, 0), (100.1, True, 2), (99.9, False, 0),
])  # fmt: skip
def test_a_trigger_by_distance_asks_where_it_is_close(tmp_path, gap_mm, answer, gained):
    made = game(tmp_path, WATCH, {"B:w": ["one_card", 200, 300], "A:1": ["one", 400, 300]}, "prosper B 0", "act A:1")
    at = close(200.0, 300.0, gap_mm)
    made.field.give(Move(by="A", creature="A:1", to=at if answer is not None else Stand(at.x_mm, at.y_mm)))
    assert asked(made) is (answer is not None)
    if answer is not None:
        ruled(made, yes=answer)
    made.check(f"prosperity B {gained}")


def test_what_the_table_says_of_a_trigger_is_not_asked_again_in_the_next_command(tmp_path):
    made = game(tmp_path, WATCH, {"B:w": ["one_card", 200, 300], "A:1": ["one", 400, 300]}, "prosper B 0", "act A:1")
    made.field.give(Move(by="A", creature="A:1", to=close(200.0, 300.0, 100.1)))
    ruled(made, yes=False)
    made.field.give(Finish(by="A"))
    assert not asked(made)
    made.check("prosperity B 0")


@pytest.mark.parametrize("answer", [True, False])
def test_a_condition_and_a_count_ask_as_well(tmp_path, answer):
    near = {"who": "any", "what": "character", "within": "M", "around": "hero"}
    for effect in (
        {"type": "if", "condition": {"creature": near}, "effects": [{"type": "prosper", "amount": 1}]},
        {"type": "prosper", "amount": {"count": "creatures", "of": near}},
    ):
        made = game(tmp_path, {"kind": "spell", "effects": [effect]}, {"A:1": ["one", 400, 500]}, "prosper A 0")
        stand = made.of("A:hero").stand
        half = 16.0 + 16.0
        at = Stand(stand.x_mm, stand.y_mm + LIMIT_MM + half + 0.1, sigma_mm=0.5)
        made.field.emit(CreatureStood(creature="A:1", at=at))
        made.field.give(Play(by="A", card=made.card("A", "one_card")))
        assert asked(made)
        ruled(made, yes=answer)
        made.check(f"prosperity A {1 if answer else 0}")


TRAP = {
    "kind": "tactic",
    "riders": [{
        "trigger": {"on": "move.end", "condition": {"doer": {"who": "enemy", "within": "M", "around": "hero"}}},
        "effects": [{"type": "prosper", "amount": 2}],
    }],
}  # fmt: skip


def trapped(tmp_path, gap_mm):
    made = game(tmp_path, TRAP, {"A:1": ["one", 300, 400]}, "prosper B 0", "put B one_card tactics", "act A:1")
    hero = made.of("B:hero").stand
    made.field.give(Move(by="A", creature="A:1", to=Stand(hero.x_mm, hero.y_mm - gap_mm - 32.0, sigma_mm=0.5)))
    return made, made.card("B", "one_card", "tactics")


@pytest.mark.parametrize(("answer", "gained"), [(True, 2), (False, 0)])
def test_a_tactic_too_close_to_call_is_asked_of_the_table_only_once_it_is_revealed(tmp_path, answer, gained):
    made, card = trapped(tmp_path, 100.1)
    assert not asked(made)
    made.field.give(Reveal(by="B", tactic=card, yes=True))
    assert asked(made)
    ruled(made, yes=answer)
    made.check(f"prosperity B {gained}")
    assert (card in [each.id for each in made.state.players["B"].tactics]) is not answer


@pytest.mark.parametrize(("gap_mm", "stays"), [(100.1, True), (90.0, False)])
def test_a_tactic_that_is_passed_over_is_missed_only_where_it_was_met_beyond_doubt(tmp_path, gap_mm, stays):
    made, card = trapped(tmp_path, gap_mm)
    made.field.give(Reveal(by="B", tactic=card, yes=False))
    assert (card in [each.id for each in made.state.players["B"].tactics]) is stays


MIRE = {
    "kind": "terrain",
    "riders": [
        {"trigger": {"on": "terrain.enter", "whose": "any"}, "effects": [{"type": "prosper", "amount": 1}]},
        {"trigger": {"on": "terrain.leave", "whose": "any"}, "effects": [{"type": "prosper", "amount": 3}]},
    ],
}  # fmt: skip


@pytest.mark.parametrize(("answer", "gained"), [(True, 1), (False, 0)])
def test_terrain_that_is_perhaps_entered_is_put_to_the_table(tmp_path, answer, gained):
    made = game(tmp_path, MIRE, {"A:1": ["one", 300, 300]}, "lay B one_card 300 420", "prosper B 0", "act A:1")
    at = Stand(300.0, 380.0 - 16.0 - 2.1, sigma_mm=0.5)  # contact is as near as 2 mm
    made.field.give(Move(by="A", creature="A:1", to=at))
    assert asked(made)
    ruled(made, yes=answer)
    made.check(f"prosperity B {gained}")


@pytest.mark.parametrize(("gap_mm", "answer", "gained"), [
    (2.0, None, 0), (-2.0, None, 4), (0.6, True, 4), (0.6, False, 0), (-0.6, False, 0),
])  # fmt: skip
def test_terrain_that_is_perhaps_brushed_on_the_way_is_put_to_the_table(tmp_path, gap_mm, answer, gained):
    post = MIRE | {"template": [[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, 10.0]]}
    x = 310.0 + 16.0 + gap_mm
    made = game(tmp_path, post, {"A:1": ["one", x, 260]}, "lay B one_card 300 300", "prosper B 0", "act A:1")
    made.field.give(Move(by="A", creature="A:1", to=Stand(x, 340.0, sigma_mm=0.5)))
    assert asked(made) is (answer is not None)
    if answer is not None:
        ruled(made, yes=answer)
    made.check(f"prosperity B {gained}")
