"""What is typed and said of the scale of prints."""

import pytest

from companion.printing.scale import prints_of
from companion.tablet.data.print_words import ALL, TypedLine, keep_line, length_mm, scale_line, what_it_buys
from companion.texts import Language
from tests.plain_spaces import spaced
from vision.table import UNMEASURED, PrintScale
from vision.table_file import read_table


def typed(letters, line=None):
    line = line or TypedLine()
    for letter in letters:
        line = line.put(letter)
    return line


def test_two_lengths_are_typed_one_after_the_other():
    line = typed("97.3", typed("97.x".replace("x", "5")).at(along=True))

    assert (line.across, line.along) == ("97.5", "97.3")
    assert (line.ruler().across_mm, line.ruler().along_mm) == (97.5, 97.3)


def test_a_line_begins_anew_when_it_is_gone_to_and_a_letter_is_rubbed_out():
    line = typed("100").at(along=False)

    assert line.put("9").across == "9"
    assert typed("97.").rubbed_out().across == "97"
    assert typed("9.7.").across == "9.7"
    assert typed("123456789").across == "123456"


@pytest.mark.parametrize("wrong", ["", ".", "80", "125.1", "1000"])
def test_what_no_line_of_100_mm_measures_is_refused(wrong):
    assert length_mm(wrong) is None
    assert typed(wrong, TypedLine(along="100")).ruler() is None


def test_the_answer_for_standard_sheets_has_a_file_of_its_own(tmp_path):
    table = tmp_path / "new" / "table.toml"

    keep_line(table, "signum", "bases", typed("97", TypedLine(along="98")).ruler())
    keep_line(table, "signum", "mat", typed("99", TypedLine(along="100")).ruler())

    prints = prints_of(table)
    assert (prints.bases, prints.mat) == (PrintScale(97.0, 98.0), PrintScale(99.0, 100.0))
    assert prints.terrain == UNMEASURED.terrain
    assert read_table(table).bases

    keep_line(table, "signum", ALL, typed("99.5", TypedLine(along="99.5")).ruler())
    assert prints_of(table).terrain == PrintScale(99.5, 99.5)


def test_what_one_look_at_the_line_buys_is_said_until_it_was_measured():
    line = PrintScale(97.0, 97.4)
    measured = type(UNMEASURED)(line, line, line)

    assert "± 18.0 mm" in spaced(what_it_buys(Language.ENGLISH, UNMEASURED))
    assert "to ± 1.2 mm" in spaced(what_it_buys(Language.ENGLISH, UNMEASURED))
    assert "± 1.2 mm" in spaced(what_it_buys(Language.ENGLISH, measured))
    assert "97.0 mm across, 97.4 mm along" in spaced(scale_line(Language.ENGLISH, measured))
    assert "97,0" in scale_line(Language.RUSSIAN, measured)


def test_a_file_that_is_no_table_says_nothing_of_its_print(tmp_path):
    (tmp_path / "table.toml").write_text("x", encoding="utf-8")

    assert prints_of(tmp_path / "table.toml") is None
    assert prints_of(None) == UNMEASURED
