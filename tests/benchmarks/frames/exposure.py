"""From light to a JPEG: blur, pixels, noise, tone, sharpening, compression, in the order of a real camera."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

MIDDLE_LIGHT = 0.2
"""Linear light at which `noise_grey` holds."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a picture is taken.

    Attributes:
        blur_px: Standard deviation of a Gaussian, in pixels of the picture.
        defocus_px: Radius of a disc, likewise; 0 for none.
        shake_px: Length of a straight smear of the whole picture; 0 for none.
        shake_rad: Its direction.
        light: How bright white paper comes out, 1 being where the sensor saturates (times the paper's own 0.78).
        noise_grey: Standard deviation of the noise in grey levels where the picture is of middle brightness; it is
            made before the tone curve, and mostly grows with the light as that of photons does.
        gamma: Of the tone curve.
        contrast: Strength of an S on top of it.
        sharpen: Amount of unsharp masking after it.
        quality: Of the JPEG.
        vignette: Share of the light that the corners lack.
        slope: (x, y) share by which the light grows across half the picture.
        glare: Spots that wash the picture out.
    """

    blur_px: float = 0.8
    defocus_px: float = 0.0
    shake_px: float = 0.0
    shake_rad: float = 0.0
    light: float = 0.95
    noise_grey: float = 2.0
    gamma: float = 2.2
    contrast: float = 0.0
    sharpen: float = 0.0
    quality: int = 90
    vignette: float = 0.15
    slope: tuple[float, float] = (0.0, 0.0)
    glare: tuple["Glare", ...] = ()


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp's reflection: centre and radius in pixels, and how much light it adds at its middle."""

    x_px: float
    y_px: float
    radius_px: float
    light: float

    def at(self, pixels: np.ndarray) -> np.ndarray:
        """(…,) light added at (…, 2) pixels: a core with an edge, and a haze round it."""
        far = np.hypot(pixels[..., 0] - self.x_px, pixels[..., 1] - self.y_px) / self.radius_px
        return self.light * (np.exp(-(far**8)) + 0.12 * np.exp(-((far / 1.9) ** 2)))


def expose(light: np.ndarray, fine: int, exposure: Exposure, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Takes the picture.

    Args:
        light: (h · fine, w · fine, 3) float32, linear.
        fine: Samples a pixel each way.
        exposure: How.
        rng: Source of the noise.

    Returns:
        The JPEG's bytes, and the picture that they hold, (h, w, 3) uint8.
    """
    smeared = _through_lens(light, fine, exposure)
    height, width = light.shape[0] // fine, light.shape[1] // fine
    seen = smeared if fine == 1 else cv2.resize(smeared, (width, height), interpolation=cv2.INTER_AREA)
    seen *= lamp(width, height, exposure)[..., None]
    for spot in exposure.glare:
        pixels = np.stack(np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)), -1)
        seen += spot.at(pixels)[..., None].astype(np.float32)
    stored = developed(_noisy(seen, exposure, rng), exposure)
    jpeg = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, exposure.quality])[1]
    return jpeg, cv2.imdecode(jpeg, cv2.IMREAD_COLOR)


def lamp(width: int, height: int, exposure: Exposure) -> np.ndarray:
    """(height, width) float32 share of the light that arrives."""
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    even = 1 + exposure.slope[0] * x + exposure.slope[1] * y
    return exposure.light * even * (1 - exposure.vignette / 2 * (x * x + y * y))


def developed(light: np.ndarray, exposure: Exposure) -> np.ndarray:
    """Linear light to stored uint8."""
    steps = np.linspace(0, 1, 4096)
    curve = steps ** (1 / exposure.gamma)
    curve = (1 - exposure.contrast) * curve + exposure.contrast * (curve * curve * (3 - 2 * curve))
    grey = (255 * curve).astype(np.float32)[(np.clip(light, 0, 1) * 4095 + 0.5).astype(np.uint16)]
    if exposure.sharpen:
        grey += exposure.sharpen * (grey - cv2.GaussianBlur(grey, (0, 0), 1.2))
    return np.clip(grey + 0.5, 0, 255).astype(np.uint8)


def _through_lens(light: np.ndarray, fine: int, exposure: Exposure) -> np.ndarray:
    if exposure.defocus_px:
        light = cv2.filter2D(light, -1, _disc(exposure.defocus_px * fine))
    if exposure.shake_px:
        light = cv2.filter2D(light, -1, _smear(exposure.shake_px * fine, exposure.shake_rad))
    return cv2.GaussianBlur(light, (0, 0), exposure.blur_px * fine)


def _disc(radius: float) -> np.ndarray:
    reach = math.ceil(radius)
    steps = np.arange(-reach, reach + 1)
    cover = np.clip(radius + 0.5 - np.hypot(steps[:, None], steps[None, :]), 0, 1).astype(np.float32)
    return cover / cover.sum()


def _smear(length: float, angle_rad: float) -> np.ndarray:
    reach = math.ceil(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 8 * reach + 1):
        x, y = reach + share * length * math.cos(angle_rad), reach + share * length * math.sin(angle_rad)
        column, row = math.floor(x), math.floor(y)
        right, down = x - column, y - row
        kernel[row : row + 2, column : column + 2] += np.outer([1 - down, down], [1 - right, right])
    return kernel / kernel.sum()


def _noisy(light: np.ndarray, exposure: Exposure, rng: np.random.Generator) -> np.ndarray:
    # The curve's slope at middle brightness turns grey levels into light.
    per_grey = exposure.gamma * MIDDLE_LIGHT ** (1 - 1 / exposure.gamma) / 255
    read = 0.1
    strength = exposure.noise_grey * per_grey * np.sqrt((np.clip(light, 0, None) / MIDDLE_LIGHT + read) / (1 + read))
    return light + strength * rng.standard_normal(light.shape, dtype=np.float32)
