"""Every line of the rules catalogue is named by a test, or listed with the reason why no program can check it."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.rules.rule_names import in_name, named_in_tests

HERE = Path(__file__).parent
IDS = (HERE / "ids.txt").read_text(encoding="utf-8").split()
NOT_CHECKABLE = tomllib.loads((HERE / "not_checkable.toml").read_text(encoding="utf-8"))["rules"]
CATALOGUE = HERE.parents[1].parent / "shared" / "rules" / "signum.md"


def test_every_rule_is_named_by_a_test_or_known_not_to_be_checkable():
    known = named_in_tests() | set(NOT_CHECKABLE)
    missing = [each for each in IDS if each not in known]
    assert not missing, f"{len(missing)} rules that no test names: {' '.join(missing)}"


def test_what_is_listed_as_not_checkable_is_a_rule_with_a_reason_and_no_test():
    assert set(NOT_CHECKABLE) <= set(IDS)
    assert all(len(reason) > 20 for reason in NOT_CHECKABLE.values())
    assert not set(NOT_CHECKABLE) & named_in_tests()
    assert len(NOT_CHECKABLE) < 20


def test_the_list_counts_what_the_catalogue_counts():
    kinds = {area: [each for each in IDS if each.startswith(f"S-{area}-")] for area in ("AB", "EX", "DIFF")}
    assert {area: len(found) for area, found in kinds.items()} == {"AB": 63, "EX": 39, "DIFF": 95}
    assert len(IDS) == len(set(IDS)) == 538 + 63 + 39 + 95


def test_the_list_is_the_catalogues():
    if not CATALOGUE.is_file():
        pytest.skip(f"the rules catalogue is not here: {CATALOGUE} does not exist")
    text = CATALOGUE.read_text(encoding="utf-8")
    rules = re.findall(r"^- \*\*(S-[A-Z]+-\d+)\*\*", text, re.MULTILINE)
    rows = re.findall(r"^\| (S-(?:AB|EX|DIFF)-\d+) ", text, re.MULTILINE)
    assert rules + rows == IDS


def test_names_of_tests_name_rules():
    assert list(in_name("test_s_back_08_to_10_faces")) == ["S-BACK-08", "S-BACK-09", "S-BACK-10"]
    assert list(in_name("test_s_var_15_16_and_22_sides")) == ["S-VAR-15", "S-VAR-16", "S-VAR-22"]
    assert list(in_name("test_s_terrain_44_and_ab_09_the_die")) == ["S-TERRAIN-44", "S-AB-09"]
    assert list(in_name("test_the_turns_80_mm")) == []
