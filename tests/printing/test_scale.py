"""What the printed line measures goes into the table file, and from there into every deviation."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli.entry_point import main
from companion.printing.errors import PrintingError
from companion.printing.scale import KnownThing, Ruler, keep_check, keep_scale
from vision.simulation import simulated_table
from vision.table import UNMEASURED, PrintScale
from vision.table_file import format_table, read_table


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(format_table(replace(simulated_table("still").layout, prints=UNMEASURED)), encoding="utf-8")
    return path


def test_the_answer_is_kept_for_the_sheets_that_were_measured(table: Path, capsys: pytest.CaptureFixture[str]):
    before = read_table(table)

    assert main(["scale", "--table", str(table), "--sheet", "mat", "--across-mm", "99.4", "--along-mm", "99.8"]) == 0

    after = read_table(table)
    assert after == replace(before, prints=replace(UNMEASURED, mat=PrintScale(99.4, 99.8)))
    assert "± 1.2 mm" in capsys.readouterr().out


def test_a_longer_length_tells_the_scale_better(table: Path):
    assert main(["scale", "--table", str(table), "--across-mm", "594", "--length-mm", "600", "--no-laid"]) == 0

    prints = read_table(table).prints
    assert prints.mat == prints.bases == prints.terrain
    assert prints.mat.across_mm == pytest.approx(99.0)
    assert prints.mat.sigma_mm < 0.1


def test_a_length_that_no_print_has_is_refused_and_nothing_is_written(table: Path, capsys: pytest.CaptureFixture[str]):
    before = table.read_text(encoding="utf-8")

    assert main(["scale", "--table", str(table), "--across-mm", "10.2"]) == 2

    assert table.read_text(encoding="utf-8") == before
    assert "measure again" in capsys.readouterr().err


def test_a_known_thing_counts_where_nobody_measured_the_line(table):
    before = read_table(table)

    prints = keep_check(table, KnownThing(85.6, 85.6 / 0.97, 0.3))

    assert prints.check.line_mm == pytest.approx(97.0)
    assert (prints.mat.across_mm, prints.mat.along_mm) == pytest.approx((97.0, 97.0))
    assert prints.mat.sigma_mm == pytest.approx(0.3 / 85.6 * 100.0)
    assert not prints.contradicted
    assert read_table(table) == replace(before, prints=prints)


def test_a_known_thing_that_tells_another_scale_than_the_line_is_told(table):
    keep_scale(table, ("mat",), Ruler(100.0, 100.0))

    assert not keep_check(table, KnownThing(297.0, 297.9, 0.6)).contradicted
    assert keep_check(table, KnownThing(297.0, 306.2, 0.6)).contradicted
    assert read_table(table).prints.mat == PrintScale(100.0, 100.0)
    # The camera measures by the line that the file has: what agrees with it is no contradiction.
    keep_scale(table, ("mat",), Ruler(97.0, 97.0))
    assert not read_table(table).prints.contradicted


def test_another_thing_than_the_one_named_is_refused(table):
    with pytest.raises(PrintingError, match="touch both ends"):
        keep_check(table, KnownThing(85.6, 53.98, 0.3))
