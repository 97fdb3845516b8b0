"""Parses the text after `sim:`: `NAME`, `NAME@1920x1080`, `NAME@1920x1080?seed=2&noise=4&fps=30`."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl

from vision.errors import SourceError
from vision.simulation.scene.catalogue import named_scene, simulated_names
from vision.simulation.scene.plain_scenes import SceneOptions
from vision.simulation.table import SimulatedTable

FORM = "NAME, NAME@1280x720 or NAME@1280x720?seed=1&fps=30&blur=0.6&noise=2.5&jpeg=80&tag=15&clutter=1&from=0&rest=2"
MAX_SIDE_PX = 4096
FPS = 30.0
"""Images per second where the request says nothing."""
REST_FPS: float | None = None
"""Images per second of a table at rest where the request says nothing of either; None for as many as of any other."""
_LIMITS = {
    "seed": (0.0, 1e9),
    "fps": (0.1, 240.0),
    "rest": (0.1, 240.0),
    "blur": (0.0, 10.0),
    "noise": (0.0, 60.0),
    "jpeg": (1.0, 100.0),
    "tag": (5.0, 25.0),
    "clutter": (0.0, 1.0),
    "from": (0.0, 1e6),
}


@dataclass(frozen=True, slots=True)
class SimulatedRequest:
    """The requested simulated table and its parameters.

    Attributes:
        name: Name of the scene.
        options: Image size, appearance and faults.
        fps: Images per second.
        from_s: Scene time of the first image.
        rest_fps: Images per second while nothing changes; None for as many as otherwise.
    """

    name: str
    options: SceneOptions
    fps: float = FPS
    from_s: float = 0.0
    rest_fps: float | None = None

    def table(self) -> SimulatedTable:
        """Creates the requested table."""
        return SimulatedTable(named_scene(self.name, self.options))


def parse_simulated(text: str) -> SimulatedRequest:
    """Parses the text after `sim:`.

    Raises:
        SourceError: If its form is wrong, it names no scene, or a value is out of range.
    """
    matched = re.fullmatch(r"(\w+)(?:@(\d{2,4})x(\d{2,4}))?(?:\?(.*))?", text.strip())
    if matched is None:
        raise SourceError(f"'sim:{text}' is no simulated table: expected {FORM}.")
    name, width, height, query = matched.groups()
    if name not in simulated_names():
        raise SourceError(f"There is no simulated table {name!r}; choose one of {', '.join(simulated_names())}.")
    size = (1280, 720) if width is None else (int(width), int(height))
    if max(size) > MAX_SIDE_PX or min(size) < 64:
        raise SourceError(f"A simulated image of {width} × {height} is not possible: 64 to {MAX_SIDE_PX} each way.")
    given = dict(_number(key, value) for key, value in parse_qsl(query or "", keep_blank_values=True))
    options = SceneOptions(
        size,
        given.get("tag", 15.0),
        int(given.get("seed", 1)),
        given.get("blur"),
        given.get("noise"),
        int(given["jpeg"]) if "jpeg" in given else None,
        given.get("clutter", 0.0) > 0.0,
    )
    rest_fps = given.get("rest", None if "fps" in given else REST_FPS)
    return SimulatedRequest(name, options, given.get("fps", FPS), given.get("from", 0.0), rest_fps)


def _number(key: str, value: str) -> tuple[str, float]:
    if key not in _LIMITS:
        raise SourceError(f"A simulated table knows nothing of {key!r}; it knows {', '.join(_LIMITS)}.")
    low, high = _LIMITS[key]
    try:
        number = float(value)
    except ValueError:
        raise SourceError(f"{key}={value} of a simulated table is no number.") from None
    if not low <= number <= high:
        raise SourceError(f"{key}={value} of a simulated table is out of range: {low:g} to {high:g}.")
    return key, number
