"""A recording's file: written and read back, broken in every way, and what a camera wrote into its pictures."""

import errno
import re
import shutil
import zipfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.pictures import jpeg_of, numbered
from tests.vision.recorded_table import filmed
from vision.camera.name import public_name
from vision.errors import VisionError
from vision.recording import RecordingError, RecordingWriter, open_recording
from vision.recording.about import RecordingInfo, format_about, parse_about
from vision.recording.jpeg import without_notes


def film():
    """Six pictures; painted once, and only where a test is run that needs them."""
    return filmed(pictures=6)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return film().write(tmp_path_factory.mktemp("written") / "went-wrong.table.zip")


@pytest.fixture
def file(written, tmp_path):
    return Path(shutil.copy(written, tmp_path))


def repacked(file, out, change):
    """The same recording with some entries changed: `change` gets name and bytes, and gives bytes, or None to drop."""
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            data = change(name, source.read(name))
            if data is not None:
                target.writestr(name, data)
    return out


def test_what_is_read_is_what_was_written_to_the_last_byte_and_digit(file):
    with open_recording(file) as recording:
        assert tuple(recording.moments()) == film().moments
        assert recording.layout == film().surroundings.layout
        assert recording.lens == film().surroundings.lens
        assert recording.about == film().surroundings.about
        for moment in film().moments:
            assert recording.truth[moment.sequence] == film().surroundings.truth_at(moment.captured_s)


def test_it_is_an_ordinary_zip_file_of_jpeg_pictures_and_texts(file):
    with zipfile.ZipFile(file) as packed:
        names = packed.namelist()
        assert packed.testzip() is None
        assert packed.read(f"pictures/{film().moments[0].sequence:08d}.jpg") == film().moments[0].jpeg
        stored = {name: packed.getinfo(name).compress_type for name in names}
    assert {"about.toml", "table.toml", "camera.toml", "frames.jsonl", "truth.jsonl"} < set(names)
    assert all((kind == zipfile.ZIP_STORED) == name.startswith("pictures/") for name, kind in stored.items())
    assert not list(file.parent.glob("*.unfinished"))


def test_a_table_without_calibration_or_truth_has_no_such_files(tmp_path):
    bare = replace(film(), surroundings=replace(film().surroundings, lens=None, truth_at=None))
    with open_recording(bare.write(tmp_path / "bare.table.zip")) as recording:
        assert recording.lens is None
        assert not recording.truth
        assert "camera.toml" not in zipfile.ZipFile(recording.path).namelist()


def logged_film(log):
    return replace(film(), surroundings=replace(film().surroundings, log=log))


def test_what_the_program_wrote_down_of_itself_is_in_the_same_file(tmp_path):
    with open_recording(logged_film(lambda: "it fell\n").write(tmp_path / "logged.table.zip")) as recording:
        assert recording.log == "it fell\n"
        assert tuple(recording.moments()) == film().moments


def test_where_nothing_was_written_down_there_is_no_such_file(file, tmp_path):
    for path in (file, logged_film(str).write(tmp_path / "bare.table.zip")):
        with open_recording(path) as recording:
            assert recording.log == ""
            assert "log.txt" not in zipfile.ZipFile(path).namelist()


def test_a_recording_that_goes_wrong_leaves_the_log_beside_its_pictures(tmp_path):
    writer = RecordingWriter(tmp_path / "fell.table.zip", logged_film(lambda: "it fell\n").surroundings)
    with suppress(KeyError), writer:
        writer.add(film().moments[0])
        raise KeyError
    with open_recording(writer.folder) as recording:
        assert recording.log == "it fell\n"
        assert tuple(recording.moments()) == film().moments[:1]


@given(st.data())
def test_a_file_that_did_not_arrive_whole_or_was_changed_is_refused_in_a_sentence_or_still_all_right(data):
    whole = _whole_bytes()
    if data.draw(st.booleans(), label="cut"):
        broken = whole[: data.draw(st.integers(0, len(whole) - 1), label="length")]
    else:
        at = data.draw(st.integers(0, len(whole) - 1), label="at")
        broken = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255), label="flip")]) + whole[at + 1 :]
    path = _scratch() / "broken.table.zip"
    path.write_bytes(broken)
    read, refusal = _read(path)
    assert all(jpeg == film().moments[0].jpeg for jpeg in read)
    assert refusal is None or ("broken.table.zip" in refusal and "\n" not in refusal)


