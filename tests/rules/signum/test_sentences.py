"""Every refusal of the rules has a sentence that says what would be legal, in every language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.signum import game
from companion.games.signum.own_texts import TEXTS
from companion.texts import Language

pytestmark = pytest.mark.slow

SOURCES = sorted(Path(game.__file__).parent.rglob("*.py"))
ASKING = frozenset({"refuse", "require", "require_verdict", "RuleViolation", "_require"})


def keys_in(tree: ast.AST) -> Iterator[str]:
    """Keys of sentences: what refusing calls name, and what stands beside a rule's id in a fault."""
    for node in ast.walk(tree):
        words: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            words = node.args if name in ASKING else []
        elif isinstance(node, ast.Tuple) and len(node.elts) == 3:
            first = node.elts[0]
            rule = isinstance(first, ast.Constant) and str(first.value).startswith("S-")
            words = node.elts[1:2] if rule else []
        for word in words:
            if isinstance(word, ast.Constant) and isinstance(word.value, str) and re.fullmatch(r"[a-z_]+", word.value):
                yield word.value


@pytest.mark.parametrize("language", Language)
def test_every_refusal_has_its_sentence(language):
    known = {key.removeprefix("rules.") for key in TEXTS.all(language) if key.startswith("rules.")}
    named = {key for path in SOURCES for key in keys_in(ast.parse(path.read_text(encoding="utf-8")))}
    assert len(named) > 100
    assert not sorted(named - known)
