"""The simulated tables that our pages name are there."""

import re
from pathlib import Path

import pytest

from vision.simulation import simulated_names

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NAMED = re.compile(r"\bsim:([a-z]+)")


def test_every_simulated_table_that_is_named_exists():
    named = {name: page.name for page in PAGES for name in NAMED.findall(page.read_text(encoding="utf-8"))}
    assert {name: page for name, page in named.items() if name not in simulated_names()} == {}


@pytest.mark.parametrize("name", ["board", "askew"])
def test_the_page_of_boards_names_the_tables_with_a_board(name):
    assert name in NAMED.findall((ROOT / "docs" / "boards.md").read_text(encoding="utf-8"))
