"""A shrunk recording: what may go goes, what is needed stays, and what is lost is said."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.vision.recorded_table import RATE_HZ, filmed
from vision import Tracker
from vision.camera.lens_model import rays_of
from vision.observation import MatObservation
from vision.recording import CropError, RecordingError, RecordingWriter, ShrinkOptions, open_recording, shrink
from vision.recording.crop import Crop, crop_to_mat
from vision.recording.frame_choice import HEARTBEAT_S
from vision.recording.replay import lying
from vision.trouble import TroubleKind

SPAN_S = 3.0


@pytest.fixture(scope="module")
def film():
    return filmed()


@pytest.fixture
def recording(film, tmp_path):
    with open_recording(film.write(tmp_path / "long.table.zip")) as opened:
        yield opened


def test_a_span_keeps_its_pictures_byte_for_byte_with_their_times_and_truth(recording, film, tmp_path):
    result = shrink(recording, tmp_path / "short.table.zip", ShrinkOptions(from_s=1.0, to_s=2.0))
    with open_recording(tmp_path / "short.table.zip") as short:
        kept = tuple(short.moments())
        assert short.about.done == ("span 1 s to 2 s",)
        assert set(short.truth) == {moment.sequence for moment in kept}
    assert kept == film.moments[8:17]
    assert result.pictures == (24, 9)
    assert result.size_bytes[1] < 0.45 * result.size_bytes[0]


def test_the_log_goes_along(film, tmp_path):
    logged = replace(film, surroundings=replace(film.surroundings, log=lambda: "it fell\n"))
    with open_recording(logged.write(tmp_path / "long.table.zip")) as recording:
        shrink(recording, tmp_path / "short.table.zip", ShrinkOptions(to_s=0.5))
    with open_recording(tmp_path / "short.table.zip") as short:
        assert short.log == "it fell\n"


def test_at_a_lower_rate_pictures_are_as_far_apart_as_asked(recording, tmp_path):
    shrink(recording, tmp_path / "rare.table.zip", ShrinkOptions(rate_hz=2.0))
    with open_recording(tmp_path / "rare.table.zip") as rare:
        assert {b.captured_s - a.captured_s for a, b in pairwise(rare.lines)} == {0.5}


def test_of_a_table_at_rest_only_a_heartbeat_is_left_and_all_places_stay(tmp_path):
    still = filmed("still", 0.0, 28)
    with open_recording(still.write(tmp_path / "still.table.zip")) as recording:
        result = shrink(recording, tmp_path / "less.table.zip", ShrinkOptions(only_changes=True))
    assert result.lost == ()
    with open_recording(tmp_path / "less.table.zip") as less:
        times_s = [line.captured_s - less.lines[0].captured_s for line in less.lines]
        assert tuple(less.moments())[-1] == still.moments[-1]
    assert max(b - a for a, b in pairwise(times_s)) <= HEARTBEAT_S
    assert len([at_s for at_s in times_s if at_s > 1.0]) <= 4
    assert result.pictures[1] <= 13


def test_where_something_moves_no_picture_goes(recording, film, tmp_path):
    shrink(recording, tmp_path / "moves.table.zip", ShrinkOptions(only_changes=True))
    with open_recording(tmp_path / "moves.table.zip") as moves:
        kept = {line.sequence for line in moves.lines}
    states = [tuple((place.id, place.state) for place in moment.said.bases) for moment in film.moments]
    changed = {film.moments[i].sequence for i in range(1, len(states)) if states[i] != states[i - 1]}
    assert changed
    assert changed <= kept


@pytest.mark.parametrize("calibrated", [True, False])
def test_cropped_to_the_mat_the_same_places_are_seen_with_a_lens_that_fits(tmp_path, calibrated):
    film = filmed("still", 0.0, 10)
    surroundings = film.surroundings if calibrated else replace(film.surroundings, lens=None)
    tracker = Tracker(surroundings.layout, surroundings.lens)
    with open_recording(replace(film, surroundings=surroundings).write(tmp_path / "wide.table.zip")) as recording:
        full = {frame.sequence: tracker.update(frame) for frame in recording.frames()}
        result = shrink(recording, tmp_path / "cropped.table.zip", ShrinkOptions(crop=True))
    assert result.lost == ()
    assert result.size_bytes[1] < 0.85 * result.size_bytes[0]
    with open_recording(tmp_path / "cropped.table.zip") as cropped:
        assert cropped.about.image_size == result.crop.size == (cropped.picture(cropped.lines[0]).width_px, 720)
        assert (cropped.lens is None) == (not calibrated)
        tracker = Tracker(cropped.layout, cropped.lens)
        last = [tracker.update(frame) for frame in cropped.frames()][-1]
        told = cropped.lines[-1].said
    places = lying(full[last.sequence])
    assert lying(last).keys() == places.keys()
    for piece, place in lying(last).items():
        apart_mm = np.hypot(place.x_mm - places[piece].x_mm, place.y_mm - places[piece].y_mm)
        assert apart_mm < (0.1 if calibrated else 0.3)
    # What was said then is told in the pixels of the part that is left.
    corners = {tag.id: np.array(tag.corners_px) for tag in last.tags}
    shared = [tag for tag in told.tags if tag.id in corners]
    assert len(shared) > 20
    assert np.median([np.abs(np.array(tag.corners_px) - corners[tag.id]).max() for tag in shared]) < 0.3


def test_a_cropped_lens_sends_the_same_rays_through_other_pixels(film):
    lens, crop = film.surroundings.lens, Crop(272, 16, 1040, 700)
    points = np.array([[300.0, 40.0], [700.0, 350.0], [1000.0, 690.0]])
    assert np.allclose(rays_of(crop.lens(lens), points - (272, 16)), rays_of(lens, points), atol=1e-12)
    assert crop.lens(lens).image_size == (768, 684)


def test_without_a_calibration_the_middle_of_the_picture_stays_the_middle(film):
    mat_observations = [moment.said.mat for moment in film.moments]
    size = film.surroundings.lens.image_size
    crop = crop_to_mat(film.surroundings.layout.mat, mat_observations, size, centred=True)
    assert crop.left + crop.right == size[0]
    assert crop.top + crop.bottom == size[1]


def test_a_mat_that_was_never_seen_cannot_be_cropped_to(film):
    with pytest.raises(CropError, match="not seen"):
        crop_to_mat(film.surroundings.layout.mat, [MatObservation(found=False)], (1280, 720), centred=False)


def test_what_went_wrong_and_does_not_any_more_is_said_to_be_lost(film, tmp_path):
    """A base that was placed wrongly only at the end; the end is cut off."""

    def said(moment):
        late = moment.captured_s - film.moments[0].captured_s >= 2.0
        return replace(
            moment.said,
            bases=tuple(replace(p, x_mm=p.x_mm + 3.0 * (late and p.id == "gaunt")) for p in moment.said.bases),
        )

    wrong = replace(film, moments=tuple(replace(moment, said=said(moment)) for moment in film.moments))
    with open_recording(wrong.write(tmp_path / "wrong.table.zip")) as recording:
        kept = shrink(recording, tmp_path / "kept.table.zip", ShrinkOptions(from_s=1.5))
        gone = shrink(recording, tmp_path / "gone.table.zip", ShrinkOptions(to_s=1.9))
    assert not [sentence for sentence in kept.lost if "gaunt" in sentence]
    assert len(gone.lost) == 1
    assert "gaunt is placed otherwise than then" in gone.lost[0]


@pytest.mark.parametrize("how", [ShrinkOptions(from_s=SPAN_S + 1), ShrinkOptions(from_s=2.0, to_s=1.0)])
def test_a_span_without_pictures_is_refused_with_how_long_the_recording_is(recording, tmp_path, how):
    with pytest.raises(RecordingError, match=r"lasts 2\.9 s"):
        shrink(recording, tmp_path / "none.table.zip", how)
    assert not (tmp_path / "none.table.zip").exists()


def test_a_recording_is_never_shrunk_onto_itself(recording):
    before = recording.path.read_bytes()
    with pytest.raises(RecordingError, match="name of its own"):
        shrink(recording, recording.path, ShrinkOptions(to_s=1.0))
    assert recording.path.read_bytes() == before


def test_an_interrupted_recording_is_packed_by_shrinking_it(film, tmp_path):
    writer = RecordingWriter(tmp_path / "cut.table.zip", film.surroundings)
    for moment in film.moments[:6]:
        writer.add(moment)
    writer._close()
    with open_recording(writer.folder) as recording:
        shrink(recording, tmp_path / "packed.table.zip", ShrinkOptions())
    with open_recording(tmp_path / "packed.table.zip") as packed:
        assert tuple(packed.moments()) == film.moments[:6]


def test_the_rate_of_the_film_is_that_of_these_tests(film):
    assert film.moments[-1].captured_s - film.moments[0].captured_s == pytest.approx(23 / RATE_HZ)
    assert TroubleKind.NOT_CALIBRATED not in {trouble.kind for trouble in film.moments[-1].said.troubles}
