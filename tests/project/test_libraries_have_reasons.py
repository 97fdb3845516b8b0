"""Each library that the program needs stands in the decision about libraries, with its reason; no other does."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_each_library_has_a_reason():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.match(r"[\w-]+", each).group() for each in project["dependencies"]}
    told = (ROOT / "docs" / "decisions" / "0002-libraries.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in told.splitlines() if line.startswith("| ")
    ]
    assert {name for name, *_ in rows[2:]} == needed
    assert all(len(cells) == 3 and all(cells) for cells in rows[2:])
