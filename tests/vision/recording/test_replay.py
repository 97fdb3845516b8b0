"""A recording seen again: nothing differs where nothing was changed, and what was changed is found."""

from dataclasses import replace

import pytest

from tests.vision.recorded_table import RATE_HZ, filmed
from vision.images.frame import Frame
from vision.recording import RecordedImage, open_recording, replayed
from vision.recording.jpeg import encoded
from vision.recording.replay import DifferenceKind, DifferenceRuns, differences, errors, lying
from vision.recording.replay import DifferenceRun as Difference


@pytest.fixture(scope="module")
def film():
    return filmed()


def compared(film, tmp_path):
    with open_recording(film.write(tmp_path / "seen.table.zip")) as recording:
        return replayed(recording)


def said_otherwise(film, change):
    """The same pictures, of which something else was said."""
    return replace(film, moments=tuple(replace(each, said=change(each.said)) for each in film.moments))


def test_the_same_tracker_sees_the_same_again_and_all_of_it_is_true(film, tmp_path):
    comparison = compared(film, tmp_path)
    assert comparison.same
    assert comparison.pictures == comparison.said == comparison.known == len(film.moments)
    assert comparison.now == {moment.sequence: moment.said for moment in film.moments}


def test_a_base_that_was_placed_elsewhere_then_is_found_with_the_distance(film, tmp_path):
    def shifted(said):
        return replace(said, bases=tuple(replace(p, x_mm=p.x_mm + 3.0 * (p.id == "gaunt")) for p in said.bases))

    (run,) = compared(said_otherwise(film, shifted), tmp_path).then
    assert (run.fault, run.piece) == (DifferenceKind.ELSEWHERE, "gaunt")
    assert run.worst_mm == pytest.approx(3.0, abs=0.2)
    assert run.pictures == len(film.moments)
    assert "gaunt is placed otherwise than then by up to 3.0" in run.sentence


def test_a_base_that_was_missed_then_is_new_now(film, tmp_path):
    def missed(said):
        return replace(said, bases=tuple(place for place in said.bases if place.id != "wren"))

    comparison = compared(said_otherwise(film, missed), tmp_path)
    assert [(run.fault, run.piece) for run in comparison.then] == [(DifferenceKind.NEW, "wren")]
    assert not comparison.same


def test_a_base_whose_tags_are_painted_over_is_gone_now_and_not_placed_in_truth(film, tmp_path):
    moments = []
    for moment in film.moments:
        image = Frame.from_jpeg(moment.jpeg, 0.0, 0).image.copy()
        for tag in moment.said.tags:
            if tag.id in {tag.id for base in film.surroundings.layout.bases if base.id == "wren" for tag in base.tags}:
                x, y = (round(sum(c[axis] for c in tag.corners_px) / 4) for axis in (0, 1))
                image[y - 14 : y + 14, x - 14 : x + 14] = 90
        moments.append(RecordedImage(moment.sequence, moment.captured_s, encoded(image), moment.said))
    comparison = compared(replace(film, moments=tuple(moments)), tmp_path)
    assert (DifferenceKind.GONE, "wren") in {(run.fault, run.piece) for run in comparison.then}
    assert (DifferenceKind.UNPLACED, "wren") in {(run.fault, run.piece) for run in comparison.truth}


def test_what_is_seen_elsewhere_than_it_truly_is_is_untrue(film):
    moment = film.moments[-1]
    truth = film.surroundings.truth_at(moment.captured_s)
    assert errors(truth, moment.said) == []
    gaunt = next(true for true in truth if true.id == "gaunt")
    (wrong,) = errors([replace(gaunt, y_mm=gaunt.y_mm + 2.0)], moment.said)
    assert (wrong.fault, wrong.piece) == (DifferenceKind.UNTRUE, "gaunt")
    assert errors([replace(gaunt, y_mm=gaunt.y_mm + 2.0, moving=True)], moment.said) == []


def test_a_tracker_that_only_begins_to_look_is_not_blamed_for_what_it_has_not_found_yet(film):
    said = film.moments[-1].said
    blank = replace(said, bases=(), terrain=())
    assert len(differences(said, blank)) == len(lying(said))
    assert differences(said, blank, warm=False) == []


def runs_of(*pictures):
    runs = DifferenceRuns()
    for at_s, found in pictures:
        runs.add(at_s, [Difference(fault, "greer", 0.0, 0.0) for fault in found])
    return [(run.fault, run.from_s, run.to_s, run.pictures) for run in runs.closed()]


def test_what_comes_a_picture_sooner_or_later_is_no_difference_and_what_stays_is():
    times_s = [number / 10 for number in range(20)]
    assert runs_of(*((at_s, [DifferenceKind.GONE] if at_s == 0.5 else []) for at_s in times_s)) == []
    assert runs_of(*((at_s, [DifferenceKind.GONE] if 0.5 <= at_s < 0.85 else []) for at_s in times_s)) == [
        (DifferenceKind.GONE, 0.5, 0.8, 4)
    ]
    assert runs_of((0.0, [DifferenceKind.GONE])) == [(DifferenceKind.GONE, 0.0, 0.0, 1)]
    assert runs_of((0.0, []), (1.0, [DifferenceKind.NEW]), (2.0, [])) == [(DifferenceKind.NEW, 1.0, 1.0, 1)]


def test_what_differs_again_after_more_than_a_second_is_another_run():
    assert runs_of(
        *((at_s, [DifferenceKind.ELSEWHERE] if at_s in {1, 1.5, 4} else []) for at_s in (0, 1, 1.5, 2, 3, 4))
    ) == [
        (DifferenceKind.ELSEWHERE, 1, 1.5, 2),
        (DifferenceKind.ELSEWHERE, 4, 4, 1),
    ]


def test_the_film_shows_a_base_being_carried(film):
    """Or the tests above would compare a table on which nothing happens."""
    states = {place.state for moment in film.moments for place in moment.said.bases if place.id == "severus"}
    assert len(states) > 1
    assert film.moments[1].captured_s - film.moments[0].captured_s == 1 / RATE_HZ
