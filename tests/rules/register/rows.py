"""The register: of every rule, the test that notices when it is switched off or shifted, and the change that shows it.

One file for each game, `NAME.toml`, and its catalogue's ids in `NAME.ids`. Every id stands in one of four tables:
`proved` (its test notices a change of code that cites the rule), `reached` (its test notices a change of code that few
other tests run, and that does not cite the rule), `argued` (why no code decides it) and `open` (what is missing).
"""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@dataclass(frozen=True, slots=True)
class Row:
    """The proof that a test tests a rule.

    Attributes:
        test: Its id for pytest.
        file: The module that is changed.
        where: The function or class in it; empty for the module's own lines.
        change: The code before and after, as `ast.unparse` writes it.
        nth: Which of the changes of that text in that place, from 0.
    """

    test: str
    file: str
    where: str
    change: str
    nth: int = 0


@dataclass(slots=True)
class Register:
    """The rules of one game.

    Attributes:
        game: Its name.
        code: Folders and files with its rules.
        tests: Folders and files with its tests.
        proved: Rows by the rule's id, of changes to code that cites it.
        reached: Rows of changes to other code: whether that is the rule, nobody has said yet.
        argued: Reasons why a rule is no code.
        open: What no test notices yet, with what is missing.
    """

    game: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    proved: dict[str, Row]
    reached: dict[str, Row]
    argued: dict[str, str]
    open: dict[str, str]

    @property
    def ids(self) -> set[str]:
        """Every rule that it knows."""
        return {*self.rows, *self.argued, *self.open}

    @property
    def rows(self) -> dict[str, Row]:
        """All rows."""
        return self.reached | self.proved


def games() -> list[str]:
    """The games that have a register."""
    return sorted(path.stem for path in HERE.glob("*.toml"))


def read(game: str) -> Register:
    """The register of a game."""
    table = tomllib.loads((HERE / f"{game}.toml").read_text(encoding="utf-8"))
    proved, reached = (
        {each: Row(**row) for each, row in table.get(name, {}).items()} for name in ("proved", "reached")
    )
    return Register(
        game,
        tuple(table["code"]),
        tuple(table["tests"]),
        proved,
        reached,
        dict(table.get("argued", {})),
        dict(table.get("open", {})),
    )


def write(register: Register, order: list[str]) -> None:
    """Writes a register, its rules in the order of the catalogue."""
    at = {each: number for number, each in enumerate(order)}

    def sorted_ids(table: dict[str, object]) -> list[str]:
        return sorted(table, key=lambda each: (at.get(each, len(at)), each))

    lines = [
        "# Which test notices when a rule is switched off or shifted; `python -m tests.rules.register` checks it.",
        "",
        f"code = {_text(list(register.code))}",
        f"tests = {_text(list(register.tests))}",
    ]
    for name, rows in (("proved", register.proved), ("reached", register.reached)):
        lines += ["", f"[{name}]"]
        for each in sorted_ids(dict(rows)):
            row = rows[each]
            nth = f", nth = {row.nth}" if row.nth else ""
            lines.append(
                f"{each} = {{ test = {_text(row.test)}, file = {_text(row.file)}, where = {_text(row.where)}, "
                f"change = {_text(row.change)}{nth} }}"
            )
    for name, table in (("argued", register.argued), ("open", register.open)):
        lines += ["", f"[{name}]", *(f"{each} = {_text(table[each])}" for each in sorted_ids(dict(table)))]
    (HERE / f"{register.game}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
