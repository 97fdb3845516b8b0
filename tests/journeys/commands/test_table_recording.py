"""A table that went wrong, as a user sends it: recorded, shrunk, looked at again and shown again."""

import json
import zipfile

import pytest

from companion.cli import main
from vision.recording import open_recording


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    file = tmp_path_factory.mktemp("sent") / "wrong.table.zip"
    assert main(["record", "--camera", "sim:demo", "--seconds", "4", "--out", str(file)]) == 0
    return file


def told(capsys, *words):
    """The exit code, and what was said as JSON."""
    code = main([*map(str, words), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_recording_is_shrunk_and_still_shows_the_same(recorded, tmp_path, capsys):
    small = tmp_path / "small.table.zip"
    code, result = told(
        capsys,
        "record",
        "--shrink",
        recorded,
        "--out",
        small,
        "--from",
        0,
        "--to",
        3,
        "--only-changes",
        "--crop-to-mat",
    )
    assert code == 0
    assert result["recording"] == str(small)
    assert result["size_bytes"][1] == small.stat().st_size < 0.8 * recorded.stat().st_size
    assert result["crop_px"][2] - result["crop_px"][0] < 1280

    code, seen = told(capsys, "record", "--check", small)
    assert code in {0, 1}
    assert seen["pictures"] == seen["said"] == seen["known"] == result["pictures"][1]
    assert (code == 0) == (not seen["then"] and not seen["truth"])
    assert not [run for run in seen["truth"] if run["fault"] == "untrue"]


def test_the_log_is_in_it_and_one_of_before_there_were_logs_is_as_good(recorded, tmp_path, capsys):
    with open_recording(recorded) as recording:
        assert recording.log.startswith("# companion 0.")
        assert "recording camera=sim:demo size=1280x720" in recording.log
    old = tmp_path / "old.table.zip"
    with zipfile.ZipFile(recorded) as source, zipfile.ZipFile(old, "w") as target:
        for name in source.namelist():
            if name != "log.txt":
                target.writestr(name, source.read(name))
    with open_recording(old) as recording:
        assert recording.log == ""
    short = tmp_path / "short.table.zip"
    assert main(["record", "--shrink", str(old), "--out", str(short), "--to", "0.5"]) == 0
    assert main(["record", "--camera", f"recorded:{short}", "--seconds", "0.2", "--out", str(tmp_path / "x.zip")]) == 0
    capsys.readouterr()
    assert told(capsys, "record", "--check", old) == told(capsys, "record", "--check", recorded)


def test_a_recording_can_be_recorded_again_from_itself(recorded, tmp_path):
    again = tmp_path / "again.table.zip"
    assert main(["record", "--camera", f"recorded:{recorded}", "--seconds", "1.5", "--out", str(again)]) == 0
    with open_recording(recorded) as first, open_recording(again) as second:
        jpegs = {moment.jpeg for moment in first.moments()}
        assert {moment.jpeg for moment in second.moments()} <= jpegs
        assert second.layout == first.layout
        assert second.lens == first.lens
        assert second.about.camera == "recorded:wrong.table.zip"
        assert "recording camera=recorded:wrong.table.zip" in second.log
        assert not second.about.encoded


def test_a_recording_is_never_recorded_onto_itself(recorded, capsys):
    before = recorded.read_bytes()
    assert main(["record", "--camera", f"recorded:{recorded}", "--seconds", "1", "--out", str(recorded)]) == 2
    assert "another name" in capsys.readouterr().err
    assert recorded.read_bytes() == before


def test_its_pictures_and_table_are_ordinary_files_that_measure_takes(recorded, tmp_path, capsys):
    with zipfile.ZipFile(recorded) as packed:
        packed.extractall(tmp_path)
    picture = min((tmp_path / "pictures").iterdir())
    code, (answer,) = told(
        capsys, "measure", picture, "--table", tmp_path / "table.toml", "--calibration", tmp_path / "camera.toml"
    )
    assert code == 0
    assert len(answer["bases"]) >= 10
    with open_recording(recorded) as recording:
        truth = {place.id: place for place in recording.truth[recording.lines[0].sequence]}
    for base in answer["bases"]:
        assert base["x_mm"] == pytest.approx(truth[base["id"]].x_mm, abs=1.0)


def test_what_is_said_for_people_is_a_few_plain_lines(recorded, tmp_path, capsys):
    assert main(["record", "--shrink", str(recorded), "--out", str(tmp_path / "s.table.zip"), "--rate", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert " MB → " in lines[0]
    assert "images" in lines[0]
    assert lines[1].startswith(("Seen again", "Lost by shrinking"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--camera", "sim:still"], "--out"),
        (["--camera", "usb:0", "--out", "x.table.zip"], "--table"),
        (["--check", "nowhere.table.zip"], "no such recording"),
        (["--shrink", "nowhere.table.zip", "--out", "x.table.zip"], "no such recording"),
        (["--camera", "sim:still", "--out", "x.table.zip", "--crop-to-mat"], "--crop-to-mat goes with --shrink only"),
        (["--check", "x.table.zip", "--seconds", "3"], "--seconds goes with --camera only"),
        (["--camera", "recorded:nowhere.table.zip", "--out", "x.table.zip"], "no such recording"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["record", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err
    assert not list(tmp_path.iterdir())
