"""Draws the rooms and who imports whom, from the imports themselves, as `docs/architecture.svg`.

An arrow that a longer way implies is left out, so that the layers can be seen.

With `--check` nothing is written; the exit code is 1 if the picture is not the one the imports give today.
"""

import sys
from html import escape
from pathlib import Path

import grimp

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "architecture.svg"
# Rows from what people touch down to what depends on nothing, with gaps for arrows to pass; a room that is not listed
# is an error.
ROWS = (
    ("companion.cli",),
    ("companion.demo", "", ""),
    ("companion.session", "", ""),
    ("companion.league", "", ""),
    ("companion.phones", "companion.tablet", ""),
    ("companion.referee", "", "companion.printing"),
    ("companion.presentation", "", ""),
    ("companion.record", "", "companion.diagnostics", "", "vision", "hardware"),
    ("", "companion.games", ""),
    ("companion.geometry", "companion.cards", ""),
    ("companion.texts", "companion.documents", ""),
)
BOX_W, BOX_H, GAP_X, GAP_Y, EDGE = 178, 54, 34, 62, 24


def main() -> int:
    """Writes the picture, or compares it with `--check`."""
    picture = draw(room_imports())
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(picture, encoding="utf-8")
        print(f"import diagram: wrote {PICTURE.name}")
        return 0
    if not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture:
        print("import diagram: docs/architecture.svg is not what the imports give; run `make docs`")
        return 1
    print("import diagram: current")
    return 0


def room_imports() -> dict[str, tuple[str, ...]]:
    """For each room the rooms it imports, directly."""
    rooms = [room for row in ROWS for room in row if room]
    graph = grimp.build_graph("companion", "vision", "hardware", cache_dir=None)
    members = {room: {room, *graph.find_descendants(room)} for room in rooms}
    placed = set().union(*members.values(), {"companion", "companion.__main__"})
    homeless = sorted(graph.modules - placed)
    if homeless:
        raise SystemExit(f"import diagram: no row holds {', '.join(homeless)}; add its room to ROWS")
    return {
        room: tuple(
            other
            for other in rooms
            if other != room
            and any(graph.find_modules_directly_imported_by(module) & members[other] for module in members[room])
        )
        for room in rooms
    }


def draw(imports: dict[str, tuple[str, ...]]) -> str:
    """The picture as SVG text."""
    width = max(len(row) for row in ROWS) * (BOX_W + GAP_X) - GAP_X + 2 * EDGE
    height = len(ROWS) * (BOX_H + GAP_Y) - GAP_Y + 2 * EDGE
    corner: dict[str, tuple[float, float]] = {}
    for level, row in enumerate(ROWS):
        left = (width - len(row) * (BOX_W + GAP_X) + GAP_X) / 2
        for place, room in enumerate(row):
            if room:
                corner[room] = (left + place * (BOX_W + GAP_X), EDGE + level * (BOX_H + GAP_Y))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
        "<title>Who imports whom</title>",
        '<defs><marker id="tip" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto">'
        '<path d="M0 0L9 4L0 8z" fill="#4a6785"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fbfaf7"/>',
    ]
    lines += [
        arrow(corner[room], corner[other])
        for room, others in imports.items()
        for other in others
        if not any(other in reached(imports, middle) for middle in others if middle != other)
    ]
    lines += [box(room, *corner[room], used=any(room in others for others in imports.values())) for room in corner]
    return "\n".join([*lines, "</svg>", ""])


def reached(imports: dict[str, tuple[str, ...]], room: str) -> set[str]:
    """All rooms that a room imports, directly or through others."""
    found: set[str] = set()
    waiting = [room]
    while waiting:
        new = set(imports[waiting.pop()]) - found
        found |= new
        waiting += new
    return found


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A curve from the bottom of one box to the top of a lower one, or from side to side in one row."""
    if start[1] == end[1]:
        x1, x2 = (start[0] + BOX_W, end[0]) if start[0] < end[0] else (start[0], end[0] + BOX_W)
        y = start[1] + BOX_H / 2
        path = f"M{x1:g} {y:g}L{x2:g} {y:g}"
    else:
        # Ends lean towards where the arrow comes from, so that several arrows of one box stay apart.
        lean = 0.22 * max(-1.0, min(1.0, (end[0] - start[0]) / (BOX_W + GAP_X))) * BOX_W
        x1, y1 = start[0] + BOX_W / 2 + lean, start[1] + BOX_H
        x2, y2 = end[0] + BOX_W / 2 - lean, end[1]
        bend = (y2 - y1) * 0.5
        path = f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - bend:g} {x2:g} {y2:g}"
    return f'<path d="{path}" fill="none" stroke="#4a6785" stroke-width="1.4" marker-end="url(#tip)"/>'


def box(room: str, x: float, y: float, *, used: bool) -> str:
    """One room; a room of the outer packages has a stronger frame, one that nobody uses yet a dashed one."""
    outer = "." not in room
    dash = "" if used or room == "companion.cli" else ' stroke-dasharray="5 4"'
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{BOX_W}" height="{BOX_H}" rx="8" fill="{"#e8eef4" if outer else "#ffffff"}" '
        f'stroke="#22384f" stroke-width="{2 if outer else 1.2}"{dash}/>'
        f'<text x="{x + BOX_W / 2:g}" y="{y + BOX_H / 2 + 5:g}" text-anchor="middle" font-size="15" fill="#22384f">'
        f"{escape(room)}</text>"
    )


if __name__ == "__main__":
    sys.exit(main())
