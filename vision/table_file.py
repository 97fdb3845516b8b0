"""Reads and writes `table.toml`, the file with the table's layout."""

import math
from pathlib import Path

from vision.fiducials.dictionary import dictionary, dictionary_names
from vision.table import (
    FLATNESS_SIGMA_MM,
    LINE_MM,
    RULER_SIGMA_MM,
    UNMEASURED,
    BaseLayout,
    CellKind,
    GridLayout,
    MatLayout,
    PrintCheck,
    Prints,
    PrintScale,
    TableLayout,
    Tag,
    TerrainLayout,
)
from vision.toml_fields import SCHEMA, Fields, quoted, read_text

_MIN_MAT_TAGS = 3
_MIN_CORNERS = 3
MAX_MM = 10_000.0
"""Largest accepted length. No table is larger, and beyond it the arithmetic of positions loses precision."""

MAX_DEG = 36_000.0
"""Largest accepted angle, a hundred turns: a larger number is a mistake in the file."""

MIN_TAG_MM = 0.1
"""Smallest accepted tag size. No camera reads a smaller tag, and a search for one would not end in reasonable time."""

MIN_PITCH_MM = 1.0
"""Smallest accepted pitch of a board: nothing stands in a smaller cell."""

MAX_CELLS = 5000
"""Most cells of a board: ten times as many as in any game. More would only cost time."""

SHEETS = ("mat", "bases", "terrain")
"""The kinds of printed sheets, each with a line of 100 mm."""

MIN_LINE_MM, MAX_LINE_MM = 80.0, 125.0
"""Shortest and longest accepted line of 100 mm; a sheet that is farther off has to be printed again."""

_MAX_STEPS = 100_000
"""Most steps from a cell to cell (0, 0): a cell farther away lies on no table."""

_EDGE_MM = 1e-6
"""Tolerance in mm for a centre on the mat's edge, so that rounding does not put it off the mat."""

_KINDS: dict[str, CellKind] = {"hex": "hex", "square": "square"}
_CELLS_A_LINE = 10
_ANGLE_DIGITS = 9
"""Decimal places of degrees, so that writing a file that was read changes nothing."""


def read_table(path: Path | str) -> TableLayout:
    """Returns the layout in a file.

    Raises:
        TableFileError: If the file cannot be read or is not a valid table; the message names the file and the key.
    """
    return parse_table(read_text(path), str(path))


def parse_table(text: str, file: str) -> TableLayout:
    """Returns the layout in a text.

    Args:
        text: TOML.
        file: The file's name for messages.

    Raises:
        TableFileError: If the text is not a valid table; the message names the file and the key.
    """
    fields = Fields.of_text(text, file, "table file, as `companion print mat` makes one")
    mat_fields = fields.table("mat")
    used = _UsedIds(_dictionary_name(mat_fields))
    mat = _mat(mat_fields, used)
    bases = tuple(_base(entry, used) for entry in fields.tables("base"))
    bases += tuple(_base(entry, used, is_token=True) for entry in fields.tables("token"))
    terrain = tuple(_terrain(entry, used) for entry in fields.tables("terrain"))
    grid_fields = fields.optional("grid", fields.table)
    grid = None if grid_fields is None else _grid(grid_fields, mat)
    print_fields = fields.optional("print", fields.table)
    prints = UNMEASURED if print_fields is None else _prints(print_fields)
    fields.finish()
    return TableLayout(mat, bases, terrain, grid, prints)