def _read(path):
    """The pictures in a file, and why it was refused, if it was."""
    try:
        with open_recording(path) as recording:
            return [moment.jpeg for moment in recording.moments()], None
    except VisionError as refusal:
        return [], str(refusal)


_CACHE: dict[str, object] = {}


def _scratch() -> Path:
    if "folder" not in _CACHE:
        import tempfile  # noqa: PLC0415 (Hypothesis allows no fixture that is made once for each test)

        _CACHE["keeper"] = tempfile.TemporaryDirectory()
        _CACHE["folder"] = Path(_CACHE["keeper"].name)
    return _CACHE["folder"]


def _whole_bytes() -> bytes:
    if "whole" not in _CACHE:
        _CACHE["whole"] = replace(film(), moments=film().moments[:1]).write(_scratch() / "whole.table.zip").read_bytes()
    return _CACHE["whole"]


WRONG = [
    ("about.toml", lambda text: text + "owner = 'me'\n", "about.toml: owner: this key is unknown"),
    ("about.toml", lambda text: text.replace("schema = 1", "schema = 2"), "schema"),
    ("about.toml", lambda text: text.replace("done = []", "done = [3]"), "done: expected a list of texts"),
    ("table.toml", lambda text: text.replace("[mat]", "[mat]\ncolour = 'green'"), "table.toml: mat.colour"),
    ("camera.toml", lambda _: "schema = 1\n", "camera.toml: image_size: this key is missing"),
    ("frames.jsonl", lambda text: text.replace('"said"', '"Said"', 1), r"line 1\.Said: this key is unknown"),
    ("frames.jsonl", lambda text: text.replace('"x_mm":', '"x_mm":"far",\n"x":', 1), "is not JSON"),
    (
        "frames.jsonl",
        lambda text: text.replace('"state":"seen"', '"state":"asleep"', 1),
        r"state: expected one of seen",
    ),
    ("frames.jsonl", lambda text: text.replace('"file":"pictures/', '"file":"../', 1), "there is no image"),
    (
        "frames.jsonl",
        lambda text: re.sub(r'("captured_s":)[\d.]+', r"\1NaN", text, count=1),
        r"line 1\.captured_s: expected a time",
    ),
    (
        "frames.jsonl",
        lambda text: re.sub(r'("captured_s":)[\d.]+', rf"\g<1>1{'0' * 400}", text, count=1),
        r"captured_s: expected a number",
    ),
    ("frames.jsonl", lambda text: text[:-40], "was cut off"),
    ("frames.jsonl", lambda text: text + text, "not newer"),
    ("frames.jsonl", lambda _: "", "holds no image"),
    ("truth.jsonl", lambda text: text.replace('"lift_mm":', '"raised_mm":', 1), "raised_mm: this key is unknown"),
]


