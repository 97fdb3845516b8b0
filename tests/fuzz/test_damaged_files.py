"""Damaged files of eleven formats go through the real command line: an answer, or one clear sentence.

`FUZZ_MUTATIONS=300 uv run pytest tests/fuzz` tries 300 of each; `FUZZ_FIRST` begins with another number. What fails is
kept in the test's folder, named in the message.
"""

import os
import shutil
from random import Random

import pytest

from tests.fuzz.command_run import zygote
from tests.fuzz.formats import formats

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are forked and limited as Unix does it")

MUTATIONS = int(os.environ.get("FUZZ_MUTATIONS", "6"))
FIRST = int(os.environ.get("FUZZ_FIRST", "0"))
NAMES = ("pack", "deck", "table", "camera", "scene", "script", "record", "recording", "png", "jpeg", "video")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def known(folder):
    return formats(folder)


@pytest.fixture(scope="module")
def started(folder):
    with zygote(folder) as process:
        yield process


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", NAMES)
def test_damage_is_answered_or_refused_in_a_sentence(name, known, started, folder):
    found, runs = [], []
    for number in range(FIRST, FIRST + MUTATIONS):
        run, file = _tried(known[name], number, started, folder)
        runs.append(run)
        faults = list(run.faults())
        if faults:
            kept = folder / f"kept-{name}-{number}{known[name].ending}"
            shutil.copy(file, kept)
            found.append(f"{kept}: {' '.join(run.words)}: {'; '.join(faults)}")
    print(figures(name, runs))
    assert not found, "\n".join(found)


def figures(name, runs):
    """What a reader wants of many runs, in a line; `pytest -rP` shows it."""
    codes = {code: sum(run.code == code for run in runs) for code in sorted({run.code for run in runs})}
    slowest, largest = max(runs, key=lambda run: run.processor_s), max(runs, key=lambda run: run.megabytes)
    return (
        f"{name}: {len(runs)} runs, exit codes {codes}, at most {slowest.processor_s:.1f} s of processor"
        f" and {largest.megabytes:.0f} MB"
    )


def _tried(kind, number, started, folder):
    chance = Random(f"{kind.name} {number}")  # noqa: S311  # the same damage every time
    data = kind.damaged(chance, chance.choice(kind.seeds))
    out = folder / "runs"
    shutil.rmtree(out, ignore_errors=True)
    (out / "out").mkdir(parents=True)
    file, copied = out / f"damaged{kind.ending}", folder / f"damaged{kind.ending}"
    file.write_bytes(data)
    copied.write_bytes(data)
    return started.run(kind.words(file, out / "out", number)), copied
