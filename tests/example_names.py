"""The names by which the solved examples of the card language know our modules.

The examples lie beside the repository and are never changed. They import from one module each for cards, abilities,
commands and values; ours have parted since. Only tests find modules by these names.
"""

import importlib
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_GAME = "companion.games.signum"
_MODEL = f"{_GAME}.model"

MODULES: dict[str, tuple[str, ...]] = {
    f"{_GAME}.abilities": (f"{_GAME}.creature.abilities",),
    f"{_GAME}.cards": tuple(
        f"{_MODEL}.{each}"
        for each in ("cards", "effects.effect", "effects.on_creatures", "effects.on_players", "kinds", "terms")
    ),
    f"{_GAME}.commands": (f"{_MODEL}.commands",),
    f"{_GAME}.stats": (f"{_GAME}.creature.stats",),
}
"""Of each name, the modules that have what is imported from it."""


class _Gathered(Loader):
    """Fills a module with the public names of others; an effect is there without the word, too."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        for source in MODULES[module.__name__]:
            for name, value in vars(importlib.import_module(source)).items():
                if not name.startswith("_"):
                    setattr(module, name, value)
                    setattr(module, name.removesuffix("Effect"), value)


class ExampleNames(MetaPathFinder):
    """Finds the modules that examples import."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The module of a name, as far as it is one of the examples'."""
        return ModuleSpec(fullname, _Gathered()) if fullname in MODULES else None


def known() -> None:
    """Lets examples be imported from here on."""
    if not any(isinstance(each, ExampleNames) for each in sys.meta_path):
        sys.meta_path.append(ExampleNames())
