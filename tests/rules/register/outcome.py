"""Tells a test that does not find what it expects from a program that broke."""

from pathlib import Path

import pytest

from tests.rules.register.rows import ROOT

EXPECTED = frozenset({"RuleViolation", "ScriptError", "Failed"})
"""What a test fails with where a rule forbids what it should permit, or permits what it should forbid."""


class FailureNote:
    """A pytest plugin that notes the first failure.

    Attributes:
        asserted: Whether something is not as the test expects.
        why: The error, shortened.
    """

    def __init__(self) -> None:
        self.asserted = False
        self.why = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and not self.why:
            self.asserted = _is_expectation(call.excinfo)
            self.why = f"{call.excinfo.typename}: {str(call.excinfo.value)[:160]}"


def _is_expectation(error: "pytest.ExceptionInfo[BaseException]") -> bool:
    names = {each.__name__ for each in type(error.value).__mro__}
    last = Path(str(error.traceback[-1].path))
    return bool(names & EXPECTED) or ("AssertionError" in names and last.is_relative_to(ROOT / "tests"))
