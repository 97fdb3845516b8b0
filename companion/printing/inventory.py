"""The table file beside the sheets: what has been printed, under which tags.

Sheets and file are made from the same layouts, so they agree. A file that is there already is extended: what it lists
keeps its tags, and nothing in it changes unless that is asked for.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count as counting
from math import isclose
from pathlib import Path

from companion.printing.errors import PrintingError
from companion.printing.stock import standard_mat, tag_stock
from vision.errors import TableFileError
from vision.table import UNMEASURED, BaseLayout, GridLayout, MatLayout, TableLayout, Tag, TerrainLayout
from vision.table_file import cell_off_mat, format_table, read_table

PLACEMENT_SIGMA_MM = 0.2
"""How exactly a sheet is printed, cut and glued: half a millimetre is seen by eye, 0.2 mm by a careful hand."""

SAME_MM = 1e-3


@dataclass(frozen=True, slots=True)
class Inventory:
    """A table file and what is to stand in it.

    Attributes:
        path: Of the file.
        table: Its contents.
        may_replace: Whether an entry may be given other measures.
    """

    path: Path
    table: TableLayout
    may_replace: bool

    @classmethod
    def open(cls, path: Path, *, may_replace: bool) -> "Inventory":
        """What a file lists, or only the standard mat if there is none yet.

        Raises:
            PrintingError: If the file cannot be read, or its tags are not those we print.
        """
        if not path.exists():
            return cls(path, TableLayout(standard_mat(), prints=UNMEASURED), may_replace)
        try:
            table = read_table(path)
        except (TableFileError, OSError) as error:
            raise PrintingError(str(error)) from error
        dictionary = tag_stock().dictionary
        if table.mat.dictionary != dictionary:
            raise PrintingError(f"{path} uses tags of {table.mat.dictionary}, but we print {dictionary}")
        return cls(path, table, may_replace)

    def with_mat(self, mat: MatLayout) -> "Inventory":
        """A copy with another mat.

        Raises:
            PrintingError: If another mat stands there and may not be replaced, or a piece has one of the mat's tags.
        """
        ours = self.table.mat
        same = (ours.width_mm, ours.height_mm) == (mat.width_mm, mat.height_mm) and _same_tags(ours.tags, mat.tags)
        if same:
            return self
        if not self.may_replace:
            raise PrintingError(
                f"{self.path} describes another mat; print into another folder, or use --replace to write this one"
            )
        if self.table.grid is not None and cell_off_mat(self.table.grid, mat) is not None:
            raise PrintingError(
                f"the board in {self.path} does not lie on the new mat; take [grid] out of the file first"
            )
        taken = {tag.id for tag in mat.tags}
        for name, tag in self._piece_tags():
            if tag.id in taken:
                raise PrintingError(f"{self.path} gives tag {tag.id} to {name!r}, but the mat needs it")
        return self._with(replace(self.table, mat=mat))

    def with_grid(self, grid: GridLayout) -> "Inventory":
        """A copy with a board of cells on its mat.

        Raises:
            PrintingError: If another board stands there and may not be replaced.
        """
        if self.table.grid not in (None, grid) and not self.may_replace:
            raise PrintingError(
                f"{self.path} describes another board of cells; print into another folder, or use --replace to write "
                "this one"
            )
        return self._with(replace(self._trusted(), grid=grid))

    def with_base(self, base: BaseLayout) -> "Inventory":
        """A copy with one more base, or a base replaced, whose tags are those of `tags_for`.

        Raises:
            PrintingError: If it is there with other measures and may not be replaced, or terrain has its name.
        """
        _refuse_name_of(base.id, self.table.terrain)
        known = next((piece for piece in self.table.bases if piece.id == base.id), None)
        if known is None:
            return self._with(replace(self._trusted(), bases=(*self.table.bases, base)))
        # Stealth, and an owner that the order leaves open, are the table's own business.
        base = replace(base, stealth=known.stealth, owner=base.owner if base.owner is not None else known.owner)
        same = (known.owner, known.is_token) == (base.owner, base.is_token)
        same = same and isclose(known.radius_mm, base.radius_mm, abs_tol=SAME_MM)
        if same and _same_tags(known.tags, base.tags):
            return self
        self._refuse_unless_replacing(base.id)
        bases = tuple(base if piece is known else piece for piece in self.table.bases)
        return self._with(replace(self._trusted(), bases=bases))

    def with_terrain(self, terrain: TerrainLayout) -> "Inventory":
        """A copy with one more terrain template, or one replaced, whose tags are those of `tags_for`.

        Raises:
            PrintingError: As for a base.
        """
        _refuse_name_of(terrain.id, self.table.bases)
        known = next((piece for piece in self.table.terrain if piece.id == terrain.id), None)
        if known is None:
            return self._with(replace(self._trusted(), terrain=(*self.table.terrain, terrain)))
        if _same_outline(known.polygon_mm, terrain.polygon_mm) and _same_tags(known.tags, terrain.tags):
            return self
        self._refuse_unless_replacing(terrain.id)
        templates = tuple(terrain if piece is known else piece for piece in self.table.terrain)
        return self._with(replace(self._trusted(), terrain=templates))

    def tags_for(
        self, name: str, pieces: Sequence[BaseLayout] | Sequence[TerrainLayout], count: int = 2
    ) -> tuple[int, ...]:
        """The so many tags that one of these pieces of the table has, or the next that are free.

        Raises:
            PrintingError: If there are none left.
        """
        known = next((piece for piece in pieces if piece.id == name), None)
        if known is not None and len(known.tags) == count:
            return tuple(tag.id for tag in known.tags)
        used = {tag.id for tag in (*self.table.mat.tags, *standard_mat().tags)}
        used |= {tag.id for _, tag in self._piece_tags()}
        free = [tag_id for tag_id in tag_stock().ids if tag_id not in used]
        if len(free) < count:
            raise PrintingError(
                f"all {len(tag_stock().ids)} tags are given out in {self.path}; start a new table in another folder"
            )
        return tuple(free[:count])

    def base(self, name: str) -> BaseLayout:
        """A base of the table, which must be there."""
        return next(base for base in self.table.bases if base.id == name)

    def save(self) -> None:
        """Writes the file, as `save_table`."""
        save_table(self.path, self.table)

    def _piece_tags(self) -> Iterator[tuple[str, Tag]]:
        for base in self.table.bases:
            yield from ((base.id, tag) for tag in base.tags)
        for template in self.table.terrain:
            yield from ((template.id, tag) for tag in template.tags)

    def _trusted(self) -> TableLayout:
        """The table, with the error that printed pieces bring."""
        sigma_mm = max(self.table.mat.placement_sigma_mm, PLACEMENT_SIGMA_MM)
        return replace(self.table, mat=replace(self.table.mat, placement_sigma_mm=sigma_mm))

    def _with(self, table: TableLayout) -> "Inventory":
        return replace(self, table=table)

    def _refuse_unless_replacing(self, name: str) -> None:
        if not self.may_replace:
            raise PrintingError(
                f"{self.path} lists {name!r} with other measures or another owner; print into another folder, "
                "or use --replace to write it anew"
            )


def save_table(path: Path, table: TableLayout) -> None:
    """Writes a table file if it says something new; what it loses by that (comments, spacing) is kept beside it.

    Raises:
        PrintingError: If it cannot be written.
        TableFileError: If the file that is there is none.
    """
    try:
        if path.exists():
            if read_table(path) == table:
                return
            before = path.read_text(encoding="utf-8")
            if format_table(read_table(path)) != before:
                _write(_unused(path), before)
        _write(path, format_table(table))
    except OSError as error:
        raise PrintingError(f"cannot write {path}: {error.strerror or error}") from error


def _refuse_name_of(name: str, others: Sequence[BaseLayout] | Sequence[TerrainLayout]) -> None:
    if any(piece.id == name for piece in others):
        raise PrintingError(f"the name {name!r} is taken by another piece of the table; choose another")


def _same_tags(ours: tuple[Tag, ...], theirs: tuple[Tag, ...]) -> bool:
    if {tag.id for tag in ours} != {tag.id for tag in theirs}:
        return False
    by_id = {tag.id: tag for tag in theirs}
    return all(
        _same_outline(tag.corners_mm(), by_id[tag.id].corners_mm())
        and isclose(tag.height_mm, by_id[tag.id].height_mm, abs_tol=SAME_MM)
        for tag in ours
    )


def _same_outline(ours: tuple[tuple[float, float], ...], theirs: tuple[tuple[float, float], ...]) -> bool:
    return len(ours) == len(theirs) and all(
        isclose(a_mm, b_mm, abs_tol=SAME_MM)
        for ours_mm, theirs_mm in zip(ours, theirs, strict=True)
        for a_mm, b_mm in zip(ours_mm, theirs_mm, strict=True)
    )


def _unused(path: Path) -> Path:
    """A name beside a file, for what it was before, that no file has."""
    names = (path.with_name(f"{path.stem}.before-{number}{path.suffix}") for number in counting(1))
    return next(name for name in names if not name.exists())


def _write(path: Path, text: str) -> None:
    """Replaces a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=path.suffix)
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        unfinished.chmod(0o644)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
