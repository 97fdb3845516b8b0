"""What was measured can be asked again and drawn, and what is drawn is what was recorded."""

import random
from functools import cache

import pytest

from companion.games.command import SPECTATOR, TABLE, Command
from companion.games.common import Told
from companion.games.grounds import Ground, GroundTracker, MeasuredCommand
from companion.games.signum.game import Signum
from companion.games.signum.measured.drawings import drawing_of
from companion.games.signum.measured.grounds import named
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import (
    Activate,
    ChooseFirst,
    Fight,
    LayTerrain,
    Move,
    PlaceHero,
    Priority,
    Shoot,
)
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import CreatureStood, Questioned
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.mat import scene_of
from companion.games.signum.model.state import State
from companion.games.values import Stand
from companion.games.verdicts.measured import Measurement, RuleViolation
from companion.geometry import Answer, find_sight, find_sight_past_cover
from companion.geometry.drawing import Part, Stroke
from tests.games.signum.fights import Field, fighter
from tests.games.signum.random_play import Game
from tests.games.signum.table import FIGHTER, duel
from tests.referee.match.test_match import skirmish

pytestmark = pytest.mark.slow

RULES = Signum()
GAPS = ("contact", "range", "far", "near", "within", "clear")
GAMES = ((3, 0.0), (5, 0.4), (8, 1.5))
STEPS = 260