def format_table(layout: TableLayout) -> str:
    """Returns a layout as text; `parse_table` restores the layout from it."""
    mat = layout.mat
    lines = [
        f"schema = {SCHEMA}",
        "",
        "[mat]",
        f"width_mm = {mat.width_mm!r}",
        f"height_mm = {mat.height_mm!r}",
        f"dictionary = {quoted(mat.dictionary)}",
    ]
    if mat.placement_sigma_mm:
        lines.append(f"placement_sigma_mm = {mat.placement_sigma_mm!r}")
    if mat.flatness_sigma_mm != FLATNESS_SIGMA_MM:
        lines.append(f"flatness_sigma_mm = {mat.flatness_sigma_mm!r}")
    for tag in mat.tags:
        lines += ["", "[[mat.tag]]", *_tag_lines(tag, "centre_mm", height=bool(tag.height_mm))]
    lines += _print_lines(layout.prints)
    if layout.grid is not None:
        lines += ["", *_grid_lines(layout.grid)]
    for base in layout.bases:
        lines += _base_lines(base)
    for piece in layout.terrain:
        lines += _terrain_lines(piece)
    return "\n".join(lines) + "\n"


def cell_off_mat(grid: GridLayout, mat: MatLayout) -> tuple[int, int] | None:
    """Returns the first cell of a board whose centre does not lie on the mat; None if there is none."""
    for cell in grid.cells:
        x_mm, y_mm = grid.centre_mm(cell)
        if not (-_EDGE_MM <= x_mm <= mat.width_mm + _EDGE_MM and -_EDGE_MM <= y_mm <= mat.height_mm + _EDGE_MM):
            return cell
    return None


class _UsedIds:
    """The names and tags in use, to detect duplicates."""

    def __init__(self, dictionary_name: str) -> None:
        self.dictionary = dictionary_name
        self._tags: set[int] = set()
        self._names: set[str] = set()

    def tag(self, fields: Fields) -> int:
        tag_id = fields.whole("id")
        count = dictionary(self.dictionary).count
        if tag_id >= count:
            raise fields.fault("id", f"{self.dictionary} has the tags 0 to {count - 1}", tag_id)
        if tag_id in self._tags:
            raise fields.fault("id", "expected a tag that nothing else in the file carries", tag_id)
        self._tags.add(tag_id)
        return tag_id

    def name(self, fields: Fields) -> str:
        name = fields.text("id")
        if name in self._names:
            raise fields.fault("id", "expected a name that nothing else in the file has", name)
        self._names.add(name)
        return name


def _dictionary_name(mat_fields: Fields) -> str:
    name = mat_fields.text("dictionary")
    if name not in dictionary_names():
        raise mat_fields.fault("dictionary", f"expected one of {', '.join(dictionary_names())}", name)
    return name


def _mat(fields: Fields, used: _UsedIds) -> MatLayout:
    width_mm, height_mm = (
        fields.number("width_mm", above=0.0, most=MAX_MM),
        fields.number("height_mm", above=0.0, most=MAX_MM),
    )
    sigmas_mm = {}
    for name, usual_mm in (("placement_sigma_mm", 0.0), ("flatness_sigma_mm", FLATNESS_SIGMA_MM)):
        sigmas_mm[name] = fields.number(name, usual_mm, most=MAX_MM)
        if sigmas_mm[name] < 0:
            raise fields.fault(name, "expected 0 or more", sigmas_mm[name])
    tags = tuple(_tag(entry, used, "centre_mm") for entry in fields.tables("tag"))
    if len(tags) < _MIN_MAT_TAGS:
        raise fields.fault("tag", f"expected {_MIN_MAT_TAGS} tags or more that locate the mat", len(tags))
    fields.finish()
    return MatLayout(width_mm, height_mm, used.dictionary, tags, **sigmas_mm)


def _base(fields: Fields, used: _UsedIds, *, is_token: bool = False) -> BaseLayout:
    """A base, or a token, which lies flat: from no sight line could it hide."""
    name = used.name(fields)
    fields = fields.named(f"{'token' if is_token else 'base'} {name!r}")
    base = BaseLayout(
        id=name,
        radius_mm=fields.number("radius_mm", above=0.0, most=MAX_MM),
        tags=_carried_tags(fields, used),
        owner=fields.optional("owner", fields.text),
        stealth=not is_token and fields.flag("stealth", default=False),
        is_token=is_token,
    )
    fields.finish()
    return base


