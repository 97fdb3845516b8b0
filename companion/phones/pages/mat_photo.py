"""The newest picture of the mat from above, which players may send to a judge."""

import io
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import Image

MAX_PX = 1000
QUALITY = 80


class MatPicture(Protocol):
    """The mat from above, which may be made when it is first looked at."""

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The image, (h, w, 3) BGR, x to the right and y upwards."""
        ...


class MatPhoto:
    """Keeps the newest picture; used by the game's own thread."""

    def __init__(self) -> None:
        self._picture: MatPicture | None = None

    @property
    def is_there(self) -> bool:
        """Whether a camera sees the mat."""
        return self._picture is not None

    def saw(self, picture: MatPicture | None) -> None:
        """Takes a picture; None where none was seen."""
        self._picture = picture

    def jpeg(self) -> bytes:
        """The picture as a JPEG; empty where there is none."""
        if self._picture is None:
            return b""
        picture = Image.fromarray(np.ascontiguousarray(self._picture.pixels[..., ::-1]))
        picture.thumbnail((MAX_PX, MAX_PX))
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=QUALITY)
        return out.getvalue()