@pytest.mark.parametrize(("name", "change", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_a_wrong_entry_is_refused_with_its_place(file, tmp_path, name, change, said):
    wrong = repacked(
        file, tmp_path / "wrong.table.zip", lambda n, data: change(data.decode()).encode() if n == name else data
    )
    with pytest.raises(VisionError, match=said) as refused:
        open_recording(wrong)
    assert "wrong.table.zip" in str(refused.value)


@pytest.mark.parametrize("name", ["about.toml", "table.toml", "frames.jsonl"])
def test_a_missing_entry_is_named(file, tmp_path, name):
    less = repacked(file, tmp_path / "less.table.zip", lambda n, data: None if n == name else data)
    with pytest.raises(RecordingError, match=f"{name} is missing"):
        open_recording(less)


def test_an_entry_that_does_not_belong_is_refused(file, tmp_path):
    more = shutil.copy(file, tmp_path / "more.table.zip")
    with zipfile.ZipFile(more, "a") as packed:
        packed.writestr("../evil.jpg", b"")
    with pytest.raises(RecordingError, match="does not belong"):
        open_recording(more)


@pytest.mark.parametrize("content", [None, b"", b"PK\x05\x06" + bytes(18), b"no zip file"])
def test_what_is_no_recording_is_refused(tmp_path, content):
    path = tmp_path / "x.table.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordingError, match=r"x\.table\.zip"):
        open_recording(path)


def test_when_all_ends_in_the_middle_of_a_picture_the_ones_before_are_there(tmp_path):
    writer = RecordingWriter(tmp_path / "cut.table.zip", film().surroundings)
    for moment in film().moments[:4]:
        writer.add(moment)
    writer._close()  # what a process that ends does
    frames = writer.folder / "frames.jsonl"
    frames.write_bytes(frames.read_bytes()[:-500])  # the last line was being written
    third = writer.folder / f"pictures/{film().moments[2].sequence:08d}.jpg"
    third.write_bytes(third.read_bytes()[:5000])  # and the disk had not all of this one

    with open_recording(writer.folder) as recording:
        assert tuple(recording.moments()) == film().moments[:2]
        assert recording.lens == film().surroundings.lens


def test_what_an_interrupted_recording_left_is_not_overwritten(tmp_path):
    writer = RecordingWriter(tmp_path / "cut.table.zip", film().surroundings)
    writer.add(film().moments[0])
    writer._close()
    with pytest.raises(RecordingError, match="interrupted"):
        RecordingWriter(tmp_path / "cut.table.zip", film().surroundings)
    with open_recording(writer.folder) as recording:
        assert len(recording.lines) == 1


def test_a_full_disk_is_said_in_a_sentence_and_leaves_what_was_written_readable(tmp_path, monkeypatch):
    path = tmp_path / "full.table.zip"
    writer = RecordingWriter(path, film().surroundings)
    for moment in film().moments[:3]:
        writer.add(moment)
    real = Path.write_bytes

    def full(self, data):
        real(self, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        with pytest.raises(RecordingError, match="No space left on device; 3 images recorded before are kept in"):
            writer.add(film().moments[3])
    writer._close()

    assert not path.exists()
    with open_recording(writer.folder) as recording:
        assert tuple(recording.moments()) == film().moments[:3]


def test_nothing_recorded_is_no_recording(tmp_path):
    with (
        pytest.raises(RecordingError, match="no image came"),
        RecordingWriter(tmp_path / "empty.table.zip", film().surroundings),
    ):
        pass
    assert not list(tmp_path.iterdir())


def test_a_recording_that_fails_before_its_first_picture_leaves_nothing_behind(tmp_path):
    with pytest.raises(KeyError), RecordingWriter(tmp_path / "failed.table.zip", film().surroundings):
        raise KeyError
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_said_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(RecordingError, match="cannot be written"):
        RecordingWriter(tmp_path / "file" / "x.table.zip", film().surroundings)


NOTE = b"\xff\xe1\x00\x14Exif\x00\x00GPS 50.45 N\x00"
COMMENT = b"\xff\xfe\x00\x08me, mine"[:10]


def test_what_a_phone_writes_into_its_pictures_stays_behind_and_the_pixels_stay_as_they_are():
    plain = jpeg_of(numbered(3))
    noted = plain[:2] + NOTE + COMMENT + plain[2:] + b"\x00" * 30 + plain  # and a preview behind it
    cleaned = without_notes(noted)
    assert cleaned == plain
    assert np.array_equal(
        cv2.imdecode(np.frombuffer(cleaned, np.uint8), 1), cv2.imdecode(np.frombuffer(plain, np.uint8), 1)
    )


@given(st.binary(max_size=300), st.integers(0, 700))
def test_whatever_bytes_come_they_are_a_whole_picture_or_none(rubbish, cut):
    plain = jpeg_of(numbered(5))
    assert without_notes(plain) == plain
    assert without_notes(plain[: min(cut, len(plain) - 1)]) is None
    cleaned = without_notes(plain[:2] + rubbish)
    assert cleaned is None or cleaned.startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    ("camera", "public"),
    [
        ("usb:0", "usb:0"),
        ("sim:demo", "sim:demo"),
        ("file:/home/olena/films/match.mp4", "file:match.mp4"),
        ("images:C:\\Users\\Olena\\frames\\", "images:frames"),
        ("recorded:~/x/went-wrong.table.zip", "recorded:went-wrong.table.zip"),
        ("http://192.168.1.20:8080/video", "http://…"),
        ("rtsp://cam.olena.example/stream", "rtsp://…"),
    ],
)
def test_a_cameras_name_tells_nothing_of_folders_and_addresses(camera, public):
    assert public_name(camera) == public


@given(st.builds(RecordingInfo, *[st.text(min_size=1).filter(str.strip)] * 2, st.tuples(*[st.integers(1, 9999)] * 2)))
def test_what_a_recording_says_of_itself_is_read_back(about):
    assert parse_about(format_about(about), "about.toml") == about
