"""One module with other code than its file has, for a whole run of pytest."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType

from tests.mutation.rooms import ROOT


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, and gives it other code."""

    def __init__(self, path: Path, code: CodeType) -> None:
        parts = path.relative_to(ROOT).with_suffix("").parts
        self._package = parts[-1] == "__init__"
        self._name = ".".join(parts[:-1] if self._package else parts)
        self._path, self._code = path, code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        spec = importlib.util.spec_from_file_location(fullname, self._path)
        if spec is not None:
            spec.loader = self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)  # noqa: S102 (our own code, changed in one place)


class ChangedModule:
    """A pytest plugin that puts a finder before all others: pytest has its own for files named `…_test`."""

    def __init__(self, path: Path, code: CodeType) -> None:
        self._finder = _Finder(path, code)

    def pytest_configure(self) -> None:
        sys.meta_path.insert(0, self._finder)