class TriedGame(Game):
    """A game that keeps every command that was tried, with the game it was tried in."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tried: list[tuple[State, Command]] = []
        self.done: list[tuple[State, Command, tuple[object, ...]]] = []

    def give(self, command: Command) -> tuple[object, ...]:
        state = self.state
        self.tried.append((state, command))
        events = super().give(command)
        self.done.append((state, command, events))
        return events


@cache
def watched(seed: int, sigma_mm: float) -> TriedGame:
    game = TriedGame(skirmish(), random.Random(seed), sigma_mm=sigma_mm)  # noqa: S311 (a game, no secret)
    for _ in range(STEPS):
        if not game.step():
            break
    return game


@cache
def everything_measured() -> tuple[Measurement, ...]:
    chance = random.Random(0)  # noqa: S311 (a sample, no secret)
    found: dict[tuple[str, str], list[Measurement]] = {}
    for seed, sigma_mm in GAMES:
        for state, command in watched(seed, sigma_mm).tried:
            for measured in RULES.measured(state, command):
                found.setdefault((measured.kind, measured.verdict.because), []).append(measured)
    return tuple(one for group in found.values() for one in chance.sample(group, min(len(group), 25)))


def test_the_games_ask_questions_of_many_sorts_and_answers():
    kinds = {measured.kind for measured in everything_measured()}
    assert kinds >= {"contact", "range", "sight", "cover", "move", "template", "terrain", "side", "taken", "clear"}
    assert {measured.verdict.answer for measured in everything_measured()} == set(Answer)


def test_a_question_asked_again_has_the_same_answer_to_the_last_bit():
    for seed, sigma_mm in GAMES:
        for state, command in watched(seed, sigma_mm).tried[::7]:
            once, again = RULES.measured(state, command), RULES.measured(state, command)
            assert [(each.question, each.verdict) for each in once] == [(each.question, each.verdict) for each in again]


def test_every_question_can_be_drawn_with_the_numbers_of_its_verdict():
    for measured in everything_measured():
        drawing = drawing_of(measured)
        assert drawing is not None, measured.question
        lengths = [trace.length_mm for trace in drawing.traces if trace.length_mm is not None]
        if measured.kind in (*GAPS, "template", "terrain", "side"):
            assert lengths == [pytest.approx(measured.verdict.value_mm, abs=1e-9)], measured.question
        if measured.kind == "move" and measured.verdict.value_mm is not None:
            assert sum(lengths) == pytest.approx(measured.verdict.value_mm, abs=1e-9)
            beyond = any(trace.stroke is Stroke.BEYOND for trace in drawing.traces)
            assert beyond == (measured.verdict.answer is Answer.NO or _past_the_limit(measured))


def _past_the_limit(measured: Measurement) -> bool:
    verdict = measured.verdict
    over = verdict.answer is Answer.CLOSE and (verdict.value_mm or 0.0) > verdict.limit_mm + 1e-5
    return over and not measured.ruled


def test_a_drawn_line_of_sight_has_the_margin_that_was_recorded():
    seen = [measured for measured in everything_measured() if measured.verdict.because.startswith("sight.")]
    assert seen
    for measured in seen:
        find = find_sight_past_cover if measured.kind == "cover" else find_sight
        sight = find(scene_of(measured.state), *_pair(measured))
        if measured.verdict.value_mm is not None:
            assert sight.margin_mm == measured.verdict.value_mm
        drawing = drawing_of(measured)
        assert drawing is not None
        (line,) = drawing.traces
        assert line.points == (sight.witness.start, sight.witness.end)
        if measured.kind == "sight":
            assert bool(drawing.ids(Part.FAULT)) == (measured.verdict.answer is not Answer.YES)


def _pair(measured: Measurement) -> tuple[str, str]:
    words = measured.question.split(":")
    return ":".join(words[1:3]), ":".join(words[3:5])


def test_whatever_makes_a_way_impossible_is_at_fault():
    closed = [each for each in everything_measured() if each.kind == "move" and each.verdict.value_mm is None]
    assert closed
    for measured in closed:
        drawing = drawing_of(measured)
        assert drawing is not None
        assert measured.path is not None
        assert set(drawing.ids(Part.FAULT)) == set(measured.path.blocked_by)


def test_a_drawing_holds_nothing_but_what_everybody_sees_and_the_piece_that_is_being_laid():
    for measured in everything_measured():
        drawing, view = drawing_of(measured), RULES.view(measured.state, SPECTATOR)
        assert drawing is not None
        public = {each.id for each in (*view.creatures, *view.templates)}
        own = {measured.command.card} if isinstance(measured.command, LayTerrain) else set()
        drawn = {disc.id for disc in drawing.discs} | {plot.id for plot in drawing.plots}
        assert {each for each in drawn if not each.startswith("side ")} <= public | own
        stands = {each.id: (each.x_mm, each.y_mm) for each in view.creatures}
        for disc in drawing.discs:
            if not disc.ghost and disc.part is Part.BESIDE:
                assert (disc.centre.x_mm, disc.centre.y_mm) == stands[disc.id]


def _refusal(state: State, command: Command) -> RuleViolation | None:
    try:
        RULES.decide(state, command)
    except RuleViolation as violation:
        return violation
    return None


def test_a_refusal_bears_what_was_measured():
    tried = [each for seed, sigma_mm in GAMES for each in watched(seed, sigma_mm).tried]
    refused = [
        refusal for each in tried[::3] if (refusal := _refusal(*each)) is not None and refusal.measured is not None
    ]
    assert refused
    for refusal in refused:
        assert refusal.measured is not None
        assert refusal.measured.verdict == refusal.verdict
        assert refusal.measured.rule_id == refusal.rule_id


def test_a_question_to_the_table_has_the_numbers_that_were_measured():
    asked = 0
    for seed, sigma_mm in GAMES:
        for state, command, events in watched(seed, sigma_mm).done:
            for event in events:
                if isinstance(event, Questioned):
                    asked += 1
                    question, last = event.question, RULES.measured(state, command)[-1]
                    numbers = (last.verdict.value_mm, last.verdict.limit_mm, last.verdict.sigma_mm)
                    assert last.question == question.key
                    assert numbers == (question.value_mm, question.limit_mm, question.sigma_mm)
    assert asked > 0


def _grounded() -> list[tuple[object, State, Ground]]:
    found = []
    for seed, sigma_mm in GAMES:
        grounds = GroundTracker(RULES)
        for state, command, events in watched(seed, sigma_mm).done:
            deed, before = MeasuredCommand(RULES, state, command), state
            for event in events:
                ground = grounds.of(deed, before, event)
                if ground is not None:
                    found.append((event, before, ground))
                before = RULES.evolve(before, event)
    return found


def test_every_move_and_question_of_a_game_rests_on_what_was_measured_for_it():
    moves = questions = 0
    for event, before, ground in _grounded():
        match event:
            case CreatureStood(travelled_mm=mm) if mm:
                (measured,) = ground.measured
                moves += 1
                assert measured.path is not None
                assert (measured.path.goal.x_mm, measured.path.goal.y_mm) == (event.at.x_mm, event.at.y_mm)
                assert mm <= measured.verdict.limit_mm + 1e-9
                assert before.creatures[event.creature].stand is not None
            case Questioned():
                questions += 1
                assert [measured.question for measured in ground.measured] == [event.question.key]
            case _:
                pass
    assert min(moves, questions) > 0


def test_a_shot_rests_on_its_range_its_line_of_sight_and_cover_drawn_with_the_ring_of_the_range():
    archer = fighter("archer", 2, 5, Ability("shot", x=2))
    table = Field({"A:1": (archer, 150.0, 300.0), "B:1": (FIGHTER, 282.0, 300.0), "B:2": (FIGHTER, 216.0, 330.0)})
    table.give(Activate(by="A", creature="A:1"))
    shot = Shoot(by="A", creature="A:1", target="B:1", ability="shot")
    deed, grounds, before = MeasuredCommand(RULES, table.state, shot), GroundTracker(RULES), table.state
    found: dict[str, Ground] = {}
    for event in RULES.decide(before, shot):
        ground = grounds.of(deed, before, event)
        if isinstance(event, Told) and ground is not None:
            found[event.key] = ground
        before = RULES.evolve(before, event)
    ranged, sight, cover = found["shot_declared"].measured
    assert [ranged.kind, sight.kind, cover.kind] == ["range", "sight", "cover"]
    assert all({"A:1", "B:1"} <= set(named(each.question)) for each in (ranged, sight, cover))
    drawing = drawing_of(ranged)
    assert drawing is not None
    assert [ring.radius_mm for ring in drawing.rings] == [16.0 + ranged.verdict.limit_mm]
    assert [trace.length_mm for trace in drawing.traces] == [pytest.approx(100.0)]


def test_a_move_that_is_too_long_is_refused_with_its_way_and_the_place_where_it_must_end():
    walker = Card(key="walker", kind=Kind.CHARACTER, names={"en": "Walker"}, strength=2, movement="M", health=5)
    table = Field({"A:1": (walker, 100.0, 100.0)}).give(Activate(by="A", creature="A:1"))
    with pytest.raises(RuleViolation) as refusal:
        RULES.decide(table.state, Move(by="A", creature="A:1", to=Stand(100.0, 300.0)))
    measured = refusal.value.measured
    assert measured is not None
    drawing = drawing_of(measured)
    assert drawing is not None
    assert [trace.stroke for trace in drawing.traces] == [Stroke.WAY, Stroke.BEYOND]
    assert drawing.traces[0].points[-1].y_mm == pytest.approx(100.0 + measured.verdict.limit_mm, abs=1e-5)


def test_a_melee_with_nobody_in_contact_is_refused_with_the_gap_between_them():
    table = Field({"A:1": (FIGHTER, 100.0, 100.0), "B:1": (FIGHTER, 140.0, 100.0)})
    table.give(Activate(by="A", creature="A:1"))
    with pytest.raises(RuleViolation) as refusal:
        RULES.decide(table.state, Fight(by="A", creature="A:1", target="B:1"))
    assert refusal.value.rule_id == "S-MELEE-01"
    measured = refusal.value.measured
    assert measured is not None
    drawing = drawing_of(measured)
    assert drawing is not None
    assert [trace.length_mm for trace in drawing.traces] == [measured.verdict.value_mm]


def test_a_place_off_the_mat_is_refused_with_the_base_drawn_across_the_edge():
    table = duel().give(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), ChooseFirst(by="A", player="A"))
    with pytest.raises(RuleViolation) as refusal:
        RULES.decide(table.state, PlaceHero(by="A", at=Stand(9.0, 16.0)))
    measured = refusal.value.measured
    assert measured is not None
    assert (measured.rule_id, measured.verdict.because) == ("S-MOVE-19", "place.off_mat")
    drawing = drawing_of(measured)
    assert drawing is not None
    assert [(disc.id, disc.centre.x_mm) for disc in drawing.discs] == [("A:hero", 9.0)]


def test_what_is_told_to_be_measured_is_measured():
    assert all(ground.is_measured == bool(ground.measured) for _, _, ground in _grounded())
