"""Files that take long are begun first, and a run says which have become slow; nothing fails by it."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests import file_times

TIMES = {"tests/a.py": (2.0, 1.0), "tests/b.py": (60.0, 20.0), "tests/c.py": (5.0, 5.0)}


def order(*ids):
    items = [SimpleNamespace(nodeid=each) for each in ids]
    file_times.longest_first(items, TIMES)
    return [item.nodeid for item in items]


def test_long_files_come_first_and_new_ones_before_them():
    ids = ("tests/a.py::one", "tests/new.py::one", "tests/c.py::two", "tests/c.py::one", "tests/b.py::one")
    assert order(*ids) == [ids[1], ids[4], ids[2], ids[3], ids[0]]


def test_each_file_stays_whole_where_two_take_the_same():
    assert order("tests/y.py::one", "tests/x.py::one", "tests/y.py::two") == [
        "tests/x.py::one",
        "tests/y.py::one",
        "tests/y.py::two",
    ]


def test_a_run_says_what_took_longest_and_what_has_become_slow():
    taken = {
        "tests/a.py": (9.0, 6.6),
        "tests/b.py": (90.0, 34.9),
        "tests/c.py": (12.0, 12.4),
        "tests/new.py": (9.0, 5.1),
    }
    assert list(file_times.told(taken, TIMES)) == [
        "   120 s,     59 s of a processor: all files",
        "  90.0 s,   34.9 s of a processor: tests/b.py",
        "  12.0 s,   12.4 s of a processor: tests/c.py",
        "   9.0 s,    6.6 s of a processor: tests/a.py",
        "   9.0 s,    5.1 s of a processor: tests/new.py",
        "has become slow: tests/a.py takes 6.6 s of a processor, and took 1.0 s",
        "has become slow: tests/new.py takes 5.1 s of a processor, and took 0.0 s",
    ]


def test_what_is_kept_is_read_again_without_files_that_are_gone(tmp_path, monkeypatch):
    kept = tmp_path / "file_times.json"
    monkeypatch.setattr(file_times, "KEPT", kept)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.py").touch()
    (tmp_path / "tests" / "b.py").touch()
    kept.write_text(file_times.written(TIMES, tmp_path), encoding="utf-8")
    assert file_times.kept() == {name: TIMES[name] for name in ("tests/a.py", "tests/b.py")}


@pytest.mark.slow
@pytest.mark.parametrize("ended", [False, True], ids=["that still runs", "that has ended"])
def test_work_of_a_program_counts(ended):
    before_s = file_times.processor_s()
    work = "import sys, time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\nsys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        program.stdout.readline()
        if ended:
            program.communicate()
        worked_s = file_times.processor_s() - before_s
    assert worked_s >= 0.45
