"""Videos and folders of pictures."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clock import Clock
from tests.vision.pictures import jpeg_of, next_frame, number_in, numbered, wait_until
from vision.images.frame import CameraSource, Frame
from vision.images.image_file import read_picture
from vision.sources.feed import RawImage
from vision.sources.files import VideoFeed, natural_key, pictures_in
from vision.sources.open_source import open_source
from vision.trouble import TroubleKind

RATE_HZ = 25.0


def write_video(path: Path, fourcc: str, pictures: int = 8) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*fourcc), RATE_HZ, (64, 48))
    assert writer.isOpened()
    for number in range(pictures):
        writer.write(numbered(number))
    writer.release()
    return path


def all_frames(source: CameraSource) -> list[Frame]:
    """Every picture until the end."""
    frames: list[Frame] = []
    while source.trouble is None or source.trouble.kind is not TroubleKind.ENDED:
        frame = source.newest(frames[-1].sequence if frames else -1, 0.02)
        if frame is not None:
            frames.append(frame)
    return frames


@pytest.mark.parametrize(("name", "fourcc"), [("match.avi", "MJPG"), ("match.mp4", "mp4v")])
def test_a_video_without_pace_gives_each_picture_with_its_time(tmp_path: Path, name: str, fourcc: str) -> None:
    path = write_video(tmp_path / name, fourcc)
    with open_source(f"file:{path}", pace=False) as source:
        frames = all_frames(source)
        trouble = source.trouble
    assert [number_in(frame.image) for frame in frames] == list(range(8))
    assert [frame.sequence for frame in frames] == list(range(8))
    assert np.diff([frame.captured_s for frame in frames]) == pytest.approx(1 / RATE_HZ, abs=1e-6)
    assert trouble is not None
    assert "match" in trouble.sentence


def test_a_video_with_pace_takes_its_time(tmp_path: Path) -> None:
    clock = Clock(100.0)  # stands still, so that the feed must itself wait for the second picture's time
    feed = VideoFeed(write_video(tmp_path / "match.avi", "MJPG"), clock=clock)
    feed.open()
    first = feed.read()
    assert first is not None
    assert first.captured_s == 100.0
    clock.now_s += 1.0
    late = [feed.read() for _ in range(3)]
    assert [shot.captured_s for shot in late if isinstance(shot, RawImage)] == pytest.approx([100.04, 100.08, 100.12])
    clock.now_s = 0.0
    feed.interrupt()
    assert feed.read() is None
    feed.close()


def test_a_video_with_pace_plays_to_its_end(tmp_path: Path) -> None:
    path = write_video(tmp_path / "match.avi", "MJPG")
    with open_source(f"file:{path}") as source:
        frames = all_frames(source)
    assert frames
    assert frames[-1].captured_s - frames[0].captured_s <= 7 / RATE_HZ + 1e-6


def test_a_file_that_is_missing_or_no_video_is_told(tmp_path: Path) -> None:
    with open_source(f"file:{tmp_path / 'none.mp4'}") as source:
        wait_until(lambda: source.trouble is not None, "the missing file to be told")
        trouble = source.trouble
    assert trouble is not None
    assert trouble.kind is TroubleKind.FILE_MISSING
    assert "There is no video file" in trouble.sentence


def test_pictures_of_a_folder_come_once_each_in_natural_order(tmp_path: Path) -> None:
    for number in (10, 2, 1, 9):
        (tmp_path / f"frame-{number}.png").write_bytes(cv2.imencode(".png", numbered(number))[1].tobytes())
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    with open_source(f"images:{tmp_path}") as source:
        frames = all_frames(source)
    assert [number_in(frame.image) for frame in frames] == [1, 2, 9, 10]
    assert [frame.sequence for frame in frames] == [0, 1, 2, 3]


def test_unreadable_pictures_are_named_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(jpeg_of(numbered(1)))
    (tmp_path / "b.jpg").write_bytes(b"no picture at all")
    (tmp_path / "c.jpg").write_bytes(b"")
    (tmp_path / "d.jpg").write_bytes(jpeg_of(numbered(2)))
    (tmp_path / "e.jpg").write_bytes(jpeg_of(numbered(3)))
    with open_source(f"images:{tmp_path}") as source:
        first = next_frame(source)
        second = next_frame(source, first.sequence)
        wait_until(lambda: source.trouble is not None, "the trouble to be told")
        trouble = source.trouble
        assert trouble is not None
        third = next_frame(source, second.sequence)
        wait_until(lambda: source.trouble is not None and source.trouble.kind is TroubleKind.ENDED, "the end")
        end = source.trouble
    assert (second.sequence, number_in(second.image)) == (3, 2)
    assert trouble.kind is TroubleKind.UNREADABLE_PICTURE
    assert "b.jpg, c.jpg" in trouble.sentence
    assert number_in(third.image) == 3
    assert end is not None
    assert "b.jpg, c.jpg" in end.sentence


def test_a_folder_that_fills_later_is_looked_at_again(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    with open_source(f"images:{folder}") as source:
        wait_until(lambda: source.trouble is not None, "the missing folder to be told")
        assert source.trouble is not None
        assert source.trouble.kind is TroubleKind.FILE_MISSING
        folder.mkdir()
        wait_until(
            lambda: source.trouble is not None and source.trouble.kind is TroubleKind.NO_PICTURES, "the empty folder"
        )
        (folder / "a.jpg").write_bytes(jpeg_of(numbered(4)))
        assert number_in(next_frame(source).image) == 4


def test_a_picture_is_read_as_the_sensor_has_it_whatever_its_orientation_says(tmp_path: Path) -> None:
    exif = (
        b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
    )
    plain = jpeg_of(numbered(1))
    turned = plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:]
    path = tmp_path / "tür-Київ.jpg"
    path.write_bytes(turned)
    assert cv2.imdecode(np.frombuffer(turned, np.uint8), cv2.IMREAD_COLOR).shape == (64, 48, 3)
    image = read_picture(path).image
    assert image.shape == (48, 64, 3)


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("levels", [np.uint8, np.uint16])
def test_grey_clear_and_deep_pictures_are_read_as_three_colours_of_eight_bits(
    tmp_path: Path, suffix: str, channels: int, levels: type[np.integer]
) -> None:
    shown = numbered(1)[:, :, :1].repeat(3, axis=2)
    deep = shown.astype(levels) * (np.iinfo(levels).max // 255)
    stored = {1: deep[:, :, 0], 3: deep, 4: np.dstack([deep, np.full(deep.shape[:2], np.iinfo(levels).max, levels)])}
    path = tmp_path / f"picture{suffix}"
    assert cv2.imwrite(str(path), stored[channels])
    image = read_picture(path).image
    assert image.dtype == np.uint8
    assert image.shape == shown.shape
    assert np.abs(image.astype(int) - shown).max() <= 1


@given(st.lists(st.text(st.sampled_from("ab-019.Bé²")), unique=True))
def test_natural_order_is_an_order_whatever_the_names(names: list[str]) -> None:
    keys = [natural_key(name) for name in names]
    assert len(set(keys)) == len(names)
    assert len(sorted(keys)) == len(names)


@given(st.lists(st.integers(0, 10_000), unique=True))
def test_natural_order_goes_by_the_value_of_numbers(numbers: list[int]) -> None:
    names = sorted((f"f{number}.png" for number in numbers), key=natural_key)
    assert names == [f"f{number}.png" for number in sorted(numbers)]


def test_hidden_files_are_no_pictures(tmp_path: Path) -> None:
    (tmp_path / "._a.jpg").touch()
    (tmp_path / "a.JPG").touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["a.JPG"]