def _terrain(fields: Fields, used: _UsedIds) -> TerrainLayout:
    name = used.name(fields)
    fields = fields.named(f"terrain {name!r}")
    corners = fields.rows("polygon_mm", 2, most=MAX_MM)
    if len(corners) < _MIN_CORNERS:
        raise fields.fault("polygon_mm", f"expected {_MIN_CORNERS} corners or more", len(corners))
    piece = TerrainLayout(
        id=name,
        polygon_mm=tuple((x, y) for x, y in corners),
        tags=_carried_tags(fields, used),
        impassable=fields.flag("impassable", default=False),
        difficult=fields.flag("difficult", default=False),
        blocks_sight=fields.flag("blocks_sight", default=False),
        cover=fields.flag("cover", default=False),
    )
    fields.finish()
    return piece


def _grid(fields: Fields, mat: MatLayout) -> GridLayout:
    name = fields.text("kind")
    kind = _KINDS.get(name)
    if kind is None:
        raise fields.fault("kind", 'expected "hex" or "square"', name)
    x_mm, y_mm = fields.numbers("origin_mm", 2, most=MAX_MM)
    grid = GridLayout(
        kind,
        fields.number("pitch_mm", above=MIN_PITCH_MM, most=MAX_MM),
        (x_mm, y_mm),
        fields.number("turned_deg", 0.0, most=360.0),
        tuple((q, r) for q, r in fields.whole_rows("cells", 2, most=_MAX_STEPS)),
        fields.number("sigma_mm", 0.0, most=MAX_MM),
    )
    if grid.sigma_mm < 0:
        raise fields.fault("sigma_mm", "expected 0 or more", grid.sigma_mm)
    if not 0 < len(grid.cells) <= MAX_CELLS:
        raise fields.fault("cells", f"expected 1 to {MAX_CELLS} cells", len(grid.cells))
    seen: set[tuple[int, int]] = set()
    for cell in grid.cells:
        if cell in seen:
            raise fields.fault("cells", "expected each cell once", list(cell))
        seen.add(cell)
    off = cell_off_mat(grid, mat)
    if off is not None:
        raise fields.fault("cells", "expected cells whose centres lie on the mat", list(off))
    fields.finish()
    return grid


def _grid_lines(grid: GridLayout) -> list[str]:
    x_mm, y_mm = grid.origin_mm
    lines = ["[grid]", f"kind = {quoted(grid.kind)}"]
    lines += [f"pitch_mm = {grid.pitch_mm!r}", f"origin_mm = [{x_mm!r}, {y_mm!r}]"]
    if grid.turned_deg:
        lines.append(f"turned_deg = {grid.turned_deg!r}")
    if grid.sigma_mm:
        lines.append(f"sigma_mm = {grid.sigma_mm!r}")
    cells = [f"[{q}, {r}]" for q, r in grid.cells]
    rows = [", ".join(cells[start : start + _CELLS_A_LINE]) for start in range(0, len(cells), _CELLS_A_LINE)]
    return [*lines, "cells = [", *(f"    {row}," for row in rows), "]"]


def _prints(fields: Fields) -> Prints:
    scales = {}
    laid = False
    for sheet in SHEETS:
        entry = fields.optional(sheet, fields.table)
        if entry is None:
            scales[sheet] = getattr(UNMEASURED, sheet)
            continue
        if sheet == "mat":
            laid = entry.flag("laid", default=False)
        scales[sheet] = PrintScale(
            entry.number("across_mm", above=MIN_LINE_MM, most=MAX_LINE_MM),
            entry.number("along_mm", above=MIN_LINE_MM, most=MAX_LINE_MM),
            entry.number("sigma_mm", RULER_SIGMA_MM, most=LINE_MM),
        )
        if scales[sheet].sigma_mm < 0:
            raise entry.fault("sigma_mm", "expected 0 or more", scales[sheet].sigma_mm)
        entry.finish()
    check_fields = fields.optional("check", fields.table)
    check = None
    if check_fields is not None:
        check = PrintCheck(
            check_fields.number("line_mm", above=MIN_LINE_MM, most=MAX_LINE_MM),
            check_fields.number("sigma_mm", above=0.0, most=LINE_MM),
        )
        check_fields.finish()
    fields.finish()
    return Prints(**scales, laid=laid, check=check)


