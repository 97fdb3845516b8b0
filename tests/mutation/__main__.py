"""Changes the code in small ways, one at a time, and says which changes no test notices.

    uv run python -m tests.mutation                      every room, a sample of each
    uv run python -m tests.mutation record --sample 0    all changes to one room

The sample is the same each time. Files stay as they are. Changes that no test can notice (`equivalents`) are not
counted. Exit code 1 if the tests of a room notice less than nine in ten of the others.
"""

import argparse
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

from tests.mutation.equivalents import is_equivalent
from tests.mutation.isolated_pytest import Job, TestReach, noticed, reach
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.rooms import ROOMS, ROOT, Room

BAR = 0.9
"""The share of changes that the tests must notice."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("rooms", nargs="*", choices=[[], *ROOMS], metavar="ROOM", help=f"of {', '.join(ROOMS)}")
    parser.add_argument("--sample", type=int, default=100, help="changes per room (100); 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="another number takes another sample")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once (2)")
    parser.add_argument("--file", default="", help="only files whose path contains this")
    asked = parser.parse_args()
    shares = [
        _run(name, ROOMS[name], asked.sample, asked.seed, asked.jobs, asked.file) for name in asked.rooms or ROOMS
    ]
    return 0 if all(share >= BAR for share in shares) else 1


def _run(name: str, room: Room, sample: int, seed: int, jobs: int, only: str) -> float:
    began = time.monotonic()
    reached = reach(room)
    files = [path for path in room.files() if only in str(path)]
    every = [(path, each) for path in files for each in mutants(path.read_text("utf-8"), str(path))]
    some = random.Random(seed).sample(every, sample) if 0 < sample < len(every) else every  # noqa: S311 (a sample)
    some.sort(key=lambda each: (str(each[0]), each[1].line))
    argued = [each for each in some if is_equivalent(*each)]
    some = [each for each in some if each not in argued]
    asked = [_job(reached, *each) for each in some]
    # The check checked: as the code is, nothing may fail.
    asked = [*[replace(each, mutant=None) for each in asked if each.tests][:1], *asked]
    found = 0
    for job, was in noticed(asked, jobs):
        if job.mutant is None and was:
            raise SystemExit("The tests fail although nothing was changed.")
        found += was
        if job.mutant is not None and not was:
            what = _shortened(job.mutant.what)
            print(f"  {job.path.relative_to(ROOT)}:{job.mutant.line}: {what}", flush=True)
    share = found / max(1, len(some))
    print(
        f"{name}: {found} of {len(some)} noticed ({share:.1%}; {len(argued)} equivalent; {len(every)} in all; "
        f"{time.monotonic() - began:.0f} s)",
        flush=True,
    )
    return share


def _job(reached: TestReach, path: Path, mutant: Mutant) -> Job:
    tests = reached.tests(path, mutant.line)
    return Job(path, mutant, tests, 20.0 + 5.0 * sum(reached.seconds.get(each, 0.0) for each in tests))


def _shortened(what: str) -> str:
    line = " ".join(what.split())
    return line if len(line) <= 180 else f"{line[:90]} ... {line[-86:]}"


if __name__ == "__main__":
    sys.exit(main())
