"""Every rule of a catalogue stands in the register: proved by a test, argued, or known to be open."""

import pytest

from tests.rules.register.code import place_of
from tests.rules.register.fill import catalogue
from tests.rules.register.rows import ROOT, games, read
from tests.rules.rule_names import in_name, named_in


@pytest.mark.parametrize("game", games())
def test_every_rule_stands_once_in_the_register(game):
    register, ids = read(game), catalogue(game)
    assert len(ids) == len(set(ids))
    assert register.ids == set(ids)
    tables = (register.proved, register.reached, register.argued, register.open)
    assert len(register.ids) == sum(len(table) for table in tables)
    assert all(len(reason) > 15 for reason in (*register.argued.values(), *register.open.values()))


@pytest.mark.parametrize("game", games())
def test_every_row_names_a_test_and_a_change_that_are_there(game):
    gone = []
    texts: dict[str, str] = {}
    for rule, row in read(game).rows.items():
        file, function = row.test.split("::", 1)
        if file not in texts:
            path = ROOT / file
            texts[file] = path.read_text(encoding="utf-8") if path.is_file() else ""
        name = function.split("::")[-1].partition("[")[0]
        if f"def {name}(" not in texts[file] or place_of(row.file, row.where, row.change, row.nth) is None:
            gone.append(rule)
    assert not gone, f"`python -m tests.rules.register {game} RULE --fill` finds new rows for: {' '.join(gone)}"


def test_names_of_tests_name_rules():
    assert list(in_name("test_s_back_08_to_10_faces")) == ["S-BACK-08", "S-BACK-09", "S-BACK-10"]
    assert list(in_name("test_s_var_15_16_and_22_sides")) == ["S-VAR-15", "S-VAR-16", "S-VAR-22"]
    assert list(in_name("test_s_terrain_44_and_ab_09_the_die")) == ["S-TERRAIN-44", "S-AB-09"]
    assert list(in_name("test_the_turns_80_mm")) == []
    assert named_in("W-SC4-01, W-SC4-03 to -05") == {"W-SC4-01", "W-SC4-03", "W-SC4-04", "W-SC4-05"}
    assert named_in("S-BACK-08 to -10, S-END-01, -03") == {
        "S-BACK-08",
        "S-BACK-09",
        "S-BACK-10",
        "S-END-01",
        "S-END-03",
    }
