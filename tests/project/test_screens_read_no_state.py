"""Pages and screens are made from sheets: no module or template of theirs looks into a game's state."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2] / "companion"
ROOMS = ("phones", "tablet")
STATES = ("state", "shown")
BEARERS = ("match", "record", "teller", "moment", "moments", "line", "roll", "measured", "film", "reel")
"""What has a state of a game; widgets, dice and models have states of other kinds."""
PARTS = ("game", "speech", "sheets", "board", "tally", "teller")
"""Of a game: a state may be handed to them, and what they answer is shown."""
HANDED_ON = ("Teller", "GameSummary")
"""What keeps a state for them."""


def bearer(node: ast.expr) -> str:
    """The last name of what an attribute is asked of, without what marks it as a module's own."""
    if isinstance(node, ast.Subscript):
        return bearer(node.value)
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name.lstrip("_")


def takes_states(function: ast.expr) -> bool:
    """Whether what is called is a game's to answer."""
    of_a_part = isinstance(function, ast.Attribute) and bearer(function.value) in PARTS
    return of_a_part or bearer(function) in HANDED_ON


def looks(tree: ast.AST) -> Iterator[int]:
    """Lines in which a state is looked at."""
    handed = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and takes_states(node.func)
        for argument in node.args
    }
    for node in ast.walk(tree):
        looked_at = isinstance(node, ast.Attribute) and node.attr in STATES and id(node) not in handed
        if looked_at and bearer(node.value) in BEARERS:
            yield node.lineno


@pytest.mark.parametrize(
    "code", ["match.shown.turn", "x = self._match.shown", "film.moments[-1].state.outcome", "mine(record.state)"]
)
def test_looking_into_a_state_is_found(code):
    assert list(looks(ast.parse(code))) == [1]


@pytest.mark.parametrize(
    "code",
    ["Teller(game, line.state, language)", "teller.at(roll.state)", "key.state = UP", "tally.turn(moment.state)"],
)
def test_handing_a_state_on_is_none(code):
    assert not list(looks(ast.parse(code)))


def test_no_page_and_no_screen_looks_into_a_state():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for line in looks(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_no_template_looks_into_a_state():
    templates = sorted((ROOT / "phones" / "templates").glob("*.html"))
    assert len(templates) > 5
    assert not [path.name for path in templates if ".state" in (text := path.read_text("utf-8")) or ".shown" in text]