def _print_lines(prints: Prints) -> list[str]:
    lines = []
    for sheet in SHEETS:
        scale: PrintScale = getattr(prints, sheet)
        if not scale.measured:
            continue
        lines += ["", f"[print.{sheet}]", f"across_mm = {scale.across_mm!r}", f"along_mm = {scale.along_mm!r}"]
        if scale.sigma_mm != RULER_SIGMA_MM:
            lines.append(f"sigma_mm = {scale.sigma_mm!r}")
        if sheet == "mat" and prints.laid:
            lines.append("laid = true")
    if prints.check is not None:
        check = prints.check
        lines += ["", "[print.check]", f"line_mm = {check.line_mm!r}", f"sigma_mm = {check.sigma_mm!r}"]
    return lines


def _carried_tags(fields: Fields, used: _UsedIds) -> tuple[Tag, ...]:
    tags = tuple(_tag(entry, used, "offset_mm") for entry in fields.tables("tag"))
    if not tags:
        raise fields.fault("tag", "expected one tag or more", 0)
    return tags


def _tag(fields: Fields, used: _UsedIds, place_key: str) -> Tag:
    tag_id = used.tag(fields)
    x_mm, y_mm = fields.numbers(place_key, 2, most=MAX_MM)
    tag = Tag(
        id=tag_id,
        size_mm=fields.number("size_mm", above=MIN_TAG_MM, most=MAX_MM),
        x_mm=x_mm,
        y_mm=y_mm,
        angle_rad=math.radians(fields.number("angle_deg", 0.0, most=MAX_DEG)),
        height_mm=fields.number("height_mm", 0.0, most=MAX_MM),
    )
    if tag.height_mm < 0:
        raise fields.fault("height_mm", "expected 0 or more", tag.height_mm)
    fields.finish()
    return tag


def _base_lines(base: BaseLayout) -> list[str]:
    kind = "token" if base.is_token else "base"
    lines = ["", f"[[{kind}]]", f"id = {quoted(base.id)}", f"radius_mm = {base.radius_mm!r}"]
    if base.owner is not None:
        lines.append(f"owner = {quoted(base.owner)}")
    if base.stealth:
        lines.append("stealth = true")
    for tag in base.tags:
        lines += ["", f"[[{kind}.tag]]", *_tag_lines(tag, "offset_mm", height=True)]
    return lines


def _terrain_lines(piece: TerrainLayout) -> list[str]:
    corners = ", ".join(f"[{x!r}, {y!r}]" for x, y in piece.polygon_mm)
    lines = ["", "[[terrain]]", f"id = {quoted(piece.id)}", f"polygon_mm = [{corners}]"]
    lines += [
        f"{key} = {str(value).lower()}"
        for key, value in (
            ("impassable", piece.impassable),
            ("difficult", piece.difficult),
            ("blocks_sight", piece.blocks_sight),
            ("cover", piece.cover),
        )
    ]
    for tag in piece.tags:
        lines += ["", "[[terrain.tag]]", *_tag_lines(tag, "offset_mm", height=True)]
    return lines


def _tag_lines(tag: Tag, place_key: str, *, height: bool) -> list[str]:
    lines = [
        f"id = {tag.id}",
        f"size_mm = {tag.size_mm!r}",
        f"{place_key} = [{tag.x_mm!r}, {tag.y_mm!r}]",
        f"angle_deg = {round(math.degrees(tag.angle_rad), _ANGLE_DIGITS)!r}",
    ]
    return [*lines, f"height_mm = {tag.height_mm!r}"] if height else lines
