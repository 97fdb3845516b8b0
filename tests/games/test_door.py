"""No room knows a single game; the import contract says so of Signum, and this of every folder of a game."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = "companion.games."


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def knows_a_game(path: Path) -> bool:
    parts = (name.removeprefix(GAMES).partition(".")[0] for name in imported(path) if name.startswith(GAMES))
    return any((ROOT / "companion" / "games" / part / "game.py").exists() for part in parts)


def test_no_room_knows_a_game():
    rooms = [path for path in (ROOT / "companion").rglob("*.py") if "games" not in path.relative_to(ROOT).parts]
    assert len(rooms) > 200, "the rooms were not found"
    assert not [str(path.relative_to(ROOT)) for path in rooms if knows_a_game(path)]


def test_what_games_share_knows_none_of_them():
    games = {path.parent for path in (ROOT / "companion" / "games").glob("*/game.py")}
    shared = [path for path in (ROOT / "companion" / "games").rglob("*.py") if not games & set(path.parents)]
    assert len(games) == 3
    assert len(shared) > 20, "what games share was not found"
    assert not [path.name for path in shared if knows_a_game(path)]
