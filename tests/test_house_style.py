"""Limits that no linter keeps: small files and functions, and docstrings that stand on their own."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("companion", "vision", "hardware", "firmware", "scripts", "tests")
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
PLAIN_ROOMS = ("companion", "vision", "hardware", "firmware", "scripts")
LEANS_ON_ANOTHER = re.compile(r"Likewise\b|The same\b|And\b")
GONE = re.compile(r"(^|_)(wish|wishes|wished|desk|evening|stir|stirs|stirred)(_|$)")
"""Words that stood for an intent, the command gateway, a session and a notification: one thing has one name."""
MAY_BE_GONE = re.compile(r"wish|desk|evening|stir", re.IGNORECASE)
"""What a file says that could have such a word in a name."""
NOUNS = frozenset(
    {"Building", "Drawing", "Pairing", "Preprocessing", "Rating", "Recording", "Ring", "Ruling", "Sampling", "Shading"}
)
"""Words in -ing that are things, or terms of the field."""
RECORDED = frozenset({"Command", "Event"})
"""Bases of classes whose names are the tags by which records keep them; they never change."""
GERUND = re.compile(r"_?[A-Z][a-z]*ing(Up|Out|Off|On)?")
SUPERLATIVE = re.compile(r"_?(MOST|LEAST)_")
NOTE_WITHOUT_WORDS = re.compile(r"^\s+[\w, ]+:\s+Likewise\.?\s*$", re.MULTILINE)


def blocks(block):
    """A module or a statement with all statements below it; not their expressions, which `ast.walk` visits, too."""
    yield block
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(block, part, None) or ():
            yield from blocks(node)


@dataclass(frozen=True)
class Facts:
    """What a file says that the rules below look at.

    Attributes:
        lines: How many.
        functions: Name and lines of each.
        prose: Line and text of each docstring, those of constants too.
        classes: Line, name and bases of those that are not within anything.
    """

    lines: int
    functions: tuple[tuple[str, int], ...]
    prose: tuple[tuple[int, str], ...]
    classes: tuple[tuple[int, str, frozenset[str]], ...]


@cache
def facts_of(file):
    """Reads a file once for all rules: to parse all files takes seconds, and what is parsed is large."""
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    functions, prose = [], []
    for node in blocks(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((node.name, node.end_lineno - node.lineno + 1))
        said = [each for each in getattr(node, "body", None) or () if isinstance(each, ast.Expr)]
        strings = [each for each in said if isinstance(getattr(each.value, "value", None), str)]
        prose += [(each.lineno, each.value.value) for each in strings if isinstance(each.value, ast.Constant)]
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    bases = [frozenset(base.id for base in each.bases if isinstance(base, ast.Name)) for each in classes]
    named = tuple((each.lineno, each.name, of) for each, of in zip(classes, bases, strict=True))
    return Facts(text.count("\n"), tuple(functions), tuple(prose), named)


def test_files_and_functions_are_short():
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    assert len(files) > 500, "the rooms were not found"
    assert [fault for file in files for fault in faults_of(file)] == []


def faults_of(file):
    facts, name = facts_of(file), file.relative_to(ROOT)
    if facts.lines > LONGEST_FILE:
        yield f"{name}: {facts.lines} lines"
    for function, length in facts.functions:
        if length > LONGEST_FUNCTION:
            yield f"{name}: {function} has {length} lines"


def test_what_is_too_long_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    long = tmp_path / "long.py"
    long.write_text("def f():\n" + "    pass\n" * LONGEST_FUNCTION + "\n" * LONGEST_FILE, encoding="utf-8")
    assert list(faults_of(long)) == ["long.py: 561 lines", "long.py: f has 61 lines"]


def test_docstrings_stand_on_their_own():
    files = [file for room in PLAIN_ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    assert len(files) > 700, "the rooms were not found"
    assert [fault for file in files for fault in prose_faults_of(file)] == []


def prose_faults_of(file):
    """Docstrings, those of constants too, that begin in mid-thought, and notes that only say "Likewise."."""
    name = file.relative_to(ROOT)
    for line, said in facts_of(file).prose:
        if not (said.strip()[:1].isupper() or said.startswith("`")) or LEANS_ON_ANOTHER.match(said.strip()):
            yield f"{name}:{line}: begins {said.strip()[:20]!r}"
        if NOTE_WITHOUT_WORDS.search(said):
            yield f"{name}:{line}: a note is only 'Likewise.'"


def test_a_docstring_that_leans_on_another_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    beginnings = ("… and more.", "a point.", "Likewise for y.", "The same.", "And so on.", "(n, 2) points.")
    good = (
        'class Point:\n    """A point.\n\n    Attributes:\n        y: Likewise.\n    """\nSIZE = 1\n"""Edge in mm."""\n'
    )
    bad = "".join(f'def f{n}():\n    """{said}"""\nC{n} = 1\n"""{said}"""\n' for n, said in enumerate(beginnings))
    (tmp_path / "bad.py").write_text(f'"""Fine."""\n{good}{bad}', encoding="utf-8")
    found = list(prose_faults_of(tmp_path / "bad.py"))
    assert sum("only 'Likewise.'" in fault for fault in found) == 1
    assert sum("begins" in fault for fault in found) == 2 * len(beginnings)
    assert len(found) == 1 + 2 * len(beginnings)


def test_one_thing_has_one_name_from_screen_to_rules():
    files = sorted((ROOT / "companion").rglob("*.py"))
    assert len(files) > 400, "the room was not found"
    assert [fault for file in files for fault in old_names_in(file)] == []


def old_names_in(file):
    """Names of files, classes, functions, arguments and attributes that stand for what has another name now."""
    name, text = file.relative_to(ROOT), file.read_text(encoding="utf-8")
    names = [(1, file.stem)]
    for node in ast.walk(ast.parse(text)) if MAY_BE_GONE.search(text) else ():
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.append((node.lineno, node.name))
        elif isinstance(node, ast.arg):
            names.append((node.lineno, node.arg))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.append((node.lineno, node.attr))
    for line, each in names:
        if GONE.search(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", each).lower()):
            yield f"{name}:{line}: {each}"


def test_an_old_name_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "phone_wish.py").write_text(
        "class OpenDesk:\n    def f(self, wish):\n        self._stir = wish\n", encoding="utf-8"
    )
    told = [
        "phone_wish.py:1: phone_wish",
        "phone_wish.py:1: OpenDesk",
        "phone_wish.py:2: wish",
        "phone_wish.py:3: _stir",
    ]
    assert sorted(old_names_in(tmp_path / "phone_wish.py")) == sorted(told)


def test_limits_are_maxima_and_minima():
    files = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
    assert len(files) > 500, "the rooms were not found"
    assert [fault for file in files for fault in superlatives_in(file)] == []


def superlatives_in(file):
    """Constants that are named MOST or LEAST, where the usual words are MAX and MIN."""
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "MOST_" in text or "LEAST_" in text else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and SUPERLATIVE.match(node.id):
            yield f"{file.relative_to(ROOT)}:{node.lineno}: {node.id}"


def test_a_superlative_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "limits.py").write_text(
        "MOST_LINES = 3\n_LEAST_MM, MAX_MM = 1, 2\nAT_LEAST: int = 3\n", encoding="utf-8"
    )
    assert list(superlatives_in(tmp_path / "limits.py")) == ["limits.py:1: MOST_LINES", "limits.py:2: _LEAST_MM"]


def test_a_class_has_one_name_in_its_room_and_is_a_thing():
    tops = [ROOT / top for top in ("companion", "vision", "hardware")]
    rooms = [each for top in tops for each in sorted(top.iterdir()) if (each / "__init__.py").exists()]
    games = [path.parent for path in sorted((ROOT / "companion" / "games").glob("*/game.py"))]
    assert len(rooms) > 20, "the rooms were not found"
    assert len(games) > 1, "the games were not found"
    assert [fault for room in (*rooms, *games, ROOT / "tests") for fault in class_faults_in(room)] == []


def class_faults_in(room):
    """Classes of one room with the same name, and those that are called after something that is being done.

    Each game is a room of its own: two games may both have a `State`.
    """
    known = {}
    games = {path.parent for path in room.glob("*/game.py")}
    for file in sorted(room.rglob("*.py")):
        if games & set(file.parents):
            continue
        for line, name, bases in facts_of(file).classes:
            where = f"{file.relative_to(ROOT)}:{line}: {name}"
            if name in known:
                yield f"{where} is also in {known[name]}"
            known[name] = file.relative_to(ROOT)
            if GERUND.fullmatch(name) and name.lstrip("_") not in NOUNS and not bases & RECORDED:
                yield f"{where} is no thing"


def test_a_name_twice_and_a_gerund_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "room" / "inner").mkdir(parents=True)
    (tmp_path / "room" / "one.py").write_text(
        "class Notice: ...\nclass Keeping(Command): ...\nclass Drawing: ...\n", encoding="utf-8"
    )
    (tmp_path / "room" / "inner" / "two.py").write_text(
        "class Notice: ...\nclass _Waiting: ...\nclass SettingUp: ...\nclass TableBinding: ...\n", encoding="utf-8"
    )
    assert list(class_faults_in(tmp_path / "room")) == [
        "room/inner/two.py:2: _Waiting is no thing",
        "room/inner/two.py:3: SettingUp is no thing",
        "room/one.py:1: Notice is also in room/inner/two.py",
    ]
