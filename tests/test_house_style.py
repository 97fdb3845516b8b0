"""Limits that no linter keeps: files and functions stay small enough to be read in one go."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("companion", "vision", "hardware", "firmware", "scripts", "tests")
LONGEST_FILE = 500
LONGEST_FUNCTION = 60


def test_files_and_functions_are_short():
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    assert len(files) > 500, "the rooms were not found"
    assert [fault for file in files for fault in faults_of(file)] == []


def faults_of(file):
    text, name = file.read_text(encoding="utf-8"), file.relative_to(ROOT)
    lines = text.count("\n")
    if lines > LONGEST_FILE:
        yield f"{name}: {lines} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = node.end_lineno - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f"{name}: {node.name} has {length} lines"


def test_what_is_too_long_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    long = tmp_path / "long.py"
    long.write_text("def f():\n" + "    pass\n" * LONGEST_FUNCTION + "\n" * LONGEST_FILE, encoding="utf-8")
    assert list(faults_of(long)) == ["long.py: 561 lines", "long.py: f has 61 lines"]
