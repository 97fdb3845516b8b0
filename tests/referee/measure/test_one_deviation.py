"""Every ± that is printed, shown or put in JSON is the deviation by which verdicts are given."""

import math
from dataclasses import replace
from itertools import combinations

import pytest

from companion.games.measures import Measures
from companion.geometry import Answer, Base, MatPoint, find_sight, measure_gap
from companion.presentation.doubts import doubt
from companion.referee import Choices, Piece, TrackState
from companion.referee.core.selection_answers import answer
from companion.referee.mat.scene import placement_sigma_between_mm, scene_of
from companion.referee.mat.visibility import lying_in
from companion.referee.measure.measurement import describe, measure
from companion.tablet.data.wording import gap_text, place_deviation
from companion.texts import Language
from tests.plain_spaces import spaced
from tests.tablet.views import view_of
from vision.observation import MatObservation, Place, TableObservation
from vision.table import UNMEASURED, BaseLayout, GridLayout, MatLayout, TableLayout, Tag

MEASURES = Measures({"M": 100.0, "L": 150.0}, 2.0)
TAGS = tuple(Tag(number, 30.0, x, y) for number, (x, y) in enumerate(((-20.0, 0.0), (620.0, 0.0), (0.0, 620.0))))
LAYOUT = TableLayout(
    MatLayout(600.0, 600.0, "DICT_4X4_100", TAGS, placement_sigma_mm=0.2),
    tuple(BaseLayout(name, 16.0, (Tag(20 + n, 15.0, 0.0, 0.0),)) for n, name in enumerate("abc")),
    prints=UNMEASURED,
)
SEEN = TableObservation(
    0,
    0.0,
    (),
    MatObservation(found=True, reprojection_px=0.1, scale_sigma=0.002),
    (
        Place("a", 100.0, 100.0, 0.0, 0.1, 0.0),
        Place("b", 400.0, 500.0, 0.0, 0.3, 0.0),
        Place("c", 300.0, 300.0, 0.0, 0.2, 0.0),
    ),
)
SCALE = 0.03 + 0.002


def whole(parts: dict[str, float]) -> float:
    return math.hypot(parts["seen"], parts["made"]) + parts["scale"]


@pytest.fixture(scope="module")
def answers():
    return measure("p.png", LAYOUT, SEEN, MEASURES).answers


def test_each_gap_is_told_with_the_deviation_at_which_its_verdict_turns(answers):
    scene, extra_mm = scene_of(LAYOUT, SEEN), placement_sigma_between_mm(LAYOUT)
    for told, (a, b) in zip(answers["pairs"], combinations(scene.bases, 2), strict=True):
        gap, sigma_mm = measure_gap(a, b), told["sigma_mm"]
        assert sigma_mm == pytest.approx(whole(told["sigma_parts_mm"]), abs=2e-4)
        assert gap.within(gap.gap_mm + 2 * sigma_mm - 1e-3, extra_mm).answer is Answer.CLOSE
        assert gap.within(gap.gap_mm + 2 * sigma_mm + 1e-3, extra_mm).answer is Answer.YES
        sight = find_sight(scene, a.id, b.id, extra_sigma_mm=extra_mm).verdict
        assert told["sight"]["sigma_mm"] == pytest.approx(sight.sigma_mm, abs=1e-4)
        assert told["sight"]["sigma_mm"] == pytest.approx(whole(told["sight"]["sigma_parts_mm"]), abs=2e-4)
        assert told["sight"]["sigma_parts_mm"]["made"] == pytest.approx(extra_mm, abs=1e-4)


def test_each_place_is_told_with_all_that_a_verdict_of_it_includes(answers):
    for told, place in zip(answers["bases"], SEEN.bases, strict=True):
        parts = told["sigma_parts_mm"]
        from_middle_mm = math.hypot(place.x_mm - 300.0, place.y_mm - 300.0)
        assert parts == pytest.approx({"seen": place.sigma_mm, "made": 0.2, "scale": SCALE * from_middle_mm}, abs=1e-4)
        assert told["sigma_mm"] == pytest.approx(whole(parts), abs=2e-4)


def test_people_read_two_of_the_deviations_in_json(answers):
    text = describe(answers)

    for each in (*answers["bases"], *answers["pairs"]):
        assert f"± {2 * each['sigma_mm']:.2f}" in text


def test_tablet_phones_report_and_game_have_the_deviation_of_json(answers):
    scene, extra_mm = scene_of(LAYOUT, SEEN), placement_sigma_between_mm(LAYOUT)
    pieces = tuple(Piece(base, TrackState.SEEN, 0.0) for base in scene.bases)
    view = replace(view_of(), mat=scene.mat, pieces=pieces, placement_sigma_mm=0.2)

    def in_the_game(base: Base) -> Base:
        stand = lying_in(view)[base.id].stand  # as the record keeps it
        at, scale = MatPoint(stand.x_mm, stand.y_mm), stand.scale
        return Base(base.id, at, 16.0, sigma_mm=stand.sigma_mm, scale_sigma=scale, made_mm=stand.made)

    for (a, b), told in zip(combinations(scene.bases, 2), answers["pairs"], strict=True):
        pair = answer(scene, Choices((a.id, b.id)), MEASURES, frozenset(), extra_mm).pair
        tape = answer(scene, Choices(tape=(a.id, b.id)), MEASURES, frozenset(), extra_mm).tape
        verdict = dict(pair.ranges)["M"]
        by_game = measure_gap(in_the_game(a), in_the_game(b)).within(100.0)
        by_tape = tape.gap.deviation.made(tape.extra_sigma_mm)
        sigmas_mm = (verdict.sigma_mm, by_game.sigma_mm, by_tape.sigma_mm)
        assert sigmas_mm == pytest.approx([told["sigma_mm"]] * 3, abs=1e-4)
        parts = told["sigma_parts_mm"]
        for deviation in (verdict.parts, by_game.parts, by_tape):
            of_it = (deviation.seen_mm, deviation.made_mm, deviation.scale_mm)
            assert of_it == pytest.approx(tuple(parts.values()), abs=1e-4)
        assert f"± {doubt(Language.ENGLISH, told['sigma_mm'])}" in spaced(gap_text(Language.ENGLISH, pair))
        assert doubt(Language.ENGLISH, verdict.sigma_mm) == f"{2 * told['sigma_mm']:.1f}"
    for base, told in zip(scene.bases, answers["bases"], strict=True):
        assert place_deviation(view, base).sigma_mm == pytest.approx(told["sigma_mm"], abs=1e-4)


@pytest.mark.parametrize(("laid", "scale"), [(False, 0.0), (True, SCALE)])
def test_cells_printed_with_the_mat_share_its_scale_and_others_do_not(laid: bool, scale: float):  # noqa: FBT001
    grid = GridLayout("square", 40.0, (300.0, 300.0), 0.0, ((0, 0), (3, 4)), sigma_mm=0.1)
    layout = replace(LAYOUT, grid=grid, prints=replace(UNMEASURED, laid=laid))

    cell = measure("p.png", layout, SEEN, MEASURES).answers["bases"][2]["cell"]

    assert cell["sigma_mm"] == pytest.approx(math.hypot(0.2, 0.2, 0.1) + scale * 200.0, abs=1e-4)
    parts = {"seen": math.hypot(0.2, 0.1), "made": 0.2, "scale": scale * 200.0}
    assert cell["sigma_parts_mm"] == pytest.approx(parts, abs=1e-4)
