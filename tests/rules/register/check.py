"""Checks the rows of a register: each change is made, and its test must fail for what it expects."""

from tests.rules.register.code import CodeChange, place_of
from tests.rules.register.fresh import run_fresh
from tests.rules.register.rows import Register, Row
from tests.rules.register.session import CannotChange, Session, collected


def check(register: Register, beginnings: list[str]) -> int:
    """Prints what does not hold; returns how many rows that are.

    Args:
        register: The rows.
        beginnings: How the ids of the rules begin that are checked; none for all.
    """
    rows = {
        rule: row
        for rule, row in register.rows.items()
        if not beginnings or any(rule.startswith(each) for each in beginnings)
    }
    bad: list[str] = []

    def work(session: Session) -> None:
        sound: dict[str, bool] = {}
        for rule, row in rows.items():
            why = _fault(session, row, sound)
            if why:
                bad.append(rule)
                print(f"{rule}: {why}", flush=True)

    collected(register.code, tuple(sorted({row.test.partition("::")[0] for row in rows.values()})), work)
    print(f"{len(rows) - len(bad)} of {len(rows)} rows hold", flush=True)
    return len(bad)


def _fault(session: Session, row: Row, sound: dict[str, bool]) -> str:
    """Why a row does not hold; empty if it does."""
    if row.test not in session.items:
        return f"there is no test {row.test}"
    place = place_of(row.file, row.where, row.change, row.nth)
    if place is None:
        return f"{row.file} has no {row.change!r} in {row.where or 'its own lines'} any more"
    if row.test not in sound:
        sound[row.test] = session.run(row.test).passed
    if not sound[row.test]:
        return f"{row.test} fails as the code is"
    passed, asserted, why = noticed(session, row.test, place)
    if passed:
        return f"{row.test} does not notice {row.change!r} in {row.file}"
    return "" if asserted else f"{row.test} breaks ({why}) instead of failing: {row.change!r} in {row.file}"


def noticed(session: Session, test: str, place: CodeChange) -> tuple[bool, bool, str]:
    """Whether a test passes with a change, whether it fails for what it expects, and why.

    What runs as a module is imported may have gone into other values already: then nothing but a fresh process knows.
    """
    try:
        ran = session.run(test, place)
    except CannotChange:
        return run_fresh(test, place)
    return run_fresh(test, place) if ran.passed and not place.where else (ran.passed, ran.asserted, ran.why)
