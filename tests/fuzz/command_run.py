"""Asks the zygote for runs of the command line, and says what is wrong with one."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MAX_PROCESSOR_S = 10.0
MAX_MEGABYTES = 1024.0
CHATTER = re.compile(
    r"Traceback|Warning|libpng|libjpeg|Corrupt JPEG|TIFF|\[ ?(?:WARN|ERROR|INFO)|\[\w+ @ 0x|Error:|global \S+\.cpp"
)
"""What a library or Python itself writes; nothing of ours reads like it."""


@dataclass(frozen=True)
class CommandRun:
    """One run of the command line."""

    words: tuple[str, ...]
    code: int
    processor_s: float
    megabytes: float
    out: str
    err: str

    def faults(self) -> Iterator[str]:
        """What is wrong with it, if anything."""
        if self.code not in (0, 1, 2):
            yield f"exit code {self.code}"
        if self.processor_s > MAX_PROCESSOR_S:
            yield f"{self.processor_s:.1f} s of processor"
        if self.megabytes > MAX_MEGABYTES:
            yield f"{self.megabytes:.0f} MB"
        found = CHATTER.search(self.err)
        if found is not None:
            yield f"it writes: {self.err[found.start() - 200 if found.start() > 200 else 0 :][-1500:]}"
        if self.code == 2 and not self.err.rpartition("\n")[0].rpartition("\n")[2].startswith("companion "):
            yield f"no sentence at the end: {self.err[-300:]!r}"
        if self.code == 2 and len(self.err.splitlines()[-1]) > 1000:
            yield f"a sentence of {len(self.err.splitlines()[-1])} letters"


class Zygote:
    """The process from which runs are forked."""

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process = process
        self._folder = folder

    def run(self, words: Sequence[str]) -> CommandRun:
        """Runs the command line with these words."""
        print(json.dumps({"words": list(words), "folder": str(self._folder)}), file=self._process.stdin, flush=True)
        told = json.loads(self._process.stdout.readline())
        out, err = ((self._folder / name).read_text(encoding="utf-8", errors="replace") for name in ("out", "err"))
        return CommandRun(tuple(words), told["code"], told["processor_s"], told["megabytes"], out, err)


@contextmanager
def zygote(folder: Path) -> Iterator[Zygote]:
    """A zygote whose runs write into a folder, and keep the user's data there."""
    surroundings = os.environ | {
        "OPENBLAS_NUM_THREADS": "1",
        "XDG_DATA_HOME": str(folder / "data"),
        "HOME": str(folder),
        "PYTHONUTF8": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fuzz.zygote"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=surroundings,
        cwd=Path(__file__).resolve().parents[2],
    )
    try:
        yield Zygote(process, folder)
    finally:
        process.stdin.close()
        process.wait(timeout=60)
        process.stdout.close()
