"""Photos that phones send: what is worth decoding, and the words of the QR codes in them.

A photo comes from anybody at the table, so that it is looked at before it is decoded: a small file can hold a picture
that fills the memory, or one in so many passes that it takes minutes.
"""

import contextlib
import io
import re
import warnings
from collections.abc import Iterator

import numpy as np
from PIL import Image, UnidentifiedImageError
from PIL.ImageFile import ImageFile

from companion.referee.capture.qr_codes import words_seen

MAX_BYTES = 12 * 2**20
"""Of a photo as phones take it, without a script that makes it small."""
MAX_PIXELS = 64_000_000
MAX_PROGRESSIVE_PIXELS = 16_000_000
"""Of a picture that comes in passes over the whole of it, which must be kept in memory until the last."""
MAX_PASSES = 32
PASS = b"\xff\xda"
LONGEST_PX = 2000
"""What is looked at; a sticker that fills a tenth of the photo's width is found."""

_BOUNDARY = re.compile(r'boundary="?([A-Za-z0-9\'()+_,./:=? -]{1,70})"?\s*(?:;|\Z)')
_NAME = re.compile(rb'name="([a-z]{1,20})"')
_MAX_PARTS = 8


class UnreadableError(ValueError):
    """What was sent is no photo that may be decoded."""


def words_in(photo: bytes, formats: tuple[str, ...] = ("JPEG",)) -> frozenset[str]:
    """The words of the QR codes in a photo; `formats` as Pillow calls them.

    Raises:
        UnreadableError: If it is none, or too much to decode.
    """
    with opened(photo, "L", LONGEST_PX, formats) as picture:
        grey = picture.convert("L")
    grey.thumbnail((LONGEST_PX, LONGEST_PX))
    return words_seen(np.asarray(grey, np.uint8))


@contextlib.contextmanager
def opened(photo: bytes, mode: str, longest_px: int, formats: tuple[str, ...] = ("JPEG",)) -> Iterator[ImageFile]:
    """A picture that may be decoded, no larger than need be.

    Args:
        photo: The file.
        mode: Colours as Pillow calls them, `L` or `RGB`.
        longest_px: How large it is needed.
        formats: As Pillow calls them.

    Raises:
        UnreadableError: If it is none, or too much to decode, also while it is decoded.
    """
    passes = photo.count(PASS)
    if passes > MAX_PASSES:
        raise UnreadableError("too many passes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(photo), formats=formats) as picture:
                _refuse_large(picture, passes)
                picture.draft(mode, (longest_px, longest_px))
                yield picture
    except UnreadableError:
        raise
    except (OSError, SyntaxError, ValueError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise UnreadableError("no picture") from error
    except Image.DecompressionBombWarning as error:
        raise UnreadableError("too many pixels") from error


def _refuse_large(picture: ImageFile, passes: int) -> None:
    """Refuses what would fill the memory.

    Raises:
        UnreadableError: If the picture has too many pixels.
    """
    in_passes = passes > 1 or "progressive" in picture.info
    if picture.width * picture.height > (MAX_PROGRESSIVE_PIXELS if in_passes else MAX_PIXELS):
        raise UnreadableError("too many pixels")


def parts_of(body: bytes, media: str) -> dict[str, bytes]:
    """The fields of a form with a file, by name.

    Args:
        body: As it was sent.
        media: The request's Content-Type with its boundary.

    Raises:
        ValueError: If it is no such form.
    """
    boundary = _BOUNDARY.search(media)
    if boundary is None:
        raise ValueError("no boundary")
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode(), _MAX_PARTS)
    found = {}
    for piece in pieces[1:-1]:
        head, _, content = piece.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        if name is not None:
            found[name[1].decode()] = content
    return found
