"""The commands as a user or another program calls them: help, exit codes, refusals, files written."""

import json
import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.calibration.charuco_scene import Photographer, TrueLens, round_of_views
from vision import format_lens, read_lens
from vision.calibration.board import CharucoBoard, load_board
from vision.simulation import simulated_table
from vision.table_file import format_table

pytestmark = pytest.mark.slow


COMMANDS = (
    "demo",
    "play",
    "print",
    "calibrate",
    "measure",
    "learn-board",
    "scale",
    "judge",
    "record",
    "dice",
    "replay",
    "verify",
    "export",
)


def run(*words, **more):
    """The program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        **more,
    )


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """A picture of the simulated table, with its table file."""
    folder = tmp_path_factory.mktemp("picture")
    table = simulated_table("still")
    cv2.imwrite(str(folder / "still.png"), table.render(0.0))
    (folder / "table.toml").write_text(format_table(table.layout), encoding="utf-8")
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"example: companion {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["dance"],
        ["judge"],
        ["measure"],
        ["print"],
        ["print", "castle"],
        ["print", "mat", "--paper", "a9"],
        ["print", "bases", "--base", "greer"],
        ["print", "bases", "--tag-mm", "3"],
        ["demo", "--seconds", "-1"],
        ["demo", "--language", "klingon"],
        ["calibrate"],
        ["calibrate", "--camera", "usb:0", "--images", "folder"],
        ["calibrate", "--images", "there is no such folder"],
        ["calibrate", "--camera", "floppy:0"],
        ["calibrate", "--images", ".", "--columns", "8"],
        ["calibrate", "--images", ".", "--columns", "8", "--rows", "6", "--square-mm", "30", "--marker-mm", "0"],
        ["play", "--camera", "sim:nowhere"],
        ["measure", "there is no such picture.png"],
        ["measure", "."],
        ["measure", "any.png", "--table", "there is no such table.toml"],
        ["learn-board"],
        ["scale"],
        ["print", "board", "--kind", "hex", "--rings", "3"],
    ],
)
def test_bad_usage_gets_one_line_and_exit_code_2(words, tmp_path):
    ended = run(*words, cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert ended.stderr.startswith("companion")
    assert list(tmp_path.iterdir()) == []


def test_an_unreadable_picture_does_not_keep_the_others_from_being_measured(picture, tmp_path, capsys):
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no picture")
    words = ["measure", str(broken), str(picture / "still.png"), "--table", str(picture / "table.toml"), "--json"]

    assert main(words) == 2

    said = capsys.readouterr()
    (answer,) = json.loads(said.out)
    assert answer["mat"]["found"]
    assert said.err.count("\n") == 1
    assert str(broken) in said.err


def test_a_folder_stands_for_its_pictures_in_their_order(tmp_path, capsys):
    for name in ("p10.png", "p2.png", ".p3.png"):
        cv2.imwrite(str(tmp_path / name), np.full((60, 80), 200, np.uint8))
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")

    assert main(["measure", str(tmp_path), "--json"]) == 0

    answers = json.loads(capsys.readouterr().out)
    assert [answer["image"] for answer in answers] == [str(tmp_path / "p2.png"), str(tmp_path / "p10.png")]


def test_a_folder_without_pictures_is_refused_in_one_line(tmp_path, capsys):
    assert main(["measure", str(tmp_path)]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"{tmp_path} contains no picture" in said.err


def test_a_picture_is_told_in_words_too(picture, capsys):
    assert main(["measure", str(picture / "still.png"), "--table", str(picture / "table.toml")]) == 0
    said = capsys.readouterr().out
    assert "mat found" in said
    assert "lens estimated" in said
    assert "contact no" in said
    assert said.index("every ± is wide: calibrate the camera (companion calibrate)") < said.index("greer: x")
    assert said.index("! The camera is not calibrated") < said.index("greer: x")


def test_a_drawing_shows_what_was_found(picture, tmp_path, capsys):
    words = ["measure", str(picture / "still.png"), "--table", str(picture / "table.toml")]
    assert main([*words, "--draw", str(tmp_path / "out.png")]) == 0
    drawn, taken = cv2.imread(str(tmp_path / "out.png")), cv2.imread(str(picture / "still.png"))
    changed = np.any(drawn != taken, axis=2).mean()
    assert 0.01 < changed < 0.9
    assert main(["measure", str(picture / "still.png"), "--draw", str(tmp_path / "out.nonsense")]) == 2
    assert "png" in capsys.readouterr().err


def test_a_picture_of_a_board_tells_the_cell_of_each_base_and_lights_it(tmp_path, capsys):
    table = simulated_table("board")
    cv2.imwrite(str(tmp_path / "board.png"), table.render(0.0))
    (tmp_path / "table.toml").write_text(format_table(table.layout), encoding="utf-8")
    words = ["measure", str(tmp_path / "board.png"), "--table", str(tmp_path / "table.toml")]

    assert main([*words, "--json", "--draw", str(tmp_path / "drawn.png")]) == 0

    (answer,) = json.loads(capsys.readouterr().out)
    found = {base["id"]: (base["cell"]["verdict"], base["cell"]["candidates"]) for base in answer["bases"]}
    vesper, candidates = found.pop("vesper")
    assert found == {
        "greer": ("yes", [[-2, 0]]),
        "cordelia": ("yes", [[1, -2]]),
        "wren": ("yes", [[-2, 3]]),
        "severus": ("yes", [[2, 1]]),
    }
    assert (vesper, sorted(candidates)) == ("close", [[0, 1], [1, 1]])
    drawn = cv2.imread(str(tmp_path / "drawn.png")).astype(int)
    green, yellow = (np.abs(drawn - colour).max(axis=2) < 30 for colour in ((110, 220, 80), (40, 190, 255)))
    assert green.sum() > yellow.sum() > 200


def test_several_drawings_have_the_pictures_names(picture, tmp_path, capsys):
    second = tmp_path / "second.png"
    second.write_bytes((picture / "still.png").read_bytes())
    assert (
        main(["measure", str(picture / "still.png"), str(second), "--draw", str(tmp_path / "out.png"), "--json"]) == 0
    )
    assert (tmp_path / "out-still.png").exists()
    assert (tmp_path / "out-second.png").exists()
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_a_calibration_of_another_shape_of_pictures_is_left_out_and_said_to_be(picture, tmp_path, capsys):
    lens = simulated_table("still").lens
    (tmp_path / "camera.toml").write_text(format_lens(replace(lens, image_size=(1600, 1200))), encoding="utf-8")
    words = ["measure", str(picture / "still.png"), "--table", str(picture / "table.toml")]
    assert main([*words, "--calibration", str(tmp_path / "camera.toml"), "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["mat"]["calibrated"] is False
    (trouble,) = answer["troubles"]
    assert trouble["kind"] == "not_calibrated"
    assert "1600 × 1200" in trouble["sentence"]


def test_a_picture_is_never_drawn_over(picture, tmp_path, capsys):
    own, twin = tmp_path / "own.png", tmp_path / "twin" / "own.png"
    twin.parent.mkdir()
    for path in (own, twin):
        path.write_bytes((picture / "still.png").read_bytes())
    assert main(["measure", str(own), "--draw", str(tmp_path / "twin" / ".." / "own.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert own.read_bytes() == (picture / "still.png").read_bytes()

    assert main(["measure", str(own), str(twin), "--draw", str(tmp_path / "out.png")]) == 0
    assert sorted(path.name for path in tmp_path.glob("out*")) == ["out-1-own.png", "out-2-own.png"]


def test_a_dictionary_that_is_none_is_told_once_before_any_picture_is_looked_at(picture, capsys):
    assert main(["measure", str(picture / "still.png"), "nowhere.png", "--dictionary", "DICT_9X9", "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "DICT_9X9" in said.err
    assert "nowhere" not in said.err


def test_many_pictures_are_answered_in_their_order(picture, tmp_path):
    names = []
    for number in range(9):
        names.append(str(tmp_path / f"{number}.png"))
        canvas = np.full((200, 200), 255, np.uint8)
        canvas[60:140, 60:140] = cv2.aruco.generateImageMarker(
            cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), 20 + number, 80
        )
        cv2.imwrite(names[-1], canvas)
    (tmp_path / "4.png").write_bytes(b"no picture")

    ended = run("measure", *names, "--json")

    assert ended.returncode == 2
    assert "4.png" in ended.stderr
    answers = json.loads(ended.stdout)
    assert [answer["image"] for answer in answers] == [name for name in names if not name.endswith("4.png")]
    assert [[tag["id"] for tag in answer["tags"]] for answer in answers] == [[20 + n] for n in range(9) if n != 4]


def test_without_a_table_only_tags_are_told(picture, capsys):
    assert main(["measure", str(picture / "still.png"), "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert set(answer) == {"image", "tags", "mat"}
    assert answer["mat"] == {"found": False}
    assert all(set(tag) == {"id", "corners_px"} for tag in answer["tags"])


def test_a_table_without_its_mat_in_the_picture_is_no_error(picture, tmp_path, capsys):
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((720, 1280, 3), 128, np.uint8))
    words = ["measure", str(tmp_path / "grey.png"), "--table", str(picture / "table.toml"), "--json"]
    assert main(words) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    layout = simulated_table("still").layout
    assert answer["mat"]["found"] is False
    assert answer["bases"] == answer["terrain"] == answer["pairs"] == []
    assert answer["missing"] == [piece.id for piece in (*layout.bases, *layout.terrain)]
    assert answer["mat"]["calibrated"] is False

    (tmp_path / "camera.toml").write_text(format_lens(simulated_table("still").lens), encoding="utf-8")
    assert main([*words, "--calibration", str(tmp_path / "camera.toml")]) == 0
    assert json.loads(capsys.readouterr().out)[0]["mat"]["calibrated"] is True


def test_sheets_and_their_table_are_written(tmp_path, capsys):
    for words in (["mat"], ["bases", "--language", "uk"], ["rulers", "--language", "ru"], ["calibration"]):
        assert main(["print", *words, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out.split()
    assert {path.name for path in tmp_path.iterdir()} == {path.rpartition("/")[2] for path in told}
    assert "table.toml" in {path.name for path in tmp_path.iterdir()}


def test_a_reader_that_stops_reading_is_no_error(picture):
    program = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "companion",
            "measure",
            str(picture / "still.png"),
            "--table",
            str(picture / "table.toml"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    program.stdout.close()
    with program.stderr:
        assert program.stderr.read() == b""
    assert program.wait(timeout=120) == 0


def test_a_folder_of_board_pictures_becomes_a_calibration_that_measures_with(tmp_path, capsys):
    lens = TrueLens((640, 360), 505.0, 506.0, 322.0, 176.0)
    photographer = Photographer(load_board(), lens, blur_px=0.5)
    for number, pose in enumerate(round_of_views(lens, 400.0)):
        cv2.imwrite(str(tmp_path / f"board-{number}.png"), photographer.picture(pose))
    out = tmp_path / "made" / "camera.toml"

    assert main(["calibrate", "--images", str(tmp_path), "--out", str(out), "--json"]) == 0

    said = capsys.readouterr()
    report = json.loads(said.out)
    assert report["calibration"] == str(out)
    assert report["views"] >= 10
    assert report["error_mm"] < 0.1
    assert len(said.err.splitlines()) == 12, "a line for every picture"
    assert read_lens(out).matrix[0][0] == pytest.approx(505.0, rel=0.01)
    assert read_lens(out).made_at.endswith("Z")

    assert main(["calibrate", "--images", str(tmp_path), "--out", str(out)]) == 0
    assert "mm on the mat" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("camera", "said"),
    [
        ("usb:97", "There is no camera usb:97. Plug it in, or name another with --camera, and start again."),
        ("http://127.0.0.1:9/video", "No image comes from http://127.0.0.1:9/video. The phone at"),
    ],
)
def test_a_camera_that_is_not_there_ends_a_calibration(camera, said, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("companion.referee.camera.calibrations.PATIENCE_S", 0.5)
    assert main(["calibrate", "--camera", camera, "--out", str(tmp_path / "camera.toml")]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert f"companion calibrate: {said}" in last
    assert not (tmp_path / "camera.toml").exists()


def test_a_bought_board_calibrates_by_its_measures(tmp_path, capsys):
    bought = ["--columns", "8", "--rows", "6", "--square-mm", "30", "--marker-mm", "22", "--dictionary"]
    lens = TrueLens((640, 360), 505.0, 506.0, 322.0, 176.0)
    photographer = Photographer(CharucoBoard((8, 6), 30.0, 22.0, "DICT_4X4_50"), lens, blur_px=0.5)
    for number, pose in enumerate(round_of_views(lens, 400.0)):
        cv2.imwrite(str(tmp_path / f"board-{number}.png"), photographer.picture(pose))
    command = ["calibrate", "--images", str(tmp_path), "--out", str(tmp_path / "camera.toml")]

    assert main([*command, *bought, "4x4_50", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["error_mm"] < 0.1

    assert main(command) == 2
    assert "another board than the one expected: 10 × 7 squares" in capsys.readouterr().err
    assert main([*command, *bought, "9X9_50"]) == 2
    assert "no dictionary 'DICT_9X9_50'" in capsys.readouterr().err
    assert main([*command, *bought[:-1]]) == 2
    assert "please add --dictionary" in capsys.readouterr().err


def test_a_folder_without_the_board_is_refused_in_one_line(picture, tmp_path, capsys):
    (tmp_path / "still.png").write_bytes((picture / "still.png").read_bytes())
    assert main(["calibrate", "--images", str(tmp_path), "--out", str(tmp_path / "camera.toml")]) == 2
    assert "at least" in capsys.readouterr().err
    assert not (tmp_path / "camera.toml").exists()
