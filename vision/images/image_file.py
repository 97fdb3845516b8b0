"""Reads image files as pixels: the header is checked before decoding, and a large image is read at a smaller size."""

import io
import struct
import warnings
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow

from vision.arrays import Image
from vision.errors import PictureError, UnreadableFileError
from vision.file_bytes import read_bytes
from vision.images.image import grey_of
from vision.images.jpeg import MAX_PIXELS, START, checked_size_px, decoded_jpeg, refuse_too_many

FORMATS = ("PNG", "BMP", "TIFF", "WEBP", "GIF", "PPM")
"""Pillow's formats, in addition to JPEG, which `vision.images.jpeg` reads."""

MAX_BYTES = 256 << 20
"""Largest file: 100 megapixels without compression need no more."""

WHOLE_PIXELS = 16_000_000
"""Images with more pixels are read at half or a quarter of their size."""

MAX_OF_WEBP = 40_000_000
"""Most pixels of a WebP image; its decoder holds several copies at once."""

_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    LookupError,
    TypeError,
    ArithmeticError,
    AttributeError,
    NotImplementedError,
    struct.error,
    zlib.error,
)
"""Exceptions that Pillow's readers raise for invalid data; many are undocumented."""


@dataclass(frozen=True, slots=True)
class FilePicture:
    """An image from a file.

    Attributes:
        image: (h, w) grey or (h, w, 3) BGR.
        scale: Number of the file's pixels that correspond to one edge of a pixel: 1, 2 or 4.
        size_px: Width and height of the file's image.
    """

    image: Image
    scale: int
    size_px: tuple[int, int]

    def in_file_px(self, at_px: float) -> float:
        """Converts a coordinate of `image` to the file's own pixels; the centre of the first pixel is 0 in both."""
        return (at_px + 0.5) * self.scale - 0.5


def read_picture(path: Path, *, grey: bool = False) -> FilePicture:
    """Reads an image file with its pixels as the sensor delivered them, whatever orientation EXIF states.

    Args:
        path: The file.
        grey: Whether grey is sufficient.

    Raises:
        PictureError: If the file cannot be read, is damaged, or has more than 100 megapixels. The message is a
            predicate: the caller puts the file's name in front of it.
    """
    try:
        data = read_bytes(path, MAX_BYTES)
    except UnreadableFileError as error:
        raise PictureError(f"{error}; give a JPEG or PNG file.") from error
    return picture_of_bytes(data, grey=grey)


def picture_of_bytes(data: bytes, *, grey: bool = False) -> FilePicture:
    """Decodes an image file's bytes, in the same way as `read_picture`.

    Raises:
        PictureError: As `read_picture`.
    """
    return _of_jpeg(data, grey=grey) if data.startswith(START) else _of_other(data, grey=grey)


def scale_for(size_px: tuple[int, int]) -> int:
    """Returns the factor by which an image is reduced when it is read."""
    pixels, scale = size_px[0] * size_px[1], 1
    while pixels > WHOLE_PIXELS * scale**2:
        scale *= 2
    return scale


def _of_jpeg(data: bytes, *, grey: bool) -> FilePicture:
    try:
        size_px = checked_size_px(data)
        scale = scale_for(size_px)
        return FilePicture(decoded_jpeg(data, grey=grey, scale=scale), scale, size_px)
    except PictureError as error:
        raise PictureError(f"cannot be read as an image. {error} Take or copy it once more.") from error


def _of_other(data: bytes, *, grey: bool) -> FilePicture:
    try:
        # Pillow warns of oddities and of large images; players cannot act on the first, and the second are rejected.
        with warnings.catch_warnings(action="ignore"), Pillow.open(io.BytesIO(data), formats=FORMATS) as picture:
            refuse_too_many(picture.size, MAX_OF_WEBP if picture.format == "WEBP" else MAX_PIXELS)
            size_px, scale = picture.size, scale_for(picture.size)
            image = _pixels(picture, scale)
    except PictureError as error:
        raise PictureError(f"cannot be read as an image. {error}") from error
    except Pillow.DecompressionBombError as error:
        most = MAX_PIXELS // 1_000_000
        raise PictureError(
            f"cannot be read as an image. It has more than {most} megapixels: make it smaller."
        ) from error
    except _BROKEN as error:
        raise PictureError("cannot be read as an image; give a JPEG or PNG file.") from error
    return FilePicture(grey_of(image) if grey else image, scale, size_px)


def _pixels(picture: Pillow.Image, scale: int) -> Image:
    """Returns the pixels, (h, w, 3) BGR; a grey image has three equal channels."""
    if picture.mode.startswith("I;16"):
        deep = np.asarray(picture)
        return _coloured(_smaller((deep >> 8).astype(np.uint8), scale))
    if picture.mode in {"I", "F"}:
        raise PictureError("The image has 32 bits per colour: save it with 8 or 16.")
    if picture.mode in {"1", "P", "PA"}:
        picture = picture.convert("L" if picture.mode == "1" else "RGB")
    # Transparency is dropped: the colours are used as stored.
    bands = [band.reduce(scale) if scale > 1 else band for band in _bands(picture)]
    pixels = np.dstack([np.asarray(band, np.uint8) for band in bands])
    return np.ascontiguousarray(pixels[..., ::-1]) if len(bands) == 3 else _coloured(pixels[..., 0])


def _bands(picture: Pillow.Image) -> list[Pillow.Image]:
    """Returns red, green and blue; or grey."""
    if picture.mode in {"L", "LA", "La"}:
        return [picture.getchannel(0)]
    if picture.mode in {"RGB", "RGBA", "RGBX", "RGBa"}:
        return [picture.getchannel(band) for band in range(3)]
    return list(picture.convert("RGB").split())


def _smaller(grey: Image, scale: int) -> Image:
    if scale == 1:
        return grey
    size_px = (-(-grey.shape[1] // scale), -(-grey.shape[0] // scale))
    return np.asarray(cv2.resize(grey, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def _coloured(grey: Image) -> Image:
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
