"""Pictures of JPEG bytes: the same whichever way and in whatever order they are decoded, and no further than asked."""

import threading

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.arrays import Image
from vision.errors import PictureError
from vision.images import image
from vision.images.frame import Frame, Picture
from vision.images.jpeg import decoded_jpeg, jpeg_head
from vision.sources.jpeg import picture_of

SHAPES = st.tuples(st.integers(16, 90), st.integers(16, 90))


def scenery(height: int, width: int, seed: int = 3) -> Image:
    """Blobs and edges, none of them at the ends of the scale, where a camera's picture is cut."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(60, 190, (height // 6 + 2, width // 6 + 2, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def as_jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())


def test_colour_and_grey_are_those_of_decoding_at_once() -> None:
    jpeg = as_jpeg(scenery(77, 131))
    data = np.frombuffer(jpeg, np.uint8)
    frame = Frame.from_jpeg(jpeg, 1.5, 7)
    assert (frame.image == cv2.imdecode(data, cv2.IMREAD_COLOR)).all()
    assert (Picture.of_jpeg(jpeg).grey == cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)).all()
    assert (Picture.of_jpeg(jpeg, grey=True).image == cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)).all()
    assert (frame.captured_s, frame.sequence, frame.jpeg) == (1.5, 7, jpeg)


@settings(deadline=None, max_examples=40)
@given(SHAPES, st.sampled_from([2, 4, 8]))
def test_small_pictures_are_the_same_from_the_bytes_and_from_the_pixels(shape: tuple[int, int], scale: int) -> None:
    jpeg = as_jpeg(scenery(*shape))
    lazily, from_grey = Picture.of_jpeg(jpeg), Picture.of_jpeg(jpeg)
    eagerly = Picture.of(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    _ = from_grey.grey
    small = lazily.reduced(scale).astype(int)
    assert small.shape == (-(-shape[0] // scale), -(-shape[1] // scale))
    # At the last row and column a JPEG's blocks go on beyond the picture, with whatever was put there.
    inner = (slice(0, shape[0] // scale), slice(0, shape[1] // scale))
    for other in (from_grey, eagerly):
        step = np.abs(small - other.reduced(scale))
        assert other.reduced(scale).shape == small.shape
        assert step[inner].max(initial=0) <= 3


def test_the_small_size_is_a_power_of_two_and_narrow_enough() -> None:
    for width, scale in ((640, 1), (641, 2), (1280, 2), (1920, 4), (3840, 8), (5121, 16)):
        picture = Picture.of(np.zeros((8, width), np.uint8))
        assert picture.small_scale == scale
        assert picture.small.shape[1] <= 640


def test_each_form_is_made_once() -> None:
    picture = Picture.of_jpeg(as_jpeg(scenery(40, 60)))
    assert picture.image is picture.image
    assert picture.grey is picture.grey
    assert picture.reduced(4) is picture.reduced(4)


def test_pixels_are_handed_on_as_they_are() -> None:
    pixels = scenery(20, 30)
    frame = Frame(image=pixels, captured_s=0.0, sequence=0)
    assert frame.image is pixels
    assert frame.jpeg is None
    grey = pixels[:, :, 0].copy()
    assert (Frame(grey, 0.0, 0).picture.grey == grey).all()


def test_a_picture_after_one_of_which_all_was_needed_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    jpeg, scales = as_jpeg(scenery(1080, 1920)), list[int]()

    def decoded(data: bytes, *, grey: bool, scale: int = 1) -> Image:
        scales.append(scale)
        return decoded_jpeg(data, grey=grey, scale=scale)

    monkeypatch.setattr(image, "decoded_jpeg", decoded)
    calm = picture_of(jpeg, grey=False)
    assert calm is not None
    assert scales == [4], "nothing moved so far: the small one is enough"
    _ = calm.grey
    moved = picture_of(jpeg, grey=False, before=calm)
    assert moved is not None
    del scales[:2]
    _ = moved.grey, moved.small
    assert scales == [1], "all of it and the small one come of the same pixels"


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 4000))
def test_a_jpeg_that_was_cut_off_is_no_picture(length: int) -> None:
    jpeg = as_jpeg(scenery(64, 64))
    assert picture_of(jpeg[: min(length, len(jpeg) - 1)], grey=False) is None


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=60))
def test_bytes_that_only_begin_and_end_like_a_jpeg_are_no_picture(filling: bytes) -> None:
    data = b"\xff\xd8" + filling + b"\xff\xd9"
    assert picture_of(data, grey=True) is None
    head = jpeg_head(data)
    assert head is None or min(head.size_px) > 0


def test_a_jpeg_with_a_broken_head_is_told_by_one_error() -> None:
    jpeg = bytearray(as_jpeg(scenery(64, 64)))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 4] = 99  # bits a sample: no decoder takes that
    with pytest.raises(PictureError):
        _ = Picture.of_jpeg(bytes(jpeg)).grey
    with pytest.raises(PictureError):
        Picture.of_jpeg(b"GIF89a")


def test_the_size_is_read_past_other_segments_and_fill_bytes() -> None:
    jpeg = as_jpeg(scenery(50, 70))
    comment = b"\xff\xfe" + (2 + 40).to_bytes(2) + b"\xff\xc0" * 20
    for head in (jpeg_head(jpeg), jpeg_head(jpeg[:2] + comment + b"\xff" * 3 + jpeg[2:])):
        assert head is not None
        assert head.size_px == (70, 50)


def test_threads_that_ask_together_get_one_picture() -> None:
    jpeg = as_jpeg(scenery(600, 800))
    for _ in range(5):
        picture = Picture.of_jpeg(jpeg)
        start = threading.Barrier(6)
        got: list[Image] = []

        def ask(picture: Picture = picture, start: threading.Barrier = start, got: list[Image] = got) -> None:
            start.wait()
            got.append(picture.grey)

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(got) == 6
        assert all(each is got[0] for each in got)
