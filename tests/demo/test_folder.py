"""A demo takes nothing out of a folder but what a demo made there."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.demo.folder import MARK, clear
from companion.referee.errors import SetupError


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@pytest.mark.parametrize(
    "mine", ["demo.signum", "demo.signum.backup", "match.html", "demo.gif", "01-placed-en.png", "x"]
)
def test_a_folder_with_something_of_somebodys_is_refused_and_stays(tmp_path: Path, mine: str) -> None:
    (tmp_path / mine).write_text("mine", encoding="utf-8")
    with pytest.raises(SetupError, match="name a new folder"):
        clear(tmp_path)
    assert names(tmp_path) == {mine}
    assert (tmp_path / mine).read_text(encoding="utf-8") == "mine"


def test_the_command_says_so_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "demo.signum").write_text("mine", encoding="utf-8")
    assert main(["demo", "--headless", "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert names(tmp_path) == {"demo.signum"}


def test_a_new_or_an_empty_folder_is_marked(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "new" / "deep"):
        clear(folder)
        assert names(folder) - {"new"} == {MARK}


def test_what_an_earlier_demo_made_goes_and_all_else_stays(tmp_path: Path) -> None:
    clear(tmp_path)
    made = {"demo.signum", "demo.signum.dice", "demo.signum.dice.head", "demo.signum-wal"}
    made |= {"match.html", "demo.gif", "03-melee-uk.png"}
    mine = {"demo.signum.backup", "my demo.signum", "holiday.png", "notes.html", "demo.signum.models.txt"}
    for name in made | mine:
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "demo.signum.table").mkdir()
    clear(tmp_path)
    assert names(tmp_path) == mine | {MARK, "demo.signum.table"}


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="cannot be written"):
        clear(tmp_path / "file" / "folder")
