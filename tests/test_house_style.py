"""Limits that no linter keeps: files and functions stay small enough to be read in one go."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    file
    for room in ("companion", "vision", "hardware", "firmware", "scripts", "tests")
    for file in sorted((ROOT / room).rglob("*.py"))
]
LONGEST_FILE = 500
LONGEST_FUNCTION = 60


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_files_and_functions_are_short(file):
    text = file.read_text(encoding="utf-8")
    long = [
        f"{node.name}: {length} lines"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := node.end_lineno - node.lineno + 1) > LONGEST_FUNCTION
    ]
    assert text.count("\n") <= LONGEST_FILE
    assert long == []
