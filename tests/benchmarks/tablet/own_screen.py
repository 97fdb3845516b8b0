"""A virtual screen for one benchmark: what opens a window there disturbs nobody, and nobody disturbs it."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_screen() -> Iterator[tuple[str, dict[str, str]]]:
    """A folder that vanishes afterwards, and the environment of a program on that screen."""
    environment = {name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "DISPLAY")}
    environment.pop("SDL_VIDEODRIVER", None)
    with tempfile.TemporaryDirectory() as folder:
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "1280x800x24"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert screen.stdout is not None
        try:
            yield folder, environment | {"DISPLAY": f":{screen.stdout.readline().strip()}", "XDG_DATA_HOME": folder}
        finally:
            screen.terminate()
            screen.wait()
