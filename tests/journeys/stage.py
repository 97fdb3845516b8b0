"""A screen of its own, the window on it, and the journeys that people make there.

Kivy has one window a process, and a window can be on one screen only; so journeys run in a process of their own, one
after the other, while the test waits here for how they ended. What they leave behind is looked at here.
"""

import contextlib
import importlib
import json
import os
import select
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCREEN = "1280x800x24"
LONGEST_S = 230.0
"""So long a whole journey may take on a busy machine."""
LOOK_S = 0.1

Journey = Callable[..., Coroutine[Any, Any, Any]]


class Xvfb:
    """A screen that nobody sees."""

    def __init__(self) -> None:
        # Without -noreset the screen starts anew whenever its last client leaves.
        command = ["Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", SCREEN]
        self._server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
        assert self._server.stdout is not None
        self.display = f":{self._server.stdout.readline().strip()}"  # told when the screen is ready

    def close(self) -> None:
        """Takes the screen away."""
        self._server.terminate()
        self._server.wait()
        assert self._server.stdout is not None
        self._server.stdout.close()


class Stage:
    """A screen with a process that has a window on it."""

    def __init__(self) -> None:
        self.screen = Xvfb()
        self._process: subprocess.Popen[str] | None = None
        self._under_way = False

    def play(self, journey: Journey, folder: Path, **words: object) -> Any:
        """Lets a journey be made, to its end.

        Args:
            journey: An async function of a test module, taking a `Person` and the words.
            folder: Where settings and games lie, and where they are left.
            words: Plain values.

        Returns:
            What it returned, as plain values.

        Raises:
            AssertionError: If it failed, with what was said.
        """
        self.begin(journey, folder, **words)
        return self.ended()

    def begin(self, journey: Journey, folder: Path, **words: object) -> None:
        """Lets a journey begin, without waiting for its end; one that nobody waited for is broken off."""
        if self._under_way:
            self.kill()
        if self._process is None or self._process.poll() is not None:
            self._process = self._started()
        named = {"journey": f"{journey.__module__}:{journey.__qualname__}", "folder": str(folder), "words": words}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(named) + "\n")
        self._process.stdin.flush()
        self._under_way = True

    def until(self, what: Callable[[], bool]) -> None:
        """Waits until something is so that the journey brings about, which goes on.

        Raises:
            AssertionError: If the journey ended before, with what was said.
        """
        deadline_s = time.monotonic() + LONGEST_S
        while not what():
            assert time.monotonic() < deadline_s, "the journey does not get there"
            assert self._process is not None
            if select.select([self._process.stdout], [], [], LOOK_S)[0]:
                raise AssertionError(f"ended with {self.ended()}")

    def ended(self) -> Any:
        """Waits for the end of the journey that has begun; as `play`."""
        said = json.loads(self._line())
        assert "failed" not in said, said["failed"]
        return said["returned"]

    def kill(self) -> None:
        """Kills the program in the midst of all; the next journey begins in a new one."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
        self._under_way = False

    def close(self) -> None:
        """Ends the process and takes the screen away."""
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.communicate(timeout=10)
        self.kill()
        self.screen.close()

    def _started(self) -> "subprocess.Popen[str]":
        environment = {**os.environ, "DISPLAY": self.screen.display, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):  # other tests draw offscreen in this very process
            environment.pop(name, None)
        return subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.stage"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def _line(self) -> str:
        assert self._process is not None
        assert self._process.stdout is not None
        deadline_s = time.monotonic() + LONGEST_S
        ready, _, _ = select.select([self._process.stdout], [], [], deadline_s - time.monotonic())
        line = self._process.stdout.readline() if ready else ""
        self._under_way = False
        if not line:
            self.kill()
            raise AssertionError("the journey did not come to an end" if not ready else "the program has ended")
        return line


def main() -> None:
    """Makes the journeys that are named on the standard input, a line each, and says how they ended."""
    sys.stdout = sys.stderr  # the pipe below is for answers alone
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        from companion.tablet.window.environment import prepare  # noqa: PLC0415 (the other side needs none of it)
        from tests import garbage  # noqa: PLC0415 (likewise)
        from tests.few_pictures import few_pictures  # noqa: PLC0415 (likewise)

        prepare(offscreen=False)
        few_pictures()
        garbage.collected_seldom()
        for line in sys.stdin:
            named = json.loads(line)
            try:
                said = {"returned": _made(named)}
            except BaseException:  # noqa: BLE001 (told to the test, which fails by it)
                said = {"failed": traceback.format_exc()}
            answers.write(json.dumps(said) + "\n")
            answers.flush()


def _made(named: dict[str, Any]) -> Any:
    from tests.journeys.window import at_window  # noqa: PLC0415 (imports Kivy, which reads what `prepare` wrote)

    module, _, function = named["journey"].partition(":")
    journey = getattr(importlib.import_module(module), function)
    return at_window(journey, Path(named["folder"]), named["words"])


if __name__ == "__main__":
    main()
