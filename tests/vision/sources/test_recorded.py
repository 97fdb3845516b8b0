"""A recording played as a camera."""

import shutil
import zipfile

import pytest

from tests.vision.pictures import next_frame, wait_until
from tests.vision.recorded_table import filmed
from vision.sources.open_source import open_source
from vision.sources.recorded import RecordedFeed
from vision.trouble import TroubleKind


@pytest.fixture(scope="module")
def film():
    return filmed(pictures=6)


@pytest.fixture(scope="module")
def file(film, tmp_path_factory):
    return film.write(tmp_path_factory.mktemp("played") / "went-wrong.table.zip")


def test_as_fast_as_taken_every_picture_comes_once_with_its_bytes_and_the_times_between(film, file):
    frames = []
    with open_source(f"recorded:{file}", pace=False) as source:
        while len(frames) < len(film.moments):
            frames.append(next_frame(source, frames[-1].sequence if frames else -1))
        wait_until(lambda: source.trouble is not None, "the end")
        assert source.trouble.kind is TroubleKind.ENDED
        assert source.newest(frames[-1].sequence, 0.0) is None
    assert [frame.jpeg for frame in frames] == [moment.jpeg for moment in film.moments]
    for frame, moment in zip(frames, film.moments, strict=True):
        assert frame.captured_s - frames[0].captured_s == pytest.approx(
            moment.captured_s - film.moments[0].captured_s, abs=1e-6
        )
        assert frame.sequence - frames[0].sequence == moment.sequence - film.moments[0].sequence


def test_at_its_own_pace_each_picture_waits_for_its_time(film, file):
    waits_s = []
    feed = RecordedFeed(file, clock=lambda: 50.0)
    feed._interrupted.wait = waits_s.append
    feed.open()
    shots = [feed.read() for _ in film.moments]
    feed.close()
    began_s = film.moments[0].captured_s
    assert waits_s == pytest.approx([moment.captured_s - began_s for moment in film.moments])
    assert [shot.captured_s for shot in shots] == pytest.approx([50.0 + wait_s for wait_s in waits_s])


def test_a_broken_picture_is_passed_over_and_told(film, file, tmp_path):
    broken = tmp_path / "broken.table.zip"
    with zipfile.ZipFile(file) as whole, zipfile.ZipFile(broken, "w") as packed:
        for name in whole.namelist():
            packed.writestr(name, b"\xff\xd8 no picture" if name.endswith("09.jpg") else whole.read(name))
    feed = RecordedFeed(broken, pace=False)
    feed.open()
    first, trouble, third = feed.read(), feed.read(), feed.read()
    feed.close()
    assert trouble.kind is TroubleKind.UNREADABLE_PICTURE
    assert "00000009.jpg is not a complete JPEG" in trouble.sentence
    assert (first.image.jpeg, third.image.jpeg) == (film.moments[0].jpeg, film.moments[2].jpeg)


def test_a_file_that_is_none_is_told_as_a_trouble_and_not_tried_again(tmp_path, file):
    cut = tmp_path / "cut.table.zip"
    shutil.copy(file, cut)
    cut.write_bytes(cut.read_bytes()[:-100])
    for path, said in ((tmp_path / "gone.table.zip", "no such recording"), (cut, "did not arrive whole")):
        with open_source(f"recorded:{path}") as source:
            wait_until(lambda source=source: source.trouble is not None, "a trouble")
            assert source.trouble.kind is TroubleKind.FILE_MISSING
            assert said in source.trouble.sentence
