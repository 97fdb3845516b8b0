"""Checks that each rule's test notices when the rule is switched off or shifted, and says which does not.

    uv run python -m tests.rules.register                 the rows of every game
    uv run python -m tests.rules.register signum          those of one
    uv run python -m tests.rules.register signum S-BACK   those of the rules whose id begins so
    uv run python -m tests.rules.register signum --fill   looks for rows for rules that have none, and writes them
    uv run python -m tests.rules.register signum --catalogue FILE   says where its ids differ from a rulebook's page

A row that does not hold any more is looked for anew once it is taken out of the register.

Files stay as they are, but for the register with `--fill`. Exit code 1 if a row does not hold, or if a rule has none:
one that is open, or only reached.
"""

import argparse
import re
import sys
from pathlib import Path

from tests.rules.register.check import check
from tests.rules.register.fill import Filler, catalogue
from tests.rules.register.rows import Register, games, read, write
from tests.rules.register.session import collected

STANDS = {
    "signum": r"^- \*\*([A-Z]-[A-Z]+-\d+)\*\*|^\| ([A-Z]-(?:AB|EX|DIFF)-\d+) ",
    "warseer": r"^- \*\*(W-[A-Z0-9]+-\d+)\*\*|^\| (W-[A-Z0-9]+-\d+) ",
    "brawl": r"^- \*\*([A-Z]-[A-Z]+-\d+)\*\*|^\| ([A-Z]-[A-Z]+-\d+) ",
}
"""How a rule's id stands in a game's catalogue: at the head of a paragraph, or of a row of a table."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.register", description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", help=f"of {', '.join(games())}; all if none is named")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="how the ids of the rules begin")
    parser.add_argument("--fill", action="store_true", help="look for rows, instead of checking them")
    parser.add_argument("--catalogue", type=Path, metavar="FILE", help="a page whose rules the register should hold")
    asked = parser.parse_args()
    if asked.catalogue is not None:
        if asked.game is None:
            parser.error("name the game whose catalogue it is")
        return _differs(asked.game, asked.catalogue)
    bad = 0
    for game in [asked.game] if asked.game else games():
        register = read(game)
        if asked.fill:
            _fill(register, asked.rules)
        else:
            bad += check(register, asked.rules) + _unproved(register, asked.rules)
        _count(register)
    return 1 if bad else 0


def _fill(register: Register, beginnings: list[str]) -> None:
    ids = catalogue(register.game)
    only = {each for each in ids if any(each.startswith(begin) for begin in beginnings)}
    filler = Filler(register, ids, only)
    collected(register.code, register.tests, filler.fill)
    write(register, ids)


def _differs(game: str, page: Path) -> int:
    """Names the rules that stand only in the page, and those that stand only in the register; 1 if there are any."""
    told = dict.fromkeys(
        one or other for one, other in re.findall(STANDS[game], page.read_text(encoding="utf-8"), re.MULTILINE)
    )
    kept = catalogue(game)
    for rule in told.keys() ^ set(kept):
        print(f"{rule}: only in {page if rule in told else 'the register'}")
    if list(told) == kept:
        return 0
    print(f"{game}: {len(kept)} rules are kept, {len(told)} stand in {page}; they and their order should be the same")
    return 1


def _unproved(register: Register, beginnings: list[str]) -> int:
    """Names the rules that no row proves; returns how many they are."""
    found = [
        rule
        for rule in (*register.open, *register.reached)
        if not beginnings or any(rule.startswith(each) for each in beginnings)
    ]
    for rule in found:
        print(f"{rule}: {register.open.get(rule, 'only reached: its change is to code that does not cite it')}")
    return len(found)


def _count(register: Register) -> None:
    print(
        f"{register.game}: {len(register.proved)} rules proved, {len(register.reached)} only reached, "
        f"{len(register.argued)} argued, {len(register.open)} open"
    )


if __name__ == "__main__":
    sys.exit(main())
