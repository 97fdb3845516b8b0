"""QR codes as they are drawn on the screen."""

import numpy as np
import segno
from kivy.graphics.texture import Texture

QUIET_MODULES = 4  # the white frame that readers need


def qr_texture(words: str, error: str = "m") -> Texture:
    """A QR code with its white frame, one texel a module.

    Args:
        words: What it says.
        error: How much of it may be spoilt: `l`, `m`, `q` or `h`.
    """
    code = segno.make_qr(words, error=error)
    dark = np.array([list(row) for row in code.matrix_iter(border=QUIET_MODULES)], bool)
    texture = Texture.create(size=dark.shape[::-1], colorfmt="rgb")
    texture.mag_filter = "nearest"
    texture.blit_buffer(np.repeat(np.where(dark, 0, 255).astype(np.uint8).ravel(), 3), colorfmt="rgb")
    texture.flip_vertical()
    return texture
