"""A thousand happenings that are no rolls give none; a thousand rolls give their faces. By the real MicroPython.

`DIE_SEED` gives other ones than those that always run.
"""

import json
import os
from collections import Counter

import numpy as np
import pytest

from tests.firmware.traces.nonrolls import non_rolls
from tests.firmware.traces.rolls import rolls
from tests.firmware.traces.suite import judged, some_dice

pytestmark = pytest.mark.slow


COUNT = 1000
SEED = int(os.environ.get("DIE_SEED", "20261121"))


@pytest.fixture(scope="module")
def told(micropython, tmp_path_factory):
    """The traces with what the firmware said of each: real rolls, rolls that turned less than half over, non-rolls."""
    chance = np.random.default_rng(SEED)
    dice = some_dice(chance)
    real, timid = rolls(COUNT, dice, chance)
    nothing = non_rolls(COUNT, dice, chance)
    said = judged(real + timid + nothing, dice, chance, tmp_path_factory.mktemp("traces"), micropython)
    ends = len(real), len(real) + len(timid)
    return (
        list(zip(real, said[: ends[0]], strict=True)),
        list(zip(timid, said[ends[0] : ends[1]], strict=True)),
        list(zip(nothing, said[ends[1] :], strict=True)),
    )


def split(pairs):
    """How it went by kind of trace, for the report of a failure and for `pytest -rP`."""
    count = {}
    for trace, said in pairs:
        count.setdefault(trace.kind, Counter())[outcome(trace, said)] += 1
    return json.dumps({kind: dict(counts) for kind, counts in sorted(count.items())}, indent=1, ensure_ascii=False)


def outcome(trace, said):
    faces = [face for what, face, _ in said if what == "rolled"]
    if not faces:
        return "cocked" if any(what == "cocked" for what, *_ in said) else "no roll"
    return "right" if faces == [trace.face] else "wrong"


def test_what_is_no_roll_gives_none(told):
    _, _, nothing = told
    print(split(nothing))
    assert len(nothing) == COUNT
    assert [trace.kind for trace, said in nothing if any(what == "rolled" for what, *_ in said)] == []


def test_a_die_that_leans_ten_degrees_or_more_is_cocked(told):
    _, _, nothing = told
    leaning = [(trace, said) for trace, said in nothing if trace.kind.startswith("cocked")]
    assert len(leaning) > 50
    assert [said for trace, said in leaning if outcome(trace, said) != "cocked"] == []


def test_rolls_give_their_faces(told):
    real, timid, _ = told
    print(split(real), split(timid))
    assert Counter(outcome(trace, said) for trace, said in real) == {"right": COUNT}


def test_a_throw_is_told_once_and_begins_with_rolling(told):
    real, timid, _ = told
    for _, said in real + timid:
        whats = [what for what, *_ in said]
        assert whats.count("rolled") + whats.count("cocked") <= 1
        if "rolled" in whats:
            assert "rolling" in whats[: whats.index("rolled")]


def test_no_throw_shows_a_wrong_face_however_timid(told):
    _, timid, _ = told
    assert [trace.kind for trace, said in timid if outcome(trace, said) == "wrong"] == []
