"""The changes that a mutation run makes: each is small, alone, and the one that it says it is."""

import ast
from pathlib import Path

from tests.mutation.equivalents import equivalents, identity
from tests.mutation.isolated_pytest import Job, noticed
from tests.mutation.mutants import changes, mutants
from tests.mutation.rooms import ROOT

SOURCE = '''
def settled(waited_s: float | None, needed_s: float = 0.5, *, still: bool = True) -> bool:
    """Whether it rests."""
    if waited_s is None:
        raise ValueError("how long?")
    return still and min(abs(waited_s), 9.0) >= needed_s
'''


def test_each_change_is_the_one_it_says_and_leaves_the_others_out():
    found = mutants(SOURCE, "settled.py")
    by_name = {each.what: each for each in found}
    assert set(by_name) == {
        "0.5  ->  0.75",
        "True  ->  False",
        "waited_s is None  ->  waited_s is not None",
        "raise ValueError('how long?')  ->  pass",
        "return still and min(abs(waited_s), 9.0) >= needed_s  ->  return None",
        "still and min(abs(waited_s), 9.0) >= needed_s  ->  still or min(abs(waited_s), 9.0) >= needed_s",
        "still and min(abs(waited_s), 9.0) >= needed_s  ->  still",
        "still and min(abs(waited_s), 9.0) >= needed_s  ->  min(abs(waited_s), 9.0) >= needed_s",
        "min(abs(waited_s), 9.0) >= needed_s  ->  min(abs(waited_s), 9.0) > needed_s",
        "min(abs(waited_s), 9.0)  ->  max(abs(waited_s), 9.0)",
        "min(abs(waited_s), 9.0)  ->  abs(waited_s)",
        "min(abs(waited_s), 9.0)  ->  9.0",
        "abs(waited_s)  ->  waited_s",
        "9.0  ->  13.5",
    }
    assert [each.line for each in found] == sorted(each.line for each in found)

    def changed(what: str):
        names: dict = {}
        exec(by_name[what].code, names)  # noqa: S102 (the source above)
        return names["settled"]

    above = changed("min(abs(waited_s), 9.0) >= needed_s  ->  min(abs(waited_s), 9.0) > needed_s")
    assert (above(0.5), above(0.6)) == (False, True)
    signed = changed("abs(waited_s)  ->  waited_s")
    assert (signed(0.5), signed(-0.5)) == (True, False)
    longer = changed("0.5  ->  0.75")
    assert (longer(0.5), longer(0.75), longer(-0.75)) == (False, True, True)


def test_what_a_handler_and_a_with_statement_hold_is_changed_too():
    source = (
        "def number(text):\n"
        "    try:\n"
        "        with limited(20, within=30):\n"
        "            check(text)\n"
        "    except ValueError:\n"
        "        tell(text)\n"
        "        raise TextError\n"
        "    return text\n"
    )
    assert {(each.line, each.what) for each in mutants(source, "number.py")} == {
        (3, "20  ->  21"),
        (3, "30  ->  31"),
        (4, "check(text)  ->  pass"),
        (6, "tell(text)  ->  pass"),
        (7, "raise TextError  ->  pass"),
        (8, "return text  ->  return None"),
    }


def test_each_equivalent_is_a_change_that_is_made_and_has_its_reason():
    listed = equivalents()
    for path in {path for path, _, _ in listed}:
        made = {identity(ROOT / path, each) for each in changes(ast.parse((ROOT / path).read_text("utf-8")))}
        assert {each for each in listed if each[0] == path} <= made, path
    assert all(listed.values())


def test_a_change_that_no_test_reaches_is_not_noticed():
    job = Job(Path("nowhere.py"), None, (), 1.0)
    assert list(noticed([job], 1)) == [(job, False)]
