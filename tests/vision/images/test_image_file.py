"""Picture files: looked at before they are decoded, read smaller where they are big, refused where they are damaged."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from companion.games.measures import Measures
from companion.games.signum import CONTACT_TOLERANCE_MM, RANGES_MM
from companion.referee.measure.dice_images import read_pictures
from companion.referee.measure.images import MeasureJob, measure_pictures
from vision.arrays import Image
from vision.errors import PictureError
from vision.fiducials.dictionary import opencv_dictionary
from vision.images.image_file import WHOLE_PIXELS, read_picture, scale_for
from vision.images.jpeg import MAX_SCANS

TAG = 7
TAG_PX = 120
AT_PX = (2800, 1900)
BIG = (6400, 4800)


def scenery(height: int = 480, width: int = 640) -> Image:
    rng = np.random.default_rng(5)
    coarse = rng.integers(0, 255, (height // 20, width // 20, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def as_jpeg(image: Image, *options: int) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88, *options])[1].tobytes())


def stored(folder: Path, data: bytes, name: str = "picture.jpg") -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def refusal(path: Path) -> str:
    with pytest.raises(PictureError) as caught:
        read_picture(path)
    return f"{path} {caught.value}"


def big_picture_of_a_tag() -> Image:
    image = np.full((BIG[1], BIG[0]), 200, np.uint8)
    tag = cv2.aruco.generateImageMarker(opencv_dictionary("DICT_4X4_100"), TAG, TAG_PX)
    x, y = AT_PX
    image[y : y + TAG_PX, x : x + TAG_PX] = tag
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.5), np.uint8)


@pytest.mark.parametrize("ending", [".png", ".jpg", ".bmp", ".tiff"])
def test_a_big_picture_is_measured_in_its_own_pixels(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"big{ending}"
    path.write_bytes(cv2.imencode(ending, big_picture_of_a_tag())[1].tobytes())
    read = read_picture(path)
    assert read.size_px == BIG
    assert (read.scale, read.image.shape) == (2, (BIG[1] // 2, BIG[0] // 2, 3))
    job = MeasureJob((path,), None, None, (), None, Measures(dict(RANGES_MM), CONTACT_TOLERANCE_MM))
    (answers,) = measure_pictures(job)
    (tag,) = answers["tags"]
    assert tag["id"] == TAG
    corners = np.array(tag["corners_px"])
    # The first dark pixel's centre lies half a pixel inside the edge. What light does at the edges moves all four out.
    assert np.abs(corners.mean(axis=0) - [at - 0.5 + TAG_PX / 2 for at in AT_PX]).max() < 0.1
    assert np.abs(np.ptp(corners, axis=0) - TAG_PX).max() < 3


def test_dice_in_a_big_picture_are_where_they_are_in_the_file(tmp_path: Path, golden: Path) -> None:
    photograph = golden / "dice" / "nb_IMG_20191208_111328.jpg"
    small = cv2.imread(str(photograph))
    big = cv2.resize(small, None, fx=10, fy=10, interpolation=cv2.INTER_CUBIC)
    assert big.shape[0] * big.shape[1] > WHOLE_PIXELS
    path = stored(tmp_path, as_jpeg(big))
    (of_small,), (of_big,) = read_pictures((photograph,), "pips"), read_pictures((path,), "pips")
    there, here = (np.array([die["centre_px"] for die in each["dice"]]) for each in (of_small, of_big))
    assert len(here) >= 5
    apart = np.linalg.norm(here[:, None] / 10 - there[None], axis=2)
    assert apart.min(axis=1).max() < 3


@pytest.mark.parametrize(
    ("size_px", "scale"),
    [((4000, 4000), 1), ((4001, 4000), 2), ((8000, 8000), 2), ((10_000, 10_000), 4), ((640, 480), 1)],
)
def test_a_picture_is_read_at_no_smaller_size_than_needed(size_px: tuple[int, int], scale: int) -> None:
    assert scale_for(size_px) == scale


def png_that_claims(width_px: int, height_px: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + pixels + chunk(b"IEND", b"")


def jpeg_that_claims(width_px: int, height_px: int) -> bytes:
    jpeg = bytearray(as_jpeg(scenery()))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", height_px, width_px)
    return bytes(jpeg)


@pytest.mark.parametrize("size_px", [(10_001, 10_000), (65_535, 65_535), (2**31 - 1, 2**31 - 1)])
def test_a_picture_that_claims_more_than_a_hundred_megapixels_is_refused_unopened(
    tmp_path: Path, size_px: tuple[int, int]
) -> None:
    assert "megapixels" in refusal(stored(tmp_path, png_that_claims(*size_px), "picture.png"))
    if max(size_px) < 2**16:
        assert "100 megapixels" in refusal(stored(tmp_path, jpeg_that_claims(*size_px)))


@pytest.mark.parametrize("ending", [".png", ".bmp", ".tiff", ".webp", ".gif"])
def test_a_file_that_was_cut_off_is_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"picture{ending}"
    Pillow.fromarray(scenery()).save(path)
    whole = path.read_bytes()
    assert read_picture(path).image.shape == (480, 640, 3)
    path.write_bytes(whole[: len(whole) // 2])
    assert refusal(path) == f"{path} cannot be read as an image; give a JPEG or PNG file."


def test_a_damaged_png_is_refused(tmp_path: Path) -> None:
    data = bytearray(cv2.imencode(".png", scenery())[1].tobytes())
    data[len(data) // 2] ^= 1
    assert "cannot be read as an image" in refusal(stored(tmp_path, bytes(data), "picture.png"))


def test_a_jpeg_garbled_in_the_middle_is_refused_in_a_sentence(tmp_path: Path) -> None:
    jpeg = as_jpeg(scenery())
    middle = len(jpeg) // 2
    garbled = jpeg[:middle] + bytes(range(1, 200)) + jpeg[middle + 1500 :]
    path = stored(tmp_path, garbled)
    assert refusal(path) == (
        f"{path} cannot be read as an image. The image's JPEG was garbled on its way. Take or copy it once more."
    )
    assert "was cut off" in refusal(stored(tmp_path, jpeg[:middle]))


@pytest.mark.parametrize("behind", [b"\0" * 9, b"\0" * 5000, as_jpeg(scenery(60, 80)), b"\0\0\0\x18ftypmp42" * 999])
def test_what_stands_behind_a_jpegs_end_does_no_harm(tmp_path: Path, behind: bytes) -> None:
    """Phones put depth maps and short films there."""
    jpeg = as_jpeg(scenery())
    whole = read_picture(stored(tmp_path, jpeg, "whole.jpg")).image
    assert (read_picture(stored(tmp_path, jpeg + behind)).image == whole).all()


def test_zeros_before_a_jpegs_end_do_no_harm_and_other_bytes_are_damage(tmp_path: Path) -> None:
    jpeg = as_jpeg(scenery())
    whole = read_picture(stored(tmp_path, jpeg, "whole.jpg")).image
    assert (read_picture(stored(tmp_path, jpeg[:-2] + b"\0\0\0" + jpeg[-2:])).image == whole).all()
    assert "garbled" in refusal(stored(tmp_path, jpeg[:-2] + b"\0\x55\0\0\x55" + jpeg[-2:]))


def test_a_progressive_jpeg_is_read_and_one_of_countless_scans_is_not(tmp_path: Path) -> None:
    jpeg = as_jpeg(scenery(), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert read_picture(stored(tmp_path, jpeg)).image.shape == (480, 640, 3)
    last = jpeg.rindex(b"\xff\xda")
    assert "scans" in refusal(stored(tmp_path, jpeg[:-2] + jpeg[last:-2] * MAX_SCANS + jpeg[-2:]))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_every_way_to_store_colours_gives_the_same_picture(tmp_path: Path, mode: str) -> None:
    grey = np.repeat(np.repeat(np.array([[0, 255], [255, 0]], np.uint8), 40, axis=0), 40, axis=1)
    path = tmp_path / "picture.tiff"
    if mode == "I;16":
        cv2.imwrite(str(path), grey.astype(np.uint16) * 257)
    else:
        Pillow.fromarray(grey).convert("RGB" if mode in {"CMYK", "RGBA"} else "L").convert(mode).save(path)
    image = read_picture(path).image
    assert image.shape == (80, 80, 3)
    assert (image == grey[..., None]).all()


def test_a_picture_of_32_bits_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.tiff"
    Pillow.fromarray(np.ones((9, 9), np.float32)).save(path)
    assert "32 bits" in refusal(path)


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    assert refusal(stored(tmp_path, b"hello")).endswith("cannot be read as an image; give a JPEG or PNG file.")
    assert refusal(stored(tmp_path, b"")).endswith("cannot be read as an image; give a JPEG or PNG file.")
    assert "is a folder" in refusal(tmp_path)
    assert "is not there" in refusal(tmp_path / "none.png")
